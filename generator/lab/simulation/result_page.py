"""Figures as one HTML page that stands alone: its plots are drawn into it, and it asks nothing of the network."""

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from generator.core.sample import mean
from generator.lab.plots.bars import ShareBar, share_bars
from generator.lab.plots.histogram import BOTTOM, HEIGHT, LEFT, TOP, WIDTH, histogram
from generator.lab.plots.svg import Scale, across, label, page, plot, tag, text_of, ticks, upward
from generator.lab.simulation.quality import PARTS
from generator.lab.simulation.report import QUALITY, as_text, outstanding
from generator.lab.simulation.totals import ResultCounts, Totals

FAR = 30  # pixels to the right of a survival curve, for words
IN_PERCENT = ("drama", "decisiveness", "forced")


def as_page(head: str, data: Mapping[str, Any], totals: Totals) -> str:
    """The page: plots of scores, wins and lengths, then all figures."""
    plots = tag("div", *plots_of(data, totals), class_="plots")
    figures = tag("section", tag("h2", "All figures"), tag("pre", escape(as_text(head, data)), class_="wide"))
    return page(head, tag("header", tag("h1", text_of(head))), tag("main", plots, figures))


def plots_of(data: Mapping[str, Any], totals: Totals) -> list[str]:
    """The plots as markup: scores, wins, lengths, and of each kind how many were out at a time."""
    games = f"simulated, {totals.games:,} games"
    plots = [
        _figure(f"Scores of seat {number} ({games})", _histogram(seat.scores, "score"))
        for number, seat in enumerate(totals.seats, 1)
    ]
    seats = [(f"seat {seat['seat']}, {seat['policy']}", seat) for seat in data["wins_by_seat"]]
    even = "; the stroke: as many for each seat" if len(seats) > 1 else ""
    plots.append(_figure(f"Wins by seat, with 95 % confidence ({games}){even}", _wins(seats, even=True)))
    plots.append(_figure(f"Turns of a game ({games})", _histogram(totals.turns, "turns")))
    for kind, counts in sorted(totals.used.items()):
        if len(counts) > 1:
            caption = f"{kind}: most out at a time, of {data['used'][kind]['box']} ({games})"
            plots.append(_figure(caption, _histogram(counts, kind)))
            caption = f"{kind}: games that take more than so many ({games})"
            plots.append(_figure(caption, _survival(counts, data["used"][kind]["box"], kind)))
    return plots + _of_quality(data["quality"], totals.quality.measures, games)


def _of_quality(quality: Mapping[str, Any], measures: Mapping[str, ResultCounts], games: str) -> list[str]:
    """What the game is like: a histogram of each measure, and who wins by policy and by what stands out."""
    plots = []
    for name, (words, _) in QUALITY.items():
        counts = measures.get(name, Counter())
        if len(counts) > 1:
            unit, of = (PARTS // 100, f"{words}, %") if name in IN_PERCENT else (PARTS, words)
            shown: ResultCounts = Counter()
            for thousandths, times in counts.items():
                shown[round(thousandths / unit)] += times
            plots.append(_figure(f"{words.capitalize()} ({games})", _histogram(shown, of)))
    for caption, rows in (
        ("Wins by policy", [*quality["skill"].items()]),
        ("Wins of who holds it", outstanding(quality)),
    ):
        if len(rows) > 1:
            plots.append(_figure(f"{caption}, with 95 % confidence ({games})", _wins(rows)))
    return plots


def _figure(caption: str, drawing: str) -> str:
    return tag("figure", tag("figcaption", tag("b", text_of(caption))), drawing)


def _histogram(counts: ResultCounts, name: str) -> str:
    return histogram([(float(number), often) for number, often in sorted(counts.items())], name, "games", mean(counts))


def _survival(counts: ResultCounts, box: int, name: str) -> str:
    """The share of games in which more than so many were out at a time, with one in a hundred and the box marked."""
    most, left = max(box, *counts), counts.total()
    right, up = Scale(0, most, LEFT, WIDTH - FAR), Scale(0, 100, HEIGHT - BOTTOM, TOP)
    path = f"M{right.start} {up.end}"
    for number in range(most + 1):
        left -= counts[number]
        path += f"H{right.place(number):.1f}V{up.place(100 * left / counts.total()):.1f}"
    limit, at = up.place(1), right.place(box)
    marks = [tag("path", class_="line s0", d=path), tag("path", class_="mark dash", d=f"M{at:.1f} {up.start}V{up.end}")]
    marks += [tag("path", class_="line s1", d=f"M{LEFT} {limit:.1f}H{right.end}"), label("1 %", right.end + 4, limit)]
    marks.append(label(f"box: {box}", at - 4, up.end + 12, "end", "halo"))
    upwards = upward(up, LEFT, right.end, "% of games", ticks(0, 100, 4))
    along = across(right, up.start, f"{name} out at a time", ticks(0, most, 10, whole=True))
    return plot(WIDTH, HEIGHT, f"{name}: games that take more than so many", *upwards, *along, *marks)


def _wins(shares: Sequence[tuple[str, Mapping[str, Any]]], *, even: bool = False) -> str:
    """A bar for each share with its confidence limits, and a stroke where all would be equal, if wanted."""
    even_share = 1 / len(shares) if even and len(shares) > 1 else None
    return share_bars(
        [ShareBar(name, None, of["share"], even_share, (of["low"], of["high"])) for name, of in shares], "wins"
    )
