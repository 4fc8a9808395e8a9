"""Running text: the blocks of a document as rows, which columns then take."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.core.problem import Level, Problem
from generator.draw.marks.marks import Mark, Paint, Shape
from generator.draw.marks.picture import Picture
from generator.draw.text.fit import Align
from generator.draw.text.flow import NEVER, Row, flip_marks, parted, shifted, stacked
from generator.draw.text.paragraph import PlacedWord, break_lines, split
from generator.draw.text.prose_style import (
    Background,
    Figures,
    Inset,
    LeadWordStyle,
    ListMarker,
    NoPicture,
    ProseStyle,
    Type,
    bullet,
    step_number,
    with_marker,
)
from generator.draw.text.table import TableMaker, column_widths, slack, stacked_marks
from generator.draw.text.text_marks import line_marks
from generator.draw.text.words import Fonts, Icons, Ruler, Run, parts_of, runs_of
from generator.read.blocks import (
    Block,
    Callout,
    Contents,
    Figure,
    Heading,
    List,
    Paragraph,
    RunningText,
    Span,
    Spans,
    Table,
    plain,
)

# What a break costs, in mm of a column left empty.
IN_PARAGRAPH = 4.0
IN_LIST = 2.0
AT_EDGE_OF_LIST = 7.0  # of one item alone
IN_SHORT_LIST = 25.0
AFTER_COLON = 15.0  # between a line that announces something and what it announces
SHORT_LIST = 6  # lines
LINES_BELOW_HEADING = 2  # at least, before a break
CONTENTS_PAGE = 10.0  # mm for the number of a page in a list of contents
LEADER = Paint(stroke="#000000", width=0.25, cap="round", dash=(0.0, 1.2))  # to it

_SPACES = str.maketrans({"\u00a0": " ", "\u202f": " "})

# A template at a size, with its variables.
DrawTemplate = Callable[[str, float, float, Mapping[str, Any]], Sequence[Mark]]


class Typesetter(Struct):
    """Sets texts in one style and language. With ``draws`` off the rows are as high, and stay without marks."""

    style: ProseStyle
    icons: Icons
    ruler: Ruler
    language: str
    fallback: str
    draw: DrawTemplate
    draws: bool = True
    findings: list[Problem] = []
    file: str = ""  # of the text, as named in messages
    sections: int = 0
    titles: Sequence[Heading] = ()  # of the sections
    figures: Figures | None = None
    full: float = 0.0  # mm from the left edge of the first column to the right edge of the last
    tallest: float = NEVER  # mm of the columns
    pages: Sequence[int] = ()  # of the sections in order, where that is known
    leftwards: bool = False  # all of it runs from right to left

    def rows(self, document: RunningText, width: float) -> list[Row]:
        """The rows of a document for columns of this width; what cannot be set is in ``findings``."""
        self.file = document.file
        self.titles = [block for block in document.blocks if isinstance(block, Heading) and block.level == 2]
        return _bind_headings(self.blocks(document.blocks, self.style.body, width))

    def blocks(self, blocks: Sequence[Block], type_: Type, width: float) -> list[Row]:
        """The rows of some blocks. The white above one is its own, but below a heading or a box what that leaves."""
        rows: list[Row] = []
        above: Block | None = None
        for block in blocks:
            block_rows = self._block(block, type_, width)
            if not block_rows:
                continue
            before = block_rows[0].before if not isinstance(above, Heading) else self._heading_style(above).after
            if self.style.keeps_steps and isinstance(block, List) and block.ordered and rows[-1:]:
                steps = stacked([rows[-1], *block_rows], 0.0, 0.0)[1]
                if rows[-1].cost == AFTER_COLON and block_rows[0].cost == NEVER and steps <= self.tallest:
                    rows[-1] = replace(rows[-1], cost=NEVER)
            if isinstance(above, Callout):
                before = max(before, self.style.box.after)
            rows += [replace(block_rows[0], before=before), *block_rows[1:]]
            above = block
        return rows

    def _block(self, block: Block, type_: Type, width: float) -> list[Row]:
        match block:
            case Heading():
                return [self._heading(block, width)]
            case Paragraph():
                return self._paragraph(block, type_, width)
            case List():
                return [row for number, items in block.parts for row in self._list(block, number, items, type_, width)]
            case Table():
                return [self._table(block, width)]
            case Callout():
                return [self._box(block, width)]
            case Figure():
                return self._figure(block, self.full if block.across and self.full else width)
            case Contents():
                return self._contents(width)

    def _heading_style(self, heading: Heading) -> Background:
        if heading.level > 3:
            return Background(self.style.body, "", Inset(0.0, 0.0, 0.0, 0.0), "start", self.style.gap, self.style.gap)
        return self.style.section if heading.level <= 2 else self.style.step

    def _heading(self, heading: Heading, width: float) -> Row:
        style = self._heading_style(heading)
        self.sections += heading.level == 2
        inset, type_ = self._inset(style), style.type
        inner = width - inset.left - inset.right
        runs = [run for span in heading.spans for run in runs_of(span, self._fallen_back(span.text, type_.fonts))]
        if heading.level > 3:
            runs = self._styled(tuple(replace(span, style="bold") for span in heading.spans), type_.fonts)
        words = self._words(runs, inner, type_)
        lines = break_lines(words, inner / type_.em)
        align = self._side(style.align)
        marks = stacked_marks(lines, type_, (inset.left, inset.top), inner, align) if self.draws else []
        height = inset.top + sum([line.height for line in lines]) * type_.pitch + inset.bottom
        variables = {"number": self.sections, "text": max((line.width * type_.em for line in lines), default=0.0)}
        marks = [*self._ground(style, width, height, variables), *marks]
        return Row(height, tuple(marks), style.before, NEVER, len(lines), plain(heading.spans), heading.level)

    def _ground(self, style: Background, width: float, height: float, variables: Mapping[str, Any]) -> Sequence[Mark]:
        marks = self.draw(style.ground, width, height, variables) if style.ground else ()
        return flip_marks(marks, width) if self.leftwards else marks

    def _inset(self, style: Background) -> Inset:
        """A style's inner margins as they are where the text runs so."""
        inset = style.inset
        return replace(inset, left=inset.right, right=inset.left) if self.leftwards else inset

    def _side(self, align: Align) -> Align:
        """Where lines are aligned; a style is written for what runs from left to right."""
        mirrored: dict[str, Align] = {"left": "right", "right": "left"}
        return mirrored.get(align, align) if self.leftwards else align

    def _paragraph(self, paragraph: Paragraph, type_: Type, width: float) -> list[Row]:
        mark, runs = self._runs(paragraph.spans, type_.fonts)
        marker = self.style.bullets
        rows = self._lines(runs, type_, marker.indent if mark else 0.0, width)
        if mark is not None and self.draws:
            rows = self._bulleted(rows, mark.picture or marker.picture, mark.height, type_, width)
        if rows and plain(paragraph.spans).translate(_SPACES).rstrip().endswith(":"):
            rows[-1] = replace(rows[-1], cost=AFTER_COLON)
        return [replace(row, before=self.style.gap) if at == 0 else row for at, row in enumerate(rows)]

    def _list(self, block: List, first: int, paragraphs: Sequence[Paragraph], type_: Type, width: float) -> list[Row]:
        """The items of a list up to an empty line; ``first``: the number of the first."""
        marker = self.style.numbers if block.ordered else self.style.bullets
        items = [self._item(item, at, marker, type_, width) for at, item in enumerate(paragraphs, first)]
        short = sum(len(item) for item in items) <= SHORT_LIST
        rows: list[Row] = []
        for at, item in enumerate(item for item in items if item):
            item[0] = replace(item[0], before=marker.gap if at else self.style.gap)
            edge = at in (0, len(items) - 2)
            item[-1] = replace(item[-1], cost=IN_SHORT_LIST if short else AT_EDGE_OF_LIST if edge else IN_LIST)
            rows += item
        if rows and self.style.keeps_steps and block.ordered and stacked(rows, 0.0, 0.0)[1] <= self.tallest:
            rows = [replace(row, cost=NEVER) for row in rows]
        if rows:
            rows[-1] = replace(rows[-1], cost=0.0)
        return rows

    def _item(self, item: Paragraph, number: int, marker: ListMarker, type_: Type, width: float) -> list[Row]:
        mark, runs = self._runs(item.spans, type_.fonts)
        rows = self._lines(runs, type_, marker.indent, width)
        if self.draws and marker.type is not None:
            rows = with_marker(rows, step_number(number, marker, type_, width * self.leftwards), type_)
        elif self.draws:
            look = marker if mark is None else mark
            rows = self._bulleted(rows, look.picture or marker.picture, look.height, type_, width)
        left = 0.0 if self.leftwards else marker.indent
        inner = self.blocks(item.inner, type_, width - marker.indent)
        if inner and rows:
            rows[-1] = replace(rows[-1], cost=IN_SHORT_LIST)
            inner[0] = replace(inner[0], before=marker.gap if isinstance(item.inner[0], List) else self.style.gap)
        return rows + [replace(row, marks=tuple(shifted(row.marks, left, 0.0))) for row in inner]

    def _bulleted(
        self, rows: Sequence[Row], picture: Picture | None, height: float, type_: Type, width: float
    ) -> list[Row]:
        marks = bullet(picture, height, self.style.bullets.indent, type_, width * self.leftwards)
        return with_marker(rows, marks, type_)

    def _table(self, table: Table, width: float) -> Row:
        style = self.style.table
        order = slice(None, None, -1 if self.leftwards else 1)
        head = [self._split(self._styled(cell, style.head, style.head)) for cell in table.head[order]]
        body = [[self._split(self._styled(cell, style.type.fonts)) for cell in row[order]] for row in table.rows]
        start: Align = "right" if self.leftwards else "left"
        aligns = [start if align == "start" else align for align in table.aligns[order]]
        widths = column_widths([head, *body], style, width)
        if sum(widths) + style.between * (len(widths) - 1) > width + 1e-6:
            message = f"the table's longest words do not fit beside each other into {width:.0f} mm"
            self._find("text-overflow", message, "shorten some, or use fewer columns", table.line, table.column)
        return TableMaker(head, aligns, style, width, widths, self.draws).row(body, self.style.gap)

    def _box(self, box: Callout, width: float) -> Row:
        style = self.style.box
        rows = self.blocks(box.blocks, style.type, width - style.inset.left - style.inset.right)
        return self._boxed(rows, width)

    def _boxed(self, rows: Sequence[Row], width: float) -> Row:
        style, inset = self.style.box, self._inset(self.style.box)
        marks, inner = stacked(rows, inset.left, inset.top)
        height = inset.top + inner + inset.bottom

        def cut(room: float) -> list[Row]:
            return [self._boxed(part, width) for part in parted(rows, room - inset.top - inset.bottom)]

        ground = self._ground(style, width, height, {"number": 0, "text": 0.0})
        return Row(height, (*ground, *marks), style.before, 0.0, len(rows), cut=cut)

    def _figure(self, figure: Figure, width: float) -> list[Row]:
        """The picture with its caption below, which no column parts."""
        assert self.figures is not None
        style = self.style.figures
        natural_size = self.figures.size(figure)
        if isinstance(natural_size, NoPicture):
            self._find(natural_size.rule, natural_size.message, natural_size.hint, figure.line, figure.column)
        if natural_size is None or isinstance(natural_size, NoPicture):
            return []
        size = natural_size
        lines: list[Row] = []
        for spans in (figure.caption, figure.legend):
            lines += self._lines(self._styled(spans, style.type.fonts), style.type, 0.0, width, self._side(style.align))
        below = (style.gap + sum(row.height for row in lines)) if lines else 0.0
        full_width = figure.share * width or figure.width or min(size[0], width)
        high = full_width * size[1] / size[0]
        if figure.share or figure.width:
            self._see_that_it_fits(figure, (full_width, high), (width, self.tallest - below))
        wide = min(full_width, width, (self.tallest - below) * size[0] / size[1])
        high = wide * size[1] / size[0]
        marks: list[Mark] = []
        if self.draws and wide > 0:
            spare = {"left": 0.0, "center": (width - wide) / 2}.get(self._side(style.align), width - wide)
            picture = self.figures.picture(figure, wide)
            marks = [picture.placed(spare, 0.0, wide, high), *stacked(lines, 0.0, high + style.gap)[0]]
        return [Row(high + below, tuple(marks), style.before, 0.0, LINES_BELOW_HEADING, spans=figure.across)]

    def _see_that_it_fits(self, figure: Figure, size: tuple[float, float], room: tuple[float, float]) -> None:
        if size[0] > room[0] + 1e-6 or size[1] > room[1] + 1e-6:
            message = f"the figure is {size[0]:.0f} x {size[1]:.0f} mm; there are {room[0]:.0f} x {room[1]:.0f} mm"
            self._find("text-overflow", message, "give it a smaller width", figure.line, figure.column)

    def _contents(self, width: float) -> list[Row]:
        """A line a section, with its page at the right."""
        type_ = self.style.body
        rows: list[Row] = []
        for at, title in enumerate(self.titles):
            number = str(self.pages[at]) if at < len(self.pages) else "0"
            last = self._split([Run(number, type_.fonts, title.line, title.column)])
            room = width - CONTENTS_PAGE
            lines = self._lines(self._styled(title.spans, type_.fonts), type_, 0.0, room)
            if self.leftwards:
                lines = [replace(row, marks=tuple(shifted(row.marks, CONTENTS_PAGE, 0.0))) for row in lines]
            if lines and self.draws:
                line = break_lines(last, CONTENTS_PAGE / type_.em)[0]
                marks = line_marks(line, width - line.width * type_.em, type_.baseline, type_.em)
                words = self._split(self._styled(title.spans, type_.fonts))
                start = break_lines(words, room / type_.em)[-1].width * type_.em + 1.0
                path = (("M", start, type_.baseline), ("L", width - line.width * type_.em - 1.0, type_.baseline))
                entry_marks = [Shape(path, LEADER), *marks]
                entry_marks = flip_marks(entry_marks, width) if self.leftwards else entry_marks
                lines[-1] = replace(lines[-1], marks=(*lines[-1].marks, *entry_marks))
            rows += lines
        return [replace(row, before=self.style.gap) if at == 0 else row for at, row in enumerate(rows)]

    def _lines(self, runs: Sequence[Run], type_: Type, left: float, width: float, align: Align = "start") -> list[Row]:
        """The lines of a paragraph indented by ``left``; neither its first nor its last stands alone."""
        body = align == "start"
        language = self.language if body and self.style.hyphenates else ""
        parts = [break_lines(self._words(part, width - left, type_, language), (width - left) / type_.em)
                 for part in parts_of(runs)]  # fmt: skip
        lines, lasts = [line for part in parts for line in part], [part[-1] for part in parts if part]
        rows: list[Row] = []
        for at, line in enumerate(lines):
            if body and self.style.justified and not any(line is last for last in lasts):
                line = line.justified((width - left) / type_.em)
            alone = at in (0, len(lines) - 2)
            cost = 0.0 if at == len(lines) - 1 else NEVER if alone else IN_PARAGRAPH
            x = (0.0 if self.leftwards else left) + slack(line, width - left, type_.em, align)
            high = line.height * type_.pitch
            marks = line_marks(line, x, high - type_.pitch + type_.baseline, type_.em) if self.draws else ()
            rows.append(Row(high, tuple(marks), 0.0, cost))
        return rows

    def _runs(self, spans: Spans, fonts: Fonts) -> tuple[LeadWordStyle | None, list[Run]]:
        """The runs of a paragraph, the words that mark it in their own font, and which mark that is."""
        first = spans[0] if spans else Span("", "regular", 0, 0)
        for mark in self.style.marks:
            words = mark.words(self.language, self.fallback)
            if (
                first.style == "regular"
                and words
                and first.text.translate(_SPACES).startswith(words.translate(_SPACES))
            ):
                size = len(words)
                tail = Span(first.text[size:], "regular", first.line, first.column + size)
                marked = Run(first.text[:size], mark.fonts, first.line, first.column)
                return mark, [marked, *self._styled((tail, *spans[1:]), fonts)]
        return None, self._styled(spans, fonts)

    def _styled(self, spans: Spans, fonts: Fonts, bold: Fonts | None = None) -> list[Run]:
        styles = {"regular": fonts, "bold": bold or self.style.bold, "italic": self.style.italic}
        runs: list[Run] = []
        for span in spans:
            alike = bold is None and styles[span.style][0] is fonts[0]
            runs += runs_of(span, self._styled_back(span, styles[span.style], alike=alike))
        return runs

    def _fallen_back(self, text: str, fonts: Fonts) -> Fonts:
        """A role's fonts, of its own weight and slant too where fallbacks draw a text's letters."""
        role = self.style.roles.get(fonts)
        return fonts if role is None else role.fitting(fonts, text)

    def _styled_back(self, span: Span, fonts: Fonts, *, alike: bool) -> Fonts:
        """The fonts of a span, in its own style too where fallbacks draw its letters; which of them cannot is found.

        Where they are the regular ones ``alike``, those of their family are taken.
        """
        family = self.style.families.get(span.style)
        if family is None:
            return self._fallen_back(span.text, fonts)
        style = span.style == "bold", span.style == "italic"
        lacking: list[str] = []
        if alike and span.text.strip():
            fonts, lacking = family(*style, span.text) or fonts, [] if family(*style, "") else [fonts[0].name]
            self._lacks(lacking, span, f"name another role as {span.style} under prose in style.yaml", "warning")
        if lacking or span.text.isascii() or all(fonts[0].has(sign) for sign in span.text):
            return fonts
        hint = f"name one under fallback in style.yaml ({span.style}: …)"
        self._lacks(family.plain(*style, span.text), span, hint, "error")
        return (fonts[0], *(family(*style, span.text) or fonts)[1:])

    def _lacks(self, names: Sequence[str], span: Span, hint: str, level: Level) -> None:
        for name in names:
            message, hint = f"{name} has no {span.style}", f"{hint}, or do without"
            self._find("missing-style", message, hint, span.line, span.column, level)

    def _split(self, runs: Sequence[Run], language: str = "") -> list[PlacedWord]:
        def note(rule: str, what: str, line: int, column: int) -> None:
            hint = "replace it, or add a font that has it under fallback in style.yaml"
            self._find(rule, f"no glyph for {what}", hint, line, column)

        return split(runs, self.ruler, self.icons, note, language, 1 if self.leftwards else None)

    def _words(self, runs: Sequence[Run], width: float, type_: Type, language: str = "") -> list[PlacedWord]:
        words = self._split(runs, language)
        for placed in words:
            if placed.word.width * type_.em > width + 1e-6:
                message = f"a word is {placed.word.width * type_.em:.1f} mm wide; there are {width:.1f} mm"
                self._find("text-overflow", message, "shorten it, or put a space into it", placed.line, placed.column)
        return words

    def _find(self, rule: str, message: str, hint: str, line: int, column: int, level: Level = "error") -> None:
        self.findings.append(Problem(self.file, line, column, level, rule, message, hint))


def _bind_headings(rows: list[Row]) -> list[Row]:
    """The rows, with no break between a heading and the two lines that follow it."""
    bound_rows = list(rows)
    lines = LINES_BELOW_HEADING  # since the last heading
    for at, row in enumerate(rows[:-1]):
        lines = 0 if row.heading else lines + row.lines
        if lines < LINES_BELOW_HEADING:
            bound_rows[at] = replace(row, cost=NEVER)
    return bound_rows
