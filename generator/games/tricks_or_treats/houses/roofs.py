"""Roofs of grown houses, one function a style: all take the walls' edges, the eaves, the peak and a side to lean to."""

from collections.abc import Callable

from generator.games.pen import Pen, PenPoint, curve, oval, polygon, scallops, zigzag

Roof = Callable[[Pen, float, float, float, float, int], None]


def gable(pen: Pen, left: float, right: float, eaves: float, peak: float, _side: int) -> None:
    """Two boards over a wall that rises to a point."""
    middle, out = (left + right) / 2, 2.8
    pen.draw(polygon((left, eaves + 1), (middle, peak + 1), (right, eaves + 1)), 0.5)
    steep = (eaves - peak) / (right + out - middle)
    foot = eaves + 1.6
    pen.draw(
        polygon(
            (left - out, foot), (middle, peak), (right + out, foot), (right + out - 1.6, foot + 1.9),
            (middle, peak + 2.9), (left - out + 1.6, foot + 1.9),
        ),
        0.8,
    )  # fmt: skip
    ticks = [(x, peak + 0.5 + steep * abs(x - middle)) for x in (left + 0.5, left + 4.5, right - 4.5, right - 0.5)]
    pen.lines(*[[(x, y + 0.5), (x + (0.5 if x < middle else -0.5), y + 1.9)] for x, y in ticks])


def hip(pen: Pen, left: float, right: float, eaves: float, peak: float, _side: int) -> None:
    """A broad roof with rows of tiles."""
    foot = eaves + 1
    inset = (right - left) * 0.24
    pen.draw(
        [
            ("M", ((left - 2.8, foot),)),
            ("C", ((left - 0.5, foot - 1.5), (left + inset - 1, peak + 3), (left + inset, peak))),
            ("C", ((left + inset + 3, peak - 0.5), (right - inset - 3, peak - 0.5), (right - inset, peak))),
            ("C", ((right - inset + 1, peak + 3), (right + 0.5, foot - 1.5), (right + 2.8, foot))),
            ("C", ((right - 3, foot + 0.9), (left + 3, foot + 0.9), (left - 2.8, foot))),
            ("Z", ()),
        ],
        0.8,
    )
    for row in (0.4, 0.7):
        y = peak + (foot - peak) * row
        ease = inset * (1 - row * row) - 0.6
        pen.draw(scallops(left + ease, right - ease, y, 0.9, 5 + round(row * 4)), 0.25, "none")


def thatch(pen: Pen, left: float, right: float, eaves: float, peak: float, side: int) -> None:
    """A cap of straw, pulled over the ears."""
    middle, foot = (left + right) / 2, eaves + 1.4
    fringe = zigzag(right + 2.6, left - 2.6, foot, 1.7, 8)
    pen.draw(
        [
            ("M", ((left - 2.6, foot),)),
            ("C", ((left - 1.5, peak + 3), (middle - 6, peak - 0.4), (middle + side, peak))),
            ("C", ((middle + 6, peak - 0.4), (right + 1.5, peak + 3), (right + 2.6, foot))),
            *[("L", (point,)) for point in fringe],
            ("Z", ()),
        ],
        0.8,
    )
    height = foot - peak
    pen.lines(
        [(middle - 5, peak + height * 0.55), (middle - 6.4, peak + height * 0.85)],
        [(middle - 1.6, peak + height * 0.35), (middle - 2, peak + height * 0.7)],
        [(middle + 2.4, peak + height * 0.42), (middle + 3, peak + height * 0.75)],
        [(middle + 6, peak + height * 0.6), (middle + 7.2, peak + height * 0.88)],
    )
    tuft = [(middle + side + u, peak + v) for u, v in ((-2.4, 0.9), (-1, 2.2), (1, 2.2), (2.4, 0.9))]
    pen.draw(curve(*tuft), 0.5, "none")


def mansard(pen: Pen, left: float, right: float, eaves: float, peak: float, _side: int) -> None:
    """A bell with a balcony on top."""
    foot = eaves + 1
    pen.draw(
        [
            ("M", ((left - 2.6, foot),)),
            ("C", ((left + 1, foot - 1), (left + 0.8, peak + 4), (left + 4.4, peak + 1.4))),
            ("L", ((right - 4.4, peak + 1.4),)),
            ("C", ((right - 0.8, peak + 4), (right - 1, foot - 1), (right + 2.6, foot))),
            ("Z", ()),
        ],
        0.8,
    )
    pen.draw(polygon((left + 3.4, peak + 1.6), (left + 3.6, peak), (right - 3.6, peak), (right - 3.4, peak + 1.6)), 0.5)
    pen.draw(scallops(left + 1.6, right - 1.6, peak + (foot - peak) * 0.62, 1, 7), 0.25, "none")
    pen.draw(scallops(left + 2.6, right - 2.6, peak + (foot - peak) * 0.36, 0.9, 6), 0.25, "none")
    posts = [left + 4.2 + index * (right - left - 8.4) / 4 for index in range(5)]
    pen.lines(
        *[[(x, peak), (x, peak - 1.4)] for x in posts], [(posts[0], peak - 1.4), (posts[-1], peak - 1.4)], width=0.5
    )


def witch_hat(pen: Pen, left: float, right: float, eaves: float, peak: float, side: int) -> None:
    """A pointed hat whose tip has given up."""
    middle, foot, half = (left + right) / 2, eaves + 0.9, (right - left) / 2 - 1.6

    def at(along: float, y: float) -> PenPoint:
        return middle + side * along, y

    pen.draw(
        [
            ("M", (at(-half, foot),)),
            ("C", (at(2.4 - half, foot - 4), at(-2.2, peak + 2.4), at(1, peak - 0.6))),
            ("C", (at(3, peak - 1.6), at(5, peak - 1), at(5.4, peak + 1.2))),
            ("C", (at(4, peak + 1.4), at(4, peak + 3.2), at(4.2, peak + 4.4))),
            ("C", (at(5.6, foot - 4), at(half - 1.4, foot - 2.4), at(half, foot))),
            ("Z", ()),
        ],
        0.8,
    )
    pen.draw(
        [
            ("M", ((left - 3.4, foot + 0.6),)),
            ("C", ((left + 2, foot - 2.4), (right - 2, foot - 2.4), (right + 3.4, foot + 0.6))),
            ("C", ((right, foot + 2.6), (left, foot + 2.6), (left - 3.4, foot + 0.6))),
            ("Z", ()),
        ],
        0.8,
    )
    pen.lines([(left + 4.4, foot - 3.6), (middle, foot - 2.9), (right - 4.2, foot - 3.4)], width=0.5)
    pen.draw(
        polygon(
            (middle - 1.6, foot - 4.2),
            (middle + 1.6, foot - 4.2),
            (middle + 1.7, foot - 1.6),
            (middle - 1.7, foot - 1.6),
        ),
        0.5,
    )
    pen.draw(
        polygon(
            (middle - 0.7, foot - 3.4),
            (middle + 0.7, foot - 3.4),
            (middle + 0.7, foot - 2.4),
            (middle - 0.7, foot - 2.4),
        ),
        0.25,
    )


def steps(pen: Pen, left: float, right: float, eaves: float, peak: float, _side: int) -> None:
    """A gable in stairs."""
    middle = (left + right) / 2
    half, rise = (right - left) / 2 + 0.6, (eaves - peak) / 3
    points = [(left - 1.4, eaves + 1.6), (left - 1.4, eaves)]
    flanks = []
    for number in range(3):
        x, y = half * (0.98 - 0.3 * number), eaves - rise * number
        flanks += [(x, y), (x, y - rise)]
    points += [(middle - x, y) for x, y in flanks] + [(middle + x, y) for x, y in reversed(flanks)]
    points += [(right + 1.4, eaves), (right + 1.4, eaves + 1.6)]
    pen.draw(polygon(*points), 0.8)
    pen.lines([(left + 1, eaves + 0.2), (right - 1, eaves + 0.2)], width=0.5)
    pen.lines([(middle - half * 0.6, eaves - rise * 0.5), (middle - half * 0.4, eaves - rise * 0.5)],
              [(middle + half * 0.35, eaves - rise * 0.4), (middle + half * 0.6, eaves - rise * 0.4)])  # fmt: skip


def battlement(pen: Pen, left: float, right: float, eaves: float, _peak: float, _side: int) -> None:
    """A castle's wall: merlons, and a walk behind them."""
    low, high, top = eaves + 1.4, eaves - 1.4, eaves - 3.8
    width = (right - left + 3.2) / 9
    points = [(left - 1.6, low)]
    for number in range(9):
        x = left - 1.6 + number * width
        y = top if number % 2 == 0 else high
        points += [(x, y), (x + width, y)]
    pen.draw(polygon(*points, (right + 1.6, low)), 0.8)
    pen.lines([(left, eaves), (left + 3, eaves)], [(right - 5, eaves + 0.2), (right - 2, eaves + 0.2)])


def onion(pen: Pen, left: float, right: float, eaves: float, peak: float, _side: int) -> None:
    """A dome with a knob."""
    middle, foot = (left + right) / 2, eaves + 0.8
    pen.draw(oval(middle, peak - 0.6, 0.9), 0.5)
    pen.draw(
        [
            ("M", ((left - 0.4, foot),)),
            ("C", ((left - 4.6, foot - 5), (middle - 3.4, peak + 5.4), (middle, peak))),
            ("C", ((middle + 3.4, peak + 5.4), (right + 4.6, foot - 5), (right + 0.4, foot))),
            ("Z", ()),
        ],
        0.8,
    )
    for sign, edge in ((-1, left), (1, right)):
        rib = [(middle + sign * 0.6, peak + 3), (edge - sign, foot - 5), (edge - sign * 2, foot - 2)]
        pen.draw(curve(*rib, (edge - sign * 4, foot - 0.4)), 0.25, "none")
    pen.draw(
        polygon(
            (left - 1.4, foot - 0.6), (right + 1.4, foot - 0.6), (right + 1.4, foot + 0.9), (left - 1.4, foot + 0.9)
        ),
        0.5,
    )


SMALL: tuple[Roof, ...] = (thatch, witch_hat, gable, onion)
MIDDLE: tuple[Roof, ...] = (gable, hip, mansard, steps, thatch, witch_hat)
GRAND: tuple[Roof, ...] = (mansard, hip, gable, steps, battlement, onion)
