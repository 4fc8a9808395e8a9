"""The examples of a rule in ``balance.yaml``, run: what is to keep the rule keeps it, what is to break it does.

An example is read as fields of the kind, and put in place of its first item's own: a mapping among the kind's other
items, a list by itself, each member one more copy of that item. Waivers do not count, as the example is about the rule.
"""

from dataclasses import replace
from pathlib import Path
from typing import Literal

from msgspec import structs

from generator.core.problem import Problem
from generator.model.budget import ExpressionError
from generator.model.expressions import evaluate
from generator.model.fields import ReadContext, read_fields
from generator.model.game import Game, Item, Kind
from generator.model.values import ProblemLog
from generator.read.reader import read_file
from generator.read.tree import Mapping, Node, Scalar, Sequence, describe
from generator.rules.rule import Breach, Rule, RuleScope, ValuePath
from generator.rules.rulebook import optional, own_mistake, unknown_in_examples

Verdict = Literal["pass", "fail"]
Example = tuple[list[Item], Item | None]  # its items, and the item that one replaces
Places = set[tuple[int, ValuePath]]  # an item's identity, and where in it

BREAKS = "change the example, or the rule: one of the two is not what was meant"


def example_problems(rule: Rule, game: Game, places: Places) -> list[Problem]:
    """Examples of a rule that do not do what they say, at the example.

    Args:
        rule: the rule, which has no mistake that its reading would show.
        game: the game that it belongs to.
        places: the breaches of the rule by the game's own items, which no example is to blame for.
    """
    report = ProblemLog(rule.file)
    verdicts: tuple[Verdict, ...] = ("pass", "fail")
    for verdict in verdicts:
        if not is_given(rule.node, verdict):
            continue
        example = _made(rule, game, rule.node.values[verdict], report)
        if example is not None:
            try:
                _run(rule, game, verdict, example, places, report)
            except ExpressionError as error:
                report.problems.append(own_mistake(rule, "that", error))
    return report.problems


def lacking_examples(book: Path, shown: str) -> list[Problem]:
    """The rules of a ``balance.yaml`` that have no examples, or only one, each reported once; ``shown``: its name."""
    report = ProblemLog(shown)
    root = read_file(book, shown)[0] if book.exists() else None
    for entry in root.items if isinstance(root, Sequence) else []:
        name = entry.values.get("rule") if isinstance(entry, Mapping) else None
        lacking = [key for key in ("pass", "fail") if not is_given(entry, key)]
        if lacking and isinstance(name, Scalar):
            message = (
                f"{name.text} has no example under {' and '.join(lacking)}: so nothing shows that it does what is meant"
            )
            report.add(name, "no-example", message, "write an item that keeps it, and one that breaks it", "warning")
    return report.problems


def is_given(rule: Node, key: str) -> bool:
    """Whether an entry has an example under ``pass`` or ``fail``."""
    node = rule.values.get(key) if isinstance(rule, Mapping) else None
    return node is not None and not (isinstance(node, Scalar) and node.absent)


def exercised(rule: Rule, game: Game, verdict: Verdict) -> int:
    """How much of an example the rule comes to a judgement about: 0 for one that it says nothing about."""
    example = _made(rule, game, rule.node.values[verdict], ProblemLog(rule.file))
    return 0 if example is None else _apply(rule, game, example)[1]


def _made(rule: Rule, game: Game, node: Node, report: ProblemLog) -> Example | None:
    """The items of an example, and the item that one replaces; None where it cannot be made."""
    kind = game.kinds[rule.kind]
    sound = [item for item in kind.items if not item.broken]
    if (kind.items or kind.partial) and not sound:
        unknown_in_examples(rule.node, game, report)
        return None  # there is a pattern, which could not be read
    first = sound[0] if sound else None
    entries = node.items if isinstance(node, Sequence) else [node]
    before = len(report.problems)
    items = [_item(kind, first, entry, number, game, report) for number, entry in enumerate(entries, start=1)]
    if not entries:
        report.add(node, "example-fails", f"{rule.name}: the example is an empty list", "write what an item would have")
    if before < len(report.problems):
        return None
    return [item for item in items if item is not None], None if isinstance(node, Sequence) else first


def _item(kind: Kind, first: Item | None, node: Node, number: int, game: Game, report: ProblemLog) -> Item | None:
    """The first item with the fields of an example in place of its own; what is wrong with them is reported."""
    if not isinstance(node, Mapping):
        message = f"an example is fields of an item, or a list of such, not {describe(node)}"
        report.add(node, "wrong-type", message, "such as {name: …}")
        return None
    own = ProblemLog(report.file)
    written = {name: field for name, field in kind.fields.items() if name in node.values}
    ordered = {**{name: field for name, field in kind.fields.items() if name not in written}, **written}
    read = read_fields(node, optional(ordered), ReadContext(own, game.languages))
    report.problems += [problem for problem in own.problems if problem.level == "error"]
    plain = [name for name in kind.fields if name not in ("id", "copies", "waive")]
    if first is None:
        values = {name: read[name] for name in plain}
    else:  # whose fields note for themselves which of them the rule looks at
        own_fields = [name for name in plain if name in written or name not in first.fields]
        values = first.fields | {name: read[name] if name in written else None for name in own_fields}
    copies = read["copies"] if "copies" in written else first.copies if first is not None else None
    base = node if first is None else first.node
    merged = Mapping({**base.keys, **node.keys}, {**base.values, **node.values}, base.line, base.column)
    identifier = read["id"] or (f"example-{number}" if first is None or number > 1 else first.id)
    return Item(kind.name, identifier, values, 1 if copies is None else copies, {}, kind.file, merged)


def _apply(rule: Rule, game: Game, example: Example) -> tuple[list[Breach], int]:
    """What of an example breaks the rule, and how much of it was judged.

    Raises:
        ExpressionError: an expression of the rule cannot be worked out.
    """
    kind = game.kinds[rule.kind]
    items, instead_of = example
    everything = items
    if instead_of is not None:
        everything = [items[0] if item is instead_of else item for item in kind.items if not item.broken]
    copy = replace(kind, all_items=everything, beside=[])
    tried = everything if rule.check.REACH in ("others", "deck") else items
    looked_at = [item for item in tried if rule.when is None or evaluate(rule.when, item.fields)]
    scope = RuleScope(structs.replace(game, kinds={**game.kinds, kind.name: copy}), copy, looked_at)
    return list(rule.check.check(scope, rule.settings)), scope.judged


def _run(rule: Rule, game: Game, verdict: Verdict, example: Example, places: Places, report: ProblemLog) -> None:
    breaches, judged = _apply(rule, game, example)
    own = {id(item) for item in example[0]}
    breaches = [breach for breach in breaches if id(breach.item) in own or (id(breach.item), breach.path) not in places]
    node = rule.node.values[verdict]
    if verdict == "pass" and breaches:
        message = f"{rule.name}: the example under pass breaks the rule: {breaches[0].message}"
        report.add(node, "example-fails", message, BREAKS)
    if verdict == "fail" and not breaches and (judged or game.kinds[rule.kind].items):
        says = "keeps the rule" if judged else "says nothing: the rule does not look at it"
        hint = BREAKS if judged else _unseen(rule)
        report.add(node, "example-fails", f"{rule.name}: the example under fail {says}", hint)


def _unseen(rule: Rule) -> str:
    """What to do where a rule looks at nothing of an example."""
    fields = sorted({field for kind, field in rule.uses if kind == rule.kind})
    hint = f"write an item for which {rule.when} holds" if rule.when else "write an item that the rule looks at"
    return f"{hint}; it follows {', '.join(fields)}" if fields else hint
