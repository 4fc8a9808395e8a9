"""Boxes of paper: what lies in one decides how large it is, inside and as a sheet to cut out."""

from collections.abc import Iterable, Mapping
from math import ceil

from msgspec import Struct

from generator.core.choices import Size

FORMS = ("tuck", "envelope")
THICKNESS = 0.3  # mm of a component: paper of 200 g/m², a little air
ROOM = (2.0, 2.0, 1.0)  # mm that the inside is wider, higher and deeper than what lies in it
GLUE = 11.0  # mm of a flap to be glued
WALL = 1.0  # mm: a flap is so much narrower than what it is pushed or glued into
LEAST_DEPTH = 4  # mm: a box of less cannot be folded


class Container(Struct, frozen=True):
    """A box of paper as a game describes it: its form, the kinds that lie in it, and how thick one of these is."""

    form: str
    holds: tuple[str, ...]
    thickness: float = THICKNESS  # mm
    sleeve: float = 0.0  # mm that it is wider and higher than what is in it

    def net(self, counts: Mapping[str, int], sizes: Mapping[str, Size]) -> "Net":
        """The net for this many components of each kind, of these sizes in mm: one pile, the long way.

        A tuck box stands; an envelope, whose front and back hang together, lies, so that it fits the paper.
        """
        held = [sizes[kind] for kind in self.holds if counts.get(kind) and kind in sizes]
        width = max((min(size) for size in held), default=0.0)
        height = max((max(size) for size in held), default=0.0)
        if self.form == "envelope":
            width, height = height, width
        depth = ceil(self.thickness * sum(counts.get(kind, 0) for kind in self.holds) + ROOM[2])
        least = LEAST_DEPTH if self.form == "tuck" else 0
        return Net(
            self.form, ceil(width + self.sleeve + ROOM[0]), ceil(height + self.sleeve + ROOM[1]), max(depth, least)
        )


class Panel(Struct, frozen=True):
    """A rectangle of a net that something can be printed on, in mm from the net's top left corner."""

    name: str  # front, back, side, top
    x: float
    y: float
    width: float
    height: float
    turned: bool = False  # it stands on its head on the sheet


class Net(Struct, frozen=True):
    """A box unfolded: its inside in mm, whole ones, so that few sizes differ."""

    form: str
    width: float
    height: float
    depth: float

    @property
    def tongue(self) -> float:
        """How far the lid is pushed in."""
        return min(14.0, max(9.0, self.height / 6))

    @property
    def flap(self) -> float:
        """How long an envelope's closing flap is."""
        return min(40.0, self.height / 3)

    @property
    def size(self) -> Size:
        """Of the sheet to cut out, (width, height) in mm."""
        w, h, d = self.width, self.height, self.depth
        if self.form == "tuck":
            return GLUE + 2 * d + 2 * w, h + 2 * (d + self.tongue)
        return w + 2 * GLUE, self.flap + 2 * d + 2 * h

    @property
    def panels(self) -> tuple[Panel, ...]:
        """What can be printed on, from left to right and from top to bottom."""
        w, h, d = self.width, self.height, self.depth
        if self.form == "envelope":
            below = self.flap + d
            return (
                Panel("flap", GLUE, 0, w, self.flap, turned=True),
                Panel("back", GLUE, below, w, h),
                Panel("front", GLUE, below + h + d, w, h, turned=True),
            )
        top = d + self.tongue
        sides = (GLUE, GLUE + d + w)
        return (
            Panel("side", sides[0], top, d, h),
            Panel("front", GLUE + d, top, w, h),
            Panel("side", sides[1], top, d, h),
            Panel("back", GLUE + 2 * d + w, top, w, h),
            Panel("top", GLUE + 2 * d + w, self.tongue, w, d, turned=True),
        )

    @property
    def flaps(self) -> tuple[Panel, ...]:
        """What is glued, and hidden then."""
        w, h, d = self.width, self.height, self.depth
        if self.form == "envelope":
            top = self.flap + d
            return Panel("glue", 0, top, GLUE, h), Panel("glue", GLUE + w, top, GLUE, h)
        return (Panel("glue", 0, d + self.tongue, GLUE, h),)

    @property
    def folds(self) -> tuple[tuple[float, float, float, float], ...]:
        """Lines to fold along: x and y of both ends."""
        w, h, d, right = self.width, self.height, self.depth, self.size[0]
        if self.form == "envelope":
            across = [self.flap, self.flap + d, self.flap + d + h, self.flap + 2 * d + h]
            levels = across if d else across[::2]
            top, foot = self.flap + d, self.flap + d + h
            lines = [(GLUE, y, GLUE + w, y) for y in levels]
            return (*lines, (GLUE, top, GLUE, foot), (GLUE + w, top, GLUE + w, foot))
        top, foot, tongue = d + self.tongue, d + self.tongue + h, self.tongue
        edges = (GLUE, GLUE + d, GLUE + d + w, GLUE + 2 * d + w)
        lines = [(x, top, x, foot) for x in edges]
        back = edges[-1]
        lines += [(back, y, right, y) for y in (tongue, top, foot, foot + d)]
        lines += [(x, y, x + d, y) for x in (edges[0], edges[2]) for y in (top, foot)]
        return tuple(lines)

    @property
    def outline(self) -> tuple[tuple[float, float], ...]:
        """Where scissors go: the corners, in turn, from the top left."""
        return tuple(_envelope(self) if self.form == "envelope" else _tuck(self))


def _tuck(net: Net) -> Iterable[tuple[float, float]]:
    w, h, d, t = net.width, net.height, net.depth, net.tongue
    right, top, foot, low = net.size[0], d + t, d + t + h, net.size[1]
    side, front, second, back = GLUE, GLUE + d, GLUE + d + w, GLUE + 2 * d + w
    dust = min(d + t, w / 2, 0.8 * d + 5)  # flaps of the sides, that keep dust out
    slope = min(2.0, d / 4)
    notch = min(9.0, w / 4, h / 4)  # for a thumb to open the lid by
    middle = front + w / 2
    yield 0, top + 3
    yield side, top
    yield from ((side + slope, top - dust), (front - slope, top - dust), (front, top))
    yield from ((middle - notch, top), (middle - notch * 0.7, top + notch * 0.5), (middle, top + notch * 0.7))
    yield from ((middle + notch * 0.7, top + notch * 0.5), (middle + notch, top), (second, top))
    yield from ((second + slope, top - dust), (back - slope, top - dust), (back, top))
    yield from ((back, t), (back + WALL, t), (back + WALL, 4), (back + WALL + 4, 0))
    yield from ((right - WALL - 4, 0), (right - WALL, 4), (right - WALL, t), (right, t))
    yield from ((right, low - t), (right - WALL, low - t), (right - WALL, low - 4), (right - WALL - 4, low))
    yield from ((back + WALL + 4, low), (back + WALL, low - 4), (back + WALL, low - t), (back, low - t), (back, foot))
    yield from ((back - slope, foot + dust), (second + slope, foot + dust), (second, foot), (front, foot))
    yield from ((front - slope, foot + dust), (side + slope, foot + dust), (side, foot), (0, foot - 3))


def _envelope(net: Net) -> Iterable[tuple[float, float]]:
    w, d = net.width, net.depth
    top, foot, low = net.flap + d, net.flap + d + net.height, net.size[1]
    left, right = GLUE, GLUE + w
    middle, notch = GLUE + w / 2, min(9.0, w / 4, net.height / 4)
    yield from ((left + w / 8, 0), (right - w / 8, 0), (right, net.flap), (right, top))
    yield from ((right + GLUE, top + 4), (right + GLUE, foot - 4), (right, foot), (right, low))
    yield from ((middle + notch, low), (middle + notch * 0.7, low - notch * 0.5), (middle, low - notch * 0.7))
    yield from ((middle - notch * 0.7, low - notch * 0.5), (middle - notch, low))
    yield from ((left, low), (left, foot), (0, foot - 4), (0, top + 4), (left, top), (left, net.flap))
