"""Running text within a Markdown block: ``**bold**``, ``_italic_`` or ``*italic*``, ``\\`` before a sign as such.

Whatever else Markdown knows within a line is refused at its column: printed as it is it would be read as a mistake,
and left out it would be a loss.
"""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from generator.core.problem import Tell
from generator.core.readings import READING

Emphasis = Literal["regular", "bold", "italic"]


class Span(Struct, frozen=True):
    """A run of text in one style, on one line of the file; lines and columns count from 1."""

    text: str
    style: Emphasis
    line: int
    column: int


Spans = tuple[Span, ...]


class LinePart(NamedTuple):
    """A part of a line of the file, and where it begins."""

    text: str
    line: int
    column: int


class _Refusal(NamedTuple):
    pattern: str
    message: str
    hint: str


_READING = re.compile(READING)
# Each pattern looks ahead a bounded way, so that the time is linear in the text.
_ENTITY = r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
_ITSELF = "write \\ before the sign if it is meant as itself"
_REFUSED = (
    _Refusal(r"</?(?:b|i|em|strong)>", "HTML is not read", "write **bold** or *italic* words"),
    _Refusal(r"<(?=[A-Za-z/!?])", "HTML is not read", _ITSELF),
    _Refusal(_ENTITY, "an HTML character reference", "write the character itself"),
    _Refusal(r"`", "code is not read", _ITSELF),
    _Refusal(
        r"!\[[^\[\]]{0,300}\]\(",
        "a picture within a line is not read",
        "put it into a separate paragraph; small ones are icons of style.yaml",
    ),
    _Refusal(r"\[[^\[\]]{0,300}\]\(", "a link is not read", "write the words alone: paper has no links"),
    _Refusal(r"\[\^", "a footnote is not read", "write it where it belongs"),
    _Refusal(r"\t", "a tab is not read", "type spaces in its place"),
    _Refusal(r"~~", "struck-out text is not read", "delete it"),
    _Refusal(r"(?<!\w)__+(?=[^\W_])", "underscores don't make words bold", "write **bold** or _italic_; \\_ for it"),
    _Refusal(r"\\$|(?<! ) {2,}$", "a line break within a paragraph is not read", "start a new paragraph or a list"),
)  # fmt: skip
# A mark is at the edge of words, with what opens a sentence or a quotation between: ``_¿Quién?_``, ``_«so»_``.
_OPENS = r"(?=[^\w\s*)\]}.,;:!?»”]{0,3}[^\W_])"
_BEFORE_WORDS = re.compile(_OPENS)
_TOKEN = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])|(?P<stars>\*+)|(?P<line>(?<!\w)_"
    + _OPENS
    + r"|(?<=[^\s_])_(?!\w))|"
    + "|".join(f"(?P<refused{number}>{refusal.pattern})" for number, refusal in enumerate(_REFUSED))
)
_STYLES: dict[str, Emphasis] = {"*": "italic", "_": "italic", "**": "bold"}


def read_spans(pieces: Sequence[LinePart], report: Tell) -> Spans:
    """The spans of a block's lines, which are joined by spaces. What is wrong is reported."""
    reader = _Reader(report)
    for number, piece in enumerate(pieces):
        if number:
            reader.join()
        reader.read(piece)
    reader.close()
    return tuple(reader.spans)


def plain(spans: Spans) -> str:
    """The words without their styles and readings."""
    text = "".join(span.text for span in spans)
    return re.sub(" +", " ", _READING.sub(r"\g<base>", text) if "|" in text else text).strip(" ")


class _Reader:
    def __init__(self, report: Tell) -> None:
        self.report = report
        self.spans: list[Span] = []
        self.style: Emphasis = "regular"
        self.opened = (0, 0, "")  # where the style began, and with which sign

    def join(self) -> None:
        """End a line: what follows is set apart by a space."""
        if self.spans:
            last = self.spans.pop()
            self.spans.append(Span(last.text + " ", last.style, last.line, last.column))

    def read(self, piece: LinePart) -> None:
        """Read one line."""
        text, at = piece.text, 0
        for match in _TOKEN.finditer(text):
            self._add(piece, at, match.start())
            at = match.end()
            place = piece.line, piece.column + match.start()
            if match["escaped"]:
                self._add(piece, match.start("escaped"), at)
            elif match["line"] and not _BEFORE_WORDS.match(text, at) and self.opened[2] != "_":
                self._add(piece, match.start(), at)  # it closes nothing, and stands for itself
            elif match["line"]:
                self._stress("_", text[max(match.start() - 1, 0) : match.start()], text[at : at + 1], place)
            elif match["stars"]:
                self._stress(match["stars"], text[max(match.start() - 1, 0) : match.start()], text[at : at + 1], place)
            else:
                refusal = next(_REFUSED[n] for n in range(len(_REFUSED)) if match[f"refused{n}"] is not None)
                self.report(*place, refusal.message, refusal.hint)
        self._add(piece, at, len(text))

    def close(self) -> None:
        """End the block."""
        if self.style != "regular":
            line, column, stars = self.opened
            self.report(line, column, f"{stars} opens here and is never closed", f"write {stars} behind the last word")

    def _add(self, piece: LinePart, start: int, end: int) -> None:
        if start < end:
            self.spans.append(Span(piece.text[start:end], self.style, piece.line, piece.column + start))

    def _stress(self, stars: str, before: str, after: str, place: tuple[int, int]) -> None:
        opens, closes = bool(after.strip()), bool(before.strip())
        if not opens and not closes:  # a star by itself
            self.spans.append(Span(stars, self.style, *place))
        elif stars not in _STYLES:
            self.report(*place, "bold and italic at once is not read", "use one of the two; \\* for the sign")
        elif self.style != "regular" and self.opened[2] == stars and closes:
            self.style, self.opened = "regular", (0, 0, "")
        elif self.style == "regular" and opens:
            self.style, self.opened = _STYLES[stars], (*place, stars)
        elif self.style == "regular":
            self.report(*place, f"{stars} closes nothing here", "write \\* if the sign is meant as itself")
        else:
            self.report(*place, f"{stars} inside {self.style} text is not read", "close the one before the other")
