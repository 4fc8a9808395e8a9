"""The parts of a portrait: shoulders, head, hair, face. Lengths are mm in a box of 44 × 56, y downwards.

Parts come in the order in which they cover each other. What each looks like stands in ``figures.txt``.
"""

from math import sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

from generator.games.pen import Pen, drawings

MIDDLE = 22.0
BOLD, LINE, FINE = 0.8, 0.5, 0.25
FIGURES = drawings(Path(__file__).with_name("figures.txt")) | {"": ()}

FACINGS = ("lapels", "buttons", "shawl", "pleats")
NECKWEAR = ("bow", "ruff", "collar", "scarf", "brooch")
EYES = ("open eyes", "open eyes", "sleepy eyes", "round eyes", "narrow eyes")
NOSES = ("hooked", "knob", "long", "snub")
MOUTHS = ("smile", "smirk", "prim", "frown", "grin")
HAIR = (  # behind the head, and over it
    *(("mane", "parting"), ("mane", "fringe"), ("curls", "parting"), ("curls", "")),
    *(("bun", "parting"), ("bun", "fringe"), ("", "quiff"), ("", "tufts"), ("", "parting")),
    *(("mane", "bonnet"), ("curls", "topper"), ("", "topper"), ("mane", "beret"), ("", "cap")),
    *(("", "fez"), ("", "bowler"), ("curls", "bowler"), ("mane", "plume"), ("", "plume"), ("", "beehive")),
)
CLEAN_SHAVEN = {"bun", "bonnet", "beehive"}  # what does not go with a beard


class Sitter(NamedTuple):
    """Who sits: half the width of the face, where the crown of the head is, and whether there may be a beard."""

    half: float
    crown: float
    jaw: float  # 0 a pointed chin, 1 a square one
    beard: bool

    def draw(self, pen: Pen, name: str) -> None:
        """Add a figure that depends on the shape of the head; none if it has no name."""
        pen.figure(FIGURES[name], MIDDLE, half=self.half, crown=self.crown, jaw=self.jaw)


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
    pen.figure(FIGURES["coat"], MIDDLE, wide=wide, high=high)
    pen.figure(FIGURES[rng.choice(FACINGS)], MIDDLE, high=high)


def draw_neck(pen: Pen, sitter: Sitter, rng: Random) -> None:
    """A neck, and what is worn round it, in the tint that the pen has."""
    worn, pen.tint = pen.tint, "skin"
    sitter.draw(pen, "neck")
    pen.tint = worn
    sitter.draw(pen, rng.choice(NECKWEAR))


def draw_features(pen: Pen, sitter: Sitter, rng: Random) -> None:
    """Brows, eyes, a nose, a mouth, and what grows or sits there."""
    apart, skin = sitter.half * 0.47, pen.tint
    pen.tint = ""
    eyes = rng.choice(EYES)
    look = rng.uniform(-0.5, 0.5) if eyes != "narrow eyes" else 0.0
    pen.figure(FIGURES[eyes], MIDDLE, apart=apart, look=look)
    lift, slant = rng.uniform(-0.5, 0.6), rng.uniform(-0.9, 0.9)
    for side in (-1, 1):
        y = 24.2 - lift - (0.7 if side > 0 and rng.random() < 0.4 else 0)
        pen.figure(FIGURES["brow"], MIDDLE + side * apart, y, s=side, slant=slant)
    pen.tint = skin
    sitter.draw(pen, rng.choice(NOSES))
    pen.tint = "ivory"
    beard = rng.random() if sitter.beard else 1.0
    if beard < 0.22:
        sitter.draw(pen, "beard")
    sitter.draw(pen, rng.choice(MOUTHS))
    if 0.1 < beard < 0.6:
        sitter.draw(pen, rng.choice(("handlebar", "walrus")))
    if rng.random() < 0.42:
        pen.figure(FIGURES[rng.choice(("monocle", "spectacles", "pince nez"))], MIDDLE, apart=apart)


def hair_of(sitter: Sitter, rng: Random) -> tuple[str, str]:
    """The figures of what is drawn behind a head, and what over it."""
    return rng.choice([style for style in HAIR if not (sitter.beard and set(style) & CLEAN_SHAVEN)])
