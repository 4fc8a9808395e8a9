"""The open project: its games as they are now, read by many, changed by one at a time."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from threading import RLock
from typing import NamedTuple

from generator.catalog.game import Item, Kind
from generator.choices import InkName
from generator.face.renderer import Renderer, Side
from generator.marks.marks import Face
from generator.printing.manifest import face_hash
from generator.printing.members import laid_pages
from generator.problem import Problem
from generator.project import Project
from generator.refusal import Infeasible, NotFound
from generator.source.reader import MAX_BYTES
from generator.textfile import LINE_BREAK, read_text_file
from generator.web.faces import face_svg
from generator.web.terms import Terms
from generator.workspace.afresh import Workspace
from generator.workspace.build import OWN_LANGUAGE, Checked, check_game

MOST_DRAWN = 4_000  # pictures that are kept of a game


class View(NamedTuple):
    """Which picture of an item is meant."""

    language: str
    side: Side = "front"
    ink: InkName = InkName.full
    page: int = 0  # of running text, from 0


class ShownFace(NamedTuple):
    """A face as it is shown."""

    svg: bytes
    mark: str  # tells it from others
    sound: bool  # else it is the last good face of an item that has errors now


@dataclass(frozen=True, slots=True)
class GameChange:
    """What became of a game."""

    game: str
    number: int  # of the changes, which grow
    checked: Checked | None  # None where it is gone
    items: tuple[tuple[str, str], ...] = ()  # kind and item that differ from before, came or went
    whole: bool = False  # more than items changed: any face may be another
    seconds: float = 0.0  # that checking it took


@dataclass(slots=True)
class _Kept:
    """What is known of a game."""

    checked: Checked
    number: int
    marks: dict[tuple[str, str], str]  # by kind and item: what tells it from what it was
    last: "dict[tuple[str, str, View], bytes]"  # the last good picture
    drawn: "dict[tuple[str, str, View], ShownFace]" = field(default_factory=dict)
    inks: dict[InkName, Renderer] = field(default_factory=dict)


class Workshop:
    """A project's games.

    What is asked of games goes through ``lock``: a process works out one thing at a time. Whoever works with a game in
    this process beyond reading what it holds takes the lock too, and for some tenths of a second at most.
    """

    def __init__(self, project: Project, terms: Terms) -> None:
        self.project, self.terms = project, terms
        self.lock = RLock()
        self._workspace = Workspace(project, self._check, Path("output"))
        self._games: dict[str, _Kept] = {}
        self._number = 0
        self._hearers: list[Callable[[GameChange], None]] = []

    def games(self) -> list[str]:
        """The names of the games that are there now; none where there is no project."""
        try:
            return self.project.games()
        except (NotFound, OSError):
            return []

    def game(self, name: str) -> Checked:
        """A game, checked as it is now.

        Raises:
            NotFound: there is no such game.
        """
        return self._kept(name).checked

    def number(self, name: str) -> int:
        """The number of a game's last change. Raises as `game` does."""
        return self._kept(name).number

    def known(self, name: str) -> Checked | None:
        """A game as far as it is known without waiting for it to be checked."""
        kept = self._games.get(name)
        return kept.checked if kept else None

    def problems_of(self, name: str, item: Item) -> list[Problem]:
        """What is wrong with an item: the problems that stand between its first line and its last."""
        problems = self.game(name).problems
        first, last = item_lines(self.game(name).game.kinds[item.kind], item)
        return [problem for problem in problems if problem.file == item.file and first <= problem.line <= last]

    def picture(self, name: str, kind: Kind, item: Item, view: View) -> ShownFace:
        """A face of an item, or its last good one where it cannot be drawn any more.

        Raises:
            NotFound: the kind is not printed, or has no such side, page or edition.
            Infeasible: it has errors, and was never drawn.
        """
        with self.lock:
            kept = self._kept(name)
            key = (kind.name, item.id, view)
            if key not in kept.drawn:
                if len(kept.drawn) >= MOST_DRAWN:
                    kept.drawn.clear()
                kept.drawn[key] = self._picture(kept, kind, item, view)
            return kept.drawn[key]

    def source_of(self, kind: Kind, item: Item) -> str:
        """The lines of its file that an item stands in, as they are now; empty where they cannot be read."""
        if kind.path is None or kind.prose:
            return ""
        text, _ = read_text_file(kind.path, kind.file, MAX_BYTES, "yaml-syntax")
        first, last = item_lines(kind, item)
        return "\n".join(LINE_BREAK.split(text or "")[first - 1 : last]).rstrip() + "\n"

    def hear(self, hearer: Callable[[GameChange], None]) -> None:
        """Have a function told of all changes, in whatever thread finds them."""
        self._hearers.append(hearer)

    def look(self, files: Iterable[Path] = ()) -> list[GameChange]:  # noqa: ARG002 - the workspace finds out itself
        """Look at the files of the games that are known, and tell what changed."""
        with self.lock:
            there = set(self.games())
            changes = [self._gone(name) for name in sorted(self._games.keys() - there)]
            while True:
                changes += [
                    self._changed(update.game, update.checked, update.files, update.seconds)
                    for update in self._workspace.update(sorted(self._games.keys() & there))
                    if update.checked is not None
                ]
                if not self._workspace.unsettled:
                    break
        for change in changes:
            for hearer in self._hearers:
                hearer(change)
        return changes

    def _check(self, name: str) -> Checked:
        return check_game(self.project, name, keep=OWN_LANGUAGE)

    def _kept(self, name: str) -> _Kept:
        kept = self._games.get(name)
        if kept is not None:
            return kept
        with self.lock:
            if name not in self._games:
                self.project.game_folder(name)
                known = self._games.keys() & set(self.games())
                for update in self._workspace.update(sorted({*known, name})):
                    if update.checked is not None:
                        self._changed(update.game, update.checked, update.files, update.seconds)
            return self._games[name]

    def _changed(self, name: str, checked: Checked, files: Iterable[Path], seconds: float) -> GameChange:
        self._number += 1
        marks = _marks(checked)
        before = self._games.get(name)
        last: dict[tuple[str, str, View], bytes] = {}
        if before is not None:
            there = {key: picture.svg for key, picture in before.drawn.items() if picture.sound}
            last = {key: svg for key, svg in {**before.last, **there}.items() if key[:2] in marks}
        self._games[name] = _Kept(checked, self._number, marks, last)
        old = before.marks if before else {}
        items = tuple(sorted(key for key in old.keys() | marks.keys() if old.get(key) != marks.get(key)))
        lists = {Path(kind.file).name for kind in checked.game.kinds.values() if not kind.prose}
        whole = before is None or any(path.name not in lists for path in files)
        return GameChange(name, self._number, checked, items, whole, seconds)

    def _gone(self, name: str) -> GameChange:
        del self._games[name]
        self._workspace.forget(name)
        self._number += 1
        return GameChange(name, self._number, None, whole=True)

    def _picture(self, kept: _Kept, kind: Kind, item: Item, view: View) -> ShownFace:
        if not item.broken:
            svg = face_svg(self._face(kept, kind, item, view))
            return ShownFace(svg, blake2b(svg, digest_size=12).hexdigest(), sound=True)
        last = kept.last.get((kind.name, item.id, view))
        if last is None:
            raise Infeasible(f"{kind.name}/{item.id} has errors and cannot be drawn")
        return ShownFace(last, blake2b(last, digest_size=12, key=b"before").hexdigest(), sound=False)

    def _face(self, kept: _Kept, kind: Kind, item: Item, view: View) -> Face:
        checked = kept.checked
        renderer = checked.renderer
        if view.ink != InkName.full:
            if view.ink == InkName.colour and not renderer.theme.palette:
                raise NotFound(f"{checked.game.name} has no colour edition")
            if view.ink not in kept.inks:
                kept.inks[view.ink] = renderer.in_ink(view.ink)
            renderer = kept.inks[view.ink]
        if (
            not kind.printed
            or (view.side == "back" and kind.back is None)
            or renderer.template(kind, view.side) is None
        ):
            raise NotFound(f"{kind.name} has no {view.side} that is printed")
        if kind.prose:
            pages = (laid_pages(checked, kind, view.language) if view.ink == InkName.full else None) or renderer.pages(
                kind, view.language
            )
            if view.side == "front":
                if not 0 <= view.page < len(pages.faces):
                    raise NotFound(f"{kind.name} has {len(pages.faces)} pages")
                return pages.faces[view.page]
        if view.side == "front" and view.ink == InkName.full:
            position = next(number for number, one in enumerate(kind.items) if one is item)
            return checked.front(kind, position, view.language)
        return renderer.face(kind, item, view.language, side=view.side)[0]


def item_lines(kind: Kind, item: Item) -> tuple[int, int]:
    """The first and the last line of its file that belong to an item; the last may lie beyond the file's end."""
    after = [other.node.line for other in kind.items if other.file == item.file and other.node.line > item.node.line]
    return item.node.line, min(after, default=10**9) - 1


def _marks(checked: Checked) -> dict[tuple[str, str], str]:
    """What tells each item from what it was: all it says, and its face in the game's own language."""
    game = checked.game
    marks = {}
    for kind in game.kinds.values():
        faces = checked.faces.get((kind.name, game.language), {})
        for position, item in enumerate(kind.items):
            face = face_hash(faces[position]) if position in faces else ""
            said = blake2b(repr((item.fields, item.copies, item.broken)).encode("utf-8", "replace"), digest_size=8)
            marks[kind.name, item.id] = face + said.hexdigest()
    return marks
