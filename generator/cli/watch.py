"""``pnp watch``."""

import gc
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.check.build import Progress
from generator.check.result import CheckResult
from generator.check.saves import is_passing, saves
from generator.check.workspace import Snapshot, Workspace
from generator.cli.ending import FAULTY, carried_out, progress_bar
from generator.cli.import_sheet import SavedSheets, content_of
from generator.cli.render import BY_HAND, table
from generator.cli.reporting import as_lines, as_text, counted, is_quiet, note, one_line, report, say, stop, tally, tell
from generator.core.choices import InkName
from generator.core.folders import Project
from generator.core.problem import NotFound, Problem, Refusal, has_errors, reason_of, without_notes
from generator.draw.marks.fontfile import FONT_ENDINGS
from generator.model.at_a_glance import games_written_in
from generator.printing.manifest import Standing
from generator.printing.order import RenderOrder, check_printer, choose_games, choose_kinds
from generator.printing.print_cache import PrintedFile
from generator.printing.render import render
from generator.printing.slots import cut_by_hand, sheet_grid
from generator.tables.opening import SheetOrder

_MOST_NAMED = 5
_KEPT = "the last good sheets stay"


class WatchJob(Struct, frozen=True):
    """What is watched, and how it is printed."""

    games: tuple[str, ...]  # all if empty
    project: Project
    order: RenderOrder
    sheet: SheetOrder | None = None  # brought in whenever it is saved


def run(watched: WatchJob, anew: Callable[[], WatchJob]) -> int:
    """Print, and print again what changes, until an interrupt.

    Args:
        watched: what is asked for.
        anew: gives what is asked for when the project's own files have changed; it may raise a refusal.

    Returns:
        The exit status where there is nothing to watch.
    """
    watch = Watch(watched)
    status = carried_out(watch.begin, watched.order.out)
    if status:
        return status
    project = watched.project
    own_files = [project.defaults, watched.order.layout.printers]
    files: list[Path] = []  # `saves` looks at those that are in it at the time
    if watch.sheets.bring_in():
        watch.go_on()
    files[:] = [*own_files, *watch.sheets.files]
    folders = ", ".join(path.as_posix() for path in (project.data, project.templates, *watch.sheets.files))
    _say(f"watching {folders} and {project.defaults.name}; Ctrl-C ends")
    contents = [content_of(file) for file in own_files]
    for _ in saves(watch.folders, files, _told_of_comparing):
        now = [content_of(file) for file in own_files]
        if now != contents:
            changed = [file.as_posix() for file, was, is_ in zip(own_files, contents, now, strict=True) if was != is_]
            _say(f"changed {_named(changed)}")
            carried_out(partial(watch.take, anew))
            contents = now
        watch.sheets.bring_in()
        watch.go_on()
        if watch.sheets.bring_in():  # a source that game.yaml names only now
            watch.go_on()
        files[:] = [*own_files, *watch.sheets.files]
        gc.collect()  # switched off at the start, for commands that end
    return 0


def _told_of_comparing(error: OSError) -> None:
    tell(one_line(f"pnp: the system does not report changes ({reason_of(error)}); files are read again and again"))


def _say(line: str) -> None:
    """Say what was done at once, whoever reads it."""
    report(line)
    sys.stdout.flush()


class Watch:
    """The games, and the sheets that stand."""

    def __init__(self, watched: WatchJob) -> None:
        self.watched = watched
        self.sheets = SavedSheets(watched.project, watched.sheet)
        self._standing = Standing()
        self._progress_now: Progress | None = None
        self._warned: dict[str, set[tuple[str, ...]]] = {}  # those that stand and were told, by game or sheets
        self._uncut: set[str] = set()  # what was told of kinds that no machine cuts
        self._missing = ""  # why there is nothing to watch, once it is reported
        self._workspace = self._new_workspace()

    def _new_workspace(self) -> Workspace:
        choice, project = self.watched.order.choice, self.watched.project
        full = choice.ink == InkName.full
        return Workspace(
            project, self.watched.order.out, keep=lambda name: choice.to_keep(project, name) if full else ""
        )

    def folders(self) -> list[Path]:
        """What to watch; a game's folder may be a link to somewhere else."""
        project = self.watched.project
        roots = [folder for folder in (project.data, project.templates) if folder.is_dir()]
        return [*roots, *(path for root in roots for path in root.iterdir() if path.is_symlink() and path.is_dir())]

    def begin(self) -> None:
        """Print all that can be printed.

        Raises:
            Refusal: what is to be watched is not there, or cannot be printed.
            OSError: a file cannot be written.
        """
        watched = self.watched
        check_printer(watched.order.layout)
        for name in watched.games:
            watched.project.game_folder(name)
        checks = [snapshot.checked for _, snapshot in self._look(self._names()) if snapshot is not None]
        stopped = [has_errors(self._stood_on(checked).problems) for checked in checks]
        if not any(stopped):
            choose_games([checked.game for checked in checks], watched.order.choice, named=bool(watched.games))
        printed: list[PrintedFile] = []
        for checked, is_stopped in zip(checks, stopped, strict=True):
            self._tell_problems(checked.game.name, checked.problems)
            if is_stopped:
                tell(f"{tally(checked.problems)}; nothing of {one_line(checked.game.name)} was printed")
            printed += self._print(checked)
        if printed:
            _say(table(printed))

    def take(self, anew: Callable[[], WatchJob]) -> None:
        """Follow other settings from now on: all is examined again.

        Raises:
            Refusal: they have mistakes.
        """
        watched = anew()
        check_printer(watched.order.layout)
        self.watched = watched
        self._workspace = self._new_workspace()

    def go_on(self) -> None:
        """Look at what changed, and tell of it. Nothing of that ends the watch."""
        while True:
            try:
                for name, snapshot in self._look(self._present()):
                    self._carry_out(name, snapshot)
            except (Refusal, OSError) as error:  # a game went while it was read
                stop(str(error))
            if not self._workspace.unsettled:
                break
        sys.stdout.flush()

    def _look(self, names: Sequence[str]) -> Iterator[tuple[str, Snapshot | None]]:
        """What became of games, with the progress of what takes its time."""
        games = self._workspace.look(names, self._progress)
        while True:
            with progress_bar() as self._progress_now:
                checked = next(games, None)
            if checked is None:
                return
            self.sheets.take(checked[0], checked[1].checked.game if checked[1] else None)
            yield checked

    def _progress(self, what: str, done: int, of: int) -> None:
        if self._progress_now is not None:
            self._progress_now(what, done, of)

    def _carry_out(self, name: str, snapshot: Snapshot | None) -> None:
        """Report what became of a game, and print it; what could not be printed is tried again with the next change."""
        status = carried_out(lambda: self._tell(name, snapshot), self.watched.order.out)
        if status > FAULTY:
            self._workspace.forget(name)

    def _names(self) -> list[str]:
        return list(self.watched.games) or games_written_in(self.watched.project, self.watched.order.choice.language)

    def _present(self) -> list[str]:
        """The games to watch that are there now; where none is at all, that is reported once."""
        try:
            there = self.watched.project.games()
        except NotFound as error:
            if self._missing != str(error):
                self._missing = str(error)
                stop(self._missing)
            return []
        self._missing = ""
        return [name for name in self._names() if name in there]

    def _tell(self, name: str, snapshot: Snapshot | None) -> None:
        if snapshot is None:
            tell(f"{one_line(name)} is gone; {_KEPT}")
            return
        if any(path.suffix.lower() in FONT_ENDINGS or path.name == "style.yaml" for path in snapshot.files):
            self._standing.forget()  # sheets are told apart by the names of their fonts
        problems, seconds = snapshot.problems, f"{snapshot.seconds:.2f} s"
        files = [path for path in snapshot.files if not is_passing(path.name)] or snapshot.files
        what = f"changed {_named(list(map(Path.as_posix, files)))}" if files else f"checked {one_line(name)}"
        self._tell_problems(name, problems)
        if has_errors(self._stood_on(snapshot.checked).problems):
            (tell if is_quiet() else _say)(f"{what}: {tally(problems)}; {_KEPT} ({seconds})")
            return
        _say(f"{what}: {tally(problems) or 'no problem found'} ({seconds})")
        for file in self._print(snapshot.checked):
            faces = f"changed: {_named(file.changed)}" if file.changed else "no component changed"
            sheets = f"{counted(file.components, 'component')} on {counted(file.sheets, 'sheet')}"
            _say(f"printed {one_line(file.file.as_posix())}: {sheets}; {faces} ({file.seconds:.2f} s)")

    def _tell_problems(self, game: str, problems: Sequence[Problem]) -> None:
        """Tell problems as `pnp check` does: errors each time, a warning once for as long as it is, if at all."""
        news = self._news(game, [problem for problem in problems if problem.level == "warning"])
        new = [
            problem
            for problem in without_notes(problems)
            if problem.level == "error" or (problem in news and not is_quiet())
        ]
        if new:
            say("\n".join(as_lines(new)))
            sys.stdout.flush()

    def _news(self, where: str, warnings: Iterable[Problem]) -> list[Problem]:
        """Those warnings of a game or of sheets that were not there before, wherever lines have moved them to."""
        there = {_without_place(problem): problem for problem in warnings}
        previous, self._warned[where] = self._warned.get(where, set()), set(there)
        return [problem for place, problem in there.items() if place not in previous]

    def _stood_on(self, checked: CheckResult) -> CheckResult:
        """A game with those of its problems alone that its sheets stand on."""
        if not has_errors(checked.problems):
            return checked
        return replace(checked, problems=self._workspace.scoped(checked.game.name, self.watched.order.scope).problems)

    def _print(self, checked: CheckResult) -> list[PrintedFile]:
        """Print those sheets of a game that would not be what they are; none while they stand on errors.

        Raises:
            Refusal: they cannot be printed.
            OSError: a file cannot be written.
        """
        order, game = self.watched.order, checked.game
        checked = self._stood_on(checked)
        if has_errors(checked.problems):
            return []
        try:
            kinds = choose_kinds(game, order.choice)
        except NotFound:
            if self.watched.games or len(self._names()) == 1:
                raise
            return []  # another game has what is asked for
        order = replace(order, layout=cut_by_hand(game, order.choice, order.layout))
        for kind in kinds:
            sheet_grid(kind, order.layout)  # too large for the paper: said before anything is written
        by_hand = {f"{game.name}/{name} {BY_HAND}" for name in order.layout.by_hand}
        for line in sorted(by_hand - self._uncut):
            note(one_line(line))
        self._uncut |= by_hand
        with progress_bar() as progress:
            if order.choice.ink != InkName.full:
                checked = order.choice.check(self.watched.project, game.name, order.scope, progress)
            printed = list(render(checked, order, progress, standing=self._standing))
        bare = [each for file in printed for each in self._news(file.file.as_posix(), file.warnings)]
        for problem in dict.fromkeys(each for each in bare if each not in checked.problems):
            note(as_text(problem))
        return printed


def _without_place(problem: Problem) -> tuple[str, ...]:
    """A problem, wherever lines that come or go above have moved it to."""
    return problem.file, problem.rule, problem.message


def _named(names: Sequence[str]) -> str:
    """Names in a line, the first few where there are many."""
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return one_line(", ".join(names[:_MOST_NAMED])) + more
