"""What a grown house is like before it is drawn, and the drawings that it is put together from."""

from pathlib import Path
from random import Random
from typing import NamedTuple

from generator.games.pen import drawings

FIGURES = drawings(Path(__file__).with_name("figures.txt"))
STAMPS = drawings(Path(__file__).with_name("stamps.txt"))

HARDEST, RICHEST = 30, 7
HALF_WIDTH = (10.0, 10.8, 10.8, 11.8, 10.4, 9.8, 9.8)  # of the walls, by Gathering
SMALL = ("thatch", "witch hat", "gable", "onion")  # roofs
MIDDLE = ("gable", "hip", "mansard", "steps", "thatch", "witch hat")
GRAND = ("mansard", "hip", "gable", "steps", "battlement", "onion")
BARE = ("witch hat", "onion", "battlement")  # roofs without a chimney
TINTS = (("moon", "night"), ("ghost", "pumpkin"), ("candy", "night"), ("slime", "candy"), ("moon", "candy"))
EAVES = (18.0, 17.4, 14.0, 13.8, 14.2, 13.8, 13.6)
HIGHEST = 7.7  # of a roof, so that nothing reaches the frame or an arrow at the upper side
CROWN = {"onion": 1.7, "mansard": 1.7, "witch hat": 1.4, "hip": 0.7}  # what rises over the peak


class House(NamedTuple):
    """What a house is like before it is drawn. Lengths are mm in a box of 40 × 40; ``fear`` goes from 0 to 1."""

    fear: float
    gathering: int
    left: float
    right: float
    eaves: float
    roof: str
    peak: float
    side: int  # -1 or 1: where it leans to
    turrets: tuple[int, ...]  # -1 on the left, 1 on the right
    wall: str  # the tints of walls and roofs
    cover: str

    @property
    def middle(self) -> float:
        """Halfway between its walls."""
        return (self.left + self.right) / 2

    @property
    def half(self) -> float:
        """Half of its width."""
        return (self.right - self.left) / 2

    @property
    def chimney(self) -> float:
        """How far from the left the chimney is: opposite to where the house leans."""
        return self.left + 4.2 if self.side > 0 else self.right - 4.2


def grow_plan(fear: float, gathering: int, rng: Random) -> House:
    """A house of this Gathering; chance has a say in its width, roof and lean."""
    half, eaves = HALF_WIDTH[gathering - 1] + rng.uniform(-0.4, 0.4), EAVES[gathering - 1]
    roof = rng.choice(SMALL if gathering <= 2 else MIDDLE if gathering <= 4 else GRAND)
    rise = (9.6 if gathering <= 2 else 8.6) + 0.1 * gathering + rng.uniform(-0.6, 0.8)
    side = rng.choice((-1, 1))
    turrets = () if gathering <= 4 else (side,) if gathering == 5 else (-1, 1)
    middle = 20 - (side * 2.6 if gathering == 5 else 0)
    peak = max(eaves - rise, HIGHEST + CROWN.get(roof, 0.0))
    return House(fear, gathering, middle - half, middle + half, eaves, roof, peak, side, turrets, *rng.choice(TINTS))
