"""Designs: how items are built that belong together, and what can be built after them under the rules."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

from msgspec import Struct

from generator.core.problem import Infeasible
from generator.forge.item_rules import ItemRules
from generator.forge.item_template import entry, fill, keys_in, text_in, value_of
from generator.forge.request import Context
from generator.model.values import LocalizedText, Record

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
