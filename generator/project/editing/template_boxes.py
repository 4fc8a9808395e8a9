"""The boxes of a template, to be moved, resized and set in another type: attribute by attribute, all else as it was."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.core.refusal import Faulty, WrongUse
from generator.draw.marks.marks import IDENTITY, Matrix, multiply
from generator.draw.svg.attributes import transform
from generator.draw.svg.parse import Element, parse_svg

SIDES = ("x", "y", "width", "height")
WORDS = {"data-align": ("left", "center", "right"), "data-valign": ("top", "middle", "bottom")}
NUMBERS = ("data-size", "data-min", "data-leading", "data-lines")
_NUMBER = re.compile(r"-?\d{1,4}(\.\d{1,3})?", re.ASCII)
_ROLE = re.compile(r"[A-Za-z][\w-]{0,40}", re.ASCII)
_BOXES = ("rect", "use", "image")
_TAG = re.compile(rb"<[^\s/>]+")
_ATTRIBUTE = re.compile(rb"\s+([^\s=>/]+)\s*=\s*(\"[^\"]*\"|'[^']*')")


class TemplateBox(NamedTuple):
    """An element of a template that takes a rectangle."""

    number: int  # among all elements, in the order of the file
    name: str  # of what is in it
    text: bool  # whether type is set in it
    sides: tuple[float, ...]  # x, y, width and height
    matrix: Matrix  # from its units to those of the template
    attributes: Mapping[str, str]  # what can be changed of it


class TemplateBoxes(NamedTuple):
    """A template's boxes, and the rectangle that it shows of its units."""

    view: tuple[float, ...]
    boxes: list[TemplateBox]


def boxes_in(text: str, file: str) -> TemplateBoxes:
    """The boxes of a template whose places are plain numbers, those that vary from item to item left out.

    Raises:
        Faulty: it cannot be read.
    """
    root = _root(text, file)
    view = tuple(float(part) for part in re.split(r"[\s,]+", root.attributes.get("viewBox", "").strip()) if part)
    numbers = {element: number for number, element in enumerate(root.walk())}
    return TemplateBoxes(view, list(_boxes(root, IDENTITY, numbers)))


def _root(text: str, file: str) -> Element:
    root = parse_svg(text, file)
    if not isinstance(root, Element):
        raise Faulty([root], "nothing was changed")
    return root


def _boxes(element: Element, matrix: Matrix, numbers: Mapping[Element, int]) -> Iterator[TemplateBox]:
    attributes = element.attributes
    if "data-for" in attributes or element.tag in ("defs", "symbol", "clipPath", "mask", "pattern"):
        return
    try:
        own = multiply(matrix, transform(attributes["transform"])) if "transform" in attributes else matrix
        sides = tuple(float(attributes.get(name, 0)) for name in SIDES)
    except ValueError:  # it varies
        sides, own = (), matrix
        if "transform" in attributes:
            return
    if element.tag in _BOXES and len(sides) == len(SIDES) and min(sides[2:]) > 0:
        is_text = "data-field" in attributes or "data-text" in attributes
        kept = (*SIDES, *(("data-font", *NUMBERS, *WORDS) if is_text else ()))
        known = {name: attributes[name] for name in kept if name in attributes}
        yield TemplateBox(numbers[element], _name(element), is_text, sides, own, known)
    for child in element.children:
        yield from _boxes(child, own, numbers)


def _name(element: Element) -> str:
    attributes = element.attributes
    said = attributes.get("data-field") or attributes.get("data-text") or attributes.get("href", "").rpartition("/")[2]
    return said[:40] or element.tag


def with_attributes(text: str, changes: Mapping[int, Mapping[str, str]], file: str) -> str:
    """A template with other values of some attributes; every other byte stays.

    Args:
        text: the template.
        changes: by the number of an element, the values by attribute; an empty one takes the attribute away.
        file: the name for messages.

    Raises:
        WrongUse: there is no such box, or a value is none that the attribute takes.
        Faulty: the template cannot be read.
    """
    boxes = {box.number: box for box in boxes_in(text, file).boxes}
    elements = list(_root(text, file).walk())
    data = text.encode()
    edits: list[tuple[int, int, bytes]] = []
    for number, values in changes.items():
        if number not in boxes:
            raise WrongUse(f"{file} has no box {number}")
        for name, value in values.items():
            _check(name, value, is_text=boxes[number].text)
        edits += _edits(data, elements[number].offset, values)
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


def _edits(data: bytes, offset: int, values: Mapping[str, str]) -> Iterator[tuple[int, int, bytes]]:
    """What is put in place of which bytes of a tag."""
    tag = _TAG.match(data, offset)
    assert tag is not None  # the parser found it there
    end, there = tag.end(), set()
    while found := _ATTRIBUTE.match(data, end):
        end, name = found.end(), found[1].decode()
        there.add(name)
        if values.get(name):
            yield found.start(2) + 1, found.end(2) - 1, values[name].encode()
        elif name in values:
            yield found.start(), found.end(), b""
    for name, value in values.items():
        if name not in there and value:
            yield end, end, f' {name}="{value}"'.encode()
