"""Items built after designs: as good as the rules let them be, and none simply better than another.

A design is one item, or several that belong together. ``forge.yaml`` says which there are, in item templates
(`forge.item_template`) over numbers and words; what one number of an item comes to is left to the rules in force: it is
the largest with which the item breaks none of them, warnings among them.

    recipe: designs
    shares: sort                         # a choice: its words come in the shares of the existing items; where a
                                         # `shares` rule is about them, so that the whole deck comes near its shares
    apart: {series: draft}               # items with one of these values don't count for the shares
    title: name                          # the text that names an item, unlike all others; longest: its characters
    longest: 20
    best: worth                          # the number that the rules decide; what comes to less than least is not made
    least: 1
    largest: 30                          # the most that is tried
    better: {price: low, worth: high}    # what is good: no item of a sort is at least as good in all, better in one
    usual: {reach: 1}                    # the value of an absent one of these
    numbers: {price: [1, 6]}             # the numbers that designs are built with
    likely: 7 - price                    # how likely one set of numbers is beside another of the same design
    let: {near: "'here' if reach == 1 else 'there'"} # what is reckoned from them
    words: {tool: [{en: Saw, if: price < 3}]} # lists to draw from, for names; if: for these numbers only
    common: {set: Z}                     # what every item has; existing items with the same words count as new
    designs:
      - often: 2                         # twice as often as others, and no oftener while there are others
        if: price > 1                    # the numbers with which it can be built
        numbers: {price: [2, 4]}         # in place of those above
        choices: {guards: [door, gate]}  # words that differ likewise
        words: {tool: tool}              # a draw, known to the templates by this name: {{ tool.en }}
        parts: [{sort: tool, price: "{{ price }}", name: {en: "{{ tool.en }}"}}]

A template knows the numbers and choices, what was reckoned and drawn, the number that the rules left, ``here`` (its
place among the parts, from 0) and ``parts``: of each its fields, name and code, where a `positional-code` rule gives
them codes. Numbers go on from the largest at hand without a gap, up to the largest with a code.

Shares are met by the method of the largest remainder (`apportion`). Candidates come in an order of chance, and one is
taken if its sorts still have room and it neither dominates another item nor is dominated (`better`). Should a sort run
out, the order is redrawn; if it runs out again and again, what is wanting is shared out over the others
(`selection`).
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from generator.core.shares import wanting
from generator.forge.design import Candidate, Namer, Pool, Preference, Selection, read_designs
from generator.forge.design_examination import DesignExamination
from generator.forge.item_rules import ItemRules, Series, series
from generator.forge.item_template import FormulaField, TemplateField, fill, languages_of, text_in
from generator.forge.place import Place
from generator.forge.request import COUNT, MOST, Context, Draft, Lever, Request, special
from generator.lab.twins import dominates
from generator.model.budget import ExpressionError
from generator.model.expressions import evaluate
from generator.model.fields import ChoiceField, Field, ListField, MapField, NumberField, RecordField, StringField
from generator.model.values import Record
from generator.rules.rule import Rule

NUMBERS: dict[str, Any] = {"of": ListField(of=NumberField()), "example": "{price: [1, 6]}"}
DESIGN: dict[str, Field] = {
    "often": NumberField(default=1, says="how much oftener than others it is taken", example="3"),
    "if": FormulaField(says="the numbers with which it can be built", absent="all", example="price > 1"),
    "numbers": MapField(**NUMBERS, says="numbers of this design alone"),
    "choices": MapField(of=ListField(), says="words that differ likewise", example="{guards: [door, gate]}"),
    "words": MapField(says="words to draw: their names in templates, and the lists", example="{tool: tools}"),
    "parts": ListField(
        of=TemplateField(),
        required=True,
        says="the items: their fields, with expressions in double braces",
        example='[{sort: tool, price: "{{ price }}", name: {en: "{{ tool.en }}"}}]',
    ),
}
PARAMETERS: dict[str, Field] = {
    "shares": StringField(
        required=True, says="a choice: its words come in the shares of the existing items", example="sort"
    ),
    "apart": MapField(
        of=StringField(), says="items with one of these values do not count for the shares", example="{series: draft}"
    ),
    "title": StringField(required=True, says="the text that names an item, unlike all others", example="name"),
    "longest": NumberField(default=24, says="the most characters of that text", example="20"),
    "best": StringField(required=True, says="the number that is made as large as the rules allow", example="worth"),
    "least": NumberField(default=0, says="what comes to less is not made", example="1"),
    "largest": NumberField(required=True, says="the most that is tried", example="30"),
    "better": MapField(
        of=ChoiceField(of=("high", "low")),
        required=True,
        says="what is good: no item may be better than another in one of these, and at least as good in all",
        example="{price: low, worth: high}",
    ),
    "usual": MapField(of=NumberField(), says="the value of an absent one of these", example="{reach: 1}"),
    "numbers": MapField(**NUMBERS, says="the numbers of designs: the least and the most of each"),
    "likely": FormulaField(
        says="how likely one set of numbers is, compared with others of the design",
        absent="all alike",
        example="7 - price",
    ),
    "let": MapField(
        of=FormulaField(),
        says="names for templates, with their values",
        example="{near: \"'here' if reach == 1 else 'there'\"}",
    ),
    "words": MapField(
        of=TemplateField(),
        says="lists to draw from; an entry with `if` needs it to hold",
        example="{tools: [{en: Saw, if: price < 3}, {en: Crane}]}",
    ),
    "common": TemplateField(
        says="what every item has; existing items with the same words count as new", example="{set: Z}"
    ),
    "designs": ListField(
        of=RecordField(fields=DESIGN),
        required=True,
        says="what is built",
        example='[{parts: [{sort: tool, price: "{{ price }}"}]}]',
    ),
}
OPTIONS = frozenset({"like"})
STEERED = False


def levers(context: Context, _settings: Record) -> Iterator[Lever]:
    """How many codes are left, and whose shares are kept; see `Recipe`."""
    codes = series(context, 0)
    if codes:
        yield replace(COUNT, most=Fraction(min(MOST, codes.base**codes.digits - codes.first)))
    yield special("like")


def make(context: Context, settings: Record, request: Request) -> Iterator[Draft]:
    """Yield the drafts; see `Recipe`."""
    sorts = context.words(settings.shares)
    codes = series(context, request.count)
    scale = _scale(context, settings, codes)
    pool = Pool(read_designs(settings), ItemRules(context), settings)
    apart = (settings.apart or {}).items()
    at_hand = [item for item in context.kind.items if not any(item.fields.get(key) == word for key, word in apart)]
    there = Counter(item.fields.get(settings.shares) for item in request.like or at_hand)
    weights = [Fraction(there[sort]) for sort in sorts]
    if request.like is None:
        weights = _ruled(context, settings.shares, sorts, request.count) or weights
    selection = Selection(context, settings, scale, pool)
    chosen = selection.pick(request.count, sorts, weights)
    context.rng.shuffle(chosen)
    drafts = list(_finished(context, settings, chosen, codes, request.language))
    had = Counter(draft.fields[settings.shares] for draft in drafts)
    for sort, share in selection.short.items():
        context.notes.append(f"{had[sort]} {sort} in place of {share}, its share: no more get on with the others")
    context.notes += _describe(context, settings, scale, [draft.fields for draft in drafts])
    yield from drafts


def examine(context: Context, settings: Record, place: Place, text_fields: Collection[str]) -> Iterator[frozenset[str]]:
    """Note what is wrong with the settings; see `Recipe`."""
    DesignExamination(context, settings, place).run(text_fields)
    yield frozenset()


def _ruled(context: Context, field: str, sorts: tuple[str, ...], count: int) -> list[Fraction]:
    """What each sort wants so that the deck with ``count`` more has the shares of a rule; empty without such a rule."""
    for rule in context.rules:
        if rule.check_name != "shares" or rule.settings.each is not None:
            continue
        if any(_sort(context, rule, context.new_item(**{field: sort})) != sort for sort in sorts):
            continue
        deck: Counter[str | None] = Counter()
        for item in context.existing:
            deck[_sort(context, rule, item.fields)] += item.copies
        shares = [Fraction(str(rule.settings.of.get(sort, 0))) for sort in sorts]
        if any(shares):
            return wanting(count, shares, [deck[sort] for sort in sorts])
    return []


def _sort(context: Context, rule: Rule, fields: dict[str, Any]) -> str | None:
    """The sort that a rule sees in an item; None where it is not about the item."""
    try:
        return (
            str(evaluate(rule.settings.by, fields)) if rule.when is None or context.holds(rule.when, fields) else None
        )
    except ExpressionError:
        return None


def _scale(context: Context, settings: Record, codes: Series | None) -> Preference:
    apart = {"copies", codes.number if codes else "", *settings.better}
    numbers = [name for name, field in context.kind.fields.items() if field.in_form.sort == "number"]
    return Preference(settings.better, settings.usual or {}, tuple(name for name in numbers if name not in apart))


def _finished(
    context: Context, settings: Record, chosen: list[Candidate], codes: Series | None, language: str | None
) -> Iterator[Draft]:
    """The items with their names and codes."""
    all_languages = tuple(context.game.languages)
    languages = (language,) if language else all_languages
    namer = Namer(context, settings.title, settings.longest, languages)
    place = 0
    for candidate in chosen:
        templates = candidate.design.parts
        words, names = namer.draw(
            [template[settings.title] for template in templates], candidate.design.words, candidate.slot
        )
        marks = [codes.at(place + number) if codes else {} for number in range(len(templates))]
        place += len(templates)
        parts = [
            Record({**fields, **mark, settings.title: Record(name) if isinstance(name, Mapping) else name})
            for fields, mark, name in zip(candidate.parts, marks, names, strict=True)
        ]
        for here, (template, fields) in enumerate(zip(templates, candidate.parts, strict=True)):
            best = {settings.best: fields[settings.best]}
            filled = fill(
                {**template, settings.title: None}, {**candidate.slot, **words, **best, "parts": parts, "here": here}
            )
            filled |= {**best, **marks[here], settings.title: names[here]}
            own = {name: languages_of(part, all_languages, languages) for name, part in filled.items()}
            yield Draft(own, title=text_in(names[here], languages[0]))


def _describe(context: Context, settings: Record, scale: Preference, items: list[Mapping[str, Any]]) -> Iterator[str]:
    """What was made, and how it stands to the existing items."""
    new = [(fields[settings.shares], scale.rank(fields)) for fields in items]
    old = [(item.fields.get(settings.shares), scale.rank(item.fields)) for item in context.existing]
    counts = Counter(sort for sort, _ in new)
    yield ", ".join(f"{counts[sort]} {sort}" for sort in context.words(settings.shares) if counts[sort])
    if old:
        beaten, beats = _dominated(new, set(old)), _dominated(old, set(new))
        yield (
            f"by {', '.join(scale.better)} alone, {beaten:,} of the {len(new):,} new are dominated by an existing "
            f"one, and {beats:,} of the {len(old):,} existing by a new one; none of the new by another new one"
        )


def _dominated(items: list[tuple[Any, Any]], rivals: set[tuple[Any, Any]]) -> int:
    """How many items are dominated by one of the same sort among others."""
    ranks: dict[Any, list[Any]] = {}
    for sort, rank in rivals:
        ranks.setdefault(sort, []).append(rank)
    return sum(
        rank is not None and any(rival is not None and dominates(rival, rank) for rival in ranks.get(sort, ()))
        for sort, rank in items
    )
