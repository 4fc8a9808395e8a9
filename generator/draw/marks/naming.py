"""Names of drawings, taken from what they show, so that the same drawing is the same in every file and every run."""

import struct
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256

from generator.draw.marks.marks import Gradient, Layer, Mark, Matrix, Paint, PlacedDrawing, PlacedRaster, Shape

# Beside this, a double has room for steps of 15 nm and no smaller ones. So what no printer shows, and what the cosine
# of another machine may round differently, does not make another drawing.
_COARSE = 2.0**36

_USUAL = (1.0, 1.0, 4.0, 0.0)


def content_name(marks: Sequence[Mark]) -> str:
    """A short name for marks: equal for equal marks (lengths compared to 15 nm), and else different."""
    return sha256(b"\n".join([_canonical(mark) for mark in marks])).hexdigest()[:16]


def _canonical(mark: Mark) -> bytes:
    if isinstance(mark, Shape):
        paint = mark.paint
        letters = "".join([step[0] for step in mark.path])
        numbers = [value + _COARSE for step in mark.path for value in step[1:]]
        varies = isinstance(paint.fill, Gradient) or isinstance(paint.stroke, Gradient)
        return f"shape {letters} ".encode() + (_look if varies else _plain_look)(paint) + _packed(numbers)
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
