"""What is done to an element as a whole: opacity, ``clip-path`` and ``mask``. Source: CSS Masking 1, CSS Color 4."""

from collections.abc import Callable, Iterable
from functools import partial

from msgspec.structs import replace

from generator.draw.marks.marks import (
    Clip,
    Gradient,
    Layer,
    Mark,
    Matrix,
    Paint,
    PlacedDrawing,
    PlacedRaster,
    Shape,
    TextRun,
    drawing_of,
    inverse,
    moved,
    multiply,
)
from generator.draw.marks.picture import bounds, bounds_of, box_path
from generator.draw.svg.attributes import length
from generator.draw.svg.painting import grey
from generator.draw.svg.parse import Element
from generator.draw.svg.path import SPACE, excerpt, number
from generator.draw.svg.shapes import SHAPES, check_attributes, element_matrix, is_meant, shape_path
from generator.draw.svg.style import NO_EFFECT, Effect, Style, declarations
from generator.draw.svg.svg_file import SvgFile
from generator.draw.svg.undrawn import Undrawn
from generator.draw.svg.viewport import own_matrix, settle_lengths

MAX_CHAIN = 6

_WHITE = "#ffffff"
_LUMINANCE = (0.2125, 0.7154, 0.0721)  # of red, green and blue (CSS Masking 1, 4.2)
_REGION = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}


class LayerMaker:
    """Makes layers for one file's reader."""

    def __init__(self, reader: SvgFile) -> None:
        self.reader = reader
        self.open: list[Element] = []  # clips and masks that are being made

    def layer(
        self, effect: Effect, matrix: Matrix, marks: tuple[Mark, ...], outlines: Callable[[], Iterable[Mark]]
    ) -> Layer | None:
        """An element's marks under what is done to it; None where nothing is left to see.

        ``matrix`` takes the element's user units to mm, in which the marks are; ``outlines`` makes those of all that
        is in the element, seen or not.
        """
        if not marks or effect.opacity == 0:
            return None
        clips: tuple[Clip, ...] = ()
        mask: tuple[Mark, ...] | None = None
        if effect.clip is not None:
            cuts, mask = self._clip(effect.clip, effect.clip_place, matrix, outlines)
            if cuts is None:
                return None
            clips = cuts
        if effect.mask is not None:
            own = self._mask(effect.mask, effect.mask_place, matrix, outlines)
            if own is None:
                return None
            if mask is not None:  # both: one layer for each
                marks = (Layer(marks, mask=mask),)
            mask = own
        return Layer(marks, effect.opacity, clips, mask)

    def _definition(self, name: str, tag: str, place: tuple[int, int]) -> Element | None:
        element = self.reader.ids.get(name)
        if element is None or element.tag != tag:
            self.reader.report(*place, f"there is no <{tag}> {excerpt(name)} in this file", "")
            return None
        if element in self.open:
            self.reader.report(*place, f"{excerpt(name)} would be cut or masked by itself", "")
            return None
        if len(self.open) >= MAX_CHAIN:
            message = f"a clip or a mask is more than {MAX_CHAIN} deep in others"
            self.reader.problems.add(self.reader.problem(place, "too-costly", message, "simplify the drawing"))
            return None
        element = settle_lengths(element, self.reader.size, self.reader.report)
        check_attributes(element, self.reader.report)
        return element

    def _units(self, element: Element, name: str, default: str) -> bool:
        """Whether the units of a clip or a mask are those of the box round what it is for."""
        value = element.attributes.get(name, default).strip(SPACE)
        if value not in ("userSpaceOnUse", "objectBoundingBox"):
            self.reader.report(*element.where(name), f"{name} {excerpt(value)} is not read", "")
        return value == "objectBoundingBox"

    def _box(self, matrix: Matrix, outlines: Callable[[], Iterable[Mark]]) -> Matrix | None:
        """From the unit square to the box round outlines, in the element's user units."""
        try:
            box = bounds_of(outlines(), inverse(matrix))
        except ZeroDivisionError:
            return None
        if box is None or box[0] == box[2] or box[1] == box[3]:
            return None
        return (box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1])

    # Clips

    def _clip(
        self, name: str, place: tuple[int, int], matrix: Matrix, outlines: Callable[[], Iterable[Mark]]
    ) -> tuple[tuple[Clip, ...] | None, tuple[Mark, ...] | None]:
        """What a clipPath leaves: outlines, or a mask where more than one of its shapes says what is inside.

        In place of the outlines None, where nothing is left.
        """
        element = self._definition(name, "clipPath", place)
        if element is None:
            return (), None
        inside = element_matrix(element, matrix, self.reader.report)
        if self._units(element, "clipPathUnits", "userSpaceOnUse"):
            box = self._box(matrix, outlines)
            if box is None:
                return None, None
            inside = multiply(inside, box)
        self.open.append(element)
        try:
            style = self.reader.style_of(element)
            own = style.read(element, self.reader.report, self.reader.server).effect
            more: tuple[Clip, ...] | None = ()
            mask: tuple[Mark, ...] | None = None
            if own.clip is not None:
                more, mask = self._clip(own.clip, own.clip_place, matrix, outlines)
            if own.mask is not None:
                self.reader.report(*own.mask_place, Undrawn("a mask on a clipPath"), "mask what it cuts")
            inner = self._clip_shapes(element, style, inside)
        finally:
            self.open.pop()
        if more is None or not inner:
            return None, None
        outline = _one_outline(inner)
        if outline is not None:
            return (*more, outline), mask
        white = tuple(inner)
        return more, white if mask is None else (Layer(white, mask=mask),)

    def _clip_shapes(self, parent: Element, style: Style, matrix: Matrix) -> list[Mark]:
        """The shapes in a clipPath, all in white."""
        reader, white_shapes = self.reader, list[Mark]()
        for child in parent.children:
            reader.visited += 1
            if child.tag in ("title", "desc", "metadata"):
                continue
            if child.tag not in (*SHAPES, "use"):
                reader.report(child.line, child.column, Undrawn(f"<{child.tag}> in a clipPath"), "use shapes alone")
                continue
            if not is_meant(child, reader.report):
                continue
            child = settle_lengths(child, reader.size, reader.report)
            check_attributes(child, reader.report)
            inner = style.read(child, reader.report, reader.server)
            if not (inner.shown and inner.visible):
                continue
            place = element_matrix(child, matrix, reader.report)
            if child.tag == "use":
                shapes = self._used_shapes(child, inner, place)
            else:
                path = moved(shape_path(child, reader.report), place)
                shapes = [Shape(path, Paint(_WHITE, even_odd=inner.clip_even_odd))] if path else []
            effect = inner.effect
            if effect.mask is not None:
                reader.report(*effect.mask_place, Undrawn("a mask in a clipPath"), "")
            if effect.clip is not None and shapes:
                only = Effect(clip=effect.clip, clip_place=effect.clip_place)
                own = own_matrix(child, place, reader.size, reader.report)
                cut = self.layer(only, own, tuple(shapes), partial(tuple, shapes))
                shapes = [cut] if cut is not None else []
            white_shapes += shapes
        return white_shapes

    def _used_shapes(self, use: Element, style: Style, matrix: Matrix) -> list[Mark]:
        target = self.reader.ids.get(use.attributes.get("href", "")[1:])
        if target is None or target.tag not in SHAPES:
            message = Undrawn("a <use> in a clipPath, of what is no shape")
            self.reader.report(*use.where("href"), message, "put the shape itself into the clipPath")
            return []
        holder = replace(use, children=[target])
        placed = own_matrix(use, matrix, self.reader.size, self.reader.report)
        return self._clip_shapes(holder, style._replace(effect=NO_EFFECT), placed)

    # Masks

    def _mask(
        self, name: str, place: tuple[int, int], matrix: Matrix, outlines: Callable[[], Iterable[Mark]]
    ) -> tuple[Mark, ...] | None:
        """A mask's marks in greys, cut to its region; None where it lets nothing through."""
        element = self._definition(name, "mask", place)
        if element is None:
            return ()
        reader = self.reader
        box = self._box(matrix, outlines)
        of_box = self._units(element, "maskUnits", "objectBoundingBox")
        content = self._units(element, "maskContentUnits", "userSpaceOnUse")
        if box is None and (of_box or content):
            return None
        region = self._region(element, of_box=of_box)
        if region is None:
            return None
        outer = multiply(matrix, box) if of_box and box else matrix
        self.open.append(element)
        try:
            style = reader.style_of(element)
            own = style.read(element, reader.report, reader.server).effect
            if own.mask is not None or own.clip is not None:
                reader.report(element.line, element.column, Undrawn("a mask that is itself cut or masked"), "")
            inner = multiply(matrix, box) if content and box else matrix
            drawn = reader.marks_of(element, style, inner)
        finally:
            self.open.pop()
        properties = {"mask-type": element.attributes.get("mask-type")} | dict(declarations(element))
        kind = (properties["mask-type"] or "luminance").strip(SPACE)
        try:
            greys = tuple([_in_greys(mark, of_alpha=kind == "alpha") for mark in drawn])
        except _PixelsError:
            message = Undrawn("a picture of pixels in a mask", soft=True)
            reader.report(element.line, element.column, message, "give the picture itself transparent pixels")
            return None
        return (Layer(greys, clips=((moved(box_path(*region), outer), False),)),) if greys else None

    def _region(self, element: Element, *, of_box: bool) -> tuple[float, float, float, float] | None:
        sizes = (1.0, 1.0) if of_box else self.reader.size
        values: list[float] = []
        for name, default in _REGION.items():
            text = element.attributes.get(name, default).strip(SPACE)
            whole = sizes[name in ("y", "height")]
            try:
                values.append(number(text[:-1]) / 100 * whole if text.endswith("%") else length(text))
            except ValueError as error:
                self.reader.report(*element.where(name), f"<mask> {name}: {error}", "")
                return None
        x, y, width, height = values
        return (x, y, width, height) if width > 0 and height > 0 else None


class _PixelsError(Exception):
    """A mask holds pixels, which cannot be made grey here; never leaves this module."""


def _one_outline(shapes: list[Mark]) -> Clip | None:
    """One outline with the same inside as all of the shapes, if that is easily found."""
    paths = [mark for mark in shapes if isinstance(mark, Shape)]
    if len(paths) != len(shapes):
        return None
    rules = {mark.paint.even_odd for mark in paths}
    if len(paths) > 1:
        boxes = [bounds(mark.path) for mark in paths]
        apart = len(paths) <= 50 and all(
            first is not None and second is not None
            and (first[2] <= second[0] or second[2] <= first[0] or first[3] <= second[1] or second[3] <= first[1])
            for at, first in enumerate(boxes)
            for second in boxes[:at]
        )  # fmt: skip
        if len(rules) > 1 or not apart:
            return None
    return tuple(step for mark in paths for step in mark.path), rules.pop()


def _in_greys(mark: Mark, *, of_alpha: bool) -> Mark:
    """A mark as a mask counts it: by its lightness, or by how opaque it is."""
    if isinstance(mark, PlacedRaster):
        raise _PixelsError
    if isinstance(mark, Shape):
        fill, stroke = (_grey_of(paint, of_alpha=of_alpha) for paint in (mark.paint.fill, mark.paint.stroke))
        return Shape(mark.path, replace(mark.paint, fill=fill, stroke=stroke))
    if isinstance(mark, TextRun):
        colour = _grey_of(mark.colour, of_alpha=of_alpha)
        return replace(mark, colour=colour if isinstance(colour, str) else _WHITE)
    held = mark.marks if isinstance(mark, Layer) else mark.drawing.marks
    inner = tuple([_in_greys(each, of_alpha=of_alpha) for each in held])
    if isinstance(mark, Layer):
        return replace(mark, marks=inner)
    return PlacedDrawing(drawing_of(inner, mark.drawing.box), mark.matrix)


def _grey_of(paint: str | Gradient | None, *, of_alpha: bool) -> str | Gradient | None:
    if paint is None:
        return None
    if isinstance(paint, Gradient):
        stops = [(at, _grey_of(colour, of_alpha=of_alpha)) for at, colour in paint.stops]
        return replace(paint, stops=tuple([(at, colour) for at, colour in stops if isinstance(colour, str)]))
    if of_alpha:
        return _WHITE
    return grey(sum(int(paint[at : at + 2], 16) / 255 * part for at, part in zip((1, 3, 5), _LUMINANCE, strict=True)))
