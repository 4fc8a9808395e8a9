"""The command ``pnp``: options and wiring. What is heavy is imported by the command that needs it."""

import atexit
import gc
import os
import signal
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from generator import __version__
from generator.cli import levers
from generator.cli.options import (
    A4,
    DATA,
    OUT,
    PRINTERS,
    TEMPLATES,
    Art,
    Backs,
    BacksOption,
    Bleed,
    CalibratePrinter,
    ChangedSince,
    Copies,
    Count,
    CutOption,
    CutterOption,
    Data,
    Dpi,
    DrawnBySurprise,
    Edge,
    EdgeOption,
    ExportBleed,
    ExportItems,
    Files,
    Format,
    FormatOption,
    Game,
    Games,
    Gutter,
    Hand,
    Ink,
    InkOption,
    InkReport,
    Kinds,
    Language,
    MarkPrinted,
    Marks,
    MarksOption,
    Mode,
    Name,
    NoPreflight,
    Out,
    Pages,
    Paper,
    PaperOption,
    Paths,
    PerSheet,
    Players,
    Printer,
    Printers,
    Reading,
    Render,
    RenderItems,
    ShowFormat,
    ShowGame,
    Shown,
    ShowName,
    Skip,
    StartAt,
    Strict,
    Style,
    Target,
    Templates,
    To,
    Url,
)

FAULT = 3
INTERRUPTED = 130  # what a shell says of a program that an interrupt ended


class Commands(TyperGroup):
    """The commands. That nobody reads their output to its end (``pnp rules | head``) is no fault of theirs."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command and write out all that it printed."""
        status = typer.Exit()
        try:
            try:
                return super().invoke(ctx)
            except typer.Exit as left:
                status = left
                raise
            finally:
                if sys.stdout is not None:  # it is None where the caller closed it
                    sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise status from None


app = typer.Typer(
    name="pnp",
    cls=Commands,
    help="Check a print-and-play game's balance and print its sheets.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pnp-generator {__version__}")
        raise typer.Exit


@app.callback()
def pnp(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Check a print-and-play game's balance and print its sheets."""


@app.command()
def check(
    paths: Paths = None,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    format: FormatOption = Format.text,
    strict: Strict = False,
) -> None:
    """Check everything, or the files and folders named: every problem with its file, line and column."""
    from generator.cli.check import run

    raise typer.Exit(run(paths or [], data, templates, format.value, strict=strict))


@app.command()
def preflight(
    files: Files,
    format: FormatOption = Format.text,
    paper: Paper = None,
    strict: Strict = False,
) -> None:
    """Tell whether PDF files are fit to be printed at home: every problem with its file and page."""
    from generator.cli.preflight import run

    raise typer.Exit(run(files, format.value, paper, strict=strict))


@app.command()
def rules(
    name: Name = None,
    data: Data = DATA,
) -> None:
    """List every rule in force with its numbers and source; or explain one with examples."""
    from generator.cli.rules import run

    raise typer.Exit(run(name, data))


@app.command()
def render(
    games: Games = None,
    kinds: Kinds = None,
    items: RenderItems = None,
    paper: PaperOption = A4,
    lang: Language = None,
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
    cut: CutOption = None,
    cutter: CutterOption = None,
    no_preflight: NoPreflight = False,
    ink: InkOption = Ink.full,
    ink_report: InkReport = False,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    out: Out = OUT,
) -> None:
    """Check, then print sheets: OUT/GAME/KIND.pdf. Nothing is written while the data has errors."""
    from generator.cli.render import run
    from generator.order import Order

    if cutter and not cut:
        raise typer.BadParameter(
            "it says for which machine --cut draws: give --cut svg or --cut dxf too", param_hint="--cutter"
        )
    used = {*range(1, start_at), *(int(part) for part in skip.split(",") if part)}
    order = Order(
        tuple(kinds or ()), tuple(items or ()), paper, lang, copies, out, backs.value, marks.value, bleed, gutter,
        tuple(sorted(used)), enlarged=per_sheet is not None, cut=cut.value if cut else "",
        cutter=cutter.value if cutter else "",
        printer=printer, printers=printers, changed_since=changed_since,
        preflight=not no_preflight, ink=ink.value, ink_report=ink_report,
    )  # fmt: skip
    raise typer.Exit(run(games or [], order, data, templates, mark_printed=mark_printed))


@app.command()
def blank(
    games: Games = None,
    kinds: Kinds = None,
    pages: Pages = 1,
    count: Count = None,
    style: Style = None,
    art: Art = None,
    paper: PaperOption = A4,
    lang: Language = None,
    ink: InkOption = Ink.full,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    out: Out = OUT,
) -> None:
    """Print blank forms to write on by hand: OUT/GAME/KIND-blank.pdf."""
    from generator.cli.render import run
    from generator.order import Order

    order = Order(tuple(kinds or ()), (), paper, lang, None, out, style=style, blanks=count, art=art, ink=ink.value)
    raise typer.Exit(run(games or [], order, data, templates, blank_pages=pages))


@app.command()
def plan(
    game: Game,
    players: Players,
    mode: Mode = None,
    render: Render = False,
    paper: PaperOption = A4,
    lang: Language = None,
    ink: InkOption = Ink.full,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    out: Out = OUT,
) -> None:
    """Tell which sheets a game for N players needs, how many components that gives, and why."""
    from generator.cli.plan import run
    from generator.order import Order

    order = Order(paper=paper, language=lang, out=out, ink=ink.value)
    raise typer.Exit(run(game, players, mode, order, data, templates, printed=render))


@app.command()
def export(
    game: Game,
    to: To = Target.png,
    kinds: Kinds = None,
    items: ExportItems = None,
    lang: Language = None,
    dpi: Dpi = 300,
    bleed: ExportBleed = 0.0,
    ink: InkOption = Ink.full,
    url: Url = None,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    out: Out = OUT,
) -> None:
    """Write single faces as pictures: OUT/GAME/png, /tts or /tgc."""
    from generator.cli.export import run
    from generator.order import Order

    order = Order(tuple(kinds or ()), tuple(items or ()), language=lang, bleed=bleed, out=out, ink=ink.value)
    raise typer.Exit(run(game, to.value, order, dpi, url, data, templates))


@app.command()
def calibrate(
    printer: CalibratePrinter = None,
    reading: Reading = None,
    edge: EdgeOption = Edge.long,
    paper: PaperOption = A4,
    out: Out = OUT,
    printers: Printers = PRINTERS,
    templates: Templates = TEMPLATES,
) -> None:
    """Print a duplex test sheet; store what was read off it as a printer's profile."""
    from generator.cli.calibrate import run

    raise typer.Exit(run(printer, reading or [], edge.value, paper, out, printers, templates))


@app.command()
def show(
    name: ShowName,
    game: ShowGame = None,
    format: ShowFormat = Shown.text,
    hand: Hand = None,
    drawn_by_surprise: DrawnBySurprise = False,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
) -> None:
    """Tell an item in words: what it does, in which order and why."""
    from generator.cli.show import run

    raise typer.Exit(run(name, game, format.value, hand, data, templates, drawn=drawn_by_surprise))


@app.command()
def generate(
    kind: levers.Kind,
    game: levers.Game = None,
    count: levers.Count = 1,
    seed: levers.Seed = None,
    out: levers.File = None,
    effects: levers.Effects = None,
    only: levers.Only = None,
    without: levers.Without = None,
    repeats: levers.Repeats = False,
    swing: levers.Swing = None,
    mean: levers.Mean = None,
    like: levers.Like = None,
    lang: levers.Language = None,
    render: levers.Render = False,
    sheets: levers.Sheets = OUT,
    paper: PaperOption = A4,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
) -> None:
    """Make new items that obey the rules, as YAML, to standard output or appended to a file."""
    from generator.cli.generate import run
    from generator.cli.wish import Wish

    wanted, refused = (
        tuple(word for words in given or () for word in words.split(",") if word) for given in (only, without)
    )
    printed = sheets if render else None
    wish = Wish(
        kind, game, count, seed, out, effects, wanted, refused, repeats, swing, mean, like, lang, printed, paper
    )
    raise typer.Exit(run(wish, data, templates))


def _let_go_of_output() -> None:
    """Write out what was printed; if that cannot be (a full disk), drop it, or the way out would fail once more."""
    try:
        sys.stdout.flush()
    except (OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _was_interrupted(error: BaseException | None) -> bool:
    """Whether an interrupt lies behind an error: reportlab, for one, catches whatever comes and raises its own."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def main() -> None:
    """Run the command. A fault of the tool itself ends with status 3 and says so; never with a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    # A deck is a tree of small values that all live to the end. Looking through them for cycles over and over finds
    # nothing to free, and takes a tenth of a large deck's time.
    gc.disable()
    # At exit, what is left is to let go of memory: an interrupt would only spoil the status of work that is done.
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    try:
        app()
    except (Exception, KeyboardInterrupt) as error:
        if _was_interrupted(error):
            sys.exit(INTERRUPTED)
        if os.environ.get("PNP_TRACEBACK"):
            raise
        _let_go_of_output()
        print(f"pnp: a fault in pnp itself: {type(error).__name__}: {error}", file=sys.stderr)
        print("    please report it; PNP_TRACEBACK=1 shows where it happened", file=sys.stderr)
        sys.exit(FAULT)
