"""What stands in for a game as it is checked: at a first look, while a file cannot be read, while one is written.

At a first look it is read, not checked; what a check comes to is reported if the cache knows it.
"""

from collections import OrderedDict
from dataclasses import replace as kind_with
from functools import cache
from pathlib import Path
from threading import Lock

from msgspec import Struct
from msgspec.structs import replace

from generator.check.build import open_game
from generator.check.cache import Cache
from generator.check.judge import GameKey, Judge
from generator.check.result import CheckResult
from generator.check.scope import Scope
from generator.check.verdict import GameVerdict, as_answer, read_answer
from generator.check.workspace import Snapshot, Workspace
from generator.core.folders import Project
from generator.core.problem import NotFound, Problem
from generator.read.reader import RULE
from generator.rules.rulebook import open_rulebook


class FirstLook(Struct):
    """A game that is not checked yet."""

    snapshot: Snapshot
    judged: bool  # whether its problems are known already
    files: GameKey


class FirstLooks:
    """Takes first looks at games, and keeps what their checks come to."""

    def __init__(self, project: Project, cache: Cache) -> None:
        self._project, self._cache = project, cache
        self._judge = Judge(cache)

    def take(self, name: str) -> FirstLook:
        """Read a game, and draw what will be asked for; it takes some hundredths of a second.

        Raises:
            NotFound: there is no such game.
        """
        files = self._judge.key(self._project, name)
        verdict = read_answer(self._cache.get(files.key("check")), GameVerdict)
        renderer = open_game(self._project, name)
        book = cache(lambda: open_rulebook(renderer.game))
        renderer.rules = cache(lambda: {rule.name: rule.settings for rule in book().rules})
        checked = CheckResult(renderer.game, [], [], renderer)
        if verdict is not None:
            checked.problems, checked.waived = list(verdict.problems), list(verdict.waived)
        return FirstLook(Snapshot(name, checked), verdict is not None, files)

    def keep(self, first_look: FirstLook, snapshot: Snapshot) -> bool:
        """Keep what the check of a game came to, if its files are still those of the first look; whether they are."""
        if not first_look.files.stand():
            return False
        if not first_look.judged:
            self._cache.put(first_look.files.key("check"), as_answer(snapshot.checked.verdict))
        return True


def unreadable(snapshot: Snapshot, file: str) -> list[Problem]:
    """The problems for which a file of a game cannot be read at all."""
    return [each for each in snapshot.problems if each.file == file and each.rule == RULE and each.level == "error"]


def held(before: Snapshot | None, now: Snapshot) -> tuple[Snapshot, frozenset[str]]:
    """A game with the last good items of each kind whose file cannot be read now; those kinds."""
    if before is None:
        return now, frozenset()
    old, new = before.game, now.game
    if unreadable(now, new.file):
        checked = replace(before.checked, problems=now.checked.problems)
        return replace(before, checked=checked, files=now.files, changed={}), frozenset(old.kinds)
    lost = {}
    for name, kind in new.kinds.items():
        if not kind.items and name in old.kinds and unreadable(now, kind.file):
            last = old.kinds[name]
            lost[name] = kind_with(kind, all_items=last.all_items, documents=last.documents)
    if not lost:
        return now, frozenset()
    return replace(now, checked=replace(now.checked, game=replace(new, kinds=new.kinds | lost))), frozenset(lost)


_MOST_EDITORS = 200


class StaleDraft(Exception):
    """A newer text of the same editor waits."""


class DraftTable:
    """A project in memory beside the one that is shown: with one file at a time as it is being written."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace.beside()
        self._file: Path | None = None
        self._newest: OrderedDict[str, int] = OrderedDict()  # by editor
        self._tickets = 0
        self._lock = Lock()

    def ticket(self, editor: str) -> int:
        """A number for a text that an editor sent: older ones of the same editor are overtaken from now on."""
        with self._lock:
            self._tickets += 1
            self._newest[editor] = self._tickets
            self._newest.move_to_end(editor)
            while len(self._newest) > _MOST_EDITORS:
                self._newest.popitem(last=False)
            return self._tickets

    def look(self, game: str, file: Path, text: str, editor: str, ticket: int) -> Snapshot:
        """The game with this text in place of what is in a file. One thread at a time may ask.

        Raises:
            Overtaken: a newer text came meanwhile.
            NotFound: there is no such game any more.
        """
        if self._newest.get(editor, ticket) != ticket:
            raise StaleDraft
        if self._file is not None and self._file != file:
            self._workspace.take({self._file: None})
        self._file = file
        self._workspace.take({file: text})
        there = self._workspace.project.games()
        # Those that were asked for before stay among the games of interest: what is remembered of others is forgotten.
        list(self._workspace.look([name for name in there if name == game or name in self._workspace.snapshots]))
        snapshot = self._workspace.snapshots.get(game)
        if snapshot is None:
            raise NotFound(f"there is no game {game!r}")
        return snapshot

    def look_for_print(self, game: str, file: Path, text: str, scope: Scope) -> Snapshot:
        """As `look`, as far as a print depends on it; of a text that comes once, and leaves nothing behind."""
        self._workspace.take({file: text})
        texts = dict(self._workspace.texts)
        try:
            return Snapshot(game, self._workspace.scoped(game, scope), texts=texts)
        finally:
            self._workspace.take({file: None})
            self._file = None if self._file == file else self._file
