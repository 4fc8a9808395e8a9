"""A project in memory: changed files and unsaved texts in, what is wrong and what it looks like out.

A `Snapshot` is a game as it was at one moment. A game is examined again when a byte that it rests on differs. A file
that was saved as it was changes nothing.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from hashlib import sha256
from os import fspath
from os.path import realpath
from pathlib import Path
from time import perf_counter

from msgspec import Struct

from generator.check.build import Progress, check_game, in_ink, open_check
from generator.check.file_states import FileLooker, FileStates, differing
from generator.check.memo import Memo
from generator.check.result import CheckResult
from generator.check.runner import OF_FILES
from generator.check.scope import Scope
from generator.core.choices import InkName
from generator.core.folders import Project
from generator.core.problem import Problem
from generator.core.textfile import unsaved
from generator.draw.file_use import forget_folders
from generator.draw.marks.fonts import forget_fonts
from generator.draw.marks.marks import Face
from generator.draw.pages import TextPages, text_pages
from generator.draw.renderer import Renderer, Side
from generator.draw.svg.drawing import forget_drawings
from generator.model.game import Game


class Snapshot(Struct):
    """A checked game, whose faces and pages are drawn when they are asked for, and then kept.

    A file that changes on the disk after the snapshot was taken makes no difference to what was drawn; what was not yet
    drawn may show it. So ask `Workspace.update` first.
    """

    game_name: str
    checked: CheckResult
    files: tuple[Path, ...] = ()  # that changed, came or went since the snapshot before; none of the first
    seconds: float = 0.0  # that it took
    changed: Mapping[str, tuple[str, ...]] = {}  # by kind the items that may look otherwise
    texts: Mapping[str, bytes] = {}  # unsaved ones, by real path
    faces: dict[tuple[str, int, str, str, str], Face] = {}
    laid: dict[tuple[str, str, str], TextPages] = {}
    editions: dict[InkName, Renderer] = {}
    behind: frozenset[Problem] = frozenset()  # problems that are found last
    is_whole: bool = True  # they are there; until then, those of the snapshot before

    def follow(self, before: "Snapshot | None") -> None:
        """Report which items may look otherwise than ``before``; what was drawn of the others in full ink is kept."""
        changed, stay = {}, dict[tuple[str, int], int]()  # by kind and position before: the position now
        texts = any(path.suffix != ".yaml" for path in self.files)
        for name, kind in self.game.kinds.items():
            if not kind.printed or (kind.prose and before is not None and not texts):
                continue
            differences = before.told_apart(name) if before is not None else {}
            other = []
            for item, (position, tokens) in self.told_apart(name).items():
                if tokens and item in differences and differences[item][1] == tokens:
                    stay[name, differences[item][0]] = position
                else:
                    other.append(item)
            if other:
                changed[name] = tuple(other)
        self.changed = changed
        for (name, position, language, ink, side), face in before.faces.items() if before is not None else ():
            if ink == InkName.full.value and (name, position) in stay:
                self.faces[name, stay[name, position], language, ink, side] = face

    def told_apart(self, kind: str) -> dict[str, tuple[int, tuple[int, ...]]]:
        """By item its position and what tells its faces from others; of a name that several have, the last."""
        tokens = self.checked.tokens
        items = self.game.kinds[kind].items if kind in self.game.kinds else []
        return {item.id: (position, tokens.get((kind, position), ())) for position, item in enumerate(items)}

    @property
    def game(self) -> Game:
        """The game, as far as it could be read."""
        return self.checked.game

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the game, as `pnp check` reports it."""
        return self.checked.problems

    def face(
        self, kind: str, position: int, language: str | None = None, ink: InkName = InkName.full, side: Side = "front"
    ) -> Face | None:
        """The face of the item at a position of its kind, from 0; None where it cannot be drawn, which is a problem.

        Args:
            kind: the kind's name; it is one of the game's.
            position: of the item among those of its kind.
            language: the game's own if None.
            ink: the edition.
            side: front or back.
        """
        game, language = self.game, language or self.game.language
        key = kind, position, language, ink.value, side
        face = self.faces.get(key)
        if face is None:
            item, described = game.kinds[kind].items[position], game.kinds[kind]
            with unsaved(self.texts):
                renderer = self.renderer(ink)
                printed = described.printed and not described.prose and (side == "front" or described.back)
                if item.broken or not printed or renderer.template(described, side) is None:
                    return None
                face = self.faces[key] = renderer.face(described, item, language, side=side)[0]
        return face

    def pages(self, kind: str, language: str | None = None, ink: InkName = InkName.full) -> TextPages:
        """The pages of a kind's running text; none where it cannot be laid out."""
        language = language or self.game.language
        key = kind, language, ink.value
        if key not in self.laid:
            with unsaved(self.texts):
                renderer = self.renderer(ink)
                described = self.game.kinds[kind]
                usable = described.printed and described.prose and renderer.template(described) is not None
                self.laid[key] = text_pages(renderer, described, language) if usable else TextPages()
        return self.laid[key]

    def renderer(self, ink: InkName = InkName.full) -> Renderer:
        """What draws an edition of the game.

        Raises:
            NotFound: the game has no such edition.
        """
        if ink not in self.editions:
            with unsaved(self.texts):
                self.editions[ink] = in_ink(self.checked, ink)
        return self.editions[ink]


_READ_EACH_TIME = {".yaml", ".yml", ".md", ".swp"}  # of all else something may be kept while the program runs


class Workspace:
    """The games of a project, each as it was when it was last looked at.

    One at a time may call `update`; a `Snapshot` that was taken stays what it is.
    """

    def __init__(self, project: Project, out: Path, *, keep: Callable[[str], str] = lambda _game: "") -> None:
        """Nothing is read yet.

        Args:
            project: the folders.
            out: where sheets are written, which is not part of the project wherever it lies.
            keep: the language whose faces are to be drawn at once while a game is checked, by the game's name; see
                `check_game`.
        """
        self.project = project
        self.snapshots: dict[str, Snapshot] = {}  # of all games that are there, by name
        self.unsettled = False  # files changed while they were read: `update` is to be called again
        self._keep, self._out = keep, out
        self._looker = FileLooker(project, out)
        self._known: dict[str, FileStates] = {}
        self.texts: dict[str, bytes] = {}  # unsaved ones, by real path
        self._memos: dict[str, Memo] = {}

    def beside(self) -> "Workspace":
        """The same project with unsaved texts of its own, sharing what is remembered; one at a time may be asked."""
        workspace = Workspace(self.project, self._out, keep=self._keep)
        workspace._memos = self._memos
        return workspace

    def update(
        self, changes: Mapping[Path, str | None] | None = None, games: Collection[str] | None = None
    ) -> dict[str, Snapshot | None]:
        """Look at the project, and again at what is not as it was.

        Args:
            changes: unsaved texts that stand from now on for what is in these files; None: what is on the disk counts
                again. Files that change on the disk are found without being named.
            games: the names of those that are of interest; all that are there if None.

        Returns:
            The games that are another now, by name: their new snapshots, or None where there is no such game any more.

        Raises:
            Refusal: a game vanished meanwhile, or there is no project at all.
        """
        self.take(changes or {})
        return dict(self.look(self.project.games() if games is None else games))

    def take(self, changes: Mapping[Path, str | None]) -> None:
        """Let unsaved texts stand for what is in files, as `update` does, without looking at the games yet."""
        for path, text in changes.items():
            real = realpath(path)
            if text is None:
                self.texts.pop(real, None)
            else:
                self.texts[real] = text.encode("utf-8", "surrogatepass")

    def look(
        self,
        games: Collection[str],
        progress: Progress | None = None,
        give_way: Callable[[], None] = lambda: None,
        *,
        in_steps: bool = False,
    ) -> Iterator[tuple[str, Snapshot | None]]:
        """What `update` gives, one game after the other as they are checked. Raises as it does.

        Args:
            games: the names of those that are of interest and are there now.
            progress: told of the work as it goes.
            give_way: called before each piece of the work; others may be asked for faces meanwhile.
            in_steps: give each snapshot as soon as its front is checked, and the same one again when it is whole.
        """
        self.unsettled = False
        texts = dict(self.texts)
        self._looker.look_anew()
        now = {name: self._looker.states(name, texts) for name in games}
        for name in sorted(self.snapshots.keys() - now.keys()):
            del self.snapshots[name], self._known[name]
            self._memos.pop(name, None)
            yield name, None
        changed = {name: self._changed(name, states) for name, states in now.items()}
        if any(path.suffix not in _READ_EACH_TIME for files in changed.values() for path in files or ()):
            forget_kept_files()
        for name, files in changed.items():
            if files is not None:
                self._known[name] = now[name]
                try:
                    self._memos.setdefault(name, Memo()).give_way = give_way
                    for snapshot in self._anew(name, files, texts, progress):
                        if in_steps or snapshot.is_whole:
                            yield name, snapshot
                except BaseException:  # it was not looked at to the end; what was found so far is remembered
                    self._known[name] = {}
                    raise

    def scoped(self, name: str, scope: Scope) -> CheckResult:
        """A game as it is now, as far as a print stands on it; what was found before is remembered.

        Raises:
            Refusal: there is no such game any more.
        """
        texts, memo = dict(self.texts), self._memos.setdefault(name, Memo())
        self._looker.look_anew()
        memo.begin(self._looker.states(name, texts), self.project.data / name)
        with unsaved(texts):
            return check_game(self.project, name, memo=memo, scope=scope)

    def read_with(self, name: str, file: Path, content: bytes) -> bool:
        """Whether a game was looked at last when this was in one of its files."""
        state = self._known.get(name, {}).get(fspath(file))
        return state is not None and state.content == sha256(content).digest()

    def forget(self, name: str) -> None:
        """Look at a game again the next time, whether it has changed or not, and remember nothing of it."""
        self._memos.pop(name, None)
        if name in self._known:
            self._known[name] = {}

    def _changed(self, name: str, states: FileStates) -> tuple[Path, ...] | None:
        """The files of a game that are not what they were; none of one that is not known, None where all are."""
        state = self._known.get(name)
        if not state:
            return ()
        return differing(state, states) or None

    def _anew(
        self, name: str, files: tuple[Path, ...], texts: Mapping[str, bytes], progress: Progress | None
    ) -> Iterator[Snapshot]:
        started = perf_counter()
        memo = self._memos.setdefault(name, Memo())
        memo.begin(self._known[name], self.project.data / name)
        inputs = memo.inputs
        with unsaved(texts), memo.reading():
            check = open_check(self.project, name, memo, progress=progress, keep=self._keep(name))
            run_task = cache(check.run_task)
            checked = check.merge(run_task, check.front(files))
        before, front = self.snapshots.get(name), set(checked.problems)
        again = {path.name for path in files if path.name.endswith(tuple(OF_FILES))}
        behind = (
            frozenset(problem for problem in before.behind if Path(problem.file).name not in again)
            if before
            else frozenset()
        )
        checked.problems = sorted(front | behind)
        snapshot = Snapshot(name, checked, files, perf_counter() - started, texts=texts)
        snapshot.behind, snapshot.is_whole = behind, False
        snapshot.follow(before)
        self.snapshots[name] = snapshot
        yield snapshot
        memo.inputs = inputs  # somebody may have asked for a part of the game meanwhile
        with unsaved(texts), memo.reading():
            check.merge(run_task)
        snapshot.seconds, snapshot.is_whole = perf_counter() - started, True
        snapshot.behind = frozenset(checked.problems) - front
        self._looker.look_anew()
        if self._looker.states(name, texts) != self._known[name]:  # what was checked is neither the old nor the new
            self.forget(name)
            forget_kept_files()
            self.unsettled = True
        yield snapshot


def forget_kept_files() -> None:
    """Read pictures, fonts and folders again from now on."""
    forget_drawings()
    forget_fonts()
    forget_folders()
