"""Cut lines for cutting machines, from the same pages that are printed, and straight cuts by hand: SVG and DXF in mm.

A component is cut along its outline, or its trim box where it has none; folds are scored. Registration marks are there
to lay the drawing over the sheet, and are not to be cut.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from generator.core.choices import um
from generator.draw.marks.marks import Outline, PathStep, Point, Shape, moved
from generator.draw.marks.picture import edge_of
from generator.sheet.crop_marks import cut_runs
from generator.sheet.page import Page, Rect, to_sheet

TOLERANCE = 0.05  # mm that a flattened curve may be off
LAYERS = (("CUT", 1), ("FOLD", 5), ("REGISTRATION", 8))  # of a DXF, with AutoCAD's numbers for red, blue and grey


class CutSheet(NamedTuple):
    """What is cut and scored on one sheet, as closed (cuts) and open (folds) runs of points in mm, y downwards.

    Where components share edges, what of one's outline is cut with another's is left out: ``shared`` runs are open.
    """

    width: float
    height: float
    cuts: tuple[tuple[Point, ...], ...]
    folds: tuple[tuple[Point, ...], ...]
    marks: tuple[tuple[Point, ...], ...] = ()  # the middles of the registration marks' lines, open
    note: str = ""  # what the machine's program is to be told
    shared: tuple[tuple[Point, ...], ...] = ()


def cut_sheet(page: Page, marks: Iterable[Shape] = (), note: str = "") -> CutSheet:
    """The cut and fold lines of a page, with the registration marks that are printed on it."""
    cuts, folds, nested = [], [], []
    for placement in page.placements:
        matrix = to_sheet(placement.slot)
        outline = [tuple(run) for run in flattened(moved(edge_of(placement.face), matrix))]
        if placement.clip:
            nested += outline
        else:
            cuts += outline
        folds += [tuple(run) for fold in placement.face.folds for run in flattened(moved(fold, matrix))]
    runs = tuple(tuple(run) for mark in marks for run in flattened(_opened(mark.path)))
    once = list(runs_once(nested))
    cuts += [run for run in once if run[0] == run[-1]]
    shared = tuple(run for run in once if run[0] != run[-1])
    return CutSheet(page.width, page.height, tuple(cuts), tuple(folds), runs, note, shared)


def _opened(path: Outline) -> Outline:
    """A path whose last line back to its start is drawn, so that it need not be closed: what is closed is cut."""
    return (*path[:-1], ("L", *path[0][1:])) if path[-1][0] == "Z" else path


def flattened(path: Outline, tolerance: float = TOLERANCE) -> list[list[Point]]:
    """A path as runs of points; curves are cut into pieces that are no farther than ``tolerance`` off."""
    runs: list[list[Point]] = []
    for step in path:
        if step[0] == "M":
            runs.append([(step[1], step[2])])
        elif step[0] == "L":
            runs[-1].append((step[1], step[2]))
        elif step[0] == "C":
            runs[-1] += _curve(runs[-1][-1], step[1:], tolerance)
    return [run for run in runs if len(run) > 1]


def _curve(start: Point, control: Sequence[float], tolerance: float) -> list[Point]:
    x1, y1, x2, y2, x3, y3 = control
    # A cubic is no farther from its chord of n pieces than sqrt(3)/18 of its second differences over n squared.
    bend = max(
        abs(start[0] - 2 * x1 + x2), abs(x1 - 2 * x2 + x3), abs(start[1] - 2 * y1 + y2), abs(y1 - 2 * y2 + y3)
    )  # fmt: skip
    pieces = max(1, min(200, round((bend / tolerance) ** 0.5 + 0.5)))
    points = []
    for number in range(1, pieces + 1):
        t = number / pieces
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points.append((a * start[0] + b * x1 + c * x2 + d * x3, a * start[1] + b * y1 + c * y2 + d * y3))
    return points


def layout_key(sheet: CutSheet) -> tuple[object, ...]:
    """Equal for sheets that are cut alike, to a micrometre."""
    return tuple(tuple((um(x), um(y)) for x, y in run) for run in (*sheet.cuts, (), *sheet.shared, (), *sheet.folds))


def as_svg(sheet: CutSheet) -> str:
    """The sheet as SVG in mm: cuts red, folds blue, as cutting programs tell them apart; what is not cut grey."""
    size = f'width="{_short(sheet.width)}mm" height="{_short(sheet.height)}mm"'
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    groups = [
        *_group('id="cut"', "#ff0000", [*(f"{_path(run)}Z" for run in sheet.cuts), *map(_path, sheet.shared)]),
        *_group('id="fold"', "#0000ff", map(_path, sheet.folds)),
    ]
    if sheet.marks:
        # Inkscape's extension for Silhouette's machines leaves out layers of this name (its USERGUIDE.md).
        layer = 'id="registration" inkscape:groupmode="layer" inkscape:label="Regmarks"'
        groups += _group(layer, "#808080", map(_path, sheet.marks))
    lines = [
        f'<svg {spaces} {size} viewBox="0 0 {_short(sheet.width)} {_short(sheet.height)}">',
        f"<desc>{_description(sheet)}</desc>",
        *groups,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _group(name: str, colour: str, paths: Iterable[str]) -> list[str]:
    lines = (f'<path d="{path}"/>' for path in paths)
    return [f'<g {name} fill="none" stroke="{colour}" stroke-width="0.1">', *lines, "</g>"]


def _description(sheet: CutSheet) -> str:
    """What a person needs who lays the drawing over the sheet by its numbers."""
    xs, ys = zip(*(point for run in (*sheet.cuts, *sheet.shared) for point in run), strict=True)
    paper = f"Paper {_short(sheet.width)} x {_short(sheet.height)} mm."
    place = f"The cuts are {_short(max(xs) - min(xs))} x {_short(max(ys) - min(ys))} mm, "
    place += f"{_short(min(xs))} mm from the left and {_short(min(ys))} mm from the top."
    colours = "Cut what is red, score what is blue" + (", do not cut what is grey." if sheet.marks else ".")
    return " ".join(part for part in (paper, place, colours, f"{sheet.note}." if sheet.note else "") if part)


def as_dxf(sheet: CutSheet) -> str:
    """The sheet as a DXF (R12) drawing in mm, y upwards: closed polylines on layer CUT, open ones on layer FOLD.
    Edges that components share are there once: so there are open ones on layer CUT where hexagons nest.

    Registration marks are open ones on layer REGISTRATION.
    """
    codes: list[tuple[int, object]] = [
        (0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"), (70, 4),
        (9, "$EXTMIN"), (10, "0.0"), (20, "0.0"), (9, "$EXTMAX"), (10, _short(sheet.width)), (20, _short(sheet.height)),
        (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES"),
    ]  # fmt: skip
    cut, fold, registration = LAYERS
    parts = sheet.cuts, sheet.shared, sheet.folds, sheet.marks
    for (layer, colour), runs in zip((cut, cut, fold, registration), parts, strict=True):
        for run in runs:
            codes += _polyline(layer, colour, run, sheet.height, closed=runs is sheet.cuts)
    codes += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in codes)


def _polyline(
    layer: str, colour: int, run: Sequence[Point], height: float, *, closed: bool
) -> Iterable[tuple[int, object]]:
    points = run[:-1] if closed and list(map(um, run[0])) == list(map(um, run[-1])) else run
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (70, int(closed)), (62, colour))
    for x, y in points:
        yield from ((0, "VERTEX"), (8, layer), (10, _short(x)), (20, _short(height - y)))
    yield 0, "SEQEND"


def _path(run: Sequence[Point]) -> str:
    first, *following = (f"{_short(x)} {_short(y)}" for x, y in run)
    return f"M{first}" + "".join(f"L{point}" for point in following)


def _short(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def straight_cuts(trims: Sequence[Rect], in_the_way: Sequence[Rect] = ()) -> int:
    """The number of cuts along the edges of these trim boxes.

    Args:
        trims: what is cut straight, in whole micrometres; no two overlap.
        in_the_way: what no cut may cross besides, and is not cut straight itself.
    """
    everything = [*trims, *in_the_way]
    lying = cut_runs(trims, everything)
    standing = cut_runs([r.transposed for r in trims], [r.transposed for r in everything])
    return sum(1 for _ in lying) + sum(1 for _ in standing)


_CLOSE = 20  # micrometres between the ends of edges that are taken for one

Vertex = tuple[int, int]


def _corner(corners: dict[Vertex, Vertex], point: Point) -> Vertex:
    """The corner that stands for all that are nearly at this place; a new one is added to the known ones."""
    x, y = um(point[0]), um(point[1])
    column, row = x // _CLOSE, y // _CLOSE
    for near in ((column + i, row + j) for i in (0, -1, 1) for j in (0, -1, 1)):
        corner = corners.get(near)
        if corner is not None and abs(corner[0] - x) <= _CLOSE and abs(corner[1] - y) <= _CLOSE:
            return corner
    corners[column, row] = (x, y)
    return x, y


def runs_once(polygons: Iterable[Sequence[Point]]) -> Iterator[tuple[Point, ...]]:
    """The edges of polygons, given by their corners, as runs of points; of edges that several share, one.

    A polygon none of whose edges was there before comes back closed: its first corner is its last too.
    """
    corners, drawn = dict[Vertex, Vertex](), set[tuple[Vertex, Vertex]]()
    for polygon in polygons:
        vertices = [_corner(corners, point) for point in polygon]
        if len(vertices) > 1 and vertices[0] == vertices[-1]:
            vertices.pop()
        pairs = list(zip(vertices, (*vertices[1:], *vertices[:1]), strict=True))
        new = [(min(pair), max(pair)) not in drawn for pair in pairs]
        drawn |= {(min(pair), max(pair)) for pair in pairs}
        start = new.index(False) if False in new else 0
        run: list[Vertex] = []
        for (tail, head), fresh in zip((*pairs[start:], *pairs[:start]), (*new[start:], *new[:start]), strict=True):
            if fresh:
                run = run or [tail]
                run.append(head)
            elif run:
                yield _in_mm(run)
                run = []
        if run:
            yield _in_mm(run)


def _in_mm(run: Iterable[Vertex]) -> tuple[Point, ...]:
    return tuple((x / 1000, y / 1000) for x, y in run)


def edges_once(outlines: Iterable[Outline]) -> Iterator[Outline]:
    """Outlines of straight edges, those that neighbours share drawn once."""
    polygons = ([(step[1], step[2]) for step in outline if step[0] in "ML"] for outline in outlines)
    for run in runs_once(polygons):
        steps: list[PathStep] = [("M", *run[0]), *(("L", *point) for point in run[1:])]
        yield (*steps[:-1], ("Z",)) if run[0] == run[-1] else tuple(steps)
