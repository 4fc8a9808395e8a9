"""Marks as PDF operators: text that goes into the content stream of a page, a face or a drawing.

Written by hand because a canvas call per mark takes several times as long. Coordinates stay mm with y
downwards; one matrix a page turns them into PDF's points with y upwards. (ISO 32000-1, annex A, lists the operators.)
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol

from msgspec.structs import replace

from generator.draw.marks.glyphs import with_colours
from generator.draw.marks.marks import (
    IDENTITY,
    Drawing,
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
    inverse,
    moved,
    multiply,
)
from generator.sheet.page import CutLine

# SVG's miter limit, which PDF would take to be 10. Set once a page; nothing changes it.
MITER_LIMIT = "4 M"

_USUAL = (1.0, 1.0, 4.0, 0.0)
_FINE = 100.0  # to a mm
_FARTHEST = 30_000  # units
_UPSIDE_DOWN = (1.0, 0.0, 0.0, -1.0, 0.0, 1.0)  # pictures of pixels stand upright in PDF
_STEP_OPERATORS = {"M": " m", "L": " l", "C": " c", "Z": "h"}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


class Code(NamedTuple):
    """Operators, the names of the XObjects that they draw, and what else they name."""

    text: str
    forms: tuple[str, ...] = ()
    others: tuple["Other", ...] = ()


class Other(NamedTuple):
    """A resource that only forms have, by the category it is under."""

    category: Literal["ExtGState", "Pattern"]
    name: str


class Resources(Protocol):
    """Gives out the names of what operators show; see `generator.pdf.resource_shelf.ResourceShelf`."""

    def encode(self, text: TextRun) -> Sequence[tuple[str, str]]: ...
    def form(self, drawing: Drawing) -> str: ...
    def layer(self, layer: Layer) -> str: ...
    def raster(self, raster: Raster) -> str: ...
    def setting(self, fill: float, stroke: float, mask: tuple[Mark, ...] | None) -> str: ...
    def gradient(self, gradient: Gradient) -> str: ...


class _ResourceNames:
    """The names that a content stream has used, in order."""

    def __init__(self) -> None:
        self.forms: dict[str, None] = {}
        self.others: dict[Other, None] = {}

    def form(self, name: str) -> str:
        self.forms[name] = None
        return name

    def setting(self, name: str) -> str:
        self.others[Other("ExtGState", name)] = None
        return f"/{name} gs"

    def all_of(self, code: Code) -> str:
        self.forms |= dict.fromkeys(code.forms)
        self.others |= dict.fromkeys(code.others)
        return code.text


def draw(marks: Iterable[Mark], names: Resources) -> Code:
    """The operators for these marks, in order. They rely on no colour, line or font set before them.

    ``names`` are asked for whatever is drawn.
    """
    out: list[str] = []
    used = _ResourceNames()
    colours = ""  # the setting in force, so that it is written only where it changes
    for mark in with_colours(marks):
        setting = colours
        if isinstance(mark, TextRun):
            setting, operators = _ink(mark), _show(mark, names)
        elif isinstance(mark, Shape):
            if _is_usual(mark.paint):
                setting, painted = _paint(mark.paint)
                operators = f"{path_steps(mark.path)} {painted}" if painted and mark.path else ""
            else:
                operators = _unusual(mark, names, used)
        elif isinstance(mark, PlacedDrawing):
            operators = _place(used.form(names.form(mark.drawing)), mark.matrix)
        elif isinstance(mark, PlacedRaster):
            operators = _place(used.form(names.raster(mark.raster)), multiply(mark.matrix, _UPSIDE_DOWN))
        else:
            operators = _layer(mark, names, used)
        if not operators:
            continue
        if setting != colours:
            out.append(setting)
            colours = setting
        out.append(operators)
    return Code("\n".join(out), tuple(used.forms), tuple(used.others))


def _layer(layer: Layer, names: Resources, used: _ResourceNames) -> str:
    """A layer: its marks as they are where they are only cut, else as one form."""
    out = ["q" if layer.matrix == IDENTITY else f"q {matrix(layer.matrix)} cm"]
    out += [f"{path_steps(path)} W{'*' if even_odd else ''} n" for path, even_odd in layer.clips]
    is_cut_only = layer.opacity == 1 and layer.mask is None
    # A gradient counts from where its form begins, so what holds one is moved as a form.
    if is_cut_only and layer.matrix == IDENTITY:
        out.append(used.all_of(draw(layer.marks, names)))
    else:
        if not is_cut_only:
            out.append(used.setting(names.setting(layer.opacity, layer.opacity, layer.mask)))
        out.append(f"/{used.form(names.layer(layer))} Do")
    return "\n".join([*out, "Q"])


def _unusual(shape: Shape, names: Resources, used: _ResourceNames) -> str:
    """A shape whose paint is more than plain colours, with nothing left set behind it."""
    paint = shape.paint
    if not shape.path:
        return ""
    setup: list[str] = []
    star = "*" if paint.even_odd else ""
    has_stroke = paint.stroke is not None and paint.width > 0
    if paint.fill is not None:
        setup.append(_colour(paint.fill, names, used, fill=True))
    if paint.stroke is not None and has_stroke:
        setup += [_colour(paint.stroke, names, used, fill=False), _line(paint), f"{number(paint.miter)} M"]
    is_faded = (paint.fill_opacity, paint.stroke_opacity) != (1, 1)
    if is_faded:
        setup.append(used.setting(names.setting(paint.fill_opacity, paint.stroke_opacity, None)))
    path = path_steps(shape.path)
    if not has_stroke:
        return f"q {' '.join(setup)}\n{path} f{star} Q" if paint.fill is not None else ""
    is_fine = isinstance(paint.stroke, Gradient)
    if paint.fill is not None and not is_faded and not is_fine:
        return f"q {' '.join(setup)}\n{path} B{star} Q"
    # Both at once would keep the fill from showing through the stroke (ISO 32000-1, 11.7.4.4).
    fill = f"{path} f{star}\n" if paint.fill is not None else ""
    return f"q {' '.join(setup)}\n{fill}{_fine_stroke(shape) if is_fine else f'{path} S'} Q"


def _fine_stroke(shape: Shape) -> str:
    """The stroke of a shape in small units: pdfium makes polygons of the strokes of gradients, with sides of a unit.

    It has no room for far ones, so a shape that lies far off is counted from where it begins.
    """
    paint = shape.paint
    is_far = any(abs(value) * _FINE > _FARTHEST for step in shape.path for value in step[1:])
    x, y = shape.path[0][1:] if is_far else (0.0, 0.0)
    large = (_FINE, 0.0, 0.0, _FINE, -x * _FINE, -y * _FINE)
    dash = tuple([part * _FINE for part in paint.dash])
    line = replace(paint, width=paint.width * _FINE, dash=dash, dash_offset=paint.dash_offset * _FINE)
    return f"{matrix(inverse(large))} cm {_line(line)}\n{path_steps(moved(shape.path, large))} S"


def _colour(value: str | Gradient, names: Resources, used: _ResourceNames, *, fill: bool) -> str:
    if not isinstance(value, Gradient):
        return colour(value, fill=fill)
    name = names.gradient(value)
    used.others[Other("Pattern", name)] = None
    return f"/Pattern cs /{name} scn" if fill else f"/Pattern CS /{name} SCN"


def cut_lines(lines: Iterable[CutLine]) -> str:
    """Crop marks in black; below those on art, white that is three times as thick."""
    lines = tuple(lines)
    on_art = [f"{number(3 * line.width)} w {_segment(line)}" for line in lines if line.on_art]
    out = [*(["1 G 0 J [] 0 d", *on_art] if on_art else ()), "0 G 0 J [] 0 d"]
    width = None
    for line in lines:
        if line.width != width:
            width = line.width
            out.append(f"{number(width)} w")
        out.append(_segment(line))
    return "\n".join(out) if width is not None else ""


def _segment(line: CutLine) -> str:
    return f"{number(line.x1)} {number(line.y1)} m {number(line.x2)} {number(line.y2)} l S"


def within(place: Matrix, clip: tuple[float, float, float, float], code: str) -> str:
    """``code`` in a coordinate system of its own, and nothing of it outside ``clip`` (x, y, width, height)."""
    box = " ".join(map(number, clip))
    return f"q {matrix(place)} cm {box} re W n\n{code}\nQ"


@lru_cache(maxsize=1 << 14)
def number(value: float) -> str:
    """A length in mm, to the micrometre. PDF knows no exponents."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=1 << 10)
def colour(value: str, *, fill: bool) -> str:
    """The operator that sets a colour ``#rrggbb``; greys, black above all, as grey and not as a mix of inks."""
    red, green, blue = (int(value[at : at + 2], 16) / 255 for at in (1, 3, 5))
    if red == green == blue:
        return f"{number(red)} {'g' if fill else 'G'}"
    return f"{number(red)} {number(green)} {number(blue)} {'rg' if fill else 'RG'}"


@lru_cache(maxsize=1 << 10)
def _is_usual(paint: Paint) -> bool:
    """Whether a paint is plain colours and lines as most are."""
    return paint.is_plain and (paint.fill_opacity, paint.stroke_opacity, paint.miter, paint.dash_offset) == _USUAL


@lru_cache(maxsize=1 << 10)
def _paint(paint: Paint) -> tuple[str, str]:
    """What sets up a paint, and the operator that then paints a path with it: empty where it leaves no ink."""
    setup: list[str] = []
    operator = ""
    if isinstance(paint.fill, str):
        setup.append(colour(paint.fill, fill=True))
        operator = "f"
    if isinstance(paint.stroke, str) and paint.width > 0:  # PDF would draw a width of 0 as a hairline, SVG does not
        setup += [colour(paint.stroke, fill=False), _line(paint)]
        operator = "B" if operator else "S"
    if paint.even_odd and operator in ("f", "B"):
        operator += "*"
    return " ".join(setup), operator


def _line(paint: Paint) -> str:
    dash = paint.dash if any(paint.dash) else ()
    ends = f"{number(paint.width)} w {_CAPS[paint.cap]} J {_JOINS[paint.join]} j"
    return f"{ends} [{' '.join(map(number, dash))}] {number(paint.dash_offset if dash else 0)} d"


def path_steps(outline: Outline) -> str:
    """The operators that make a path, neither filled nor stroked."""
    return "\n".join([" ".join(map(number, step[1:])) + _STEP_OPERATORS[step[0]] for step in outline])


def _ink(text: TextRun) -> str:
    if not text.outline:
        return colour(text.colour, fill=True)
    line = f"{number(text.outline)} w 1 J 1 j [] 0 d"
    return f"{colour('#ffffff', fill=True)} {colour(text.colour, fill=False)} {line}"


def _show(text: TextRun, names: Resources) -> str:
    """A run of text. Glyphs stand upright in PDF, so they are flipped back in this page's y."""
    a, b, c, d, e, f = text.matrix
    x, y = text.x, text.y
    if text.matrix == IDENTITY:
        place = f"1 0 0 -1 {number(x)} {number(y)}"
    else:
        place = matrix((a, b, -c, -d, a * x + c * y + e, b * x + d * y + f))
    size = number(text.size)
    parts = [f"/{font} {size} Tf {operator}" for font, operator in names.encode(text)]
    if not parts:
        return ""
    if text.outline:  # the mode outlasts the text, so it is set back (ISO 32000-1, 9.3.6: 2 fills, then strokes)
        parts = ["2 Tr", *parts, "0 Tr"]
    return f"BT {place} Tm {' '.join(parts)} ET"


def _place(form: str, place: Matrix) -> str:
    return f"/{form} Do" if place == IDENTITY else f"q {matrix(place)} cm /{form} Do Q"


@lru_cache(maxsize=1 << 12)
def matrix(values: Matrix) -> str:
    """Six numbers; the factors with more places, as they are multiplied by up to a page's width."""
    factors = [f"{factor:.7f}".rstrip("0").rstrip(".") for factor in values[:4]]
    return " ".join(["0" if text == "-0" else text for text in factors] + [number(at) for at in values[4:]])
