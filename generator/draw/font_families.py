"""Fonts by role in ``style.yaml``: a font's name, or its faces for bold and italic; and which those are by its name.

A name alone stands for a family: ``Andika_400Regular`` is bold in ``Andika_700Bold`` and italic in
``Andika_400Regular_Italic``, where such files lie beside it. What a family is, the names of its files tell.
"""

import re
from collections.abc import Iterable
from collections.abc import Mapping as MappingType
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from generator.draw.marks.fontfile import FONT_ENDINGS
from generator.draw.marks.fonts import Font, load
from generator.draw.text.words import Fonts
from generator.model.fields import Field, FlagField, ReadContext, RecordField, StringField
from generator.model.fields.json_schema import Schema, SchemaNames, one_of_names
from generator.model.values import ProblemLog, Record, nearest, wider_tags
from generator.read.tree import Mapping, Node, Scalar, locate


def font_of(entry: Record, node: Node, files: dict[str, Path], report: ProblemLog) -> Font | None:
    """A role's font; what is wrong with its other faces is reported as well."""
    font = None
    for face in (*FACES, "regular"):
        if entry[face] is not None:
            font = _named_font(
                entry[face], locate(node, (face,)), files, report, ligatures=entry.ligatures is not False
            )
    return font


def font_files(roots: tuple[Path, ...]) -> dict[str, Path]:
    """The fonts in folders of templates, by name; of two with a name, that of the first folder."""
    files: dict[str, Path] = {}
    for root in roots:
        paths = [path for path in sorted((root / "fonts").rglob("*")) if path.suffix.lower() in FONT_ENDINGS]
        for path in sorted(paths, key=lambda path: FONT_ENDINGS.index(path.suffix.lower())):
            files.setdefault(path.stem, path)
    return files


def _named_font(name: str, node: Node, files: dict[str, Path], report: ProblemLog, *, ligatures: bool) -> Font | None:
    if isinstance(node, Scalar):
        name = node.text
    if name not in files:
        message = f"there is no font {name!r} under templates/common/fonts or the game's own fonts"
        report.add(node, "unknown-reference", message, nearest(name, files))
        return None
    try:
        font = load(files[name], ligatures=ligatures)
    except ValueError as error:
        report.add(node, "unknown-reference", f"the font cannot be used: {error}")
        return None
    if font.axes:
        message = f"{name} is variable: printed as its default, " + ", ".join(f"{tag} {at:g}" for tag, at in font.axes)
        report.add(node, "variable-font", message, "for another weight, take a file of that weight alone", "note")
    return font


FACES = ("bold", "italic", "bold_italic")
DEFAULT = "default"  # the font of all languages that name none of their own
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
    """A font's name, or a mapping of its faces to names; or a mapping of languages to such, with ``default``.

    Read as a record with all faces; ``tongues`` has those of single languages by tag.
    """

    takes = "a font's name, or a mapping"

    def schema(self, names: SchemaNames) -> Schema:
        font: Schema = {"anyOf": [one_of_names(names.fonts), FONT.schema(names)]}
        tags = dict.fromkeys([DEFAULT, *(wide for language in names.languages for wide in wider_tags(language))], font)
        by_tongue = {"type": "object", "required": [DEFAULT], "properties": tags, "additionalProperties": False}
        return {"anyOf": [*font["anyOf"], by_tongue]}

    def read(self, node: Node, context: ReadContext) -> Record | None:
        if isinstance(node, Scalar):
            name = StringField().read(node, context)
            return None if name is None else _entry(regular=name)
        if not isinstance(node, Mapping) or DEFAULT not in node.values:
            record = FONT.read(node, context)
            return None if record is None or record.regular is None else _entry(**dict(record))
        tongues: dict[str, Record] = {}
        for tag, child in node.values.items():
            tags = [DEFAULT, *(wide for language in context.languages for wide in wider_tags(language))]
            if tag not in tags:
                message, hint = f"{tag!r} is not a language of this game", "known: " + ", ".join(dict.fromkeys(tags))
                context.report.add(node.keys[tag], "unknown-field", message, hint)
            elif isinstance(child, Mapping) and DEFAULT in child.values:
                context.report.add(child, "wrong-type", "a font is wanted here, not languages once more")
            elif (entry := self.read(child, context)) is not None:
                tongues[tag] = entry
        default = tongues.pop(DEFAULT, None)
        return None if default is None else _entry(**{**dict(default), "tongues": tongues})


def _entry(**values: object) -> Record:
    return Record({"regular": None, **dict.fromkeys(FACES), "ligatures": None, "tongues": {}, **values})


def in_tongue(entry: Record, node: Node, tag: str) -> tuple[Record, Node]:
    """What is said of a font for one language (or for the others, if ``tag`` is empty), and where it is."""
    if not isinstance(node, Mapping) or DEFAULT not in node.values:
        return entry, node
    best_tag = next((wide for wide in reversed(wider_tags(tag)) if wide in entry.tongues), DEFAULT) if tag else DEFAULT
    return (entry.tongues[best_tag] if best_tag != DEFAULT else entry), locate(node, (best_tag,))


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


def relative(name: str, files: MappingType[str, Path], *, bold: bool, italic: bool) -> str | None:
    """The name of the same family's font that is bold, italic or both; None where it has none.

    A font that is bold already is its own bold.
    """
    own = font_style(name)
    weight = own.weight if not bold or own.weight >= _BOLD else 700
    slanted = own.italic or italic
    matches: list[tuple[int, str]] = []
    for candidate in files:
        style = font_style(candidate)
        if style.family == own.family and style.italic == slanted and (style.weight >= _BOLD) == (weight >= _BOLD):
            matches.append((abs(style.weight - weight), candidate))
    return min(matches)[1] if matches else None


class FontFamily(Struct):
    """The fonts of a role in bold, italic and both, each with the fallbacks behind it; read when they are asked for.

    What a role's own font lacks is drawn in the same face of a fallback's family, or else as the fallback is.
    """

    entry: Record
    known: MappingType[str, Path]
    fallback: "tuple[tuple[Font, FontFamily], ...]" = ()  # fonts with their own families
    _faces: dict[tuple[bool, bool], Font | None] = {}
    _chains: dict[tuple[bool, bool, bool], Fonts] = {}

    def __call__(self, bold: bool, italic: bool, text: str = "") -> Fonts:  # noqa: FBT001 - called as any function
        """The fonts for a text; none where the family has no such face."""
        own = self.face(bold, italic)
        if own is None:
            return ()
        alone = all(own.has(character) for character in text)  # then no fallback's faces need be read
        key = bold, italic, alone
        if key not in self._chains:
            behind = [font if alone else family.face(bold, italic) or font for font, family in self.fallback]
            self._chains[key] = (own, *without(behind, own))
        return self._chains[key]

    def plain(self, bold: bool, italic: bool, text: str) -> list[str]:  # noqa: FBT001
        """The fallbacks, by name, that draw letters of a text though they have no such face."""
        own = self.face(bold, italic)
        letters = [sign for sign in dict.fromkeys(text) if sign.isalpha() and own is not None and not own.has(sign)]
        drawn = [next(((font, of) for font, of in self.fallback if font.has(sign)), None) for sign in letters]
        return list(dict.fromkeys(entry[0].name for entry in drawn if entry and entry[1].face(bold, italic) is None))

    def fitting(self, fonts: Fonts, text: str) -> Fonts:
        """A role's fonts for a text: the letters that the first lacks are drawn as bold and as slanted as it is."""
        own = font_style(self.entry.regular)
        key = own.weight >= _BOLD, own.italic, False
        if not any(key) or text.isascii() or not any(sign.isalpha() and not fonts[0].has(sign) for sign in text):
            return fonts
        behind = [family.face(*key[:2]) or font for font, family in self.fallback]
        return (fonts[0], *without(behind, fonts[0]))

    def face(self, bold: bool, italic: bool) -> Font | None:  # noqa: FBT001
        """The font of one style, where the family has it."""
        key = bold, italic
        if key not in self._faces:
            self._faces[key] = self._find(bold=bold, italic=italic)
        return self._faces[key]

    def _find(self, *, bold: bool, italic: bool) -> Font | None:
        named = self.entry.bold_italic if bold and italic else self.entry.bold if bold else self.entry.italic
        name = named or relative(self.entry.regular, self.known, bold=bold, italic=italic)
        if name is None or name not in self.known:
            return None
        try:
            return load(self.known[name], ligatures=self.entry.ligatures is not False)
        except ValueError:
            return None


def without(fallback: Iterable[Font], font: Font) -> Fonts:
    """The fallback fonts but for one."""
    return tuple([candidate for candidate in fallback if candidate is not font])
