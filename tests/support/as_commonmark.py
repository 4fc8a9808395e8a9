"""A running text as our reader and as another reader of Markdown have it, as plain values to be compared."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from generator.read.blocks import Block, Callout, Figure, Heading, List, Paragraph, Spans, Table
from generator.read.markdown import parse_markdown

HEAD = "# Title\n\n"
STYLES = {"strong": "bold", "em": "italic"}
_OTHER = MarkdownIt("commonmark").enable("table")


def ours(body: str) -> list[Any] | None:
    """The blocks of a text under a title; None where something in it is refused."""
    document, problems = parse_markdown(HEAD + body, "rules.md")
    return None if problems else [_block(block) for block in document.blocks]


def theirs(body: str) -> list[Any]:
    """The same as another reader finds it."""
    return _blocks(_OTHER.parse(HEAD + body), 3)[0]


def _joined(parts: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The parts with those of one style in one, and spaces between words as one, in the style of what follows."""
    found: list[tuple[str, str]] = []
    gap = ""
    for text, style in parts:
        text = re.sub(" *\n *", "\n", re.sub(" +", " ", gap + text))
        if found and text.startswith("\n"):
            found[-1] = found[-1][0] + "\n", found[-1][1]
            text = text[1:]
        gap = " " if text.endswith(" ") else ""
        text = text.removesuffix(" ") if found and not found[-1][0].endswith("\n") else text.strip(" ")
        if found and found[-1][1] == style:
            found[-1] = found[-1][0] + text, style
        elif text:
            found.append((text, style))
    return found


def _spans(spans: Spans) -> list[tuple[str, str]]:
    return _joined((span.text, span.style) for span in spans)


def _block(block: Block) -> Any:
    match block:
        case Heading():
            return f"h{block.level}", _spans(block.spans)
        case Paragraph():
            return "p", _spans(block.spans)
        case List():
            items = [[("p", _spans(item.spans)), *map(_block, item.inner)] for item in block.items]
            return "ol" if block.ordered else "ul", items
        case Table():
            return "table", [[_spans(cell) for cell in row] for row in (block.head, *block.rows)]
        case Callout():
            return "blockquote", [_block(inner) for inner in block.blocks]
        case Figure():
            return "p", "image"
    raise AssertionError(block)


def _inline(token: Token) -> Any:
    children, styles, parts = token.children or [], list[str](), list[tuple[str, str]]()
    if [child.type for child in children] == ["image"]:
        return "image"
    for child in children:
        name, _, way = child.type.rpartition("_")
        if child.type in ("text", "text_special", "softbreak", "hardbreak", "code_inline"):
            text = {"hardbreak": "\n", "softbreak": " "}.get(child.type, child.content)
            parts.append((text, " and ".join(styles) or "regular"))
        elif name == "link":
            continue
        elif name in STYLES:
            styles = [*styles, STYLES[name]] if way == "open" else styles[:-1]
        else:
            parts.append((child.type, "not ours"))
    return _joined(parts)


def _blocks(tokens: Sequence[Token], at: int, end: str = "") -> tuple[list[Any], int]:
    """The blocks from a token on to the one that ends them, and the number of that."""
    found: list[Any] = []
    while at < len(tokens) and tokens[at].type != end:
        token = tokens[at]
        if token.type in ("heading_open", "paragraph_open"):
            inner = _inline(tokens[at + 1])
            if token.type == "heading_open":  # which is one line
                inner = _joined([(text.replace("\n", " "), style) for text, style in inner])
            found.append((token.tag, inner))
            at += 3
        elif token.type == "table_open":
            rows: list[list[Any]] = []
            while tokens[at].type != "table_close":
                rows += [[]] if tokens[at].type == "tr_open" else []
                if tokens[at].type == "inline":
                    rows[-1].append(_inline(tokens[at]))
                at += 1
            found.append(("table", rows))
            at += 1
        elif token.type.endswith("_open"):
            inner, at = _blocks(tokens, at + 1, token.type.replace("_open", "_close"))
            found.append(inner if token.tag == "li" else (token.tag, inner))
            at += 1
        else:
            found.append((token.type, token.content))
            at += 1
    return found, at
