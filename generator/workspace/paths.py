"""What a path stands for among a project's files, checked: a file is checked with its whole game around it."""

from dataclasses import dataclass
from os.path import realpath
from pathlib import Path

from generator.catalog.identify import identify
from generator.catalog.load import OWN_FILES
from generator.defaults import ProjectDefaults, read_defaults
from generator.problem import Problem
from generator.project import Project
from generator.refusal import NotFound, Refusal, WrongUse
from generator.source.reader import read_file
from generator.workspace.build import Checked, Progress, check_game

YAML = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Examined:
    """What was found wrong, in which games, and what was looked at: whole games, and files by name."""

    problems: list[Problem]
    checks: list[Checked]
    what: list[Checked | str]


def check_all(project: Project, progress: Progress | None) -> Examined:
    """Check all games of a project.

    Raises:
        NotFound: there is none.
    """
    games = [_whole(check_game(project, name, progress=progress)) for name in project.games()]
    defaults = read_defaults(project.defaults)
    if defaults.read:
        problems = [*defaults.problems, *_unused(defaults, [one for part in games for one in part.checks])]
        games.append(Examined(problems, [], [defaults.file]))
    return _merged(games)


def _unused(defaults: ProjectDefaults, checks: list[Checked]) -> list[Problem]:
    """A default that no game can make use of."""
    language, known = defaults.values.get("lang"), sorted({code for one in checks for code in one.game.languages})
    if language is None or language in known:
        return []
    message, hint = f"no game is written in {language!r}", "known: " + ", ".join(known)
    return [Problem(defaults.file, *defaults.place("lang"), "warning", "not-one-of", message, hint)]


def _whole(checked: Checked) -> Examined:
    return Examined(checked.problems, [checked], [checked])


def check_path(project: Project, path: Path, progress: Progress | None) -> Examined:
    """Check what a path stands for: a project's data, a game's folder, a folder of items, or one of a game's files.

    What is there under no path is taken for the name of a game.

    Raises:
        Refusal: there is no such path, or it is nothing that can be checked.
    """
    if not path.exists():
        if str(path) in project.games():
            return _whole(check_game(project, str(path), progress=progress))
        raise NotFound(f"there is no file or folder {path}, and no game of that name")
    if not path.is_dir():
        return _file(project, path, progress)
    full, root = Path(realpath(path)), Path(realpath(project.data))
    if root.is_relative_to(full):
        return check_all(project, progress)
    if full.parent == root and (full / "game.yaml").is_file():
        return _whole(check_game(project, full.name, progress=progress))
    if (full / "game.yaml").is_file():
        folder = path if path.name else full
        return _whole(check_game(Project(folder.parent, project.templates), folder.name, progress=progress))
    loose = sorted(found for found in path.iterdir() if found.suffix in YAML)
    if loose:
        return _merged([_loose(project, found, progress) for found in loose])
    return check_all(Project(path, project.templates), progress)


def _file(project: Project, path: Path, progress: Progress | None) -> Examined:
    """A single file: its game is checked whole, and what concerns the file is reported."""
    if path.name == project.defaults.name:
        return Examined(list(read_defaults(path).problems), [], [str(path)])
    full = Path(realpath(path))
    game = ""
    if full.parent.parent == Path(realpath(project.data)) and (full.parent / "game.yaml").is_file():
        game, shown = full.parent.name, f"{project.data}/{full.parent.name}/{full.name}"
        checked = check_game(project, game, progress=progress)
        kinds = checked.game.kinds.values()
        if full.name in OWN_FILES or any(shown in kind.files for kind in kinds):
            return _about(checked, shown, path)
    if path.suffix not in YAML:
        raise WrongUse(f"{path} is no file of items: their names end in .yaml")
    try:
        game, kind = identify(project, path, game)
    except Refusal:
        _, problems = read_file(path)
        if problems:  # who can't read the file can't tell what it is either
            return Examined(problems, [], [str(path)])
        raise
    checked = check_game(project, game, replace={kind: (path, str(path))}, progress=progress)
    return _about(checked, str(path), path)


def _loose(project: Project, path: Path, progress: Progress | None) -> Examined:
    """A file of a folder that was named: one that is like nothing known keeps the others from nobody."""
    try:
        return _file(project, path, progress)
    except Refusal as error:
        message, _, hint = str(error).removeprefix(f"{path} ").partition("; ")
        problem = Problem(str(path), 1, 1, "error", "unknown-file", f"it {message}", hint)
        return Examined([problem], [], [str(path)])


def _about(checked: Checked, shown: str, path: Path) -> Examined:
    problems = [problem for problem in checked.problems if problem.file == shown]
    checked.waived = [waiver for waiver in checked.waived if waiver[0].file == shown]
    return Examined(problems, [checked], [str(path)])


def _merged(parts: list[Examined]) -> Examined:
    return Examined(
        [problem for part in parts for problem in part.problems],
        [checked for part in parts for checked in part.checks],
        [what for part in parts for what in part.what],
    )
