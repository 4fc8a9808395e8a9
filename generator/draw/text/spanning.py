"""Rows that stand across all columns of a page: what is above them ends even, what follows goes on below.

One that finds no room below what is before it goes to the head of the next page, and the text after it comes first.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from generator.draw.text.flow import Column, Filled, Row, UnplaceableError, evened_to, fill_columns, filled_column

BELOW = 2.0  # mm at least between a figure across all columns and the text below it
_HAIR = 1e-6


def fill_bands(rows: Sequence[Row], columns: Sequence[Column]) -> tuple[list[Filled], list[Row]]:
    """A page with the first of ``rows``, some of which stand across its columns, and those that are left.

    Raises:
        UnplaceableError: a row is too high for the whole page.
    """
    left, open_ = list(rows), list(columns)
    page: list[Filled] = []
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
) -> tuple[list[Filled], list[Column]] | None:
    """What stands before a figure and the figure below it, and the columns below that; None where it has no room."""
    foot = min(column.y + column.height for column in columns)
    parts = evened_to(before, columns) if before else [[] for _ in columns]
    if parts is None:
        return None
    band = [filled_column(column, part, 0.0) for column, part in zip(columns, parts, strict=True)]
    end = max(filled.end for filled in band)
    band = [
        filled_column(column, part, end - filled.end) for column, part, filled in zip(columns, parts, band, strict=True)
    ]
    top = end + (figure.before if before else 0.0)
    if top + figure.height > foot + _HAIR:
        return None
    left = min(column.x for column in columns)
    width = max(column.x + column.width for column in columns) - left
    first = min(columns, key=lambda column: column.number)
    across = replace(first, x=left, y=top, width=width, height=figure.height)
    lower = top + figure.height + max(figure.before, BELOW)
    rest = [replace(column, y=lower, height=max(column.y + column.height - lower, 0.0)) for column in columns]
    return [*(filled for filled in band if filled.rows), Filled(across, (figure,), (top,))], rest


def _floated(page: list[Filled], left: list[Row], at: int, columns: Sequence[Column]) -> tuple[list[Filled], list[Row]]:
    """The page filled with what is before and after a figure, which goes to the head of the next one."""
    figure = left.pop(at)
    following = next((number for number, row in enumerate(left) if row.spans), len(left))
    parts, rest = fill_columns(left[:following], [column.height for column in columns], forced=False)
    if not page and not any(parts):
        if not following or figure.height > max(column.height for column in columns):
            raise UnplaceableError(figure)
        parts, rest = fill_columns(left[:following], [column.height for column in columns], forced=True)
    page += _filled_to_the_foot(columns, parts)
    return page, [figure, *rest, *left[following:]]


def _last_band(page: list[Filled], left: list[Row], columns: Sequence[Column]) -> tuple[list[Filled], list[Row]]:
    """What follows the last figure of a page, even if it is the end of the text."""
    heights = [column.height for column in columns]
    parts, rest = fill_columns(left, heights, forced=False)
    if not page and not any(parts):
        parts, rest = fill_columns(left, heights, forced=True)
    if rest:
        return [*page, *_filled_to_the_foot(columns, parts)], rest
    even = evened_to(left, columns) or parts
    return [*page, *(filled_column(column, part, 0.0) for column, part in zip(columns, even, strict=True) if part)], []


def _filled_to_the_foot(columns: Sequence[Column], parts: Sequence[Sequence[Row]]) -> list[Filled]:
    found = []
    for column, part in zip(columns, parts, strict=True):
        if part:
            natural = filled_column(column, part, 0.0).end
            found.append(filled_column(column, part, column.y + column.height - natural))
    return found
