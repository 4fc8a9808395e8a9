"""Names of fields and words of choices in expressions: found by what each part means, and written otherwise.

An expression is gone through once, from left to right, with the field that its parts lead to as far as that can be
seen: ``item.suit``, ``items('cards')|map(attribute='suit')``, ``row.suit`` where ``row`` stands for a card.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from jinja2 import TemplateError
from msgspec import Struct

from generator.model.expressions import CONSTANTS, ENVIRONMENT
from generator.model.fields import Field, ListField, RecordField

_BY_ATTRIBUTE = ("map", "sort", "sum", "unique", "min", "max")  # filters that take ``attribute='…'``
_BY_FIRST = ("selectattr", "rejectattr", "groupby")  # filters that name an attribute first
_ALIKE = ("selectattr", "rejectattr", "sort", "list", "unique", "reverse", "default", "d")  # what they give is like it
_ONE = ("first", "last", "min", "max", "random")  # they give a member
_GOES_ON = {".", "[", "|"}

TextEdit = tuple[int, int, str]  # from where to where, and what comes there


class FieldRename(Struct, frozen=True):
    """A field, or with ``word`` one of the words of a choice, and what it is called from now on."""

    field: str
    new: str
    records: tuple[RecordField, ...]  # the items of the kinds that it is a field of
    word: str = ""
    is_unique: bool = False  # nothing else in the game is called so

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the choice, where one of them is renamed."""
        field = self.records[0].fields[self.field]
        return (field.member or field).choices if self.word else ()

    def has(self, field: Field | None) -> bool:
        """Whether these are the items with the field."""
        return any(field is record for record in self.records)

    def is_choice(self, field: Field | None) -> bool:
        """Whether a value, or a list of such, is one of the words."""
        own = [record.fields[self.field] for record in self.records]
        return field is not None and any(field is each or field is each.member for each in own)

    def path(self, path: str, record: Field | None) -> tuple[str, Field | None]:
        """A path as it is from now on, such as ``abilities.*.cost``, and what it leads to."""
        steps, here = path.split("."), record
        for at, step in enumerate(steps):
            if not self.word and step == self.field and (self.has(here) or (here is None and self.is_unique)):
                steps[at] = self.new
            here = here.member if here is not None and step == "*" else attribute(here, step)
        return ".".join(steps), here


def attribute(field: Field | None, name: str) -> Field | None:
    """What is behind a name in a value; None where nobody can say."""
    return field.attributes.get(name) if field is not None else None


class _Bracket(Struct):
    """A bracket that is open: what stands before it, and what is in it."""

    before: str = ""  # the name of a function or filter; nothing of other brackets
    subject: Field | None = None  # what a filter or a subscript is asked of
    inside: Field | None = None  # what the first part in it leads to
    attribute: Field | None = None  # what an attribute leads to that a filter names
    kind: str = ""  # that ``items`` names
    keyword: str = ""
    count: int = 0  # commas


class ExpressionUse(NamedTuple):
    """What an expression has of a name."""

    edits: list[TextEdit]
    leads_to: Field | None  # what its value is, as far as that can be seen
    uses: bool  # whether it looks at the field at all
    phrases: bool  # whether the word is the name of a phrase


class _Scan:
    def __init__(
        self,
        rename: FieldRename,
        bare: Field | None,
        variables: Mapping[str, Field | None],
        records: Mapping[str, RecordField],
    ) -> None:
        self.rename, self.bare, self.variables, self.records = rename, bare, variables, records
        self.edits: list[TextEdit] = []
        self.literals: list[TextEdit] = []
        self.words: set[str] = set()  # of the choice, that stand in it
        self.open = [_Bracket()]
        self.here: Field | None = None
        self.uses = self.phrases = False

    def through(self, tokens: list[tuple[int, str, str]]) -> None:
        words = ["", "", *(value for _, _, value in tokens), ""]
        for at, (start, sort, value) in enumerate(tokens):
            before, after = words[at + 1], words[at + 3]
            if sort == "name":
                self.name(start, value, before, after, is_test="is" in (before, words[at] if before == "not" else ""))
            elif sort == "string":
                self.string(start, value, is_subscript=before == "[" and after == "]")
            else:
                self.sign(value, before, words[at])
            self.uses |= bool(self.rename.word) and self.rename.is_choice(self.here)
            if self.here is not None and not {value, after} & _GOES_ON:
                self.open[-1].inside = self.open[-1].inside or self.here

    def name(self, start: int, value: str, before: str, after: str, *, is_test: bool) -> None:
        bracket = self.open[-1]
        if before == ".":
            self.here = self.behind(self.here, start, value)
        elif before == "|":
            self.here = self.here if after == "(" else self.filtered(value, self.here, None)
        elif after == "=" and bracket.before:
            bracket.keyword = value
            if bracket.before == "items" and self.rename.has(self.records.get(bracket.kind)):
                self.behind(self.records[bracket.kind], start, value)
        elif value in CONSTANTS or is_test or after == "(":
            self.here = None
        elif value in self.variables:
            self.here = self.variables[value]
        else:
            self.here = self.behind(self.bare, start, value) if self.bare is not None else None

    def behind(self, field: Field | None, start: int, name: str) -> Field | None:
        """What is behind a name in a value; an edit, if it is the name."""
        rename = self.rename
        if name == rename.field and (rename.has(field) or (field is None and rename.is_unique)):
            self.uses = True
            if not rename.word:
                self.edits.append((start, start + len(name), rename.new))
        return attribute(field, name)

    def string(self, start: int, value: str, *, is_subscript: bool) -> None:
        bracket, rename, content = self.open[-1], self.rename, value[1:-1]
        first = bracket.count == 0 and not bracket.keyword
        self.here = None
        if is_subscript:
            bracket.attribute = self.behind(bracket.subject, start + 1, content)
        elif bracket.before == "items" and first:
            bracket.kind = content
        elif (bracket.before in _BY_ATTRIBUTE and bracket.keyword == "attribute") or (
            bracket.before in _BY_FIRST and first
        ):
            member = bracket.subject.member if bracket.subject is not None else None
            path, bracket.attribute = rename.path(content, member)
            self.uses |= rename.field in content.split(".") and (rename.has(member) or rename.is_unique)
            if path != content:
                self.edits.append((start + 1, start + 1 + len(content), path))
        elif content in rename.words:
            self.words.add(content)
        if rename.word and content == rename.word and not is_subscript:
            self.literals.append((start + 1, start + 1 + len(content), rename.new))

    def sign(self, value: str, before: str, word: str) -> None:
        bracket = self.open[-1]
        if value == "(":
            named = before if before.isidentifier() and before not in CONSTANTS else ""
            self.open.append(_Bracket(named, self.here if word == "|" else None))
        elif value in "[{":
            self.open.append(_Bracket(subject=self.here if before.isidentifier() or before in "])" else None))
        elif value in ")]}" and len(self.open) > 1:
            self.here = self.closed(self.open.pop(), value)
        elif value == ",":
            bracket.count, bracket.keyword, self.here = bracket.count + 1, "", None
        elif value not in _GOES_ON:
            self.here = None

    def closed(self, bracket: _Bracket, sign: str) -> Field | None:
        if sign == "]":
            return bracket.attribute or (bracket.subject.member if bracket.subject is not None else None)
        self.phrases |= bracket.before == "word" and self.rename.is_choice(bracket.inside)
        if bracket.before == "items":
            return ListField(of=self.records[bracket.kind]) if bracket.kind in self.records else None
        if bracket.before:
            return self.filtered(bracket.before, bracket.subject, bracket.attribute)
        return bracket.inside if sign == ")" else None

    def filtered(self, name: str, subject: Field | None, by: Field | None) -> Field | None:
        if name == "map" and by is not None:
            return ListField(of=by)
        if name in _ONE:
            return subject.member if subject is not None else None
        return subject if name in _ALIKE else None


def use_in(
    text: str,
    rename: FieldRename,
    bare: Field | None,
    variables: Mapping[str, Field | None],
    records: Mapping[str, RecordField],
) -> ExpressionUse:
    """What an expression has of a name.

    Args:
        text: the expression; entities of XML may stand in it.
        rename: what is renamed.
        bare: the items whose fields are names in it; None where they are not.
        variables: other names, each with what it stands for.
        records: the items of every kind by its name.
    """
    scan = _Scan(rename, bare, variables, records)
    try:
        scan.through(list(_tokens(text)))
    except TemplateError:
        return ExpressionUse([], None, uses=False, phrases=False)
    is_list = len(scan.words) > 1  # of words of the choice, in which a value is looked up
    edits = scan.edits + (scan.literals if scan.uses or is_list else [])
    return ExpressionUse(edits, scan.open[0].inside, scan.uses, scan.phrases)


_ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&"}


def _tokens(text: str) -> Iterator[tuple[int, str, str]]:
    """The parts of an expression with their places."""
    for entity, sign in _ENTITIES.items():
        text = text.replace(entity, sign.ljust(len(entity)))
    place = -len("{{ ")
    for _, sort, value in ENVIRONMENT.lex("{{ " + text.replace("\r", " ") + " }}"):
        if sort not in ("whitespace", "variable_begin", "variable_end", "data"):
            yield place, sort, value
        place += len(value)
