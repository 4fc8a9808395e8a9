"""``<text>`` as letters in the project's fonts: spans with places of their own, anchors, weights, letter spacing.

What is more than that (on a path, turned letters, text from right to left) is left undrawn, and becomes pixels.
Sources: SVG 2, chapter 11; the white space is that of 11.4.2, with line breaks as spaces.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from unicodedata import bidirectional, combining

from generator.core.problem import Tell
from generator.draw.marks.art import Art, ArtFont, family_of
from generator.draw.marks.fonts import Font, split_by_font
from generator.draw.marks.glyphs import outlines
from generator.draw.marks.marks import IDENTITY, Layer, Mark, Matrix, Paint, Shape, TextRun, moved
from generator.draw.marks.picture import box_path
from generator.draw.svg.attributes import length
from generator.draw.svg.painting import paint_outline
from generator.draw.svg.parse import SPACES, TEXT, Element
from generator.draw.svg.path import NUMBER, SPACE, excerpt, number
from generator.draw.svg.shapes import check_attributes
from generator.draw.svg.style import CURRENT, NO_EFFECT, GradientServer, Style, TileServer, declarations
from generator.draw.svg.svg_file import SvgFile
from generator.draw.svg.undrawn import Undrawn

_EM = re.compile(rf"{NUMBER}r?e[mx]\b")
_SIZED = frozenset({
    "x", "y", "dx", "dy", "width", "height", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry", "stroke-width",
    "stroke-dasharray", "stroke-dashoffset",
})  # fmt: skip
_LIST = re.compile(rf"[{SPACE}]*,[{SPACE}]*|[{SPACE}]+")
_FONT = re.compile(r"(?:(?P<words>[a-z0-9 -]*?)\s)?\s*(?P<size>[\d.]+[a-z%]*)(?:\s*/\s*[\w.%]+)?\s+(?P<family>.+)")
_SIZES = {"xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0}
_WEIGHTS = {"normal": 400, "bold": 700, "bolder": 700, "lighter": 300}
_SPANS, _SKIPPED = frozenset({"tspan", "a"}), frozenset({"title", "desc", "metadata"})
# Properties and attributes that letters in a row do not show, with the values that change nothing.
_PLAIN = {
    "writing-mode": ("lr", "lr-tb", "horizontal-tb"), "text-decoration": ("none",), "text-decoration-line": ("none",),
    "word-spacing": ("normal", "0", "0px"), "baseline-shift": ("baseline", "0", "0px", "0%"),
    "dominant-baseline": ("auto", "alphabetic", "baseline"), "alignment-baseline": ("auto", "baseline", "alphabetic"),
    "font-variant": ("normal", "none"), "font-variant-caps": ("normal",), "direction": ("ltr",),
    "unicode-bidi": ("normal",), "rotate": ("0",), "textLength": (), "glyph-orientation-vertical": ("auto",),
    "text-transform": ("none",), "font-size-adjust": ("none",),
}  # fmt: skip


class LetterStyle(NamedTuple):
    """How letters are set; lengths are user units."""

    families: str = ""
    size: float = 16.0
    weight: int = 400
    italic: bool = False
    spacing: float = 0.0
    anchor: str = "start"
    is_kept: bool = False  # white space is

    def read(self, element: Element, report: Tell) -> "LetterStyle":
        """The style of an element in what has this one."""
        style = self
        if SPACES in element.attributes:
            style = style._replace(is_kept=element.attributes[SPACES] == "preserve")
        for name, value in _said(element):
            try:
                style = style._with(name, value.strip(SPACE))
            except ValueError as error:
                attribute = name if name in element.attributes else "style"
                report(*element.where(attribute), f"{name}: {error}", "")
        return style

    def _with(self, name: str, value: str) -> "LetterStyle":
        if value in ("inherit", "unset"):
            return self
        if name == "font-family":
            return self._replace(families=value)
        if name == "font-size":
            return self._replace(size=_SIZES[value] if value in _SIZES else self.length(value))
        if name == "font-weight":
            return self._replace(weight=_WEIGHTS[value] if value in _WEIGHTS else round(number(value)))
        if name == "font-style":
            return self._replace(italic=value.startswith(("italic", "oblique")))
        if name == "letter-spacing":
            return self._replace(spacing=0.0 if value == "normal" else self.length(value))
        if name == "text-anchor":
            return self._replace(anchor=value)
        if name == "white-space":
            return self._replace(is_kept=value.startswith("pre"))
        if name == "font" and (match := _FONT.fullmatch(value)):
            words = (match["words"] or "").split()
            style = self._replace(families=match["family"], weight=400, italic=False)._with("font-size", match["size"])
            weights = [word for word in words if word in _WEIGHTS or word.isdigit()]
            style = style._with("font-weight", weights[-1]) if weights else style
            return style._replace(italic=bool({"italic", "oblique"} & set(words)))
        return self

    def length(self, value: str) -> float:
        """A length in user units; those of letters are these letters'. Raises ValueError for what is none."""
        for unit, share in (("rem", 16.0), ("em", self.size), ("ex", self.size / 2), ("%", self.size / 100)):
            if value.endswith(unit):
                return number(value.removesuffix(unit)) * share
        return length(value)


class _Span(NamedTuple):
    letters: LetterStyle
    style: Style
    element: Element


class _Sign:
    """One character of a text, with where it is said to stand."""

    __slots__ = ("at", "sign", "span")

    def __init__(self, sign: str, span: _Span) -> None:
        self.sign, self.span = sign, span
        self.at: dict[str, float] = {}  # x, y, dx and dy


class Lettering:
    """Draws the texts of one file."""

    def __init__(self, reader: SvgFile, art: Art) -> None:
        self._reader, self._art = reader, art

    @property
    def usual(self) -> str:
        """The family of texts that name none."""
        fonts = self._art.find("", 400, italic=False).fonts
        return family_of(fonts[0]) if fonts else ""

    def properties(self, element: Element) -> dict[str, str]:
        """The font in which an element's text is drawn, as properties."""
        letters = self.letters_of(element)
        fonts = self._font(letters, element).fonts
        if not fonts:
            return {}
        return self._art.properties(fonts[0])

    def letters_of(self, element: Element) -> LetterStyle:
        """How the letters of an element are set, by all that it lies in."""
        chain = [element]
        while chain[-1] in self._reader.parents:
            chain.append(self._reader.parents[chain[-1]])
        style = LetterStyle()
        for link in reversed(chain):
            style = style.read(link, lambda *_: None)
        return style

    def settle_ems(self, root: Element, text: str) -> None:
        """Write lengths in sizes of letters in user units, if there are any in a file's text."""
        for element in root.walk() if _EM.search(text) else ():
            for name in _SIZED.intersection(element.attributes) if element is not root else ():
                value = element.attributes[name]
                for size in sorted(set(_EM.findall(value)), key=len, reverse=True):
                    value = value.replace(size, f"{self.letters_of(element).length(size):.9g}")
                element.attributes[name] = value

    def marks(self, text: Element, style: Style, matrix: Matrix, *, bare: bool) -> Iterator[Mark]:
        """The letters of a text; ``bare``: the boxes round them in their place."""
        signs: list[_Sign] = []
        outer = self.letters_of(self._reader.parents[text]) if text in self._reader.parents else LetterStyle()
        self._collect(text, outer, style, signs)
        while signs and signs[-1].sign == " " and not signs[-1].span.letters.is_kept:
            signs.pop()
        if any(bidirectional(sign.sign) in ("R", "AL") for sign in signs):
            self._leave(text, "text from right to left")
            return
        x = y = 0.0
        for chunk in _chunks(signs):
            x, y = chunk[0].at.get("x", x), chunk[0].at.get("y", y)
            runs = list(self._runs(chunk))
            start = x
            placed: list[tuple[Font, str, _Span, float, float, float]] = []
            for fonts, words, run in runs:
                x, y = x + run[0].at.get("dx", 0.0), y + run[0].at.get("dy", 0.0)
                for font, part in self._split(words, fonts, run[0].span.element):
                    wide = font.width(part) * run[0].span.letters.size
                    placed.append((font, part, run[0].span, x, y, wide))
                    x += wide
                x += run[0].span.letters.spacing
            shift = {"middle": 0.5, "end": 1.0}.get(chunk[0].span.letters.anchor, 0.0) * (start - x)
            x += shift
            for font, part, span, left, base, wide in placed:
                yield from self._drawn(font, part, span, (left + shift, base, wide), matrix, bare=bare)

    def _collect(self, element: Element, outer: LetterStyle, style: Style, signs: list[_Sign]) -> None:
        """Add the characters of an element, those of white space that count."""
        letters = outer.read(element, self._reader.report)
        for name, value in _said(element):
            if name in _PLAIN and value.strip(SPACE) not in (*_PLAIN[name], "inherit"):
                self._leave(element, f"{name} {value.strip(SPACE)[:20]}")
        span, start = _Span(letters, style, element), len(signs)
        for child in element.children:
            if child.tag == TEXT:
                for character in child.text:
                    sign = " " if character in "\t\n\r" else character
                    if sign != " " or letters.is_kept or (signs and signs[-1].sign != " "):
                        signs.append(_Sign(sign, span))
            elif child.tag in _SPANS:
                check_attributes(child, self._reader.report)
                inner = style.read(child, self._reader.report, self._reader.server)
                if inner.effect is not NO_EFFECT:
                    self._leave(child, "a span that is faded, cut or masked")
                if inner.shown:
                    self._collect(child, letters, inner, signs)
            elif child.tag not in _SKIPPED:
                self._leave(child, f"<{child.tag}>")
        for name in ("x", "y", "dx", "dy"):
            for placed, at in zip(signs[start:], self._places(element, name), strict=False):
                placed.at.setdefault(name, at)

    def _places(self, element: Element, name: str) -> list[float]:
        places = list[float]()
        whole = self._reader.size[name.endswith("y")]
        for text in _LIST.split(element.attributes.get(name, "").strip(SPACE)):
            try:
                if text:
                    places.append(number(text[:-1]) / 100 * whole if text.endswith("%") else length(text))
            except ValueError as error:
                self._reader.report(*element.where(name), f"<{element.tag}> {name}: {error}", "")
        return places

    def _runs(self, chunk: list[_Sign]) -> Iterator[tuple[Sequence[Font], str, list[_Sign]]]:
        """The parts of a chunk that are set in one go."""
        start = 0
        for at in range(1, len(chunk) + 1):
            same = at < len(chunk) and chunk[at].span is chunk[start].span
            if same and not chunk[at].at.keys() & {"dx", "dy"} and not chunk[start].span.letters.spacing:
                continue
            run, start = chunk[start:at], at
            if at < len(chunk) and combining(chunk[at].sign):
                self._leave(run[0].span.element, "letters with marks, apart")
            yield self._font(run[0].span.letters, run[0].span.element).fonts, "".join(s.sign for s in run), run

    def _font(self, letters: LetterStyle, element: Element) -> ArtFont:
        found = self._art.find(letters.families, letters.weight, italic=letters.italic)
        if found.remark:
            self._reader.remark(element, found.remark)
        return found

    def _split(self, words: str, fonts: Sequence[Font], element: Element) -> list[tuple[Font, str]]:
        runs, missing = split_by_font(words, fonts) if fonts else ([], ["any letter"])
        if missing:
            hint = "name a font that has it under fallback in style.yaml"
            self._reader.report(
                element.line, element.column, f"the project's fonts have no {excerpt(missing[0])}", hint
            )
        return runs

    def _drawn(
        self, font: Font, words: str, span: _Span, place: tuple[float, float, float], matrix: Matrix, *, bare: bool
    ) -> Iterator[Mark]:
        style, size = span.style, span.letters.size
        left, base, wide = place
        if bare:
            box = box_path(left, base - font.ascent * size, wide, (font.ascent - font.descent) * size)
            yield Shape(moved(box, matrix), Paint())
        if bare or not (words.strip(" ") and size > 0 and style.visible):
            return
        if style.stroke is None or style.width <= 0:
            if style.fill is None:
                return
            if isinstance(style.fill, str):
                is_current = style.fill == CURRENT
                alpha = style.fill_opacity * (style.colour_alpha if is_current else style.fill_alpha)
                colour = style.colour if is_current else style.fill
                run = TextRun(words, font, size, left, base, matrix, colour)
                if alpha > 0:
                    yield run if alpha == 1 else Layer((run,), alpha)
                return
        of_box = [
            isinstance(paint, TileServer)
            or (isinstance(paint, GradientServer) and (paint.of_box or paint.spread != "pad"))
            for paint in (style.fill, style.stroke)
        ]
        if any(of_box):
            self._leave(span.element, "text painted with a gradient or a pattern")
            return
        path = outlines(TextRun(words, font, size, left, base, IDENTITY))
        mark = paint_outline(path, style._replace(effect=NO_EFFECT), matrix)
        if mark is not None:
            yield mark

    def _leave(self, element: Element, words: str) -> None:
        self._reader.report(element.line, element.column, Undrawn(words), "turn the text into paths")


def _said(element: Element) -> Iterator[tuple[str, str]]:
    """What an element says, by attributes and then in ``style``."""
    yield from element.attributes.items()
    yield from ((name, value) for name, value in declarations(element) if value is not None)


def _chunks(signs: list[_Sign]) -> Iterator[list[_Sign]]:
    """The parts of a text that are anchored by themselves: each starts where a place is said."""
    if not signs:
        return
    starts = [at for at, sign in enumerate(signs) if at == 0 or sign.at.keys() & {"x", "y"}]
    for start, end in zip(starts, [*starts[1:], len(signs)], strict=True):
        yield signs[start:end]
