"""What a new item says before anybody has written it: enough to be drawn, and to obey the rules if that can be.

An item that is there already is the best model: rules that bind its fields together hold for a copy of them.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.forge.yaml_writer import Verbatim
from generator.model.fields import (
    ChoiceField,
    Field,
    FlagField,
    ListField,
    MapField,
    NumberField,
    OneOfField,
    RecordField,
    ReferenceField,
    TextField,
)
from generator.model.game import Game, Item, Kind
from generator.model.ids import Ids
from generator.model.schema import OWN
from generator.project.editing.ranges import FieldLimits, limits_in
from generator.project.spreadsheet.edits import plain

MOST_MODELS = 4  # items that a new one may be made after
_TITLES = ("name", "title")
_UNSAID = "…"  # a text that every item must have, and nobody has written yet


def new_items(game: Game, kind: Kind) -> Iterator[Mapping[str, Any]]:
    """Ways to begin a new item, the likeliest to be sound first: values by field, as `as_yaml` writes them."""
    titles = _titles(game, kind)
    title = next(iter(titles.values()), "") if isinstance(titles, Mapping) else titles
    identifier = Ids([item.id for item in kind.items]).new(title)
    named = _title_field(kind)
    limits = limits_in(game, kind.name)
    begun = {"id": identifier, **({named: titles} if named else {})}
    for model in _models(kind):
        yield {**begun, **_like(kind, model, named, whole=False)}
    yield {**begun, **_from_nothing(game, kind, named, limits)}
    for model in _models(kind)[:1]:
        yield {**begun, **_like(kind, model, named, whole=True)}


def _models(kind: Kind) -> list[Item]:
    return [item for item in reversed(kind.items) if not item.broken][:MOST_MODELS]


def _title_field(kind: Kind) -> str:
    """The field that says what an item is called; empty where there is none."""
    texts = [name for name, field in kind.fields.items() if isinstance(field, TextField)]
    return next((name for name in (*_TITLES, *texts) if name in texts and (name in _TITLES or _needed(kind, name))), "")


def _needed(kind: Kind, name: str) -> bool:
    return kind.fields[name].required


def _titles(game: Game, kind: Kind) -> Any:
    """``Cards 10``, in each of the game's languages; the number grows until nothing is called so."""
    known = {item.called(language, game.language) for item in kind.items for language in game.languages}
    number = len(kind.items) + 1
    while any(f"{kind.title.in_language(code, game.language)} {number}" in known for code in game.languages):
        number += 1
    texts = {code: f"{kind.title.in_language(code, game.language)} {number}" for code in game.languages}
    return texts if len(texts) > 1 else texts[game.language]


def _like(kind: Kind, model: Item, named: str, *, whole: bool) -> dict[str, Any]:
    """What another item says: of texts, those that it has to say alone; ``whole``: everything."""
    found: dict[str, Any] = {}
    for name, field in kind.fields.items():
        if name in (*OWN, named) or name not in model.node.values or not (whole or field.required):
            continue
        found[name] = plain(model.node.values[name]) if whole or not isinstance(field, TextField) else _UNSAID
    return found


def _from_nothing(game: Game, kind: Kind, named: str, limits: Mapping[str, FieldLimits]) -> dict[str, Any]:
    wanted = {name: field for name, field in kind.fields.items() if field.required and name not in (*OWN, named)}
    return {name: _begun(game, field, limits, name) for name, field in wanted.items()}


def _begun(game: Game, field: Field, limits: Mapping[str, FieldLimits], path: str) -> Any:
    """The least that a field takes."""
    limit = limits.get(path, FieldLimits())
    match field:
        case NumberField():
            return limit.low if limit.low is not None else min(1, limit.high if limit.high is not None else 1)
        case FlagField():
            return Verbatim("false")
        case ChoiceField(of=words):
            return words[0]
        case ReferenceField(to=to):
            ids = [item.id for item in game.kinds[to].items if item.id] if to in game.kinds else []
            return ids[0] if ids else _UNSAID
        case ListField(of=of):
            return [_begun(game, of, limits, f"{path}.*") for _ in range(min(int(limit.low or 0), 20))]
        case RecordField(fields=fields):
            parts = {name: inner for name, inner in fields.items() if inner.required}
            return {name: _begun(game, inner, limits, f"{path}.{name}") for name, inner in parts.items()}
        case OneOfField(keys=keys):
            return {name: _begun(game, inner, limits, f"{path}.{name}") for name, inner in list(keys.items())[:1]}
        case MapField():
            return {}
    return _UNSAID
