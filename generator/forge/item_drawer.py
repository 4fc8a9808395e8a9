"""Items as the recipe `draw` draws them, for the engine: one choice from each source."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import product
from math import prod
from random import Random
from typing import Any

from msgspec import Struct

from generator.core.problem import Infeasible
from generator.core.shares import apportion, wanting
from generator.forge.engine import ShareAim
from generator.forge.item_rules import Distinct, ItemRules, as_item
from generator.forge.item_template import Phrase, entry, fill, value_of
from generator.forge.request import Context, Request
from generator.forge.steering import FEW
from generator.model.fields import Field
from generator.model.game import Item
from generator.model.values import Record, as_data, nearest

AS_DECK = "as deck"
FLAGS = {"yes": True, "no": False, "true": True, "false": False}
SOME = ("some", "count", "once")  # the keys of a source that draws several
FORMS = f"write a range [1, 6], a list of words, {{word: weight}}, {{some: LIST, count: 2}}, a template, or {AS_DECK}"

DrawnPlace = int | tuple[int, ...]  # the place of a value in its source, or of several


class ValueSource(Struct, frozen=True):
    """Values with their weights. ``counts``: the fewest and the most that are drawn together, as a list."""

    values: tuple[Any, ...]
    weights: tuple[int, ...]
    counts: tuple[int, int] | None = None
    once: bool = False  # whether a list has a value once only
    as_deck: bool = False  # whether the deck keeps the shares

    def draw(self, rng: Random) -> DrawnPlace:
        """A value, or several, by their weights."""
        if self.counts is None:
            return self._one(rng)
        many, places = rng.randint(*self.counts), list[int]()
        while len(places) < many:
            place = self._one(rng)
            if not self.once or place not in places:
                places.append(place)
        return tuple(sorted(places)) if self.once else tuple(places)

    def value(self, choice: DrawnPlace) -> Any:
        """What was drawn."""
        if isinstance(choice, tuple):
            return [self.values[place] for place in choice]
        return self.values[choice]

    def _one(self, rng: Random) -> int:
        return rng.choices(range(len(self.values)), self.weights)[0]


def is_template(setting: Any) -> bool:
    """Whether a setting is a template, filled with what was drawn for others, or a text as it is."""
    if isinstance(setting, Mapping):
        return not is_several(setting) and not all(isinstance(part, int) for part in setting.values())
    return isinstance(setting, Phrase) or (isinstance(setting, list) and any(map(is_template, setting)))


def is_several(setting: Any) -> bool:
    """Whether a setting draws several values."""
    return isinstance(setting, Mapping) and "some" in setting


def read_source(context: Context, name: str, setting: Any, items: Iterable[Item]) -> ValueSource:
    """The source that a setting describes.

    Args:
        context: the game and its rules.
        name: the field, or the word, that is drawn.
        setting: what is written; None where the field's own form is to say it.
        items: the deck whose shares are kept.

    Raises:
        Infeasible: it describes none; the message says what to write.
    """
    field = context.kind.fields.get(name)
    sort = field.in_form.sort if field else ""
    if is_several(setting):
        return _several(context, name, setting, items)
    if setting == AS_DECK or (setting is None and sort in ("choice", "flag")):
        counts, values = Counter[str](), dict[str, Any]()
        for item in (item for item in items if name not in item.wrong):
            value = as_data(item.fields.get(name))
            values[str(value)] = value
            counts[str(value)] += item.copies
        if counts.total() >= (FEW if setting is None else 1):
            return _weighted([(values[text], many) for text, many in counts.items()], as_deck=True)
        setting = None
    if setting is None:
        return _weighted([(value, 1) for value in _own_values(context, name, field)])
    if isinstance(setting, list) and setting:
        if sort == "number" and len(setting) == 2 and all(isinstance(end, int) for end in setting):
            if setting[0] > setting[1]:
                raise Infeasible(
                    f"a range has its least and its most, in this order: write [{setting[1]}, {setting[0]}]"
                )
            return _weighted([(value, 1) for value in range(setting[0], setting[1] + 1)])
        return _weighted([(_read_word(field, value), 1) for value in setting])
    if isinstance(setting, Mapping) and setting and all(isinstance(many, int) for many in setting.values()):
        if min(setting.values()) < 0 or not any(setting.values()):
            raise Infeasible("a weight is 0 or more, and one of them above 0")
        return _weighted([(_read_word(field, word), many) for word, many in setting.items()])
    raise Infeasible(f"{name} has nothing to be drawn from here; {FORMS}")


def _several(context: Context, name: str, setting: Mapping[str, Any], items: Iterable[Item]) -> ValueSource:
    """A source that draws several values, as a list."""
    unknown = next((key for key in setting if key not in SOME), None)
    if unknown is not None:
        raise Infeasible(f"{unknown!r} is not a key of a list that is drawn; {nearest(unknown, SOME)}")
    source = read_source(context, "", setting["some"], items)
    count = setting.get("count", 1)
    low, high = count if isinstance(count, list) and len(count) == 2 else (count, count)
    if not (isinstance(low, int) and isinstance(high, int) and 0 <= low <= high):
        raise Infeasible(f"count of {name} is a number, or the least and the most in this order: write [1, 3]")
    once = setting.get("once", False)
    if not isinstance(once, bool):
        raise Infeasible(f"once of {name} is true or false")
    if once and high > len(source.values):
        raise Infeasible(f"{name} cannot have {high:,} of {len(source.values):,} values once each; lower count")
    return ValueSource(source.values, source.weights, (low, high), once)


def _own_values(context: Context, name: str, field: Field | None) -> list[Any]:
    """The values that a field's own form leaves: the numbers of its `number-range`, the words of a choice.

    Raises:
        Infeasible: there are none.
    """
    sort = field.in_form.sort if field else ""
    values = context.span(name) if sort == "number" else (True, False) if sort == "flag" else field and field.choices
    if values:
        return list(values)
    raise Infeasible(f"{name} has nothing to be drawn from, and the deck has no items to go by; {FORMS}")


def _read_word(field: Field | None, word: Any) -> Any:
    """A word of a list or a key of weights, as its field has it."""
    sort = field.in_form.sort if field else ""
    if sort == "flag":
        return FLAGS.get(str(word).lower(), word)
    if sort == "number" and isinstance(word, str) and word.lstrip("+-").isdecimal():
        return int(word)
    return entry(word) if field is None else word


def _weighted(values: list[tuple[Any, int]], *, as_deck: bool = False) -> ValueSource:
    values = [(value, weight) for value, weight in values if weight > 0]
    if not values:
        raise Infeasible("nothing is left to be drawn")
    words, weights = zip(*values, strict=True)
    return ValueSource(words, weights, as_deck=as_deck)


TRIES = 300  # draws for an item before all that can be drawn are gone through
LISTED = 20_000  # items of which all can be gone through; where there are more, ten times as many are drawn

DrawnItem = tuple[DrawnPlace, ...]  # how often all had been used up before it; then a choice from each source


def drawn_fields(context: Context, settings: Record) -> dict[str, Any]:
    """The fields that are drawn, with their settings: those named, and those needed that have a form."""
    sources = {name: part for name, part in (settings.draw or {}).items() if not is_template(part)}
    named = {*(settings.evenly or ()), *(settings.unlike or ())} - {*(settings.words or ())}
    for name, field in context.kind.fields.items():
        drawable = field.choices or field.in_form.sort in ("number", "flag")
        if drawable and (field.required or name in named) and name not in (settings.draw or {}):
            sources[name] = None
    return sources


class ItemDrawer:
    """Draws items for the engine (see `engine.Maker`)."""

    def __init__(self, context: Context, settings: Record, request: Request) -> None:
        """Read the sources of the settings.

        Raises:
            Infeasible: one describes nothing that could be drawn.
        """
        self.context, self.settings, self.rng = context, settings, context.rng
        deck = context.kind.items if request.like is None else request.like
        draw_settings = dict(settings.draw or {})
        self.templates = {name: part for name, part in draw_settings.items() if is_template(part)}
        drawn = drawn_fields(context, settings)
        self.sources: dict[str, ValueSource] = {}
        for name, part in {**drawn, **(settings.words or {})}.items():
            try:
                self.sources[name] = read_source(context, name, part, deck)
            except Infeasible as error:
                raise Infeasible(f"forge.yaml: {name}: {error}") from None
        self.own = list(drawn)
        self.names = list(self.sources)
        self.unlike = list(settings.unlike or [*self.own, *self.templates])
        self.rules = ItemRules(context)
        self.distinct = Distinct(context, [*self.own, *self.templates])
        self.items: dict[DrawnItem, Item] = {}
        self.legal: dict[DrawnItem, bool] = {}
        self.round, self.rest = 0, None if prod(self.sizes()) > LISTED else list[DrawnItem]()
        self.aims = {
            name: self._aim(name, request) for name, source in self.sources.items() if self._has_share(name, source)
        }

    def sizes(self) -> list[int]:
        """How many values each source has; too many to go through for one that draws lists."""
        return [len(source.values) if source.counts is None else LISTED + 1 for source in self.sources.values()]

    def _has_share(self, name: str, source: ValueSource) -> bool:
        return name in self.settings.evenly or source.as_deck

    def _aim(self, name: str, request: Request) -> ShareAim:
        """The shares of a source's values: as many of each, or as the deck has them, what that leaves by lot."""
        source, place, count = self.sources[name], self.names.index(name) + 1, request.count
        quotas: list[float]
        if name in self.settings.evenly:
            fits = [name not in self.own or self.rules.breach({name: value}) is None for value in source.values]
            quotas = [count * fit / max(1, sum(fits)) for fit in fits]
        else:
            there = Counter[str]()
            for item in self.context.existing if request.like is None else ():
                there[str(as_data(item.fields.get(name)))] += item.copies
            targets = wanting(count, source.weights, [there[str(value)] for value in source.values])
            quotas = list(map(float, apportion(count, targets, lambda group: count * bool(group), self.rng)))
        return ShareAim(lambda item: (item[place],), dict(enumerate(quotas)))

    def values(self, item: DrawnItem) -> dict[str, Any]:
        """What was drawn, by the names of fields and words."""
        return {name: source.value(part) for (name, source), part in zip(self.sources.items(), item[1:], strict=True)}

    def fields(self, item: DrawnItem) -> dict[str, Any]:
        """The fields of an item, those computed among them; empty ones are left out."""
        values = self.values(item)
        fields = {name: values[name] for name in self.own} | {
            name: fill(part, values) for name, part in self.templates.items()
        }
        return {name: part for name, part in fields.items() if part is not None}

    def item(self, item: DrawnItem) -> Item:
        """An item as the rules see it."""
        drawn = item[1:]
        if drawn not in self.items:
            self.items[drawn] = as_item(self.context, self.fields(item))
        return self.items[drawn]

    def tags(self, item: DrawnItem) -> frozenset[str]:
        """What texts may go by: the words drawn, flags that are true, and the tags of the settings that hold."""
        drawn, tags = self.values(item), set[str]()
        for name in self.own:
            value = drawn[name]
            tags |= {part for part in (value if isinstance(value, list) else [value]) if isinstance(part, str)}
            tags |= {name} if value is True else set()
        values = {**drawn, **self.item(item).fields}
        return frozenset(tags) | {name for name, holds in (self.settings.tags or {}).items() if value_of(holds, values)}

    def existing_marks(self) -> Iterator[Hashable]:
        """The marks of the existing items."""
        for item in self.context.existing:
            yield from self.distinct.keys(item.fields)
            yield 0, self._look(item.fields)

    def propose(self, _place: int) -> Iterator[DrawnItem]:
        """See `Maker`: items of chance, then all that there are, then all again if they may come again."""
        for _ in range(2):  # where a whole round anew gives nothing, another gives nothing either
            if not self.rest:
                tries = TRIES if self.rest is not None else 10 * TRIES
                yield from (self.draw() for _ in range(tries))
                if self.rest is None:
                    return
                self.rest += [(self.round, *parts) for parts in product(*map(range, self.sizes()))]
                self.rng.shuffle(self.rest)
            while self.rest:
                yield self.rest.pop()
            if self.settings.unlike or self.settings.repeats:
                return
            self.round += 1

    def draw(self) -> DrawnItem:
        """An item of chance."""
        return (self.round, *(self._part(name) for name in self.names))

    def _part(self, name: str) -> DrawnPlace:
        """A choice from a source: what its share lacks rather than another."""
        aim = self.aims.get(name)
        missing = aim.pick(self.rng) if aim is not None and self.rng.random() < 0.8 else None
        return self.sources[name].draw(self.rng) if missing is None else missing

    def redraw(self, item: DrawnItem) -> DrawnItem:
        """See `Maker`; now and then two parts, where rules tie them to each other."""
        parts = list(item)
        for _ in range(1 + (self.rng.random() < 0.3)):
            place = self.rng.randrange(len(self.names))
            parts[place + 1] = self._part(self.names[place])
        return tuple(parts)

    def cross(self, first: DrawnItem, second: DrawnItem) -> tuple[DrawnItem, DrawnItem]:
        """See `Maker`."""
        place = self.rng.randrange(len(self.names)) + 1
        return (
            (*first[:place], second[place], *first[place + 1 :]),
            (*second[:place], first[place], *second[place + 1 :]),
        )

    def marks(self, item: DrawnItem) -> Iterator[Hashable]:
        """See `Maker`."""
        fields = self.item(item).fields
        yield from self.distinct.keys(fields)
        if not self.settings.repeats:
            yield item[0], self._look(fields)

    def _look(self, fields: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(str(as_data(fields.get(name))) for name in self.unlike)

    def is_legal(self, item: DrawnItem) -> bool:
        """See `Maker`."""
        drawn = item[1:]
        if drawn not in self.legal:
            self.legal[drawn] = self.rules.broken(self.item(item)) is None
        return self.legal[drawn]
