"""Fields: what a value may be, and how it is read from the tree.

What a scalar means, its field decides: where text is wanted any scalar is taken as written, where a number is
wanted only a plain decimal will do. Every mistake becomes a problem at its line; reading goes on with the rest.
"""

import re
from collections.abc import Mapping as MappingType
from typing import Any

from msgspec import Struct, field

from generator.model.meant import decimal_meant, first_name, number_meant
from generator.model.values import TAG, LocalizedText, ProblemLog, Record
from generator.read.tree import Mapping, Node, Scalar, Sequence, describe, excerpt

PLAIN_DECIMAL = re.compile(r"[+-]?(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?")
MAX_TEXT = 10_000  # characters: more than any component holds
MAX_MEMBERS = 1_000
LONG_WORD = 40  # characters: from there on a hint does not repeat what is written


class ReadContext(Struct, frozen=True):
    """What reading a field may need to know: the report, the game's languages, the references found so far."""

    report: ProblemLog
    languages: tuple[str, ...] = ("en",)
    references: "list[tuple[str, Scalar]]" = []  # kind, the value
    any_language: bool = False  # whether texts may be in any, as the game's own could not be read
    keeps_places: bool = False  # whether a list has None where a member is wrong, so that the others keep their number


class _Described(Struct, frozen=True, kw_only=True):
    """What a field says of itself: given by name, whatever fields a subclass adds."""

    says: str = ""
    example: str = ""
    absent: str = ""
    title: LocalizedText | None = None  # what forms call it; its name if None


class Field(_Described, frozen=True):
    """Any field. ``read`` returns the value, or None where it is absent or wrong (and reported).

    Where it is a key of the tool's own, ``says`` tells a designer what the key means, ``example`` is a value as it
    would be written, and ``absent`` says what an absent one stands for, where ``default`` does not. Manuals and the
    schemas for editors are made from these.
    """

    required: bool = False
    default: Any = None

    def read(self, node: Node, context: ReadContext) -> Any:
        """Read ``node``, reporting what is wrong with it."""
        raise NotImplementedError

    def _wrong(self, node: Node, context: ReadContext, wanted: str, hint: str = "") -> None:
        context.report.add(node, "wrong-type", f"{wanted} is wanted here, not {describe(node)}", hint)

    def _word(self, node: Scalar, context: ReadContext) -> str | None:
        """The scalar as it was written, unless it is longer than any component could show."""
        if len(node.text) <= MAX_TEXT:
            return node.text
        message = f"the text has {len(node.text):,} characters; {MAX_TEXT:,} are possible"
        context.report.add(node, "text-overflow", message, "shorten it")
        return None


class TextField(Field, frozen=True):
    """A text that players read: a scalar, or a mapping of language to scalar."""

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
        known = {language: text for language, text in texts.items() if text is not None}
        return LocalizedText(known) if known else None

    def _line(self, node: Scalar, context: ReadContext) -> str | None:
        text = self._word(node, context)
        return None if text is None else text.removesuffix("\n")  # with which YAML ends a block of text

    def _translation(self, node: Mapping, language: str, context: ReadContext) -> str | None:
        value = node.values[language]
        if language not in context.languages and not context.any_language:
            message, known = f"{language!r} is not a language of this game", ", ".join(context.languages)
            context.report.add(node.keys[language], "unknown-field", message, f"known: {known}")
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


class StringField(Field, frozen=True):
    """A word that stands as written: a code, a number with its zeros, a name that is not translated."""

    def read(self, node: Node, context: ReadContext) -> str | None:
        if isinstance(node, Scalar):
            return self._word(node, context)
        self._wrong(node, context, "a single value", "quote a text that starts with a bracket or brace")
        return None


class NumberField(Field, frozen=True):
    """A plain decimal number, or one of a few words (``inf``, ``X``). ``whole``: no fraction."""

    whole: bool = True
    words: tuple[str, ...] = ()

    def read(self, node: Node, context: ReadContext) -> int | float | str | None:
        wanted = "a whole number" if self.whole else "a number"
        if self.words:
            wanted += " or " + " or ".join(self.words)
        if not isinstance(node, Scalar):
            self._wrong(node, context, wanted)
            return None
        if node.text in self.words:
            return node.text
        if not node.plain:
            hint = f"write it without quotes: {node.text}" if PLAIN_DECIMAL.fullmatch(node.text) else "write a number"
            self._wrong(node, context, wanted, hint)
            return None
        match = PLAIN_DECIMAL.fullmatch(node.text)
        if match is None:
            usual = "write it as a plain decimal, such as 12, +3" + (" or -2" if self.whole else ", -2 or 1.5")
            self._wrong(node, context, wanted, number_meant(node.text, whole=self.whole) or usual)
            return None
        if match.group(2) is None:
            return int(node.text)
        number = float(node.text)
        if self.whole:
            self._wrong(node, context, wanted, f"round it to {round(number)}")
            return None
        return number


class WithinField(NumberField, frozen=True):
    """A number between a smallest and a largest that make sense."""

    low: float = 0
    high: float = 10**9
    unit: str = ""

    def read(self, node: Node, context: ReadContext) -> int | float | str | None:
        """See `Field.read`."""
        number = super().read(node, context)
        if isinstance(number, int | float) and not self.low <= number <= self.high:
            given, low, high = (f"{value:.10g}" for value in (number, self.low, self.high))
            verb = "are" if self.unit else "is"
            message = f"{given}{self.unit} {verb} given; {low} to {high}{self.unit} are possible"
            context.report.add(node, "number-range", message)
            return None
        return number


class LengthField(WithinField, frozen=True):
    """A length in mm from ``low`` to ``high``."""

    whole: bool = False
    high: float = 0
    unit: str = " mm"


class FlagField(Field, frozen=True):
    """``true`` or ``false``, unquoted."""

    def read(self, node: Node, context: ReadContext) -> bool | None:
        if isinstance(node, Scalar) and node.plain and node.text in ("true", "false"):
            return node.text == "true"
        self._wrong(node, context, "true or false", "write true or false, without quotes")
        return None


class ChoiceField(Field, frozen=True):
    """One of a closed list of words."""

    of: tuple[str, ...] = ()
    called: MappingType[str, str] = {}  # other names that somebody may write
    titles: MappingType[str, LocalizedText] = {}  # what forms call them

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


class ReferenceField(Field, frozen=True):
    """The id of an item of another kind (or of the same); ``to`` names the kind."""

    to: str = ""

    def read(self, node: Node, context: ReadContext) -> str | None:
        if not isinstance(node, Scalar):
            self._wrong(node, context, "an id")
            return None
        context.references.append((self.to, node))
        return node.text


class ListField(Field, frozen=True):
    """A list whose members all are of one field."""

    of: Field = field(default_factory=StringField)
    default: Any = field(default_factory=list)  # an absent list is an empty one

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


class RecordField(Field, frozen=True):
    """A mapping with named fields."""

    fields: MappingType[str, Field] = field(default_factory=dict)

    def read(self, node: Node, context: ReadContext) -> Record | None:
        if not isinstance(node, Mapping):
            self._wrong(node, context, "a mapping with " + ", ".join(self.fields))
            return None
        return Record(read_fields(node, self.fields, context))


class EntryField(RecordField, frozen=True):
    """A mapping with named fields that knows where it is (``node``) and which of them are ``wrong``."""

    def read(self, node: Node, context: ReadContext) -> Record | None:
        if not isinstance(node, Mapping):
            super().read(node, context)
            return None
        wrong: set[str] = set()
        return Record({**read_fields(node, self.fields, context, wrong), "node": node, "wrong": frozenset(wrong)})


class NameField(StringField, frozen=True):
    """A name of something: a word that is not empty."""

    def read(self, node: Node, context: ReadContext) -> str | None:
        if isinstance(node, Scalar) and not node.text.strip():
            self._wrong(node, context, "a name", "write a name, or delete the line")
            return None
        return super().read(node, context)


class OneOfField(Field, frozen=True):
    """A mapping with exactly one key out of several: ``{coins: +2}``. Read as a record of ``key`` and ``value``."""

    keys: MappingType[str, Field] = field(default_factory=dict)

    def read(self, node: Node, context: ReadContext) -> Record | None:
        wanted = "one of " + ", ".join(self.keys) + " with its value"
        if not isinstance(node, Mapping) or not node.values:
            self._wrong(node, context, wanted)
            return None
        for key in list(node.values)[1:]:
            message = f"{key!r} is next to {next(iter(node.values))!r}; only one of them is allowed"
            context.report.add(node.keys[key], "wrong-type", message, "start a new list member with a hyphen")
        key, value = next(iter(node.values.items()))
        known = self.keys.get(key)
        if known is None:
            context.report.add(
                node.keys[key], "unknown-field", f"{key!r} is not known here", context.report.suggest(key, self.keys)
            )
            return None
        if isinstance(value, Scalar) and value.absent:
            context.report.add(node.keys[key], "missing-field", f"{key} has no value")
            return None
        content = known.read(value, context)
        return None if content is None else Record({"key": key, "value": content})


class MapField(Field, frozen=True):
    """A mapping with free keys, whose values all are of one field. Read as a dictionary."""

    of: Field = field(default_factory=StringField)
    instead: Any = None  # what a value that is absent or wrong is read as; left out if None
    empty: str = "{key} has no value"  # what is said of a key without one, and what to do
    filled: str = "write it, or delete the line"
    written: str = "{key}: value"

    def read(self, node: Node, context: ReadContext) -> dict[str, Any] | None:
        if not isinstance(node, Mapping):
            name = node.text if isinstance(node, Scalar) else "name"
            hint = f"write {{{self.written.replace('{key}', name)}}}"
            if isinstance(node, Sequence):
                hint = f"write a name and a colon for each, without hyphens or brackets, such as {first_name(node)}:"
            self._wrong(node, context, "a mapping", hint)
            return None
        read = {}
        for key, value in node.values.items():
            if isinstance(value, Scalar) and value.absent:
                message, hint = self.empty.replace("{key}", key), self.filled.replace("{key}", key)
                context.report.add(node.keys[key], "missing-field", message, hint)
                content = None
            else:
                content = self.of.read(value, context)
            if content is None:
                content = self.instead
            if content is not None:
                read[key] = content
        return read


def read_fields(
    node: Mapping, fields: MappingType[str, Field], context: ReadContext, wrong: set[str] | None = None
) -> dict[str, Any]:
    """The values of all ``fields`` in a mapping; None (or the field's default) where absent or wrong.

    The names of fields in which an error was found, those that are missing among them, go to ``wrong``.
    """
    values: dict[str, Any] = {}
    foreign = _foreign(node, fields, context)
    for key, child in node.values.items():
        known = fields.get(key)
        if known is None and foreign == key:
            message, hint = f"{key!r} is not a language of this game", f"its languages: {', '.join(context.languages)}"
            context.report.add(node.keys[key], "unknown-field", message, hint)
        elif known is None:
            message = f"{key!r} is not a field here"
            hint = decimal_meant(node, key) or context.report.suggest(key, fields)
            context.report.add(node.keys[key], "unknown-field", message, hint)
        elif not (isinstance(child, Scalar) and child.absent):
            before = len(context.report.problems)
            values[key] = known.read(child, context)
            if wrong is not None and any(problem.level == "error" for problem in context.report.problems[before:]):
                wrong.add(key)
    for key, known in fields.items():
        if key in values:
            continue
        if known.required and not (foreign and key in context.languages):
            hint = (
                f"write what {key} is; a text that starts with # needs quotes"
                if key in node.values
                else f"add a line {key}: …"
            )
            context.report.add(node, "missing-field", f"{key} is missing", hint)
            if wrong is not None:
                wrong.add(key)
        values[key] = known.default
    return values


def _foreign(node: Mapping, fields: MappingType[str, Field], context: ReadContext) -> str | None:
    """A key that is a language, though not of this game, where fields are languages."""
    if not context.languages or not fields.keys() >= set(context.languages):
        return None
    return next((key for key in node.values if key not in fields and TAG.fullmatch(key)), None)
