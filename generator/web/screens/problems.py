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
def problems(asked: WorkshopRequest) -> Response:
    """The problems as a page, causes first, then file by file."""
    found = asked.checked.problems
    first, follow = causes(found), followers(found)
    after = {problem for group in follow.values() for problem in group}
    files, others = by_file([problem for problem in found if problem not in first and problem not in after])
    return asked.page(
        "problems.html",
        problems=found,
        first=first,
        files=files,
        others=others,
        follow=follow,
        waived=asked.checked.waived,
        mendable=_mendable(asked, found) if asked.workshop.terms.writes else {},
    )


def _mendable(asked: WorkshopRequest, problems: Sequence[Problem]) -> Counter[tuple[str, str]]:
    """How many problems say what to write, by file and rule."""
    found: Counter[tuple[str, str]] = Counter()
    for shown in {problem.file for problem in problems}:
        try:
            lines = Lines(_file(asked, shown).lines, len)
        except Refusal:
            continue
        found.update((shown, one.rule) for one in problems if one.file == shown and remedy_of(one, lines) is not None)
    return found


def _file(asked: WorkshopRequest, shown: str) -> SourceFile:
    """The file that problems call so.

    Raises:
        Refusal: it is none that is changed here.
    """
    return asked.file(file_name(asked.game, shown, asked.templates))


@post("/-/mend/{game}", looks=True)
def mend(asked: WorkshopRequest, sent: RequestBody) -> Response:
    """Write what the hints of one rule in one file say."""
    shown, rule = text_in(sent, "file"), text_in(sent, "rule")
    file = _file(asked, shown)
    lines = Lines(file.lines, len)
    wrong = [one for one in asked.checked.problems if (one.file, one.rule) == (shown, rule)]
    remedies = [found for one in wrong if (found := remedy_of(one, lines)) is not None]
    if not remedies:
        raise NotFound("no hint of these says what to write")
    saved(asked, file, file.replaced(0, len(file.lines), _mended(file.lines, remedies)))
    return done(sent, {"mended": len(remedies)}, path_of(asked.game.name, "problems"))


def _mended(lines: Sequence[str], remedies: Sequence[Remedy]) -> list[str]:
    """Lines with changes, from the last to the first; of two at one place, one."""
    new, before = list(lines), (len(lines) + 1, 0)
    for one in sorted(remedies, key=lambda one: (one.line, one.start), reverse=True):
        if (one.line, one.end) > before or not one.line < len(new):
            continue
        text = new[one.line]
        new[one.line], before = text[: one.start] + one.text + text[one.end :], (one.line, one.start)
    return "\n".join(new).split("\n")


@get("/{game}/problems.json", waits=None)
def listed(asked: WorkshopRequest) -> Response:
    """The problems as `pnp check --format json` writes them."""
    return sent(asked.request, f"{as_json(asked.checked.problems)}\n".encode(), "application/json")
