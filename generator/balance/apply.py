"""Applying the rules of a game to its items: all breaches, less those waived."""

from collections.abc import Iterator

from generator.balance.rule import Breach, Rule, RuleScope
from generator.balance.rulebook import read_rulebook
from generator.catalog.budget import ExhaustedError, ExpressionError, TooCostlyError
from generator.catalog.expressions import evaluate
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
        try:
            problems += _apply(rule, game, used)
        except ExhaustedError as stop:  # nor could any rule after it be applied
            problems.append(_own(rule, "that", str(stop), costly=True))
            break
    problems += _unused(game, {*WAIVABLE, *(rule.name for rule in book)}, used)
    return problems, list(used.values())


def _apply(rule: Rule, game: Game, used: dict[tuple[int, str], tuple[Item, str, str]]) -> Iterator[Problem]:
    kind = game.kinds[rule.kind]
    try:
        items = [item for item in kind.items if rule.when is None or evaluate(rule.when, item.fields)]
    except ExpressionError as error:
        yield _own(rule, "when", str(error), costly=isinstance(error, TooCostlyError))
        return
    scope = RuleScope(game, kind, items)
    try:
        for finding in rule.check.check(scope, rule.settings):
            reason = finding.item.waive.get(rule.name)
            if reason is not None:
                used.setdefault((id(finding.item), rule.name), (finding.item, rule.name, str(reason)))
            else:
                yield _problem(rule, finding)
    except ExpressionError as error:
        yield _own(rule, "that", str(error), costly=isinstance(error, TooCostlyError))
    for setting, message in scope.faults:
        yield _own(rule, setting, message)


def _problem(rule: Rule, finding: Breach) -> Problem:
    node: Node = finding.item.where(*finding.path)
    hint = finding.hint or rule.hint
    return Problem(finding.item.file, node.line, node.column, rule.level, rule.name, finding.message, hint)


def _own(rule: Rule, setting: str, message: str, *, costly: bool = False) -> Problem:
    node = locate(rule.node, (setting,))
    name = "too-costly" if costly else "rule-syntax"
    return Problem(rule.file, node.line, node.column, "error", name, f"{rule.name}: {message}")


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
