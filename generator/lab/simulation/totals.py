"""Figures of many games, kept as counts of whole numbers: they take no more room for more games, and two parts put
together in any order are the same as the whole."""

from collections import Counter
from collections.abc import Mapping
from math import sqrt
from typing import Any

from msgspec import field

from generator.core.sample import CONFIDENT
from generator.lab.simulation.moves import GameResult
from generator.lab.simulation.quality import QualityTotals, Tally, mean_of, rounded

QUANTILES = (1, 5, 25, 50, 75, 95, 99)  # percent

ResultCounts = Counter[int]  # how often each number came out
DifferenceCounts = Counter[int]  # how often each difference came out
GameShape = tuple[Any, ...]  # what tells games apart, and orders them


class SeatTotals(Tally):
    """How one seat fared."""

    scores: ResultCounts = field(default_factory=Counter)
    wins: int = 0  # shared ones counted in
    shared: int = 0


class Differences(Tally):
    """By how much the figures of one variant's games pass those of the first one's."""

    turns: DifferenceCounts = field(default_factory=Counter)
    scores: DifferenceCounts = field(default_factory=Counter)  # of all seats together
    wins: list[DifferenceCounts] = field(default_factory=list)  # by seat: 1 won only here, -1 only there
    dry: dict[str, DifferenceCounts] = field(default_factory=dict)  # by kind: 1 ran dry only here, -1 only there

    def count(self, first: GameResult, second: GameResult) -> None:
        """One pair of games more."""
        self.turns[second.turns - first.turns] += 1
        self.scores[sum(second.scores) - sum(first.scores)] += 1
        self.wins += [Counter() for _ in range(len(first.scores) - len(self.wins))]
        for seat, counts in enumerate(self.wins):
            counts[(seat in second.winners) - (seat in first.winners)] += 1
        for kind in first.dry ^ second.dry:
            self.dry.setdefault(kind, Counter())[1 if kind in second.dry else -1] += 1

    def figures(self) -> Mapping[str, Any]:
        """The differences with their limits, as data for JSON; scores are those of a seat."""
        games, seats = self.turns.total(), len(self.wins)
        return {
            "turns": mean_of(self.turns, 1),
            "scores": mean_of(self.scores, seats),
            "wins_by_seat": [{"seat": seat, **_share(counts, games)} for seat, counts in enumerate(self.wins, 1)],
            "shortages": {kind: _share(counts, games) for kind, counts in sorted(self.dry.items())},
        }


class Totals(Tally):
    """All that is kept of the games played so far."""

    games: int = 0
    turns: ResultCounts = field(default_factory=Counter)
    seats: list[SeatTotals] = field(default_factory=list)
    used: dict[str, ResultCounts] = field(default_factory=dict)
    dry: Counter[str] = field(default_factory=Counter)  # games
    events: dict[str, ResultCounts] = field(default_factory=dict)
    least: GameShape = ()  # of all games
    most: GameShape = ()
    quality: QualityTotals = field(default_factory=QualityTotals)
    others: list["Totals"] = field(default_factory=list)  # of other settings that played the same games
    differences: Differences = field(default_factory=Differences)  # of such another one: from the first

    def add(self, game: GameResult) -> None:
        """One game more."""
        self.games += 1
        self._bound(*2 * [_shape(game)])
        self.turns[game.turns] += 1
        self.seats += [SeatTotals() for _ in range(len(game.scores) - len(self.seats))]
        for number, score in enumerate(game.scores):
            self.seats[number].scores[score] += 1
        for number in game.winners:
            self.seats[number].wins += 1
            self.seats[number].shared += len(game.winners) > 1
        for kind, most in game.used.items():
            self.used.setdefault(kind, Counter())[most] += 1
        self.dry.update(game.dry)
        for event, times in game.events.items():
            if times:
                self.events.setdefault(event, Counter())[times] += 1
        if game.record is not None:
            self.quality.add(game.record)

    @property
    def alike(self) -> bool:
        """Whether there are several games that differ in nothing but which seat had which part."""
        return self.games > 1 and self.least == self.most

    def join(self, other: Any) -> None:
        """The games of another part more."""
        super().join(other)
        self._bound(other.least, other.most)

    def _bound(self, least: GameShape, most: GameShape) -> None:
        self.least = min(self.least or least, least or self.least)
        self.most = max(self.most, most)


def _shape(game: GameResult) -> GameShape:
    """All that came of a game, whichever seat it came to."""
    counts = [*sorted(game.used.items()), *sorted((event, times) for event, times in game.events.items() if times)]
    return game.turns, tuple(sorted(game.scores)), len(game.winners), tuple(sorted(game.dry)), tuple(counts)


def padded(counts: ResultCounts, games: int) -> ResultCounts:
    """Counts of what did not happen in every game: the other games are zeros."""
    return counts + Counter({0: games - counts.total()})


def _share(counts: DifferenceCounts, games: int) -> Mapping[str, float]:
    """The difference of two shares of the same games, with the limits of Agresti and Min (2005): half a game more in
    each of the four cells, so that they hold for few games too."""
    more, fewer, total = counts[1] + 0.5, counts[-1] + 0.5, games + 2
    middle = (more - fewer) / total
    reach = CONFIDENT * sqrt((more + fewer) / total - middle * middle) / sqrt(total)
    figures = {
        "mean": (counts[1] - counts[-1]) / games,
        "low": max(-1.0, middle - reach),
        "high": min(1.0, middle + reach),
    }
    return rounded(figures)
