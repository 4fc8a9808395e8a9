"""Every straight cut of a sheet has a mark at both its ends, or is among those without room."""

from itertools import product

import pytest
from each import each
from geometry import edges, gap, ink, inside
from projects import PLAIN
from tries import part

from generator.core.choices import PAPERS, SIZES, Marks, Size, um
from generator.draw.marks.fonts import load
from generator.draw.marks.marks import Face
from generator.sheet.crop_marks import cut_marks, named_cuts, uncross
from generator.sheet.grid import fit_grid
from generator.sheet.impose import Batch, Placeable, sheet_page
from generator.sheet.margin_text import sheet_label
from generator.sheet.page import CutLine, Page, Rectangle, Slot, rect_of
from generator.sheet.slug_boxes import SLUG

FONTS = [load(PLAIN)]
EIGHTH = 3.175
INCHES = [(63.5, 88.9), (57.15, 88.9), (69.85, 120.65), (63.5, 63.5), (25.4, 25.4)]
CARDS: list[Size] = [*SIZES.values(), *INCHES, (56, 87), (88, 126), (50, 75), (126, 88), (14, 14)]
SHEETS = [
    (paper, card, bleed, gutter)
    for paper, card in product(PAPERS, CARDS)
    for bleed, gutter in ((0.0, 0.0), (0.0, 4.0), (0.0, 10.0), (1.5, 3.0), (3.0, 6.0), (EIGHTH, 2 * EIGHTH))
]


def page_of(paper: Size, card: Size, bleed: float, gutter: float, count: int = 999) -> Page | None:
    """A sheet as it is printed, without texts; None where not one component fits."""
    try:
        grid = fit_grid(paper, card, gutter=gutter, margin=5 + bleed, bleed=bleed)
    except ValueError:
        return None
    slots = grid.slots[:count]
    faces = [Placeable("card", Face(*slot.card, ())) for slot in slots]
    return sheet_page(Batch(grid, slots, faces), "1", sheet_label(""), FONTS, marks=Marks.crop, bleed=bleed)


def bare_ends(page: Page) -> set[tuple[bool, int]]:
    """The lines of cuts that marks do not show, edge by edge: each edge goes on along its line to a mark at both ends,
    past whatever ends at the line too, and meets no other component; or two of its line's edges do, and it with them."""
    slots = [rect_of(placement.slot) for placement in page.placements]
    bare = set()
    for upright in (False, True):
        boxes = [box.transposed if upright else box for box in slots]
        lines: dict[int, list[tuple[int, int]]] = {}
        for mark in page.cuts:
            if (mark.x1 == mark.x2) == upright:
                ends = (mark.y1, mark.y2) if upright else (mark.x1, mark.x2)
                lines.setdefault(um(mark.x1 if upright else mark.y1), []).append((um(ends[0]), um(ends[1])))
        for at in {y for box in boxes for y in (box.y1, box.y2)}:
            walls = [(box.x1, box.x2) for box in boxes if box.y1 < at < box.y2]
            for box in boxes:
                if at not in (box.y1, box.y2):
                    continue
                low = max((end for _, end in walls if end <= box.x1), default=-(10**9))
                high = min((start for start, _ in walls if start >= box.x2), default=10**9)
                near = [mark for mark in lines.get(at, []) if low <= mark[0] and mark[1] <= high]
                others = [one for one in boxes if at in (one.y1, one.y2) and low <= one.x1 and one.x2 <= high]
                if not any(a[1] <= one.x1 and one.x2 <= b[0] for one in others for a in near for b in near):
                    bare.add((upright, at))
    return bare


@pytest.mark.tried
@each(("paper", "card", "bleed", "gutter"), lambda: part(SHEETS, 37))
def test_each_cut_has_a_mark_at_both_ends_or_is_named(paper: str, card: Size, bleed: float, gutter: float) -> None:
    for count in (999, 5, 1):
        page = page_of(PAPERS[paper], card, bleed, gutter, count)
        if page is None:
            return
        named = {(cut.upright, um(cut.at)) for cut in page.straight if not cut.marks}
        assert named == bare_ends(page)
        for mark in map(ink, page.cuts):
            assert inside(mark, *PAPERS[paper], 5)
            assert min(gap(mark, edges(placement.slot)) for placement in page.placements) >= 500
        assert all(um(max(abs(mark.x2 - mark.x1), abs(mark.y2 - mark.y1))) >= 2000 for mark in page.cuts)


@pytest.mark.tried
@each(("paper", "card"), lambda: part([*product(("a4", "letter", "a3"), CARDS)], 11))
def test_with_three_millimetres_of_bleed_there_is_always_room(paper: str, card: Size) -> None:
    """Where there is none beyond the bleed, marks lie on it, in white outline."""
    for bleed in (3.0, EIGHTH):
        page = page_of(PAPERS[paper], card, bleed, 2 * bleed)
        assert page is not None
        assert all(cut.marks for cut in page.straight)
        for mark in page.cuts:
            near = min(gap(ink(mark), edges(placement.slot)) for placement in page.placements)
            assert mark.on_art == (near < um(bleed + 0.5)), mark


@each(
    ("card", "paper", "bare"),
    [
        ((63.5, 88.9), "letter", "vertical cuts 1 to 4 and horizontal cuts 1 to 4"),
        ((41.0, 63.0), "a4", "vertical cuts 1 to 4 and horizontal cuts 1, 8"),
        ((63.0, 88.0), "a4", ""),
        ((44.0, 68.0), "a5", "horizontal cuts 1 to 5"),
    ],
)
def test_cuts_without_room_are_counted_from_the_left_and_from_the_top(card: Size, paper: str, bare: str) -> None:
    page = page_of(PAPERS[paper], card, 0, 0)
    assert page is not None
    assert named_cuts([cut for cut in page.straight if not cut.marks]) == bare


def test_a_cut_ends_where_another_component_lies_in_its_way() -> None:
    """Two columns of squares, and a wide one across both below: the cut between them cannot go on there."""
    squares = [Rectangle(50, 60, 40, 40), Rectangle(90, 60, 40, 40), Rectangle(50, 103, 80, 40)]
    upright = [cut for cut in cut_marks(tuple(squares), PAPERS["a4"])[1] if cut.upright and cut.number == 2]
    assert [[mark.y1 for mark in cut.marks] for cut in upright] == [[55.5, 100.5]]
    tight = [*squares[:2], Rectangle(50, 102.9, 80, 40)]
    assert [cut.marks for cut in cut_marks(tuple(tight), PAPERS["a4"])[1] if cut.upright and cut.number == 2] == [()]


def test_marks_in_gaps_show_a_cut_that_has_no_room_at_its_ends() -> None:
    slots = [Slot(at, 65, 5 + at * 73.5, 80, 66.5) for at in range(4)]  # from margin to margin of a4
    cuts = [cut for cut in cut_marks(tuple(slots), PAPERS["a4"])[1] if cut.upright]
    assert all(5 + 66.5 < mark.y1 < 225.5 for cut in cuts for mark in cut.marks)
    assert all(cut.marks for cut in cuts)
    two = [cut for cut in cut_marks((slots[0], replaced(slots[1], 223)), (210.0, 294.5))[1] if cut.upright]
    assert [cut.marks for cut in two] == [(), ()], "one gap with a component on either side shows no line"


def replaced(slot: Slot, y: float) -> Slot:
    return Slot(slot.number, slot.x, y, slot.width, slot.height)


@each(("card", "bleed", "gutter"), [((63.5, 88.9), EIGHTH, 2 * EIGHTH), ((63.5, 88.9), 0, 4), ((59, 92), 3, 6)])
def test_the_square_is_left_out_where_it_costs_more_than_a_tenth(card: Size, bleed: float, gutter: float) -> None:
    paper = PAPERS["letter" if card == (59, 92) else "a4"]
    grid = fit_grid(paper, card, gutter=gutter, margin=5 + bleed, bleed=bleed)
    bare = fit_grid(paper, card, gutter=gutter, margin=5 + bleed, bleed=bleed, keep_out=())
    assert len(grid.slots) == len(bare.slots)
    assert [box.name for box in grid.slug] == [piece.name for piece in SLUG[1:]]


def test_crossing_marks_keep_what_they_are() -> None:
    lying, standing = CutLine(10, 20, 14, 20, 0.2, on_art=True), CutLine(12, 17, 12, 21, 0.2)
    assert [mark.on_art for mark in uncross((lying, standing))] == [True, False]
