"""Running text as a page to be read on a screen, with its figures and icons as pictures."""

import re
from collections.abc import Iterator

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.core.refusal import NotFound
from generator.draw.figure_pictures import CARD, FigurePictures
from generator.draw.marks.marks import Face
from generator.draw.marks.picture import Picture
from generator.draw.named_figures import numbered
from generator.draw.renderer import Renderer
from generator.model.game import Kind
from generator.pdf.face_svg import face_svg
from generator.read.blocks import Block, Callout, Contents, Figure, Heading, List, Paragraph, RunningText, Table
from generator.read.inline import Spans, plain
from generator.web.answering import page, sent
from generator.web.asking import Asked

PUBLIC = True
WIDE = 180.0  # mm, of figures that don't say how wide they are at most
_TAGS = {"bold": "strong", "italic": "em"}


def read(request: Request) -> Response:
    """The page."""
    asked = Asked(request)
    asked.only("lang")
    kind, language = _prose(asked), asked.shown_language
    with asked.turn:
        reader = _Reader(asked.checked.renderer, kind, language)
        text = reader.markup()
    sections = [(number, plain(one.spans)) for number, one in reader.headings if one.level == 2]
    return page(
        request, "read.html", game=asked.game, checked=asked.checked, kind=kind, language=language, text=text,
        sections=sections,
    )  # fmt: skip


def figure(request: Request) -> Response:
    """A figure of it, by its number, or an icon, by its place among those of the style."""
    asked = Asked(request)
    asked.only("lang")
    with asked.turn:
        reader = _Reader(asked.checked.renderer, _prose(asked), asked.shown_language)
        shown, name = reader.picture(request.path_params["sort"], int(request.path_params["number"]))
        marks = (shown.placed(0.0, 0.0, shown.width, shown.height),)
        svg = face_svg(Face(shown.width, shown.height, marks), name, asked.shown_language)
    return sent(request, svg, "image/svg+xml")


def _prose(asked: Asked) -> Kind:
    if not asked.kind.prose or asked.kind.document(asked.shown_language, asked.game.language) is None:
        raise NotFound(f"{asked.kind.name} is no running text")
    return asked.kind


class _Reader:
    """One text in one language."""

    def __init__(self, renderer: Renderer, kind: Kind, language: str) -> None:
        document = kind.document(language, renderer.game.language)
        assert document is not None
        if document.valued:
            document, _ = renderer.text_values.document(document, language)
        self._figures = FigurePictures(renderer, language, document.file.rpartition("/")[0])
        if document.illustrated:
            whole = self._figures.with_legends(document)
            document, _ = numbered(whole, renderer.theme.words, language, renderer.game.language)
        self._document: RunningText = document
        self._icons = renderer.theme.icons
        self._signs = re.compile("|".join(map(re.escape, sorted(self._icons, key=len, reverse=True))) or r"(?!)")
        self._language = language
        self.headings = list(enumerate(one for one in document.blocks if isinstance(one, Heading) and one.level > 1))

    def markup(self) -> Markup:
        """The text as HTML, without its title."""
        return Markup("\n").join(self._blocks(self._document.blocks))

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
            shown = figures[number]
            size = self._figures.size(shown)
            if isinstance(size, tuple):
                return self._figures.picture(shown, shown.width or min(WIDE, size[0])), plain(shown.caption)
        raise NotFound("there is no such picture")

    def _blocks(self, blocks: tuple[Block, ...]) -> Iterator[Markup]:
        headings = figures = -1
        for block in blocks:
            match block:
                case Heading(level=level, spans=spans):
                    if level > 1:
                        headings += 1
                        yield Markup('<h{0} id="part-{1}">{2}</h{0}>').format(level, headings, self._text(spans))
                case Paragraph(spans=spans):
                    yield Markup("<p>{}</p>").format(self._text(spans))
                case List():
                    yield self._list(block)
                case Table():
                    yield self._table(block)
                case Callout(blocks=inner):
                    yield Markup("<aside>{}</aside>").format(Markup("").join(self._blocks(inner)))
                case Figure():
                    figures += 1
                    yield self._figure(block, figures)
                case Contents():
                    pass  # a page has them beside it

    def _list(self, block: List) -> Markup:
        items = Markup("").join(Markup("<li>{}</li>").format(self._text(item.spans)) for item in block.items)
        return Markup("<{0}>{1}</{0}>").format("ol" if block.ordered else "ul", items)

    def _table(self, block: Table) -> Markup:
        def row(tag: str, cells: tuple[Spans, ...]) -> Markup:
            made = (Markup("<{0}>{1}</{0}>").format(tag, self._text(cell)) for cell in cells)
            return Markup("<tr>{}</tr>").format(Markup("").join(made))

        head, body = row("th", block.head), Markup("").join(row("td", one) for one in block.rows)
        made = Markup(
            '<div class="scroll" tabindex="0"><table class="table"><thead>{}</thead><tbody>{}</tbody></table></div>'
        )
        return made.format(head, body)

    def _figure(self, block: Figure, number: int) -> Markup:
        size = self._figures.size(block)
        if not isinstance(size, tuple):
            return Markup("")
        words, source = plain(block.caption), f"read/figure-{number}.svg?lang={self._language}"
        if block.source.startswith(CARD):
            kind, _, name = block.source.removeprefix(CARD).partition("/")
            source = f"../{kind}/{name}.svg?lang={self._language}" + ("&side=back" if block.back else "")
        picture = Markup('<img src="{}" alt="{}" width="{}" height="{}" loading="lazy">').format(
            source, words, round(size[0] * 4), round(size[1] * 4)
        )
        said = Markup(" ").join(self._text(spans) for spans in (block.caption, block.legend) if spans)
        return Markup("<figure>{}{}</figure>").format(
            picture, Markup("<figcaption>{}</figcaption>").format(said) if said else ""
        )

    def _text(self, spans: Spans) -> Markup:
        made = Markup("")
        for span in spans:
            text = self._with_icons(span.text)
            tag = _TAGS.get(span.style)
            made += Markup("<{0}>{1}</{0}>").format(tag, text) if tag else text
        return made

    def _with_icons(self, text: str) -> Markup:
        made, at = Markup(""), 0
        for found in self._signs.finditer(text):
            number = list(self._icons).index(found[0])
            made += escape(text[at : found.start()]) + Markup(
                '<img class="sign" src="read/icon-{}.svg" alt="{}">'
            ).format(number, found[0].strip("{}"))
            at = found.end()
        return made + escape(text[at:])


ROUTES = (
    Route("/{game}/{kind}/read", read),
    Route("/{game}/{kind}/read/{sort}-{number:int}.svg", figure),
)
