"""Bars of shares, each with a stroke where it is wanted to end."""

from collections.abc import Sequence
from math import floor

from msgspec import Struct

from generator.lab.plots.svg import LETTER, Scale, label, plot, shortened, tag, ticks, written

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
