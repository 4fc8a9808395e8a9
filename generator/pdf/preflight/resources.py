"""What a content stream names: fonts, forms, pictures, settings, layers."""

from collections.abc import Hashable
from itertools import count
from typing import Any, NamedTuple

from generator.draw.marks.marks import IDENTITY, Matrix
from generator.pdf.preflight.facts import PageRect
from generator.pdf.preflight.font_reading import FontShelf, ReadFont
from generator.pdf.preflight.objects import identity, number, numbers, value

_EVERYWHERE = 1e6
_numbers = count()  # one for each resource dictionary that is opened


class Form(NamedTuple):
    """A drawing that is placed by name."""

    key: Hashable
    stream: Any
    resources: Any
    matrix: Matrix
    box: PageRect


class Resources:
    """A resource dictionary of a page or a form."""

    def __init__(self, entries: Any, shelf: FontShelf, hidden: frozenset[Hashable]) -> None:
        self._entries = entries
        self._shelf = shelf
        self._hidden = hidden  # layers that are switched off
        self._number = next(_numbers)
        self._fonts: dict[str, ReadFont | None] = {}
        self._forms: dict[str, Form | None] = {}

    def of(self, form: Form) -> "Resources":
        """A form's own, or these where it has none."""
        return Resources(form.resources, self._shelf, self._hidden) if form.resources is not None else self

    def font(self, name: str) -> ReadFont | None:
        """A font."""
        if name not in self._fonts:
            self._fonts[name] = self._shelf.font(value(self._entries, "/Font"), name)
        return self._fonts[name]

    def fonts(self) -> list[ReadFont]:
        """All fonts that may be used."""
        names = value(self._entries, "/Font")
        found = [self.font(str(name).lstrip("/")) for name in names] if isinstance(names, dict) else []
        return [font for font in found if font is not None]

    def form(self, name: str) -> Form | None:
        """A form, unless its layer is switched off."""
        if name not in self._forms:
            self._forms[name] = self._open(name)
        return self._forms[name]

    def _open(self, name: str) -> Form | None:
        objects = value(self._entries, "/XObject")
        entry = value(objects, f"/{name}")
        if value(entry, "/Subtype") != "/Form" or self._is_off(entry):
            return None
        left, top, right, bottom = box_of(entry, "/BBox") or (-_EVERYWHERE, -_EVERYWHERE, _EVERYWHERE, _EVERYWHERE)
        matrix = numbers(value(entry, "/Matrix"), 6)
        resources = value(entry, "/Resources")
        # A form without resources of its own is another one on each page.
        key = (identity(objects, f"/{name}"), None if resources is not None else self._number)
        turned: Matrix = IDENTITY if matrix is None else (*matrix,)  # type: ignore[assignment]
        return Form(key, entry, resources, turned, PageRect(left, top, right, bottom))

    def pixels(self, name: str) -> tuple[int, int] | None:
        """A picture's size, unless its layer is switched off."""
        entry = value(value(self._entries, "/XObject"), f"/{name}")
        if value(entry, "/Subtype") != "/Image" or self._is_off(entry):
            return None
        width, height = number(value(entry, "/Width")), number(value(entry, "/Height"))
        return (int(width), int(height)) if width and height else None

    def settings(self, name: str) -> tuple[float | None, ReadFont | None, float]:
        """What an ``ExtGState`` sets of the things that matter here: the width of lines, the font and its size."""
        entry = value(value(self._entries, "/ExtGState"), f"/{name}")
        font = value(entry, "/Font")
        size = number(font[1]) if isinstance(font, list) and len(font) == 2 else None
        found = self._shelf.font({f"/{name}": font[0]}, name) if size is not None else None
        return number(value(entry, "/LW")), found, size or 0.0

    def is_hidden(self, name: str) -> bool:
        """Whether the layer of this name is switched off."""
        layers = value(self._entries, "/Properties")
        return bool(self._hidden) and identity(layers, f"/{name}") in self._hidden

    def _is_off(self, entry: Any) -> bool:
        return bool(self._hidden) and identity(entry, "/OC") in self._hidden


def hidden_layers(catalog: Any) -> frozenset[Hashable]:
    """The layers that are switched off when the file is opened (ISO 32000-1, 8.11.4)."""
    properties = value(catalog, "/OCProperties")
    setting = value(properties, "/D")

    def layers(holder: Any, key: str) -> set[Hashable]:
        return {("object", getattr(layer, "idnum", None)) for layer in value(holder, key) or []}

    off = layers(setting, "/OFF")
    if value(setting, "/BaseState") == "/OFF":
        off |= layers(properties, "/OCGs") - layers(setting, "/ON")
    return frozenset(off)


def box_of(entry: Any, key: str) -> list[float] | None:
    """Left, lower, right, upper of a box, which may name its corners in any order; None where there is none."""
    box = numbers(value(entry, key), 4)
    return box and [min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3])]
