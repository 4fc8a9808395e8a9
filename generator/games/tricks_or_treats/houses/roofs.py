"""Roofs of grown houses: those whose steps follow from the walls' width, beside the figures of ``figures.txt``."""

from generator.games.pen import Pen, polygon
from generator.games.tricks_or_treats.houses.outline import FIGURES, House


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
