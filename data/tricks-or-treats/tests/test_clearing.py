"""What stands round a grown house finds the same room as where every place is asked for by itself."""

from collections.abc import Iterator
from math import ceil, floor
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tries import tries

from generator.games.pen import Pen, PenPart, PenPath, PenPoint, curve, oval, polygon, read
from play.houses.clearing import CELL, CELLS, GAP, Clearing, Patch

WITHIN = (0.7, 4.1, 39.3, 36.0)

Cells = set[tuple[int, int]]  # row and column


def cells(bounds: Patch) -> Cells:
    rows = range(max(0, floor(bounds[1] / CELL)), min(CELLS, ceil(bounds[3] / CELL)))
    columns = range(max(0, floor(bounds[0] / CELL)), min(CELLS, ceil(bounds[2] / CELL)))
    return {(row, column) for row in rows for column in columns}


def line(start: PenPoint, end: PenPoint) -> Iterator[PenPoint]:
    steps = max(1, ceil(abs(end[1] - start[1]) / CELL))
    for step in range(1, steps + 1):
        yield start[0] + (end[0] - start[0]) * step / steps, start[1] + (end[1] - start[1]) * step / steps


def on_curve(start: PenPoint, points: tuple[PenPoint, ...], share: float) -> PenPoint:
    rest = 1 - share
    weights = rest**3, 3 * rest * rest * share, 3 * rest * share * share, share**3
    x, y = (sum(weight * p[axis] for weight, p in zip(weights, (start, *points), strict=True)) for axis in (0, 1))
    return x, y


def outline(part: PenPart) -> Iterator[PenPoint]:
    """Points along a part as it is written, no two of them more than about a cell apart."""
    here = start = (0.0, 0.0)
    for name, points in read(part.d):
        if name == "M":
            here = start = points[0]
            yield here
            continue
        ends = [on_curve(here, points, number / 4) for number in range(1, 5)] if name == "C" else points or (start,)
        for end in ends:
            yield from line(here, end)
            here = end


def covered(part: PenPart) -> Cells:
    """The cells of each row from the leftmost to the rightmost point in it, and half the line's width beside."""
    rows: dict[int, list[float]] = {}
    for x, y in outline(part):
        rows.setdefault(floor(y / CELL), []).append(x)
    pen = part.width / 2
    found: Cells = set()
    for row, xs in rows.items():
        found |= cells((min(xs) - pen, row * CELL, max(xs) + pen, (row + 1) * CELL))
    return found


def taken(clearing: Clearing) -> Cells:
    return {(row, column) for row, bits in enumerate(clearing.rows) for column in range(CELLS) if bits >> column & 1}


def is_free(known: Cells, bounds: Patch) -> bool:
    left, top, right, bottom = bounds
    inside = WITHIN[0] <= left and WITHIN[1] <= top and right <= WITHIN[2] and bottom <= WITHIN[3]
    return inside and not known & cells((left - GAP, top - GAP, right + GAP, bottom + GAP))


NUMBER = st.floats(-6, 46, allow_nan=False)
POINT = st.tuples(NUMBER, NUMBER)
PATH = st.one_of(
    st.lists(POINT, min_size=2, max_size=6).map(lambda points: polygon(*points)),
    st.tuples(POINT, POINT, POINT, POINT).map(lambda points: curve(*points)),
    st.tuples(NUMBER, NUMBER, st.floats(0.1, 12)).map(lambda found: oval(*found)),
)
PATCH = st.tuples(NUMBER, NUMBER, st.floats(0, 20), st.floats(0, 20)).map(
    lambda found: (found[0], found[1], found[0] + found[2], found[1] + found[3])
)
REACH = st.floats(0.1, 6)
ROOM = st.tuples(REACH, REACH, REACH, REACH).map(lambda far: (-far[0], -far[1], far[2], far[3]))


@settings(max_examples=tries(40), deadline=None)
@given(st.lists(st.tuples(PATH, st.sampled_from((0.0, 0.25, 0.8))), max_size=4), st.integers(0, 99))
def test_a_shape_takes_the_cells_between_its_sides(paths: list[tuple[PenPath, float]], lean: int) -> None:
    pen, clearing = Pen(lean / 20, 0.4, lean / 300, 1.0), Clearing()
    for path, width in paths:
        pen.draw(path, width, straight=lean % 2 == 0)
    clearing.cover(pen.parts)
    assert taken(clearing) == set[tuple[int, int]]().union(*map(covered, pen.parts))


@pytest.mark.slow
@settings(max_examples=tries(40), deadline=None)
@given(st.lists(PATCH, max_size=5), ROOM, st.integers(0, 2**32))
def test_places_are_free_that_are_free_one_by_one(patches: list[Patch], room: Patch, seed: int) -> None:
    clearing, rng = Clearing(), Random(seed)
    for patch in patches:
        clearing.take(patch)
    known = taken(clearing)
    assert known == set[tuple[int, int]]().union(*map(cells, patches))
    places = [(x / 2, y / 2) for x in range(-4, 84, 3) for y in range(-4, 84, 5)]
    places += [(rng.uniform(-2, 42), rng.uniform(-2, 42)) for _ in range(20)]
    rng.shuffle(places)
    left, up, right, down = room
    free = [
        place for place in places if is_free(known, (place[0] + left, place[1] + up, place[0] + right, place[1] + down))
    ]
    assert list(clearing.free(room, places, WITHIN)) == free
