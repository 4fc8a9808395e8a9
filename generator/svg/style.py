"""How shapes are painted: the properties of SVG that are inherited, read from attributes and ``style="…"``.

What a property would change in the picture is either read, or refused unless it has the one value that changes nothing.
Properties that shapes never show (of text, of gradients, of rendering speed) are skipped.
Sources: SVG 2, chapter 13 (painting) and appendix "Property index" for initial values.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from generator.marks.marks import Cap, Join, Paint
from generator.problem import Tell
from generator.svg.attributes import colour, length
from generator.svg.ink import FULL_INK, Ink
from generator.svg.parse import Element
from generator.svg.path import SPACE, excerpt


@dataclass(frozen=True, slots=True)
class Style:
    """The paint that an element has or hands on to its children. Lengths are user units; SVG's initial values."""

    fill: str | None = "#000000"
    stroke: str | None = None
    width: float = 1.0
    cap: Cap = "butt"
    join: Join = "miter"
    dash: tuple[float, ...] = ()
    even_odd: bool = False
    shown: bool = True  # display is not inherited in SVG, but hides all that is inside
    ink: Ink = FULL_INK  # no property, but the same for all of a picture

    def read(self, element: Element, report: Tell) -> "Style":
        """The style of ``element``, where this is its parent's. ``style`` wins over attributes, as in CSS."""
        if PAINTING.isdisjoint(element.attributes):
            return self
        changed: dict[str, Any] = {}
        for attribute, name, value in _properties(element, report):
            try:
                changed |= _read(name, value)
            except ValueError as error:
                report(*element.where(attribute), f"{name}: {error}", _HINTS.get(name, ""))
        if not self.shown:
            changed["shown"] = False
        return replace(self, **changed) if changed else self

    def paint(self, scale: float = 1.0) -> Paint | None:
        """The paint of a shape whose user units are ``scale`` mm, or None where nothing would be seen."""
        stroke = self.stroke if self.width > 0 else None
        if not self.shown or (self.fill is None and stroke is None):
            return None
        if stroke is None:
            return Paint(self.fill, None, 0.0, even_odd=self.even_odd)
        dash = tuple([part * scale for part in self.dash])
        return Paint(self.fill, stroke, self.ink.line(self.width * scale), self.cap, self.join, dash, self.even_odd)


def is_property(name: str) -> bool:
    """Whether an attribute is a property that ``Style.read`` reads, refuses or skips."""
    return name in PAINTING or _HARMLESS.fullmatch(name) is not None


def _properties(element: Element, report: Tell) -> Iterator[tuple[str, str, str]]:
    """Attribute, property and value of all that paints; a later one wins."""
    for name, value in element.attributes.items():
        if name in _FIELDS or name in _ONLY:
            yield name, name, value
    if "style" not in element.attributes:
        return
    for name, declared in declarations(element):
        if declared is not None and (name in _FIELDS or name in _ONLY):
            yield "style", name, declared
        elif declared is None or not _HARMLESS.fullmatch(name):
            report(*element.where("style"), f"{excerpt(name)} is not a property that is read in style", "remove it")


def declarations(element: Element) -> list[tuple[str, str | None]]:
    """The properties in ``style="…"`` with their values; None for one without a colon."""
    found: list[tuple[str, str | None]] = []
    for declaration in _DECLARATION.findall(element.attributes.get("style", "")):
        name, colon, value = declaration.partition(":")
        name = name.strip(SPACE).lower()
        if name:
            found.append((name, value if colon else None))
    return found


@lru_cache(maxsize=1024)  # a deck's art says the same few things again and again
def _read(name: str, value: str) -> dict[str, Any]:
    """The field of Style that a property sets, with its value; none for one that changes nothing."""
    value = value.strip(SPACE)
    if value == "inherit":
        return {}
    if name in _FIELDS:
        field, read = _FIELDS[name]
        return {field: read(value)}
    if not _is_only(name, value):
        raise ValueError(f"{excerpt(value)} would change the picture; only {_ONLY[name][0]} is read")
    return {}


def _is_only(name: str, value: str) -> bool:
    allowed = _ONLY[name]
    if value in allowed:
        return True
    try:  # 1.0 is 1, 0px is 0
        return length(value) == length(allowed[0])
    except ValueError:
        return False


def _width(text: str) -> float:
    value = length(text)
    if value < 0:
        raise ValueError(f"{excerpt(text)} is negative")
    return value


def _dash(text: str) -> tuple[float, ...]:
    """Dashes and gaps by turns; an odd list is run through twice (SVG 2, 13.5.6), and no lengths means no dashes."""
    if text == "none":
        return ()
    parts = tuple([_width(part) for part in re.split(rf"[{SPACE}]*,[{SPACE}]*|[{SPACE}]+", text)])
    if sum(parts) == 0:
        return ()
    return parts * 2 if len(parts) % 2 else parts


def _one_of(*names: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in names:
            raise ValueError(f"{excerpt(text)} is not {', '.join(names[:-1])} or {names[-1]}")
        return text

    return read


# Property to the field of Style it sets, and how its value is read.
_FIELDS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "fill": ("fill", colour),
    "stroke": ("stroke", colour),
    "stroke-width": ("width", _width),
    "stroke-linecap": ("cap", _one_of("butt", "round", "square")),
    "stroke-linejoin": ("join", _one_of("miter", "round", "bevel")),
    "stroke-dasharray": ("dash", _dash),
    "fill-rule": ("even_odd", lambda text: _one_of("nonzero", "evenodd")(text) == "evenodd"),
    "display": ("shown", lambda text: text != "none"),
}
# Property to the values with which a picture looks as if it were not there.
_ONLY: dict[str, tuple[str, ...]] = {
    "opacity": ("1",),
    "fill-opacity": ("1",),
    "stroke-opacity": ("1",),
    "stroke-dashoffset": ("0",),
    "stroke-miterlimit": ("4",),
    "visibility": ("visible",),
    "paint-order": ("normal", "fill", "fill stroke", "fill stroke markers"),
    "vector-effect": ("none",),
    "mix-blend-mode": ("normal",),
    # None of these can be drawn, so only their absence is read.
    **dict.fromkeys(("filter", "mask", "clip-path", "marker", "marker-start", "marker-mid", "marker-end"), ("none",)),
}
_HINTS = {
    "fill": "use a plain colour: #000, #fff or none",
    "stroke": "use a plain colour: #000, #fff or none",
    "opacity": "use a lighter plain colour",
    "fill-opacity": "use a lighter plain colour",
    "stroke-opacity": "use a lighter plain colour",
    "visibility": 'use display="none", or delete the element',
    "paint-order": "draw the shape twice: the stroke alone, then the fill alone",
    "stroke-miterlimit": 'remove it, or use stroke-linejoin="round"',
    "stroke-dashoffset": "start the path elsewhere",
    "clip-path": "cut the shapes themselves (Path > Intersection in Inkscape)",
    "mask": "cut the shapes themselves (Path > Intersection in Inkscape)",
    **dict.fromkeys(("marker", "marker-start", "marker-mid", "marker-end"), "draw the arrow head as a path"),
}
PAINTING = frozenset({*_FIELDS, *_ONLY, "style"})
_HARMLESS = re.compile(
    r"-inkscape-.*|font|font-.*|text-.*|letter-spacing|word-spacing|line-height|white-space|inline-size|shape-(?:inside"
    r"|subtract|padding|margin|rendering)|writing-mode|direction|unicode-bidi|baseline-shift|dominant-baseline"
    r"|alignment-baseline|stop-color|stop-opacity|solid-color|solid-opacity|flood-color|flood-opacity|lighting-color"
    r"|color|color-.*|image-rendering|clip-rule|isolation|enable-background|overflow|pointer-events|cursor"
)
# Up to a semicolon that is not inside quotes, as font names may be.
_DECLARATION = re.compile(r"(?:[^;'\"]|'[^']*'|\"[^\"]*\"|['\"])+")
