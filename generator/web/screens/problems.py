"""What is wrong with a game, and all mistakes of a sort mended at once where their hints say what to write.

POST /-/mend/GAME: ``file`` as problems name it and ``rule`` in; then the page of problems, or for JSON ``mended``.
"""

from collections import Counter
from collections.abc import Sequence

from generator.core.problem import NotFound, Problem, Refusal, as_json
from generator.editing.lines import Lines
from generator.editing.offers import Remedy, remedy_of
from generator.web.faults import by_file, causes, file_name, followers
from generator.web.saving import saved
from generator.web.screens import RequestBody, Response, Tab, WorkshopRequest, done, get, path_of, post, sent, text_in
from generator.web.source_files import SourceFile

TAB = Tab("problems", "problems", 80)


@get("/{game}/problems", waits=None)
def problems(request: WorkshopRequest) -> Response:
    """The problems as a page, causes first, then file by file."""
    all_problems = request.checked.problems
    first, follow = causes(all_problems), followers(all_problems)
    after = {problem for group in follow.values() for problem in group}
    files, unrelated = by_file([problem for problem in all_problems if problem not in first and problem not in after])
    return request.page(
        "problems.html",
        problems=all_problems,
        first=first,
        files=files,
        others=unrelated,
        follow=follow,
        waived=request.checked.waived,
        mendable=_mendable(request, all_problems) if request.workshop.terms.writes else {},
    )


def _mendable(request: WorkshopRequest, problems: Sequence[Problem]) -> Counter[tuple[str, str]]:
    """Count the problems that say what to write, by file and rule."""
    counts: Counter[tuple[str, str]] = Counter()
    for file in {problem.file for problem in problems}:
        try:
            lines = Lines(_file(request, file).lines, len)
        except Refusal:
            continue
        own = (problem for problem in problems if problem.file == file)
        counts.update((file, problem.rule) for problem in own if remedy_of(problem, lines) is not None)
    return counts


def _file(request: WorkshopRequest, name: str) -> SourceFile:
    """The file that problems call so.

    Raises:
        Refusal: it is none that is changed here.
    """
    return request.file(file_name(request.game, name, request.templates))


@post("/-/mend/{game}", looks=True)
def mend(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Write what the hints of one rule in one file say."""
    file_name_shown, rule = text_in(sent, "file"), text_in(sent, "rule")
    file = _file(request, file_name_shown)
    lines = Lines(file.lines, len)
    wrong = [problem for problem in request.checked.problems if (problem.file, problem.rule) == (file_name_shown, rule)]
    remedies = [remedy for problem in wrong if (remedy := remedy_of(problem, lines)) is not None]
    if not remedies:
        raise NotFound("no hint of these says what to write")
    saved(request, file, file.replaced(0, len(file.lines), _mended(file.lines, remedies)))
    return done(sent, {"mended": len(remedies)}, path_of(request.game.name, "problems"))


def _mended(lines: Sequence[str], remedies: Sequence[Remedy]) -> list[str]:
    """Lines with changes, from the last to the first; of two at one place, one."""
    new, before = list(lines), (len(lines) + 1, 0)
    for remedy in sorted(remedies, key=lambda remedy: (remedy.line, remedy.start), reverse=True):
        if (remedy.line, remedy.end) > before or not remedy.line < len(new):
            continue
        text = new[remedy.line]
        new[remedy.line], before = text[: remedy.start] + remedy.text + text[remedy.end :], (remedy.line, remedy.start)
    return "\n".join(new).split("\n")


@get("/{game}/problems.json", waits=None)
def listed(request: WorkshopRequest) -> Response:
    """The problems as `pnp check --format json` writes them."""
    return sent(request.http, f"{as_json(request.checked.problems)}\n".encode(), "application/json")
