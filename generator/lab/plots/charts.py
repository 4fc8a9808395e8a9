"""Plots of counts: bars of shares, strips, histograms, maps of heat."""

from collections.abc import Sequence
from math import floor, sqrt

from msgspec import Struct

from generator.lab.plots.svg import (
    LETTER,
    Scale,
    across,
    label,
    plot,
    shortened,
    step_for,
    tag,
    text_of,
    ticks,
    upward,
    written,
)

WIDTH = 360
ROW, TOP, BOTTOM = 20, 8, 34
LONGEST = 20  # characters of a name
FIGURES = 84  # pixels for what is behind a bar


class ShareBar(Struct, frozen=True):
    """A sort with its share and, where one is wanted, the share wanted: parts of 1."""

    name: str
    count: int | None  # None where there is nothing to count, as with chances
    share: float
    wanted: float | None = None
    limits: tuple[float, float] | None = None  # of a share that is not exact


def hundredths(share: float) -> str:
    """A share with one decimal, halves rounded up as people do."""
    return f"{floor(share * 1000 + 0.5) / 10:.1f}"


def share_bars(shares: Sequence[ShareBar], name: str, tolerance: float | None = None) -> str:
    """A bar a sort, with its share and its count.

    Args:
        shares: the sorts; one at least.
        name: what they are shares of.
        tolerance: how far from what is wanted a share may be, as a part of 1; shown as a band.
    """
    left = max(len(shortened(share.name, LONGEST)) for share in shares) * LETTER + 10
    most = max(max(share.share, (share.wanted or 0) + (tolerance or 0), *(share.limits or ())) for share in shares)
    right = Scale(0, most or 1, left, WIDTH - FIGURES)
    bottom = TOP + ROW * len(shares)
    parts = [
        tag("path", class_="grid", d=f"M{right.place(value):.1f} {TOP}V{bottom}")
        + label(written(100 * value), right.place(value), bottom + 13, "middle", "quiet")
        for value in ticks(0, most or 1, 5)
    ]
    for place, share in enumerate(shares):
        parts += _row(share, TOP + ROW * place, left, right, tolerance)
    parts.append(tag("path", class_="axis", d=f"M{left:.1f} {TOP}V{bottom}"))
    of_all = ", % of all" if any(share.count is not None for share in shares) else ", %"
    parts.append(label(f"{name}{of_all}", (left + WIDTH - FIGURES) / 2, bottom + 28, "middle"))
    about = f"{name}: " + ", ".join(f"{share.name} {hundredths(share.share)} %" for share in shares)
    return plot(WIDTH, bottom + BOTTOM, about, *parts)


def _row(share: ShareBar, y: float, left: float, right: Scale, tolerance: float | None) -> list[str]:
    end, middle = right.place(share.share), y + ROW / 2 + 4
    parts = [label(shortened(share.name, LONGEST), left - 6, middle, "end")]
    if share.wanted is not None and tolerance is not None:
        low, high = (right.place(max(0.0, share.wanted + sign * tolerance)) for sign in (-1, 1))
        parts.append(tag("rect", class_="band", x=low, y=y + 1, width=high - low, height=ROW - 2))
    title = tag("title", hundredths(share.share) + " %" if share.count is None else f"{share.count}")
    parts.append(tag("rect", title, class_="bar", x=left, y=y + 4, width=max(end - left, 0.5), height=ROW - 8))
    if share.limits is not None:
        low, high = map(right.place, share.limits)
        parts.append(tag("path", class_="mark", d=f"M{low:.1f} {y + ROW / 2}H{high:.1f}"))
    if share.wanted is not None:
        at = right.place(share.wanted)
        parts.append(tag("path", class_="mark", d=f"M{at:.1f} {y + 1}V{y + ROW - 1}"))
    figures = f"{hundredths(share.share)} %" + ("" if share.count is None else f"  ({share.count:,})")
    parts.append(label(figures, WIDTH, middle, "end", "quiet"))
    return parts


WIDTH, EDGE = 168, 10
TALL, AXIS, HEIGHT = 14, 26, 40  # of the highest stick; where the axis lies; of the whole


def strip(
    low: float, high: float, at_hand: Sequence[tuple[float, int]], value: float | None, name: str, words: str
) -> str:
    """A value on a scale.

    Args:
        low: where the scale begins.
        high: where it ends; beyond ``low``.
        at_hand: values that are there, and how often each.
        value: the one to be marked, if any.
        name: what it is a scale of.
        words: ``value`` in words, for those who don't see the strip.
    """
    scale = Scale(low, high, EDGE, WIDTH - EDGE)
    most = max((often for _, often in at_hand), default=1)
    sticks = "".join(
        f"M{scale.place(worth):.1f} {AXIS}v-{max(2.0, TALL * often / most):.1f}" for worth, often in at_hand
    )
    parts = [tag("path", class_="stick", d=sticks)] if sticks else []
    parts.append(tag("path", class_="axis", d=f"M{EDGE} {AXIS}H{WIDTH - EDGE}"))
    if low < 0 < high:
        parts.append(tag("path", class_="axis", d=f"M{scale.place(0):.1f} {AXIS - 3}v6"))
    parts.append(label(written(low), EDGE, HEIGHT - 2, "start", "quiet"))
    parts.append(label(written(high), WIDTH - EDGE, HEIGHT - 2, "end", "quiet"))
    if value is not None:
        at = scale.place(value)
        parts.append(tag("path", class_="pointer", d=f"M{at:.1f} {AXIS - 1}l-5 -9h10z"))
        parts.append(label(words, min(max(at, EDGE + 14), WIDTH - EDGE - 14), 12, "middle", "far halo"))
    return plot(WIDTH, HEIGHT, f"{name}: {words}", *parts)


WIDTH, HEIGHT = 360, 200
LEFT, RIGHT, TOP, BOTTOM = 36, 8, 36, 38
MOST_BARS = 41  # beyond it, numbers share bars
BROADEST = 56  # pixels of a bar
WIDE_ENOUGH = 16  # pixels of a bar that has room for its count


def binned(values: Sequence[tuple[float, int]]) -> list[tuple[float, float, int]]:
    """Bars as (from, to, how many): one a whole number where there are few, else of round width."""
    low, high = min(value for value, _ in values), max(value for value, _ in values)
    if all(value == int(value) for value, _ in values) and high - low < MOST_BARS:
        counts = {int(value): often for value, often in values}
        return [(at - 0.5, at + 0.5, counts.get(at, 0)) for at in range(int(low), int(high) + 1)]
    step = step_for(high - low, 24) if high > low else 1.0
    bars: dict[int, int] = {}
    for value, often in values:
        bars[int(value // step)] = bars.get(int(value // step), 0) + often
    return [(place * step, (place + 1) * step, bars.get(place, 0)) for place in range(min(bars), max(bars) + 1)]


def histogram(values: Sequence[tuple[float, int]], name: str, of: str, mean: float) -> str:
    """How many there are of each number, with their mean.

    Args:
        values: the numbers and how often each is there; one at least.
        name: what the numbers are, with their unit.
        of: what is counted.
        mean: their mean.
    """
    bars = binned(values)
    most = max(often for _, _, often in bars)
    right, bottom = Scale(bars[0][0], bars[-1][1], LEFT, WIDTH - RIGHT), HEIGHT - BOTTOM
    up = Scale(0, most, bottom, TOP)
    one_each = bars[0][1] - bars[0][0] == 1 and bars[0][0] != int(bars[0][0])
    low, high = (bars[0][0] + 0.5, bars[-1][1] - 0.5) if one_each else (bars[0][0], bars[-1][1])
    parts = [*upward(up, LEFT, WIDTH - RIGHT, of, ticks(0, most, 4, whole=True))]
    broad = right.place(bars[0][1]) - right.place(bars[0][0])
    figures: list[str] = []
    for start, end, often in bars:
        x, y = right.place(start), up.place(often)
        if often:
            gap = max(min(2.0, broad / 6), broad - BROADEST)
            range_words = written(start + 0.5) if one_each else f"{written(start)} to {written(end)}"
            title = tag("title", f"{range_words}: {often}")
            parts.append(tag("rect", title, class_="bar", x=x + gap / 2, y=y, width=broad - gap, height=bottom - y))
            if broad >= WIDE_ENOUGH:
                figures.append(label(str(often), x + broad / 2, y - 3, "middle", "quiet halo"))
    parts += across(right, bottom, shortened(name, 50), ticks(low, high, 11 if one_each else 8, whole=one_each))
    at = right.place(mean)
    parts.append(tag("path", class_="mark dash", d=f"M{at:.1f} {bottom}V{TOP - 4}"))
    parts.append(label(f"┆ mean {mean:.2f}".replace("-", "−"), WIDTH - RIGHT, 12, "end"))
    parts += figures  # above the stroke of the mean
    about = f"{name}: histogram of {sum(often for _, often in values)} {of}, mean {mean:.2f}"
    return plot(WIDTH, HEIGHT, about, *parts)


CELL_WIDE, CELL_HIGH = 26, 20
LONGEST_ROW = 22  # characters of a row's name
DARK = 0.85  # from here on figures are light: earlier they would not be read


def heat_map(
    rows: Sequence[str], columns: Sequence[str], counts: Sequence[Sequence[int]], down: str, across: str, of: str
) -> str:
    """How many there are by two things.

    Args:
        rows: what the rows are called.
        columns: what the columns are called.
        counts: for each row a number a column.
        down: what the rows are.
        across: what the columns are.
        of: what is counted.
    """
    left = max(len(shortened(row, LONGEST_ROW)) for row in [*rows, down]) * LETTER + 12
    longest = max(len(name) for name in columns)
    wide = max(CELL_WIDE, min(longest, LONGEST_ROW) * LETTER + 6) if longest <= 10 else CELL_WIDE
    slanted = longest > 10
    head = 34 if not slanted else 24 + min(longest, LONGEST_ROW) * LETTER * 0.72
    most = max((count for row in counts for count in row), default=0) or 1
    parts = [label(shortened(down, LONGEST_ROW), left - 8, head - 6, "end", "quiet")]
    parts.append(label(f"{across} →", left, 11, "start", "quiet"))
    for place, name in enumerate(columns):
        x = left + wide * (place + 0.5)
        turn = {"transform": f"rotate(-45 {x:.1f} {head - 6:.1f})"} if slanted else {}
        anchor = "start" if slanted else "middle"
        parts.append(tag("text", text_of(shortened(name, LONGEST_ROW)), x=x, y=head - 6, text_anchor=anchor, **turn))
    for row, (name, cells) in enumerate(zip(rows, counts, strict=True)):
        y = head + CELL_HIGH * row
        parts.append(label(shortened(name, LONGEST_ROW), left - 8, y + 14, "end"))
        for place, count in enumerate(cells):
            parts += _cell(count, sqrt(count / most), left + wide * place, y, wide)
    foot = head + CELL_HIGH * len(rows)
    width = left + wide * len(columns) + (min(longest, LONGEST_ROW) * LETTER * 0.72 if slanted else 1)
    parts.append(tag("rect", class_="axis", x=left, y=head, width=wide * len(columns), height=CELL_HIGH * len(rows)))
    about = f"{down} by {across}: {of}, at most {written(most)} in a cell"
    return plot(max(width, left + (len(across) + 2) * LETTER), foot + 4, about, *parts)


def _cell(count: int, share: float, x: float, y: float, wide: float) -> list[str]:
    if not count:
        return [label("·", x + wide / 2, y + 14, "middle", "quiet")]
    strength = 0.1 + 0.9 * share
    box = tag("rect", class_="cell", x=x, y=y, width=wide, height=CELL_HIGH, fill_opacity=round(strength, 2))
    return [box, label(f"{count:,}", x + wide / 2, y + 14, "middle", "over" if strength > DARK else "")]
