"""A scale as a strip: what is at hand as a row of sticks, and one value among them."""

from collections.abc import Sequence

from generator.lab.plots.svg import Scale, label, plot, tag, written

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
