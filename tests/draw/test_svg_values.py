"""Lengths, colours and transforms as SVG writes them."""

import re
import time

import pytest
from each import each

from generator.draw.svg.attributes import length, length_mm, transform
from generator.draw.svg.colours import colour


@each(
    ("text", "mm"),
    [("54mm", 54), ("1.5cm", 15), ("1in", 25.4), ("72pt", 25.4), ("96px", 25.4), ("96", 25.4), (" -2e0mm ", -2)],
)
def test_lengths_in_mm_know_their_units(text: str, mm: float) -> None:
    assert length_mm(text) == pytest.approx(mm)


def test_whole_millimetres_stay_whole() -> None:
    assert [length_mm(f"{n}mm") for n in range(300)] == list(range(300))


def test_a_bare_number_is_a_user_unit_and_so_is_a_px() -> None:
    assert length("3.25") == length("3.25px") == 3.25
    assert length("25.4mm") == pytest.approx(96)


@each("text", ["", "mm", "5%", "2em", "1 mm", "1,5", "0x10", "1_0", "nan", "inf", "٣", "1e9", "1e999"])
def test_other_lengths_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a number|is beyond"):
        length(text)


@each(
    ("text", "hexadecimal"),
    [
        ("#fff", "#ffffff"), ("#1A2b3C", "#1a2b3c"), ("Black", "#000000"), ("fuchsia", "#ff00ff"),
        ("rgb(255, 128,0)", "#ff8000"), ("RGB(100%,50%,0%)", "#ff8000"), ("rgb(300,-5,0)", "#ff0000"),
        (" none ", None),
    ],
)  # fmt: skip
def test_colours_become_six_digits_or_none(text: str, hexadecimal: str | None) -> None:
    assert colour(text) == hexadecimal


@each(
    "text",
    [
        "", "#ff", "#12345g", "#fffff", "#fff8", "url(#a)", "currentColor", "rebeccablue", "hsl(1, 2)",
        "rgba(0, 0, 0, .5)", "rgb(1,2)", "rgb(1,2,3%)", "rgb(a,b,c)",
    ],
)  # fmt: skip
def test_other_colours_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(text))):
        colour(text)


@each(
    ("text", "matrix"),
    [
        ("", (1, 0, 0, 1, 0, 0)),
        ("translate(2)", (1, 0, 0, 1, 2, 0)),
        ("translate(2,-3)", (1, 0, 0, 1, 2, -3)),
        ("scale(2)", (2, 0, 0, 2, 0, 0)),
        ("scale(2 -1)", (2, 0, 0, -1, 0, 0)),
        ("rotate(90)", (0, 1, -1, 0, 0, 0)),
        ("rotate(90, 5, 5)", (0, 1, -1, 0, 10, 0)),
        ("matrix(1 2 3 4 5 6)", (1, 2, 3, 4, 5, 6)),
        ("skewX(45)", (1, 0, 1, 1, 0, 0)),
        ("skewY(45)", (1, 1, 0, 1, 0, 0)),
        (" translate(10 0) , scale (2)\ntranslate(1,1) ", (2, 0, 0, 2, 12, 2)),
    ],
)
def test_transforms_become_a_matrix(text: str, matrix: tuple[float, ...]) -> None:
    assert transform(text) == pytest.approx(matrix, abs=1e-12)


@each(
    ("text", "words"),
    [
        ("rotate(90deg)", "'deg' is not a number"),
        ("rotate(1, 2)", "rotate does not take 2 numbers"),
        ("translate()", "translate does not take 0 numbers"),
        ("perspective(1)", "'perspective' is not translate"),
        ("scale(2) 5", "'5' is not translate"),
        ("none", "'none' is not translate"),
    ],
)
def test_other_transforms_are_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        transform(text)


@each("read", [length, colour, transform])
@each("text", ["1" * 200_000 + "x", " " * 200_000 + "x", "scale(1)" + " " * 200_000 + "x"])
def test_hostile_values_are_refused_at_once_and_in_few_words(read: object, text: str) -> None:
    assert callable(read)
    start = time.process_time()
    with pytest.raises(ValueError, match="is not") as error:
        read(text)
    assert time.process_time() - start < 1
    assert len(str(error.value)) < 200
