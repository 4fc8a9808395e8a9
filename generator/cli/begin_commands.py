"""The commands that begin a game and pass it on: options and wiring."""

from pathlib import Path
from typing import Annotated

import typer

from generator.cli.group import command
from generator.cli.options import A4, DATA, TEMPLATES, Data, GameArgument, PaperOption, Quiet, Templates
from generator.cli.print_options import BacksOption
from generator.cli.project_defaults import complete_games
from generator.core.choices import Backs

NewName = Annotated[str, typer.Argument(metavar="NAME", help="The game's folder: small letters, figures, hyphens.")]
From = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="GAME",
        help="Copy this game: one that ships with pnp or of the project, or a folder or a .zip that a friend packed.",
    ),
]
Languages = Annotated[
    str | None,
    typer.Option("--languages", metavar="en,de", help="The game's languages, the default first; en if not given."),
]
NewKinds = Annotated[
    list[str] | None,
    typer.Option(
        "--kind",
        metavar="PRESET[:NAME]",
        help="A kind from this preset in place of the starter's own, or an additional kind of an existing game: board, "
        "cards, hexes, rules, sheet, tent, tiles or tokens; may be repeated. Its name is the preset's, or NAME.",
    ),
]
WithPlay = Annotated[
    bool, typer.Option("--with-play", help="With play.py beside it: how the game plays, for pnp simulate.")
]

PackOut = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE.zip", help="The archive; GAME.zip if not given.", show_default=False),
]
WithSheets = Annotated[bool, typer.Option("--with-sheets", help="With finished sheets in it, in each language.")]


@command(defaults=("templates", ("languages", "lang")), writes="data")
def new(
    name: NewName,
    from_: From = None,
    languages: Languages = None,
    sorts: NewKinds = None,
    with_play: WithPlay = False,
    quiet: Quiet = False,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
) -> int:
    """Make a new game, or add a kind to a game.

    A new game checks and prints, and is there to be changed into your own. Existing files are never overwritten.
    """
    from generator.cli.new import run
    from generator.cli.project_defaults import is_projects
    from generator.core.folders import Project

    asked, usual = (None, languages) if is_projects("languages") else (languages, None)
    return run(name, from_, asked, sorts or [], Project(data, templates), usual or "en", with_play=with_play)


IconWords = Annotated[list[str] | None, typer.Argument(metavar="[WORD]…", help="Words of names; all icons if none.")]
IconGame = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="G", autocompletion=complete_games, help="The game; needed where there are several."
    ),
]
Take = Annotated[bool, typer.Option("--take", help="Copy the icons of these names into the game, with their credit.")]


@command(defaults=("templates",), writes="templates")
def icons(
    words: IconWords = None,
    take: Take = False,
    game: IconGame = None,
    quiet: Quiet = False,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
) -> int:
    """List icons to begin with, or take some into a game.

    They come from game-icons.net under CC BY 3.0: the credit that it asks for goes into CREDITS.md and onto covers.
    """
    from generator.cli.icons import run
    from generator.core.folders import Project

    return run(words or [], game, Project(data, templates), take=take)


@command(defaults=("templates", "paper", "backs"), writes="out")
def pack(
    game: GameArgument,
    out: PackOut = None,
    with_sheets: WithSheets = False,
    paper: PaperOption = A4,
    backs: BacksOption = Backs.none,
    quiet: Quiet = False,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
) -> int:
    """Pack a game into one file, for a friend to print or to change.

    The archive is a project: data, templates, and how to go on. Nothing hidden goes in.
    """
    from generator.cli.pack import run
    from generator.core.folders import Project
    from generator.project.printing.order import SheetLayout

    file = out or Path(f"{game}.zip")
    return run(game, file, Project(data, templates), SheetLayout(paper=paper, backs=backs), with_sheets=with_sheets)
