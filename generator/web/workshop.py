"""The open project: its games as they are now, read by many, changed by one at a time."""

import gzip
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from threading import RLock
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from generator.check.cache import Cache
from generator.check.scope import Scope
from generator.check.workspace import Snapshot, Workspace
from generator.core.choices import InkName
from generator.core.folders import Project
from generator.core.problem import Infeasible, NotFound, Problem, Refusal
from generator.core.textfile import LINE_BREAK, read_text_file
from generator.draw.marks.marks import Face
from generator.draw.renderer import Side
from generator.model.game import Game, Item, Kind
from generator.model.load import load_game
from generator.pdf.face_svg import face_svg
from generator.read.tree import MAX_BYTES
from generator.web.first_look import DraftTable, FirstLook, FirstLooks, held
from generator.web.history import History
from generator.web.latest import LatestAnswers
from generator.web.terms import Terms
from generator.web.turns import Turns

MOST_OUTLINED = 40  # games that are read and not checked
MOST_DRAWN = 4_000  # pictures that are kept of a game


class View(NamedTuple):
    """A view of an item: language, side, ink, page."""

    language: str
    side: Side = "front"
    ink: InkName = InkName.full
    page: int = 0  # of running text, from 0


class FacePicture(NamedTuple):
    """A face as it is shown."""

    packed: bytes  # an SVG file, by gzip
    mark: str  # identifies it
    sound: bool  # else it is the last good face of an item that has errors now

    @property
    def svg(self) -> bytes:
        """The SVG file."""
        return gzip.decompress(self.packed)


class GameChange(Struct, frozen=True):
    """A change of a game."""

    game: str
    number: int  # of the changes, which grow
    snapshot: Snapshot | None  # None where it is gone
    items: Mapping[str, tuple[str, ...]] = {}  # by kind those that may look different
    gone: Mapping[str, tuple[str, ...]] = {}  # by kind those that are gone
    seconds: float = 0.0  # that checking it took


class _GameState(Struct):
    """The state of a game."""

    snapshot: Snapshot
    number: int
    last: "dict[tuple[str, str, View], bytes]"  # the last good picture, packed
    drawn: "dict[tuple[str, str, View], FacePicture]" = {}
    looked: FirstLook | None = None  # of a game that is not checked yet
    held: frozenset[str] = frozenset()  # kinds whose file cannot be read: their last good items are shown
    opened: int = 0  # the number of the change that it was opened by
    numbers: Mapping[tuple[str, str], int] = {}  # by kind and item: of the last change of its looks


class Workshop:
    """A project's games.

    What is asked of games goes through ``lock``: a process works out one thing at a time. Whoever works with a game in
    this process beyond reading what it holds takes the lock too, and for some tenths of a second at most. A game that
    is opened takes longer, and gives way to them. Games are changed by whoever holds ``_changing``, taken before the
    lock and never while it is held.
    """

    def __init__(
        self,
        project: Project,
        terms: Terms,
        out: Path = Path("output"),
        cache: Cache | None = None,
        history: History | None = None,
    ) -> None:
        """Open a project.

        Args:
            project: the folders.
            terms: on which it is open.
            out: where its sheets are written, which is not part of it.
            cache: what checks came to before.
            history: of what was written here before.
        """
        self.project, self.terms = project, terms
        self.history = history or History()
        self.lock, self._changing = Turns(), RLock()
        self.opener: Callable[[str], None] | None = None  # has a game opened soon, where somebody does such work
        self._looks = FirstLooks(project, cache or Cache(None))
        self._looked: dict[str, _GameState] = {}  # games that are not checked yet
        self._workspace = Workspace(project, out)
        self._games: dict[str, _GameState] = {}
        self._number = 0
        self._hearers: list[Callable[[GameChange], None]] = []
        self._drafts = DraftTable(self._workspace)
        self._outlines = LatestAnswers[Game](MOST_OUTLINED)  # by what identifies the files

    def games(self) -> list[str]:
        """The names of the games that are there now, and meant to be shown; none where there is no project."""
        try:
            return [name for name in self.project.games() if not self.terms.games or name in self.terms.games]
        except (NotFound, OSError):
            return []

    def game(self, name: str) -> Snapshot:
        """A game, checked as it is now.

        Raises:
            NotFound: there is no such game.
        """
        if self.terms.checked:
            return self._at_once(name).snapshot
        if name not in self._games and self.opener is not None and name in self._looked:
            self.opener(name)  # before those that nobody waits for
        return self._opened(name).snapshot

    def glance(self, name: str) -> Snapshot:
        """A game, as far as it can be had at once: not checked yet, it may be, but then it will be soon.

        Raises:
            NotFound: there is no such game.
        """
        state = self._at_once(name)
        if state.looked is not None and self.opener is not None:
            self.opener(name)
        return state.snapshot

    def judged(self, name: str) -> bool:
        """Whether the problems of a game are known without waiting."""
        state = self._looked.get(name)
        return name in self._games or (state is not None and state.looked is not None and state.looked.judged)

    def number(self, name: str) -> int:
        """The number of a game's last change. Raises as `game` does."""
        return self._at_once(name).number

    def looks_of(self, name: str) -> Callable[[str, str], int]:
        """Gives for a kind and an item of a game the number of the last change of its looks. Raises as `game` does."""
        state = self._at_once(name)
        return lambda kind, item: state.numbers.get((kind, item), state.opened)

    def peek(self, name: str) -> Snapshot | None:
        """A game as far as it is known without waiting for it to be read or checked."""
        state = self._games.get(name) or self._looked.get(name)
        return state.snapshot if state else None

    def held(self, name: str) -> frozenset[str]:
        """The kinds of a game whose file cannot be read now: their last good items are shown."""
        state = self._games.get(name)
        return state.held if state is not None else frozenset()

    def picture(self, name: str, kind: Kind, item: Item, view: View) -> FacePicture:
        """A face of an item, or its last good one where it cannot be drawn any more.

        Raises:
            NotFound: the kind is not printed, or has no such side, page or edition.
            Infeasible: it has errors, and was never drawn.
        """
        key = (kind.name, item.id, view)
        self._at_once(name)
        with self.lock:
            state = self._at_once(name)
            picture = state.drawn.get(key) or self._drawn(state, kind, item, view)
            if len(state.drawn) >= MOST_DRAWN:
                state.drawn.clear()
            state.drawn[key] = picture
            return picture

    def drawn(self, name: str, kind: Kind, item: Item, view: View) -> FacePicture | None:
        """As `picture`, without waiting: None where it is not drawn yet."""
        state = self._games.get(name) or self._looked.get(name)
        return state.drawn.get((kind.name, item.id, view)) if state is not None else None

    def outline(self, name: str) -> Game | None:
        """A game as far as its files can be read, without checking it; None where it vanished."""
        snapshot = self.peek(name)
        if snapshot is not None:
            return snapshot.game
        shown_name = f"{self.project.data.as_posix()}/{name}"
        with self.lock, suppress(Refusal, OSError):
            files = [(path.name, path.stat()) for path in sorted((self.project.data / name).iterdir())]
            about = tuple((file, stat.st_mtime_ns, stat.st_size) for file, stat in files)
            return self._outlines.of((name, about), lambda: load_game(self.project.game_folder(name), shown_name)[0])
        return None

    def source_of(self, kind: Kind, item: Item) -> str:
        """The lines of an item in its file, as they are now; none on a site."""
        if kind.path is None or kind.prose or self.terms.site:
            return ""
        text, _ = read_text_file(kind.path, kind.file, MAX_BYTES, "yaml-syntax")
        first, last = item_lines(kind, item)
        return "\n".join(LINE_BREAK.split(text or "")[first - 1 : last]).rstrip() + "\n"

    def knows(self, name: str, file: Path, content: bytes) -> bool:
        """Whether what is known of a game was read when this was in one of its files."""
        with self.lock:
            return self._workspace.read_with(name, file, content)

    def draft(self, name: str, file: Path, text: str, editor: str) -> Snapshot:
        """A game as it would be with this text in one of its files. ``editor`` names who writes it.

        Raises:
            Overtaken: the same editor sent a newer text meanwhile.
            NotFound: there is no such game any more.
        """
        ticket = self._drafts.ticket(editor)
        with self._changing, self.lock:
            return self._drafts.look(name, file, text, editor, ticket)

    def draft_of_print(self, name: str, file: Path, text: str, scope: Scope) -> Snapshot:
        """As `draft`, as far as a print depends on it. Raises `NotFound` as it does."""
        with self._changing, self.lock:
            return self._drafts.look_for_print(name, file, text, scope)

    def hear(self, hearer: Callable[[GameChange], None]) -> None:
        """Have a function called with all changes, in the thread that finds them."""
        self._hearers.append(hearer)

    def look(self) -> list[GameChange]:
        """Look at the files of the games that are known, and say what changed: faces and most problems at once.

        A game of which more is found then changes once more.
        """
        changes: list[GameChange] = []
        with self._changing, self.lock:
            while True:
                there = sorted(self._games.keys() & set(self.games()))
                early: list[Problem] = []
                for name, snapshot in self._workspace.look(there, give_way=self.lock.give_way, in_steps=True):
                    if snapshot is None or not snapshot.is_whole:
                        early = snapshot.problems if snapshot is not None else []
                        new = [self._changed(name, snapshot)]
                    else:
                        new = [self._completed(name, snapshot)] if snapshot.problems != early else []
                    changes += new
                    self._tell(new)
                if not self._workspace.unsettled:
                    break
        return changes

    def _tell(self, changes: Iterable[GameChange]) -> None:
        for change in changes:
            for hearer in self._hearers:
                hearer(change)

    def _at_once(self, name: str) -> _GameState:
        at_once = self.opener is not None or self.terms.checked
        state = self._games.get(name) or (self._looked.get(name) if at_once else None)
        if state is not None or not at_once:
            return state or self._opened(name)
        with self.lock:
            if name not in self._games and name not in self._looked:
                look = self._looks.take(name)
                self._number += 1
                self._looked[name] = _GameState(look.snapshot, self._number, {}, looked=look, opened=self._number)
            return self._games.get(name) or self._looked[name]

    def _opened(self, name: str) -> _GameState:
        state = self._games.get(name)
        if state is not None:
            return state
        if self.lock.mine:  # it went and came while somebody works with it
            raise NotFound(f"{name} was changed meanwhile; ask again")
        changes: list[GameChange] = []
        with self._changing, self.lock:
            first_state = self._looked.get(name)
            try:
                if name not in self._games:
                    self.project.game_folder(name)
                    there = sorted({*self._games.keys() & set(self.games()), name})
                    for game_name, snapshot in self._workspace.look(there, give_way=self.lock.give_way):
                        change = self._changed(game_name, snapshot)
                        if game_name == name and first_state is not None and snapshot is not None:
                            change = self._confirmed(first_state, change, snapshot)
                        changes += [change] if game_name != name or first_state is not None else []
                state = self._games[name]
            finally:
                self._looked.pop(name, None)
        self._tell(changes)
        return state

    def _confirmed(self, before: _GameState, change: GameChange, snapshot: Snapshot) -> GameChange:
        """The change that a check makes to a first look: where the files are still the same, the faces are too."""
        if before.looked is None or not self._looks.keep(before.looked, snapshot):
            return change
        self._games[change.game] = _GameState(snapshot, before.number, {}, before.drawn, opened=before.number)
        return replace(change, number=before.number, items={})

    def _changed(self, name: str, snapshot: Snapshot | None) -> GameChange:
        self._number += 1
        before = self._games.pop(name, None)
        old = _items(before.snapshot) if before is not None else set()
        if snapshot is None:
            return GameChange(name, self._number, None, gone=_by_kind(old))
        snapshot, kinds = held(before.snapshot if before is not None else None, snapshot)
        items = _items(snapshot)
        last: dict[tuple[str, str, View], bytes] = {}
        if before is not None:
            there = {key: picture.packed for key, picture in before.drawn.items() if picture.sound}
            last = {key: packed for key, packed in {**before.last, **there}.items() if key[:2] in items}
        opened, numbers = (before.opened, before.numbers) if before is not None else (self._number, {})
        numbers = {**numbers, **{(kind, item): self._number for kind, ids in snapshot.changed.items() for item in ids}}
        self._games[name] = _GameState(snapshot, self._number, last, held=kinds, opened=opened, numbers=numbers)
        return GameChange(name, self._number, snapshot, snapshot.changed, _by_kind(old - items), snapshot.seconds)

    def _completed(self, name: str, snapshot: Snapshot) -> GameChange:
        """The change that a whole check makes to its front: problems, and no other looks."""
        self._number += 1
        state = self._games[name]
        state.number, state.snapshot.checked.problems = self._number, snapshot.problems
        return GameChange(name, self._number, state.snapshot, seconds=snapshot.seconds)

    def _drawn(self, state: _GameState, kind: Kind, item: Item, view: View) -> FacePicture:
        last = state.last.get((kind.name, item.id, view))
        is_held = kind.name in state.held
        svg = shown_face(state.snapshot, kind, item, view) if last is None or not is_held else None
        packed = gzip.compress(svg, 6, mtime=0) if svg is not None else None
        if packed is not None and svg is not None and not is_held:
            return FacePicture(packed, blake2b(svg, digest_size=12).hexdigest(), sound=True)
        last = last or packed
        if last is None:
            raise Infeasible(f"{kind.name}/{item.id} has errors and cannot be drawn")
        return FacePicture(last, blake2b(last, digest_size=12, key=b"before").hexdigest(), sound=False)


def shown_face(snapshot: Snapshot, kind: Kind, item: Item, view: View) -> bytes | None:
    """A face of an item as an SVG file; None where it cannot be drawn.

    Raises:
        NotFound: the kind is not printed, or has no such side, page or edition.
    """
    face = _face(snapshot, kind, item, view)
    return None if face is None else face_svg(face, item.called(view.language, snapshot.game.language), view.language)


def face_text(snapshot: Snapshot, kind: Kind, item: Item | None, view: View) -> str | None:
    """As `shown_face`, as a text; None also where there is no such item or side."""
    try:
        svg = shown_face(snapshot, kind, item, view) if item is not None else None
    except NotFound:
        return None
    return svg.decode() if svg is not None else None


def _face(snapshot: Snapshot, kind: Kind, item: Item, view: View) -> Face | None:
    if not kind.printed or (view.side == "back" and kind.back is None):
        raise NotFound(f"{kind.name} has no {view.side} that is printed")
    if kind.prose:
        pages = snapshot.pages(kind.name, view.language, view.ink).faces
        if not pages:
            return None
        if view.side != "front" or not view.page < len(pages):
            raise NotFound(f"{kind.name} has {len(pages)} pages, and no other side")
        return pages[view.page]
    return snapshot.face(kind.name, kind.position(item), view.language, view.ink, view.side)


def item_lines(kind: Kind, item: Item) -> tuple[int, int]:
    """The first and the last line of its file that belong to an item; the last may lie beyond the file's end."""
    after = [each.node.line for each in kind.items if each.file == item.file and each.node.line > item.node.line]
    return item.node.line, min(after, default=10**9) - 1


def _items(snapshot: Snapshot) -> set[tuple[str, str]]:
    """Kind and id of all items."""
    return {(kind.name, item.id) for kind in snapshot.game.kinds.values() for item in kind.items}


def _by_kind(items: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    kinds: dict[str, list[str]] = {}
    for kind, item in sorted(items):
        kinds.setdefault(kind, []).append(item)
    return {kind: tuple(ids) for kind, ids in kinds.items()}
