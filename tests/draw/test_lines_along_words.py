"""Lines under and through words, by the style that they are in: printed in PDF and SVG, in every ink."""

from pathlib import Path

import pytest
from each import each

from generator.draw.marks.fonts import load
from generator.draw.marks.marks import Mark, Shape, TextRun
from generator.draw.text.fit import Fitter, TextArea
from generator.draw.text.text_marks import place
from generator.draw.text.words import Look
from generator.draw.word_styles import LINES

FONT = load(Path(__file__).parent.parent.parent / "templates" / "common" / "fonts" / "andika" / "Andika_400Regular.ttf")
LOOKS = {name: Look(lines=(name,)) for name in LINES} | {"red": Look("#cc0000"), "small": Look(scale=0.5)}
EM = 10 * 25.4 / 72


def drawn(text: str, width: float = 80.0, **area: object) -> tuple[list[Shape], list[TextRun]]:
    box = TextArea(0.0, 0.0, width, 40.0, (FONT,), 10.0, 10.0, looks=LOOKS, **area)  # type: ignore[arg-type]
    marks: list[Mark] = place(Fitter().fit(text, box), box)
    return [mark for mark in marks if isinstance(mark, Shape)], [mark for mark in marks if isinstance(mark, TextRun)]


def reach(shape: Shape) -> tuple[float, float, float]:
    """Left, right, and the middle's height."""
    xs, ys = zip(*[step[1:3] for step in shape.path if len(step) > 1], strict=True)
    return min(xs), max(xs), (min(ys) + max(ys)) / 2


@each("name", list(LINES))
def test_a_line_goes_from_the_first_of_its_words_to_the_last_and_no_farther(name: str) -> None:
    shapes, runs = drawn(f"before {{{name}: two words}} behind")
    assert len(shapes) == 1
    left, right, middle = reach(shapes[0])
    before = FONT.width("before ") * EM
    assert left == pytest.approx(before, abs=0.01)
    assert right == pytest.approx(before + FONT.width("two words") * EM, abs=0.01)
    baseline = runs[0].y
    assert middle > baseline if name == "under" else baseline - FONT.cap_height * EM < middle < baseline
    assert not drawn("before two words behind")[0]


def test_each_line_of_a_text_has_its_own_and_both_sorts_go_together() -> None:
    shapes, _ = drawn("{under: words that take more than one line of a narrow box}", width=30.0)
    assert len(shapes) == len({reach(shape)[2] for shape in shapes}) > 1
    assert all(reach(shape)[1] <= 30.01 for shape in shapes)
    assert len(drawn("{under: {through: both}}")[0]) == 2


def test_lines_are_of_the_colour_and_size_of_their_words() -> None:
    colours = {str(shape.paint.fill) for shape in drawn("{under: {red: one} two}", colour="#0000ff")[0]}
    assert colours == {"#cc0000", "#0000ff"}
    large, small = (drawn(text)[0][0] for text in ("{under: one}", "{small: {under: one}}"))
    assert reach(large)[1] == pytest.approx(2 * reach(small)[1], abs=0.01)


def test_words_of_other_looks_within_are_on_one_line() -> None:
    shapes, _ = drawn("{under: {red: one} and {small: two}}")
    reaches = sorted(reach(shape)[:2] for shape in shapes)
    assert len(reaches) == 3
    assert [left for left, _ in reaches[1:]] == [right for _, right in reaches[:-1]]


def test_a_justified_line_is_drawn_across_its_wider_spaces() -> None:
    shapes, _ = drawn("{under: words that take more than one line of a narrow box}", width=30.0, align="justify")
    assert reach(shapes[0])[1] == pytest.approx(30.0, abs=0.01)


def test_words_from_right_to_left_have_it_too() -> None:
    font = load(next(Path("templates/common/fonts").rglob("DejaVuSans.ttf")).resolve())
    box = TextArea(0.0, 0.0, 80.0, 40.0, (font,), 10.0, 10.0, looks=LOOKS)
    marks = place(Fitter().fit("{under: שלום} עולם", box), box)
    left, right, _ = reach(next(mark for mark in marks if isinstance(mark, Shape)))
    assert right == pytest.approx(font.width("שלום עולם") * EM, abs=0.1)
    assert right - left == pytest.approx(font.width("שלום") * EM, abs=0.1)
