"""Items built after designs: as good as the rules let them be, and none simply better than another.

A design is one item or several that belong together. ``forge.yaml`` says which there are, in moulds (`forge.mould`) over
the numbers and words of each; what one number of an item comes to is left to the rules in force: it is the largest with
which the item breaks none of them, warnings among them.

    recipe: designs
    shares: sort                         # a choice: its words come in the shares that the items at hand have
    title: name                          # the text that names an item, unlike all others, and its most characters
    longest: 20
    best: worth                          # the number that the rules decide, and the most that is tried
    largest: 30
    better: {price: low, worth: high}    # what is good: no item of a sort is at least as good in all and better in one
    usual: {reach: 1}                    # what an absent one of these stands for
    numbers: {price: [1, 6]}             # the numbers that designs are built with
    likely: 7 - price                    # how likely one set of numbers is beside another of the same design
    let: {near: "'here' if reach == 1 else 'there'"} # what is reckoned from them
    words: {tool: [{en: Saw, art: saw}]} # lists to draw from, for names
    common: {set: Z}                     # what every item has; those at hand that agree in all words of it count as new
    designs:
      - often: 2                         # twice as often as others, and no oftener as long as there are others
        if: price > 1                    # the numbers with which it can be built
        numbers: {price: [2, 4]}         # in place of those above
        choices: {guards: [door, gate]}  # words that differ likewise
        words: {tool: tool}              # a draw, known to the moulds by this name: {{ tool.en }}
        parts: [{sort: tool, price: "{{ price }}", name: {en: "{{ tool.en }}"}}]

A mould knows the numbers and choices, what was reckoned and drawn, the number that the rules left, ``here`` (its place
among the parts, from 0) and ``parts``: of each its fields, name and code, where a `positional-code` rule gives them
codes. Numbers go on from the largest at hand without a gap, up to the largest with a code.

Shares are met by the method of the largest remainder (`apportion`). Candidates come in an order of chance, and are taken
if their sorts still have room and no item outdoes another (`better`), those taken before among them. Should a sort run out, the
order is drawn anew; if it still does, the rest is shared out over the others.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

from generator.balance.rules.positional_code import in_base
from generator.catalog.fields import (
    ChoiceField,
    Field,
    ListField,
    MapField,
    NumberField,
    RecordField,
    StringField,
    TextField,
)
from generator.catalog.game import Item
from generator.catalog.values import Record, as_data
from generator.forge.apportion import apportion
from generator.forge.better import Rivals, Scale, outdoes
from generator.forge.design import Candidate, Design, Pool, read_designs
from generator.forge.legal import Law
from generator.forge.mould import FormulaField, MouldField, cast, languages_of
from generator.forge.naming import Namer
from generator.forge.request import Draft, Impossible, Request, Workshop

SPANS = MapField(of=ListField(of=NumberField()))
DESIGN: dict[str, Field] = {
    "often": NumberField(default=1),
    "if": FormulaField(),
    "numbers": SPANS,
    "choices": MapField(of=ListField()),
    "words": MapField(),
    "parts": ListField(of=MouldField(), required=True),
}
PARAMETERS: dict[str, Field] = {
    "shares": StringField(required=True),
    "title": StringField(required=True),
    "longest": NumberField(default=24),
    "best": StringField(required=True),
    "largest": NumberField(required=True),
    "better": MapField(of=ChoiceField(of=("high", "low")), required=True),
    "usual": MapField(of=NumberField()),
    "numbers": SPANS,
    "likely": FormulaField(),
    "let": MapField(of=FormulaField()),
    "words": MapField(of=MouldField()),
    "common": MouldField(),
    "designs": ListField(of=RecordField(fields=DESIGN), required=True),
}
LEVERS = frozenset({"like"})

ATTEMPTS = 8  # orders of chance tried before a sort is taken to have run out


def make(workshop: Workshop, settings: Record, request: Request) -> Iterator[Draft]:
    """Yield the drafts; see `Recipe`."""
    sorts = _sorts(workshop, settings.shares)
    series = _series(workshop, request.count)
    scale = _scale(workshop, settings, series)
    law = Law(workshop)
    pool = Pool(read_designs(settings), law, settings)
    own = [item for item in workshop.taken if _agrees(item, settings.common or {})]
    start = _Picked(Rivals(scale))
    for item in own:
        start.rivals.join(str(item.fields.get(settings.shares)), item.fields)
        start.looks.add(_look(workshop, settings, scale, item.fields))
    weights = Counter(item.fields.get(settings.shares) for item in request.like or workshop.kind.items)
    picked = _pick(workshop, settings, request.count, sorts, [Fraction(weights[sort]) for sort in sorts], pool, start)
    workshop.rng.shuffle(picked.candidates)
    namer = Namer(workshop, settings.title, settings.longest, request.language)
    made = list(_finished(workshop, settings, picked.candidates, series, namer, request))
    workshop.notes += _told(workshop, settings, scale, [draft.fields for draft in made])
    yield from made


@dataclass(slots=True)
class _Picked:
    """Candidates that get on with each other."""

    rivals: Rivals
    looks: set[Any] = field(default_factory=set)  # single items that are there
    candidates: list[Candidate] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class _Series:
    """Codes that go on from those at hand."""

    code: str
    number: str
    first: int
    base: int
    digits: int

    def at(self, place: int) -> dict[str, Any]:
        """The number and code of the item made in a place, from 0."""
        number = self.first + place
        return {self.number: number, self.code: in_base(number, self.base, self.digits)}


def _sorts(workshop: Workshop, name: str) -> tuple[str, ...]:
    known = workshop.kind.fields.get(name)
    if not isinstance(known, ChoiceField) or not known.of:
        raise Impossible(f"{name!r} is no choice among the fields of {workshop.kind.name}")
    return tuple(known.of)


def _series(workshop: Workshop, count: int) -> _Series | None:
    """The codes that follow, if items have codes.

    Raises:
        Impossible: there are not so many.
    """
    for rule in workshop.rules:
        if rule.check_name == "positional-code":
            name, base, digits = rule.settings.number, rule.settings.base, rule.settings.digits
            numbers = (item.fields.get(name) for item in workshop.taken)
            first = max((number for number in numbers if isinstance(number, int)), default=0) + 1
            left = max(0, base**digits - first)
            if count > left:
                span = f"the numbers {first} to {base**digits - 1} are free" if left else "no number is free"
                raise Impossible(f"{count:,} were asked for, and {left:,} can be made: {span}")
            return _Series(rule.settings.code, name, first, base, digits)
    return None


def _scale(workshop: Workshop, settings: Record, series: _Series | None) -> Scale:
    apart = {"copies", series.number if series else "", *settings.better}
    level = [name for name, known in workshop.kind.fields.items() if isinstance(known, NumberField)]
    return Scale(settings.better, settings.usual or {}, tuple(name for name in level if name not in apart))


def _agrees(item: Item, common: Mapping[str, Any]) -> bool:
    """Whether an item has all the plain words that every new one has."""
    words = {name: word for name, word in common.items() if isinstance(word, str)}
    return bool(words) and all(item.fields.get(name) == word for name, word in words.items())


def _look(workshop: Workshop, settings: Record, scale: Scale, fields: Mapping[str, Any]) -> Any:
    """What tells an item from others, its name and code apart."""
    kinds = workshop.kind.fields.items()
    texts = tuple(
        str(as_data(fields.get(name)))
        for name, known in kinds
        if isinstance(known, ChoiceField) or (isinstance(known, TextField) and name != settings.title)
    )
    return scale.rank(fields), scale.rest(fields), texts


def _pick(
    workshop: Workshop,
    settings: Record,
    count: int,
    sorts: tuple[str, ...],
    weights: list[Fraction],
    pool: Pool,
    start: _Picked,
) -> _Picked:
    """Candidates for so many items, in the shares as far as they can be had.

    Raises:
        Impossible: there are not so many.
    """
    caps = {sort: count if any(sort in design.sorts for design in pool.designs) else 0 for sort in sorts}
    while sum(caps.values()) >= count:
        seats = apportion(count, weights, lambda group: min(count, sum(caps[sorts[place]] for place in group)))
        quotas = dict(zip(sorts, seats, strict=True))
        best = _Picked(start.rivals)
        for _ in range(ATTEMPTS):
            tried = _attempt(workshop, settings, quotas, pool, start)
            if tried.counts.total() == count:
                return tried
            best = max(best, tried, key=lambda picked: picked.counts.total())
        for sort in sorts:
            if best.counts[sort] < quotas[sort]:
                caps[sort] = best.counts[sort]
    raise Impossible(
        f"{count:,} were asked for, but the designs of forge.yaml make no more than about {sum(caps.values()):,} "
        f"of which none outdoes another"
    )


def _attempt(workshop: Workshop, settings: Record, quotas: dict[str, int], pool: Pool, start: _Picked) -> _Picked:
    """Go through the candidates once for each sort, the rarest first, and take what fits."""
    picked = _Picked(start.rivals.copy(), set(start.looks))

    def room(design: Design) -> bool:
        wanted = Counter(design.sorts)
        return all(picked.counts[sort] + many <= quotas[sort] for sort, many in wanted.items())

    uses: Counter[Design] = Counter()
    for sort, sparing in product(sorted(quotas, key=lambda sort: quotas[sort]), (True, False)):
        places = [place for place, design in enumerate(pool.designs) if sort in design.sorts]
        for candidate in pool.stream(places, workshop.rng):
            design = candidate.design
            if picked.counts[sort] >= quotas[sort]:
                break
            if room(design) and not (sparing and uses[design] >= design.often):
                uses[design] += _take(workshop, settings, picked, candidate)
    return picked


def _take(workshop: Workshop, settings: Record, picked: _Picked, candidate: Candidate) -> bool:
    """Take a candidate if it gets on with the others; whether it did."""
    sorts = candidate.design.sorts
    rivals = picked.rivals
    looks = (
        {_look(workshop, settings, rivals.scale, fields) for fields in candidate.parts} if len(sorts) == 1 else set()
    )
    if looks & picked.looks or candidate in picked.candidates:
        return False
    trial = rivals.copy() if len(sorts) > 1 else rivals
    for sort, fields in zip(sorts, candidate.parts, strict=True):
        if not trial.admits(sort, fields):
            return False
        trial.join(sort, fields)
    picked.rivals = trial
    picked.looks |= looks
    picked.candidates.append(candidate)
    picked.counts.update(sorts)
    return True


def _finished(
    workshop: Workshop,
    settings: Record,
    candidates: list[Candidate],
    series: _Series | None,
    namer: Namer,
    request: Request,
) -> Iterator[Draft]:
    """The items with their names and codes."""
    place = 0
    languages = tuple(workshop.game.languages)
    wanted = (request.language,) if request.language else languages
    for candidate in candidates:
        design = candidate.design
        moulds = [part[settings.title] for part in design.parts]
        words, names = namer.draw(moulds, design.words, candidate.slot)
        codes = [series.at(place + number) if series else {} for number in range(len(design.parts))]
        place += len(design.parts)
        parts = [
            Record({**fields, **code, settings.title: Record(name)})
            for fields, code, name in zip(candidate.parts, codes, names, strict=True)
        ]
        for here, (mould, fields) in enumerate(zip(design.parts, candidate.parts, strict=True)):
            values = {**candidate.slot, **words, settings.best: fields[settings.best], "parts": parts, "here": here}
            told = cast({**mould, settings.title: None}, values)
            told = {**told, settings.best: fields[settings.best], settings.title: names[here], **codes[here]}
            title = names[here][wanted[0]]
            yield Draft({name: languages_of(part, languages, wanted) for name, part in told.items()}, title=title)


def _told(workshop: Workshop, settings: Record, scale: Scale, made: list[Mapping[str, Any]]) -> Iterator[str]:
    """How the new items stand to those at hand, in a sentence."""
    counts = Counter(fields[settings.shares] for fields in made)
    yield ", ".join(f"{number} {sort}" for sort, number in counts.items())
    old = [(item.fields.get(settings.shares), scale.rank(item.fields)) for item in workshop.taken]
    ranks = {(sort, rank) for sort, rank in old if rank is not None}
    new = {(fields[settings.shares], rank) for fields in made if (rank := scale.rank(fields)) is not None}
    beaten = sum(
        any(sort == kind and outdoes(rank, mine) for kind, rank in ranks)
        for fields in made
        if (mine := scale.rank(fields)) is not None
        for sort in [fields[settings.shares]]
    )
    beats = sum(
        rank is not None and any(sort == kind and outdoes(mine, rank) for kind, mine in new) for sort, rank in old
    )
    if old:
        by = ", ".join(scale.better)
        yield (
            f"by {by} alone, {beaten:,} of the new are outdone by one of the {len(old):,} at hand, and {beats:,} of "
            f"those by a new one; none of the new by another"
        )
