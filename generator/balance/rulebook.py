"""``balance.yaml``: the rules in force in a game, with their numbers and sources."""

from functools import cache
from typing import Any

from generator.balance import rules
from generator.balance.rule import Check, Rule
from generator.catalog.fields import ChoiceField, Field, ReadContext, StringField, read_fields
from generator.catalog.game import Game
from generator.catalog.problem_log import ProblemLog, nearest
from generator.catalog.schema import AnyField
from generator.catalog.values import Record
from generator.modules import modules_in
from generator.problem import Problem
from generator.source.reader import read_file
from generator.source.tree import Mapping, Scalar, Sequence

COMMON: dict[str, Field] = {
    "rule": StringField(required=True),  # its name in messages, waivers and `pnp rules`
    "check": StringField(),  # the generic check; the rule's own name if absent
    "kind": StringField(required=True),
    "level": ChoiceField(of=("error", "warning"), default="error"),
    "when": StringField(),  # an expression: the items that the rule applies to
    "source": StringField(required=True),  # where the rule comes from
    "why": StringField(required=True),  # what it is for, in a sentence
    "hint": StringField(default=""),  # what to do about a breach
    "pass": AnyField(required=True),  # fields of an item (or a list of items) that keep the rule
    "fail": AnyField(required=True),  # the same, breaking it
}


@cache
def checks() -> dict[str, Check]:
    """All generic checks by name: the modules of `balance.rules`, with hyphens for underscores."""
    return modules_in(rules.__name__, rules.__path__)


def read_rulebook(game: Game) -> tuple[list[Rule], list[Problem]]:
    """The rules of a game; a game without ``balance.yaml`` has none."""
    path = game.folder / "balance.yaml"
    if not path.exists():
        return [], []
    file = game.file.removesuffix("game.yaml") + "balance.yaml"
    root, problems = read_file(path, file, game.folder.resolve().parent)
    report = ProblemLog(file)
    report.problems = problems
    if root is not None and not isinstance(root, Sequence):
        report.add(root, "wrong-type", "a list of rules is wanted here", "start each rule with - rule: …")
    entries = root.items if isinstance(root, Sequence) else []
    found = [_rule(entry, game, ReadContext(report, game.languages)) for entry in entries]
    return [rule for rule in found if rule is not None], problems


def _rule(node: Any, game: Game, context: ReadContext) -> Rule | None:
    report = context.report
    if not isinstance(node, Mapping):
        report.add(node, "wrong-type", "a rule is wanted here", "start each rule with - rule: …")
        return None
    name = _word(node, "check") or _word(node, "rule")
    check = checks().get(name)
    if check is None:
        where = node.values.get("check") or node.values.get("rule") or node
        report.add(where, "not-one-of", f"{name!r} is no check", nearest(name, checks()))
        return None
    before = len(report.problems)
    values = read_fields(node, {**COMMON, **check.PARAMETERS}, context)
    kind = values["kind"]
    if kind is not None and kind not in game.kinds:
        report.add(node.values["kind"], "unknown-reference", f"{kind!r} is no kind", nearest(kind, game.kinds))
    if any(problem.level == "error" for problem in report.problems[before:]):
        return None
    settings = Record({key: values[key] for key in check.PARAMETERS})
    return Rule(
        values["rule"], check, values["kind"], values["level"], settings, values["source"], values["why"],
        values["when"], values["hint"], report.file, node,
    )  # fmt: skip


def _word(node: Mapping, key: str) -> str:
    value = node.values.get(key)
    return value.text if isinstance(value, Scalar) else ""
