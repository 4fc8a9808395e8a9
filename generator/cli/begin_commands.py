"""The commands that begin a game and pass it on: options and wiring."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.check.scope import Scope
from generator.cli.data_options import DecimalSign
from generator.cli.ending import expected_of, progress_bar
from generator.cli.group import command
from generator.cli.options import DATA, TEMPLATES
from generator.cli.project_defaults import is_projects
from generator.cli.reporting import counted, report, say
from generator.core.choices import Backs
from generator.core.folders import Project
from generator.core.leftovers import scratch
from generator.core.problem import NotFound, WrongUse, require_sound
from generator.printing.order import Choice, RenderOrder, SheetLayout
from generator.printing.press import A4, Paper

if TYPE_CHECKING:
    from generator.starter.files import NewFolders


@command(defaults=("templates", ("languages", "lang")), writes="data")
def new(
    name: str,
    from_: str | None = None,
    languages: str | None = None,
    sorts: list[str] | None = None,
    from_sheet: str | None = None,
    sheet: str | None = None,
    encoding: str | None = None,
    decimal: DecimalSign | None = None,
    map: list[str] | None = None,
    where: list[str] | None = None,
    with_play: bool = False,
    quiet: bool = False,
    data: Path = DATA,
    templates: Path = TEMPLATES,
) -> None:
    """Make a new game, or add a kind to a game.

    A new game checks and prints. Existing files are never overwritten.
    """
    if from_sheet is not None:
        from generator.cli.import_sheet import row_choices
        from generator.cli.new_from_sheet import SheetChoice, run

        if from_ is not None or with_play or len(sorts or []) > 1:
            raise WrongUse("--from-sheet makes a game of one kind: leave --from, --with-play and a second --kind away")
        codes = [part.strip() for part in (languages or "").split(",") if languages and not is_projects("languages")]
        kind = (sorts or [""])[0]
        choice = SheetChoice(from_sheet, kind, sheet, encoding, decimal, row_choices(where), map or ())
        made = run(Project(data, templates), name, choice, codes)
        report("\n".join(_summary(name, made, Project(data, templates), [], adding=bool(made.changes))))
        return
    if sheet or encoding or decimal or map or where:
        options = "--sheet, --encoding, --decimal, --map and --where"
        raise WrongUse(f"{options} are about a sheet: give it with --from-sheet FILE")
    from generator.starter.files import unspoken
    from generator.starter.games import add_kinds, copy_game, make_game

    project, kinds = Project(data, templates), sorts or []
    asks_languages = languages and not is_projects("languages")
    language_codes = [part.strip() for part in (languages or "en").split(",")]
    if from_ is not None and (asks_languages or kinds):
        raise WrongUse("--from copies a game with its own languages and kinds; leave --languages and --kind away")
    if with_play and (from_ is not None or kinds):
        raise WrongUse("--with-play is for the starter's own game; leave --from and --kind away")
    adding = bool(kinds) and (data / name / "game.yaml").is_file()
    if adding and asks_languages:
        raise WrongUse(f"{name} has its languages: game.yaml names them; leave --languages away")
    if adding:
        new_folders = add_kinds(project, name, kinds)
    elif from_:
        new_folders = copy_game(project, name, from_)
    else:
        new_folders = make_game(project, name, language_codes, kinds, with_play=with_play)
    lines = _summary(name, new_folders, project, [] if adding or from_ else unspoken(language_codes), adding=adding)
    if with_play:
        lines.append(f"play   pnp trust {name}; pnp simulate {name} --players 3")
    report("\n".join(lines))


def _summary(name: str, folders: "NewFolders", project: Project, foreign: Sequence[str], *, adding: bool) -> list[str]:
    new = ", ".join(folders.kinds) if adding else counted(len(folders.kinds), "kind")
    places = f"{folders.data.as_posix()} and {folders.templates.as_posix()}"
    lines = [f"{name}: {new} {'added' if adding else 'made'}, in {places}"]
    if folders.differs:
        lines.append(f"{project.defaults.as_posix()} stays as it is; the original was made with {folders.differs}")
    if foreign:
        lines.append(f"in English until you write it: every text in {', '.join(foreign)}")
    where = "".join(
        f" --{option} {path.as_posix()}"
        for option, path in (("data", project.data), ("templates", project.templates))
        if path != Path(option) and not is_projects(option)
    )
    edit = next(iter(folders.kinds.values()), folders.data / "game.yaml").as_posix()
    box = f" --players {folders.players}" if folders.players else ""
    return [*lines, f"edit   {edit}", f"check  pnp check {name}{where}", f"print  pnp render {name}{box}{where}"]


@command(defaults=("templates",), writes="templates")
def icons(
    words: list[str] | None = None,
    take: bool = False,
    from_: Path | None = None,
    licence: str | None = None,
    credit: str | None = None,
    game: str | None = None,
    quiet: bool = False,
    data: Path = DATA,
    templates: Path = TEMPLATES,
) -> None:
    """List icons to begin with, or take some into a game.

    They come from game-icons.net (CC BY 3.0), or from a set of your own, such as an npm package @iconify-json/….
    The credit goes into CREDITS.md and onto covers.
    """
    from generator.starter.icons import icons_like, read_icon_set, take_icons

    project, search_words = Project(data, templates), words or []
    if from_ is None and (licence or credit):
        raise WrongUse("--licence and --credit are those of a set: give it with --from")
    icon_set = read_icon_set(from_, licence or "", credit or "") if from_ else None
    if not take:
        if not (matches := icons_like(search_words, icon_set)):
            more = "" if from_ else ", and --from takes those of npm's @iconify-json/game-icons and other sets"
            raise NotFound(f"no icon's name holds {' or '.join(search_words)}; pnp icons lists all{more}")
        say("\n".join(matches))
        return
    if not search_words:
        raise WrongUse("which icons? pnp icons lists them; give their names with --take")
    games = [game] if game else project.games()
    if len(games) > 1:
        raise WrongUse(f"into which game? give --game with one of {', '.join(games)}")
    files = take_icons(project, games[0], search_words, icon_set=icon_set)
    named = ", ".join(f"{{{name}}}" for name in dict.fromkeys(search_words))
    report("\n".join([f"{named}: {counted(len(files), 'file')} written", *(f"  {f.path.as_posix()}" for f in files)]))


@command(defaults=("templates", "paper", "backs"), writes="out")
def pack(
    game: str,
    out: Path | None = None,
    with_sheets: bool = False,
    paper: Paper = A4,
    backs: Backs = Backs.none,
    quiet: bool = False,
    data: Path = DATA,
    templates: Path = TEMPLATES,
) -> None:
    """Pack a game into one file, for a friend to print or to change.

    The archive is a project: data, templates, and how to go on. Nothing hidden goes in.
    """
    from generator.starter.packs import pack_game

    project, file = Project(data, templates), out or Path(f"{game}.zip")
    project.game_folder(game)
    with scratch() as folder:
        sheets = _printed(game, project, SheetLayout(paper=paper, backs=backs), folder) if with_sheets else []
        number = pack_game(project, game, file, {path.name: path for path in sheets})
    size = file.stat().st_size / 1e6 if file.is_file() else 0.0
    name = file.as_posix()
    report(f"{name}: {counted(number, 'file')}, {size:.1f} MB\nbegin from it: pnp new my-game --from {name}")


def _printed(game: str, project: Project, layout: SheetLayout, folder: Path) -> list[Path]:
    """The sheets of all kinds in each language, in files."""
    from generator.check.build import check_game
    from generator.core.cores import cores_here
    from generator.printing.print_cache import UNPRINTED
    from generator.printing.render import render

    with progress_bar(lambda: expected_of(project, [game], ["checking", "printing"])) as progress:
        scope = Scope(forms=False, whole=False)
        checked = check_game(project, game, jobs=cores_here(), progress=progress, keep="*", scope=scope)
        require_sound(checked.problems, UNPRINTED)
        for language in checked.game.languages:
            for _ in render(checked, RenderOrder(Choice(language=language), layout, folder), progress):
                pass
        return sorted(folder.rglob("*.pdf"))
