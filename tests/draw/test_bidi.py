"""Levels, compared with another implementation of UAX 9."""

from itertools import product

import pytest
from bidi import get_display
from hypothesis import given
from hypothesis import strategies as st

from generator.draw.marks.bidi import directed, in_order, levels


def shown(text: str, base: int) -> str:
    found = levels(text, base)[1]
    return "".join(text[at] for at in in_order(found))


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("plain", [("plain", False)]),
        ("שלום 123 (abc)", [(")", True), ("abc", False), (" (", True), ("123", False), ("שלום ", True)]),
        ("Draw 2 שלום now", [("Draw 2 ", False), ("שלום", True), (" now", False)]),
        ("שלום (abc) def", [("def", False), (") ", True), ("abc", False), ("שלום (", True)]),
    ],
)
def test_runs_from_left_to_right(text: str, runs: list[tuple[str, bool]]) -> None:
    assert directed(text) == runs


# Of each class of characters three, so that it shows where each of them stands.
OF_CLASS = ("abc", "אבג", "مبت", "123", "٣٤٥", "+-+", ",.:", "%$€", "\u05b0\u05b1\u05b2", "!&*")


def test_any_three_classes_of_characters_are_in_the_order_that_another_implementation_finds() -> None:
    wrong = []
    for classes in product(OF_CLASS, repeat=3):
        text = "".join(signs[at] for at, signs in enumerate(classes))
        wrong += [(text, base) for base in (0, 1) if shown(text, base) != get_display(text, base_dir="LR"[base])]
    assert wrong == []


@given(st.text("aב1ـم٣ ,.+-%()[]\u05b0\ufffc'", max_size=14), st.sampled_from([0, 1]))
def test_lines_are_in_the_order_that_another_implementation_finds(text: str, base: int) -> None:
    # Spaces at the end, which that one moves to the end of the line, are none of ours.
    text = text.strip(" ")
    assert shown(text, base) == get_display(text, base_dir="LR"[base])
