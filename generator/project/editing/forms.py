"""A kind's fields as a form: what each takes, so that a page can show an input for it."""

from collections import Counter
from collections.abc import Mapping as MappingType
from pathlib import Path
from typing import Any, NamedTuple

from generator.model.fields import (
    ChoiceField,
    Field,
    FlagField,
    ListField,
    NumberField,
    OneOfField,
    RecordField,
    ReferenceField,
    StringField,
    TextField,
)
from generator.model.game import Game, Kind
from generator.project.editing.known import MOST_OFFERED, picture_files
from generator.project.editing.picture_list import field_places
from generator.project.editing.ranges import FieldLimits, limits_in
from generator.read.reader import read_file
from generator.read.tree import Mapping, Scalar

LAST = ("art", "copies", "id")  # what all kinds have; `waive` is changed as YAML alone
MOST_COPIES = 999


class FormOf(NamedTuple):
    """What is looked at to describe fields."""

    game: Game
    language: str  # of the names of items that can be referred to
    limits: MappingType[str, FieldLimits]
    pictures: MappingType[str, MappingType[str, str]]
    places: MappingType[str, tuple[str, str]]


def form_of(game: Game, kind: Kind, templates: Path, language: str) -> list[dict[str, Any]]:
    """The fields of a kind in the order in which a form has them.

    Args:
        game: the game.
        kind: the kind, not one of running text.
        templates: the folder of the game's templates.
        language: in which names are.
    """
    pictures = picture_files(kind, templates)
    limits = {**limits_in(game, kind.name), "copies": FieldLimits(0, MOST_COPIES)}
    places = field_places(kind, templates)
    about = FormOf(game, language, limits, pictures, places)
    own = [name for name in kind.fields if name not in (*LAST, "waive")]
    last = [name for name in LAST if name in kind.fields and (name != "art" or name in places)]
    return [_described(kind.fields[name], name, name, about) for name in [*own, *last]]


def _described(field: Field, name: str, path: str, about: FormOf) -> dict[str, Any]:
    """A field: its ``name`` and ``sort``, whether it is ``required``, and what goes with its sort."""
    found: dict[str, Any] = {"name": name, "required": field.required, "sort": "other"}
    limits = about.limits.get(path, FieldLimits())
    match field:
        case TextField():
            found["sort"] = "text"
        case NumberField(whole=whole, words=words):
            found |= {"sort": "number", "low": limits.low, "high": limits.high, "whole": whole, "words": list(words)}
            found["usual"] = field.absent or ("" if field.default is None else f"{field.default}")
        case FlagField(default=default):
            found |= {"sort": "flag", "usual": bool(default)}
        case ChoiceField(of=of):
            found |= {"sort": "choice", "options": [{"value": word, "label": word} for word in of]}
        case ReferenceField(to=to):
            found |= {"sort": "choice", "options": _items_of(about, to)}
        case ListField(of=of):
            inner = _described(of, "", f"{path}.*", about)
            found |= {"sort": "list", "of": {**inner, "required": True}, "low": limits.low, "high": limits.high}
        case RecordField(fields=fields):
            found |= {"sort": "record", "fields": _all(fields, path, about)}
        case OneOfField(keys=keys):
            found |= {"sort": "one-of", "fields": _all(keys, path, about)}
        case StringField():
            found["sort"] = "word"
    if path in about.places and path != "id" and found["sort"] in ("word", "choice"):
        files = about.pictures.get(path, {})
        if found["sort"] == "word":  # others name items or words: theirs are not added by adding a picture
            found["before"], found["after"] = about.places[path]
        known = found.get("options") or [{"value": one, "label": one} for one in files]
        found |= {"sort": "choice", "options": [{**one, "file": files.get(one["value"])} for one in known]}
    return found


def _all(fields: MappingType[str, Field], path: str, about: FormOf) -> list[dict[str, Any]]:
    return [_described(inner, name, f"{path}.{name}", about) for name, inner in fields.items()]


def _items_of(about: FormOf, kind: str) -> list[dict[str, str]]:
    """The items that can be referred to, by their names; by their ids too where names are the same."""
    items = about.game.kinds[kind].items if kind in about.game.kinds else []
    named = [(item.id, item.called(about.language, about.game.language)) for item in items if item.id][:MOST_OFFERED]
    counted = Counter(name for _, name in named)
    return [
        {"value": identifier, "label": name if counted[name] == 1 else f"{name} ({identifier})"}
        for identifier, name in named
    ]


def icons_in(templates: Path) -> dict[str, str]:
    """The signs that stand for pictures in a game's texts, each with its file in ``templates``."""
    root, _ = read_file(templates / "style.yaml", "style.yaml", None)
    icons = root.values.get("icons") if isinstance(root, Mapping) else None
    found = icons.values if isinstance(icons, Mapping) else {}
    return {sign: file.text for sign, file in found.items() if isinstance(file, Scalar) and not file.absent}
