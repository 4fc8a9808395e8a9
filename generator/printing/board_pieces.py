"""What is larger than the paper, in pieces: what each shows, what is printed to join them, and how they lie."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from generator.check.result import CheckResult
from generator.core.choices import Backs, mm_from_points
from generator.core.places import column_name
from generator.draw.marks.fonts import Font
from generator.draw.marks.marks import (
    IDENTITY,
    Drawing,
    Face,
    Layer,
    Mark,
    Matrix,
    Outline,
    Paint,
    PlacedDrawing,
    Shape,
    TextRun,
    content_name,
    leaves,
    multiply,
)
from generator.draw.marks.picture import edges_path
from generator.draw.short_bleed import CoveredBox
from generator.model.game import Kind
from generator.printing.order import SheetLayout
from generator.sheet.crop_marks import CUT
from generator.sheet.joining import (
    NAME_HEIGHT,
    BoardPiece,
    Joint,
    JointSheet,
    Texts,
    map_size,
    name_box,
    seam_boxes,
)
from generator.sheet.margin_text import SMALLEST, width_of, written
from generator.sheet.page import Rectangle

NAME_SIZE = mm_from_points(7)
PLATE = 0.8  # mm of white round a name on art
SEAM = Paint(stroke="#000000", width=0.2, dash=(2.0, 1.5))
HALO = Paint(stroke="#ffffff", width=0.6)
WHITE, BLACK = Paint(fill="#ffffff"), Paint(fill="#000000")
CELL = Paint(stroke="#000000", width=0.15)
LARGEST = 30  # items whose texts are examined: of more, those of the first


def texts_of(checked: CheckResult, kind: Kind, layout: SheetLayout, language: str) -> Texts:
    """Where texts stand on the faces of a kind, which seams keep out of: lines as the first items have them."""
    boxes_in_order: dict[tuple[float, float, float, float], None] = {}
    back = kind.back and layout.backs != Backs.none
    for position, item in list(enumerate(kind.items))[:LARGEST]:
        if item.broken:
            continue
        front = checked.front(kind, position, language, layout.front(kind))
        boxes_in_order |= dict.fromkeys((*box,) for box in _lines(front.marks))
        if back:
            face, _ = checked.renderer.face(kind, item, language, side=layout.back(kind))
            boxes, wide = _lines(face.marks), face.width
            boxes_in_order |= {(wide - box.right, box.top, wide - box.left, box.bottom): None for box in boxes}
    return tuple(boxes_in_order)


def _lines(marks: Iterable[Mark]) -> Iterator[CoveredBox]:
    """Where lines of text stand, with the room between them: a paragraph is not cut either."""
    for mark, matrix in leaves(marks):
        if isinstance(mark, TextRun):
            a, b, c, d, e, f = multiply(matrix, mark.matrix)
            wide = mark.font.width(mark.text) * mark.size
            corners = [(x, y) for x in (mark.x, mark.x + wide) for y in (mark.y - mark.size, mark.y + 0.5 * mark.size)]
            xs, ys = [a * x + c * y + e for x, y in corners], [b * x + d * y + f for x, y in corners]
            yield CoveredBox(min(xs), min(ys), max(xs), max(ys))


def piece_of(face: Face, piece: BoardPiece, bleed: float, marks: Sequence[Mark] = ()) -> Face:
    """What a piece shows of a face, with ``marks`` on it, in mm of the piece."""
    line = (Shape(face.outline, CUT),) if face.outline else ()
    name = content_name(face.marks)
    whole = PlacedDrawing(Drawing(f"{name} whole{' outlined' * bool(line)}", (*face.marks, *line)))
    box = (piece.left - bleed, piece.top - bleed, piece.right + bleed, piece.bottom + bleed)
    part = Drawing(f"{name} in {' '.join(f'{edge:g}' for edge in box)}{' outlined' * bool(line)}", (whole,), box)
    width, height = piece.size
    return Face(width, height, (PlacedDrawing(part, (1.0, 0.0, 0.0, 1.0, -piece.left, -piece.top)), *marks))


def back_piece(piece: BoardPiece, width: float) -> BoardPiece:
    """The piece of the back that is behind a piece of the front; ``width`` is that of the component."""
    return piece._replace(left=width - piece.right, right=width - piece.left)


def joining_marks(piece: BoardPiece, fonts: Sequence[Font]) -> tuple[Mark, ...]:
    """On the flaps of a piece: the line at which the next one begins, and what is glued there. All that is covered."""
    width, height = piece.size
    marks: list[Mark] = []
    if piece.flap_right:
        x = width - piece.flap_right + HALO.width / 2
        marks += _seam((x, 0.0), (x, height))
        right = f"{column_name(piece.column + 1)}{piece.row + 1}"
        middle = (width - piece.flap_right / 2, (height - piece.flap_below) / 2)
        marks += _plate(piece.name, right, middle, piece.flap_right, fonts, (0.0, -1.0, 1.0, 0.0))
    if piece.flap_below:
        y = height - piece.flap_below + HALO.width / 2
        marks += _seam((0.0, y), (width, y))
        below = f"{column_name(piece.column)}{piece.row + 2}"
        middle = ((width - piece.flap_right) / 2, height - piece.flap_below / 2)
        marks += _plate(piece.name, below, middle, piece.flap_below, fonts, (1.0, 0.0, 0.0, 1.0))
    return tuple(marks)


def _seam(start: tuple[float, float], end: tuple[float, float]) -> Iterator[Mark]:
    path = (("M", *start), ("L", *end))
    yield Shape(path, HALO)
    yield Shape(path, SEAM)


def _plate(
    own: str, neighbour: str, middle: tuple[float, float], depth: float, fonts: Sequence[Font], turn: tuple[float, ...]
) -> Iterator[Mark]:
    """On white: the name of a piece, a triangle that points at the next, and its name; read along the seam."""
    size = min(NAME_SIZE, depth - 2 * PLATE)
    if size >= SMALLEST:
        yield from _sign(own, neighbour, middle, size, fonts, turn, plate=PLATE)


def _sign(
    own: str,
    neighbour: str,
    middle: tuple[float, float],
    size: float,
    fonts: Sequence[Font],
    turn: tuple[float, ...],
    *,
    plate: float = 0.0,
) -> Iterator[Mark]:
    """The same at a size, on so much white round it."""
    first, second = width_of(own, fonts) * size, width_of(neighbour, fonts) * size
    wide, high = first + second + 2 * size, size * 1.1
    a, b, c, d = turn
    x, y = -wide / 2, -high / 2
    matrix: Matrix = (a, b, c, d, middle[0] + a * x + c * y, middle[1] + b * x + d * y)
    inner = [
        *([Shape(edges_path(-plate, -plate / 2, wide + plate, high + plate / 2), WHITE)] if plate else ()),
        *written(own, fonts, size, 0.0, size * 0.9, IDENTITY),
        Shape(_pointer(first + size, high / 2, size * 0.35), BLACK),
        *written(neighbour, fonts, size, first + 2 * size, size * 0.9, IDENTITY),
    ]
    yield Layer(tuple(inner), matrix=matrix)


def _pointer(x: float, y: float, half: float) -> Outline:
    """A triangle that points down across the seam, as it is read."""
    return (("M", x - half, y - half), ("L", x + half, y - half), ("L", x, y + half), ("Z",))


def names_and_map(joint: Joint, sheet: JointSheet, bleed: float, fonts: Sequence[Font]) -> Iterator[Mark]:
    """In the margins of a sheet: the name above each piece, and a drawing of how all lie, with its own in black.

    At seams where pieces are set edge to edge it says, beside what is cut out, which one comes there.
    """
    for slot, piece in zip(sheet.grid.slots, sheet.pieces, strict=True):
        box = name_box(slot, bleed)
        yield from written(piece.name, fonts, NAME_SIZE, box.x, box.y + box.height - 0.2)
        for neighbour, seam in seam_boxes(slot, piece, bleed).items():
            middle, turn = (seam.x + seam.width / 2, seam.y + seam.height / 2), (1.0, 0.0, 0.0, 1.0)
            if seam.height > seam.width:
                turn = (0.0, -1.0, 1.0, 0.0) if seam.x > slot.x else (0.0, 1.0, -1.0, 0.0)
            yield from _sign(piece.name, neighbour, middle, NAME_HEIGHT, fonts, turn)
    here = {(piece.column, piece.row) for piece in sheet.pieces}
    for place in sheet.grid.slug:
        if place.name != "map":
            continue
        wide, high = map_size(joint.columns)
        cell = wide / joint.columns, high / joint.rows
        box = place.box
        matrix: Matrix = (1.0, 0.0, 0.0, 1.0, box.x, box.y)
        if place.turned:
            matrix = (0.0, -1.0, 1.0, 0.0, box.x, box.y + box.height)
        marks = [
            mark
            for row in range(joint.rows)
            for column in range(joint.columns)
            for mark in _cell(column, row, cell, fonts, is_here=(column, row) in here)
        ]
        yield Layer(tuple(marks), matrix=matrix)


def _cell(column: int, row: int, size: tuple[float, float], fonts: Sequence[Font], *, is_here: bool) -> Iterator[Mark]:
    """A piece in the drawing, with its name where there is room for it."""
    x, y = column * size[0], row * size[1]
    yield Shape(edges_path(x, y, x + size[0], y + size[1]), Paint(fill="#000000") if is_here else CELL)
    name = f"{column_name(column)}{row + 1}"
    wide = width_of(name, fonts) * SMALLEST
    if wide < size[0] and size[1] >= SMALLEST:
        colour = "#ffffff" if is_here else "#000000"
        for run in written(name, fonts, SMALLEST, x + (size[0] - wide) / 2, y + size[1] / 2 + SMALLEST * 0.35):
            assert isinstance(run, TextRun)
            yield replace(run, colour=colour)


def name_boxes(sheet: JointSheet, bleed: float) -> tuple[Rectangle, ...]:
    """Where the names of pieces stand: nothing else goes there."""
    pieces = zip(sheet.grid.slots, sheet.pieces, strict=True)
    seams = [box for slot, piece in pieces for box in seam_boxes(slot, piece, bleed).values()]
    return (*(name_box(slot, bleed) for slot in sheet.grid.slots), *seams)
