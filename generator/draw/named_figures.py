"""Numbers of figures: ``{#setup}`` in a text names a figure, which then has a number before its caption."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from generator.core.problem import Problem
from generator.draw.phrases import Phrases
from generator.model.values import nearest
from generator.read.blocks import Block, Figure, RunningText, Span, Spans, changed

_NAMED = re.compile(r"\{#([\w-]+)\}")
_TIED = "\u00a0"


def number_figures(
    document: RunningText, words: Phrases, language: str, fallback: str
) -> tuple[RunningText, list[Problem]]:
    """The text with the number of each figure that it names, there and at its caption; what names none is found."""
    named: dict[str, None] = {}

    def look(spans: Spans) -> Spans:
        named.update(dict.fromkeys(name for span in spans for name in _NAMED.findall(span.text)))
        return spans

    for block in document.blocks:
        changed(block, look)
    figures = [block for block in document.blocks if isinstance(block, Figure)]
    names = list(dict.fromkeys(figure.name for figure in figures if figure.name in named))
    called = {
        name: words.say("figure-name", language, fallback, None, figure=number).replace(" ", _TIED)
        for number, name in enumerate(names, 1)
    }
    figure_names, file, findings = [picture.name for picture in figures], document.file, list[Problem]()

    def put(spans: Spans) -> Spans:
        return tuple(part for span in spans for part in _put(span, called, figure_names, file, findings))

    blocks = tuple(_with_number(changed(block, put), called) for block in document.blocks)
    return replace(document, blocks=blocks), findings


def _put(span: Span, called: dict[str, str], figures: Sequence[str], file: str, findings: list[Problem]) -> list[Span]:
    """A span with what the figures named in it are called; parts of it keep their places in the file."""
    parts: list[Span] = []
    at = 0
    for match in _NAMED.finditer(span.text):
        if match[1] not in called:
            hint = nearest(match[1], figures) or "name one of the text's figures"
            column, message = span.column + match.start(), f"there is no figure {match[1]!r}"
            findings.append(Problem(file, span.line, column, "error", "unknown-reference", message, hint))
        for text, start in ((span.text[at : match.start()], at), (called.get(match[1], match[0]), match.start())):
            if text:
                parts.append(Span(text, span.style, span.line, span.column + start))
        at = match.end()
    if at < len(span.text) or not parts:
        parts.append(Span(span.text[at:], span.style, span.line, span.column + at))
    return parts


def _with_number(block: Block, called: dict[str, str]) -> Block:
    """A figure with its number before its caption."""
    if not isinstance(block, Figure) or block.name not in called:
        return block
    dot = "." if block.caption else ""
    gap = " " if block.caption else ""
    number = Span(called[block.name] + dot, "bold", block.line, block.column)
    apart = (Span(gap, "regular", block.line, block.column),) if gap else ()
    return replace(block, caption=(number, *apart, *block.caption))
