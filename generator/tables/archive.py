"""A workbook's archive and the XML in it.

It may come from anyone: what is unpacked has limits, and its XML nothing in it that could grow: no document type, no
entity, nothing from outside.
"""

import posixpath
import zlib
from collections.abc import Collection, Iterator
from functools import lru_cache
from io import BytesIO
from urllib.parse import unquote
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile

from msgspec import Struct

from generator.tables.cells import refuse

MAX_PART = 48 * 1024**2  # bytes of XML, unpacked
MAX_FILES = 10_000
MAX_TAGS = 1_000_000
MAX_DEPTH = 100
MAX_INSIDE = 100_000  # tags of one row
MAX_TAG = 1024**2  # bytes; expat rereads an unfinished one with every chunk
CHUNK = 64 * 1024
SEPARATOR = "\x1f"
UNREADABLE = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)


class XmlPart(Struct):
    """An element of XML; names are without their namespaces."""

    tag: str
    attributes: dict[str, str]
    parts: "list[XmlPart | str]" = []  # elements and texts in it, where it comes whole

    def get(self, name: str, usual: str = "") -> str:
        """An attribute."""
        return self.attributes.get(name, usual)

    def inner(self) -> "list[XmlPart]":
        """The elements right in it."""
        return [part for part in self.parts if not isinstance(part, str)]


class Relationship(Struct, frozen=True):
    """A related part: its id, the last word of its type such as ``worksheet``, and its name from the root."""

    id: str
    sort: str
    target: str


class Archive(Struct, frozen=True):
    """A workbook's zip archive."""

    file: str  # as named in messages
    zip: ZipFile
    names: dict[str, str]  # names of its files by `_part_key`

    def has(self, name: str) -> bool:
        """Whether it has a file of this name."""
        return _part_key(name) in self.names

    def relationships(self, source: str = "") -> "list[Relationship]":
        """The parts that a part, or the whole package, names as related to it (ECMA-376, part 2, 6.5)."""
        folder, _, name = source.rpartition("/")
        rels = posixpath.join(folder, "_rels", f"{name}.rels")
        return [
            Relationship(
                part.get("Id"),
                part.get("Type").rpartition("/")[2],
                posixpath.normpath(posixpath.join("/", folder, part.get("Target").replace("\\", "/"))).lstrip("/"),
            )
            for part in (self.elements(rels) if self.has(rels) else ())
            if part.tag == "Relationship" and part.get("TargetMode") != "External"
        ]

    def elements(self, name: str, *whole: str) -> Iterator[XmlPart]:
        """What is in an XML file, in its order.

        Args:
            name: the file.
            whole: the elements that come with all that is in them; every other comes as its tag alone.

        Raises:
            Faulty: it is not there, larger than any game's, or no XML.
        """
        if not self.has(name):
            refuse(self.file, f"the workbook has no {name[:80]}", "save it again in a spreadsheet program")
        parts: list[XmlPart] = []
        parser = _parser(self.file, parts, whole)
        size = 0
        try:
            with self.zip.open(self.names[_part_key(name)]) as part:
                while chunk := part.read(CHUNK):
                    size += len(chunk)
                    if size > MAX_PART:
                        message = f"the sheet takes more than {MAX_PART // 1024**2} MiB"
                        refuse(self.file, message, "split it", "too-costly")
                    parser.Parse(chunk, False)  # noqa: FBT003 - expat knows no keyword for it
                    if size - parser.CurrentByteIndex > MAX_TAG:
                        refuse(self.file, "the workbook has a tag that does not end", "save it again", "too-costly")
                    yield from parts
                    parts.clear()
                parser.Parse(b"", True)  # noqa: FBT003
                yield from parts
        except expat.ExpatError as error:
            what = expat.ErrorString(error.code)
            refuse(self.file, f"{name} in it is not XML: {what}", "if it is protected with a password, save it without")
        except UNREADABLE:
            refuse(self.file, f"{name} in it cannot be unpacked", "if it is protected with a password, save it without")


def open_archive(data: bytes, file: str) -> Archive:
    """The archive in a file's bytes.

    Raises:
        Faulty: it is none.
    """
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        refuse(file, "the workbook is protected with a password, or an old .xls", "save it as .xlsx without a password")
    try:
        zipped = ZipFile(BytesIO(data))
    except UNREADABLE:
        refuse(file, "this is not a workbook, or only a part of one", "save it again, or as CSV")
    if len(zipped.namelist()) > MAX_FILES:
        refuse(file, f"the workbook holds more than {MAX_FILES:,} files", "save it again", "too-costly")
    return Archive(file, zipped, {_part_key(name): name for name in zipped.NameToInfo})


def _part_key(name: str) -> str:
    """A part's name as names are compared: capitals make no difference (ECMA-376, part 2, 6.2.2.3)."""
    return unquote(name).replace("\\", "/").lstrip("/").lower()


@lru_cache(maxsize=1_000)
def _bare(name: str) -> str:
    """A name without its namespace."""
    return name.rpartition(SEPARATOR)[2]


def _parser(file: str, parts: list[XmlPart], whole: Collection[str]) -> expat.XMLParserType:
    """A reader of XML that puts into ``parts`` what `Archive.elements` gives."""
    parser = expat.ParserCreate(namespace_separator=SEPARATOR)
    parser.buffer_text = True
    tags = depth = first = 0
    opened: list[XmlPart] = []  # a whole one, which is the first-th of all tags, and those in it that go on

    def begin(name: str, attributes: dict[str, str]) -> None:
        nonlocal tags, depth, first
        tags, depth = tags + 1, depth + 1
        if depth > MAX_DEPTH or tags > MAX_TAGS or (opened and tags - first > MAX_INSIDE):
            refuse(file, "the workbook is larger or deeper than any game's", "split it", "too-costly")
        bare = {_bare(key): value for key, value in attributes.items()} if attributes else attributes
        part = XmlPart(_bare(name), bare)
        if opened:
            opened[-1].parts.append(part)
            opened.append(part)
        elif part.tag in whole:
            first = tags
            opened.append(part)
        else:
            parts.append(part)

    def finish(_name: str) -> None:
        nonlocal depth
        depth -= 1
        if opened:
            part = opened.pop()
            if not opened:
                parts.append(part)

    def text(words: str) -> None:
        if opened:
            opened[-1].parts.append(words)

    def doctype(*_: object) -> None:
        refuse(file, "the workbook's XML has a document type, which no spreadsheet program writes", "save it again")

    parser.StartElementHandler, parser.EndElementHandler = begin, finish
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = text, doctype
    return parser


def whole(text: str) -> int:
    """A whole number; 0 where there is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
