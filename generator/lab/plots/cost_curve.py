"""Cost curves: one number against another with the line that they follow, and below it how far each lies off."""

from collections.abc import Iterable, Sequence
from math import sqrt

from msgspec import Struct

from generator.lab.plots.svg import LETTER, Scale, across, label, plot, shortened, tag, text_of, ticks, upward

WIDTH = 420
LEFT, RIGHT, TOP = 36, 12, 34
HIGH, GAP, RESIDUALS, FOOT = 210, 36, 84, 38
SMALLEST, LARGEST = 3.0, 10.0  # radius of a point, by how many lie there
ASIDE = 4.0  # pixels between sorts that have the same x
SORTS = 6  # that differ in hue; the shapes go round as well
MOST_LABELS = 5


class Spot(Struct, frozen=True):
    """A place with how many lie there, how far it is off the line, and what its outliers are called."""

    x: float
    y: float
    count: int
    residual: float | None = None
    names: Sequence[str] = ()


class CurveSort(Struct, frozen=True):
    """The spots of one sort with their line: slope, intercept, deviation of the residuals."""

    name: str
    spots: Sequence[Spot]
    line: tuple[float, float, float] | None = None


class _Frame(Struct):
    right: Scale
    up: Scale
    off: Scale
    most: int
    parts: list[str] = []

    def radius(self, count: int) -> float:
        return SMALLEST + (LARGEST - SMALLEST) * sqrt((count - 1) / max(1, self.most - 1))


def curve(sorts: Sequence[CurveSort], x: str, y: str) -> str:
    """Points with lines, and the residuals below; the area of a point says how many lie there.

    Args:
        sorts: the sorts, each with its points; one point at least.
        x: what goes to the right, with its unit.
        y: what goes up, with its unit.
    """
    spots = [spot for sort in sorts for spot in sort.spots]
    whole = _whole(spot.x for spot in spots), _whole(spot.y for spot in spots)
    low, high = _padded([spot.x for spot in spots])
    bottom, top_off = TOP + HIGH, TOP + HIGH + GAP
    farthest = max((abs(spot.residual) for spot in spots if spot.residual is not None), default=0.0) or 1.0
    right = Scale(low, high, LEFT, WIDTH - RIGHT)
    up = Scale(*_padded([spot.y for spot in spots]), bottom, TOP)
    off = Scale(-1.15 * farthest, 1.15 * farthest, top_off + RESIDUALS, top_off)
    frame = _Frame(right, up, off, max(spot.count for spot in spots))
    frame.parts += upward(up, LEFT, WIDTH - RIGHT, shortened(y, 60), ticks(up.low, up.high, 6, whole=whole[1]))
    frame.parts.append(tag("path", class_="axis", d=f"M{LEFT} {bottom}H{WIDTH - RIGHT}"))
    frame.parts += upward(off, LEFT, WIDTH - RIGHT, "off the line", ticks(off.low, off.high, 4))
    _draw_names(frame, sorts)  # below the points, lest a name's paper hide one
    _draw_sorts(frame, sorts)
    frame.parts += across(right, top_off + RESIDUALS, shortened(x, 60), ticks(low, high, 10, whole=whole[0]))
    height, legend = _legend(sorts, top_off + RESIDUALS + FOOT)
    about = f"{y} against {x}: {sum(spot.count for spot in spots)} components"
    for name, line in ((sort.name, sort.line) for sort in sorts if sort.line is not None):
        about += f"; {name or 'line'}: slope {line[0]:.2f}, intercept {line[1]:.2f}"
    return plot(WIDTH, height, about, *frame.parts, *legend)


def _padded(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    room = (high - low or 1.0) * 0.06
    return low - room, high + room


def _whole(values: Iterable[float]) -> bool:
    return all(value == int(value) for value in values)


def _draw_sorts(frame: _Frame, sorts: Sequence[CurveSort]) -> None:
    deviations = [sort.line[2] for sort in sorts if sort.line is not None]
    if len(sorts) == 1 and deviations:
        high, low = (frame.off.place(sign * 2 * deviations[0]) for sign in (1, -1))
        high, low = max(high, frame.off.end), min(low, frame.off.start)
        wide = frame.right.end - frame.right.start
        frame.parts.append(tag("rect", class_="band", x=frame.right.start, y=high, width=wide, height=low - high))
    zero = frame.off.place(0)
    frame.parts.append(tag("path", class_="axis", d=f"M{LEFT} {zero:.1f}H{WIDTH - RIGHT}"))
    for place, sort in enumerate(sorts):
        hue = f"s{place % SORTS}"
        if sort.line is not None:
            frame.parts.append(_line(frame, sort, hue, place))
        for spot in sorted(sort.spots, key=lambda spot: -spot.count):
            aside = ASIDE * (place - (len(sorts) - 1) / 2)
            radius, x = frame.radius(spot.count), frame.right.place(spot.x) + aside
            title = f"{', '.join(spot.names) or sort.name}: {spot.x:g}, {spot.y:g} ({spot.count})"
            if spot.residual is not None:
                y = frame.off.place(spot.residual)
                frame.parts.append(tag("path", class_="stick", d=f"M{x:.1f} {zero:.1f}V{y:.1f}"))
                frame.parts.append(shape(place, x, y, max(2.2, radius * 0.6), f"point {hue}"))
            frame.parts.append(shape(place, x, frame.up.place(spot.y), radius, f"point {hue}", title))


def _line(frame: _Frame, sort: CurveSort, hue: str, place: int) -> str:
    assert sort.line is not None
    slope, intercept, _ = sort.line
    ends = [min(spot.x for spot in sort.spots), max(spot.x for spot in sort.spots)]
    (x1, y1), (x2, y2) = ((frame.right.place(x), frame.up.place(intercept + slope * x)) for x in ends)
    dash = {"stroke_dasharray": DASHES[place % len(DASHES)]} if place % len(DASHES) else {}
    return tag("path", class_=f"line {hue}", d=f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}", **dash)


DASHES = ("", "6 3", "2 3", "8 3 2 3")


def shape(place: int, x: float, y: float, radius: float, class_: str, title: str = "") -> str:
    """A point: circle, square, triangle, diamond, triangle downward, cross, by its sort's place."""
    tooltip = (tag("title", text_of(title)),) if title else ()
    wide = radius * 0.9
    match place % SORTS:
        case 0:
            return tag("circle", *tooltip, class_=class_, cx=x, cy=y, r=radius)
        case 1:
            return tag("rect", *tooltip, class_=class_, x=x - wide, y=y - wide, width=2 * wide, height=2 * wide)
        case 2:
            corners = [(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)]
        case 3:
            corners = [(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]
        case 4:
            corners = [(0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)]
        case _:
            third = 0.4
            corners = [(-third, -1), (third, -1), (third, -third), (1, -third), (1, third), (third, third)]
            corners += [(third, 1), (-third, 1), (-third, third), (-1, third), (-1, -third), (-third, -third)]
    path = "M" + "L".join(f"{x + radius * right:.1f} {y + radius * down:.1f}" for right, down in corners) + "Z"
    return tag("path", *tooltip, class_=class_, d=path)


def _draw_names(frame: _Frame, sorts: Sequence[CurveSort]) -> None:
    """The outliers' names, the farthest first, where no other name stands."""
    named = [spot for sort in sorts for spot in sort.spots if spot.names]
    taken: list[tuple[float, float, float]] = []  # from, to, baseline
    for spot in sorted(named, key=lambda spot: -abs(spot.residual or 0))[: 2 * MOST_LABELS]:
        if len(taken) == MOST_LABELS:
            break
        words = shortened(spot.names[0] + (f" +{len(spot.names) - 1}" if len(spot.names) > 1 else ""), 26)
        x, y, long = frame.right.place(spot.x), frame.up.place(spot.y), len(words) * LETTER
        leftward = x + 12 + long > WIDTH
        start = x - 12 - long if leftward else x + 12
        if all(abs(y - name_y) > 12 or start > end or start + long < begin for begin, end, name_y in taken):
            taken.append((start, start + long, y))
            anchor, at = ("end", x - 12) if leftward else ("start", x + 12)
            frame.parts.append(label(words, at, y + 4, anchor, "halo"))


def _legend(sorts: Sequence[CurveSort], y: float) -> tuple[float, list[str]]:
    """Which sort has which shape; nothing where there is one."""
    if len(sorts) < 2:
        return y, []
    parts, x = [], float(LEFT)
    y += 8
    for place, sort in enumerate(sorts):
        long = (len(shortened(sort.name, 24)) + 4) * LETTER
        if x + long > WIDTH and x > LEFT:
            x, y = float(LEFT), y + 16
        parts.append(shape(place, x + 5, y - 4, 4, f"point s{place % SORTS}"))
        parts.append(label(shortened(sort.name or "—", 24), x + 14, y))
        x += long
    return y + 10, parts
