"""Fonts by role in ``style.yaml``: a font's name, or its faces for bold and italic; and which those are by its name.

A name alone stands for a family: ``Andika_400Regular`` is bold in ``Andika_700Bold`` and italic in
``Andika_400Regular_Italic``, where such files lie beside it. What a family is, the names of its files tell.
"""

import re
from collections.abc import Iterable
from collections.abc import Mapping as MappingType
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from generator.draw.marks.fontfile import FONT_ENDINGS
from generator.draw.marks.fonts import Font, load
from generator.draw.text.words import Fonts
from generator.model.fields import Field, FlagField, ReadContext, RecordField, StringField, WithinField
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


class FontSource(NamedTuple):
    """Which font a name stands for: a file, its number in a collection (0: none is named), and its weight."""

    path: Path
    number: int = 0
    weight: float | None = None

    def load(self, *, ligatures: bool) -> Font:
        """Read it; raises as `load`."""
        return load(self.path, ligatures=ligatures, number=self.number, weight=self.weight)


def find_font(name: str, files: MappingType[str, Path]) -> FontSource | None:
    """The font of a name such as ``Lora``, ``Lora.woff2``, ``Gothic.ttc#2`` or, by `FaceField`, ``Inter@650``."""
    if name in files:
        return FontSource(files[name])
    base, _, weight = name.partition("@")
    base, _, number = base.partition("#")
    path = files.get(base) or files.get(Path(base).stem)
    if path is None or base not in (path.stem, path.name) or not re.fullmatch("[0-9]{0,4}", number):
        return None
    return FontSource(path, int(number or 0), float(weight) if weight else None)


def _named_font(name: str, node: Node, files: dict[str, Path], report: ProblemLog, *, ligatures: bool) -> Font | None:
    if isinstance(node, Scalar):
        name = node.text
    source = find_font(name, files)
    if source is None:
        name = name.partition("@")[0]
        message = f"there is no font {name!r} under templates/common/fonts or the game's own fonts"
        report.add(node, "unknown-reference", message, nearest(name, files))
        return None
    try:
        font = source.load(ligatures=ligatures)
    except ValueError as error:
        report.add(node, "unknown-reference", f"the font cannot be used: {error}")
        return None
    if font.axes:
        message = f"{name} is variable: printed as its default, "
        message += ", ".join(f"{axis.tag} {axis.default:g}" for axis in font.axes)
        ranges = [f"weight: {axis.low:g} to {axis.high:g}" for axis in font.axes if axis.tag == "wght"]
        hint = f"for another weight, write {{file: {name}, {ranges[0]}}}" if ranges else ""
        report.add(node, "variable-font", message, hint, "note")
    if font.is_restricted:
        message = f"{name} says that it may not be embedded in documents, or not in part"
        report.add(node, "restricted-font", message, "look at its licence before you pass on what you print", "note")
    return font


class FaceField(StringField, frozen=True):
    """A font's name, or a mapping of its file and the weight of a variable font; read as ``FILE@WEIGHT``."""

    takes = "a font's name, or a mapping of file, weight"

    def schema(self, names: SchemaNames) -> Schema:
        return {"anyOf": [one_of_names(names.fonts), FACE.schema(names)]}

    def read(self, node: Node, context: ReadContext) -> str | None:
        if not isinstance(node, Mapping):
            return super().read(node, context)
        face = FACE.read(node, context)
        if face is None or face.file is None:
            return None
        return str(face.file) if face.weight is None else f"{face.file}@{face.weight:g}"


FACE = RecordField(
    fields={
        "file": StringField(required=True, says="the name of the font's file", example="Recursive"),
        "weight": WithinField(
            low=1, high=1000, whole=False, says="the weight of a variable font; its default if absent", example="700"
        ),
    }
)
FACES = ("bold", "italic", "bold_italic")
DEFAULT = "default"  # the font of all languages that name none of their own
_FACE_SAYS = "the font for {} words; the same family's, where it ships, if absent"
FONT = RecordField(
    fields={
        "regular": FaceField(required=True, says="the font's name", example="Andika_400Regular"),
        "bold": FaceField(says=_FACE_SAYS.format("**bold**"), example="Andika_700Bold"),
        "italic": FaceField(says=_FACE_SAYS.format("_italic_"), example="Andika_400Regular_Italic"),
        "bold_italic": FaceField(says=_FACE_SAYS.format("**_bold italic_**"), example="Andika_700Bold_Italic"),
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
        font: Schema = {"anyOf": [one_of_names(names.fonts), FONT.schema(names), FACE.schema(names)]}
        tags = dict.fromkeys([DEFAULT, *(wide for language in names.languages for wide in wider_tags(language))], font)
        by_tongue = {"type": "object", "required": [DEFAULT], "properties": tags, "additionalProperties": False}
        return {"anyOf": [*font["anyOf"], by_tongue]}

    def read(self, node: Node, context: ReadContext) -> Record | None:
        if isinstance(node, Scalar) or (isinstance(node, Mapping) and "file" in node.values):
            name = FaceField().read(node, context)
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


@lru_cache(maxsize=1024)
def font_style(name: str) -> FontStyle:
    """Family, weight (100 to 900) and slant of a font by its file's name, such as ``Barlow_500Medium_Italic``."""
    name, _, own_weight = name.partition("@")
    name = re.sub(r"\.(ttf|otf|ttc|woff2?)?(#\d+)?$|#\d+$", "", name, flags=re.I)
    match = _STYLE.search(name)
    assert match is not None  # it matches the empty end
    weight = round(float(own_weight or match["number"] or _WEIGHTS[(match["weight"] or "regular").lower()]))
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
        """A role's fonts for a text: letters and ASCII that the first lacks are as bold and slanted as it is."""
        own = font_style(self.entry.regular)
        key = own.weight >= _BOLD, own.italic, False
        if not any(key) or not any((sign.isalpha() or "!" <= sign <= "~") and not fonts[0].has(sign) for sign in text):
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
        source = find_font(name or self.entry.regular, self.known)
        if source is None:
            return None
        try:
            if name is None and (bold or italic):
                source = _bold_of(source) if bold and not italic else None
            return None if source is None else source.load(ligatures=self.entry.ligatures is not False)
        except ValueError:
            return None


def _bold_of(source: FontSource) -> FontSource | None:
    """The bold of a variable font; raises as `load`."""
    axes = load(source.path, number=source.number).axes
    heaviest = next((axis.high for axis in axes if axis.tag == "wght"), 0.0)
    bold = source._replace(weight=min(max(source.weight or 0.0, 700.0), heaviest))
    return bold if heaviest >= _BOLD else None


def without(fallback: Iterable[Font], font: Font) -> Fonts:
    """The fallback fonts but for one."""
    return tuple([candidate for candidate in fallback if candidate is not font])
