"""Numbers, lengths in mm, and flags."""

from collections.abc import Iterator

from generator.model.fields.field import PLAIN_DECIMAL, SingleField
from generator.model.fields.json_schema import Schema, SchemaNames, one_of_words
from generator.model.fields.traits import (
    CellValues,
    Description,
    FieldForm,
    FieldType,
    ReadContext,
    ValueColumn,
    number_meant,
)
from generator.read.tree import Node, Scalar

_LARGEST = 10**12


class NumberField(SingleField, frozen=True):
    """A plain decimal number, or one of a few words (``inf``, ``X``). ``whole``: no fraction."""

    TYPES = (
        FieldType(
            "whole", "a whole number, such as 12, +3 or -2; or one of `words`", "{type: whole, words: [X]}", "12",
            place=30, called=("integer", "int"), may_have="words",
        ),
        FieldType(
            "number", "a number, such as 12 or 1.5; or one of `words`", "{type: number}", "1.5", place=40,
            called=("float", "decimal"), may_have="words",
        ),
    )  # fmt: skip
    NOUN = ("a number", "numbers")
    is_plain = True

    whole: bool = True
    words: tuple[str, ...] = ()

    @classmethod
    def described(cls, description: Description) -> "NumberField":
        return cls(whole=description.type == "whole", words=tuple(description.values["words"] or ()))

    @property
    def takes(self) -> str:
        return " or ".join(["a whole number" if self.whole else "a number", *self.words])

    def schema(self, names: SchemaNames) -> Schema:  # noqa: ARG002 - none has to do with numbers
        low, high = getattr(self, "low", None), getattr(self, "high", None)
        number = {
            "type": "integer" if self.whole else "number",
            "minimum": -_LARGEST if low is None else low,
            "maximum": _LARGEST if high is None else high,
        }
        return {"anyOf": [number, one_of_words(self.words)]} if self.words else number

    @property
    def in_form(self) -> FieldForm:
        return FieldForm("number", self.words, whole=self.whole)

    def columns(self, path: str, cells: CellValues, *, single: bool) -> Iterator[ValueColumn]:
        yield ValueColumn(path, "number", cells, single)

    def read(self, node: Node, context: ReadContext) -> int | float | str | None:
        form = "a whole number" if self.whole else "a number"
        if self.words:
            form += " or " + " or ".join(self.words)
        if not isinstance(node, Scalar):
            self._wrong(node, context, form)
            return None
        if node.text in self.words:
            return node.text
        if not node.plain:
            hint = f"write it without quotes: {node.text}" if PLAIN_DECIMAL.fullmatch(node.text) else "write a number"
            self._wrong(node, context, form, hint)
            return None
        match = PLAIN_DECIMAL.fullmatch(node.text)
        if match is None:
            usual = "write it as a plain decimal, such as 12, +3" + (" or -2" if self.whole else ", -2 or 1.5")
            self._wrong(node, context, form, number_meant(node.text, whole=self.whole) or usual)
            return None
        if match.group(2) is None:
            return int(node.text)
        number = float(node.text)
        if self.whole:
            self._wrong(node, context, form, f"round it to {round(number)}")
            return None
        return number


class WithinField(NumberField, frozen=True):
    """A number between a smallest and a largest that make sense."""

    low: float = 0
    high: float = 10**9
    unit: str = ""

    @property
    def takes(self) -> str:
        return f"a whole number, {self.low} to {self.high}" if self.high < 10**9 else "a whole number"

    def read(self, node: Node, context: ReadContext) -> int | float | str | None:
        number = super().read(node, context)
        if isinstance(number, int | float) and not self.low <= number <= self.high:
            written, low, high = (f"{value:.10g}" for value in (number, self.low, self.high))
            verb = "are" if self.unit else "is"
            message = f"{written}{self.unit} {verb} given; {low} to {high}{self.unit} are possible"
            context.report.add(node, "number-range", message)
            return None
        return number


class LengthField(WithinField, frozen=True):
    """A length in mm from ``low`` to ``high``."""

    whole: bool = False
    high: float = 0
    unit: str = " mm"

    @property
    def takes(self) -> str:
        return f"mm from {self.low:g} to {self.high:g}"


class FlagField(SingleField, frozen=True):
    """``true`` or ``false``, unquoted."""

    TYPES = (
        FieldType(
            "flag", "`true` or `false`", "{type: flag, default: false}", "true", place=50, called=("bool", "boolean"),
            schemas={"default": {"type": ["boolean", "null"]}},
        ),
    )  # fmt: skip
    NOUN = ("true or false", "flags")
    is_plain = True
    takes = "true or false"
    in_form = FieldForm("flag", ("true", "false"), blank=False)

    def usual(self) -> str:
        return super().usual() if self.required or self.absent else str(bool(self.default)).lower()

    def schema(self, names: SchemaNames) -> Schema:  # noqa: ARG002 - none has to do with it
        return {"type": "boolean"}

    def columns(self, path: str, cells: CellValues, *, single: bool) -> Iterator[ValueColumn]:
        yield ValueColumn(path, "word", [["yes" if value else "no" for value in cell] for cell in cells], single)

    def read(self, node: Node, context: ReadContext) -> bool | None:
        if isinstance(node, Scalar) and node.plain and node.text in ("true", "false"):
            return node.text == "true"
        self._wrong(node, context, "true or false", "write true or false, without quotes")
        return None
