"""Looking up what the settings of a rule refer to: kinds, fields, paths, keys, names in expressions.

A setting that refers to what is not there would make a rule that looks at nothing.
"""

from collections.abc import Mapping as MappingType
from typing import Any

from msgspec import Struct

from generator.model.budget import ExpressionError
from generator.model.expressions import read_expression, read_message
from generator.model.fields import Field, ListField, MapField, RecordField, StringField, UnknownField
from generator.model.game import Game, Kind
from generator.model.values import ProblemLog, nearest
from generator.read.tree import Mapping, Node, Scalar, Sequence, excerpt
from generator.rules.expression_names import ExpressionNames
from generator.rules.settings import (
    ExpressionField,
    GroupField,
    KeyedField,
    KindField,
    MemberKeyField,
    PathField,
    PlaceField,
    named_sorts,
)

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

    def fields_of(self, kind: Kind) -> FieldsByName:
        """The fields of a kind that rules can refer to."""
        return {name: field for name, field in kind.fields.items() if name not in ("id", "copies", "waive")}


def resolve(setting: Field, node: Node, scope: SettingScope) -> None:
    """Look up what a setting refers to, and report at ``node`` what is not there."""
    match setting, node:
        case MapField(), Mapping():
            for key, inner in node.values.items():
                if isinstance(setting, KeyedField):
                    resolve(setting.key, node.keys[key], scope)
                resolve(setting.of, inner, scope)
        case ListField(), Sequence():
            for member in node.items:
                resolve(setting.of, member, scope)
        case KindField(), Scalar():
            if node.text not in scope.game.kinds and node.text not in scope.game.unread:
                _unknown(node, f"{excerpt(node.text)} is not a kind", scope.game.kinds, scope)
        case PathField(), Scalar():
            _resolve_path(setting, node, scope)
        case PlaceField(), Scalar():
            _resolve_place(node, scope)
        case MemberKeyField(), Scalar():
            _resolve_member_key(setting, node, scope)
        case GroupField(), Scalar():
            _resolve_group(setting, node, scope)
        case ExpressionField(), Scalar():
            _resolve_expression(setting, node, scope)


def _resolve_member_key(setting: MemberKeyField, node: Scalar, scope: SettingScope) -> None:
    leads_to = _type_at(scope, setting.at)
    if leads_to and leads_to.is_keyed and node.text not in leads_to.parts:
        _unknown(node, f"{excerpt(node.text)} is not a key of {scope.settings[setting.at]}", leads_to.parts, scope)


def is_empty(setting: Field, node: Node) -> bool:
    """Whether a list or mapping of settings holds nothing."""
    members = node.items if isinstance(node, Sequence) else getattr(node, "values", True)
    return not members and isinstance(setting, ListField | MapField)


def _unknown(node: Node, message: str, names: Any, scope: SettingScope) -> None:
    word = node.text.rpartition(".")[2] if isinstance(node, Scalar) else ""
    scope.report.add(node, "unknown-reference", message, nearest(word, names))


def _resolve_path(setting: PathField, node: Scalar, scope: SettingScope) -> None:
    kinds = [scope.kind_named(of) for of in dict.fromkeys([setting.of, setting.also or setting.of])]
    before = len(scope.report.problems)
    for kind in kinds:
        if kind is not None and kind.name not in scope.game.unread and before == len(scope.report.problems):
            _resolve_path_of(kind, setting, node, scope)


def _resolve_path_of(kind: Kind, setting: PathField, node: Scalar, scope: SettingScope) -> None:
    if setting.named and node.text == "id":
        return
    steps = node.text.split(".")
    if not setting.deep and len(steps) > 1:
        scope.report.add(node, "unknown-reference", f"{excerpt(node.text)} is a path; a field of {kind.name} is wanted")
        return
    leads_to = _follow(steps, scope.fields_of(kind), kind.name, node, scope)
    if leads_to is None:
        return
    scope.uses.add((kind.name, steps[0]))
    member = leads_to.member if setting.many and leads_to.member else leads_to
    if setting.to and not isinstance(member, (*setting.to, UnknownField)):
        expected = named_sorts(setting.to, many=setting.many)
        message = f"{excerpt(node.text)} is {_told(leads_to)}; {expected} is wanted here"
        hint = f"write {node.text}.*" if isinstance(leads_to.member, setting.to) else ""
        scope.report.add(node, "wrong-type", message, hint)


def _follow(steps: list[str], fields: FieldsByName, whose: str, node: Scalar, scope: SettingScope) -> Field | None:
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
            message = f"{before} of {whose} is {_told(here)}; {excerpt(step)} cannot follow it"
            scope.report.add(node, "unknown-reference", message, f"write {before}")
        else:
            place = f"{before} of {whose}" if before else whose
            scope.report.add(
                node, "unknown-reference", f"{excerpt(step)} is not a field of {place}", nearest(step, fields_here)
            )
        return None
    return here


def _type_at(scope: SettingScope, setting: str) -> Field | None:
    """What the members are of the list (or the single value) at which a setting is a path."""
    path = scope.settings.get(setting)
    if not isinstance(path, str):
        return None
    quiet = SettingScope(scope.game, scope.kind, {}, ProblemLog(""))
    steps = path.removesuffix(".*").split(".")
    field = _follow(steps, scope.fields_of(scope.kind), "", Scalar("", plain=True, line=0, column=0), quiet)
    return (field.member or field) if field else None


def _resolve_place(node: Scalar, scope: SettingScope) -> None:
    first, _, rest = node.text.partition(".")
    if first == "other" and "via" in scope.settings:
        kind = scope.kind_named("to")
        if kind is not None and rest and kind.name not in scope.game.unread:
            _follow(rest.split("."), {**scope.fields_of(kind), "id": ITEM_ID}, kind.name, node, scope)
        return
    if scope.settings.get("each"):
        member = _type_at(scope, "each")
        if member and member.parts:
            _follow(node.text.split("."), member.parts, f"a member of {scope.settings['each']}", node, scope)
        return
    _follow(node.text.split("."), {**scope.fields_of(scope.kind), "id": ITEM_ID}, scope.kind.name, node, scope)


def _resolve_group(setting: GroupField, node: Scalar, scope: SettingScope) -> None:
    within = scope.settings.get("within")
    if "within" in scope.wrong or (within is None and "within" in scope.told):
        return
    if within is None:
        scope.told.add("within")
        scope.report.add(node, "missing-field", f"there is no within that {excerpt(node.text)} could be a value of")
        return
    groups = scope.kind.fields.get(within)
    families = (scope.settings.get("families") or {}) if setting.families else {}
    words = groups.choices if groups else ()
    if words and node.text not in (*words, *families):
        _unknown(node, f"{excerpt(node.text)} is not a {within} of {scope.kind.name}", (*families, *words), scope)


def _resolve_expression(setting: ExpressionField, node: Scalar, scope: SettingScope) -> None:
    try:
        tree = (read_message if setting.message else read_expression)(node.text)
    except ExpressionError as error:
        scope.report.add(node, "rule-syntax", str(error))
        return
    if {"each", "let"} & scope.wrong:  # which give names
        return
    names = ExpressionNames(names_given(setting.given, scope))
    for message, near in names.unknown(tree):
        word, candidates = near
        scope.report.add(node, "unknown-reference", message, nearest(word, candidates))
    own = scope.fields_of(scope.kind)
    scope.uses.update((scope.kind.name, name) for name in names.used if name in own)


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
        fields["member"] = _type_at(scope, "each")
    if "other" in extra_names:
        fields["other"] = item_field
    if "parts" in extra_names:
        fields["parts"] = None if item_field is None else ListField(of=item_field)
    if "let" in extra_names:
        fields |= dict.fromkeys(scope.settings.get("let") or {})
    return fields


def _told(field: Field) -> str:
    """What a field is, in words."""
    return f"a list of {field.member.NOUN[1]}" if field.member else field.NOUN[0]
