"""Fields of a game's and a kind's description that no item has: languages, sizes, joins, players, kinds themselves."""

import re
from typing import Any

from msgspec import field

from generator.core.choices import SIZES, JoinName, meant_size, size_of
from generator.model.fields import (
    ChoiceField,
    EntryField,
    Field,
    LengthField,
    NameField,
    NumberField,
    ReadContext,
    read_fields,
)
from generator.model.fields.json_schema import Schema, SchemaNames, keys_schema, one_of_words
from generator.model.values import TAG, nearest
from generator.read.tree import Mapping, Node, Scalar, Sequence, excerpt

MOST_PLAYERS = 1_000
LEAST_SIDE, LARGEST_SIDE = 5, 2_000  # mm
OVERLAP = 10.0  # mm that pieces lie over each other where nothing else is said: room for glue
# Keys of a kind's description: of one with items, of a box beside ``holds``, of all but boxes.
OF_ITEMS = (
    "file", "source", "group", "group_page_label", "blank_page_label", "procedure", "derived", "back", "shaped",
    "shaped_back", "shaped_gutter", "fields",
)  # fmt: skip
OF_BOXES = ("form", "thickness", "sleeve")
NOT_OF_BOXES = ("size", "prose", "back", "shaped", "group")


class LanguageField(NameField, frozen=True):
    """A language by its code."""

    takes = "a language code"

    def schema(self, names: SchemaNames) -> Schema:  # noqa: ARG002 - a project's files have no languages
        return {"type": "string", "pattern": f"^{TAG.pattern}$"}

    def read(self, node: Node, context: ReadContext) -> str | None:
        code = super().read(node, context)
        if code is not None and not TAG.fullmatch(code):
            message = f"{excerpt(code)} is not a language code"
            context.report.add(node, "wrong-type", message, tag_meant(code))
            return None
        return code


def tag_meant(code: str) -> str:
    """What to write in place of a code that is not a language tag (BCP 47): ``pt-BR`` for ``PT_br``."""
    language, *rest = code.replace("_", "-").lower().split("-")
    usual = "-".join([language, *(part.upper() if len(part) == len("BR") else part.title() for part in rest)])
    return f"write {usual}" if TAG.fullmatch(usual) else "such as en, fr or pt-BR"


class SizeField(Field, frozen=True):
    """A component's size: a name (poker, tarot, …) or [width, height] in mm. Read as (width, height)."""

    takes = "a size by name, or [width, height] in mm"

    def schema(self, names: SchemaNames) -> Schema:  # noqa: ARG002 - sizes are the tool's
        side = {"type": "number", "minimum": LEAST_SIDE, "maximum": LARGEST_SIDE}
        return {"anyOf": [one_of_words(SIZES), {"type": "array", "items": side, "minItems": 2, "maxItems": 2}]}

    def read(self, node: Node, context: ReadContext) -> tuple[float, float] | None:
        if isinstance(node, Scalar):
            if node.text in SIZES:
                return SIZES[node.text]
            message = f"{excerpt(node.text)} is not a size by name"
            sides = size_of(re.sub(r"\s*[*, ]\s*", "x", node.text, count=1)) or size_of(node.text)
            near = f"did you mean {meant}?" if (meant := meant_size(node.text)) else nearest(node.text, SIZES)
            otherwise = near + (" Or write" if near.endswith("?") else "; or write") + " [width, height] in mm"
            hint = f"write [{sides[0]:g}, {sides[1]:g}]" if sides else otherwise
            context.report.add(node, "not-one-of", message, hint)
            return None
        if isinstance(node, Sequence) and len(node.items) == 2:
            numbers = [NumberField(whole=False).read(part, context) for part in node.items]
            for part, number in zip(node.items, numbers, strict=True):
                if isinstance(number, int | float) and number < LEAST_SIDE:
                    context.report.add(part, "number-range", f"{number} mm; a side measures {LEAST_SIDE} mm or more")
                    return None
                if isinstance(number, int | float) and number > LARGEST_SIDE:
                    message = f"{number:,} mm; a side measures {LARGEST_SIDE:,} mm at most"
                    context.report.add(part, "wrong-size", message, "make it smaller, or of several components")
                    return None
            if all(isinstance(number, int | float) for number in numbers):
                return float(numbers[0]), float(numbers[1])  # type: ignore[arg-type]
            return None
        if isinstance(node, Sequence):
            here = "only 1" if len(node.items) == 1 else f"{len(node.items)}"
            message = (
                f"a size has two numbers, [width, height] in mm; here {'is' if here == 'only 1' else 'are'} {here}"
            )
            context.report.add(node, "wrong-type", message, "such as [63, 88], or [63.5, 88] with a point")
            return None
        self._wrong(node, context, "a size by name, or [width, height] in mm,", "such as poker, or [63, 88]")
        return None


class JoinField(Field, frozen=True):
    """How pieces are joined: ``overlap``, ``butt``, or ``{overlap: MM}``. Read as mm that they lie over each other."""

    takes = "overlap, butt or {overlap: MM}"

    def schema(self, names: SchemaNames) -> Schema:
        overlap = {JoinName.overlap.value: PIECES_OVERLAP.schema(names)}
        mm = {"type": "object", "properties": overlap, "required": list(overlap), "additionalProperties": False}
        return {"anyOf": [one_of_words(tuple(JoinName)), mm]}

    def read(self, node: Node, context: ReadContext) -> float | None:
        if isinstance(node, Mapping):
            overlap = read_fields(node, {JoinName.overlap: PIECES_OVERLAP}, context)[JoinName.overlap]
            return None if overlap is None else float(overlap)
        word = ChoiceField(of=tuple(JoinName)).read(node, context)
        return None if word is None else overlap_of(JoinName(word))


def overlap_of(join: JoinName) -> float:
    """Mm that pieces lie over each other, joined this way."""
    return OVERLAP if join == JoinName.overlap else 0.0


class PlayersField(Field, frozen=True):
    """How many play: a number, or the fewest and the most. Read as a list. ``noun``: what is counted."""

    default: Any = field(default_factory=list)
    noun: str = "players"

    takes = "a whole number, or [fewest, most]"

    def schema(self, names: SchemaNames) -> Schema:  # noqa: ARG002 - numbers name nothing
        count = {"type": "integer", "minimum": 1, "maximum": MOST_PLAYERS}
        return {"anyOf": [count, {"type": "array", "items": count}]}

    def read(self, node: Node, context: ReadContext) -> list[int] | None:
        members = node.items if isinstance(node, Sequence) else [node]
        if isinstance(node, Mapping) or any(not isinstance(member, Scalar) for member in members):
            self._wrong(node, context, f"a number of {self.noun}", "such as 4, or [2, 4] for the fewest and the most")
            return None
        span = re.fullmatch(r"(\d+) ?[-–] ?(\d+)", node.text) if isinstance(node, Scalar) else None
        if span:
            self._wrong(node, context, "a number, or the fewest and the most,", f"write [{span[1]}, {span[2]}]")
            return None
        numbers = [NumberField().read(member, context) for member in members]
        counts = [number for number in numbers if isinstance(number, int)]
        if len(counts) < len(numbers):
            return None
        for member, number in zip(members, counts, strict=True):
            if not 1 <= number <= MOST_PLAYERS:
                message = f"{number} {self.noun}; 1 to {MOST_PLAYERS} are possible"
                context.report.add(member, "number-range", message)
                return None
        if len(counts) > 2:
            message = f"the fewest and the most {self.noun} are two numbers; here are {len(counts)}"
            context.report.add(members[2], "number-range", message, f"write [{min(counts)}, {max(counts)}]")
            return None
        if counts and counts[0] > counts[-1]:
            message = f"the fewest {self.noun}, {counts[0]}, are more than the most, {counts[-1]}"
            context.report.add(node, "number-range", message, "swap the two")
            return None
        return counts


PIECES_OVERLAP = LengthField(low=3, high=50, says="mm that a piece lies over the next one", required=True, example="10")


class DescriptionField(EntryField, frozen=True):
    """The description of a kind: of items, which have fields, or of running text."""

    def schema(self, names: SchemaNames) -> Schema:
        """What is drawn has a size, but for boxes of paper, which get theirs."""
        size = {"if": _given("template"), "then": {"anyOf": [_given("size"), _given("holds")]}}
        holds = {"if": _given("holds"), "then": _absent(*NOT_OF_BOXES), "else": _absent(*OF_BOXES)}
        prose = {"if": _given("prose"), "then": {"properties": dict.fromkeys(OF_ITEMS, False)}}
        return {
            **keys_schema(self.fields, names),
            "anyOf": [_given("fields"), _given("prose")],
            "allOf": [size, holds, prose],
        }


def _absent(*keys: str) -> Schema:
    """That none of these keys is there."""
    return {"properties": {key: {"type": "null"} for key in keys}}


def _given(key: str) -> Schema:
    """That a key is there, and not absent."""
    return {"required": [key], "properties": {key: {"not": {"type": "null"}}}}
