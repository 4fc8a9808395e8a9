"""What every field is: how a value is read, and what is said of it in words, forms, columns and schemas.

What a scalar means, its field decides: where text is wanted any scalar is taken as written, where a number is
wanted only a plain decimal will do. Every mistake becomes a problem at its line; reading goes on with the rest.
"""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as MappingType
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Literal

from msgspec import Struct, structs

from generator.model.fields.json_schema import SCALAR, Schema, SchemaNames, or_absent
from generator.model.fields.traits import (
    CellValues,
    Description,
    FieldForm,
    FieldType,
    ReadContext,
    ValueColumn,
    decimal_meant,
)
from generator.model.values import TAG, LocalizedText
from generator.read.tree import Mapping, Node, Scalar, describe

PLAIN_DECIMAL = re.compile(r"[+-]?(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?")
MAX_TEXT = 10_000  # characters: more than any component holds
MAX_MEMBERS = 1_000


class _FieldText(Struct, frozen=True, kw_only=True):
    """What a field says of itself: given by name, whatever fields a subclass adds."""

    says: str = ""
    example: str = ""
    absent: str = ""
    title: LocalizedText | None = None  # what forms call it; its name if None


class Field(_FieldText, frozen=True):
    """Any field: a key of the tool's own files, or a field of a game's items.

    Of a key, ``says`` tells a designer what it means, ``example`` is a value as it would be written, and ``absent``
    says what an absent one stands for, where ``default`` does not. Manuals and the schemas for editors are made from
    these.

    A class with ``TYPES`` is what ``type`` of a field in ``game.yaml`` may name. Those of the modules of this package
    are found by themselves; each has what `OWED` lists.
    """

    TYPES: ClassVar[tuple[FieldType, ...]] = ()
    OWED: ClassVar[tuple[str, ...]] = ("read", "takes", "schema", "in_form", "columns", "NOUN")
    NOUN: ClassVar[tuple[str, str]] = ("a value", "values")  # one of them in words, and several
    is_text: ClassVar[bool] = False  # players read it, in each of their languages
    is_plain: ClassVar[bool] = False  # it is written without quotes
    is_nested: ClassVar[bool] = False  # it has no single value
    is_keyed: ClassVar[bool] = False  # of its parts, a value has exactly one

    required: bool = False
    default: Any = None

    def __init_subclass__(cls) -> None:
        """Refuse a type that forgets something.

        Raises:
            TypeError: it does.
        """
        lacking = [name for name in cls.OWED if getattr(cls, name) is getattr(Field, name)]
        if "TYPES" in cls.__dict__ and lacking:
            raise TypeError(f"{cls.__name__} has TYPES, and lacks {', '.join(lacking)}: see Field")

    @classmethod
    def described(cls, description: Description) -> "Field":  # noqa: ARG003 - of a type without keys of its own
        """The field that a description in ``game.yaml`` means."""
        return cls()

    def read(self, node: Node, context: ReadContext) -> Any:
        """Read ``node``, reporting what is wrong with it: the value, or None where it is absent or wrong."""
        raise NotImplementedError

    @property
    def takes(self) -> str:
        """What it takes, in a designer's words."""
        return "a word or text"

    def usual(self) -> str:
        """What an absent value stands for, or that it is needed; empty where nothing is to be said."""
        if self.required:
            return "needed"
        if self.absent or self.default in (None, "", []):
            return self.absent
        return f"{self.default:g}" if isinstance(self.default, float) else str(self.default)

    def schema(self, names: SchemaNames) -> Schema:  # noqa: ARG002 - of a field that takes any single value
        """What it takes as JSON Schema, as far as ``names`` say what there is."""
        return dict(SCALAR)

    def key_schema(self, names: SchemaNames) -> Schema:
        """The value of a key, with what it means; absent (``null``) will do where the key is not needed."""
        schema = self.schema(names)
        if "$ref" not in schema and not self.required:
            schema = or_absent(schema)
        usual = self.usual()
        texts = [self.says, f"{self.takes}{f'; {usual}' if usual else ''}"]
        return {"description": "\n\n".join(text for text in texts if text), **schema}

    @property
    def in_form(self) -> FieldForm:
        """How a form asks for it."""
        return FieldForm("other")

    def columns(self, path: str, cells: CellValues, *, single: bool) -> Iterator[ValueColumn]:  # noqa: ARG002
        """The columns of its values, which are in ``cells``: a list for each item."""
        return iter(())

    @property
    def choices(self) -> tuple[str, ...]:
        """The words of a closed list, of which a value is one; the forge draws from them."""
        return ()

    @property
    def names_kind(self) -> str:
        """The kind whose items it names; empty where it names none."""
        return ""

    @property
    def member(self) -> "Field | None":
        """What a member of it is, where it is a list."""
        return None

    @property
    def parts(self) -> "MappingType[str, Field]":
        """The fields by name in one that is a mapping."""
        return {}

    @property
    def attributes(self) -> "MappingType[str, Field]":
        """What templates and paths find behind it."""
        return self.parts

    @property
    def inner(self) -> "Iterable[Field]":
        """The fields of what is in a value; none where it is one value."""
        return (self.member,) if self.member else self.parts.values()

    @property
    def is_known(self) -> bool:
        """Whether it, with all that is in it, is described without a mistake."""
        return all(field.is_known for field in self.inner)

    def part(self, name: str) -> "Field | None":
        """What is at a key of a mapping that it is; None where nothing can be."""
        return self.parts.get(name)

    def walk(self) -> "Iterator[Field]":
        """The field, and those in it."""
        yield self
        for field in self.inner:
            yield from field.walk()

    def _wrong(self, node: Node, context: ReadContext, form: str, hint: str = "") -> None:
        context.report.add(node, "wrong-type", f"{form} is wanted here, not {describe(node)}", hint)

    def _word(self, node: Scalar, context: ReadContext) -> str | None:
        """The scalar as it was written, unless it is longer than any component could show."""
        if len(node.text) <= MAX_TEXT:
            return node.text
        message = f"the text has {len(node.text):,} characters; {MAX_TEXT:,} are possible"
        context.report.add(node, "text-overflow", message, "shorten it")
        return None


class UnknownField(Field, frozen=True):
    """A field whose description has a mistake: whatever is written is as good as absent."""

    is_known = False

    def read(self, node: Node, context: ReadContext) -> None:  # noqa: ARG002 - nothing is asked of it
        return None


class SingleField(Field, frozen=True):
    """A type of which a value is one scalar, and can be told from others."""

    def columns(self, path: str, cells: CellValues, *, single: bool) -> Iterator[ValueColumn]:
        sort: Literal["text", "word"] = "text" if self.is_text else "word"
        yield ValueColumn(path, sort, [[str(value) for value in cell] for cell in cells], single)


def read_fields(
    node: Mapping, fields: MappingType[str, Field], context: ReadContext, wrong: set[str] | None = None
) -> dict[str, Any]:
    """The values of all ``fields`` in a mapping; None (or the field's default) where absent or wrong.

    The names of fields in which an error was found, those that are missing among them, go to ``wrong``.
    """
    values: dict[str, Any] = {}
    foreign = _foreign(node, fields, context)
    for key, child in node.values.items():
        field = fields.get(key)
        if field is None and foreign == key:
            message, hint = f"{key!r} is not a language of this game", f"its languages: {', '.join(context.languages)}"
            context.report.add(node.keys[key], "unknown-field", message, hint)
        elif field is None:
            message = f"{key!r} is not a field here"
            hint = decimal_meant(node, key) or context.report.suggest(key, fields)
            context.report.add(node.keys[key], "unknown-field", message, hint)
        elif not (isinstance(child, Scalar) and child.absent):
            before = len(context.report.problems)
            values[key] = field.read(child, context)
            if wrong is not None and any(problem.level == "error" for problem in context.report.problems[before:]):
                wrong.add(key)
    for key, field in fields.items():
        if key in values:
            continue
        if field.required and not (foreign and key in context.languages):
            hint = (
                f"write what {key} is; a text that starts with # needs quotes"
                if key in node.values
                else f"add a line {key}: …"
            )
            context.report.add(node, "missing-field", f"{key} is missing", hint)
            if wrong is not None:
                wrong.add(key)
        values[key] = field.default
    return values


def _foreign(node: Mapping, fields: MappingType[str, Field], context: ReadContext) -> str | None:
    """A key that is a language, though not of this game, where fields are languages."""
    if not context.languages or not fields.keys() >= set(context.languages):
        return None
    return next((key for key in node.values if key not in fields and TAG.fullmatch(key)), None)


_ENTRY = re.compile(r"^([a-z]\w*):(.*(?:\n .*)*)", re.M)


def with_words(text: str, fields: MappingType[str, Field]) -> dict[str, Field]:
    """Fields with what a text says of them: ``name: words``, and below it ``else: …`` and ``such as: …``."""
    worded = dict(fields)
    for name, body in _ENTRY.findall(text):
        if name in fields:
            says, *more = (re.sub(r"\n +", " ", part).strip() for part in re.split(r"\n    (else|such as): ", body))
            named = dict(zip(more[::2], more[1::2], strict=True))
            words = {"says": says, "absent": named.get("else"), "example": named.get("such as")}
            worded[name] = structs.replace(fields[name], **{key: word for key, word in words.items() if word})
    return worded


@cache
def _tables() -> dict[str, str]:
    """The tables of ``keys.txt`` by name."""
    text = Path(__file__).parents[1].joinpath("keys.txt").read_text(encoding="utf-8")
    parts = re.split(r"(?m)^\[(.+)\]\n", text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def worded(table: str, /, **fields: Field) -> dict[str, Field]:
    """Keys of a file with what a table of ``keys.txt`` says of them."""
    return with_words(_tables()[table], fields)
