"""Running text as the faces of its pages: the template's columns filled, page by page."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.core.choices import um
from generator.core.problem import Problem
from generator.draw.backgrounds import Backgrounds
from generator.draw.figure_pictures import FigurePictures
from generator.draw.marks.bidi import mostly_leftwards
from generator.draw.marks.marks import Face, Mark
from generator.draw.phrases import Phrases
from generator.draw.renderer import Renderer
from generator.draw.scope import FaceFault, FaceScope
from generator.draw.template import Template
from generator.draw.text.flow import MAX_PAGES, Column, FilledColumn, FilledPage, Row, UnplaceableError, flow, shifted
from generator.draw.text.typeset import Typesetter
from generator.draw.text.words import Ruler
from generator.model.game import Kind
from generator.model.values import Record, nearest
from generator.read.blocks import Block, Contents, Figure, RunningText, Span, Spans, changed, plain

MakeScope = Callable[[dict[str, Any]], FaceScope]  # for drawing a template with these variables


class TextPages(Struct, frozen=True):
    """A text laid out: a face a page, its headings with their pages (counted from 0), and what is wrong with it."""

    faces: tuple[Face, ...] = ()
    outline: tuple[tuple[str, int], ...] = ()
    problems: tuple[Problem, ...] = ()
    leftwards: bool = False  # it is read from right to left


class PageMaker(Struct):
    """Lays out one text on pages of one template."""

    document: RunningText
    template: Template
    typesetter: Typesetter
    make_scope: MakeScope
    draws: bool = True
    known: dict[int, Sequence[Column]] = {}  # columns by page

    def lay_out(self) -> TextPages:
        """All pages, as far as they can be made."""
        findings: list[FaceFault] = []
        self.typesetter.leftwards = runs_leftwards(self.document)
        widths = self._columns(1, findings)
        wrong = any(finding.level == "error" for finding in findings)
        if not (widths or wrong):
            findings.append(_fault("no column on page 1", 'draw a rect with data-flow="1"'))
        if wrong or not widths:
            return TextPages(problems=tuple(finding.of_template(self.template.file) for finding in findings))
        setter = self.typesetter
        before = list(setter.findings)
        setter.full = max(column.x + column.width for column in widths) - min(column.x for column in widths)
        setter.tallest = max(column.height for number in (1, 2) for column in self._columns(number, findings))
        try:
            pages = self._flowing(widths[0].width, findings)
            if any(isinstance(block, Contents) for block in self.document.blocks):
                setter.pages = [number + 1 for _, number in _outline(pages)]
                setter.sections, setter.findings = 0, before
                pages = self._flowing(widths[0].width, findings)
        except UnplaceableError as stop:
            return TextPages(problems=(*self._problems(findings), self._unplaceable(stop.row)))
        faces = [self._face(page, number, len(pages), findings) for number, page in enumerate(pages, 1)]
        leftwards = setter.leftwards
        return TextPages(tuple(faces), tuple(_outline(pages)), tuple(self._problems(findings)), leftwards)

    def _flowing(self, width: float, findings: list[FaceFault]) -> list[FilledPage]:
        rows = self.typesetter.rows(self.document, width)
        return flow(rows, lambda number: self._columns(number, findings))

    def _variables(self, page: int, pages: int, end: float, free: float) -> dict[str, Any]:
        title = plain(self.document.title)
        return {"title": title, "page": page, "pages": pages, "end": end, "free": free, "columns": []}

    def _columns(self, page: int, findings: list[FaceFault]) -> Sequence[Column]:
        """The columns of a page, as the template has them."""
        if page in self.known:
            return self.known[page]
        scope = self.make_scope(self._variables(page, 0, 0.0, 0.0))
        scope.draws, scope.flow = False, {}
        self.template.face(scope)
        if page == 1:
            findings += scope.findings
        self.known[page] = _from_the_right(scope.columns) if self.typesetter.leftwards else scope.columns
        wide = self.known[1][0].width if self.known[1] else 0.0
        numbers: set[int] = set()
        for column in scope.columns:
            if um(column.width) != um(wide):
                message = f"a column is {column.width:g} mm wide, the first of page 1 {wide:g} mm"
                findings.append(_fault(message, "make all equally wide", column.line, column.column))
            if column.number in numbers:
                message = f"there are two columns {column.number} on a page"
                findings.append(_fault(message, "number them 1, 2, …", column.line, column.column))
            numbers.add(column.number)
        return self.known[page]

    def _face(self, page: FilledPage, number: int, count: int, findings: list[FaceFault]) -> Face:
        end = max(filled.end for filled in page)
        foot = max(column.y + column.height for column in self.known[number])
        variables = self._variables(number, count, end, foot - end)
        flowing: dict[int, list[Mark]] = {}
        here = sorted(self.known[number], key=lambda column: column.number)
        across = any(row.spans for filled in page for row in filled.rows)  # then all is drawn in the order of reading
        for filled in page:
            flowing.setdefault(here[0].number if across else filled.column.number, []).extend(_marks(filled))
        scope = self.make_scope({**variables, "columns": [_record(column, page) for column in here]})
        scope.draws, scope.flow = self.draws, flowing
        face = self.template.face(scope)
        findings += scope.findings
        return face

    def _problems(self, findings: Sequence[FaceFault]) -> list[Problem]:
        of_template = (finding.of_template(self.template.file) for finding in findings)
        return list(dict.fromkeys([*self.typesetter.findings, *of_template]))

    def _unplaceable(self, row: Row | None) -> Problem:
        if row is None:
            return _fault("a page without columns", "draw them on every page").of_template(self.template.file)
        message = (
            f"a part of the text {row.height:.0f} mm high fits no column, or there are more than {MAX_PAGES} pages"
        )
        return Problem(
            self.document.file, 1, 1, "error", "text-overflow", message, "shorten it, or make columns higher"
        )


def text_pages(renderer: Renderer, kind: Kind, language: str, *, draws: bool = True) -> TextPages:
    """The pages of a kind's running text in one language (or in another, where it is not translated).

    The kind's template must be usable.
    """
    game, theme = renderer.game, renderer.theme.in_language(language)
    document, template = kind.document(language, game.language), renderer.template(kind, language=language)
    style = theme.prose
    if document is None or document.broken or template is None or renderer.theme.wrong_prose:
        return TextPages()
    if style is None:
        message, hint = "prose is missing: how running text is set", "write prose: …; pnp help templates shows it"
        return TextPages(problems=(Problem(theme.file, 1, 1, "error", "missing-field", message, hint),))
    scope = partial(renderer.tool_scope, language)
    backgrounds = Backgrounds(renderer.folder, renderer.shown, theme, scope)
    problems: list[Problem] = []
    icons = renderer.theme.icons
    setter = Typesetter(style, icons, Ruler(style.icons), language, game.language, backgrounds.draw, draws)
    if document.valued:
        document, setter.findings = renderer.text_values.document(document, language)
    if document.illustrated:
        figures = FigurePictures(renderer, language, document.file)
        setter.figures, problems = figures, figures.problems
        document = figures.with_legends(document)
        document, figure_problems = number_figures(document, renderer.theme.words, language, game.language)
        setter.findings += figure_problems
    pages = PageMaker(document, template, setter, scope, draws).lay_out()
    return replace(pages, problems=(*pages.problems, *dict.fromkeys([*backgrounds.problems, *problems])))


def runs_leftwards(document: RunningText) -> bool:
    """Whether a text runs from right to left, by most of its letters."""
    words = [plain(document.title)]

    def note(spans: Spans) -> Spans:
        words.append(plain(spans))
        return spans

    for block in document.blocks:
        changed(block, note)
    return mostly_leftwards("".join(words))


def _from_the_right(columns: Sequence[Column]) -> Sequence[Column]:
    """The columns with those at the left and the right exchanged, unless they are numbered from the right already."""
    left, right = min(column.x for column in columns), max(column.x + column.width for column in columns)

    def mirrored(column: Column) -> Column:
        return replace(column, x=left + right - column.x - column.width)

    first = min(columns, key=lambda column: column.number)
    return [mirrored(column) for column in columns] if first.x < mirrored(first).x else columns


def _marks(filled: FilledColumn) -> list[Mark]:
    return [
        mark
        for row, top in zip(filled.rows, filled.tops, strict=True)
        for mark in shifted(row.marks, filled.column.x, top)
    ]


def _record(column: Column, page: FilledPage) -> Record:
    """A column as templates see it: it ends below its text and below what stands across all columns."""
    own = [
        filled.end for filled in page if filled.column.number == column.number or any(row.spans for row in filled.rows)
    ]
    end = max(own, default=column.y)
    free = column.y + column.height - end
    return Record({"number": column.number, "x": column.x, "width": column.width, "end": end, "free": free})


def _outline(pages: Sequence[FilledPage]) -> list[tuple[str, int]]:
    return [
        (row.heading, number)
        for number, page in enumerate(pages)
        for filled in page
        for row in filled.rows
        if row.level == 2
    ]


def _fault(message: str, hint: str, line: int = 1, column: int = 1) -> FaceFault:
    return FaceFault("template-syntax", message, hint, None, line, column)


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
