"""Figures as text for a terminal, and as CSV."""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO
from typing import Any

from generator.core.sample import CONFIDENT
from generator.lab.simulation.totals import QUANTILES

MOST_ITEMS = 8  # of the best, and of the worst
BAR = 24  # characters of a bar for all games
DIFFERENCES = ("turns", "score", "wins by seat, % of games", "not enough, % of games")

ReportFigures = Mapping[str, Any]


def as_text(head: str, data: ReportFigures) -> str:
    """Figures in tables, a bar for each share."""
    lines = [head, *(f"not played: {part}" for part in data.get("not_played", ()))]
    lines += [*([one_game(data), ""] if data["alike"] else []), *_spreads(data)]
    lines += ["", "wins (with 95 % confidence; shared ones count for each)"]
    for seat in data["wins_by_seat"]:
        certain = seat["low"] == seat["high"]
        limits = "" if certain else f"{_percent(seat['low'])} to {_percent(seat['high'])}  "
        bar = "█" * round(seat["share"] * BAR)
        lines.append(f"  {_seat(seat)}  {_percent(seat['share'])}  {limits}{bar}".rstrip())
    head_of_used = ["most out at a time", "box", "mean", *_percents()]
    rows = [[kind, str(used["box"]), f"{used['mean']:.1f}", *_quantiles(used)] for kind, used in data["used"].items()]
    short = {kind: share for kind, share in data["shortages"].items() if share}
    if rows:
        lines += ["", *aligned([head_of_used, *rows]), ""]
        lines.append(
            "games in which there were not enough" if short else "there was enough of everything in every game"
        )
    lines += [f"  {kind}  {_percent(share)}" for kind, share in short.items()]
    events = [
        [name, f"{event['mean']:.2f}", _reach(event), _percent(event["games"])]
        for name, event in data["events"].items()
    ]
    lines += ["", *aligned([["in a game", "mean", "", "in so many games"], *events])] if events else []
    return "\n".join([*lines, *_quality(data["quality"])])


def one_game(data: ReportFigures) -> str:
    """What is said of games that no figure tells from one another."""
    seats = "" if all(seat["share"] in (0, 1) for seat in data["wins_by_seat"]) else ", but for who sat where"
    return f"all {data['games']:,} games came out the same{seats}: this is one game played over and over, and no sample"


def as_csv(data: ReportFigures) -> str:
    """Figures as rows: what is told of what, by which measure, and the number."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["figure", "of", "measure", "value"])
    writer.writerows(_rows(data))
    return out.getvalue().rstrip("\n")


def _rows(data: ReportFigures) -> Iterable[tuple[str, str, str, Any]]:
    yield "games", "", "count", data["games"]
    yield "games", "", "alike", int(data["alike"])
    for figure in ("turns", "scores"):
        yield from _measures(figure, "", data[figure])
    for figure in ("scores_by_seat", "wins_by_seat"):
        for seat in data[figure]:
            yield from _measures(figure, str(seat["seat"]), {key: seat[key] for key in seat if key != "seat"})
    for kind, used in data["used"].items():
        yield from _measures("used", kind, used)
    for kind, share in data["shortages"].items():
        yield "shortages", kind, "games", share
    for name, event in data["events"].items():
        yield from _measures("events", name, event)
    for name, figure in data["quality"].items():
        parts = figure.items() if name in ("skill", "by_item") else [("", figure)] if figure else []
        for of, measures in parts:
            yield from _measures(name, of, measures)


def _quality(quality: ReportFigures) -> list[str]:
    """What makes the game good, as far as it is known; items only where they are out."""
    rows = [[words, scaled(quality[name])] for name, (words, scaled) in QUALITY.items() if quality[name] is not None]
    lines = ["", *aligned([["what it is like", "mean (with 95 % confidence)"], *rows])] if rows else []
    if len(quality["skill"]) > 1:
        skill = [[policy, *_limited(share)] for policy, share in quality["skill"].items()]
        lines += ["", *aligned([["policy", "wins", ""], *skill])]
    out = outstanding(quality)
    if out:
        held = [[name, *_limited(share)] for name, share in out]
        lines += ["", *aligned([[f"who holds it (of {len(quality['by_item'])} items)", "wins", ""], *held])]
    return lines


def outstanding(quality: ReportFigures) -> list[tuple[str, ReportFigures]]:
    """The items that stand out, those that win most first; the best and the worst where they are many."""
    shares = [(name, share) for name, share in quality["by_item"].items() if share["stands_out"]]
    shares.sort(key=lambda entry: -entry[1]["share"])
    return shares if len(shares) <= 2 * MOST_ITEMS else [*shares[:MOST_ITEMS], *shares[-MOST_ITEMS:]]


def _limited(share: ReportFigures) -> list[str]:
    return [_percent(share["share"]), f"{_percent(share['low'])} to {_percent(share['high'])}"]


def mean_in_words(figure: ReportFigures, sign: str = "-") -> str:
    """A mean, and 1.96 standard errors where there is one; ``sign`` as in a format."""
    return f"{figure['mean']:{sign}.2f}" + (f" ± {figure['high'] - figure['mean']:.2f}" if "high" in figure else "")


def _part(figure: ReportFigures) -> str:
    reach = f" ± {100 * (figure['high'] - figure['mean']):.1f}" if "high" in figure else ""
    return f"{100 * figure['mean']:.1f}{reach} %"


QUALITY: Mapping[str, tuple[str, Callable[[ReportFigures], str]]] = {  # in a designer's words
    "minutes": ("minutes", mean_in_words),
    "lead_changes": ("changes of the lead", mean_in_words),
    "drama": ("how far the winner was behind", _part),
    "decisiveness": ("left to play once the winner leads for good", _part),
    "branching": ("moves to choose from", mean_in_words),
    "forced": ("choices that are none", _part),
}


def _measures(figure: str, of: str, measures: ReportFigures) -> Iterable[tuple[str, str, str, Any]]:
    for name, value in measures.items():
        if name == "quantiles":
            yield from ((figure, of, f"quantile {percent}", number) for percent, number in value.items())
        else:
            yield figure, of, name, value


def _spreads(data: ReportFigures) -> list[str]:
    rows = [["", "mean", "", *_percents()]]
    named = [("turns", data["turns"]), ("scores", data["scores"])]
    if len(data["scores_by_seat"]) > 1:
        named += [(_seat(seat), seat) for seat in data["scores_by_seat"]]
    for name, spread in named:
        rows.append([name, f"{spread['mean']:.2f}", _reach(spread), *_quantiles(spread)])
    return aligned(rows)


def aligned(rows: Sequence[Sequence[str]], first: str = "<") -> list[str]:
    """Rows in columns: the first to the left, unless it is ``>``, all others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = (f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))
        lines.append(f"{row[0]:{first}{widths[0]}}  {'  '.join(cells)}".rstrip())
    return lines


def _reach(figure: ReportFigures) -> str:
    """1.96 standard errors, where there is one."""
    return f"± {CONFIDENT * figure['error']:.2f}" if "error" in figure else ""


def _seat(seat: ReportFigures) -> str:
    return f"seat {seat['seat']}, {seat['policy']}"


def _percents() -> list[str]:
    return [f"{percent} %" for percent in QUANTILES]


def _quantiles(spread: ReportFigures) -> list[str]:
    return [str(number) for number in spread["quantiles"].values()]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def as_table(head: str, name: str, variants: Mapping[str, Mapping[str, Any]]) -> str:
    """A row for each variant: length, scores, wins by seat, and the kind that runs dry most often; then a row for each
    but the first: what differs from that."""
    rows = [[name, "turns", "score", "wins by seat, %", "not enough, % of games"]]
    for value, data in variants.items():
        wins = " ".join(f"{100 * seat['share']:.1f}" for seat in data["wins_by_seat"])
        dry = max(data["shortages"], key=lambda kind: data["shortages"][kind], default="")
        share = data["shortages"].get(dry, 0)
        short = f"{dry} {100 * share:.1f}" if share else "–"
        rows.append([value, f"{data['turns']['mean']:.2f}", f"{data['scores']['mean']:.2f}", wins, short])
    alike = [f"{value}: {one_game(data)}" for value, data in variants.items() if data["alike"]]
    lines = [head, *alike, *aligned(rows, ">")]
    pairs = {value: data["differences"] for value, data in variants.items() if "differences" in data}
    if pairs:
        first = next(iter(variants))
        lines += ["", f"what differs from {first}, game by game (with 95 % confidence)"]
        lines += aligned([[name, *DIFFERENCES], *(_differing(value, of) for value, of in pairs.items())], ">")
    return "\n".join(lines)


def _differing(value: str, of: Mapping[str, Any]) -> list[str]:
    """A row: turns and score, then percent of games by seat, and for the kind that it changes most."""
    wins = "  ".join(_points(seat) for seat in of["wins_by_seat"])
    dry = max(of["shortages"], key=lambda kind: abs(of["shortages"][kind]["mean"]), default="")
    short = f"{dry} {_points(of['shortages'][dry])}" if dry else "–"
    return [value, mean_in_words(of["turns"], "+"), mean_in_words(of["scores"], "+"), wins, short]


def _points(of: Mapping[str, float]) -> str:
    return f"{100 * of['mean']:+.1f} ({100 * of['low']:+.1f} to {100 * of['high']:+.1f})"
