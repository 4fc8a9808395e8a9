"""What plots are written with: elements of SVG as text, safe for whatever stands in a game's files; axes; pages.

Colours are the page's, by the names of its style (`STYLE`), so that a plot follows it from light to dark and to paper.
"""

import html
from collections.abc import Iterator
from math import ceil, floor, log10
from pathlib import Path

from msgspec import Struct

CSS = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
LETTER = 6.7  # pixels that a letter takes, as measured in a broad face; what is not measured is given room
NAME_ABOVE = 24  # pixels: the name of an upward axis is above the figures of its highest bar
SAFE_SPACES = "\u00a0\u202f"  # that Python calls unprintable, and type needs

# One hue for amounts. Sorts differ in shape as well as in hue (Okabe and Ito's, which the colour-blind tell apart), and
# in lightness, so that grey paper shows them too.
STYLE = """\
svg.plot { font: 11px/1.2 system-ui, sans-serif; display: block; max-width: 100%; height: auto; fill: var(--ink);
  overflow: visible; }
svg.plot .axis { stroke: var(--line); fill: none; }
svg.plot .grid { stroke: var(--faint); fill: none; }
svg.plot .quiet { fill: var(--quiet); }
svg.plot .bar { fill: var(--amount); }
svg.plot .mark { stroke: var(--ink); stroke-width: 1.5; fill: none; }
svg.plot .dash { stroke-dasharray: 4 3; }
svg.plot .stick { stroke: var(--quiet); stroke-width: 1; fill: none; }
svg.plot .pointer { fill: var(--ink); }
svg.plot .band { fill: var(--faint); }
svg.plot .cell { fill: var(--amount); }
svg.plot .over { fill: var(--on-amount); }
svg.plot .far { font-weight: 600; }
svg.plot .halo { paint-order: stroke; stroke: var(--paper); stroke-width: 3px; stroke-linejoin: round; }
svg.plot .s0 { fill: var(--s0); stroke: var(--s0); } svg.plot .s1 { fill: var(--s1); stroke: var(--s1); }
svg.plot .s2 { fill: var(--s2); stroke: var(--s2); } svg.plot .s3 { fill: var(--s3); stroke: var(--s3); }
svg.plot .s4 { fill: var(--s4); stroke: var(--s4); } svg.plot .s5 { fill: var(--s5); stroke: var(--s5); }
svg.plot .point { fill-opacity: .55; stroke-width: 1.2; } svg.plot .line { fill: none; stroke-width: 1.8; }
"""


def text_of(value: str) -> str:
    """A stranger's text for a page: what has a meaning there, and whatever cannot be seen, is escaped."""
    shown = "".join(sign if sign.isprintable() or sign in SAFE_SPACES else _named(sign) for sign in value)
    return html.escape(shown, quote=True)


def _named(sign: str) -> str:
    return " " if sign in "\n\t" else sign.encode("unicode_escape").decode()


def tag(name: str, /, *inside: str, **attributes: str | float) -> str:
    """An element. ``class_`` is its class, underscores in attributes are hyphens; ``inside`` is markup already."""
    written = "".join(
        f' {key.strip("_").replace("_", "-")}="{number(value) if isinstance(value, int | float) else text_of(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def label(words: str, x: float, y: float, anchor: str = "start", class_: str = "") -> str:
    """A text at a place."""
    more = {"class_": class_} if class_ else {}
    return tag("text", text_of(words), x=x, y=y, text_anchor=anchor, **more)


def number(value: float) -> str:
    """A number as short as its place on a plot needs: to a hundredth of a pixel."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def plot(width: float, height: float, about: str, *parts: str) -> str:
    """A whole plot; ``about`` says in a sentence what it shows, for those who don't see it."""
    size = f"0 0 {number(width)} {number(height)}"
    return tag("svg", *parts, class_="plot", viewBox=size, width=width, height=height, role="img", aria_label=about)


def shortened(words: str, most: int) -> str:
    """Words that fit this many characters."""
    return words if len(words) <= most else words[: most - 1] + "…"


def page(title: str, *inside: str) -> str:
    """An HTML document that stands alone; ``inside`` is the markup of its body."""
    head = tag("meta", charset="utf-8") + tag("meta", name="viewport", content="width=device-width, initial-scale=1")
    head += tag("title", text_of(title)) + tag("style", CSS + STYLE)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>{"".join(inside)}</body></html>'


class Scale(Struct, frozen=True):
    """Values from ``low`` to ``high`` on places from ``start`` to ``end``."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """Where a value lies."""
        return self.start + (value - self.low) * (self.end - self.start) / ((self.high - self.low) or 1.0)


def step_for(span: float, most: int, *, whole: bool = False) -> float:
    """The smallest round step (1, 2 or 5 times a power of ten) that cuts a span into ``most`` parts or fewer."""
    least = span / most if span > 0 else 1.0
    power = 10.0 ** floor(log10(least))
    step = next(power * part for part in (1, 2, 5, 10) if power * part >= least * (1 - 1e-9))
    return max(1.0, step) if whole else step


def ticks(low: float, high: float, most: int, *, whole: bool = False) -> list[float]:
    """Round values between two bounds."""
    step = step_for(high - low, most, whole=whole)
    return [place * step for place in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def written(value: float) -> str:
    """A value at a tick, with a true minus sign."""
    return f"{value:.6g}".replace("-", "−")


def across(scale: Scale, y: float, name: str, marks: list[float]) -> Iterator[str]:
    """An axis along the bottom with its ticks and its name."""
    yield tag("path", class_="axis", d=f"M{scale.start:.1f} {y:.1f}H{scale.end:.1f}")
    for value in marks:
        yield label(written(value), scale.place(value), y + 14, "middle", "quiet")
    yield label(name, (scale.start + scale.end) / 2, y + 29, "middle")


def upward(scale: Scale, x: float, right: float, name: str, marks: list[float]) -> Iterator[str]:
    """An axis on the left with its ticks, a faint line for each, and its name above it."""
    for value in marks:
        y = scale.place(value)
        yield tag("path", class_="grid", d=f"M{x:.1f} {y:.1f}H{right:.1f}")
        yield label(written(value), x - 5, y + 4, "end", "quiet")
    yield label(name, 0, scale.end - NAME_ABOVE, "start")
