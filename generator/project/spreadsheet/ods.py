"""ODS (OpenDocument 1.3, part 3, 9): one sheet of a document. What a cell shows is written in it."""

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from generator.project.spreadsheet.cells import MAX_COLUMN, MAX_ROW, CellGrid, SheetCell
from generator.project.spreadsheet.number_format import agrees
from generator.project.spreadsheet.opening import Archive

BLANK = re.compile(r"[ \t\r\n]+")
BESIDE = ("annotation", "shapes", "frame", "custom-shape", "table")  # in a cell, but not its text
CELLS = ("table-cell", "covered-table-cell")
MAX_SPACES = 1000
COUNTS = ("columns-repeated", "columns-spanned", "rows-spanned")
ERROR = re.compile(r"#[A-Z/0]+[!?]?|Err:\d+")


def read_ods(archive: Archive, sheet: str) -> CellGrid:
    """A sheet of a document.

    Raises:
        Faulty: it cannot be read.
    """
    grid, row = CellGrid(archive.file, sheet), 0
    tables: list[str] = []  # that are open: one may stand in a cell
    for begins, element in archive.elements("content.xml", "table", "table-row"):
        if element.tag == "table":
            tables = [*tables, element.get("name", "")] if begins else tables[:-1]
        elif not begins and tables == [sheet]:
            row += _put_row(grid, element, row)
    return grid


def _put_row(grid: CellGrid, element: Element, before: int) -> int:
    """Take the cells of a row that has some rows before it; as how many rows it is repeated."""
    found: list[tuple[SheetCell, int]] = []  # and how many columns each fills
    column = 0
    for one in element:
        if one.tag in CELLS:
            times, wide, high = (_times(one, f"number-{what}") for what in COUNTS)
            place = before + 1, column + 1
            if wide > 1 or high > 1:
                grid.merged.append((*place, before + high, column + wide))
            cell = _read(one, *place)
            if cell.text.strip() or cell.untold:
                found.append((cell, times))
            column += times
    rows = _times(element, "number-rows-repeated")
    for row in range(before + 1, min(before + rows, MAX_ROW) + 1) if found else ():
        grid.hidden += element.get("visibility", "visible") != "visible"
        for cell, times in found:
            for at in range(cell.column, min(cell.column + times, MAX_COLUMN + 1)):
                grid.put(replace(cell, row=row, column=at))
    return rows


def _read(element: Element, row: int, column: int) -> SheetCell:
    sort, value = element.get("value-type", "string"), element.get("value", "")
    cell = SheetCell(row, column, "\n".join(_lines(element)) or element.get("string-value", ""))
    if sort == "boolean":
        cell.flag = element.get("boolean-value") == "true"
    elif sort in ("float", "percentage", "currency"):
        number = _number(value)
        if number is not None and agrees(cell.text, number):
            cell.number = number
        else:
            cell.holds = value[:30]
    if ERROR.fullmatch(cell.text) and "formula" in element.attrib:
        cell.untold, cell.hint = f"its formula says {cell.text}", "mend the formula"
    elif not cell.text and ("formula" in element.attrib or sort != "string"):
        cell.untold, cell.hint = "it shows nothing", "open it in a spreadsheet program and save it"
    return cell


def _lines(element: Element) -> Iterator[str]:
    """The paragraphs of a cell."""
    for part in element:
        if part.tag in ("p", "h"):
            yield _spaced(_words(part))
        elif part.tag not in BESIDE:
            yield from _lines(part)


def _words(element: Element) -> str:
    """The text of a paragraph, in which ``\\x00`` is a space that is meant."""
    found = [BLANK.sub(" ", element.text or "")]
    for part in element:
        match part.tag:
            case "s":
                found.append("\x00" * min(MAX_SPACES, _times(part, "c")))
            case "line-break":
                found.append("\n\x00")
            case "tab":
                found.append("\x00")
        found += [] if part.tag in BESIDE else [_words(part)]
        found.append(BLANK.sub(" ", part.tail or ""))
    return "".join(found)


def sheets_of(archive: Archive) -> list[tuple[str, bool]]:
    """The names of a document's sheets, and whether they are seen.

    Raises:
        Faulty: it cannot be read.
    """
    unseen: set[str] = set()  # styles
    sheets: list[tuple[str, bool]] = []
    style, depth = "", 0
    for begins, element in archive.elements("content.xml", "style", "table-properties", "table"):
        if element.tag == "style" and begins:
            style = element.get("name", "")
        elif element.tag == "table-properties" and element.get("display") == "false":
            unseen.add(style)
        elif element.tag == "table":
            if begins and not depth:
                sheets.append((element.get("name", ""), element.get("style-name") not in unseen))
            depth += 1 if begins else -1
    return sheets


def _spaced(text: str) -> str:
    """A paragraph's text: what is blank counts once, and not at its ends; ``\\x00`` is a space that is meant."""
    return re.sub(" +", " ", text).strip(" ").replace("\n\x00", "\n").replace("\x00", " ")


def _times(element: Element, name: str) -> int:
    text = element.get(name, "1")
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def _number(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() and abs(number) < 10**15 else None
