"""Spreadsheets to read: workbooks as programs write them, and documents part by part."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

OFFICE = "urn:oasis:names:tc:opendocument:xmlns"
SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def xlsx(
    rows: Sequence[Sequence[Any]], formats: Mapping[str, str] | None = None, **sheets: Sequence[Sequence[Any]]
) -> Any:
    """A workbook of openpyxl: its first sheet's rows, number formats by cell, further sheets by name."""
    from openpyxl import Workbook

    book = Workbook()
    for name, content in {"Cards": rows, **sheets}.items():
        sheet = book.active if name == "Cards" else book.create_sheet(name)
        sheet.title = name
        for row in content:
            sheet.append(list(row))
    for cell, code in (formats or {}).items():
        book["Cards"][cell].number_format = code
    return book


def saved(book: Any) -> bytes:
    """A workbook's bytes."""
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    """An archive of these files."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def raw_xlsx(sheet: str, strings: str = "", styles: str = "", workbook: str = "") -> bytes:
    """A workbook whose one sheet, Cards, holds this XML."""
    files = {
        "xl/workbook.xml": f'<workbook xmlns="{SPREADSHEET}" xmlns:r="{RELATIONSHIPS}">{workbook}'
        '<sheets><sheet name="Cards" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{SPREADSHEET}">{sheet}</worksheet>',
    }
    files |= {"xl/sharedStrings.xml": f'<sst xmlns="{SPREADSHEET}">{strings}</sst>'} if strings else {}
    files |= {"xl/styles.xml": f'<styleSheet xmlns="{SPREADSHEET}">{styles}</styleSheet>'} if styles else {}
    return zipped(files)


def linked_xlsx(sheet: str, strings: str, styles: str, names: Mapping[str, str] | None = None, sep: str = "/") -> bytes:
    """A workbook of one sheet, Cards, whose parts are found by relationship alone.

    Args:
        sheet: XML of the sheet.
        strings: of the texts that cells share.
        styles: of the formats.
        names: the parts' names from the root, where they differ from the usual ones; by the last word of their types.
        sep: the sign between folders in the archive.
    """
    usual = {"officeDocument": "xl/workbook.xml", "worksheet": "xl/worksheets/sheet1.xml"}
    named = usual | {"sharedStrings": "xl/sharedStrings.xml", "styles": "xl/styles.xml"} | dict(names or {})
    book = named["officeDocument"]
    folder, _, file = book.rpartition("/")
    links = "".join(
        f'<Relationship Id="{sort}" Type="{RELATIONSHIPS}/{sort}" Target="/{named[sort]}"/>'
        for sort in ("worksheet", "sharedStrings", "styles")
    )
    parts = {
        "_rels/.rels": f'<Relationships><Relationship Id="r" Type="{RELATIONSHIPS}/officeDocument" Target="{book}"/></Relationships>',
        f"{folder}/_rels/{file}.rels".lstrip("/"): f"<Relationships>{links}</Relationships>",
        book: f'<workbook xmlns="{SPREADSHEET}" xmlns:r="{RELATIONSHIPS}"><sheets><sheet name="Cards" sheetId="1" r:id="worksheet"/></sheets></workbook>',
        named["worksheet"]: f'<worksheet xmlns="{SPREADSHEET}">{sheet}</worksheet>',
        named["sharedStrings"]: f'<sst xmlns="{SPREADSHEET}">{strings}</sst>',
        named["styles"]: f'<styleSheet xmlns="{SPREADSHEET}">{styles}</styleSheet>',
    }
    return zipped({name.replace("/", sep): content for name, content in parts.items()})


def ods(rows: str, name: str = "Cards", before: str = "", after: str = "") -> bytes:
    """A document whose sheet holds these ``table:table-row`` elements."""
    names = "".join(f' xmlns:{short}="{OFFICE}:{long}:1.0"' for short, long in (
        ("office", "office"), ("table", "table"), ("text", "text"), ("style", "style"), ("draw", "drawing"),
    ))  # fmt: skip
    body = (
        f'<office:spreadsheet>{before}<table:table table:name="{name}">{rows}</table:table>{after}</office:spreadsheet>'
    )
    content = f"<office:document-content{names}><office:body>{body}</office:body></office:document-content>"
    return zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content})


def row(*cells: str, **attributes: str) -> str:
    """A row of an ODS sheet; a cell that is not an element is a text."""
    said = "".join(f' table:{name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f"<table:table-row{said}>{''.join(cell if cell.startswith('<') else text(cell) for cell in cells)}</table:table-row>"


def text(words: str, **attributes: str) -> str:
    """A cell with a text."""
    return value(words, "string", **attributes)


def value(shown: str, sort: str, **attributes: str) -> str:
    """A cell of another sort, with what it shows."""
    said = "".join(f' {name.replace("__", ":").replace("_", "-")}="{given}"' for name, given in attributes.items())
    words = f"<text:p>{shown}</text:p>" if shown else ""
    return f'<table:table-cell office:value-type="{sort}"{said}>{words}</table:table-cell>'
