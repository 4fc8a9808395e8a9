"""Words, texts, lists of them, words of a closed list, ids of items."""

from collections.abc import Iterator
from collections.abc import Mapping as MappingType
from typing import Any

from msgspec import field

from generator.model.fields.field import MAX_MEMBERS, MAX_TEXT, Field, SingleField, UnknownField
from generator.model.fields.json_schema import FIELD, SCALAR, Schema, SchemaNames, one_of_words
from generator.model.fields.traits import CellValues, Description, FieldForm, FieldType, ReadContext, ValueColumn
from generator.model.values import LocalizedText
from generator.read.tree import Mapping, Node, Scalar, Sequence, excerpt, locate

KIND_NAME = ""  # what a reference of game.yaml itself leads to
BOARD = "@"  # the same to a kind of boards; before the name of one, what leads to a place on any of its items
LONG_WORD = 40  # characters: from there on a hint does not repeat what is written
LENGTH = ".length"  # the path of how many members a list has


class StringField(SingleField, frozen=True):
    """A word that stands as written: a code, a number with its zeros, a name that is not translated."""

    TYPES = (
        FieldType(
            "string", "a word that is not translated: a code", "{type: string}", '"0010"',
            place=20, called=("str", "word"),
        ),
    )  # fmt: skip
    NOUN = ("a word", "words")
    in_form = FieldForm("word")

    @property
    def takes(self) -> str:
        return "a word or text"

    def schema(self, names: SchemaNames) -> Schema:  # noqa: ARG002 - any word will do
        return dict(SCALAR)

    def read(self, node: Node, context: ReadContext) -> str | None:
        if isinstance(node, Scalar):
            return self._word(node, context)
        self._wrong(node, context, "a single value", "quote a text that starts with a bracket or brace")
        return None


class NameField(StringField, frozen=True):
    """A name of something: a word that is not empty."""

    takes = "a name"

    def read(self, node: Node, context: ReadContext) -> str | None:
        if isinstance(node, Scalar) and not node.text.strip():
            self._wrong(node, context, "a name", "write a name, or delete the line")
            return None
        return super().read(node, context)


class ListField(Field, frozen=True):
    """A list whose members all are of one field."""

    TYPES = (
        FieldType(
            "list", "a list, each member as the field in `of` describes it; words if there is no `of`",
            "{type: list, of: {type: text}}", "[one, another]", place=80, called=("array",), may_have="of",
            schemas={"of": FIELD, "default": {"type": ["array", "null"]}},
        ),
    )  # fmt: skip
    NOUN = ("a list", "lists")
    is_nested = True
    in_form = FieldForm("list")

    of: Field = field(default_factory=StringField)
    default: Any = field(default_factory=list)  # an absent list is an empty one

    @classmethod
    def described(cls, description: Description) -> "ListField":
        of = description.values["of"]
        return cls(of=StringField() if of is None else description.read(of, description.context))

    @property
    def member(self) -> Field:
        return self.of

    @property
    def takes(self) -> str:
        return f"a list, each {self.of.takes}"

    def schema(self, names: SchemaNames) -> Schema:
        return {"type": "array", "items": self.of.schema(names), "maxItems": MAX_MEMBERS}

    def columns(self, path: str, cells: CellValues, *, single: bool) -> Iterator[ValueColumn]:
        yield ValueColumn(path + LENGTH, "number", [[len(members) for members in cell] for cell in cells], single)
        inner = [[member for members in cell for member in members] for cell in cells]
        yield from self.of.columns(f"{path}.*", inner, single=False)

    def read(self, node: Node, context: ReadContext) -> list[Any] | None:
        if not isinstance(node, Sequence):
            hint = "start each member on a line of its own with a hyphen"
            if isinstance(node, Scalar) and 0 < len(node.text) < LONG_WORD:
                hint = f"write [{node.text}]"
            self._wrong(node, context, "a list", hint)
            return None
        if len(node.items) > MAX_MEMBERS:
            message = f"the list has {len(node.items):,} members; {MAX_MEMBERS:,} are possible"
            context.report.add(node.items[MAX_MEMBERS], "number-range", message)
            return None
        members = []
        for member in node.items:
            if isinstance(member, Scalar) and member.absent:
                self._wrong(member, context, "a member", "delete the empty line of the list")
                value = None
            else:
                value = self.of.read(member, context)
            if value is not None or context.keeps_places:
                members.append(value)
        return members


class TextField(SingleField, frozen=True):
    """A text that players read: a scalar, or a mapping of language to scalar."""

    TYPES = (
        FieldType(
            "text",
            "a text that players read: one for all languages, or a mapping from language to text",
            "{type: text, required: true}", "{en: Red fox, fr: Renard roux}", place=10,
        ),
    )  # fmt: skip
    NOUN = ("a text", "texts")
    is_text = True
    takes = "a text, or one per language"
    in_form = FieldForm("text")

    def schema(self, names: SchemaNames) -> Schema:
        line = {**SCALAR, "maxLength": MAX_TEXT}
        kinds = [*SCALAR["type"], "null"]
        languages = {
            language: {"type": kinds, "maxLength": MAX_TEXT, "description": f"the text in {language!r}"}
            for language in names.languages
        }
        one_each = {"type": "object", "properties": languages, "additionalProperties": False, "minProperties": 1}
        return {"anyOf": [line, one_each]}

    def read(self, node: Node, context: ReadContext) -> LocalizedText | None:
        if isinstance(node, Scalar):
            text = self._line(node, context)
            return None if text is None else LocalizedText({"": text})
        if isinstance(node, Sequence):
            self._wrong(node, context, "a text, or one text per language,", "quote a text that starts with a bracket")
            return None
        before = len(context.report.problems)
        texts = {language: self._translation(node, language, context) for language in node.values}
        if len(context.report.problems) == before:
            self._report_absent(node, texts, context)
        translations = {language: text for language, text in texts.items() if text is not None}
        return LocalizedText(translations) if translations else None

    def _line(self, node: Scalar, context: ReadContext) -> str | None:
        text = self._word(node, context)
        return None if text is None else text.removesuffix("\n")  # with which YAML ends a block of text

    def _translation(self, node: Mapping, language: str, context: ReadContext) -> str | None:
        value = node.values[language]
        if language not in context.languages and not context.any_language:
            message, languages = f"{language!r} is not a language of this game", ", ".join(context.languages)
            context.report.add(node.keys[language], "unknown-field", message, f"known: {languages}")
            return None
        if not isinstance(value, Scalar):
            self._wrong(value, context, "a text", "quote a text that starts with a bracket or brace")
            return None
        return None if value.absent else self._line(value, context)

    def _report_absent(self, node: Mapping, texts: dict[str, str | None], context: ReadContext) -> None:
        if context.any_language and texts:
            return
        absent = [language for language in context.languages if texts.get(language) is None]
        if len(absent) == len(context.languages):
            context.report.add(node, "missing-field", "no text in any language", "write the text")
            return
        for language in absent:
            message = f"no text in {language!r}"
            context.report.add(node, "missing-translation", message, f"add {language}: …", "warning")


class ChoiceField(SingleField, frozen=True):
    """One of a closed list of words."""

    TYPES = (
        FieldType(
            "choice", "one of the words in `of`", "{type: choice, of: [fur, feather]}", "fur", place=60,
            called=("enum", "select"), needs="of", needed="[word, word]", may_have="titles",
            schemas={"of": {"type": "array", "items": SCALAR, "minItems": 1}},
        ),
    )  # fmt: skip
    NOUN = ("a choice", "choices")

    of: tuple[str, ...] = ()
    called: MappingType[str, str] = {}  # other names that somebody may write
    titles: MappingType[str, LocalizedText] = {}  # what forms call them

    @classmethod
    def described(cls, description: Description) -> Field:
        _, spec, node, context, _ = description
        choices, titles = ListField().read(spec["of"], context) or [], spec["titles"] or {}
        for at, word in enumerate(choices):
            if word in choices[:at]:
                where = locate(node, ("of", at))
                context.report.add(where, "not-one-of", f"{excerpt(word)} is repeated here", "delete it")
        for word in titles if choices else ():
            if word not in choices:
                named = node.values["titles"].keys[word]  # type: ignore[union-attr]  # read as a mapping
                hint = context.report.suggest(word, choices)
                context.report.add(named, "not-one-of", f"{excerpt(word)} is not among the words of this choice", hint)
        return cls(of=tuple(choices), titles=titles) if choices else UnknownField()

    @property
    def choices(self) -> tuple[str, ...]:
        return self.of

    @property
    def takes(self) -> str:
        return " or ".join([", ".join(self.of[:-1]), self.of[-1]] if len(self.of) > 1 else self.of)

    def schema(self, names: SchemaNames) -> Schema:  # noqa: ARG002 - its words are its own
        return one_of_words(self.of)

    @property
    def in_form(self) -> FieldForm:
        return FieldForm("choice", self.of, self.titles, blank=next(iter(self.of), None))

    def read(self, node: Node, context: ReadContext) -> str | None:
        if not isinstance(node, Scalar):
            self._wrong(node, context, "one of " + ", ".join(self.of))
            return None
        if node.text in self.of:
            return node.text
        message = f"{excerpt(node.text)} is none of {', '.join(self.of)}"
        meant = self.called.get(node.text.casefold())
        hint = f"did you mean {meant}?" if meant else context.report.suggest(node.text, self.of)
        context.report.add(node, "not-one-of", message, "" if hint.startswith("known: ") else hint)
        return None


def _refer(description: Description, sort: str) -> str:
    """The kind that a description names by ``to``, which is looked up once all kinds are known."""
    _, spec, node, context, _ = description
    context.references.append((sort, node.values["to"]))  # type: ignore[arg-type]  # read as a scalar
    return str(spec["to"])


class ReferenceField(SingleField, frozen=True):
    """The id of an item of another kind (or of the same); ``to`` names the kind."""

    TYPES = (
        FieldType(
            "reference", "the id of an item of the kind that `to` names", "{type: reference, to: cards}", "red-fox",
            place=70, called=("ref", "id"), needs="to", needed="the name of a kind", schemas={"to": SCALAR},
        ),
    )  # fmt: skip
    NOUN = ("an id", "ids")

    to: str = ""

    @classmethod
    def described(cls, description: Description) -> "ReferenceField":
        return cls(to=_refer(description, KIND_NAME))

    @property
    def names_kind(self) -> str:
        return self.to

    @property
    def takes(self) -> str:
        return f"the id of an item of {self.to}"

    def schema(self, names: SchemaNames) -> Schema:
        ids = names.ids.get(self.to)
        return one_of_words(ids) if ids else dict(SCALAR)

    @property
    def in_form(self) -> FieldForm:
        return FieldForm("choice", items_of=self.to)

    def read(self, node: Node, context: ReadContext) -> str | None:
        if not isinstance(node, Scalar):
            self._wrong(node, context, "an id")
            return None
        context.references.append((self.to, node))
        return node.text


class AddressField(SingleField, frozen=True):
    """The address of a place on a board; ``to`` names the kind of the board, whose items say how large they are."""

    TYPES = (
        FieldType(
            "address", "a place on a board, which is an item of the kind that `to` names", "{type: address, to: maps}",
            "0612", place=75, needs="to", needed="the name of a kind", schemas={"to": SCALAR},
        ),
    )  # fmt: skip
    NOUN = ("an address", "addresses")
    takes = "the address of a place, such as 0612 or C4"
    in_form = FieldForm("word")

    to: str = ""

    @classmethod
    def described(cls, description: Description) -> "AddressField":
        return cls(to=_refer(description, BOARD))

    def schema(self, names: SchemaNames) -> Schema:  # noqa: ARG002 - of how large the board is, it knows nothing
        return dict(SCALAR)

    def read(self, node: Node, context: ReadContext) -> str | None:
        if not isinstance(node, Scalar):
            self._wrong(node, context, "an address")
            return None
        context.references.append((BOARD + self.to, node))
        return node.text
