"""Texts of items and of files: read, checked while they are written, saved.

=============================================  =====================================================================
GET  /GAME/KIND/ITEM/text, /-/files/GAME/FILE  ``file line text version problems``
PUT  the same                                  ``text version`` in; out as GET, and ``id``; 409 where the file is
                                               another one by now, with its ``text`` and ``version``
POST the same with /draft behind it            ``text version editor`` in; out ``problems``, ``line``, and of an item
                                               ``id name sound``, its pictures ``front`` and ``back``, ``text values``;
                                               with ``values`` in, fields are changed in the text first; with
                                               ``first`` of an item, at once and without ``problems``
=============================================  =====================================================================

Problems are those of the command: their lines count from the file's first, and a text begins at ``line``. Each has the
column behind its place as ``end``, and a ``fix`` (``title line start end text``) where its hint says what to write.

POST /-/merge: ``base mine theirs`` in; out ``text``, in which both changes are made, or none where nobody can tell,
and ``values``, what both say by field where they are items.

POST /GAME/KIND/ITEM/offers: ``text line column`` in, both counted from 1 within the text; out what may be written
there, the offers of `pnp lsp`: a list of ``sort label text start end says``, ``text`` taking the place of ``start`` to
``end`` of that line.
"""

from collections.abc import Mapping
from os.path import realpath
from typing import Any

from msgspec.structs import asdict

from generator.check.scope import Scope
from generator.check.workspace import Snapshot
from generator.core.rewriting import EditConflict
from generator.editing.item_texts import fields_changed, values_in
from generator.editing.lines import Lines, merged
from generator.editing.offers import offers_at
from generator.editing.read_game import EditorGame
from generator.web.first_look import StaleDraft
from generator.web.saving import saved
from generator.web.screens import HTTPException, RequestBody, Response, WorkshopRequest, get, post, put, text_in, unkept
from generator.web.source_files import span_of
from generator.web.speech import editor_phrases
from generator.web.texts import EditableText, item_at
from generator.web.workshop import View, face_text

OF_ITEM, OF_FILE = "/{game}/{kind}/{item}/text", "/-/files/{game}/{file:path}"


@get(OF_ITEM)
def read(request: WorkshopRequest) -> Response:
    """A text with its version and its problems."""
    text = EditableText(request)
    return unkept(text.report(text.request.snapshot))


@get(OF_FILE)
def shown_or_read(request: WorkshopRequest) -> Response:
    """A whole file: the page to change it for who reads pages, else as `read`."""
    if "text/html" not in request.http.headers.get("accept", ""):
        return read(request)
    text = EditableText(request)
    request = text.request
    problems = [problem for problem in request.checked.problems if problem.file == text.file.shown]
    return request.page(
        "file.html",
        name=text.file.shown,
        source=text.text,
        text_address=request.http.url.path,
        problems=problems,
        phrases=editor_phrases(request.tongue),
    )


@put(OF_ITEM)
@put(OF_FILE)
def write(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Save a text."""
    text = EditableText(request)
    new = text_in(sent, "text")
    deleted = not text.whole and not new.strip()
    meant = ("", "") if text.whole else (text.request.kind.name, text.request.item.id)
    about = {} if text.whole or deleted else _differing(text, values_in(new))
    try:
        text.file.require(text_in(sent, "version"))
        now = saved(text.request, text.file, text.with_text(new), "deleted" if deleted else "saved", *meant, **about)
    except EditConflict:
        return _conflict(EditableText(request))
    snapshot = request.workshop.game(text.request.game.name)
    answer = {**text.report(snapshot, now), "text": new, "values": None if text.whole else values_in(new)}
    kind_and_item = None if text.whole else item_at(snapshot, text.request.kind.name, text.start, new)
    return unkept({**answer, "id": kind_and_item[1].id if kind_and_item else None, "deleted": deleted})


def _differing(text: EditableText, new: Mapping[str, Any] | None) -> dict[str, Any]:
    """The fields of an item that a text changes, and the id that it has then, if that is another."""
    old, new = values_in(text.text) or {}, new or {}
    now = str(new.get("id") or "")
    fields = tuple(name for name in {**old, **new} if old.get(name) != new.get(name))
    return {"fields": fields, "now": now if now != text.request.item.id else ""}


def _conflict(text: EditableText) -> Response:
    """That a file was changed elsewhere, and how."""
    report = text.report(text.request.snapshot)
    return unkept({"error": f"{text.file.shown} was changed meanwhile", **report}, 409)


@post(f"{OF_ITEM}/draft")
@post(f"{OF_FILE}/draft")
def draft(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Check and draw a text as if it were saved."""
    text = EditableText(request, looks=False)
    new, editor = text_in(sent, "text"), str(sent.get("editor", ""))[:60]
    if sent.get("version", text.file.version) != text.file.version:
        return _conflict(text)
    game, filled = text.request.game.name, sent.get("values")
    if filled is not None and not text.whole:
        if not isinstance(filled, dict):
            raise HTTPException(400, "values is an object")
        new = fields_changed(text.request.kind.fields, new, filled)
    whole = text.with_text(new).decode("utf-8")
    answer: dict[str, Any] = {"line": text.start + 1, "file": text.file.shown}
    try:
        if sent.get("first") and not text.whole:
            scope = Scope(kinds=(text.request.kind.name,), items=(text.request.item.id,), forms=False, whole=False)
            snapshot = text.request.workshop.draft_of_print(game, text.file.path, whole, scope)
        else:
            snapshot = text.request.workshop.draft(game, text.file.path, whole, editor)
            problems = [problem for problem in snapshot.problems if problem.file == text.file.shown]
            answer["problems"] = text.plain(problems, Lines.of(whole, len), snapshot, new)
    except StaleDraft:
        return unkept({"overtaken": True, "text": new})
    with text.request.turn:
        if not text.whole:
            answer |= {"text": new, "values": values_in(new), **_shown(snapshot, text, new)}
        else:
            answer |= _page_of(snapshot, text)
    return unkept(answer)


def _page_of(snapshot: Snapshot, text: EditableText) -> dict[str, Any]:
    """Draw a page of running text; nothing for another file."""
    for kind in snapshot.game.kinds.values():
        if kind.prose and kind.printed and kind.items and text.file.shown in kind.files:
            front = face_text(snapshot, kind, kind.items[0], text.request.view)
            return {"front": front, "back": None, "sound": front is not None}
    return {}


def _shown(snapshot: Snapshot, text: EditableText, new: str) -> dict[str, Any]:
    """Draw an item of a draft."""
    kind_and_item = item_at(snapshot, text.request.kind.name, text.start, new)
    if kind_and_item is None:
        return {"id": None, "name": None, "sound": False, "front": None, "back": None}
    kind, item = kind_and_item
    language, ink = text.request.language, text.request.ink
    return {
        "id": item.id,
        "name": item.called(language, snapshot.game.language),
        "sound": not item.broken,
        "front": face_text(snapshot, kind, item, View(language, "front", ink)),
        "back": face_text(snapshot, kind, item, View(language, "back", ink)),
    }


@post("/-/merge")
def merge(_: WorkshopRequest, sent: RequestBody) -> Response:
    """Bring two changes of a text together."""
    base, mine, theirs = (text_in(sent, name) for name in ("base", "mine", "theirs"))
    return unkept({"text": merged(base, mine, theirs), "values": [values_in(mine), values_in(theirs)]})


MOST = 500  # offers that are sent
_READ: dict[
    str, tuple[object, EditorGame]
] = {}  # by game: the renderer that it was read by, and what editors ask of it


@post("/{game}/{kind}/{item}/offers")
def offers(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Completions at a place."""
    line, column = (sent.get(name) for name in ("line", "column"))
    if not (isinstance(line, int) and isinstance(column, int)):
        raise HTTPException(400, "line and column are whole numbers")
    file = request.file()
    if request.kind.name in request.workshop.held(request.game.name):
        return unkept([])
    start, end = span_of(request.kind, request.item, file.lines)
    text = text_in(sent, "text").removesuffix("\n").split("\n")
    lines = Lines([*file.lines[:start], *text, *file.lines[end:]], len)
    with request.turn:
        options = offers_at(_read(request), realpath(file.path), lines, start + line - 1, column - 1)
    return unkept([{**asdict(each), "start": each.start + 1, "end": each.end + 1} for each in options[:MOST]])


def _read(request: WorkshopRequest) -> EditorGame:
    """The game as editors ask of it, read once for each of its changes."""
    renderer, name = request.checked.renderer, request.game.name
    if name not in _READ or _READ[name][0] is not renderer:
        _READ[name] = renderer, EditorGame(request.workshop.project, renderer)
    return _READ[name][1]
