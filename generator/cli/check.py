"""``pnp check``."""

from pathlib import Path

from generator.build import Checked, check_game
from generator.catalog.identify import identify
from generator.cli.progress import progress_bar
from generator.cli.report import as_annotation, as_json, as_text, counted, stop, tally
from generator.problem import Problem, has_errors
from generator.project import NotFound, Project


def run(paths: list[Path], data: Path, templates: Path, form: str, *, strict: bool) -> int:
    """Check and print; the exit status."""
    project = Project(data, templates)
    try:
        with progress_bar() as progress:
            if paths:
                found = [_one(project, path, progress) for path in dict.fromkeys(paths)]
            else:
                found = [_whole(check_game(project, name, progress=progress)) for name in project.games()]
    except NotFound as error:
        return stop(str(error))
    problems = sorted({problem for part, _, _ in found for problem in part})
    if form == "json":
        print(as_json(problems))
    elif form == "github":
        print("\n".join(map(as_annotation, problems)), end="\n" if problems else "")
    else:
        _print_text(problems, found)
    return 1 if has_errors(problems) or (strict and problems) else 0


Part = tuple[list[Problem], list[Checked], str]  # what was found, where, what was looked at


def _print_text(problems: list[Problem], found: list[Part]) -> None:
    for problem in problems:
        print(as_text(problem))
    games = {id(checked): checked for _, checks, _ in found for checked in checks}
    waived = [waiver for checked in games.values() for waiver in checked.waived]
    for item, rule, reason in waived:
        node = item.where("waive", rule)
        print(f"{item.file}:{node.line}:{node.column}: waived {rule} for {item.id}: {reason}")
    if problems:
        print(tally(problems))
    else:
        print(f"checked {', '.join(what for _, _, what in found)}: no problem found")


def _whole(checked: Checked) -> Part:
    kinds = [kind for kind in checked.game.kinds.values() if kind.items]
    items = sum(len(kind.items) for kind in kinds)
    what = f"{checked.game.name} ({counted(len(kinds), 'kind')}, {counted(items, 'item')})"
    return checked.problems, [checked], what


def _one(project: Project, path: Path, progress: object) -> Part:
    if not path.exists():
        raise NotFound(f"there is no file or folder {path}")
    full = path.resolve()
    root = project.data.resolve()
    if path.is_dir():
        if full == root:
            return _merged([_whole(check_game(project, name)) for name in project.games()])
        if full.parent == root and (full / "game.yaml").is_file():
            return _whole(check_game(project, full.name))
        if (full / "game.yaml").is_file():
            return _whole(check_game(Project(path.parent, project.templates), path.name))
        return _merged([_whole(check_game(Project(path, project.templates), name)) for name in Project(path, project.templates).games()])
    return _file(project, path, full)


def _file(project: Project, path: Path, full: Path) -> Part:
    """A single file: its game is checked whole, and what concerns the file is reported."""
    if full.parent.parent == project.data.resolve() and (full.parent / "game.yaml").is_file():
        game, shown = full.parent.name, f"{project.data}/{full.parent.name}/{full.name}"
        checked = check_game(project, game)
        names = {kind.file for kind in checked.game.kinds.values()}
        if shown in names or full.name in ("game.yaml", "balance.yaml"):
            return _about(checked, shown, path)
    else:
        game = ""
    game, kind = identify(project, path, game)
    checked = check_game(project, game, replace={kind: (path, str(path))})
    return _about(checked, str(path), path)


def _about(checked: Checked, shown: str, path: Path) -> Part:
    problems = [problem for problem in checked.problems if problem.file == shown]
    checked.waived = [waiver for waiver in checked.waived if waiver[0].file == shown]
    return problems, [checked], str(path)


def _merged(parts: list[Part]) -> Part:
    problems = [problem for part in parts for problem in part[0]]
    checks = [checked for part in parts for checked in part[1]]
    return problems, checks, ", ".join(part[2] for part in parts)
