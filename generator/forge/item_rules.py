"""What the rules in force say about an item by itself, before it is one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from msgspec import Struct

from generator.core.problem import Infeasible, Problem
from generator.forge.item_template import as_node
from generator.forge.request import Context
from generator.model.fields import ReadContext, read_fields
from generator.model.game import Item, Kind
from generator.model.items import Reference
from generator.model.schema import OWN
from generator.model.values import ProblemLog
from generator.read.tree import Mapping as MappingNode
from generator.rules.apply import breaches
from generator.rules.checks.positional_code import in_base
from generator.rules.checks.unique import keys_of
from generator.rules.rule import Rule

PointBuy = dict[str, int]
MANY = 100_000  # combinations looked at


class ItemRules:
    """The rules in force for items of a kind, as far as they look at one item at a time."""

    def __init__(self, context: Context, is_relevant: Callable[[Rule], bool] = lambda _: True) -> None:
        """Take the rules of a context, warnings among them, or those of them that are relevant."""
        self.context = context
        self.rules = [rule for rule in context.rules if rule.alone and is_relevant(rule)]

    def breach(self, fields: Mapping[str, Any]) -> Rule | None:
        """A rule that an item with these fields would break, if any. Fields not given are absent, even required ones.

        Raises:
            Infeasible: the fields have not the form that the kind asks for.
        """
        return self.broken(as_item(self.context, fields))

    def largest(self, fields: Mapping[str, Any], name: str, most: int) -> int | None:
        """The largest whole number from 0 to ``most`` that one field can be without breaking a rule; None for none.

        Raises:
            Infeasible: the fields have not the form that the kind asks for.
        """
        item = as_item(self.context, {**fields, name: most})
        for number in range(most, -1, -1):
            item.fields[name] = number
            if self.broken(item) is None:
                return number
        return None

    def broken(self, item: Item) -> Rule | None:
        """A rule that an item breaks, if any."""
        for place, rule in enumerate(self.rules):
            if next(breaches(rule, self.context.game, [item]), None) is not None:
                self.rules.insert(0, self.rules.pop(place))  # the next one breaks it sooner than others
                return rule
        return None


class Distinct:
    """What the `unique` rules in force let stand once only, among the fields that a recipe chooses."""

    def __init__(self, context: Context, chosen: Sequence[str]) -> None:
        """Begin with the existing items. ``chosen``: the fields that the recipe chooses."""
        self.context = context
        rules = [rule for rule in context.rules if rule.check_name == "unique" and rule.level == "error"]
        self.rules = [rule for rule in rules if rule.settings.field in chosen]
        self.taken = frozenset[Any]()
        for item in context.existing:
            self.take(item.fields)

    def admits(self, fields: Mapping[str, Any]) -> bool:
        """Whether an item with these fields repeats nothing that it must not."""
        return not self.rules or self.taken.isdisjoint(self.keys(fields))

    def take(self, fields: Mapping[str, Any]) -> None:
        """Let an item in."""
        self.taken = self.taken.union(self.keys(fields))

    def keys(self, fields: Mapping[str, Any]) -> Iterator[Any]:
        """What an item with these fields has of what may stand once only."""
        whole = self.context.new_item(**fields)
        for number, rule in enumerate(self.rules):
            if rule.when is None or self.context.holds(rule.when, whole):
                yield from ((number, *key) for key in keys_of(whole, rule.settings, self.context.game.languages))


def as_item(context: Context, fields: Mapping[str, Any]) -> Item:
    """Fields read as those of an item in a file would be; those not given are absent.

    Raises:
        Infeasible: they have not the form that the kind asks for.
    """
    kind = context.kind
    fields_read = {name: field for name, field in kind.fields.items() if name in fields or not field.required}
    item, problems = read_item(kind, fields, context.game.languages, fields_read)
    wrong = next((problem for problem in problems if problem.level == "error"), None)
    if wrong is not None:
        raise Infeasible(f"forge.yaml makes {kind.name} that cannot be read: {wrong.message}")
    for name in kind.fields:
        item.fields.setdefault(name, kind.fields[name].default)
    return item


def read_item(
    kind: Kind,
    fields: Mapping[str, Any],
    languages: tuple[str, ...],
    fields_read: Mapping[str, Any] | None = None,
    references: list[Reference] | None = None,
) -> tuple[Item, list[Problem]]:
    """An item of plain values as it would be read from a file, and what is wrong with its form.

    Args:
        kind: what it is one of.
        fields: its fields; ``id`` may be among them.
        languages: those of the game.
        fields_read: the fields that are read; all of the kind if absent.
        references: filled with what it refers to.
    """
    node = as_node(fields)
    assert isinstance(node, MappingNode)
    report = ProblemLog("")
    reading = ReadContext(report, languages)
    values = read_fields(node, kind.fields if fields_read is None else fields_read, reading)
    if references is not None:
        references += [(report, to, value) for to, value in reading.references]
    identifier, copies, _ = (values.pop(name, None) for name in OWN)
    item = Item(kind.name, identifier or "", values, 1 if copies is None else copies, {}, "", node)
    return item, report.problems


class Series(Struct, frozen=True):
    """What the `positional-code` rule in force says of new items."""

    code: str  # the field
    number: str  # the field
    first: int  # the number of the first new item
    base: int
    digits: int

    def at(self, place: int) -> dict[str, int | str]:
        """The number and code of the item made in a place, from 0."""
        number = self.first + place
        return {self.number: number, self.code: in_base(number, self.base, self.digits)}


def series(context: Context, count: int) -> Series | None:
    """The numbers after the largest at hand; None where items have no codes.

    Raises:
        Infeasible: not so many are left.
    """
    rule = next((rule for rule in context.rules if rule.check_name == "positional-code"), None)
    if rule is None:
        return None
    name, base, digits = rule.settings.number, rule.settings.base, rule.settings.digits
    numbers = (item.fields.get(name) for item in context.existing)
    first = max((number for number in numbers if isinstance(number, int)), default=0) + 1
    last = base**digits - 1
    free = max(0, last - first + 1)
    if count > free:
        span = f"the numbers {first} to {last} are free" if free else f"no number up to {last} is free"
        raise Infeasible(f"{count:,} were asked for, and {free:,} can be made: {span}")
    return Series(rule.settings.code, name, first, base, digits)


def point_buys(context: Context) -> list[PointBuy]:
    """Every line of numbers that the `sum-of` rule in force allows, each number within its `number-range`.

    Raises:
        Infeasible: no such rule is in force, or a number has no range.
    """
    for rule in context.rules:
        if rule.check_name == "sum-of" and rule.when is None:
            costless: Mapping[str, int] = rule.settings.fields
            spans = {name: context.span(name) for name in costless}
            return list(_spent(spans, costless, rule.settings.total))
    raise Infeasible(f"{context.game.name} has no `sum-of` rule for {context.kind.name}")


def _spent(spans: Mapping[str, range], costless: Mapping[str, int], total: int) -> Iterator[PointBuy]:
    size = prod(max(1, len(span)) for span in spans.values())
    if size > MANY:
        raise Infeasible(f"{', '.join(spans)} have {size:,} combinations; {MANY:,} can be examined")
    for values in product(*spans.values()):
        if sum(values) - sum(costless.values()) == total:
            yield dict(zip(spans, values, strict=True))
