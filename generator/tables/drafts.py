"""Items as a sheet's rows say they are, put together with what a file of items says already.

A row knows the fields that have a column. What it says of them holds, an empty cell among it; whatever it has no column
for stays as it is in the file. What is the same stays the very node of the file, so that only what differs is written.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from generator.core.problem import Problem
from generator.model.fields import Field, ReadContext
from generator.model.values import LocalizedText, ProblemLog
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Scalar
from generator.read.tree import Sequence as SequenceNode
from generator.tables.cells import CELL_RULE, EMPTY_LIST, EMPTY_MAPPING, CellGrid, SheetCell, Unclear, scalar_of
from generator.tables.headings import SheetColumn


class SheetSays(Struct):
    """What a row says at one place of an item and below it."""

    here: bool = False  # there is a column for this very place
    cell: SheetCell | None = None  # None where it is empty
    below: "dict[str | int, SheetSays]" = {}

    def first(self) -> SheetCell | None:
        """The first cell, here or below, that has something in it."""
        return self.cell or next(filter(None, (part.first() for part in self.below.values())), None)


def known_of(headings: Sequence[SheetColumn], cells: Mapping[int, SheetCell]) -> SheetSays:
    """What a row says."""
    root = SheetSays()
    for heading in headings:
        at = root
        for step in heading.path:
            at = at.below.setdefault(step, SheetSays())
        at.here, at.cell = True, cells.get(heading.column)
    return root


class Drafter:
    """Makes nodes of rows. Where its nodes come from is kept, and what is wrong with their cells."""

    def __init__(self, grid: CellGrid, languages: tuple[str, ...]) -> None:
        """Take a sheet and the game's languages."""
        self.grid, self.languages = grid, languages
        self.row = self.column = 0  # of the row at hand: where that is missing which no cell says
        self.wrong: list[Problem] = []

    def merged_item(self, fields: Mapping[str, Field], old: MappingNode | None, says: SheetSays) -> MappingNode:
        """An item after a row is taken in; ``old`` itself where nothing changes."""
        node = self._mapping(fields, old, says)
        return node if isinstance(node, MappingNode) else MappingNode({}, {}, self.row, self.column)

    def merged(self, at: Field, old: Node | None, says: SheetSays) -> Node | None:
        """What a place holds after a row is taken in; ``old`` itself where nothing changes, None where nothing is."""
        if isinstance(old, Scalar) and old.absent:
            return self.merged(at, None, says) or old
        if at.is_text:
            return self._text(at, old, says)
        if at.member:
            return self._list(at.member, old, says)
        if at.is_nested:
            parts = {str(step): part for step in says.below if (part := at.part(str(step)))}
            return self._mapping(at.parts or parts, old, says)
        return self._leaf(at, old, says)

    def _leaf(self, at: Field, old: Node | None, says: SheetSays) -> Node | None:
        if says.cell is None:
            return None if says.here else old
        new = self._read(says.cell, at)
        return old if old is not None and self._same(at, old, new) else new

    def _read(self, cell: SheetCell, at: Field) -> Scalar:
        try:
            return scalar_of(cell, at, self.grid)
        except Unclear as reason:
            self._tell(cell, str(reason), reason.hint)
            return Scalar("", plain=True, line=cell.row, column=cell.column)

    def _text(self, at: Field, old: Node | None, says: SheetSays) -> Node | None:
        languages = {str(language): part.cell for language, part in says.below.items()}
        cells = {language: cell for language, cell in languages.items() if cell}
        own = old if isinstance(old, MappingNode) else None
        if says.cell:
            if cells:
                self._beside(next(iter(cells.values())), says.cell)
            if own and own.values.keys() - languages.keys():
                return self._translated(at, own, {**dict.fromkeys(languages), self.languages[0]: says.cell})
            return self._leaf(at, old, says)
        if cells and isinstance(old, Scalar) and not says.here:
            return self._translated_from(at, old, cells, languages)
        if languages and (cells or own):
            return self._translated(at, own, languages)
        if says.here and own:
            return self._translated(at, own, {self.languages[0]: None})
        return None if says.here else old

    def _translated(self, at: Field, old: MappingNode | None, cells: Mapping[str, SheetCell | None]) -> Node | None:
        """A text in several languages, of which a row says some."""
        before = old.values if old else {}
        node = {
            language: self._leaf(at, before.get(language), SheetSays(here=True, cell=cell))
            for language, cell in cells.items()
        }
        return self._mapped(old, {**before, **node}, self.languages)

    def _translated_from(
        self, at: Field, old: Scalar, cells: Mapping[str, SheetCell], languages: Collection[str]
    ) -> Node:
        """A text that was the same in all languages, of which a row says some."""
        texts = {language: self._read(cell, at) for language, cell in cells.items()}
        if all(self._same(at, old, text) for text in texts.values()):
            return old
        if len(self.languages) == 1:
            return texts[self.languages[0]]
        old_text = Scalar(old.text.removesuffix("\n"), plain=False, line=self.row, column=self.column)
        other_languages = {language: old_text for language in self.languages if language not in languages}
        return self._mapped(None, {**other_languages, **texts}, self.languages) or old

    def _list(self, of: Field, old: Node | None, says: SheetSays) -> Node | None:
        before = old.items if isinstance(old, SequenceNode) else []
        first_cell = next(filter(None, (part.first() for part in says.below.values())), None)
        if says.cell and first_cell:
            self._beside(first_cell, says.cell)
        if says.cell:
            cells = self._members(says.cell, of)
            if cells is None:
                return old
            below: dict[str | int, SheetSays] = {
                place: SheetSays(here=True, cell=cell) for place, cell in enumerate(cells)
            }
            before = before[: len(cells)]
        elif says.below:
            below = says.below
        else:
            return None if before or old is None else old
        members: list[Node] = []
        for place in sorted({*range(len(before)), *(step for step in below if isinstance(step, int))}):
            member = before[place] if place < len(before) else None
            node = self.merged(of, member, below[place]) if place in below else member
            members += [] if node is None else [node]
        if isinstance(old, SequenceNode) and _identical(members, old.items):
            return old
        line, column = self._place(says)
        return SequenceNode(members, line, column) if members or says.cell else None

    def _members(self, cell: SheetCell, of: Field) -> list[SheetCell] | None:
        """The cells that would be, were the members of a list not all in one."""
        if cell.text.strip() == EMPTY_LIST:
            return []
        if of.is_nested:
            hint = f"make a column of each part, or write {EMPTY_LIST} for an empty list"
            self._tell(cell, "this column is a list of mappings", hint)
            return None
        if cell.untold:
            return [cell]
        separator = "\n" if "\n" in cell.text or of.is_text else ";" if ";" in cell.text else ","
        if separator == "," and (cell.number is not None or cell.holds or of.is_plain):
            return [cell] if not re.search(r",\s", cell.text) else _cells(cell, re.split(r",\s+", cell.text))
        return _cells(cell, cell.text.split(separator))

    def _mapping(self, fields: Mapping[str, Field], old: Node | None, says: SheetSays) -> Node | None:
        if says.cell and says.cell.text.strip() != EMPTY_MAPPING:
            columns = ", ".join(list(fields)[:4])
            self._tell(says.cell, "this column has parts", f"make a column of each, with .{columns} behind it")
            return old
        own = old if isinstance(old, MappingNode) else None
        before = own.values if own else {}
        parts = {str(step): part for step, part in says.below.items()}
        node = {name: self.merged(fields[name], before.get(name), part) for name, part in parts.items()}
        return self._mapped(own, {**before, **node}, list(fields), says)

    def _mapped(
        self,
        old: MappingNode | None,
        parts: Mapping[str, Node | None],
        order: Sequence[str],
        says: SheetSays | None = None,
    ) -> Node | None:
        """A mapping of these values: ``old`` where they are all its own; None where there are none."""
        values = {name: node for name, node in parts.items() if node is not None}
        if old is not None and list(old.values) == list(values) and _identical(values.values(), old.values.values()):
            return old
        if not values and not (says and says.cell):
            return None
        names = list(values) if old else sorted(values, key=lambda name: order.index(name) if name in order else 999)
        line, column = self._place(says)
        keys = {}
        for name in names:
            at = self._place(says.below.get(name)) if says else (line, column)
            keys[name] = Scalar(name, plain=True, line=at[0], column=at[1])
        return MappingNode(keys, {name: values[name] for name in names}, line, column)

    def _beside(self, cell: SheetCell, second: SheetCell) -> None:
        message = f"{self.grid.name(second.row, second.column)} says the same field as a whole"
        hint = "empty one of the two, or say with --map COLUMN=FIELD which field its column is"
        self._tell(cell, message, hint)

    def _tell(self, cell: SheetCell, message: str, hint: str) -> None:
        self.wrong.append(self.grid.problem(cell.row, cell.column, CELL_RULE, message, hint))

    def _place(self, says: SheetSays | None) -> tuple[int, int]:
        cell = says.first() if says else None
        return (cell.row, cell.column) if cell else (self.row, self.column)

    def _same(self, at: Field, old: Node, new: Scalar) -> bool:
        """Whether two values are read alike; blanks at the ends of a text and sorts of line breaks left out of it."""
        if not isinstance(old, Scalar):
            return False
        first, second = (value_alone(at, node, self.languages) for node in (old, new))
        return first is not None and first == second


def value_alone(at: Field, node: Scalar, languages: tuple[str, ...]) -> Any:
    """A value as a field reads it, to be compared; None where it is wrong."""
    log = ProblemLog("")
    value = at.read(node, ReadContext(log, languages))
    if log.problems:
        return None
    if isinstance(value, LocalizedText):
        value = value.translations.get("")
    return value.replace("\r\n", "\n").replace("\r", "\n").strip() if isinstance(value, str) else value


def _identical(some: Iterable[Node], members: Iterable[Node]) -> bool:
    return list(map(id, some)) == list(map(id, members))


def _cells(cell: SheetCell, texts: Sequence[str]) -> list[SheetCell]:
    return [SheetCell(cell.row, cell.column, text) for text in texts if text.strip()]
