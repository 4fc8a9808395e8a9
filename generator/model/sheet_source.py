"""Where the items of a kind are kept up to date from: the key ``source`` of a kind in ``game.yaml``."""

import codecs
import re
from contextlib import suppress

from msgspec import Struct

from generator.model.fields import (
    ChoiceField,
    EntryField,
    Field,
    FlagField,
    ListField,
    MapField,
    NameField,
    NumberField,
    ReadContext,
    StringField,
    worded,
)
from generator.model.fields.json_schema import SCALAR, Schema, SchemaNames
from generator.model.values import ProblemLog, Record, nearest
from generator.read.tree import Mapping, Node, Scalar, excerpt, locate

SECURE = "https://"
NO_ENCODINGS = ("charmap", "idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape")  # of sheets
ENCODINGS = "such as cp1252, cp1251, shift_jis, gbk, mac-roman"


def bare_name(text: str) -> str:
    """A heading or field's name by which they are compared: capitals, blanks and hyphens make no difference."""
    return re.sub(r"[\s_-]+", "_", text.strip().casefold())


def codec_of(encoding: str) -> str | None:
    """The encoding of texts that has this name, as Python calls it; None where there is none."""
    with suppress(LookupError, ValueError):
        codec = codecs.lookup(encoding)
        return codec.name if codec._is_text_encoding and codec.name not in NO_ENCODINGS else None
    return None


class SheetSource(Struct, frozen=True):
    """A spreadsheet from which items are brought up to date, and how it is read."""

    file: str | None  # in the game's folder, or from there
    url: str | None
    sheet: str | None
    key: str
    columns: dict[str, str]  # fields by heading; empty for a column to be left out
    header: int  # the row of the headings; 0 for the first with something in it
    decimal: str | None  # ``comma`` or ``point``
    encoding: str | None = None
    only: bool = False  # whether items that are not in it are removed
    where: dict[str, list[str]] = {}  # by heading: what rows that are read have there
    replace: dict[str, str] = {}  # what is written in place of signs in its cells
    markup: str | None = None  # ``html``: that of its texts


class _OneOrMore(ListField, frozen=True):
    """A word, or a list of words. Read as a list."""

    takes = "a word, or a list of words"

    def schema(self, names: SchemaNames) -> Schema:
        return {"anyOf": [dict(SCALAR), super().schema(names)]}

    def read(self, node: Node, context: ReadContext) -> list[str] | None:
        if isinstance(node, Scalar):
            return [node.text]
        return super().read(node, context)


SOURCE = EntryField(
    says="the spreadsheet of its items, for `pnp import --all`",
    example="{file: cards.ods, key: name, map: {Card name: name}}",
    fields=worded(
        "source",
        file=NameField(),
        url=NameField(),
        sheet=NameField(),
        key=NameField(),
        map=MapField(of=StringField()),
        header=NumberField(),
        decimal=ChoiceField(of=("comma", "point")),
        encoding=NameField(),
        only=FlagField(),
        where=MapField(of=_OneOrMore()),
        replace=MapField(of=StringField()),
        markup=ChoiceField(of=("html",)),
    ),
)


def source_of(record: Record, fields: dict[str, Field], node: Mapping, report: ProblemLog) -> SheetSource | None:
    """The source that a kind describes; None where it has none, or one with a mistake."""
    source = record.source
    if source is None or source.wrong:
        return None
    before = len(report.problems)
    place = node.keys["source"]
    if (source.file is None) == (source.url is None):
        report.add(place, "missing-field", "a source has a file or a url, one of the two", "write file: cards.ods")
    elif source.url is not None and not source.url.startswith(SECURE):
        where = locate(node, ("source", "url"))
        report.add(where, "not-one-of", f"{excerpt(source.url)} does not begin with {SECURE}", "only those are fetched")
    elif source.file is not None and _leads_out(source.file):
        where = locate(node, ("source", "file"))
        report.add(
            where, "unknown-reference", f"{excerpt(source.file)} leads out of the project", "put the sheet into it"
        )
    if "" in (source.replace or {}):
        report.add(locate(node, ("source", "replace")), "missing-field", "there are no signs to replace", "name some")
    if source.header is not None and source.header < 1:
        report.add(locate(node, ("source", "header")), "number-range", f"{source.header}; rows count from 1")
    if source.encoding is not None and codec_of(source.encoding) is None:
        where = locate(node, ("source", "encoding"))
        report.add(where, "not-one-of", f"{excerpt(source.encoding)} is not an encoding", ENCODINGS)
    headings = map(bare_name, source.map or ())
    named = {("key",): "id" if source.key is None or bare_name(source.key) in headings else source.key} | {
        ("map", heading): path for heading, path in (source.map or {}).items()
    }
    for path, name in named.items():
        first = re.split(r"[.(\[]", name)[0].strip()
        if name and bare_name(first) not in map(bare_name, fields):
            report.add(
                locate(node, ("source", *path)),
                "unknown-field",
                f"{excerpt(name)} is not a field",
                nearest(first, fields),
            )
    if len(report.problems) > before:
        return None
    header, only = source.header or 0, bool(source.only)
    reading = (source.key or "", source.map or {}, header, source.decimal, source.encoding, only)
    cells = (source.where or {}, source.replace or {}, source.markup)
    return SheetSource(source.file, source.url, source.sheet, *reading, *cells)


def _leads_out(file: str) -> bool:
    """Whether a file, as seen from ``data/GAME``, is outside the folder in which ``data`` is."""
    depth = 2
    for step in file.split("/"):
        depth += {"..": -1, ".": 0, "": 0}.get(step, 1)
        if depth < 0:
            return True
    return file.startswith("/") or "\\" in file or ":" in file
