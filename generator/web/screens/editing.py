"""Texts of items and of files: read, checked while they are written, saved.

=============================================  =====================================================================
GET  /GAME/KIND/ITEM/text, /-/files/GAME/FILE  ``file line text version problems``
PUT  the same                                  ``text version`` in; out as GET, and ``id``; 409 where the file is
                                               another one by now, with its ``text`` and ``version``
POST the same with /draft behind it            ``text version editor`` in; out ``problems``, ``line``, and of an item
                                               ``id name sound`` and its pictures ``front`` and ``back``
GET  /-/files/GAME/                            the names of the files that a designer writes
=============================================  =====================================================================

Problems are those of the command: their lines count from the file's first, and a text begins at ``line``. Each has the
column behind its place as ``end``, and a ``fix`` (``title line start end text``) where its hint says what to write.
"""

from collections.abc import Iterable
from pathlib import Path
from time import sleep
from typing import Any

from msgspec.structs import asdict
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.core.problem import Problem
from generator.core.refusal import Faulty, NotFound
from generator.core.rewriting import ChangedMeanwhile
from generator.model.game import Item, Kind
from generator.project.editing.lines import Lines
from generator.project.editing.remedies import remedy_of
from generator.project.snapshot import Snapshot
from generator.web.answering import page, say_of
from generator.web.asking import Asked
from generator.web.drafts_seen import Overtaken
from generator.web.editor_words import editor_phrases
from generator.web.faults import addresses
from generator.web.held import unreadable
from generator.web.history import FileChange
from generator.web.source_files import SourceFile, save, source_file, source_names, span_of
from generator.web.workshop import View, shown_face
from generator.web.writing import Written, text_in, writing

UNKEPT = {"cache-control": "no-store"}
_TRIES = 40  # to read a file while nobody writes it
_PAUSE = 0.01  # s between two
MOST_PROBLEMS = 500  # that are told of one text


class _Text:
    """A text of a request: a whole file, or the lines of an item."""

    def __init__(self, request: Request) -> None:
        self.whole = "file" in request.path_params
        for _ in range(_TRIES):
            self.asked = Asked(request)
            self.file = self._file()
            self.asked.workshop.look()  # the items' places are to be those in this very text
            self.asked = Asked(request)
            if self._file().content == self.file.content:
                break
            sleep(_PAUSE)
        else:
            raise ChangedMeanwhile(Path(self.file.shown))
        if not self.whole and self.asked.kind.name in self.asked.workshop.held(self.asked.game.name):
            snapshot = self.asked.snapshot
            wrong = unreadable(snapshot, self.file.shown) or unreadable(snapshot, self.asked.game.file)
            raise Faulty(wrong, "its last good state is shown")
        if self.whole:
            self.start, self.end = 0, len(self.file.lines)
        else:
            self.start, self.end = span_of(self.asked.kind, self.asked.item, self.file.lines)

    def _file(self) -> SourceFile:
        name = self.asked.request.path_params["file"] if self.whole else self.asked.kind.file.rpartition("/")[2]
        return source_file(self.asked.game, name, self.asked.workshop.templates_of(self.asked.game))

    @property
    def text(self) -> str:
        """What stands there."""
        return "".join(f"{line}\n" for line in self.file.lines[self.start : self.end])

    def with_text(self, text: str) -> bytes:
        """The file's bytes with another text there."""
        lines = text.split("\n")
        return self.file.replaced(self.start, self.end, lines[:-1] if lines[-1] == "" else lines)

    def change(self, sort: str, saved: SourceFile) -> FileChange:
        """What was made of the file, as the history keeps it."""
        asked, params = self.asked, self.asked.request.path_params
        kind, item = ("", "") if self.whole else (asked.kind.name, asked.item.id)
        name = params["file"] if self.whole else asked.kind.file.rpartition("/")[2]
        return FileChange(0, asked.game.folder.name, name, sort, kind, item, self.file.content, saved.version)

    def told(self, snapshot: Snapshot, file: SourceFile | None = None) -> dict[str, Any]:
        """What is answered."""
        found = [problem for problem in snapshot.problems if problem.file == self.file.shown]
        if not self.whole:
            last = self.end + (len(file.lines) - len(self.file.lines) if file is not None else 0)
            found = [problem for problem in found if self.start < problem.line <= last]
        return {
            "file": self.file.shown,
            "line": self.start + 1,
            "text": self.text,
            "version": (file or self.file).version,
            "problems": _plain(found, Lines((file or self.file).lines, len)),
        }


def read(request: Request) -> Response:
    """A text with its version and its problems."""
    text = _Text(request)
    return JSONResponse(text.told(text.asked.snapshot), headers=UNKEPT)


def shown_or_read(request: Request) -> Response:
    """A whole file: the page to change it for who reads pages, else as `read`."""
    if "text/html" not in request.headers.get("accept", ""):
        return read(request)
    text = _Text(request)
    asked = text.asked
    found = [problem for problem in asked.checked.problems if problem.file == text.file.shown]
    return page(
        request,
        "file.html",
        game=asked.game,
        checked=asked.checked,
        name=text.file.shown,
        source=text.text,
        text_address=request.url.path,
        problems=found,
        address_of=addresses(asked.game, found, asked.workshop.templates_of(asked.game)),
        phrases=editor_phrases(say_of(request)),
    )


def write(request: Request, sent: Written) -> Response:
    """Save a text."""
    text = _Text(request)
    new = text_in(sent, "text")
    try:
        saved = save(text.file, text_in(sent, "version"), text.with_text(new))
    except ChangedMeanwhile:
        text = _Text(request)
        now = text.told(text.asked.snapshot)
        return JSONResponse({"error": f"{text.file.shown} was changed meanwhile", **now}, 409, UNKEPT)
    workshop = text.asked.workshop
    workshop.look()
    snapshot = workshop.game(text.asked.game.name)
    told = {**text.told(snapshot, saved), "text": new}
    found = None if text.whole else _item_at(snapshot, text.asked.kind.name, text.start, new)
    there = found[1].id if found else None
    deleted = not text.whole and there is None and not new.strip()
    workshop.history.remember(text.change("deleted" if deleted else "saved", saved))
    return JSONResponse({**told, "id": there, "deleted": deleted}, headers=UNKEPT)


def draft(request: Request, sent: Written) -> Response:
    """What would be if a text were saved."""
    text = _Text(request)
    new, editor = text_in(sent, "text"), str(sent.get("editor", ""))[:60]
    if sent.get("version", text.file.version) != text.file.version:
        now = text.told(text.asked.snapshot)
        return JSONResponse({"error": f"{text.file.shown} was changed meanwhile", **now}, 409, UNKEPT)
    game = text.asked.game.name
    whole = text.with_text(new).decode("utf-8")
    try:
        snapshot = text.asked.workshop.draft(game, text.file.path, whole, editor)
    except Overtaken:
        return JSONResponse({"overtaken": True}, headers=UNKEPT)
    found = [problem for problem in snapshot.problems if problem.file == text.file.shown]
    told: dict[str, Any] = {
        "problems": _plain(found, Lines.of(whole, len)),
        "line": text.start + 1,
        "file": text.file.shown,
    }
    if not text.whole:
        with text.asked.turn:
            told |= _shown(snapshot, text, new)
    return JSONResponse(told, headers=UNKEPT)


def _shown(snapshot: Snapshot, text: _Text, new: str) -> dict[str, Any]:
    """What an item would look like."""
    found = _item_at(snapshot, text.asked.kind.name, text.start, new)
    if found is None:
        return {"id": None, "name": None, "sound": False, "front": None, "back": None}
    kind, item = found
    language, ink = text.asked.language, text.asked.ink
    return {
        "id": item.id,
        "name": item.called(language, snapshot.game.language),
        "sound": not item.broken,
        "front": _drawn(snapshot, kind, item, View(language, "front", ink)),
        "back": _drawn(snapshot, kind, item, View(language, "back", ink)),
    }


def _drawn(snapshot: Snapshot, kind: Kind, item: Item, view: View) -> str | None:
    try:
        svg = shown_face(snapshot, kind, item, view)
    except NotFound:
        return None
    return svg.decode() if svg is not None else None


def _item_at(snapshot: Snapshot, kind: str, start: int, text: str) -> tuple[Kind, Item] | None:
    """The first item that stands in a text whose first line is this one, from 0."""
    described = snapshot.game.kinds.get(kind) if text.strip() else None
    last = start + text.count("\n") + 1
    found = [item for item in described.items if start < item.node.line <= last] if described else []
    return (described, found[0]) if described and found else None


def _plain(problems: Iterable[Problem], lines: Lines) -> list[dict[str, object]]:
    return [{**asdict(problem), **_reach(problem, lines)} for problem in list(problems)[:MOST_PROBLEMS]]


def _reach(problem: Problem, lines: Lines) -> dict[str, object]:
    """The column behind what a problem stands at; and, where its hint says what to write, that as a change."""
    remedy = remedy_of(problem, lines)
    told: dict[str, object] = {"end": lines.token_end(problem.line - 1, problem.column - 1) + 1}
    if remedy is not None:
        told["fix"] = {
            "title": remedy.title,
            "line": remedy.line + 1,
            "start": remedy.start + 1,
            "end": remedy.end + 1,
            "text": remedy.text,
        }
    return told


def names(request: Request) -> Response:
    """The files of a game."""
    return JSONResponse(source_names(Asked(request).game), headers=UNKEPT)


_PATHS = ("/{game}/{kind}/{item}/text", "/-/files/{game}/{file:path}")
ROUTES = (
    Route(_PATHS[0], read),
    Route(_PATHS[1], shown_or_read),
    *(Route(path, writing(write), methods=["PUT"]) for path in _PATHS),
    *(Route(f"{path}/draft", writing(draft), methods=["POST"]) for path in _PATHS),
    Route("/-/files/{game}/", names),
)
