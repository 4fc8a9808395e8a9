"""What YAML's parser says against a file, in an author's words: the place to look at, what is wrong, what to do."""

import re
from typing import Any, NamedTuple

from generator.core.textfile import LINE_BREAK, place_after
from generator.read.yaml_slips import (
    NEVER_CLOSED,
    QUOTES,
    Slip,
    comment_in_brackets,
    odd_space_in,
    slip_behind,
    without_colon,
)

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
