"""XLSX (ECMA-376, part 1, 18): one sheet of a workbook, with each cell as the sheet shows it."""

import re
from decimal import Decimal, InvalidOperation
from posixpath import dirname, join

from msgspec import Struct
from msgspec.structs import replace

from generator.tables.archive import Archive, XmlPart, whole
from generator.tables.cells import (
    MAX_COLUMN,
    MAX_ROW,
    NOT_WORKED_OUT,
    TO_WORK_OUT,
    CellGrid,
    SheetCell,
    place_of,
    refuse,
)
from generator.tables.number_format import AS_TEXT, BUILT_IN, OWN_DATE, Untellable, agrees, shown_number

ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")  # 22.9.2.19
OWN_DATES = (14, 22)  # the short date of the computer at hand
MAX_STRINGS = 400_000
MAX_STYLES = 100_000
LOOKS = {"b": "b", "i": "i", "strike": "s"}

Runs = list[tuple[str, str | None]]  # parts of a text, with their looks


class Workbook(Struct):
    """A workbook: its sheets, by name, with their file and whether they are seen; its other parts."""

    sheets: list[tuple[str, str, bool]] = []
    since_1904: bool = False
    strings: str = ""  # the file of the texts that cells share; empty for none
    styles: str = ""


def open_book(archive: Archive) -> Workbook:
    """A workbook.

    Raises:
        Faulty: it is none.
    """
    main = next((link.target for link in archive.relationships() if link.sort == "officeDocument"), "xl/workbook.xml")
    links = {link.id: link for link in archive.relationships(main)}
    by_sort = {link.sort: link.target for link in links.values()}
    book = Workbook()
    for field, sort in (("strings", "sharedStrings"), ("styles", "styles")):
        file = by_sort.get(sort, join(dirname(main), f"{sort}.xml"))  # some writers name no relationship
        setattr(book, field, file if archive.has(file) else "")
    for part in archive.elements(main):
        if part.tag == "sheet":
            link = links.get(part.get("id"))
            file = link.target if link else f"part for {part.get('name')}"
            if link is None or link.sort == "worksheet" or (not link.sort and "/worksheets/" in f"/{file}"):
                book.sheets.append((part.get("name"), file, part.get("state", "visible") == "visible"))
        elif part.tag == "workbookPr":
            book.since_1904 = part.get("date1904") in ("1", "true")
    return book


def _spoken(part: XmlPart) -> str:
    """The text in an element. What tells how to read Japanese aloud is left out."""
    if part.tag in ("t", "v"):
        return "".join([text for text in part.parts if isinstance(text, str)])
    return "".join([_spoken(child) for child in part.inner() if child.tag not in ("f", "rPh")])


def _value(part: XmlPart, sort: str) -> str:
    """What a cell holds, as written: a text in it where its type says so, else its value."""
    contents = {child.tag: _spoken(child) for child in part.inner() if child.tag in ("v", "is")}
    first, second = ("is", "v") if sort == "inlineStr" else ("v", "is")
    return contents.get(first, contents.get(second, ""))


def _look(font: XmlPart) -> str:
    """The letters of what a font is: b, i, s (18.8.2, 18.8.26, 18.4.10)."""
    return "".join(LOOKS.get(part.tag, "") for part in font.inner() if part.get("val", "1") not in ("0", "false"))


def _runs(part: XmlPart) -> Runs:
    """The parts of a text with their looks; None for that of the whole cell."""
    runs = [run for run in part.inner() if run.tag in ("r", "t")]
    fonts = (next((_look(child) for child in run.inner() if child.tag == "rPr"), None) for run in runs)
    return [(_unescaped(_spoken(run)), look) for run, look in zip(runs, fonts, strict=True)]


def _strings(archive: Archive, file: str) -> tuple[list[str], dict[int, Runs]]:
    """The texts that cells share, and the parts of those that have several."""
    texts: list[str] = []
    runs: dict[int, Runs] = {}
    for part in archive.elements(file, "si"):
        if part.tag == "si":
            if len(texts) >= MAX_STRINGS:
                refuse(archive.file, f"the workbook has more than {MAX_STRINGS:,} texts", "split it", "too-costly")
            if any(child.tag == "r" for child in part.inner()):
                runs[len(texts)] = _runs(part)
            texts.append(_unescaped(_spoken(part)))
    return texts, runs


def _formats(archive: Archive, file: str) -> tuple[list[str | None], list[str]]:
    """The format of each style, None where each computer has its own; and its font's look."""
    codes: dict[int, str] = {}
    styles: list[int] = []
    fonts: list[str] = []
    of_font: list[int] = []
    inside = ""
    for part in archive.elements(file, "font"):
        if part.tag in ("fonts", "cellStyleXfs", "cellXfs", "dxfs"):
            inside = part.tag
        elif part.tag == "font" and inside == "fonts":
            fonts.append(_look(part))
        elif part.tag == "numFmt":
            codes[whole(part.get("numFmtId"))] = part.get("formatCode")
        elif part.tag == "xf" and inside == "cellXfs" and len(styles) < MAX_STYLES:
            styles.append(whole(part.get("numFmtId")))
            of_font.append(whole(part.get("fontId")))
    formats = [None if number in OWN_DATES else codes.get(number) or BUILT_IN.get(number) for number in styles]
    return formats, [fonts[font] if font < len(fonts) else "" for font in of_font]


class _Cells(Struct):
    """What makes cells of a sheet's."""

    strings: list[str]
    runs: dict[int, Runs]
    formats: list[str | None]
    looks: list[str]
    point: str | None
    since_1904: bool
    told: dict[tuple[str, str], SheetCell] = {}  # by number and style: most stand often

    def read(self, part: XmlPart, row: int, column: int) -> SheetCell:
        """The cell that an element is."""
        sort, cell = part.get("t", "n"), SheetCell(row, column, "")
        value = _value(part, sort)
        if sort == "s" and value.strip():
            place = int(value) if value.strip().isdecimal() and len(value) < 10 else MAX_STRINGS
            if place < len(self.strings):
                cell.text = self.strings[place]
            else:
                cell.untold = f"it is text {value.strip()[:20]} of the workbook, which has {len(self.strings)}, from 0"
                cell.hint = "save the workbook again in a spreadsheet program"
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

    def runs_of(self, part: XmlPart, text: str) -> tuple[tuple[str, str], ...]:
        """The parts of a cell's text with their looks; none where it is plain."""
        style, sort = whole(part.get("s")), part.get("t", "n")
        usual = self.looks[style] if style < len(self.looks) else ""
        runs: Runs = [(text, None)] if usual else []
        if sort == "s" and self.runs:
            runs = self.runs.get(whole(_value(part, sort).strip()), runs)
        elif sort == "inlineStr":
            runs = next((_runs(child) for child in part.inner() if child.tag == "is"), runs)
        looks = tuple((words, usual if look is None else look) for words, look in runs)
        return looks if any(look and words.strip() for words, look in looks) else ()

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
            if style >= max(1, len(self.formats)):
                raise Untellable(f"its style {style} is not in the workbook")
            code = self.formats[style] if self.formats else BUILT_IN[0]
            if code is None:
                raise Untellable(OWN_DATE)
            if agrees(shown_number(number, code, ".", since_1904=self.since_1904), number):
                cell.number, cell.holds = number, ""
            cell.text = shown_number(number, code, self.point, since_1904=self.since_1904)
        except Untellable as reason:
            cell.untold, cell.hint = str(reason), reason.hint
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
    strings, runs = _strings(archive, book.strings) if book.strings else ([], {})
    formats, looks = _formats(archive, book.styles) if book.styles else ([], [])
    cells, grid = _Cells(strings, runs, formats, looks, point, book.since_1904), CellGrid(archive.file, sheet)
    file = next(file for name, file, _ in book.sheets if name == sheet)
    row = 0
    for part in archive.elements(file, "row"):
        if part.tag == "row":
            row, column = whole(part.get("r")) or row + 1, 0
            for child in part.inner():
                row, column = place_of(child.get("r")) or (row, column + 1)
                if child.tag == "c" and row <= MAX_ROW and column <= MAX_COLUMN:
                    cell = cells.read(child, row, column)
                    cell.runs = cells.runs_of(child, cell.text) if cell.text else ()
                    grid.put(cell)
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
        text = ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
