"""ODS (OpenDocument 1.3, part 3, 9): one sheet of a document. What a cell shows is written in it."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation

from msgspec.structs import replace

from generator.tables.archive import Archive, XmlPart, whole
from generator.tables.cells import MAX_COLUMN, MAX_ROW, NOT_WORKED_OUT, TO_WORK_OUT, CellGrid, SheetCell
from generator.tables.number_format import agrees

MARK = re.compile("\x02([bis]*)\x03")  # the look of what follows: in a cell's words while it is read, never in XML
BLANK = re.compile("[ \\t\\r\\n](?:[ \\t\\r\\n]|\x02[bis]*\x03)*")
EDGE = re.compile("^((?:\x02[bis]*\x03)*) +| +((?:\x02[bis]*\x03)*)$")
LOOKS = {"b": "font-weight", "i": "font-style", "s": "text-line-through-style"}
PLAIN = ("normal", "none", "400")
BESIDE = ("annotation", "shapes", "frame", "custom-shape", "table")  # in a cell, but not its text
CELLS = ("table-cell", "covered-table-cell")
WHOLE = ("table-row", "shapes")
SPACE, BREAK = "\x00", "\x01"  # as no XML holds them: blanks that are meant
MEANT = {"s": SPACE, "tab": SPACE, "line-break": BREAK}
MAX_SPACES = 1000
ERROR = re.compile(r"#[A-Z/0]+[!?]?|Err:\d+")


def sheets_of(archive: Archive) -> list[tuple[str, bool]]:
    """The names of a document's sheets, and whether they are seen.

    Raises:
        Faulty: it cannot be read.
    """
    sheets: list[tuple[str, bool]] = []
    unseen: set[str] = set()  # styles
    style = ""
    for part in archive.elements("content.xml", *WHOLE):
        if part.tag == "style":
            style = part.get("name")
        elif part.tag == "table-properties" and part.get("display") == "false":
            unseen.add(style)
        elif part.tag == "table":
            sheets.append((part.get("name"), part.get("style-name") not in unseen))
    return sheets


def read_ods(archive: Archive, sheet: str) -> CellGrid:
    """A sheet of a document.

    Raises:
        Faulty: it cannot be read.
    """
    grid = CellGrid(archive.file, sheet)
    reading, row, column = False, 1, 1  # which of them comes next
    style, looks = "", dict[str, dict[str, str]]()  # what styles say of letters
    for part in archive.elements("content.xml", *WHOLE):
        hidden = part.get("visibility", "visible") != "visible"
        if part.tag == "style" or part.tag.endswith("-style"):
            style = part.get("name") if part.tag == "style" else ""
        elif part.tag == "text-properties" and style:
            looks[style] = part.attributes
        elif part.tag == "table":
            reading = part.get("name") == sheet
        elif reading and part.tag == "table-column":
            first, column = column, column + _times(part, "number-columns-repeated")
            if hidden:
                grid.unseen.update(range(first, min(column, MAX_COLUMN + 1)))
        elif reading and part.tag == "table-row":
            first, row = row, row + _times(part, "number-rows-repeated")
            cells = list(_cells(part, first, grid.merged, looks))
            for number in range(first, min(row, MAX_ROW + 1)) if cells else ():
                grid.hidden += hidden
                for cell, end in cells:
                    for at in range(cell.column, min(end, MAX_COLUMN + 1)):
                        grid.put(replace(cell, row=number, column=at))
    return grid


_Looks = Mapping[str, Mapping[str, str]]


def _cells(
    part: XmlPart, row: int, merged: list[tuple[int, int, int, int]], looks: _Looks
) -> Iterator[tuple[SheetCell, int]]:
    """The cells of a row that have something in them, and the columns before which they end; notes what is merged."""
    column = 1
    for child in part.inner():
        if child.tag not in CELLS:
            continue
        wide, high = _times(child, "number-columns-spanned"), _times(child, "number-rows-spanned")
        if wide > 1 or high > 1:
            merged.append((row, column, row + high - 1, column + wide - 1))
        cell = _read(child, row, column, looks)
        column += _times(child, "number-columns-repeated")
        if cell.text.strip() or cell.untold:
            yield cell, column


def _read(part: XmlPart, row: int, column: int, looks: _Looks) -> SheetCell:
    sort, usual = part.get("value-type", "string"), _look(part, "", looks)
    words = "\n".join(_paragraphs(part, usual, looks))
    cell = SheetCell(row, column, MARK.sub("", words) or part.get("string-value"))
    runs = MARK.split(f"\x02{usual}\x03{words}")[1:] if usual or MARK.search(words) else []
    if any(runs[::2]) and sort == "string":
        cell.runs = tuple((text, look) for look, text in zip(runs[::2], runs[1::2], strict=True) if text)
    if sort == "boolean":
        cell.flag = part.get("boolean-value") == "true"
    elif sort in ("float", "percentage", "currency"):
        number = _number(part.get("value"))
        if number is not None and agrees(cell.text, number):
            cell.number = number
        else:
            cell.holds = part.get("value")[:30]
    if ERROR.fullmatch(cell.text) and "formula" in part.attributes:
        cell.untold, cell.hint = f"its formula says {cell.text}", "mend the formula"
    elif not cell.text and "formula" in part.attributes and "value-type" not in part.attributes:
        cell.untold, cell.hint = NOT_WORKED_OUT, TO_WORK_OUT
    elif not cell.text and sort != "string":
        cell.untold, cell.hint = "it shows nothing", TO_WORK_OUT
    return cell


def _look(part: XmlPart, outer: str, looks: _Looks) -> str:
    """The letters of what an element's words are: b, i, s; those round it, but for what its style says."""
    says = looks.get(part.get("style-name"), {})
    signs = {sign: name in says and says[name] not in PLAIN for sign, name in LOOKS.items()}
    return "".join(sign for sign, is_so in signs.items() if is_so or (sign in outer and LOOKS[sign] not in says))


def _paragraphs(part: XmlPart, look: str, looks: _Looks) -> Iterator[str]:
    """The paragraphs in a cell, without those of what is beside its text; what is blank counts once."""
    for child in part.inner():
        if child.tag in ("p", "h"):
            words = BLANK.sub(_blank, "".join(_words(child, look, looks)))
            yield EDGE.sub(r"\1\2", words).replace(SPACE, " ").replace(BREAK, "\n")
        elif child.tag not in BESIDE:
            yield from _paragraphs(child, look, looks)


def _blank(match: re.Match[str]) -> str:
    return " " + "".join(mark[0] for mark in MARK.finditer(match[0]))


def _words(part: XmlPart, look: str, looks: _Looks) -> Iterator[str]:
    for child in part.parts:
        if isinstance(child, str):
            yield child
        elif child.tag in MEANT:
            yield MEANT[child.tag] * min(MAX_SPACES, _times(child, "c"))
        elif child.tag not in BESIDE:
            own = _look(child, look, looks)
            if own == look:
                yield from _words(child, look, looks)
            else:
                yield from (f"\x02{own}\x03", *_words(child, own, looks), f"\x02{look}\x03")


def _times(part: XmlPart, name: str) -> int:
    return max(1, whole(part.get(name)))


def _number(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() and abs(number) < 10**15 else None
