"""Where an entry of ``forge.yaml`` stands, for telling what is wrong with it; and other items that it draws on."""

from collections import Counter
from collections.abc import Collection, Iterable
from random import Random
from typing import Any

from msgspec import Struct

from generator.core.problem import Infeasible, Level, has_errors
from generator.forge.item_template import BRACES, UnfilledError, fill_node
from generator.forge.request import Context
from generator.model.budget import ExpressionError
from generator.model.expressions import compile_expression, evaluate
from generator.model.fields import Field, ReadContext, read_fields
from generator.model.game import Item, Kind
from generator.model.values import ProblemLog, Record, nearest
from generator.read.tree import Mapping, Node, Scalar, locate, scalars

NO_FIELD = "is not a field of"  # in messages about a name
Path = tuple[str | int, ...]
Where = Path | Node


class Place(Struct, frozen=True):
    """An entry's node, the languages of its game, and where problems go. Paths lead on from the entry."""

    node: Mapping
    languages: tuple[str, ...]
    report: ProblemLog

    def at(self, where: Where) -> Node:
        """The node at the end of a path, or the last one on the way."""
        return locate(self.node, where) if isinstance(where, tuple) else where

    def note(self, where: Where, rule: str, message: str, hint: str = "", level: Level = "error") -> None:
        """Note a problem, once."""
        node = self.at(where)
        noted = {(p.line, p.column, p.rule, p.message) for p in self.report.problems}
        if (node.line, node.column, rule, message) not in noted:
            self.report.add(node, rule, message, hint, level)

    def field(self, path: Path, name: str | None, kind: Kind, types: type[Field] | tuple[type[Field], ...]) -> bool:
        """Whether a setting names a field of the kind, and one of a form that will do."""
        if name is None or (name in kind.fields and isinstance(kind.fields[name], types)):
            return name is not None
        fits = [own for own, field in kind.fields.items() if isinstance(field, types) and own not in _NOT_OWN]
        if name in kind.fields:
            hint = f"fields of the right type: {', '.join(fits)}" if fits else ""
            self.note(path, "wrong-type", f"{name} of {kind.name} has the wrong type for this", hint)
        else:
            self.note(path, "unknown-reference", f"{name!r} {NO_FIELD} {kind.name}", nearest(name, fits))
        return False

    def gives(self, kind: Kind, supplied: Collection[str]) -> None:
        """Note which fields the kind's items need that a recipe does not give them."""
        if has_errors(self.report.problems) or not kind.fields.keys() >= set(supplied):  # one may be the very setting
            return
        for name, field in kind.fields.items():
            if field.required and name not in supplied and name != "id":
                hint = f"name {name} in a setting of the recipe, or give it a default in game.yaml"
                self.note(
                    ("recipe",), "missing-field", f"the recipe does not set {name}, which all {kind.name} need", hint
                )

    def names(self, where: Where, names: Collection[str]) -> bool:
        """Whether the expressions of a template use known names only."""
        expressions = [(node, text) for _, node in scalars(self.at(where)) for text in BRACES.split(node.text)[1::2]]
        return not [text for node, text in expressions if not self.expression(node, text, names)]

    def expression(self, where: Where, text: str, names: Collection[str]) -> bool:
        """Whether an expression uses known names only."""
        try:
            unknown = sorted(compile_expression(text)[1] - set(names))
        except ExpressionError:
            return False  # told where it was read
        for name in unknown:
            self.note(where, "unknown-reference", f"{name!r} is not known in {text.strip()!r}", nearest(name, names))
        return not unknown

    def value(self, where: Where, text: str, values: dict[str, Any]) -> Any:
        """What an expression comes to; `WRONG` where it cannot be determined, which is noted."""
        try:
            return evaluate(text, values)
        except ExpressionError as error:
            self.note(where, "rule-syntax", f"{text.strip()!r} cannot be worked out: {error}")
            return WRONG

    def filled(self, where: Where, template: Any, values: dict[str, Any]) -> Node | None:
        """What a template makes of some values; nothing where it cannot be determined, which is noted."""
        try:
            return fill_node(self.at(where), template, values)
        except UnfilledError as error:
            self.note(error.node, "rule-syntax", str(error).removeprefix("forge.yaml: "))
            return None

    def read(self, node: Node | None, field: Field) -> Any:
        """What a field reads in a filled template, its problems noted."""
        return None if node is None else self._noting(lambda context: field.read(node, context))

    def read_item(self, node: Node | None, kind: Kind, supplied: Collection[str]) -> None:
        """Note what is wrong with a filled template that makes up an item but for the fields ``supplied`` to it."""
        if not isinstance(node, Mapping):
            return
        own = {name: field for name, field in kind.fields.items() if name not in _NOT_OWN}
        fields = {name: field for name, field in own.items() if name in node.values or name not in supplied}
        self._noting(lambda context: read_fields(node, fields, context))

    def texts(self, node: Node | None, names: Iterable[str], kind: Kind) -> None:
        """Note which texts of a filled template, by which items are told apart, are wanting in a language."""
        for name in names:
            text = node.values.get(name) if isinstance(node, Mapping) else None
            if node is not None and (field := kind.fields.get(name)) and field.is_text:
                missing = [tongue for tongue in self.languages if tongue not in getattr(text, "values", {})]
                if isinstance(text, Scalar):  # one for all languages
                    missing = [] if text.text else list(self.languages)
                if missing:
                    message = f"{name} has no text in {', '.join(missing)}; items are told apart by it"
                    self.note(text or node, "missing-field", message, f"add {missing[0]}: …")

    def _noting(self, read: Any) -> Any:
        log = ProblemLog(self.report.file)
        value = read(ReadContext(log, self.languages))
        for problem in log.problems:
            at = Scalar("", plain=True, line=problem.line, column=problem.column)  # only its place matters
            self.note(at, problem.rule, problem.message, problem.hint, problem.level)
        return value


_NOT_OWN = ("id", "waive")
WRONG = object()


def items_of(context: Context, deal: Record, values: dict[str, Any], language: str) -> list[Record]:
    """The items that a deal draws from, as templates see them in a language.

    Raises:
        Infeasible: there are none.
    """
    items = context.game.kinds[deal.of].items
    seen = [item.view(language, context.game.languages[0]) for item in items if not item.broken]
    records = [record for record in seen if deal.where is None or _holds(deal.where, {**values, **record.held})]
    if not records:
        raise Infeasible(f"there are no {deal.of} to make {context.kind.name} for")
    return records


def _holds(condition: str, values: dict[str, Any]) -> bool:
    try:
        return bool(evaluate(condition, values))
    except ExpressionError as error:
        raise Infeasible(f"forge.yaml: {condition!r} cannot be worked out: {error}") from None


class Owners:
    """The items to which new ones belong: who has the fewest comes first, until it has what others have."""

    def __init__(self, context: Context, deal: Record, whom: str | None) -> None:
        """Count what each has at hand.

        Raises:
            Infeasible: there is no such item.
        """
        self.context, self.deal, self.field = context, deal, str(deal.whose)
        kind = context.game.kinds.get(deal.of)
        self.all: list[Item] = [item for item in kind.items if not item.broken] if kind else []
        if whom is not None and whom not in {item.id for item in self.all}:
            examples = ", ".join(item.id for item in self.all[:8])
            raise Infeasible(f"{whom!r} is none of the {deal.of}; known: {examples}")
        self.whom = whom
        self.has = Counter(str(item.fields.get(self.field)) for item in context.existing)
        self.most = self._most()
        self.usual = max((self.has[item.id] for item in self.all), default=0)  # what a full one has at hand
        self.now = ""  # whose turn it is

    def _most(self) -> int | None:
        limits = [
            limit
            for rule in self.context.rules
            if rule.check_name == "how-many" and rule.when is None and rule.settings.where is None
            and rule.level == "error" and rule.settings.within == self.field
            for limit in (rule.settings.exactly, rule.settings.max)
            if limit is not None
        ]  # fmt: skip
        return min(map(int, limits), default=None)

    def room(self, owner: Item) -> int | None:
        """How many more it may have; None where nothing limits that."""
        return None if self.most is None else max(0, self.most - self.has[owner.id])

    def open(self) -> list[Item]:
        """Those that may have more."""
        return [owner for owner in self.all if self.whom in (None, owner.id) and self.room(owner) != 0]

    def full(self) -> str:
        """Why none may have more."""
        if not self.all:
            return f"there are no {self.deal.of} yet"
        who = self.whom or f"each of the {len(self.all)} {self.deal.of}"
        return f"{who} has {self.most} {self.context.kind.name}, which is all that a rule allows"

    def draw(self, rng: Random, language: str) -> Record:
        """One of those that have the fewest, with their number as ``has``.

        Raises:
            Infeasible: none may have more.
        """
        there = self.open()
        if not there:
            raise Infeasible(self.full())
        turn = (candidate for candidate in there if candidate.id == self.now and self.has[candidate.id] < self.usual)
        owner = next(turn, None) or min(there, key=lambda candidate: (self.has[candidate.id], rng.random()))
        self.now = owner.id
        return Record({**dict(iter(owner.view(language, self.context.game.languages[0]))), "has": self.has[owner.id]})

    def take(self, owner: str) -> None:
        """Count one more for an owner."""
        self.has[owner] += 1
