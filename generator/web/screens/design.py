"""The face of a kind as boxes that are moved, resized and set in another type.

GET /GAME/KIND/design: the page; ``?item=`` names the item that is shown, ``?side=back`` the other side.
POST /GAME/KIND/design/draft: ``version changes editor`` in, ``changes`` by the number of a box and by attribute; out
``faces`` (``id what language svg``) and ``problems``. PUT /GAME/KIND/design: the same in, saved; out ``version``.
"""

from typing import Any

from generator.core.problem import Infeasible, NotFound
from generator.editing.template_boxes import NUMBERS, WORDS, TemplateBoxes, boxes_in, with_attributes
from generator.model.game import Item
from generator.read.tree import Mapping, Node, Scalar
from generator.read.tree import Sequence as SequenceNode
from generator.web.drafts_seen import StaleDraft
from generator.web.glimpses import enlarged
from generator.web.saving import saved
from generator.web.screens import (
    HTTPException,
    RequestBody,
    Response,
    Tab,
    WorkshopRequest,
    get,
    post,
    put,
    text_in,
    unkept,
)
from generator.web.source_files import TEMPLATES, SourceFile
from generator.web.workshop import View, face_text

TAB = Tab("design", "design", 20, of_kind=True, of_faces=True)
MOST_CHANGES = 500


@get("/{game}/{kind}/design", only=("item", "side"))
def design(asked: WorkshopRequest) -> Response:
    """The page."""
    kind = asked.kind
    if not kind.printed or kind.prose:
        raise NotFound(f"{kind.name} has no face of items")
    file = _template(asked)
    found = TemplateBoxes((), [])
    if file is not None:
        with asked.turn:
            found = boxes_in(_text(file), file.shown, _variables(asked))
    return asked.page(
        "design.html",
        item=_item(asked),
        side=asked.side,
        samples=_samples(asked),
        shown_file=file.shown if file is not None else "",
        about={
            "version": file.version if file is not None else "",
            "view": found.view,
            "boxes": [box._asdict() for box in found.boxes] if len(found.view) == 4 else [],
            "fonts": list(asked.checked.renderer.theme.fonts),
            "words": WORDS,
            "numbers": NUMBERS,
        },
        pixels=enlarged(kind),
    )


def _template(asked: WorkshopRequest) -> SourceFile | None:
    """The template of the side that is asked for; None where it ships with the tool."""
    name = asked.kind.back if asked.side == "back" else asked.kind.template
    return asked.file(TEMPLATES + name) if asked.templates is not None and name else None


def _text(file: SourceFile) -> str:
    try:
        return file.content.decode("utf-8")
    except UnicodeDecodeError:
        raise Infeasible(f"{file.shown} is not UTF-8; save it as UTF-8 first") from None


def _variables(asked: WorkshopRequest) -> dict[str, Any] | None:
    """What the template's expressions stand for on the face that is shown; None where it has none."""
    item = _item(asked)
    renderer = asked.checked.renderer
    if item is None or item.broken:
        return None
    return renderer.variables(asked.kind, item, asked.game.languages[0])


def _item(asked: WorkshopRequest) -> Item | None:
    """The item that is asked for, else the first."""
    wanted = asked.text("item")
    return asked.game.find(asked.kind.name, wanted) if wanted else next(iter(asked.kind.items), None)


def _samples(asked: WorkshopRequest) -> list[tuple[str, Item]]:
    """What a design is tried on: the current item, the one with the most to say and the one with the least."""
    sound = [item for item in asked.kind.items if not item.broken]
    own = _item(asked)
    found = [("this", own)] if own is not None else []
    if sound:
        found += [("longest", max(sound, key=_signs)), ("shortest", min(sound, key=_signs))]
    return found


def _signs(said: Item | Node) -> int:
    """How many letters a value says in all."""
    node = said.node if isinstance(said, Item) else said
    if isinstance(node, Scalar):
        return len(node.text)
    parts = node.items if isinstance(node, SequenceNode) else node.values.values() if isinstance(node, Mapping) else ()
    return sum(map(_signs, parts))


def _changed(asked: WorkshopRequest, sent: RequestBody) -> tuple[SourceFile, str]:
    """The template, and its text with what was changed."""
    file = _template(asked)
    if file is None:
        raise Infeasible(f"the templates of {asked.game.name} ship with the tool; make a game of your own from it")
    file.require(text_in(sent, "version"))
    changes = sent.get("changes")
    if not isinstance(changes, dict) or len(changes) > MOST_CHANGES:
        raise HTTPException(400, "changes is an object by the numbers of boxes")
    read: dict[int, dict[str, str]] = {}
    for number, values in changes.items():
        if not (number.isascii() and number.isdigit() and isinstance(values, dict)):
            raise HTTPException(400, "changes is an object by the numbers of boxes")
        read[int(number)] = {name: text_in(values, name) for name in values}
    with asked.turn:
        return file, with_attributes(_text(file), read, file.shown, _variables(asked))


@post("/{game}/{kind}/design/draft")
def draft(asked: WorkshopRequest, sent: RequestBody) -> Response:
    """What a design would look like."""
    file, text = _changed(asked, sent)
    editor = f"design {str(sent.get('editor', ''))[:60]}"
    try:
        snapshot = asked.workshop.draft(asked.game.name, file.path, text, editor)
    except StaleDraft:
        return unkept({"overtaken": True})
    kind = snapshot.game.kinds[asked.kind.name]
    there = {one.id: one for one in reversed(kind.items)}
    with asked.turn:
        faces = [
            {"what": what, "id": item.id, "language": code, "svg": face_text(snapshot, kind, there.get(item.id), view)}
            for what, item in _samples(asked)
            for code in asked.game.languages
            for view in [View(code, asked.side)]
        ]
    before = {(one.rule, one.message) for one in asked.checked.problems}
    new = [one for one in snapshot.problems if (one.rule, one.message) not in before]
    told: dict[str, Any] = {"faces": faces, "problems": [f"{one.file}:{one.line}: {one.message}" for one in new[:20]]}
    return unkept(told)


@put("/{game}/{kind}/design")
def write(asked: WorkshopRequest, sent: RequestBody) -> Response:
    """Save a design."""
    file, text = _changed(asked, sent)
    return unkept({"version": saved(asked, file, text.encode(), kind=asked.kind.name).version})
