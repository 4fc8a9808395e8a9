"""The face of a grown house: windows for eyes, a door for a mouth, from sweet over sly and grim to dreadful."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from generator.games.pen import Pen, PenPoint, arch, box, curve, oval, plank, polygon
from generator.games.tricks_or_treats.houses.mouths import MOUTHS

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
            _PUPILS[mood](pen, eye, look, rng)
    rng.choice(_NOSES)(pen, middle, EYES + 3.2)
    rng.choice(MOUTHS[mood])(pen, middle, rng)


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


def _pupil(pen: Pen, eye: Eye, look: PenPoint, share: float) -> None:
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


def _sweet(pen: Pen, eye: Eye, look: PenPoint, rng: Random) -> None:
    _pupil(pen, eye, look, 0.46)
    if rng.random() < 0.6:
        x, y, r = eye.x, eye.y - eye.size * 1.55, eye.size * 0.7
        pen.draw(curve((x - r, y + 0.5), (x - r / 2, y - 0.5), (x + r / 2, y - 0.5), (x + r, y + 0.5)), 0.5, "none")


def _sly(pen: Pen, eye: Eye, look: PenPoint, _rng: Random) -> None:
    _pupil(pen, eye, look, 0.42)
    _lid(pen, eye, -0.15 if eye.inner > 0 else 0.05, 0.1)


def _grim(pen: Pen, eye: Eye, look: PenPoint, _rng: Random) -> None:
    _pupil(pen, eye, (look[0], 0.5), 0.38)
    _lid(pen, eye, -0.1, 0.32)
    _brow(pen, eye, 0.9, 1.3)


def _dreadful(pen: Pen, eye: Eye, look: PenPoint, _rng: Random) -> None:
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
        pen.draw(plank(eye.x, eye.y + top, r, rise, 0.9))
        pen.draw(oval(eye.x - r + 0.8, left + 0.1, 0.28), 0, "#000")
        pen.draw(oval(eye.x + r - 0.8, right - 0.1, 0.28), 0, "#000")


def _no_nose(_pen: Pen, _x: float, _y: float) -> None:
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
