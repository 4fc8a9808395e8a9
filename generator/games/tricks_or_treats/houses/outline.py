"""What a grown house is like before it is drawn."""

from random import Random
from typing import NamedTuple

from generator.games.tricks_or_treats.houses.roofs import (
    GRAND,
    MIDDLE,
    SMALL,
    Roof,
    battlement,
    hip,
    mansard,
    onion,
    witch_hat,
)

HARDEST, RICHEST = 30, 7
HALF_WIDTH = (10.0, 10.8, 10.8, 11.8, 10.4, 9.8, 9.8)  # of the walls, by Gathering
BARE = (witch_hat, onion, battlement)  # roofs without a chimney
TINTS = (("moon", "night"), ("ghost", "pumpkin"), ("candy", "night"), ("slime", "candy"), ("moon", "candy"))
EAVES = (18.0, 17.4, 14.0, 13.8, 14.2, 13.8, 13.6)
HIGHEST = 7.7  # of a roof, so that nothing reaches the frame or an arrow at the upper side
CROWN: dict[Roof, float] = {onion: 1.7, mansard: 1.7, witch_hat: 1.4, hip: 0.7}  # what rises over the peak


class House(NamedTuple):
    """What a house is like before it is drawn. Lengths are mm in a box of 40 × 40; ``fear`` goes from 0 to 1."""

    fear: float
    gathering: int
    left: float
    right: float
    eaves: float
    roof: Roof
    peak: float
    side: int  # -1 or 1: where it leans to
    turrets: tuple[int, ...]  # -1 on the left, 1 on the right
    wall: str  # the tints of walls and roofs
    cover: str

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
