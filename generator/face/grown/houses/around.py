"""What is round a grown house: the sky, turrets and a chimney behind it, a yard in front."""

from math import hypot
from random import Random

from generator.face.grown.houses.outline import BARE, RICHEST, House
from generator.face.grown.houses.parts import (
    BARE_TREE,
    BAT,
    BUSH,
    CAT,
    FLAG,
    GHOST,
    GRAVE,
    HEART,
    MOON,
    PUMPKIN,
    SKULL,
    STAR,
)
from generator.face.grown.houses.pen import GROUND, Pen, PenPoint, box, oval, polygon
from generator.face.grown.houses.roofs import battlement
from generator.face.grown.houses.walls import draw_window


def draw_sky(pen: Pen, plan: House, rng: Random) -> None:
    """Moon, bats and stars, where the roof leaves room for them, none on another."""
    free = [(5.0, 5.0), (35.0, 5.0), (4.0, 13.0), (36.0, 13.0), (11.5, 4.0), (28.5, 4.0), (4.4, 20.5), (35.6, 20.5)]
    if plan.turrets:
        free = [(13.0, 4.4), (27.0, 4.4), (3.4, 17.5), (36.6, 17.5), (3.4, 5.0), (36.6, 5.0), (3.4, 24.0), (36.6, 24.0)]
    rng.shuffle(free)
    smoke = _smoke(plan)
    free = [place for place in free if plan.roof in BARE or hypot(place[0] - smoke[0], place[1] - smoke[1]) > 6]
    if plan.fear > 0.25 and rng.random() < 0.6:
        moon = next((place for place in free if 4 < place[0] < 36), free[0])
        pen.stamp(MOON, *moon, 6.6)
        free = [place for place in free if hypot(place[0] - moon[0], place[1] - moon[1]) > 6.8]
    for _ in range(min(3, int(plan.fear * 3.6 + rng.random()), len(free))):
        pen.stamp(BAT, *free.pop(0), 5.4 + rng.uniform(0.0, 1.2), turn=rng.uniform(-18, 18))
    for _ in range(min(2 if plan.fear < 0.6 else 1, len(free))):
        pen.stamp(STAR, *free.pop(0), 2.4 + rng.uniform(0.0, 0.6), turn=rng.uniform(-20, 20))


def _smoke(plan: House) -> PenPoint:
    """Where the chimney's smoke is."""
    return plan.chimney - plan.side * 2.6, max(plan.peak - 3.6, 3.0)


def draw_behind(pen: Pen, plan: House, rng: Random) -> None:
    """Ground, turrets, chimney and smoke: what the walls and the roof will cover."""
    pen.lines([(1.4, 36.2), (plan.left, 35.8)], [(plan.right, 35.8), (38.6, 36.2)], width=0.5, straight=True)
    for sign in plan.turrets:
        x = (plan.left if sign < 0 else plan.right) + sign * 2.9
        _turret(pen, x, 11.4 if plan.gathering == 5 else 10.2, plan, rng)
    if plan.gathering == RICHEST and plan.roof is battlement:
        _turret(pen, (plan.left + plan.right) / 2, 9.0, plan, rng)
    if plan.roof not in BARE:
        _chimney(pen, plan, rng)


def _turret(pen: Pen, x: float, top: float, plan: House, rng: Random) -> None:
    pen.draw(box(x - 3.1, top, x + 3.1, GROUND), 0.8)
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
            pen.stamp(FLAG, x, max(tip - 1.0, 1.6), 3.0, flip=x < 20, straight=False)
    draw_window(pen, x, top + 5.2, 1.7, plan.fear, rng)
    pen.lines([(x - 2.2, top + 10.4), (x - 0.8, top + 10.4)], [(x + 0.6, top + 12), (x + 2, top + 12)])


def _chimney(pen: Pen, plan: House, rng: Random) -> None:
    x, top = plan.chimney, plan.peak + 0.6
    pen.draw(box(x - 1.5, top, x + 1.5, plan.eaves), 0.5)
    pen.draw(box(x - 2.1, top - 1.2, x + 2.1, top + 0.6), 0.5)
    over = _smoke(plan)
    if plan.fear < 0.3:
        pen.stamp(HEART, *over, 3.8, turn=-plan.side * 12)
    elif plan.fear > 0.75:
        pen.stamp(SKULL, *over, 3.8, turn=-plan.side * 12)
    elif rng.random() < plan.fear:
        pen.stamp(GHOST, *over, 3.8, turn=-plan.side * 12)
    else:
        pen.draw(oval(over[0] + plan.side * 1.2, over[1] + 1.2, 0.8), straight=True)
        pen.draw(oval(over[0] - plan.side * 0.4, over[1] - 0.4, 1.2), straight=True)


def draw_yard(pen: Pen, plan: House, rng: Random) -> None:
    """What stands at the corners: flowers and cats, or graves and dead trees."""
    friendly = ((BUSH, 6.2), (PUMPKIN, 6.2), (CAT, 6.4), (BUSH, 6.2))
    scary = ((GRAVE, 6.6), (BARE_TREE, 13.0), (PUMPKIN, 6.2), (GRAVE, 6.6))
    for x in (plan.left - 3.4, plan.right + 3.4):
        thing, size = rng.choice(scary if rng.random() < plan.fear else friendly)
        at = min(max(x, 4.0), 36.0) if not plan.turrets else 4.0 if x < 20 else 36.0
        pen.stamp(thing, at, GROUND + 0.8 - size / 2, size, flip=x > 20)
