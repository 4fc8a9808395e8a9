"""Variants held against the first of them game by game: each game is played by all, with the same random numbers.

Differences of pairs have far smaller errors than differences of means. They are kept as counts, as `totals` keeps
figures.
"""

from collections import Counter
from collections.abc import Mapping
from math import sqrt
from typing import Any

from msgspec import Struct, field

from generator.core.sample import CONFIDENT, error, mean
from generator.lab.simulation.playable import Played

DECIMALS = 6

DifferenceCounts = Counter[int]  # how often each difference came out


class Differences(Struct):
    """By how much the figures of one variant's games pass those of the first one's."""

    turns: DifferenceCounts = field(default_factory=Counter)
    scores: DifferenceCounts = field(default_factory=Counter)  # of all seats together
    wins: list[DifferenceCounts] = []  # by seat: 1 won only here, -1 only there
    dry: dict[str, DifferenceCounts] = {}  # by kind: 1 ran dry only here, -1 only there

    def add(self, first: Played, other: Played) -> None:
        """One pair of games more."""
        self.turns[other.turns - first.turns] += 1
        self.scores[sum(other.scores) - sum(first.scores)] += 1
        self.wins += [Counter() for _ in range(len(first.scores) - len(self.wins))]
        for seat, counts in enumerate(self.wins):
            counts[(seat in other.winners) - (seat in first.winners)] += 1
        for kind in first.dry ^ other.dry:
            self.dry.setdefault(kind, Counter())[1 if kind in other.dry else -1] += 1

    def join(self, other: "Differences") -> None:
        """The pairs of another part more."""
        self.turns.update(other.turns)
        self.scores.update(other.scores)
        self.wins += [Counter() for _ in range(len(other.wins) - len(self.wins))]
        for mine, theirs in zip(self.wins, other.wins, strict=False):
            mine.update(theirs)
        for kind, counts in other.dry.items():
            self.dry.setdefault(kind, Counter()).update(counts)

    def figures(self) -> Mapping[str, Any]:
        """The differences with their limits, as data for JSON; scores are those of a seat."""
        games, seats = self.turns.total(), len(self.wins)
        return {
            "turns": _mean(self.turns, 1),
            "scores": _mean(self.scores, seats),
            "wins_by_seat": [{"seat": seat, **_share(counts, games)} for seat, counts in enumerate(self.wins, 1)],
            "shortages": {kind: _share(counts, games) for kind, counts in sorted(self.dry.items())},
        }


def _mean(counts: DifferenceCounts, parts: int) -> Mapping[str, float]:
    """The mean difference; where all are alike it has no limits, as nothing varies."""
    middle, reach = mean(counts) / parts, CONFIDENT * error(counts) / parts
    limits = {"low": middle - reach, "high": middle + reach} if len(counts) > 1 else {}
    return {name: round(value, DECIMALS) for name, value in {"mean": middle, **limits}.items()}


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
    return {name: round(value, DECIMALS) for name, value in found.items()}
