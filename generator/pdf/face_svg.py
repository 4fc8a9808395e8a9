"""A face as a picture of its own in SVG: the very marks that a PDF gets, for browsers and drawing programs.

Letters are outlines, so that no font is asked for; nothing in it is run, and nothing is fetched. Each drawing and each
picture of pixels stands in it once.
"""

import html
import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import lru_cache, partial

from generator.core.escape import escaped
from generator.draw.marks.glyphs import placed_glyphs, with_colours
from generator.draw.marks.islands import sharpened
from generator.draw.marks.marks import (
    IDENTITY,
    Drawing,
    Face,
    Gradient,
    Layer,
    Mark,
    Matrix,
    Outline,
    Paint,
    PlacedDrawing,
    PlacedRaster,
    Raster,
    Shape,
    TextRun,
    leaves,
    mean_scale,
    multiply,
)
from generator.draw.marks.picture import edges_path
from generator.pdf.embedded_pixels import EmbeddedPicture, embedded, pixels_per_mm
from generator.pdf.extent import extent
from generator.pdf.glyph_outlines import GlyphPath, glyph_path, grain

_HEAD = '<svg xmlns="http://www.w3.org/2000/svg"'
_PAPER = "#fff"
_UNFIT = re.compile("[\ud800-\udfff\ufffe\uffff]")  # for XML 1.0, besides control characters
_MOST_DRAWINGS = 512  # remembered
_MANY_LETTERS = 500  # from which on a face has each shape of a letter once: smaller, and slower to draw
_COARSE = 10  # micrometres, to which is drawn what is shown no larger than it was made, such as letters in figures
_plain: OrderedDict[tuple[str, int], str | None] = OrderedDict()  # by name and grain, drawings of nothing but shapes


def face_svg(face: Face, title: str, language: str = "") -> bytes:
    """A face as a self-contained SVG file: what is left of the paper when it has been cut out.

    Args:
        face: with ``width`` and ``height`` in mm, which are those of the picture too.
        title: what it shows, for those who don't see it; any text.
        language: of the title, if known.

    Returns:
        UTF-8; the same for the same marks and title.

    Raises:
        ValueError: a font lacks a character.
        OSError: a picture's file cannot be read, or is another one than was checked.
    """
    letters = sum(len(text.text) for text, _ in leaves(face.marks) if isinstance(text, TextRun))
    marks = sharpened(face.marks)
    press = _SvgPress(pixels_per_mm(marks), shares_letters=letters > _MANY_LETTERS)
    drawn = press.draw(marks)
    width, height = length(face.width), length(face.height)
    if face.outline:
        shape = path_data(face.outline)
        paper, held = f'<path d="{shape}" fill="{_PAPER}"/>', press.clipped(drawn, face.outline, even_odd=False)
    else:
        paper, held = f'<path d="M0 0h{width}v{height}h-{width}z" fill="{_PAPER}"/>', drawn
    says = html.escape(_UNFIT.sub("\ufffd", escaped(title)), quote=False)
    lang = f' xml:lang="{html.escape(language)}"' if language else ""
    parts = [
        f'{_HEAD} width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}" role="img"{lang}>',
        f"<title>{says}</title>",
        f"<defs>{''.join(press.definitions)}</defs>" if press.definitions else "",
        paper,
        held,
        "</svg>\n",
    ]
    return "".join(parts).encode()


class _SvgPress:
    """One picture in the making."""

    def __init__(self, resolution: dict[Raster, float], *, shares_letters: bool) -> None:
        self.definitions: list[str] = []
        self._resolution, self._shares_letters = resolution, shares_letters
        self._names: dict[object, str] = {}
        self._scale = 1.0  # mm that a unit is long where marks are drawn now

    def draw(self, marks: Sequence[Mark], matrix: Matrix = IDENTITY) -> str:
        """Marks as elements, in order; their holder is placed by a matrix."""
        outer, self._scale = self._scale, self._scale * (mean_scale(matrix) or 1)
        drawn = "".join([self._mark(mark) for mark in with_colours(marks)])
        self._scale = outer
        return drawn

    def _mark(self, mark: Mark) -> str:
        if isinstance(mark, Shape):
            return _shape_element(mark, 1, self._colour)
        if isinstance(mark, TextRun):
            return self._text(mark)
        if isinstance(mark, PlacedDrawing):
            return self._placed(mark)
        if isinstance(mark, PlacedRaster):
            return self._raster(mark)
        return self._layer(mark)

    def _new_name(self, thing: object) -> str:
        name = self._names[thing] = _identifier(len(self._names))
        return name

    def _name(self, thing: object, definition: Callable[[str], str]) -> str:
        """The id of a thing that is named by its value; it is defined when it is first asked for."""
        if thing not in self._names:
            self.definitions.append(definition(self._new_name(thing)))
        return self._names[thing]

    def _colour(self, colour: str | Gradient | None) -> str | None:
        if not isinstance(colour, Gradient):
            return _plain_colour(colour)
        return f"url(#{self._name(colour, partial(_gradient, colour))})"

    def _text(self, text: TextRun) -> str:
        """A run of text as one path, which browsers draw much faster than its letters one by one; or as these."""
        shaper = text.font.shaper
        step = grain(self._scale * text.size * (mean_scale(text.matrix) or 1) / shaper.units)
        size = text.size * step / shaper.units
        place = transform(multiply(text.matrix, (size, 0.0, 0.0, -size, text.x, text.y)))
        outlines = [(glyph_path(shaper, number, step), x / step, y / step) for number, x, y in placed_glyphs(text)]
        drawn = [(path, x, y) for path, x, y in outlines if path is not None]
        if not drawn:
            return ""
        look = "" if text.colour == "#000000" else f' fill="{short_colour(text.colour)}"'
        if text.outline:
            line = f'stroke="{short_colour(text.colour)}" stroke-width="{factor(text.outline / size)}"'
            look = f' fill="{_PAPER}" {line} stroke-linecap="round" stroke-linejoin="round"'
        if self._shares_letters:
            letters = [self._letter(path, x, y) for path, x, y in drawn]
        elif text.outline:  # each with its own line, which the white of the next one covers
            letters = [f'<path d="{path.at(x, y)}"/>' for path, x, y in drawn]
        else:
            return f'<path transform="{place}"{look} d="{"".join([path.at(x, y) for path, x, y in drawn])}"/>'
        return f'<g transform="{place}"{look}>{"".join(letters)}</g>'

    def _letter(self, path: GlyphPath, x: float, y: float) -> str:
        """A letter whose shape stands in the picture once."""
        name = self._name(path, lambda name: f'<path id="{name}" d="{path.at(0, 0)}"/>')
        return f'<use href="#{name}" x="{round(x)}" y="{round(y)}"/>'

    def _placed(self, placed: PlacedDrawing) -> str:
        drawing = placed.drawing
        place = "" if placed.matrix == IDENTITY else f' transform="{transform(placed.matrix)}"'
        if drawing.name in self._names:
            return f'<use href="#{self._names[drawing.name]}"{place}/>'
        name = self._new_name(drawing.name)
        inner = _plain_drawing(drawing, _COARSE if mean_scale(placed.matrix) * self._scale <= 1 else 1)
        if inner is None:
            inner = self.draw(drawing.marks, placed.matrix)
        if drawing.box is not None:
            left, top, right, bottom = drawing.box
            inner = self.clipped(inner, edges_path(left, top, right, bottom), even_odd=False)
        held = f'<g id="{name}">{inner}</g>'
        return f"<g{place}>{held}</g>" if place else held

    def _raster(self, placed: PlacedRaster) -> str:
        picture = embedded(placed.raster, self._resolution[placed.raster])
        name = self._name(placed.raster, partial(_image, picture))
        matrix = multiply(placed.matrix, (1 / picture.width, 0.0, 0.0, 1 / picture.height, 0.0, 0.0))
        return f'<use href="#{name}" transform="{transform(matrix)}"/>'

    def _layer(self, layer: Layer) -> str:
        inner = self.draw(layer.marks, layer.matrix)
        for path, even_odd in reversed(layer.clips):
            inner = self.clipped(inner, path, even_odd=even_odd)
        look = "" if layer.matrix == IDENTITY else f' transform="{transform(layer.matrix)}"'
        look += f' opacity="{factor(layer.opacity)}"' if layer.opacity != 1 else ""
        if layer.mask is not None:
            look += f' mask="url(#{self._mask(layer.mask)})"'
        return f"<g{look}>{inner}</g>" if look else inner

    def _mask(self, marks: tuple[Mark, ...]) -> str:
        inner = self.draw(marks)
        left, top, right, bottom = extent(marks)
        box = f'x="{length(left)}" y="{length(top)}" width="{length(right - left)}" height="{length(bottom - top)}"'
        mask = f'maskUnits="userSpaceOnUse" {box}>{inner}</mask>'
        return self._name(mask, lambda name: f'<mask id="{name}" {mask}')

    def clipped(self, inner: str, path: Outline, *, even_odd: bool) -> str:
        """Elements of which nothing is seen outside an outline."""
        rule = ' clip-rule="evenodd"' if even_odd else ""
        clip = f'<path d="{path_data(path)}"{rule}/></clipPath>'
        name = self._name(clip, lambda name: f'<clipPath id="{name}">{clip}')
        return f'<g clip-path="url(#{name})">{inner}</g>'


def _identifier(number: int) -> str:
    """A short id for a number: a, b, … z, a0, b0, …"""
    quotient, letter = divmod(number, 26)
    return chr(ord("a") + letter) + (str(quotient - 1) if quotient else "")


def _plain_colour(colour: str | Gradient | None) -> str | None:
    return short_colour(colour) if isinstance(colour, str) else None


def _shape_element(shape: Shape, grain: int, colour_of: Callable[[str | Gradient | None], str | None]) -> str:
    """A shape as an element, its colours by ``colour_of``; nothing where it leaves no ink."""
    path, paint = path_data(shape.path, grain), shape.paint
    fill, stroke = colour_of(paint.fill), colour_of(paint.stroke)
    if not path or (fill is None and (stroke is None or paint.width <= 0)):
        return ""
    look = ' fill="none"' if fill is None else "" if fill == "#000" else f' fill="{fill}"'
    if fill is not None and paint.fill_opacity != 1:
        look += f' fill-opacity="{factor(paint.fill_opacity)}"'
    if fill is not None and paint.even_odd:
        look += ' fill-rule="evenodd"'
    if stroke is not None and paint.width > 0:
        look += f' stroke="{stroke}"{_line(paint)}'
    return f'<path d="{path}"{look}/>'


def _line(paint: Paint) -> str:
    parts = [f' stroke-width="{length(paint.width)}"']
    if paint.cap != "butt":
        parts.append(f' stroke-linecap="{paint.cap}"')
    if paint.join != "miter":
        parts.append(f' stroke-linejoin="{paint.join}"')
    elif paint.miter != 4:
        parts.append(f' stroke-miterlimit="{factor(paint.miter)}"')
    if any(paint.dash):
        parts.append(f' stroke-dasharray="{" ".join(map(length, paint.dash))}"')
        if paint.dash_offset:
            parts.append(f' stroke-dashoffset="{length(paint.dash_offset)}"')
    if paint.stroke_opacity != 1:
        parts.append(f' stroke-opacity="{factor(paint.stroke_opacity)}"')
    return "".join(parts)


def _plain_drawing(drawing: Drawing, grain: int) -> str | None:
    """The elements of a drawing that holds shapes in plain colours only, remembered; else None."""
    key = drawing.name, grain
    if key in _plain:
        _plain.move_to_end(key)
        return _plain[key]
    shapes = [mark for mark in drawing.marks if isinstance(mark, Shape) and mark.paint.is_plain]
    is_plain = len(shapes) == len(drawing.marks)
    elements = "".join([_shape_element(shape, grain, _plain_colour) for shape in shapes]) if is_plain else None
    _plain[key] = elements
    if len(_plain) > _MOST_DRAWINGS:
        _plain.popitem(last=False)
    return elements


def _gradient(gradient: Gradient, name: str) -> str:
    is_line = len(gradient.points) == 4
    keys = ("x1", "y1", "x2", "y2") if is_line else ("fx", "fy", "fr", "cx", "cy", "r")
    tag = "linearGradient" if is_line else "radialGradient"
    ends = " ".join([f'{key}="{factor(value)}"' for key, value in zip(keys, gradient.points, strict=True)])
    a, b, c, d, e, f = map(factor, gradient.matrix)
    place = "" if gradient.matrix == IDENTITY else f' gradientTransform="matrix({a} {b} {c} {d} {e} {f})"'
    stops = [f'<stop offset="{factor(at)}" stop-color="{short_colour(colour)}"/>' for at, colour in gradient.stops]
    return f'<{tag} id="{name}" gradientUnits="userSpaceOnUse" {ends}{place}>{"".join(stops)}</{tag}>'


def _image(picture: EmbeddedPicture, name: str) -> str:
    size = f'width="{picture.width}" height="{picture.height}"'
    return f'<image id="{name}" {size} preserveAspectRatio="none" href="{picture.address}"/>'


# Lengths are counted in micrometres, so that steps from point to point add up to where the points are.
_PER_MM = 1000


def path_data(outline: Outline, grain: int = 1) -> str:
    """A path's ``d``, to so many micrometres. Its steps are relative, which repeats more and so compresses better."""

    def counted(value: float) -> int:
        return round(value * _PER_MM / grain) * grain

    out: list[str] = []
    x = y = start_x = start_y = 0
    for step in outline:
        name = step[0]
        if name == "Z":
            out.append("z")
            x, y = start_x, start_y
            continue
        to_x, to_y = counted(step[-2]), counted(step[-1])
        across, down = to_x - x, to_y - y
        if name == "C":
            points = [counted(value) for value in step[1:5]]
            values = [points[0] - x, points[1] - y, points[2] - x, points[3] - y, across, down]
            out.append("c" + " ".join([_thousandths(value) for value in values]))
        elif name == "M":
            # Absolute: what a path repeats is then the same wherever it stands.
            out.append(f"M{_thousandths(to_x)} {_thousandths(to_y)}")
            start_x, start_y = to_x, to_y
        elif not down:
            out.append(f"h{_thousandths(across)}")
        elif not across:
            out.append(f"v{_thousandths(down)}")
        else:
            out.append(f"l{_thousandths(across)} {_thousandths(down)}")
        x, y = to_x, to_y
    return "".join(out)


def length(value: float) -> str:
    """A length in mm, to the micrometre; also any plain number to a thousandth."""
    return _thousandths(round(value * _PER_MM))


@lru_cache(maxsize=1 << 15)
def _thousandths(value: int) -> str:
    whole, fraction = divmod(abs(value), 1000)
    text = f"{whole or ''}.{fraction:03}".rstrip("0") if fraction else str(whole)
    return f"-{text}" if value < 0 else text


@lru_cache(maxsize=1 << 12)
def transform(values: Matrix) -> str:
    """A ``transform`` that applies a matrix; the factors with more places, as they multiply up to a page's width."""
    a, b, c, d, e, f = values
    if (b, c) == (0, 0):
        moved = f"translate({length(e)} {length(f)})" if e or f else ""
        scaled = "" if a == d == 1 else f"scale({factor(a)})" if a == d else f"scale({factor(a)} {factor(d)})"
        return moved + scaled
    return f"matrix({factor(a)} {factor(b)} {factor(c)} {factor(d)} {length(e)} {length(f)})"


@lru_cache(maxsize=1 << 12)
def factor(value: float) -> str:
    """A factor, to eight significant places."""
    text = f"{value:.8f}" if abs(value) >= 0.01 else f"{value:.12f}"
    text = text.rstrip("0").rstrip(".").replace("0.", ".", 1) if abs(value) < 1 else text.rstrip("0").rstrip(".")
    return "0" if text in ("", "-", "-0", ".") else text


@lru_cache(maxsize=1 << 10)
def short_colour(value: str) -> str:
    """A colour ``#rrggbb`` as ``#rgb`` where that says the same."""
    return f"#{value[1]}{value[3]}{value[5]}" if value[1::2] == value[2::2] else value
