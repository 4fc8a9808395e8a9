"""``pnp check``."""

from os.path import realpath
from pathlib import Path

from generator.catalog.identify import identify
from generator.catalog.load import OWN_FILES
from generator.cli.progress import progress_bar
from generator.cli.reporting import as_annotation, as_json, as_text, counted, one_line, say, stop, tally
from generator.problem import Problem, has_errors
from generator.project import Project
from generator.refusal import NotFound
from generator.source.reader import read_file
from generator.workspace.build import Checked, Progress, check_game

YAML = (".yaml", ".yml")

Examined = tuple[list[Problem], list[Checked], str]  # what was found, where, what was looked at


def run(paths: list[Path], data: Path, templates: Path, form: str, *, strict: bool) -> int:
    """Check and print; the exit status."""
    project = Project(data, templates)
    try:
        with progress_bar() as progress:
            if paths:
                found = [_one(project, path, progress) for path in dict.fromkeys(paths)]
            else:
                found = [_all(project, progress)]
    except NotFound as error:
        return stop(str(error))
    problems = sorted(dict.fromkeys(problem for part, _, _ in found for problem in part))
    if form == "json":
        say(as_json(problems))
    elif form == "text":
        say("\n".join([*map(as_text, problems), *_waived(found), _closing(problems, found)]))
    elif problems:
        say("\n".join(map(as_annotation, problems)))
    return 1 if has_errors(problems) or (strict and problems) else 0


def _waived(found: list[Examined]) -> list[str]:
    games = {id(checked): checked for _, checks, _ in found for checked in checks}
    lines = []
    for item, rule, reason in (waiver for checked in games.values() for waiver in checked.waived):
        node = item.where("waive", rule)
        place = f"{one_line(item.file)}:{node.line}:{node.column}"
        lines.append(
            ((item.file, node.line), f"{place}: waived {one_line(rule)} for {one_line(item.id)}: {one_line(reason)}")
        )
    return [line for _, line in sorted(lines)]


def _closing(problems: list[Problem], found: list[Examined]) -> str:
    if problems:
        return tally(problems)
    return f"checked {one_line(', '.join(what for _, _, what in found))}: no problem found"


def _all(project: Project, progress: Progress | None) -> Examined:
    return _merged([_whole(check_game(project, name, progress=progress)) for name in project.games()])


def _whole(checked: Checked) -> Examined:
    kinds = [kind for kind in checked.game.kinds.values() if kind.items]
    items = sum(len(kind.items) for kind in kinds)
    what = f"{checked.game.name} ({counted(len(kinds), 'kind')}, {counted(items, 'item')})"
    return checked.problems, [checked], what


def _one(project: Project, path: Path, progress: Progress | None) -> Examined:
    if not path.exists():
        raise NotFound(f"there is no file or folder {path}")
    if not path.is_dir():
        return _file(project, path, progress)
    full, root = Path(realpath(path)), Path(realpath(project.data))
    if root.is_relative_to(full):
        return _all(project, progress)
    if full.parent == root and (full / "game.yaml").is_file():
        return _whole(check_game(project, full.name, progress=progress))
    if (full / "game.yaml").is_file():
        folder = path if path.name else full
        return _whole(check_game(Project(folder.parent, project.templates), folder.name, progress=progress))
    loose = sorted(found for found in path.iterdir() if found.suffix in YAML)
    if loose:
        return _merged([_loose(project, found, progress) for found in loose])
    return _all(Project(path, project.templates), progress)


def _file(project: Project, path: Path, progress: Progress | None) -> Examined:
    """A single file: its game is checked whole, and what concerns the file is reported."""
    full = Path(realpath(path))
    game = ""
    if full.parent.parent == Path(realpath(project.data)) and (full.parent / "game.yaml").is_file():
        game, shown = full.parent.name, f"{project.data}/{full.parent.name}/{full.name}"
        checked = check_game(project, game, progress=progress)
        kinds = checked.game.kinds.values()
        if full.name in OWN_FILES or any(shown in kind.files for kind in kinds):
            return _about(checked, shown, path)
    if path.suffix not in YAML:
        raise NotFound(f"{path} is no file of items: their names end in .yaml")
    try:
        game, kind = identify(project, path, game)
    except NotFound:
        _, problems = read_file(path)
        if problems:  # who can't read the file can't tell what it is either
            return problems, [], str(path)
        raise
    checked = check_game(project, game, replace={kind: (path, str(path))}, progress=progress)
    return _about(checked, str(path), path)


def _loose(project: Project, path: Path, progress: Progress | None) -> Examined:
    """A file of a folder that was named: one that is like nothing known keeps the others from nobody."""
    try:
        return _file(project, path, progress)
    except NotFound as error:
        message, _, hint = str(error).removeprefix(f"{path} ").partition("; ")
        return [Problem(str(path), 1, 1, "error", "unknown-file", f"it {message}", hint)], [], str(path)


def _about(checked: Checked, shown: str, path: Path) -> Examined:
    problems = [problem for problem in checked.problems if problem.file == shown]
    checked.waived = [waiver for waiver in checked.waived if waiver[0].file == shown]
    return problems, [checked], str(path)


def _merged(parts: list[Examined]) -> Examined:
    problems = [problem for part in parts for problem in part[0]]
    checks = [checked for part in parts for checked in part[1]]
    return problems, checks, ", ".join(part[2] for part in parts)
