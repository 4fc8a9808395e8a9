"""CSV and TSV (RFC 4180, and what spreadsheet programs make of it): text to cells."""

import csv
import re
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO

from generator.project.spreadsheet.cells import MAX_COLUMN, MAX_ROW, CellGrid, SheetCell, refuse

MARKS = (
    (b"\xef\xbb\xbf", "utf-8", "UTF-8"),
    (b"\xff\xfe", "utf-16-le", "UTF-16"),
    (b"\xfe\xff", "utf-16-be", "UTF-16"),
)
SEPARATORS = {";": "semicolons", ",": "commas", "\t": "tabs"}
MAX_HEADING = 100_000  # characters in which the first line with something in it is looked for
MAX_CELL = 100_000  # characters; a field takes fewer, and says so at the cell


def read_delimited(data: bytes, file: str) -> CellGrid:
    """The cells of a CSV or TSV file.

    Raises:
        Faulty: it is no such file.
    """
    text, encoding = _decoded(data, file)
    separator, text = _separator(text, tabs=file.lower().endswith(".tsv"))
    grid = CellGrid(file, comma=True if separator == ";" else False if separator == "," else None)
    grid.notes.append(f"{encoding}, cells separated by {SEPARATORS[separator]}")
    for row, values in enumerate(_records(text, separator, file), start=1):
        if row > MAX_ROW:
            refuse(file, f"the sheet has more than {MAX_ROW:,} rows", "split it", "too-costly")
        if len(values) > MAX_COLUMN:
            refuse(file, f"row {row} has more than {MAX_COLUMN:,} cells", "split it", "too-costly")
        for column, value in enumerate(values, start=1):
            if value:
                grid.put(SheetCell(row, column, value.replace("\r\n", "\n").replace("\r", "\n")))
    return grid


def _records(text: str, separator: str, file: str) -> Iterator[list[str]]:
    before = csv.field_size_limit(MAX_CELL)
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        yield from reader
    except csv.Error as error:
        said = str(error)
        if "field larger" in said:
            refuse(f"{file}:{reader.line_num}", f"a cell has more than {MAX_CELL:,} characters", "close its quotes")
        hint = 'a cell that starts with " ends with ", and a " inside it is written twice'
        refuse(f"{file}:{reader.line_num}", "the quotes do not fit together from here", hint)
    finally:
        csv.field_size_limit(before)


def _decoded(data: bytes, file: str) -> tuple[str, str]:
    """The text, and the name of its encoding."""
    for mark, codec, name in MARKS:
        if data.startswith(mark):
            try:
                return data[len(mark) :].decode(codec), name
            except UnicodeDecodeError:
                refuse(file, f"it is marked as {name} and is not", "save it as UTF-8")
    if b"\x00" in data:
        refuse(file, "this is not text: it holds null bytes", "save it as CSV in UTF-8")
    with suppress(UnicodeDecodeError):
        return data.decode("utf-8"), "UTF-8"
    try:
        return data.decode("cp1252"), "Windows-1252 (no UTF-8; look at the accents)"
    except UnicodeDecodeError:
        refuse(file, "it is neither UTF-8 nor Windows-1252", "save it as CSV in UTF-8")


def _separator(text: str, *, tabs: bool) -> tuple[str, str]:
    """What separates cells, and the text.

    A first line ``sep=;`` says it, and is none of the sheet's rows; a .tsv has tabs; else it is what parts the first
    line with several cells most often outside quotes: semicolons, then commas, then tabs, where two do alike.
    """
    first, _, rest = text.partition("\n")
    told = first.strip().lower()
    if told.startswith("sep=") and told[4:] in SEPARATORS:
        return told[4:], rest
    if tabs:
        return "\t", text
    heading = _first_record(text[:MAX_HEADING])
    return max(SEPARATORS, key=heading.count), text


def _first_record(text: str) -> str:
    """The first record of several cells with something in it, without what is in quotes; titles stand above it."""
    lines = re.split(r"[\r\n]", re.sub(r'"[^"]*(?:"|$)', "", text))
    return next((line for line in lines if line.strip(" ;,\t") and any(map(line.count, SEPARATORS))), lines[-1])
