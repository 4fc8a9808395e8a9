"""Houses that are grown: a portrait for each pair of Difficulty and Gathering of a Housing tile.

The Gathering makes a house grander: storeys, windows, turrets, flags. The Difficulty makes it scarier: it leans, cracks
and bares its teeth, bats and ghosts move in. Windows are eyes, the door is a mouth. All of it is our own.
"""

from functools import lru_cache
from math import hypot
from random import Random
from typing import Any, NamedTuple

from generator.play.houses.face import draw_face
from generator.play.houses.parts import (
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
    SPIDER,
    STAR,
    WEB,
)
from generator.play.houses.pen import GROUND, Part, Pen, Point, arch, box, oval, polygon
from generator.play.houses.roofs import GRAND, MIDDLE, SMALL, Roof, battlement, gable, onion, steps, thatch, witch_hat

HARDEST, RICHEST = 30, 7
HALF_WIDTH = (10.0, 10.8, 10.8, 11.8, 10.4, 9.8, 9.8)  # of the walls, by Gathering
BARE = (witch_hat, onion, battlement)  # roofs without a chimney
EAVES = (17.8, 17.2, 13.0, 12.6, 12.6, 12.4, 12.2)


class House(NamedTuple):
    """What a house is like before it is drawn. Lengths are mm in a box of 40 × 40; ``fear`` goes from 0 to 1."""

    fear: float
    gathering: int
    left: float
    right: float
    eaves: float
    roof: Roof
    peak: float
    side: int  # -1 or 1: where it leans to
    turrets: tuple[int, ...]  # -1 on the left, 1 on the right


@lru_cache(maxsize=256)  # a tile is drawn once a language
def house(difficulty: int, gathering: int, seed: int = 0) -> tuple[Part, ...]:
    """The shapes of a house, in the order in which they cover each other, in a box of 40 × 40 mm.

    Args:
        difficulty: 0 to 30, how scary.
        gathering: 1 to 7, how grand.
        seed: another house of the same sort.
    """
    rng = Random(f"{difficulty} {gathering} {seed}")
    plan = _plan(min(max(difficulty / HARDEST, 0.0), 1.0), min(max(gathering, 1), RICHEST), rng)
    lean = plan.side * (0.3 + 4.4 * plan.fear) * rng.uniform(0.7, 1.0) * (0.6 if plan.turrets else 1.0)
    pen = Pen(lean, rng.uniform(0.2, 0.9), 0.16 + 0.3 * plan.fear, rng.uniform(0.0, 6.0))
    _sky(pen, plan, rng)
    _behind(pen, plan, rng)
    _walls(pen, plan, rng)
    _upstairs(pen, plan, rng)
    plan.roof(pen, plan.left, plan.right, plan.eaves, plan.peak, plan.side)
    _attic(pen, plan)
    draw_face(pen, plan.fear, (plan.left + plan.right) / 2, plan.right - plan.left, rng)
    _damage(pen, plan, rng)
    _yard(pen, plan, rng)
    return tuple(pen.parts)


def grown_house(fields: dict[str, Any]) -> tuple[Part, ...]:
    """`house` of a Housing tile's fields, as templates ask for it; nothing where a drawing is named."""
    if fields.get("art"):
        return ()
    return house(fields.get("difficulty") or 0, fields.get("gathering") or 1)


def _plan(fear: float, gathering: int, rng: Random) -> House:
    half, eaves = HALF_WIDTH[gathering - 1] + rng.uniform(-0.4, 0.4), EAVES[gathering - 1]
    roof = rng.choice(SMALL if gathering <= 2 else MIDDLE if gathering <= 4 else GRAND)
    rise = (9.6 if gathering <= 2 else 8.6) + 0.1 * gathering + rng.uniform(-0.6, 0.8)
    side = rng.choice((-1, 1))
    turrets = () if gathering <= 4 else (side,) if gathering == 5 else (-1, 1)
    middle = 20 - (side * 2.6 if gathering == 5 else 0)
    return House(fear, gathering, middle - half, middle + half, eaves, roof, max(eaves - rise, 3.4), side, turrets)


def _sky(pen: Pen, plan: House, rng: Random) -> None:
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


def _smoke(plan: House) -> Point:
    """Where the chimney's smoke is."""
    x = plan.left + 4.2 if plan.side > 0 else plan.right - 4.2
    return x - plan.side * 2.6, max(plan.peak - 3.6, 3.0)


def _behind(pen: Pen, plan: House, rng: Random) -> None:
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
        pen.draw(
            polygon(
                (x - 4, top + 1.6),
                (x - 4, top - 2.4),
                (x - 2, top - 2.4),
                (x - 2, top - 0.9),
                (x, top - 0.9),
                (x, top - 2.4),
                (x + 2, top - 2.4),
                (x + 2, top - 0.9),
                (x + 4, top - 0.9),
                (x + 4, top + 1.6),
            ),
            0.8,
        )
        tip = top - 2.4
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
    _window(pen, x, top + 5.2, 1.7, plan.fear, rng)
    pen.lines([(x - 2.2, top + 10.4), (x - 0.8, top + 10.4)], [(x + 0.6, top + 12), (x + 2, top + 12)])


def _chimney(pen: Pen, plan: House, rng: Random) -> None:
    x = plan.left + 4.2 if plan.side > 0 else plan.right - 4.2
    top = plan.peak + 0.6
    pen.draw(box(x - 1.5, top, x + 1.5, plan.eaves), 0.5)
    pen.draw(box(x - 2.1, top - 1.2, x + 2.1, top + 0.6), 0.5)
    puffs = (
        (HEART,) if plan.fear < 0.3 else (SKULL,) if plan.fear > 0.75 else (GHOST,) if rng.random() < plan.fear else ()
    )
    over = _smoke(plan)
    for puff in puffs:
        pen.stamp(puff, *over, 3.8, turn=-plan.side * 12)
    if not puffs:
        pen.draw(oval(over[0] + plan.side * 1.2, over[1] + 1.2, 0.8), straight=True)
        pen.draw(oval(over[0] - plan.side * 0.4, over[1] - 0.4, 1.2), straight=True)


def _walls(pen: Pen, plan: House, rng: Random) -> None:
    spread = rng.uniform(-0.6, 0.6) + plan.fear * 1.2
    pen.draw(
        polygon(
            (plan.left - spread, plan.eaves),
            (plan.right + spread, plan.eaves),
            (plan.right, GROUND),
            (plan.left, GROUND),
        ),
        0.8,
    )
    rng.choice((_planks, _bricks, _stones))(pen, plan, rng)


def _planks(pen: Pen, plan: House, rng: Random) -> None:
    rows = [20.4, 26.6, 30.6, 33.6]
    pen.lines(*[[(plan.left + 0.5, y), (plan.left + rng.uniform(1.2, 2.2), y)] for y in rows],
              *[[(plan.right - rng.uniform(1.2, 2.2), y), (plan.right - 0.5, y)] for y in rows])  # fmt: skip


def _bricks(pen: Pen, plan: House, _rng: Random) -> None:
    for x, y in ((plan.left + 0.6, 32.2), (plan.right - 2.6, 26.8), (plan.left + 0.7, 19.6)):
        pen.lines(
            [(x, y), (x + 2, y), (x + 2, y + 1.2), (x, y + 1.2)],
            [(x + 0.9, y + 1.2), (x + 0.9, y + 2.4), (x + 2, y + 2.4)],
        )


def _stones(pen: Pen, plan: House, _rng: Random) -> None:
    for x, y in ((plan.left + 1.5, 33.6), (plan.right - 1.5, 27.2), (plan.right - 1.6, 34), (plan.left + 1.4, 27.8)):
        pen.draw(oval(x, y, 0.9, 0.6), 0.25)


def _attic(pen: Pen, plan: House) -> None:
    """Something in the gable."""
    if plan.roof not in (gable, steps):
        return
    x, y = (plan.left + plan.right) / 2, plan.peak + (plan.eaves - plan.peak) * (0.68 if plan.roof is gable else 0.5)
    if plan.fear < 0.3:
        pen.stamp(HEART, x, y + 0.2, 3.4, straight=False)
    elif plan.fear < 0.8:
        pen.draw(oval(x, y, 2.1), 0.5)
        pen.stamp(GHOST, x, y + 0.5, 2.6, straight=False)
    else:
        pen.stamp(SKULL, x, y, 4.0, straight=False)


def _upstairs(pen: Pen, plan: House, rng: Random) -> None:
    """A row of windows over the face, where there is a storey for it."""
    if plan.gathering <= 2:
        return
    count = 2 if plan.gathering == 3 else 3
    y = plan.eaves + (3.7 if plan.roof in (thatch, witch_hat) else 2.9)  # under the fringe, under the brim
    width = plan.right - plan.left
    for number in range(count):
        x = plan.left + width * (number + 0.5) / count
        _window(pen, x, y, 1.35, plan.fear, rng)


def _window(pen: Pen, x: float, y: float, half: float, fear: float, rng: Random) -> None:
    """A small window: bars, a candle, a ghost, or boards over it."""
    pen.draw(arch(x - half, y - half * 1.3, x + half, y + half * 1.3), 0.5)
    chance = rng.random()
    if chance < fear * 0.7:
        pen.stamp(GHOST, x, y + 0.3, half * 1.7, straight=False)
    elif chance < fear * 1.1:
        for rise in (0.5, -0.4):
            pen.draw(
                polygon(
                    (x - half - 0.5, y - rise - 0.5),
                    (x + half + 0.5, y + rise - 0.5),
                    (x + half + 0.5, y + rise + 0.4),
                    (x - half - 0.5, y - rise + 0.4),
                ),
                0.25,
            )
    else:
        pen.lines([(x, y - half * 1.2), (x, y + half * 1.2)], [(x - half, y + 0.1), (x + half, y + 0.1)])
        if fear < 0.35:
            pen.draw(box(x - half - 0.4, y + half * 1.3 - 0.3, x + half + 0.4, y + half * 1.3 + 0.7), 0.5)


def _damage(pen: Pen, plan: House, rng: Random) -> None:
    """Webs, cracks and patches."""
    if plan.fear > 0.3 and plan.gathering <= 2 and rng.random() < 0.75:  # higher up there are windows
        pen.stamp(WEB, plan.left + 2.2, plan.eaves + 3.6, 3.6, straight=False)
    for number in range(int(plan.fear * 3 + rng.random())):
        x, y = (
            (plan.right - 1.2, 19.6)
            if number == 0
            else (plan.left + 1.9, 29.6)
            if number == 1
            else (plan.right - 1.6, 29)
        )
        pen.lines([(x, y), (x - 0.9, y + 1.1), (x + 0.3, y + 1.9), (x - 0.5, y + 3.2)])
    if plan.fear > 0.6 and rng.random() < 0.6:
        x = plan.right + 0.8
        pen.lines([(x, plan.eaves + 1.6), (x, plan.eaves + 5)])
        pen.stamp(SPIDER, x, plan.eaves + 5.4, 4.2, straight=False)


def _yard(pen: Pen, plan: House, rng: Random) -> None:
    """What stands at the corners: flowers and cats, or graves and dead trees."""
    friendly, scary = [BUSH, PUMPKIN, CAT, BUSH], [GRAVE, BARE_TREE, PUMPKIN, GRAVE]
    for x in (plan.left - 3.4, plan.right + 3.4):
        thing = rng.choice(scary if rng.random() < plan.fear else friendly)
        size = {id(BARE_TREE): 13.0, id(CAT): 6.4, id(GRAVE): 6.6}.get(id(thing), 6.2)
        if plan.turrets:
            x = 4.0 if x < 20 else 36.0
        pen.stamp(thing, min(max(x, 4.0), 36.0), GROUND + 0.8 - size / 2, size, flip=x > 20)
