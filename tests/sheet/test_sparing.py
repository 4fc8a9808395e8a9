"""Sheets that spare paper: what is packed, what nests, and how many straight cuts that takes."""

import math
from itertools import combinations, permutations

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from tries import tries

from generator.core.choices import PAPERS, SIZES, um
from generator.draw.marks.marks import Outline
from generator.sheet.cutting import edges_once, runs_once, straight_cuts
from generator.sheet.grid import fit_grid
from generator.sheet.nesting import hexagon_of, widen
from generator.sheet.packing import Lot, SharedSize, SheetSpec, pack_lots, shared_grids
from generator.sheet.page import Rect, meet, rect_of

AREA = Rect(8_000, 8_000, 202_000, 275_000)
LOTS = st.lists(
    st.tuples(st.integers(1, 60), st.integers(10, 90), st.integers(10, 90), st.sampled_from([0, 2, 4])),
    min_size=1,
    max_size=4,
)


def hexagon(side: float) -> tuple[Outline, float, float]:
    wide, high = math.sqrt(3) * side, 2 * side
    corners = [
        (wide / 2, 0.0),
        (wide, side / 2),
        (wide, 1.5 * side),
        (wide / 2, high),
        (0.0, 1.5 * side),
        (0, side / 2),
    ]
    return (("M", *corners[0]), *(("L", *corner) for corner in corners[1:]), ("Z",)), wide, high


@pytest.mark.slow
@settings(deadline=None, max_examples=30)
@given(LOTS)
def test_everything_is_packed_once_and_nothing_meets(sizes: list[tuple[int, int, int, int]]) -> None:
    lots = [Lot(number, 1000 * width, 1000 * height, 1000 * gutter) for number, width, height, gutter in sizes]
    sheets = pack_lots(lots, AREA, 3_500)
    assert sheets == pack_lots(lots, AREA, 3_500)
    counts = [sum(one.number for sheet in sheets for one in sheet if one.lot == lot) for lot in range(len(lots))]
    assert counts == [lot.number for lot in lots]
    for sheet in sheets:
        boxes = [one.block.box for one in sheet]
        assert all(AREA.x1 <= box.x1 and AREA.y1 <= box.y1 and box.x2 <= AREA.x2 and box.y2 <= AREA.y2 for box in boxes)
        assert not any(meet(one.grown(1_750), other.grown(1_750)) for one, other in combinations(boxes, 2))


def test_three_sizes_share_a_sheet_that_the_nearest_ways_do_not_find() -> None:
    """Blocks laid one by one, each where it seems best, take two sheets: the best few ways are to be kept."""
    sizes = [(7, SIZES["mini-american"]), (4, SIZES["poker"]), (3, SIZES["square-40"])]
    lots = [Lot(number, um(width), um(height), 0) for number, (width, height) in sizes]
    assert len(pack_lots(lots, AREA, 3_500)) == 1


@settings(deadline=None, max_examples=tries(5))
@given(LOTS, st.sampled_from(["a4", "letter"]))
def test_shared_sheets_keep_ruler_and_square_clear(sizes: list[tuple[int, int, int, int]], paper: str) -> None:
    pieces = tuple(SharedSize(number, (width, height), gutter) for number, width, height, gutter in sizes)
    found = shared_grids(pieces, SheetSpec(PAPERS[paper], 5.0))
    assert found is not None
    assert sorted(lot for _, lots in found for lot in lots) == sorted(
        lot for lot, piece in enumerate(pieces) for _ in range(piece.number)
    )
    for grid, _ in found:
        slots = [rect_of(slot) for slot in grid.slots]
        assert not any(meet(one, other) for one, other in combinations(slots, 2))
        measures = [rect_of(one.box).grown(3_000) for one in grid.slug if one.name != "text"]
        assert len(measures) == 2
        assert not any(meet(measure, slot) for measure in measures for slot in slots)


@settings(deadline=None, max_examples=tries(5))
@given(
    st.lists(
        st.tuples(st.integers(1, 30), st.integers(15, 60), st.integers(15, 60), st.sampled_from([0, 4, 10, 12.5])),
        min_size=2,
        max_size=3,
    ),
    st.sampled_from([0, 3]),
)
def test_neighbours_on_shared_sheets_are_a_gutter_apart(sizes: list[tuple[int, int, int, float]], bleed: float) -> None:
    """Within a block of one size and between blocks: never less than the larger gutter of the two."""
    sheet = SheetSpec(PAPERS["a4"], 5.0 + bleed, bleed=bleed)
    lots = tuple(SharedSize(number, (wide, high), max(gutter, 2 * bleed)) for number, wide, high, gutter in sizes)
    found = shared_grids(lots, sheet)
    assert found is not None
    for grid, which in found:
        for (one, a), (other, b) in combinations(list(zip(map(rect_of, grid.slots), which, strict=True)), 2):
            apart = max(one.x1 - other.x2, other.x1 - one.x2, one.y1 - other.y2, other.y1 - one.y2)
            assert apart >= max(um(lots[a].gutter), um(lots[b].gutter))


@each("side", [12, 20, 30])
@each("paper", ["a4", "letter"])
def test_hexagons_nest_with_shared_edges(side: float, paper: str) -> None:
    outline, wide, high = hexagon(side)
    grid = fit_grid(PAPERS[paper], (wide, high), outline=outline)
    assert grid.nested
    assert len(grid.slots) > len(fit_grid(PAPERS[paper], (wide, high)).slots)
    middles = [(slot.x + slot.width / 2, slot.y + slot.height / 2) for slot in grid.slots]
    assert all(math.dist(one, other) >= wide - 0.01 for one, other in combinations(middles, 2))


def test_an_edge_that_two_share_is_drawn_once() -> None:
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    beside = [(x + 10, y) for x, y in square]
    first, second = runs_once([square, beside])
    assert first[0] == first[-1]
    assert len(second) == 4, "three edges of four"
    assert len(list(edges_once([hexagon(10)[0]]))) == 1


def test_what_is_no_hexagon_does_not_nest() -> None:
    outline, wide, high = hexagon(20)
    assert hexagon_of(outline, wide, high) is not None
    assert hexagon_of(outline, wide + 1, high) is None
    assert hexagon_of(outline[:-2] + (("Z",),), wide, high) is None
    assert hexagon_of((("M", 0, 0), ("C", 1, 1, 2, 2, 3, 3), ("Z",)), 3, 3) is None


def test_a_hexagon_is_widened_alike_on_all_sides() -> None:
    outline, wide, _ = hexagon(20)
    xs = [step[1] for step in widen(outline, 2) if len(step) > 1]
    assert (min(xs), max(xs)) == (pytest.approx(-2), pytest.approx(wide + 2))


def slow_cuts(trims: list[Rect]) -> int:
    """Cuts by walking along every line, a unit at a time."""
    cuts = 0
    for turned in (False, True):
        boxes = [Rect(r.y1, r.x1, r.y2, r.x2) if turned else r for r in trims]
        for at in range(12):
            going = False
            for x in range(12):
                if any(r.x1 <= x < r.x2 and r.y1 < at < r.y2 for r in boxes):
                    going = False
                elif any(r.x1 <= x < r.x2 and at in (r.y1, r.y2) for r in boxes):
                    cuts += not going
                    going = True
    return cuts


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(1, 4), st.integers(1, 4)), max_size=6))
def test_straight_cuts_are_those_counted_by_walking(boxes: list[tuple[int, int, int, int]]) -> None:
    trims: list[Rect] = []
    for x, y, width, height in boxes:
        box = Rect(x, y, min(x + width, 11), min(y + height, 11))
        if box.x1 < box.x2 and box.y1 < box.y2 and not any(meet(box, other) for other in trims):
            trims.append(box)
    assert straight_cuts(trims) == slow_cuts(trims)


def test_nine_cards_take_eight_cuts_in_any_order() -> None:
    trims = [rect_of(slot) for slot in fit_grid(PAPERS["a4"], (63.0, 88.0)).slots]
    assert straight_cuts(trims) == 8
    assert {straight_cuts(list(order)) for order in list(permutations(trims[:4]))} == {straight_cuts(trims[:4])}
