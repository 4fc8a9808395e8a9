"""Basic shapes as paths, and the marks they make."""

import math

import pytest
from each import each

from generator.draw.marks.marks import Matrix, PlacedDrawing, Shape, moved
from generator.draw.svg.parse import Element
from generator.draw.svg.shapes import check_attributes, element_matrix, shape, shape_path
from generator.draw.svg.style import Style

Said = list[tuple[int, int, str, str]]
LINES = Style(fill=None, stroke="#000000", width=0.5, cap="round", dash=(2.0, 1.0))


def element(tag: str, **attributes: str) -> Element:
    return Element(tag, attributes, [], 3, 5)


def unwanted(line: int, column: int, message: str, hint: str) -> None:
    pytest.fail(f"{line}:{column}: {message} ({hint})")


def outline(tag: str, **attributes: str) -> tuple[list[str], list[float]]:
    said: Said = []
    path = shape_path(element(tag, **attributes), lambda *problem: said.append(problem))
    assert said == []
    return [step[0] for step in path], [value for step in path for value in step[1:]]


def faults(tag: str, **attributes: str) -> list[str]:
    said: Said = []
    assert shape_path(element(tag, **attributes), lambda *problem: said.append(problem)) == ()
    assert all(problem[:2] == (3, 5) for problem in said)
    return [problem[2] for problem in said]


def test_a_rectangle_runs_clockwise_from_its_top_left() -> None:
    assert outline("rect", x="1", y="2", width="10", height="5") == (
        ["M", "L", "L", "L", "Z"],
        [1, 2, 11, 2, 11, 7, 1, 7],
    )


def test_round_corners_take_the_other_radius_and_at_most_half_the_side() -> None:
    letters, values = outline("rect", width="10", height="4", rx="3")
    assert "".join(letters) == "MLCLCLCLCZ"
    assert values[:4] == [3, 0, 7, 0]
    assert values[8:10] == [10, 2]  # ry is 3 too, but half of 4 is all there is
    assert outline("rect", width="10", height="4", ry="3") == (letters, values)
    assert outline("rect", width="10", height="4", rx="0", ry="3")[0] == ["M", "L", "L", "L", "Z"]


def test_a_circle_starts_at_three_o_clock_and_turns_clockwise() -> None:
    letters, values = outline("circle", cx="10", cy="20", r="5")
    assert letters == ["M", "C", "C", "C", "C", "Z"]
    assert values[:2] == [15, 20]
    ends = [values[index : index + 2] for index in (6, 12, 18, 24)]
    assert [pytest.approx(end) for end in ends] == [[10, 25], [5, 20], [10, 15], [15, 20]]
    assert outline("ellipse", cx="10", cy="20", rx="5", ry="5") == (letters, values)


def test_lines_and_polygons_are_straight() -> None:
    assert outline("line", x1="1", x2="5", y2="6") == (["M", "L"], [1, 0, 5, 6])
    assert outline("polyline", points="1,2 3,4 5-6") == (["M", "L", "L"], [1, 2, 3, 4, 5, -6])
    assert outline("polygon", points="1 2,3 4") == (["M", "L", "Z"], [1, 2, 3, 4])


@each(
    "nothing",
    [
        element("rect", width="0", height="5"),
        element("circle", r="0"),
        element("ellipse", rx="5", ry="0"),
        element("polygon", points=""),
        element("path", d=""),
    ],
)
def test_shapes_without_size_draw_nothing(nothing: Element) -> None:
    assert shape(nothing, LINES, (1, 0, 0, 1, 0, 0), unwanted) is None


def test_every_wrong_length_of_a_shape_is_reported() -> None:
    assert faults("rect", x="a", width="-1", height="5%") == [
        "<rect> x: 'a' is not a number, alone or with mm, cm, in, pt or px",
        "<rect> width: -1 is negative",
        "<rect> height: '5%' is not a number, alone or with mm, cm, in, pt or px",
    ]


def test_a_shape_without_its_size_is_reported() -> None:
    assert faults("rect", width="1") == ["<rect> has no height"]
    assert faults("ellipse") == ["<ellipse> has no rx and no ry"]
    assert faults("path") == ["<path> has no d"]
    assert faults("circle", r="-2") == ["<circle> r: -2 is negative"]


def test_malformed_data_is_reported_with_its_element() -> None:
    assert faults("path", d="M1") == ["<path> d: M takes 2 numbers at a time, but has 1: 'M1'"]
    assert faults("polyline", points="1 2 3") == ["<polyline> points: 3 numbers do not make pairs"]


def test_attributes_of_no_shape_are_reported() -> None:
    said: Said = []
    known = {"id": "a", "class": "b", "data-field": "c", "aria-label": "d", "fill": "#fff", "font-size": "3", "r": "1"}
    unknown = {"onclick": "x", "width": "1", "viewBox": "3"}
    check_attributes(Element("circle", {**known, **unknown}, [], 3, 5), lambda *problem: said.append(problem))
    assert [problem[2] for problem in said] == [
        f"<circle> has an attribute {name}, which is not read" for name in unknown
    ]


def test_transforms_lie_inside_one_another() -> None:
    found = element_matrix(element("g", transform="scale(2)"), (1, 0, 0, 1, 10, 0), unwanted)
    assert found == (2, 0, 0, 2, 10, 0)


@pytest.mark.parametrize("transform", ["spin(3)", "scale(1000000) scale(1000000)", " ".join(["scale(9999)"] * 99)])
def test_wrong_transforms_are_reported(transform: str) -> None:
    said: Said = []
    outer = (1.0, 0.0, 0.0, 1.0, 10.0, 0.0)
    assert element_matrix(element("g", transform=transform), outer, lambda *problem: said.append(problem)) == outer
    assert [problem[2].split()[0] for problem in said] == ["transform:"]


@each(
    ("matrix", "scale"),
    [
        ((3, 0, 0, 3, 1, 1), 3),
        ((0, 2, -2, 0, 0, 0), 2),
        ((-2, 0, 0, 2, 0, 0), 2),
        ((3 * math.cos(1), 3 * math.sin(1), 3 * math.sin(1), -3 * math.cos(1), 0, 0), 3),
    ],
)
def test_even_scaling_goes_into_path_and_stroke(matrix: Matrix, scale: float) -> None:
    found = shape(element("line", x2="4"), LINES, matrix, unwanted)
    assert isinstance(found, Shape)
    assert found.path == moved((("M", 0, 0), ("L", 4, 0)), matrix)
    assert found.paint.width == pytest.approx(0.5 * scale)
    assert found.paint.dash == pytest.approx((2 * scale, scale))


@pytest.mark.parametrize("matrix", [(3, 0, 0, 1, 0, 0), (1, 0, 0.5, 1, 0, 0), (2, 1, 1, 2, 0, 0)])
def test_uneven_scaling_of_a_stroke_stays_a_matrix(matrix: Matrix) -> None:
    found = shape(element("line", x2="4"), LINES, matrix, unwanted)
    assert isinstance(found, PlacedDrawing)
    assert found.matrix == matrix
    (inner,) = found.drawing.marks
    assert isinstance(inner, Shape)
    assert (inner.path, inner.paint.width) == ((("M", 0, 0), ("L", 4, 0)), 0.5)


def test_uneven_scaling_without_a_stroke_goes_into_the_path() -> None:
    found = shape(element("rect", width="2", height="2"), Style(), (3, 0, 0, 1, 0, 5), unwanted)
    assert isinstance(found, Shape)
    assert found.path == (("M", 0, 5), ("L", 6, 5), ("L", 6, 7), ("L", 0, 7), ("Z",))


def test_a_matrix_that_flattens_draws_nothing() -> None:
    assert shape(element("rect", width="2", height="2"), LINES, (1, 2, 2, 4, 0, 0), unwanted) is None


def test_subpaths_without_length_become_dots_under_round_caps_only() -> None:
    data = "M1 1h0M2 2zM3 3M4 4l0 0 0 0M5 5h0h1"
    found = shape(element("path", d=data), LINES, (2, 0, 0, 2, 0, 0), unwanted)
    assert isinstance(found, Shape)
    assert [step[0] for step in found.path] == list("MLMLMMLMLL")
    assert [step[1:] for step in found.path[1::2]][:2] == [pytest.approx((2.001, 2)), pytest.approx((4.001, 4))]
    assert found.path[-3:] == (("M", 10, 10), ("L", 10, 10), ("L", 12, 10))
    butt = shape(element("path", d=data), Style(stroke="#000000"), (1, 0, 0, 1, 0, 0), unwanted)
    assert isinstance(butt, Shape)
    assert butt.path[1] == ("L", 1, 1)
