"""The commands about sheets and pictures: options and wiring. A command imports what is heavy when it runs."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from generator.cli.group import command
from generator.cli.options import (
    A4,
    ALL_LANGUAGES,
    DATA,
    OUT,
    PRINTERS,
    TEMPLATES,
    Art,
    BacksOption,
    Blanks,
    Bleed,
    CacheFolder,
    CalibratePrinter,
    ChangedSince,
    Copies,
    Count,
    CutOption,
    CutterOption,
    Data,
    Dpi,
    EdgeOption,
    ExportBleed,
    ExportItems,
    Files,
    Format,
    FormatOption,
    GameArgument,
    Games,
    Gutter,
    InkOption,
    InkReport,
    Jobs,
    Kinds,
    Language,
    MarkPrinted,
    MarksOption,
    Mode,
    NoCache,
    NoPreflight,
    Open,
    Out,
    Pages,
    Paper,
    PaperOption,
    PerSheet,
    Players,
    Printer,
    Printers,
    PrintLanguage,
    Quiet,
    ReadingOption,
    RenderItems,
    RenderOption,
    SheetLanguage,
    Skip,
    StartAt,
    Strict,
    StyleOption,
    Target,
    Templates,
    To,
    TrimOption,
    Url,
    Whole,
)
from generator.cli.project_defaults import is_projects, languages
from generator.core.choices import Backs, CutFormat, CutterName, Edge, InkName, Marks, TrimName

if TYPE_CHECKING:
    from generator.project.printing.order import Cutting


@command(defaults=("paper", "lang", "backs", "printer", "trim", "ink", "out", "templates"))
def render(
    games: Games = None,
    kinds: Kinds = None,
    items: RenderItems = None,
    paper: PaperOption = A4,
    lang: PrintLanguage = None,
    blanks: Blanks = False,
    copies: Copies = None,
    backs: BacksOption = Backs.none,
    changed_since: ChangedSince = None,
    mark_printed: MarkPrinted = False,
    printer: Printer = None,
    printers: Printers = PRINTERS,
    marks: MarksOption = Marks.crop,
    bleed: Bleed = 0.0,
    gutter: Gutter = 0.0,
    skip: Skip = "",
    start_at: StartAt = 1,
    per_sheet: PerSheet = None,
    trim: TrimOption = None,
    cut: CutOption = None,
    cutter: CutterOption = None,
    no_preflight: NoPreflight = False,
    ink: InkOption = InkName.full,
    ink_report: InkReport = False,
    whole: Whole = False,
    jobs: Jobs = None,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    out: Out = OUT,
    cache: CacheFolder = None,
    no_cache: NoCache = False,
    quiet: Quiet = False,
    opened: Open = False,
) -> None:
    """Check, then print sheets: OUT/GAME/KIND.pdf.

    It checks what it prints and what that stands on; with an error there nothing is written. Errors elsewhere that
    come up while files are read are counted in one line; `pnp check` tells them all.
    """
    from generator.cli.render import PrintRun, run_render
    from generator.core.folders import Project
    from generator.project.cache import open_cache
    from generator.project.printing.order import Choice, RenderOrder, SheetLayout

    cutting = _cutting(cut, cutter)
    printer = profile_of(printer, printers, backs)
    used = {*range(1, start_at), *(int(part) for part in skip.split(",") if part)}
    layout = SheetLayout(
        paper, backs, printer, printers, marks, bleed, gutter, tuple(sorted(used)), per_sheet is not None, cutting,
        _trim(trim, cut),
    )  # fmt: skip
    run = PrintRun(jobs, lang == ALL_LANGUAGES, blanks, whole, open_cache(cache, used=not no_cache))
    demanded, preferred = languages(None if run.every_language else lang)
    choice = Choice(tuple(kinds or ()), tuple(items or ()), demanded, ink, preferred)
    order = RenderOrder(choice, layout, out, copies, changed_since, preflight=not no_preflight, ink_report=ink_report)
    project = Project(data, templates)
    raise typer.Exit(run_render(games or [], order, project, run, marks_printed=mark_printed, opened=opened))


@command(defaults=("paper", "lang", "trim", "ink", "out", "templates"))
def blank(
    games: Games = None,
    kinds: Kinds = None,
    pages: Pages = 1,
    count: Count = None,
    style: StyleOption = None,
    art: Art = None,
    trim: TrimOption = None,
    paper: PaperOption = A4,
    lang: PrintLanguage = None,
    ink: InkOption = InkName.full,
    jobs: Jobs = None,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    out: Out = OUT,
    cache: CacheFolder = None,
    no_cache: NoCache = False,
    quiet: Quiet = False,
    opened: Open = False,
) -> None:
    """Print forms to write on by hand: OUT/GAME/KIND-blank.pdf."""
    from generator.cli.render import PrintRun, run_blank
    from generator.core.folders import Project
    from generator.project.cache import open_cache
    from generator.project.printing.order import BlankOrder, Choice

    run = PrintRun(jobs, lang == ALL_LANGUAGES, cache=open_cache(cache, used=not no_cache))
    demanded, preferred = languages(None if run.every_language else lang)
    choice = Choice(tuple(kinds or ()), language=demanded, ink=ink, preferred=preferred)
    order = BlankOrder(choice, paper, out, pages, count, style, art, _trim(trim, None))
    raise typer.Exit(run_blank(games or [], order, Project(data, templates), run, opened=opened))


def _cutting(cut: CutFormat | None, cutter: CutterName | None) -> "Cutting | None":
    """How a machine cuts the sheets, as two options say it together."""
    from generator.project.printing.order import Cutting

    if cutter and not cut:
        raise typer.BadParameter(
            "it says for which machine --cut draws: give --cut svg or --cut dxf too", param_hint="--cutter"
        )
    return Cutting(cut, cutter or CutterName.silhouette) if cut else None


def _trim(trim: TrimName | None, cut: CutFormat | None) -> TrimName:
    """How kinds are cut that can be cut in two ways: a machine follows shapes as easily as straight lines."""
    return trim or (TrimName.shaped if cut else TrimName.straight)


def profile_of(printer: str | None, printers: Path, backs: Backs) -> str | None:
    """The printer whose profile shifts backs: the one that was asked for, or the project's where it is of use."""
    from generator.cli.render import default_printer

    if printer is not None and is_projects("printer"):
        return default_printer(printer, printers, backs)
    if printer is not None and backs in (Backs.none, Backs.fold):
        raise typer.BadParameter(
            "it says whose second side to correct: give --backs long, short or separate too", param_hint="--printer"
        )
    return printer


@command(defaults=("paper", "lang", "backs", "printer", "trim", "ink", "out", "templates"))
def plan(
    game: GameArgument,
    players: Players = None,
    mode: Mode = None,
    render: RenderOption = False,
    paper: PaperOption = A4,
    lang: Language = None,
    backs: BacksOption = Backs.none,
    printer: Printer = None,
    printers: Printers = PRINTERS,
    trim: TrimOption = None,
    cut: CutOption = None,
    cutter: CutterOption = None,
    ink: InkOption = InkName.full,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    out: Out = OUT,
    quiet: Quiet = False,
    opened: Open = False,
) -> None:
    """Tell which sheets a game for N players needs.

    It tells how many components that gives, and why. Without --players it tells the least for each way to play.
    """
    from generator.cli.plan import run, run_least
    from generator.core.folders import Project
    from generator.project.printing.order import Choice, SheetLayout

    demanded, preferred = languages(lang)
    choice = Choice(language=demanded, ink=ink, preferred=preferred)
    shifted = profile_of(printer, printers, backs)
    layout = SheetLayout(paper, backs, shifted, printers, cutting=_cutting(cut, cutter), trim=_trim(trim, cut))
    if players is None:
        for name, given in (("--mode", mode), ("--render", render or None)):
            if given is not None:
                raise typer.BadParameter("how many play? give --players too", param_hint=name)
        raise typer.Exit(run_least(game, choice, Project(data, templates), layout))
    raise typer.Exit(
        run(
            game, players, mode, choice, Project(data, templates), layout=layout, out=out, printed=render, opened=opened
        )
    )


@command(defaults=("lang", "ink", "out", "templates"))
def export(
    game: GameArgument,
    to: To = Target.png,
    kinds: Kinds = None,
    items: ExportItems = None,
    lang: Language = None,
    dpi: Dpi = 300,
    bleed: ExportBleed = 0.0,
    ink: InkOption = InkName.full,
    url: Url = None,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    out: Out = OUT,
    quiet: Quiet = False,
    opened: Open = False,
) -> None:
    """Write faces as pictures, or items for a spreadsheet.

    They go to OUT/GAME/png, /svg, /tts, /tgc or /csv.
    """
    from generator.cli.export import run
    from generator.core.folders import Project
    from generator.project.printing.order import Choice

    demanded, preferred = languages(lang)
    choice = Choice(tuple(kinds or ()), tuple(items or ()), demanded, ink, preferred)
    raise typer.Exit(
        run(game, to, choice, Project(data, templates), out=out, dpi=dpi, bleed=bleed, url=url, opened=opened)
    )


@command(defaults=("paper", "out", "templates"))
def calibrate(
    printer: CalibratePrinter = None,
    reading: ReadingOption = None,
    edge: EdgeOption = Edge.long,
    paper: PaperOption = A4,
    lang: SheetLanguage = None,
    out: Out = OUT,
    printers: Printers = PRINTERS,
    templates: Templates = TEMPLATES,
    quiet: Quiet = False,
    opened: Open = False,
) -> None:
    """Print a duplex test sheet, or store what was read off it.

    What is stored is a profile of the printer, by which backs are shifted.
    """
    from generator.cli.calibrate import run

    said = languages(lang)
    raise typer.Exit(run(printer, reading or [], edge, paper, out, printers, templates, said, opened=opened))


@command()
def preflight(
    files: Files,
    format: FormatOption = Format.text,
    paper: Paper = None,
    strict: Strict = False,
    quiet: Quiet = False,
) -> None:
    """Tell whether PDF files are fit to be printed at home.

    Every problem is told with its file and page.
    """
    from generator.cli.preflight import run

    raise typer.Exit(run(files, format.value, paper, strict=strict))
