"""Looking up what the settings of a rule refer to: kinds, fields, paths, keys, names in expressions.

A setting that refers to what is not there would make a rule that looks at nothing.
"""

from collections.abc import Mapping as MappingType
from typing import Any

from msgspec import Struct

from generator.model.fields import Field, ListField, RecordField, StringField, UnknownField
from generator.model.game import Game, Kind
from generator.model.values import ProblemLog, nearest
from generator.read.tree import Node, Scalar, Sequence, excerpt

ITEM_ID = StringField()

FieldsByName = MappingType[str, Field]


class SettingScope(Struct):
    """What settings are looked up in: the game, the rule's kind, the settings beside, and where mistakes go."""

    game: Game
    kind: Kind
    settings: dict[str, Any]
    report: ProblemLog
    wrong: set[str] = set()  # settings of a wrong form: what depends on them is not looked up
    told: set[str] = set()  # settings whose absence was reported
    uses: set[tuple[str, str]] = set()  # kind and field: what the rule looks at

    def kind_named(self, setting: str) -> Kind | None:
        """The kind that a setting names, the rule's own where it is absent; None for one that is not there."""
        if setting in self.wrong:
            return None
        name = self.settings.get(setting) if setting else None
        return self.kind if name is None else self.game.kinds.get(name)

    def report_unknown(self, node: Scalar, message: str, names: Any) -> None:
        """Report a name that is not there, with the nearest of those that are."""
        self.report.add(node, "unknown-reference", message, nearest(node.text.rpartition(".")[2], names))

    def fields_of(self, kind: Kind) -> FieldsByName:
        """The fields of a kind that rules can refer to."""
        return {name: field for name, field in kind.fields.items() if name not in ("id", "copies", "waive")}


def is_empty(setting: Field, node: Node) -> bool:
    """Whether a list or mapping of settings holds nothing."""
    members = node.items if isinstance(node, Sequence) else getattr(node, "values", True)
    return not members and setting.is_nested


def follow(steps: list[str], fields: FieldsByName, whose: str, node: Scalar, scope: SettingScope) -> Field | None:
    """The field at the end of a path; None for a path that leads nowhere, which is reported at ``node``."""
    here: Field = RecordField(fields=fields)
    for number, step in enumerate(steps):
        before = ".".join(steps[:number])
        if isinstance(here, UnknownField):
            return here
        if step == "*" and here.member:
            here = here.member
            continue
        fields_here = here.attributes
        if step in fields_here:
            here = fields_here[step]
            continue
        if here.member:
            message = f"{before} of {whose} is a list; {excerpt(step)} cannot follow it"
            hint = f"write {'.'.join([before, '*', *steps[number:]])} for every member"
            scope.report.add(node, "unknown-reference", message, hint)
        elif not fields_here:
            message = f"{before} of {whose} is {noun_of(here)}; {excerpt(step)} cannot follow it"
            scope.report.add(node, "unknown-reference", message, f"write {before}")
        else:
            place = f"{before} of {whose}" if before else whose
            scope.report.add(
                node, "unknown-reference", f"{excerpt(step)} is not a field of {place}", nearest(step, fields_here)
            )
        return None
    return here


def type_at(scope: SettingScope, setting: str) -> Field | None:
    """What the members are of the list (or the single value) at which a setting is a path."""
    path = scope.settings.get(setting)
    if not isinstance(path, str):
        return None
    quiet = SettingScope(scope.game, scope.kind, {}, ProblemLog(""))
    steps = path.removesuffix(".*").split(".")
    field = follow(steps, scope.fields_of(scope.kind), "", Scalar("", plain=True, line=0, column=0), quiet)
    return (field.member or field) if field else None


def names_given(extra_names: tuple[str, ...], scope: SettingScope) -> dict[str, Field | None]:
    """The names that an expression may use, each with its field as far as it is known.

    They are the kind's fields and, of ``extra_names``: ``member`` (with ``each``), ``other`` and ``parts`` (the items
    that codes name), ``let`` (the names that it sets).
    """
    fields: dict[str, Field | None] = dict(scope.fields_of(scope.kind))
    kind = scope.kind_named("to")
    item_field = None
    if kind is not None and kind.name not in scope.game.unread:
        item_field = RecordField(fields={**scope.fields_of(kind), "id": ITEM_ID})
    if "member" in extra_names and scope.settings.get("each"):
        fields["member"] = type_at(scope, "each")
    if "other" in extra_names:
        fields["other"] = item_field
    if "parts" in extra_names:
        fields["parts"] = None if item_field is None else ListField(of=item_field)
    if "let" in extra_names:
        fields |= dict.fromkeys(scope.settings.get("let") or {})
    return fields


def noun_of(field: Field) -> str:
    """What a field is, in words."""
    return f"a list of {field.member.NOUN[1]}" if field.member else field.NOUN[0]
