"""What makes a game good, in figures: of one game from what was recorded of it, and of many.

After C. Browne (Automatic Generation and Evaluation of Recombination Games, 2008), in a designer's words. Standings are
what each seat's place is worth: scores, or a game's own guess; one row before the first turn and one after each.

lead_changes  how often another one takes the lead; who shares it has not taken it
drama         how far the winner was behind, on average over the turns in which that was so, as a part of the largest
              lead in the game
decisiveness  the part of the game that is left to play once the winner leads for good
branching     moves to choose from, on average; ``forced``: the share of choices among one
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from itertools import pairwise
from statistics import NormalDist
from typing import Any

from msgspec import Struct, field

from generator.core.sample import CONFIDENT, error, mean, wilson

PARTS = 1_000  # measures are kept as counts of thousandths, so that the order of games changes nothing
DECIMALS = 6
NAMES = ("minutes", "lead_changes", "drama", "decisiveness", "branching", "forced")
DOUBT = 0.05  # of all items together

SeatWorths = Sequence[float]


class GameRecord(Struct, frozen=True):
    """What is recorded of one game."""

    standings: Sequence[SeatWorths]  # by seat
    choices: Sequence[int]  # the legal moves at each choice
    winners: tuple[int, ...]
    minutes: float | None = None
    held: Sequence[frozenset[str]] = ()  # by seat: the ids of all items that it drew or held
    policies: Sequence[str] = ()  # by seat


def lead_changes(standings: Sequence[SeatWorths]) -> int:
    """How often another seat takes the lead alone."""
    alone = [ahead[0] for ahead in map(leaders, standings) if len(ahead) == 1]
    return sum(before != after for before, after in pairwise(alone))


def drama(standings: Sequence[SeatWorths], winners: Sequence[int]) -> float:
    """How far the best placed winner was behind when behind, from 0 to 1; 0 if never."""
    largest = max((max(standing) - min(standing) for standing in standings), default=0)
    gaps = [max(standing) - max(standing[seat] for seat in winners) for standing in standings] if winners else []
    behind = [gap for gap in gaps if gap > 0]
    return sum(behind) / len(behind) / largest if behind else 0.0


def decisiveness(standings: Sequence[SeatWorths], winners: Sequence[int]) -> float:
    """The part of the turns that are left once nobody but winners leads any more, from 0 to 1."""
    turns = len(standings) - 1
    plain = 0  # standings at the end that show the winner
    while plain <= turns and {*leaders(standings[turns - plain])} <= {*winners}:
        plain += 1
    return max(0, plain - 1) / turns if turns > 0 else 0.0


def branching(choices: Sequence[int]) -> float:
    """The moves to choose from, on average."""
    return sum(choices) / len(choices) if choices else 0.0


def forced(choices: Sequence[int]) -> float:
    """The share of choices that are none."""
    return sum(number == 1 for number in choices) / len(choices) if choices else 0.0


class Tally(Struct):
    """What is counted over many games; parts can be put together in any order."""

    def join(self, other: Any) -> None:
        """The games of another part more."""
        for name in self.__struct_fields__:
            setattr(self, name, _together(getattr(self, name), getattr(other, name)))


def _together(mine: Any, theirs: Any) -> Any:
    """Two counts as one: numbers are added, name by name and seat by seat."""
    if isinstance(mine, Tally):
        mine.join(theirs)
    elif isinstance(mine, dict):
        for name, value in theirs.items():
            mine[name] = _together(mine[name], value) if name in mine else deepcopy(value)
    elif isinstance(mine, list):
        both = [_together(first, second) for first, second in zip(mine, theirs, strict=False)]
        mine[:] = [*both, *mine[len(both) :], *deepcopy(theirs[len(both) :])]
    return mine + theirs if isinstance(mine, int) else mine


class WinCount(Tally):
    """How often seats of a sort won."""

    seats: int = 0
    wins: int = 0


class QualityTotals(Tally):
    """The measures of many games."""

    measures: dict[str, Counter[int]] = field(default_factory=dict)  # in thousandths
    items: dict[str, WinCount] = field(default_factory=dict)  # seats that held it
    policies: dict[str, WinCount] = field(default_factory=dict)  # seats that followed it
    every: WinCount = field(default_factory=WinCount)

    def add(self, game: GameRecord) -> None:
        """One game more."""
        values = {"minutes": game.minutes}
        if game.standings:
            values["lead_changes"] = lead_changes(game.standings)
            values["drama"] = drama(game.standings, game.winners)
            values["decisiveness"] = decisiveness(game.standings, game.winners)
        if game.choices:
            values["branching"] = branching(game.choices)
            values["forced"] = forced(game.choices)
        for name, value in values.items():
            if value is not None:
                self.measures.setdefault(name, Counter())[round(value * PARTS)] += 1
        for seat, policy in enumerate(game.policies):
            counts = [self.every, _of(self.policies, policy)]
            counts += [_of(self.items, item) for item in (game.held[seat] if game.held else ())]
            for count in counts:
                count.seats += 1
                count.wins += seat in game.winners

    def figures(self) -> dict[str, Any]:
        """All of it as data for JSON, with the limits of each figure (95 % confidence); None for what is not known.

        ``by_item`` has the limits for as many items as are examined (after Bonferroni): where no item does anything,
        one such table in twenty shows any. ``stands_out`` says whether the win rate of all seats lies outside.
        ``skill`` is how often each policy wins.
        """
        figures: dict[str, Any] = {
            name: mean_of(self.measures[name], PARTS) if name in self.measures else None for name in NAMES
        }
        figures["skill"] = {name: _share(count, CONFIDENT) for name, count in sorted(self.policies.items())}
        usual = self.every.wins / max(1, self.every.seats)
        reach = NormalDist().inv_cdf(1 - DOUBT / 2 / max(1, len(self.items)))
        figures["by_item"] = {name: _beside(_share(count, reach), usual) for name, count in sorted(self.items.items())}
        return figures


def leaders(standing: SeatWorths) -> list[int]:
    """The seats that stand best."""
    most = max(standing)
    return [seat for seat, worth in enumerate(standing) if worth == most]


def _of(counts: dict[str, WinCount], name: str) -> WinCount:
    return counts.setdefault(name, WinCount())


def mean_of(counts: Counter[int], parts: int) -> dict[str, float]:
    """The mean of what is counted in parts of 1; where all are alike it has no limits, as nothing varies."""
    middle, reach = mean(counts) / parts, CONFIDENT * error(counts) / parts
    limits = {"low": middle - reach, "high": middle + reach} if len(counts) > 1 else {}
    return rounded({"mean": middle, **limits})


def _share(count: WinCount, reach: float) -> dict[str, Any]:
    low, high = wilson(count.wins, count.seats, reach)
    return {"seats": count.seats, **rounded({"share": count.wins / count.seats, "low": low, "high": high})}


def _beside(share: Mapping[str, Any], usual: float) -> dict[str, Any]:
    return {**share, "stands_out": not share["low"] <= usual <= share["high"]}


def rounded(figures: Mapping[str, float]) -> dict[str, float]:
    """Figures with six decimals at the most."""
    return {name: round(value, DECIMALS) for name, value in figures.items()}
