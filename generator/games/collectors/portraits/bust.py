"""The parts of a portrait: shoulders, head, hair, face. Lengths are mm in a box of 44 × 56, y downwards.

Parts come in the order in which they cover each other; an oval of 19.8 × 25.8 mm around 22, 28 is what a frame shows.
"""

from math import sqrt
from random import Random
from typing import NamedTuple

from generator.games.pen import Pen, box, curve, oval, polygon

MIDDLE = 22.0
CHIN = 38.0
BOLD, LINE, FINE = 0.8, 0.5, 0.25


class Sitter(NamedTuple):
    """Who sits: half the width of the face, where the crown of the head is, and whether there may be a beard."""

    half: float
    crown: float
    jaw: float  # 0 a pointed chin, 1 a square one
    beard: bool


def draw_ground(pen: Pen, rng: Random) -> None:
    """Engraved lines at the edges of the oval, denser on one side."""
    rows = []
    longer = rng.choice((-1, 1))
    for step in range(34):
        y = 8.5 + 1.15 * step
        edge = 19.8 * sqrt(max(0.0, 1 - ((y - 28) / 25.8) ** 2)) - 0.6
        for side in (-1, 1):
            long = (3.2 if side == longer else 1.7) * (0.5 + 0.5 * rng.random())
            rows.append(((MIDDLE + side * edge, y), (MIDDLE + side * (edge - long), y)))
    pen.lines(*rows, width=FINE, straight=True)


def draw_coat(pen: Pen, rng: Random) -> None:
    """Shoulders down to the edge of the oval, with lapels, buttons or a shawl."""
    wide, high = rng.uniform(13.0, 15.6), rng.uniform(39.6, 41.6)
    left, right = MIDDLE - wide, MIDDLE + wide
    pen.draw(
        curve(
            (left - 0.4, 46.6),
            (left + 1, high + 1.6),
            (left + 5, high + 0.6),
            (MIDDLE - 4.4, high - 2.4),
            (MIDDLE - 2, high),
            (MIDDLE + 2, high),
            (MIDDLE + 4.4, high - 2.4),
            (right - 5, high + 0.6),
            (right - 1, high + 1.6),
            (right + 0.4, 46.6),
            (right - 3, 51.4),
            (MIDDLE + 6, 53.7),
            (MIDDLE, 53.8),
            (MIDDLE - 6, 53.7),
            (left + 3, 51.4),
            (left - 0.4, 46.6),
        ),
        BOLD,
    )
    rng.choice((_lapels, _buttons, _shawl, _pleats))(pen, high)


def _lapels(pen: Pen, high: float) -> None:
    for side in (-1, 1):
        pen.draw(
            polygon(
                (MIDDLE + side * 4.2, high - 1.6),
                (MIDDLE + side * 8.6, high + 3.4),
                (MIDDLE + side * 6.6, high + 5.6),
                (MIDDLE + side * 8, high + 6.6),
                (MIDDLE + side * 1.6, 53.2),
            ),
            LINE,
        )
    pen.lines(((MIDDLE, high + 8), (MIDDLE, 53.6)), width=FINE, straight=True)


def _buttons(pen: Pen, high: float) -> None:
    pen.lines(((MIDDLE, high + 1), (MIDDLE, 53.6)), width=LINE, straight=True)
    for row in range(3):
        pen.draw(oval(MIDDLE + 1.4, high + 4 + 3.4 * row, 0.6), FINE)


def _shawl(pen: Pen, high: float) -> None:
    for side in (-1, 1):
        pen.draw(
            curve(
                (MIDDLE + side * 4.6, high - 2),
                (MIDDLE + side * 8, high + 1),
                (MIDDLE + side * 9, high + 5),
                (MIDDLE, high + 8.4),
                (MIDDLE + side * 3, high + 5),
                (MIDDLE + side * 3.4, high + 1.6),
                (MIDDLE + side * 4.6, high - 2),
            ),
            LINE,
        )
    for place in range(5):
        pen.lines(
            ((MIDDLE - 3 + 1.5 * place, high + 7.2), (MIDDLE - 3.4 + 1.7 * place, high + 9.6)),
            width=FINE,
            straight=True,
        )


def _pleats(pen: Pen, high: float) -> None:
    pen.lines(
        *(((MIDDLE + x * 0.8, high + 1.4), (MIDDLE + x, 52.2)) for x in (-6, -3.4, 0, 3.4, 6)),
        width=FINE,
        straight=True,
    )


def draw_neck(pen: Pen, sitter: Sitter, rng: Random) -> None:
    """A neck, and what is worn round it, in the tint that the pen has."""
    half, worn = sitter.half * 0.52, pen.tint
    pen.tint = "skin"
    pen.draw(
        curve(
            (MIDDLE - half, 33.6),
            (MIDDLE - half, 37),
            (MIDDLE - half - 0.2, 39),
            (MIDDLE - half - 1.2, 41),
            (MIDDLE - 1, 43.4),
            (MIDDLE + 1, 43.4),
            (MIDDLE + half + 1.2, 41),
            (MIDDLE + half + 0.2, 39),
            (MIDDLE + half, 37),
            (MIDDLE + half, 33.6),
        ),
        LINE,
    )
    pen.tint = worn
    rng.choice((_bow, _ruff, _collar, _scarf, _brooch))(pen)


def _bow(pen: Pen) -> None:
    for side in (-1, 1):
        pen.draw(
            curve(
                (MIDDLE, 42.4),
                (MIDDLE + side * 2, 40.2),
                (MIDDLE + side * 4.8, 39.8),
                (MIDDLE + side * 5.8, 40.8),
                (MIDDLE + side * 5.6, 42.4),
                (MIDDLE + side * 5.8, 44),
                (MIDDLE + side * 6, 45),
                (MIDDLE + side * 4, 45.4),
                (MIDDLE + side * 1.4, 44),
                (MIDDLE, 42.8),
            ),
            LINE,
        )
    pen.draw(box(MIDDLE - 1, 41.4, MIDDLE + 1, 43.8), LINE)


def _ruff(pen: Pen) -> None:
    loops = 9
    for place in range(loops):
        x = MIDDLE - 7.6 + 15.2 * place / (loops - 1)
        pen.draw(oval(x, 40.8 + 0.024 * (x - MIDDLE) ** 2 * -1 + 0.6, 1.25, 1.9), LINE)


def _collar(pen: Pen) -> None:
    for side in (-1, 1):
        pen.draw(
            polygon(
                (MIDDLE + side * 4.2, 37.6), (MIDDLE + side * 5.4, 41.4), (MIDDLE + side * 1.6, 44), (MIDDLE, 41.8)
            ),
            LINE,
        )


def _scarf(pen: Pen) -> None:
    pen.draw(
        curve(
            (MIDDLE - 6, 39),
            (MIDDLE - 3, 41.4),
            (MIDDLE + 3, 41.4),
            (MIDDLE + 6, 39),
            (MIDDLE + 7, 41),
            (MIDDLE + 5, 44),
            (MIDDLE, 44),
            (MIDDLE - 5, 44),
            (MIDDLE - 7, 41),
            (MIDDLE - 6, 39),
        ),
        BOLD,
    )
    pen.draw(polygon((MIDDLE + 1.6, 43.6), (MIDDLE + 5, 42.8), (MIDDLE + 6, 50), (MIDDLE + 2.8, 50.6)), LINE)
    pen.lines(
        ((MIDDLE + 2.4, 46), (MIDDLE + 5.3, 45.4)),
        ((MIDDLE + 2.6, 47.6), (MIDDLE + 5.5, 47)),
        width=FINE,
        straight=True,
    )


def _brooch(pen: Pen) -> None:
    pen.lines(((MIDDLE - 5, 40.4), (MIDDLE, 44.6), (MIDDLE + 5, 40.4)), width=LINE, straight=True)
    pen.draw(oval(MIDDLE, 44.6, 1.5, 1.9), LINE)
    pen.draw(oval(MIDDLE, 44.6, 0.7, 1), FINE)


def draw_head(pen: Pen, sitter: Sitter) -> None:
    """Ears and the outline of the face."""
    half, top = sitter.half, sitter.crown + 4
    for side in (-1, 1):
        pen.draw(oval(MIDDLE + side * (half + 0.5), 28, 1.3, 2.1), LINE)
    square = 0.25 + 0.45 * sitter.jaw
    pen.draw(
        curve(
            (MIDDLE - half, top + 5),
            (MIDDLE - half - 0.3, 29),
            (MIDDLE - half * (0.5 + square), 35 + sitter.jaw),
            (MIDDLE - half * square, CHIN - 0.7),
            (MIDDLE - half * 0.2, CHIN + 0.4),
            (MIDDLE + half * 0.2, CHIN + 0.4),
            (MIDDLE + half * square, CHIN - 0.7),
            (MIDDLE + half * (0.5 + square), 35 + sitter.jaw),
            (MIDDLE + half + 0.3, 29),
            (MIDDLE + half, top + 5),
            (MIDDLE + half, sitter.crown - 1.2),
            (MIDDLE - half, sitter.crown - 1.2),
            (MIDDLE - half, top + 5),
        ),
        BOLD,
    )
