"""Cut lines for cutting machines, from the same pages that are printed: SVG and DXF in mm.

A component is cut along its outline, or its trim box where it has none; folds are scored. Registration marks are those
that the common desktop cutters look for: a filled square and two corners, printed with the sheet.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from generator.face.marks import Paint, Path, Shape, moved
from generator.sheet.grid import Grid
from generator.sheet.page import Box, Page, Placement, to_sheet
from generator.units import um

TOLERANCE = 0.05  # mm that a flattened curve may be off
MARK_INSET = 6.0  # mm from the paper's edges
MARK_ARM = 12.0  # mm, of a corner
MARK_SQUARE = 5.0  # mm
MARK_WIDTH = 0.5  # mm

Point = tuple[float, float]


class CutSheet(NamedTuple):
    """What is cut and scored on one sheet, as closed (cuts) and open (folds) runs of points in mm, y downwards."""

    width: float
    height: float
    cuts: tuple[tuple[Point, ...], ...]
    folds: tuple[tuple[Point, ...], ...]


def cut_sheet(page: Page) -> CutSheet:
    """The cut and fold lines of a page."""
    cuts, folds = [], []
    for placement in page.placements:
        matrix = to_sheet(placement.slot)
        cuts += [tuple(run) for run in flattened(moved(_outline(placement), matrix))]
        folds += [tuple(run) for fold in placement.face.folds for run in flattened(moved(fold, matrix))]
    return CutSheet(page.width, page.height, tuple(cuts), tuple(folds))


def _outline(placement: Placement) -> Path:
    face = placement.face
    if face.outline:
        return face.outline
    width, height = face.width, face.height
    return (("M", 0.0, 0.0), ("L", width, 0.0), ("L", width, height), ("L", 0.0, height), ("Z",))


def flattened(path: Path, tolerance: float = TOLERANCE) -> list[list[Point]]:
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


def registration_marks(width: float, height: float) -> tuple[Shape, ...]:
    """Marks for a cutter's eye on paper of this size: a square top left, corners top right and bottom left."""
    left, top, right, bottom = MARK_INSET, MARK_INSET, width - MARK_INSET, height - MARK_INSET
    side = MARK_SQUARE
    square = (
        ("M", left, top),
        ("L", left + side, top),
        ("L", left + side, top + side),
        ("L", left, top + side),
        ("Z",),
    )
    line = Paint(stroke="#000000", width=MARK_WIDTH)
    return (
        Shape(square, Paint(fill="#000000")),
        Shape((("M", right - MARK_ARM, top), ("L", right, top), ("L", right, top + MARK_ARM)), line),
        Shape((("M", left, bottom - MARK_ARM), ("L", left, bottom), ("L", left + MARK_ARM, bottom)), line),
    )


def clear_of_marks(grid: Grid) -> Grid:
    """The grid without the furniture that would lie on a registration mark: a cutter's eye sees nothing else there."""
    width, height = grid.paper
    reach = MARK_INSET + MARK_ARM
    corners = (Box(0, 0, reach, reach), Box(width - reach, 0, reach, reach), Box(0, height - reach, reach, reach))
    free = [spot for spot in grid.furniture if not any(_meet(spot.box, corner) for corner in corners)]
    return replace(grid, furniture=tuple(free))


def _meet(one: Box, other: Box) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


def layout_key(sheet: CutSheet) -> tuple[object, ...]:
    """Equal for sheets that are cut alike, to a micrometre."""
    return tuple(tuple((um(x), um(y)) for x, y in run) for run in (*sheet.cuts, (), *sheet.folds))


def as_svg(sheet: CutSheet) -> str:
    """The sheet as SVG in mm: cuts red, folds blue, as cutting programs tell them apart."""
    size = f'width="{_short(sheet.width)}mm" height="{_short(sheet.height)}mm"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {_short(sheet.width)} {_short(sheet.height)}">',
        '<g id="cut" fill="none" stroke="#ff0000" stroke-width="0.1">',
        *(f'<path d="{_path(run)}Z"/>' for run in sheet.cuts),
        "</g>",
        '<g id="fold" fill="none" stroke="#0000ff" stroke-width="0.1">',
        *(f'<path d="{_path(run)}"/>' for run in sheet.folds),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def as_dxf(sheet: CutSheet) -> str:
    """The sheet as a DXF (R12) drawing in mm, y upwards: closed polylines on layer CUT, open ones on layer FOLD."""
    codes: list[tuple[int, object]] = [
        (0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"), (70, 4),
        (9, "$EXTMIN"), (10, "0.0"), (20, "0.0"), (9, "$EXTMAX"), (10, _short(sheet.width)), (20, _short(sheet.height)),
        (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES"),
    ]  # fmt: skip
    for layer, runs, closed in (("CUT", sheet.cuts, 1), ("FOLD", sheet.folds, 0)):
        for run in runs:
            codes += _polyline(layer, run, closed, sheet.height)
    codes += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in codes)


def _polyline(layer: str, run: Sequence[Point], closed: int, height: float) -> Iterable[tuple[int, object]]:
    points = run[:-1] if closed and _same(run[0], run[-1]) else run
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (70, closed))
    for x, y in points:
        yield from ((0, "VERTEX"), (8, layer), (10, _short(x)), (20, _short(height - y)))
    yield 0, "SEQEND"


def _same(one: Point, other: Point) -> bool:
    return um(one[0]) == um(other[0]) and um(one[1]) == um(other[1])


def _path(run: Sequence[Point]) -> str:
    first, *rest = (f"{_short(x)} {_short(y)}" for x, y in run)
    return f"M{first}" + "".join(f"L{point}" for point in rest)


def _short(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
