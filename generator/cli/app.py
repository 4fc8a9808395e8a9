"""The command ``pnp``: options and wiring. What is heavy is imported by the command that needs it."""

import gc
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from generator import __version__
from generator.cli import levers

FAULT = 3


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


class Format(StrEnum):
    """How problems are written."""

    text = "text"
    json = "json"
    github = "github"


class Backs(StrEnum):
    """Where backs go."""

    long = "long"
    short = "short"
    separate = "separate"
    fold = "fold"
    none = "none"


class Shown(StrEnum):
    """How an item is told."""

    text = "text"
    json = "json"


class Target(StrEnum):
    """What pictures are for."""

    png = "png"
    tts = "tts"
    tgc = "tgc"


class Edge(StrEnum):
    """The edge about which paper is turned."""

    long = "long"
    short = "short"


class Marks(StrEnum):
    """What scissors go by."""

    crop = "crop"
    guides = "guides"
    none = "none"


class Cut(StrEnum):
    """Drawings for cutting machines."""

    svg = "svg"
    dxf = "dxf"


def _paper(name: str) -> str:
    from generator.sizes import paper_size

    try:
        paper_size(name)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return name


def _slots(text: str) -> str:
    if text and not all(part.strip().isdigit() and 0 < int(part) < 1000 for part in text.split(",")):
        raise typer.BadParameter(f"{text!r} is no list of slots such as 1,4")
    return text


Data = Annotated[Path, typer.Option("--data", metavar="DIR", help="The folder of the games.")]
Templates = Annotated[Path, typer.Option("--templates", metavar="DIR", help="The folder of the faces.")]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder for what is printed.")]
Games = Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="The games; all if none is named.")]
Kinds = Annotated[list[str] | None, typer.Option("--kind", metavar="K", help="A kind to print; may be repeated.")]
Language = Annotated[
    str | None, typer.Option("--lang", metavar="en|fr", help="The language; the game's first if not given.")
]
PaperOption = Annotated[
    str,
    typer.Option(
        "--paper", metavar="a4|letter|a3|legal|WxH", callback=_paper, help="The paper, by name or WIDTHxHEIGHT in mm."
    ),
]

Printers = Annotated[Path, typer.Option("--printers", metavar="FILE", help="The file of printer profiles.")]

PRINTERS = Path("printers.yaml")
DATA, TEMPLATES, OUT, A4 = Path("data"), Path("templates"), Path("output"), "a4"


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
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="[PATH]...", help="Files and folders; all if none is named.")
    ] = None,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    format: Annotated[Format, typer.Option("--format", help="How problems are written.")] = Format.text,
    strict: Annotated[bool, typer.Option("--strict", help="Let warnings fail.")] = False,
) -> None:
    """Check everything, or the files and folders named: every problem with its file, line and column."""
    from generator.cli.check import run

    raise typer.Exit(run(paths or [], data, templates, format.value, strict=strict))


@app.command()
def preflight(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="PDF files, ours or any.")],
    format: Annotated[Format, typer.Option("--format", help="How problems are written.")] = Format.text,
    paper: Annotated[
        str | None,
        typer.Option(
            "--paper",
            metavar="a4|letter|a3|legal|WxH",
            help="The size that pages must have; any paper by name if not given.",
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Let warnings fail.")] = False,
) -> None:
    """Tell whether PDF files are fit to be printed at home: every problem with its file and page."""
    from generator.cli.preflight import run

    raise typer.Exit(run(files, format.value, paper, strict=strict))


@app.command()
def rules(
    name: Annotated[str | None, typer.Argument(metavar="[GAME|RULE]", help="A game, or one rule.")] = None,
    data: Data = DATA,
) -> None:
    """List every rule in force with its numbers and source; or explain one with examples."""
    from generator.cli.rules import run

    raise typer.Exit(run(name, data))


@app.command()
def render(
    games: Games = None,
    kinds: Kinds = None,
    items: Annotated[
        list[str] | None, typer.Option("--item", metavar="ID", help="An item to print; may be repeated.")
    ] = None,
    paper: PaperOption = A4,
    lang: Language = None,
    copies: Annotated[
        int | None, typer.Option("--copies", metavar="N", min=1, max=999, help="Copies of each item.")
    ] = None,
    backs: Annotated[
        Backs,
        typer.Option(
            "--backs", help="Backs: paper turned about its long or short edge, a file of their own, to fold, or none."
        ),
    ] = Backs.none,
    changed_since: Annotated[
        Path | None,
        typer.Option(
            "--changed-since",
            metavar="PRINTED",
            help="Print only what differs from this ledger, such as data/GAME/printed.json.",
        ),
    ] = None,
    mark_printed: Annotated[
        bool, typer.Option("--mark-printed", help="Note in data/GAME/printed.json what was printed.")
    ] = False,
    printer: Annotated[
        str | None,
        typer.Option("--printer", metavar="NAME", help="Shift backs as this printer needs it; see calibrate."),
    ] = None,
    printers: Printers = PRINTERS,
    marks: Annotated[
        Marks, typer.Option("--marks", help="Crop marks, thin guides along every edge, or nothing.")
    ] = Marks.crop,
    bleed: Annotated[
        float, typer.Option("--bleed", metavar="MM", min=0, max=10, help="How far faces reach beyond their trim.")
    ] = 0.0,
    gutter: Annotated[
        float, typer.Option("--gutter", metavar="MM", min=0, max=50, help="Room between neighbours.")
    ] = 0.0,
    skip: Annotated[
        str,
        typer.Option("--skip", metavar="1,4", callback=_slots, help="Slots of the first sheet that were used before."),
    ] = "",
    start_at: Annotated[
        int, typer.Option("--start-at", metavar="N", min=1, max=999, help="The first slot of the first sheet to use.")
    ] = 1,
    per_sheet: Annotated[
        int | None,
        typer.Option("--per-sheet", metavar="1", min=1, max=1, help="One component a sheet, as large as it can be."),
    ] = None,
    cut: Annotated[
        Cut | None,
        typer.Option("--cut", help="Cut lines for a cutting machine beside each file, and its marks on the sheets."),
    ] = None,
    no_preflight: Annotated[
        bool, typer.Option("--no-preflight", help="Do not read the files back before they are put in place.")
    ] = False,
    ink_report: Annotated[
        bool, typer.Option("--ink-report", help="Tell how much of the paper each file covers with ink.")
    ] = False,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    out: Out = OUT,
) -> None:
    """Check, then print sheets: OUT/GAME/KIND.pdf. Nothing is written while the data has errors."""
    from generator.cli.render import run
    from generator.printing import Order

    used = {*range(1, start_at), *(int(part) for part in skip.split(",") if part)}
    order = Order(
        tuple(kinds or ()), tuple(items or ()), paper, lang, copies, out, backs.value, marks.value, bleed, gutter,
        tuple(sorted(used)), enlarged=per_sheet is not None, cut=cut.value if cut else "",
        printer=printer, printers=printers, changed_since=changed_since,
        preflight=not no_preflight, ink_report=ink_report,
    )  # fmt: skip
    raise typer.Exit(run(games or [], order, data, templates, mark_printed=mark_printed))


@app.command()
def blank(
    games: Games = None,
    kinds: Kinds = None,
    pages: Annotated[int, typer.Option("--pages", metavar="N", min=1, max=100, help="Sheets of each kind.")] = 1,
    count: Annotated[
        int | None,
        typer.Option("--count", metavar="N", min=1, max=999, help="So many forms, in place of whole sheets."),
    ] = None,
    style: Annotated[
        str | None, typer.Option("--style", metavar="S", help="What a form shows; each kind names its own.")
    ] = None,
    art: Annotated[
        str | None, typer.Option("--art", metavar="NAME|mix", help="The picture on forms that show one.")
    ] = None,
    paper: PaperOption = A4,
    lang: Language = None,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    out: Out = OUT,
) -> None:
    """Print blank forms to write on by hand: OUT/GAME/KIND-blank.pdf."""
    from generator.cli.render import run
    from generator.printing import Order

    order = Order(tuple(kinds or ()), (), paper, lang, None, out, style=style, blanks=count, art=art)
    raise typer.Exit(run(games or [], order, data, templates, blank_pages=pages))


@app.command()
def plan(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    players: Annotated[int, typer.Option("--players", metavar="N", min=1, max=99, help="How many play.")],
    mode: Annotated[
        str | None, typer.Option("--mode", metavar="standard|solo", help="A way to play; the first if not given.")
    ] = None,
    render: Annotated[
        bool, typer.Option("--render", help="Print just that set into one PDF, behind a cover sheet.")
    ] = False,
    paper: PaperOption = A4,
    lang: Language = None,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    out: Out = OUT,
) -> None:
    """Tell which sheets a game for N players needs, how many components that gives, and why."""
    from generator.cli.plan import run
    from generator.printing import Order

    order = Order(paper=paper, language=lang, out=out)
    raise typer.Exit(run(game, players, mode, order, data, templates, printed=render))


@app.command()
def export(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    to: Annotated[
        Target, typer.Option("--to", help="Pictures, Tabletop Simulator, or a print-on-demand shop.")
    ] = Target.png,
    kinds: Kinds = None,
    items: Annotated[list[str] | None, typer.Option("--item", metavar="ID", help="An item; may be repeated.")] = None,
    lang: Language = None,
    dpi: Annotated[int, typer.Option("--dpi", metavar="N", min=36, max=1200, help="Dots per inch of pictures.")] = 300,
    bleed: Annotated[
        float, typer.Option("--bleed", metavar="MM", min=0, max=10, help="Room round the trim of pictures.")
    ] = 0.0,
    url: Annotated[
        str | None, typer.Option("--url", metavar="URL", help="Where Tabletop Simulator finds the sheets.")
    ] = None,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    out: Out = OUT,
) -> None:
    """Write single faces as pictures: OUT/GAME/png, /tts or /tgc."""
    from generator.cli.export import run
    from generator.printing import Order

    order = Order(tuple(kinds or ()), tuple(items or ()), language=lang, bleed=bleed, out=out)
    raise typer.Exit(run(game, to.value, order, dpi, url, data, templates))


@app.command()
def calibrate(
    printer: Annotated[str | None, typer.Option("--printer", metavar="NAME", help="The printer.")] = None,
    reading: Annotated[
        list[str] | None, typer.Option("--reading", metavar="tl=X,Y …", help="What was read off the sheet.")
    ] = None,
    edge: Annotated[Edge, typer.Option("--edge", help="The edge about which the printer turns the paper.")] = Edge.long,
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
    name: Annotated[str, typer.Argument(metavar="KIND/ID", help="The item.")],
    game: Annotated[
        str | None, typer.Option("--game", metavar="G", help="The game; needed where several have the item.")
    ] = None,
    format: Annotated[Shown, typer.Option("--format", help="How it is written.")] = Shown.text,
    hand: Annotated[
        str | None,
        typer.Option("--hand", metavar="treats=1,…", help="What a player holds: tell what is held afterwards."),
    ] = None,
    drawn_by_surprise: Annotated[
        bool, typer.Option("--drawn-by-surprise", help="Another card's special drew this one.")
    ] = False,
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


def main() -> None:
    """Run the command. A fault of the tool itself ends with status 3 and says so; never with a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    # A deck is a tree of small values that all live to the end. Looking through them for cycles over and over finds
    # nothing to free, and takes a tenth of a large deck's time.
    gc.disable()
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        if os.environ.get("PNP_TRACEBACK"):
            raise
        print(f"pnp: a fault in pnp itself: {type(error).__name__}: {error}", file=sys.stderr)
        print("    please report it; PNP_TRACEBACK=1 shows where it happened", file=sys.stderr)
        sys.exit(FAULT)
