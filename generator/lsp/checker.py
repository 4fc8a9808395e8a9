"""The process that checks, beside the one that answers the editor: so that answers do not wait for a check.

It is asked by lines of JSON on its standard input: the project's folders, the games, the texts of files that are not
saved. It answers by lines on its standard output: what `pnp check` would report if they were saved. Where a
single item is another one, it says first what that item comes to; of a single game, then what a person waits for
(rules, faces, texts), and that there is ``more`` to come: other inks, the forge, the lab and the like.
A request that another has overtaken is given up. It ends when its input does.
"""

import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, takewhile
from operator import eq
from os.path import realpath
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TextIO

from msgspec import Struct
from msgspec.structs import astuple, replace

from generator.check.judge import Judge
from generator.check.paths import check_all
from generator.check.scope import Scope
from generator.check.verdict import GameVerdict
from generator.check.workspace import Snapshot, Workspace
from generator.core.folders import Project
from generator.core.problem import Problem, Refusal
from generator.core.textfile import LINE_BREAK, unsaved
from generator.model.defaults import read_defaults
from generator.model.game import Item, Kind


class LastReport(Struct, frozen=True):
    """What was reported last of a game after all of it was examined, and what it was like."""

    snapshot: Snapshot
    texts: Mapping[str, str]  # unsaved ones, by real path
    problems: list[Problem]


class _Edit(NamedTuple):
    """The lines of a file that are others now, from 1: those after ``before``, up to ``end`` in the old text."""

    file: str  # its real path
    before: int
    end: int
    added: int  # to the lines after them


def at_once(report: LastReport, texts: Mapping[str, str], workspace: Workspace) -> list[Problem] | None:
    """What is wrong with a game as far as it is known at once, sorted; None where no single item is another one.

    Of the item in which the text changed it is what its values, faces and rules come to now; editions and what stands
    on all items are left to who looks at the whole.

    Args:
        report: the last list of all.
        texts: of unsaved files now, which ``workspace`` has taken already.
        workspace: holds the game.
    """
    edit = _edit(report.texts, texts)
    if edit is None:
        return None
    kinds = [one for one in report.snapshot.game.kinds.values() if one.path is not None and not one.partial]
    kind = next((one for one in kinds if realpath(one.path or "") == edit.file), None)
    place = _place(kind, edit) if kind is not None else None
    if kind is None or place is None:
        return None
    item, start, end = place
    scope = Scope(kinds=(kind.name,), items=(item.id,), forms=False, whole=False)
    checked = workspace.scoped(report.snapshot.game_name, scope)
    now = checked.game.kinds.get(kind.name)
    if now is None or now.partial or [item.id for item in now.all_items] != [item.id for item in kind.all_items]:
        return None
    fresh = [one for one in checked.problems if one.file == kind.file and start <= one.line < end + edit.added]
    return sorted(dict.fromkeys([*fresh, *_moved(report.problems, kind.file, start, end, edit.added)]))


def _moved(problems: Sequence[Problem], file: str, start: int, end: int, added: int) -> Iterator[Problem]:
    """Problems but for those in some lines of a file, from ``start`` to before ``end``; those after them are moved."""
    for problem in problems:
        if problem.file != file or problem.line < start:
            yield problem
        elif problem.line >= end:
            yield replace(problem, line=problem.line + added)


def _edit(before: Mapping[str, str], now: Mapping[str, str]) -> _Edit | None:
    """How texts differ; None if it is not one file that does."""
    files = [file for file in before.keys() | now.keys() if before.get(file) != now.get(file)]
    if len(files) != 1 or files[0] not in before or files[0] not in now:
        return None
    old, new = (LINE_BREAK.split(texts[files[0]]) for texts in (before, now))
    start = _alike(old, new)
    common_end = _alike(old[start:][::-1], new[start:][::-1])
    return _Edit(files[0], start, len(old) - common_end, len(new) - len(old))


def _alike(first: list[str], second: list[str]) -> int:
    """How many lines are the same from the beginning."""
    return sum(takewhile(bool, map(eq, first, second)))


def _place(kind: Kind, edit: _Edit) -> tuple[Item, int, int] | None:
    """The item that an edit lies in and no other, the first line that was its own, and that after its last."""
    starts = [*(item.node.line for item in kind.all_items), edit.end + 1]
    for item, (start, end) in zip(kind.all_items, pairwise(starts), strict=True):
        if start <= edit.before + 1 and edit.end < end:
            return item, start, end
    return None


MOST_PROJECTS = 3  # that are kept in memory


class _StaleRequest(Exception):
    """A newer request waits."""


class _RequestQueue(SimpleQueue[dict[str, Any]]):
    """Requests that wait."""

    def listen(self) -> None:
        """Take requests until nobody asks any more, and end the process then."""
        for line in sys.stdin.buffer:
            self.put(json.loads(line))
        os._exit(0)

    def newest(self) -> dict[str, Any]:
        """The newest request; those before it are forgotten."""
        request = self.get()
        while not self.empty():
            request = self.get()
        return request

    def look(self, _what: str = "", _done: int = 0, _of: int = 0) -> None:
        """Give up what is being checked if it is stale by now."""
        if not self.empty():
            raise _StaleRequest


def main() -> None:
    """Answer until nobody asks."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nothing that a library prints is an answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the process that started this one
    queue = _RequestQueue()
    threading.Thread(target=queue.listen, daemon=True).start()
    while True:
        request = queue.newest()
        answer: dict[str, Any] = {"number": request["number"]}
        try:
            for problems, whole in found_in(request, queue.look):
                answer |= {"problems": [astuple(problem) for problem in problems], "more": not whole}
                if not whole:
                    _write(answers, answer)
        except _StaleRequest:
            continue
        except Refusal as refusal:
            answer["refused"] = str(refusal)
        except Exception as error:  # noqa: BLE001 - the editor goes on; what is wrong here is said in its log
            answer["fault"] = f"{type(error).__name__}: {error}"
        _write(answers, answer)


def _write(answers: TextIO, answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


def found_in(
    request: dict[str, Any], look: Callable[..., None] = lambda *_: None
) -> Iterator[tuple[list[Problem], bool]]:
    """What is wrong with the games of a request; of those that were examined before, only what changed is done.

    Gives lists, and whether each is whole; the last one is. ``look`` is called before each piece of work.

    Raises:
        Refusal: there is no such game any more.
    """
    project = Project(Path(request["data"]), Path(request["templates"]))
    whole = request["whole"] or request["games"] == project.games()
    games = project.games() if whole else request["games"]
    watched = _workspace(project, tuple(games))
    watched.take(request["texts"])
    first = at_once(watched.told, request["texts"], watched.workspace) if watched.told is not None else None
    if first is not None:
        yield first, False
    for _, snapshot in watched.workspace.look(games, look, look, in_steps=len(games) == 1):
        if snapshot is not None and not snapshot.is_whole:
            front = {*snapshot.problems} - snapshot.behind
            behind = _behind(watched.told, snapshot, request["texts"]) if watched.told is not None else []
            yield sorted(front.union(behind)), False
    snapshots = watched.workspace.snapshots
    with unsaved(watched.workspace.texts):
        if whole:
            all_problems = check_all(project, watched).problems
        else:
            all_problems = [problem for name in games for problem in snapshots[name].problems]
            all_problems += read_defaults(project.defaults).problems
    all_problems = sorted(dict.fromkeys(all_problems))
    watched.told = LastReport(snapshots[games[0]], request["texts"], all_problems) if len(games) == 1 else None
    yield all_problems, True


def _behind(report: LastReport, snapshot: Snapshot, texts: Mapping[str, str]) -> list[Problem]:
    """What was told last and is not found in front, where lines that were added have moved it to."""
    behind = [*snapshot.behind, *{*report.problems}.difference(report.snapshot.problems)]
    edit = _edit(report.texts, texts)
    files = {problem.file for problem in behind if edit is not None and realpath(problem.file) == edit.file}
    return list(_moved(behind, files.pop(), edit.before + 1, edit.end + 1, edit.added)) if edit and files else behind


class _ClientGames(Judge):
    """The games of a client, and the texts of its files that are not saved; verdicts are those of a workspace."""

    def __init__(self, project: Project) -> None:
        super().__init__()
        self.workspace = Workspace(project, project.data.parent / "output")
        self._texts: dict[str, str] = {}
        self.told: LastReport | None = None  # of a single game

    def take(self, texts: dict[str, str]) -> None:
        """Let these texts replace what is in files, by real path, and no others."""
        changes: dict[Path, str | None] = {Path(path): None for path in self._texts.keys() - texts.keys()}
        changes |= {Path(path): text for path, text in texts.items() if self._texts.get(path) != text}
        self._texts = texts
        self.workspace.take(changes)

    def verdicts(self, project: Project, names: Sequence[str]) -> list[GameVerdict]:  # noqa: ARG002 - there is one
        """What was found wrong with games."""
        return [self.workspace.snapshots[name].checked.verdict for name in names]


@lru_cache(maxsize=MOST_PROJECTS)
def _workspace(project: Project, games: tuple[str, ...]) -> _ClientGames:  # noqa: ARG001 - a workspace is for its games
    return _ClientGames(project)
