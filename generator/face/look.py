"""A game's look: ``templates/GAME/style.yaml`` names its fonts, the fallback fonts and the icons that stand in texts;
``words.yaml`` beside it holds the words that faces print of their own accord, in each language."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.catalog.fields import Context, Field, ListField, MapField, StringField, TextField, read_fields
from generator.catalog.report import Report, nearest
from generator.catalog.schema import AnyField
from generator.catalog.values import Text
from generator.face.drawing import Picture, read_drawing
from generator.face.fonts import Font, load
from generator.face.ink import FULL_INK, Ink, InkName
from generator.face.lowstyle import LOW, Hollow, read_low
from generator.face.prosestyle import ProseStyle
from generator.face.readstyle import read_prose_style
from generator.problem import Problem
from generator.source.reader import read_file
from generator.source.tree import Mapping, Node, Scalar, locate

COMMON_LANGUAGES = ("en", "fr")  # those of templates/common/words.yaml

STYLE: dict[str, Field] = {
    "fonts": MapField(required=True),  # role -> font file
    "fallback": ListField(),  # font files tried for characters that a role's font lacks
    "icons": MapField(),  # token as written in texts -> SVG file
    "cover": StringField(),  # a picture for the cover sheet of a box
    "prose": AnyField(),  # how running text is set: see `readstyle`
    "low": LOW,  # what is otherwise with low ink: see `lowstyle`
}


@dataclass(slots=True)
class Look:
    """Fonts by role (each with its fallbacks behind it) and icons by token."""

    folder: Path  # templates/GAME
    roots: tuple[Path, ...]  # where pictures and fonts may lie
    fonts: dict[str, tuple[Font, ...]] = field(default_factory=dict)
    icons: dict[str, Picture] = field(default_factory=dict)
    words: dict[str, Text] = field(default_factory=dict)
    cover: str | None = None  # the picture on the cover sheet of a box, as named in the game's folder
    prose: ProseStyle | None = None  # how running text is set
    file: str = ""  # style.yaml, as named in messages
    ink: Ink = FULL_INK
    hollow: dict[str, Hollow] = field(default_factory=dict)  # roles whose large letters are outlines

    @property
    def label_fonts(self) -> tuple[Font, ...]:
        """The fonts of what stands in a sheet's margin: those of the role ``text``, else of the first role."""
        return self.fonts.get("text") or next(iter(self.fonts.values()))

    def drawing(self, path: Path) -> Picture | list[Problem]:
        """The picture in a file, as `read_drawing` reads it, in this look's ink."""
        return read_drawing(path, self.roots, self.ink)

    def cover_from(self, folder: Path) -> str:
        """The name by which a template in ``folder`` uses the picture for the cover; empty where there is none."""
        return Path(os.path.relpath(self.folder / self.cover, folder)).as_posix() if self.cover else ""

    def outline(self, role: str) -> tuple[float, float]:
        """How letters of a role are outlined: the line (mm; 0: not at all), and above which size (points)."""
        hollow = self.hollow.get(role)
        return (hollow.line, hollow.above) if hollow else (0.0, 0.0)

    def word(self, name: str, language: str, fallback: str, number: int | None = None) -> str:
        """A phrase of ``words.yaml``; ``{n}`` in it becomes ``number``, and ``NAME-one`` is taken where that is 1.

        Raises:
            KeyError: there is no such phrase.
        """
        singular = f"{name}-one"
        phrase = self.words[singular if number == 1 and singular in self.words else name]
        text = phrase.in_language(language, fallback)
        return text if number is None else text.replace("{n}", str(number))


def read_look(
    folder: Path, common: Path, shown: str, languages: tuple[str, ...], ink: InkName = "full"
) -> tuple[Look, list[Problem]]:
    """Read a game's ``style.yaml``.

    Args:
        folder: ``templates/GAME``.
        common: ``templates/common``, whose fonts every game may use.
        shown: the folder's name in messages.
        languages: the game's.
        ink: in full, or the game's design for low ink.
    """
    file = f"{shown}/style.yaml"
    look = Look(folder, (folder, common), file=file)
    root, problems = read_file(folder / "style.yaml", file)
    report = Report(file)
    report.problems = problems
    if not isinstance(root, Mapping):
        if root is not None or not problems:
            problems.append(Problem(file, 1, 1, "error", "missing-field", "fonts is missing", "add fonts: …"))
        return look, problems
    values = read_fields(root, STYLE, Context(report))
    _read_fonts(look, values, root, report, ink)
    for token, name in (values["icons"] or {}).items():
        picture = look.drawing(folder / name)
        if isinstance(picture, Picture):
            look.icons[token] = picture
        else:
            report.add(locate(root, ("icons", token)), "unknown-reference", picture[0].message, picture[0].hint)
    if values["cover"] is not None:
        look.cover = values["cover"]
        picture = look.drawing(folder / look.cover)
        if not isinstance(picture, Picture):
            report.add(locate(root, ("cover",)), "unknown-reference", picture[0].message, picture[0].hint)
    if values["prose"] is not None:

        def draw(name: str) -> Picture | list[Problem]:
            return look.drawing(folder / name)

        look.prose = read_prose_style(values["prose"], look.fonts, draw, report, languages)
    common_words, found = _read_words(common / "words.yaml", f"{common}/words.yaml", COMMON_LANGUAGES)
    words, more = _read_words(folder / "words.yaml", f"{shown}/words.yaml", languages)
    look.words = {**common_words, **words}
    return look, problems + found + more


def _read_fonts(look: Look, values: dict[str, Any], root: Node, report: Report, ink: InkName) -> None:
    """Fill in fonts and ink. Fonts of the ink that is not wanted are looked for, but not loaded."""
    full = {role: (name, locate(root, ("fonts", role))) for role, name in (values["fonts"] or {}).items()}
    low = read_low(values["low"], locate(root, ("low",)), full, report)
    lighter = {role: (name, locate(root, ("low", "fonts", role))) for role, name in low.fonts.items()}
    if ink == "low":
        look.ink, look.hollow = Ink("low", low.pen), low.hollow
        full, lighter = {**full, **lighter}, {}
    known = _font_files(look.roots)
    for name, node in lighter.values():
        _font_file(name, node, known, report)
    fallback = [_font(name, locate(root, ("fallback",)), known, report) for name in values["fallback"]]
    for role, (name, node) in full.items():
        font = _font(name, node, known, report)
        if font is not None:
            look.fonts[role] = (font, *(other for other in fallback if other is not None and other is not font))


def _read_words(path: Path, shown: str, languages: tuple[str, ...]) -> tuple[dict[str, Text], list[Problem]]:
    if not path.exists():
        return {}, []
    root, problems = read_file(path, shown)
    report = Report(shown)
    report.problems = problems
    words = None if root is None else MapField(of=TextField()).read(root, Context(report, languages))
    return words or {}, problems


def _font_files(roots: tuple[Path, ...]) -> dict[str, Path]:
    files: dict[str, Path] = {}
    for root in roots:
        for path in sorted((root / "fonts").rglob("*.ttf")):
            files.setdefault(path.stem, path)
    return files


def _font_file(name: str, node: Node, known: dict[str, Path], report: Report) -> Path | None:
    if isinstance(node, Scalar):
        name = node.text
    if name not in known:
        message = f"there is no font {name!r} under templates/common/fonts or the game's own fonts"
        report.add(node, "unknown-reference", message, nearest(name, known))
    return known.get(name)


def _font(name: str, node: Node, known: dict[str, Path], report: Report) -> Font | None:
    path = _font_file(name, node, known, report)
    if path is None:
        return None
    try:
        return load(path)
    except ValueError as error:
        report.add(node, "unknown-reference", f"the font cannot be used: {error}")
        return None
