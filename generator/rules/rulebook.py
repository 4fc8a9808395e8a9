"""``balance.yaml``: the rules in force in a game, with their numbers and sources."""

from collections.abc import Collection
from collections.abc import Mapping as MappingType
from functools import cache
from typing import Any

from msgspec import Struct, structs

from generator.core.folders import NamedModules
from generator.core.problem import Problem
from generator.model.budget import ExhaustedError, TooCostlyError
from generator.model.field_spec import AnyField, ItemField
from generator.model.fields import (
    ChoiceField,
    Field,
    ListField,
    ReadContext,
    RecordField,
    StringField,
    read_fields,
    worded,
)
from generator.model.fields.json_schema import Schema, SchemaNames, keys_schema
from generator.model.game import Game
from generator.model.values import ProblemLog, Record, nearest
from generator.read.reader import read_file
from generator.read.tree import Mapping, Node, Scalar, Sequence, describe, excerpt, locate
from generator.rules import checks as rules
from generator.rules.lookup import SettingScope, is_empty
from generator.rules.rule import Check, Rule
from generator.rules.settings import ExpressionField, KindField, resolve

COMMON: dict[str, Field] = worded(
    "rule",
    **{"rule": StringField(required=True)},  # noqa: PIE804 - what is called rule in a call is the name of one
    check=StringField(),
    kind=KindField(required=True),
    level=ChoiceField(of=("error", "warning"), default="error"),
    when=ExpressionField(),
    source=StringField(required=True),
    why=StringField(required=True),
    hint=StringField(default=""),
    **{"pass": ItemField()},
    fail=ItemField(),
)


class RuleField(RecordField, frozen=True):
    """A rule: the fields common to all, and the settings of the check that it names."""

    def schema(self, names: SchemaNames) -> Schema:
        """Once its check is known, the settings of that and no others."""
        cases: list[Schema] = []
        for name, check in checks().items():
            names.definitions[f"check-{name}"] = _check_schema(self.fields, check, names)
            of_check: Schema = {"properties": {"check": {"const": name}}, "required": ["check"]}
            called: Schema = {"properties": {"check": False, "rule": {"const": name}}, "required": ["rule"]}
            cases.append({"if": {"anyOf": [of_check, called]}, "then": {"$ref": f"#/$defs/check-{name}"}})
        check_names = list(checks())
        cases.append({"if": {"not": {"required": ["check"]}}, "then": {"properties": {"rule": {"enum": check_names}}}})
        return self.schema_by("check", check_names, cases, names)


def _check_schema(common: MappingType[str, Field], check: Check, names: SchemaNames) -> Schema:
    """A rule that puts a check in force."""
    schema = keys_schema({**common, **check.PARAMETERS}, names)
    for key, field in check.PARAMETERS.items():
        if field.required and field.member:
            schema["properties"][key]["minItems"] = 1
    needs: tuple[str, ...] = getattr(check, "NEEDS", ())
    apart: tuple[tuple[str, str], ...] = getattr(check, "APART", ())
    if needs:
        schema["anyOf"] = [{"required": [need]} for need in needs]
    if apart:
        schema["allOf"] = [{"not": {"required": list(pair)}} for pair in apart]
    return schema


BOOK = ListField(of=RuleField(fields=COMMON))  # what balance.yaml is


@cache
def checks() -> MappingType[str, Check]:
    """All check types by name: the modules of `balance.rules`, with hyphens for underscores."""
    return NamedModules(rules.__name__, rules.__path__)


class Rulebook(Struct, frozen=True):
    """What ``balance.yaml`` holds: the rules in force, what is wrong with the others, and their names."""

    rules: list[Rule]
    problems: list[Problem]
    left_out: frozenset[str] = frozenset()
    whole: bool = True  # whether the file could be read at all
    named: bool = True  # whether each of its rules has a name
    file: str = ""  # as named in messages
    entries: tuple[tuple[int, int, frozenset[str]], ...] = ()  # line and column of each, and the kinds that it names

    def concerns(self, problem: Problem, kinds: Collection[str]) -> bool:
        """Whether a mistake in the file may have to do with one of these kinds: so does one outside all entries."""
        before = [entry for entry in self.entries if entry[:2] <= (problem.line, problem.column)]
        return not before or not before[-1][2] or not before[-1][2].isdisjoint(kinds)


def shown_file(game: Game) -> str:
    """The rulebook's file as named in messages."""
    return game.file.removesuffix("game.yaml") + "balance.yaml"


def read_rulebook(game: Game) -> tuple[list[Rule], list[Problem]]:
    """The rules of a game, and what is wrong with them.

    What shows only when rules are applied, to their examples among others, `generator.rules.apply.check_rules` reports
    as well.
    """
    book = open_rulebook(game)
    return book.rules, book.problems


def open_rulebook(game: Game) -> Rulebook:
    """Read a game's ``balance.yaml``; a game without one has no rules.

    A rule with a mistake is left out, and so is one about what is itself left out of the game.
    """
    path = game.folder / "balance.yaml"
    if not path.exists():
        return Rulebook([], [])
    file = shown_file(game)
    root, problems = read_file(path, file, game.folder.resolve().parent)
    report = ProblemLog(file, problems)
    root = report.rooted(root, Sequence, "a list of rules", "start each rule with - rule: …")
    entries = root.items if root is not None else []
    rules = [_rule(entry, game, ReadContext(report, game.languages)) for entry in entries]
    names = [entry.values.get("rule") if isinstance(entry, Mapping) else None for entry in entries]
    left_out = {name.text for name, rule in zip(names, rules, strict=True) if rule is None and isinstance(name, Scalar)}
    whole = root is not None or not problems
    places = tuple((entry.line, entry.column, _named_kinds(entry, game)) for entry in entries)
    named = all(isinstance(name, Scalar) and not name.absent for name in names)
    read = [rule for rule in rules if rule is not None]
    return Rulebook(read, problems, frozenset(left_out), whole, named, file, places)


def _named_kinds(entry: Node, game: Game) -> frozenset[str]:
    """The kinds that an entry names; none where its own is not among them, so that nobody can say what it is about."""
    kind = entry.values.get("kind") if isinstance(entry, Mapping) else None
    if not isinstance(entry, Mapping) or not isinstance(kind, Scalar) or kind.text not in game.kinds:
        return frozenset()
    return frozenset(value.text for value in entry.values.values() if isinstance(value, Scalar)) & game.kinds.keys()


class BrokenRule(Exception):
    """A rule cannot be worked out: nothing can be compared with it."""

    def __init__(self, problem: Problem) -> None:
        """Take the rule's mistake, as the checker words it."""
        super().__init__(problem.message)
        self.problem = problem


def own_mistake(rule: Rule, setting: str, wrong: Exception) -> Problem:
    """A mistake of the rule itself, at one of its settings."""
    node = locate(rule.node, (setting,))
    name = "too-costly" if isinstance(wrong, TooCostlyError | ExhaustedError) else "rule-syntax"
    return Problem(rule.file, node.line, node.column, "error", name, f"{rule.name}: {wrong}")


def _rule(node: Any, game: Game, context: ReadContext) -> Rule | None:
    report = context.report
    if not isinstance(node, Mapping):
        report.add(node, "wrong-type", f"a rule is wanted here, not {describe(node)}", "start each rule with - rule: …")
        return None
    check = _check(node, report)
    parameters = {} if check is None else check.PARAMETERS
    before = len(report.problems)
    fields = {**COMMON, **parameters}
    anything = dict.fromkeys(node.values, AnyField()) if check is None else {}  # what it may have, nobody can say
    values = read_fields(node, {**anything, **fields}, context)
    scope = _lookup(node, check, fields, values, game, report)
    if check is None or scope is None or any(problem.level == "error" for problem in report.problems[before:]):
        unknown_in_examples(node, game, report)
        return None
    if not all(game.kinds[kind].fields[name].is_known for kind, name in scope.uses):
        return None  # what the field holds, nobody can say
    settings = Record({key: values[key] for key in parameters})
    return Rule(
        values["rule"], check, values["kind"], values["level"], settings, values["source"], values["why"],
        values["when"], values["hint"], report.file, node, frozenset(scope.uses),
    )  # fmt: skip


def optional(fields: MappingType[str, Field]) -> dict[str, Field]:
    """The fields, none of which has to be there, as in an example."""
    return {name: structs.replace(field, required=False) if field.required else field for name, field in fields.items()}


def unknown_in_examples(rule: Mapping, game: Game, report: ProblemLog) -> None:
    """Report the fields that examples of a rule have and its kind has not, where the examples can't be run."""
    kind = rule.values.get("kind")
    name = kind.text if isinstance(kind, Scalar) else ""
    if name not in game.kinds or name in game.unread:
        return
    fields = game.kinds[name].fields
    for verdict in ("pass", "fail"):
        content = rule.values.get(verdict)
        for example in content.items if isinstance(content, Sequence) else [content]:
            if isinstance(example, Mapping):
                own = ProblemLog(report.file)
                read_fields(example, optional(fields), ReadContext(own, game.languages))
                report.problems += [problem for problem in own.problems if problem.rule == "unknown-field"]


def _check(node: Mapping, report: ProblemLog) -> Check | None:
    """The check that an entry asks for. An unknown name is reported; a value that is not a name is not, as yet."""
    where = node.values.get("check")
    if where is None or _absent(where):
        where = node.values.get("rule")
    if not isinstance(where, Scalar) or where.absent:
        return None
    check = checks().get(where.text)
    if check is None:
        hint = nearest(where.text, checks())
        if where is not node.values.get("check"):
            hint += "; a rule with another name needs a line check: …"
        report.add(where, "not-one-of", f"{excerpt(where.text)} is not a check type", hint)
    return check


def _lookup(
    node: Mapping, check: Check | None, fields: dict[str, Field], values: dict[str, Any], game: Game, report: ProblemLog
) -> SettingScope | None:
    """Look up what the settings refer to; None where that cannot be done, as the rule's kind is not there."""
    kind = node.values.get("kind")
    if values["kind"] is None or kind is None:
        return None
    rule_kind = game.kinds.get(values["kind"])
    if rule_kind is None or rule_kind.name in game.unread:
        if values["kind"] not in game.unread:
            message = f"{excerpt(values['kind'])} is not a kind"
            report.add(kind, "unknown-reference", message, nearest(values["kind"], game.kinds))
        return None
    if check is None:
        return None
    wrong = {key for key, value in node.values.items() if values.get(key) is None and not _absent(value)}
    scope = SettingScope(game, rule_kind, values, report, wrong)
    for key, field in fields.items():
        setting = node.values.get(key)
        if setting is None or values[key] is None or _absent(setting):
            continue
        if field.required and is_empty(field, setting):
            report.add(setting, "missing-field", f"{key} is empty", f"write what {key} is, or delete the rule")
        resolve(field, setting, scope)
    _limits(node, check, values, report)
    others = [values.get(key) for key, field in fields.items() if isinstance(field, KindField)]
    return None if any(name in game.unread for name in others) else scope


def _absent(node: Node) -> bool:
    return isinstance(node, Scalar) and node.absent


def _limits(node: Mapping, check: Check, values: dict[str, Any], report: ProblemLog) -> None:
    """Settings of which one at the least is needed or one at the most is meant, and a smallest above the largest."""
    needs: tuple[str, ...] = getattr(check, "NEEDS", ())
    present = {key for key, value in node.values.items() if not _absent(value)}
    if needs and present.isdisjoint(needs):
        choices = " or ".join([", ".join(needs[:-1]), needs[-1]])
        report.add(node, "missing-field", f"{choices} is missing", f"add a line {needs[0]}: …")
    apart: tuple[tuple[str, str], ...] = getattr(check, "APART", ())
    for one, other in apart:
        if {one, other} <= present:
            report.add(
                node.values[other], "unknown-field", f"{one} and {other} exclude each other", "delete one of the two"
            )
    low, high = values.get("min"), values.get("max")
    if isinstance(low, int | float) and isinstance(high, int | float) and low > high:
        where = node.values.get("min") or node.values["max"]
        report.add(where, "number-range", f"min is {low}, above max, {high}: no number is between", "swap the two")
