"""ODS (OpenDocument 1.3, part 3, 9): one sheet of a document. What a cell shows is written in it."""

import re
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from msgspec.structs import replace

from generator.project.spreadsheet.cells import MAX_COLUMN, MAX_ROW, NOT_WORKED_OUT, TO_WORK_OUT, CellGrid, SheetCell
from generator.project.spreadsheet.number_format import agrees
from generator.project.spreadsheet.opening import Archive, Listener, XmlAttributes

BLANK = re.compile(r"[ \t\r\n]+")
BESIDE = ("annotation", "shapes", "frame", "custom-shape", "table")  # in a cell, but not its text
CELLS = ("table-cell", "covered-table-cell")
MAX_SPACES = 1000
ERROR = re.compile(r"#[A-Z/0]+[!?]?|Err:\d+")


@dataclass(slots=True)
class _Names(Listener):
    """The names of the sheets, and whether they are seen."""

    unseen: set[str] = field(default_factory=set)  # styles
    style: str = ""
    depth: int = 0
    sheets: list[tuple[str, bool]] = field(default_factory=list)

    def start(self, tag: str, attributes: XmlAttributes) -> None:
        if tag == "style":
            self.style = attributes.get("name", "")
        elif tag == "table-properties" and attributes.get("display") == "false":
            self.unseen.add(self.style)
        elif tag == "table":
            if not self.depth:
                self.sheets.append((attributes.get("name", ""), attributes.get("style-name") not in self.unseen))
            self.depth += 1

    def end(self, tag: str) -> None:
        if tag == "table":
            self.depth -= 1


@dataclass(slots=True)
class _Table(Listener):
    """The cells of one sheet as they come."""

    grid: CellGrid
    reading: bool = False
    row: int = 0
    rows: int = 1  # as which the row is repeated
    column: int = 0
    cell: XmlAttributes = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    found: list[tuple[SheetCell, int]] = field(default_factory=list)  # of the row, and how many columns each fills
    paragraph: bool = False
    within: bool = False
    beside: int = 0
    hidden: bool = False
    columns: int = 0  # described so far

    def start(self, tag: str, attributes: XmlAttributes) -> None:
        if not self.reading:
            self.reading = tag == "table" and attributes.get("name") == self.grid.sheet
        elif self.beside or (self.within and tag in BESIDE):
            self.beside += 1
        elif tag == "table-column":
            last = self.columns + _times(attributes, "number-columns-repeated")
            if attributes.get("visibility", "visible") != "visible":
                self.grid.unseen.update(range(self.columns + 1, min(last, MAX_COLUMN) + 1))
            self.columns = last
        elif tag == "table-row":
            self.rows, self.column, self.found = _times(attributes, "number-rows-repeated"), 0, []
            self.hidden = attributes.get("visibility", "visible") != "visible"
        elif tag in CELLS:
            self.cell, self.lines, self.within = attributes, [], True
        elif tag in ("p", "h") and self.within:
            self.words, self.paragraph = [], True
        elif self.paragraph:
            self._sign(tag, attributes)

    def _sign(self, tag: str, attributes: XmlAttributes) -> None:
        if tag == "s":
            self.words.append("\x00" * min(MAX_SPACES, _times(attributes, "c")))
        elif tag == "line-break":
            self.words.append("\n\x00")
        elif tag == "tab":
            self.words.append("\x00")

    def text(self, words: str) -> None:
        if self.paragraph and not self.beside:
            self.words.append(BLANK.sub(" ", words))

    def end(self, tag: str) -> None:
        if self.beside:
            self.beside -= 1
        elif not self.reading:
            return
        elif tag in ("p", "h") and self.paragraph:
            self.lines.append(_spaced("".join(self.words)))
            self.paragraph = False
        elif tag in CELLS:
            self._put()
        elif tag == "table-row":
            self._put_row()
        elif tag == "table":
            self.reading = False

    def _put(self) -> None:
        self.within = False
        times = _times(self.cell, "number-columns-repeated")
        wide, high = _times(self.cell, "number-columns-spanned"), _times(self.cell, "number-rows-spanned")
        place = self.row + 1, self.column + 1
        if wide > 1 or high > 1:
            self.grid.merged.append((*place, place[0] + high - 1, place[1] + wide - 1))
        cell = self._read(*place)
        if cell.text.strip() or cell.untold:
            self.found.append((cell, times))
        self.column += times

    def _read(self, row: int, column: int) -> SheetCell:
        sort = self.cell.get("value-type", "string")
        cell = SheetCell(row, column, "\n".join(self.lines) or self.cell.get("string-value", ""))
        if sort == "boolean":
            cell.flag = self.cell.get("boolean-value") == "true"
        elif sort in ("float", "percentage", "currency"):
            number = _number(self.cell.get("value", ""))
            if number is not None and agrees(cell.text, number):
                cell.number = number
            else:
                cell.holds = self.cell.get("value", "")[:30]
        if ERROR.fullmatch(cell.text) and "formula" in self.cell:
            cell.untold, cell.hint = f"its formula says {cell.text}", "mend the formula"
        elif not cell.text and "formula" in self.cell and "value-type" not in self.cell:
            cell.untold, cell.hint = NOT_WORKED_OUT, TO_WORK_OUT
        elif not cell.text and sort != "string":
            cell.untold, cell.hint = "it shows nothing", TO_WORK_OUT
        return cell

    def _put_row(self) -> None:
        rows = self.rows if self.found else 0
        for row in range(self.row + 1, min(self.row + rows, MAX_ROW) + 1):
            self.grid.hidden += self.hidden
            for cell, times in self.found:
                for column in range(cell.column, min(cell.column + times, MAX_COLUMN + 1)):
                    self.grid.put(replace(cell, row=row, column=column))
        self.row += self.rows


def read_ods(archive: Archive, sheet: str) -> CellGrid:
    """A sheet of a document.

    Raises:
        Faulty: it cannot be read.
    """
    grid = CellGrid(archive.file, sheet)
    archive.read("content.xml", _Table(grid))
    return grid


def sheets_of(archive: Archive) -> list[tuple[str, bool]]:
    """The names of a document's sheets, and whether they are seen.

    Raises:
        Faulty: it cannot be read.
    """
    names = _Names()
    archive.read("content.xml", names)
    return names.sheets


def _spaced(text: str) -> str:
    """A paragraph's text: what is blank counts once, and not at its ends; ``\\x00`` is a space that is meant."""
    return re.sub(" +", " ", text).strip(" ").replace("\n\x00", "\n").replace("\x00", " ")


def _times(attributes: XmlAttributes, name: str) -> int:
    text = attributes.get(name, "1")
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def _number(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() and abs(number) < 10**15 else None
