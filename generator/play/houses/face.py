"""The face of a grown house: windows for eyes, a door for a mouth, from sweet over sly and grim to dreadful."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from generator.play.houses.parts import FLOWERS, GHOST, SPIDER
from generator.play.houses.pen import GROUND, Path, Pen, Point, arch, box, oval, polygon

EYES = 23.6  # how high the eyes are
LOOKS = ((-1.0, 0.3), (1.0, 0.3), (-0.9, -0.5), (0.9, -0.5), (0.0, 0.9))


class Eye(NamedTuple):
    """One window. ``inner`` is 1 where the nose is to its right, -1 to its left."""

    x: float
    y: float
    size: float
    inner: int


def draw_face(pen: Pen, fear: float, middle: float, width: float, rng: Random) -> None:
    """Draw the face on a wall of this width."""
    mood = min(int(fear * 4), 3)
    size = 2.6 + 0.035 * width + rng.uniform(-0.15, 0.25)
    apart = size + 1.5 + rng.uniform(0.0, 0.5)
    look = rng.choice(LOOKS)
    frame = rng.choice((_round, _round, _sash, _pointed))
    grow = rng.choice((0.0, 0.0, 0.3)) * rng.choice((-1, 1)) * (0.5 + fear)
    boarded = rng.random() < (fear - 0.45) * 0.8
    for inner in (1, -1):
        eye = Eye(middle - inner * apart, EYES + rng.uniform(-0.25, 0.25), size + inner * grow, inner)
        frame(pen, eye)
        if boarded and inner < 0:
            _board_up(pen, eye)
        else:
            _PUPILS[mood](pen, eye, look, fear, rng)
    rng.choice(_NOSES)(pen, middle, EYES + 3.2)
    rng.choice(_MOUTHS[mood])(pen, middle, fear, rng)


def _round(pen: Pen, eye: Eye) -> None:
    pen.draw(oval(eye.x, eye.y, eye.size * 0.94, eye.size * 1.06), 0.8)


def _sash(pen: Pen, eye: Eye) -> None:
    r = eye.size * 1.06
    pen.draw(box(eye.x - r, eye.y - r, eye.x + r, eye.y + r), 0.8)
    pen.draw(oval(eye.x, eye.y, eye.size * 0.86, eye.size * 0.9))


def _pointed(pen: Pen, eye: Eye) -> None:
    r = eye.size
    pen.draw(arch(eye.x - r, eye.y - r * 1.25, eye.x + r, eye.y + r * 1.05, point=0.5), 0.8)
    pen.draw(oval(eye.x, eye.y + 0.1, eye.size * 0.82, eye.size * 0.86))


def _pupil(pen: Pen, eye: Eye, look: Point, share: float) -> None:
    x, y = eye.x + look[0] * eye.size * 0.36, eye.y + look[1] * eye.size * 0.3
    pen.draw(oval(x, y, eye.size * share, eye.size * share * 1.15), 0, "#000")
    pen.draw(oval(x + 0.35, y - 0.45, 0.32), 0)


def _lid(pen: Pen, eye: Eye, level: float, slant: float) -> None:
    """A lid down to ``level`` (of the eye's size, from its middle), lower on the nose's side by ``slant``."""
    r = eye.size * 0.98
    left, right = eye.y + eye.size * (level - eye.inner * slant), eye.y + eye.size * (level + eye.inner * slant)
    pen.draw(
        [
            ("M", ((eye.x - r, left),)),
            ("C", ((eye.x - r * 0.9, eye.y - r * 1.45), (eye.x + r * 0.9, eye.y - r * 1.45), (eye.x + r, right))),
            ("Z", ()),
        ]
    )


def _brow(pen: Pen, eye: Eye, slant: float, thick: float) -> None:
    """A board over the eye."""
    r, y = eye.size * 1.25, eye.y - eye.size * 1.12
    left, right = y - eye.inner * slant, y + eye.inner * slant
    pen.draw(polygon((eye.x - r, left - thick), (eye.x + r, right - thick), (eye.x + r, right), (eye.x - r, left)), 0.8)


def _sweet(pen: Pen, eye: Eye, look: Point, fear: float, rng: Random) -> None:
    _pupil(pen, eye, look, 0.46)
    if rng.random() < 0.6:
        x, y, r = eye.x, eye.y - eye.size * 1.55, eye.size * 0.7
        pen.draw([("M", ((x - r, y + 0.5),)), ("C", ((x - r / 2, y - 0.5), (x + r / 2, y - 0.5), (x + r, y + 0.5)))], 0.5, "none")


def _sly(pen: Pen, eye: Eye, look: Point, fear: float, rng: Random) -> None:
    _pupil(pen, eye, look, 0.42)
    _lid(pen, eye, -0.15 if eye.inner > 0 else 0.05, 0.1)


def _grim(pen: Pen, eye: Eye, look: Point, fear: float, rng: Random) -> None:
    _pupil(pen, eye, (look[0], 0.5), 0.38)
    _lid(pen, eye, -0.1, 0.32)
    _brow(pen, eye, 0.9, 1.3)


def _dreadful(pen: Pen, eye: Eye, look: Point, fear: float, rng: Random) -> None:
    pen.draw(oval(eye.x, eye.y + 0.2, eye.size * 0.55, eye.size * 0.6), 0.25)
    _pupil(pen, eye, (look[0] * 0.4, 0.3), 0.27)
    _brow(pen, eye, 1.5, 1.7)


_PUPILS = (_sweet, _sly, _grim, _dreadful)


def _board_up(pen: Pen, eye: Eye) -> None:
    """Two planks across, and something that looks out between them."""
    _pupil(pen, eye, (-0.8, -0.1), 0.24)
    r = eye.size * 1.4
    for top, rise in ((-1.1, 0.9), (1.5, -0.7)):
        left, right = eye.y + top - rise, eye.y + top + rise
        edge = polygon((eye.x - r, left - 0.9), (eye.x + r, right - 0.9), (eye.x + r, right + 0.9), (eye.x - r, left + 0.9))
        pen.draw(edge)
        pen.draw(oval(eye.x - r + 0.8, left + 0.1, 0.28), 0, "#000")
        pen.draw(oval(eye.x + r - 0.8, right - 0.1, 0.28), 0, "#000")


def _no_nose(pen: Pen, x: float, y: float) -> None:
    """A house may well have none."""


def _knob(pen: Pen, x: float, y: float) -> None:
    pen.draw([("M", ((x - 0.5, y - 2),)), ("C", ((x - 1.2, y - 0.8), (x - 2, y + 0.4), (x - 1.2, y + 1.2))),
              ("C", ((x - 0.4, y + 1.7), (x + 0.8, y + 1.7), (x + 1.4, y + 1.1))),
              ("C", ((x + 1.9, y + 0.2), (x + 1, y - 0.8), (x + 0.5, y - 2))), ("Z", ())])  # fmt: skip


def _lamp(pen: Pen, x: float, y: float) -> None:
    pen.draw(polygon((x - 1, y - 0.6), (x + 1, y - 0.6), (x + 0.7, y + 1.4), (x - 0.7, y + 1.4)))
    pen.draw(polygon((x - 1.5, y - 0.6), (x, y - 1.9), (x + 1.5, y - 0.6)))
    pen.draw(oval(x, y + 0.4, 0.35, 0.5), 0.25)


def _shutter(pen: Pen, x: float, y: float) -> None:
    pen.draw(polygon((x, y - 1.4), (x + 1.3, y + 1), (x - 1.2, y + 1.1)))


_NOSES: tuple[Callable[[Pen, float, float], None], ...] = (_no_nose, _knob, _lamp, _shutter, _no_nose)


def _step(pen: Pen, x: float, half: float) -> None:
    pen.draw(polygon((x - half, GROUND), (x + half, GROUND), (x + half + 1, GROUND + 1.6), (x - half - 1, GROUND + 1.6)))


def _leaf(pen: Pen, x: float, top: float, half: float) -> None:
    """A door with a knob."""
    pen.draw(arch(x - half, top, x + half, GROUND), 0.8)
    pen.draw(arch(x - half + 0.9, top + 1, x + half - 0.9, GROUND), 0.25)
    pen.draw(oval(x + half - 1.7, GROUND - 2.6, 0.42), 0.25)


def _dimples(pen: Pen, x: float, fear: float, rng: Random) -> None:
    """A small door between two ends of a smile."""
    for sign in (-1, 1):
        pen.draw([("M", ((x + sign * 2.6, 32.8),)), ("C", ((x + sign * 4.6, 32.8), (x + sign * 6.6, 31.4), (x + sign * 7.2, 29)))], 0.8, "none")  # fmt: skip
        pen.lines([(x + sign * 6.4, 28.9), (x + sign * 8, 29.2)], width=0.5)
    _leaf(pen, x, 28.8, 2.6)
    _step(pen, x, 2.4)
    for sign in (-1, 1):
        if rng.random() < 0.5:
            pen.stamp(FLOWERS, x + sign * 5.8, 27.6, 4.2, straight=False)


def _smile(pen: Pen, x: float, fear: float, rng: Random) -> None:
    """A broad smile with the door for a tooth."""
    pen.draw(_crescent(x, 8.2, 28.4, 36.2), 0.8)
    for at in (-5, -2.2, 2.2, 5):
        depth = 36.2 - abs(at) ** 2 * 0.08
        pen.lines([(x + at, 29.8), (x + at, depth - 0.3)], width=0.25)
    pen.draw(box(x - 2.2, 30, x + 2.2, GROUND))
    pen.draw(oval(x + 1.2, 33.2, 0.4), 0.25)
    _step(pen, x, 3)


def _crescent(x: float, half: float, top: float, bottom: float) -> Path:
    return [
        ("M", ((x - half, top),)),
        ("C", ((x - half * 0.5, top + 2), (x + half * 0.5, top + 2), (x + half, top))),
        ("C", ((x + half, top + 4.6), (x + half * 0.6, bottom), (x, bottom))),
        ("C", ((x - half * 0.6, bottom), (x - half, top + 4.6), (x - half, top))),
        ("Z", ()),
    ]


def _gape(pen: Pen, x: float, fear: float, rng: Random) -> None:
    """An open door with two teeth, not side by side for long."""
    pen.draw(arch(x - 5.8, 28, x + 5.8, GROUND), 0.8)
    pen.draw([("M", ((x - 3.6, GROUND),)), ("C", ((x - 3, 33), (x + 3, 33), (x + 3.6, GROUND))), ("Z", ())])
    pen.lines([(x, 34.4), (x, 35.8)])
    shift = rng.uniform(-0.8, 0.8)
    for left, depth in ((-2.9, 2.6), (0.5, 2.2)):
        pen.draw(box(x + left + shift, 28.3, x + left + 2.4 + shift, 28.3 + depth))
    _step(pen, x, 5)


def _smirk(pen: Pen, x: float, fear: float, rng: Random) -> None:
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


def _fangs(pen: Pen, x: float, fear: float, rng: Random) -> None:
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


def _tongue(pen: Pen, x: float, fear: float, rng: Random) -> None:
    """A carpet that is a tongue, out of a crooked gate."""
    half = 6
    pen.draw(arch(x - half, 27.8, x + half, GROUND), 0.8)
    tip = rng.choice((-1, 1)) * 1.4
    pen.draw([("M", ((x - 2.6, 32.4),)), ("C", ((x - 1, 31.4), (x + 1, 31.4), (x + 2.6, 32.4))),
              ("C", ((x + 3, 34.6), (x + 3.4 + tip, 37), (x + 2.4 + tip, 38.6))),
              ("C", ((x + 1 + tip, 39.4), (x - 1 + tip, 39.4), (x - 2.4 + tip, 38.6))),
              ("C", ((x - 3.4 + tip, 37), (x - 3, 34.6), (x - 2.6, 32.4))), ("Z", ())], 0.8)  # fmt: skip
    pen.lines([(x, 33.2), (x + tip * 0.6, 37.2)])
    for at in (-4, -1.4, 1.4, 4):
        top = 28 + (at / half) ** 2 * 3
        pen.draw(polygon((x + at - 1.2, top), (x + at + 1.2, top), (x + at, top + 2.4)))


def _maw(pen: Pen, x: float, fear: float, rng: Random) -> None:
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
        pen.draw(polygon((x + at - 1, y + (0.5 if at > 0 else -0.6)), (x + at + 1, y - (0.6 if at > 0 else -0.5)), (x + at, y - 2.3)))


def _stitches(pen: Pen, x: float, fear: float, rng: Random) -> None:
    """Sewn up, but for the door."""
    wave = [(x - 8.2, 29.6), (x - 5, 28.6), (x - 1.6, 29.4), (x + 1.6, 28.6), (x + 5, 29.4), (x + 8.2, 28.2)]
    pen.lines(wave, width=0.8)
    ticks = [(x - 6.6, 29.1), (x - 4, 28.9), (x - 1.4, 29.3), (x + 1.4, 28.7), (x + 4, 29.2), (x + 6.6, 28.8)]
    pen.lines(*[[(at - 0.3, y - 1.2), (at + 0.3, y + 1.2)] for at, y in ticks], width=0.5)
    _leaf(pen, x, 31, 2.4)
    pen.lines([(x - 1.4, 33), (x + 0.4, 33)], [(x - 1.4, 34.4), (x + 0.4, 34.4)])
    _step(pen, x, 3)


def _lips(pen: Pen, x: float, fear: float, rng: Random) -> None:
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


def _throat(pen: Pen, x: float, fear: float, rng: Random) -> None:
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


Mouth = Callable[[Pen, float, float, Random], None]
_MOUTHS: tuple[tuple[Mouth, ...], ...] = (
    (_dimples, _smile, _lips),
    (_gape, _smirk, _lips, _smile),
    (_fangs, _tongue, _stitches, _gape),
    (_maw, _throat, _stitches, _maw),
)
