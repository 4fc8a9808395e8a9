"""XLSX (ECMA-376, part 1, 18): one sheet of a workbook, with each cell as the sheet shows it."""

import re
from decimal import Decimal, InvalidOperation
from posixpath import join, normpath

from msgspec import Struct
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
from generator.project.spreadsheet.opening import Archive, XmlPart, whole

ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")  # 22.9.2.19
OWN_DATES = (14, 22)  # the short date of the computer at hand
MAX_STRINGS = 400_000
MAX_STYLES = 100_000


class Workbook(Struct):
    """A workbook: its sheets, by name, with their file and whether they are seen."""

    sheets: list[tuple[str, str, bool]] = []
    since_1904: bool = False


def open_book(archive: Archive) -> Workbook:
    """A workbook.

    Raises:
        Faulty: it is none.
    """
    book, sheets = Workbook(), []
    for part in archive.elements("xl/workbook.xml"):
        if part.tag == "sheet":
            sheets.append((part.get("name"), part.get("id"), part.get("state", "visible") == "visible"))
        elif part.tag == "workbookPr":
            book.since_1904 = part.get("date1904") in ("1", "true")
    links = archive.elements("xl/_rels/workbook.xml.rels")
    files = {link.get("Id"): link.get("Target") for link in links if link.tag == "Relationship"}
    for name, found, seen in sheets:
        file = normpath(join("/xl", files.get(found, ""))).lstrip("/")
        if "/worksheets/" in f"/{file}":
            book.sheets.append((name, file, seen))
    return book


def _spoken(part: XmlPart) -> str:
    """The text in an element. What tells how to read Japanese aloud is left out."""
    if part.tag in ("t", "v"):
        return "".join([text for text in part.parts if isinstance(text, str)])
    return "".join([_spoken(child) for child in part.inner() if child.tag not in ("f", "rPh")])


def _strings(archive: Archive) -> list[str]:
    """The texts that cells share."""
    texts: list[str] = []
    for part in archive.elements("xl/sharedStrings.xml", "si"):
        if part.tag == "si":
            if len(texts) >= MAX_STRINGS:
                refuse(archive.file, f"the workbook has more than {MAX_STRINGS:,} texts", "split it", "too-costly")
            texts.append(_unescaped(_spoken(part)))
    return texts


def _formats(archive: Archive) -> list[str | None]:
    """The format of each style; None where each computer has its own."""
    codes: dict[int, str] = {}
    styles: list[int] = []
    of_cells = False
    for part in archive.elements("xl/styles.xml"):
        if part.tag in ("cellStyleXfs", "cellXfs"):
            of_cells = part.tag == "cellXfs"
        elif part.tag == "numFmt":
            codes[whole(part.get("numFmtId"))] = part.get("formatCode")
        elif part.tag == "xf" and of_cells and len(styles) < MAX_STYLES:
            styles.append(whole(part.get("numFmtId")))
    return [None if number in OWN_DATES else codes.get(number) or BUILT_IN.get(number) for number in styles]


class _Cells(Struct):
    """What makes cells of a sheet's."""

    strings: list[str]
    formats: list[str | None]
    point: str | None
    since_1904: bool
    told: dict[tuple[str, str], SheetCell] = {}  # by number and style: most stand often

    def read(self, part: XmlPart, row: int, column: int) -> SheetCell:
        """The cell that an element is."""
        value, sort, cell = _spoken(part), part.get("t", "n"), SheetCell(row, column, "")
        if sort == "s":
            place = whole(value)
            cell.text = self.strings[place] if value and place < len(self.strings) else ""
        elif sort in ("str", "inlineStr"):
            cell.text = _unescaped(value)
        elif not value and any(child.tag == "f" for child in part.inner()):
            cell.untold, cell.hint = NOT_WORKED_OUT, TO_WORK_OUT
        elif sort == "e":
            cell.untold, cell.hint = f"its formula says {value[:20]}", "mend the formula"
        elif sort == "b" and value:
            cell.flag = value.strip() in ("1", "true")
            cell.untold, cell.hint = "true and false are shown in the language of each computer", AS_TEXT
        elif sort == "d":
            cell.untold, cell.hint = OWN_DATE, AS_TEXT
        elif value:
            style = part.get("s")
            if (value, style) not in self.told:
                self.told[value, style] = self._number(value, whole(style))
            return replace(self.told[value, style], row=row, column=column)
        return cell

    def _number(self, value: str, style: int) -> SheetCell:
        cell = SheetCell(0, 0, "")
        try:
            number = Decimal(value.strip())
        except InvalidOperation:
            cell.untold, cell.hint = "it is marked as a number and holds none", "type it again"
            return cell
        cell.holds = value.strip()[:30]
        try:
            if not number.is_finite():
                raise Untellable("it is not a number that can be shown")
            code = self.formats[style] if style < len(self.formats) else BUILT_IN[0]
            if code is None:
                raise Untellable(OWN_DATE)
            if agrees(shown_number(number, code, ".", since_1904=self.since_1904), number):
                cell.number, cell.holds = number, ""
            cell.text = shown_number(number, code, self.point, since_1904=self.since_1904)
        except Untellable as reason:
            cell.untold, cell.hint = str(reason), AS_TEXT
        return cell


def read_xlsx(archive: Archive, book: Workbook, sheet: str, point: str | None) -> CellGrid:
    """A sheet of a workbook.

    Args:
        archive: the workbook's.
        book: the workbook, as `open_book` gives it.
        sheet: the sheet's name.
        point: what parts whole and fraction on the computer that showed it; None where that is not known.

    Raises:
        Faulty: it cannot be read.
    """
    strings = _strings(archive) if archive.has("xl/sharedStrings.xml") else []
    formats = _formats(archive) if archive.has("xl/styles.xml") else []
    cells, grid = _Cells(strings, formats, point, book.since_1904), CellGrid(archive.file, sheet)
    file = next(file for name, file, _ in book.sheets if name == sheet)
    row = 0
    for part in archive.elements(file, "row"):
        if part.tag == "row":
            row, column = whole(part.get("r")) or row + 1, 0
            for child in part.inner():
                row, column = place_of(child.get("r")) or (row, column + 1)
                if child.tag == "c" and row <= MAX_ROW and column <= MAX_COLUMN:
                    grid.put(cells.read(child, row, column))
            grid.hidden += part.get("hidden") in ("1", "true") and row in grid.rows
        elif part.tag == "col" and part.get("hidden") in ("1", "true"):
            first, last = whole(part.get("min")), whole(part.get("max"))
            grid.unseen.update(range(first, min(last, MAX_COLUMN) + 1))
        elif part.tag == "mergeCell" and len(grid.merged) < MAX_STYLES:
            start, end = map(place_of, part.get("ref").partition(":")[::2])
            if start and end:
                grid.merged.append((*start, *end))
    return grid


def _unescaped(text: str) -> str:
    """A text without the escapes for characters that XML cannot hold, line breaks as line feeds."""
    if "_x" in text:
        text = ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
