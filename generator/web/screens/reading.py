"""Running text as a page to be read on a screen, with its figures and icons as pictures."""

import re
from collections.abc import Iterator
from html import escape

from generator.core.problem import NotFound
from generator.draw.figure_pictures import CARD, FigurePictures
from generator.draw.marks.marks import Face
from generator.draw.marks.picture import Picture
from generator.draw.pages import number_figures
from generator.draw.renderer import Renderer
from generator.model.game import Kind
from generator.pdf.face_svg import face_svg
from generator.pdf.png import png_bytes
from generator.read.blocks import (
    BREAK,
    Block,
    Callout,
    Contents,
    Figure,
    Heading,
    List,
    Paragraph,
    RunningText,
    Spans,
    Table,
    plain,
)
from generator.web.screens import Response, WorkshopRequest, get, sent

SITE = True
FIRST_PAGE_DPI = 120.0  # twice what a first page shows on a small screen
WIDE = 180.0  # mm, of figures that don't say how wide they are at most
_TAGS = {"bold": "strong", "italic": "em"}


@get("/{game}/{kind}/read", only=("lang",))
def read(request: WorkshopRequest) -> Response:
    """The page."""
    kind, language = _prose(request), request.shown_language
    with request.turn:
        reader = _Reader(request.checked.renderer, kind, language)
        text = reader.markup()
    sections = [(number, plain(heading.spans)) for number, heading in reader.headings if heading.level == 2]
    return request.page("read.html", language=language, text=text, sections=sections)


@get("/{game}/{kind}/read/{sort}-{number:int}.svg", only=("lang",))
def figure(request: WorkshopRequest) -> Response:
    """A figure of it, by its number, or an icon, by its place among those of the style."""
    with request.turn:
        face, name = _pictured(request)
        svg = face_svg(face, name, request.shown_language)
    return sent(request.http, svg, "image/svg+xml")


@get("/{game}/{kind}/read/{sort}-{number:int}.png", only=("lang",))
def figure_in_pixels(request: WorkshopRequest) -> Response:
    """The same in pixels, for first pages: a whole table of cards has ten times as many bytes as lines."""
    from generator.tables.pictures import pictures  # which browsers lack pixels for

    with request.turn:
        face, _ = _pictured(request)
        (image,) = pictures([face], FIRST_PAGE_DPI, 0.0)
    few = image.quantize(32)
    return sent(request.http, png_bytes(few, optimize=True), "image/png")


def _pictured(request: WorkshopRequest) -> tuple[Face, str]:
    reader = _Reader(request.checked.renderer, _prose(request), request.shown_language)
    picture, name = reader.picture(request.path["sort"], int(request.path["number"]))
    marks = (picture.placed(0.0, 0.0, picture.width, picture.height),)
    return Face(picture.width, picture.height, marks), name


def _prose(request: WorkshopRequest) -> Kind:
    if not request.kind.prose or request.kind.document(request.shown_language, request.game.language) is None:
        raise NotFound(f"{request.kind.name} is not running text")
    return request.kind


class _Reader:
    """One text in one language."""

    def __init__(self, renderer: Renderer, kind: Kind, language: str) -> None:
        document = kind.document(language, renderer.game.language)
        assert document is not None
        if document.valued:
            document, _ = renderer.text_values.document(document, language)
        self._figures = FigurePictures(renderer, language, document.file)
        if document.illustrated:
            whole = self._figures.with_legends(document)
            document, _ = number_figures(whole, renderer.theme.words, language, renderer.game.language)
        self._document: RunningText = document
        self._icons = renderer.theme.icons
        signs = "|".join(map(re.escape, sorted(self._icons, key=len, reverse=True)))
        self._signs = re.compile(f"({signs or '(?!)'})")
        self._language = language
        self.headings = list(
            enumerate(each for each in document.blocks if isinstance(each, Heading) and each.level > 1)
        )

    def markup(self) -> str:
        """The text as HTML, without its title."""
        return "\n".join(self._blocks(self._document.blocks))

    def picture(self, sort: str, number: int) -> tuple[Picture, str]:
        """A picture of it, and what it shows.

        Raises:
            NotFound: there is none.
        """
        if sort == "icon" and number < len(self._icons):
            sign = list(self._icons)[number]
            return self._icons[sign], sign.strip("{}")
        figures = [block for block in self._document.blocks if isinstance(block, Figure)]
        if sort == "figure" and number < len(figures):
            figure = figures[number]
            size = self._figures.size(figure)
            if isinstance(size, tuple):
                return self._figures.picture(figure, figure.width or min(WIDE, size[0])), plain(figure.caption)
        raise NotFound("there is no such picture")

    def _blocks(self, blocks: tuple[Block, ...]) -> Iterator[str]:
        headings = figures = -1
        for block in blocks:
            match block:
                case Heading(level=level, spans=spans):
                    if level > 1:
                        headings += 1
                        yield f'<h{level} id="part-{headings}">{self._text(spans)}</h{level}>'
                case Paragraph(spans=spans):
                    yield f"<p>{self._text(spans)}</p>"
                case List():
                    yield self._list(block)
                case Table():
                    yield self._table(block)
                case Callout(blocks=inner):
                    yield f"<aside>{''.join(self._blocks(inner))}</aside>"
                case Figure():
                    figures += 1
                    yield self._figure(block, figures)
                case Contents():
                    pass  # a page has them beside it

    def _list(self, block: List) -> str:
        tag = "ol" if block.ordered else "ul"
        items = (f"<li>{self._text(item.spans)}{''.join(self._blocks(item.inner))}</li>" for item in block.items)
        return f"<{tag}>{''.join(items)}</{tag}>"

    def _table(self, block: Table) -> str:
        def row(tag: str, cells: tuple[Spans, ...]) -> str:
            return f"<tr>{''.join(f'<{tag}>{self._text(cell)}</{tag}>' for cell in cells)}</tr>"

        head, body = row("th", block.head), "".join(row("td", body_row) for body_row in block.rows)
        table = f'<table class="table"><thead>{head}</thead><tbody>{body}</tbody></table>'
        return f'<div class="scroll" tabindex="0">{table}</div>'

    def _figure(self, block: Figure, number: int) -> str:
        size = self._figures.size(block)
        if not isinstance(size, tuple):
            return ""
        words, source = plain(block.caption), f"read/figure-{number}.svg?lang={self._language}"
        if block.source.startswith(CARD):
            kind, _, name = block.source.removeprefix(CARD).partition("/")
            source = f"../{kind}/{name}.svg?lang={self._language}" + ("&side=back" if block.back else "")
        wide, high = round(size[0] * 4), round(size[1] * 4)
        picture = f'<img src="{escape(source)}" alt="{escape(words)}" width="{wide}" height="{high}" loading="lazy">'
        caption = " ".join(self._text(spans) for spans in (block.caption, block.legend) if spans)
        return f"<figure>{picture}{f'<figcaption>{caption}</figcaption>' if caption else ''}</figure>"

    def _text(self, spans: Spans) -> str:
        markup = ""
        for span in spans:
            text, tag = self._with_icons(span.text), _TAGS.get(span.style)
            markup += f"<{tag}>{text}</{tag}>" if tag else text
        return markup

    def _with_icons(self, text: str) -> str:
        parts = self._signs.split(text)  # every other one is a sign
        if text == BREAK:
            return "<br>"
        return "".join(self._icon(part) if place % 2 else escape(part) for place, part in enumerate(parts))

    def _icon(self, sign: str) -> str:
        return (
            f'<img class="sign" src="read/icon-{list(self._icons).index(sign)}.svg" alt="{escape(sign.strip("{}"))}">'
        )
