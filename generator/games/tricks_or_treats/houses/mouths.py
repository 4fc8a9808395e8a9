"""Doors that are mouths of grown houses, one function a style: all take the pen, the middle of the wall and a source of
chance."""

from collections.abc import Callable
from random import Random

from generator.games.pen import GROUND, Pen, PenPath, arch, box, curve, oval, polygon
from generator.games.tricks_or_treats.houses.parts import FLOWERS, GHOST, SPIDER


def _step(pen: Pen, x: float, half: float) -> None:
    pen.draw(
        polygon((x - half, GROUND), (x + half, GROUND), (x + half + 1, GROUND + 1.6), (x - half - 1, GROUND + 1.6))
    )


def _leaf(pen: Pen, x: float, top: float, half: float) -> None:
    """A door with a knob."""
    pen.draw(arch(x - half, top, x + half, GROUND), 0.8)
    pen.draw(arch(x - half + 0.9, top + 1, x + half - 0.9, GROUND), 0.25)
    pen.draw(oval(x + half - 1.7, GROUND - 2.6, 0.42), 0.25)


def _dimples(pen: Pen, x: float, rng: Random) -> None:
    """A small door between two ends of a smile."""
    for sign in (-1, 1):
        smile = curve((x + sign * 2.6, 32.8), (x + sign * 4.6, 32.8), (x + sign * 6.6, 31.4), (x + sign * 7.2, 29))
        pen.draw(smile, 0.8, "none")
        pen.lines([(x + sign * 6.4, 28.9), (x + sign * 8, 29.2)], width=0.5)
    _leaf(pen, x, 28.8, 2.6)
    _step(pen, x, 2.4)
    for sign in (-1, 1):
        if rng.random() < 0.5:
            pen.stamp(FLOWERS, x + sign * 5.8, 27.6, 4.2, straight=False)


def _smile(pen: Pen, x: float, _rng: Random) -> None:
    """A broad smile with the door for a tooth."""
    pen.draw(_crescent(x, 8.2, 28.4, 36.2), 0.8)
    for at in (-5, -2.2, 2.2, 5):
        depth = 36.2 - abs(at) ** 2 * 0.08
        pen.lines([(x + at, 29.8), (x + at, depth - 0.3)], width=0.25)
    pen.draw(box(x - 2.2, 30, x + 2.2, GROUND))
    pen.draw(oval(x + 1.2, 33.2, 0.4), 0.25)
    _step(pen, x, 3)


def _crescent(x: float, half: float, top: float, bottom: float) -> PenPath:
    return [
        ("M", ((x - half, top),)),
        ("C", ((x - half * 0.5, top + 2), (x + half * 0.5, top + 2), (x + half, top))),
        ("C", ((x + half, top + 4.6), (x + half * 0.6, bottom), (x, bottom))),
        ("C", ((x - half * 0.6, bottom), (x - half, top + 4.6), (x - half, top))),
        ("Z", ()),
    ]


def _gape(pen: Pen, x: float, rng: Random) -> None:
    """An open door with two teeth, not side by side for long."""
    pen.draw(arch(x - 5.8, 28, x + 5.8, GROUND), 0.8)
    pen.draw([("M", ((x - 3.6, GROUND),)), ("C", ((x - 3, 33), (x + 3, 33), (x + 3.6, GROUND))), ("Z", ())])
    pen.lines([(x, 34.4), (x, 35.8)])
    shift = rng.uniform(-0.8, 0.8)
    for left, depth in ((-2.9, 2.6), (0.5, 2.2)):
        pen.draw(box(x + left + shift, 28.3, x + left + 2.4 + shift, 28.3 + depth))
    _step(pen, x, 5)


def _smirk(pen: Pen, x: float, _rng: Random) -> None:
    """A moustache over double doors."""
    pen.draw(box(x - 3.4, 30.2, x + 3.4, GROUND), 0.8)
    pen.lines([(x, 30.4), (x, 35.8)], width=0.5)
    pen.draw(box(x - 2.6, 31.6, x - 0.8, 34.6), 0.25)
    pen.draw(box(x + 0.8, 31.6, x + 2.6, 34.6), 0.25)
    for sign in (-1, 1):
        pen.draw(
            [
                ("M", ((x, 28.2),)),
                ("C", ((x + sign * 2.4, 27.2), (x + sign * 4.4, 28.2), (x + sign * 5.6, 29.4))),
                ("C", ((x + sign * 6.6, 30.2), (x + sign * 7.6, 29.8), (x + sign * 7.8, 28.8))),
                ("C", ((x + sign * 8.6, 30.8), (x + sign * 6.8, 32), (x + sign * 4.8, 31.6))),
                ("C", ((x + sign * 2.8, 31.4), (x + sign * 1.4, 30.6), (x, 30.2))),
                ("Z", ()),
            ],
            0.8,
        )
    _step(pen, x, 3.6)


def _fangs(pen: Pen, x: float, _rng: Random) -> None:
    """A gate with teeth above and below."""
    half = 6.4
    pen.draw(arch(x - half, 27.6, x + half, GROUND, point=0.2), 0.8)
    pen.lines([(x, 29), (x, 32)], width=0.5)
    pen.draw(oval(x, 32.6, 0.7, 0.9))
    for at, depth in ((-3.4, 2.4), (-1.2, 1.8), (1.2, 1.8), (3.4, 2.6)):
        top = 27.8 + (at / half) ** 2 * 3.2
        pen.draw(polygon((x + at - 1.1, top), (x + at + 1.1, top), (x + at + 0.1, top + depth + 0.8)))
    for at in (-4.6, -2.2, 2.4, 4.6):
        pen.draw(polygon((x + at - 1.1, GROUND), (x + at + 1.1, GROUND), (x + at, GROUND - 2.2)))
    _step(pen, x, 6)


def _tongue(pen: Pen, x: float, rng: Random) -> None:
    """A carpet that is a tongue, out of a crooked gate."""
    half = 6
    pen.draw(arch(x - half, 27.8, x + half, GROUND), 0.8)
    tip = rng.choice((-1, 1)) * 1.4
    pen.draw([("M", ((x - 2.6, 32.4),)), ("C", ((x - 1, 31.4), (x + 1, 31.4), (x + 2.6, 32.4))),
              ("C", ((x + 3, 34.6), (x + 3.4 + tip, 36.4), (x + 2.4 + tip, 37.2))),
              ("C", ((x + 1 + tip, 37.8), (x - 1 + tip, 37.8), (x - 2.4 + tip, 37.2))),
              ("C", ((x - 3.4 + tip, 37), (x - 3, 34.6), (x - 2.6, 32.4))), ("Z", ())], 0.8)  # fmt: skip
    pen.lines([(x, 33.2), (x + tip * 0.6, 37.2)])
    for at in (-4, -1.4, 1.4, 4):
        top = 28 + (at / half) ** 2 * 3
        pen.draw(polygon((x + at - 1.2, top), (x + at + 1.2, top), (x + at, top + 2.4)))


def _maw(pen: Pen, x: float, _rng: Random) -> None:
    """From ear to ear, and a door in the throat."""
    half, top, bottom = 9.2, 27.4, 36.3
    pen.draw(_crescent(x, half, top, bottom), 0.8)
    pen.draw(arch(x - 2, 31.4, x + 2, 35.9))
    pen.draw(oval(x + 1, 33.8, 0.35), 0, "#000")
    for at in (-7, -4.8, -2.5, 0, 2.5, 4.8, 7):
        y = top + 1.5 * (1 - (at / half) ** 2)
        pen.draw(polygon((x + at - 1.15, y - 0.1), (x + at + 1.15, y - 0.1), (x + at + 0.1, y + 2.3)))
    for at in (-5.4, -3.3, 3.3, 5.4):
        y = bottom - (abs(at) / half) ** 2.6 * 5.6
        pen.draw(
            polygon(
                (x + at - 1, y + (0.5 if at > 0 else -0.6)),
                (x + at + 1, y - (0.6 if at > 0 else -0.5)),
                (x + at, y - 2.3),
            )
        )


def _stitches(pen: Pen, x: float, _rng: Random) -> None:
    """Sewn up, but for the door."""
    wave = [(x - 8.2, 29.6), (x - 5, 28.6), (x - 1.6, 29.4), (x + 1.6, 28.6), (x + 5, 29.4), (x + 8.2, 28.2)]
    pen.lines(wave, width=0.8)
    ticks = [(x - 6.6, 29.1), (x - 4, 28.9), (x - 1.4, 29.3), (x + 1.4, 28.7), (x + 4, 29.2), (x + 6.6, 28.8)]
    pen.lines(*[[(at - 0.3, y - 1.2), (at + 0.3, y + 1.2)] for at, y in ticks], width=0.5)
    _leaf(pen, x, 31, 2.4)
    pen.lines([(x - 1.4, 33), (x + 0.4, 33)], [(x - 1.4, 34.4), (x + 0.4, 34.4)])
    _step(pen, x, 3)


def _lips(pen: Pen, x: float, _rng: Random) -> None:
    """A kiss over a double door."""
    pen.draw(box(x - 3, 31.4, x + 3, GROUND), 0.8)
    pen.lines([(x, 31.6), (x, 35.8)], width=0.5)
    pen.draw(
        [
            ("M", ((x - 5.6, 30),)),
            ("C", ((x - 4, 28.4), (x - 2.4, 27.4), (x - 1.2, 27.8))),
            ("C", ((x - 0.6, 28), (x - 0.3, 28.4), (x, 28.4))),
            ("C", ((x + 0.3, 28.4), (x + 0.6, 28), (x + 1.2, 27.8))),
            ("C", ((x + 2.4, 27.4), (x + 4, 28.4), (x + 5.6, 30))),
            ("C", ((x + 3.6, 32.4), (x - 3.6, 32.4), (x - 5.6, 30))),
            ("Z", ()),
        ],
        0.8,
    )
    pen.draw([("M", ((x - 4.8, 30),)), ("C", ((x - 2, 29.4), (x + 2, 29.4), (x + 4.8, 30)))], 0.5, "none")
    _step(pen, x, 3.4)


def _throat(pen: Pen, x: float, rng: Random) -> None:
    """A howl with somebody in it."""
    pen.draw(arch(x - 5.4, 27.4, x + 5.4, 36.4, point=0.1), 0.8)
    rng.choice((_haunt, _hang))(pen, x)
    for at in (-3.6, -1.2, 1.2, 3.6):
        top = 27.7 + (at / 5.4) ** 2 * 3.2
        pen.draw(polygon((x + at - 1.1, top), (x + at + 1.1, top), (x + at, top + 2.2)))
    for at in (-4, -1.4, 1.4, 4):
        pen.draw(polygon((x + at - 1.2, 36.4), (x + at + 1.2, 36.4), (x + at, 34.4)))


def _haunt(pen: Pen, x: float) -> None:
    pen.stamp(GHOST, x, 33.2, 6.2, straight=False)


def _hang(pen: Pen, x: float) -> None:
    pen.lines([(x + 1, 28), (x + 1, 32)])
    pen.stamp(SPIDER, x + 1, 32.2, 5, straight=False)


Mouth = Callable[[Pen, float, Random], None]
MOUTHS: tuple[tuple[Mouth, ...], ...] = (
    (_dimples, _smile, _lips),
    (_gape, _smirk, _lips, _smile),
    (_fangs, _tongue, _stitches, _gape),
    (_maw, _throat, _stitches, _maw),
)
