"""The blocks of a Markdown text as values. Lines and columns count from 1."""

import re
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple
from unicodedata import category, east_asian_width

from msgspec import Struct
from msgspec.structs import replace

from generator.core.problem import Tell
from generator.core.readings import READING, between

_RUN = re.compile(r"\\[!-/:-@\[-`{-~]|(\*+|_+)")


class Pair(NamedTuple):
    """Two marks that belong together, by where they begin in a text, and how long each is: 1 or 2."""

    opens: int
    closes: int
    length: int


def misread(text: str, pairs: Collection[Pair]) -> int | None:
    """Where CommonMark takes a block's text otherwise than as these pairs, which lie in no others; None if nowhere."""
    ends = {at: pair for pair in pairs for at in pair[:2]}
    around, start = "", 0  # the sign of the pair that is open, and where it is
    alone: dict[str, int] = {}  # where a mark outside of pairs may open one that another closes
    for match in _RUN.finditer(text):
        at, sign, pair = match.start(), match[0][0], ends.get(match.start())
        opens, closes = _sides(text, match) if match[1] else (False, False)
        is_end = pair is not None and at == pair.closes
        if closes and sign in alone and not is_end:
            return alone[sign]
        if pair is not None:
            if len(match[0]) != pair.length or not (closes if is_end else opens):
                return pair.opens
            around, start = "" if is_end else sign, at
        elif around == sign and (opens or closes):
            return start
        elif opens:
            alone[sign] = at
    return None


def _sides(text: str, run: re.Match[str]) -> tuple[bool, bool]:
    """Whether a run of marks may open words, and close them."""
    before, after = text[run.start() - 1 : run.start()] or " ", text[run.end() : run.end() + 1] or " "
    left = not after.isspace() and (not _parts(after) or before.isspace() or _parts(before, wide=True))
    right = not before.isspace() and (not _parts(before) or after.isspace() or _parts(after, wide=True))
    if run[0][0] == "*":
        return left, right
    return left and (not right or _parts(before)), right and (not left or _parts(after))


def _parts(character: str, *, wide: bool = False) -> bool:
    """Whether a character parts words: punctuation does; ``wide`` letters do, as Chinese has no spaces."""
    return category(character)[0] in "PS" or (wide and east_asian_width(character) in "WF")


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
    _Refusal(r"`+", "` opens here and is not closed on its line", f"write ` behind the last word, or {_ITSELF}"),
    _Refusal(
        r"!\[[^\[\]]{0,300}\]\(",
        "a picture within a line is not read",
        "put it into a separate paragraph; small ones are icons of style.yaml",
    ),
    _Refusal(r"\[\^", "a footnote is not read", "write it where it belongs"),
    _Refusal(r"\](?=\()", "a link of this form is not read", "write the words alone: paper has no links"),
    _Refusal(r"\t", "a tab is not read", "type spaces in its place"),
    _Refusal(r"\\$", "a backslash at the end breaks no line here", "delete it, or the spaces behind it"),
    _Refusal(r"~~", "struck-out text is not read", "delete it"),
    _Refusal(r"(?<!\w)__+(?=[^\W_])", "underscores don't make words bold", "write **bold** or _italic_; \\_ for it"),
)  # fmt: skip
# A mark is at the edge of words, with what opens a sentence or a quotation between: ``_¿Quién?_``, ``_«so»_``.
_OPENS = r"(?=[^\w\s*)\]}.,;:!?»”]{0,3}[^\W_])"
_BEFORE_WORDS = re.compile(_OPENS)
# Code stands as it is written. Of a link the words are printed; what is in brackets behind them is where it leads.
_CODE = r"(?P<ticks>(?<!`)`+(?!`))(?P<code>(?:(?!\\\|).){1,2000}?)(?<!`)(?P=ticks)(?!`)"
_ADDRESS = r"""\]\( ?(?:[^\s()<>\\]|\([^\s()<>\\]{0,200}\)){0,500}(?: +(?:"[^"\\]{0,200}"|'[^'\\]{0,200}'))? ?\)"""
_WORDS = r"(?:[^\[\]`\\]|\\.|`[^`\[\]\\]{1,300}`){1,300}"
_TOKEN = re.compile(
    rf"\\(?P<escaped>[!-/:-@\[-`{{-~])|{_CODE}|(?P<link>\[(?!\^)(?={_WORDS}{_ADDRESS}))|(?P<address>{_ADDRESS})"
    r"|(?P<stars>\*+)|(?P<line>(?<!\w)_"
    + _OPENS
    + r"|(?<=[^\s_])_(?!\w))|"
    + "|".join(f"(?P<refused{number}>{refusal.pattern})" for number, refusal in enumerate(_REFUSED))
)
_LINE_END = re.compile(r"(?:\\+| +)$")
BREAK = "\n"  # between two spans: a new line begins
_STYLES: dict[str, Emphasis] = {"*": "italic", "_": "italic", "**": "bold"}


def read_spans(pieces: Sequence[LinePart], report: Tell) -> Spans:
    """The spans of a block's lines, which are joined by spaces, or by ``\\n`` where a line ends with two spaces or a
    backslash. What is wrong is reported."""
    reader = _Reader(report)
    for number, piece in enumerate(pieces):
        if number:
            reader.join(pieces[number - 1], piece)
        reader.read(piece, last=number == len(pieces) - 1)
    reader.close()
    if not reader.refused:
        _compare(pieces, reader, report)
    return tuple(reader.spans)


def _compare(pieces: Sequence[LinePart], reader: "_Reader", report: Tell) -> None:
    """Report the first mark that other readers of Markdown take otherwise; none is in code or an address."""
    text = "\n".join([piece.text for piece in pieces])
    for start, end in reader.literal:
        text = text[:start] + "x" * (end - start) + text[end:]
    at = misread(text, reader.pairs)
    if at is not None:
        number = 0
        while at > len(pieces[number].text):
            at -= len(pieces[number].text) + 1
            number += 1
        message = "this mark is read otherwise by other readers of Markdown"
        report(pieces[number].line, pieces[number].column + at, message, f"set it at the edge of a word, or {_ITSELF}")


def words_of_line(text: str) -> str:
    """A line without the signs of a line break at its end: two spaces, or a backslash."""
    end = _LINE_END.search(text)
    broken = end is not None and (len(end[0]) > 1 if end[0][0] == " " else len(end[0]) % 2 == 1)
    return text[: -len(end[0]) if end[0][0] == " " else -1] if end is not None and broken else text


def plain(spans: Spans) -> str:
    """The words without their styles and readings."""
    text = "".join(span.text for span in spans)
    return re.sub("[ \n]+", " ", _READING.sub(r"\g<base>", text) if "|" in text else text).strip(" ")


class _Reader:
    def __init__(self, report: Tell) -> None:
        self._report = report
        self.refused = False
        self.spans: list[Span] = []
        self.pairs: set[Pair] = set()
        self.literal: list[tuple[int, int]] = []  # where what looks like marks is none, in the whole text
        self.linked: tuple[str, int] | None = None  # the style where a link begins, and the mark that began it
        self.start = 0  # of the line in the whole text
        self.style: Emphasis = "regular"
        self.opened = (0, 0, "")  # where the style began, and with which sign
        self.at = self.opened_at = 0  # a mark, and the one that began the style, in the whole text

    def report(self, line: int, column: int, message: str, hint: str) -> None:
        """Note what is wrong."""
        self.refused = True
        self._report(line, column, message, hint)

    def join(self, piece: LinePart, below: LinePart) -> None:
        """End a line: what follows is set apart by a space, by a line break, or by nothing."""
        apart = between(piece.text, below.text)
        broken = words_of_line(piece.text) != piece.text or apart == BREAK
        if self.spans:
            last = self.spans.pop()
            words = last.text.rstrip(" ") + ("" if broken else apart)
            self.spans += [Span(words, last.style, last.line, last.column)] if words else []
        if broken:
            self.spans.append(Span(BREAK, self.style, piece.line, piece.column))

    def read(self, piece: LinePart, *, last: bool) -> None:
        """Read one line; that of the ``last`` one's end means itself."""
        text, at = (piece.text if last else words_of_line(piece.text)), 0
        for match in _TOKEN.finditer(text):
            self._add(piece, at, match.start())
            at = match.end()
            place = piece.line, piece.column + match.start()
            if match["escaped"]:
                self._add(piece, match.start("escaped"), at)
            elif match["ticks"]:
                self._code(piece, *match.span("code"))
            elif match["link"]:
                self.linked = self._open
            elif match["address"]:
                self._end_link(match, place)
            elif match["line"] and not _BEFORE_WORDS.match(text, at) and self.opened[2] != "_":
                self._add(piece, match.start(), at)  # it closes nothing, and stands for itself
            elif sign := match["line"] or match["stars"]:
                self.at = self.start + match.start()
                self._stress(sign, text[max(match.start() - 1, 0) : match.start()], text[at : at + 1], place)
            else:
                refusal = next(_REFUSED[n] for n in range(len(_REFUSED)) if match[f"refused{n}"] is not None)
                self.report(*place, refusal.message, refusal.hint)
        self._add(piece, at, len(text))
        self.start += len(piece.text) + 1

    def close(self) -> None:
        """End the block."""
        if self.style != "regular":
            line, column, stars = self.opened
            self.report(line, column, f"{stars} opens here and is never closed", f"write {stars} behind the last word")
        elif self.linked is not None and self.spans:
            self.report(self.spans[-1].line, self.spans[-1].column, "a link of this form is not read", _ITSELF)

    @property
    def _open(self) -> tuple[str, int]:
        return self.style, self.opened_at if self.style != "regular" else 0

    def _code(self, piece: LinePart, start: int, end: int) -> None:
        """Add code, without the space at both its edges; each brace alone, so that it makes no icon."""
        self.literal.append((self.start + start, self.start + end))
        text = piece.text[start:end]
        if text.strip(" ") and text[0] == text[-1] == " ":
            start, end = start + 1, end - 1
        for part in re.finditer(r"[{|]|[^{|]+", piece.text[start:end]):
            self._add(piece, start + part.start(), start + part.end())

    def _end_link(self, match: re.Match[str], place: tuple[int, int]) -> None:
        if self.linked != self._open:
            message = "a mark at the edge of a link" if self.linked else "a link of this form"
            self.report(*place, f"{message} is not read", "write the words alone: paper has no links")
        self.linked = None
        self.literal.append((self.start + match.start() + 2, self.start + match.end() - 1))

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
            self.pairs.add(Pair(self.opened_at, self.at, len(stars)))
            self.style, self.opened = "regular", (0, 0, "")
        elif self.style == "regular" and opens:
            self.style, self.opened, self.opened_at = _STYLES[stars], (*place, stars), self.at
        elif self.style == "regular":
            self.report(*place, f"{stars} closes nothing here", "write \\* if the sign is meant as itself")
        else:
            self.report(*place, f"{stars} inside {self.style} text is not read", "close the one before the other")


ColumnAlign = Literal["start", "left", "center", "right"]


class TextBlock(Struct, frozen=True):
    """A part of a text, and where it begins."""

    line: int
    column: int


class Heading(TextBlock, frozen=True):
    """A heading: level 1 is the title, 2 a section, 3 a step of it, 4 to 6 a bold line."""

    level: int
    spans: Spans


class Paragraph(TextBlock, frozen=True):
    """A paragraph, or the first one of a list item; ``inner``: what else is in that item."""

    spans: Spans
    inner: "tuple[Paragraph | List, ...]" = ()


class List(TextBlock, frozen=True):
    """A list; ``ordered``: its items are numbered from 1."""

    ordered: bool
    items: tuple[Paragraph, ...]
    apart: tuple[int, ...] = ()  # the positions of items above which a line is empty

    @property
    def parts(self) -> list[tuple[int, tuple[Paragraph, ...]]]:
        """The items between which there is no empty line, with the number of the first."""
        return [(start + 1, self.items[start:end]) for start, end in pairwise([0, *self.apart, len(self.items)])]


class Table(TextBlock, frozen=True):
    """A table. Every row has as many cells as the head."""

    aligns: tuple[ColumnAlign, ...]
    head: tuple[Spans, ...]
    rows: tuple[tuple[Spans, ...], ...]


class Callout(TextBlock, frozen=True):
    """What is set apart from the text: an example, a remark."""

    blocks: tuple[Paragraph | List, ...]


class Figure(TextBlock, frozen=True):
    """A picture with its caption, a paragraph by itself."""

    source: str  # a file, ``card:KIND/ID`` or ``table:FILE``
    caption: Spans
    name: str  # by which the text names it
    share: float = 0.0  # of the column's width; 0: as wide as it is
    width: float = 0.0  # mm, where that is said
    across: bool = False  # it spans all columns
    back: bool = False  # the back of the card is meant
    legend: Spans = ()  # what numbers in the picture stand for


class Contents(TextBlock, frozen=True):
    """Where a list of the sections with their pages is."""


Block = Heading | Paragraph | List | Table | Callout | Figure | Contents


class RunningText(Struct, frozen=True):
    """A text: its title and its blocks in order. ``broken``: something in it is not as its author meant it."""

    file: str  # as named in messages
    title: Spans
    blocks: tuple[Block, ...]
    broken: bool = False
    names_figures: bool = False
    valued: bool = False  # whether it may hold values

    @property
    def illustrated(self) -> bool:
        """Whether it has figures, or names some."""
        return self.names_figures or any(isinstance(block, Figure) for block in self.blocks)


def tables_of(document: RunningText) -> list[str]:
    """The files of tables that its figures show."""
    sources = [block.source for block in document.blocks if isinstance(block, Figure)]
    return [source.removeprefix("table:") for source in sources if source.startswith("table:")]


ChangeSpans = Callable[[Spans], Spans]


def changed(block: Block, change: ChangeSpans) -> Block:
    """A block with each of its texts as ``change`` makes it."""
    match block:
        case Heading():
            return replace(block, spans=change(block.spans))
        case Paragraph():
            return replace(block, spans=change(block.spans), inner=_changed_parts(block.inner, change))
        case List():
            items = _changed_parts(block.items, change)
            return replace(block, items=tuple(item for item in items if isinstance(item, Paragraph)))
        case Table():
            rows = tuple(tuple(change(cell) for cell in row) for row in block.rows)
            return replace(block, head=tuple(change(cell) for cell in block.head), rows=rows)
        case Callout():
            return replace(block, blocks=_changed_parts(block.blocks, change))
        case Figure():
            return replace(block, caption=change(block.caption))
        case Contents():
            return block


def _changed_parts(blocks: Sequence[Block], change: ChangeSpans) -> "tuple[Paragraph | List, ...]":
    inner = (changed(part, change) for part in blocks)
    return tuple(part for part in inner if isinstance(part, Paragraph | List))
