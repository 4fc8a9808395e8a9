"""Ordinary Markdown brought into the form that running text is read in, and what was changed on the way.

Another reader of Markdown says what a text means; what has no form here is written in the nearest that prints, its
words kept. What changes is noted, each sort with its lines.
"""

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from generator.read.blocks import LinePart, read_spans
from generator.read.markdown import MOST_COLUMNS, parse_markdown

TAG = re.compile(r"</?([A-Za-z][\w-]*)[^<>]*>|<!--.*?(?:-->|$)|<[!?][^<>]*>", re.S)
_FLAGS = re.I | re.S
_UNSEEN = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)|<[?!].{0,2000}?>", _FLAGS)
_TABLE = re.compile(r"<table\b.*?(?:</table\s*>|\Z)", _FLAGS)
_ROW = re.compile(r"<tr\b.*?(?=<tr\b|</tr|\Z)", _FLAGS)
_CELL = re.compile(r"<t[hd]\b[^>]*>(.*?)(?=<t[hd]\b|</t|\Z)", _FLAGS)
_CELL_TAGS = re.compile(r"\s*<(?!/?(?:b|i|em|strong)\b)[^<>]*>\s*", re.I)
_IMAGE = re.compile(r"<img\b([^<>]*)>", re.I)
_SET = re.compile(r"(?<![\w-])([\w-]{1,40})\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+)")
_HEADING = re.compile(r"<h([1-6])\b[^<>]*>\s*(.*?)\s*(?:</h\1\s*>|\Z)", _FLAGS)
_PARTS = (
    "p|div|ul|ol|tr|td|th|dl|dt|dd|summary|details|section|center|pre|blockquote|figure|figcaption|hr|article|header"
    "|footer|main|nav|aside|address|body|html|table"
)
_SIMPLE = (
    (re.compile(r"<br\s*/?>\s*", re.I), "\\\\\n"),
    (re.compile(r"<li\b[^<>]*>\s*", re.I), "\n- "),
    (re.compile(r"</?(?:b|strong)>", re.I), "**"),
    (re.compile(r"</?(?:i|em)>", re.I), "*"),
    (re.compile(rf"</?(?:{_PARTS})\b[^<>]*>", re.I), "\n\n"),
    (TAG, ""),
    (re.compile(r"^[ \t]+", re.M), ""),
    (re.compile(r"(?<!\\)<(?=[A-Za-z/!?])"), r"\\<"),  # what is no whole tag
)


def markdown_of(html: str) -> str:
    """The same in Markdown."""
    text = _IMAGE.sub(_image, _TABLE.sub(_table, _UNSEEN.sub("\n\n", html)))
    text = _HEADING.sub(lambda match: f"\n\n{'#' * int(match[1])} {' '.join(match[2].split())}\n\n", text)
    for pattern, instead in _SIMPLE:
        text = pattern.sub(instead, text)
    return text


def _table(match: re.Match[str]) -> str:
    cells = (
        [_CELL_TAGS.sub(" ", cell).replace("|", "\\|") for cell in _CELL.findall(row)] for row in _ROW.findall(match[0])
    )
    rows = [[" ".join(cell.split()) for cell in row] for row in cells if row]
    width = max(map(len, rows), default=0)
    lines = [f"| {' | '.join(row + [''] * (width - len(row)))} |" for row in rows]
    return "\n\n" + "\n".join([*lines[:1], "|---" * width + "|" * bool(lines), *lines[1:]]) + "\n\n"


def _image(match: re.Match[str]) -> str:
    values = {key.lower(): value.strip("\"'") for key, value in _SET.findall(match[1])}
    return f"![{values.get('alt', '')}]({quote(values.get('src', ''), safe='/:%')})"


MOST_DEEP = 3  # lists in one another
_LISTED = 5  # lines that a note names

_FRONT = re.compile(r"\A---[ \t]*\n(?:.*\n)*?(?:---|\.\.\.)[ \t]*\n")
_FOOTNOTE = re.compile(r"^\[\^([^\]\s]{1,60})\]:[ \t]*(.*(?:\n(?:[ ]{2,}|\t).*\S.*)*)", re.M)
_REFERENCE = re.compile(r"\[\^([^\]\s]{1,60})\]")
_STYLES = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic"}
_MARKS = {"bold": "**", "italic": "*"}
_LISTS = {"bullet_list": ("-", "*"), "ordered_list": ("1.", "1)")}  # by turns
_ALIGNS = {"left": ":--", "center": ":-:", "right": "--:"}
_SIGNS = re.compile(r"\\(?=[!-/:-@\[-`{-~]|$)|`|<(?=[A-Za-z/!?])|~(?=~)|\[(?=\^)|\](?=\()|!(?=\[)|(?<!\s)\*|\*(?!\s)"
                    r"|(?<!\w)_(?!\s)|(?<!\s)_(?!\w)|&(?=#?\w{1,32};)")  # fmt: skip
_BEGINS = re.compile(r"(?:[-*+](?= |$)|#|>|\||=+ *$|-[- ]*$|[*_](?=[ *_]*$)|```|~~~|:?-|!\[.*\)$)|(\d{1,9})([.)])")

LINK, IMAGE, HTML = "links: their words alone", "pictures within words: in a paragraph below", "HTML"


class Change(NamedTuple):
    """A sort of change, and the lines where it was made."""

    what: str
    lines: tuple[int, ...]

    def __str__(self) -> str:
        """The change as it is reported."""
        more = f" and {len(self.lines) - _LISTED} more" if len(self.lines) > _LISTED else ""
        lines = ", ".join(map(str, self.lines[:_LISTED])) + more
        return f"{self.what} ({len(self.lines)}; line{'s' if len(self.lines) > 1 else ''} {lines})"


class _Piece(NamedTuple):
    text: str  # with signs that stand for themselves escaped
    style: str = "regular"


def house_form(text: str, title: str) -> tuple[str, list[Change]]:
    """A text in the form that is read here, and what was changed; one that is read already is left as it is.

    Args:
        text: ordinary Markdown.
        title: the title of one that has none.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not parse_markdown(text, "")[1]:
        return text, []
    writer = _Writer()
    text = writer.without_front(writer.with_footnotes(text))
    blocks = writer.blocks(writer.read(text), 0)
    heads = [number for number, block in enumerate(blocks) if block.startswith("# ")]
    if heads:
        blocks.insert(0, blocks.pop(heads[0]))
        if heads[0]:
            writer.note("the title was moved to the head", 1)
    else:
        blocks.insert(0, f"# {writer.escaped(title)}")
        writer.note("a title was added", 1)
    blocks[1:] = [f"#{block}" if block.startswith("# ") else block for block in blocks[1:]]
    if len(heads) > 1:
        writer.note(f"a title is there once: {len(heads) - 1} further ones are sections", 1)
    return "\n\n".join(blocks) + "\n", [Change(what, tuple(lines)) for what, lines in writer.notes.items()]


class _Writer:
    def __init__(self) -> None:
        self.notes: dict[str, list[int]] = {}
        self._reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
        self.line = 0
        self._first = 0  # the line before the text that is read

    def note(self, what: str, line: int = 0) -> None:
        """Note that something was changed, at the current line."""
        lines = self.notes.setdefault(what, [])
        if (line or self.line) not in lines:
            lines.append(line or self.line)

    def read(self, text: str) -> list[SyntaxTreeNode]:
        """The blocks of a text, as another reader finds them."""
        return SyntaxTreeNode(self._reader.parse(text)).children

    def without_front(self, text: str) -> str:
        """The text without what programs write before it."""
        front = _FRONT.match(text)
        if front is None or ":" not in front[0]:
            return text
        self.note("lines for programs before the text are left out", 1)
        return "\n" * front[0].count("\n") + text[front.end() :]

    def with_footnotes(self, text: str) -> str:
        """The text with its footnotes in brackets where they are named."""
        notes = {match[1]: " ".join(match[2].split()) for match in _FOOTNOTE.finditer(text)}
        if not notes:
            return text
        text = _FOOTNOTE.sub(lambda match: "\n" * match[0].count("\n"), text)
        unnamed = set(notes)

        def written(match: re.Match[str]) -> str:
            if match[1] not in notes:
                return match[0]
            unnamed.discard(match[1])
            self.note("footnotes: in brackets where they are named", text.count("\n", 0, match.start()) + 1)
            return f" ({notes[match[1]]})"

        text = _REFERENCE.sub(written, text)
        return text + "".join(f"\n\n{words}" for name, words in notes.items() if name in unnamed)

    def blocks(self, nodes: Sequence[SyntaxTreeNode], depth: int, holder: str = "") -> list[str]:
        """The blocks, each in the form that is read here; ``depth``: of lists around them."""
        blocks: list[str] = []
        before = ""  # the sign of the list right above
        for node in nodes:
            if node.map and not self._first:
                self.line = node.map[0] + 1
            sort, sign = node.type, ""
            if signs := _LISTS.get(sort):
                sign = signs[before == signs[0]]
                blocks += self._list(node, sign, depth)
            elif sort == "paragraph":
                blocks += self._paragraph(_words_in(node), holder)
            elif sort == "heading":
                blocks += self._heading(int(node.tag[1]), _words_in(node), holder)
            elif sort == "table":
                blocks += self._table(node, holder)
            elif sort == "blockquote" and holder:
                self.note("boxes in lists and boxes: as paragraphs")
                blocks += self.blocks(node.children, depth, holder)
            elif sort == "blockquote":
                lines = "\n\n".join(self.blocks(node.children, depth, "box")).split("\n")
                blocks += ["\n".join(f"> {line}".rstrip() for line in lines)] if any(lines) else []
            elif sort in ("fence", "code_block"):
                self.note("indented text and code: as paragraphs")
                blocks += _of_lines(self.escaped(line) for line in node.content.split("\n"))
            elif sort == "html_block":
                blocks += self._html(node.content, depth, holder)
            elif sort == "hr":
                self.note("lines across are left out")
            before = sign
        return blocks

    def _list(self, node: SyntaxTreeNode, sign: str, depth: int) -> list[str]:
        if node.attrs.get("start", 1) != 1:
            self.note(f"a list that began with {node.attrs['start']} begins with 1")
        blocks, items = list[str](), list[str]()
        for member in node.children:
            parts = self.blocks(member.children, depth + 1, "list")
            if not parts:
                self.note("empty list items are left out")
            elif depth >= MOST_DEEP:
                self.note(f"lists more than {MOST_DEEP} deep: as paragraphs")
                blocks += parts
            else:
                if _ITEM.match(parts[0]):
                    parts.insert(0, "…")
                    self.note("list items that begin with a list: behind …")
                items.append(f"{sign} " + ("\n" + " " * (len(sign) + 1)).join("\n\n".join(parts).split("\n")))
        loose = any("\n\n" in item for item in items)
        text = re.sub(r"\n +(?=\n)", "\n", ("\n\n" if loose else "\n").join(items))
        return [*blocks, text] if items else blocks

    def _paragraph(self, token: Token, holder: str) -> list[str]:
        pieces, pictures = self._inline(token, pictured=not holder)
        return [*filter(None, [self._written(pieces)]), *pictures]

    def _heading(self, level: int, token: Token, holder: str) -> list[str]:
        pieces, _ = self._inline(token)
        if holder:
            self.note("headings in lists and boxes: bold lines")
            pieces = [piece._replace(style="bold") for piece in pieces]
        text = re.sub(r"\\?\n", " ", self._written(pieces))
        if not text or holder:
            return [text] if text else []
        return ["#" * level + " " + re.sub(r"(#+)$", r"\\\1", text)]

    def _table(self, node: SyntaxTreeNode, holder: str) -> list[str]:
        rows = [[self._cell(cell) for cell in row.children] for part in node.children for row in part.children]
        heads = node.children[0].children[0].children
        sides = [str(head.attrs.get("style", "")).rpartition(":")[2] for head in heads]
        return self._tabled(rows, [_ALIGNS.get(side, "---") for side in sides], holder)

    def _cell(self, node: SyntaxTreeNode) -> str:
        text = re.sub(r"\\?\n", " ", self._written(self._inline(_words_in(node))[0]))
        return re.sub(r"(?<!\\)((?:\\\\)*)\|", r"\1\\|", text)

    def _tabled(self, rows: list[list[str]], aligns: list[str], holder: str) -> list[str]:
        """A table, or what becomes of it where it cannot be one."""
        if holder or len(rows) < 2:
            self.note("tables in lists and boxes, or without rows: a line a row")
            return _of_lines(" · ".join(filter(None, row)).replace("\\|", "|") for row in rows)
        width = len(aligns)
        if width > MOST_COLUMNS:
            self.note(f"tables of more than {MOST_COLUMNS} columns: in parts that begin with the same column")
        tables = []
        for start in range(1, max(width, 2), MOST_COLUMNS - 1) if width > MOST_COLUMNS else (None,):
            columns = [0, *range(start, min(start + MOST_COLUMNS - 1, width))] if start else range(width)
            lines = [[row[column] if column < len(row) else "" for column in columns] for row in rows]
            lines.insert(1, [aligns[column] for column in columns])
            tables.append("\n".join(f"| {' | '.join(line)} |" for line in lines))
        return tables

    def _html(self, content: str, depth: int, holder: str) -> list[str]:
        """The blocks of HTML, by way of Markdown."""
        self.note(f"{HTML}: as Markdown, or its words alone")
        first, self._first = self._first, self.line
        blocks = self.blocks(self.read(markdown_of(content)), depth, holder)
        self._first = first
        return blocks

    def _inline(self, token: Token, *, pictured: bool = False) -> tuple[list[_Piece], list[str]]:
        """The runs of a text, and its pictures, which are paragraphs of their own where that can be."""
        pieces, pictures, styles = list[_Piece](), list[str](), list[str]()
        children = token.children or []
        alone = sum(bool(child.content.strip()) for child in children) == 1
        for number, child in enumerate(children):
            text, content, sort = "", child.content, child.type
            opens, name = sort.endswith("_open"), child.tag
            if sort in ("text", "code_inline", "text_special"):
                text = self._text(child, is_first=not number)
            elif sort in ("softbreak", "hardbreak"):
                text = "\n" if sort == "softbreak" else "\\\n"
                self.line += not self._first
            elif sort == "image":
                text, figures = self._picture(child, pictured=pictured, alone=alone)
                pictures += figures
            elif sort == "html_inline":
                match, opens = TAG.match(content), not content.startswith("</")
                name = (match[1] or "").lower() if match else ""
                self.note(f"{HTML}: as Markdown, or its words alone")
                text = "\\\n" if name == "br" else ""
                if name == "img" and (inner := self.read(markdown_of(content))):
                    more, figures = self._inline(_words_in(inner[0]), pictured=pictured)
                    pieces += more
                    pictures += figures
            elif sort == "link_open":
                self.note(LINK)
                if children[number + 1].type == "link_close":
                    text = self.escaped(str(child.attrs.get("href", "")))
            elif sort == "s_open":
                self.note("struck words: plain")
            if text:
                pieces.append(_Piece(text, "bold" if "bold" in styles else styles[-1] if styles else "regular"))
            if (style := _STYLES.get(name)) and opens:
                styles.append(style)
            elif style and style in styles:
                del styles[len(styles) - 1 - styles[::-1].index(style)]
            if {"bold", "italic"} <= {*styles}:
                self.note("bold and italic at once: bold")
        return pieces, pictures

    def _text(self, child: Token, *, is_first: bool) -> str:
        if child.type == "text_special" and child.info == "escape" and child.content in "{|":
            return f"\\{child.content}"
        text = self.escaped(child.content)
        return "\\" + text if child.type == "text" and is_first and re.match(r"\[[ xX]\] ", text) else text

    def _picture(self, child: Token, *, pictured: bool, alone: bool) -> tuple[str, list[str]]:
        """The words of a picture, or the figure that it is."""
        source = unquote(unescape(str(child.attrs.get("src", ""))))
        words = [*(part.content for part in child.children or ()), " ", str(child.attrs.get("title") or "")]
        text = self.escaped(" ".join("".join(words).split()))
        if not pictured or not source or re.search(r"[()]|^\w+://|^data:", source):
            self.note("pictures from elsewhere, or where none can be: their words alone; draw them as figures or icons")
            return text, []
        if not alone:
            self.note(IMAGE)
        caption = re.sub(r"(?<!\\)([\[\]])", r"\\\1", text)
        return "", [f"![{caption}]({source})"]

    def escaped(self, text: str) -> str:
        """A text whose signs all stand for themselves, but for braces: icons are written with them."""
        return _SIGNS.sub(lambda match: "\\" + match[0], text.replace("\t", " "))

    def _written(self, pieces: Sequence[_Piece]) -> str:
        """The runs with their marks; without, where those would be read otherwise."""
        text, problems = _begun(_joined(pieces)), list[Any]()
        lines = [LinePart(line, number, 1) for number, line in enumerate(text.split("\n"))]
        read_spans(lines, lambda *problem: problems.append(problem))
        if problems and any(piece.style != "regular" for piece in pieces):
            self.note("bold or italic words that cannot be marked: plain")
            text = _begun(_joined([piece._replace(style="regular") for piece in pieces]))
        return text


_ITEM = re.compile(r"(?:[-*]|1[.)]) ")


def _words_in(node: SyntaxTreeNode) -> Token:
    """What the words of a block are read from."""
    inline = node.children[0].token
    assert inline is not None
    return inline


def _joined(pieces: Sequence[_Piece]) -> str:
    """Runs with marks at the edges of their words; those of one style are one."""
    text, pieces = "", list(pieces)
    while pieces and pieces[-1].text.strip(" ") in ("", "\n", "\\\n"):
        pieces.pop()
    for style, words in _runs(pieces):
        mark, bare = _MARKS.get(style, ""), words.strip()
        if not mark or not bare or bare == "\\":
            text += words
        else:
            lead = words[: len(words) - len(words.lstrip())]
            text += f"{lead}{mark}{bare}{mark}{words[len(lead) + len(bare) :]}"
    lines = [re.sub(r" +\\$", r"\\", " ".join(line.split())) for line in text.split("\n")]
    return re.sub(r"^(?:\\?\n)+|(?:\\?\n)+$", "", "\n".join(line for line in lines if line and line != "\\"))


def _runs(pieces: Sequence[_Piece]) -> Iterator[tuple[str, str]]:
    before, words = "", ""
    for text, style in pieces:
        if style != before and text.strip() and text != "\\\n":
            yield before, words
            before, words = style, ""
        words += text
    yield before, words


def _begun(text: str) -> str:
    """A text no line of which begins as something else does."""

    def escaped(match: re.Match[str]) -> str:
        return f"{match[1]}\\{match[2]}" if match[1] else "\\" + match[0]

    text = "\\" + text if re.match(r"\[(?:[^\[\]\\]|\\.)+\]:", text) else text
    return "\n".join(_BEGINS.sub(escaped, line, count=1) if _BEGINS.match(line) else line for line in text.split("\n"))


def _of_lines(lines: Iterator[str]) -> list[str]:
    """Lines as paragraphs, in which each is broken."""
    parts = re.split(r"\n{2,}", "\n".join(_begun(" ".join(line.split())) for line in lines))
    return [part.strip("\n").replace("\n", "\\\n") for part in parts if part.strip()]
