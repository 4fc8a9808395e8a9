"""The slip behind what YAML's parser stumbles over: it is often on a line above the one where the parser gives up."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from generator.core.textfile import LINE_BREAK, place_after


class Slip(NamedTuple):
    """Where the slip is (line and column count from 1), what is wrong there, what to do about it."""

    line: int
    column: int
    message: str
    hint: str


# Spaces that are none to YAML, where a plain one is needed: before a line's first word, or right after its colon.
ODD_SPACE = re.compile(r"(?:[ -]*|[ -]*[\w-]+:)([^\S \t\r\n])")
_LEAD = r"^( *(?:- +)*)"
_OPENS_QUOTE = re.compile(_LEAD + r"(?:[\w-]+: +)?([\"'])")
_NO_SPACE = re.compile(_LEAD + r"([\w-]+:)(?=[^\s/])")
_NO_SPACE_HERE = re.compile(_LEAD + r"([\w-]+:)(?=[\"'\[{])")
_NO_COLON = re.compile(_LEAD + r"(\w[\w-]*) +[^\s:]")
_NO_COLON_HERE = re.compile(_LEAD + r"(\w[\w-]*) +[\"\[{]")
_KEY_AND_VALUE = re.compile(_LEAD + r"([\w-]+: +)[^\s#|>]")
NEVER_CLOSED = "the quote that opens here is never closed"
_OPENS_VALUE = re.compile(_LEAD + r"(?:[\w-]+: +)?([{\[\"'])")
_CLOSES = {"{": "}", "[": "]", '"': '"', "'": "'"}
QUOTES = "put the whole text in quotes"
_NO_HYPHEN = re.compile(r" *([–—−] ?|-(?=\w))(?=\w)")  # a dash of another sort, or no space after it
_COMMENT = re.compile(r"""(?:[:,\[{]|(?<=[^\s\[{(,:]["'])) *(#\S)""")  # within brackets
# A # right behind a quote or a sign of YAML's, and a ? that begins a member of a bracket.
_TOUCHING = r"""(?<=[^\s\[{(,:]["'])#|(?<=[\[\]{},:])#|(?<=[\[{,])\s*\?(?=[^\s,\]}])"""
UNSEEN = re.compile(rb":[ \t]+#\S|" + _TOUCHING.encode())  # what may not be read as it was meant
_TOUCHES = re.compile(_TOUCHING)
_FAR = 400  # lines that are looked through, upwards


def slip_behind(lines: Sequence[str], at: int, column: int, *, structural: bool) -> Slip | None:
    """What the author of these lines seems to have slipped over; None where nothing shows it.

    Args:
        lines: those of the file.
        at: the line, from 0, at which the parser gave up.
        column: the place in it, from 0.
        structural: whether what is wrong is how lines belong together, which the line above may be to blame for.
    """
    if at >= len(lines):
        return None
    above = next((number for number in range(at - 1, max(at - _FAR, 0) - 1, -1) if _counts(lines[number])), None)
    return (
        odd_space_in(lines, at)
        or _open_quote(lines, at, column)
        or _dash(lines[at], at)
        or _beyond(lines[at], at, column)
        or _without(lines[at], at, _NO_SPACE_HERE, _NO_COLON_HERE)
        or (_between(lines, above, at) if structural and above is not None else None)
    )


def _between(lines: Sequence[str], above: int, at: int) -> Slip | None:
    """A slip in the line above, or in how the two are indented."""
    plain = odd_space_in(lines, above) or _dash(lines[above], above)
    if plain is not None:
        return plain
    if _inside(lines[above]) == _indent(lines[at]) and ": " not in lines[above]:
        slip = _without(lines[above], above, _NO_SPACE, _NO_COLON)
        if slip is not None:
            return slip
    return _hyphen(lines, at) or _indentation(lines, above, at)


def odd_space(line: int, column: int, character: str) -> Slip:
    """A space of another sort, at its place."""
    message = f"a space that is none to YAML (U+{ord(character):04X}) is here"
    return Slip(line, column, message, "type a plain space instead")


def odd_space_in(lines: Sequence[str], at: int) -> Slip | None:
    """A space in a line, from 0, that is none to YAML, if there is one before its value."""
    odd = ODD_SPACE.match(lines[at])
    return odd_space(at + 1, odd.start(1) + 1, odd[1]) if odd else None


def _open_quote(lines: Sequence[str], at: int, column: int) -> Slip | None:
    """A quote that is left open on a line above, so that the next one seems to close it."""
    for number in range(at - 1, max(at - _FAR, 0) - 1, -1):
        opens = _OPENS_QUOTE.match(lines[number])
        if opens is None or opens[2] in lines[number][opens.end() :]:
            continue
        quote = opens[2]
        if quote in lines[at][:column] and not any(quote in line for line in lines[number + 1 : at]):
            return Slip(number + 1, opens.start(2) + 1, NEVER_CLOSED, f"end the text with {quote}")
    return None


def _dash(line: str, at: int) -> Slip | None:
    """A new item whose hyphen is a dash, or has no space after it."""
    match = _NO_HYPHEN.match(line)
    if match is None:
        return None
    message = "a space is missing after this hyphen" if match[1] == "-" else f"{match[1].strip()} is not a hyphen"
    return Slip(at + 1, match.start(1) + 1, message, f"write - {line[match.end() :].strip()}")


def _beyond(line: str, at: int, column: int) -> Slip | None:
    """A text that goes on behind a quote, brace or bracket that closes what it begins with."""
    opens, before = _OPENS_VALUE.match(line), line[:column].rstrip()
    if opens is None or len(before) <= opens.end() or not before.endswith(_CLOSES[opens[2]]):
        return None
    if opens[2] in "{[":
        return Slip(at + 1, opens.start(2) + 1, f"an unquoted text cannot start with {opens[2]}", QUOTES)
    quote = "'" if opens[2] == '"' else '"'
    return Slip(at + 1, column + 1, "the text goes on after its closing quote", f"put {quote} around the whole text")


def comment_in_brackets(line: str, at: int, column: int) -> Slip | None:
    """What begins with # behind a bracket that a line, from 0, opens at a column: YAML takes it for a comment."""
    match = _COMMENT.search(line, column)
    if match is None:
        return None
    message = "YAML takes what begins with # for a comment, and the bracket before it is not closed"
    return Slip(at + 1, match.start(1) + 1, message, "put what begins with # in quotes")


def touching(text: str) -> Iterator[Slip]:
    """Each # and ? of a text that YAML forbids where it stands, and its parser takes for a comment or a key's sign.

    Source: YAML 1.2, 6.6 (a comment is set apart by a space) and 7.3.3 (how a plain text may begin).
    """
    places = [match.end() - 1 for match in _TOUCHES.finditer(text)]
    if not places:
        return
    import yaml

    events: Any = yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    spans = [(part.start_mark.index, part.end_mark.index) for part in events if type(part).__name__ == "ScalarEvent"]

    def is_read(at: int) -> bool:
        before = bisect_right(spans, (at, len(text))) - 1
        return before >= 0 and at < spans[before][1]

    for at in places:
        start = max(text.rfind(sign, 0, at) for sign in "\n\r") + 1
        if is_read(at) or any(text[place] == "#" and not is_read(place) for place in range(start, at)):
            continue
        if text[at] == "?":
            yield Slip(*place_after(text[:at]), "an unquoted text cannot start with ?", QUOTES)
        else:
            message = "YAML takes this # and what follows for a comment"
            yield Slip(*place_after(text[:at]), message, f"{QUOTES}, or write a space before the # of a comment")


def _without(line: str, at: int, space: re.Pattern[str], colon: re.Pattern[str]) -> Slip | None:
    """A key that is not followed by a colon and a space."""
    match = space.match(line)
    if match is not None:
        return Slip(at + 1, match.start(2) + 1, "a space is missing after this colon", f"write {match[2]} value")
    match = colon.match(line)
    if match is None:
        return None
    return Slip(at + 1, match.start(2) + 1, "a colon is missing after this key", f"write {match[2]}: value")


def _hyphen(lines: Sequence[str], at: int) -> Slip | None:
    """The first item of a list, if it has no hyphen and the second has."""
    dash, top = _indent(lines[at]), None
    if not lines[at].lstrip().startswith("- "):
        return None
    for number in range(at - 1, max(at - _FAR, 0) - 1, -1):
        if _counts(lines[number]):
            if _indent(lines[number]) <= dash:
                if _indent(lines[number]) == dash and lines[number].lstrip().startswith("- "):
                    return None  # an item of the list, which has its hyphen
                break
            top = number
    if top is None or _indent(lines[top]) != _inside(lines[at]) or lines[top].lstrip().startswith("- "):
        return None
    return without_hyphen(top + 1, _indent(lines[top]) + 1, lines[top].strip())


def without_hyphen(line: int, column: int, text: str) -> Slip:
    """An item whose hyphen is missing, and its first line."""
    return Slip(line, column, "this looks like a new item without its hyphen", f"write - {text}")


def _indentation(lines: Sequence[str], above: int, at: int) -> Slip | None:
    """Which of two lines is indented unlike the lines around it."""
    upper, lower = _inside(lines[above]), _indent(lines[at])
    levels = {_inside(line) for line in lines[max(above - _FAR, 0) : above] if _counts(line)} | {0}
    valued = _KEY_AND_VALUE.match(lines[above])
    if lower > upper + 1 and valued:
        message = "this key has a value, and the lines below are indented as if they were its own"
        return Slip(above + 1, valued.end(2) + 1, message, "delete the value, or indent the lines below like this one")
    if lines[at].lstrip().startswith("- "):
        return _item_indentation(lines, at)
    if upper == lower or (lower < upper and lower in levels and upper in levels):
        return None
    usual = Counter(_inside(line) for line in lines if _counts(line))
    return _indented(
        *((above, upper, lower) if usual[upper] < usual[lower] else (at, lower, upper)), "the lines around it"
    )


def _item_indentation(lines: Sequence[str], at: int) -> Slip | None:
    """An item of a list that is indented unlike those above it."""
    items = [_indent(line) for line in lines[max(at - _FAR, 0) : at] if line.lstrip().startswith("- ")]
    odd = _indent(lines[at])
    return _indented(at, odd, items[-1], "the items above it") if items and odd not in items else None


def _indented(number: int, odd: int, even: int, others: str) -> Slip:
    message = f"indented by {_spaces(odd)}; {others} by {even}"
    return Slip(number + 1, odd + 1, message, f"{'remove' if odd > even else 'add'} {_spaces(abs(odd - even))}")


def _spaces(number: int) -> str:
    return "1 space" if number == 1 else f"{number} spaces"


def _counts(line: str) -> bool:
    """Whether a line is neither empty nor a comment."""
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _inside(line: str) -> int:
    """Where what is in a line begins: behind its hyphen, if it has one."""
    lead = re.match(r" *(?:- +)*", line)
    return len(lead[0]) if lead else 0


def without_colon(lines: Sequence[str], at: int) -> Slip | None:
    """A key in a line, from 0, that is not followed by a colon and a space."""
    return _without(lines[at], at, _NO_SPACE, _NO_COLON)


TAB, SPACES = "a tab where YAML needs spaces", "indent with spaces"
NO_COLON = "a colon and a space are missing after this key"
COLON = "quote a text that holds a colon and a space"
CONFLICT = re.compile(r"<{7} |>{7} ")  # what git writes round the two versions of some lines


class _Saying(NamedTuple):
    """A message for all that the parser says in words like ``pattern``."""

    pattern: str
    message: str
    hint: str
    at_opening: bool = False  # the mistake is where the parser began, not where it could not go on


# The first that fits. The parser is libyaml; its sayings are in its scanner.c and parser.c.
SAYINGS = (
    _Saying("tab character", TAB, SPACES),
    _Saying("end of stream|document indicator", NEVER_CLOSED, "close it", at_opening=True),
    _Saying("expected ':'", NO_COLON, "write key: value", at_opening=True),
    _Saying("mapping values", "a colon is not expected here", COLON),
    _Saying("',' or '[]}]'", "a comma or the closing bracket is missing", "close the bracket, or quote the text"),
    _Saying("block sequence entries", "a list starts on a line of its own", f"start a new line, or {QUOTES}"),
    _Saying(
        "expected '-'", "this line is not a member of the list above it", "indent as the lines above, or start with -"
    ),
    _Saying(
        "expected key", "this line does not fit those above it", "indent as the lines above, or quote the whole text"
    ),
    _Saying("cannot start|node content", "an unquoted text cannot start with {character}", QUOTES),
    _Saying("mapping keys", "an unquoted text cannot start with ?", QUOTES),
    _Saying("alphabetic or numeric", "an unquoted text cannot start with * or &", QUOTES, at_opening=True),
    _Saying("whitespace or line break", "an unquoted text cannot start with *, & or !", QUOTES, at_opening=True),
    _Saying("tag|'[!>]'", "an unquoted text cannot start with !", QUOTES, at_opening=True),
    _Saying(
        "escape|hexdecimal", "in double quotes \\ starts an escape, and this is none", "write \\\\, or quote with '"
    ),
    _Saying("comment or line break|indentation indicator", "after | or > the text starts on a new line", QUOTES),
    _Saying("document start", "the text is indented less than the lines above it", "indent all of the file alike"),
    _Saying("directive|YAML document", "a line that starts with % is for YAML itself", "delete the line"),
    _Saying("", "this line cannot be read", "look for a colon, quote or bracket that is missing here or a line above"),
)

_STRUCTURAL = "mapping values|block sequence entries|expected '-'|expected key|document start|block end"
_SURE = (TAB, NEVER_CLOSED, "a comma or the closing bracket is missing")  # whose place the parser knows


def explain(error: Any, text: str) -> Slip:
    """What to say to the author of ``text`` about a ``yaml.MarkedYAMLError``."""
    cause = error.problem or ""
    saying = next(saying for saying in SAYINGS if re.search(saying.pattern, cause))
    mark, opening = error.problem_mark or error.context_mark, error.context_mark or error.problem_mark
    lines = LINE_BREAK.split(text)
    conflict = next((at for at, line in enumerate(lines, 1) if CONFLICT.match(line)), None)
    if conflict is not None:
        hint = "keep one of the two versions, and delete the lines that begin with <<<<<<<, ======= and >>>>>>>"
        return Slip(conflict, 1, "a merge left two versions of these lines here", hint)
    structural = re.search(_STRUCTURAL, cause) is not None
    slip = slip_behind(lines, mark.line, mark.column, structural=structural) if saying.message not in _SURE else None
    if slip is None and saying.at_opening:
        slip = odd_space_in(lines, opening.line)
    if slip is None and saying.message == NO_COLON:
        slip = without_colon(lines, opening.line)
    if slip is None and "bracket" in saying.message:
        slip = comment_in_brackets(lines[opening.line], opening.line, opening.column)
    if slip is not None and "\t" not in lines[slip.line - 1][: slip.column]:
        return slip
    message, hint = saying.message, saying.hint
    if saying.at_opening:
        mark = opening
    elif "bracket" in message and opening.line < mark.line:
        mark, message = opening, "the bracket that opens here is not closed"
    if message == NEVER_CLOSED:
        ends = re.search(r"[”“’‘»«]\s*$", lines[opening.line])
        hint = f"end the text with {lines[opening.line][opening.column]}" + (
            ", not with " + ends[0].strip() if ends else ""
        )
    character = text[mark.index : mark.index + 1]
    if not character:
        end = place_after(text.rstrip())
        slip = comment_in_brackets(lines[end[0] - 1], end[0] - 1, 0)
        return slip or Slip(*end, "the file ends where a value is wanted", "write it, or close a bracket")
    if character == "\t":
        message, hint = TAB, SPACES
    return Slip(mark.line + 1, mark.column + 1, message.replace("{character}", character), hint)
