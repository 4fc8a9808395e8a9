"""``pnp check``."""

from pathlib import Path

from generator.cli.ending import carried_out, told
from generator.cli.progress import expected_of, progress_bar
from generator.cli.reporting import counted, one_line, tally
from generator.problem import Problem
from generator.project import Project
from generator.workspace.build import Checked
from generator.workspace.paths import Examined, check_all, check_path


def run(paths: list[Path], data: Path, templates: Path, form: str, *, strict: bool) -> int:
    """Check and print; the exit status."""
    project = Project(data, templates)

    def _expected() -> list[str]:
        names = project.games() if project.data.is_dir() and not paths else []
        return expected_of(project, names, ["checking"])

    def command() -> int:
        with progress_bar(_expected) as progress:
            if paths:
                found = [check_path(project, path, progress) for path in dict.fromkeys(paths)]
            else:
                found = [check_all(project, progress)]
        problems = sorted(dict.fromkeys(problem for part in found for problem in part.problems))
        return told(problems, form, closing_lines(problems, found), strict=strict)

    return carried_out(command)


def closing_lines(problems: list[Problem], found: list[Examined]) -> list[str]:
    """What is said behind the problems: which rules were waived, and how many there are or what was checked."""
    return [*_waived(found), _closing(problems, found)]


def _waived(found: list[Examined]) -> list[str]:
    games = {id(checked): checked for part in found for checked in part.checks}
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
    named = ", ".join(_named(what) for part in found for what in part.what)
    return f"checked {one_line(named)}: no problem found"


def _named(what: Checked | str) -> str:
    if isinstance(what, str):
        return what
    kinds = [kind for kind in what.game.kinds.values() if kind.items]
    items = sum(len(kind.items) for kind in kinds)
    return f"{what.game.name} ({counted(len(kinds), 'kind')}, {counted(items, 'item')})"
