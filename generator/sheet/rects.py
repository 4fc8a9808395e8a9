"""Rectangles in whole micrometres, in which places are compared."""

from typing import NamedTuple

from generator.core.choices import um
from generator.sheet.page import Rectangle, Slot


class Rect(NamedTuple):
    """A rectangle in whole micrometres."""

    x1: int
    y1: int
    x2: int
    y2: int

    def moved(self, x: int, y: int) -> "Rect":
        """The rectangle so much farther right and down."""
        return Rect(self.x1 + x, self.y1 + y, self.x2 + x, self.y2 + y)

    def grown(self, by: int) -> "Rect":
        """The rectangle with so much more on all sides."""
        return Rect(self.x1 - by, self.y1 - by, self.x2 + by, self.y2 + by)


def rect_of(box: Rectangle | Slot) -> Rect:
    """A box in mm, in whole micrometres."""
    return Rect(um(box.x), um(box.y), um(box.x + box.width), um(box.y + box.height))


def meet(one: Rect, other: Rect) -> bool:
    """Whether two rectangles have more than an edge in common."""
    return one.x1 < other.x2 and other.x1 < one.x2 and one.y1 < other.y2 and other.y1 < one.y2
