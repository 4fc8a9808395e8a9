"""Cut lines are those of the printed page, to a micrometre, in SVG and in DXF."""

import math
import re
from pathlib import Path

import pytest
from each import each
from imposed import impose

from generator.core.choices import PAPERS, SIZES, CutterName, paper_size
from generator.draw.marks.fonts import load
from generator.draw.marks.marks import Face
from generator.sheet.cutters import CUTTERS, registration_marks
from generator.sheet.cutting import TOLERANCE, as_dxf, as_svg, cut_sheet, flattened, layout_key
from generator.sheet.grid import fit_grid
from generator.sheet.impose import Placeable
from generator.sheet.margin_text import sheet_label
from generator.sheet.page import Page, Placement

FONT = Path(__file__).parents[2] / "templates/common/fonts/barlow/Barlow_500Medium.ttf"
K = 0.5522847498
CIRCLE = (
    ("M", 20.0, 10.0),
    ("C", 20.0, 10 + 10 * K, 10 + 10 * K, 20.0, 10.0, 20.0),
    ("C", 10 - 10 * K, 20.0, 0.0, 10 + 10 * K, 0.0, 10.0),
    ("C", 0.0, 10 - 10 * K, 10 - 10 * K, 0.0, 10.0, 0.0),
    ("C", 10 + 10 * K, 0.0, 20.0, 10 - 10 * K, 20.0, 10.0),
    ("Z",),
)


def page_of(face: Face, count: int, size: tuple[float, float], gutter: float = 0.0) -> Page:
    grid = fit_grid(PAPERS["a4"], size, gutter=gutter)
    return Page(210, 297, tuple(Placement(slot, face, str(slot.number)) for slot in grid.slots[:count]))


def polylines(dxf: str) -> list[tuple[str, int, list[tuple[float, float]]]]:
    """A DXF read by a small parser of its own: layer, closed, points."""
    lines = dxf.splitlines()
    pairs = list(zip(map(int, lines[::2]), lines[1::2], strict=True))
    found: list[tuple[str, int, list[tuple[float, float]]]] = []
    for number, (code, value) in enumerate(pairs):
        if (code, value) == (0, "POLYLINE"):
            layer, closed = pairs[number + 1][1], int(pairs[number + 3][1])
            found.append((layer, closed, []))
        elif (code, value) == (0, "VERTEX"):
            found[-1][2].append((float(pairs[number + 2][1]), float(pairs[number + 3][1])))
    assert pairs[-1] == (0, "EOF")
    return found


def test_a_card_is_cut_along_its_slot() -> None:
    page = page_of(Face(63, 88, ()), 4, SIZES["poker"])
    lines = polylines(as_dxf(cut_sheet(page)))
    assert len(lines) == 4
    for (layer, closed, points), placement in zip(lines, page.placements, strict=True):
        slot = placement.slot
        assert (layer, closed, len(points)) == ("CUT", 1, 4)
        assert (min(x for x, _ in points), max(x for x, _ in points)) == (slot.x, slot.x + slot.width)
        assert min(297 - y for _, y in points) == pytest.approx(slot.y, abs=0.0005)
        assert max(297 - y for _, y in points) == pytest.approx(slot.y + slot.height, abs=0.0005)


def test_a_dxf_says_that_its_units_are_millimetres() -> None:
    assert "9\n$INSUNITS\n70\n4\n" in as_dxf(cut_sheet(page_of(Face(63, 88, ()), 1, SIZES["poker"])))


def test_a_circle_is_cut_round_within_the_tolerance() -> None:
    page = page_of(Face(20, 20, (), outline=CIRCLE), 6, (20, 20), gutter=3)
    for (_, closed, points), placement in zip(polylines(as_dxf(cut_sheet(page))), page.placements, strict=True):
        centre = (placement.slot.x + 10, 297 - placement.slot.y - 10)
        assert closed == 1
        assert len(points) > 20
        for (x, y), (u, v) in zip(points, [*points[1:], points[0]], strict=True):
            assert math.dist((x, y), centre) == pytest.approx(10, abs=0.01)
            assert math.dist(((x + u) / 2, (y + v) / 2), centre) > 10 - TOLERANCE


def test_folds_are_scored_on_a_layer_of_their_own() -> None:
    fold = (("M", 31.5, 0.0), ("L", 31.5, 88.0))
    sheet = cut_sheet(page_of(Face(63, 88, (), folds=(fold,)), 1, SIZES["poker"]))
    assert [(layer, closed) for layer, closed, _ in polylines(as_dxf(sheet))] == [("CUT", 1), ("FOLD", 0)]
    assert as_svg(sheet).count("<path") == 2


def test_the_svg_has_the_size_of_the_paper_and_the_lines_of_the_dxf() -> None:
    sheet = cut_sheet(page_of(Face(63, 88, ()), 2, SIZES["poker"]))
    svg = as_svg(sheet)
    assert 'width="210mm" height="297mm" viewBox="0 0 210 297"' in svg
    drawn = [
        [tuple(map(float, point.split())) for point in re.split("[ML]", path)[1:]]
        for path in re.findall(r' d="([^"]*?)Z?"', svg)
    ]
    assert drawn == [[pytest.approx(point) for point in run] for run in sheet.cuts]


def test_a_turned_card_is_cut_as_it_lies() -> None:
    page = page_of(Face(57, 89, ()), 1, SIZES["bridge"])
    ((_, _, points),) = polylines(as_dxf(cut_sheet(page)))
    assert max(x for x, _ in points) - min(x for x, _ in points) == pytest.approx(89)


def test_full_sheets_are_cut_alike_and_the_last_is_not() -> None:
    face, grid = Face(63, 88, ()), fit_grid(PAPERS["a4"], SIZES["poker"])
    items = [Placeable(str(number), face) for number in range(20)]
    pages = impose(items, grid, page_labels=["1", "2", "3"], sheet_label=lambda _: sheet_label(""), fonts=(load(FONT),))
    keys = [layout_key(cut_sheet(page)) for page in pages]
    assert keys[0] == keys[1] != keys[2]


def test_flattening_keeps_straight_lines() -> None:
    path = (("M", 0.0, 0.0), ("L", 5.0, 0.0), ("Z",), ("M", 9.0, 9.0), ("L", 9.0, 8.0))
    assert flattened(path) == [[(0, 0), (5, 0)], [(9, 9), (9, 8)]]


@pytest.mark.parametrize(("name", "size"), [("A4", (210, 297)), ("legal", (215.9, 355.6)), ("100x150.5", (100, 150.5))])
def test_papers_go_by_name_or_by_size(name: str, size: tuple[float, float]) -> None:
    assert paper_size(name) == size


@each("name", ["b7", "10x10", "9999x100", "210", "210x", "1e2x200"])
def test_an_unknown_paper_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="paper"):
        paper_size(name)


def test_registration_marks_are_there_to_see_and_not_to_cut() -> None:
    page = page_of(Face(63, 88, ()), 2, SIZES["poker"])
    marks = registration_marks(CUTTERS[CutterName.silhouette], PAPERS["a4"])
    sheet = cut_sheet(page, marks)
    lines = polylines(as_dxf(sheet))
    assert [(layer, closed) for layer, closed, _ in lines] == [("CUT", 1)] * 2 + [("REGISTRATION", 0)] * 3
    assert lines[2][2] == [(10, 287), (15, 287), (15, 282), (10, 282), (10, 287)]
    cut, _, registration = re.findall(r"<g id.*?</g>", as_svg(sheet), re.DOTALL)
    assert cut.count("Z") == cut.count("<path") == 2
    assert re.findall(r' d="(.*?)"', registration) == [
        "M10 10L15 10L15 15L10 15L10 10",
        "M195 10L200 10L200 15",
        "M15 287L10 287L10 282",
    ]


def test_layers_differ_in_colour() -> None:
    fold = (("M", 31.5, 0.0), ("L", 31.5, 88.0))
    page = page_of(Face(63, 88, (), folds=(fold,)), 1, SIZES["poker"])
    dxf = as_dxf(cut_sheet(page, registration_marks(CUTTERS[CutterName.silhouette], PAPERS["a4"])))
    found = re.findall(r"0\nPOLYLINE\n8\n(\w+)\n66\n1\n70\n(\d)\n62\n(\d)\n", dxf)
    assert set(found) == {("CUT", "1", "1"), ("FOLD", "0", "5"), ("REGISTRATION", "0", "8")}
    assert len(found) == dxf.count("POLYLINE")


def test_the_svg_tells_where_its_cuts_lie() -> None:
    svg = as_svg(cut_sheet(page_of(Face(63, 88, ()), 9, SIZES["poker"]), note="Tell the machine nothing"))
    assert (
        "<desc>Paper 210 x 297 mm. The cuts are 189 x 264 mm, 10.5 mm from the left and 15 mm from the top. "
        "Cut what is red, score what is blue. Tell the machine nothing.</desc>"
    ) in svg
