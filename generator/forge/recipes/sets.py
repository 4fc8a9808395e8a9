"""Pieces of a set that differ in a number: tickets and tokens, each number as often as in the existing set.

    recipe: sets
    number: value                        # the field with the number
    title: "{{ picture.name }} {{ value }}" # what an id is made from
    pictures: [{name: Ghost, art: ghost}]   # dealt in turn: none comes again before all others
    item: {art: "{{ picture.art }}"}     # further fields, with expressions in double braces

The existing pieces and the new ones together keep the shares of the existing ones: of the copies of each number, the
whole part of what is wanting is made, and what that leaves is drawn by lot. Without any at hand, every number that the
`number-range` rule allows comes equally often. Of the pictures those come first that the number has the fewest of, and
of these the ones used least.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from generator.core.problem import Infeasible
from generator.core.shares import apportion, wanting
from generator.forge.item_rules import ItemRules
from generator.forge.item_template import TemplateField, entry, fill, languages_of
from generator.forge.place import Place
from generator.forge.request import Context, Draft, Lever, Request, special
from generator.model.fields import Field, ListField, NumberField, StringField
from generator.model.values import Record

PARAMETERS: dict[str, Field] = {
    "number": StringField(required=True, says="the field with the number", example="value"),
    "title": TemplateField(required=True, says="what an id is made from", example='"{{ picture.name }} {{ value }}"'),
    "pictures": ListField(
        of=TemplateField(),
        says="what pieces of one number differ in; `picture` in templates",
        absent="nothing",
        example="[{name: Ghost, art: ghost}]",
    ),
    "item": TemplateField(
        says="further fields, with expressions in double braces", example='{art: "{{ picture.art }}"}'
    ),
}
OPTIONS = frozenset({"like"})


def levers(_context: Context, _settings: Record) -> Iterator[Lever]:
    """Whose shares are kept; see `Recipe`."""
    yield special("like")


def make(context: Context, settings: Record, request: Request) -> Iterator[Draft]:
    """Yield the drafts; see `Recipe`."""
    name, lot = settings.number, context.rng
    values = _values(context, name)
    basis, standing = (Counter[Any](), Counter[Any]())
    for counts, items in ((basis, request.like or context.kind.items), (standing, context.taken)):
        for item in items:
            counts[item.fields.get(name)] += item.copies
    weights = [basis[value] for value in values]
    there = [0 if request.like else standing[value] for value in values]
    wanted = wanting(request.count, weights if any(weights) else [1] * len(values), there)
    seats = apportion(request.count, wanted, lambda group: request.count * bool(group), lot)
    pieces = [value for value, many in zip(values, seats, strict=True) for _ in range(many)]
    lot.shuffle(pieces)
    yield from _dealt(context, settings, request, pieces)


def examine(context: Context, settings: Record, place: Place, given: Collection[str]) -> Iterator[frozenset[str]]:
    """Note what is wrong with the settings; see `Recipe`."""
    if not place.field(("number",), settings.number, context.kind, NumberField):
        return
    try:
        values = _values(context, settings.number)
    except Infeasible as error:
        place.tell(("number",), "cannot-be-made", str(error))
        return
    names = [settings.number, *(["picture"] if settings.pictures else [])]
    fine = place.names(("title",), names)
    if settings.item is not None and place.names(("item",), names) and fine:
        for picture in settings.pictures or [None]:
            told = {settings.number: values[0], "picture": entry(picture)}
            made = place.filled(("item",), settings.item, told)
            place.read_item(made, context.kind, {*given, settings.number, "id"})
    yield frozenset()


def _values(context: Context, name: str) -> list[int]:
    """The numbers that the rules in force leave.

    Raises:
        Infeasible: there are none, or no rule says what they may be.
    """
    item_rules = ItemRules(context)
    values = [value for value in context.span(name) if item_rules.breach({name: value}) is None]
    if not values:
        raise Infeasible(f"the rules leave no {name} for {context.kind.name}")
    return values


def _dealt(context: Context, settings: Record, request: Request, pieces: list[int]) -> Iterator[Draft]:
    """A draft for each number, with its picture, which may be on pieces at hand and on those made before."""
    name, rng, known = settings.number, context.rng, tuple(context.game.languages)
    rows = [entry(row) for row in settings.pictures or [None]]
    uses: Counter[int] = Counter()
    with_number: Counter[tuple[int, int]] = Counter()
    for item in context.taken:
        for place, row in enumerate(settings.pictures or ()):
            if item.fields.get("art") is not None and item.fields["art"] == row.get("art"):
                with_number[place, item.fields.get(name) or 0] += item.copies
    for value in pieces:
        place = min(range(len(rows)), key=lambda place: (uses[place], with_number[place, value], rng.random()))
        uses[place] += 1
        with_number[place, value] += 1
        values = {name: value, "picture": rows[place]}
        fields = {name: value, **(fill(settings.item, values) or {} if settings.item else {})}
        wanted = (request.language,) if request.language else known
        own = {key: languages_of(part, known, wanted) for key, part in fields.items()}
        yield Draft(own, title=str(fill(settings.title, values)))
