"""Where the glyphs of a run of text stand, and small letters as shapes."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from generator.core.choices import mm_from_points
from generator.draw.marks.marks import (
    Drawing,
    Layer,
    Mark,
    Paint,
    PathStep,
    PlacedDrawing,
    Point,
    Shape,
    TextRun,
    drawing_of,
    leaves,
    mean_scale,
    moved,
    multiply,
)
from generator.draw.marks.shaping import Shaper

EM = 4.0  # mm, of letters that are drawings: coarse enough for few figures, fine enough for their rounding
LEAST_TEXT = mm_from_points(5)  # smaller letters are none that a printed text should have


class PlacedGlyph(NamedTuple):
    """A glyph and how far it stands from the start of its run; lengths in units of the font, y upwards."""

    number: int
    x: int
    y: int


def placed_glyphs(text: TextRun) -> Iterator[PlacedGlyph]:
    """The glyphs of a run from left to right; those that draw nothing are there too, but no letters in colours.

    These are drawn by `with_colours`.

    Raises:
        ValueError: the font lacks a character.
    """
    return (glyph for glyph in _all_glyphs(text) if glyph.number not in text.font.layers)


def with_colours(marks: Iterable[Mark]) -> Iterator[Mark]:
    """The marks, each run of text followed by its letters in colours, as shapes."""
    for mark in marks:
        yield mark
        if isinstance(mark, TextRun) and mark.font.layers:
            unit, layers = mark.size / mark.font.shaper.units, mark.font.layers
            for glyph in _all_glyphs(mark):
                x, y = mark.x + glyph.x * unit, mark.y - glyph.y * unit
                place = multiply(mark.matrix, (unit, 0.0, 0.0, -unit, x, y))
                for layer in layers.get(glyph.number, ()):
                    paint = Paint(fill=layer.colour or mark.colour, fill_opacity=layer.opacity)
                    if path := tuple(moved(_outline(mark.font.shaper, layer.glyph), place)):
                        yield Shape(path, paint)


def _all_glyphs(text: TextRun) -> Iterator[PlacedGlyph]:
    shaper = text.font.shaper
    blank = round(shaper.blank * shaper.units)
    words = text.text.split(" ")
    if text.leftwards:
        words.reverse()
    pen = 0
    for number, word in enumerate(words):
        pen += blank if number else 0
        for glyph in text.font.glyphs_of(word, leftwards=text.leftwards):
            yield PlacedGlyph(glyph.number, pen + glyph.x, glyph.y)
            pen += glyph.advance


def without_small_text(marks: Iterable[Mark], scale: float) -> tuple[Mark, ...]:
    """The marks, with letters as shapes where they are too small for text on a paper that shows a unit as ``scale`` mm.

    A face shown small in a rulebook still looks as it does; nobody is to read or search its words there.
    """

    def larger(text: TextRun, size: float) -> Iterable[Mark]:
        return as_shapes(text) if size < LEAST_TEXT and text.text.strip() else (text,)

    return tuple(with_texts(marks, scale, larger))


def with_texts(
    marks: Iterable[Mark], scale: float, draw_text: Callable[[TextRun, float], Iterable[Mark]]
) -> Iterator[Mark]:
    """The marks with what ``draw_text`` makes of each text, by its size on paper.

    Args:
        marks: what holds the texts, however deep.
        scale: mm that a unit is long on paper.
        draw_text: takes a text and its size in mm.
    """
    for mark in marks:
        if isinstance(mark, TextRun):
            yield from draw_text(mark, mark.size * scale * mean_scale(mark.matrix))
        elif isinstance(mark, PlacedDrawing) and _has_text(mark.drawing.marks):
            inner = tuple(with_texts(mark.drawing.marks, scale * mean_scale(mark.matrix), draw_text))
            yield PlacedDrawing(drawing_of(inner, mark.drawing.box), mark.matrix)
        elif isinstance(mark, Layer) and _has_text(mark.marks):
            inner = tuple(with_texts(mark.marks, scale * mean_scale(mark.matrix), draw_text))
            yield Layer(inner, mark.opacity, mark.clips, mark.mask, mark.matrix)
        else:
            yield mark


def _has_text(marks: Iterable[Mark]) -> bool:
    return any(isinstance(mark, TextRun) for mark, _ in leaves(marks))


def as_shapes(text: TextRun) -> Iterator[Mark]:
    """The letters of a run: each letter of a font and colour is one drawing, placed where the run has it."""
    shaper = text.font.shaper
    if text.outline:
        width = text.outline * mean_scale(text.matrix)
        if path := outlines(text):
            yield Shape(path, Paint(fill="#ffffff", stroke=text.colour, width=width))
        return
    unit, em = text.size / shaper.units, text.size / EM
    for glyph in placed_glyphs(text):
        x, y = text.x + glyph.x * unit, text.y - glyph.y * unit
        if drawing := _letter(shaper, glyph.number, text.colour):
            yield PlacedDrawing(drawing, multiply(text.matrix, (em, 0.0, 0.0, em, x, y)))


def outlines(text: TextRun) -> tuple[PathStep, ...]:
    """The outlines of all letters of a run at their places, in mm of the face."""
    shaper, path = text.font.shaper, list[PathStep]()
    unit = text.size / shaper.units
    for glyph in placed_glyphs(text):
        x, y = text.x + glyph.x * unit, text.y - glyph.y * unit
        path += moved(_outline(shaper, glyph.number), multiply(text.matrix, (unit, 0.0, 0.0, -unit, x, y)))
    return tuple(path)


@lru_cache(maxsize=1 << 12)
def _letter(shaper: Shaper, number: int, colour: str) -> Drawing | None:
    """A glyph as a drawing, `EM` mm high; None where it has no ink."""
    outline = _outline(shaper, number)
    if not outline:
        return None
    scale = EM / shaper.units
    path: list[PathStep] = []
    for step in moved(outline, (scale, 0.0, 0.0, -scale, 0.0, 0.0)):
        begun = bool(path) and path[-1][0] == "M" and step[0] == "L"
        path += [step, step] if begun else [step]  # four sides alone are a line, which may be too thin; a dash is none
    return drawing_of([Shape(tuple(path), Paint(fill=colour))])


@lru_cache(maxsize=1 << 12)
def _outline(shaper: Shaper, number: int) -> tuple[PathStep, ...]:
    """A glyph's outline, in units of its font and y upwards."""
    pen = _Pen()
    shaper.outline(number, pen)
    return tuple(pen.steps)


class _Pen:
    """Takes an outline as HarfBuzz tells it."""

    def __init__(self) -> None:
        self.steps: list[PathStep] = []
        self._at: Point = (0.0, 0.0)

    def moveTo(self, to: Point) -> None:  # noqa: N802 - the name that the library calls, as are those below
        self._step("M", to)

    def lineTo(self, to: Point) -> None:  # noqa: N802
        self._step("L", to)

    def qCurveTo(self, over: Point, to: Point) -> None:  # noqa: N802
        x, y = self._at
        first = x + (over[0] - x) * 2 / 3, y + (over[1] - y) * 2 / 3
        second = to[0] + (over[0] - to[0]) * 2 / 3, to[1] + (over[1] - to[1]) * 2 / 3
        self._step("C", first, second, to)

    def curveTo(self, *points: Point) -> None:  # noqa: N802
        self._step("C", *points)

    def closePath(self) -> None:  # noqa: N802
        self.steps.append(("Z",))

    def _step(self, name: str, *points: Point) -> None:
        self.steps.append((name, *[value for point in points for value in point]))
        self._at = points[-1]
