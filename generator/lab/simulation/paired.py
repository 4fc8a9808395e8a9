"""Variants held against the first of them game by game: each game is played by all, with the same random numbers.

Differences of pairs have far smaller errors than differences of means. They are kept as counts, as `totals` keeps
figures.
"""

from collections import Counter
from collections.abc import Mapping
from math import sqrt
from typing import Any

from msgspec import field

from generator.core.sample import CONFIDENT
from generator.lab.simulation.playable import Played
from generator.lab.simulation.quality import Tally, mean_of, rounded

DifferenceCounts = Counter[int]  # how often each difference came out


class Differences(Tally):
    """By how much the figures of one variant's games pass those of the first one's."""

    turns: DifferenceCounts = field(default_factory=Counter)
    scores: DifferenceCounts = field(default_factory=Counter)  # of all seats together
    wins: list[DifferenceCounts] = field(default_factory=list)  # by seat: 1 won only here, -1 only there
    dry: dict[str, DifferenceCounts] = field(default_factory=dict)  # by kind: 1 ran dry only here, -1 only there

    def add(self, first: Played, other: Played) -> None:
        """One pair of games more."""
        self.turns[other.turns - first.turns] += 1
        self.scores[sum(other.scores) - sum(first.scores)] += 1
        self.wins += [Counter() for _ in range(len(first.scores) - len(self.wins))]
        for seat, counts in enumerate(self.wins):
            counts[(seat in other.winners) - (seat in first.winners)] += 1
        for kind in first.dry ^ other.dry:
            self.dry.setdefault(kind, Counter())[1 if kind in other.dry else -1] += 1

    def figures(self) -> Mapping[str, Any]:
        """The differences with their limits, as data for JSON; scores are those of a seat."""
        games, seats = self.turns.total(), len(self.wins)
        return {
            "turns": mean_of(self.turns, 1),
            "scores": mean_of(self.scores, seats),
            "wins_by_seat": [{"seat": seat, **_share(counts, games)} for seat, counts in enumerate(self.wins, 1)],
            "shortages": {kind: _share(counts, games) for kind, counts in sorted(self.dry.items())},
        }


def _share(counts: DifferenceCounts, games: int) -> Mapping[str, float]:
    """The difference of two shares of the same games, with the limits of Agresti and Min (2005): half a game more in
    each of the four cells, so that they hold for few games too."""
    more, fewer, total = counts[1] + 0.5, counts[-1] + 0.5, games + 2
    middle = (more - fewer) / total
    reach = CONFIDENT * sqrt((more + fewer) / total - middle * middle) / sqrt(total)
    found = {
        "mean": (counts[1] - counts[-1]) / games,
        "low": max(-1.0, middle - reach),
        "high": min(1.0, middle + reach),
    }
    return rounded(found.items())
