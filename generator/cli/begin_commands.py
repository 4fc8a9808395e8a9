"""The command that begins a game: options and wiring."""

from typing import Annotated

import typer

from generator.cli.group import command
from generator.cli.options import DATA, TEMPLATES, Data, Quiet, Templates

NewName = Annotated[str, typer.Argument(metavar="NAME", help="The game's folder: small letters, figures, hyphens.")]
From = Annotated[
    str | None,
    typer.Option("--from", metavar="GAME", help="Copy this game, one that ships with pnp or of the project."),
]
Languages = Annotated[
    str | None,
    typer.Option("--languages", metavar="en,de", help="The game's languages, its first one first; en if not given."),
]
NewKinds = Annotated[
    list[str] | None,
    typer.Option(
        "--kind",
        metavar="SORT[:NAME]",
        help="A kind of this sort in place of the starter's own, or one more where there is such a game: board, cards, "
        "hexes, rules, sheet, tent, tiles or tokens; may be repeated. It is called like its sort, or NAME.",
    ),
]
WithPlay = Annotated[
    bool, typer.Option("--with-play", help="With play.py beside it: how the game plays, for pnp simulate.")
]


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

    A new game checks and prints, and is there to be changed into your own. Nothing is written over.
    """
    from generator.cli.new import run
    from generator.cli.project_defaults import is_projects
    from generator.core.folders import Project

    asked, usual = (None, languages) if is_projects("languages") else (languages, None)
    return run(name, from_, asked, sorts or [], Project(data, templates), usual or "en", with_play=with_play)
