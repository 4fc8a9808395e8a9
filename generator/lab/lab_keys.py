"""Every key that may be in ``lab.yaml``, and what each means."""

from collections.abc import Mapping
from pathlib import Path

from generator.lab.ask import all_questions, question_names
from generator.lab.deck import SPREAD, VALUES
from generator.lab.question import Value
from generator.model.field_spec import AnyField, KindNameField
from generator.model.fields import (
    ChoiceField,
    Field,
    ListField,
    MapField,
    ReadContext,
    RecordField,
    StringField,
    TextField,
    WithinField,
)
from generator.model.fields.json_schema import SCALAR, Schema, SchemaNames, keys_schema
from generator.model.values import Record
from generator.read.tree import Node
from generator.rules.settings import LimitsField

WAYS = ("low", "high", "same")
MEASURE: dict[str, Field] = {
    "name": StringField(required=True, says="what the number is called", example="value for money"),
    "kind": KindNameField(required=True, says="the kind whose items it is worked out for", example="cards"),
    "expression": StringField(required=True, says="the number, over an item's fields", example="value / cost"),
    "by": StringField(says="an expression: the figure also for each of its values", example="family"),
    "where": StringField(says="an expression: which items", absent="all", example="cost > 0"),
    "unit": StringField(says="what is counted", example="coins"),
}
CURVE: dict[str, Field] = {
    "kind": KindNameField(required=True, says="the kind of the items", example="cards"),
    "x": StringField(required=True, says="the one number: what is paid", example="cost"),
    "y": StringField(required=True, says="the other: what is got for it", example="value"),
    "by": StringField(says="an expression: a line for each of its values", example="family"),
    "where": StringField(says="an expression: which items", absent="all", example="cost > 0"),
}
QUESTION: dict[str, Field] = {
    "name": StringField(required=True, says="what is asked, in words", example="a cheap card in the first hand"),
    "why": TextField(says="what the answer is good for", example="A hand without one is dull."),
    "take": StringField(
        default="chance", says="the path of the figure in the answer's JSON", example="outcomes.failed"
    ),
    "expect": AnyField(
        form=LimitsField(), says="the limits for `pnp check`", absent="nothing is expected", example="[0.4, 0.8]"
    ),
    "level": ChoiceField(
        of=("error", "warning"), default="error", says="what an answer outside `expect` is", example="warning"
    ),
}


SIMULATED: dict[str, Field] = {
    "players": WithinField(low=1, high=99, required=True, says="how many play", example="4"),
    "games": WithinField(low=1, high=1_000_000, default=1000, says="how many games are played", example="1000"),
    "mode": StringField(says="a way to play", absent="the first that allows that many players", example="standard"),
    "policy": StringField(
        says="how the seats play, in turn", absent="the game's first policy", example="greedy,random"
    ),
    "seed": WithinField(default=0, says="the same seed gives the same games", example="7"),
    "expect": MapField(
        of=LimitsField(),
        required=True,
        says="limits for `pnp check --lab`, by the path of a figure in the JSON of `pnp simulate`; all figures"
        " there must keep them",
        example="{wins_by_seat: [0.2, 0.3], shortages: [0, 0.01]}",
    ),
}


class QuestionField(RecordField, frozen=True):
    """A question of the lab: the fields common to all, and one question by its name, with its values."""

    def schema(self, names: SchemaNames) -> Schema:
        """Exactly one question, with its values."""
        schema = keys_schema(self.fields, names)
        values = {SPREAD: VALUES, **{name: question.values for name, question in all_questions().items()}}
        schema["properties"] |= {name: _values_schema(of) for name, of in values.items()}
        schema["oneOf"] = [{"required": [name]} for name in values]
        return schema

    def read(self, node: Node, context: ReadContext) -> Record | None:
        return RecordField(fields={**self.fields, **questions()}).read(node, context)


def _values_schema(values: Mapping[str, Value]) -> Schema:
    """The values of a question, under their names or with underscores in place of hyphens."""
    word: Schema = {"anyOf": [SCALAR, {"type": "array", "items": SCALAR, "minItems": 1}]}
    properties = {name: {"description": f"{value.about} ({value.form})", **word} for name, value in values.items()}
    properties |= {name.replace("-", "_"): schema for name, schema in properties.items()}
    needed = [name for name, value in values.items() if value.required and "-" not in name]
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**schema, "required": needed} if needed else schema


def questions(data: Path | None = None) -> dict[str, Field]:
    """The questions that may be asked, by their names, with those of the games in a folder."""
    return dict.fromkeys([SPREAD, *question_names(data)], AnyField())


LAB: dict[str, Field] = {
    "measures": AnyField(
        form=ListField(of=RecordField(fields=MEASURE)),
        says="numbers worked out of an item",
        example="[{name: value for money, kind: cards, expression: value / cost}]",
    ),
    "curves": AnyField(
        form=ListField(of=RecordField(fields=CURVE)),
        says="one number against another",
        example="[{kind: cards, x: cost, y: value}]",
    ),
    "better": AnyField(
        form=MapField(of=MapField(of=ChoiceField(of=WAYS))),
        says="by kind, what makes an item better: expressions with `low` or `high`; `same` compares only items"
        " that agree in it",
        example="{cards: {cost: low, value: high, family: same}}",
    ),
    "questions": AnyField(
        form=ListField(of=QuestionField(fields=QUESTION)),
        says="questions that `pnp stats` answers and `pnp check` asks again",
        example="[{name: a cheap card, draw: {kind: cards, draws: 3, where: cost < 3}, expect: [0.4, 1]}]",
    ),
    "simulated": AnyField(
        form=ListField(of=RecordField(fields=SIMULATED)),
        says="games that `pnp check --lab` plays, and what is expected",
        example="[{players: 4, games: 1000, expect: {wins_by_seat: [0.2, 0.3]}}]",
    ),
}
