"""``pnp check``."""

from collections import Counter

from generator.check.cache import open_cache
from generator.check.judge import Judge
from generator.check.paths import PathReport, check_all, check_path
from generator.check.verdict import GameVerdict
from generator.cli.data_options import CheckWishes
from generator.cli.ending import expected_of, progress_bar, tell_problems
from generator.cli.reporting import counted, one_line, tally
from generator.core.cores import cores_here
from generator.core.folders import Project
from generator.core.problem import Problem, has_errors, without_notes


def run(options: CheckWishes) -> int:
    """Check and print; the exit status."""
    project, paths = Project(options.data, options.templates), options.paths or []
    cache = open_cache(options.cache, used=not options.no_cache)

    def _expected() -> list[str]:
        names = project.games() if project.data.is_dir() and not paths else []
        return expected_of(project, names, ["checking"])

    with progress_bar(_expected) as progress:
        judge = Judge(cache, progress, options.jobs or cores_here())
        if paths:
            reports = [check_path(project, path, judge) for path in dict.fromkeys(paths)]
        else:
            reports = [check_all(project, judge)]
        problems = [problem for part in reports for problem in part.problems]
        if options.lab:
            problems += _simulated(project, reports, judge)
    cache.trim()
    if options.strict:
        problems += _lacking(project, reports)
    problems = sorted(dict.fromkeys(problems))
    closing = closing_lines(problems, reports, every=options.every)
    return tell_problems(problems, options.format, closing, strict=options.strict, every=options.every)


def _lacking(project: Project, reports: list[PathReport]) -> list[Problem]:
    """The rules without examples, of the games that were examined."""
    from generator.rules.examples import lacking_examples

    books = dict.fromkeys(project.data / verdict.game / "balance.yaml" for part in reports for verdict in part.verdicts)
    return [problem for book in books for problem in lacking_examples(book, str(book))]


def _simulated(project: Project, reports: list[PathReport], judge: Judge) -> list[Problem]:
    """What is wrong with the games that the labs have played; a game with errors is not played."""
    from generator.cli.simulated_lab import check_simulated

    names = {verdict.game for part in reports for verdict in part.verdicts if not has_errors(verdict.problems)}
    return [problem for name in sorted(names) for problem in check_simulated(project, name, judge)]


_FEW = 3  # waivers that are listed one by one in any case


def closing_lines(problems: list[Problem], reports: list[PathReport], *, every: bool = False) -> list[str]:
    """What is said after the problems: which rules were waived, and how many problems there are or what was checked.

    Many waivers are counted, unless ``every`` one is wanted.
    """
    return [*_waived(reports, every=every), *_counted_notes(problems, every=every), _closing(problems, reports)]


def _waived(reports: list[PathReport], *, every: bool) -> list[str]:
    used = {waiver for part in reports for verdict in part.verdicts for waiver in verdict.waived}
    if len(used) > _FEW and not every:
        rules = Counter(one.of for one in used)
        named = ", ".join(f"{one_line(rule)} {count}" for rule, count in sorted(rules.items()))
        return [f"{len(used)} waived ({named}); pnp check --all lists them"]
    return [
        f"{one_line(one.file)}:{one.line}:{one.column}: waived {one_line(one.of)} for {one_line(one.item)}: "
        f"{one_line(one.reason)}"
        for one in sorted(used)
    ]


def _counted_notes(problems: list[Problem], *, every: bool) -> list[str]:
    notes = len(problems) - len(without_notes(problems))
    return (
        [f"{counted(notes, 'note')}; pnp check --all lists {'it' if notes == 1 else 'them'}"]
        if notes and not every
        else []
    )


def _closing(problems: list[Problem], reports: list[PathReport]) -> str:
    if without_notes(problems):
        return tally(problems)
    named = ", ".join(_named(what) for part in reports for what in part.what)
    return f"checked {one_line(named)}: no problem found"


def _named(what: GameVerdict | str) -> str:
    if isinstance(what, str):
        return what
    return f"{what.game} ({counted(what.kinds, 'kind')}, {counted(what.items, 'item')})"
