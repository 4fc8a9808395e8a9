"""Markdown to blocks that know where they are: the part of it that rules need, and the rest refused at its line.

Read are: one ``# title``, ``## sections``, ``### steps``, headings below these, paragraphs, lists with a sign or a
number before each item and lists in these, pipe tables, ``> `` boxes of paragraphs and lists, figures
(``![Caption](file)`` by itself) and ``{contents}``. A line that is indented belongs to the list item above it.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.core.problem import Problem, Tell
from generator.core.textfile import forbidden_character, read_text_file
from generator.read.blocks import (
    BREAK,
    Block,
    Callout,
    ColumnAlign,
    Contents,
    Heading,
    LinePart,
    List,
    Paragraph,
    RunningText,
    Spans,
    Table,
    plain,
    read_spans,
)
from generator.read.figure_lines import CONTENTS, FIGURE, read_figure
from generator.read.pieces import made_of

RULE = "prose-syntax"
MAX_BYTES = 256 * 1024
MAX_LINES = 5_000
MAX_PROBLEMS = 200  # a file; it stands for more than anyone reads at once

_HEADING = re.compile(r"(#{1,6})( +|$)")
_SIGN = r"([-*+]|([0-9]{1,9})([.)]))"  # before an item of a list
_ITEM = re.compile(_SIGN + r" {1,4}(?=\S)")
_UNDERLINE = re.compile(r"(=+|-+) *$")  # of a heading above
_PLURAL = re.compile(r"\{[^{}|]+\|[\w-]+\}")
_RULED = r"([-*_]) *(?:\1 *){2,}$"
_ACROSS = re.compile(_RULED + r"|-{2,} *$|=+ *$")
# What makes more of a list item than its words.
_INNER = re.compile(_RULED + r"|#{1,6}( |$)|>|" + _SIGN + "( |$)|```|~~~")
_DEFINITION = re.compile(r"\[(?:[^\[\]\\]|\\.){1,999}\]:\s*\S", re.S)
_LISTS = tuple("-*+.)")  # sorts of list items, by their sign or what is behind their number
_DEEPEST = 3  # lists in one another
_BY_SIGN = {" ": "indented", "\t": "indented", "#": "heading", ">": "box", "|": "table"}
# What Markdown knows and is not read here; the first that fits.
_REFUSED = (
    (re.compile(r"#{7,}"), "there are six levels of headings", "use ### at most, or **bold** words"),
    (re.compile(r"#{1,6}[^ #]"), "a space is missing after the #", "write \\# if the sign is meant as itself"),
    (re.compile(r"```|~~~"), "a block of code is not read", "write a paragraph or a > box"),
    (re.compile(r":?-[-: ]*\|[-: |]*$"), "a table's lines begin with | here", "write | at both ends of each"),
    (_ACROSS, "a line across is not read", "a ## section sets parts apart"),
    (re.compile(_SIGN + r" *$"), "an empty list item", "write its text, or delete it"),
    (re.compile(_SIGN + r" {5,}\S"), "too many spaces behind the sign of a list", "write one"),
    (re.compile(r"[-*+] +\[[ xX]\] "), "a list to tick is not read", "delete the brackets"),
)  # fmt: skip


def read_markdown(path: Path, shown: str, within: Path) -> tuple[RunningText, list[Problem]]:
    """Read a Markdown file.

    Args:
        path: the file.
        shown: its name in messages.
        within: the folder that the file must not lead out of, even by a symbolic link.

    Returns:
        The document (marked as broken where it is not what its author meant) and all problems found.
    """
    text, problems = read_text_file(path, shown, MAX_BYTES, RULE, within)
    problems = problems or forbidden_character(text or "", shown, RULE)
    if text is None or problems:
        return RunningText(shown, (), (), broken=True), problems
    document, own_problems = made_of(("markdown", shown, text), None, lambda: parse_markdown(text, shown))
    return document, list(own_problems)


def parse_markdown(text: str, shown: str) -> tuple[RunningText, list[Problem]]:
    """Like `read_markdown`, of a given text."""
    parser = _Parser(shown)
    lines = text.replace("\r\n", "\n").split("\n")
    if len(lines) > MAX_LINES:
        parser.report(MAX_LINES + 1, 1, f"the file has more than {MAX_LINES:,} lines", "split it")
        return RunningText(shown, (), (), broken=True), parser.problems
    document = parser.document([LinePart(line, number, 1) for number, line in enumerate(lines, 1)])
    return document, parser.problems


def _kind(text: str) -> str:
    """The sort of a line, by its first signs."""
    if not text.strip():
        return "blank"
    if any(pattern.match(text) for pattern, _, _ in _REFUSED):
        return "refused"
    if text[0] in _BY_SIGN:
        return _BY_SIGN[text[0]]
    if text[0] == "!" and FIGURE.fullmatch(text):
        return "figure"
    if text.rstrip() == CONTENTS:
        return "contents"
    item = _ITEM.match(text)
    return "text" if item is None else item[3] or item[1]


class _Lines(Struct):
    """Lines to be read, with the current one."""

    pieces: Sequence[LinePart]
    at: int = 0

    def run(self, *kinds: str) -> Iterator[LinePart]:
        """Take lines as long as they are of these kinds."""
        while self.at < len(self.pieces) and _kind(self.pieces[self.at].text) in kinds:
            self.at += 1
            yield self.pieces[self.at - 1]

    def goes_on(self, kind: str) -> bool:
        """Pass over empty lines, where a line of this kind is behind them; whether that is so."""
        at = next((at for at in range(self.at, len(self.pieces)) if _kind(self.pieces[at].text) != "blank"), self.at)
        if at == self.at or _kind(self.pieces[at].text) != kind:
            return False
        self.at = at
        return True


class _Parser:
    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def report(self, line: int, column: int, message: str, hint: str) -> None:
        """Note what is wrong, up to a sensible number."""
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(Problem(self.file, line, column, "error", RULE, message, hint))

    def document(self, pieces: Sequence[LinePart]) -> RunningText:
        """The whole file."""
        blocks = list(self.blocks(_Lines(pieces)))
        titles = [block for block in blocks if isinstance(block, Heading) and block.level == 1]
        for again in titles[1:]:
            self.report(again.line, again.column, "a second title", "write ## for a section")
        if not titles or blocks[0] is not titles[0]:
            first = blocks[0] if blocks else None
            place = (first.line, first.column) if first else (1, 1)
            self.report(*place, "the text starts with its title", "write # and the title on the first line")
        title = titles[0].spans if titles else ()
        rest = tuple(block for block in blocks if not (isinstance(block, Heading) and block.level == 1))
        names = any("{#" in piece.text for piece in pieces)
        valued = any("{=" in piece.text or _PLURAL.search(piece.text) for piece in pieces)
        return RunningText(self.file, title, rest, bool(self.problems), names, valued)

    def blocks(self, lines: _Lines, holder: str = "", depth: int = 0) -> Iterator[Block]:
        """The blocks of some lines: all of a file's, or what is in a ``holder``: a box, or an item so deep in lists."""
        while lines.at < len(lines.pieces):
            piece = lines.pieces[lines.at]
            kind = _kind(piece.text)
            if holder and kind in ("heading", "box", "table", "figure", "contents"):
                self._refuse(piece, f"{holder} holds paragraphs and lists", "write it below, without indenting or >")
                lines.at += 1
            elif kind == "blank":
                lines.at += 1
            elif kind == "heading":
                lines.at += 1
                yield from self._heading(piece)
            elif kind in _LISTS:
                yield self._list(lines, kind, depth)
            elif kind == "table":
                table = read_table(list(lines.run("table")), self.report)
                if table is not None:
                    yield table
                self._stray(lines, "is right below a table", "leave a line empty between the two")
            elif kind == "figure":
                lines.at += 1
                if lines.at > 1 and _kind(lines.pieces[lines.at - 2].text) not in ("blank", "heading", "figure"):
                    self._refuse(piece, "a figure right below other words", "leave a line empty above it")
                figure = read_figure(piece, self.report)
                if figure is not None:
                    yield figure
                self._stray(lines, "is right below a figure", "leave a line empty between the two")
            elif kind == "contents":
                lines.at += 1
                yield Contents(piece.line, piece.column)
            elif kind == "box":
                yield self._box(list(lines.run("box")))
                self._stray(lines, "goes on with the box above", "start it with >, or leave a line empty above it")
            elif kind == "text":
                yield self._words(lines, list(lines.run("text")), holder)
            else:
                lines.at += 1
                self._refused_line(piece)

    def _heading(self, piece: LinePart) -> Iterator[Heading]:
        match = _HEADING.match(piece.text)
        assert match is not None
        text = re.sub(r"(?:^| +)#+$", "", piece.text[match.end() :].rstrip())
        if not text:
            self._refuse(piece, "a heading without words", "write them, or delete the line")
            return
        spans = self._spans([LinePart(text, piece.line, piece.column + match.end())])
        if plain(spans).strip():
            yield Heading(piece.line, piece.column, len(match[1]), spans)

    def _words(self, lines: _Lines, run: Sequence[LinePart], holder: str) -> Paragraph | Heading:
        """A paragraph, or a heading where the line below it underlines it."""
        first, below = run[0], lines.pieces[lines.at] if lines.at < len(lines.pieces) else None
        if below is None or not _UNDERLINE.match(below.text):
            return Paragraph(first.line, first.column, self._spans(run))
        lines.at += 1
        if holder:
            self._refuse(below, f"{holder} holds paragraphs and lists", "leave out the line below the words")
        spans = tuple(replace(span, text=" ") if span.text == BREAK else span for span in self._spans(run))
        return Heading(first.line, first.column, 1 if below.text[0] == "=" else 2, spans)

    def _list(self, lines: _Lines, kind: str, depth: int) -> List:
        first = lines.pieces[lines.at]
        items: list[Paragraph] = []
        apart: list[int] = []
        if depth == _DEEPEST:
            self._refuse(first, f"lists are more than {_DEEPEST} deep in one another", "write fewer levels")
        ones = True  # as yet
        while True:
            for piece in lines.run(kind):
                match = _ITEM.match(piece.text)
                assert match is not None
                ones = ones and int(match[2] or 1) == 1
                if not ones and int(match[2]) != len(items) + 1:
                    message = f"the step is numbered {match[2]}; it is number {len(items) + 1} of its list"
                    self._refuse(piece, message, "count from 1, or write 1. before each")
                items.append(self._item(lines, piece, match.end(), depth))
            if not lines.goes_on(kind):
                break
            apart.append(len(items))
        hint = "indent it by two spaces, or leave a line empty above it"
        self._stray(lines, "goes on with the list item above", hint)
        return List(first.line, first.column, kind in ".)", tuple(items), tuple(apart))

    def _item(self, lines: _Lines, piece: LinePart, indent: int, depth: int) -> Paragraph:
        """An item of a list, whose words begin behind ``indent`` signs; so does, below them, what else is in it."""
        run = [LinePart(piece.text[indent:], piece.line, piece.column + indent)]
        if _INNER.match(run[0].text):
            hint = "write \\ before a sign meant as itself, or a list in it on the next line"
            self._refuse(run[0], "a list item begins with words", hint)
        for below in lines.run("indented"):
            text = below.text.lstrip(" ")
            if _kind(text) != "text":
                lines.at -= 1
                break
            run.append(LinePart(text, below.line, below.column + len(below.text) - len(text)))
        inner = self._inner(lines, indent)
        blocks = self.blocks(_Lines(inner), "a list item", depth + 1) if depth < _DEEPEST else ()
        parts = tuple(block for block in blocks if isinstance(block, Paragraph | List))
        return Paragraph(piece.line, piece.column, self._spans(run), parts)

    def _inner(self, lines: _Lines, indent: int) -> list[LinePart]:
        """The indented lines that belong to a list item, without their indent: that of the first."""
        inner: list[LinePart] = []
        first = 0
        while lines.at < len(lines.pieces):
            piece = lines.pieces[lines.at]
            text = piece.text.lstrip(" ")
            deep = len(piece.text) - len(text)
            if not text and lines.goes_on("indented"):
                inner.append(LinePart("", piece.line, piece.column))
                continue
            if not text or not deep:
                break
            lines.at += 1
            first = first or deep
            if not indent <= first < indent + 4:
                message = f"this line is indented by {deep}; in the list item above, words begin behind {indent} signs"
                self.report(piece.line, piece.column + deep, message, f"indent it by {indent} spaces, or not at all")
                first = 0
            elif deep < first:
                message = f"this line is indented by {deep}, those above it by {first}"
                self.report(piece.line, piece.column + deep, message, f"indent it by {first} spaces, or not at all")
            else:
                inner.append(LinePart(piece.text[first:], piece.line, piece.column + first))
        return inner

    def _box(self, pieces: Sequence[LinePart]) -> Callout:
        inner = []
        for piece in pieces:
            text = piece.text[1:]
            gap = 1 if text.startswith(" ") else 0
            inner.append(LinePart(text[gap:], piece.line, piece.column + 1 + gap))
        blocks = tuple(block for block in self.blocks(_Lines(inner), "a box") if isinstance(block, Paragraph | List))
        if not blocks:
            self._refuse(pieces[0], "an empty box", "write its text, or delete it")
        return Callout(pieces[0].line, pieces[0].column, blocks)

    def _stray(self, lines: _Lines, what: str, hint: str) -> None:
        """A line of text right below a list or a box, which Markdown would take as a part of it."""
        if lines.at < len(lines.pieces) and _kind(lines.pieces[lines.at].text) == "text":
            self._refuse(lines.pieces[lines.at], f"this line {what}, without a sign of it", hint)
            lines.at += 1

    def _refused_line(self, piece: LinePart) -> None:
        for pattern, message, hint in _REFUSED:
            if pattern.match(piece.text):
                self._refuse(piece, message, hint)
                return
        self._refuse(piece, "an indented line goes on with nothing", "delete the spaces before it")

    def _refuse(self, piece: LinePart, message: str, hint: str) -> None:
        self.report(piece.line, piece.column, message, hint)

    def _spans(self, pieces: Sequence[LinePart]) -> Spans:
        if _DEFINITION.match("\n".join([piece.text for piece in pieces])):
            self._refuse(pieces[0], "a definition of a link is not read", "delete it")
        *above, last = pieces
        return read_spans([*above, LinePart(last.text.rstrip(" "), last.line, last.column)], self.report)


MOST_COLUMNS = 5  # more are not read at arm's length

_RULE = re.compile(r"(:?)-+(:?)")
_ALIGN: dict[tuple[str, str], ColumnAlign] = {("", ":"): "right", (":", ":"): "center", (":", ""): "left"}
# A phrase with its number and words with a reading have their own bar.
_CELL = re.compile(r"(?:\{[^{}|\\]{1,200}\|[^{}|\\]{1,60}\}|[^\\|]|\\.)*")


def read_table(rows: Sequence[LinePart], report: Tell) -> Table | None:
    """The table that these lines make: head, a line of hyphens, rows. None where they make none (which is reported)."""
    first = rows[0]
    head = _cells(first, report)
    rule = _cells(rows[1], lambda *_: None) if len(rows) > 1 else []
    marks = [_RULE.fullmatch(cell.text) for cell in rule]
    if not rule or not all(marks):
        place = rows[1] if len(rows) > 1 else first
        report(
            place.line, place.column, "the second line of a table sets its head apart", "write |---|---|, --- a column"
        )
        return None
    if len(head) > MOST_COLUMNS:
        message = f"the table has {len(head)} columns; {MOST_COLUMNS} are possible"
        report(first.line, first.column, message, "split it into two tables")
    if len(rows) == 2:
        report(first.line, first.column, "a table without rows", "write them, or delete the table")
    width = len(head)
    if len(rule) != width:
        message = f"the table's head has {width} cells, and the line below it {len(rule)}"
        report(first.line, first.column, message, "give both as many; \\| for the sign itself")
        width = len(rule)  # rows that agree with either are not reported, too
    body: list[tuple[Spans, ...]] = []
    for row in rows[2:]:
        cells = _cells(row, report)
        if len(cells) in (len(head), width):
            body.append(tuple(read_spans([cell], report) for cell in cells))
        else:
            message = (
                f"this row has {len(cells)} cell{'s' if len(cells) != 1 else ''}; the table's head has {len(head)}"
            )
            report(row.line, row.column, message, "leave a cell empty rather than out; \\| for the sign itself")
    aligns = tuple(_ALIGN.get((mark[1], mark[2]), "start") for mark in marks if mark)
    return Table(first.line, first.column, aligns, tuple(read_spans([cell], report) for cell in head), tuple(body))


def _cells(row: LinePart, report: Tell) -> list[LinePart]:
    """The cells of a line, without the spaces round them."""
    text = row.text.rstrip()
    cells: list[LinePart] = []
    at = 1
    while at < len(text):
        match = _CELL.match(text, at)
        assert match is not None
        inner = match[0].strip()
        start = at + len(match[0]) - len(match[0].lstrip())
        cells.append(LinePart(inner, row.line, row.column + start))
        at = match.end() + 1
        if match.end() >= len(text):
            report(row.line, row.column + len(text), "the row's last cell is not closed", "end the line with |")
    if not cells:
        report(row.line, row.column, "a row without cells", "write them between signs |")
    return cells
