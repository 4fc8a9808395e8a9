"""Texts of items and of files: read, checked while they are written, saved.

=============================================  =====================================================================
GET  /GAME/KIND/ITEM/text, /-/files/GAME/FILE  ``file line text version problems``
PUT  the same                                  ``text version`` in; out as GET, and ``id``; 409 where the file is
                                               another one by now, with its ``text`` and ``version``
POST the same with /draft behind it            ``text version editor`` in; out ``problems``, ``line``, and of an item
                                               ``id name sound``, its pictures ``front`` and ``back``, ``text values``;
                                               with ``values`` in, fields are changed in the text first; with
                                               ``first`` of an item, at once and without ``problems``
GET  /-/files/GAME/                            the names of the files that a designer writes
=============================================  =====================================================================

Problems are those of the command: their lines count from the file's first, and a text begins at ``line``. Each has the
column behind its place as ``end``, and a ``fix`` (``title line start end text``) where its hint says what to write.
"""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.core.problem import NotFound
from generator.core.rewriting import ChangedMeanwhile
from generator.model.game import Item, Kind
from generator.project.check_scope import Scope
from generator.project.editing.item_texts import fields_changed, values_in
from generator.project.editing.lines import Lines
from generator.project.snapshot import Snapshot
from generator.web.answering import say_of
from generator.web.asking import Asked
from generator.web.drafts_seen import Overtaken
from generator.web.editor_words import editor_phrases
from generator.web.faults import addresses
from generator.web.source_files import save, source_names
from generator.web.texts import AskedText, item_at, plain_problems
from generator.web.workshop import View, shown_face
from generator.web.writing import Written, text_in, writing

UNKEPT = {"cache-control": "no-store"}


def read(request: Request) -> Response:
    """A text with its version and its problems."""
    text = AskedText(request)
    return JSONResponse(text.told(text.asked.snapshot), headers=UNKEPT)


def shown_or_read(request: Request) -> Response:
    """A whole file: the page to change it for who reads pages, else as `read`."""
    if "text/html" not in request.headers.get("accept", ""):
        return read(request)
    text = AskedText(request)
    asked = text.asked
    found = [problem for problem in asked.checked.problems if problem.file == text.file.shown]
    return asked.page(
        "file.html",
        name=text.file.shown,
        source=text.text,
        text_address=request.url.path,
        problems=found,
        address_of=addresses(asked.game, found, asked.workshop.templates_of(asked.game)),
        phrases=editor_phrases(say_of(request)),
    )


def write(request: Request, sent: Written) -> Response:
    """Save a text."""
    text = AskedText(request)
    new = text_in(sent, "text")
    try:
        saved = save(text.file, text_in(sent, "version"), text.with_text(new))
    except ChangedMeanwhile:
        text = AskedText(request)
        now = text.told(text.asked.snapshot)
        return JSONResponse({"error": f"{text.file.shown} was changed meanwhile", **now}, 409, UNKEPT)
    workshop = text.asked.workshop
    workshop.look()
    snapshot = workshop.game(text.asked.game.name)
    told = {**text.told(snapshot, saved), "text": new, "values": None if text.whole else values_in(new)}
    found = None if text.whole else item_at(snapshot, text.asked.kind.name, text.start, new)
    there = found[1].id if found else None
    deleted = not text.whole and there is None and not new.strip()
    workshop.history.remember(text.change("deleted" if deleted else "saved", saved))
    return JSONResponse({**told, "id": there, "deleted": deleted}, headers=UNKEPT)


def draft(request: Request, sent: Written) -> Response:
    """What would be if a text were saved."""
    text = AskedText(request, looks=False)
    new, editor = text_in(sent, "text"), str(sent.get("editor", ""))[:60]
    if sent.get("version", text.file.version) != text.file.version:
        now = text.told(text.asked.snapshot)
        return JSONResponse({"error": f"{text.file.shown} was changed meanwhile", **now}, 409, UNKEPT)
    game, filled = text.asked.game.name, sent.get("values")
    if filled is not None and not text.whole:
        if not isinstance(filled, dict):
            raise HTTPException(400, "values is an object")
        new = fields_changed(text.asked.kind.fields, new, filled)
    whole = text.with_text(new).decode("utf-8")
    told: dict[str, Any] = {"line": text.start + 1, "file": text.file.shown}
    try:
        if sent.get("first") and not text.whole:
            scope = Scope(kinds=(text.asked.kind.name,), items=(text.asked.item.id,), forms=False, whole=False)
            snapshot = text.asked.workshop.draft_of_print(game, text.file.path, whole, scope)
        else:
            snapshot = text.asked.workshop.draft(game, text.file.path, whole, editor)
            found = [problem for problem in snapshot.problems if problem.file == text.file.shown]
            told["problems"] = plain_problems(found, Lines.of(whole, len))
    except Overtaken:
        return JSONResponse({"overtaken": True, "text": new}, headers=UNKEPT)
    with text.asked.turn:
        if not text.whole:
            told |= {"text": new, "values": values_in(new), **_shown(snapshot, text, new)}
        else:
            told |= _page_of(snapshot, text)
    return JSONResponse(told, headers=UNKEPT)


def _page_of(snapshot: Snapshot, text: AskedText) -> dict[str, Any]:
    """What a page of running text would look like; nothing for another file."""
    for kind in snapshot.game.kinds.values():
        if kind.prose and kind.printed and kind.items and text.file.shown in kind.files:
            front = _drawn(snapshot, kind, kind.items[0], text.asked.view)
            return {"front": front, "back": None, "sound": front is not None}
    return {}


def _shown(snapshot: Snapshot, text: AskedText, new: str) -> dict[str, Any]:
    """What an item would look like."""
    found = item_at(snapshot, text.asked.kind.name, text.start, new)
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
