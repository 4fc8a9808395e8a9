"""The face of a kind as boxes that are moved, resized and set in another type.

GET /GAME/KIND/design: the page; ``?item=`` names the item that is shown, ``?side=back`` the other side.
POST /GAME/KIND/design/draft: ``version changes editor`` in, ``changes`` by the number of a box and by attribute; out
``faces`` (``id what language svg``) and ``problems``. PUT /GAME/KIND/design: the same in, saved; out ``version``.
POST /-/boxes/GAME/KIND: a new box, in a free place; then the page.
"""

import re
from collections import Counter
from typing import Any

from generator.core.problem import Infeasible, NotFound
from generator.editing.forms import titles_in
from generator.editing.picture_list import field_places, pictures_in
from generator.editing.template_boxes import (
    NUMBERS,
    WORDS,
    TemplateBoxes,
    boxes_in,
    with_attributes,
    with_picture_box,
    with_text_box,
)
from generator.model.game import Item, Kind
from generator.read.tree import Mapping, Node, Scalar
from generator.read.tree import Sequence as SequenceNode
from generator.web.first_look import StaleDraft
from generator.web.glimpses import enlarged
from generator.web.saving import saved
from generator.web.screens import (
    HTTPException,
    RequestBody,
    Response,
    Tab,
    WorkshopRequest,
    done,
    get,
    path_of,
    post,
    put,
    text_in,
    unkept,
)
from generator.web.source_files import TEMPLATES, SourceFile
from generator.web.workshop import View, face_text

TABS = [Tab("design", "design", 20, of="faces", under="look")]
MOST_CHANGES = 500
_ITEM_PICTURE = re.compile(r'href="([^"]*\{\{[^"]*\bitem\.art\b[^"]*)"')


@get("/{game}/{kind}/design", only=("item", "side"))
def design(request: WorkshopRequest) -> Response:
    """The page."""
    kind = request.kind
    if not kind.printed or kind.prose:
        raise NotFound(f"{kind.name} has no face of items")
    file, titles = _template(request), titles_in(kind, request.tongue, request.game.language)
    template_boxes = TemplateBoxes((), [])
    if file is not None:
        with request.turn:
            template_boxes = boxes_in(_text(file), file.shown, _variables(request))
    return request.page(
        "design.html",
        item=_item(request),
        side=request.side,
        language=request.shown_language,
        samples=_samples(request),
        shown_file=file.shown if file is not None else "",
        about={
            "version": file.version if file is not None else "",
            "view": template_boxes.view,
            "boxes": _named(request, template_boxes) if len(template_boxes.view) == 4 else [],
            "fonts": list(request.checked.renderer.theme.fonts),
            "words": WORDS,
            "numbers": NUMBERS,
        },
        pixels=enlarged(kind),
        texts=[
            (name, titles.get(name, name))
            for name in kind.fields
            if name not in ("waive", "id") and _is_shown(kind, name)
        ],
        pictures=pictures_in(request.game, request.templates) if request.templates is not None else [],
    )


def _is_shown(kind: Kind, name: str) -> bool:
    """Whether a field's value may be printed as it is."""
    return kind.fields[name].in_form.sort in ("text", "word", "number", "choice")


def _named(request: WorkshopRequest, template_boxes: TemplateBoxes) -> list[dict[str, Any]]:
    """The boxes, each called after what it shows."""
    say, (_, _, wide, high) = request.say, template_boxes.view
    titles = titles_in(request.kind, request.tongue, request.game.language)
    named = []
    for box in template_boxes.boxes:
        is_frame = any(sides[2] * sides[3] > wide * high / 2 for sides, _ in box.places)
        words = {
            "field": titles.get(box.what, box.what),
            "text": box.what,
            "picture": say("design-item-picture"),
            "file": say("design-picture-of", what=box.what),
            "shape": say("design-frame" if is_frame else "design-shape"),
        }
        named.append({**box._asdict(), "name": words[box.shows]})
    counts: Counter[str] = Counter()
    for each in named:
        counts[each["name"]] += 1
        each["name"] += f" {counts[each['name']]}" if counts[each["name"]] > 1 else ""
    return named


@post("/-/boxes/{game}/{kind}", only=("side",))
def add(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Add a box to the template: ``field`` for a text, ``picture`` for a picture of the game, or of each item."""
    kind, file, field = request.kind, _template(request), str(sent.get("field") or "")
    if file is None:
        raise Infeasible(f"the templates of {request.game.name} ship with the tool; make a game of your own from it")
    if field:
        if field not in kind.fields or not _is_shown(kind, field):
            raise NotFound(f"{kind.name} has no field {field[:40]!r} that can be printed")
        roles = list(request.checked.renderer.theme.fonts)
        text = with_text_box(_text(file), file.shown, field, roles, _variables(request))
    else:
        picture, folder = text_in(sent, "picture"), request.templates
        before, after = (field_places(kind, folder).get("art") if folder is not None else None) or ("art/", ".svg")
        own = _ITEM_PICTURE.search(_text(file))  # what shows it for each item already
        usual = (
            (own[1], "not blank", "art")
            if own
            else (f"{before}{{{{ item.art }}}}{after}", "item.art and not blank", "art")
        )
        href = (picture, "", "") if picture else usual
        if picture and (folder is None or picture not in pictures_in(request.game, folder)):
            raise NotFound(f"{request.game.name} has no picture {picture!r}")
        text = with_picture_box(_text(file), file.shown, *href, _variables(request))
    saved(request, file, text.encode(), kind=kind.name)
    query = "?side=back" if request.side == "back" else ""
    return done(sent, {}, f"{path_of(request.game.name, kind.name, 'design')}{query}")


def _template(request: WorkshopRequest) -> SourceFile | None:
    """The template of the side that is asked for; None where it ships with the tool."""
    name = request.kind.back if request.side == "back" else request.kind.template
    return request.file(TEMPLATES + name) if request.templates is not None and name else None


def _text(file: SourceFile) -> str:
    try:
        return file.content.decode("utf-8")
    except UnicodeDecodeError:
        raise Infeasible(f"{file.shown} is not UTF-8; save it as UTF-8 first") from None


def _variables(request: WorkshopRequest) -> dict[str, Any] | None:
    """The values of the template's expressions on the face that is shown; None where it has none."""
    item = _item(request)
    renderer = request.checked.renderer
    if item is None or item.broken:
        return None
    return renderer.variables(request.kind, item, request.shown_language)


def _item(request: WorkshopRequest) -> Item | None:
    """The item that is asked for, else the first."""
    identifier = request.text("item")
    return request.game.find(request.kind.name, identifier) if identifier else next(iter(request.kind.items), None)


def _samples(request: WorkshopRequest) -> list[tuple[str, Item]]:
    """The items that a design is tried on: the current, the one with the most to say and the one with the least."""
    sound = [item for item in request.kind.items if not item.broken]
    own = _item(request)
    samples = [("this", own)] if own is not None else []
    if sound:
        samples += [("longest", max(sound, key=_signs)), ("shortest", min(sound, key=_signs))]
    return samples


def _signs(item_or_node: Item | Node) -> int:
    """Count the letters of a value."""
    node = item_or_node.node if isinstance(item_or_node, Item) else item_or_node
    if isinstance(node, Scalar):
        return len(node.text)
    parts = node.items if isinstance(node, SequenceNode) else node.values.values() if isinstance(node, Mapping) else ()
    return sum(map(_signs, parts))


def _changed(request: WorkshopRequest, sent: RequestBody) -> tuple[SourceFile, str]:
    """The template, and its text with what was changed."""
    file = _template(request)
    if file is None:
        raise Infeasible(f"the templates of {request.game.name} ship with the tool; make a game of your own from it")
    file.require(text_in(sent, "version"))
    changes = sent.get("changes")
    if not isinstance(changes, dict) or len(changes) > MOST_CHANGES:
        raise HTTPException(400, "changes is an object by the numbers of boxes")
    read: dict[int, dict[str, str]] = {}
    for number, values in changes.items():
        if not (number.isascii() and number.isdigit() and isinstance(values, dict)):
            raise HTTPException(400, "changes is an object by the numbers of boxes")
        read[int(number)] = {name: text_in(values, name) for name in values}
    with request.turn:
        return file, with_attributes(_text(file), read, file.shown, _variables(request))


@post("/{game}/{kind}/design/draft")
def draft(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Draw a design as it would be."""
    file, text = _changed(request, sent)
    editor = f"design {str(sent.get('editor', ''))[:60]}"
    try:
        snapshot = request.workshop.draft(request.game.name, file.path, text, editor)
    except StaleDraft:
        return unkept({"overtaken": True})
    kind = snapshot.game.kinds[request.kind.name]
    there = {each.id: each for each in reversed(kind.items)}
    with request.turn:
        faces = [
            {"what": what, "id": item.id, "language": code, "svg": face_text(snapshot, kind, there.get(item.id), view)}
            for what, item in _samples(request)
            for code in request.game.languages
            for view in [View(code, request.side)]
        ]
    before = {(each.rule, each.message) for each in request.checked.problems}
    new = [each for each in snapshot.problems if (each.rule, each.message) not in before]
    report: dict[str, Any] = {
        "faces": faces,
        "problems": [f"{each.file}:{each.line}: {each.message}" for each in new[:20]],
    }
    return unkept(report)


@put("/{game}/{kind}/design")
def write(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Save a design."""
    file, text = _changed(request, sent)
    return unkept({"version": saved(request, file, text.encode(), kind=request.kind.name).version})
