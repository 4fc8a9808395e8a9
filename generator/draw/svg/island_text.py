"""One element of a file as SVG of its own: with all that it names, at its place, and nothing else that is seen."""

import re
from collections.abc import Iterator
from html import escape
from typing import Protocol

from generator.draw.svg.parse import MAX_ELEMENTS, TEXT, Element
from generator.draw.svg.path import SPACE
from generator.draw.svg.style import TINT
from generator.draw.svg.svg_file import SvgFile
from generator.draw.svg.undrawn import name_of, references

_SKIPPED = frozenset({"title", "desc", "metadata", "script", "style", "foreignObject"})
# Done by the layers that an island lies in.
_EFFECTS = ("opacity", "clip-path", "mask", "filter", "mix-blend-mode")
_WITHOUT_EFFECTS = ";opacity:1;clip-path:none;mask:none;filter:none;mix-blend-mode:normal"
_PICTURE = re.compile(r"data:image/(?:png|jpe?g|webp)[;,]")


class FontNames(Protocol):
    """Tells in which font of the project a text is drawn, as properties; ``usual`` is a family's name."""

    @property
    def usual(self) -> str: ...

    def properties(self, element: Element) -> dict[str, str]: ...


class IslandText:
    """Writes islands of one file."""

    def __init__(self, reader: SvgFile, root: Element, size: tuple[float, float], fonts: FontNames) -> None:
        """``size`` is the file's in mm."""
        self._reader, self._root, self._size, self._fonts = reader, root, size, fonts
        self._costs: dict[Element, int] = {}
        self.family = fonts.usual

    def write(self, element: Element) -> str:
        """An element as the only one that is seen.

        Raises:
            ValueError: it uses itself, or holds too much, or what is not to be read.
        """
        if self._cost(element, ()) > MAX_ELEMENTS:
            raise ValueError(f"all uses counted, it has more than {MAX_ELEMENTS:,} elements")
        around = self._around(element)
        needed, whole = set[Element](), set[Element]()
        waiting = [element]
        while waiting:
            target = waiting.pop()
            if target in whole:
                continue
            held = list(target.walk())
            outer = self._around(target)
            whole.update(held)
            needed.update(outer)
            names = dict.fromkeys(name for each in (*held, *outer) for name in references(each))
            waiting += [self._reader.ids[name] for name in names if name in self._reader.ids]
        return "".join(self._written(self._root, frozenset(around), needed, whole, element))

    def _around(self, element: Element) -> list[Element]:
        """What an element is in, from the innermost to the outermost."""
        around: list[Element] = []
        while element is not self._root:
            element = self._reader.parents[element]
            around.append(element)
        return around

    def _written(
        self, element: Element, around: frozenset[Element], needed: set[Element], whole: set[Element], seen: Element
    ) -> Iterator[str]:
        if element.tag == TEXT:
            yield escape(element.text, quote=False)
            return
        if element.tag in _SKIPPED:
            return
        is_around = element in around
        attributes = self._attributes(element, is_around=is_around)
        if element is self._root:
            attributes = self._of_root(attributes)
        tag = "g" if is_around and element.tag == "switch" else element.tag  # it would choose among what is left
        said = "".join([f' {name}="{escape(value)}"' for name, value in attributes.items()])
        yield f"<{tag}{said}>"
        for child in element.children:
            if element not in whole and child not in needed and child not in whole:
                continue
            is_apart = is_around and child not in around and child is not seen
            yield "<defs>" if is_apart else ""
            yield from self._written(child, around, needed, whole, seen)
            yield "</defs>" if is_apart else ""
        yield f"</{tag}>"

    def _attributes(self, element: Element, *, is_around: bool) -> dict[str, str]:
        kept = {
            name: value
            for name, value in element.attributes.items()
            if not name.startswith(("data-", "aria-", "inkscape:", "on"))
            and (name != "href" or value.startswith("#") or element.tag in ("image", "use", "feImage"))
        }
        href = kept.get("href", "#")
        if not href.startswith("#") and not _PICTURE.match(href):
            address = self._reader.address(element) if element.tag == "image" else None
            if address is None:
                raise ValueError(f"{name_of(element)} shows another file in it")
            kept["href"] = address
        style = kept.get("style", "")
        tint = dict(self._reader.ink.palette).get(element.attributes.get(TINT, "").strip(SPACE))
        if tint:
            style += f";fill:{tint};fill-opacity:1"
        if element.tag in ("text", "tspan", "textPath"):
            style = ";".join([style, *(f"{name}:{value}" for name, value in self._fonts.properties(element).items())])
        if is_around:
            kept = {name: value for name, value in kept.items() if name not in _EFFECTS}
            style += _WITHOUT_EFFECTS
        return kept | ({"style": style} if style else {})

    def _of_root(self, attributes: dict[str, str]) -> dict[str, str]:
        """The outermost element as a picture in another one whose units are mm."""
        width, height = self._size
        across, down = self._reader.size
        sized = {"x": "0", "y": "0", "width": f"{width:.6f}", "height": f"{height:.6f}"}
        without_box = (
            {}
            if "viewBox" in attributes
            else {
                "viewBox": f"0 0 {across:.9g} {down:.9g}",
                "preserveAspectRatio": "none",
            }
        )
        style = attributes.get("style", "") + ";overflow:visible"
        around = {"color": self._reader.ink.current}
        return around | attributes | without_box | sized | {"overflow": "visible", "style": style}

    def _cost(self, element: Element, around: tuple[Element, ...]) -> int:
        """How many elements are drawn for one, those counted that it names."""
        if element in around:
            return MAX_ELEMENTS + 1
        if element not in self._costs:
            inner = (*around, element)
            targets = [self._reader.ids[name] for name in references(element) if name in self._reader.ids]
            if len(around) > 300:
                return MAX_ELEMENTS + 1
            total = 1 + sum(self._cost(each, inner) for each in [*element.children, *targets])
            self._costs[element] = min(total, MAX_ELEMENTS + 1)
        return self._costs[element]
