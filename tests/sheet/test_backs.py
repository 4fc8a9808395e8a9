"""Backs lie behind their fronts, slot for slot, whichever edge the paper is turned about."""

import io
from itertools import product

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from pypdfium2 import PdfDocument

from generator.core.choices import PAPERS, SIZES, UNPRINTABLE, Edge
from generator.draw.marks.fonts import Font, split_by_font
from generator.draw.marks.marks import IDENTITY, Face, Paint, Shape, TextRun
from generator.pdf.pdf import write_pdf
from generator.sheet.backs import AWRY, BackText, back_page, folded, mirrored, mirrors_across
from generator.sheet.grid import fit_grid
from generator.sheet.margin_text import sheet_label
from generator.sheet.page import Document, Page, Placement, Slot, to_sheet

EDGES = list(Edge)
slots = st.builds(
    Slot,
    number=st.just(1),
    x=st.integers(0, 100).map(float),
    y=st.integers(0, 100).map(float),
    width=st.integers(10, 80).map(float),
    height=st.integers(10, 80).map(float),
    turns=st.integers(0, 3),
)


def through(matrix: tuple[float, ...], x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def turned_over(point: tuple[float, float], paper: tuple[float, float], edge: Edge) -> tuple[float, float]:
    """Where a point of one side is seen from the other, the paper turned about an edge: apart from the code."""
    width, height = paper
    vertical_axis = (edge == "long") == (height >= width)
    return (width - point[0], point[1]) if vertical_axis else (point[0], height - point[1])


@given(slots, st.sampled_from(EDGES), st.sampled_from([(210.0, 297.0), (297.0, 210.0)]))
def test_a_back_covers_its_front_and_its_top_lies_behind_the_fronts_top(
    slot: Slot, edge: Edge, paper: tuple[float, float]
) -> None:
    back = mirrored(slot, paper[0], paper[1], edge)
    width, height = (slot.height, slot.width) if slot.turned else (slot.width, slot.height)
    front_box = {turned_over(through(to_sheet(slot), x, y), paper, edge) for x in (0, width) for y in (0, height)}
    back_box = {through(to_sheet(back), x, y) for x in (0, width) for y in (0, height)}
    assert front_box == back_box
    top_of_front = turned_over(through(to_sheet(slot), width / 2, 0), paper, edge)
    assert through(to_sheet(back), width / 2, 0) == top_of_front


@given(slots, st.sampled_from(EDGES))
def test_turning_twice_comes_back(slot: Slot, edge: Edge) -> None:
    assert mirrored(mirrored(slot, 210, 297, edge), 210, 297, edge) == slot


@each("paper", PAPERS)
@each("size", SIZES)
@each("edge", EDGES)
def test_every_slot_of_every_sheet_has_its_back_at_the_mirrored_place(paper: str, size: str, edge: Edge) -> None:
    width, height = PAPERS[paper]
    for slot in fit_grid(PAPERS[paper], SIZES[size]).slots:
        back = mirrored(slot, width, height, edge)
        if edge == "long":
            assert [back.x, back.y] == [pytest.approx(width - slot.x - slot.width), slot.y]
        else:
            assert [back.x, back.y] == [slot.x, pytest.approx(height - slot.y - slot.height)]


def test_the_back_of_the_fourth_of_four_cards_sits_in_the_third_column(fonts: tuple[Font, Font]) -> None:
    grid = fit_grid(PAPERS["a4"], SIZES["poker"])
    face = Face(63, 88, ())
    front = Page(210, 297, tuple(Placement(slot, face, f"card-{slot.number}") for slot in grid.slots[:4]), label="1")
    back = back_page(
        front, lambda item: face, Edge.long, BackText("1 back", sheet_label("", "Fair", "1 back"), fonts, grid.slots)
    )
    fourth = next(placement for placement in back.placements if placement.item == "card-4")
    assert fourth.slot.x == grid.slots[5].x
    assert fourth.slot.y == grid.slots[3].y
    assert (back.side, back.label) == ("back", "1 back")
    (label,) = [mark for mark in back.slug if isinstance(mark, TextRun)]
    assert label.text == "Fair · 1 back"
    assert 5 <= label.matrix[4] < 205
    assert 5 <= label.matrix[5] < 292


SHIFTS = [IDENTITY, (1.0, 0.0, 0.0, 1.0, 3.0, -2.0), (1.0, 0.01, -0.01, 1.0, 0.0, 0.0)]


@pytest.mark.parametrize("edge", EDGES)
def test_the_label_of_backs_keeps_clear_of_backs_that_lie_awry_and_of_the_edge_that_a_shift_brings_near(
    edge: Edge, fonts: tuple[Font, Font]
) -> None:
    label = sheet_label("print at 100 %", "A game of stalls", "Stalls", "1 back")
    wrong = []
    for paper, size, shift in product(PAPERS, SIZES, SHIFTS):
        width, height = PAPERS[paper]
        slots = fit_grid(PAPERS[paper], SIZES[size]).slots
        text = BackText("1 back", label, fonts, slots)
        page = back_page(Page(width, height, (), label="1", bleed=1.0), lambda item: Face(1, 1, ()), edge, text, shift)
        backs = [mirrored(slot, width, height, edge) for slot in slots]
        for run in (mark for mark in page.slug if isinstance(mark, TextRun)):
            line = sum(font.width(part) for font, part in split_by_font(run.text, fonts)[0]) * run.size
            ends = [(x, y) for x in (run.x, run.x + line) for y in (run.y - 0.7 * run.size, run.y)]
            left, right, top, bottom = bounds([through(run.matrix, x, y) for x, y in ends])
            seen = bounds([through(shift, x, y) for x in (left, right) for y in (top, bottom)])
            if min(seen[0], width - seen[1], seen[2], height - seen[3]) < UNPRINTABLE - 1e-6:
                wrong.append(f"{size} on {paper}, {shift}: the label comes to {seen}")
            for back in backs:
                across = max(back.x - right, left - back.x - back.width)
                along = max(back.y - bottom, top - back.y - back.height)
                if max(across, along) < page.bleed + AWRY - 1e-6:
                    wrong.append(f"{size} on {paper}, {shift}: the label lies {max(across, along):.2f} mm off a back")
    assert wrong == []


def bounds(points: list[tuple[float, float]]) -> tuple[float, float, float, float]:
    """Left, right, top and bottom of some points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def test_long_and_short_edge_are_told_by_the_paper() -> None:
    assert mirrors_across(Edge.long, 210, 297)
    assert not mirrors_across(Edge.short, 210, 297)
    assert not mirrors_across(Edge.long, 297, 210)


def test_a_folded_card_is_twice_as_wide_with_a_fold_in_the_middle() -> None:
    face = Face(63, 88, ())
    both = folded(face, face)
    assert (both.width, both.height) == (126, 88)
    assert both.folds == ((("M", 63, 0.0), ("L", 63, 88)),)
    with pytest.raises(ValueError, match="differ in size"):
        folded(face, Face(60, 60, ()))


def test_a_folded_token_is_cut_out_as_a_rectangle_and_then_along_the_line_on_its_front() -> None:
    round_face = Face(30, 30, (), outline=(("M", 0.0, 15.0), ("L", 15.0, 0.0), ("L", 30.0, 15.0), ("Z",)))
    both = folded(round_face, round_face)
    assert both.outline == ()
    drawn = [mark.path for mark in both.marks if isinstance(mark, Shape)]
    assert drawn == [both.folds[0], round_face.outline]


def test_neither_side_of_a_folded_card_reaches_over_the_fold() -> None:
    wide = Shape(
        (("M", -9.0, -9.0), ("L", 39.0, -9.0), ("L", 39.0, 29.0), ("L", -9.0, 29.0), ("Z",)), Paint(fill="#ff0000")
    )
    other = replace(wide, paint=Paint(fill="#0000ff"))
    both = folded(Face(30, 20, (wide,)), Face(30, 20, (other,)), bleed=2)
    pdf = io.BytesIO()
    page = Page(80, 40, (Placement(Slot(1, 10, 10, 60, 20), both, ""),), label="1", bleed=2)
    write_pdf(Document("fold", "en"), [page], pdf)
    picture = PdfDocument(pdf.getvalue())[0].render(scale=72 / 25.4).to_pil().convert("RGB")  # 8 pixels a mm
    row = [picture.getpixel((round(x * 8 + 4), 160)) for x in range(80)]
    assert [row[x] for x in (7, 8, 39, 40, 71, 72)] == [
        (255, 255, 255), (255, 0, 0), (255, 0, 0), (0, 0, 255), (0, 0, 255), (255, 255, 255),
    ]  # fmt: skip
