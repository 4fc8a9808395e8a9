"""The features of a portrait: brows, eyes, a nose, a mouth, and what grows or sits there."""

from collections.abc import Callable
from random import Random

from generator.games.collectors.portraits.bust import BOLD, FINE, LINE, MIDDLE, Sitter
from generator.games.pen import Pen, PenPath, PenPoint, box, curve, oval, polygon, zigzag


def draw_features(pen: Pen, sitter: Sitter, rng: Random) -> None:
    """Brows, eyes, a nose, a mouth, and what grows or sits there."""
    apart, skin = sitter.half * 0.47, pen.tint
    pen.tint = ""
    rng.choice(_EYES)(pen, apart, rng)
    lift, slant = rng.uniform(-0.5, 0.6), rng.uniform(-0.9, 0.9)
    for side in (-1, 1):
        x, y = MIDDLE + side * apart, 24.2 - lift - (0.7 if side > 0 and rng.random() < 0.4 else 0)
        pen.draw(
            curve(
                (x - 1.9, y + slant * side * -0.5),
                (x - 0.8, y - 1.1),
                (x + 0.8, y - 1.1),
                (x + 1.9, y + slant * side * 0.5),
            ),
            BOLD,
            "none",
        )
    pen.tint = skin
    rng.choice(_NOSES)(pen)
    pen.tint = "ivory"
    beard = rng.random() if sitter.beard else 1.0
    if beard < 0.22:
        _full_beard(pen, sitter)
    rng.choice(_MOUTHS)(pen)
    if 0.1 < beard < 0.6:
        rng.choice((_handlebar, _walrus))(pen)
    if rng.random() < 0.42:
        rng.choice((_monocle, _spectacles, _pince_nez))(pen, apart)


def _open_eyes(pen: Pen, apart: float, rng: Random) -> None:
    look = rng.uniform(-0.5, 0.5)
    for side in (-1, 1):
        x = MIDDLE + side * apart
        pen.draw(
            curve(
                (x - 1.7, 27),
                (x - 0.9, 25.5),
                (x + 0.9, 25.5),
                (x + 1.7, 27),
                (x + 0.9, 28.1),
                (x - 0.9, 28.1),
                (x - 1.7, 27),
            ),
            LINE,
        )
        pen.draw(oval(x + look, 26.8, 0.75), 0.0, "#000")


def _sleepy_eyes(pen: Pen, apart: float, rng: Random) -> None:
    look = rng.uniform(-0.5, 0.5)
    for side in (-1, 1):
        x = MIDDLE + side * apart
        pen.draw(curve((x - 1.7, 26.8), (x - 0.6, 28.4), (x + 0.6, 28.4), (x + 1.7, 26.8)), LINE)
        pen.draw(oval(x + look, 27.3, 0.7, 0.55), 0.0, "#000")
        pen.lines(((x - 1.9, 26.7), (x + 1.9, 26.7)), width=LINE, straight=True)


def _round_eyes(pen: Pen, apart: float, rng: Random) -> None:
    look = rng.uniform(-0.5, 0.5)
    for side in (-1, 1):
        pen.draw(oval(MIDDLE + side * apart, 26.9, 1.5), LINE)
        pen.draw(oval(MIDDLE + side * apart + look, 26.9, 0.6), 0.0, "#000")


def _narrow_eyes(pen: Pen, apart: float, _rng: Random) -> None:
    for side in (-1, 1):
        x = MIDDLE + side * apart
        pen.draw(
            curve(
                (x - 1.8, 27),
                (x - 0.8, 26.1),
                (x + 0.8, 26.1),
                (x + 1.8, 27),
                (x + 0.8, 27.7),
                (x - 0.8, 27.7),
                (x - 1.8, 27),
            ),
            LINE,
        )
        pen.draw(oval(x, 26.9, 0.6), 0.0, "#000")
        pen.lines(
            ((x + side * 2, 26.4), (x + side * 2.8, 25.9)),
            ((x + side * 2, 27.2), (x + side * 2.8, 27.4)),
            width=FINE,
            straight=True,
        )


_EYES: tuple[Callable[[Pen, float, Random], None], ...] = (
    _open_eyes,
    _open_eyes,
    _sleepy_eyes,
    _round_eyes,
    _narrow_eyes,
)


def _hooked(pen: Pen) -> None:
    pen.draw(
        curve(
            (MIDDLE + 0.3, 26.2),
            (MIDDLE + 1.8, 28.4),
            (MIDDLE + 2, 30),
            (MIDDLE + 1.1, 31.4),
            (MIDDLE + 0.4, 31.9),
            (MIDDLE - 0.6, 31.5),
            (MIDDLE - 1, 31),
        ),
        LINE,
        "none",
    )


def _button(pen: Pen) -> None:
    pen.draw(
        curve(
            (MIDDLE - 1, 30.6),
            (MIDDLE - 1.2, 28.8),
            (MIDDLE + 1.2, 28.8),
            (MIDDLE + 1, 30.6),
            (MIDDLE + 0.6, 31.4),
            (MIDDLE - 0.6, 31.4),
            (MIDDLE - 1, 30.6),
        ),
        LINE,
        "none",
    )


def _long(pen: Pen) -> None:
    pen.draw(
        curve(
            (MIDDLE - 0.5, 25.8),
            (MIDDLE - 0.4, 28),
            (MIDDLE - 1.6, 30),
            (MIDDLE - 1.2, 31.4),
            (MIDDLE - 0.4, 32.2),
            (MIDDLE + 0.6, 32.1),
            (MIDDLE + 1.1, 31.4),
        ),
        LINE,
        "none",
    )


def _snub(pen: Pen) -> None:
    pen.draw(
        curve((MIDDLE - 1.5, 30.8), (MIDDLE - 0.8, 31.9), (MIDDLE + 0.8, 31.9), (MIDDLE + 1.5, 30.8)), LINE, "none"
    )
    pen.draw(
        curve((MIDDLE + 0.5, 27.6), (MIDDLE + 0.8, 28.6), (MIDDLE + 0.8, 29.2), (MIDDLE + 0.7, 29.8)), FINE, "none"
    )


_NOSES: tuple[Callable[[Pen], None], ...] = (_hooked, _button, _long, _snub)


def _mouth(*points: PenPoint) -> PenPath:
    return curve(*((MIDDLE + x, y) for x, y in points))


def _smile(pen: Pen) -> None:
    pen.draw(_mouth((-2.6, 33.6), (-1.2, 35), (1.2, 35), (2.6, 33.6)), LINE, "none")


def _smirk(pen: Pen) -> None:
    pen.draw(_mouth((-2, 34.4), (0, 34.8), (1.6, 34.2), (2.8, 33.2)), LINE, "none")
    pen.draw(_mouth((-0.8, 35.7), (-0.2, 36), (0.4, 36), (1, 35.6)), FINE, "none")


def _prim(pen: Pen) -> None:
    pen.draw(
        _mouth((-1.5, 34.2), (-0.6, 33.3), (0.6, 33.3), (1.5, 34.2), (0.6, 35.1), (-0.6, 35.1), (-1.5, 34.2)), LINE
    )
    pen.draw(_mouth((-1.5, 34.2), (-0.5, 34.5), (0.5, 34.5), (1.5, 34.2)), FINE, "none")


def _frown(pen: Pen) -> None:
    pen.draw(_mouth((-2.3, 34.8), (-1, 33.8), (1, 33.8), (2.3, 34.8)), LINE, "none")


def _grin(pen: Pen) -> None:
    pen.draw(
        _mouth((-2.7, 33.3), (-1.6, 33.7), (1.6, 33.7), (2.7, 33.3), (1.9, 35.8), (-1.9, 35.8), (-2.7, 33.3)), LINE
    )
    pen.lines(
        ((MIDDLE, 33.6), (MIDDLE, 35.1)),
        ((MIDDLE - 1.2, 33.6), (MIDDLE - 1.1, 34.9)),
        ((MIDDLE + 1.2, 33.6), (MIDDLE + 1.1, 34.9)),
        width=FINE,
        straight=True,
    )


_MOUTHS: tuple[Callable[[Pen], None], ...] = (_smile, _smirk, _prim, _frown, _grin)


def _handlebar(pen: Pen) -> None:
    for side in (-1, 1):
        pen.draw(
            curve(
                (MIDDLE, 32.2),
                (MIDDLE + side * 1.6, 31.8),
                (MIDDLE + side * 3, 33.6),
                (MIDDLE + side * 5, 31.2),
                (MIDDLE + side * 4.6, 34),
                (MIDDLE + side * 1.6, 34.6),
                (MIDDLE, 33.1),
            ),
            LINE,
        )


def _walrus(pen: Pen) -> None:
    pen.draw(
        polygon(
            (MIDDLE - 3.2, 34.6),
            (MIDDLE - 2.4, 32.6),
            (MIDDLE, 32),
            (MIDDLE + 2.4, 32.6),
            (MIDDLE + 3.2, 34.6),
            *((x, y) for x, y in reversed(zigzag(MIDDLE - 2.6, MIDDLE + 2.6, 34.4, 0.7, 5))),
        ),
        LINE,
    )


def _full_beard(pen: Pen, sitter: Sitter) -> None:
    half = sitter.half
    low = zigzag(MIDDLE - half * 0.5, MIDDLE + half * 0.5, 42.6, 1.2, 4)
    pen.draw(
        [
            *curve(
                (MIDDLE - half, 29),
                (MIDDLE - half * 0.9, 32),
                (MIDDLE - half * 0.5, 32.6),
                (MIDDLE, 32.4),
                (MIDDLE + half * 0.5, 32.6),
                (MIDDLE + half * 0.9, 32),
                (MIDDLE + half, 29),
                (MIDDLE + half + 0.4, 36),
                (MIDDLE + half * 0.9, 40),
                (MIDDLE + half * 0.5, 42.6),
            ),
            *[("L", (point,)) for point in reversed(low)],
            ("C", ((MIDDLE - half * 0.9, 40), (MIDDLE - half - 0.4, 36), (MIDDLE - half, 29))),
            ("Z", ()),
        ],
        LINE,
    )
    pen.lines(
        *(((MIDDLE + x, 38 + abs(x) * -0.3), (MIDDLE + x * 0.9, 41)) for x in (-3, -1.5, 0, 1.5, 3)),
        width=FINE,
        straight=True,
    )


def _monocle(pen: Pen, apart: float) -> None:
    pen.draw(oval(MIDDLE + apart, 26.9, 2.3), LINE, "none")
    pen.draw(
        curve(
            (MIDDLE + apart + 2.2, 27.6),
            (MIDDLE + apart + 4, 33),
            (MIDDLE + apart + 2.6, 38),
            (MIDDLE + apart + 3.6, 43),
        ),
        FINE,
        "none",
    )


def _spectacles(pen: Pen, apart: float) -> None:
    for side in (-1, 1):
        pen.draw(oval(MIDDLE + side * apart, 26.9, 2.2, 2), LINE, "none")
    pen.draw(
        curve((MIDDLE - apart + 2.2, 26.6), (MIDDLE - 0.3, 25.8), (MIDDLE + 0.3, 25.8), (MIDDLE + apart - 2.2, 26.6)),
        LINE,
        "none",
    )


def _pince_nez(pen: Pen, apart: float) -> None:
    for side in (-1, 1):
        pen.draw(box(MIDDLE + side * apart - 1.9, 26.2, MIDDLE + side * apart + 1.9, 28.6), LINE, "none")
    pen.lines(((MIDDLE - apart + 1.9, 26.8), (MIDDLE + apart - 1.9, 26.8)), width=LINE, straight=True)
