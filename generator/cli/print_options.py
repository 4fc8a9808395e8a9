"""What the printing commands are given: one value, whose fields are the options of them all."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Self

from msgspec import Struct, convert
from msgspec.structs import asdict
from typer import BadParameter

from generator.cli.options import A4, DATA, OUT, PRINTERS, TEMPLATES, Jobs, Length, PaperOption, finite, slots
from generator.cli.project_defaults import is_projects, languages
from generator.cli.reporting import note, one_line
from generator.core.choices import (
    MOST_BLEED,
    MOST_GUTTER,
    Backs,
    CutFormat,
    CutterName,
    Edge,
    InkName,
    JoinName,
    Marks,
    PrintInk,
    TrimName,
)
from generator.core.folders import Project
from generator.core.problem import Refusal
from generator.printing.order import Choice, Cutting, PrintRun, SheetLayout, usual_printer

ALL_LANGUAGES = "all"
# What a layout calls by the same names.
_SAME = ("backs", "printers", "marks", "bleed", "gutter", "join", "booklet")


def _tell_unmeasured(error: Refusal) -> None:
    note(one_line(f"{error}; pnp.yaml asks for it, and backs are not shifted"))


class PrintOptions(Struct, frozen=True, kw_only=True):
    """The options; each command takes some of them, and what it doesn't take is as by default."""

    wanted: str | None = None

    games: list[str] | None = None
    kinds: list[str] | None = None
    items: list[str] | None = None
    paper: PaperOption = A4
    lang: str | None = None
    blanks: bool = False
    copies: Annotated[int | None, {"min": 1, "max": 999}] = None
    backs: Backs = Backs.none
    changed_since: Path | None = None
    mark_printed: bool = False
    printer: str | None = None
    printers: Path = PRINTERS
    marks: Marks | None = None
    bleed: Annotated[float | None, {"click_type": Length(MOST_BLEED), "callback": finite}] = None
    gutter: Annotated[float | None, {"click_type": Length(MOST_GUTTER), "callback": finite}] = None
    bleed_backs: Annotated[float | None, {"click_type": Length(MOST_BLEED), "callback": finite}] = None
    bleed_outside: bool = False
    on_sheet: str | None = None
    name_paper: bool = False
    join: JoinName | None = None
    skip: Annotated[str, {"callback": slots}] = ""
    start_at: Annotated[int, {"min": 1, "max": 999}] = 1
    per_sheet: Annotated[int | None, {"min": 1, "max": 1}] = None
    booklet: bool = False
    trim: TrimName | None = None
    cut: CutFormat | None = None
    cutter: CutterName | None = None
    no_preflight: bool = False
    ink: PrintInk = PrintInk.full
    ink_report: bool = False
    tidy: bool = False
    yes: bool = False
    whole: bool = False
    jobs: Jobs = None
    data: Path = DATA
    templates: Path = TEMPLATES
    out: Path = OUT
    cache: Path | None = None
    no_cache: bool = False
    quiet: bool = False
    opened: bool = False

    def with_values(self, values: Mapping[str, Any]) -> Self:
        """The same with other values, as a file has them, for options of these names."""
        return convert({**asdict(self), **values}, type(self), strict=False, dec_hook=lambda sort, value: sort(value))

    @property
    def project(self) -> Project:
        """Where games and faces lie."""
        return Project(self.data, self.templates)

    @property
    def choice(self) -> Choice:
        """What is taken of a game."""
        demanded, preferred = languages(None if self.lang == ALL_LANGUAGES else self.lang)
        ink = InkName.full if self.ink == PrintInk.none else InkName(self.ink)
        return Choice(tuple(self.kinds or ()), tuple(self.items or ()), demanded, ink, preferred, self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The items that a box is to hold."""
        return tuple(filter(None, (name.strip() for name in (self.wanted or "").split(","))))

    @property
    def layout(self) -> SheetLayout:
        """How components lie on paper.

        Raises:
            BadParameter: options contradict each other.
            Refusal: see `find_sheet`.
        """
        used = {*range(1, self.start_at), *(int(part) for part in self.skip.split(",") if part)}
        sheet = None
        if self.on_sheet is not None:
            from generator.model.own_sheets import find_sheet

            sheet = find_sheet(self.data, self.on_sheet)
        return SheetLayout(
            paper=sheet.paper if sheet else self.paper,
            printer=self.profile(),
            skip=tuple(sorted(used)),
            enlarged=self.per_sheet is not None,
            cutting=self._cutting(),
            # a machine follows shapes as easily as straight lines
            trim=self.trim or (TrimName.shaped if self.cut else TrimName.straight),
            back_bleed=self.bleed_backs,
            outside=self.bleed_outside,
            empty=self.ink == PrintInk.none,
            names_paper=self.name_paper,
            sheet=sheet,
            **{name: getattr(self, name) for name in _SAME},
        )

    @property
    def print_run(self) -> PrintRun:
        """How much is printed at once, and by how many processes."""
        from generator.check.cache import open_cache

        cache = open_cache(self.cache, used=not self.no_cache)
        return PrintRun(self.jobs, self.lang == ALL_LANGUAGES, self.blanks, self.whole, cache)

    def _cutting(self) -> Cutting | None:
        """How a machine cuts the sheets, as two options say it together.

        Raises:
            BadParameter: a machine is named, and nothing is cut by it.
        """
        if self.cutter and not self.cut:
            raise BadParameter(
                "it says for which machine --cut draws: give --cut svg or --cut dxf too", param_hint="--cutter"
            )
        return Cutting(self.cut, self.cutter or CutterName.silhouette) if self.cut else None

    def profile(self) -> str | None:
        """The printer whose profile shifts backs: the one that was asked for, or the project's where it is of use."""
        if is_projects("printer"):
            return usual_printer(self.printer, self.printers, self.backs, _tell_unmeasured)
        if self.printer is None or self.backs not in (Backs.none, Backs.fold):
            return self.printer
        from generator.printing.profiles import moves_fronts

        if not moves_fronts(self.printers, self.printer):
            raise BadParameter(
                "it says whose second side to correct: give --backs long, short or separate too", param_hint="--printer"
            )
        return self.printer


class WatchOptions(PrintOptions, frozen=True, kw_only=True):
    """Those of a watch."""

    import_: Path | None = None
    key: str | None = None
    encoding: str | None = None


class FormOptions(PrintOptions, frozen=True, kw_only=True):
    """Those of blank forms."""

    pages: Annotated[int, {"min": 1, "max": 100}] = 1
    count: Annotated[int | None, {"min": 1, "max": 999}] = None
    style: str | None = None
    art: str | None = None


class BoxOptions(PrintOptions, frozen=True, kw_only=True):
    """Those of a game's box."""

    game: str
    players: Annotated[int | None, {"min": 1, "max": 99}] = None
    mode: str | None = None
    render: bool = False


class PictureOptions(PrintOptions, frozen=True, kw_only=True):
    """Those of pictures, which are not cut out of a sheet."""

    game: str
    to: str = "png"
    dpi: Annotated[int, {"min": 36, "max": 1200}] = 300
    url: str | None = None


class CalibrationOptions(PrintOptions, frozen=True, kw_only=True):
    """Those of a printer's test sheet."""

    printer: str | None = None
    reading: list[str] | None = None
    edge: Edge = Edge.long
    lang: Annotated[str | None, {"autocompletion": None}] = None  # of the sheet, whatever the games speak
