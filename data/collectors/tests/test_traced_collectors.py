"""Traces of the game against the printed rules, as far as a rule can be read off a trace."""

import re

import pytest
from tables import setting, traces

from play.simulated import CollectorsSetting

STAMINA = re.compile(r"Stamina \d+ → (\d+)")


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
