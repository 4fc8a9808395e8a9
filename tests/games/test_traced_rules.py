"""Traces of the shipped games against the printed rules, as far as a rule can be read off a trace."""

import re
from random import Random

import pytest
from tables import setting
from tries import tries

from generator.games.collectors.simulated import CollectorsSetting
from generator.lab.simulation.ledger import TracedMove

STAMINA = re.compile(r"Stamina \d+ → (\d+)")
HP, STORAGE = re.compile(r"HP \d+ → (\d+)"), re.compile(r"storage \d+ → (\d+)")
DOOR = re.compile(r"door (\d+)x(\d); total (\d+)")
SQUARE = re.compile(r"(\d+)/(\d+)")
TREATS = re.compile(r"Treats (\d+) → (\d+)")


def traces(game: str, players: int, mode: str, games: int, *policies: str) -> list[list[TracedMove]]:
    found = []
    for number in range(tries(games)):
        steps: list[TracedMove] = []
        setting(game, players, mode).play(policies * players, Random(f"trace/{number}"), steps.append)
        found.append(steps)
    return found


@pytest.mark.tried
def test_stamina_stays_within_its_track_and_an_item_is_in_one_place() -> None:
    found = setting("collectors", 4, "")
    assert isinstance(found, CollectorsSetting)
    every = {item.name for box in found.boxes for item in box.items}
    for steps in traces("collectors", 4, "", 2, "greedy", "random"):
        held = {item.name: str(seat) for seat, box in enumerate(found.boxes, 1) for item in box.items if item.signature}
        for step in steps:
            assert all(0 <= int(number) <= 10 for number in STAMINA.findall(step.words))
            changes = re.findall(r"player (\d): ([^;]*)", step.words)
            for sign in "-+":
                for seat, words in changes:
                    for item in re.findall(rf"(?<=[ ,]){re.escape(sign)}([\w-]+)", words):
                        assert item in every
                        assert held.get(item) == (seat if sign == "-" else None)
                        held[item] = seat
                        if sign == "-":
                            del held[item]


@pytest.mark.tried
def test_no_storage_and_no_base_falls_below_nothing_and_a_turn_supplies_2() -> None:
    for steps in traces("star-road", 4, "set1", 5, "greedy", "random"):
        for step in steps:
            assert all(0 <= int(number) <= 12 for number in HP.findall(step.words))
            assert all(int(number) >= 0 for number in STORAGE.findall(step.words))


@pytest.mark.tried
def test_treats_never_fall_below_nothing_and_a_door_gives_what_a_tile_may() -> None:
    for steps in traces("tricks-or-treats", 4, "standard", 5, "greedy", "random"):
        for step in steps:
            changes = [int(after) - int(before) for before, after in TREATS.findall(step.words)]
            assert all(int(after) >= 0 for _, after in TREATS.findall(step.words))
            if found := DOOR.search(step.words):
                difficulty, gathering, total = map(int, found.groups())
                if total == difficulty:
                    assert "doors successful" in step.words
                    assert changes == [gathering]
                elif total > difficulty:
                    assert "doors invalidation" in step.words
                    assert not changes
                else:
                    assert "doors failed" in step.words
                    assert not changes or -gathering <= changes[0] < 0


@pytest.mark.tried
def test_a_move_is_as_long_as_its_token_and_goes_up_and_right() -> None:
    for steps in traces("tricks-or-treats", 4, "standard", 5, "greedy", "random"):
        for step in steps:
            token = re.match(r"token (\d)(?: costume ([+-]\d))?; player", step.words)
            if token is not None:
                (row, column), (to_row, to_column) = (map(int, cell) for cell in SQUARE.findall(step.words))
                assert to_row <= row
                assert to_column >= column
                assert row - to_row + to_column - column <= int(token[1]) + int(token[2] or 0)


@pytest.mark.tried
def test_the_stake_is_two_rates_and_who_has_laid_more_wins() -> None:
    seen = 0
    for steps in traces("tricks-or-treats", 4, "standard", 5, "greedy"):
        for step in steps:
            rates = re.search(r"PSR (\d+) PR (\d+)", step.words)
            if rates is not None:
                assert f"Treats at stake: {int(rates[1]) + int(rates[2])};" in step.words
            sides = [re.findall(rf"{side} lays([^;]*)", step.words) for side in ("defiance", "competition")]
            mine, other = (sum(map(int, re.findall(r"\d", " ".join(laid)))) for laid in sides)
            if sides[0]:
                state = "successful" if mine > other else "failed" if mine < other else "equalization"
                assert f"streets {state};" in step.words
                seen += 1
    assert seen


@pytest.mark.tried
def test_an_attack_is_thrown_after_the_first_cycle_at_somebody_else() -> None:
    for steps in traces("star-road", 4, "set1", 5, "greedy", "random"):
        active = ""
        for step in steps:
            if supplied := re.fullmatch(r"player (\d): storage (\d+) → (\d+)", step.words):
                active = supplied[1]
            if attack := re.search(r"at player (\d) with", step.words):
                assert step.turn >= 4
                assert attack[1] != active
