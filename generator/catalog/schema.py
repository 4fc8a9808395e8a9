"""The form of ``game.yaml``: kinds and their fields, described in data and read into `Field` values."""

from dataclasses import dataclass, field, replace
from typing import Any

from generator.catalog.fields import (
    ChoiceField,
    EntryField,
    Field,
    FlagField,
    ListField,
    MapField,
    NameField,
    NumberField,
    OneOfField,
    ReadContext,
    RecordField,
    ReferenceField,
    StringField,
    TextField,
    read_fields,
)
from generator.catalog.problem_log import nearest
from generator.sizes import SIZES
from generator.source.tree import Mapping, Node, Scalar, Sequence, excerpt

TYPES = ("text", "string", "whole", "number", "flag", "choice", "reference", "list", "record", "one-of")

# Every item of every kind has these; a kind's own fields come beside them.
COMMON: dict[str, Field] = {
    "id": StringField(required=True),
    "copies": NumberField(),
    "art": StringField(),
    "waive": MapField(of=TextField()),
}
OWN = ("id", "copies", "waive")  # those of them that no kind may describe otherwise
MOST_PLAYERS = 1_000
KIND_NAME = ""  # what a reference of game.yaml itself leads to


@dataclass(frozen=True)
class FieldSpec(Field):
    """A field described in YAML: ``{type: whole, required: true}``. Read as the `Field` it describes.

    A description with a mistake is read as a field that takes anything, so that the mistake is told once.
    """

    def read(self, node: Node, context: ReadContext) -> Field:
        if not isinstance(node, Mapping):
            self._wrong(node, context, "a field such as {type: text, required: true}")
            return UnknownField()
        spec = read_fields(node, _SPEC, context)
        made = _make(spec, node, context)
        default = None if spec["default"] is None else made.read(spec["default"], context)
        return replace(made, required=bool(spec["required"]), default=made.default if default is None else default)


@dataclass(frozen=True)
class AnyField(Field):
    """Any value; read as its node. The field that the value belongs to reads it later."""

    def read(self, node: Node, context: ReadContext) -> Node:  # noqa: ARG002 - nothing can be wrong with it
        return node


@dataclass(frozen=True)
class UnknownField(Field):
    """A field whose description has a mistake: whatever is written is as good as absent."""

    def read(self, node: Node, context: ReadContext) -> None:  # noqa: ARG002 - nothing is asked of it
        return None


_SPEC: dict[str, Field] = {
    "type": ChoiceField(of=TYPES, required=True),
    "required": FlagField(),
    "default": AnyField(),
    "of": AnyField(),  # list: the members' field; choice: the words
    "words": ListField(),  # whole, number: words allowed in a number's place
    "to": StringField(),  # reference: a kind
    "fields": MapField(of=FieldSpec(), instead=UnknownField()),  # record
    "keys": MapField(of=FieldSpec(), instead=UnknownField()),  # one-of
}
# What each type needs beside `required` and `default`, with an example, and what it may have.
_NEEDS = {
    "choice": ("of", "[word, word]"),
    "record": ("fields", "{name: {type: text}}"),
    "one-of": ("keys", "{name: {type: whole}}"),
    "reference": ("to", "the name of a kind"),
}
_MAY_HAVE = {"whole": "words", "number": "words", "list": "of"}


def _make(spec: dict[str, Any], node: Mapping, context: ReadContext) -> Field:
    kind = spec["type"]
    if kind is None:
        return UnknownField()
    needed, example = _NEEDS.get(kind, ("", ""))
    for key in set(node.values) & {"of", "words", "to", "fields", "keys"} - {needed, _MAY_HAVE.get(kind)}:
        context.report.add(node.keys[key], "unknown-field", f"a field of type {kind} has no {key}", "delete it")
    if needed and _is_empty(node.values.get(needed), needed):
        context.report.add(node, "missing-field", f"a field of type {kind} needs {needed}", f"add {needed}: {example}")
    if needed and not spec[needed]:
        return UnknownField()
    if kind == "choice":
        choices = ListField().read(spec["of"], context)
        return ChoiceField(of=tuple(choices)) if choices else UnknownField()
    if kind == "list":
        return ListField(of=StringField() if spec["of"] is None else FieldSpec().read(spec["of"], context))
    if kind == "reference":
        context.references.append((KIND_NAME, node.values["to"]))  # type: ignore[arg-type]  # read as a scalar
        return ReferenceField(to=spec["to"])
    words = tuple(spec["words"] or ())
    simple: dict[str, Field] = {
        "text": TextField(),
        "string": StringField(),
        "whole": NumberField(words=words),
        "number": NumberField(whole=False, words=words),
        "flag": FlagField(),
        "record": RecordField(fields=spec["fields"] or {}),
        "one-of": OneOfField(keys=spec["keys"] or {}),
    }
    return simple[kind]


def _is_empty(node: Node | None, key: str) -> bool:
    """Whether nothing is given; what is given in a wrong form is told as such."""
    match node:
        case Scalar():
            return node.absent
        case Sequence():
            return key == "of" and not node.items
        case Mapping():
            return key in ("fields", "keys") and not node.values
    return True


def is_known(described: Field) -> bool:
    """Whether a field, with all that is in it, is described without a mistake."""
    if isinstance(described, ListField | MapField):
        return is_known(described.of)
    if isinstance(described, RecordField | OneOfField):
        inner = described.fields if isinstance(described, RecordField) else described.keys
        return all(is_known(one) for one in inner.values())
    return not isinstance(described, UnknownField)


@dataclass(frozen=True)
class SizeField(Field):
    """A component's size: a name (poker, tarot, …) or [width, height] in mm. Read as (width, height)."""

    def read(self, node: Node, context: ReadContext) -> tuple[float, float] | None:
        if isinstance(node, Scalar):
            if node.text in SIZES:
                return SIZES[node.text]
            message = f"{excerpt(node.text)} is no size by name"
            context.report.add(node, "not-one-of", message, nearest(node.text, SIZES) + "; or [width, height] in mm")
            return None
        if isinstance(node, Sequence) and len(node.items) == 2:
            numbers = [NumberField(whole=False).read(part, context) for part in node.items]
            for part, number in zip(node.items, numbers, strict=True):
                if isinstance(number, int | float) and not 5 <= number <= 1000:
                    context.report.add(part, "number-range", f"{number} mm; a side measures 5 to 1000 mm")
                    return None
            if all(isinstance(number, int | float) for number in numbers):
                return float(numbers[0]), float(numbers[1])  # type: ignore[arg-type]
            return None
        self._wrong(node, context, "a size by name, or [width, height] in mm,")
        return None


@dataclass(frozen=True)
class PlayersField(Field):
    """How many play: a number, or the fewest and the most. Read as a list."""

    default: Any = field(default_factory=list)

    def read(self, node: Node, context: ReadContext) -> list[int] | None:
        members = node.items if isinstance(node, Sequence) else [node]
        if isinstance(node, Mapping) or any(not isinstance(member, Scalar) for member in members):
            self._wrong(node, context, "how many play", "such as 4, or [2, 4] for the fewest and the most")
            return None
        numbers = [NumberField().read(member, context) for member in members]
        counts = [number for number in numbers if isinstance(number, int)]
        if len(counts) < len(numbers):
            return None
        for member, number in zip(members, counts, strict=True):
            if not 1 <= number <= MOST_PLAYERS:
                message = f"{number} players; 1 to {MOST_PLAYERS} are possible"
                context.report.add(member, "number-range", message)
                return None
        if counts and counts[0] > counts[-1]:
            message = f"the fewest players, {counts[0]}, are more than the most, {counts[-1]}"
            context.report.add(node, "number-range", message, "swap the two")
            return None
        return counts


KIND = EntryField(
    fields={
        "title": TextField(required=True),
        "file": StringField(),  # the items' file, KIND.yaml if absent
        "size": SizeField(),
        "template": NameField(),  # an SVG under templates/GAME/; without one the kind is data only
        "back": NameField(),  # the template of its back; an item's fields are at hand there too
        "gutter": NumberField(whole=False, default=0),  # mm between neighbours on a sheet
        "group": NameField(),  # a field; items with the same value of it follow each other
        "fresh_sheets": FlagField(default=False),  # whether each group starts a sheet of its own
        "share": NameField(),  # the name of a file; kinds with the same one share its sheets
        "page_label": StringField(),  # a page's name in the PDF; {number} counts the sheets
        "group_page_label": MapField(),  # the same for the sheets of a group, by the group's value
        "blank": FlagField(default=True),  # whether a blank form makes sense
        "blank_styles": ListField(),  # ways in which a blank form can look; the first is meant unless another is named
        "blank_guide": NameField(),  # a template, printed once with blank forms: what to copy from
        "blank_page_label": StringField(),
        "procedure": NameField(),  # how an item is played: a procedure of `play`
        "derived": MapField(),  # name for templates: procedure of `play`
        "prose": NameField(),  # running text, not items: PROSE.LANG.md, a file a language
        "fields": MapField(of=FieldSpec(), instead=UnknownField()),  # required without prose
    }
)
PLAN = EntryField(  # which components a game for so many players needs
    fields={
        "kind": NameField(required=True),
        "only": StringField(),  # an expression over `item`, `players` and `mode`: the items wanted; all if absent
        "when": StringField(),  # an expression over `players` and `mode`: whether the entry holds
        "count": StringField(),  # an expression: components in all, shared out as the items' copies are
        "sets": StringField(),  # or: how often each item's copies
        "source": ChoiceField(of=("rules", "ours"), required=True),  # the game's own numbers, or our setting
        "why": TextField(required=True),
    }
)
GAME: dict[str, Field] = {
    "name": TextField(required=True),
    "languages": AnyField(),  # a list of codes, the first of which is printed unless another is asked for
    "templates": StringField(),  # the folder under templates/, the game's own name if absent
    "players": PlayersField(),  # fewest and most
    "modes": ListField(
        of=NameField()
    ),  # ways to play; the first that suits so many players is meant unless another is named
    "players_by_mode": MapField(of=PlayersField()),  # fewest and most, where a mode differs
    "plan": ListField(of=PLAN),
    "kinds": MapField(of=KIND, required=True),
}
