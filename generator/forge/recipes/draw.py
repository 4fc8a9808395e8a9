"""Items whose fields are drawn: numbers from ranges, words from lists, what the deck has as often as the deck has it.

    recipe: draw
    draw:
      power: [1, 6]                      # a range
      colour: {red: 2, blue: 1}          # red twice as often as blue
      icons: {some: [sun, moon, star], count: [1, 2], once: true} # a list, with no word twice
      suit: as deck                      # as often as among the existing items
      cost: "{{ power // 2 }}"           # computed from what was drawn
      name: {en: "{{ adj }} {{ noun }}"}
    words: {adj: [old, grim], noun: [Wolf, Fox]} # for templates: drawn likewise
    evenly: [power]                      # what comes equally often: fields or words
    unlike: [name]                       # what no other item may have: together, where several fields are named
    repeats: false                       # true: items may be alike
    tags: {strong: power > 4}            # names for `texts`; words, and the names of true flags, are tags as well
    title: "{{ noun }} {{ power }}"      # what an id is made from

A required number, choice or flag that is not named is drawn by its own form: a number by its `number-range`, a choice
or flag as in the deck, or evenly where the deck is small. What breaks a rule about single items is drawn again. Shares,
`evenly` and the rules about the deck are met by exchanges between the items drawn (`generator.forge.engine`). No two
items are alike while there are others; when all are used up, they start over.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from math import prod
from random import Random
from typing import Any

from generator.core.problem import Infeasible
from generator.forge.engine import Aim, OutOfItemsError, search
from generator.forge.item_drawer import (
    AS_DECK,
    ItemDrawer,
    ValueSource,
    drawn_fields,
    is_several,
    is_template,
    read_source,
)
from generator.forge.item_template import FormulaField, TemplateField, as_node, fill, languages_of
from generator.forge.place import NO_FIELD, WRONG, Path, Place
from generator.forge.request import Context, Draft, Lever, Request, special
from generator.forge.steering import RuleAim, deck_figures
from generator.model.fields import Field, FlagField, ListField, MapField
from generator.model.game import Kind
from generator.model.values import Record, nearest

PARAMETERS: dict[str, Field] = {
    "draw": MapField(
        of=TemplateField(), says="fields, and what each is drawn from", example="{power: [1, 6], suit: as deck}"
    ),
    "words": MapField(of=TemplateField(), says="lists that templates draw from", example="{noun: [Wolf, Fox]}"),
    "evenly": ListField(
        says="fields or words of which each value comes equally often", absent="none", example="[suit]"
    ),
    "unlike": ListField(
        says="fields that no other item may have the same together", absent="all that are drawn", example="[name]"
    ),
    "repeats": FlagField(default=False, says="whether items may be alike", example="true"),
    "tags": MapField(
        of=FormulaField(),
        says="names for `texts`: an item has those whose expression holds",
        example="{strong: power > 4}",
    ),
    "title": TemplateField(
        says="what an id is made from", absent="the first text that is drawn", example='"{{ noun }} {{ power }}"'
    ),
}
OPTIONS = frozenset({"like"})
STEERED = True

EXAMINED = 1_000, 200  # items that an examination goes through; so many of them where there are more


def levers(_context: Context, _settings: Record) -> Iterator[Lever]:
    """Whose shares are kept; see `Recipe`."""
    yield special("like")


def make(context: Context, settings: Record, request: Request) -> Iterator[Draft]:
    """Yield the drafts; see `Recipe`."""
    drawer = ItemDrawer(context, settings, request)
    aims: list[Aim] = [
        *drawer.aims.values(),
        *(RuleAim(figure, context.existing, drawer.item) for figure in deck_figures(context.rules)),
    ]
    try:
        deck = search(request.count, drawer, aims, context.rng, drawer.existing_marks())
    except OutOfItemsError as error:
        reason = f"the rules and lists of forge.yaml leave {len(error.deck):,} {context.kind.name}"
        unlike = f" unlike each other in {', '.join(settings.unlike)}" if settings.unlike else ""
        raise Infeasible(f"{request.count:,} were asked for, but {reason}{unlike}") from None
    all_languages = tuple(context.game.languages)
    languages = (request.language,) if request.language else all_languages
    again = sum(item[0] != 0 for item in deck)
    if again:
        context.notes.append(
            f"nothing new is left: {again:,} of the {request.count:,} have the {' and '.join(drawer.unlike)} of another"
        )
    for item in deck:
        fields, values = drawer.fields(item), drawer.values(item)
        title = fill(settings.title, {**fields, **values}) if settings.title is not None else None
        own = {name: languages_of(part, all_languages, languages) for name, part in fields.items() if part is not False}
        if title is None:
            texts = (
                own[name]
                for name in drawer.templates
                if name in own and context.kind.fields[name].in_form.sort in ("text", "word")
            )
            title = next((text.get(languages[0], "") if isinstance(text, dict) else text for text in texts), "")
        yield Draft(own, drawer.tags(item), str(title))


def examine(context: Context, settings: Record, place: Place, text_fields: Collection[str]) -> Iterator[frozenset[str]]:
    """Note what is wrong with the settings; see `Recipe`."""
    kind, before = context.kind, dict(settings.draw or {})
    drawn, words = drawn_fields(context, settings), dict(settings.words or {})
    _examine_names(kind, settings, place, drawn)
    if not place.report.problems:
        place.gives(kind, {*drawn, *before, *text_fields})
    sources = {}
    for name, setting in {**drawn, **words}.items():
        path: Path = ("words" if name in words else "draw", name)
        try:
            sources[name] = read_source(context, name, setting, kind.items)
        except Infeasible as error:
            if setting is None:
                path = ("evenly", settings.evenly.index(name)) if name in settings.evenly else ("recipe",)
            place.note(path, "cannot-be-made", str(error))
            continue
        if name in kind.fields and name in drawn and setting not in (None, AS_DECK):
            _examine_values(kind.fields[name], sources[name], place, path)
    if place.report.problems:
        return
    values = {name: source.value(source.draw(Random(0))) for name, source in sources.items()}
    for name, setting in before.items():
        if is_template(setting):
            place.read(place.filled(("draw", name), setting, values), kind.fields[name])
    if not place.report.problems:
        yield from _tags(context, settings, place)


def _examine_names(kind: Kind, settings: Record, place: Place, drawn: Mapping[str, Any]) -> None:
    """Note names that nothing has."""
    draw_settings, words = settings.draw or {}, settings.words or {}
    for path, name in (
        *((("draw", name), name) for name in draw_settings),
        *((("unlike", number), name) for number, name in enumerate(settings.unlike)),
    ):
        if name not in kind.fields:
            message = f"{name!r} {NO_FIELD} {kind.name}"
            place.note(path, "unknown-reference", message, nearest(name, kind.fields))
    for number, name in enumerate(settings.evenly):
        if name not in drawn and name not in words:
            nothing = "is not drawn" if name in kind.fields else f"{NO_FIELD} {kind.name} or a drawn word"
            message = f"{name!r} {nothing}"
            place.note(("evenly", number), "unknown-reference", message, nearest(name, [*drawn, *words]))
        elif is_several(draw_settings.get(name, words.get(name))):
            place.note(("evenly", number), "wrong-type", f"{name} is a list; single values come equally often")
    names = [*drawn, *words]
    for name, part in draw_settings.items():
        if is_template(part):
            place.names(("draw", name), names)
    if settings.title is not None:
        place.names(("title",), [*names, *draw_settings])
    for name, holds in (settings.tags or {}).items():
        place.expression(("tags", name), holds, [*names, *draw_settings])


def _examine_values(field: Field, source: ValueSource, place: Place, path: Path) -> None:
    """Note values that a field cannot have."""
    node = place.at(path)
    values: list[Any] = list(source.values)
    if source.counts is not None:
        values = [source.value(source.draw(Random(0))), *([value] for value in values)]
    for value in values:
        place.read(as_node(value, node.line, node.column), field)


def _tags(context: Context, settings: Record, place: Place) -> Iterator[frozenset[str]]:
    """The tags that items may have: of all that can be drawn, or of many where that is too much."""
    tag_sets, legal = dict[frozenset[str], None](), False
    try:
        drawer = ItemDrawer(Context(context.game, context.kind, context.rules, [], Random(0)), settings, Request(1))
        sizes = drawer.sizes()
        few = prod(sizes) <= EXAMINED[0]
        every = product([0], *map(range, sizes)) if few else (drawer.draw() for _ in range(EXAMINED[1]))
        for item in every:
            values = {**drawer.values(item), **drawer.item(item).fields}
            held = {name: place.value(("tags", name), holds, values) for name, holds in (settings.tags or {}).items()}
            if WRONG in held.values():
                return
            if drawer.is_legal(item):
                legal = True
                tag_sets[drawer.tags(item)] = None
    except Infeasible as error:
        place.note(("draw",), "cannot-be-made", str(error).removeprefix("forge.yaml: "))
        return
    if not legal:
        place.note(("recipe",), "cannot-be-made", f"the rules leave nothing of what is drawn for {context.kind.name}")
    yield from tag_sets
    if not few:
        yield frozenset[str]().union(*tag_sets, settings.tags or ())
