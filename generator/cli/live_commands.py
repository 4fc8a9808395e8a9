"""The commands that go on while a game is worked on: options and wiring. They import what is heavy when they run."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from generator.cli.group import command
from generator.cli.known import complete_games
from generator.cli.options import (
    A4,
    DATA,
    OUT,
    PRINTERS,
    TEMPLATES,
    BacksOption,
    Data,
    Games,
    InkOption,
    Kinds,
    Language,
    Out,
    PaperOption,
    Printer,
    Printers,
    Quiet,
    Templates,
    TrimOption,
)
from generator.cli.print_commands import profile_of
from generator.cli.project_defaults import languages, take_defaults_anew
from generator.core.choices import Backs, InkName, TrimName

if TYPE_CHECKING:
    from generator.cli.watch import Watched

PORT = 8765

ServedGame = Annotated[
    str | None, typer.Argument(metavar="[GAME]", autocompletion=complete_games, help="The game to open first.")
]
Port = Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0: any free one.")]
Host = Annotated[
    str,
    typer.Option("--host", metavar="ADDRESS", help="The address to listen on; only this machine reaches 127.0.0.1."),
]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")]
ReadOnly = Annotated[bool, typer.Option("--read-only", help="Write no file.")]
Public = Annotated[
    bool,
    typer.Option("--public", help="For strangers on a server: the shipped games only, no file shown or written."),
]
Proxies = Annotated[
    list[str] | None,
    typer.Option(
        "--proxy", metavar="ADDRESS", help="A reverse proxy in front, whose word on clients' addresses is taken."
    ),
]


@command(defaults=("paper", "lang", "backs", "printer", "trim", "ink", "out", "templates"))
def watch(
    games: Games = None,
    kinds: Kinds = None,
    paper: PaperOption = A4,
    lang: Language = None,
    backs: BacksOption = Backs.none,
    printer: Printer = None,
    printers: Printers = PRINTERS,
    trim: TrimOption = None,
    ink: InkOption = InkName.full,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    out: Out = OUT,
    quiet: Quiet = False,
) -> None:
    """Check and print again after each save.

    It prints all sheets as pnp render does, then waits; whatever changes is checked, and sheets that would differ are
    printed. While there are errors the last good sheets stay. Ctrl-C ends it.
    """
    from generator.cli.watch import run

    def watched(**own: Any) -> "Watched":
        return _watched(tuple(games or ()), tuple(kinds or ()), data, printers, **own)

    first = watched(
        paper=paper, lang=lang, backs=backs, printer=printer, trim=trim, ink=ink, out=out, templates=templates
    )
    raise typer.Exit(run(first, lambda: watched(**take_defaults_anew())))


def _watched(
    games: tuple[str, ...],
    kinds: tuple[str, ...],
    data: Path,
    printers: Path,
    *,
    paper: str,
    lang: str | None,
    backs: str,
    printer: str | None,
    trim: str | None,
    ink: str,
    out: str | Path,
    templates: str | Path,
) -> "Watched":
    """What is asked for. The project's own defaults come as ``pnp.yaml`` has them."""
    from generator.cli.watch import Watched
    from generator.core.folders import Project
    from generator.project.printing.order import Choice, RenderOrder, SheetLayout

    demanded, preferred = languages(lang)
    edge = Backs(backs)
    layout = SheetLayout(
        paper, edge, profile_of(printer, printers, edge), printers, trim=TrimName(trim or TrimName.straight)
    )
    choice = Choice(kinds, language=demanded, ink=InkName(ink), preferred=preferred)
    return Watched(games, Project(data, Path(templates)), RenderOrder(choice, layout, Path(out)))


@command(defaults=("templates",))
def serve(
    game: ServedGame = None,
    port: Port = PORT,
    host: Host = "127.0.0.1",
    no_open: NoOpen = False,
    read_only: ReadOnly = False,
    public: Public = False,
    proxy: Proxies = None,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    quiet: Quiet = False,
) -> None:
    """Show the games in a browser: the workshop.

    Faces, problems and figures follow each change of a file; sheets are a click away. Ctrl-C ends it.
    """
    from generator.cli.serve import run
    from generator.core.folders import Project
    from generator.web.terms import Terms

    terms = Terms(host, port, game, read_only, public, tuple(proxy or ()))
    raise typer.Exit(run(Project(data, templates), terms, opened=not (no_open or public)))
