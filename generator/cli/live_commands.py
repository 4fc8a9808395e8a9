"""The commands that go on while a game is worked on: options and wiring. They import what is heavy when they run."""

from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli.group import command
from generator.cli.known import complete_games
from generator.cli.options import DATA, TEMPLATES, Data, Quiet, Templates
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
    takes="games kinds paper lang backs printer printers marks bleed gutter join trim ink data templates out quiet",
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
