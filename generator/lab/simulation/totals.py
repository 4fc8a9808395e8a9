"""Figures of many games, kept as counts of whole numbers: they take no more room for more games, and two parts put
together in any order are the same as the whole."""

from collections import Counter
from collections.abc import Mapping
from math import sqrt

from msgspec import Struct, field

from generator.lab.simulation.playable import Played

QUANTILES = (1, 5, 25, 50, 75, 95, 99)  # percent
CONFIDENT = 1.959964  # standard errors to either side: 95 %

ResultCounts = Counter[int]  # how often each number came out


class SeatTotals(Struct):
    """How one seat fared."""

    scores: ResultCounts = field(default_factory=Counter)
    wins: int = 0  # shared ones counted in
    shared: int = 0


class Totals(Struct):
    """All that is kept of the games played so far."""

    games: int = 0
    turns: ResultCounts = field(default_factory=Counter)
    seats: list[SeatTotals] = []
    used: dict[str, ResultCounts] = {}
    dry: Counter[str] = field(default_factory=Counter)  # games
    events: dict[str, ResultCounts] = {}

    def add(self, game: Played) -> None:
        """One game more."""
        self.games += 1
        self.turns[game.turns] += 1
        self._seat_all(len(game.scores))
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

    def join(self, other: "Totals") -> None:
        """The games of another part more."""
        self.games += other.games
        self.turns.update(other.turns)
        self._seat_all(len(other.seats))
        for mine, theirs in zip(self.seats, other.seats, strict=False):
            mine.scores.update(theirs.scores)
            mine.wins += theirs.wins
            mine.shared += theirs.shared
        self.dry.update(other.dry)
        for here, there in ((self.used, other.used), (self.events, other.events)):
            for name, counts in there.items():
                here.setdefault(name, Counter()).update(counts)

    def _seat_all(self, number: int) -> None:
        self.seats += [SeatTotals() for _ in range(number - len(self.seats))]


def padded(counts: ResultCounts, games: int) -> ResultCounts:
    """Counts of what did not happen in every game: the other games are zeros."""
    return counts + Counter({0: games - counts.total()})


def mean(counts: Mapping[int, int]) -> float:
    """The mean of numbers by how often each came out."""
    return sum(number * times for number, times in counts.items()) / sum(counts.values())


def error(counts: Mapping[int, int]) -> float:
    """The standard error of their mean; 0 for one number alone, which tells nothing of it."""
    total = sum(counts.values())
    first = sum(number * times for number, times in counts.items())
    second = sum(number * number * times for number, times in counts.items())
    spread = (total * second - first * first) / (total * (total - 1)) if total > 1 else 0.0
    return sqrt(spread / total)


def quantile(counts: Mapping[int, int], percent: int) -> int:
    """The smallest number that so many percent of all, or more, do not pass."""
    wanted, total, seen = percent, sum(counts.values()), 0
    for number in sorted(counts):
        seen += counts[number]
        if 100 * seen >= wanted * total:
            return number
    raise ValueError("there are no numbers")


def wilson(successes: int, tries: int) -> tuple[float, float]:
    """The limits of a share, with 95 % confidence, after E. B. Wilson (1927): they hold for few tries too."""
    square = CONFIDENT * CONFIDENT
    share = successes / tries
    middle = share + square / (2 * tries)
    reach = CONFIDENT * sqrt(share * (1 - share) / tries + square / (4 * tries * tries))
    low, high = (middle - reach) / (1 + square / tries), (middle + reach) / (1 + square / tries)
    return (0.0 if successes == 0 else low), (1.0 if successes == tries else high)
