"""The commands that begin a game and pass it on: options and wiring."""

from pathlib import Path

from generator.cli.group import command
from generator.cli.options import A4, DATA, TEMPLATES, PaperOption
from generator.cli.project_defaults import is_projects
from generator.cli.reporting import counted, report, say
from generator.core.choices import Backs
from generator.core.folders import Project
from generator.core.problem import NotFound, WrongUse
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
) -> None:
    """Make a new game, or add a kind to a game.

    A new game checks and prints. Existing files are never overwritten.
    """
    from generator.cli.new import run

    asked, usual = (None, languages) if is_projects("languages") else (languages, None)
    run(name, from_, asked, sorts or [], Project(data, templates), usual or "en", with_play=with_play)


@command(defaults=("templates",), writes="templates")
def icons(
    words: list[str] | None = None,
    take: bool = False,
    game: str | None = None,
    quiet: bool = False,
    data: Path = DATA,
    templates: Path = TEMPLATES,
) -> None:
    """List icons to begin with, or take some into a game.

    They come from game-icons.net under CC BY 3.0: the credit that it asks for goes into CREDITS.md and onto covers.
    """
    from generator.project.icons import icons_like, take_icons

    project, wanted = Project(data, templates), words or []
    if not take:
        if not (found := icons_like(wanted)):
            raise NotFound(f"there is no icon whose name holds {' '.join(wanted)}; pnp icons lists all")
        say("\n".join(found))
        return
    if not wanted:
        raise WrongUse("which icons? pnp icons lists them; give their names with --take")
    games = [game] if game else project.games()
    if len(games) > 1:
        raise WrongUse(f"into which game? give --game with one of {', '.join(games)}")
    files = take_icons(project, games[0], wanted)
    named = ", ".join(f"{{{name}}}" for name in dict.fromkeys(wanted))
    report("\n".join([f"{named}: {counted(len(files), 'file')} written", *(f"  {f.as_posix()}" for f in files)]))


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
) -> None:
    """Pack a game into one file, for a friend to print or to change.

    The archive is a project: data, templates, and how to go on. Nothing hidden goes in.
    """
    from generator.cli.pack import run

    file = out or Path(f"{game}.zip")
    run(game, file, Project(data, templates), SheetLayout(paper=paper, backs=backs), with_sheets=with_sheets)
