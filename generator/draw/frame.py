"""What lies on a face, and what misses it: texts are on the component, marks on it or in the bleed round it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.draw.marks.marks import (
    IDENTITY,
    Layer,
    Mark,
    Matrix,
    Outline,
    Paint,
    PlacedDrawing,
    Point,
    Shape,
    moved,
    multiply,
)
from generator.draw.marks.picture import Picture, box_path, overhang
from generator.draw.text.fit import FittedText, TextArea
from generator.draw.text.flow import Column
from generator.draw.text.text_marks import line_boxes

Polygon = tuple[tuple[Point, ...], ...]  # closed runs of points, such as an outline and its holes

_PIECES = 16  # of a curve


def polygon(outline: Outline) -> Polygon:
    """An outline as closed runs of points."""
    return tuple(tuple(run) for run in runs_of(outline) if len(run) > 2)


def runs_of(outline: Outline) -> list[list[Point]]:
    """A path with its curves as points: on a circle 60 mm wide they are 0.04 mm inside it."""
    runs: list[list[Point]] = []
    for step in outline:
        if step[0] == "M":
            runs.append([(step[1], step[2])])
        elif step[0] == "L":
            runs[-1].append((step[1], step[2]))
        elif step[0] == "C":
            x, y = runs[-1][-1]
            _, x1, y1, x2, y2, x3, y3 = step
            for piece in range(1, _PIECES + 1):
                t = piece / _PIECES
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                runs[-1].append((a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3))
    return runs


def is_inside(point: Point, shape: Polygon) -> bool:
    """Whether a point lies inside, by the number of edges to its right (even-odd)."""
    x, y = point
    inside = False
    for run in shape:
        ax, ay = run[-1]
        for bx, by in run:
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
            ax, ay = bx, by
    return inside


def on_edges(corners: Sequence[Point], pieces: int = 8) -> list[Point]:
    """Points on the edges of a rectangle or another polygon, ``pieces`` an edge."""
    points: list[Point] = []
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        points += [(ax + (bx - ax) * n / pieces, ay + (by - ay) * n / pieces) for n in range(pieces)]
    return points


BLEED = 5.0  # mm that marks may reach beyond the trim: no printer wants more than 3 to 5
HAIR = 0.1  # mm that a text's box may: what sums and roundings come to

_PLAIN = Paint()


@dataclass(frozen=True)
class Frame:
    """A face's trim and outline."""

    width: float
    height: float
    outline: Outline = ()  # where scissors go, if not along the trim's rectangle
    clipped: bool = True  # whether marks have to lie on the face
    shape: Polygon = field(init=False, default=())

    def __post_init__(self) -> None:
        """Make the outline's curves points, once."""
        object.__setattr__(self, "shape", polygon(self.outline))

    def beyond(self, box: TextArea | Column, matrix: Matrix = IDENTITY) -> float:
        """How far a text's box or column reaches beyond the trim, in mm; 0 where that is nothing."""
        corners = _corners(box.x, box.y, box.width, box.height, matrix)
        far = max(max(-x, x - self.width, -y, y - self.height) for x, y in corners)
        return far if far > HAIR else 0.0

    def holds(self, box: TextArea, matrix: Matrix) -> bool:
        """Whether a text's box lies inside the outline as a whole, so that any text in it does."""
        return self._has(_corners(box.x, box.y, box.width, box.height, matrix))

    def holds_lines(self, fitted: FittedText, box: TextArea, matrix: Matrix) -> bool:
        """Whether the lines of a text do, as they are drawn."""
        return all(self._has(_corners(*line, matrix)) for line in line_boxes(fitted, box))

    def _has(self, corners: Sequence[Point]) -> bool:
        return not self.shape or all(is_inside(point, self.shape) for point in on_edges(corners))

    def missed_by(self, path: Outline, matrix: Matrix) -> str:
        """What is wrong with the place of a mark, in words; nothing where it lies on the face or near it."""
        if not self.clipped:
            return ""
        path = moved(path, matrix)
        far = overhang(Shape(path, _PLAIN), self.width, self.height) if path else 0.0
        if far > BLEED + HAIR:
            return f"reaches {far:.1f} mm beyond the face; more than {BLEED:g} mm is not bleed"
        return "lies outside the outline, and is cut away" if self.shape and self._loses(path) else ""

    def _loses(self, path: Outline) -> bool:
        """Whether no part of a mark is nearer to the outline's inside than a bleed."""
        points = [(step[at], step[at + 1]) for step in path for at in range(1, len(step), 2)]
        left, top = min(x for x, _ in points) - BLEED, min(y for _, y in points) - BLEED
        right, bottom = max(x for x, _ in points) + BLEED, max(y for _, y in points) + BLEED
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        if any(is_inside(point, self.shape) for point in on_edges(corners)):
            return False
        return not any(left <= x <= right and top <= y <= bottom for run in self.shape for x, y in run)


def path_of(mark: Mark, matrix: Matrix = IDENTITY) -> Outline:
    """Where what a shape element draws lies, be it drawn through a matrix or in layers."""
    if isinstance(mark, Shape):
        return moved(mark.path, matrix)
    if not isinstance(mark, PlacedDrawing | Layer):
        return ()
    inner = multiply(matrix, mark.matrix)
    held = mark.marks if isinstance(mark, Layer) else mark.drawing.marks
    return tuple(step for each in held for step in path_of(each, inner))


def path_of_picture(picture: Picture, placed: PlacedDrawing | Layer) -> tuple[Outline, Matrix]:
    """Where a picture lies: the rectangle of its size, or that at whose edges it is cut off, and its matrix."""
    if isinstance(placed, Layer):
        return placed.clips[0][0], placed.matrix
    return box_path(0.0, 0.0, picture.width, picture.height), placed.matrix


def _corners(x: float, y: float, width: float, height: float, matrix: Matrix) -> list[Point]:
    return [step[1:] for step in moved(box_path(x, y, width, height), matrix)[:4]]
