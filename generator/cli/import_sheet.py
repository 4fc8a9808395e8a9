"""``pnp import``."""

from collections.abc import Sequence
from difflib import unified_diff
from os.path import realpath
from pathlib import Path

from generator.cli.reporting import counted, say, tell
from generator.cli.sheet_commands import ImportOptions
from generator.core.folders import Project
from generator.core.refusal import NotFound, WrongUse, require_sound
from generator.core.rewriting import rewrite
from generator.forge.append import read_to_append
from generator.forge.sources import game_with
from generator.model.game import Game
from generator.model.load import load_game
from generator.model.problem_log import nearest
from generator.project.spreadsheet.cells import OUTCOME, CellGrid
from generator.project.spreadsheet.importing import Imported, import_rows
from generator.project.spreadsheet.opening import open_grid


def run(options: ImportOptions) -> int:
    """Read the sheet and write its items; the exit status."""
    _run(options, Project(options.data, options.data))
    return 0


def _run(options: ImportOptions, project: Project) -> None:
    game = _game(options, project)
    kind = game.kinds[options.kind]
    wanted = _wanted(options.map or ())
    grid = _grid(options, kind.name)
    for note in _notes(grid):
        tell(note)
    path = Path(realpath(game.folder / Path(kind.file).name))
    if not path.is_relative_to(realpath(project.data)):
        raise WrongUse(f"{(game.folder / path.name).as_posix()} is a link that leads out of the project")
    if path.exists() and not path.is_file():
        raise WrongUse(f"cannot append to {path.as_posix()}: it is no file")
    old = read_to_append(path)
    done = import_rows(game, kind, grid, old, wanted=wanted, update=options.update)
    if options.dry_run:
        _show(kind.file, old, done.data)
    elif done.data != old:
        rewrite(path, old, done.data)
    say(_summary(done, kind.file, dry=options.dry_run))


def _grid(options: ImportOptions, kind: str) -> CellGrid:
    if "://" not in options.file:
        return open_grid(Path(options.file), options.sheet, kind, options.point)
    from generator.core.leftovers import scratch
    from generator.project.spreadsheet.fetching import fetch

    with scratch() as folder:
        return open_grid(fetch(options.file, folder), options.sheet, kind, options.point)


def _game(options: ImportOptions, project: Project) -> Game:
    """The game, its description without errors.

    Raises:
        NotFound: there is no such game, or it has no such kind.
        Faulty: its description has errors.
        WrongUse: the kind has no items.
    """
    name = options.game or game_with(project, options.kind)
    game, problems = load_game(project.game_folder(name), f"{project.data.as_posix()}/{name}")
    require_sound([one for one in problems if one.file == game.file and one.level == "error"], OUTCOME)
    if options.kind not in game.kinds:
        raise NotFound(f"{name} has no kind {options.kind!r}; {nearest(options.kind, game.kinds)}")
    if game.kinds[options.kind].prose:
        raise WrongUse(f"{options.kind} is running text: it has no items")
    return game


def _wanted(columns: Sequence[str]) -> dict[str, str]:
    wanted = {}
    for entry in columns:
        column, sign, path = entry.rpartition("=")
        if not sign or not column:
            raise WrongUse(f"--map {entry}: it takes COLUMN=FIELD, such as Name=title.en")
        wanted[column] = path.strip()
    return wanted


def _notes(grid: CellGrid) -> list[str]:
    notes = [f"{grid.file}: {note}" for note in grid.notes]
    if grid.hidden:
        rows = "1 row that the sheet hides was" if grid.hidden == 1 else f"{grid.hidden} rows that the sheet hides were"
        notes.append(f"{grid.file}: {rows} read too")
    return notes


def _show(file: str, old: bytes, new: bytes) -> None:
    """What would change, as a difference of lines."""
    before, after = (text.decode("utf-8", "replace").splitlines() for text in (old, new))
    for line in unified_diff(before, after, file, file, lineterm=""):
        say(line)


def _summary(done: Imported, file: str, *, dry: bool) -> str:
    fields = sum(map(len, done.changed.values()))
    changed = f"{len(done.changed)} changed" + (f" ({counted(fields, 'field')})" if fields else "")
    would = "; nothing was written" if dry else ""
    return f"{file}: {len(done.added)} added, {changed}, {done.same} the same{would}"
