"""Places on boards, each beside a slow way to the same: steps from neighbour to neighbour, names counted out."""

from itertools import islice, pairwise, product
from math import dist, isclose, pi

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from generator.core.places import Grid, Place, address, along, border, edge, link, read_address, ring

GRIDS = [Grid(pointed=pointed, shift=shift) for pointed, shift in product((False, True), ("even", "odd"))]
UNITS = st.integers(1, 40)
FORMS = ("A1", "a1", "1A", "0101", "001001", "1.1", "01-01", "AA", "A-A", "A01")


@given(st.sampled_from(GRIDS), UNITS, UNITS)
def test_neighbours_of_a_hex_share_its_sides(grid: Grid, column: int, row: int) -> None:
    here = grid.place(column + 1, row + 1)
    around = [grid.place(column + 1 + a, row + 1 + b) for a, b in product((-1, 0, 1), repeat=2) if (a, b) != (0, 0)]
    near = [place for place in around if isclose(dist((place.x, place.y), (here.x, here.y)), grid.size)]
    assert len(near) == 6
    middles = {(round(edge(here, side).x, 6), round(edge(here, side).y, 6)) for side in here.sides}
    assert middles == {(round((place.x + here.x) / 2, 6), round((place.y + here.y) / 2, 6)) for place in near}


@each("grid", [*GRIDS, Grid(is_hex=False)])
def test_a_board_begins_at_its_corner_and_its_sides_lie_where_they_are_called(grid: Grid) -> None:
    at = grid._replace(columns=3, rows=4, x=7.0, y=9.0)
    corners = [corner for place in at.places() for corner in place.corners]
    assert isclose(min(x for x, _ in corners), 7, abs_tol=1e-9)
    assert isclose(min(y for _, y in corners), 9, abs_tol=1e-9)
    place = at.place(2, 2)
    for side in place.sides:
        line = edge(place, side)
        assert ("n" in side) == (line.y < place.y - 1e-9)
        assert ("s" in side) == (line.y > place.y + 1e-9)
        assert ("w" in side) == (line.x < place.x - 1e-9)
        assert ("e" in side) == (line.x > place.x + 1e-9)


@given(st.sampled_from(FORMS), UNITS, UNITS)
def test_an_address_is_counted_out_and_read_back(form: str, column: int, row: int) -> None:
    if form == "AA":
        column, row = min(column, 26), min(row, 26)
    letters = ("".join(word) for size in (1, 2) for word in product("ABCDEFGHIJKLMNOPQRSTUVWXYZ", repeat=size))
    names = list(islice(letters, 40))
    text = address(column, row, form)
    assert read_address(text, form) == (column, row)
    if form == "A1":
        assert text == f"{names[column - 1]}{row}"
        for other in (text.lower(), text.replace(str(row), f"0{row}")):  # texts are compared as they stand
            with pytest.raises(ValueError, match="is not an address"):
                read_address(other)
    if form == "0101":
        assert text == f"{column:02}{row:02}"
        assert read_address(text) == (column, row)


@given(st.sampled_from(GRIDS), UNITS, UNITS)
def test_a_row_of_slanting_addresses_is_a_straight_line(grid: Grid, column: int, row: int) -> None:
    slanting = grid._replace(diagonal=True)
    place = slanting.place(column, row)
    assert slanting.at(place.address) == place
    names = {(read_address(each.address), round(each.x, 6), round(each.y, 6)) for each in _near(slanting, place)}
    (first, second), along_row = read_address(place.address), 0 if grid.pointed else 1
    line = [(x, y) for name, x, y in names if name[along_row] == (first, second)[along_row]]
    assert all(
        isclose(dist(a, (place.x, place.y)) * 2, dist(a, (2 * place.x - a[0], 2 * place.y - a[1]))) for a in line
    )
    slopes = {round(abs(link((place.x, place.y), point).upright), 3) for point in line}
    assert slopes <= {60.0, 30.0}


def _near(grid: Grid, place: Place) -> list[Place]:
    column, row = place.column, place.row
    spots = product(range(max(1, column - 1), column + 2), range(max(1, row - 1), row + 2))
    return [grid.place(*spot) for spot in spots if spot != (column, row)]


@given(st.sampled_from(GRIDS), st.sets(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=1))
def test_a_border_is_where_a_region_ends(grid: Grid, spots: set[tuple[int, int]]) -> None:
    sides = sum(len(grid.neighbours(*spot) - spots) for spot in spots)
    assert border([grid.place(*spot) for spot in spots]).count("M") == sides


@each("side", [1, 2, 3, 6, 7])
@each("pointed", [False, True])
def test_a_board_that_is_a_hexagon_has_rings_of_six(side: int, pointed: bool) -> None:
    grid = Grid(side=side, pointed=pointed, shift="even" if side % 2 else "odd")
    places = list(grid.places())
    assert len(places) == 1 + sum(6 * ring for ring in range(1, side))
    middle = grid.place(side, side)
    far = max(dist((place.x, place.y), (middle.x, middle.y)) for place in places)
    assert isclose(far, (side - 1) * grid.size, abs_tol=1e-9)


@each(
    ("form", "text", "told"),
    [
        ("", "0", "the first one is A1 or 0101"),
        ("0101", "C4", "the first one is 0101"),
        ("0101", "101", "the first one is 0101"),
        ("B7", "B7", "no form of addresses"),
    ],
)
def test_what_is_no_address_is_told(form: str, text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_address(text, form)


@each(
    ("grid", "text"),
    [(Grid(columns=6, rows=9), "0610"), (Grid(columns=6), "0701"), (Grid(side=3), "0101"), (Grid(), "0001")],
)
def test_a_place_that_is_not_on_the_board_is_told(grid: Grid, text: str) -> None:
    with pytest.raises(ValueError, match=f"{text} is not on the board"):
        grid.at(text)


def test_numbers_that_an_address_has_no_room_for_are_told() -> None:
    with pytest.raises(ValueError, match="100 is too large for addresses such as 0101"):
        address(100, 1, "0101")


@given(
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=2, max_size=6, unique=True),
    st.integers(2, 9),
    st.booleans(),
)
def test_steps_on_a_track_are_even(points: list[tuple[int, int]], count: int, closed: bool) -> None:
    """The slow way walks the line in a thousand small steps a leg, and counts out how far it has come."""
    walked, far, line = [], 0.0, [*points, points[0]] if closed else points
    for (ax, ay), (bx, by) in pairwise(line):
        walked += [
            (far + dist((ax, ay), (bx, by)) * n / 1000, ax + (bx - ax) * n / 1000, ay + (by - ay) * n / 1000)
            for n in range(1001)
        ]
        far += dist((ax, ay), (bx, by))
    steps = along(points, count, closed=closed)
    for number, step in enumerate(steps):
        wanted = far * number / (count if closed else count - 1)
        nearest = min(walked, key=lambda at: abs(at[0] - wanted))
        assert dist(nearest[1:], (step.x, step.y)) < 0.05
    assert [step.number for step in steps] == list(range(1, count + 1))


def test_a_ring_goes_round_clockwise_from_the_top() -> None:
    steps = ring(4, 10, 50, 60)
    assert [(round(step.x), round(step.y), step.angle) for step in steps] == [
        (50, 50, 0),
        (60, 60, 90),
        (50, 70, 180),
        (40, 60, 270),
    ]
    many = ring(720, 1)
    assert isclose(
        sum(dist(a[1:3], b[1:3]) for a, b in zip(many, [*many[1:], many[0]], strict=True)), 2 * pi, rel_tol=1e-4
    )


def test_a_link_ends_before_its_places() -> None:
    line = link((0, 0), (30, 40), 5, 15)
    assert (line.x1, line.y1, line.x2, line.y2, line.length) == (3, 4, 21, 28, 30)
    assert isclose(link((30, 40), (0, 0)).upright, line.angle)
    with pytest.raises(ValueError, match="50 mm apart"):
        link((0, 0), (30, 40), 26)
    with pytest.raises(ValueError, match="it has n, e, s, w"):
        edge(Grid(is_hex=False).place(1, 1), "ne")
