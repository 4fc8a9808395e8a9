"""Figures as one HTML page that stands alone: its plots are drawn into it, and it asks nothing of the network."""

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from generator.lab.simulation.quality import PARTS
from generator.lab.simulation.report import QUALITY, as_text, outstanding
from generator.lab.simulation.totals import ResultCounts, Totals

WIDTH, HEIGHT, EDGE = 560, 180, 46  # units of a plot, and the room for its axes
BAR_INK, EVEN_INK = "#0072b2", "#d55e00"  # blue and vermilion of Okabe and Ito: told apart by everyone, and in grey
IN_PERCENT = ("drama", "decisiveness", "forced")
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #111 }
pre { overflow-x: auto; font-size: 13px; line-height: 1.35 } svg { width: 100%; max-width: 40rem; height: auto }
figure { margin: 1.5rem 0 } figcaption { font-weight: 600 }
"""


def as_page(head: str, data: Mapping[str, Any], totals: Totals) -> str:
    """The page: plots of scores, wins and lengths, then all figures."""
    title, text, plots = escape(head), escape(as_text(head, data)), plots_of(data, totals)
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n<style>{STYLE}</style>\n'
        f"<h1>{title}</h1>\n{''.join(plots)}<h2>All figures</h2>\n<pre>{text}</pre>\n</html>"
    )


def plots_of(data: Mapping[str, Any], totals: Totals) -> list[str]:
    """The plots as markup: scores, wins, lengths, and of each kind how many were out at a time."""
    games = f"simulated, {totals.games:,} games"
    plots = [
        _figure(f"Scores of seat {number} ({games})", _histogram(seat.scores, "score", "share of games"))
        for number, seat in enumerate(totals.seats, 1)
    ]
    plots.append(
        _figure(f"Wins by seat, with 95 % confidence ({games})", _wins(_by_seat(data), "as many for each seat"))
    )
    plots.append(_figure(f"Turns of a game ({games})", _histogram(totals.turns, "turns", "share of games")))
    for kind, counts in sorted(totals.used.items()):
        if len(counts) > 1:
            caption = f"{kind}: most out at a time, of {data['used'][kind]['box']} ({games})"
            plots.append(_figure(caption, _histogram(counts, kind, "share of games")))
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
            plots.append(_figure(f"{words.capitalize()} ({games})", _histogram(shown, of, "share of games")))
    for caption, rows in (
        ("Wins by policy", [*quality["skill"].items()]),
        ("Wins of who holds it", outstanding(quality)),
    ):
        if len(rows) > 1:
            plots.append(_figure(f"{caption}, with 95 % confidence ({games})", _wins(rows)))
    return plots


def _by_seat(data: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    return [(f"seat {seat['seat']}, {seat['policy']}", seat) for seat in data["wins_by_seat"]]


def _figure(caption: str, drawing: str) -> str:
    return f"<figure><figcaption>{escape(caption)}</figcaption>\n{drawing}</figure>\n"


def _histogram(counts: ResultCounts, across: str, up: str) -> str:
    """A bar for each number between the lowest and the highest; wide spans in steps."""
    low, high, total = min(counts), max(counts), counts.total()
    step = -(-(high - low + 1) // 60)
    shares = [
        (start, sum(counts[number] for number in range(start, start + step)) / total)
        for start in range(low, high + 1, step)
    ]
    top, wide = max(share for _, share in shares), (WIDTH - EDGE) / len(shares)
    marks = []
    every = -(-len(shares) // 12)
    for place, (number, share) in enumerate(shares):
        x, tall = EDGE + place * wide, share / top * (HEIGHT - EDGE)
        marks.append(
            f'<rect x="{x:.1f}" y="{HEIGHT - EDGE - tall + 10:.1f}" width="{max(0.5, wide - 1):.1f}"'
            f' height="{tall:.1f}" fill="{BAR_INK}"><title>{number}: {100 * share:.1f} %</title></rect>'
        )
        if place % every == 0:
            marks.append(_label(x + wide / 2, HEIGHT - EDGE + 26, str(number)))
    axes = f'<path d="M{EDGE} 10V{HEIGHT - EDGE + 10}H{WIDTH}" fill="none" stroke="#111"/>'
    marks.append(_label(EDGE - 4, 18, f"{100 * top:.1f} %", "end"))
    marks.append(_label(EDGE - 4, HEIGHT - EDGE + 10, "0", "end"))
    marks.append(_label((WIDTH + EDGE) / 2, HEIGHT - 2, f"{across} (bars: {up})"))
    return _svg(HEIGHT, f"{axes}{''.join(marks)}")


def _survival(counts: ResultCounts, box: int, across: str) -> str:
    """The share of games in which more than so many were out at a time, with one in a hundred and the box marked."""
    most, total = max(box, *counts), counts.total()
    wide, tall, foot = (WIDTH - EDGE - 40) / most, HEIGHT - EDGE, HEIGHT - EDGE + 10
    left, path = total, f"M{EDGE} 10"
    for number in range(most + 1):
        left -= counts[number]
        path += f"H{EDGE + wide * number:.1f}V{foot - tall * left / total:.1f}"
    marks = [f'<path d="{path}" fill="none" stroke="{BAR_INK}" stroke-width="2"/>']
    limit = foot - tall * 0.01
    marks.append(f'<path d="M{EDGE} {limit:.1f}H{WIDTH - 40}" stroke="{EVEN_INK}" stroke-dasharray="5 4"/>')
    marks.append(_label(WIDTH - 36, limit + 4, "1 %", "start"))
    marks.append(f'<path d="M{EDGE + wide * box:.1f} 10V{foot}" stroke="#111" stroke-dasharray="2 3"/>')
    marks.append(_label(EDGE + wide * box - 4, 22, f"box: {box}", "end"))
    step = max(1, -(-most // 10))
    marks += [_label(EDGE + wide * number, foot + 16, str(number)) for number in range(0, most + 1, step)]
    marks += [_label(EDGE - 4, 18, "100 %", "end"), _label(EDGE - 4, foot, "0", "end")]
    marks.append(_label((WIDTH + EDGE) / 2, HEIGHT - 2, f"{across} out at a time"))
    return _svg(HEIGHT, f'<path d="M{EDGE} 10V{foot}H{WIDTH - 40}" fill="none" stroke="#111"/>{"".join(marks)}')


def _wins(shares: Sequence[tuple[str, Mapping[str, Any]]], even_means: str = "") -> str:
    """A bar for each share with its confidence limits, and a line where all would be equal if that means something."""
    left, row, room = 150, 34, WIDTH - 210
    marks = []
    for place, (name, share_of) in enumerate(shares):
        y = 10 + place * row
        low, share, high = (left + room * share_of[key] for key in ("low", "share", "high"))
        marks.append(_label(left - 8, y + 16, name, "end"))
        marks.append(f'<rect x="{left}" y="{y}" width="{share - left:.1f}" height="22" fill="{BAR_INK}"/>')
        marks.append(f'<path d="M{low:.1f} {y + 11}H{high:.1f}" stroke="#111" stroke-width="3"/>')
        marks.append(_label(high + 6, y + 16, f"{100 * share_of['share']:.1f} %", "start"))
    bottom = 10 + len(shares) * row
    if even_means and len(shares) > 1:
        even = left + room / len(shares)
        marks.append(f'<path d="M{even:.1f} 4V{bottom}" stroke="{EVEN_INK}" stroke-width="2" stroke-dasharray="5 4"/>')
        marks.append(_label(even, bottom + 14, even_means))
    return _svg(bottom + 20, "".join(marks))


def _label(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="12" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(height: float, marks: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" font-family="sans-serif">{marks}</svg>'
