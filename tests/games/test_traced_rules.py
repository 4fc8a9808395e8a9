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
            for before, after in TREATS.findall(step.words):
                assert int(after) >= 0
                if "doors successful" in step.words:
                    assert 1 <= int(after) - int(before) <= 7
            if "doors invalidation" in step.words:
                assert not TREATS.findall(step.words)
