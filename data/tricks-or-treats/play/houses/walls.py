"""The walls and the roof of a grown house, but for its face: what they are made of, windows, cracks and webs."""

from collections.abc import Sequence
from random import Random

from generator.games.pen import GROUND, Pen, arch, box, oval, plank, polygon

from .clearing import GAP, Clearing
from .outline import FIGURES, STAMPS, House

KEPT = GAP - 0.45  # a window may come nearer to roof and face than other things to each other
ASIDE = (0.0, 0.9, -0.9)  # where it may be, from its place in the row
SILL, SILLS = 0.7, 0.35  # how far a sill reaches below a window, and up to which fear there are any
RISES = (2.9, 2.5, 3.3, 2.1, 3.7, 1.7, 4.2)  # and below the eaves, the best first


def draw_walls(pen: Pen, plan: House, rng: Random) -> None:
    """The front, and a hint of what it is made of."""
    spread = rng.uniform(-0.6, 0.6) + plan.fear * 1.2
    top = plan.eaves + (1.6 if plan.roof == "witch hat" else 0.0)  # a brim is narrower at its ends
    foot = ((plan.right, GROUND), (plan.left, GROUND))
    pen.tint = plan.wall
    pen.draw(polygon((plan.left - spread, top), (plan.right + spread, top), *foot), 0.8)
    pen.tint = ""
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


def draw_attic(pen: Pen, plan: House) -> None:
    """Something in the gable."""
    if plan.roof not in ("gable", "steps"):
        return
    x, y = plan.middle, plan.peak + (plan.eaves - plan.peak) * (0.68 if plan.roof == "gable" else 0.5)
    if plan.fear < 0.3:
        pen.stamp(STAMPS["heart"], x, y + 0.2, 3.4, straight=False)
    elif plan.fear < 0.8:
        pen.draw(oval(x, y, 2.1), 0.5)
        pen.stamp(STAMPS["ghost"], x, y + 0.5, 2.6, straight=False)
    else:
        pen.stamp(STAMPS["skull"], x, y, 4.0, straight=False)


def draw_upstairs(pen: Pen, plan: House, clearing: Clearing, chances: Sequence[float]) -> None:
    """A row of windows over the face, a chance each: where roof and face leave room for one, in size or place."""
    width = plan.right - plan.left
    rises = [plan.eaves + rise for rise in RISES]
    for number, chance in enumerate(chances):
        x = plan.left + width * (number + 0.5) / len(chances)
        for half in (1.35, 1.1):
            wide, high = half - KEPT, half * 1.3 - KEPT
            low = high + (SILL if plan.fear < SILLS else 0)
            places = {pen.warped((x + aside, y)): (x + aside, y) for aside in ASIDE for y in rises}
            place = next(clearing.free((-wide, -high, wide, low), places, (0, 0, 40, 40)), None)
            if place:
                draw_window(pen, *places[place], half, plan.fear, chance)
                break


def draw_window(pen: Pen, x: float, y: float, half: float, fear: float, chance: float) -> None:
    """A small window: bars and a sill, a ghost, or boards over it."""
    pen.draw(arch(x - half, y - half * 1.3, x + half, y + half * 1.3), 0.5)
    if chance < fear * 0.7:
        pen.stamp(STAMPS["ghost"], x, y + 0.3, half * 1.7, straight=False)
    elif chance < fear * 1.1:
        for rise in (0.5, -0.4):
            pen.draw(plank(x, y, half + 0.5, rise, 0.45), 0.25)
    else:
        pen.lines([(x, y - half * 1.2), (x, y + half * 1.2)], [(x - half, y + 0.1), (x + half, y + 0.1)])
        if fear < SILLS:
            pen.draw(box(x - half - 0.4, y + half * 1.3 - 0.3, x + half + 0.4, y + half * 1.3 + SILL), 0.5)


def draw_damage(pen: Pen, plan: House, rng: Random) -> None:
    """Webs, cracks and patches."""
    if plan.fear > 0.3 and plan.gathering <= 2 and rng.random() < 0.75:  # higher up there are windows
        pen.stamp(STAMPS["web"], plan.left + 2.2, plan.eaves + 3.6, 3.6, straight=False)
    places = ((plan.right - 1.2, 19.6), (plan.left + 1.9, 29.6), (plan.right - 1.6, 29.0))
    for x, y in places[: int(plan.fear * 3 + rng.random())]:
        pen.lines([(x, y), (x - 0.9, y + 1.1), (x + 0.3, y + 1.9), (x - 0.5, y + 3.2)])
    if plan.fear > 0.6 and rng.random() < 0.6:
        x = plan.right + 0.8
        pen.lines([(x, plan.eaves + 1.6), (x, plan.eaves + 5)])
        pen.stamp(STAMPS["spider"], x, plan.eaves + 5.4, 4.2, straight=False)


def draw_roof(pen: Pen, plan: House) -> None:
    """Add the roof of a house."""
    if plan.roof in FIGURES:
        pen.figure(FIGURES[plan.roof], plan.middle, half=plan.half, eaves=plan.eaves, peak=plan.peak, side=plan.side)
    else:
        _BUILT[plan.roof](pen, plan)


def _gable(pen: Pen, plan: House) -> None:
    """Two boards over a wall that rises to a point."""
    left, right, eaves, peak, middle, out = plan.left, plan.right, plan.eaves, plan.peak, plan.middle, 2.8
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


def _steps(pen: Pen, plan: House) -> None:
    """A gable in stairs."""
    left, right, eaves, middle = plan.left, plan.right, plan.eaves, plan.middle
    half, rise = plan.half + 0.6, (eaves - plan.peak) / 3
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


def _battlement(pen: Pen, plan: House) -> None:
    """A castle's wall: merlons, and a walk behind them."""
    left, right, eaves = plan.left, plan.right, plan.eaves
    low, high, top = eaves + 1.4, eaves - 1.4, eaves - 3.8
    width = (right - left + 3.2) / 9
    points = [(left - 1.6, low)]
    for number in range(9):
        x = left - 1.6 + number * width
        y = top if number % 2 == 0 else high
        points += [(x, y), (x + width, y)]
    pen.draw(polygon(*points, (right + 1.6, low)), 0.8)
    pen.lines([(left, eaves), (left + 3, eaves)], [(right - 5, eaves + 0.2), (right - 2, eaves + 0.2)])


_BUILT = {"gable": _gable, "steps": _steps, "battlement": _battlement}
