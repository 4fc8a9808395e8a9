"""What no vectors show, in words: a filter by what it does, an element by its name."""

import re
from collections.abc import Iterator, Mapping

from generator.draw.svg.parse import LABEL, Element
from generator.draw.svg.path import excerpt

_MOST_STEPS = 64  # of one filter
_MOST_OCTAVES = 12  # of a turbulence, each of which takes as long as the first
_LARGEST_KERNEL = 225
_FUNCTION = re.compile(r"([a-z-]+)\(")
_STEPS = {
    "feGaussianBlur": "a blur", "feDropShadow": "a shadow", "feColorMatrix": "a change of colours",
    "feComponentTransfer": "a change of colours", "feTurbulence": "a texture", "feDiffuseLighting": "a light",
    "feSpecularLighting": "a light", "feMorphology": "a thickening", "feDisplacementMap": "a distortion",
    "feConvolveMatrix": "a sharpening", "feImage": "a picture", "feTile": "a pattern",
}  # fmt: skip
_SOFT = frozenset(_STEPS) - {"feColorMatrix", "feComponentTransfer"}
_FUNCTIONS = {"blur": "a blur", "drop-shadow": "a shadow"}
REFERENCE = re.compile(r"""url\(\s*["']?#([^"')]+?)["']?\s*\)""")


class Undrawn(str):
    """What cannot be drawn with vectors, and may be with pixels: a message of its own sort.

    ``soft``: few pixels are enough. ``behind``: what lies behind it counts too.
    """

    soft: bool
    behind: bool

    def __new__(cls, words: str, *, soft: bool = False, behind: bool = False) -> "Undrawn":
        """Take the words, such as "a blur"."""
        undrawn = super().__new__(cls, words)
        undrawn.soft, undrawn.behind = soft, behind
        return undrawn


class FilterUndrawn(Undrawn):
    """A filter by its value, before it is known what it does."""


class Remark(str):
    """What counts as if it were not said, as in browsers: a note on a picture, and a mistake in a template."""


class UndrawnError(ValueError):
    """A value asks for what cannot be drawn with vectors."""

    def __init__(self, message: str, undrawn: Undrawn) -> None:
        super().__init__(message)
        self.undrawn = undrawn


def filter_undrawn(value: str, ids: Mapping[str, Element]) -> Undrawn:
    """What a ``filter`` does.

    Raises:
        ValueError: there is no such filter in the file, or it would take too long to draw.
    """
    steps: list[Element] = []
    for name in REFERENCE.findall(value):
        element = ids.get(name)
        if element is None or element.tag != "filter":
            raise ValueError(f"there is no <filter> {excerpt(name)} in this file")
        steps += [step for step in element.walk() if step.tag.startswith("fe")]
    if len(steps) > _MOST_STEPS or not all(map(_is_quick, steps)):
        raise ValueError("the filter takes too long to draw")
    tags = {step.tag for step in steps}
    called = [_FUNCTIONS.get(name, "a change of colours") for name in _FUNCTION.findall(value) if name != "url"]
    does = list(dict.fromkeys(called + [_STEPS[step.tag] for step in steps if step.tag in _STEPS]))
    if "a blur" in does and tags & {"feOffset", "feFlood"} and tags & {"feMerge", "feComposite", "feBlend"}:
        does = ["a shadow", *(words for words in does if words not in ("a blur", "a shadow", "a change of colours"))]
    for step in steps:
        if does == ["a blur"] and step.tag == "feGaussianBlur":
            does = [f"a blur of {step.attributes.get('stdDeviation', '0')[:20]}"]
    is_soft = bool(tags & _SOFT) or any(words in _FUNCTIONS.values() for words in called)
    return Undrawn(" and ".join(does[:2]) or "a filter", soft=is_soft)


def _is_quick(step: Element) -> bool:
    try:
        octaves = float(step.attributes.get("numOctaves", "1"))
        sides = [float(side) for side in step.attributes.get("order", "3").replace(",", " ").split()]
    except ValueError:
        return True  # as if it were not said
    return octaves <= _MOST_OCTAVES and sides[0] * sides[-1] <= _LARGEST_KERNEL


def name_of(element: Element) -> str:
    """An element as its author knows it: by its label, its id, or its tag."""
    name = element.attributes.get(LABEL) or element.attributes.get("id")
    return f"'{name[:40]}'" if name else f"<{element.tag}>"


def references(element: Element) -> Iterator[str]:
    """The ids that an element names, which are not all in the file."""
    for name, value in element.attributes.items():
        if name == "href" and value.startswith("#"):
            yield value[1:]
        elif "url(" in value:
            yield from REFERENCE.findall(value)
