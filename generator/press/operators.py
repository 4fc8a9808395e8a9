"""Marks as PDF operators: text that goes into the content stream of a page, a face or a drawing.

Written by hand because a canvas call per mark takes several times as long. Coordinates stay mm with y
downwards; one matrix a page turns them into PDF's points with y upwards. (ISO 32000-1, annex A, lists the operators.)
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from generator.marks.marks import IDENTITY, Mark, Matrix, Outline, Paint, PlacedDrawing, Shape, TextRun
from generator.sheet.page import CutLine

# SVG's miter limit, which PDF would take to be 10. Set once a page; nothing changes it.
MITER_LIMIT = "4 M"

_STEP_OPERATORS = {"M": " m", "L": " l", "C": " c", "Z": "h"}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


class Code(NamedTuple):
    """Operators, and the names of the form XObjects that they draw."""

    text: str
    forms: tuple[str, ...] = ()


class ResourceNames(NamedTuple):
    """Where the names in a content stream come from; both are asked for whatever is drawn."""

    encode: Callable[[TextRun], Sequence[tuple[str, str]]]  # a text's parts as (font's name, operators that show it)
    form: Callable[[PlacedDrawing], str]  # a drawing's name


def draw(marks: Iterable[Mark], names: ResourceNames) -> Code:
    """The operators for these marks, in order. They rely on no colour, line or font set before them."""
    out: list[str] = []
    forms: dict[str, None] = {}
    colours = ""  # the setting in force, so that it is written only where it changes
    for mark in marks:
        if isinstance(mark, TextRun):
            wanted, operators = _ink(mark), _show(mark, names)
        elif isinstance(mark, Shape):
            wanted, painted = _paint(mark.paint)
            operators = f"{path(mark.path)} {painted}" if painted and mark.path else ""
        else:
            name = names.form(mark)
            forms[name] = None
            wanted, operators = colours, _place(name, mark.matrix)
        if not operators:
            continue
        if wanted != colours:
            out.append(wanted)
            colours = wanted
        out.append(operators)
    return Code("\n".join(out), tuple(forms))


def cut_lines(lines: Iterable[CutLine]) -> str:
    """Crop marks in black."""
    out = ["0 G 0 J [] 0 d"]
    width = None
    for line in lines:
        if line.width != width:
            width = line.width
            out.append(f"{number(width)} w")
        out.append(f"{number(line.x1)} {number(line.y1)} m {number(line.x2)} {number(line.y2)} l S")
    return "\n".join(out) if width is not None else ""


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
def _paint(paint: Paint) -> tuple[str, str]:
    """What sets up a paint, and the operator that then paints a path with it: empty where it leaves no ink."""
    setup: list[str] = []
    operator = ""
    if paint.fill is not None:
        setup.append(colour(paint.fill, fill=True))
        operator = "f"
    if paint.stroke is not None and paint.width > 0:  # PDF would draw a width of 0 as a hairline, SVG does not
        dash = paint.dash if any(paint.dash) else ()
        setup += [
            colour(paint.stroke, fill=False),
            f"{number(paint.width)} w {_CAPS[paint.cap]} J {_JOINS[paint.join]} j",
            f"[{' '.join(map(number, dash))}] 0 d",
        ]
        operator = "B" if operator else "S"
    if paint.even_odd and operator in ("f", "B"):
        operator += "*"
    return " ".join(setup), operator


def path(outline: Outline) -> str:
    """The operators that make a path, neither filled nor stroked."""
    return "\n".join([" ".join(map(number, step[1:])) + _STEP_OPERATORS[step[0]] for step in outline])


def _ink(text: TextRun) -> str:
    if not text.outline:
        return colour(text.colour, fill=True)
    line = f"{number(text.outline)} w 1 J 1 j [] 0 d"
    return f"{colour('#ffffff', fill=True)} {colour(text.colour, fill=False)} {line}"


def _show(text: TextRun, names: ResourceNames) -> str:
    """A run of text. Glyphs stand upright in PDF, so they are flipped back in this page's y."""
    a, b, c, d, e, f = text.matrix
    x, y = text.x, text.y
    if text.matrix == IDENTITY:
        place = f"1 0 0 -1 {number(x)} {number(y)}"
    else:
        place = matrix((a, b, -c, -d, a * x + c * y + e, b * x + d * y + f))
    size = number(text.size)
    parts = [f"/{font} {size} Tf {shown}" for font, shown in names.encode(text)]
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
