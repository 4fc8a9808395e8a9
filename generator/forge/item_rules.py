"""What the rules in force say about an item by itself, before it is one."""

from collections.abc import Mapping
from typing import Any

from generator.balance.rule import Rule, RuleScope
from generator.catalog.expressions import evaluate
from generator.catalog.fields import ReadContext, read_fields
from generator.catalog.game import Item, Kind
from generator.catalog.problem_log import ProblemLog
from generator.forge.item_template import as_node
from generator.forge.request import Context
from generator.refusal import Infeasible
from generator.source.tree import Mapping as MappingNode

# The checks that look at each item without the others.
ALONE = frozenset((
    "absent", "count", "expression", "filled", "key-range", "no-repeat", "number-range", "positional-code", "sum-of",
))  # fmt: skip


class ItemRules:
    """The rules in force for items of a kind, as far as they look at one item at a time."""

    def __init__(self, context: Context) -> None:
        """Take the rules of a context, warnings among them."""
        self.context = context
        self.rules = [rule for rule in context.rules if rule.check_name in ALONE]

    def breach(self, fields: Mapping[str, Any]) -> Rule | None:
        """A rule that an item with these fields would break, if any. Fields not given are absent, even required ones.

        Raises:
            Infeasible: the fields have not the form that the kind asks for.
        """
        return self._broken(as_item(self.context, fields))

    def largest(self, fields: Mapping[str, Any], name: str, most: int) -> int | None:
        """The largest whole number from 0 to ``most`` that one field can be without breaking a rule; None for none.

        Raises:
            Infeasible: the fields have not the form that the kind asks for.
        """
        item = as_item(self.context, {**fields, name: most})
        for number in range(most, -1, -1):
            item.fields[name] = number
            if self._broken(item) is None:
                return number
        return None

    def _broken(self, item: Item) -> Rule | None:
        for place, rule in enumerate(self.rules):
            if rule.when is not None and not evaluate(rule.when, item.fields):
                continue
            scope = RuleScope(self.context.game, self.context.kind, [item])
            if next(iter(rule.check.check(scope, rule.settings)), None) is not None:
                self.rules.insert(0, self.rules.pop(place))  # the next one breaks it sooner than others
                return rule
        return None


def as_item(context: Context, fields: Mapping[str, Any]) -> Item:
    """Fields read as those of an item in a file would be.

    Raises:
        Infeasible: they have not the form that the kind asks for.
    """
    kind: Kind = context.kind
    node = as_node(fields)
    assert isinstance(node, MappingNode)
    report = ProblemLog("")
    known = {name: field for name, field in kind.fields.items() if name in fields or not field.required}
    values = read_fields(node, known, ReadContext(report, context.game.languages))
    wrong = next((problem for problem in report.problems if problem.level == "error"), None)
    if wrong is not None:
        raise Infeasible(f"forge.yaml makes {kind.name} that cannot be read: {wrong.message}")
    for name in kind.fields:
        values.setdefault(name, kind.fields[name].default)
    return Item(kind.name, "", values, 1, {}, "", node)
