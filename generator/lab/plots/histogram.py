"""Histograms: how many there are of each number."""

from collections.abc import Sequence

from generator.lab.plots.svg import Scale, across, label, plot, shortened, step_for, tag, ticks, upward, written

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
