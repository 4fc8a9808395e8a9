"""What is wrong with a game, and all mistakes of a sort mended at once where their hints say what to write.

POST /-/mend/GAME: ``file`` as problems name it and ``rule`` in, to mend one alone ``place``, its line and column; then
the page of problems, or with ``kind`` and ``item`` that of an item; for JSON ``mended``.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from typing import NamedTuple
from urllib.parse import urlencode

from generator.core.problem import NotFound, Problem, Refusal, as_json
from generator.editing.forms import titles_in
from generator.editing.lines import Lines
from generator.editing.offers import Remedy, remedy_of
from generator.web.faults import (
    FaceSpot,
    FaceSpots,
    by_file,
    causes,
    field_at,
    file_name,
    followers,
    homes_of,
)
from generator.web.glimpses import pixels
from generator.web.saving import saved
from generator.web.screens import RequestBody, Response, Tab, WorkshopRequest, done, get, path_of, post, sent, text_in
from generator.web.source_files import SourceFile

TABS = [Tab("problems", "problems", 80, under="")]
MOST_FOLDED = 60  # problems of a rule in a file that are shown besides the first


@get("/{game}/problems", waits=None)
def problems(request: WorkshopRequest) -> Response:
    """The problems as a page, causes first, then file by file."""
    all_problems = request.checked.problems
    first, follow = causes(all_problems), followers(all_problems)
    after = {problem for group in follow.values() for problem in group}
    homes = ProblemHomes(request, all_problems)
    files, unrelated = by_file([problem for problem in all_problems if problem not in first and problem not in after])
    return request.page(
        "problems.html",
        problems=all_problems,
        first=first,
        files=files,
        others=unrelated,
        follow=follow,
        waived=request.checked.waived,
        mendable=Counter((problem.file, problem.rule) for problem in homes.remedies),
        homes=homes,
        most_folded=MOST_FOLDED,
    )


class ProblemHome(NamedTuple):
    """What a problem is about, in words of the game; what of it is not known is empty."""

    name: str = ""  # of the item
    kind: str = ""
    field: str = ""
    face: str = ""  # the address of its picture, with its size in pixels
    wide: int = 0
    high: int = 0
    mend: str = ""  # what is to be written
    spot: FaceSpot | None = None  # where on it


class ProblemHomes:
    """Tells what problems are about, of each that a page shows."""

    def __init__(self, request: WorkshopRequest, problems: Sequence[Problem], *, whole: bool = True) -> None:
        """Take the problems of a page; on one that is ``whole`` about an item, what they are about is known."""
        self._request, self._homes = request, homes_of(request.game, problems) if whole else {}
        self.remedies = _remedies(request, problems) if request.workshop.terms.writes else {}
        self._spots = FaceSpots(request.checked.renderer, request.language) if whole else None

    def get(self, problem: Problem) -> ProblemHome:
        """Look one up."""
        remedy = self.remedies.get(problem)
        home = ProblemHome(mend=remedy.text if remedy is not None else "")
        game, tongue = self._request.game, self._request.tongue
        kind, identifier = self._homes.get(problem, (None, ""))
        item = game.find(kind.name, identifier) if kind is not None else None
        if self._spots is None or (kind is not None and item is None):
            return home
        with self._request.turn:
            spot = next(iter(self._spots.of(problem, kind, item)), None)
        if kind is not None and item is not None:
            path, titles = field_at(item.node, problem.line, problem.column), titles_in(kind, tongue, game.language)
            field = " ".join(titles.get(name, name) for name in path)
            title = kind.title.in_language(tongue, game.language)
            home = home._replace(name=item.called(tongue, game.language), kind=title, field=field)
        elif spot is not None:  # in a template
            kind, item = spot.kind, spot.item
            home = home._replace(name=kind.title.in_language(tongue, game.language))
        if kind is None or item is None or not (kind.printed and item.id):
            return home
        side = {"side": "back"} if spot is not None and spot.side == "back" else {}
        query = urlencode({**side, "v": self._request.workshop.number(game.name)})
        wide, high = pixels(kind, 1)
        address = f"{path_of(game.name, kind.name, item.id)}.svg?{query}"
        return home._replace(face=address, wide=wide, high=high, spot=spot)


def _remedies(request: WorkshopRequest, problems: Sequence[Problem]) -> dict[Problem, Remedy]:
    """By problem whose hint says what to write, that."""
    remedies: dict[Problem, Remedy] = {}
    for name, own in groupby(sorted(problems), lambda problem: problem.file):
        with suppress(Refusal):
            lines = Lines(_file(request, name).lines, len)
            remedies |= {problem: remedy for problem in own if (remedy := remedy_of(problem, lines)) is not None}
    return remedies


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
    place = str(sent.get("place") or "")
    wrong = [
        problem
        for problem in request.checked.problems
        if (problem.file, problem.rule) == (file_name_shown, rule) and place in ("", f"{problem.line}:{problem.column}")
    ]
    remedies = [remedy for problem in wrong if (remedy := remedy_of(problem, lines)) is not None]
    if not remedies:
        raise NotFound("no hint of these says what to write")
    saved(request, file, file.replaced(0, len(file.lines), _mended(file.lines, remedies)))
    home = [str(sent[name]) for name in ("kind", "item") if sent.get(name)] or ["problems"]
    return done(sent, {"mended": len(remedies)}, path_of(request.game.name, *home))


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
