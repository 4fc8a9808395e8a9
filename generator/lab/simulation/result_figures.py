"""What many games come to, as data for JSON, and figures by their paths in it. A number has at most six decimals."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from generator.core.distribution import quantile
from generator.core.sample import CONFIDENT, error, mean, wilson
from generator.lab.simulation.moves import Box
from generator.lab.simulation.quality import rounded
from generator.lab.simulation.totals import QUANTILES, ResultCounts, Totals, padded

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
