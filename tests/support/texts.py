"""Texts set and laid out: a style to set them in, and what came of it."""

from collections.abc import Sequence

from drawn import ANDIKA, DEJAVU, FONTS, ICONS
from msgspec.structs import replace

from generator.draw.marks.fonts import load
from generator.draw.marks.marks import Mark, TextRun
from generator.draw.text.flow import Column, FilledPage, Row
from generator.draw.text.prose_style import Background, Inset, LeadWordStyle, ListMarker, ProseStyle, TableStyle, Type
from generator.draw.text.typeset import Typesetter
from generator.draw.text.words import Ruler
from generator.model.values import LocalizedText as Words
from generator.read.blocks import RunningText
from generator.read.markdown import parse_markdown

REGULAR = (ANDIKA, DEJAVU)
BOLD = (load(FONTS / "andika" / "Andika_700Bold.ttf"), DEJAVU)
ITALIC = (load(FONTS / "andika" / "Andika_400Regular_Italic.ttf"), DEJAVU)

BODY = Type(REGULAR, 3.0, 1.25)
PLAIN = Inset(0.0, 0.0, 0.0, 0.0)
STYLE = ProseStyle(
    body=BODY,
    gap=2.0,
    icons=1.0,
    bold=BOLD,
    italic=ITALIC,
    section=Background(Type(BOLD, 5.0, 1.0), "", PLAIN, "left", 5.0, 1.0),
    step=Background(Type(BOLD, 4.0, 1.0), "", PLAIN, "left", 3.0, 0.5),
    bullets=ListMarker(4.0, 1.0, ICONS["[coin]"], 1.5),
    numbers=ListMarker(5.0, 1.0, None, 2.0, Type(BOLD, 3.0, 1.25)),
    table=TableStyle(Type(REGULAR, 2.8, 1.2), BOLD, 3.0, 0.5),
    box=Background(Type(REGULAR, 2.8, 1.2), "", Inset(2.0, 2.0, 2.0, 2.0), "left", 2.0, 3.0),
    marks=(LeadWordStyle(Words({"en": "Ruling:", "fr": "Arbitrage :"}).in_language, ITALIC, ICONS["[long]"], 2.0),),
)


def document(text: str, title: str = "Title") -> RunningText:
    """A text without a mistake, under a title."""
    made, problems = parse_markdown(f"# {title}\n\n{text}", "rules.md")
    assert problems == []
    return made


def typesetter(language: str = "en", style: ProseStyle = STYLE) -> Typesetter:
    """Sets texts without anything behind headings and boxes."""
    return Typesetter(style, ICONS, Ruler(), language, "en", lambda *_: ())


def rows(text: str, width: float = 60.0) -> list[Row]:
    """The rows of a text."""
    setter = typesetter()
    found = setter.rows(document(text), width)
    assert setter.findings == []
    return found


def columns(heights: Sequence[float], width: float = 60.0) -> list[Column]:
    """Columns beside each other, their feet level."""
    low = max(heights)
    return [
        Column(number, (number - 1) * (width + 10), 10 + low - height, width, height, 1, 1)
        for number, height in enumerate(heights, 1)
    ]


def says(marks: Sequence[Mark]) -> str:
    """What runs of text say, one after the other, with single spaces between."""
    return " ".join(" ".join(mark.text for mark in marks if isinstance(mark, TextRun)).split())


def words(pages: Sequence[FilledPage]) -> list[str]:
    """All words in the order in which they stand on the pages."""
    return [word for page in pages for filled in page for row in filled.rows for word in says(row.marks).split()]


def bare(row: Row) -> Row:
    """A row without what can cut it, for comparing."""
    return replace(row, cut=None)
