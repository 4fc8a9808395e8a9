"""What is round a grown house: turrets and a chimney behind it, the sky over it, a yard beside it."""

from collections.abc import Callable, Iterable
from math import hypot
from random import Random

from generator.games.pen import GROUND, Pen, PenPoint, box, polygon, stamp_room

from .clearing import Clearing
from .outline import BARE, RICHEST, STAMPS, House
from .walls import draw_window

FOOT = GROUND
WITHIN = (0.7, 4.1, 40 - 0.7, FOOT)  # how near to the edges of the box things may come
CAP = 1.2  # the top of a chimney, below that of the roof
TINTS = {
    "moon": "moon",
    "star": "moon",
    "bat": "night",
    "pumpkin": "pumpkin",
    "bush": "slime",
    "heart": "candy",
    "grave": "ghost",
}
PLACES = tuple((2.0 + 0.75 * column, 4.5 + 0.75 * row) for row in range(30) for column in range(49))  # in the sky


def draw_sky(pen: Pen, plan: House, clearing: Clearing, rng: Random) -> None:
    """Smoke, moon, bats and stars, where house and print leave room for them, none on another."""
    if plan.roof not in BARE:
        _smoke(pen, plan, clearing, rng)
    places = list(PLACES)
    rng.shuffle(places)
    if plan.fear > 0.25 and rng.random() < 0.6:
        _put(pen, clearing, "moon", "moon", 5.6, places)
    for number in range(min(3, int(plan.fear * 3.6 + rng.random()))):
        _put(pen, clearing, f"bat {number}", "bat", 4.8 + rng.uniform(0.0, 0.8), places, turn=rng.uniform(-18, 18))
    for number in range(2 if plan.fear < 0.6 else 1):
        _put(pen, clearing, f"star {number}", "star", 2.4 + rng.uniform(0.0, 0.6), places, turn=rng.uniform(-20, 20))


def _put(pen: Pen, clearing: Clearing, name: str, stamp: str, size: float, places: Iterable[PenPoint], *,
         turn: float = 0.0, flip: bool = False, off: Callable[[PenPoint], float] | None = None) -> bool:  # fmt: skip
    """Stamp a thing at the first of these places where it is clear of all else, or at the one that is least ``off``.

    Returns:
        Whether there was one.
    """
    strokes = STAMPS[stamp]
    room = left, up, right, down = stamp_room(strokes, size, turn=turn, flip=flip)
    free = clearing.free(room, places, WITHIN)
    place = next(free, None) if off is None else min(free, key=off, default=None)
    if place is None:
        return False
    x, y = place
    pen.of, pen.tint = name, TINTS.get(stamp, "")
    pen.stamp(strokes, x, y, size, turn=turn, flip=flip)
    clearing.take((x + left, y + up, x + right, y + down))
    return True


def _smoke(pen: Pen, plan: House, clearing: Clearing, rng: Random) -> None:
    """What comes out of the chimney, as near to it as there is room."""
    x, y = pen.warped((plan.chimney, plan.peak + CAP))
    places = [(x + u / 2, y + v / 2) for u in range(-14, 15) for v in range(-9, 9)]

    def off(place: PenPoint) -> float:
        return hypot(place[0] - x, place[1] - y) - (0.02 * (x - place[0]) * plan.side)

    sort = (
        "heart"
        if plan.fear < 0.3
        else "skull"
        if plan.fear > 0.75
        else "ghost"
        if rng.random() < plan.fear
        else "puffs"
    )
    _put(pen, clearing, "smoke", sort, 3.6, places, turn=-plan.side * 12, off=off)


def draw_behind(pen: Pen, plan: House, rng: Random) -> None:
    """Turrets and a chimney: what the walls and the roof will cover."""
    for sign in plan.turrets:
        x = (plan.left if sign < 0 else plan.right) + sign * 2.9
        _turret(pen, x, 15.0 if plan.gathering == 5 else 14.4, plan, rng)
    if plan.gathering == RICHEST and plan.roof == "battlement":
        _turret(pen, plan.middle, 16.8, plan, rng)
    if plan.roof not in (*BARE, "thatch"):  # which would cover all of it but a corner
        _chimney(pen, plan)


def _turret(pen: Pen, x: float, top: float, plan: House, rng: Random) -> None:
    pen.tint = plan.wall
    pen.draw(box(x - 3.1, top, x + 3.1, GROUND), 0.8)
    pen.tint = plan.cover
    if rng.random() < 0.35:
        merlons = [(-4, -2.4), (-2, -2.4), (-2, -0.9), (0, -0.9), (0, -2.4), (2, -2.4), (2, -0.9), (4, -0.9)]
        pen.draw(polygon((x - 4, top + 1.6), *[(x + u, top + v) for u, v in merlons], (x + 4, top + 1.6)), 0.8)
    else:
        tip = top - 7.4
        bow = rng.uniform(-0.6, 1.4)
        pen.draw(
            [
                ("M", ((x - 4.2, top + 0.8),)),
                ("C", ((x - 2.2 - bow, top - 1.6), (x - 0.9, tip + 3), (x, tip))),
                ("C", ((x + 0.9, tip + 3), (x + 2.2 + bow, top - 1.6), (x + 4.2, top + 0.8))),
                ("C", ((x + 2, top + 1.5), (x - 2, top + 1.5), (x - 4.2, top + 0.8))),
                ("Z", ()),
            ],
            0.8,
        )
        pen.lines([(x - 2, top - 1), (x - 0.2, top - 0.6), (x + 1.9, top - 1.1)])
        if plan.gathering >= 6:
            pen.stamp(STAMPS["flag"], x, tip - 0.6, 2.6, flip=x > 20, straight=False)
    pen.tint = ""
    draw_window(pen, x, top + 5.2, 1.7, plan.fear, rng.random())
    pen.lines([(x - 2.2, top + 9.4), (x - 0.8, top + 9.4)], [(x + 0.6, top + 11), (x + 2, top + 11)])


def _chimney(pen: Pen, plan: House) -> None:
    x, top = plan.chimney, plan.peak + CAP + 1.2
    pen.tint = plan.wall
    pen.draw(box(x - 1.5, top, x + 1.5, plan.eaves), 0.5)
    pen.draw(box(x - 2.1, top - 1.2, x + 2.1, top + 0.6), 0.5)
    pen.tint = ""


def draw_yard(pen: Pen, plan: House, clearing: Clearing, rng: Random) -> None:
    """What is beside the house, as far as there is room: flowers and cats, or graves and dead trees."""
    friendly = (("bush", 5.6), ("pumpkin", 5.4), ("cat", 5.8), ("bush", 4.6))
    scary = (("grave", 6.0), ("bare tree", 10.0), ("pumpkin", 5.4), ("grave", 4.8))
    for side in (-1, 1):
        thing, size = rng.choice(scary if rng.random() < plan.fear else friendly)
        wall = plan.left if side < 0 else plan.right
        places = [wall + side * step / 4 for step in range(8, 72)]
        for large in (size, size * 0.8, size * 0.62):
            down = stamp_room(STAMPS[thing], large)[3]
            if _put(pen, clearing, f"yard {side}", thing, large, [(x, FOOT - down) for x in places], flip=side > 0):
                break
