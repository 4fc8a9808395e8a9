"""Items that come, go and change places, by buttons.

POST /-/items/GAME/KIND: a new item at the end, whose page is then shown. POST /-/items/GAME/KIND/ITEM: ``do`` in, one
of ``duplicate delete up down``; then the page of the copy, of the kind, of the item is shown. Out for who asks with
JSON: ``id``, of the item that is there now; None where it was deleted. Each can be undone.
"""

from generator.core.problem import Faulty, Infeasible, Problem, WrongUse, without_notes
from generator.editing.forms import new_items
from generator.editing.item_texts import fields_changed
from generator.forge.yaml_writer import appended_to, as_yaml
from generator.model.game import Item, Kind
from generator.model.values import NUMBERED
from generator.web.first_look import StaleDraft, unreadable
from generator.web.saving import saved
from generator.web.screens import RequestBody, Response, WorkshopRequest, done, path_of, post, text_in
from generator.web.source_files import SourceFile, span_of
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
        content, there = copied(file, kind, item)
        sort = "added"
    elif deed == "delete":
        content, there, sort = without(file, kind, item), None, "deleted"
    elif deed in ("up", "down"):
        content, sort = moved(file, kind, item, up=deed == "up"), "moved"
    else:
        raise WrongUse("do is one of duplicate, delete, up, down")
    saved(request, file, content, sort, kind.name, there or item.id)
    return _answer(request, sent, there)


def _answer(request: WorkshopRequest, sent: RequestBody, identifier: str | None) -> Response:
    return done(sent, {"id": identifier}, path_of(request.game.name, request.kind.name, identifier or ""))


def without(file: SourceFile, kind: Kind, item: Item) -> bytes:
    """A file without an item, and without the empty lines behind it."""
    lines = file.lines
    start, end = span_of(kind, item, lines)
    while end < len(lines) and not lines[end].strip():
        end += 1
    if end == len(lines):  # nothing comes any more: what parted it from the one before goes too
        while start > 0 and not lines[start - 1].strip():
            start -= 1
    return file.replaced(start, end, [])


def copied(file: SourceFile, kind: Kind, item: Item) -> tuple[bytes, str]:
    """A file with a copy of an item behind it, and the id of the copy."""
    lines = file.lines
    start, end = span_of(kind, item, lines)
    identifier = _next_id(item.id, {sibling.id for sibling in kind.items})
    text = "".join(f"{line}\n" for line in lines[item.node.line - 1 : end])
    copy = fields_changed(kind.fields, text, {"id": identifier}).removesuffix("\n").split("\n")
    parted = not all(line.strip() for line in [*lines[max(start - 1, 0) : start], *lines[end : end + 1]])
    return file.replaced(end, end, [*([""] if parted else []), *copy]), identifier


def _next_id(identifier: str, used_ids: set[str]) -> str:
    """An id with the next number that is free: ``fox`` has ``fox-2``, and that ``fox-3``."""
    numbered = NUMBERED.fullmatch(identifier)
    base, number = (numbered[1], int(numbered[2])) if numbered else (identifier, 1)
    while f"{base}-{number}" in used_ids or number == 1:
        number += 1
    return f"{base}-{number}"


def moved(file: SourceFile, kind: Kind, item: Item, *, up: bool) -> bytes:
    """A file in which an item has changed places with the one before or behind it.

    Raises:
        Infeasible: there is none, or one of them cannot be moved by itself.
    """
    place = kind.position(item)
    other_place = place - 1 if up else place + 1
    if not 0 <= other_place < len(kind.items):
        raise Infeasible(f"{item.id} is the first one already" if up else f"{item.id} is the last one already")
    lines = file.lines
    pair = kind.items[min(place, other_place)], kind.items[max(place, other_place)]
    (start, end), (other_start, other_end) = (span_of(kind, neighbour, lines) for neighbour in pair)
    swapped = [*lines[other_start:other_end], *lines[end:other_start], *lines[start:end]]
    return file.replaced(start, other_end, swapped)
