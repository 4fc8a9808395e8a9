"""Items as the recipe `draw` draws them, for the engine: one choice from each source."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from itertools import product
from math import prod
from typing import Any

from generator.core.problem import Infeasible
from generator.core.shares import apportion, wanting
from generator.forge.engine import ShareAim
from generator.forge.item_rules import Distinct, ItemRules, as_item
from generator.forge.item_template import fill, value_of
from generator.forge.request import Context, Request
from generator.forge.value_source import DrawnPlace, ValueSource, is_template, read_source
from generator.model.game import Item
from generator.model.values import Record, as_data

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
