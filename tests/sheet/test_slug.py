"""Each sheet says how large it should be and what it is."""

import pytest
from each import each
from tries import part

from generator.core.choices import PAPERS, SIZES, Size, um
from generator.draw.marks.fonts import Font
from generator.draw.marks.marks import Mark, Shape, TextRun
from generator.sheet.crop_marks import crop_marks
from generator.sheet.grid import fit_grid
from generator.sheet.impose import slug
from generator.sheet.margin_text import SIZE, SMALLEST, SheetLabel, in_margins, legible, sheet_label
from generator.sheet.page import Rect, Rectangle, meet, rect_of

Fonts = tuple[Font, Font]
NOTE = "print at 100 %"
SHORT = sheet_label(NOTE, "Tricks or Treats", "Surprise cards", "en", "page 2 of 9", "data 3fa92c1")


def marks_on(paper: str, card: Size, label: SheetLabel, fonts: Fonts) -> tuple[Mark, ...]:
    return slug(fit_grid(PAPERS[paper], card), label, fonts)


def texts(marks: tuple[Mark, ...]) -> list[TextRun]:
    return [mark for mark in marks if isinstance(mark, TextRun)]


def end(text: TextRun) -> float:
    return text.x + text.font.width(text.text) * text.size


def extent(shape: Shape) -> tuple[float, float]:
    xs, ys = [step[1] for step in shape.path if len(step) > 1], [step[2] for step in shape.path if len(step) > 1]
    return max(xs) - min(xs), max(ys) - min(ys)


def test_a_files_name_is_written_as_the_fonts_can(fonts: Fonts) -> None:
    assert legible("Karte 絵\ue000 札", fonts) == "Karte Hui? Zha"
    assert sheet_label("", "אב\u200e 2").line == "אב\u200e 2", "marks of direction are none to be seen"


def test_the_label_names_game_kind_language_page_and_data() -> None:
    assert SHORT.line == "Tricks or Treats · Surprise cards · en · page 2 of 9 · data 3fa92c1"


def test_a_sheet_carries_the_square_the_ruler_the_note_and_the_label(fonts: Fonts) -> None:
    marks = marks_on("a4", SIZES["poker"], SHORT, fonts)
    square, ruler = [mark for mark in marks if isinstance(mark, Shape)]
    assert extent(square) == pytest.approx((10, 10))
    assert extent(ruler) == pytest.approx((100, 2))
    assert [text.text for text in texts(marks)] == ["10 mm", "100 mm", NOTE, SHORT.line]


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


def box(text: TextRun) -> Rect:
    """What a line of text takes on the sheet: its capitals and what hangs below the line."""
    a, b, c, d, e, f = text.matrix
    corners = [
        (a * x + c * y + e, b * x + d * y + f)
        for x in (text.x, end(text))
        for y in (text.y - 0.75 * text.size, text.y + 0.25 * text.size)
    ]
    xs, ys = zip(*corners, strict=True)
    return Rect(um(min(xs)), um(min(ys)), um(max(xs)), um(max(ys)))


LONG = sheet_label(
    NOTE, "Tricks or Treats and more", "Surprise cards " * 4, "Page [1]", "en", "page 2 of 9", "data 3fa92c1"
)
LONGER = sheet_label(NOTE, *(f"a rather long title of a game, number {number}" for number in range(12)))
WIDE = sheet_label(NOTE, "x" * 150, "en", "page 2 of 9")


@pytest.mark.slow
@pytest.mark.tried
@each("paper", part([*PAPERS], 3))
@each("card", part([*SIZES], 2))
@each("label", [SHORT, LONG, LONGER, WIDE])
def test_a_label_of_any_length_is_there_in_full_at_6_pt_and_meets_nothing(
    paper: str, card: str, label: SheetLabel, fonts: Fonts
) -> None:
    grid = fit_grid(PAPERS[paper], SIZES[card])
    cuts = crop_marks(grid.slots, grid.paper)
    marks = texts(slug(grid, label, fonts, cuts=cuts))[sum(one.name in ("square", "ruler") for one in grid.slug) :]
    assert min(text.size for text in marks) >= SMALLEST - 1e-9
    said = "".join(text.text for text in marks).replace(" ", "").replace("·", "")
    assert said == (label.note + label.line).replace(" ", "").replace("·", "")
    rooms = [box(text) for text in marks]
    paper_room = Rect(5000, 5000, um(grid.paper[0]) - 5000, um(grid.paper[1]) - 5000)
    inks = [rect_of(slot) for slot in grid.slots] + [rect_of(one.box) for one in grid.slug if one.name != "text"]
    inks += [
        Rect(um(min(c.x1, c.x2)), um(min(c.y1, c.y2)), um(max(c.x1, c.x2)) + 1, um(max(c.y1, c.y2)) + 1) for c in cuts
    ]
    for number, room in enumerate(rooms):
        assert paper_room.x1 <= room.x1 <= room.x2 <= paper_room.x2
        assert paper_room.y1 <= room.y1 <= room.y2 <= paper_room.y2
        assert not any(meet(room, other) for other in [*inks, *rooms[:number]])


def test_a_label_that_is_a_little_too_long_is_set_smaller(fonts: Fonts) -> None:
    label = sheet_label(NOTE, "Tricks or Treats", "Surprise cards", "en", "page 2 of 9")
    while texts(marks_on("letter", SIZES["mini-american"], label, fonts))[-1].size == SIZE:
        label = sheet_label(NOTE, f"{label.line} and on")
    last = texts(marks_on("letter", SIZES["mini-american"], label, fonts))[-1]
    assert SMALLEST <= last.size <= SIZE
    assert last.text == label.line


def test_where_no_margin_has_room_for_all_of_it_a_label_does_without_what_is_least_needed(fonts: Fonts) -> None:
    label = sheet_label("", "Fair", "Stalls", "page 2 of 9", "data " + "3fa92c1" * 20)
    block = [Rectangle(9, 9, 42, 42)]
    found = texts(in_margins(label, fonts, (60, 60), block, []))
    assert [text.text for text in found] == ["Fair · Stalls · page 2 of 9"]
    assert in_margins(label, fonts, (60, 60), [Rectangle(5, 5, 50, 50)], []) == ()


def test_a_label_takes_characters_from_the_next_font_where_the_first_lacks_them(fonts: Fonts) -> None:
    label = texts(marks_on("a4", SIZES["poker"], sheet_label(NOTE, "Ghosts ☃ and more"), fonts))[3:]
    assert [(text.text, text.font.name) for text in label] == [
        ("Ghosts ", fonts[0].name),
        ("☃", fonts[1].name),
        (" and more", fonts[0].name),
    ]
    assert label[1].x == pytest.approx(end(label[0]))


def test_a_character_that_no_font_has_is_an_error_that_names_it(fonts: Fonts) -> None:
    with pytest.raises(ValueError, match=r"'日' \(U\+65E5\)"):
        marks_on("a4", SIZES["poker"], sheet_label(NOTE, "日"), fonts)
