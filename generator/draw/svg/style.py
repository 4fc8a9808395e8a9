"""How shapes are painted: the properties of SVG that are inherited, read from attributes and ``style="…"``.

What a property would change in the picture is either read, or refused unless it has the one value that changes nothing.
Properties that shapes never show (of text, of rendering speed) are skipped.
Sources: SVG 2, chapter 13 (painting) and appendix "Property index" for initial values.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from generator.core.problem import Tell
from generator.draw.marks.marks import Cap, Join, Matrix
from generator.draw.svg.attributes import length
from generator.draw.svg.colours import faded_colour
from generator.draw.svg.parse import Element
from generator.draw.svg.path import SPACE, excerpt, number
from generator.draw.svg.reference import FULL_INK, Ink
from generator.draw.svg.undrawn import FilterUndrawn, Remark, Undrawn, UndrawnError

CURRENT = "currentcolor"
WHITE = "#ffffff"
_MOST_KNOWN = 2_048  # styles kept, of what says no more than this many characters
_LONG = 200


class GradientServer(NamedTuple):
    """A gradient before it is known what it fills."""

    of_box: bool  # in units of the box round what it fills, else of the user's
    points: tuple[float, ...]
    matrix: Matrix
    stops: tuple[tuple[float, str, float], ...]  # where from 0 to 1, the colour there and how opaque it is
    instead: tuple[str | None, float] = (None, 0.0)  # the colour, and how opaque, of what is flat
    of_viewport: bool = False  # whether its ends are shares of the viewport
    spread: str = "pad"  # beyond them: pad, reflect or repeat


class TileServer(NamedTuple):
    """A pattern of one tile, as large as the box round what it fills: how pictures are written that fill a shape."""

    element: Element


class Effect(NamedTuple):
    """What is done to an element as a whole; ids of what cuts and masks it, and where they are named."""

    opacity: float = 1.0
    clip: str | None = None
    mask: str | None = None
    clip_place: tuple[int, int] = (0, 0)
    mask_place: tuple[int, int] = (0, 0)


NO_EFFECT = Effect()
Server = GradientServer | TileServer | tuple[str | None, float]  # the last: a plain colour and its opacity
# Finds a gradient, or a plain colour and its opacity, by id; None, and reported at the place, where it cannot be drawn.
FindServer = Callable[[str, tuple[int, int]], Server | None]


class Style(NamedTuple):
    """The paint that an element has or hands on to its children. Lengths are user units; SVG's initial values."""

    fill: str | GradientServer | TileServer | None = "#000000"
    stroke: str | GradientServer | TileServer | None = None
    width: float = 1.0
    cap: Cap = "butt"
    join: Join = "miter"
    dash: tuple[float, ...] = ()
    even_odd: bool = False
    shown: bool = True  # display is not inherited in SVG, but hides all that is inside
    ink: Ink = FULL_INK  # no property, but the same for all of a picture
    fill_alpha: float = 1.0  # of the colour itself
    stroke_alpha: float = 1.0
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    miter: float = 4.0
    dash_offset: float = 0.0
    visible: bool = True
    clip_even_odd: bool = False
    stroke_first: bool = False
    colour: str = "#000000"  # which currentColor is
    colour_alpha: float = 1.0
    effect: Effect = NO_EFFECT  # not inherited
    filled: bool = False  # no property: whether a fill was said, here or around
    marker_start: str | None = None  # ids
    marker_mid: str | None = None
    marker_end: str | None = None
    unscaled: bool = False  # whether lines are as wide as said, however shapes are transformed
    markers_below: bool = False  # whether something is painted after them

    def read(self, element: Element, report: Tell, servers: FindServer | None = None) -> "Style":
        """The style of ``element``, where this is its parent's. ``style`` wins over attributes, as in CSS.

        ``servers`` finds what paints by its id; None in a template, which has none.
        """
        pairs = tuple([pair for pair in element.attributes.items() if pair[0] in PAINTING])
        if not pairs:
            return self if self.effect is NO_EFFECT else self._replace(effect=NO_EFFECT)
        cached = _known.get((self, pairs))
        return cached or self._anew(pairs, element, report, servers)

    def _anew(
        self, pairs: tuple[tuple[str, str], ...], element: Element, report: Tell, servers: FindServer | None
    ) -> "Style":
        """As `read`; kept, if it is the same for every element that says this in such a parent."""
        reported = False

        def forward(line: int, column: int, message: str, hint: str) -> None:
            nonlocal reported
            reported = True
            report(line, column, message, hint)

        style = self._read(element, forward, servers)
        plain = not isinstance(self.fill, tuple) and not isinstance(self.stroke, tuple)
        if plain and not reported and all("url(" not in value and len(value) < _LONG for _, value in pairs):
            if len(_known) >= _MOST_KNOWN:
                _known.clear()
            _known[self, pairs] = style
        return style

    def _read(self, element: Element, report: Tell, servers: FindServer | None) -> "Style":
        """As `read`, of whatever is said."""
        parent = self if self.effect is NO_EFFECT else self._replace(effect=NO_EFFECT)
        changed: dict[str, Any] = {}
        is_picture = servers is not None
        for attribute, name, value in _properties(element, report, lenient=is_picture):
            try:
                if value.lstrip(SPACE).startswith("url(") and name in _BY_ID:
                    changed |= _refer(name, value, element.where(attribute), servers)
                else:
                    changed |= _read(name, value)
            except UndrawnError as error:
                message = f"{name}: {error}" if servers is None else error.undrawn
                report(*element.where(attribute), message, _HINTS.get(name, ""))
            except ValueError as error:
                message = f"{name}: {error}"
                if is_picture and name not in _ONLY and not _MEANT.search(value):
                    message = Remark(f"{message}; it counts as not said")
                report(*element.where(attribute), message, _HINTS.get(name, ""))
        if "fill" in changed:
            changed["filled"] = True
        if TINT in element.attributes:
            changed |= self._tinted(element, report, filled=self.filled or "fill" in changed)
        if not self.shown:
            changed["shown"] = False
        effect = {name: changed.pop(name) for name in Effect._fields if name in changed}
        if effect:
            changed["effect"] = Effect(**effect)
        return parent._replace(**changed) if changed else parent

    def _tinted(self, element: Element, report: Tell, *, filled: bool) -> dict[str, Any]:
        """The fill of what has a tint: the tint in colour; else what is said, or white, to be coloured by hand."""
        name, tint = element.attributes[TINT].strip(SPACE), None
        try:
            tint = self.ink.tint(name) if name else None
        except ValueError as error:
            report(*element.where(TINT), f"{TINT}: {error}", "name it under palette in style.yaml")
        return {} if filled and tint is None else {"fill": tint or WHITE, "fill_alpha": 1.0}


def _refer(name: str, value: str, place: tuple[int, int], servers: FindServer | None) -> dict[str, Any]:
    """What a property that names an element changes: a paint is looked up, a clip or a mask is noted."""
    match = _URL.fullmatch(value.strip(SPACE))
    if servers is None and name in _MARKERS:
        raise ValueError(f"{excerpt(value)} would change the picture; only none is read")
    if servers is None:
        raise ValueError(f"{excerpt(value)} is not a plain colour, and only those are read in a template")
    if match is None:
        raise ValueError(f"{excerpt(value)} is not url(#id)")
    if name in ("clip-path", "mask"):
        field = "clip" if name == "clip-path" else "mask"
        return {field: match[1], f"{field}_place": place}
    if name in _MARKERS:
        return dict.fromkeys(_MARKERS[name], match[1])
    server = servers(match[1], place)
    if isinstance(server, TileServer) and name == "stroke":
        raise UndrawnError("", Undrawn("a line drawn with a pattern"))
    shade, alpha = _read(name, match[2] or "none").values() or (None, 0.0)
    if isinstance(server, GradientServer):
        server = server._replace(instead=(shade, alpha))
    if isinstance(server, GradientServer | TileServer):
        return {name: server, f"{name}_alpha": 1.0}
    if server == (None, 1.0) and shade is not None:
        raise UndrawnError("", Undrawn("a gradient without stops"))
    return {} if server is None else {name: server[0], f"{name}_alpha": server[1]}


def current(style: Style) -> str:
    """What currentColor is, opacity and all."""
    return style.colour if style.colour_alpha == 1 else f"{style.colour}{round(255 * style.colour_alpha):02x}"


# By the parent's style and what is said: a deck's art says the same few things again and again.
_known: dict[tuple[Style, tuple[tuple[str, str], ...]], Style] = {}


def is_property(name: str) -> bool:
    """Whether an attribute is a property that ``Style.read`` reads, refuses or skips."""
    return name in PAINTING or re.fullmatch(_HARMLESS, name) is not None


def _properties(element: Element, report: Tell, *, lenient: bool) -> Iterator[tuple[str, str, str]]:
    """Attribute, property and value of all that paints; a later one wins.

    ``lenient``: what no browser shows on such an element is skipped.
    """
    for name, value in element.attributes.items():
        if name in _KNOWN:
            yield name, name, value
    if "style" not in element.attributes:
        return
    for name, declared in declarations(element):
        if declared is not None and name in _KNOWN:
            yield "style", name, declared
        elif declared is not None and re.fullmatch(_HARMLESS, name):
            continue
        elif lenient and name in _ABOUT:
            if "transform" in element.attributes:
                report(*element.where("style"), Undrawn(f"{name} in style"), "write it into the transform")
        elif not lenient or name in _MOVES or name in _SIZED.get(element.tag, ()):
            report(*element.where("style"), f"{excerpt(name)} is not a property that is read in style", "remove it")


def declarations(element: Element) -> list[tuple[str, str | None]]:
    """The properties in ``style="…"`` with their values, important ones last; None for one without a colon."""
    pairs: list[tuple[str, str | None]] = []
    important: list[tuple[str, str | None]] = []
    for declaration in _DECLARATION.findall(_COMMENT.sub(" ", element.attributes.get("style", ""))):
        name, colon, value = declaration.partition(":")
        name = name.strip(SPACE).lower()
        plain = _IMPORTANT.sub("", value)
        if name:
            (pairs if plain == value else important).append((name, plain if colon else None))
    return pairs + important


@lru_cache(maxsize=1024)  # a deck's art says the same few things again and again
def _read(name: str, value: str) -> dict[str, Any]:
    """The field of Style that a property sets, with its value; none for one that changes nothing."""
    value = value.strip(SPACE)
    if value == "inherit" and name not in ("opacity", "clip-path", "mask"):
        return {}
    if name in _COLOURS:
        field, alpha = _COLOURS[name]
        if value.lower() == CURRENT:
            return {} if name == "color" else {field: CURRENT, alpha: 1.0}
        shade, opaque = faded_colour(value)
        return {field: "#000000" if name == "color" and shade is None else shade, alpha: opaque}
    if name in _MARKERS:
        _absent(value)
        return dict.fromkeys(_MARKERS[name])
    if name == "paint-order":
        return {"stroke_first": _strokes_first(value), "markers_below": "markers" in value.split()[:2]}
    if name in _FIELDS:
        field, read = _FIELDS[name]
        return {field: read(value)}
    if _is_only(name, value):
        return {}
    message = f"{excerpt(value)} would change the picture; only {_ONLY[name][0]} is read"
    if name in _PIXELS:
        raise UndrawnError(message, _PIXELS[name](value))
    raise ValueError(message)


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
    return value + 0.0  # not -0.0, which would be taken for the same


def _dash(text: str) -> tuple[float, ...]:
    """Dashes and gaps by turns; an odd list is run through twice (SVG 2, 13.5.6), and no lengths means no dashes."""
    if text == "none":
        return ()
    parts = tuple([_width(part) for part in re.split(rf"[{SPACE}]*,[{SPACE}]*|[{SPACE}]+", text)])
    parts = parts * 2 if len(parts) % 2 else parts
    return parts if any(parts[1::2]) else ()  # without a gap it is one line


def _miter(text: str) -> float:
    value = number(text)
    if value < 1:
        raise ValueError(f"{excerpt(text)} is less than 1")
    return value


def share(text: str) -> float:
    """A number, or percentage, from 0 to 1; what is beyond counts as these.

    Raises:
        ValueError: it is neither.
    """
    value = number(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    return min(max(0.0, value), 1.0)


def _absent(text: str) -> None:
    if text != "none":
        raise ValueError(f"{excerpt(text)} is neither none nor url(#id)")


def _strokes_first(text: str) -> bool:
    """Whether strokes are painted before fills."""
    words = [word for word in text.split() if word != "markers"]
    if words not in ([], ["normal"], ["fill"], ["stroke"], ["fill", "stroke"], ["stroke", "fill"]):
        raise ValueError(f"{excerpt(text)} is not an order of fill, stroke and markers")
    return words[:1] == ["stroke"]


def _one_of(*names: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in names:
            raise ValueError(f"{excerpt(text)} is not {', '.join(names[:-1])} or {names[-1]}")
        return text

    return read


# Property to the field of Style it sets, and how its value is read.
_FIELDS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "stroke-width": ("width", _width),
    "stroke-linecap": ("cap", _one_of("butt", "round", "square")),
    "stroke-linejoin": ("join", _one_of("miter", "round", "bevel")),
    "stroke-dasharray": ("dash", _dash),
    "fill-rule": ("even_odd", lambda text: _one_of("nonzero", "evenodd")(text) == "evenodd"),
    "clip-rule": ("clip_even_odd", lambda text: _one_of("nonzero", "evenodd")(text) == "evenodd"),
    "display": ("shown", lambda text: text != "none"),
    "vector-effect": ("unscaled", lambda text: _one_of("none", "non-scaling-stroke")(text) != "none"),
    "visibility": ("visible", lambda text: _one_of("visible", "hidden", "collapse")(text) == "visible"),
    "stroke-dashoffset": ("dash_offset", lambda text: length(text) + 0.0),
    "stroke-miterlimit": ("miter", _miter),
    "fill-opacity": ("fill_opacity", share),
    "stroke-opacity": ("stroke_opacity", share),
    "opacity": ("opacity", share),
    "clip-path": ("clip", lambda text: _absent(text)),
    "mask": ("mask", lambda text: _absent(text)),
}
_MARKERS: dict[str, tuple[str, ...]] = {f"marker-{end}": (f"marker_{end}",) for end in ("start", "mid", "end")}
_MARKERS["marker"] = ("marker_start", "marker_mid", "marker_end")
# Property to the fields that hold its colour and how opaque that is.
_COLOURS = {
    "fill": ("fill", "fill_alpha"), "stroke": ("stroke", "stroke_alpha"), "color": ("colour", "colour_alpha"),
}  # fmt: skip
_BY_ID = frozenset({"fill", "stroke", "clip-path", "mask", *_MARKERS})
_URL = re.compile(r"""url\(\s*["']?#([^"')]+?)["']?\s*\)(?:\s+([^()]*(?:\([^()]*\))?))?""")
# Property to the values with which a picture looks as if it were not there.
_ONLY: dict[str, tuple[str, ...]] = {
    "mix-blend-mode": ("normal",),
    "filter": ("none",),
}
_PIXELS: dict[str, Callable[[str], Undrawn]] = {
    "filter": FilterUndrawn,
    "mix-blend-mode": lambda value: Undrawn(f"mix-blend-mode {value[:20]}", behind=True),
}
_HINTS = dict.fromkeys(_MARKERS, "draw the arrow head as a path") | {
    "fill": "use a plain colour: #000, #fff or none",
    "stroke": "use a plain colour: #000, #fff or none",
    "clip-path": "cut the shapes themselves (Path > Intersection in Inkscape)",
    "mask": "cut the shapes themselves (Path > Intersection in Inkscape)",
    "filter": "remove it, or export what it makes as a PNG",
    "mix-blend-mode": "remove it, or export what it makes as a PNG",
}
TINT = "data-tint"  # fills with a tint of the palette, whatever the fill is in the editions without colour
PAINTING = frozenset({*_FIELDS, *_COLOURS, *_ONLY, *_MARKERS, "paint-order", "style", TINT})
_KNOWN = PAINTING - {"style", TINT}
_HARMLESS = (
    r"-inkscape-.*|font|font-.*|text-.*|letter-spacing|word-spacing|line-height|white-space|inline-size|shape-(?:inside"
    r"|subtract|padding|margin|rendering)|writing-mode|direction|unicode-bidi|baseline-shift|dominant-baseline"
    r"|alignment-baseline|stop-color|stop-opacity|solid-color|solid-opacity|flood-color|flood-opacity|lighting-color"
    r"|color-.*|image-rendering|isolation|enable-background|overflow|pointer-events|cursor|mask-type|user-select"
    r"|will-change|-webkit-.*|-moz-.*|-ms-.*|--.*"
)
_MEANT = re.compile(r"[(%]|^\s*[A-Za-z-]+\s*$")  # values that others may understand, or that are typing errors
_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_IMPORTANT = re.compile(r"\s*!\s*important\s*$")
# Properties of CSS that move, or size, what is drawn: not read, and not to be skipped.
_MOVES = frozenset({"translate", "rotate", "scale", "zoom", "offset-path", "d", "content", "animation"})
_ABOUT = frozenset({"transform-origin", "transform-box"})
_SIZED = {
    "rect": ("x", "y", "width", "height", "rx", "ry"), "circle": ("cx", "cy", "r"), "use": ("x", "y"),
    "ellipse": ("cx", "cy", "rx", "ry"), "image": ("x", "y", "width", "height"),
}  # fmt: skip
# Up to a semicolon that is not inside quotes, as font names may be.
_DECLARATION = re.compile(r"(?:[^;'\"]|'[^']*'|\"[^\"]*\"|['\"])+")
