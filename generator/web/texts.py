"""A text of a request: a whole file, or the lines of an item; with what is reported of it."""

from collections.abc import Iterable
from pathlib import Path
from time import sleep
from typing import Any

from msgspec.structs import asdict

from generator.check.workspace import Snapshot
from generator.core.problem import Faulty, Problem
from generator.core.rewriting import EditConflict
from generator.editing.item_texts import values_in
from generator.editing.lines import Lines
from generator.editing.offers import remedy_of
from generator.model.game import Item, Kind
from generator.web.asking import WorkshopRequest
from generator.web.faults import FaceSpot, FaceSpots
from generator.web.source_files import SourceFile, span_of

_TRIES = 40  # to read a file while nobody writes it
_PAUSE = 0.01  # s between two
MOST_PROBLEMS = 500  # that are reported of one text


class EditableText:
    """A text of a request: a whole file, or the lines of an item."""

    def __init__(self, request: WorkshopRequest, *, looks: bool = True) -> None:
        """Take a request; ``looks``: at all files, else only where this one is another than it was then."""
        name = request.path.get("file")
        self.whole = "item" not in request.path
        for _ in range(_TRIES):
            self.request = WorkshopRequest(request.http)
            self.file = self.request.file(name, begins=name is None)
            if not looks and self.request.workshop.knows(self.request.game.name, self.file.path, self.file.content):
                break
            self.request.workshop.look()  # the items' places are to be those in this very text
            self.request = WorkshopRequest(request.http)
            if self.request.file(name, begins=name is None).content == self.file.content:
                break
            sleep(_PAUSE)
        else:
            raise EditConflict(Path(self.file.shown))
        if name is None and self.request.kind.name in self.request.workshop.held(self.request.game.name):
            raise Faulty(self.request.unread, "its last good state is shown")
        if self.whole:
            self.start, self.end = 0, len(self.file.lines)
        else:
            self.start, self.end = span_of(self.request.kind, self.request.item, self.file.lines)

    @property
    def text(self) -> str:
        """The text as it is in the file."""
        return "".join(f"{line}\n" for line in self.file.lines[self.start : self.end])

    def with_text(self, text: str) -> bytes:
        """The file's bytes with another text there."""
        lines = text.split("\n")
        return self.file.replaced(self.start, self.end, lines[:-1] if lines[-1] == "" else lines)

    def report(self, snapshot: Snapshot, file: SourceFile | None = None) -> dict[str, Any]:
        """Report the text, its version and its problems."""
        problems = [problem for problem in snapshot.problems if problem.file == self.file.shown]
        if not self.whole:
            last = self.end + (len(file.lines) - len(self.file.lines) if file is not None else 0)
            problems = [problem for problem in problems if self.start < problem.line <= last]
        return {
            "file": self.file.shown,
            "line": self.start + 1,
            "text": self.text,
            "values": None if self.whole else values_in(self.text),
            "version": (file or self.file).version,
            "problems": self.plain(problems, Lines((file or self.file).lines, len), snapshot, self.text),
        }

    def plain(
        self, problems: Iterable[Problem], lines: Lines, snapshot: Snapshot, text: str
    ) -> list[dict[str, object]]:
        """Problems as they are sent, where the lines hold a text: their fields, and what `_reach` adds.

        Those of an item have ``spots``: side, view and outlines of the boxes that show what is wrong.
        """
        shown = list(problems)[:MOST_PROBLEMS]
        found = None if self.whole else item_at(snapshot, self.request.kind.name, self.start, text)
        spots: dict[Problem, list[FaceSpot]] = {}
        if found is not None and shown:
            last = self.start + text.count("\n") + 1
            looked = FaceSpots(snapshot.checked.renderer, self.request.language)
            with self.request.turn:
                spots = {each: looked.of(each, *found) for each in shown if self.start < each.line <= last}
        outlined = {each: [(one.side, one.view, one.outlines) for one in own] for each, own in spots.items()}
        return [{**asdict(each), **_reach(each, lines), "spots": outlined.get(each, ())} for each in shown]


def item_at(snapshot: Snapshot, kind: str, start: int, text: str) -> tuple[Kind, Item] | None:
    """The first item that is in a text whose first line is this one, from 0."""
    described = snapshot.game.kinds.get(kind) if text.strip() else None
    last = start + text.count("\n") + 1
    items = [item for item in described.items if start < item.node.line <= last] if described else []
    return (described, items[0]) if described and items else None


def _reach(problem: Problem, lines: Lines) -> dict[str, object]:
    """The column behind what a problem is about; and, where its hint says what to write, that as a change."""
    remedy = remedy_of(problem, lines)
    reach: dict[str, object] = {"end": lines.token_end(problem.line - 1, problem.column - 1) + 1}
    if remedy is not None:
        from_one = {"line": remedy.line + 1, "start": remedy.start + 1, "end": remedy.end + 1}
        reach["fix"] = {**asdict(remedy), **from_one}
    return reach
