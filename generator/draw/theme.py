"""A game's theme: ``templates/GAME/style.yaml`` names its fonts, the fallback fonts and the icons that stand in texts;
``words.yaml`` beside it holds the words that faces print of their own accord: see `phrases`."""

import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from generator.core.choices import InkName
from generator.core.notes import take_note
from generator.core.problem import Problem
from generator.draw.font_families import FontFamily, FontField, font_files, font_of, font_style, in_tongue, without
from generator.draw.marks.art import Art, ArtFile
from generator.draw.marks.fonts import STAND_INS, Font, load
from generator.draw.marks.line_weights import LineWeights
from generator.draw.palette import PALETTE, read_palette
from generator.draw.phrases import Phrases, read_phrases, read_words
from generator.draw.prose_theme import NO_ROLE, PROSE, Measure, read_prose_style
from generator.draw.svg.drawing import Picture, is_absent, picture_message, read_drawing
from generator.draw.svg.reference import FULL_INK, Ink, is_without_folder
from generator.draw.text.prose_style import ProseStyle
from generator.draw.text.words import Fonts, Look
from generator.draw.word_styles import LOW, STYLE_OF_WORDS, Hollow, read_low, read_word_styles
from generator.model.field_spec import AnyField
from generator.model.fields import ChoiceField, Field, ListField, MapField, ReadContext, StringField, read_fields
from generator.model.game import Game
from generator.model.values import ProblemLog, Record, nearest, wider_tags
from generator.read.reader import read_file
from generator.read.tree import Mapping, Node, locate

PRINTED = ("cover-", "how-", "sheet-")  # how phrases of the tool begin that are printed on sheets
PAGE_ROLES = ("display", "text", "number")  # what templates/common ask for
STAND_IN = "icons/missing.svg"  # what a sheet's game has for signs that no font has
SPARE = Path("fonts", "dejavu", "DejaVuSans.ttf")  # in templates/common: it has more characters than any other there

STYLE: dict[str, Field] = {
    "fonts": MapField(
        required=True,
        of=FontField(),
        says="a font for each role: a file under `templates/common/fonts/` or the game's `fonts/`; or a mapping with "
        "`file` and `weight`, with `regular`, `bold`, `italic`, `bold_italic`, `ligatures`, or by language, `default`",
        example="{text: Andika_400Regular, display: {regular: Grandstander_700Bold, ligatures: false}}",
    ),
    "fallback": ListField(of=FontField(), says="fonts for characters that a role's font lacks", example="[DejaVuSans]"),
    "icons": MapField(says="pictures in texts, by the sign written for them", example='{"[W]": kit/wood.svg}'),
    "styles": MapField(
        of=STYLE_OF_WORDS,
        says="what `{name: words}` looks like in a text, by the style's name",
        absent="there are none",
        example='{red: {colour: "#c00"}, small: {size: 0.8}}',
    ),
    "cover": StringField(
        says="a picture for the cover of `pnp plan --render`", absent="no picture", example="art/fox.svg"
    ),
    "prose": AnyField(form=PROSE, says=PROSE.says, absent="the game has none", example=PROSE.example),
    "low": LOW,
    "palette": PALETTE,
    "families": MapField(
        says="the role whose font replaces one that a picture's file names",
        absent="the project's font of that name, or else the role `text`",
        example="{Arial: text, Comic Sans MS: display}",
    ),
    "pixels": ChoiceField(
        of=("allowed", "never"),
        default="allowed",
        says="whether a blur or a pattern in a picture may be drawn as pixels",
        example="never",
    ),
    "weights": ListField(
        of=Measure(low=0.05, high=10),
        says="widths of lines on paper, in mm",
        absent="as in the files",
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
    wrong_prose: bool = False  # a mistake, which is reported, keeps it from being read
    file: str = ""  # style.yaml, as named in messages
    ink: Ink = FULL_INK
    palette: dict[str, str] = {}  # the tints of the colour edition by name; #rrggbb
    hollow: dict[str, Hollow] = {}  # roles whose large letters are outlines
    lighter: frozenset[str] = frozenset()  # roles whose fonts are not those of full ink
    shipped: Path | None = None  # templates/common of the tool itself, for what the project's own lacks
    spare: tuple[Font, ...] = ()  # behind the game's own, for what the tool prints of its own accord
    styled: dict[str, FontFamily] = {}  # bold and italic, by role
    looks: dict[str, Look] = {}  # by the name of a style
    weights: LineWeights | None = None  # those of all lines; None: as wide as they come
    unread_icons: frozenset[str] = frozenset()  # whose entry has a mistake, which is reported
    tongues: "dict[str, Theme]" = {}  # by tag: for languages that have fonts of their own
    tongue: str = ""  # the one of these that this is
    files: dict[str, Path] = {}  # all fonts by name
    families: dict[str, str] = {}  # roles by the names of families in pictures, in lower case
    pixels: bool = True  # whether they may stand for what no vectors show in a picture
    unread: frozenset[str] | None = frozenset()  # roles whose fonts are named wrongly; None: the roles themselves are

    def is_unread(self, role: str) -> bool:
        """Whether a mistake of ``style.yaml``, which is reported, keeps a role from having a font."""
        return self.unread is None or role in self.unread

    @property
    def inks(self) -> list[InkName]:
        """The editions that can be printed: in colour only where there is a palette."""
        return [ink for ink in InkName if ink != InkName.colour or self.palette]

    @property
    def label_fonts(self) -> tuple[Font, ...]:
        """The fonts of what is in a sheet's margin: those of the role ``text``, else of the first role."""
        own = self.fonts.get("text") or next(iter(self.fonts.values()))
        return (*own, *self.spare)

    def in_language(self, language: str) -> "Theme":
        """The same with the fonts of a language, where it has its own."""
        if not self.tongues:
            return self
        return next((self.tongues[tag] for tag in reversed(wider_tags(language)) if tag in self.tongues), self)

    def for_pages(self) -> "Theme":
        """The look of pages of the tool's own, whose templates may name roles that the game does not have."""
        label = "text" if "text" in self.fonts else next(iter(self.fonts))
        roles = {**dict.fromkeys(PAGE_ROLES, label), **{role: role for role in self.fonts}}
        return replace(
            self,
            fonts={role: (*self.fonts[own], *self.spare) for role, own in roles.items()},
            styled={role: self.styled[own] for role, own in roles.items() if own in self.styled},
            lighter=frozenset(role for role, own in roles.items() if own in self.lighter),
        )

    def drawing(self, path: Path, current: str = FULL_INK.current) -> Picture | list[Problem]:
        """The picture in a file, as `read_drawing` reads it, in this theme's ink; ``current`` is its currentColor."""
        take_note("picture", os.fspath(path))
        picture = read_drawing(path, self.roots, self.ink._replace(current=current, art=self.art))
        if isinstance(picture, Picture) or not is_absent(picture[0]):
            return picture
        return [replace(picture[0], hint=_near(path))]

    @property
    def art(self) -> Art | None:
        """What its pictures may be drawn with; None where it has no fonts."""
        if not self.fonts:
            return None

        def faces(role: str, bold: bool = False, italic: bool = False) -> Fonts:  # noqa: FBT001, FBT002
            styled = self.styled[role](bold, italic) if role in self.styled and (bold or italic) else ()
            return styled or self.fonts[role]

        role = "text" if "text" in self.fonts else next(iter(self.fonts))
        families = {name: named for name, named in self.families.items() if named in self.fonts}
        identity = " ".join(f"{role}={font.path}" for role, fonts in self.fonts.items() for font in fonts)
        files = {name: ArtFile(path, *font_style(name)) for name, path in self.files.items()}
        return Art(files, faces, role, families, pixels=self.pixels, identity=identity)

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
    label: str,
    languages: tuple[str, ...],
    ink: InkName = InkName.full,
    shipped: Path | None = None,
) -> tuple[Theme, list[Problem]]:
    """Read a game's ``style.yaml``.

    Args:
        folder: ``templates/GAME``.
        common: ``templates/common``, whose fonts every game may use.
        label: the folder's name in messages.
        languages: the game's.
        ink: which edition it is.
        shipped: ``templates/common`` of the tool itself, for what the project's own lacks.
    """
    file = f"{label}/style.yaml"
    theme = Theme(folder, (folder, common), file=file, shipped=shipped)
    word_problems = _read_words(theme, common, label, languages)
    is_there = (folder / "style.yaml").exists()
    root, problems = read_file(folder / "style.yaml", file) if is_there else (None, [])
    report = ProblemLog(file, problems)
    if not isinstance(root, Mapping):
        theme.unread, theme.wrong_prose = None, True
        message, hint = "fonts is missing", "add fonts: …"
        if not is_there:
            message, hint = f"{message}: there is no file style.yaml", "write it: fonts: {text: DejaVuSans} will do"
        if root is not None or not problems:
            problems.append(Problem(file, 1, 1, "error", "missing-field", message, hint))
        return theme, problems + word_problems
    values = read_fields(root, STYLE, ReadContext(report, languages))
    fonts = locate(root, ("fonts",))
    if values["fonts"] == {} and not getattr(fonts, "values", None):
        report.add(fonts, "missing-field", "fonts names no font", "add a role, such as text: DejaVuSans")
    _read_fonts(theme, values, root, report, ink)
    theme.palette = read_palette(values["palette"] or {}, locate(root, ("palette",)), report)
    _choose_ink(theme, ink, values["weights"])
    _read_art(theme, values, root, report)

    def draw(name: str, node: Node) -> Picture | None:
        picture = theme.drawing(folder / name)
        for finding in picture.notes if isinstance(picture, Picture) else picture:
            report.add(node, finding.rule, picture_message(name, finding, folder), finding.hint, finding.level)
        return picture if isinstance(picture, Picture) else None

    theme.looks = read_word_styles(values["styles"] or {}, locate(root, ("styles",)), report)
    _read_icons(theme, values["icons"] or {}, root, draw, report)
    if values["cover"] is not None:
        theme.cover = values["cover"] if draw(values["cover"], locate(root, ("cover",))) is not None else None
    prose = partial(read_prose_style, values["prose"], draw=draw, report=report, languages=languages)
    if values["prose"] is not None:
        theme.prose = prose(theme)
        theme.wrong_prose = theme.prose is None
    _read_tongues(theme, values, root, report, prose)
    problems[:] = [problem for problem in problems if not _follows_from_fonts(problem, theme)]
    return theme, problems + word_problems


def _follows_from_fonts(problem: Problem, theme: Theme) -> bool:
    """Whether a problem is that a role is not there whose own mistake was reported."""
    if theme.unread is None:
        return problem.message.endswith(NO_ROLE)
    return problem.message in [f"{role!r} {NO_ROLE}" for role in theme.unread]


def _read_tongues(
    theme: Theme, values: dict[str, Any], root: Node, report: ProblemLog, prose: Callable[[Theme], ProseStyle | None]
) -> None:
    """Fill in the themes of languages that have fonts of their own."""
    for tag in _tongues(values):
        own = replace(theme, tongue=tag, fonts={}, styled={}, tongues={})
        _read_fonts(own, values, root, report, theme.ink.name)
        own.ink = theme.ink
        if theme.prose is not None:
            own.prose = prose(own)
        theme.tongues[tag] = own
    report.problems[:] = dict.fromkeys(report.problems)


def _tongues(values: dict[str, Any]) -> list[str]:
    """The languages for which some font is another."""
    low = values["low"].fonts if values["low"] is not None else None
    entries = [*(values["fonts"] or {}).values(), *(low or {}).values(), *(values["fallback"] or ())]
    return sorted({tag for entry in entries for tag in entry.tongues})


def _read_icons(
    theme: Theme, icons: dict[str, str], root: Node, draw: Callable[[str, Node], Picture | None], report: ProblemLog
) -> None:
    """Fill in the pictures of signs, and the signs whose pictures cannot be drawn."""
    if boxes := [token for token, name in icons.items() if name == STAND_IN]:
        message = (
            f"a box is printed for each of {' '.join(boxes[:9])}{f' and {len(boxes) - 9} more' * (len(boxes) > 9)}"
        )
        hint = (
            f"take a font that has it for fallback, and the line out; or draw it as a picture, in place of {STAND_IN}"
        )
        report.add(locate(root, ("icons", boxes[0])), "drawn-otherwise", message, hint, "note")
    for token, name in icons.items():
        picture = draw(name, locate(root, ("icons", token)))
        if picture is not None:
            theme.icons[token] = _shaded(theme, name, picture)
    theme.unread_icons = (_named(root, "icons") or frozenset()) - theme.icons.keys()


def _shaded(theme: Theme, name: str, icon: Picture) -> Picture:
    """An icon as it is in words of each style whose colour changes it."""
    colours = dict.fromkeys(look.colour for look in theme.looks.values() if look.colour)
    drawn = [(colour, theme.drawing(theme.folder / name, colour)) for colour in colours]
    shades = [(colour, shade) for colour, shade in drawn if isinstance(shade, Picture) and shade != icon]
    return replace(icon, shades=tuple(shades)) if shades else icon


def _named(root: Node, key: str) -> frozenset[str] | None:
    """The names in a mapping of ``style.yaml``; None where there is none."""
    named = locate(root, (key,))
    return frozenset(named.values) if isinstance(named, Mapping) and named is not root else None


def _choose_ink(theme: Theme, ink: InkName, weights: list[float] | None) -> None:
    """Fill in the tints that are printed, and the weights of lines."""
    if ink == InkName.colour:
        theme.ink = Ink(ink, palette=tuple(theme.palette.items()))
    if weights:  # the pen of low ink makes finer what these have evened out
        theme.weights, theme.ink = LineWeights(weights, theme.ink.line), theme.ink._replace(pen=1.0)


def _read_art(theme: Theme, values: dict[str, Any], root: Node, report: ProblemLog) -> None:
    """Fill in how pictures are drawn."""
    theme.pixels = values["pixels"] != "never"
    for name, role in (values["families"] or {}).items():
        if role in theme.fonts:
            theme.families[name.lower()] = role
        elif not theme.is_unread(role):
            known = nearest(role, theme.fonts)
            report.add(locate(root, ("families", name)), "unknown-reference", f"{role!r} {NO_ROLE}", known)


def _read_words(theme: Theme, common: Path, label: str, languages: tuple[str, ...]) -> list[Problem]:
    """Fill in the phrases: the tool's own, those of all games, and the game's."""
    places = [(place, str(place)) for place in dict.fromkeys((theme.shipped, common)) if place is not None]
    theme.words, problems = read_phrases(places, languages)
    for place, _ in places:
        problems += read_words(theme.words, place / "words.yaml", f"{place}/words.yaml", None)
    return problems + read_words(theme.words, theme.folder / "words.yaml", f"{label}/words.yaml", languages)


def _read_fonts(theme: Theme, values: dict[str, Any], root: Node, report: ProblemLog, ink: InkName) -> None:
    """Fill in fonts and ink."""

    def resolve(entry: Record, *path: str | int) -> tuple[Record, Node]:
        return in_tongue(entry, locate(root, path), theme.tongue)

    full = {role: resolve(entry, "fonts", role) for role, entry in (values["fonts"] or {}).items()}
    low = read_low(values["low"], locate(root, ("low",)), full, report)
    if ink == InkName.low:
        theme.ink, theme.hollow, theme.lighter = Ink(ink, low.pen), low.hollow, frozenset(low.fonts)
        full |= {role: resolve(entry, "low", "fonts", role) for role, entry in low.fonts.items()}
    font_paths = theme.files = font_files(
        (*theme.roots, *([theme.shipped] if theme.shipped else ()))
    )  # the project's own first
    spare = [resolve(entry, "fallback", at) for at, entry in enumerate(values["fallback"] or ())]
    fallback = [(font_of(entry, node, font_paths, report), FontFamily(entry, font_paths)) for entry, node in spare]
    families = tuple([(font, family) for font, family in fallback if font is not None])
    behind = tuple([font for font, _ in families])
    theme.unread = _named(root, "fonts") if values["fonts"] else None
    for role, (entry, node) in full.items():
        font = font_of(entry, node, font_paths, report)
        if font is not None:
            theme.fonts[role] = (font, *without(behind, font))
            theme.styled[role] = FontFamily(entry, font_paths, families)


def add_spare(theme: Theme, game: Game) -> None:
    """Fill in the fonts for what the tool prints of its own accord about a game, in each of its languages."""
    words = own_words(game, theme)
    for edition in (theme, *theme.tongues.values()):
        edition.spare = spare_fonts(edition, words)


def spare_fonts(theme: Theme, characters: Iterable[str]) -> tuple[Font, ...]:
    """A font with many characters, where the game's own lack some of those that the tool has to print.

    Those of every label count as well: Latin letters, figures, a middle dot.
    """
    required = {*characters, *_LABEL_SIGNS} - set(STAND_INS) - set(" \n")
    roles = [
        theme.fonts.get(role) or theme.fonts.get("text") or next(iter(theme.fonts.values()), ()) for role in PAGE_ROLES
    ]
    if all(any(font.has(character) for font in fonts) for fonts in roles for character in required):
        return ()
    places = [folder / SPARE for folder in (*theme.roots, theme.shipped) if folder is not None]
    try:
        return tuple(load(path) for path in places if path.is_file())[:1]
    except ValueError:
        return ()


def own_words(game: Game, theme: Theme) -> set[str]:
    """The characters of all that the tool may print of its own accord about a game: labels of sheets, covers."""
    texts = [game.title, *(kind.title for kind in game.kinds.values()), *(entry.why for entry in game.plan)]
    texts += [text for name, text in theme.words.texts.items() if name.startswith(PRINTED)]
    for kind in game.kinds.values():
        texts += [kind.page_label, kind.blank_page_label, *kind.group_page_label.values()]
    texts += game.mode_names.values()
    words = [text.in_language(language, game.language) for text in texts if text for language in game.languages]
    return set("".join([*words, *game.modes]))


def _near(path: Path) -> str:
    """A hint for a file that is not there: one of nearly that name, or a folder of nearly that of its own."""
    missing = path.parent if is_without_folder(path) else path
    return nearest(missing.name, sorted(os.listdir(missing.parent)) if os.path.isdir(missing.parent) else (), "")
