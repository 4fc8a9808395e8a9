"""What the printing commands are given: of each a value whose fields are its options.

`PressOptions` has those that all of them share, and says which of these mean nothing for one of them.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Self

from msgspec import Struct, convert
from msgspec.structs import asdict

from generator.cli.options import DATA, OUT, TEMPLATES, Jobs
from generator.cli.project_defaults import is_projects, languages
from generator.cli.reporting import note, one_line
from generator.core.choices import Edge, InkName
from generator.core.folders import Project
from generator.core.problem import Refusal, WrongUse
from generator.printing.order import Choice, PrintRun, SheetLayout
from generator.printing.press import A4, PRINTERS, REFUSED, BleedLength, Paper, PressOptions

ALL_LANGUAGES = "all"
# What a project may say of sheets.
USUAL = ("paper", "lang", "backs", "printer", "trim", "marks", "bleed", "gutter", "join", "ink", "out", "templates")


def _tell_unmeasured(error: Refusal) -> None:
    note(one_line(f"{error}; pnp.yaml asks for it, and backs are not shifted"))


class SheetOptions(PressOptions, frozen=True, kw_only=True):
    """Those of whatever makes sheets."""

    data: Path = DATA
    quiet: bool = False
    opened: bool = False

    def with_values(self, values: Mapping[str, Any]) -> Self:
        """The same with other values, as a file has them, for options of these names."""
        return convert({**asdict(self), **values}, type(self), strict=False, dec_hook=lambda sort, value: sort(value))

    @property
    def layout(self) -> SheetLayout:
        """How components lie on paper; see `PressOptions.layout_in`, also for what it raises."""
        return self.layout_in(self.data, is_usual=is_projects("printer"), report=_tell_unmeasured)

    def refuse(self, task: str) -> None:
        """See that no option is given that means nothing for a task.

        Raises:
            WrongUse: one is.
        """
        from generator.cli.options import flag_of

        usual = dict(zip(self.__struct_fields__, self.__struct_defaults__, strict=True))
        for name, reason in REFUSED[task].items():
            if (value := getattr(self, name)) and value != usual[name]:
                raise WrongUse(f"{flag_of(name)}: {reason}")


class GameOptions(SheetOptions, frozen=True, kw_only=True):
    """Those of sheets of a game."""

    lang: str | None = None
    templates: Path = TEMPLATES

    @property
    def project(self) -> Project:
        """Where games and faces lie."""
        return Project(self.data, self.templates)

    @property
    def every_language(self) -> bool:
        """Whether all languages of a game are printed."""
        return False

    def choice_of(self, kinds: Sequence[str] | None, items: Sequence[str] | None, names: str | None = None) -> Choice:
        """What is taken of a game: kinds and items, all if none; of a box, the names of what it is to hold."""
        demanded, preferred = languages(None if self.every_language else self.lang)
        listed = tuple(filter(None, (name.strip() for name in (names or "").split(","))))
        return Choice(tuple(kinds or ()), tuple(items or ()), demanded, self.edition, preferred, listed)


class DeckOptions(GameOptions, frozen=True, kw_only=True):
    """Those of sheets of games, a file for each kind."""

    games: list[str] | None = None
    kinds: list[str] | None = None
    out: Path = OUT

    @property
    def choice(self) -> Choice:
        """What is taken of a game."""
        return self.choice_of(self.kinds, None)


class RunOptions(DeckOptions, frozen=True, kw_only=True):
    """Those of what prints once, by several processes."""

    jobs: Jobs = None
    cache: Path | None = None
    no_cache: bool = False

    @property
    def every_language(self) -> bool:
        """Whether all languages of a game are printed."""
        return self.lang == ALL_LANGUAGES

    def print_run(self, *, blanks: bool = False, whole: bool = False) -> PrintRun:
        """How much is printed at once, and by how many processes."""
        from generator.check.cache import open_cache

        cache = open_cache(self.cache, used=not self.no_cache)
        return PrintRun(self.jobs, self.every_language, blanks, whole, cache)


class RenderOptions(RunOptions, frozen=True, kw_only=True):
    """Those of decks."""

    players: Annotated[int | None, {"min": 1, "max": 99}] = None
    mode: str | None = None
    wanted: str | None = None
    items: list[str] | None = None
    blanks: bool = False
    changed_since: Path | None = None
    mark_printed: bool = False
    no_preflight: bool = False
    ink_report: bool = False
    tidy: bool = False
    yes: bool = False
    whole: bool = False

    @property
    def choice(self) -> Choice:
        """What is taken of a game."""
        return self.choice_of(self.kinds, self.items, self.wanted)


class WatchOptions(DeckOptions, frozen=True, kw_only=True):
    """Those of a watch."""

    import_: Path | None = None
    key: str | None = None
    encoding: str | None = None


class FormOptions(RunOptions, frozen=True, kw_only=True):
    """Those of blank forms."""

    pages: Annotated[int, {"min": 1, "max": 100}] = 1
    count: Annotated[int | None, {"min": 1, "max": 999}] = None
    style: str | None = None
    art: str | None = None


class BoxOptions(GameOptions, frozen=True, kw_only=True):
    """Those of a game's box."""

    game: str
    players: Annotated[int | None, {"min": 1, "max": 99}] = None
    mode: str | None = None
    wanted: str | None = None
    render: bool = False
    out: Path = OUT
    cache: Path | None = None
    no_cache: bool = False


class PictureOptions(Struct, frozen=True, kw_only=True):
    """Those of pictures, which are not cut out of a sheet."""

    game: str
    to: str = "png"
    kinds: list[str] | None = None
    items: list[str] | None = None
    lang: str | None = None
    dpi: Annotated[int, {"min": 36, "max": 1200}] = 300
    bleed: BleedLength = None
    ink: InkName = InkName.full
    url: str | None = None
    data: Path = DATA
    templates: Path = TEMPLATES
    out: Path = OUT
    quiet: bool = False
    opened: bool = False

    @property
    def choice(self) -> Choice:
        """What is taken of the game."""
        demanded, preferred = languages(self.lang)
        return Choice(tuple(self.kinds or ()), tuple(self.items or ()), demanded, self.ink, preferred)


class CalibrationOptions(Struct, frozen=True, kw_only=True):
    """Those of a printer's test sheet."""

    printer: str | None = None
    reading: list[str] | None = None
    edge: Edge = Edge.long
    paper: Paper = A4
    lang: Annotated[str | None, {"autocompletion": None}] = None  # of the sheet, whatever the games speak
    out: Path = OUT
    printers: Path = PRINTERS
    templates: Path = TEMPLATES
    quiet: bool = False
    opened: bool = False
