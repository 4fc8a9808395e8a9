"""What the server has before it: the open files, the games as they are read, what is known to be wrong; its replies."""

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
from generator.editing.lines import Lines, ScalarPlace, scalar_at
from generator.editing.offers import offers_at, remedy_of
from generator.editing.read_game import EditorGame, told_at
from generator.editing.schema_places import schemas_at, words
from generator.lsp.rounds import Belonging, Round, belonging_of
from generator.read.reader import read_text
from generator.read.tree import MAX_BYTES, Node

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


SORTS = {
    "key": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.EnumMember,
    "icon": types.CompletionItemKind.Text,
}


PlaceParams = types.CompletionParams | types.HoverParams | types.DefinitionParams | types.ReferenceParams


class Replies:
    """Answers what is asked about the files on a desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def completion(self, params: types.CompletionParams) -> types.CompletionList | None:
        """What may be written at a place."""
        snapshot = self.desk.snapshot(params.text_document.uri, sound=True)
        file = _file(params)
        if snapshot is None or file is None:
            return None
        lines, line, column = self._place(file, params)
        offers = offers_at(snapshot, file, lines, line, column)
        items = []
        for offer in offers:
            edit = types.TextEdit(range_in(lines, line, offer.start, offer.end), offer.text)
            says = types.MarkupContent(types.MarkupKind.PlainText, offer.says) if offer.says else None
            items.append(types.CompletionItem(offer.label, kind=SORTS[offer.sort], text_edit=edit, documentation=says))
        return types.CompletionList(is_incomplete=False, items=items)

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        """What is at a place."""
        at = self._at(params)
        if at is None:
            return None
        snapshot, file, lines, root, place = at
        start = place.scalar.line, place.scalar.column
        wrong = [problem for problem in self.desk.problems(file) if (problem.line, problem.column) == start]
        text = told_at(snapshot, file, root, place, wrong)
        content = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(content, self.desk.range_of(place.scalar, lines)) if text else None

    def definition(self, params: types.DefinitionParams) -> types.Location | None:
        """Where what a place names is described: an item, a kind, a rule."""
        at = self._at(params)
        if at is None:
            return None
        snapshot, file, _, root, position = at
        text = position.scalar.text
        if position.is_key:
            place = snapshot.rule_node(text) if "waive" in position.path[:-1] else None
        else:
            named = snapshot.named_at(file, position.scalar)
            place = snapshot.id_node(*named) if named is not None else None
            schema = snapshot.schemas.get(file)
            if place is None and schema is not None and text in snapshot.game.kinds:
                offered = words(schemas_at(schema, root, position.path))
                place = snapshot.kind_node(text) if set(snapshot.known.kinds) <= set(offered) else None
        return self._location(*place) if place is not None else None

    def references(self, params: types.ReferenceParams) -> list[types.Location] | None:
        """Where the item is named that a place names or is the id of."""
        at = self._at(params)
        named = at[0].named_at(at[1], at[4].scalar) if at is not None and not at[4].is_key else None
        if at is None or named is None:
            return None
        snapshot, locations = at[0], []
        own = snapshot.id_node(*named)
        if own is not None and params.context.include_declaration:
            locations.append(self._location(*own))
        for kind in snapshot.game.kinds.values():
            naming = [node for to, node in snapshot.references(kind) if (to, node.text) == named]
            locations += [self._location(snapshot.file_of(kind), node) for node in naming]
        return locations

    def fixes(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """Changes that hints of problems ask for."""
        path = path_of(params.text_document.uri)
        if path is None:
            return []
        file = realpath(path)
        lines, actions = self.desk.lines(file), []
        for problem in self.desk.problems(file):
            where = self.desk.range_of(problem, lines)
            if where.end < params.range.start or params.range.end < where.start:
                continue
            remedy = remedy_of(problem, lines)
            if remedy is not None:
                edit = types.TextEdit(range_in(lines, remedy.line, remedy.start, remedy.end), remedy.text)
                about = [
                    diagnostic
                    for diagnostic in params.context.diagnostics
                    if diagnostic.code == problem.rule and diagnostic.range == where
                ]
                actions.append(
                    types.CodeAction(
                        remedy.title,
                        types.CodeActionKind.QuickFix,
                        diagnostics=about or None,
                        is_preferred=True,
                        edit=types.WorkspaceEdit({params.text_document.uri: [edit]}),
                    )
                )
        return actions

    def _place(self, file: str, params: PlaceParams) -> tuple[Lines, int, int]:
        lines, line = self.desk.lines(file), params.position.line
        return lines, line, lines.column(line, params.position.character)

    def _at(self, params: PlaceParams) -> tuple[EditorGame, str, Lines, Node, ScalarPlace] | None:
        """The game, the file, its lines and tree, and what is at a place; None where that is nothing of a game."""
        snapshot, file = self.desk.snapshot(params.text_document.uri), _file(params)
        if snapshot is None or file is None or not file.endswith((".yaml", ".yml")):
            return None
        lines, line, column = self._place(file, params)
        root, _ = read_text("\n".join(lines.lines), "")
        position = scalar_at(root, lines, line, column)
        return (snapshot, file, lines, root, position) if root is not None and position is not None else None

    def _location(self, file: str, node: Node) -> types.Location:
        return types.Location(self.desk.address(file), self.desk.range_of(node, self.desk.lines(file)))


def _file(params: PlaceParams) -> str | None:
    path = path_of(params.text_document.uri)
    return realpath(path) if path is not None else None
