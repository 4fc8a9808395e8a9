"""Each sheet says how large it should be and what it is."""

import pytest

from generator.marks.fonts import Font
from generator.marks.marks import Mark, Shape, TextRun
from generator.sheet.grid import fit_grid
from generator.sheet.slug import NOTE, SIZE, SMALLEST, sheet_label, slug
from generator.sizes import PAPERS, SIZES, Size

Fonts = tuple[Font, Font]
SHORT = sheet_label("Tricks or Treats", "Surprise cards", "en", 2, 9, "3fa92c1")


def marks_on(paper: str, card: Size, label: str, fonts: Fonts) -> tuple[Mark, ...]:
    return slug(fit_grid(PAPERS[paper], card), label, fonts)


def texts(marks: tuple[Mark, ...]) -> list[TextRun]:
    return [mark for mark in marks if isinstance(mark, TextRun)]


def end(text: TextRun) -> float:
    return text.x + text.font.width(text.text) * text.size


def extent(shape: Shape) -> tuple[float, float]:
    xs, ys = [step[1] for step in shape.path if len(step) > 1], [step[2] for step in shape.path if len(step) > 1]
    return max(xs) - min(xs), max(ys) - min(ys)


def test_the_label_names_game_kind_language_page_and_data() -> None:
    assert SHORT == "Tricks or Treats · Surprise cards · en · page 2 of 9 · data 3fa92c1"


def test_a_sheet_carries_the_square_the_ruler_the_note_and_the_label(fonts: Fonts) -> None:
    marks = marks_on("a4", SIZES["poker"], SHORT, fonts)
    square, ruler = [mark for mark in marks if isinstance(mark, Shape)]
    assert extent(square) == pytest.approx((10, 10))
    assert extent(ruler) == pytest.approx((100, 2))
    assert [text.text for text in texts(marks)] == ["10 mm", "100 mm", NOTE, SHORT]
    assert NOTE == "print at 100 %"


def test_the_ruler_is_a_bar_of_centimetres(fonts: Fonts) -> None:
    ruler = [mark for mark in marks_on("a4", SIZES["poker"], SHORT, fonts) if isinstance(mark, Shape)][1]
    corners = [step for step in ruler.path if len(step) > 1]
    lefts = [round(min(step[1] for step in corners[at : at + 4]), 3) for at in range(0, 40, 4)]
    assert lefts == [round(lefts[0] + mm, 3) for mm in range(0, 100, 10)]


def test_square_and_ruler_look_like_no_line_to_cut_along(fonts: Fonts) -> None:
    shapes = [mark for mark in marks_on("a4", SIZES["poker"], SHORT, fonts) if isinstance(mark, Shape)]
    assert {(shape.paint.stroke, shape.paint.fill) for shape in shapes} == {(None, "#000000")}


def test_slug_beside_the_block_is_turned(fonts: Fonts) -> None:
    marks = marks_on("letter", SIZES["poker"], SHORT, fonts)
    _square, ruler = [mark for mark in marks if isinstance(mark, Shape)]
    assert extent(ruler) == pytest.approx((2, 100))
    assert all(text.matrix[:4] == (0.0, -1.0, 1.0, 0.0) for text in texts(marks))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("card", SIZES)
def test_text_stays_in_its_room(paper: str, card: str, fonts: Fonts) -> None:
    grid = fit_grid(PAPERS[paper], SIZES[card])
    (room,) = [max(slug_box.box.width, slug_box.box.height) for slug_box in grid.slug if slug_box.name == "text"]
    for label in (SHORT, SHORT * 3):
        assert end(texts(slug(grid, label, fonts))[-1]) <= room + 0.001


def test_a_label_that_is_a_little_too_long_is_set_smaller(fonts: Fonts) -> None:
    label = SHORT
    while texts(marks_on("letter", SIZES["mini-american"], label, fonts))[-1].size == SIZE:
        label += " and on"
    last = texts(marks_on("letter", SIZES["mini-american"], label, fonts))[-1]
    assert SMALLEST < last.size < SIZE
    assert last.text == label


def test_a_label_that_is_much_too_long_loses_its_middle(fonts: Fonts) -> None:
    label = SHORT.replace("Surprise cards", "Surprise cards " * 20)
    last = texts(marks_on("letter", SIZES["mini-american"], label, fonts))[-1]
    assert last.size == pytest.approx(SMALLEST, rel=0.02)
    assert last.text.startswith("Tricks or Treats · Surprise cards")
    assert "…" in last.text
    assert last.text.endswith("page 2 of 9 · data 3fa92c1")


def test_a_label_takes_characters_from_the_next_font_where_the_first_lacks_them(fonts: Fonts) -> None:
    label = texts(marks_on("a4", SIZES["poker"], "Ghosts ☃ and more", fonts))[3:]
    assert [(text.text, text.font.name) for text in label] == [
        ("Ghosts ", fonts[0].name),
        ("☃", fonts[1].name),
        (" and more", fonts[0].name),
    ]
    assert label[1].x == pytest.approx(end(label[0]))


def test_a_character_that_no_font_has_is_an_error_that_names_it(fonts: Fonts) -> None:
    with pytest.raises(ValueError, match=r"'日' \(U\+65E5\)"):
        marks_on("a4", SIZES["poker"], "日", fonts)
