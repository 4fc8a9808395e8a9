"""Names of drawings, taken from what they show, so that the same drawing is the same in every file and every run."""

from collections.abc import Sequence
from hashlib import sha256

from generator.face.marks import Mark, Matrix, Placed, Shape

# Lengths go into a name in steps of 10 nm: what no printer shows, and what another machine's cosine rounds
# differently, does not make another drawing.
_PER_MM = 1e5


def content_name(marks: Sequence[Mark]) -> str:
    """A short name for marks: equal for equal marks (lengths compared to 10 nm), and else different."""
    return sha256("\n".join([_canonical(mark) for mark in marks]).encode()).hexdigest()[:16]


def _canonical(mark: Mark) -> str:
    if isinstance(mark, Shape):
        letters = "".join([step[0] for step in mark.path])
        paint = mark.paint
        lengths = _steps([value for step in mark.path for value in step[1:]])
        stroke = _steps([paint.width, *paint.dash])
        colours, ends = f"{paint.fill} {paint.even_odd} {paint.stroke}", f"{paint.cap} {paint.join}"
        return f"shape {letters} {lengths} {colours} {stroke} {ends}"
    if isinstance(mark, Placed):
        return f"placed {mark.drawing.name} {_matrix(mark.matrix)}"
    place = f"{_steps((mark.size, mark.x, mark.y))} {_matrix(mark.matrix)}"
    return f"text {mark.text!r} {mark.font.name} {place} {mark.colour}"


def _matrix(matrix: Matrix) -> str:
    # Its factors are small where the units of what it places are.
    return " ".join([f"{value:.9f}" for value in matrix])


def _steps(values: Sequence[float]) -> list[int]:
    return [round(value * _PER_MM) for value in values]
