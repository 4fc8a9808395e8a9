"""Lines of a text that stand elsewhere than their box says, by the style that they begin in."""

from pathlib import Path
from typing import Any

import pytest
from each import each

from generator.core.choices import mm_from_points
from generator.draw.marks.fonts import load
from generator.draw.text.fit import Fitter, TextArea
from generator.draw.text.text_marks import line_boxes
from generator.draw.text.words import Look

FONT = load(Path(__file__).parent.parent.parent / "templates" / "common" / "fonts" / "andika" / "Andika_400Regular.ttf")
WIDE = 60.0
LOOKS = {name: Look(align=name) for name in ("left", "center", "right", "justify")} | {"red": Look("#cc0000")}
LONG = "words enough for more than one line of them all the way to its end and on"


def lines(text: str, align: Any) -> list[tuple[float, float]]:
    """Where each line begins and ends."""
    box = TextArea(0.0, 0.0, WIDE, 60.0, (FONT,), 10.0, 10.0, align=align, looks=LOOKS)
    fitted = Fitter().fit(text, box)
    assert fitted.size == 10.0
    assert mm_from_points(fitted.size) < 4
    return [(x, x + width) for x, _, width, _ in line_boxes(fitted, box)]


def stands(start: float, end: float) -> str:
    left, right = start < 0.01, end > WIDE - 0.01
    middle = abs(start + end - WIDE) < 0.01
    return "justify" if left and right else "left" if left else "right" if right else "center" if middle else "nowhere"


@each("box, style", [(box, style) for box in LOOKS if box != "red" for style in LOOKS])
def test_a_line_that_begins_in_a_style_stands_where_that_says_and_others_where_the_box_says(
    box: str, style: str
) -> None:
    own = "left" if box == "justify" else box  # the last line of a paragraph
    before, styled, after = lines(f"a word\n{{{style}: one}} two\nand more", box)
    assert (stands(*before), stands(*after)) == (own, own)
    assert stands(*styled) == {"red": own, "justify": "left"}.get(style, style)


@each("style, first", [("justify", "justify"), ("center", "center"), ("right", "right")])
def test_a_paragraph_of_several_lines_goes_by_the_style_it_is_in(style: str, first: str) -> None:
    for box in ("left", "justify"):
        found = [stands(*line) for line in lines(f"{{{style}: {LONG}}}", box)]
        assert len(found) > 1
        assert found[0] == first


def test_a_style_in_a_style_has_the_inner_ones_place() -> None:
    assert stands(*lines("{center: {right: one}}", "left")[0]) == "right"
    assert stands(*lines("{center: {red: one}}", "left")[0]) == "center"


@pytest.mark.parametrize("word", ["middle", "centre"])
def test_no_other_word_is_read(word: str) -> None:
    from generator.draw.word_styles import ALIGNS

    assert word not in ALIGNS
