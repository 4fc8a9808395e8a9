"""The slip behind what the XML parser stumbles over, in the words of whoever wrote the file."""

import re
from html import unescape
from xml.parsers import expat

DrawingSlip = tuple[int, int, str, str]  # line and column (from 1), what is wrong there, what to do about it

_TAG = re.compile(r"<(/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<]*\"|'[^'<]*'))*)\s*(/?)>")
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
    for tag in _TAG.finditer(blanked):
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
