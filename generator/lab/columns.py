"""A kind's items as columns of numbers, words and texts, whatever its fields are.

A column has the path of its values, as in ``balance.yaml``: ``merge.count``, ``abilities.*.cost``. A list is a column
of its length besides; of a choice among keys, ``prizes.*`` are the keys, ``prizes.*.coins`` the numbers of one of them.
Cross tables say how often two things meet on a component.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, Literal

from msgspec import Struct

from generator.lab.deck import exact_all
from generator.model.fields.word_fields import LENGTH
from generator.model.game import Item, Kind

ColumnValue = Fraction | str
ColumnSort = Literal["number", "word", "text"]

LEFT_OUT = ("art",)  # which picture it is says nothing of what an item does
LONGEST = 40  # characters of a word as it is shown
MANY_ALONE = 2  # words, each on one item alone: with more of them, bars would all be of one length
MANY_TO_TELL = 12  # different values; with more, each of its own, a column only numbers or names its items


class FieldColumn(Struct, frozen=True):
    """The values at a path. ``cells`` has a list for each item; ``single`` says that it has one value at the most."""

    path: str
    sort: ColumnSort
    cells: Sequence[Sequence[ColumnValue]]
    single: bool

    @property
    def title(self) -> str:
        """What it is called: ``prizes: coins`` for ``prizes.*.coins``."""
        return title_of(self.path)

    @property
    def distinct(self) -> set[ColumnValue]:
        """All values that are there."""
        return {value for cell in self.cells for value in cell}

    @property
    def names_items(self) -> bool:
        """Whether the values only tell items apart: numbers in a list, codes, names."""
        if self.sort == "number" and not self.single:
            return False
        count = len(self.distinct)
        return count > MANY_TO_TELL and 2 * count > sum(1 for cell in self.cells if cell)

    @property
    def tells_nothing(self) -> bool:
        """Whether no two items share a word, or the values only tell items apart."""
        words = [value for cell in self.cells for value in cell]
        return self.names_items or (self.sort == "word" and len(words) > MANY_ALONE and len(set(words)) == len(words))


def columns(kind: Kind, items: Sequence[Item]) -> list[FieldColumn]:
    """The columns of all fields of a kind, in their order."""
    described = set(items[0].fields) if items else set()  # ``id``, ``copies`` and ``waive`` are not fields of theirs
    field_columns = []
    for name, field in kind.fields.items():
        if name in described and name not in LEFT_OUT:
            values = [[] if (value := item.fields.get(name)) is None else [value] for item in items]
            for path, sort, cells, single in field.columns(name, values, single=True):
                field_columns.append(FieldColumn(path, sort, _numbers(cells) if sort == "number" else cells, single))
    return field_columns


def _numbers(cells: list[list[Any]]) -> list[list[ColumnValue]]:
    """Numbers as fractions, words that stand for one as they are."""
    numbers = iter(exact_all(value for cell in cells for value in cell))
    return [[str(value) if (number := next(numbers)) is None else number for value in cell] for cell in cells]


def title_of(path: str) -> str:
    """What the column at a path is called: ``how many prizes``, ``prizes: coins``."""
    length = path.endswith(LENGTH)
    words = path.removesuffix(LENGTH).replace(".*", "").replace(".", ": ")
    return f"how many {words}" if length else words


def shown_value(value: ColumnValue) -> str:
    """A value as people write it: ``3``, ``-2``, ``1.5``, ``weapon``."""
    if isinstance(value, str):
        words = " ".join(value.split())
        return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.4g}"


MOST_VALUES = 31  # of a column: one a difficulty from 0 to 30
MOST_CELLS = 400
MOST_TOGETHER = 12  # words of a list that are compared with each other
TOGETHER = "beside"
MOST_TABLES = 15  # of a kind


class CrossTable(Struct, frozen=True):
    """How many there are by two things. ``counts`` has a list for each of ``rows``."""

    down: str  # what the rows are
    across: str  # what the columns are
    of: str  # what is counted
    rows: Sequence[ColumnValue]
    columns: Sequence[ColumnValue]
    counts: Sequence[Sequence[int]]

    @property
    def title(self) -> str:
        """What it shows."""
        return f"{self.down} that go together" if self.across == TOGETHER else f"{self.down} by {self.across}"


def cross_tables(field_columns: Sequence[FieldColumn], items: Sequence[Item]) -> list[CrossTable]:
    """The tables worth a look: of columns with few values that most components have, and of what lists hold."""
    single = [column for column in field_columns if _fit(column, items)]
    tables = [_crossed(first, second, items) for first, second in combinations(single, 2)]
    tables = [table for table in tables if len(table.rows) * len(table.columns) <= MOST_CELLS]
    for column in field_columns:
        if not column.single and column.sort == "word" and len(column.distinct) > 1 and not column.tells_nothing:
            tables += _by_value(column, field_columns, items)
            if len(column.distinct) <= MOST_TOGETHER:
                tables.append(together(column, items))
    return tables[:MOST_TABLES]


def _fit(column: FieldColumn, items: Sequence[Item]) -> bool:
    """Whether most components have a value, and there are few; an empty list is as good as none."""
    if not column.single or column.sort == "text" or column.names_items:
        return False
    none = Fraction(0) if column.path.endswith(LENGTH) else None
    having = sum(item.copies for item, cell in zip(items, column.cells, strict=True) if cell and cell[0] != none)
    return 2 * having > sum(item.copies for item in items) and 1 < len(column.distinct) <= MOST_VALUES


def _crossed(left: FieldColumn, right: FieldColumn, items: Sequence[Item]) -> CrossTable:
    """Components by the values of two columns; the one with more values goes down."""
    down, across = (left, right) if len(left.distinct) >= len(right.distinct) else (right, left)
    counts: Counter[tuple[ColumnValue, ColumnValue]] = Counter()
    for item, first, second in zip(items, down.cells, across.cells, strict=True):
        if first and second:
            counts[first[0], second[0]] += item.copies
    return _table(down.title, across.title, "components", counts)


def _by_value(column: FieldColumn, field_columns: Sequence[FieldColumn], items: Sequence[Item]) -> list[CrossTable]:
    """Members of a list by their key and its number: one-of fields have both."""
    counts: Counter[tuple[ColumnValue, ColumnValue]] = Counter()
    for inner in field_columns:
        parent, _, key = inner.path.rpartition(".")
        if parent == column.path and inner.sort == "number":
            for item, cell in zip(items, inner.cells, strict=True):
                for value in cell:
                    counts[key, value] += item.copies
    few = 1 < len({value for _, value in counts}) <= MOST_VALUES
    return [_table(column.title, "number", "members", counts)] if few else []


def together(column: FieldColumn, items: Sequence[Item]) -> CrossTable:
    """Components that have two words of a list both; where row and column are one, those that have it."""
    counts: Counter[tuple[ColumnValue, ColumnValue]] = Counter()
    for item, cell in zip(items, column.cells, strict=True):
        for first in set(cell):
            for second in set(cell):
                counts[first, second] += item.copies
    return _table(column.title, TOGETHER, "components", counts)


def _table(down: str, across: str, of: str, counts: Counter[tuple[ColumnValue, ColumnValue]]) -> CrossTable:
    # Numbers from the lowest, words after them by the alphabet.
    rows, columns = (
        sorted({pair[place] for pair in counts}, key=lambda value: (isinstance(value, str), value)) for place in (0, 1)
    )
    return CrossTable(down, across, of, rows, columns, [[counts[row, column] for column in columns] for row in rows])
