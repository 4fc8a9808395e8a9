"""Items of other kinds that new ones refer to, or belong to."""

from collections import Counter
from random import Random
from typing import Any

from generator.core.problem import Infeasible
from generator.forge.request import Context
from generator.model.budget import ExpressionError
from generator.model.expressions import evaluate
from generator.model.game import Item
from generator.model.values import Record


def items_of(context: Context, deal: Record, values: dict[str, Any], language: str) -> list[Record]:
    """The items that a deal draws from, as templates see them in a language.

    Raises:
        Infeasible: there are none.
    """
    kind = context.game.kinds.get(deal.of)
    if kind is None:
        raise Infeasible(f"forge.yaml: {deal.of!r} is not a kind")
    seen = [item.view(language, context.game.languages[0]) for item in kind.items if not item.broken]
    found = [one for one in seen if deal.where is None or _holds(deal.where, {**values, **dict(one)})]
    if not found:
        raise Infeasible(f"there are no {deal.of} to make {context.kind.name} for")
    return found


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
            known = ", ".join(item.id for item in self.all[:8])
            raise Infeasible(f"{whom!r} is none of the {deal.of}; known: {known}")
        self.whom = whom
        self.has = Counter(str(item.fields.get(self.field)) for item in context.taken)
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
        turn = (one for one in there if one.id == self.now and self.has[one.id] < self.usual)
        owner = next(turn, None) or min(there, key=lambda one: (self.has[one.id], rng.random()))
        self.now = owner.id
        return Record({**dict(owner.view(language, self.context.game.languages[0])), "has": self.has[owner.id]})

    def take(self, owner: str) -> None:
        """Count one more for an owner."""
        self.has[owner] += 1
