"""Cross tables: how often two things meet on a component."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from msgspec import Struct

from generator.lab.columns import LENGTH, ColumnValue, FieldColumn
from generator.model.game import Item

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


def cross_tables(found: Sequence[FieldColumn], items: Sequence[Item]) -> list[CrossTable]:
    """The tables worth a look: of columns with few values that most components have, and of what lists hold."""
    single = [column for column in found if _fit(column, items)]
    tables = [_crossed(one, other, items) for one, other in combinations(single, 2)]
    tables = [table for table in tables if len(table.rows) * len(table.columns) <= MOST_CELLS]
    for column in found:
        if not column.single and column.sort == "word" and len(column.distinct) > 1 and not column.tells_nothing:
            tables += _by_value(column, found, items)
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


def _crossed(one: FieldColumn, other: FieldColumn, items: Sequence[Item]) -> CrossTable:
    """Components by the values of two columns; the one with more values goes down."""
    down, across = (one, other) if len(one.distinct) >= len(other.distinct) else (other, one)
    counts: Counter[tuple[ColumnValue, ColumnValue]] = Counter()
    for item, first, second in zip(items, down.cells, across.cells, strict=True):
        if first and second:
            counts[first[0], second[0]] += item.copies
    return _table(down.title, across.title, "components", counts)


def _by_value(column: FieldColumn, found: Sequence[FieldColumn], items: Sequence[Item]) -> list[CrossTable]:
    """Members of a list by their key and its number: one-of fields have both."""
    counts: Counter[tuple[ColumnValue, ColumnValue]] = Counter()
    for other in found:
        parent, _, key = other.path.rpartition(".")
        if parent == column.path and other.sort == "number":
            for item, cell in zip(items, other.cells, strict=True):
                for value in cell:
                    counts[key, value] += item.copies
    few = 1 < len({value for _, value in counts}) <= MOST_VALUES
    return [_table(column.title, "number", "members", counts)] if few else []


def together(column: FieldColumn, items: Sequence[Item]) -> CrossTable:
    """Components that have two words of a list both; where row and column are one, those that have it."""
    counts: Counter[tuple[ColumnValue, ColumnValue]] = Counter()
    for item, cell in zip(items, column.cells, strict=True):
        for one in set(cell):
            for other in set(cell):
                counts[one, other] += item.copies
    return _table(column.title, TOGETHER, "components", counts)


def _table(down: str, across: str, of: str, counts: Counter[tuple[ColumnValue, ColumnValue]]) -> CrossTable:
    # Numbers from the lowest, words after them by the alphabet.
    rows, columns = (
        sorted({pair[place] for pair in counts}, key=lambda value: (isinstance(value, str), value)) for place in (0, 1)
    )
    return CrossTable(down, across, of, rows, columns, [[counts[row, column] for column in columns] for row in rows])
