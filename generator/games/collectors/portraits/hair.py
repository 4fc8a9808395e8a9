"""Hair of a portrait, behind the head and over it, and hats in its place."""

from collections.abc import Callable
from math import cos, pi, sin
from random import Random

from generator.games.collectors.portraits.bust import BOLD, FINE, LINE, MIDDLE, Sitter
from generator.games.pen import Pen, box, curve, oval, polygon, zigzag

Hair = Callable[[Pen, Sitter], None]


def _mane_behind(pen: Pen, sitter: Sitter) -> None:
    wide, top = sitter.half + 3.4, sitter.crown - 2
    pen.draw(
        curve(
            (MIDDLE - wide, 39),
            (MIDDLE - wide - 2, 26),
            (MIDDLE - wide, top),
            (MIDDLE, top),
            (MIDDLE + wide, top),
            (MIDDLE + wide + 2, 26),
            (MIDDLE + wide, 39),
            (MIDDLE + 6, 41),
            (MIDDLE - 6, 41),
            (MIDDLE - wide, 39),
        ),
        BOLD,
    )
    pen.lines(
        *(
            ((MIDDLE + side * (wide - k), 25), (MIDDLE + side * (wide - k - 0.2), 37))
            for side in (-1, 1)
            for k in (0.4, 1.6)
        ),
        width=FINE,
        straight=True,
    )


def _curls_behind(pen: Pen, sitter: Sitter) -> None:
    for place in range(13):
        angle = pi * (1.12 - 1.24 * place / 12)
        pen.draw(oval(MIDDLE + (sitter.half + 1.6) * cos(angle), 25.5 - (25.5 - sitter.crown) * sin(angle), 2.5), LINE)


def _bun_behind(pen: Pen, sitter: Sitter) -> None:
    pen.draw(oval(MIDDLE, sitter.crown - 2.2, 3.6, 3), BOLD)
    pen.draw(
        curve(
            (MIDDLE - 2.4, sitter.crown - 2),
            (MIDDLE - 1, sitter.crown - 4),
            (MIDDLE + 1.6, sitter.crown - 3.6),
            (MIDDLE + 2.2, sitter.crown - 1.6),
        ),
        FINE,
        "none",
    )


def _nothing(_pen: Pen, _sitter: Sitter) -> None:
    return


def _parting(pen: Pen, sitter: Sitter) -> None:
    half, top = sitter.half + 0.6, sitter.crown
    for side, at in ((-1, 0.3), (1, 0.3)):
        middle = MIDDLE - 1.4
        pen.draw(
            curve(
                (middle, top + 1),
                (MIDDLE + side * half * 0.7, top - 1.6),
                (MIDDLE + side * half, top + 2),
                (MIDDLE + side * half, 26),
                (MIDDLE + side * (half - 1.6), 23.4),
                (MIDDLE + side * half * 0.7, top + 5),
                (middle + side * at, top + 3),
            ),
            LINE,
        )


def _fringe(pen: Pen, sitter: Sitter) -> None:
    half, top = sitter.half + 0.5, sitter.crown
    low = zigzag(MIDDLE - half + 0.6, MIDDLE + half - 0.6, 21.6, 1.2, 6)
    pen.draw(
        [
            *curve(
                (MIDDLE - half, 26),
                (MIDDLE - half - 0.8, top + 1),
                (MIDDLE - half * 0.6, top - 2),
                (MIDDLE, top - 2),
                (MIDDLE + half * 0.6, top - 2),
                (MIDDLE + half + 0.8, top + 1),
                (MIDDLE + half, 26),
            ),
            *[("L", (point,)) for point in reversed(low)],
            ("Z", ()),
        ],
        LINE,
    )


def _quiff(pen: Pen, sitter: Sitter) -> None:
    half, top = sitter.half + 0.4, sitter.crown
    pen.draw(
        curve(
            (MIDDLE - half, 24.6),
            (MIDDLE - half - 0.6, top + 2),
            (MIDDLE - half, top - 2),
            (MIDDLE - 2, top - 2.6),
            (MIDDLE + 3, top - 5.4),
            (MIDDLE + half + 1.6, top - 1.6),
            (MIDDLE + half, 24.6),
            (MIDDLE + half - 1, 21),
            (MIDDLE + half - 2, top + 3.4),
            (MIDDLE + 1, top + 3.6),
            (MIDDLE - 2, top + 4),
            (MIDDLE - half + 1.4, 20),
            (MIDDLE - half, 24.6),
        ),
        LINE,
    )
    pen.draw(
        curve((MIDDLE - 1.6, top + 1.8), (MIDDLE + 1, top - 2), (MIDDLE + 3, top - 2.6), (MIDDLE + 4.4, top - 1)),
        FINE,
        "none",
    )


def _tufts(pen: Pen, sitter: Sitter) -> None:
    for side in (-1, 1):
        x = MIDDLE + side * (sitter.half + 0.2)
        pen.draw(
            polygon(
                (x, 22),
                (x + side * 2.6, 21.4),
                (x + side * 1.6, 23.4),
                (x + side * 3.2, 24.4),
                (x + side * 1.4, 25.4),
                (x + side * 2.2, 27),
                (x, 26.4),
            ),
            LINE,
        )
    pen.draw(
        curve(
            (MIDDLE - 1, sitter.crown + 0.6),
            (MIDDLE - 2.4, sitter.crown - 3),
            (MIDDLE, sitter.crown - 3.6),
            (MIDDLE + 1.4, sitter.crown - 2.4),
        ),
        FINE,
        "none",
    )


def _topper(pen: Pen, sitter: Sitter) -> None:
    brim, half = sitter.crown + 4.6, sitter.half
    pen.draw(
        curve(
            (MIDDLE - half * 0.85, brim),
            (MIDDLE - half * 0.9, brim - 4),
            (MIDDLE - half, brim - 8),
            (MIDDLE - half * 0.95, brim - 10.6),
            (MIDDLE - 2, brim - 11.6),
            (MIDDLE + 2, brim - 11.6),
            (MIDDLE + half * 0.95, brim - 10.6),
            (MIDDLE + half, brim - 8),
            (MIDDLE + half * 0.9, brim - 4),
            (MIDDLE + half * 0.85, brim),
        ),
        BOLD,
    )
    pen.draw(
        polygon(
            (MIDDLE - half * 0.88, brim - 3),
            (MIDDLE + half * 0.88, brim - 3),
            (MIDDLE + half * 0.85, brim),
            (MIDDLE - half * 0.85, brim),
        ),
        LINE,
        "#000",
    )
    pen.draw(
        curve(
            (MIDDLE - half - 3.4, brim - 0.8),
            (MIDDLE - half, brim + 2),
            (MIDDLE + half, brim + 2),
            (MIDDLE + half + 3.4, brim - 0.8),
            (MIDDLE + half, brim + 0.4),
            (MIDDLE - half, brim + 0.4),
            (MIDDLE - half - 3.4, brim - 0.8),
        ),
        BOLD,
    )


def _bonnet(pen: Pen, sitter: Sitter) -> None:
    half, top = sitter.half, sitter.crown
    pen.draw(
        curve(
            (MIDDLE - half - 0.8, 26),
            (MIDDLE - half - 4, top + 2),
            (MIDDLE - half, top - 5),
            (MIDDLE, top - 5),
            (MIDDLE + half, top - 5),
            (MIDDLE + half + 4, top + 2),
            (MIDDLE + half + 0.8, 26),
            (MIDDLE + half, 20),
            (MIDDLE + half * 0.6, top + 4.4),
            (MIDDLE, top + 4.4),
            (MIDDLE - half * 0.6, top + 4.4),
            (MIDDLE - half, 20),
            (MIDDLE - half - 0.8, 26),
        ),
        BOLD,
    )
    for place in range(7):
        angle = pi * (0.9 - 0.8 * place / 6)
        x, y = MIDDLE + half * 1.0 * cos(angle), 21 - (21 - top - 1.4) * sin(angle)
        pen.draw(oval(x, y, 1.0), FINE)


def _cap(pen: Pen, sitter: Sitter) -> None:
    half, brim = sitter.half + 0.6, sitter.crown + 5
    pen.draw(
        curve(
            (MIDDLE - half, brim),
            (MIDDLE - half - 1, brim - 8),
            (MIDDLE + half + 1, brim - 8),
            (MIDDLE + half, brim),
            (MIDDLE + half - 3, brim - 1.2),
            (MIDDLE - half + 3, brim - 1.2),
            (MIDDLE - half, brim),
        ),
        BOLD,
    )
    pen.draw(
        curve(
            (MIDDLE - 1, brim - 0.8),
            (MIDDLE + 3, brim - 0.8),
            (MIDDLE + half + 4, brim + 0.2),
            (MIDDLE + half + 4.4, brim + 1.8),
            (MIDDLE + half, brim + 1),
            (MIDDLE + 2, brim + 0.8),
            (MIDDLE - 1, brim + 1),
        ),
        LINE,
    )
    pen.draw(oval(MIDDLE, brim - 6.4, 0.7), LINE)


def _beret(pen: Pen, sitter: Sitter) -> None:
    half, brim = sitter.half, sitter.crown + 4.4
    pen.draw(
        curve(
            (MIDDLE - half, brim + 0.6),
            (MIDDLE - half - 5, brim - 1),
            (MIDDLE - half - 2, brim - 6.6),
            (MIDDLE + 1, brim - 6.4),
            (MIDDLE + half + 2, brim - 6),
            (MIDDLE + half + 2, brim - 2),
            (MIDDLE + half, brim + 0.6),
        ),
        BOLD,
    )
    pen.draw(box(MIDDLE - half, brim - 0.4, MIDDLE + half, brim + 1), LINE)
    pen.lines(((MIDDLE, brim - 6.4), (MIDDLE + 0.4, brim - 8)), width=LINE, straight=True)


STYLES: tuple[tuple[Hair, Hair], ...] = (
    *((_mane_behind, _parting), (_mane_behind, _fringe), (_curls_behind, _parting), (_curls_behind, _nothing)),
    *((_bun_behind, _parting), (_bun_behind, _fringe), (_nothing, _quiff), (_nothing, _tufts), (_nothing, _parting)),
    *((_mane_behind, _bonnet), (_curls_behind, _topper), (_nothing, _topper), (_mane_behind, _beret), (_nothing, _cap)),
)
CLEAN_SHAVEN = (_bun_behind, _bonnet)  # what does not go with a beard


def hair_of(sitter: Sitter, rng: Random) -> tuple[Hair, Hair]:
    """What is drawn behind a head, and what over it."""
    return rng.choice([style for style in STYLES if not (sitter.beard and set(style) & set(CLEAN_SHAVEN))])
