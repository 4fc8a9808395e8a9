"""What a path stands for among a project's files, checked: a file is checked with its whole game around it."""

from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from generator.check.judge import Judge
from generator.check.verdict import GameVerdict
from generator.core.folders import OWN_FILES, SHEETS, SHOPS, Project
from generator.core.problem import NotFound, Problem, Refusal, WrongUse
from generator.model.values import nearest

if TYPE_CHECKING:
    from generator.model.defaults import ProjectDefaults
    from generator.model.game import Kind


YAML = (".yaml", ".yml")


class PathReport(Struct, frozen=True):
    """What was found wrong, in which games, and what was examined: whole games, and files by name."""

    problems: list[Problem]
    verdicts: list[GameVerdict]
    what: list[GameVerdict | str]


def check_all(project: Project, judge: Judge) -> PathReport:
    """Check all games of a project.

    Raises:
        NotFound: there is none.
    """
    games = [_whole(verdict) for verdict in judge.verdicts(project, project.games())]
    games += _tables(project)
    if not project.defaults.exists():
        return _merged(games)
    from generator.model.defaults import read_defaults

    defaults = read_defaults(project.defaults)
    if defaults.read:
        problems = [*defaults.problems, *_unused(defaults, [each for part in games for each in part.verdicts])]
        games.append(PathReport(problems, [], [defaults.file]))
    return _merged(games)


def _tables(project: Project) -> list[PathReport]:
    """The project's own tables of shops and sheets, if it has any."""
    files = [project.defaults.with_name(name) for name in (SHOPS, SHEETS)]
    if not any(file.exists() for file in files):
        return []
    from generator.model.own_sheets import read_sheets
    from generator.model.shop_tables import read_shops

    tables = zip((read_shops, read_sheets), files, strict=True)
    return [PathReport(list(read(file)[1]), [], [file.as_posix()]) for read, file in tables if file.exists()]


def _unused(defaults: "ProjectDefaults", verdicts: list[GameVerdict]) -> list[Problem]:
    """A default that no game can make use of."""
    language, languages = defaults.values.get("lang"), sorted({code for each in verdicts for code in each.languages})
    problems = [problem for verdict in verdicts for problem in verdict.problems]
    unread = any(problem.file.endswith("/game.yaml") and problem.level == "error" for problem in problems)
    if language is None or language in languages or unread:
        return []
    message, hint = f"no game is written in {language!r}", "known: " + ", ".join(languages)
    return [Problem(defaults.file, *defaults.place("lang"), "warning", "not-one-of", message, hint)]


def _whole(verdict: GameVerdict) -> PathReport:
    return PathReport(list(verdict.problems), [verdict], [verdict])


def check_path(project: Project, path: Path, judge: Judge) -> PathReport:
    """Check what a path stands for: a project's data, a game's folder, a folder of items, or one of a game's files.

    What is there under no path is taken for the name of a game.

    Raises:
        Refusal: there is no such path, or it is nothing that can be checked.
    """
    if not path.exists():
        if path.as_posix() in project.games():
            return _whole(judge.verdict(project, path.as_posix()))
        from generator.model.values import nearest

        near = nearest(path.as_posix(), project.games(), "")
        message = f"there is no file or folder {path.as_posix()}, and no game of that name"
        raise NotFound(f"{message}; {near}" if near else message)
    if not path.is_dir():
        return _file(project, path, judge)
    full, root = Path(realpath(path)), Path(realpath(project.data))
    if root.is_relative_to(full):
        return check_all(project, judge)
    if full.parent == root and (full / "game.yaml").is_file():
        return _whole(judge.verdict(project, full.name))
    if (full / "game.yaml").is_file():
        folder = path if path.name else full
        return _whole(judge.verdict(Project(folder.parent, project.templates), folder.name))
    loose = sorted(file for file in path.iterdir() if file.suffix in YAML)
    if loose:
        return _merged([_loose(project, file, judge) for file in loose])
    return check_all(Project(path, project.templates), judge)


def _file(project: Project, path: Path, judge: Judge) -> PathReport:
    """A single file: its game is checked whole, and what concerns the file is reported."""
    if path.name == project.defaults.name:
        from generator.model.defaults import read_defaults

        return PathReport(list(read_defaults(path).problems), [], [path.as_posix()])
    for table in _tables(project):
        if table.what == [path.as_posix()]:
            return table
    full = Path(realpath(path))
    game = ""
    if full.parent.parent == Path(realpath(project.data)) and (full.parent / "game.yaml").is_file():
        game, name = full.parent.name, f"{project.data.as_posix()}/{full.parent.name}/{full.name}"
        verdict = judge.verdict(project, game)
        if full.name in OWN_FILES or name in verdict.files:
            return _about(verdict, name, path)
    if path.suffix not in YAML:
        raise WrongUse(f"{path.as_posix()} is not a file of items: their names end in .yaml")
    from generator.read.reader import read_file

    try:
        game, kind = identify(project, path, game)
    except Refusal:
        _, problems = read_file(path)
        if problems:  # who can't read the file can't say what it is either
            return PathReport(problems, [], [path.as_posix()])
        raise
    return _about(judge.verdict_with(project, game, kind, path), path.as_posix(), path)


def _loose(project: Project, path: Path, judge: Judge) -> PathReport:
    """A file of a folder that was named: one that is like nothing known keeps the others from nobody."""
    try:
        return _file(project, path, judge)
    except Refusal as error:
        message, _, hint = str(error).removeprefix(f"{path.as_posix()} ").partition("; ")
        problem = Problem(path.as_posix(), 1, 1, "error", "unknown-file", f"it {message}", hint)
        return PathReport([problem], [], [path.as_posix()])


def _about(verdict: GameVerdict, file: str, path: Path) -> PathReport:
    problems = [problem for problem in verdict.problems if problem.file == file]
    waived = tuple(waiver for waiver in verdict.waived if waiver.file == file)
    return PathReport(problems, [replace(verdict, waived=waived)], [path.as_posix()])


def _merged(parts: list[PathReport]) -> PathReport:
    return PathReport(
        [problem for part in parts for problem in part.problems],
        [verdict for part in parts for verdict in part.verdicts],
        [what for part in parts for what in part.what],
    )


SAMPLE = 20  # items looked at


def identify(project: Project, path: Path, game: str = "") -> tuple[str, str]:
    """The game and the kind of a file of items, by its name, its folder's name and the fields it uses.

    Args:
        project: the folders.
        path: the file.
        game: its game, where that is known.

    Raises:
        NotFound: no kind of any game is like it.
        WrongUse: several are.
    """
    names = [game] if game else project.games()
    kinds = [(name, kind) for name in names for kind in _kinds(project, name)]
    keys = _keys(path)
    ranked = sorted(((_likeness(path, keys, name, kind), name, kind.name) for name, kind in kinds), reverse=True)
    if len(ranked) > 1 and ranked[0][0] == ranked[1][0] > 0:
        alike = " and ".join(f"{name}/{kind}" for score, name, kind in ranked if score == ranked[0][0])
        raise WrongUse(f"{path.as_posix()} could be items of {alike}; put it into a folder named after its game")
    if not ranked or ranked[0][0] <= 0:
        hint = nearest(path.stem, [kind.name for _, kind in kinds])
        raise NotFound(
            f"{path.as_posix()} is like no kind of item; name it after one, in a folder named after its game; {hint}"
        )
    return ranked[0][1], ranked[0][2]


def _kinds(project: Project, game: str) -> "list[Kind]":
    """The kinds of a game that have items."""
    from generator.model.load import load_game  # what the cache answers loads no reader

    return [kind for kind in load_game(project.data / game, game)[0].kinds.values() if not kind.prose]


def _keys(path: Path) -> set[str]:
    from generator.read.reader import read_file
    from generator.read.tree import Mapping, Sequence

    root, _ = read_file(path)
    items = root.items[:SAMPLE] if isinstance(root, Sequence) else []
    return {key for item in items if isinstance(item, Mapping) for key in item.values}


def _likeness(path: Path, keys: set[str], game: str, kind: "Kind") -> int:
    """How sure it is: the file's name counts most, then the game's folder, then each field that fits."""
    score = 10 * len(keys & set(kind.fields)) - 11 * len(keys - set(kind.fields))
    if path.name == Path(kind.file).name:
        score += 1000
    elif kind.name in path.stem or (len(path.stem) > 3 and path.stem in kind.name):
        score += 500
    if path.resolve().parent.name == game:
        score += 300
    return score
