"""The face of a grown house: windows for eyes, a door for a mouth, from sweet over sly and grim to dreadful."""

from random import Random
from typing import NamedTuple

from generator.games.pen import Pen

from .outline import FIGURES, STAMPS, House

EYES = 23.6  # how high the eyes are
LOOKS = ((-1.0, 0.3), (1.0, 0.3), (-0.9, -0.5), (0.9, -0.5), (0.0, 0.9))
FRAMES = ("round", "round", "sash", "pointed")
NOSES = ("", "knob", "lamp", "shutter", "")  # a house may well have none
MOUTHS = (  # by mood
    ("dimples", "smile", "lips"),
    ("gape", "smirk", "lips", "smile"),
    ("fangs", "tongue", "stitches", "gape"),
    ("maw", "throat", "stitches", "maw"),
)


class Eye(NamedTuple):
    """One window. ``inner`` is 1 where the nose is to its right, -1 to its left."""

    x: float
    y: float
    size: float
    inner: int

    def draw(self, pen: Pen, name: str, **values: float) -> None:
        """Add a figure of its."""
        pen.figure(FIGURES[name], self.x, self.y, size=self.size, inner=self.inner, **values)

    def look(self, pen: Pen, across: float, down: float, part: float) -> None:
        """Add a pupil, so large a part of it, that looks so far aside."""
        self.draw(pen, "pupil", u=across, v=down, part=part)


def draw_face(pen: Pen, plan: House, rng: Random) -> None:
    """Draw the face on the wall of a house."""
    fear, middle = plan.fear, plan.middle
    mood = min(int(fear * 4), 3)
    size = 2.6 + 0.035 * (plan.right - plan.left) + rng.uniform(-0.15, 0.25)
    apart = size + 1.5 + rng.uniform(0.0, 0.5)
    look = rng.choice(LOOKS)
    frame = rng.choice(FRAMES)
    grow = rng.choice((0.0, 0.0, 0.3)) * rng.choice((-1, 1)) * (0.5 + fear)
    boarded = rng.random() < (fear - 0.45) * 0.8
    for inner in (1, -1):
        eye = Eye(middle - inner * apart, EYES + rng.uniform(-0.25, 0.25), size + inner * grow, inner)
        eye.draw(pen, frame)
        if boarded and inner < 0:  # planks across, and something that looks out between them
            eye.look(pen, -0.8, -0.1, 0.24)
            eye.draw(pen, "boards")
        else:
            _draw_gaze(pen, eye, mood, look, rng)
    nose = rng.choice(NOSES)
    if nose:
        pen.figure(FIGURES[nose], middle, EYES + 3.2)
    _draw_mouth(pen, rng.choice(MOUTHS[mood]), middle, rng)


def _draw_gaze(pen: Pen, eye: Eye, mood: int, look: tuple[float, float], rng: Random) -> None:
    """How an eye looks: sweet, sly, grim or dreadful."""
    if mood == 0:
        eye.look(pen, *look, 0.46)
        if rng.random() < 0.6:
            eye.draw(pen, "lashes")
    elif mood == 1:
        eye.look(pen, *look, 0.42)
        eye.draw(pen, "lid", level=-0.15 if eye.inner > 0 else 0.05, slant=0.1)
    elif mood == 2:
        eye.look(pen, look[0], 0.5, 0.38)
        eye.draw(pen, "lid", level=-0.1, slant=0.32)
        eye.draw(pen, "brow", slant=0.9, thick=1.3)
    else:
        eye.draw(pen, "bags")
        eye.look(pen, look[0] * 0.4, 0.3, 0.27)
        eye.draw(pen, "brow", slant=1.5, thick=1.7)


def _draw_mouth(pen: Pen, name: str, x: float, rng: Random) -> None:
    """A door that is a mouth, its middle at ``x``."""
    shift = rng.uniform(-0.8, 0.8) if name == "gape" else 0.0
    way = rng.choice((-1, 1)) if name == "tongue" else 0
    pen.figure(FIGURES[name], x, shift=shift, way=way)
    if name == "dimples":
        for sign in (-1, 1):
            if rng.random() < 0.5:
                pen.stamp(STAMPS["flowers"], x + sign * 5.8, 27.6, 4.2, straight=False)
    elif name == "throat":
        if rng.choice((True, False)):
            pen.stamp(STAMPS["ghost"], x, 33.2, 6.2, straight=False)
        else:
            pen.lines([(x + 1, 28), (x + 1, 32)])
            pen.stamp(STAMPS["spider"], x + 1, 32.2, 5, straight=False)
        pen.figure(FIGURES["teeth"], x)
