"""Heat maps: a table whose cells are the darker the more they hold."""

from collections.abc import Sequence
from math import sqrt

from generator.lab.plots.svg import LETTER, label, plot, shortened, tag, text_of, written

CELL_WIDE, CELL_HIGH = 26, 20
LONGEST = 22  # characters of a row's name
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
    left = max(len(shortened(row, LONGEST)) for row in [*rows, down]) * LETTER + 12
    longest = max(len(name) for name in columns)
    wide = max(CELL_WIDE, min(longest, LONGEST) * LETTER + 6) if longest <= 10 else CELL_WIDE
    slanted = longest > 10
    head = 34 if not slanted else 24 + min(longest, LONGEST) * LETTER * 0.72
    most = max((count for row in counts for count in row), default=0) or 1
    parts = [label(shortened(down, LONGEST), left - 8, head - 6, "end", "quiet")]
    parts.append(label(f"{across} →", left, 11, "start", "quiet"))
    for place, name in enumerate(columns):
        x = left + wide * (place + 0.5)
        turn = {"transform": f"rotate(-45 {x:.1f} {head - 6:.1f})"} if slanted else {}
        anchor = "start" if slanted else "middle"
        parts.append(tag("text", text_of(shortened(name, LONGEST)), x=x, y=head - 6, text_anchor=anchor, **turn))
    for row, (name, cells) in enumerate(zip(rows, counts, strict=True)):
        y = head + CELL_HIGH * row
        parts.append(label(shortened(name, LONGEST), left - 8, y + 14, "end"))
        for place, count in enumerate(cells):
            parts += _cell(count, sqrt(count / most), left + wide * place, y, wide)
    foot = head + CELL_HIGH * len(rows)
    width = left + wide * len(columns) + (min(longest, LONGEST) * LETTER * 0.72 if slanted else 1)
    parts.append(tag("rect", class_="axis", x=left, y=head, width=wide * len(columns), height=CELL_HIGH * len(rows)))
    about = f"{down} by {across}: {of}, at most {written(most)} in a cell"
    return plot(max(width, left + (len(across) + 2) * LETTER), foot + 4, about, *parts)


def _cell(count: int, share: float, x: float, y: float, wide: float) -> list[str]:
    if not count:
        return [label("·", x + wide / 2, y + 14, "middle", "quiet")]
    strength = 0.1 + 0.9 * share
    box = tag("rect", class_="cell", x=x, y=y, width=wide, height=CELL_HIGH, fill_opacity=round(strength, 2))
    return [box, label(f"{count:,}", x + wide / 2, y + 14, "middle", "over" if strength > DARK else "")]
