"""Boxes of paper: what lies in them decides their size, and what is cut out folds into a box."""

from hypothesis import given
from hypothesis import strategies as st

from generator.model.containers import FORMS, GLUE, LEAST_DEPTH, Container, Net

SIZES = {"cards": (63.0, 88.0), "tokens": (30.0, 30.0), "boards": (120.0, 70.0)}


def test_a_box_is_as_deep_as_the_pile_in_it() -> None:
    net = Container("tuck", ("cards",), 0.25).net({"cards": 78}, SIZES)
    assert (net.width, net.height, net.depth) == (65, 90, 21)  # 78 x 0.25 = 19.5 mm, and 1 mm of air
    assert Container("tuck", ("cards",), 0.5).net({"cards": 78}, SIZES).depth == 40


def test_a_sleeve_makes_a_box_wider_and_higher() -> None:
    net = Container("tuck", ("cards",), 0.4, sleeve=3).net({"cards": 78}, SIZES)
    assert (net.width, net.height, net.depth) == (68, 93, 33)  # sleeves of 66 x 91 mm


def test_kinds_of_several_sizes_are_one_pile_lying_the_long_way() -> None:
    net = Container("tuck", ("cards", "tokens", "boards"), 0.3).net({"cards": 10, "tokens": 20, "boards": 0}, SIZES)
    assert (net.width, net.height, net.depth) == (65, 90, 10)  # boards are in no such box
    assert Container("tuck", ("boards",)).net({"boards": 1}, SIZES).height == 122


def test_an_envelope_lies_so_that_it_fits_the_paper() -> None:
    net = Container("envelope", ("boards",)).net({"boards": 2}, SIZES)
    assert (net.width, net.height) == (122, 72)


def test_an_empty_box_can_still_be_folded() -> None:
    assert Container("tuck", ("cards",)).net({}, SIZES).depth == LEAST_DEPTH


nets = st.builds(
    Net, st.sampled_from(FORMS), st.integers(10, 200), st.integers(10, 300), st.integers(LEAST_DEPTH, 80)
)  # whole mm, as they are


@given(nets)
def test_all_of_it_lies_on_its_sheet(net: Net) -> None:
    width, height = net.size
    for x, y in net.outline:
        assert 0 <= x <= width
        assert 0 <= y <= height
    assert {min(x for x, _ in net.outline), max(x for x, _ in net.outline)} == {0, width}
    assert {min(y for _, y in net.outline), max(y for _, y in net.outline)} == {0, height}


@given(nets)
def test_panels_lie_apart_and_inside_the_outline(net: Net) -> None:
    panels = [*net.panels, *net.flaps]
    for number, one in enumerate(panels):
        for other in panels[number + 1 :]:
            apart_x = one.x + one.width <= other.x + 1e-9 or other.x + other.width <= one.x + 1e-9
            apart_y = one.y + one.height <= other.y + 1e-9 or other.y + other.height <= one.y + 1e-9
            assert apart_x or apart_y
        middle = one.x + one.width / 2, one.y + one.height / 2
        assert inside(middle, net.outline), one.name


@given(nets)
def test_the_outline_crosses_itself_nowhere(net: Net) -> None:
    edges = list(zip(net.outline, (*net.outline[1:], net.outline[0]), strict=True))
    for number, one in enumerate(edges):
        for other in edges[number + 2 :]:
            if one[0] != other[1]:
                assert not crosses(one, other), (one, other)


@given(nets)
def test_folds_lie_on_the_sheet_and_run_along_an_axis(net: Net) -> None:
    for x, y, to_x, to_y in net.folds:
        assert (x == to_x) != (y == to_y)
        assert inside(((x + to_x) / 2, (y + to_y) / 2), net.outline)


@given(nets.filter(lambda net: net.form == "tuck"))
def test_a_tuck_box_closes(net: Net) -> None:
    widths = {panel.name: panel.width for panel in net.panels}
    assert widths["front"] == widths["back"] == widths["top"] == net.width
    assert widths["side"] == net.depth
    assert net.size[0] == GLUE + 2 * (net.width + net.depth)  # once round, and the flap


Point = tuple[float, float]


def inside(point: Point, polygon: tuple[Point, ...]) -> bool:
    x, y = point
    found = False
    for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            found = not found
    return found


def crosses(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    def turn(a: Point, b: Point, c: Point) -> float:
        area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        return 0.0 if abs(area) < 1e-6 else area

    (a, b), (c, d) = one, other
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0
