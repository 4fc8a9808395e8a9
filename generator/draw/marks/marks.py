"""What a finished face is made of: shapes, runs of text, pixels and placed drawings, as immutable values.

Lengths are mm, y grows downwards, the origin is the face's top left corner (trim, not bleed).
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from generator.draw.marks.fonts import Font

if TYPE_CHECKING:
    from generator.draw.marks.islands import Island

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]  # a b c d e f, as in SVG's matrix()
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

Cap = Literal["butt", "round", "square"]
Join = Literal["miter", "round", "bevel"]

# One step of a path: ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",), absolute mm.
PathStep = tuple[Any, ...]
Outline = tuple[PathStep, ...]
Clip = tuple[Outline, bool]  # an outline, and whether its inside is found by the even-odd rule


class Gradient(Struct, frozen=True):
    """Colours that run along a line, or from one circle to another, and go on beyond both ends.

    ``points`` are x1 y1 x2 y2, or the circles' x y radius x y radius; ``matrix`` takes them to the shape's mm.
    """

    points: tuple[float, ...]
    stops: tuple[tuple[float, str], ...]  # where from 0 to 1, in order, and the colour there; two at least
    matrix: Matrix = IDENTITY


class Paint(Struct, frozen=True):
    """How a shape is filled and stroked. Colours are ``#rrggbb`` or None; ``width`` is mm."""

    fill: str | Gradient | None = None
    stroke: str | Gradient | None = None
    width: float = 0.25
    cap: Cap = "butt"
    join: Join = "miter"
    dash: tuple[float, ...] = ()
    even_odd: bool = False
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    miter: float = 4.0
    dash_offset: float = 0.0

    @property
    def is_plain(self) -> bool:
        """Whether its colours are the same all over."""
        return not isinstance(self.fill, Gradient) and not isinstance(self.stroke, Gradient)


FOLD = Paint(stroke="#000000", width=0.25, dash=(2.0, 1.0))  # where a component is folded


class Shape(Struct, frozen=True):
    """A path with its paint."""

    path: Outline
    paint: Paint


class TextRun(Struct, frozen=True):
    """One run of text in one font on one line.

    ``x``, ``y`` is the start of its baseline, ``size`` the font size in mm; ``matrix`` is applied to all three.
    """

    text: str
    font: Font
    size: float
    x: float
    y: float
    matrix: Matrix = IDENTITY
    colour: str = "#000000"
    outline: float = 0.0  # mm: letters are drawn as lines of this width with white inside; 0: filled
    leftwards: bool = False  # it runs from right to left


class Drawing(Struct, frozen=True):
    """Marks that never vary (a frame, an icon, an illustration), drawn once into a PDF and placed many times.

    ``name`` identifies the content: equal names, equal marks.
    """

    name: str
    marks: "tuple[Mark, ...]"
    box: tuple[float, float, float, float] | None = None  # left, top, right, bottom: nothing beyond is seen


class PlacedDrawing(Struct, frozen=True):
    """A drawing at its place."""

    drawing: Drawing
    matrix: Matrix = IDENTITY


class PagePart(Struct, frozen=True):
    """A page of a PDF file, or a part of it, which stands for pixels where it stays vectors."""

    file: Path
    index: int  # of the page, from 0
    box: tuple[float, float, float, float]  # left, lower, right, upper of what is seen, in points of its own
    turns: int  # quarter turns clockwise that the page makes when it is shown


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture of pixels as its file has it: PNG, JPEG or WebP. Equal and hashed by its name, that of its content."""

    name: str
    width: int = field(compare=False)  # pixels, as they are stored
    height: int = field(compare=False)
    source: "Path | bytes | Island | PagePart" = field(
        compare=False, repr=False
    )  # where its content is, or the content itself


class PlacedRaster(Struct, frozen=True):
    """Pixels at their place: ``matrix`` takes the square from (0, 0) to (1, 1), y downwards, to mm."""

    raster: Raster
    matrix: Matrix


class Layer(Struct, frozen=True):
    """Marks painted as one, and then faded, cut and masked together."""

    marks: "tuple[Mark, ...]"
    opacity: float = 1.0
    clips: tuple[Clip, ...] = ()  # nothing is seen that is outside one of them
    mask: "tuple[Mark, ...] | None" = None  # in greys: white shows all, black and no mark nothing
    matrix: Matrix = IDENTITY


Mark = Shape | TextRun | PlacedDrawing | PlacedRaster | Layer


class Face(Struct, frozen=True):
    """One side of one component, ready to be placed on a sheet. ``width`` and ``height`` are its trim size in mm."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    outline: Outline = ()  # where scissors go, if not along the trim's rectangle
    folds: tuple[Outline, ...] = ()  # where it is folded; drawn among the marks as well


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that applies ``inner`` first, then ``outer``."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def leaves(
    marks: Iterable[Mark], matrix: Matrix = IDENTITY, *, unseen: bool = False
) -> Iterator[tuple[Shape | TextRun | PlacedRaster, Matrix]]:
    """What leaves ink, in the order in which it is drawn, however deep it lies; each with how its holder is placed.

    ``unseen``: what only says where others show (in a layer's mask) counts too.
    """
    for mark in marks:
        if isinstance(mark, PlacedDrawing):
            yield from leaves(mark.drawing.marks, multiply(matrix, mark.matrix), unseen=unseen)
        elif isinstance(mark, Layer):
            held = (*mark.marks, *(mark.mask or ())) if unseen else mark.marks
            yield from leaves(held, multiply(matrix, mark.matrix), unseen=unseen)
        else:
            yield mark, matrix


def moved(path: Outline, matrix: Matrix) -> Outline:
    """The path with each of its points moved by ``matrix``."""
    if matrix == IDENTITY:
        return path
    a, b, c, d, e, f = matrix
    steps: list[PathStep] = []
    for step in path:
        if step[0] == "C":
            _, x1, y1, x2, y2, x, y = step
            steps.append((
                "C", a * x1 + c * y1 + e, b * x1 + d * y1 + f, a * x2 + c * y2 + e, b * x2 + d * y2 + f,
                a * x + c * y + e, b * x + d * y + f,
            ))  # fmt: skip
        elif step[0] == "Z":
            steps.append(step)
        else:
            name, x, y = step
            steps.append((name, a * x + c * y + e, b * x + d * y + f))
    return tuple(steps)


def mean_scale(matrix: Matrix) -> float:
    """How many times longer lines come out, on the mean of all directions; 0 where all becomes flat."""
    a, b, c, d, _, _ = matrix
    return sqrt(abs(a * d - b * c))


def inverse(matrix: Matrix) -> Matrix:
    """The matrix that undoes ``matrix``.

    Raises:
        ZeroDivisionError: it makes everything flat.
    """
    if matrix == IDENTITY:
        return matrix
    a, b, c, d, e, f = matrix
    area = a * d - b * c
    return (d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area)


# Beside this, a double has room for steps of 15 nm and no smaller ones. So what no printer shows, and what the cosine
# of another machine may round differently, does not make another drawing.
_COARSE = 2.0**36

_USUAL = (1.0, 1.0, 4.0, 0.0)


def content_name(marks: Sequence[Mark]) -> str:
    """A short name for marks: equal for equal marks (lengths compared to 15 nm), and else different."""
    return sha256(b"\n".join([_canonical(mark) for mark in marks])).hexdigest()[:16]


def drawing_of(marks: Sequence[Mark], box: tuple[float, float, float, float] | None = None) -> Drawing:
    """Marks as a drawing, of which nothing is seen beyond the ``box``, if there is one."""
    name = content_name(marks)
    return Drawing(name if box is None else f"{name} in {box}", tuple(marks), box)


def _canonical(mark: Mark) -> bytes:
    if isinstance(mark, Shape):
        paint = mark.paint
        letters = "".join([step[0] for step in mark.path])
        numbers = [value + _COARSE for step in mark.path for value in step[1:]]
        return f"shape {letters} ".encode() + (_plain_look if paint.is_plain else _look)(paint) + _packed(numbers)
    if isinstance(mark, PlacedDrawing):
        return f"placed {mark.drawing.name} {_matrix(mark.matrix)}".encode()
    if isinstance(mark, PlacedRaster):
        return f"pixels {mark.raster.name} {_matrix(mark.matrix)}".encode()
    if isinstance(mark, Layer):
        clips = content_name([Shape(path, Paint("#000000", even_odd=even_odd)) for path, even_odd in mark.clips])
        mask = "" if mark.mask is None else content_name(mark.mask)
        look = f"{_matrix(mark.matrix)} {mark.opacity:.6f} {clips} {mask}"
        return f"layer {content_name(mark.marks)} {look}".encode()
    font = mark.font.name + ("" if mark.font.ligatures else "-") + ("<" if mark.leftwards else "")
    text = f"text {mark.text!r} {font} {_matrix(mark.matrix)} {mark.colour} "
    outline = [mark.outline] if mark.outline else []
    return text.encode() + _steps([mark.size, mark.x, mark.y, *outline])


def _look(paint: Paint) -> bytes:
    fill, stroke = _colour(paint.fill), _colour(paint.stroke)
    look = f"{fill} {paint.even_odd} {stroke} {paint.cap} {paint.join} {len(paint.dash)}"
    values = (paint.fill_opacity, paint.stroke_opacity, paint.miter, paint.dash_offset)
    look += "" if values == _USUAL else " ".join([f" {value:.6f}" for value in values])
    return look.encode() + _steps([paint.width, *paint.dash])


# By value: of gradients, equal ones may differ in the sign of a zero.
_plain_look = lru_cache(maxsize=1024)(_look)


def _colour(colour: str | Gradient | None) -> str | None:
    if not isinstance(colour, Gradient):
        return colour
    points = " ".join([f"{value:.9f}" for value in colour.points])
    return f"({points} {_matrix(colour.matrix)} {' '.join([f'{at:.6f}{name}' for at, name in colour.stops])})"


def _matrix(matrix: Matrix) -> str:
    # Its factors are small where the units of what it places are.
    return " ".join([f"{value:.9f}" for value in matrix])


def _steps(values: Sequence[float]) -> bytes:
    return _packed([value + _COARSE for value in values])


def _packed(values: Sequence[float]) -> bytes:
    return struct.pack(f"<{len(values)}d", *values)
