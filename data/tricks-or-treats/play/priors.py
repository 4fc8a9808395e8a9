"""What a collector reckons with: exact chances of pieces that it cannot see, as if they were drawn from the whole box.

What is held elsewhere is not taken out of the reckoning, so that the chances are worked out once for all games.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

from .doors import DoorState, state_of

PackedWays = int  # by sum, so many bytes each from the lowest on, so that a product holds the ways of both


class Priors:
    """Chances about hidden pieces of a box."""

    def __init__(self, tricks: Sequence[int], masks: Sequence[int]) -> None:
        tickets = sorted(Counter(tricks).items()) or [(0, 1)]
        self.panic = [(ticket, copies / max(1, len(tricks))) for ticket, copies in tickets]  # the PR, with its chances
        self._tickets = tickets
        self._width = (len(tricks) + len(masks)) // 8 + 1  # bytes, in which any number of ways finds room
        self._tricks = ways_by_number(tricks, self._width)
        self._masks = ways_by_number(masks, self._width)
        self._sums: dict[tuple[int, int], list[float]] = {}
        self._doors: dict[tuple[int, int], dict[DoorState, float]] = {}

    def door(self, difficulty: int, modifier: int) -> dict[DoorState, float]:
        """The chance of each state with a first ticket that is drawn, at a Difficulty above 0."""
        key = difficulty, modifier
        if key not in self._doors:
            ways: Counter[DoorState] = Counter()
            for ticket, copies in self._tickets:
                ways[state_of(difficulty, ticket + modifier)] += copies
            self._doors[key] = {state: number / ways.total() for state, number in ways.items()}
        return self._doors[key]

    def against(self, total: int, masks: int, tricks: int) -> tuple[float, float]:
        """The chances to be higher than, and level with, a side that holds this many pieces, unknown ones."""
        below = self._sums.get((masks, tricks)) or self._below(masks, tricks)
        if total + 1 >= len(below):
            return 1.0, 0.0
        lower = below[total]
        return lower, below[total + 1] - lower

    def _below(self, masks: int, tricks: int) -> list[float]:
        """For each total the chance that this many pieces sum to less."""
        key = min(masks, len(self._masks) - 1), min(tricks, len(self._tricks) - 1)
        if key not in self._sums:
            packed, width = self._masks[key[0]] * self._tricks[key[1]], self._width
            size = -(-packed.bit_length() // 8)
            read = packed.to_bytes(size, "little")
            ways = [int.from_bytes(read[place : place + width], "little") for place in range(0, size, width)]
            whole = sum(ways)
            self._sums[key] = [number / whole for number in accumulate(ways, initial=0)]
        return self._sums[key]


def ways_by_number(pieces: Sequence[int], width: int) -> list[PackedWays]:
    """In how many ways 0, 1, 2, … of some pieces are drawn, each by their sum, in so many bytes."""
    ways = [1] + [0] * len(pieces)
    for seen, piece in enumerate(pieces):
        for drawn in range(seen, -1, -1):
            ways[drawn + 1] += ways[drawn] << 8 * width * piece
    return ways
