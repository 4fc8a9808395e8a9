"""Traces of the game against the printed rules, as far as a rule can be read off a trace."""

import re

import pytest
from tables import traces

HP, STORAGE = re.compile(r"HP \d+ → (\d+)"), re.compile(r"storage \d+ → (\d+)")


@pytest.mark.tried
def test_no_storage_and_no_base_falls_below_nothing_and_a_turn_supplies_2() -> None:
    for steps in traces("star-road", 4, "set1", 5, "greedy", "random"):
        for step in steps:
            assert all(0 <= int(number) <= 12 for number in HP.findall(step.words))
            assert all(int(number) >= 0 for number in STORAGE.findall(step.words))


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
