"""What the printing commands are given: one value, whose fields are the options of them all."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

from msgspec import Struct
from msgspec.structs import replace
from typer import Argument, BadParameter, Option

from generator.cli.options import (
    A4,
    DATA,
    OUT,
    PRINTERS,
    TEMPLATES,
    CacheFolder,
    Data,
    Jobs,
    Language,
    NoCache,
    Open,
    Out,
    PaperOption,
    Printers,
    Quiet,
    Templates,
    finite,
    slots,
)
from generator.cli.project_defaults import (
    complete_games,
    complete_items,
    complete_kinds,
    complete_languages,
    is_projects,
    languages,
)
from generator.core.choices import Backs, CutFormat, CutterName, InkName, JoinName, Marks, PrintInk, TrimName
from generator.core.sizes import MOST_BLEED, MOST_GUTTER

if TYPE_CHECKING:
    from generator.cli.render import PrintRun
    from generator.core.folders import Project
    from generator.model.own_sheets import OwnSheet
    from generator.project.printing.order import Choice, Cutting, SheetLayout

ALL_LANGUAGES = "all"
# Of options that a project has a say in; the others are words.
_TYPES: dict[str, Callable[[Any], Any]] = {
    "backs": Backs,
    "ink": PrintInk,
    "trim": TrimName,
    "marks": Marks,
    "join": JoinName,
    "bleed": float,
    "gutter": float,
    "out": Path,
    "templates": Path,
}


BacksOption = Annotated[
    Backs,
    Option(
        "--backs",
        help="How backs are printed: duplex, flipped on the long or short edge; in a separate file; to fold; "
        "or not at all.",
    ),
]


class PrintOptions(Struct, frozen=True, kw_only=True):
    """The options; each command takes some of them, and what it doesn't take is as by default."""

    wanted: Annotated[
        str | None,
        Option(
            "--with",
            metavar="NAME,…",
            help="Items that the box is to hold, by id or name; --players may be left out then.",
        ),
    ] = None

    games: Annotated[
        list[str] | None,
        Argument(metavar="[GAME]...", autocompletion=complete_games, help="The games; all if none is named."),
    ] = None
    kinds: Annotated[
        list[str] | None,
        Option("--kind", metavar="K", autocompletion=complete_kinds, help="A kind to print; may be repeated."),
    ] = None
    items: Annotated[
        list[str] | None,
        Option("--item", metavar="ID", autocompletion=complete_items, help="An item; may be repeated."),
    ] = None
    paper: PaperOption = A4
    lang: Language = None
    blanks: Annotated[bool, Option("--blanks", help="Print blank forms too, where there are any.")] = False
    copies: Annotated[int | None, Option("--copies", metavar="N", min=1, max=999, help="Copies of each item.")] = None
    backs: BacksOption = Backs.none
    changed_since: Annotated[
        Path | None,
        Option(
            "--changed-since",
            metavar="PRINTED",
            help="Print only what differs from this print manifest, such as data/GAME/printed.json, as "
            "KIND-changed.pdf.",
        ),
    ] = None
    mark_printed: Annotated[bool, Option("--mark-printed", help="Note in data/GAME/printed.json what was printed.")] = (
        False
    )
    printer: Annotated[
        str | None, Option("--printer", metavar="NAME", help="Shift backs as this printer needs it; see calibrate.")
    ] = None
    printers: Printers = PRINTERS
    marks: Annotated[
        Marks | None,
        Option("--marks", help="Crop marks, thin guides along every edge, or nothing; as the game says if not given."),
    ] = None
    bleed: Annotated[
        float | None,
        Option(
            "--bleed",
            metavar="MM",
            min=0,
            max=MOST_BLEED,
            callback=finite,
            help="How far faces reach beyond their trim; as the game says if not given.",
        ),
    ] = None
    gutter: Annotated[
        float | None,
        Option(
            "--gutter",
            metavar="MM",
            min=0,
            max=MOST_GUTTER,
            callback=finite,
            help="Space between components; as the game says if not given.",
        ),
    ] = None
    bleed_backs: Annotated[
        float | None,
        Option(
            "--bleed-backs",
            metavar="MM",
            min=0,
            max=MOST_BLEED,
            callback=finite,
            help="How far backs reach beyond their trim; as fronts if not given.",
        ),
    ] = None
    bleed_outside: Annotated[
        bool,
        Option("--bleed-outside", help="Bleed round the block of components only, without room between them."),
    ] = False
    on_sheet: Annotated[
        str | None,
        Option(
            "--on-sheet",
            metavar="NAME",
            help="Print on a sheet with fixed places: avery-5371, or one of the project's sheets.yaml.",
        ),
    ] = None
    name_paper: Annotated[bool, Option("--name-paper", help="Name the paper in each sheet's margin.")] = False
    join: Annotated[
        JoinName | None,
        Option(
            "--join",
            help="Print what is larger than the paper in pieces, to be glued over each other or set edge to edge; as "
            "the game says if not given.",
        ),
    ] = None
    skip: Annotated[
        str, Option("--skip", metavar="1,4", callback=slots, help="Slots of the first sheet that are used up.")
    ] = ""
    start_at: Annotated[
        int, Option("--start-at", metavar="N", min=1, max=999, help="The first slot of the first sheet to use.")
    ] = 1
    per_sheet: Annotated[
        int | None,
        Option("--per-sheet", metavar="1", min=1, max=1, help="Print one component per sheet, as large as possible."),
    ] = None
    booklet: Annotated[
        bool, Option("--booklet", help="Running text as a booklet: two pages a side, to be folded and stapled.")
    ] = False
    trim: Annotated[
        TrimName | None,
        Option(
            "--trim",
            help="Cut straight along the edges, or round the cut shape of kinds that have one; shaped with --cut, else "
            "straight, if not given.",
        ),
    ] = None
    cut: Annotated[
        CutFormat | None,
        Option("--cut", help="Cut lines for a cutting machine beside each file, and its marks on the sheets."),
    ] = None
    cutter: Annotated[
        CutterName | None,
        Option(
            "--cutter",
            help="The machine that --cut is for, silhouette if not given. Registration marks are printed for the first "
            "three; Cricut's program prints its own and reads no others, and a ScanNCut needs none.",
        ),
    ] = None
    no_preflight: Annotated[
        bool, Option("--no-preflight", help="Do not read the files back before they are put in place.")
    ] = False
    ink: Annotated[
        PrintInk,
        Option(
            "--ink",
            help="Black lines, each game's own design for low ink, its colours, or nothing but outlines and marks.",
        ),
    ] = PrintInk.full
    ink_report: Annotated[
        bool, Option("--ink-report", help="Report how much of the paper each file covers with ink.")
    ] = False
    tidy: Annotated[
        bool, Option("--tidy", help="Print nothing: list the sheets of kinds that are gone. With --yes, remove them.")
    ] = False
    yes: Annotated[bool, Option("--yes", help="Do what --tidy would.")] = False
    whole: Annotated[bool, Option("--whole", help="Check everything that `pnp check` checks.")] = False
    jobs: Jobs = None
    data: Data = DATA
    templates: Templates = TEMPLATES
    out: Out = OUT
    cache: CacheFolder = None
    no_cache: NoCache = False
    quiet: Quiet = False
    opened: Open = False

    def with_values(self, said: Mapping[str, Any]) -> Self:
        """The same with other values, as a file has them, for options of these names."""
        made = {name: _TYPES.get(name, str)(value) for name, value in said.items() if value is not None}
        return replace(self, **{**said, **made})

    @property
    def project(self) -> "Project":
        """Where games and faces lie."""
        from generator.core.folders import Project

        return Project(self.data, self.templates)

    @property
    def edition(self) -> InkName:
        """The edition whose faces are drawn."""
        return InkName.full if self.ink == PrintInk.none else InkName(self.ink)

    @property
    def choice(self) -> "Choice":
        """What is taken of a game."""
        from generator.project.printing.order import Choice

        demanded, preferred = languages(None if self.lang == ALL_LANGUAGES else self.lang)
        return Choice(tuple(self.kinds or ()), tuple(self.items or ()), demanded, self.edition, preferred, self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The items that a box is to hold."""
        return tuple(filter(None, (name.strip() for name in (self.wanted or "").split(","))))

    @property
    def trim_name(self) -> TrimName:
        """How kinds are cut that can be cut in two ways: a machine follows shapes as easily as straight lines."""
        return self.trim or (TrimName.shaped if self.cut else TrimName.straight)

    @property
    def layout(self) -> "SheetLayout":
        """How components lie on paper.

        Raises:
            BadParameter: options contradict each other.
        """
        from generator.project.printing.order import SheetLayout

        used = {*range(1, self.start_at), *(int(part) for part in self.skip.split(",") if part)}
        sheet = self.own_sheet
        return SheetLayout(
            sheet.paper if sheet else self.paper,
            self.backs,
            self._profile(),
            self.printers,
            self.marks,
            self.bleed,
            self.gutter,
            self.join,
            tuple(sorted(used)),
            self.per_sheet is not None,
            self.cutting(),
            self.trim_name,
            self.booklet,
            self.bleed_backs,
            self.bleed_outside,
            self.ink == PrintInk.none,
            self.name_paper,
            sheet,
        )

    @property
    def own_sheet(self) -> "OwnSheet | None":
        """The sheet with places of its own that is printed on.

        Raises:
            Refusal: see `find_sheet`.
        """
        if self.on_sheet is None:
            return None
        from generator.model.own_sheets import find_sheet

        return find_sheet(self.data, self.on_sheet)

    @property
    def print_run(self) -> "PrintRun":
        """How much is printed at once, and by how many processes."""
        from generator.cli.render import PrintRun
        from generator.project.cache import open_cache

        cache = open_cache(self.cache, used=not self.no_cache)
        return PrintRun(self.jobs, self.lang == ALL_LANGUAGES, self.blanks, self.whole, cache)

    def cutting(self) -> "Cutting | None":
        """How a machine cuts the sheets, as two options say it together.

        Raises:
            BadParameter: a machine is named, and nothing is cut by it.
        """
        from generator.project.printing.order import Cutting

        if self.cutter and not self.cut:
            raise BadParameter(
                "it says for which machine --cut draws: give --cut svg or --cut dxf too", param_hint="--cutter"
            )
        return Cutting(self.cut, self.cutter or CutterName.silhouette) if self.cut else None

    def _profile(self) -> str | None:
        """The printer whose profile shifts backs: the one that was asked for, or the project's where it is of use."""
        from generator.cli.render import default_printer

        if self.printer is not None and is_projects("printer"):
            return default_printer(self.printer, self.printers, self.backs)
        if self.printer is None or self.backs not in (Backs.none, Backs.fold):
            return self.printer
        from generator.project.printing.profiles import moves_fronts

        if not moves_fronts(self.printers, self.printer):
            raise BadParameter(
                "it says whose second side to correct: give --backs long, short or separate too", param_hint="--printer"
            )
        return self.printer


class SheetOptions(PrintOptions, frozen=True, kw_only=True):
    """Those of commands that print all games, in all languages at once."""

    lang: Annotated[
        str | None,
        Option(
            "--lang",
            metavar="LANGUAGE",
            autocompletion=complete_languages,
            help="The language, or all; the game's first if not given.",
        ),
    ] = None
