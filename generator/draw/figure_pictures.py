"""The pictures of figures in running text: files, faces of the game's own components, and tables laid with these."""

import os
from collections.abc import Iterable
from math import cos, radians, sin
from pathlib import Path

from msgspec.structs import replace

from generator.core.choices import mm_from_points
from generator.core.notes import take_note
from generator.core.problem import Problem
from generator.draw.marks.glyphs import with_texts, without_small_text
from generator.draw.marks.line_weights import LineWeights
from generator.draw.marks.marks import (
    Drawing,
    Face,
    Gradient,
    Layer,
    Mark,
    Matrix,
    Paint,
    PlacedDrawing,
    Shape,
    TextRun,
    content_name,
    leaves,
    moved,
    multiply,
)
from generator.draw.marks.picture import Picture, edge_of
from generator.draw.renderer import Renderer
from generator.draw.short_bleed import covered, spills
from generator.draw.svg.drawing import is_absent, picture_message, read_drawing
from generator.draw.table_figure import TableMarks, TableScene, read_laid_table
from generator.draw.text.prose_style import NoPicture
from generator.model.items import may_lack
from generator.model.values import nearest
from generator.read.blocks import Block, Figure, RunningText, Span

PAPER = Paint(fill="#ffffff")
EDGE = Paint(stroke="#000000", width=0.25)
CARD, TABLE = "card:", "table:"
APART = "\u2002 "  # between the parts of a legend


class FigurePictures:
    """The figures of one text in one language. What is wrong with files that they name is in ``problems``."""

    def __init__(self, renderer: Renderer, language: str, text: str) -> None:
        """Take what draws the game, and the text's file as messages name it."""
        self._renderer, self._language = renderer, language
        self._text, self._shown = text, text.rpartition("/")[0]
        self.problems: list[Problem] = []
        self._tables: dict[str, TableScene | NoPicture | None] = {}
        self._faces: dict[tuple[str, bool], Face | NoPicture] = {}

    def size(self, figure: Figure) -> tuple[float, float] | NoPicture | None:
        """See `generator.draw.text.typeset.Figures`."""
        content = self._content(figure)
        if isinstance(content, TableScene):
            return content.size
        if isinstance(content, Picture):  # its notes name no place in the text yet
            self.problems += [
                replace(note, file=self._text, line=figure.line, column=figure.column) for note in content.notes
            ]
        return (content.width, content.height) if isinstance(content, Face | Picture) else content

    def picture(self, figure: Figure, width: float) -> Picture:
        """See `generator.draw.text.typeset.Figures`."""
        content = self._content(figure)
        if isinstance(content, TableScene):
            return self._draw_table(content, width)
        if isinstance(content, Picture):
            return content
        assert isinstance(content, Face)
        scale = width / content.width
        return _picture(self.on_paper(content, (scale, 0.0, 0.0, scale, 0.0, 0.0)), width, content.height * scale)

    def _content(self, figure: Figure) -> Face | TableScene | Picture | NoPicture | None:
        """What a figure shows; why it is nothing; or None where that is reported elsewhere."""
        if figure.source.startswith(CARD):
            return self.face(figure.source.removeprefix(CARD), back=figure.back)
        if figure.source.startswith(TABLE):
            return self._table(figure.source.removeprefix(TABLE))
        return self.file(figure.source)

    def with_legends(self, document: RunningText) -> RunningText:
        """The text with what call-outs of its tables stand for below their figures."""
        return replace(document, blocks=tuple(self._legend(block) for block in document.blocks))

    def _legend(self, block: Block) -> Block:
        if not isinstance(block, Figure) or not block.source.startswith(TABLE):
            return block
        table = self._content(block)
        if not isinstance(table, TableScene):
            return block
        fallback, place = self._renderer.game.language, (block.line, block.column)
        legend: list[Span] = []
        for number, callout in enumerate(table.callouts, 1):
            if callout.says:
                apart = APART if legend else ""
                words = callout.says.in_language(self._language, fallback).replace("\n", " ")
                legend += [
                    Span(apart, "regular", *place), Span(f"{number}", "bold", *place),
                    Span(f" {words}", "regular", *place),
                ]  # fmt: skip
        return replace(block, legend=tuple(legend))

    def file(self, name: str) -> Picture | NoPicture:
        """A picture by its name beside the templates, or else beside the text."""
        renderer = self._renderer
        picture = renderer.theme.drawing(renderer.folder / name)
        if isinstance(picture, Picture):
            return _named(picture, name, renderer.folder)
        data, folder = renderer.game.folder, renderer.folder
        if is_absent(picture[0]) and (data / name).exists():
            take_note("file", os.fspath(data / name))
            picture = read_drawing(
                data / name, (data, *renderer.theme.roots), renderer.theme.ink._replace(art=renderer.theme.art)
            )
            folder = data
            if isinstance(picture, Picture):
                return _named(picture, name, data)
        if is_absent(picture[0]):
            return NoPicture("unknown-reference", f"there is no picture {name}", f"put it into {renderer.shown}")
        finding = picture[0]
        return NoPicture(finding.rule, picture_message(name, finding, folder), finding.hint)

    def face(self, name: str, *, back: bool = False) -> Face | NoPicture:
        """The face of an item by its kind and id, such as ``cards/moon``."""
        face = self._faces.get((name, back))
        if face is None:
            face = self._faces[name, back] = self._find_face(name, back=back)
        return face

    def _find_face(self, name: str, *, back: bool) -> Face | NoPicture:
        renderer = self._renderer
        called, _, identifier = name.partition("/")
        kinds = {kind.name: kind for kind in renderer.game.kinds.values() if kind.printed and not kind.prose}
        kind = kinds.get(called)
        if kind is None and renderer.game.faults:
            return Face(1.0, 1.0, ())  # its description may be what is wrong, and is reported there
        if kind is None or not identifier:
            message = f"{name!r} names no component" if kind else f"there is no printed kind {called!r}"
            return NoPicture("unknown-reference", message, "write KIND/ID" if kind else nearest(called, kinds))
        item = renderer.game.find(called, identifier)
        if item is None and kind.is_broken and may_lack(kind) and kind.size is not None:
            take_note("read", kind.name)  # so that a print of the figure stands on what is wrong there
            return Face(*kind.size, ())  # why it is not there is reported at its own place
        if item is None:
            ids = [entry.id for entry in kind.items]
            message = f"{identifier!r} is not an item of {called}" + ("" if ids else f": {called} have no items")
            return NoPicture("unknown-reference", message, nearest(identifier, ids))
        if back and not kind.back:
            return NoPicture("unknown-reference", f"{called} have no back", "delete back")
        if item.broken or renderer.template(kind, "back" if back else "front") is None:
            assert kind.size is not None
            return Face(*kind.size, ())  # what is wrong with it is reported at its own place
        return renderer.drawn(kind, item, self._language, side="back" if back else "front")[0]

    def on_paper(self, face: Face, matrix: Matrix) -> tuple[Mark, ...]:
        """A face cut out of white paper, and that by ``matrix``."""
        edge = edge_of(face)
        scale = (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5
        visible = without_small_text(face.marks, scale)
        cut = Layer((PlacedDrawing(Drawing(content_name(visible), visible)),), clips=((edge, False),), matrix=matrix)
        inked = (self._renderer.theme.weights or LineWeights(WEIGHTS)).drawn((cut,)) if scale < 1 else (cut,)
        outline = moved(edge, matrix)
        return (Shape(outline, PAPER), *inked, Shape(outline, EDGE))

    def _table(self, name: str) -> TableScene | NoPicture | None:
        if name not in self._tables:
            self._tables[name] = self._read_table(name)
        return self._tables[name]

    def _read_table(self, name: str) -> TableScene | NoPicture | None:
        renderer = self._renderer
        for folder, label in ((renderer.game.folder, self._shown), (renderer.folder, renderer.shown)):
            path = folder / name
            take_note("file", os.fspath(path))
            if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
                table, problems = read_laid_table(path, f"{label}/{name}", renderer.game.languages, self)
                self.problems += problems
                return table
        return NoPicture(
            "unknown-reference", f"there is no table {name}", f"write it beside the text, in {self._shown}"
        )

    def _draw_table(self, table: TableScene, width: float) -> Picture:
        """A table this many mm wide."""
        scale = width / table.size[0]
        marks: list[Mark] = []
        drawn = TableMarks(scale, self._renderer.theme.prose)
        for component in table.components:
            content = component.shown
            wide, high = content.width, content.height
            around = radians(component.turn)
            turned: Matrix = (cos(around), sin(around), -sin(around), cos(around), *component.at)
            placed = multiply((scale, 0.0, 0.0, scale, 0.0, 0.0), multiply(turned, (1, 0, 0, 1, -wide / 2, -high / 2)))
            if isinstance(content, Picture):
                marks.append(content.placed(0.0, 0.0, wide, high, matrix=placed))
                continue
            marks += drawn.below(content, placed, component.stack)
            marks += self.on_paper(content, placed)
        marks += drawn.arrows(table.arrows)
        marks += drawn.callouts(table.callouts)
        return _picture(tuple(marks), width, table.size[1] * scale)


def _named(picture: Picture, name: str, folder: Path) -> Picture:
    """A picture whose notes say which it is."""
    if not picture.notes:
        return picture
    return replace(
        picture, notes=tuple(replace(note, message=picture_message(name, note, folder)) for note in picture.notes)
    )


def _picture(marks: tuple[Mark, ...], width: float, height: float) -> Picture:
    return Picture(Drawing(content_name(marks), marks), width, height, len(marks))


LEAST_TEXT = 5.0  # pt: smaller text is left out, as nobody could read it
FAR = 4.0  # mm beyond the face: more than what lies in a usual bleed
WEIGHTS = (0.25, 0.5, 0.8)  # mm of lines, where a game says nothing
PIXELS = "#ff0000"  # what pictures of pixels are taken for
SHEET_OF_PAPER = Paint(fill="#ffffff", stroke="#000000", width=0.25)


def thumbnail(face: Face, width: float, height: float, *, cut: bool = False) -> Picture:
    """The face as large as fits into ``width`` by ``height`` mm, on its own piece of paper.

    What reaches beyond the face is ``cut`` off; what reaches far beyond, in any case.
    """
    factor = min(width / face.width, height / face.height)
    matrix: Matrix = (factor, 0.0, 0.0, factor, 0.0, 0.0)
    edge = edge_of(face)
    least = mm_from_points(LEAST_TEXT)
    visible = tuple(with_texts(face.marks, factor, lambda text, size: [text] if size >= least else []))
    if cut or any(spills(box, face.width, face.height, FAR) for box in covered(visible)):
        drawing = Drawing(f"{content_name(visible)} cut", visible, (0.0, 0.0, face.width, face.height))
    else:
        drawing = Drawing(content_name(visible), visible)
    small = PlacedDrawing(drawing, matrix)
    marks = (Shape(moved(edge, matrix), SHEET_OF_PAPER), *LineWeights(WEIGHTS).drawn((small,)))
    return _picture(marks, face.width * factor, face.height * factor)


def is_coloured(marks: Iterable[Mark]) -> bool:
    """Whether anything is printed in a colour, and not in black, white or grey alone. Pixels count as colours."""
    paints = (
        paint
        for mark, _ in leaves(marks)
        for paint in (
            (mark.paint.fill, mark.paint.stroke)
            if isinstance(mark, Shape)
            else (mark.colour if isinstance(mark, TextRun) else PIXELS,)
        )
    )
    return any(map(_coloured_paint, paints))


def _coloured_paint(paint: str | Gradient | None) -> bool:
    if isinstance(paint, Gradient):
        return any(_coloured_paint(colour) for _, colour in paint.stops)
    return paint is not None and not paint[1:3] == paint[3:5] == paint[5:7]
