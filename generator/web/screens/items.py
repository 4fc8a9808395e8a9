"""Items that come, go and change places, by buttons.

POST /-/items/GAME/KIND: a new item at the end, whose page is then shown. POST /-/items/GAME/KIND/ITEM: ``do`` in, one
of ``duplicate delete up down``; then the page of the copy, of the kind, of the item is shown. Out for who asks with
JSON: ``id``, of the item that is there now; None where it was deleted. Each can be undone.

POST /-/several/GAME/KIND: ``do`` in, one of ``copy delete duplicate empty move paste``, and ``items``, a list of ids;
out ``ids``, of those that it was done with, and ``told``; to copy: out ``text``, which is sent back to paste, to this
kind or another, and stands behind the last of ``items``; to move: ``before``, the id of an item. Each is one step.
"""

from urllib.parse import quote

from generator.core.problem import Faulty, Infeasible, NotFound, Problem, WrongUse, without_notes
from generator.editing.forms import new_items
from generator.forge.yaml_writer import appended_to, as_yaml
from generator.model.game import Item, Kind
from generator.web.answering import TOLD
from generator.web.arranging import copied, pasted, reordered, text_of, without
from generator.web.first_look import StaleDraft, unreadable
from generator.web.saving import saved
from generator.web.screens import RequestBody, Response, WorkshopRequest, done, path_of, post, text_in, unkept
from generator.web.source_files import SourceFile
from generator.web.texts import EditableText


@post("/-/items/{game}/{kind}", looks=True)
def add(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Put a new item at the end of a kind's file, which is made if there is none."""
    kind = request.kind
    if kind.prose:
        raise Infeasible(f"{kind.name} is running text: it has no items to be added")
    wrong = [*request.game.faults, *unreadable(request.snapshot, kind.file)]
    if wrong:
        raise Faulty(wrong, "nothing was added")
    file = request.file(begins=True)
    identifier, content = _soundest(request, file)
    saved(request, file, content, "added", kind.name, identifier)
    return _answer(request, sent, identifier)


def _soundest(request: WorkshopRequest, file: SourceFile) -> tuple[str, bytes]:
    """The id of a new item, and the file with it: of several ways to begin one that with the fewest problems."""
    candidates: list[tuple[int, int, str, bytes]] = []
    for place, values in enumerate(new_items(request.game, request.kind)):
        content = appended_to(file.path, file.content, as_yaml(values))
        if not request.workshop.judged(request.game.name):
            return values["id"], content
        wrong = _wrong_with(request, file, content)
        candidates.append((wrong, place, values["id"], content))
        if wrong <= _weight(request.snapshot.problems):
            break
    return min(candidates)[2:]


def _wrong_with(request: WorkshopRequest, file: SourceFile, content: bytes) -> int:
    try:
        text = content.decode("utf-8")
        return _weight(request.workshop.draft(request.game.name, file.path, text, "").problems)
    except (StaleDraft, UnicodeDecodeError):
        return 0


def _weight(problems: list[Problem]) -> int:
    """Weigh problems: no number of warnings weighs an error."""
    return sum(100_000 if problem.level == "error" else 1 for problem in without_notes(problems))


@post("/-/items/{game}/{kind}/{item}")
def arrange(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Do something with an item as a whole."""
    text = EditableText(request)
    request, file, deed = text.request, text.file, text_in(sent, "do")
    kind, item = request.kind, request.item
    there: str | None = item.id
    if deed == "duplicate":
        content, (there,) = copied(file, kind, [item])
        sort = "added"
    elif deed == "delete":
        content, there, sort = without(file, kind, [item]), None, "deleted"
    elif deed in ("up", "down"):
        content, sort = _moved(file, kind, item, up=deed == "up"), "moved"
    else:
        raise WrongUse("do is one of duplicate, delete, up, down")
    saved(request, file, content, sort, kind.name, there or item.id)
    return _answer(request, sent, there)


def _answer(request: WorkshopRequest, sent: RequestBody, identifier: str | None) -> Response:
    return done(sent, {"id": identifier}, path_of(request.game.name, request.kind.name, identifier or ""))


def _moved(file: SourceFile, kind: Kind, item: Item, *, up: bool) -> bytes:
    """A file in which an item has changed places with the one before or behind it.

    Raises:
        Infeasible: there is none, or one of them cannot be moved by itself.
    """
    place, order = kind.position(item), list(kind.items)
    other_place = place - 1 if up else place + 1
    if not 0 <= other_place < len(order):
        raise Infeasible(f"{item.id} is the first one already" if up else f"{item.id} is the last one already")
    order[place], order[other_place] = order[other_place], order[place]
    return reordered(file, kind, order)


@post("/-/several/{game}/{kind}")
def several(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Do something with several items as one step."""
    file = EditableText(request)
    request, deed = file.request, text_in(sent, "do")
    kind, say = request.kind, request.say
    chosen = kind.items if deed == "empty" else _chosen(kind, sent, [] if deed == "paste" else None)
    if deed == "copy":
        return unkept({"text": text_of(file.file, kind, chosen)})
    ids, told = [item.id for item in chosen], ""
    if deed in ("delete", "empty"):
        content, sort = without(file.file, kind, chosen) if chosen else file.file.content, "deleted"
    elif deed == "duplicate":
        (content, ids), sort = copied(file.file, kind, chosen), "added"
    elif deed == "move":
        content, sort = reordered(file.file, kind, _order(kind, chosen, text_in(sent, "before"))), "moved"
    elif deed == "paste":
        content, ids, unknown = pasted(file.file, kind, text_in(sent, "text"), chosen[-1] if chosen else None)
        sort = "added"
        told = " " + say("left-out", fields=", ".join(unknown)) if unknown else ""
    else:
        raise WrongUse("do is one of copy, delete, duplicate, empty, move, paste")
    saved(request, file.file, content, sort, kind.name, ids[0] if len(ids) == 1 else "", count=len(ids))
    names = [item.called(request.tongue, request.game.language) for item in chosen if item.id in ids[:1]]
    what = names[0] if len(ids) == 1 and names else say("items", len(ids))
    told = say("done-" + sort, what=what) + told
    answer = done(sent, {"ids": ids, "told": told}, path_of(request.game.name, kind.name, ""))
    if "token" in sent:
        answer.set_cookie(TOLD, quote(told), max_age=20, samesite="strict")
    return answer


def _chosen(kind: Kind, sent: RequestBody, otherwise: list[Item] | None) -> list[Item]:
    """The items that are meant, in their order; ``otherwise``, where none may be."""
    names = sent.get("items")
    meant = {name for name in names if isinstance(name, str)} if isinstance(names, list) else set()
    chosen = [item for item in kind.items if item.id in meant]
    if not chosen and otherwise is None:
        raise NotFound("none of these items is there any more")
    return chosen


def _order(kind: Kind, chosen: list[Item], before: str) -> list[Item]:
    """The items with some of them before one, or at the end."""
    rest = [item for item in kind.items if item not in chosen]
    place = next((place for place, item in enumerate(rest) if item.id == before), len(rest))
    return [*rest[:place], *chosen, *rest[place:]]
