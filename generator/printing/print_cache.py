"""What was printed; and files of sheets out of the cache: an order for a game that is what it was is not carried out
again."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter

from msgspec import Struct
from msgspec.structs import replace

from generator.check.cache import Cache
from generator.check.judge import GameKey, Judge
from generator.check.verdict import GameVerdict, as_answer, read_answer
from generator.core.atomic import discard, replacing
from generator.core.folders import Project
from generator.core.problem import Problem
from generator.printing.order import PrintOrder, PrintRun, SheetLayout

UNPRINTED = "nothing was printed"


class PrintedFile(Struct, frozen=True):
    """A file that was written."""

    game: str
    kind: str
    components: int
    sheets: int
    file: Path
    seconds: float
    ink: tuple[float, ...] = ()  # the share of each page that is covered, 0 to 1; empty where nobody asked
    removed: tuple[Path, ...] = ()  # what lay beside it and is of an earlier run
    kinds: tuple[str, ...] = ()  # what it holds
    changed: tuple[str, ...] = ()  # the components that were not in it before, or looked otherwise; see `render`
    beside: tuple[Path, ...] = ()  # what was written with it: cut lines, backs
    warnings: tuple[Problem, ...] = ()  # what its sheets have no room for
    cleared: tuple[Path, ...] = ()  # files of earlier runs that must not be there now, with what lies beside them

    @property
    def written(self) -> tuple[Path, ...]:
        """All files that were written."""
        return (self.file, *self.beside)

    def alone(self) -> "PrintedFile":
        """The same, once what earlier runs left in its places is removed: cut lines and backs fit no other sheets than
        those they were made with.

        Raises:
            OSError: a file cannot be removed.
        """
        stale = [*beside(self.file), *self.cleared, *(path for gone in self.cleared for path in beside(gone))]
        return replace(self, removed=discard(dict.fromkeys(stale), self.written))

    def moved(self, folder: Path, out: Path) -> "PrintedFile":
        """The same, once its files are moved from one folder to another; see `alone`.

        Raises:
            OSError: a file cannot be written; those written before it stand.
        """
        from shutil import move

        places = {path: out / path.relative_to(folder) for path in (*self.written, *self.cleared)}
        for file in self.written:
            with replacing(places[file]) as part:
                move(file, part)
        files_beside, cleared = (tuple(places[path] for path in paths) for paths in (self.beside, self.cleared))
        return replace(self, file=places[self.file], beside=files_beside, cleared=cleared).alone()


PrintTask = Callable[[], PrintedFile | None]


def beside(file: Path) -> list[Path]:
    """The cut lines that lie beside a file of sheets."""
    cuts = re.compile(rf"{re.escape(file.stem)}-cut-[1-9]\d*\.(svg|dxf)", re.ASCII)
    try:
        return [path for path in file.parent.iterdir() if cuts.fullmatch(path.name)]
    except FileNotFoundError:
        return []


class PrintResult(Struct, frozen=True):
    """What carrying out an order for a game came to."""

    verdict: GameVerdict  # without languages where the game lacks what was asked for
    said: tuple[str, ...]  # of sheets which kinds are too large for the cutting machine, of a box all lines
    printed: tuple[PrintedFile, ...]
    contents: dict[str, bytes] = {}  # of the files, by their paths

    def put_in_place(self) -> list[PrintedFile]:
        """Write the files, and remove what earlier runs left in their places, as printing them does.

        Raises:
            OSError: a file cannot be written; those written before it stand.
        """
        done = []
        for printed in self.printed:
            started = perf_counter()
            for file in printed.written:
                with replacing(file) as part:
                    part.write_bytes(self.contents[str(file)])
            done.append(replace(printed.alone(), seconds=perf_counter() - started))
        return done


class PrintShelf:
    """Orders that were carried out, by what they rest on."""

    def __init__(self, cache: Cache, project: Project, out: Path, layout: SheetLayout, *question: str) -> None:
        """Take the cache, the project, where sheets go, and all of the order that makes a difference to them; the
        profiles of printers are read."""
        self._cache, self._project, self._out, self._question = cache, project, out, question
        if layout.printer is not None:
            self._question += (layout.printers.read_text(encoding="utf-8", errors="replace"),)
        self._judge = Judge(cache)
        self._known: dict[str, GameKey] = {}

    def take(self, names: Sequence[str]) -> dict[str, PrintResult]:
        """What is known to come of the order, for those of the games for which it is known.

        That nothing comes of it counts only where something comes of another game: else that is to be reported.
        """
        results = {name: self._read(name) for name in names} if self._cache.folder is not None else {}
        stored = {name: result for name, result in results.items() if result is not None}
        return stored if any(result.printed for result in stored.values()) else {}

    def pass_over(self, name: str) -> None:
        """Take note that a game lacks what was asked for of several."""
        self.keep(GameVerdict(name, (), (), 0, 0, (), ()), (), ())

    def keep(self, verdict: GameVerdict, by_hand: Sequence[str], printed: Sequence[PrintedFile]) -> None:
        """Keep what came of the order for a game that was not known, if its files still are what they were."""
        key = self._known.get(verdict.game)
        if key is None or not key.stand():
            return
        for file in (path for file_printed in printed for path in file_printed.written):
            if not file.is_file():  # it went into a pipe
                return
            try:
                self._cache.put(key.key(*self._question, self._name(file)), file.read_bytes())
            except OSError:
                return
        result = PrintResult(
            verdict, tuple(by_hand), tuple(replace(file_printed, removed=()) for file_printed in printed)
        )
        self._cache.put(key.key(*self._question), as_answer(result, self._name))

    def close(self) -> None:
        """Remove what was not used for longest, where too much is kept."""
        self._cache.trim()

    def _name(self, path: Path) -> str:
        return path.relative_to(self._out).as_posix()

    def _read(self, name: str) -> PrintResult | None:
        key = self._known[name] = self._judge.key(self._project, name)
        answer = self._cache.get(key.key(*self._question))
        result = read_answer(answer, PrintResult, lambda _, path: self._out / path)
        if result is None:
            return None
        for file in (path for printed in result.printed for path in printed.written):
            content = self._cache.get(key.key(*self._question, self._name(file)))
            if content is None:
                return None
            result.contents[str(file)] = content
        return result


def open_shelf(run: PrintRun, project: Project, order: PrintOrder, *, lasting: bool) -> PrintShelf:
    """Give the place where what came of the same order before is known; nothing is where that is not ``lasting``."""
    question = type(order).__name__, repr(replace(order, out=Path())), f"{run.every_language} {run.blanks} {run.whole}"
    return PrintShelf(run.cache if lasting else Cache(None), project, order.out, order.layout, *question)
