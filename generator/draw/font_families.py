"""Fonts by role in ``style.yaml``: a font's name, or its faces for bold and italic; and which those are by its name.

A name alone stands for a family: ``Andika_400Regular`` is bold in ``Andika_700Bold`` and italic in
``Andika_400Regular_Italic``, where such files lie beside it. What a family is, the names of its files tell.
"""

import re
from collections.abc import Mapping as MappingType
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from generator.draw.marks.fonts import Font, load
from generator.draw.text.words import Fonts
from generator.model.fields import Field, FlagField, ReadContext, RecordField, StringField
from generator.model.values import Record
from generator.model.wanted import wanted
from generator.read.tree import Node, Scalar

FACES = ("bold", "italic", "bold_italic")
_FACE_SAYS = "the font for {} words; the same family's, where it ships, if absent"
FONT = RecordField(
    fields={
        "regular": StringField(required=True, says="the font's name", example="Andika_400Regular"),
        "bold": StringField(says=_FACE_SAYS.format("**bold**"), example="Andika_700Bold"),
        "italic": StringField(says=_FACE_SAYS.format("_italic_"), example="Andika_400Regular_Italic"),
        "bold_italic": StringField(says=_FACE_SAYS.format("**_bold italic_**"), example="Andika_700Bold_Italic"),
        "ligatures": FlagField(default=True, says="whether letters such as fi may be joined", example="false"),
    }
)

_WEIGHTS = {
    "thin": 100, "extralight": 200, "ultralight": 200, "light": 300, "regular": 400, "book": 400, "normal": 400,
    "medium": 500, "semibold": 600, "demibold": 600, "bold": 700, "extrabold": 800, "ultrabold": 800, "black": 900,
    "heavy": 900,
}  # fmt: skip
_STYLE = re.compile(
    rf"[-_]?(?P<number>[1-9]00)?(?P<weight>{'|'.join(sorted(_WEIGHTS, key=len, reverse=True))})?"
    r"[-_]?(?P<italic>italic|oblique)?$",
    re.I,
)
_BOLD = 600  # from this weight on a font is bold


class FontField(Field, frozen=True):
    """A font's name, or a mapping of its faces to names. Read as a record with all of them."""

    def read(self, node: Node, context: ReadContext) -> Record | None:
        if isinstance(node, Scalar):
            name = StringField().read(node, context)
            return None if name is None else Record({"regular": name, **dict.fromkeys(FACES), "ligatures": None})
        record = FONT.read(node, context)
        return record if record is not None and record.regular is not None else None


wanted.register(FontField, lambda _: f"a font's name, or a mapping of {', '.join(FONT.fields)}")


class FontStyle(NamedTuple):
    """What the name of a font's file tells."""

    family: str
    weight: int
    italic: bool


def font_style(name: str) -> FontStyle:
    """Family, weight (100 to 900) and slant of a font by its file's name, such as ``Barlow_500Medium_Italic``."""
    match = _STYLE.search(name)
    assert match is not None  # it matches the empty end
    weight = int(match["number"] or _WEIGHTS[(match["weight"] or "regular").lower()])
    return FontStyle(name[: match.start()], weight, match["italic"] is not None)


def relative(name: str, known: MappingType[str, Path], *, bold: bool, italic: bool) -> str | None:
    """The name of the same family's font that is bold, italic or both; None where it has none.

    A font that is bold already is its own bold.
    """
    own = font_style(name)
    wanted = own.weight if not bold or own.weight >= _BOLD else 700
    slanted = own.italic or italic
    found: list[tuple[int, str]] = []
    for other in known:
        style = font_style(other)
        if style.family == own.family and style.italic == slanted and (style.weight >= _BOLD) == (wanted >= _BOLD):
            found.append((abs(style.weight - wanted), other))
    return min(found)[1] if found else None


class FontFamily(Struct):
    """The fonts of a role in bold, italic and both, each with the fallbacks behind it; read when they are asked for."""

    entry: Record
    known: MappingType[str, Path]
    fallback: Fonts
    _faces: dict[tuple[bool, bool], Fonts] = {}

    def __call__(self, bold: bool, italic: bool) -> Fonts:  # noqa: FBT001 - called as any function of two styles
        """The fonts; none where the family has no such face."""
        key = bold, italic
        if key not in self._faces:
            self._faces[key] = self._find(bold=bold, italic=italic)
        return self._faces[key]

    def _find(self, *, bold: bool, italic: bool) -> Fonts:
        named = self.entry.bold_italic if bold and italic else self.entry.bold if bold else self.entry.italic
        name = named or relative(self.entry.regular, self.known, bold=bold, italic=italic)
        if name is None or name not in self.known:
            return ()
        try:
            font = load(self.known[name], ligatures=self.entry.ligatures is not False)
        except ValueError:
            return ()
        return (font, *without(self.fallback, font))


def without(fallback: Fonts, font: Font) -> Fonts:
    """The fallback fonts but for one."""
    return tuple([other for other in fallback if other is not font])
