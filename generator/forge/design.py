"""Designs: how items are built that belong together, and what can be built after them under the rules."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from msgspec import Struct, field

from generator.core.problem import Infeasible
from generator.core.shares import apportion
from generator.forge.item_rules import Distinct, ItemRules
from generator.forge.item_template import entry, fill, keys_in, text_in, value_of
from generator.forge.request import Context
from generator.lab.twins import dominates
from generator.model.fields import Field
from generator.model.game import Item
from generator.model.values import LocalizedText, Record, as_data

Fields = dict[str, Any]
TRIES = 300  # draws before no name is taken to be left


class Design(Struct, frozen=True, eq=False):
    """A design: one part or several, each an item."""

    parts: tuple[Mapping[str, Any], ...]  # item templates
    sorts: tuple[str, ...]  # of the parts
    slots: tuple[Fields, ...]  # the numbers and choices that it can be built with
    often: int  # how much more often than others it is taken
    weights: tuple[float, ...]  # how likely each of them is; they make ``often`` together
    words: Mapping[str, tuple[Any, ...]]  # words to draw, by the name under which its templates know them


class Candidate(Struct, frozen=True):
    """A design with its numbers: parts as the rules let them be, but for names and codes."""

    design: Design
    slot: Fields
    parts: tuple[Fields, ...]


def read_designs(settings: Record) -> list[Design]:
    """The designs of ``forge.yaml``, in which the check finds nothing wrong.

    Raises:
        Infeasible: an expression cannot be worked out, or a likelihood is not above 0.
    """
    words = {name: entries(rows) for name, rows in (settings.words or {}).items()}
    designs = []
    for row in settings.designs:
        common = settings.common or {}
        parts = tuple({**common, **part} for part in row.parts)
        sorts = tuple(part[settings.shares] for part in parts)
        used = {name: words[source] for name, source in (row.words or {}).items()}
        slots = tuple(_slots(settings, row))
        weights = tuple(_weights(settings.likely, slots, row.often))
        designs.append(Design(parts, sorts, slots, row.often, weights, used))
    return designs


def entries(rows: Any) -> tuple[Any, ...]:
    """The entries of a list of words, as templates know them."""
    rows = rows if isinstance(rows, list) else [rows]
    names = ("if", *keys_in(rows))
    return tuple(entry(row, names) for row in rows)


def _slots(settings: Record, row: Record) -> Iterator[Fields]:
    """All numbers and choices of a design for which its condition holds, and what is reckoned from them."""
    spans = {**(settings.numbers or {}), **(row.numbers or {})}
    ranges: dict[str, Any] = {name: range(low, high + 1) for name, (low, high) in spans.items()}
    ranges |= {name: tuple(words) for name, words in (row.choices or {}).items()}
    for values in product(*ranges.values()):
        slot: Fields = dict(zip(ranges, values, strict=True))
        for name, formula in (settings.let or {}).items():
            slot[name] = value_of(formula, slot)
        if row["if"] is None or value_of(row["if"], slot):
            yield slot


def _weights(likely: str | None, slots: tuple[Fields, ...], often: int) -> Iterator[float]:
    likelihoods = [value_of(likely, slot) if likely else 1 for slot in slots]
    if not all(isinstance(weight, int | float) and weight > 0 for weight in likelihoods):
        raise Infeasible(f"forge.yaml: {likely!r} is not above 0 for all numbers")
    yield from (often * weight / sum(likelihoods) for weight in likelihoods)


class Pool:
    """What can be built after designs. Each candidate is worked out when it is first looked at."""

    def __init__(self, designs: list[Design], item_rules: ItemRules, settings: Record) -> None:
        """Take designs, the rules, and the recipe's settings: ``best`` is raised as far as the rules let it."""
        self.designs, self.item_rules = designs, item_rules
        self.best, self.least, self.largest = settings.best, settings.least, settings.largest
        self.title = settings.title
        self._built: dict[tuple[int, int], Candidate | None] = {}

    def stream(self, places: list[int], rng: Random) -> Iterator[Candidate]:
        """All candidates of some designs, in an order of chance in which the more frequent designs come sooner."""
        order = []
        for place in places:
            weights = self.designs[place].weights
            order += [(rng.random() ** (1 / weight), place, slot) for slot, weight in enumerate(weights)]
        for _, place, slot in sorted(order, reverse=True):
            candidate = self._candidate(place, slot)
            if candidate is not None:
                yield candidate

    def _candidate(self, place: int, slot: int) -> Candidate | None:
        if (place, slot) not in self._built:
            self._built[place, slot] = self._build(self.designs[place], self.designs[place].slots[slot])
        return self._built[place, slot]

    def _build(self, design: Design, slot: Fields) -> Candidate | None:
        """The parts with the largest number that the rules allow each; None where they allow none."""
        words = {name: rows[0] for name, rows in design.words.items()}
        unsaid = Record(dict.fromkeys(self.item_rules.context.game.languages, "–"))
        unknown = Record({"code": "–", "number": 0, self.title: unsaid})
        values: Fields = {**slot, **words, self.best: 0, "parts": [unknown] * len(design.parts)}
        parts = []
        for template in design.parts:
            fields = fill({**template, self.title: None}, values)
            number = self.item_rules.largest(fields, self.best, self.largest)
            if number is None or number < self.least:
                return None
            parts.append({**fill({**template, self.title: None}, {**values, self.best: number}), self.best: number})
        return Candidate(design, slot, tuple(parts))


class Namer:
    """Draws words for names, those used least first."""

    def __init__(self, context: Context, field: str, longest: int, languages: tuple[str, ...]) -> None:
        """Take the field that holds names, how many characters they may have, and the languages that they are for."""
        self.rng, self.longest, self.field = context.rng, longest, field
        self.languages = languages
        self.taken = {
            (tongue, text.in_language(tongue, tongue).casefold())
            for item in context.existing
            for tongue in self.languages
            if isinstance(text := item.fields.get(field), LocalizedText)
        }
        self.uses: Counter[int] = Counter()

    def draw(
        self, templates: list[Any], words: Mapping[str, tuple[Any, ...]], slot: Mapping[str, Any]
    ) -> tuple[dict[str, Any], list[dict[str, str]]]:
        """Words, and the names that come out of templates with them: all new, and none like another.

        A word with ``if`` is for the slots for which that holds.

        Raises:
            Infeasible: nothing new was found.
        """
        for boldness in range(TRIES):
            drawn = {name: self._one(rows, slot, 1 + boldness / 10) for name, rows in words.items()}
            names = [fill(template, {**slot, **drawn, "here": here}) for here, template in enumerate(templates)]
            keys = [(tongue, text_in(name, tongue).casefold()) for name in names for tongue in self.languages]
            short = all(len(name) <= self.longest for _, name in keys)
            if short and len(set(keys)) == len(keys) and not self.taken & set(keys):
                self.taken.update(keys)
                self.uses.update(id(word) for word in drawn.values())
                return drawn, names
        raise Infeasible(f"forge.yaml has no new {self.field} left: add words")

    def _one(self, rows: tuple[Any, ...], slot: Mapping[str, Any], boldness: float) -> Any:
        fit = [row for row in rows if not isinstance(row, Record) or not row["if"] or value_of(row["if"], dict(slot))]
        if not fit:
            raise Infeasible(f"forge.yaml has no {self.field} for {', '.join(f'{k} {v}' for k, v in slot.items())}")
        return min(fit, key=lambda row: self.uses[id(row)] + boldness * self.rng.random())


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
