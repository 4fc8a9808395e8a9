"""The commands that begin a game and pass it on: options and wiring."""

from pathlib import Path

from generator.cli.group import command
from generator.cli.options import A4, DATA, TEMPLATES, PaperOption
from generator.cli.project_defaults import is_projects
from generator.core.choices import Backs
from generator.core.folders import Project
from generator.project.printing.order import SheetLayout


@command(defaults=("templates", ("languages", "lang")), writes="data")
def new(
    name: str,
    from_: str | None = None,
    languages: str | None = None,
    sorts: list[str] | None = None,
    with_play: bool = False,
    quiet: bool = False,
    data: Path = DATA,
    templates: Path = TEMPLATES,
) -> int:
    """Make a new game, or add a kind to a game.

    A new game checks and prints. Existing files are never overwritten.
    """
    from generator.cli.new import run

    asked, usual = (None, languages) if is_projects("languages") else (languages, None)
    return run(name, from_, asked, sorts or [], Project(data, templates), usual or "en", with_play=with_play)


@command(defaults=("templates",), writes="templates")
def icons(
    words: list[str] | None = None,
    take: bool = False,
    game: str | None = None,
    quiet: bool = False,
    data: Path = DATA,
    templates: Path = TEMPLATES,
) -> int:
    """List icons to begin with, or take some into a game.

    They come from game-icons.net under CC BY 3.0: the credit that it asks for goes into CREDITS.md and onto covers.
    """
    from generator.cli.icons import run

    return run(words or [], game, Project(data, templates), take=take)


@command(defaults=("templates", "paper", "backs"), writes="out")
def pack(
    game: str,
    out: Path | None = None,
    with_sheets: bool = False,
    paper: PaperOption = A4,
    backs: Backs = Backs.none,
    quiet: bool = False,
    data: Path = DATA,
    templates: Path = TEMPLATES,
) -> int:
    """Pack a game into one file, for a friend to print or to change.

    The archive is a project: data, templates, and how to go on. Nothing hidden goes in.
    """
    from generator.cli.pack import run

    file = out or Path(f"{game}.zip")
    return run(game, file, Project(data, templates), SheetLayout(paper=paper, backs=backs), with_sheets=with_sheets)
