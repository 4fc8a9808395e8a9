"""A game's theme: ``templates/GAME/style.yaml`` names its fonts, the fallback fonts and the icons that stand in texts;
``words.yaml`` beside it holds the words that faces print of their own accord: see `phrases`."""

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from generator.core.choices import InkName
from generator.core.notes import take_note
from generator.core.problem import Problem
from generator.draw.font_families import FACES, FontFamily, FontField, without
from generator.draw.low_theme import LOW, Hollow, read_low
from generator.draw.marks.fonts import STAND_INS, Font, load
from generator.draw.marks.line_weights import LineWeights
from generator.draw.palette import PALETTE, read_palette
from generator.draw.phrases import Phrases, read_phrases, read_words
from generator.draw.prose_theme import PROSE, Measure, read_prose_style
from generator.draw.svg.colours import colour
from generator.draw.svg.drawing import Picture, read_drawing, told
from generator.draw.svg.ink import FULL_INK, Ink
from generator.draw.text.prose_style import ProseStyle
from generator.draw.text.words import Look
from generator.model.field_spec import AnyField
from generator.model.fields import (
    Field,
    ListField,
    MapField,
    ReadContext,
    RecordField,
    StringField,
    read_fields,
)
from generator.model.game import Game
from generator.model.problem_log import ProblemLog, nearest
from generator.model.values import Record
from generator.read.reader import read_file
from generator.read.tree import Mapping, Node, Scalar, locate

PRINTED = ("cover-", "how-", "sheet-")  # how phrases of the tool begin that are printed on sheets
PAGE_ROLES = ("display", "text", "number")  # what templates/common ask for
SPARE = Path("fonts", "dejavu", "DejaVuSans.ttf")  # in templates/common: it has more characters than any other there

STYLE_OF_WORDS = RecordField(
    fields={
        "colour": StringField(says="the colour of the words", absent="the text's own", example='"#c00"'),
        "size": Measure(low=0.5, high=2, default=1, says="their size, of the text's own", example="0.8"),
    }
)
STYLE: dict[str, Field] = {
    "fonts": MapField(
        required=True,
        of=FontField(),
        says="a font for each role that templates ask for: the name of a TrueType file under `templates/common/fonts/` "
        "or the game's own `fonts/`, or a mapping with its `regular`, `bold`, `italic` and `bold_italic`, and "
        "`ligatures: false` if letters are not to be joined; the role `text` also labels the sheets",
        example="{text: Andika_400Regular, display: {regular: Grandstander_700Bold, ligatures: false}}",
    ),
    "fallback": ListField(says="fonts for characters that a role's font lacks", example="[DejaVuSans]"),
    "icons": MapField(
        says="pictures that stand in texts, each by the sign that is written for it", example='{"[W]": kit/wood.svg}'
    ),
    "styles": MapField(
        of=STYLE_OF_WORDS,
        says="what `{name: words}` looks like in a text, by the style's name",
        absent="there are none",
        example='{red: {colour: "#c00"}, small: {size: 0.8}}',
    ),
    "cover": StringField(
        says="a picture for the cover sheet of `pnp plan --render`", absent="no picture", example="art/fox.svg"
    ),
    "prose": AnyField(form=PROSE, says=PROSE.says, absent="the game has none", example=PROSE.example),
    "low": LOW,
    "palette": PALETTE,
    "weights": ListField(
        of=Measure(low=0.05, high=10),
        says="how wide lines are on paper, in mm: each gets the nearest of these, however large its picture is placed",
        absent="as their files say, and as much wider or finer as the picture is placed larger or smaller",
        example="[0.25, 0.5, 0.8]",
    ),
}


_LABEL_SIGNS = frozenset(map(chr, range(33, 127))) | {"·", "…", "–"}


class Theme(Struct):
    """Fonts by role (each with its fallbacks behind it) and icons by token."""

    folder: Path  # templates/GAME
    roots: tuple[Path, ...]  # where pictures and fonts may lie
    fonts: dict[str, tuple[Font, ...]] = {}
    icons: dict[str, Picture] = {}
    words: Phrases = field(default_factory=Phrases)
    cover: str | None = None  # the picture on the cover sheet of a box, as named in the game's folder
    prose: ProseStyle | None = None  # how running text is set
    wrong_prose: bool = False  # a mistake, which is told, keeps it from being read
    file: str = ""  # style.yaml, as named in messages
    ink: Ink = FULL_INK
    palette: dict[str, str] = {}  # the tints of the colour edition by name; #rrggbb
    hollow: dict[str, Hollow] = {}  # roles whose large letters are outlines
    other: dict[str, tuple[Font, ...]] = {}  # by role: those of low ink, where they differ
    other_styled: dict[str, FontFamily] = {}  # of those
    shipped: Path | None = None  # templates/common of the tool itself, for what the project's own lacks
    spare: tuple[Font, ...] = ()  # behind the game's own, for what the tool prints of its own accord
    styled: dict[str, FontFamily] = {}  # bold and italic, by role
    looks: dict[str, Look] = {}  # by the name of a style
    weights: LineWeights | None = None  # those of all lines; None: as wide as they come
    unread_icons: frozenset[str] = frozenset()  # whose entry has a mistake, which is told
    unread: frozenset[str] | None = frozenset()  # roles whose fonts are named wrongly; None: the roles themselves are

    def is_unread(self, role: str) -> bool:
        """Whether a mistake of ``style.yaml``, which is told, keeps a role from having a font."""
        return self.unread is None or role in self.unread

    @property
    def inks(self) -> list[InkName]:
        """The editions that can be printed: in colour only where there is a palette."""
        return [ink for ink in InkName if ink != InkName.colour or self.palette]

    @property
    def label_fonts(self) -> tuple[Font, ...]:
        """The fonts of what stands in a sheet's margin: those of the role ``text``, else of the first role."""
        own = self.fonts.get("text") or next(iter(self.fonts.values()))
        return (*own, *self.spare)

    def for_pages(self) -> "Theme":
        """The look of pages of the tool's own, whose templates may name roles that the game does not have."""
        label = "text" if "text" in self.fonts else next(iter(self.fonts))
        known = {**dict.fromkeys(PAGE_ROLES, label), **{role: role for role in self.fonts}}
        return replace(
            self,
            fonts={role: (*self.fonts[own], *self.spare) for role, own in known.items()},
            other={role: (*self.other[own], *self.spare) for role, own in known.items() if own in self.other},
            styled={role: self.styled[own] for role, own in known.items() if own in self.styled},
            other_styled={role: self.other_styled[own] for role, own in known.items() if own in self.other_styled},
        )

    def drawing(self, path: Path) -> Picture | list[Problem]:
        """The picture in a file, as `read_drawing` reads it, in this theme's ink."""
        take_note("picture", os.fspath(path))
        return read_drawing(path, self.roots, self.ink)

    def cover_from(self, folder: Path) -> str:
        """The name by which a template in ``folder`` uses the picture for the cover; empty where there is none."""
        return Path(os.path.relpath(self.folder / self.cover, folder)).as_posix() if self.cover else ""

    def outline(self, role: str) -> tuple[float, float]:
        """How letters of a role are outlined: the line (mm; 0: not at all), and above which size (points)."""
        hollow = self.hollow.get(role)
        return (hollow.line, hollow.above) if hollow else (0.0, 0.0)


def read_theme(
    folder: Path,
    common: Path,
    shown: str,
    languages: tuple[str, ...],
    ink: InkName = InkName.full,
    shipped: Path | None = None,
) -> tuple[Theme, list[Problem]]:
    """Read a game's ``style.yaml``.

    Args:
        folder: ``templates/GAME``.
        common: ``templates/common``, whose fonts every game may use.
        shown: the folder's name in messages.
        languages: the game's.
        ink: which edition it is.
        shipped: ``templates/common`` of the tool itself, for what the project's own lacks.
    """
    file = f"{shown}/style.yaml"
    theme = Theme(folder, (folder, common), file=file, shipped=shipped)
    said = _read_words(theme, common, shown, languages)
    if not (folder / "style.yaml").exists():
        message, hint = "fonts is missing: there is no file style.yaml", "write it: fonts: {text: DejaVuSans} will do"
        return theme, [Problem(file, 1, 1, "error", "missing-field", message, hint), *said]
    root, problems = read_file(folder / "style.yaml", file)
    report = ProblemLog(file)
    report.problems = problems
    if not isinstance(root, Mapping):
        theme.unread, theme.wrong_prose = None, True
        if root is not None or not problems:
            problems.append(Problem(file, 1, 1, "error", "missing-field", "fonts is missing", "add fonts: …"))
        return theme, problems + said
    values = read_fields(root, STYLE, ReadContext(report))
    if values["fonts"] == {} and not getattr(locate(root, ("fonts",)), "values", None):
        report.add(
            locate(root, ("fonts",)), "missing-field", "fonts names no font", "add a role, such as text: DejaVuSans"
        )
    _read_fonts(theme, values, root, report, ink)
    theme.palette = read_palette(values["palette"] or {}, locate(root, ("palette",)), report)
    _choose_ink(theme, ink, values["weights"])

    def draw(name: str, node: Node) -> Picture | None:
        found = theme.drawing(folder / name)
        if isinstance(found, Picture):
            return found
        for finding in found:
            report.add(node, finding.rule, told(name, finding, folder), finding.hint)
        return None

    _read_icons(theme, values["icons"] or {}, root, draw)
    _read_styles(theme, values["styles"] or {}, locate(root, ("styles",)), report)
    if values["cover"] is not None:
        theme.cover = values["cover"]
        draw(theme.cover, locate(root, ("cover",)))
    if values["prose"] is not None:
        theme.prose = read_prose_style(values["prose"], theme.fonts, draw, report, languages)
        theme.wrong_prose = theme.prose is None
    return theme, problems + said


def _read_icons(theme: Theme, icons: dict[str, str], root: Node, draw: Callable[[str, Node], Picture | None]) -> None:
    """Fill in the pictures of signs, and the signs whose pictures cannot be drawn."""
    for token, name in icons.items():
        picture = draw(name, locate(root, ("icons", token)))
        if picture is not None:
            theme.icons[token] = picture
    named = locate(root, ("icons",))
    if isinstance(named, Mapping) and named is not root:
        theme.unread_icons = frozenset(named.values) - theme.icons.keys()


def _choose_ink(theme: Theme, ink: InkName, weights: list[float] | None) -> None:
    """Fill in the tints that are printed, and the weights of lines."""
    if ink == InkName.colour:
        theme.ink = Ink(ink, palette=tuple(theme.palette.items()))
    if weights:  # the pen of low ink makes finer what these have evened out
        theme.weights, theme.ink = LineWeights(weights, theme.ink.line), theme.ink._replace(pen=1.0)


def _read_words(theme: Theme, common: Path, shown: str, languages: tuple[str, ...]) -> list[Problem]:
    """Fill in the phrases: the tool's own, those of all games, and the game's."""
    places = [(place, str(place)) for place in dict.fromkeys((theme.shipped, common)) if place is not None]
    theme.words, problems = read_phrases(places, languages)
    for place, _ in places:
        problems += read_words(theme.words, place / "words.yaml", f"{place}/words.yaml", None)
    return problems + read_words(theme.words, theme.folder / "words.yaml", f"{shown}/words.yaml", languages)


def _read_styles(theme: Theme, styles: dict[str, Any], node: Node, report: ProblemLog) -> None:
    """Fill in what words in a style look like."""
    for name, values in styles.items():
        if not re.fullmatch(r"\w[\w-]*", name):
            message = f"{name!r} cannot be the name of a style"
            report.add(locate(node, (name,)), "bad-id", message, "letters, digits and hyphens")
            continue
        try:
            paint = colour(values.colour) if values.colour is not None else ""
        except ValueError as error:
            report.add(locate(node, (name, "colour")), "wrong-type", f"colour: {error}", "write a colour, such as #c00")
            continue
        theme.looks[name] = Look(paint or "", values.size or 1.0)


def _read_fonts(theme: Theme, values: dict[str, Any], root: Node, report: ProblemLog, ink: InkName) -> None:
    """Fill in fonts and ink."""
    full = {role: (entry, locate(root, ("fonts", role))) for role, entry in (values["fonts"] or {}).items()}
    low = read_low(values["low"], locate(root, ("low",)), full, report)
    lighter = {role: (entry, locate(root, ("low", "fonts", role))) for role, entry in low.fonts.items()}
    if ink == InkName.low:
        theme.ink, theme.hollow = Ink(ink, low.pen), low.hollow
        full, lighter = {**full, **lighter}, {}
    known = font_files((*theme.roots, *([theme.shipped] if theme.shipped else ())))  # the project's own first
    fallback = [_font(name, locate(root, ("fallback",)), known, report) for name in values["fallback"] or ()]
    behind = tuple([font for font in fallback if font is not None])
    named = locate(root, ("fonts",))
    if isinstance(named, Mapping) and named is not root:
        theme.unread = frozenset(named.values)
    else:
        theme.unread = None
    for role, (entry, node) in full.items():
        font = _entry(entry, node, known, report)
        if font is not None:
            theme.fonts[role] = (font, *without(behind, font))
            theme.styled[role] = FontFamily(entry, known, behind)
    for role, (entry, node) in lighter.items():
        font = _entry(entry, node, known, report)
        if font is not None and role in theme.fonts and font is not theme.fonts[role][0]:
            theme.other[role] = (font, *without(behind, font))
            theme.other_styled[role] = FontFamily(entry, known, behind)


def _entry(entry: Record, node: Node, known: dict[str, Path], report: ProblemLog) -> Font | None:
    """A role's font; what is wrong with its other faces is reported as well."""
    ligatures = entry.ligatures is not False
    if isinstance(node, Scalar):
        return _font(entry.regular, node, known, report, ligatures=ligatures)
    for face in FACES:
        if getattr(entry, face) is not None:
            _font(getattr(entry, face), locate(node, (face,)), known, report, ligatures=ligatures)
    return _font(entry.regular, locate(node, ("regular",)), known, report, ligatures=ligatures)


def spare_fonts(theme: Theme, characters: Iterable[str]) -> tuple[Font, ...]:
    """A font with many characters, where the game's own lack some of those that the tool has to print.

    Those of every label count as well: Latin letters, figures, a middle dot.
    """
    wanted = {*characters, *_LABEL_SIGNS} - set(STAND_INS) - set(" \n")
    roles = [
        theme.fonts.get(role) or theme.fonts.get("text") or next(iter(theme.fonts.values()), ()) for role in PAGE_ROLES
    ]
    if all(any(font.has(character) for font in fonts) for fonts in roles for character in wanted):
        return ()
    places = [folder / SPARE for folder in (*theme.roots, theme.shipped) if folder is not None]
    try:
        return tuple(load(path) for path in places if path.is_file())[:1]
    except ValueError:
        return ()


def font_files(roots: tuple[Path, ...]) -> dict[str, Path]:
    """The fonts in folders of templates, by name; of two with a name, that of the first folder."""
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


def _font(name: str, node: Node, known: dict[str, Path], report: ProblemLog, *, ligatures: bool = True) -> Font | None:
    path = _font_file(name, node, known, report)
    if path is None:
        return None
    try:
        return load(path, ligatures=ligatures)
    except ValueError as error:
        report.add(node, "unknown-reference", f"the font cannot be used: {error}")
        return None


def own_words(game: Game, theme: Theme) -> set[str]:
    """The characters of all that the tool may print of its own accord about a game: labels of sheets, covers."""
    texts = [game.title, *(kind.title for kind in game.kinds.values()), *(entry.why for entry in game.plan)]
    texts += [text for name, text in theme.words.texts.items() if name.startswith(PRINTED)]
    for kind in game.kinds.values():
        texts += [kind.page_label, kind.blank_page_label, *kind.group_page_label.values()]
    texts += game.mode_names.values()
    words = [text.in_language(language, game.language) for text in texts if text for language in game.languages]
    return set("".join([*words, *game.modes]))
