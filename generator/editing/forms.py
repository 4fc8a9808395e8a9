"""A kind's fields as a form: what each takes, so that a page can show an input for it; and what a new item begins with.

An item that is there already is the best model of a new one: rules that bind fields together hold for a copy of them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from generator.editing.picture_list import MOST_OFFERED, field_places, picture_files
from generator.model.fields import UNSAID, Field
from generator.model.game import TITLE_FIELDS, Game, Item, Kind
from generator.model.schema import OWN
from generator.model.values import Ids, LocalizedText
from generator.read.reader import read_file
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Scalar
from generator.rules.rulebook import open_rulebook
from generator.tables.edits import plain

_CHECKS = ("number-range", "count")


class FieldLimits(NamedTuple):
    """From where to where; None where there is no limit."""

    low: Any = None
    high: Any = None


def limits_in(game: Game, kind: str) -> Mapping[str, FieldLimits]:
    """The limits of a kind's numbers and lists by their path, such as ``abilities.*.cost``.

    Rules that hold for some of the items alone are left out.
    """
    limits: dict[str, FieldLimits] = {}
    for rule in open_rulebook(game).rules:
        settings = rule.settings
        if rule.kind == kind and rule.check_name in _CHECKS and rule.when is None:
            path = str(settings.field)
            before = limits.get(path, FieldLimits())
            limits[path] = FieldLimits(_limit(max, before.low, settings.min), _limit(min, before.high, settings.max))
    return limits


def _limit(tighter: Any, first: Any, second: Any) -> Any:
    numbers = [limit for limit in (first, second) if isinstance(limit, int | float)]
    return tighter(numbers) if numbers else None


LAST = ("art", "copies", "id")  # what all kinds have; `waive` is changed as YAML alone
_CALLED = {
    "art": LocalizedText({"en": "Picture", "fr": "Image"}),
    "copies": LocalizedText({"en": "Copies", "fr": "Exemplaires"}),
    "id": LocalizedText({"en": "Short name", "fr": "Nom court"}),
}
MOST_COPIES = 999


class FormOf(NamedTuple):
    """What is examined to describe fields."""

    game: Game
    language: str  # of the names of items that can be referred to
    tongue: str  # of labels
    limits: Mapping[str, FieldLimits]
    pictures: Mapping[str, Mapping[str, str]]
    places: Mapping[str, tuple[str, str]]


def form_of(game: Game, kind: Kind, templates: Path, language: str, tongue: str | None = None) -> list[dict[str, Any]]:
    """The fields of a kind in the order in which a form has them.

    Args:
        game: the game.
        kind: the kind, not one of running text.
        templates: the folder of the game's templates.
        language: in which names of items are.
        tongue: in which labels are; in the same if None.
    """
    pictures = picture_files(kind, templates)
    limits = {**limits_in(game, kind.name), "copies": FieldLimits(0, MOST_COPIES)}
    places = field_places(kind, templates)
    about = FormOf(game, language, tongue or language, limits, pictures, places)
    own = [name for name in kind.fields if name not in (*LAST, "waive")]
    last = [name for name in LAST if name in kind.fields and (name != "art" or name in places)]
    return [_described(kind.fields[name], name, name, about) for name in [*own, *last]]


def _described(field: Field, name: str, path: str, about: FormOf) -> dict[str, Any]:
    """A field: its ``name``, its ``label`` and ``sort``, whether it is ``required``, and what goes with its sort."""
    label = field.title.in_language(about.tongue, about.game.language) if field.title else name
    if path == label and label in _CALLED:
        label = _CALLED[label].in_language(about.tongue, "en")
    form = field.in_form
    description: dict[str, Any] = {"name": name, "label": label, "required": field.required, "sort": form.sort}
    limits = about.limits.get(path, FieldLimits())
    match form.sort:
        case "number":
            words = list(form.words)
            description |= {"low": limits.low, "high": limits.high, "whole": form.whole, "words": words}
            description["usual"] = field.absent or ("" if field.default is None else f"{field.default}")
        case "flag":
            description["usual"] = bool(field.default)
        case "choice":
            called = {word: title.in_language(about.tongue, about.game.language) for word, title in form.titles.items()}
            options = [{"value": word, "label": called.get(word, word)} for word in form.words]
            description["options"] = _items_of(about, form.items_of) if form.items_of else options
        case "list" if field.member:
            inner = _described(field.member, "", f"{path}.*", about)
            description |= {"of": {**inner, "required": True}, "low": limits.low, "high": limits.high}
        case "record" | "one-of":
            description["fields"] = [
                _described(part, name, f"{path}.{name}", about) for name, part in field.parts.items()
            ]
    if path in about.places and path != "id" and description["sort"] in ("word", "choice"):
        files = about.pictures.get(path, {})
        if description["sort"] == "word":  # others name items or words: theirs are not added by adding a picture
            description["before"], description["after"] = about.places[path]
        choices = description.get("options") or [{"value": choice, "label": choice} for choice in files]
        description |= {
            "sort": "choice",
            "options": [{**choice, "file": files.get(choice["value"])} for choice in choices],
        }
    return description


def titles_in(kind: Kind, language: str, default: str) -> dict[str, str]:
    """What forms call a kind's fields, those within them and the words of choices, where they call them otherwise."""

    def within(fields: Mapping[str, Field]) -> Iterator[tuple[str, str]]:
        for name, field in fields.items():
            if field.title:
                yield name, field.title.in_language(language, default)
            inner = field.member or field
            for word, title in inner.in_form.titles.items():
                yield word, title.in_language(language, default)
            yield from within(inner.parts)

    titles = dict(within(kind.fields))
    own = {name: title for name, title in _CALLED.items() if titles.get(name, name) == name}
    return titles | {name: title.in_language(language, "en") for name, title in own.items()}


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
    icons = root.values.get("icons") if isinstance(root, MappingNode) else None
    file_nodes = icons.values if isinstance(icons, MappingNode) else {}
    return {sign: file.text for sign, file in file_nodes.items() if isinstance(file, Scalar) and not file.absent}


MOST_MODELS = 4  # items that a new one may be made after


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
    open_fields = {name: field for name, field in kind.fields.items() if name not in (*OWN, named)}
    yield {**begun, **_least(game, open_fields, limits, "")}
    for model in _models(kind)[:1]:
        yield {**begun, **_like(kind, model, named, whole=True)}


def _models(kind: Kind) -> list[Item]:
    return [item for item in reversed(kind.items) if not item.broken][:MOST_MODELS]


def _title_field(kind: Kind) -> str:
    """The field that says what an item is called; empty where there is none."""
    texts = {name: field for name, field in kind.fields.items() if field.is_text}
    usual = [name for name in TITLE_FIELDS if name in texts]
    return next(iter([*usual, *(name for name, field in texts.items() if field.required)]), "")


def _titles(game: Game, kind: Kind) -> Any:
    """``Cards 10``, in each of the game's languages; the number grows until nothing is called so."""
    used_titles = {item.called(language, game.language) for item in kind.items for language in game.languages}
    number = len(kind.items) + 1
    while any(f"{kind.title.in_language(code, game.language)} {number}" in used_titles for code in game.languages):
        number += 1
    texts = {code: f"{kind.title.in_language(code, game.language)} {number}" for code in game.languages}
    return texts if len(texts) > 1 else texts[game.language]


def _like(kind: Kind, model: Item, named: str, *, whole: bool) -> dict[str, Any]:
    """What another item says: of texts, those that it has to say alone; ``whole``: everything."""
    values: dict[str, Any] = {}
    for name, field in kind.fields.items():
        if name in (*OWN, named) or name not in model.node.values or not (whole or field.required):
            continue
        values[name] = plain(model.node.values[name]) if whole or not field.is_text else UNSAID
    return values


def _least(game: Game, fields: Mapping[str, Field], limits: Mapping[str, FieldLimits], path: str) -> dict[str, Any]:
    """The least of the fields that are needed; ``path``: what is before their names."""
    needed = {name: field for name, field in fields.items() if field.required}
    return {name: least_value(game, field, limits, f"{path}{name}") for name, field in needed.items()}


def least_value(game: Game, field: Field, limits: Mapping[str, FieldLimits], path: str) -> Any:
    """The least that a field takes."""
    limit = limits.get(path, FieldLimits())
    form = field.in_form
    match form.sort:
        case "number":
            return limit.low if limit.low is not None else min(1, limit.high if limit.high is not None else 1)
        case "choice" if form.items_of:
            kind = game.kinds.get(form.items_of)
            return next((item.id for item in kind.items if item.id), UNSAID) if kind else UNSAID
        case "list" if field.member:
            return [least_value(game, field.member, limits, f"{path}.*") for _ in range(min(int(limit.low or 0), 20))]
        case "record":
            return _least(game, field.parts, limits, f"{path}.")
        case "one-of":
            parts = list(field.parts.items())[:1]
            return {name: least_value(game, inner, limits, f"{path}.{name}") for name, inner in parts}
    return form.blank
