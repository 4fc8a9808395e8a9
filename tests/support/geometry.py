"""Rectangles in whole micrometres, worked out again for the tests: left, top, right, bottom."""

from typing import Any

from generator.core.choices import um
from generator.sheet.page import CutLine

Edges = tuple[int, int, int, int]


def edges(box: Any) -> Edges:
    """Of anything with x, y, width and height in mm."""
    return um(box.x), um(box.y), um(box.x + box.width), um(box.y + box.height)


def ink(line: CutLine) -> Edges:
    """What a level or upright line covers."""
    half = um(line.width / 2)
    x1, x2 = sorted((um(line.x1), um(line.x2)))
    y1, y2 = sorted((um(line.y1), um(line.y2)))
    assert x1 == x2 or y1 == y2, "a crop mark is level or upright"
    return (x1 - half, y1, x2 + half, y2) if x1 == x2 else (x1, y1 - half, x2, y2 + half)


def gap(one: Edges, other: Edges) -> int:
    """How far apart two rectangles are, along the axis in which they are farther apart; below 0 they meet."""
    across = max(other[0] - one[2], one[0] - other[2])
    down = max(other[1] - one[3], one[1] - other[3])
    return max(across, down)


def inside(one: Edges, width: float, height: float, margin: float) -> bool:
    """Whether a rectangle keeps this far from the edges of the paper."""
    edge = um(margin)
    return one[0] >= edge and one[1] >= edge and one[2] <= um(width) - edge and one[3] <= um(height) - edge
