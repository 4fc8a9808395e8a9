"""Rows into columns, from column to column and page to page; the columns of the last page end about even.

A row may stand across all columns: what is before it fills them above, what follows fills them below.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.marks.marks import IDENTITY, Mark, Shape, TextRun, leaves, moved, multiply

NEVER = float("inf")  # the cost of a break that is none

# What a column may cut a row into that is taller than the column: parts that fit into this many mm, as far as can be.
RowCut = Callable[[float], "list[Row]"]


class Row(Struct, frozen=True):
    """A line, or lines that belong together, with what is drawn round them. mm from its own top left corner."""

    height: float
    marks: tuple[Mark, ...] = ()
    before: float = 0.0  # white above it, unless it is the first of its column
    cost: float = 0.0  # of a break below it, in mm: as bad as leaving so much of the column empty
    lines: int = 1  # of text, as far as keeping a heading with two of them goes
    heading: str = ""  # its words, if it is a heading
    level: int = 0
    cut: RowCut | None = None
    spans: bool = False  # it stands across all columns


def shifted(marks: Sequence[Mark], x: float, y: float) -> list[Mark]:
    """The marks moved by ``x`` and ``y``."""
    matrix = (1.0, 0.0, 0.0, 1.0, x, y)
    moved_marks: list[Mark] = []
    for mark in marks:
        if isinstance(mark, Shape):
            moved_marks.append(replace(mark, path=moved(mark.path, matrix)))
        elif isinstance(mark, TextRun) and mark.matrix == IDENTITY:
            moved_marks.append(replace(mark, x=mark.x + x, y=mark.y + y))
        else:
            moved_marks.append(replace(mark, matrix=multiply(matrix, mark.matrix)))
    return moved_marks


def flip_marks(marks: Sequence[Mark], width: float) -> list[Mark]:
    """The marks mirrored about the middle of ``width``; words stay readable, and drawings with words where they are."""
    matrix = (-1.0, 0.0, 0.0, 1.0, width, 0.0)
    flipped_marks: list[Mark] = []
    for mark in marks:
        if isinstance(mark, Shape):
            flipped_marks.append(replace(mark, path=moved(mark.path, matrix)))
        elif isinstance(mark, TextRun) and mark.matrix == IDENTITY:
            wide = mark.font.width(mark.text, leftwards=mark.leftwards) * mark.size
            flipped_marks.append(replace(mark, x=width - mark.x - wide))
        elif any(isinstance(leaf, TextRun) for leaf, _ in leaves([mark])):
            flipped_marks.append(mark)
        else:
            flipped_marks.append(replace(mark, matrix=multiply(matrix, mark.matrix)))
    return flipped_marks


def stacked(rows: Sequence[Row], x: float, y: float) -> tuple[list[Mark], float]:
    """The marks of rows one below the other, the first at ``x``, ``y``, and how high they are together."""
    marks: list[Mark] = []
    top = y
    for number, row in enumerate(rows):
        top += row.before if number else 0.0
        marks += shifted(row.marks, x, top)
        top += row.height
    return marks, top - y


MAX_PAGES = 200
STRETCH = 0.75  # how much more white, as a share, rows may get so that a column ends where it should
BELOW = 2.0  # mm at least between a figure across all columns and the text below it
_STEP = 0.5  # mm between two heights tried for the last page
_HAIR = 1e-6


class Column(Struct, frozen=True):
    """A rectangle of a page that running text flows into, from column to column in the order of their numbers."""

    number: int
    x: float
    y: float
    width: float
    height: float
    line: int  # of the template
    column: int


Columns = Callable[[int], Sequence[Column]]  # of a page, counted from 1


class UnplaceableError(Exception):
    """A row that no column can hold, and in no parts either; or no column at all, where ``row`` is None."""

    def __init__(self, row: Row | None) -> None:
        self.row = row


class FilledColumn(Struct, frozen=True):
    """A column with its rows and the top of each, in mm of the page."""

    column: Column
    rows: tuple[Row, ...]
    tops: tuple[float, ...]

    @property
    def end(self) -> float:
        """Where the last row ends."""
        return self.tops[-1] + self.rows[-1].height if self.rows else self.column.y


FilledPage = tuple[FilledColumn, ...]


def flow(rows: Sequence[Row], columns: Columns) -> list[FilledPage]:
    """The pages that hold all rows in order.

    A column ends where the white left in it and the cost of the break there are least together. What is taller than
    any column is cut.

    Raises:
        UnplaceableError: a row fits no column, the pages have none, or there would be more than `MAX_PAGES`.
    """
    left = list(rows)
    pages: list[FilledPage] = []
    while left:
        if len(pages) == MAX_PAGES:
            raise UnplaceableError(left[0])
        here = sorted(columns(len(pages) + 1), key=lambda column: column.number)
        there = columns(len(pages) + 2)
        tallest = max((column.height for column in (*here, *there)), default=0.0)
        if not here:
            raise UnplaceableError(None)
        left = _cut(left, tallest)
        if any(row.spans for row in left):
            banded, left = _fill_bands(left, here)
            pages.append(tuple(banded))
            continue
        parts, remaining = fill_columns(left, [column.height for column in here], forced=False)
        if len(remaining) == len(left):  # nothing fits: what must stay together is more than any column holds
            parts, remaining = fill_columns(left, [column.height for column in here], forced=True)
        if len(remaining) == len(left) and (pages or tallest <= max(column.height for column in here)):
            raise UnplaceableError(left[0])
        if not remaining:
            parts = _evened(left, [column.height for column in here], parts)
        pages.append(filled_columns(here, parts, evenly=not remaining))
        left = remaining
    return pages


def _cut(rows: Sequence[Row], tallest: float) -> list[Row]:
    """The rows, those cut that no column holds whole."""
    out: list[Row] = []
    for row in rows:
        out += row.cut(tallest) if row.height > tallest + _HAIR and row.cut is not None else [row]
    return out


def fill_columns(rows: Sequence[Row], heights: Sequence[float], *, forced: bool) -> tuple[list[list[Row]], list[Row]]:
    """What each column takes, and what is left for the next page."""
    parts: list[list[Row]] = []
    at = 0
    for height in heights:
        end = _end(rows, at, height, forced=forced)
        parts.append(list(rows[at:end]))
        at = end
    return parts, list(rows[at:])


def _end(rows: Sequence[Row], start: int, height: float, *, forced: bool) -> int:
    """The first row that the column leaves to the next one; ``forced``: even where no break should be."""
    best, least = start, float("inf")
    used = 0.0
    for at in range(start, len(rows)):
        row = rows[at]
        used += row.height + (row.before if at > start else 0.0)
        if used > height + _HAIR:
            if forced and best == start:
                best = at
            break
        if at == len(rows) - 1:
            return len(rows)
        cost = row.cost + height - used
        if row.cost < NEVER and cost <= least:
            best, least = at + 1, cost
    return best


def _evened(rows: Sequence[Row], heights: Sequence[float], parts: list[list[Row]]) -> list[list[Row]]:
    """The last page's parts with the lowest column as high as need be."""
    low = sum(row.height for row in rows) / len(heights)
    steps = int((max(heights) - low) / _STEP)
    for step in range(max(steps, 0) + 1):
        limit = low + step * _STEP
        tried, remaining = fill_columns(rows, [min(height, limit) for height in heights], forced=False)
        if not remaining:
            return tried
    return parts


def even_columns(rows: Sequence[Row], columns: Sequence[Column]) -> list[list[Row]] | None:
    """The parts of each column with the foot of all as high as can be; None where they cannot hold all rows."""
    top, foot = min(column.y for column in columns), max(column.y + column.height for column in columns)
    for step in range(int((foot - top) / _STEP) + 2):
        limit = min(top + step * _STEP, foot)
        heights = [min(column.height, max(limit - column.y, 0.0)) for column in columns]
        parts, remaining = fill_columns(rows, heights, forced=False)
        if not remaining:
            return parts
    return None


def filled_columns(columns: Sequence[Column], parts: Sequence[Sequence[Row]], *, evenly: bool) -> FilledPage:
    """Columns with their rows, as high as the highest of them, if ``evenly``; else they end at their feet."""
    natural = [filled_column(column, part, 0.0) for column, part in zip(columns, parts, strict=True)]
    even = max(own.end for own in natural)
    ends = [even if evenly else column.y + column.height for column in columns]
    return tuple(filled_column(own.column, own.rows, end - own.end) for own, end in zip(natural, ends, strict=True))


def filled_column(column: Column, rows: Sequence[Row], spare: float) -> FilledColumn:
    """The rows at their tops, the white between them stretched by ``spare`` where that is not too much."""
    white = sum(row.before for row in rows[1:])
    stretch = spare / white if white and 0 < spare <= STRETCH * white else 0.0
    tops: list[float] = []
    top = column.y
    for at, row in enumerate(rows):
        top += row.before * (1 + stretch) if at else 0.0
        tops.append(top)
        top += row.height
    return FilledColumn(column, tuple(rows), tuple(tops))


def parted(rows: Sequence[Row], room: float) -> Iterator[Sequence[Row]]:
    """Rows in parts no higher than ``room``, each cut where a break may be; what has none stays whole."""
    start, end, used = 0, 0, 0.0  # of a part, where it could end, and how high it is
    at = 0
    while at < len(rows):
        used += rows[at].height + (rows[at].before if at > start else 0.0)
        if used > room:
            if end == start:
                break
            yield rows[start:end]
            start, at, used = end, end, 0.0
            continue
        at += 1
        if rows[at - 1].cost < NEVER:
            end = at
    yield rows[start:]


def _fill_bands(rows: Sequence[Row], columns: Sequence[Column]) -> tuple[list[FilledColumn], list[Row]]:
    """A page with the first of ``rows``, some of which stand across its columns, and those that are left.

    Raises:
        UnplaceableError: a row is too high for the whole page.
    """
    left, open_ = list(rows), list(columns)
    page: list[FilledColumn] = []
    while left:
        at = next((number for number, row in enumerate(left) if row.spans), len(left))
        if at == len(left):
            return _last_band(page, left, open_)
        placed = _placed_across(left[:at], left[at], open_)
        if placed is None:
            return _floated(page, left, at, open_)
        band, open_ = placed
        page += band
        left = left[at + 1 :]
    return page, []


def _placed_across(
    before: Sequence[Row], figure: Row, columns: Sequence[Column]
) -> tuple[list[FilledColumn], list[Column]] | None:
    """What stands before a figure and the figure below it, and the columns below that; None where it has no room."""
    foot = min(column.y + column.height for column in columns)
    parts = even_columns(before, columns) if before else [[] for _ in columns]
    if parts is None:
        return None
    band = filled_columns(columns, parts, evenly=True)
    top = max(filled.end for filled in band) + (figure.before if before else 0.0)
    if top + figure.height > foot + _HAIR:
        return None
    left = min(column.x for column in columns)
    width = max(column.x + column.width for column in columns) - left
    first = min(columns, key=lambda column: column.number)
    across = replace(first, x=left, y=top, width=width, height=figure.height)
    lower = top + figure.height + max(figure.before, BELOW)
    lower_columns = [replace(column, y=lower, height=max(column.y + column.height - lower, 0.0)) for column in columns]
    return [*(filled for filled in band if filled.rows), FilledColumn(across, (figure,), (top,))], lower_columns


def _floated(
    page: list[FilledColumn], left: list[Row], at: int, columns: Sequence[Column]
) -> tuple[list[FilledColumn], list[Row]]:
    """The page filled with what is before and after a figure, which goes to the head of the next one."""
    figure = left.pop(at)
    following = next((number for number, row in enumerate(left) if row.spans), len(left))
    parts, remaining = fill_columns(left[:following], [column.height for column in columns], forced=False)
    if not page and not any(parts):
        if not following or figure.height > max(column.height for column in columns):
            raise UnplaceableError(figure)
        parts, remaining = fill_columns(left[:following], [column.height for column in columns], forced=True)
    page += _to_the_foot(columns, parts)
    return page, [figure, *remaining, *left[following:]]


def _last_band(
    page: list[FilledColumn], left: list[Row], columns: Sequence[Column]
) -> tuple[list[FilledColumn], list[Row]]:
    """What follows the last figure of a page, even if it is the end of the text."""
    heights = [column.height for column in columns]
    parts, remaining = fill_columns(left, heights, forced=False)
    if not page and not any(parts):
        parts, remaining = fill_columns(left, heights, forced=True)
    if remaining:
        return [*page, *_to_the_foot(columns, parts)], remaining
    even = even_columns(left, columns) or parts
    return [*page, *(filled_column(column, part, 0.0) for column, part in zip(columns, even, strict=True) if part)], []


def _to_the_foot(columns: Sequence[Column], parts: Sequence[Sequence[Row]]) -> list[FilledColumn]:
    return [filled for filled in filled_columns(columns, parts, evenly=False) if filled.rows]
