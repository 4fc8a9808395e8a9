"""A table of small SVG files: each attribute, on each element that may have it, in each place where it may stand."""

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy
import pypdfium2
from svg_pictures import resvg

from generator.core.choices import POINTS_PER_MM
from generator.core.problem import Problem
from generator.draw.marks.marks import Face, PlacedDrawing
from generator.draw.svg.drawing import Picture, read_drawing
from generator.pdf.pdf import write_pdf
from generator.sheet.page import Document, Page, Placement, Slot

ACROSS = 80  # pixels of a picture in the comparison
_FINER = 4
_ALIKE = 24

SHARED = (
    '<style>.faint{opacity:.4} .cut{clip-path:url(#boxed)} .blue{fill:#06c}</style><clipPath id="cut"><circle cx="16" '
    'cy="16" r="12"/></clipPath><clipPath id="boxed" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".4"/>'
    '</clipPath><mask id="veil"><rect width="18" height="40" fill="#bbb"/></mask><mask id="fit" maskContentUnits='
    '"objectBoundingBox"><rect x=".1" y=".2" width=".6" height=".6" fill="#fff"/></mask><linearGradient id="shade">'
    '<stop stop-color="#f80"/><stop offset="1" stop-color="#088"/></linearGradient><linearGradient id="wide" '
    'gradientUnits="userSpaceOnUse" x2="100%"><stop stop-color="#f80"/><stop offset="1" stop-color="#088"/>'
    '</linearGradient><filter id="blur"><feGaussianBlur stdDeviation="2"/></filter><path id="leaf" d="M2 4H18L10 24Z"/>'
    '<symbol id="sign" viewBox="0 0 9 9"><path d="M1 1H8V8"/><circle cx="3" cy="6" r="3" fill="currentColor"/></symbol>'
    '<marker id="tip" viewBox="0 0 4 4"><path d="M0 0L4 2L0 4Z"/></marker>'
)
# A group has in it what counts for its box and is not painted.
HELD = (
    '<rect x="4" y="6" width="14" height="18"/><circle cx="24" cy="26" r="8" fill="currentColor" stroke="#124"/>'
    '<path d="M1 2H34V36" fill="none"/><rect x="2" y="30" width="9" height="9" visibility="hidden"/>'
)
_DOT = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
_STOPS = '<stop stop-color="currentColor"/><stop offset="1" stop-color="#088"/>'
_FILLED = {"fill": "#3a7", "stroke": "#124", "stroke-width": "2"}


class Sort(NamedTuple):
    """An element that attributes are tried on: what it has anyway, and what is in it."""

    tag: str
    has: dict[str, str]
    holds: str = ""


DRAWN = {
    "rect": Sort("rect", {"x": "4", "y": "6", "width": "22", "height": "18", **_FILLED}),
    "circle": Sort("circle", {"cx": "17", "cy": "15", "r": "11", **_FILLED}),
    "line": Sort("line", {"x1": "4", "y1": "6", "x2": "30", "y2": "26", **_FILLED}),
    "path": Sort("path", {"d": "M4 6H30L12 30ZM10 10V16H16V10Z", **_FILLED}),
    "g": Sort("g", {}, HELD),
    "a": Sort("a", {}, HELD),
    "switch": Sort("switch", {}, f"<g>{HELD}</g>"),
    "use": Sort("use", {"href": "#leaf", "x": "3", "y": "5"}),
    "use of a symbol": Sort("use", {"href": "#sign", "x": "3", "y": "5", "width": "24", "height": "30"}),
    "image": Sort("image", {"href": _DOT, "x": "3", "y": "5", "width": "20", "height": "16"}),
    "svg": Sort("svg", {"x": "3", "y": "5", "width": "26", "height": "28"}, HELD + '<rect width="50%" height="20%"/>'),
}
DEFINED = {
    "clipPath": Sort("clipPath", {}, '<circle cx="16" cy="16" r="12"/><rect x="30" y="2" width="50%" height="12"/>'),
    "mask": Sort("mask", {}, '<circle cx="16" cy="16" r="12" fill="#fff"/>'),
    "linearGradient": Sort("linearGradient", {}, _STOPS),
    "radialGradient": Sort("radialGradient", {}, _STOPS),
    "stop": Sort("stop", {"offset": ".2", "stop-color": "#c08"}),
    "pattern": Sort(
        "pattern",
        {"width": "1", "height": "1", "patternContentUnits": "objectBoundingBox"},
        '<rect width=".5" height=".6"/><circle cx=".7" cy=".7" r=".3" fill="currentColor"/>',
    ),
    "symbol": Sort("symbol", {}, HELD),
}
EVERYWHERE = (
    'opacity=".4"', 'opacity="inherit"', 'clip-path="url(#cut)"', 'clip-path="url(#boxed)"', 'clip-path="inherit"',
    'mask="url(#veil)"', 'mask="url(#fit)"', 'mask="inherit"', 'transform="translate(3 1) rotate(20)"',
    'transform="rotate(30)" transform-origin="12 12"', 'transform="scale(.6)" transform-origin="right 25%"',
    'display="none"', 'display="inherit"', 'visibility="hidden"', 'fill="none"', 'fill="inherit"', 'fill="url(#shade)"',
    'fill="url(#wide)"', 'fill="url(#shade) red"', 'fill="currentColor" color="#c0c"', 'color="#c0c"', 'stroke="#c00"',
    'stroke="url(#shade) #080"', 'stroke-width="10%"', 'stroke-dasharray="6 0"', 'paint-order="stroke"',
    'fill-rule="evenodd"', 'clip-rule="evenodd"', 'style="opacity:.4"', 'style="display:none"', 'style="color:#c0c"',
    'class="faint"', 'class="cut"', 'class="blue"', 'systemLanguage="fr"', 'requiredExtensions="x"',
    'requiredExtensions=""', 'filter="url(#blur)"', 'marker-end="url(#tip)"', 'style="mix-blend-mode:multiply"',
    'vector-effect="non-scaling-stroke"', 'overflow="visible"', 'overflow="auto"', 'overflow="inherit"', 'clip="rect(1)"',
    'x="5"', 'y="20%"', 'width="50%"', 'height="60%"', 'viewBox="0 0 30 50"', 'preserveAspectRatio="none"', 'refX="4"',
    'invented="1"',
)  # fmt: skip
OWN = {
    "clipPath": ('clipPathUnits="objectBoundingBox" transform="scale(.02)"',),
    "mask": (
        'maskUnits="userSpaceOnUse" x="2" y="3" width="50%" height="12"', 'maskContentUnits="objectBoundingBox"',
        'mask-type="alpha"',
    ),
    "linearGradient": (
        'gradientUnits="userSpaceOnUse"', 'gradientUnits="userSpaceOnUse" x1="20%" x2="90%"', 'y2="1"',
        'gradientTransform="rotate(30)" transform-origin=".5 .5"', 'spreadMethod="reflect"', 'href="#wide"', 'r="1"',
        'gradientUnits="userSpaceOnUse" gradientTransform="rotate(50)" transform-origin="center"',
    ),
    "radialGradient": (
        'gradientUnits="userSpaceOnUse"', 'fr=".2"', 'fr="-.3"', 'fx=".3"', 'r="0"', 'x2="1"',
        'gradientTransform="scale(.5)" transform-origin=".5 .5"',
    ),
    "stop": (
        'offset="0"', 'offset="1"', 'offset="-1"', 'offset="40%"', 'stop-color="currentColor"', 'stop-color="inherit"',
        'stop-opacity=".3"', 'stop-opacity="inherit"', 'style="stop-color:#08c"',
    ),
    "pattern": ('patternTransform="rotate(9)"', 'patternUnits="userSpaceOnUse"', 'width="50%"'),
}  # fmt: skip
# Where a drawn element stands: what is before and behind it.
PLACES = {
    "outermost": ("", ""),
    "in a group": ('<g fill="#a50" opacity=".8" clip-path="url(#boxed)">', '<path d="M1 1H36V38"/></g>'),
    "in a hidden parent": ('<g display="none">', '</g><use href="#tried" x="2"/>'),
    "in a mask": ('<mask id="m" fill="#ccc">', '</mask><rect width="40" height="40" fill="#06c" mask="url(#m)"/>'),
    "in a clipPath": ('<clipPath id="m">', '</clipPath><rect width="40" height="40" fill="#06c" clip-path="url(#m)"/>'),
    "in a pattern": (
        '<pattern id="m" width="1" height="1" patternContentUnits="objectBoundingBox"><g transform="scale(.025)">',
        '</g></pattern><rect width="40" height="40" fill="url(#m)"/>',
    ),
    "in a symbol": ('<symbol id="m">', '</symbol><use href="#m" width="30" height="35"/>'),
    "in an svg": ('<svg x="2" y="3" width="30" height="24">', "</svg>"),
    "in an svg with a viewBox": ('<svg x="2" y="3" width="30" height="34" viewBox="0 0 36 30">', "</svg>"),
}
# How a definition is used.
_USES = {
    "clipPath": '<g clip-path="url(#tried)"><rect width="36" height="30" fill="#06c"/></g>',
    "mask": '<g mask="url(#tried)"><rect width="36" height="30" fill="#06c"/></g>',
    "symbol": '<use href="#tried" x="2" y="4" width="30" height="35"/>',
}
_PAINTED = '<rect x="4" y="6" width="30" height="26" fill="url(#{})"/>'
# Where a definition stands, and what uses it, which is written as {}.
HOLDERS = {
    "outermost": ("", "{}"),
    "in a group": ('<g fill="#a50" color="#0a5" opacity=".8">', "</g>{}"),
    "in a hidden parent": ('<g display="none">', "</g>{}"),
    "in an svg": ('<svg x="2" y="3" width="30" height="24">', "{}</svg>"),
    "beside an svg": ("<defs>", '</defs><svg x="2" y="3" width="30" height="24">{}</svg>'),
}


class Case(NamedTuple):
    """One file of the table. What is tried stands on line 2, if not on the outermost element: on line 1."""

    element: str
    attribute: str
    place: str
    text: str

    @property
    def lines(self) -> set[int]:
        """Where the attribute is, and for a pattern what is painted with it too."""
        return {1} if self.place == "is the root" else {2, 3} if self.element == "pattern" else {2}


def all_cases() -> Iterator[Case]:
    """The whole table; an attribute that is empty is none: the file as it is without."""
    for attribute in ("", *EVERYWHERE):
        if 'viewBox="' not in attribute and 'width="' not in attribute and 'height="' not in attribute:
            yield Case("svg", attribute, "is the root", _file(HELD, attribute))
        for name, sort in DRAWN.items():
            for place, (before, behind) in PLACES.items():
                tried = _element(sort, attribute)
                yield Case(name, attribute, place, _file(f"{before}\n{tried}\n{behind}"))
    for name, sort in DEFINED.items():
        for attribute in ("", *OWN.get(name, ()), *EVERYWHERE):
            for place, (before, behind) in HOLDERS.items():
                tried, use = _element(sort, attribute), _USES.get(name, _PAINTED.format("tried"))
                if name == "stop":
                    tried = f'<linearGradient id="ramp" x1=".2" x2=".8"><stop stop-color="#fd0"/>\n{tried}'
                    tried, use = (
                        f'{tried}<stop offset="1" stop-color="#40f"/></linearGradient>',
                        _PAINTED.format("ramp"),
                    )
                    yield Case(name, attribute, place, _file(f"{before}{tried}\n{behind.format(use)}"))
                else:
                    yield Case(name, attribute, place, _file(f"{before}\n{tried}\n{behind.format(use)}"))


def _element(sort: Sort, attribute: str) -> str:
    names = {part.split("=")[0].strip() for part in attribute.split('" ')}
    own = " ".join([f'{name}="{value}"' for name, value in sort.has.items() if name not in names])
    return f'<{sort.tag} id="tried" {own} {attribute}>{sort.holds}</{sort.tag}>'


def _file(content: str, attribute: str = "") -> str:
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"'
    return f"{head} {attribute}>{SHARED}{content}</svg>"


def read_all(folder: Path, cases: Sequence[Case]) -> list[Picture | list[Problem]]:
    """What is read from each."""
    found: list[Picture | list[Problem]] = []
    folder.mkdir(exist_ok=True)
    for number, case in enumerate(cases):
        path = folder / f"{number}.svg"
        path.write_text(case.text, encoding="utf-8")
        found.append(read_drawing(path, [folder]))
    return found


def mean_differences(cases: Sequence[Case], pictures: Sequence[Picture]) -> list[float]:
    """How far each picture is from resvg's, on the mean of all its pixels' channels, of 255; less than 24 is nothing."""
    buffer = io.BytesIO()
    pages = []
    for picture in pictures:
        face = Face(picture.width, picture.height, (PlacedDrawing(picture.drawing),))
        placed = Placement(Slot(1, 0, 0, picture.width, picture.height), face, "picture")
        pages.append(Page(picture.width, picture.height, (placed,)))
    write_pdf(Document("pictures", "en"), pages, buffer)
    printed = pypdfium2.PdfDocument(buffer.getvalue())
    found = []
    for number, (case, picture) in enumerate(zip(cases, pictures, strict=True)):
        scale = _FINER * ACROSS / picture.width / POINTS_PER_MM
        mine = printed[number].render(scale=scale).to_pil().convert("RGB").reduce(_FINER)
        apart = numpy.asarray(mine).astype(int) - numpy.asarray(resvg(case.text, ACROSS))
        found.append(float(numpy.maximum(numpy.abs(apart) - _ALIKE, 0).mean()))
    return found
