"""The commands that go on while a game is worked on: options and wiring. They import what is heavy when they run."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli.group import command
from generator.cli.known import complete_games
from generator.cli.options import DATA, OUT, TEMPLATES, Data, Jobs, Quiet, Templates
from generator.cli.print_commands import USUAL
from generator.cli.print_options import PrintOptions
from generator.cli.project_defaults import take_defaults_anew

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


@command(
    takes="games kinds paper lang backs printer printers trim ink data templates out quiet",
    defaults=USUAL,
)
def watch(given: PrintOptions) -> None:
    """Check and print again after each save.

    It prints all sheets as pnp render does, then waits; whatever changes is checked, and sheets that would differ are
    printed. While there are errors the last good sheets stay. Ctrl-C ends it.
    """
    from generator.cli.watch import run

    raise typer.Exit(run(_watched(given), lambda: _watched(given.with_values(take_defaults_anew()))))


def _watched(given: PrintOptions) -> "Watched":
    from generator.cli.watch import Watched
    from generator.project.printing.order import RenderOrder

    return Watched(tuple(given.games or ()), given.project, RenderOrder(given.choice, given.layout, given.out))


SiteGames = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME]...", autocompletion=complete_games, help="The games; all if none is named."),
]
SiteTarget = Annotated[
    Path, typer.Option("--out", metavar="DIR", help="The folder to write: an empty one, or that of a site made before.")
]
Papers = Annotated[
    list[str] | None,
    typer.Option("--paper", metavar="PAPER", help="The paper of the sheets; may be repeated. The project's, else A4."),
]
Base = Annotated[str, typer.Option("--base", metavar="URL", help="The address that it will lie at: for a map of it.")]
Runtime = Annotated[
    Path | None,
    typer.Option("--runtime", metavar="DIR", help="What the tool runs by in a browser; else that which is installed."),
]


@command(defaults=("templates",))
def site(
    games: SiteGames = None,
    out: SiteTarget = OUT / "site",
    paper: Papers = None,
    base: Base = "",
    runtime: Runtime = None,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    jobs: Jobs = None,
    quiet: Quiet = False,
) -> None:
    """Make a site of the games: a folder of files for any web host.

    It holds all faces, the rules as pages, sheets and boxes to print, the lab's figures and the table, with relative
    links. Made again, it writes what has changed.
    """
    from generator.cli.site import run
    from generator.core.folders import Project
    from generator.web.site.making import SiteOrder

    order = SiteOrder(out, tuple(games or ()), tuple(paper or ()), base, runtime, jobs or 0)
    raise typer.Exit(run(Project(data, templates), order))


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
