"""What YAML's parser says against a file, in an author's words: the place to look at, what is wrong, what to do."""

import re
from typing import Any, NamedTuple

from generator.core.textfile import LINE_BREAK

# Spaces that are none to YAML, where a plain one is wanted: before a line's first word, or right after its colon.
ODD_SPACE = re.compile(r"(?:[ -]*|[ -]*[\w-]+:)([^\S \t\r\n])")
TAB, SPACES = "a tab where YAML wants spaces", "indent with spaces"
QUOTES = "put the whole text in quotes"
COLON = "quote a text that holds a colon and a space; here or a line above, a colon may want a space after it"


class YamlError(NamedTuple):
    """Where to look (line and column count from 1), what is wrong there, what to do about it."""

    line: int
    column: int
    message: str
    hint: str


class _Saying(NamedTuple):
    """A message for all that the parser says in words like ``pattern``."""

    pattern: str
    message: str  # empty: the parser's own
    hint: str
    at_opening: bool = False  # the mistake is where the parser began, not where it could not go on


# The first that fits. The parser is libyaml; its sayings are in its scanner.c and parser.c.
SAYINGS = (
    _Saying("tab character", TAB, SPACES),
    _Saying(
        "end of stream|document indicator", "the quote that opens here is never closed", "close it", at_opening=True
    ),
    _Saying("expected ':'", "a colon and a space are missing after this key", "write key: value", at_opening=True),
    _Saying("mapping values", "a colon is not expected here", COLON),
    _Saying("',' or '[]}]'", "a comma or the closing bracket is missing", "close the bracket, or quote the text"),
    _Saying("block sequence entries", "a list starts on a line of its own", f"start a new line, or {QUOTES}"),
    _Saying(
        "expected '-'", "this line is no member of the list above it", "indent as the lines above, or start with -"
    ),
    _Saying(
        "expected key", "the mapping does not go on like this", "indent as the lines above, or quote the whole text"
    ),
    _Saying("cannot start|node content", "an unquoted text cannot start with {character}", QUOTES),
    _Saying("mapping keys", "an unquoted text cannot start with ?", QUOTES),
    _Saying("alphabetic or numeric", "an unquoted text cannot start with * or &", QUOTES, at_opening=True),
    _Saying("tag|'[!>]'", "an unquoted text cannot start with !", QUOTES, at_opening=True),
    _Saying(
        "escape|hexdecimal", "in double quotes \\ starts an escape, and this is none", "write \\\\, or quote with '"
    ),
    _Saying("comment or line break|indentation indicator", "after | or > the text starts on a new line", QUOTES),
    _Saying("document start", "the text is indented less than what stands above it", "indent all of the file alike"),
    _Saying("directive|YAML document", "a line that starts with % is for YAML itself", "delete the line"),
    _Saying("", "", ""),
)


def explain(error: Any, text: str) -> YamlError:
    """What to tell the author of ``text`` about a ``yaml.MarkedYAMLError``."""
    said = error.problem or "this is not YAML"
    saying = next(saying for saying in SAYINGS if re.search(saying.pattern, said))
    mark, opening = error.problem_mark or error.context_mark, error.context_mark or error.problem_mark
    message, hint = saying.message or said, saying.hint
    if saying.at_opening:
        mark = opening
    elif "bracket" in message and opening.line < mark.line:
        mark, message = opening, "the bracket that opens here is not closed"
    character = text[mark.index : mark.index + 1]
    if not character:
        *above, last = LINE_BREAK.split(text.rstrip())
        return YamlError(
            len(above) + 1, len(last) + 1, "the file ends where a value is wanted", "write it, or close a bracket"
        )
    if character == "\t":
        message, hint = TAB, SPACES
    line = text[text.rfind("\n", 0, mark.index) + 1 :].partition("\n")[0]
    odd = ODD_SPACE.match(line)
    if odd:
        message = f"a space that is none to YAML (U+{ord(odd[1]):04X}) stands here"
        return YamlError(mark.line + 1, odd.start(1) + 1, message, "type a plain space instead")
    return YamlError(mark.line + 1, mark.column + 1, message.replace("{character}", character), hint)
