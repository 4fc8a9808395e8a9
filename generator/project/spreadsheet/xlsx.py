"""XLSX (ECMA-376, part 1, 18): one sheet of a workbook, with each cell as the sheet shows it."""

import re
from decimal import Decimal, InvalidOperation
from posixpath import join, normpath
from xml.etree.ElementTree import Element

from msgspec import Struct
from msgspec.structs import replace

from generator.project.spreadsheet.cells import MAX_COLUMN, MAX_ROW, CellGrid, SheetCell, place_of, refuse
from generator.project.spreadsheet.number_format import (
    AS_TEXT,
    BUILT_IN,
    OWN_DATE,
    Untellable,
    agrees,
    shown_number,
)
from generator.project.spreadsheet.opening import Archive

ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")  # 22.9.2.19
OWN_DATES = (14, 22)  # the short date of the computer at hand
MAX_STRINGS = 400_000
MAX_STYLES = 100_000


class _Styles(Struct):
    """The format of each style."""

    codes: dict[int, str] = {}
    styles: list[int] = []

    def code(self, style: int) -> str | None:
        """The format of a style; None where each computer has its own."""
        number = self.styles[style] if 0 <= style < len(self.styles) else 0
        if number in OWN_DATES:
            return None
        return self.codes.get(number) or BUILT_IN.get(number)


class _Sheet(Struct):
    """A sheet's rows as they come."""

    grid: CellGrid
    strings: list[str]
    styles: _Styles
    point: str | None
    since_1904: bool
    row: int = 0
    known: dict[tuple[str, str], SheetCell] = {}  # by number and style: most stand often

    def take(self, row: Element) -> None:
        """Take the cells of a row."""
        self.row, column = _whole(row.get("r")) or self.row + 1, 0
        for cell in row:
            if cell.tag == "c":
                self.row, column = place_of(cell.get("r", "")) or (self.row, column + 1)
                if 0 < self.row <= MAX_ROW and 0 < column <= MAX_COLUMN:
                    self.grid.put(self._read(cell, column))
        if row.get("hidden") in ("1", "true") and self.row in self.grid.rows:
            self.grid.hidden += 1

    def merge(self, reference: str) -> None:
        """Note that cells are merged."""
        first, _, last = reference.partition(":")
        start, end = place_of(first), place_of(last)
        if start and end and len(self.grid.merged) < MAX_STYLES:
            self.grid.merged.append((*start, *end))

    def _read(self, element: Element, column: int) -> SheetCell:
        sort, style, value = element.get("t", "n"), element.get("s", ""), _text(element)
        cell = SheetCell(self.row, column, "")
        if sort == "s":
            place = _whole(value)
            cell.text = self.strings[place] if value and place < len(self.strings) else ""
        elif sort in ("str", "inlineStr"):
            cell.text = _unescaped(value)
        elif not value and element.find("f") is not None:
            cell.untold, cell.hint = "its formula was never worked out", "open it in a spreadsheet program and save it"
        elif sort == "e":
            cell.untold, cell.hint = f"its formula says {value[:20]}", "mend the formula"
        elif sort == "b" and value:
            cell.flag = value.strip() in ("1", "true")
            cell.untold, cell.hint = "true and false are shown in the language of each computer", AS_TEXT
        elif sort == "d":
            cell.untold, cell.hint = OWN_DATE, AS_TEXT
        elif value:
            like = self.known.get((value, style))
            if like is not None:
                return replace(like, row=self.row, column=column)
            self._number(cell, value, style)
            self.known[value, style] = cell
        return cell

    def _number(self, cell: SheetCell, value: str, style: str) -> None:
        try:
            number = Decimal(value.strip())
        except InvalidOperation:
            cell.untold, cell.hint = "it is marked as a number and holds none", "type it anew"
            return
        cell.holds = value.strip()[:30]
        try:
            if not number.is_finite():
                raise Untellable("it is no number that can be shown")
            code = self.styles.code(_whole(style))
            if code is None:
                raise Untellable(OWN_DATE)
            if agrees(shown_number(number, code, ".", since_1904=self.since_1904), number):
                cell.number, cell.holds = number, ""
            cell.text = shown_number(number, code, self.point, since_1904=self.since_1904)
        except Untellable as reason:
            cell.untold, cell.hint = str(reason), AS_TEXT


def read_xlsx(archive: Archive, sheet: tuple[str, str], point: str | None) -> CellGrid:
    """A sheet of a workbook.

    Args:
        archive: the workbook's.
        sheet: the sheet's name, and the file it is in.
        point: what parts whole and fraction on the computer that showed it; None where that is not known.

    Raises:
        Faulty: it cannot be read.
    """
    strings, styles = list[str](), _Styles()
    for text in archive.whole("xl/sharedStrings.xml", "si") if archive.has("xl/sharedStrings.xml") else ():
        if len(strings) >= MAX_STRINGS:
            refuse(archive.file, f"the workbook has more than {MAX_STRINGS:,} texts", "split it", "too-costly")
        strings.append(_unescaped(_text(text)))
    for one in archive.whole("xl/styles.xml", "numFmt", "cellXfs") if archive.has("xl/styles.xml") else ():
        if one.tag == "numFmt":
            styles.codes[_whole(one.get("numFmtId"))] = one.get("formatCode", "")
        else:
            styles.styles += [_whole(style.get("numFmtId")) for style in one.findall("xf")][:MAX_STYLES]
    since_1904 = any(one.get("date1904") in ("1", "true") for one in archive.whole("xl/workbook.xml", "workbookPr"))
    rows = _Sheet(CellGrid(archive.file, sheet[0]), strings, styles, point, since_1904)
    for one in archive.whole(sheet[1], "row", "mergeCell"):
        if one.tag == "row":
            rows.take(one)
        else:
            rows.merge(one.get("ref", ""))
    return rows.grid


def sheets_of(archive: Archive) -> list[tuple[str, str, bool]]:
    """The sheets of a workbook: name, file, whether it is seen.

    Raises:
        Faulty: it is none.
    """
    found = [
        (one.get("name", ""), one.get("id", ""), one.get("state", "visible") == "visible")
        for one in archive.whole("xl/workbook.xml", "sheet")
    ]
    relations = archive.whole("xl/_rels/workbook.xml.rels", "Relationship")
    files = {one.get("Id", ""): one.get("Target", "") for one in relations}
    sheets = [(name, normpath(join("/xl", files.get(known, ""))).lstrip("/"), seen) for name, known, seen in found]
    return [one for one in sheets if "/worksheets/" in f"/{one[1]}"]


def _text(element: Element) -> str:
    """The text in an element. What tells how to read Japanese aloud is left out."""
    return "".join(
        (part.text or "") if part.tag in ("t", "v") else _text(part) for part in element if part.tag not in ("rPh", "f")
    )


def _whole(text: str | None) -> int:
    """A whole number; 0 where there is none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else 0


def _unescaped(text: str) -> str:
    """A text without the escapes for characters that XML cannot hold, line breaks as line feeds."""
    if "_x" in text:
        text = ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
