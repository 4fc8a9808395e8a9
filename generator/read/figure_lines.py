"""A figure of a Markdown text: ``![Caption](art/setup.svg){#setup width=40% span}``, a line by itself."""

import re
from pathlib import PurePosixPath
from urllib.parse import unquote

from generator.core.problem import Tell
from generator.read.blocks import Figure, LinePart, read_spans

# The caption may hold brackets that are escaped; the rest has none.
FIGURE = re.compile(
    r"!\[(?P<caption>(?:[^\[\]\\]|\\.){0,1000})\]\((?P<source>[^()]{0,300})\)(?:\{(?P<set>[^{}]{0,200})\})? *"
)
CONTENTS = "{contents}"
_WIDTH = re.compile(r"width=(?P<number>[0-9]{1,4}(?:\.[0-9]{1,3})?)(?P<unit>%|mm)")
_NAME = re.compile(r"#[\w-]+")
_SORTS = ("card:", "table:")
_KNOWN = "known: #NAME, width=40%, width=60mm, span, back"


def source_of(figure: re.Match[str]) -> str:
    """What a figure shows, as files are called: other programs write <a b.png> or a%20b.png."""
    source = figure["source"].strip()
    return unquote(source[1:-1] if source[:1] == "<" and source[-1:] == ">" else source)


def read_figure(piece: LinePart, report: Tell) -> Figure | None:
    """The figure that a line is; None where something is wrong with it, which is reported."""
    match = FIGURE.fullmatch(piece.text)
    assert match is not None
    source = source_of(match)
    place = piece.line, piece.column + match.start("source")
    if not source:
        report(
            *place, "the figure shows nothing", "write a file such as art/setup.svg, card:KIND/ID or table:FILE.yaml"
        )
        return None
    caption = LinePart(match["caption"], piece.line, piece.column + match.start("caption"))
    spans = read_spans([caption], report) if caption.text.strip() else ()
    settings = _settings(match, piece, report)
    if settings is None:
        return None
    name, share, width, words = settings
    return Figure(*place, source, spans, name or _usual_name(source), share, width, "span" in words, "back" in words)


def _settings(match: re.Match[str], piece: LinePart, report: Tell) -> tuple[str, float, float, set[str]] | None:
    """The name, the share of the width, the width in mm, and the words behind a figure."""
    name, share, width = "", 0.0, 0.0
    words: set[str] = set()
    for word in re.finditer(r"\S+", match["set"] or ""):
        wide = _WIDTH.fullmatch(word[0])
        if wide is not None and 0 < float(wide["number"]) <= (100 if wide["unit"] == "%" else 1000):
            number = float(wide["number"])
            share, width = (number / 100, 0.0) if wide["unit"] == "%" else (0.0, number)
        elif _NAME.fullmatch(word[0]):
            name = word[0][1:]
        elif word[0] in ("span", "back"):
            words.add(word[0])
        else:
            column = piece.column + match.start("set") + word.start()
            report(piece.line, column, f"a figure has no setting {word[0]!r}", _KNOWN)
            return None
    return name, share, width, words


def _usual_name(source: str) -> str:
    """The name of a figure that says none: that of its file or its item."""
    for sort in _SORTS:
        source = source.removeprefix(sort)
    return PurePosixPath(source).stem
