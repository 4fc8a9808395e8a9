"""The boxes of a template, to be moved, resized and set in another type: attribute by attribute, all else as it was."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate
from typing import NamedTuple

from generator.core.problem import Faulty, WrongUse
from generator.draw.attribute_expressions import Evaluate, Variables, finite, is_dynamic
from generator.draw.directives import condition, loop, names, number, own_matrix
from generator.draw.marks.marks import IDENTITY, Matrix, multiply
from generator.draw.scope import MAX_REPEATS
from generator.draw.svg.attributes import transform
from generator.draw.svg.parse import Element, parse_svg
from generator.model.budget import METER, ExhaustedError, ExpressionError, TooCostlyError, text_of
from generator.model.expressions import names_in
from generator.model.values import Record

SIDES = ("x", "y", "width", "height")
WORDS = {"data-align": ("left", "center", "right"), "data-valign": ("top", "middle", "bottom")}
NUMBERS = ("data-size", "data-min", "data-leading", "data-lines")
_NUMBER = re.compile(r"-?\d{1,4}(\.\d{1,3})?", re.ASCII)
_ROLE = re.compile(r"[A-Za-z][\w-]{0,40}", re.ASCII)
_EXPRESSION = re.compile(r"\s*\{\{\s*((?:(?!\}\}).)+?)\s*\}\}\s*", re.DOTALL)
_OF_ITEM = re.compile(r"\bitem\.(\w+)")
_ADDED = re.compile(r"\((.+)\) ([+-]) ([\d.]+)", re.DOTALL)
_UNKNOWN = (ExpressionError, TooCostlyError, TypeError, ValueError, AttributeError)
MOST_WORK = 500_000  # steps, as of a face
MOST_PLACES = 60  # of one box
_BOXES = ("rect", "use", "image")
_TAG = re.compile(rb"<[^\s/>]+")
_ATTRIBUTE = re.compile(rb"\s+([^\s=>/]+)\s*=\s*(\"[^\"]*\"|'[^']*')")


class BoxPlace(NamedTuple):
    """Where a box is on a face."""

    sides: tuple[float, ...]  # x, y, width and height
    matrix: Matrix  # from its units to those of the template


class TemplateBox(NamedTuple):
    """An element of a template that takes a rectangle."""

    number: int  # among all elements, in the order of the file
    name: str  # of what is in it
    text: bool  # whether type is set in it
    places: list[BoxPlace]  # several where it is repeated
    attributes: Mapping[str, str]  # what can be changed of it
    shows: str = ""  # field, text, picture, file or shape
    what: str = ""  # the field, the text or the file that it shows; of a picture, the field that names it
    line: int = 0  # where its element stands
    column: int = 0


class TemplateBoxes(NamedTuple):
    """A template's boxes, and the rectangle that it shows of its units."""

    view: tuple[float, ...]
    boxes: list[TemplateBox]


def boxes_in(text: str, file: str, variables: Variables | None = None, *, drawn: bool = False) -> TemplateBoxes:
    """The boxes of a template, as they lie on the face of an item; those of which nobody can say where are left out.

    Args:
        text: the template.
        file: the name for messages.
        variables: what its expressions may use for that item.
        drawn: whether those alone are meant that are drawn for it.

    Raises:
        Faulty: it cannot be read.
    """
    root = _root(text, file)
    view = tuple(float(part) for part in re.split(r"[\s,]+", root.attributes.get("viewBox", "").strip()) if part)
    boxes: dict[int, TemplateBox] = {}
    numbers = {element: number for number, element in enumerate(root.walk())}
    with suppress(ExhaustedError), METER.allowance(MOST_WORK, "the boxes of a template"):
        for element, place in _places(root, IDENTITY, variables or {}, repeats=drawn):
            is_text = "data-field" in element.attributes or "data-text" in element.attributes
            copied_names = (*SIDES, *(("data-font", *NUMBERS, *WORDS) if is_text else ()))
            attributes = {name: element.attributes[name] for name in copied_names if name in element.attributes}
            at = (element.line, element.column)
            box = TemplateBox(numbers[element], _name(element), is_text, [], attributes, *_shown(element), *at)
            boxes.setdefault(box.number, box).places.append(place)
    return TemplateBoxes(view, [box for box in boxes.values() if len(box.places) <= MOST_PLACES])


_STEP = 2.0  # mm between places that are tried
_LARGE = 0.6  # of a face; what is larger is a ground on which others lie


def with_text_box(text: str, file: str, field: str, roles: Sequence[str], variables: Variables | None = None) -> str:
    """A template with a text box for a field, in a free place.

    Args:
        text: the template.
        file: the name for messages.
        field: the field whose value is set in it.
        roles: of the fonts that the theme has.
        variables: as for `boxes_in`.
    """
    role = "text" if "text" in roles else next(iter(roles), "text")
    setting = f'data-font="{role}" data-size="10" data-min="6" data-align="center" data-valign="middle"'
    return _with_box(text, file, f'rect data-field="{field}" {setting}', (0.7, 0.1), variables)


def with_picture_box(
    text: str, file: str, href: str, wanted: str = "", place: str = "", variables: Variables | None = None
) -> str:
    """As `with_text_box`, with a picture: its ``href``, the condition on which it is wanted, and the field to blame."""
    shown = f'data-if="{wanted}" ' if wanted else ""
    shown += f'data-place="{place}" ' if place else ""
    return _with_box(text, file, f'use {shown}href="{href}"', (0.4, 0.25), variables)


def _with_box(text: str, file: str, tag: str, share: tuple[float, float], variables: Variables | None) -> str:
    template_boxes = boxes_in(text, file, variables)
    if len(template_boxes.view) != 4 or (end := text.rfind("</svg>")) < 0:
        raise WrongUse(f"{file} has no viewBox of four numbers, or no end")
    size = [round(2 * side * part) / 2 for side, part in zip(template_boxes.view[2:], share, strict=True)]
    x, y = _free_place(template_boxes, max(4.0, size[0]), max(4.0, size[1]))
    places = " ".join(f'{name}="{value:g}"' for name, value in zip(SIDES, (x, y, *size), strict=True))
    return f"{text[:end].rstrip(' ')}  <{tag} {places}/>\n{text[end:]}"


def _free_place(template_boxes: TemplateBoxes, wide: float, high: float) -> tuple[float, float]:
    """Where a rectangle covers the least of the other boxes, as far down as may be; from the middle outwards."""
    left, top, width, height = template_boxes.view
    outlines = [_outline(place) for box in template_boxes.boxes for place in box.places]
    outlines = [each for each in outlines if (each[2] - each[0]) * (each[3] - each[1]) < _LARGE * width * height]
    across = [left + (width - wide) / 2, left + 4, left + width - wide - 4]
    down = [top + 4 + _STEP * step for step in range(max(1, int((height - high - 8) / _STEP) + 1))]

    def covered(x: float, y: float) -> float:
        overlaps = ((min(x + wide, e) - max(x, a), min(y + high, f) - max(y, b)) for a, b, e, f in outlines)
        return sum(max(0.0, dx) * max(0.0, dy) for dx, dy in overlaps)

    places = [(x, y) for y in reversed(down) for x in across]
    return min(places, key=lambda place: round(covered(*place), 3))


def corners(place: BoxPlace) -> list[tuple[float, float]]:
    """The corners of a box in units of the template, one after the other round it."""
    x, y, width, height = place.sides
    a, b, c, d, e, f = place.matrix
    round_it = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return [(a * u + c * v + e, b * u + d * v + f) for u, v in round_it]


def _outline(place: BoxPlace) -> tuple[float, float, float, float]:
    across, down = zip(*corners(place), strict=True)
    return min(across), min(down), max(across), max(down)


def _root(text: str, file: str) -> Element:
    root = parse_svg(text, file)
    if not isinstance(root, Element):
        raise Faulty([root], "nothing was changed")
    return root


def _places(
    element: Element, matrix: Matrix, variables: Variables, *, repeats: bool = False
) -> Iterator[tuple[Element, BoxPlace]]:
    """The boxes in an element; ``repeats``: it stands in one that does, of which some may not be drawn."""
    if element.tag in ("defs", "symbol", "clipPath", "mask", "pattern"):
        return
    try:
        over = loop(element)
        repeats = repeats or over is not None
        members = [variables] if over is None else list(_members(*over, variables))
    except _UNKNOWN:
        return
    for own in members:
        try:
            inside = dict(own)
            for name, value in names(element):
                inside[name] = value(inside)
            is_drawn = condition(element) if repeats else None
            if is_drawn is not None and not is_drawn(inside):
                continue
            moved = own_matrix(element)
            moved = transform(text_of(moved(inside))) if callable(moved) else moved
        except _UNKNOWN:
            continue
        there = matrix if moved is IDENTITY else multiply(matrix, moved)
        if element.tag in _BOXES and (sides := _sides(element, inside)):
            yield element, BoxPlace(sides, there)
        for child in element.children:
            yield from _places(child, there, inside, repeats=repeats)


def _members(name: str, over: Evaluate, variables: Variables) -> Iterator[Variables]:
    values = list(over(variables) or [])
    for at, value in enumerate(values[:MAX_REPEATS]):
        about = {"index": at + 1, "index0": at, "length": len(values), "last": at == len(values) - 1}
        yield {**variables, name: value, "loop": Record(about)}


def _sides(element: Element, variables: Variables) -> tuple[float, ...]:
    """A rectangle; none where it has no size, or nobody can say."""
    try:
        sides = tuple(finite(number(element.attributes.get(name, "0"))(variables)) for name in SIDES)
    except _UNKNOWN:
        return ()
    return sides if min(sides[2:]) > 0 else ()


def _name(element: Element) -> str:
    attributes = element.attributes
    label = attributes.get("data-field") or attributes.get("data-text") or attributes.get("href", "").rpartition("/")[2]
    return label[:40] or element.tag


def _shown(element: Element) -> tuple[str, str]:
    """What an element shows: a field, words, the picture of an item, another picture, or a shape."""
    attributes, href = element.attributes, element.attributes.get("href", "")
    text = attributes.get("data-text", "")
    fields = [name.partition(".")[2] for name in names_in(text) if name.startswith("item.")]
    if field := attributes.get("data-field") or next(iter(fields), ""):
        return "field", field.partition(".")[0]
    if text:
        return "text", text[:40]
    if named := _OF_ITEM.search(href):
        return "picture", named[1]
    return ("file", href.rpartition("/")[2].partition(".")[0]) if href else ("shape", "")


def with_attributes(
    text: str, changes: Mapping[int, Mapping[str, str]], file: str, variables: Variables | None = None
) -> str:
    """A template with other values of some attributes; every other byte stays.

    A side that is an expression has added to it what the value is more than for the item at hand.

    Args:
        text: the template.
        changes: by the number of an element, the values by attribute; an empty one takes the attribute away.
        file: the name for messages.
        variables: as for `boxes_in`.

    Raises:
        WrongUse: there is no such box, or a value is none that the attribute takes.
        Faulty: the template cannot be read.
    """
    boxes = {box.number: box for box in boxes_in(text, file, variables).boxes}
    elements = list(_root(text, file).walk())
    data = text.encode()
    edits: list[tuple[int, int, bytes]] = []
    for which, values in changes.items():
        if which not in boxes:
            raise WrongUse(f"{file} has no box {which}")
        for name, value in values.items():
            _check(name, value, is_text=boxes[which].text)
        sides = dict(zip(SIDES, boxes[which].places[0].sides, strict=True))
        edits += _edits(data, elements[which].offset, values, sides)
    for start, end, words in sorted(edits, reverse=True):
        data = data[:start] + words + data[end:]
    return data.decode()


def _check(name: str, value: str, *, is_text: bool) -> None:
    fits = {
        **dict.fromkeys(SIDES, _NUMBER.fullmatch(value)),
        **dict.fromkeys(NUMBERS, is_text and (not value or _NUMBER.fullmatch(value))),
        **{key: is_text and value in ("", *words) for key, words in WORDS.items()},
        "data-font": is_text and _ROLE.fullmatch(value),
    }
    if not fits.get(name):
        raise WrongUse(f"{name[:40]!r} cannot be {value[:40]!r} here")


def _edits(
    data: bytes, offset: int, values: Mapping[str, str], sides: Mapping[str, float]
) -> Iterator[tuple[int, int, bytes]]:
    """What is put in place of which bytes of a tag; ``sides``: as they are for the item at hand."""
    tag = _TAG.match(data, offset)
    assert tag is not None  # the parser found it there
    end, there = tag.end(), set()
    while attribute := _ATTRIBUTE.match(data, end):
        end, name, old = attribute.end(), attribute[1].decode(), attribute[2][1:-1].decode()
        there.add(name)
        if values.get(name):
            new = _added(name, old, float(values[name]) - sides[name]) if is_dynamic(old) and name in sides else None
            yield attribute.start(2) + 1, attribute.end(2) - 1, (values[name] if new is None else new).encode()
        elif name in values:
            yield attribute.start(), attribute.end(), b""
    for name, value in values.items():
        if name not in there and value:
            yield end, end, f' {name}="{value}"'.encode()


def _added(name: str, old: str, by: float) -> str:
    """An expression that gives more by a number; what was added before is counted in."""
    expression = _EXPRESSION.fullmatch(old)
    if by and expression is None:
        raise WrongUse(f"{name} is {old[:40]!r}; only one expression by itself can be changed")
    if not by or expression is None:
        return old
    before = expression[1]
    if (added := _ADDED.fullmatch(before)) and _is_closed(added[1]):
        before, by = added[1], by + float(added[2] + added[3])
    by = round(by, 3)
    return f"{{{{ ({before}) {'-' if by < 0 else '+'} {abs(by):g} }}}}" if by else f"{{{{ {before} }}}}"


def _is_closed(text: str) -> bool:
    """Whether brackets that are closed in a text were opened in it."""
    depths = accumulate({"(": 1, ")": -1}.get(sign, 0) for sign in text)
    return min(depths, default=0) >= 0
