"""Plots: what they show is what they were given, and they can be read as SVG whatever they are given."""

import math
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.lab.plots.bars import ShareBar, share_bars
from generator.lab.plots.cost_curve import CurveSort, Spot, curve
from generator.lab.plots.heat import heat_map
from generator.lab.plots.histogram import MOST_BARS, binned, histogram
from generator.lab.plots.svg import Scale, number, step_for, tag, text_of, ticks

HOSTILE = "<script>alert(1)</script> & \"'\x1b[31m\u202e"
numbers = st.one_of(st.integers(-30, 60).map(float), st.floats(-1e6, 1e6).map(lambda value: round(value, 3)))
counts = st.lists(st.tuples(numbers, st.integers(1, 500)), min_size=1, max_size=30, unique_by=lambda pair: pair[0])


def read(svg: str) -> ET.Element:
    """The plot as XML, all of whose numbers are numbers."""
    root = ET.fromstring(svg)
    for element in root.iter():
        for name in ("x", "y", "width", "height", "cx", "cy", "r"):
            if name in element.attrib:
                assert math.isfinite(float(element.attrib[name]))
        assert "nan" not in element.attrib.get("d", "")
        assert "inf" not in element.attrib.get("d", "")
    return root


def bars(svg: str, name: str = "bar") -> list[ET.Element]:
    return [element for element in read(svg).iter("rect") if element.attrib.get("class") == name]


@pytest.mark.slow
@settings(max_examples=50)
@given(counts)
def test_a_histogram_holds_all_that_it_was_given(values: list[tuple[float, int]]) -> None:
    found = binned(values)
    assert sum(often for _, _, often in found) == sum(often for _, often in values)
    for (_, end, _), (start, _, _) in pairwise(found):
        assert math.isclose(end, start, abs_tol=1e-9 * max(1.0, abs(end)))
    svg = histogram(values, "size", "components", 1.0)
    drawn = bars(svg)
    told = [int((bar.findtext("title") or "").rpartition(": ")[2]) for bar in drawn]
    assert told == [often for _, _, often in found if often]
    heights = [float(bar.attrib["height"]) for bar in drawn]
    for height, often in zip(heights, told, strict=True):  # heights are to one another as counts
        assert height * max(told) == pytest.approx(max(heights) * often, rel=0.02, abs=0.02 * max(told))


def test_few_whole_numbers_have_a_bar_each_and_many_share_them() -> None:
    assert binned([(1, 2), (3, 1)]) == [(0.5, 1.5, 2), (1.5, 2.5, 0), (2.5, 3.5, 1)]
    many = [(float(value), 1) for value in range(MOST_BARS + 100)]
    assert len(binned(many)) <= 25
    assert sum(often for _, _, often in binned(many)) == MOST_BARS + 100


@given(st.floats(1e-6, 1e9), st.integers(1, 20))
def test_a_step_is_round_and_cuts_no_finer_than_asked(span: float, most: int) -> None:
    step = step_for(span, most)
    assert span / step <= most * (1 + 1e-6)
    assert round(step / 10 ** math.floor(math.log10(step) + 1e-9), 6) in (1, 2, 5, 10)


def test_ticks_stand_at_round_values() -> None:
    assert ticks(0, 34, 4) == [0, 10, 20, 30]
    assert ticks(-4, 4, 11) == [-4, -3, -2, -1, 0, 1, 2, 3, 4]
    assert ticks(0, 3, 11, whole=True) == [0, 1, 2, 3]
    assert Scale(0, 10, 100, 200).place(5) == 150
    assert Scale(3, 3, 100, 200).place(3) == 100


def test_bars_end_where_their_share_does_and_strokes_where_it_is_wanted() -> None:
    svg = share_bars([ShareBar("gain", 60, 0.6, 0.5), ShareBar("loss", 40, 0.4, 0.5)], "effects", 0.04)
    gain, loss = (float(bar.attrib["width"]) for bar in bars(svg))
    assert gain / loss == pytest.approx(1.5, rel=0.01)
    assert len(bars(svg, "band")) == 2
    assert "6.3 %" in share_bars([ShareBar("a", 1, 1 / 16)], "x")  # as in the tables
    strokes = [element.attrib["d"] for element in read(svg).iter("path") if element.attrib.get("class") == "mark"]
    left = float(bars(svg)[0].attrib["x"])
    assert len(strokes) == 2
    for stroke in strokes:
        at = float(re.findall(r"M([0-9.]+)", stroke)[0])
        assert (at - left) / gain == pytest.approx(0.5 / 0.6, rel=0.01)


def test_a_cell_is_the_darker_the_more_it_holds() -> None:
    svg = heat_map(["a", "b"], ["1", "2", "3"], [[0, 1, 4], [9, 16, 0]], "sort", "cost", "components")
    cells = [float(cell.attrib["fill-opacity"]) for cell in bars(svg, "cell")]
    assert cells == sorted(cells)
    assert len(cells) == 4
    assert [text.text for text in read(svg).iter("text")].count("·") == 2


def test_points_lie_on_their_values_and_residuals_off_the_line() -> None:
    spots = [Spot(1, 1, 1, 0.0), Spot(2, 3, 4, 0.0), Spot(3, 9, 1, 4.0, ["mine"])]
    svg = curve([CurveSort("weapon", spots, (2.0, -1.0, 1.0)), CurveSort("mix", [Spot(2, 2, 1)])], "cost", "value")
    root = read(svg)
    circles = [element for element in root.iter("circle") if element.find("title") is not None]
    assert len(circles) == 3
    x = [float(circle.attrib["cx"]) for circle in circles if "1, 1" in (circle.findtext("title") or "")]
    assert x
    largest = max(circles, key=lambda circle: float(circle.attrib["r"]))
    assert "2, 3 (4)" in (largest.findtext("title") or "")
    assert "mine" in [text.text for text in root.iter("text")]
    assert "weapon" in [text.text for text in root.iter("text")]  # the legend
    names = {element.tag for element in root.iter() if "point" in element.attrib.get("class", "")}
    assert names == {"circle", "rect"}  # sorts differ in shape, not in hue alone


@settings(max_examples=40)
@given(st.lists(st.tuples(numbers, numbers, st.integers(1, 9)), min_size=1, max_size=12), st.integers(1, 8))
def test_any_points_make_a_plot(places: list[tuple[float, float, int]], sorts: int) -> None:
    parts = [
        CurveSort(f"s{sort}", [Spot(x, y, count, y / 2, [f"i{sort}"]) for x, y, count in places], (0.5, 1.0, 2.0))
        for sort in range(sorts)
    ]
    read(curve(parts, "x", "y"))


def test_what_a_stranger_wrote_is_text() -> None:
    plots = [
        histogram([(1, 1), (2, 2)], HOSTILE, HOSTILE, 1.5),
        share_bars([ShareBar(HOSTILE, 1, 1.0)], HOSTILE),
        heat_map([HOSTILE], [HOSTILE], [[1]], HOSTILE, HOSTILE, HOSTILE),
        curve([CurveSort(HOSTILE, [Spot(1, 1, 1, 0, [HOSTILE])], None), CurveSort("b", [Spot(1, 2, 1)])], HOSTILE, "y"),
    ]
    for svg in plots:
        assert not {element.tag for element in read(svg).iter()} & {"script"}
        assert all(sign.isprintable() or sign == "\n" for sign in svg)


def test_elements_are_written_short_and_safe() -> None:
    assert tag("rect", x=1.0, y=2.345, class_='a"b') == '<rect x="1" y="2.35" class="a&quot;b"/>'
    assert (number(0.001), number(-0.0001), number(12)) == ("0", "0", "12")
    assert text_of("a\u00a0b\x07<") == "a\u00a0b\\x07&lt;"
