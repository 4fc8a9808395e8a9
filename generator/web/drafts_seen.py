"""Texts that are being written, checked as if they were saved."""

from collections import OrderedDict
from pathlib import Path
from threading import Lock

from generator.check.scope import Scope
from generator.check.snapshot import Snapshot
from generator.check.workspace import Workspace
from generator.core.problem import NotFound

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
