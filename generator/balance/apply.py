"""Applying the rules of a game to its items: all breaches, less those waived."""

from collections.abc import Iterable, Iterator

from generator.balance.rule import Breach, Rule, RuleScope
from generator.balance.rulebook import read_rulebook
from generator.catalog.expressions import ExpressionError, evaluate
from generator.catalog.game import Game, Item
from generator.catalog.items import WAIVABLE
from generator.problem import Problem
from generator.source.tree import Node, locate


def check_balance(game: Game) -> tuple[list[Problem], list[tuple[Item, str, str]]]:
    """Apply the game's rules.

    Returns:
        The problems (the rules' own mistakes and unused waivers among them), and the waivers that were used:
        item, rule, reason.
    """
    book, problems = read_rulebook(game)
    used: dict[tuple[int, str], tuple[Item, str, str]] = {}
    for item in (item for kind in game.kinds.values() for item in kind.items):
        used |= {(id(item), rule): (item, rule, str(item.waive[rule])) for rule in item.waived}
    for rule in book:
        problems += _apply(rule, game, used)
    problems += _unused(game, {*WAIVABLE, *(rule.name for rule in book)}, used)
    return problems, list(used.values())


def breaches(rule: Rule, game: Game, items: Iterable[Item], faults: list[tuple[str, str]]) -> Iterator[Breach]:
    """Each breach of a rule among items of its kind, waived ones too, as it is found.

    Args:
        rule: the rule.
        game: what the items are looked at in.
        items: those that the rule is asked about; its ``when`` picks among them.
        faults: filled with the rule's own mistakes: the setting, what is wrong.
    """
    try:
        concerned = [item for item in items if rule.when is None or evaluate(rule.when, item.fields)]
    except ExpressionError as error:
        faults.append(("when", str(error)))
        return
    try:
        yield from rule.check.check(RuleScope(game, game.kinds[rule.kind], concerned, faults), rule.settings)
    except ExpressionError as error:
        faults.append(("that", str(error)))


def _apply(rule: Rule, game: Game, used: dict[tuple[int, str], tuple[Item, str, str]]) -> Iterator[Problem]:
    faults: list[tuple[str, str]] = []
    for finding in breaches(rule, game, game.kinds[rule.kind].items, faults):
        reason = finding.item.waive.get(rule.name)
        if reason is not None:
            used.setdefault((id(finding.item), rule.name), (finding.item, rule.name, str(reason)))
        else:
            yield _problem(rule, finding)
    for setting, message in faults:
        yield own_mistake(rule, setting, message)


def _problem(rule: Rule, finding: Breach) -> Problem:
    node: Node = finding.item.where(*finding.path)
    hint = finding.hint or rule.hint
    return Problem(finding.item.file, node.line, node.column, rule.level, rule.name, finding.message, hint)


def own_mistake(rule: Rule, setting: str, message: str) -> Problem:
    """A mistake in a rule itself, at one of its settings."""
    node = locate(rule.node, (setting,))
    return Problem(rule.file, node.line, node.column, "error", "rule-syntax", f"{rule.name}: {message}")


def _unused(game: Game, names: set[str], used: dict[tuple[int, str], tuple[Item, str, str]]) -> Iterator[Problem]:
    for kind in game.kinds.values():
        for item in kind.items:
            for rule in item.waive:
                if (id(item), rule) in used:
                    continue
                node = locate(item.node, ("waive", rule))
                known = rule in names
                message = f"the waiver of {rule} is not needed" if known else f"{rule!r} is no rule that can be waived"
                yield Problem(item.file, node.line, node.column, "warning", "unused-waiver", message, "delete it")
