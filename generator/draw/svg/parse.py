"""SVG text to a tree of elements that know where they are.

The XML reader is expat itself: no document type but words by name, no processing instruction, nothing from outside, and
limits on size, depth and count, because people share drawings. Elements and attributes of other vocabularies
(Inkscape's, RDF's) are left out of the tree; what the remaining ones mean is for ``shapes``, ``style`` and ``drawing``.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import Any
from xml.parsers import expat

from msgspec import Struct

from generator.core.problem import Problem
from generator.core.textfile import read_text_file

SVG_NAMESPACE = "http://www.w3.org/2000/svg"
XLINK_NAMESPACE = "http://www.w3.org/1999/xlink"
LABEL, SPACES, TEXT = "inkscape:label", "xml:space", "#text"  # kept of other vocabularies; and words as an element
_KEPT = {
    "http://www.inkscape.org/namespaces/inkscape\x1flabel": LABEL,
    "http://www.w3.org/XML/1998/namespace\x1fspace": SPACES,
}

MAX_BYTES = 8 * 1024 * 1024
MAX_WITH_PIXELS = 48 * 1024 * 1024  # pictures in it count for themselves
MAX_DEPTH = 60
MAX_ELEMENTS = 100_000

# Between a name and its namespace in what expat reports: no XML text can hold this character.
_SEPARATOR = "\x1f"
_ATTRIBUTE = re.compile(rb"\s+([^\s=>/]+)\s*=\s*(?:\"[^\"]*\"|'[^']*')")
_TAG = re.compile(rb"<[^\s/>]+")
_PIXELS = re.compile(rb"data:image/[^\"'<>]*")
_LINE_BREAK = re.compile(rb"\r\n?|\n")


class Element(Struct, eq=False):  # not frozen: their text comes last
    """One SVG element: its name and attributes without namespace, and where its tag starts (from 1).

    ``href`` stands for ``xlink:href`` too. ``text`` is the character data directly inside, its pieces joined.
    """

    tag: str
    attributes: dict[str, str]
    children: "list[Element]"
    line: int
    column: int
    text: str = ""
    source: bytes = b""  # the whole file, and where in it the tag starts
    offset: int = 0
    outline: tuple[tuple[Any, ...], ...] | None = None  # that of a path, once it is read: uses draw it again and again

    def where(self, attribute: str) -> tuple[int, int]:
        """Line and column (from 1) at which ``attribute`` is written; those of the tag if it is not found."""
        return _places(self.source, self.offset, self.line, self.column).get(attribute, (self.line, self.column))

    def walk(self) -> "Iterator[Element]":
        """This element and all below it, in the order of the file."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


def read_svg_text(path: Path, file: str) -> tuple[str | None, list[Problem]]:
    """The text of a file that is to be parsed, or None and why it cannot be had; ``file`` names it in problems."""
    return read_text_file(path, file, MAX_WITH_PIXELS, "template-syntax", hint="simplify it")


def parse_svg(text: str, file: str, *, lenient: bool = False) -> Element | Problem:
    """The root ``svg`` element of ``text``, or the first thing wrong with it as XML.

    ``file`` is the name used in the problem, whose rule is ``template-syntax``; ``lenient``: an ``<svg>`` without
    ``xmlns`` is read too.
    """
    # A lone surrogate is not a character of XML: expat says so once it is let through.
    data = text.encode("utf-8", "surrogatepass")
    if len(data) > MAX_BYTES and len(_PIXELS.sub(b"", data)) > MAX_BYTES:
        return _problem(file, 1, 1, f"the file has {len(data):,} bytes; the most read is {MAX_BYTES:,}", "simplify it")
    builder = _Builder(data, lenient=lenient)
    try:
        builder.parser.Parse(data, True)  # noqa: FBT003 - expat knows no keyword for it
    except expat.ExpatError as error:
        return _problem(file, *unread(data, error))
    except _RefusedError as refused:
        return _problem(file, refused.line, refused.column, refused.message, refused.hint)
    assert builder.root is not None
    return builder.root


@lru_cache(maxsize=4)  # whoever asks for one place of a tag with many mistakes asks for the next
def _places(source: bytes, offset: int, line: int, column: int) -> dict[str, tuple[int, int]]:
    """Where each attribute of the tag at ``offset`` is written."""
    places: dict[str, tuple[int, int]] = {}
    tag = _TAG.match(source, offset)
    match = _ATTRIBUTE.match(source, tag.end()) if tag else None
    while match:
        line, column = _place(source[offset : match.start(1)], line, column)
        offset = match.start(1)
        places.setdefault(match[1].decode("utf-8", "replace").removeprefix("xlink:"), (line, column))
        match = _ATTRIBUTE.match(source, match.end())
    return places


def _place(text: bytes, line: int = 1, column: int = 1) -> tuple[int, int]:
    """Line and column at which ``text`` ends, where it starts at those given."""
    breaks = list(_LINE_BREAK.finditer(text))
    if not breaks:
        return line, column + len(text.decode("utf-8", "replace"))
    return line + len(breaks), 1 + len(text[breaks[-1].end() :].decode("utf-8", "replace"))


def _problem(file: str, line: int, column: int, message: str, hint: str) -> Problem:
    return Problem(file, line, column, "error", "template-syntax", message, hint)


_LONGEST_ENTITY = 100  # characters


class _RefusedError(Exception):
    """Raised inside expat's callbacks to stop reading; never leaves this module."""

    def __init__(self, place: tuple[int, int], message: str, hint: str) -> None:
        self.line, self.column = place
        self.message = message
        self.hint = hint


class _Builder:
    """Collects the tree from expat's callbacks."""

    def __init__(self, data: bytes, *, lenient: bool) -> None:
        self.data = data
        self.namespaces = (SVG_NAMESPACE, "") if lenient else (SVG_NAMESPACE,)
        self.prefixed = b"xmlns:" in data or b"xml:" in data  # else no attribute has a namespace
        self.root: Element | None = None
        self.open: list[Element] = []  # those whose end tag is still to come
        self.texts: dict[Element, list[str]] = {}
        self.lettering = 0  # how many elements are open whose words are kept in their order
        self.foreign = 0  # how many elements of other vocabularies are open, one inside the other
        self.count = 0
        parser = expat.ParserCreate("utf-8", _SEPARATOR)
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.characters
        parser.EntityDeclHandler = self.entity
        parser.ElementDeclHandler = parser.AttlistDeclHandler = parser.NotationDeclHandler = self.declared
        parser.SkippedEntityHandler = self.skipped
        parser.ProcessingInstructionHandler = self.instruction
        self.parser = parser

    def refused(self, message: str, hint: str) -> _RefusedError:
        return _RefusedError((self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1), message, hint)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        namespace, _, tag = name.rpartition(_SEPARATOR)
        if self.root is None and (namespace not in self.namespaces or tag != "svg"):
            hint = f'write <svg xmlns="{SVG_NAMESPACE}" …>' if tag == "svg" else "save the drawing as SVG"
            what = f'<svg> without xmlns="{SVG_NAMESPACE}"' if tag == "svg" else f"<{tag}>, not <svg>"
            raise self.refused(f"the outermost element is {what}", hint)
        if self.root is None:
            self.namespaces = (namespace,)
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise self.refused(f"there are more than {MAX_ELEMENTS:,} elements", "simplify the drawing")
        if len(self.open) + self.foreign >= MAX_DEPTH:
            raise self.refused(f"elements lie more than {MAX_DEPTH} deep in one another", "ungroup some")
        if self.foreign or namespace not in self.namespaces:
            self.foreign += 1
            return
        parser = self.parser
        line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        plain = _plain_attributes(attributes) if self.prefixed else attributes
        element = Element(tag, plain, [], line, column, "", self.data, parser.CurrentByteIndex)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)
        self.lettering += tag in ("text", "flowRoot")

    def end(self, _name: str) -> None:
        if self.foreign:
            self.foreign -= 1
            return
        element = self.open.pop()
        self.lettering -= element.tag in ("text", "flowRoot")
        if element in self.texts:
            element.text = "".join(self.texts.pop(element))

    def characters(self, text: str) -> None:
        if self.foreign or not self.open:
            return
        if self.lettering:
            line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
            self.open[-1].children.append(Element(TEXT, {}, [], line, column, text))
        else:
            self.texts.setdefault(self.open[-1], []).append(text)

    def entity(self, _name: str, is_parameter: object, value: str | None, *_more: object) -> None:
        # Illustrator names its namespaces so: plain words, which cannot grow.
        if is_parameter or value is None or len(value) > _LONGEST_ENTITY or set(value) & {"&", "%", "<"}:
            self.declared()

    def declared(self, *_declared: object) -> None:
        # expat calls at its end, but the author looks for its start.
        start = self.data.rfind(b"<!DOCTYPE", 0, self.parser.CurrentByteIndex + 1)
        raise _RefusedError(
            _place(self.data[:start]), "a document type that declares something is not read", "delete the <!DOCTYPE …>"
        )

    def skipped(self, name: str, _is_parameter: object) -> None:
        raise self.refused(f"&{name}; is not declared", "write the character itself")

    def instruction(self, target: str, _data: str) -> None:
        raise self.refused(f"the processing instruction <?{target} …?> is not read", "delete it")


def _plain_attributes(attributes: dict[str, str]) -> dict[str, str]:
    """Attributes without a namespace, and ``xlink:href`` as ``href`` unless that is there too."""
    if _SEPARATOR not in "".join(attributes):
        return attributes
    plain = {
        _KEPT.get(name, name): value for name, value in attributes.items() if _SEPARATOR not in name or name in _KEPT
    }
    linked = attributes.get(f"{XLINK_NAMESPACE}{_SEPARATOR}href")
    if linked is not None:
        plain.setdefault("href", linked)
    return plain


DrawingSlip = tuple[int, int, str, str]  # line and column (from 1), what is wrong there, what to do about it

_OPENING = re.compile(r"<(/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<]*\"|'[^'<]*'))*)\s*(/?)>")
_BEGUN = re.compile(r"<[A-Za-z_][\w:.-]*")
_WHOLE = re.compile(r"\s+[\w:.-]+\s*=\s*(?:\"[^\"<]*\"|'[^'<]*')")
_SKIPPED = re.compile(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<![^>]*>", re.S)
_OPEN_QUOTE = re.compile(r"\s+([\w:.-]+)\s*=\s*([\"'])")
_BARE = re.compile(r"\s+([\w:.-]+)\s*=\s*(?=[^\s\"'])")
_ALONE = re.compile(r"\s+([A-Za-z][\w:.-]*)\s*(?=[/>]|\s[A-Za-z])")
_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\w+);)")
_HTML = re.compile(r"&\w+;")
_FAR = 4_000  # characters that a tag may take


_OTHERS = (  # what expat says, what is reported in its place, and what to do
    ("duplicate", "an attribute is in this tag twice", "delete one of the two"),
    ("junk after", "something follows the end of the drawing", "delete it, or move it before </svg>"),
    ("unbound prefix", "a name here has a prefix that is not declared", "delete it, or declare the prefix in <svg …>"),
    ("declaration", "<?xml …?> is allowed at the very beginning of a file only", "delete what is before it"),
)


def unread(data: bytes, error: expat.ExpatError) -> DrawingSlip:
    """What to say to the author of a file that expat gives up on."""
    text = data.decode("utf-8", "replace")
    at = len(data[: _offset(data, error)].decode("utf-8", "replace"))
    reason = expat.ErrorString(error.code)
    if not text.strip():
        return (1, 1, "the file is empty", "draw it, or write an <svg> with its width, height and viewBox")
    slip = _in_comment(text, at) or _in_tag(text, at)
    if slip is not None:
        return slip
    for words, message, hint in _OTHERS:
        if words in reason:
            return _slip(text, at, message, hint)
    if "mismatched" in reason or "no element" in reason or "unclosed" in reason:
        return _left_open(text, at) or _slip(text, at, "a tag is not closed", "write /> at its end, or </name>")
    ampersand = text.rfind("&", max(0, at - 1), at + 1)
    if "entity" in reason:
        ampersand = next((match.start() for match in _ENTITY.finditer(text, max(0, at - 40))), -1)
    named = _HTML.match(text, ampersand) if ampersand >= 0 else None
    plain = unescape(named[0]) if named else ""
    if named and plain != named[0]:
        message = f"{named[0]} is a sign of HTML, which SVG does not have"
        hint = f"write {plain} itself" if plain.isprintable() else f"write &#{ord(plain[0])};"
        return _slip(text, ampersand, message, hint)
    if ampersand >= 0:
        return _slip(text, ampersand, "a lone & is not allowed in SVG", "write &amp; for the character itself")
    if "<" in text[max(0, at - 1) : at + 1]:
        return _slip(text, at, "a lone < is the beginning of a tag", "write &lt; for the character itself")
    hint = "look for a quote, < or > that is missing here or a line above"
    return _slip(text, at, "this cannot be read as SVG", hint)


def _offset(data: bytes, error: expat.ExpatError) -> int:
    """Where in the bytes expat gave up."""
    lines = re.split(rb"(?<=\n)|(?<=\r)(?!\n)", data)
    return sum(map(len, lines[: error.lineno - 1])) + error.offset


def _in_comment(text: str, at: int) -> DrawingSlip | None:
    start = text.rfind("<!--", 0, at + 1)
    if start < 0 or 0 <= text.find("-->", start, at) < at:
        return None
    if text.find("-->", start) < 0:
        return _slip(text, start, "the comment that opens here is never closed", "write --> at its end")
    return _slip(text, at, "-- is not allowed within a comment", "write a single hyphen")


def _in_tag(text: str, at: int) -> DrawingSlip | None:
    """The tag within which the parser stumbles, if it is not closed, or a value in it is not quoted as it should be."""
    begun = [match for match in _BEGUN.finditer(text, max(0, at - _FAR), at) if match.start() < at]
    if not begun:
        return None
    end = last = begun[-1].end()
    while (match := _WHOLE.match(text, end)) is not None and match.end() <= at:
        last, end = end, match.end()
    if ">" in re.split("[\"']", text[end:at])[0]:
        return None
    for place in (end, last):  # a quote left open ends at the next one, in front of another name
        opens = _OPEN_QUOTE.match(text, place)
        if opens is None:
            continue
        value, closed, _ = text[opens.end() :].partition(opens[2])
        beyond = "\n" in value or ">" in value.partition("<")[0] or re.search(r"\s[\w:.-]+=$", value)
        if not closed or (beyond and (place == last or opens.end() <= at)):
            message = f"the quote that opens here, in {opens[1]}, is never closed"
            return _slip(text, opens.start(2), message, f"end it with {opens[2]}")
        if "<" in value and place == end:
            lone = opens.end() + value.index("<")
            return _slip(text, lone, "a < within a value", "write &lt; for the character itself")
    bare = _BARE.match(text, end)
    if bare is not None:
        return _slip(text, bare.start(1), f"the value of {bare[1]} needs quotes", f'write {bare[1]}="…"')
    alone = _ALONE.match(text, end)
    if alone is not None:
        return _slip(text, alone.start(1), f"{alone[1]} has no value", f'write {alone[1]}="…"')
    if text[end : at + 1].strip() == "<":
        return _slip(text, begun[-1].start(), "this tag is not closed", "write /> or > at its end")
    return None


def _left_open(text: str, at: int) -> DrawingSlip | None:
    """The innermost tag that is still open where another one is closed, or the file ends."""
    waiting: list[tuple[str, int]] = []
    blanked = _SKIPPED.sub(lambda match: " " * len(match[0]), text)
    for tag in _OPENING.finditer(blanked):
        closes, name, _, alone = tag.groups()
        if not closes and not alone:
            waiting.append((name, tag.start()))
        elif closes and waiting and waiting[-1][0] == name:
            waiting.pop()
        elif closes:
            if any(name == opened for opened, _ in waiting):
                break
            return _slip(text, tag.start(), f"</{name}> closes nothing: no <{name}> is open", "delete it")
    if not waiting:
        return None
    name, start = waiting[-1]
    hint = f"write </{name}> at its end" if at > start else f"write </{name}>"
    return _slip(text, start, f"<{name}> is opened here and never closed", hint)


def _slip(text: str, at: int, message: str, hint: str) -> DrawingSlip:
    """What is wrong at a place in a text."""
    return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1, message, hint
