"""Cards that a visitor writes: what an address says of them, as items of a file that nobody saves."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from generator.core.folders import Project
from generator.core.problem import Problem, Refusal, WrongUse
from generator.draw.renderer import Side
from generator.editing.forms import form_of, icons_in, new_items
from generator.editing.item_texts import fields_changed, values_in
from generator.forge.make_items import make_items, own_file
from generator.forge.request import GenerateOptions
from generator.forge.yaml_writer import appended_to, as_yaml, read_to_append
from generator.model.game import TITLE_FIELDS, Game, Item, Kind
from generator.model.values import Ids
from generator.printing.order import Choice, RenderOrder
from generator.web.workshop import View, Workshop, face_text

MOST = 12  # cards that are written at once
MOST_TEXT = 6_000  # characters that say one
_HALVES = re.compile("[\ud800-\udfff]")  # of a character: JSON can say one, no file can hold it
_NOT_ASKED = ("id", "waive")  # an id is made of the title; no stranger lifts a rule
OwnValues = dict[str, Any]


class OwnCard(Struct, frozen=True):
    """A card as it would be written in its kind's file."""

    id: str
    values: OwnValues  # as a form has them
    text: str


class OwnLook(Struct, frozen=True):
    """Problems and faces of cards."""

    problems: list[dict[str, str]]  # ``level message hint field`` of the last one; ``field`` may be empty
    faces: list[dict[str, str]]  # ``side svg`` of the last one


def own_form(project: Project, game: Game, kind: Kind, language: str) -> dict[str, Any]:
    """The parts of the form for visitors, see `form_of`: they choose among pictures, and bring none."""
    folder = project.templates_for(game.templates) / game.templates
    fields = [
        {name: part for name, part in field.items() if name not in ("before", "after")}
        for field in form_of(game, kind, folder, language)
        if field["name"] not in _NOT_ASKED and field["sort"] != "other"
    ]
    return {"fields": fields, "languages": [language], "icons": icons_in(folder)}


def form_pictures(form: Mapping[str, Any]) -> Iterator[str]:
    """The files of templates that a form shows."""
    yield from form["icons"].values()
    for field in form["fields"]:
        yield from _pictures(field)


def _pictures(field: Mapping[str, Any]) -> Iterator[str]:
    yield from (option["file"] for option in field.get("options", ()) if option.get("file"))
    for part in [*field.get("fields", ()), *([field["of"]] if "of" in field else [])]:
        yield from _pictures(part)


def begun(project: Project, game: Game, kind: Kind, language: str) -> OwnValues:
    """The values of a card before anybody wrote it: those of the forge, where it makes such cards, else sound ones."""
    try:
        item = make_items(GenerateOptions(kind.name, game.folder.name, 1, 1), project).items[0]
        text = item.as_yaml()
    except Refusal:
        text = as_yaml(next(new_items(game, kind)))
    texts = values_in(text) or {}
    spoken = {name: _spoken(value, game.languages, language) for name, value in texts.items() if name not in _NOT_ASKED}
    return {name: value for name, value in spoken.items() if value is not None}


def _spoken(value: Any, languages: Sequence[str], language: str) -> Any:
    """A value whose texts are in one language alone: a visitor writes in one."""
    if isinstance(value, dict) and value and set(value) <= set(languages):
        return value.get(language) or next(iter(value.values()))
    if isinstance(value, dict):
        return {name: _spoken(part, languages, language) for name, part in value.items()}
    return [_spoken(part, languages, language) for part in value] if isinstance(value, list) else value


def read_own(
    project: Project, game: Game, kind: Kind, descriptions: Sequence[str], used_ids: Sequence[str], language: str
) -> list[OwnCard]:
    """The cards that an address describes.

    Args:
        project: the folders.
        game: the game.
        kind: what they are.
        descriptions: each card's values as JSON; one that says nothing is as it is begun.
        used_ids: ids of cards that are kept beside them.
        language: of the page.

    Raises:
        Refusal: what is given is no such card; addresses come from strangers.
    """
    if len(descriptions) > MOST:
        raise WrongUse(f"{len(descriptions)} cards are written; {MOST} can be, so print some first")
    ids = Ids([*(item.id for item in kind.all_items), *used_ids])
    cards = []
    for text in descriptions:
        values = _values(text, kind) if text else begun(project, game, kind, language)
        identifier = ids.new(_title(values, language) or kind.name)
        cards.append(OwnCard(identifier, values, fields_changed(kind.fields, f"- id: {identifier}\n", values)))
    return cards


def _values(text: str, kind: Kind) -> OwnValues:
    if len(text) > MOST_TEXT:
        raise WrongUse(f"a card is said in {MOST_TEXT:,} characters at most; this one takes {len(text):,}")
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict) or _HALVES.search(json.dumps(values, ensure_ascii=False)):
        raise WrongUse("the link says no card: own is an object by fields, as JSON")
    strange = [name for name in values if name not in kind.fields or name in _NOT_ASKED]
    if strange:
        raise WrongUse(f"{kind.name} have no field {strange[0][:40]!r} that is written here")
    return values


def _title(values: Mapping[str, Any], language: str) -> str:
    for name in TITLE_FIELDS:
        title = values.get(name)
        text = title.get(language) if isinstance(title, dict) else title
        if isinstance(text, str) and text.strip():
            return text
    return ""


def look_at_own(workshop: Workshop, game: Game, kind: Kind, cards: Sequence[OwnCard], language: str) -> OwnLook:
    """Have cards checked beside all others, and the last one drawn.

    Raises:
        Refusal: they cannot be at the end of the kind's file.
    """
    file, text = own_file(game, kind), "\n".join(card.text for card in cards)
    whole = appended_to(file, read_to_append(file), text).decode()
    name, last = game.folder.name, cards[-1]
    scope = RenderOrder(Choice((kind.name,), (last.id,), language)).scope
    snapshot = workshop.draft_of_print(name, file, whole, scope)
    drafted = snapshot.game.kinds[kind.name]
    item = next((entry for entry in drafted.items if entry.id == last.id), None)
    sides: tuple[Side, ...] = ("front", "back") if kind.back else ("front",)
    drawn = [(side, face_text(snapshot, drafted, item, View(language, side))) for side in sides]
    problems = [
        {"level": entry.level, "message": entry.message, "hint": entry.hint, "field": _field_of(entry, drafted, item)}
        for entry in snapshot.problems
        if entry.level == "error"
        or (entry.level == "warning" and _field_of(entry, drafted, item))  # those elsewhere are the game's own
    ]
    return OwnLook(problems, [{"side": side, "svg": svg} for side, svg in drawn if svg is not None])


def _field_of(problem: Problem, kind: Kind, item: Item | None) -> str:
    """The field of the item at a file's end that a problem is at; none where it is elsewhere."""
    if item is None or problem.file != kind.file or problem.line < item.node.line:
        return ""
    return max((key.line, name) for name, key in item.node.keys.items() if key.line <= problem.line)[1]
