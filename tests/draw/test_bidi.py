"""Levels, compared with another implementation of UAX 9."""

import re
from itertools import product

import pytest
from bidi import get_display
from each import each
from hypothesis import given
from hypothesis import strategies as st

from generator.draw.marks.bidi import directed, in_order, levels


def shown(text: str, base: int) -> str:
    found = levels(text, base)[1]
    return "".join(text[at] for at in in_order(found))


@each(
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


SIGNED = re.compile(r"(?<![^\s,.:()\[\]'!&*])[+-](?=[%$€]?[0-9])")


def is_as_theirs(text: str, base: int) -> bool:
    """Whether a line is in the order that another implementation finds; a sign of a number counts as one of its digits."""
    text = SIGNED.sub("0", text)
    return bool(shown(text, base) == get_display(text, base_dir="LR"[base]))


@pytest.mark.parametrize("base", [0, 1])
def test_a_sign_stays_before_its_number_whatever_runs_round_it(base: int) -> None:
    for before, sign, number in product(("", "או ", "أو ", "(", "a "), "+-−", ("2", "$2", "۲")):
        if (before, number) != ("أو ", "$2"):
            assert sign + number in shown(f"{before}{sign}{number} אב", base)
    assert "63×88" in shown("גודל 63×88", base)
    assert shown("ה-5", 1) == "5-ה", "a hyphen behind a letter is no sign"
    assert shown("أو -٢", 1) == "٢- وأ", "Arabic numbers have their sign at the right"


# Of each class of characters three, so that it shows where each of them stands.
OF_CLASS = ("abc", "אבג", "مبت", "123", "٣٤٥", "+-+", ",.:", "%$€", "\u05b0\u05b1\u05b2", "!&*")


def test_any_three_classes_of_characters_are_in_the_order_that_another_implementation_finds() -> None:
    wrong = []
    for classes in product(OF_CLASS, repeat=3):
        text = "".join(signs[at] for at, signs in enumerate(classes))
        wrong += [(text, base) for base in (0, 1) if not is_as_theirs(text, base)]
    assert wrong == []


@pytest.mark.slow
@given(st.text("aב1ـم٣ ,.+-%()[]\u05b0\ufffc'", max_size=14), st.sampled_from([0, 1]))
def test_lines_are_in_the_order_that_another_implementation_finds(text: str, base: int) -> None:
    # Spaces at the end, which that one moves to the end of the line, are none of ours.
    assert is_as_theirs(text.strip(" "), base)


MARKS = "\u061c\u200e\u200f"
EMBEDDINGS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
UNREAD = "\u202c\u202d\u202e\u2069"  # two that end a part alone, and two that force its letters


def compared(text: str, base: int) -> bool:
    """Whether a line is in the order that another implementation finds, marks of direction aside."""
    ours = "".join(part[::-1] if leftwards else part for part, leftwards in directed(text, base))
    theirs = "".join(sign for sign in get_display(text, base_dir="LR"[base]) if sign not in MARKS + EMBEDDINGS)
    return ours == theirs


def test_every_mark_of_direction_is_obeyed_between_any_two_classes() -> None:
    wrong = []
    for one, mark, two, other, three in product("aא1(", MARKS, "bב!", MARKS, "cג2)"):
        text = one + mark + two + other + three
        wrong += [(text, base) for base in (0, 1) if not compared(text, base)]
    assert wrong == []


@given(st.text("aב1ـم٣ ,.+-%()[]\u05b0'" + 3 * MARKS, max_size=14), st.sampled_from([0, 1]))
def test_lines_with_marks_of_direction_are_in_the_order_that_another_implementation_finds(text: str, base: int) -> None:
    assert compared("a" * base + text.strip(" ") + "x", base)


def test_a_part_set_apart_runs_by_itself() -> None:
    wrong = []
    for before, opener, inside, after in product(
        ("a ", "א ", "1", "("), EMBEDDINGS, ("b (2)", "ב 2", "3 - 2 = 1"), (" c", " ג", "!")
    ):
        text = before + opener + inside + ("\u2069" if opener >= "\u2066" else "\u202c") + after
        wrong += [(text, base) for base in (0, 1) if opener not in UNREAD and not compared(text, base)]
    assert wrong == []
    assert compared("א " + "\u2067" * 59 + "ב 3 - 2" + "\u2069" * 59 + " a", 1)


@given(st.text("aב1 (" + EMBEDDINGS, max_size=14), st.sampled_from([0, 1]))
def test_a_text_loses_nothing_however_its_parts_are_set_apart(text: str, base: int) -> None:
    parts = "".join(part for part, _ in directed(text, base))
    assert sorted(parts) == sorted(sign for sign in text if sign not in EMBEDDINGS)


def test_parts_may_be_set_apart_thousands_of_times() -> None:
    assert levels("\u2066" * 5000 + "aב1 (\u202bא", 1)
