"""What the server has before it: the open files, the games as they are read, and what is known to be wrong."""

from collections.abc import Callable, Iterator, Sequence
from os.path import realpath
from pathlib import Path
from typing import get_args

from lsprotocol import types
from pygls.uris import to_fs_path
from pygls.workspace import TextDocument, Workspace

from generator.core.folders import Project
from generator.core.problem import Level, Problem, causes
from generator.core.textfile import read_text_file
from generator.editing.lines import Lines
from generator.editing.read_game import EditorGame
from generator.lsp.rounds import Belonging, Round, belonging_of
from generator.read.file_size import MAX_BYTES
from generator.read.tree import Node

MOST_GAMES = 4  # read at a time
LEVELS = dict(zip(get_args(Level), types.DiagnosticSeverity, strict=False))  # which has hints besides


class Desk:
    """The files and games of one client."""

    def __init__(self, workspace: Callable[[], Workspace], named: Project | None) -> None:
        self._workspace, self._named = workspace, named
        self._changes = 0  # of files on the disk
        self._belongings: dict[Path, Belonging | None] = {}
        self._snapshots: dict[tuple[Project, str], tuple[object, EditorGame]] = {}
        self._sound: dict[tuple[Project, str], EditorGame] = {}
        self._rounds: dict[tuple[Project, tuple[str, ...]], Round] = {}

    def count(self, text: str) -> int:
        """How long a text is in the units that were agreed on with the client."""
        return int(self._workspace().position_codec.client_num_units(text))

    def changed_on_disk(self) -> None:
        """Take note that files are no longer what they were."""
        self._changes += 1
        self._belongings.clear()

    def belonging(self, uri: str) -> Belonging | None:
        """Where a file belongs, by its address."""
        path = path_of(uri)
        if path is None:
            return None
        if path not in self._belongings:
            try:
                self._belongings[path] = belonging_of(path, self._named)
            except OSError:
                self._belongings[path] = None
        return self._belongings[path]

    def concerned(self, uris: Sequence[str]) -> list[Belonging]:
        """What was known to hold these files: they may be gone by now."""
        belongings = dict.fromkeys(belonging for belonging in self._belongings.values() if belonging is not None)
        paths = [path for path in map(path_of, uris) if path is not None]
        return [belonging for belonging in belongings if any(belonging.holds(path) for path in paths)]

    def texts(self) -> tuple[dict[str, str], dict[str, int]]:
        """The texts of open files and their versions, by real path."""
        documents = self._open()
        texts = {file: document.source for file, document in documents.items()}
        return texts, {file: document.version or 0 for file, document in documents.items()}

    def _open(self) -> dict[str, TextDocument]:
        """The open files by real path."""
        documents = ((path_of(uri), document) for uri, document in self._workspace().text_documents.items())
        return {realpath(path): document for path, document in documents if path is not None}

    def lines(self, file: str) -> Lines:
        """The lines of a file by its real path, as it is in the editor or else on the disk."""
        text = self.texts()[0].get(file)
        if text is None:
            text = read_text_file(Path(file), file, MAX_BYTES, "yaml-syntax")[0] or ""
        return Lines.of(text, self.count)

    def address(self, file: str) -> str:
        """A file's address, by its path: that by which the editor has it open, if it has."""
        document = self._open().get(realpath(file))
        return document.uri if document is not None else Path(file).as_uri()

    def snapshot(self, uri: str, *, sound: bool = False) -> EditorGame | None:
        """The game of a file; where it has none, None.

        Args:
            uri: the file's address.
            sound: else the last state of it that could be read to the end, if there was one: what is being written at
                the moment hides other things.
        """
        belonging = self.belonging(uri)
        if belonging is None:
            return None
        key = belonging.project, belonging.games[0]
        texts, versions = self.texts()
        stamp = self._changes, versions
        if key not in self._snapshots or self._snapshots[key][0] != stamp:
            encoded = {path: text.encode("utf-8", "surrogatepass") for path, text in texts.items()}
            self._snapshots[key] = stamp, EditorGame.read(*key, encoded)
            for stale in list(self._snapshots)[:-MOST_GAMES]:
                del self._snapshots[stale]
        current = self._snapshots[key][1]
        if (
            current.game.kinds
            and not current.game.unread
            and not any(kind.partial for kind in current.game.kinds.values())
        ):
            self._sound[key] = current
        return self._sound.get(key, current) if sound else current

    def take(self, finished: Round) -> Iterator[types.PublishDiagnosticsParams]:
        """Take what a round has found; what is to be shown now, for each file about which that is something else."""
        project, games = finished.belonging.project, finished.belonging.games
        before = {
            key: earlier for key, earlier in self._rounds.items() if key[0] == project and set(key[1]) <= set(games)
        }
        for key in before:
            del self._rounds[key]
        if not finished.refused:
            self._rounds[(project, games)] = finished
        files = {realpath(problem.file) for earlier in (*before.values(), finished) for problem in earlier.problems}
        for file, document in self._open().items():  # a client needs to hear of those in which all is well too
            belonging = self.belonging(document.uri)
            if belonging is not None and set(belonging.games) <= set(games):
                files.add(file)
        caused = causes(problem for earlier in self._rounds.values() for problem in earlier.problems)
        for real in sorted(files):
            lines = self.lines(real)
            diagnostics = [self._diagnostic(problem, lines, caused.get(problem)) for problem in self._wrong_in(real)]
            yield types.PublishDiagnosticsParams(self.address(real), diagnostics, finished.versions.get(real))

    def problems(self, file: str) -> list[Problem]:
        """What is known to be wrong in a file as it is now, by its real path; nothing where that is not yet known."""
        now = self.texts()[1].get(file)
        fresh = all(finished.versions.get(file) == now for finished in self._rounds.values())
        return self._wrong_in(file) if fresh else []

    def _wrong_in(self, file: str) -> list[Problem]:
        problems = (problem for finished in self._rounds.values() for problem in finished.problems)
        return sorted({problem for problem in problems if realpath(problem.file) == file})

    def range_of(self, place: Problem | Node, lines: Lines) -> types.Range:
        """The value or key at which something is."""
        line, column = max(place.line - 1, 0), max(place.column - 1, 0)
        return range_in(lines, line, column, lines.token_end(line, column))

    def _diagnostic(self, problem: Problem, lines: Lines, cause: Problem | None) -> types.Diagnostic:
        """A problem as editors show it; one that follows from another is information only, and links to it."""
        message = f"{problem.message}\n{problem.hint}" if problem.hint else problem.message
        severity, related = LEVELS[problem.level], None
        if cause is not None:
            severity = types.DiagnosticSeverity.Information
            place = self.range_of(cause, self.lines(realpath(cause.file)))
            location = types.Location(self.address(cause.file), place)
            related = [types.DiagnosticRelatedInformation(location, f"This follows from: {cause.message}")]
        where = self.range_of(problem, lines)
        return types.Diagnostic(where, message, severity, problem.rule, source="pnp", related_information=related)


def range_in(lines: Lines, line: int, start: int, end: int) -> types.Range:
    """A part of a line, as the client counts; all from 0."""
    return types.Range(*(types.Position(line, lines.units(line, at)) for at in (start, end)))


def path_of(uri: str) -> Path | None:
    """The file that an address names; None where it is none, such as a text that was never saved."""
    if not uri.startswith("file:"):
        return None
    path = to_fs_path(uri)
    return Path(path) if path and "\0" not in path and Path(path).is_absolute() else None
