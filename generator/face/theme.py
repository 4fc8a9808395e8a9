"""A game's look: ``templates/GAME/style.yaml`` names its fonts, the fallback fonts and the icons that stand in texts;
``words.yaml`` beside it holds the words that faces print of their own accord, in each language."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.catalog.budget import MAX_SIZE, TooCostlyError
from generator.catalog.fields import Field, ListField, MapField, ReadContext, StringField, TextField, read_fields
from generator.catalog.problem_log import ProblemLog, nearest
from generator.catalog.schema import AnyField
from generator.catalog.values import LocalizedText
from generator.face.low_theme import LOW, Hollow, read_low
from generator.face.prose_theme import read_prose_style
from generator.marks.fonts import Font, load
from generator.problem import Problem
from generator.source.reader import read_file
from generator.source.tree import Mapping, Node, Scalar, locate
from generator.svg.drawing import Picture, read_drawing
from generator.svg.ink import FULL_INK, Ink, InkName
from generator.text.prosestyle import ProseStyle

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
class Theme:
    """Fonts by role (each with its fallbacks behind it) and icons by token."""

    folder: Path  # templates/GAME
    roots: tuple[Path, ...]  # where pictures and fonts may lie
    fonts: dict[str, tuple[Font, ...]] = field(default_factory=dict)
    icons: dict[str, Picture] = field(default_factory=dict)
    words: dict[str, LocalizedText] = field(default_factory=dict)
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
        if number is None:
            return text
        shown = str(number)
        if text.count("{n}") * len(shown) > MAX_SIZE:  # templates hand on whatever they have
            raise TooCostlyError(f"a text is longer than {MAX_SIZE} characters")
        return text.replace("{n}", shown)


def read_theme(
    folder: Path, common: Path, shown: str, languages: tuple[str, ...], ink: InkName = "full"
) -> tuple[Theme, list[Problem]]:
    """Read a game's ``style.yaml``.

    Args:
        folder: ``templates/GAME``.
        common: ``templates/common``, whose fonts every game may use.
        shown: the folder's name in messages.
        languages: the game's.
        ink: in full, or the game's design for low ink.
    """
    file = f"{shown}/style.yaml"
    theme = Theme(folder, (folder, common), file=file)
    root, problems = read_file(folder / "style.yaml", file)
    report = ProblemLog(file)
    report.problems = problems
    if not isinstance(root, Mapping):
        if root is not None or not problems:
            problems.append(Problem(file, 1, 1, "error", "missing-field", "fonts is missing", "add fonts: …"))
        return theme, problems
    values = read_fields(root, STYLE, ReadContext(report))
    _read_fonts(theme, values, root, report, ink)
    for token, name in (values["icons"] or {}).items():
        picture = theme.drawing(folder / name)
        if isinstance(picture, Picture):
            theme.icons[token] = picture
        else:
            report.add(locate(root, ("icons", token)), "unknown-reference", picture[0].message, picture[0].hint)
    if values["cover"] is not None:
        theme.cover = values["cover"]
        picture = theme.drawing(folder / theme.cover)
        if not isinstance(picture, Picture):
            report.add(locate(root, ("cover",)), "unknown-reference", picture[0].message, picture[0].hint)
    if values["prose"] is not None:

        def draw(name: str) -> Picture | list[Problem]:
            return theme.drawing(folder / name)

        theme.prose = read_prose_style(values["prose"], theme.fonts, draw, report, languages)
    common_words, found = _read_words(common / "words.yaml", f"{common}/words.yaml", COMMON_LANGUAGES)
    words, more = _read_words(folder / "words.yaml", f"{shown}/words.yaml", languages)
    theme.words = {**common_words, **words}
    return theme, problems + found + more


def _read_fonts(theme: Theme, values: dict[str, Any], root: Node, report: ProblemLog, ink: InkName) -> None:
    """Fill in fonts and ink. Fonts of the ink that is not wanted are looked for, but not loaded."""
    full = {role: (name, locate(root, ("fonts", role))) for role, name in (values["fonts"] or {}).items()}
    low = read_low(values["low"], locate(root, ("low",)), full, report)
    lighter = {role: (name, locate(root, ("low", "fonts", role))) for role, name in low.fonts.items()}
    if ink == "low":
        theme.ink, theme.hollow = Ink("low", low.pen), low.hollow
        full, lighter = {**full, **lighter}, {}
    known = _font_files(theme.roots)
    for name, node in lighter.values():
        _font_file(name, node, known, report)
    fallback = [_font(name, locate(root, ("fallback",)), known, report) for name in values["fallback"]]
    for role, (name, node) in full.items():
        font = _font(name, node, known, report)
        if font is not None:
            theme.fonts[role] = (font, *(other for other in fallback if other is not None and other is not font))


def _read_words(path: Path, shown: str, languages: tuple[str, ...]) -> tuple[dict[str, LocalizedText], list[Problem]]:
    if not path.exists():
        return {}, []
    root, problems = read_file(path, shown)
    report = ProblemLog(shown)
    report.problems = problems
    words = None if root is None else MapField(of=TextField()).read(root, ReadContext(report, languages))
    return words or {}, problems


def _font_files(roots: tuple[Path, ...]) -> dict[str, Path]:
    files: dict[str, Path] = {}
    for root in roots:
        for path in sorted((root / "fonts").rglob("*.ttf")):
            files.setdefault(path.stem, path)
    return files


def _font_file(name: str, node: Node, known: dict[str, Path], report: ProblemLog) -> Path | None:
    if isinstance(node, Scalar):
        name = node.text
    if name not in known:
        message = f"there is no font {name!r} under templates/common/fonts or the game's own fonts"
        report.add(node, "unknown-reference", message, nearest(name, known))
    return known.get(name)


def _font(name: str, node: Node, known: dict[str, Path], report: ProblemLog) -> Font | None:
    path = _font_file(name, node, known, report)
    if path is None:
        return None
    try:
        return load(path)
    except ValueError as error:
        report.add(node, "unknown-reference", f"the font cannot be used: {error}")
        return None
