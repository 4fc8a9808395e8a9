"""Traces of the game against the printed rules, as far as a rule can be read off a trace."""

import re

import pytest
from tables import traces

DOOR = re.compile(r"door (\d+)x(\d); total (\d+)")
SQUARE = re.compile(r"(\d+)/(\d+)")
TREATS = re.compile(r"Treats (\d+) → (\d+)")


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
