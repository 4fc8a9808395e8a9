"""Choosing among candidates: so many of each sort, and none that dominates another."""

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from fractions import Fraction
from itertools import product
from typing import Any

from msgspec import Struct, field

from generator.core.problem import Infeasible
from generator.core.shares import apportion
from generator.forge.design import Candidate, Design, Pool
from generator.forge.item_rules import Distinct
from generator.forge.request import Context
from generator.lab.twins import dominates
from generator.model.fields import Field
from generator.model.game import Item
from generator.model.values import Record, as_data

Rank = tuple[int, ...]  # the more the better, place by place
ATTEMPTS = 8  # orders of chance tried before a sort is taken to have run out


class Preference(Struct, frozen=True):
    """The numbers by which items are compared."""

    better: Mapping[str, str]  # field: ``high`` or ``low``
    usual: Mapping[str, int]  # what an absent number stands for; 0 where nothing is said
    level: tuple[str, ...] = ()  # other numbers: items of the same rank must agree in them

    def rank(self, fields: Mapping[str, Any]) -> Rank | None:
        """An item's numbers, turned so that more is better; None where one of them is a word."""
        numbers = []
        for name, way in self.better.items():
            value = fields.get(name)
            value = self.usual.get(name, 0) if value is None else value
            if not isinstance(value, int):
                return None
            numbers.append(int(value) if way == "high" else -int(value))
        return tuple(numbers)

    def other_numbers(self, fields: Mapping[str, Any]) -> tuple[Any, ...]:
        """An item's other numbers."""
        return tuple(fields.get(name) for name in self.level)


class Rivals(Struct, frozen=True):
    """Items of which none dominates another, a sort at a time."""

    scale: Preference
    ranks: Mapping[str, Mapping[Rank, tuple[Any, ...]]] = {}  # by sort: ranks that are there, with the other numbers

    def admits(self, sort: str, fields: Mapping[str, Any]) -> bool:
        """Whether an item of a sort can join without dominating one or being dominated.

        Of two items with the same rank neither dominates the other, as long as their other numbers agree as well.
        """
        rank = self.scale.rank(fields)
        if rank is None:
            return True
        ranks = self.ranks.get(sort, {})
        if rank in ranks:
            return ranks[rank] == self.scale.other_numbers(fields)
        return not any(dominates(rank, rival) or dominates(rival, rank) for rival in ranks)

    def joined(self, sort: str, fields: Mapping[str, Any]) -> "Rivals":
        """The same with one more item."""
        rank = self.scale.rank(fields)
        if rank is None:
            return self
        ranks = {rank: self.scale.other_numbers(fields), **self.ranks.get(sort, {})}
        return Rivals(self.scale, {**self.ranks, sort: ranks})


class CandidateSet(Struct, frozen=True):
    """Candidates that get on with each other and with the items that were there before."""

    rivals: Rivals
    distinct: Distinct
    looks: frozenset[Any] = frozenset()
    candidates: tuple[Candidate, ...] = ()
    counts: Counter[str] = field(default_factory=Counter)  # items by sort


class Selection:
    """Picks candidates from a pool."""

    def __init__(self, context: Context, settings: Record, scale: Preference, pool: Pool) -> None:
        """Begin with the existing items that have all the plain words which new ones have in common."""
        self.kind, self.rng, self.pool, self.scale = context.kind, context.rng, pool, scale
        self.title = settings.title
        self.short: dict[str, int] = {}  # sorts of which fewer were to be had than their share, with what that is
        rivals, own = Rivals(scale), [item.fields for item in context.existing if _agrees(item, settings.common or {})]
        for fields in own:
            rivals = rivals.joined(str(fields.get(settings.shares)), fields)
        distinct = Distinct(context, tuple(set(context.kind.fields) - {self.title}))
        self.start = CandidateSet(rivals, distinct, frozenset(map(self._look, own)))

    def pick(self, count: int, sorts: Sequence[str], weights: Sequence[Fraction]) -> list[Candidate]:
        """Candidates for this many items, their sorts in proportion to weights as far as they can be had.

        Raises:
            Infeasible: there are not so many.
        """
        designed = {sort for design in self.pool.designs for sort in design.sorts}
        caps = {sort: count if sort in designed else 0 for sort in sorts}
        first_quotas: dict[str, int] = {}
        while sum(caps.values()) >= count:
            seats = apportion(count, weights, lambda group: min(count, sum(caps[sorts[place]] for place in group)))
            quotas = dict(zip(sorts, seats, strict=True))
            first_quotas = first_quotas or quotas
            best = self.start
            for _ in range(ATTEMPTS):
                tried = self._attempt(quotas)
                if tried.counts.total() == count:
                    self.short = {sort: number for sort, number in first_quotas.items() if tried.counts[sort] < number}
                    return list(tried.candidates)
                best = max(best, tried, key=lambda picked: picked.counts.total())
            for sort in sorts:
                if best.counts[sort] < quotas[sort]:
                    caps[sort] = best.counts[sort]
        there = f"no more than about {sum(caps.values()):,} of which none dominates another"
        raise Infeasible(f"{count:,} were asked for, but the designs of forge.yaml make {there}")

    def _attempt(self, quotas: dict[str, int]) -> CandidateSet:
        """Go through the candidates for each sort, the rarest first, and take what fits.

        At first no design is taken oftener than its ``often`` says; then any, should there still be room.
        """
        picked = self.start
        uses: Counter[Design] = Counter()
        for sort, sparing in product(sorted(quotas, key=lambda sort: quotas[sort]), (True, False)):
            places = [place for place, design in enumerate(self.pool.designs) if sort in design.sorts]
            for candidate in self.pool.stream(places, self.rng):
                design = candidate.design
                if picked.counts[sort] >= quotas[sort]:
                    break
                parts = Counter(design.sorts)
                room = all(picked.counts[part] + many <= quotas[part] for part, many in parts.items())
                if room and not (sparing and uses[design] >= design.often):
                    before, picked = picked, self._with(picked, candidate)
                    uses[design] += picked is not before
        return picked

    def _with(self, picked: CandidateSet, candidate: Candidate) -> CandidateSet:
        """What is picked with a candidate, if it gets on with that; else the same."""
        sorts, looks = candidate.design.sorts, frozenset(map(self._look, candidate.parts))
        if looks & picked.looks:
            return picked
        rivals, distinct = picked.rivals, copy(picked.distinct)
        for sort, fields in zip(sorts, candidate.parts, strict=True):
            if not rivals.admits(sort, fields) or not distinct.admits(fields):
                return picked
            rivals = rivals.joined(sort, fields)
            distinct.take(fields)
        candidates = (*picked.candidates, candidate)
        return CandidateSet(rivals, distinct, picked.looks | looks, candidates, picked.counts + Counter(sorts))

    def _look(self, fields: Mapping[str, Any]) -> Any:
        """What tells an item from others, its name and code apart: numbers, words and texts."""
        words = [name for name, kind_field in self.kind.fields.items() if _is_word(kind_field) and name != self.title]
        texts = tuple(str(as_data(fields.get(name) or "")) for name in words)
        return self.scale.rank(fields), self.scale.other_numbers(fields), texts


def _agrees(item: Item, common: Mapping[str, Any]) -> bool:
    words = {name: word for name, word in common.items() if isinstance(word, str)}
    return bool(words) and all(item.fields.get(name) == word for name, word in words.items())


def _is_word(kind_field: Field) -> bool:
    return (
        kind_field.is_text
        or bool(kind_field.choices)
        or (kind_field.member is not None and _is_word(kind_field.member))
    )
