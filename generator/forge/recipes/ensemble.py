"""Items put together from lists: a character with its numbers, its names, and what it can do.

    recipe: ensemble
    title: "{{ trade.one }} keeper"      # what an id is made from
    unlike: [name]                       # texts that no other item may have
    deal:                                # what is drawn for an item, one after another
      - {name: trade, from: trades, once: business} # a word, known to the templates by this name
      - {name: family, from: trade.families}        # one out of a list that a word brings along
      - {name: they, tell: "'she' if trade.her else 'he'"} # reckoned from what is there
      - {field: skills, from: skills, count: 3, apart: about} # entries of a list that make up a field
    words: {trades: [{one: Baker, families: [Crumb]}], skills: [{if: wit > 2, about: food, is: {name: …}}]}
    item: {name: {en: "{{ family }}"}, business: {en: "{{ trade.one }}"}}
    points: rules                        # none: for items without a budget of points
    worth: [1, 3]                        # what the entries drawn are worth together, by the `worth` that each may have
    series: number                       # a number that goes on from the largest at hand with the same plain words

The numbers of an item are a line that the `sum-of` rule in force allows, each within its `number-range`: they are
spread so that no line comes again before all others were there as often, those of the existing items counted. Of words,
too, those used least come first. ``once`` names a field: a word is drawn once only, and not at all where an item at
hand has the text that it would give that field. An entry with ``if`` is for the items for which it holds (it knows the
numbers, and what was drawn before); of several entries for a field, no two have the same word at the key that ``apart``
names, and no two items have the same entries. ``is`` is the template of what an entry brings (`forge.item_template`);
one with ``often: 2`` comes twice as often as others.

A deal may draw an item of another kind: ``{name: shop, of: shops, where: open}``. With ``whose: shop`` the new item
belongs to it: that field gets its id. Who has the fewest comes first, and until as many as others have at hand, or as
a `how-many` rule lets it have; then the next. Templates know how many it has as ``has``.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from generator.core.problem import Infeasible
from generator.forge.ensemble_examination import EnsembleExamination
from generator.forge.item_rules import Distinct, ItemRules, PointBuy, as_item, point_buys
from generator.forge.item_template import (
    FormulaField,
    TemplateField,
    entry,
    fill,
    filled_entry,
    keys_in,
    languages_of,
    text_in,
    value_of,
)
from generator.forge.place import Owners, Place, items_of
from generator.forge.request import COUNT, MOST, SPECIAL, Context, Draft, Lever, Request, special
from generator.model.fields import ChoiceField, Field, ListField, MapField, NumberField, RecordField, StringField
from generator.model.values import LocalizedText, Record

DEAL: dict[str, Field] = {
    "name": StringField(says="what templates call the word that is drawn", example="trade"),
    "tell": FormulaField(says="an expression over what is there: computed, not drawn", example="trade.pay + 1"),
    "from": StringField(says="the list in `words`, or of a word drawn before", example="trade.families"),
    "once": StringField(says="a field: no two items have the same word in it", example="business"),
    "field": StringField(says="the field that gets the drawn word's `is`", example="skills"),
    "count": NumberField(says="how many are drawn, as a list", absent="a single one", example="3"),
    "of": StringField(says="a kind: an item of it is drawn", example="shops"),
    "where": FormulaField(says="which of these items: an expression over their fields", absent="any", example="open"),
    "whose": StringField(says="the field that gets that item's id", example="shop"),
    "apart": StringField(says="a key in which those drawn must differ", example="about"),
}
PARAMETERS: dict[str, Field] = {
    "title": TemplateField(required=True, says="what an id is made from", example='"{{ trade.one }} keeper"'),
    "unlike": ListField(says="texts that no other item may have", example="[name]"),
    "deal": ListField(
        of=RecordField(fields=DEAL),
        required=True,
        says="what is drawn for an item, one after another",
        example="[{name: trade, from: trades}]",
    ),
    "words": MapField(
        of=TemplateField(),
        required=True,
        says="lists to draw from; an entry with `if` needs it to hold",
        example="{trades: [{one: Baker, her: true}, {one: Smith, if: strength > 2}]}",
    ),
    "points": ChoiceField(
        of=("rules", "none"),
        default="rules",
        says="whether the rules give items a budget of points (`sum-of`)",
        example="none",
    ),
    "worth": ListField(
        of=NumberField(whole=False),
        says="limits of the sum of `worth` of the entries drawn",
        absent="any",
        example="[1, 3]",
    ),
    "series": StringField(says="a number that continues after the items with the same plain words", example="number"),
    "item": TemplateField(
        required=True,
        says="the item's fields, with expressions in double braces",
        example='{name: {en: "{{ trade.one }}"}}',
    ),
}
OPTIONS = frozenset({"whom"})
STEERED = False

TRIES = 200  # draws for one item

Values = dict[str, Any]


def levers(context: Context, settings: Record) -> Iterator[Lever]:
    """How many there can be, where words serve once or owners have room for so many, and whose; see `Recipe`."""
    company = _Company(context, settings, Request(1))
    limits = [len(company.free(deal)) for deal in settings.deal if deal.once]
    owners = company.owners
    if owners is not None:
        room = [owners.room(owner) for owner in owners.open()]
        limits += [sum(many for many in room if many is not None)] if None not in room else []
        names = tuple(owner.id for owner in owners.open())
        yield special("whom", of=names) if names else special("whom", reason=owners.full())
    yield replace(COUNT, most=Fraction(max(1, min([*limits, MOST]))))


def make(context: Context, settings: Record, request: Request) -> Iterator[Draft]:
    """Yield the drafts; see `Recipe`."""
    company = _Company(context, settings, request)
    for deal in settings.deal:
        if deal.once and (free := len(company.free(deal))) < request.count:
            wanting = f"{deal['from']} of forge.yaml has {free:,} left for a new {deal.once}"
            raise Infeasible(f"{request.count:,} were asked for, but {wanting}")
    if request.whom is not None and company.owners is None:
        raise Infeasible(f"{SPECIAL['whom'][0].option} does not apply to {context.kind.name}")
    drafts = [company.draft() for _ in range(request.count)]
    yield from drafts


NO_POINTS = "points: none makes items without numbers to pay for; recipe: draw needs no rules, only fields to draw"


def examine(context: Context, settings: Record, place: Place, text_fields: Collection[str]) -> Iterator[frozenset[str]]:
    """Note what is wrong with the settings; see `Recipe`."""
    if settings.worth and (len(settings.worth) != 2 or settings.worth[0] > settings.worth[1]):
        place.note(("worth",), "number-range", "worth is a least and a most", "such as [1, 3]")
    try:
        lines = legal_lines(context, settings)
    except Infeasible as error:
        place.note(("recipe",), "cannot-be-made", str(error), NO_POINTS)
    else:
        EnsembleExamination(context, settings, place, lines).run(text_fields)
    yield frozenset()


def legal_lines(context: Context, settings: Record) -> list[PointBuy]:
    """The numbers that an item may have.

    Raises:
        Infeasible: there are none, or no rule says what they may be.
    """
    if settings.points == "none":
        return [{}]
    item_rules = ItemRules(context)
    lines = [line for line in point_buys(context) if item_rules.breach(line) is None]
    if not lines:
        raise Infeasible(f"the rules leave no numbers for {context.kind.name}")
    return lines


class _Company:
    """The items made so far, with the existing ones."""

    def __init__(self, context: Context, settings: Record, request: Request) -> None:
        self.settings, self.rng = settings, context.rng
        self.kind, self.known = context.kind.name, tuple(context.game.languages)
        self.languages = (request.language,) if request.language else self.known
        self.context, self.item_rules = context, ItemRules(context)
        self.distinct = Distinct(context, tuple(context.kind.fields))
        self.lines = legal_lines(context, settings)
        spent = [[item.fields.get(name) for name in line] for line in self.lines[:1] for item in context.existing]
        self.spent = Counter(tuple(numbers) for numbers in spent)
        self.unlike = [*settings.unlike, *(deal.once for deal in settings.deal if deal.once)]
        self.texts = {
            (name, language, text.in_language(language, language).casefold())
            for item in context.existing
            for name in self.unlike
            if isinstance(text := item.fields.get(name), LocalizedText)
            for language in self.known
        }
        self.uses: dict[int, float] = defaultdict(float)  # how often each row was taken, by how often it is to be
        self.owners = next((Owners(context, deal, request.whom) for deal in settings.deal if deal.whose), None)
        self.next = first_of(context, settings)
        self.groups: set[tuple[int, ...]] = set()
        self.picked: list[tuple[int, ...]] = []  # the groups of the current item, which count once it is made

    def free(self, deal: Record) -> list[Any]:
        """The words of a list that serve once and have not served."""
        return [row for row in self._rows(deal, {}) if self._serves(deal, row)]

    def _serves(self, deal: Record, row: Any) -> bool:
        text = fill(self.settings.item[deal.once], {deal.name: entry(row)})
        return not any(
            (deal.once, language, text_in(text, language).casefold()) in self.texts for language in self.known
        )

    def draft(self) -> Draft:
        """One more item.

        Raises:
            Infeasible: the lists make none that is unlike the others.
        """
        for boldness in range(TRIES):
            line = min(self.lines, key=lambda line: (self.spent[tuple(line.values())], self.rng.random()))
            drawn: list[Any] = []
            self.picked = []
            values, fields = self._deal(line, drawn, 1 + boldness / 20)
            worth = Fraction(sum(number_in(row, "worth", 0) for row in drawn))
            if fields is None or not within(self.settings.worth, worth):
                continue
            fields = {**fill(self.settings.item, values), **line, **fields}
            if self.settings.series:
                fields[self.settings.series] = self.next
            texts = {
                (name, language, text_in(fields.get(name), language).casefold())
                for name in self.unlike
                for language in self.known
            }
            if texts & self.texts or not self._allowed(fields, spare=boldness >= TRIES // 2):
                continue
            self.texts |= texts
            self.groups.update(self.picked)
            self.spent[tuple(line.values())] += 1
            self.next += 1
            for row in drawn:
                self.uses[id(row)] += 1 / max(1, number_in(row, "often", 1))
            if self.owners is not None:
                self.owners.take(str(fields[self.owners.field]))
            title = str(fill(self.settings.title, values))
            own = {name: languages_of(part, self.known, self.languages) for name, part in fields.items()}
            return Draft(
                own, title=title, worth=worth if self.settings.worth else None, marks=frozenset({*texts, *self.picked})
            )
        raise Infeasible(f"the words of forge.yaml make no more {self.kind} that are unlike the others")

    def _allowed(self, fields: Values, *, spare: bool) -> bool:
        """Whether an item keeps the rules that look at it alone, and repeats nothing that must not come again.

        With ``spare``, a warning will do: nothing better was found.
        """
        item = as_item(self.context, fields)
        broken = self.item_rules.broken(item)
        if not self.distinct.admits(item.fields) or (broken is not None and not (spare and broken.level == "warning")):
            return False
        self.distinct.take(item.fields)
        return True

    def _deal(self, line: PointBuy, drawn: list[Any], boldness: float) -> tuple[Values, Values | None]:
        """What is drawn for a line, and the fields that come of it; none where a list has nothing that fits."""
        values: Values = dict(line)
        fields: Values = {}
        for deal in self.settings.deal:
            if deal.tell:
                values[deal.name] = value_of(deal.tell, values)
                continue
            if deal.of:
                values[deal.name] = self._item(deal, values)
                if deal.whose:
                    fields[deal.whose] = values[deal.name].id
                continue
            rows = self._pick(deal, values, boldness)
            if rows is None:
                return values, None
            drawn += rows
            if deal.field:
                entries = [brought for row in rows if (brought := fill(row["is"], values)) is not None]
                if entries:  # an entry of nothing leaves its field out
                    fields[deal.field] = entries if deal.count else entries[0]
            else:
                values[deal.name] = filled_entry(rows[0], values, keys_in(self._rows(deal, values)))
        return values, fields

    def _item(self, deal: Record, values: Values) -> Record:
        """An item of another kind, as templates see it: its owner, or one of those that were drawn least."""
        if deal.whose and self.owners is not None:
            return self.owners.draw(self.rng, self.languages[0])
        records = items_of(self.context, deal, values, self.languages[0])
        chosen = min(records, key=lambda record: self.uses[hash(record.id)] + self.rng.random())
        self.uses[hash(chosen.id)] += 1
        return chosen

    def _pick(self, deal: Record, values: Values, boldness: float) -> list[Any] | None:
        """Rows of a list, those used least first; None where too few fit."""
        rows = self._rows(deal, values)
        if deal.once:
            rows = [row for row in rows if self._serves(deal, row)]
        fit = [
            row for row in rows if not isinstance(row, Mapping) or "if" not in row or value_of(str(row["if"]), values)
        ]
        fit.sort(key=lambda row: self.uses[id(row)] + boldness * self.rng.random())
        picked: list[Any] = []
        for row in fit:
            word = row.get(deal.apart) if deal.apart else None
            if word is None or all(partner.get(deal.apart) != word for partner in picked):
                picked.append(row)
            if len(picked) == (deal.count or 1):
                break
        group = tuple(sorted(map(id, picked)))
        if len(picked) < (deal.count or 1) or (deal.count and (group in self.groups or group in self.picked)):
            return None
        if deal.count:
            self.picked.append(group)
        return picked

    def _rows(self, deal: Record, values: Values) -> list[Any]:
        """The list that a deal draws from."""
        name, _, key = (deal["from"] or "").partition(".")
        rows = getattr(values[name], key, None) if key and name in values else self.settings.words.get(name)
        if not isinstance(rows, list) or not rows:
            raise Infeasible(f"forge.yaml: there is no list {deal['from']!r} to draw from")
        return rows


def number_in(row: Any, key: str, otherwise: int) -> int:
    """A whole number that an entry has: how much oftener than others it comes, or what it is worth."""
    number = row.get(key) if isinstance(row, Mapping) else None
    return number if isinstance(number, int) else otherwise


def within(limits: list[Any] | None, worth: Fraction) -> bool:
    """Whether a worth lies between a least and a most."""
    return not limits or Fraction(str(limits[0])) <= worth <= Fraction(str(limits[1]))


def first_of(context: Context, settings: Record) -> int:
    """The number after the largest of the existing items that have the plain words of new ones."""
    if not settings.series:
        return 1
    plain = {name: word for name, word in settings.item.items() if isinstance(word, str)}
    same = (item for item in context.existing if all(item.fields.get(name) == word for name, word in plain.items()))
    numbers = (item.fields.get(settings.series) for item in same)
    return max((number for number in numbers if isinstance(number, int)), default=0) + 1
