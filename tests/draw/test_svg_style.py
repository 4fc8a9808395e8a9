"""The paint that elements inherit."""

from unittest import mock

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from tries import tries

from generator.core.choices import InkName
from generator.draw.marks.marks import IDENTITY, Layer, Matrix, Paint, Shape
from generator.draw.svg.painting import _look, paint_outline
from generator.draw.svg.parse import Element
from generator.draw.svg.reference import FULL_INK, Ink
from generator.draw.svg.style import GradientServer, Server, Style, is_property

Said = list[tuple[int, int, str, str]]


def read(parent: Style | None = None, **attributes: str) -> tuple[Style, Said]:
    said: Said = []
    named = {name.replace("_", "-"): value for name, value in attributes.items()}
    element = Element("g", named, [], 3, 5)
    return (parent or Style()).read(element, lambda *problem: said.append(problem)), said


def paint(style: Style, scale: float = 1.0) -> Paint | None:
    """The paint of a shape in that style."""
    mark = paint_outline((("M", 0.0, 0.0), ("L", 1.0, 1.0)), style, (scale, 0.0, 0.0, scale, 0.0, 0.0))
    assert mark is None or isinstance(mark, Shape)
    return None if mark is None else mark.paint


said_values = st.one_of(
    st.tuples(st.sampled_from(["fill", "stroke", "color"]), st.sampled_from(["none", "#f00", "#0f08", "currentColor"])),
    st.tuples(st.just("stroke-width"), st.sampled_from(["0.5", "-0", "0", "2mm", "wide", "-1"])),
    st.tuples(st.just("stroke-dashoffset"), st.sampled_from(["-0", "0", "1.5"])),
    st.tuples(st.just("stroke-dasharray"), st.sampled_from(["none", "1 0", "1 -0", "2,1,3"])),
    st.tuples(st.sampled_from(["opacity", "fill-opacity"]), st.sampled_from(["1", "-0", "0.5", "150%", "x"])),
    st.tuples(st.sampled_from(["fill", "clip-path", "mask"]), st.sampled_from(["url(#a)", "url(b)", "none"])),
    st.tuples(st.sampled_from(["display", "visibility"]), st.sampled_from(["none", "hidden", "visible"])),
    st.tuples(st.just("data-tint"), st.sampled_from(["", "sky", "sea"])),
    st.tuples(st.just("style"), st.sampled_from(["fill:#123;odd:1", "stroke:red;stroke-width:.3", "opacity:.5"])),
    st.tuples(st.just("paint-order"), st.just("stroke")),
)
generations = st.lists(st.lists(said_values, max_size=4).map(dict), min_size=1, max_size=4)
inks = st.sampled_from([FULL_INK, Ink(InkName.colour, palette=(("sky", "#00f"),)), Ink(InkName.low, 0.6)])
FADING = GradientServer(False, (0.0, 0.0, 1.0, 0.0), IDENTITY, ((0.0, "#ff0000", 1.0), (1.0, "#0000ff", 0.5)))
SERVERS = [FADING, FADING._replace(points=(-0.0, 0.0, 1.0, 0.0)), ("#aabbcc", 0.5), None]


@pytest.mark.slow
@given(inks, st.lists(generations, min_size=2, max_size=3), st.sampled_from(SERVERS))
@settings(max_examples=tries(200))
def test_styles_that_were_read_before_are_those_that_are_read_anew(
    ink: Ink, families: list[list[dict[str, str]]], server: Server | None
) -> None:
    matrices: list[Matrix] = [IDENTITY, (2.0, 0.0, 0.0, 1.0, 3.0, 4.0), (0.6, 0.8, -0.8, 0.6, 0.0, 1.0)]
    path = (("M", 0.0, 0.0), ("L", 1.0, 2.0), ("C", 0.0, 1.0, 2.0, 2.0, 4.0, 4.0))
    for family in families:
        quick = plain = Style(ink=ink)
        for attributes in family:
            element = Element("g", attributes, [], 3, 5)
            told: tuple[Said, Said] = ([], [])
            quick = quick.read(element, lambda *said, told=told: told[0].append(said), lambda _name, _place: server)
            plain = plain._read(element, lambda *said, told=told: told[1].append(said), lambda _name, _place: server)
            assert repr((quick, told[0])) == repr((plain, told[1]))  # which tells 0.0 from -0.0
            for matrix in matrices:
                mark = paint_outline(path, quick, matrix)
                with mock.patch(
                    "generator.draw.svg.painting._plain_look", lambda style, *a: _look(style, (*a, 0, 0), ())
                ):
                    assert repr(paint_outline(path, plain, matrix)) == repr(mark)


def test_nothing_said_paints_as_svg_does() -> None:
    assert paint(Style()) == Paint(fill="#000000", stroke=None, width=0.0)
    style, _ = read(stroke="#f00")
    assert paint(style) == Paint("#000000", "#ff0000", 1.0, "butt", "miter", (), even_odd=False)


def test_attributes_are_read() -> None:
    style, said = read(
        fill="none",
        stroke="#abc",
        stroke_width="0.8",
        stroke_linecap="round",
        stroke_linejoin="bevel",
        stroke_dasharray="2, 1",
        fill_rule="evenodd",
    )
    assert said == []
    assert paint(style) == Paint(None, "#aabbcc", 0.8, "round", "bevel", (2, 1), even_odd=True)


def test_children_inherit_what_they_do_not_say() -> None:
    parent, _ = read(fill="#fff", stroke="#000", stroke_width="0.5")
    child, _ = read(parent, stroke_width="0.25", fill="inherit")
    assert child == Style("#ffffff", "#000000", 0.25, filled=True)
    assert read(parent)[0] is parent


def test_declarations_in_style_win_over_attributes() -> None:
    style, said = read(fill="#f00", style="fill: #0f0 ; stroke:#000;stroke-width:0.264583px;;")
    assert said == []
    assert (style.fill, style.stroke, style.width) == ("#00ff00", "#000000", 0.264583)


def test_a_style_as_inkscape_writes_it_is_read() -> None:
    style, said = read(
        style="font-variation-settings:normal;opacity:1;vector-effect:none;fill:#ffffff;fill-opacity:1;stroke:#000000;"
        "stroke-width:0.5;stroke-linecap:round;stroke-linejoin:round;stroke-miterlimit:4;stroke-dasharray:none;"
        "stroke-dashoffset:0;stroke-opacity:1;-inkscape-stroke:none;stop-color:#000000;stop-opacity:1;display:inline;"
        "paint-order:normal;marker:none;mix-blend-mode:normal;font-family:'A;b:c';-inkscape-font-specification:\"x;y\""
    )
    assert said == []
    assert style == Style("#ffffff", "#000000", 0.5, "round", "round", filled=True)


def test_an_odd_list_of_dashes_runs_twice() -> None:
    assert read(stroke_dasharray="1 2 3")[0].dash == (1, 2, 3, 1, 2, 3)
    assert read(stroke_dasharray="0 0")[0].dash == ()
    assert read(stroke_dasharray="none")[0].dash == ()


def test_lengths_of_paint_scale_and_a_stroke_without_width_is_none() -> None:
    style, _ = read(stroke="#000", stroke_width="2", stroke_dasharray="3 1")
    scaled = paint(style, 0.5)
    assert scaled is not None
    assert (scaled.width, scaled.dash) == (1.0, (1.5, 0.5))
    unseen, _ = read(stroke="#000", fill="none", stroke_width="0")
    assert paint(unseen) is None


def test_display_none_hides_all_inside() -> None:
    hidden, _ = read(display="none")
    assert paint(hidden) is None
    child, _ = read(hidden, display="inline", fill="#fff")
    assert paint(child) is None
    assert paint(read(style="display:none")[0]) is None


@each(
    ("name", "value", "hint"),
    [
        ("fill", "url(#gradient)", "plain colour"), ("stroke-width", "-1", ""), ("stroke-width", "5%", ""),
        ("stroke-linecap", "flat", ""), ("stroke-linejoin", "arcs", ""), ("stroke-dasharray", "1 -1", ""),
        ("stroke-dasharray", "1 , , 2", ""), ("fill-rule", "odd", ""), ("opacity", "half", ""),
        ("stroke-dashoffset", "5%", ""), ("stroke-miterlimit", "0.5", ""), ("visibility", "gone", ""),
        ("paint-order", "stroke then fill", ""), ("filter", "url(#f)", ""), ("mask", "url(#m)", "cut"),
        ("clip-path", "url(#c)", "cut"), ("marker-end", "url(#a)", "arrow"),
        ("vector-effect", "other", ""), ("mix-blend-mode", "multiply", ""),
    ],
)  # fmt: skip
@each("as_style", [False, True])
def test_what_would_change_the_picture_is_refused(name: str, value: str, hint: str, as_style: bool) -> None:
    attributes = {"style": f"{name}:{value}"} if as_style else {name: value}
    style, said = read(None, **attributes)
    assert [problem[:2] for problem in said] == [(3, 5)]
    assert said[0][2].startswith(f"{name}: ")
    assert hint in said[0][3]
    assert style == Style()


def test_the_one_value_that_changes_nothing_is_read_however_it_is_written() -> None:
    assert read(opacity="1.0", stroke_dashoffset="0px", stroke_miterlimit="4.00", stroke_opacity=" 1 ")[1] == []


def test_unknown_properties_in_style_are_refused_and_all_are_reported() -> None:
    _, said = read(style="transform:scale(2);fil:#fff;fill;opacity:x")
    assert [problem[2].split()[0] for problem in said] == ["'transform'", "'fil'", "'fill'", "opacity:"]


def test_properties_that_shapes_never_show_are_known() -> None:
    assert all(map(is_property, ["fill", "opacity", "style", "font-size", "text-anchor", "shape-rendering", "color"]))
    assert not any(map(is_property, ["transform-origin", "onclick", "pathLength", "shape-outside"]))


def test_what_is_not_inherited_is_not_handed_on() -> None:
    parent, _ = read(opacity=".5", fill_opacity=".25")
    assert (parent.effect.opacity, parent.fill_opacity) == (0.5, 0.25)
    assert (read(parent)[0].effect.opacity, read(parent)[0].fill_opacity) == (1.0, 0.25)


def test_opacity_is_a_shapes_own_where_it_has_one_paint_and_a_layers_where_it_has_two() -> None:
    path = (("M", 0.0, 0.0), ("L", 1.0, 1.0))
    one = paint_outline(path, read(opacity=".5", fill="#f008")[0], IDENTITY)
    assert isinstance(one, Shape)
    assert one.paint.fill_opacity == pytest.approx(0.5 * 0x88 / 255)
    two = paint_outline(path, read(opacity=".5", stroke="#000")[0], IDENTITY)
    assert isinstance(two, Layer)
    assert two.opacity == 0.5


def test_the_current_colour_is_that_of_whoever_paints_with_it() -> None:
    parent, _ = read(fill="currentColor", color="#00f")
    assert paint(parent) == Paint("#0000ff", None, 0.0)
    assert paint(read(parent, color="red")[0]) == Paint("#ff0000", None, 0.0)
