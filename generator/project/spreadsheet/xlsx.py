"""XLSX (ECMA-376, part 1, 18): one sheet of a workbook, with each cell as the sheet shows it."""

import re
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from posixpath import join, normpath

from msgspec.structs import replace

from generator.project.spreadsheet.cells import (
    MAX_COLUMN,
    MAX_ROW,
    NOT_WORKED_OUT,
    TO_WORK_OUT,
    CellGrid,
    SheetCell,
    place_of,
    refuse,
)
from generator.project.spreadsheet.number_format import AS_TEXT, BUILT_IN, OWN_DATE, Untellable, agrees, shown_number
from generator.project.spreadsheet.opening import Archive, Listener, XmlAttributes

ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")  # 22.9.2.19
OWN_DATES = (14, 22)  # the short date of the computer at hand
MAX_STRINGS = 400_000
MAX_STYLES = 100_000


@dataclass(slots=True)
class Workbook(Listener):
    """A workbook: the names of its sheets, whether they are seen, and where they are."""

    sheets: list[tuple[str, str, bool]] = field(default_factory=list)  # name, id of its file, seen
    files: dict[str, str] = field(default_factory=dict)
    since_1904: bool = False

    def start(self, tag: str, attributes: XmlAttributes) -> None:
        """Note a sheet, a file, or the kind of dates."""
        if tag == "sheet":
            seen = attributes.get("state", "visible") == "visible"
            self.sheets.append((attributes.get("name", ""), attributes.get("id", ""), seen))
        elif tag == "Relationship":
            self.files[attributes.get("Id", "")] = attributes.get("Target", "")
        elif tag == "workbookPr":
            self.since_1904 = attributes.get("date1904") in ("1", "true")


@dataclass(slots=True)
class _Strings(Listener):
    """The texts that cells share. What tells how to read Japanese aloud is left out."""

    file: str
    texts: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    within: bool = False
    aloud: bool = False

    def start(self, tag: str, attributes: XmlAttributes) -> None:  # noqa: ARG002 - all are called alike
        self.within = tag == "t" and not self.aloud
        self.aloud = self.aloud or tag == "rPh"

    def text(self, words: str) -> None:
        if self.within:
            self.words.append(words)

    def end(self, tag: str) -> None:
        self.within = False
        if tag == "rPh":
            self.aloud = False
        elif tag == "si":
            if len(self.texts) >= MAX_STRINGS:
                refuse(self.file, f"the workbook has more than {MAX_STRINGS:,} texts", "split it", "too-costly")
            self.texts.append(_unescaped("".join(self.words)))
            self.words = []


@dataclass(slots=True)
class _Styles(Listener):
    """The format of each style."""

    codes: dict[int, str] = field(default_factory=dict)
    styles: list[int] = field(default_factory=list)
    within: bool = False

    def start(self, tag: str, attributes: XmlAttributes) -> None:
        if tag == "cellXfs":
            self.within = True
        elif tag == "numFmt":
            self.codes[_whole(attributes.get("numFmtId"))] = attributes.get("formatCode", "")
        elif tag == "xf" and self.within and len(self.styles) < MAX_STYLES:
            self.styles.append(_whole(attributes.get("numFmtId")))

    def end(self, tag: str) -> None:
        if tag == "cellXfs":
            self.within = False

    def code(self, style: int) -> str | None:
        """The format of a style; None where each computer has its own."""
        number = self.styles[style] if 0 <= style < len(self.styles) else 0
        if number in OWN_DATES:
            return None
        return self.codes.get(number) or BUILT_IN.get(number)


@dataclass(slots=True)
class _Sheet(Listener):
    """A sheet's rows as they come."""

    grid: CellGrid
    strings: list[str]
    styles: _Styles
    point: str | None
    since_1904: bool
    row: int = 0
    column: int = 0
    hidden: bool = False
    cell: XmlAttributes = field(default_factory=dict)
    value: list[str] = field(default_factory=list)
    formula: bool = False
    taking: bool = False
    aloud: bool = False
    told: dict[tuple[str, str], SheetCell] = field(default_factory=dict)  # by number and style: most stand often

    def start(self, tag: str, attributes: XmlAttributes) -> None:
        self.taking = (tag == "v" or tag == "t") and not self.aloud
        if tag == "c":
            place = place_of(attributes.get("r", ""))
            self.row, self.column = place or (self.row, self.column + 1)
            self.cell, self.value, self.formula = attributes, [], False
        elif tag == "f":
            self.formula = True
        elif tag == "row":
            self.row = _whole(attributes.get("r")) or self.row + 1
            self.column, self.hidden = 0, attributes.get("hidden") in ("1", "true")
        elif tag == "rPh":
            self.aloud = True
        elif tag == "col" and attributes.get("hidden") in ("1", "true"):
            first, last = _whole(attributes.get("min")), _whole(attributes.get("max"))
            self.grid.unseen.update(range(first, min(last, MAX_COLUMN) + 1))
        elif tag == "mergeCell":
            self._merge(attributes.get("ref", ""))

    def text(self, words: str) -> None:
        if self.taking:
            self.value.append(words)

    def end(self, tag: str) -> None:
        self.taking = False
        if tag == "rPh":
            self.aloud = False
        elif tag == "row" and self.hidden and self.row in self.grid.rows:
            self.grid.hidden += 1
        elif tag == "c" and 0 < self.row <= MAX_ROW and 0 < self.column <= MAX_COLUMN:
            self.grid.put(self._read("".join(self.value)))

    def _merge(self, reference: str) -> None:
        first, _, last = reference.partition(":")
        start, end = place_of(first), place_of(last)
        if start and end and len(self.grid.merged) < MAX_STYLES:
            self.grid.merged.append((*start, *end))

    def _read(self, value: str) -> SheetCell:
        sort, cell = self.cell.get("t", "n"), SheetCell(self.row, self.column, "")
        if sort == "s":
            place = _whole(value)
            cell.text = self.strings[place] if value and place < len(self.strings) else ""
        elif sort in ("str", "inlineStr"):
            cell.text = _unescaped(value)
        elif self.formula and not value:
            cell.untold, cell.hint = NOT_WORKED_OUT, TO_WORK_OUT
        elif sort == "e":
            cell.untold, cell.hint = f"its formula says {value[:20]}", "mend the formula"
        elif sort == "b" and value:
            cell.flag = value.strip() in ("1", "true")
            cell.untold, cell.hint = "true and false are shown in the language of each computer", AS_TEXT
        elif sort == "d":
            cell.untold, cell.hint = OWN_DATE, AS_TEXT
        elif value:
            like = self.told.get((value, self.cell.get("s", "")))
            if like is not None:
                return replace(like, row=self.row, column=self.column)
            self._number(cell, value)
            self.told[value, self.cell.get("s", "")] = cell
        return cell

    def _number(self, cell: SheetCell, value: str) -> None:
        try:
            number = Decimal(value.strip())
        except InvalidOperation:
            cell.untold, cell.hint = "it is marked as a number and holds none", "type it again"
            return
        cell.holds = value.strip()[:30]
        try:
            if not number.is_finite():
                raise Untellable("it is not a number that can be shown")
            code = self.styles.code(_whole(self.cell.get("s")))
            if code is None:
                raise Untellable(OWN_DATE)
            if agrees(shown_number(number, code, ".", since_1904=self.since_1904), number):
                cell.number, cell.holds = number, ""
            cell.text = shown_number(number, code, self.point, since_1904=self.since_1904)
        except Untellable as reason:
            cell.untold, cell.hint = str(reason), AS_TEXT


def read_xlsx(archive: Archive, book: Workbook, sheet: tuple[str, str], point: str | None) -> CellGrid:
    """A sheet of a workbook.

    Args:
        archive: the workbook's.
        book: the workbook, as `open_book` gives it.
        sheet: the sheet's name, and the file it is in.
        point: what parts whole and fraction on the computer that showed it; None where that is not known.

    Raises:
        Faulty: it cannot be read.
    """
    strings, styles = _Strings(archive.file), _Styles()
    if archive.has("xl/sharedStrings.xml"):
        archive.read("xl/sharedStrings.xml", strings)
    if archive.has("xl/styles.xml"):
        archive.read("xl/styles.xml", styles)
    grid = CellGrid(archive.file, sheet[0])
    archive.read(sheet[1], _Sheet(grid, strings.texts, styles, point, book.since_1904))
    return grid


def open_book(archive: Archive) -> tuple[Workbook, list[tuple[str, str, bool]]]:
    """A workbook, and its sheets: name, file, whether it is seen.

    Raises:
        Faulty: it is none.
    """
    book = Workbook()
    archive.read("xl/workbook.xml", book)
    archive.read("xl/_rels/workbook.xml.rels", book)
    sheets = [
        (name, normpath(join("/xl", book.files.get(found, ""))).lstrip("/"), seen) for name, found, seen in book.sheets
    ]
    return book, [one for one in sheets if "/worksheets/" in f"/{one[1]}"]


def _whole(text: str | None) -> int:
    """A whole number; 0 where there is none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else 0


def _unescaped(text: str) -> str:
    """A text without the escapes for characters that XML cannot hold, line breaks as line feeds."""
    if "_x" in text:
        text = ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
