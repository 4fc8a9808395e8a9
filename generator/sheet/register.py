"""Registration: where a printer really puts a back, and the shift that brings it behind its front.

A home printer moves, turns and stretches the second side a little. To first order the displacement at a point is

    ex = x + sigma * (px - cx) - turn * (py - cy)        ey = y + turn * (px - cx) + sigma * (py - cy)

with the paper's centre (cx, cy): four unknowns, found from eight readings by least squares.
"""

import math
from collections.abc import Sequence

from msgspec import Struct

from generator.core.choices import Edge
from generator.draw.marks.marks import Matrix, inverse, multiply
from generator.sheet.backs import flip


class Reading(Struct, frozen=True):
    """How far the back was found from where it belongs, along one axis, at one place; all mm, seen from the front."""

    x: float
    y: float
    axis: str  # "x" or "y"
    off: float


class Error(Struct, frozen=True):
    """What a printer does to a back, seen from the front: offset in mm, turn in degrees clockwise, scale."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    scale: float = 1.0

    def matrix(self, width: float, height: float) -> Matrix:
        """From where a back belongs to where the printer puts it, about the centre of paper of this size."""
        angle = math.radians(self.turn)
        cos, sin = self.scale * math.cos(angle), self.scale * math.sin(angle)
        cx, cy = width / 2, height / 2
        return (cos, sin, -sin, cos, cx + self.x - cos * cx + sin * cy, cy + self.y - sin * cx - cos * cy)


def solve(readings: Sequence[Reading], width: float, height: float) -> tuple[Error, float]:
    """The error that explains the readings best, and the largest difference that is left (mm).

    Raises:
        ValueError: offset, turn and scale cannot be told apart from these readings.
    """
    rows, values = [], []
    for reading in readings:
        u, v = reading.x - width / 2, reading.y - height / 2
        rows.append([1.0, 0.0, -v, u] if reading.axis == "x" else [0.0, 1.0, u, v])
        values.append(reading.off)
    x, y, turn, sigma = _least_squares(rows, values)
    left = [
        abs(sum(a * b for a, b in zip(row, (x, y, turn, sigma), strict=True)) - value)
        for row, value in zip(rows, values, strict=True)
    ]
    return Error(x, y, math.degrees(turn), 1 + sigma), max(left)


def combined(first: Error, then: Error) -> Error:
    """The error of a printer that errs like ``first`` and then like ``then``: a profile, and what it left over."""
    angle = math.radians(then.turn)
    cos, sin = then.scale * math.cos(angle), then.scale * math.sin(angle)
    return Error(
        cos * first.x - sin * first.y + then.x,
        sin * first.x + cos * first.y + then.y,
        first.turn + then.turn,
        first.scale * then.scale,
    )


def correction(error: Error, width: float, height: float, edge: Edge) -> Matrix:
    """The shift for pages of backs, in the coordinates of the back: what undoes the error."""
    over = flip(width, height, edge)
    return multiply(over, multiply(inverse(error.matrix(width, height)), over))


def _least_squares(rows: list[list[float]], values: list[float]) -> list[float]:
    """The solution of the normal equations."""
    if not rows:
        raise ValueError("there are no readings")
    unknowns = range(len(rows[0]))
    squares = [[sum(row[i] * row[j] for row in rows) for j in unknowns] for i in unknowns]
    right = [sum(row[i] * value for row, value in zip(rows, values, strict=True)) for i in unknowns]
    try:
        return solve_linear(squares, right, least=1e-9)
    except ValueError:
        raise ValueError("offset, turn and scale cannot be told apart from these readings") from None


def solve_linear(matrix: Sequence[Sequence[float]], right: Sequence[float], *, least: float = 0.0) -> list[float]:
    """Solve a square system by Gauss's elimination with pivots.

    Args:
        matrix: its rows.
        right: the right side, as long as the matrix has rows.
        least: pivots that are smaller than this, or 0, do not determine the unknowns.

    Raises:
        ValueError: the equations do not determine the unknowns.
    """
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for index in range(size):
        pivot = max(range(index, size), key=lambda row: abs(rows[row][index]))
        if abs(rows[pivot][index]) < least or not rows[pivot][index]:
            raise ValueError("the equations do not determine the unknowns")
        rows[index], rows[pivot] = rows[pivot], rows[index]
        for row in rows[index + 1 :]:
            ratio = row[index] / rows[index][index]
            if ratio:
                for column in range(index, size + 1):
                    row[column] -= ratio * rows[index][column]
    result = [0.0] * size
    for index in reversed(range(size)):
        solved = sum(rows[index][column] * result[column] for column in range(index + 1, size))
        result[index] = (rows[index][size] - solved) / rows[index][index]
    return result
