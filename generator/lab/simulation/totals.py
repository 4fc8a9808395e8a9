"""Figures of many games, kept as counts of whole numbers: they take no more room for more games, and two parts put
together in any order are the same as the whole."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from msgspec import field

from generator.core.distribution import quantile
from generator.core.sample import CONFIDENT, error, mean, wilson
from generator.lab.simulation.moves import Box, GameResult
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


FigureRange = tuple[str, float, float, float]  # of what, the value, its lowest and its highest limit


def figures(totals: Totals, policies: Sequence[str], box: Box, not_played: Sequence[str] = ()) -> dict[str, Any]:
    """All figures.

    Args:
        totals: the games.
        policies: of each seat.
        box: what was played with.
        not_played: what of the rules they leave out.
    """
    together = sum((seat.scores for seat in totals.seats), start=type(totals.turns)())
    return {
        "games": totals.games,
        "alike": totals.alike,
        "turns": _spread(totals.turns),
        "scores": _spread(together, independent=len(totals.seats) == 1),
        "scores_by_seat": [
            {"seat": number, "policy": policies[number - 1], **_spread(seat.scores)}
            for number, seat in enumerate(totals.seats, 1)
        ],
        "wins_by_seat": [_wins(totals, number, policies[number]) for number in range(len(totals.seats))],
        "used": {
            kind: {"box": len(box.get(kind, ())), **_spread(counts)} for kind, counts in sorted(totals.used.items())
        },
        "shortages": rounded({kind: totals.dry[kind] / totals.games for kind in sorted({*totals.used, *totals.dry})}),
        "events": {event: _event(counts, totals.games) for event, counts in sorted(totals.events.items())},
        "quality": totals.quality.figures(),
        **({"not_played": not_played} if not_played else {}),
    }


def _spread(counts: ResultCounts, *, independent: bool = True) -> dict[str, Any]:
    """Mean, its standard error where the numbers come from as many games and are not all the same, and quantiles."""
    errors = {"error": error(counts)} if independent and len(counts) > 1 else {}
    by_percent = {str(percent): quantile(counts, Fraction(percent, 100)) for percent in QUANTILES}
    return {**rounded({"mean": mean(counts), **errors}), "quantiles": by_percent}


def _wins(totals: Totals, number: int, policy: str) -> dict[str, Any]:
    seat = totals.seats[number]
    share = seat.wins / totals.games
    low, high = (share, share) if totals.alike and share in (0, 1) else wilson(seat.wins, totals.games)
    return {
        "seat": number + 1,
        "policy": policy,
        "wins": seat.wins,
        "shared": seat.shared,
        **rounded({"share": share, "low": low, "high": high}),
    }


def _event(counts: ResultCounts, games: int) -> dict[str, Any]:
    """How often in a game, with the error of it where that varies, and in what share of games at all."""
    every = padded(counts, games)
    errors = {"error": error(every)} if len(every) > 1 else {}
    return rounded({"mean": mean(every), **errors, "games": counts.total() / games})


def figures_at(figures: Mapping[str, Any], path: str) -> Iterator[FigureRange]:
    """The figures at a path of the JSON of `pnp simulate`, such as ``wins_by_seat`` or ``quality.drama``; those of
    ``quality`` may be named without it."""
    value: Any = figures if path.partition(".")[0] in figures else figures["quality"]
    for part in path.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    yield from _below(path, value, figures["games"])


def _below(path: str, value: Any, games: int) -> Iterator[FigureRange]:
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int | float):
        shares = path.startswith("shortages")
        low, high = wilson(round(value * games), games) if shares else (value, value)
        yield path, value, low, high
    elif isinstance(value, list):
        for number, member in enumerate(value, 1):
            yield from _below(f"{path} {member.get('seat', number)}", member, games)
    elif "low" in value:
        yield path, value.get("share", value.get("mean")), value["low"], value["high"]
    elif "mean" in value:
        reach = CONFIDENT * value.get("error", 0)
        yield path, value["mean"], value["mean"] - reach, value["mean"] + reach
    else:
        for name, member in value.items():
            yield from _below(f"{path}.{name}", member, games)
