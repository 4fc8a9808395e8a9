"""Items that differ in a list of one-key members: a Surprise card and its effects.

What is legal is read from the rules in force, and not said again in ``forge.yaml``: `key-range` gives the keys, their
sizes and which have no sign, `count` how many members there may be, `no-repeat` which keys may stand on an item once
only, `worth` between which worths an item should lie.

    recipe: members
    field: effects      # the list
    shares: deck        # keep the shares of the game's own items; balance: those of its `shares` rules
    also: {heavy: "effects|length > 2"} # further fields, reckoned from the list; one that comes to nothing is left out

The new items as a whole keep the shares of lengths, of keys, and of gains and losses (`generator.forge.engine` tells
how), and no two of them have the same members, nor one of them and an item at hand. Two with the same members in
another order are made only where no others of their length are left, and so are items beyond the `worth` rule. Other
rules are kept as well: should the lists drawn break one, they are drawn again from those that do not.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from itertools import product
from math import factorial
from typing import Any

from msgspec.structs import replace

from generator.core.problem import Infeasible
from generator.core.shares import apportion
from generator.forge.engine import NEAR, Aim, SumAim, search
from generator.forge.item_rules import ItemRules, as_item
from generator.forge.item_template import FormulaField, value_of
from generator.forge.member_maker import (
    FreeLists,
    MemberMaker,
    Shares,
    deck_shares,
    members_of,
    plan_deck,
    ruled_shares,
)
from generator.forge.place import NO_FIELD, Place
from generator.forge.request import COUNT, MOST, Context, Draft, Lever, Request, special
from generator.forge.space import Members, Space, Worth, read_space, read_worth, size_weights, unsigned_keys
from generator.forge.steering import RuleAim, deck_figures
from generator.forge.yaml_writer import SignedNumber
from generator.model.fields import ChoiceField, Field, ListField, MapField, StringField
from generator.model.game import Item
from generator.model.values import Record

PARAMETERS: dict[str, Field] = {
    "field": StringField(required=True, says="the list in which items differ", example="effects"),
    "shares": ChoiceField(
        of=("deck", "balance"),
        default="deck",
        says="which shares to keep: those of existing items, or of the `shares` rules",
        example="balance",
    ),
    "also": MapField(
        of=FormulaField(),
        says="fields computed from the list; empty ones are left out, true ones are tags for texts",
        example='{heavy: "effects|length > 2"}',
    ),
}
OPTIONS = frozenset({"lengths", "only", "without", "repeats", "swing", "mean", "like"})
STEERED = True

READ = frozenset(("key-range", "count", "no-repeat", "worth"))  # the checks that say what the space is
LOOKED_AT = 100_000  # lists that are compared with other rules
FEW = 0.01  # of all lists: so few cards leave room enough for all shares
MEAN_STEPS = (30_000, 150)  # exchanges tried for a mean: so many, and so many more for each item
FlagMarks = dict[str, bool]  # flags in ``also``
SIGN_WORDS = {1: "gain", -1: "loss", 0: "neither"}


def levers(context: Context, settings: Record) -> Iterator[Lever]:
    """What the rules allow of effects and their worth; see `Recipe`."""
    space = read_space(context, settings.field, Request(1))
    worth = read_worth(context, settings.field, space)
    keys = tuple(dict.fromkeys(symbol.key for symbol in space.symbols))
    fewest, most = space.lengths[0], space.lengths[-1]
    free = space.size - len(
        set(_taken(context, settings, space)) | (illegal(context, settings, space) if settings.also else set())
    )
    yield replace(COUNT, most=Fraction(max(1, min(MOST, free))))
    usual = f"{fewest}" if fewest == most else f"{fewest}..{most}"
    yield special("lengths", least=Fraction(fewest), most=Fraction(most), default=usual)
    yield from (special("only", of=keys), special("without", of=keys))
    yield from map(special, ("repeats", "swing", "like"))
    if worth is None:
        yield special("mean", reason=f"balance.yaml has no `worth` rule for {context.kind.name}")
    else:
        low, high = worth.reach(space)
        yield special("mean", least=low, most=high)


def make(context: Context, settings: Record, request: Request) -> Iterator[Draft]:
    """Yield the drafts; see `Recipe`."""
    space = read_space(context, settings.field, request)
    worth = read_worth(context, settings.field, space)
    _check_mean(context, request, space, worth)
    existing = set(_taken(context, settings, space))
    banned = illegal(context, settings, space) if context.attempt or settings.also else set()
    there = space.size - len(existing | banned)
    if request.count > there:
        why = "are there already, or break another rule" if banned else "are there already"
        reason = f"; {space.size - there:,} of the {space.size:,} {why}" if there < space.size else ""
        raise Infeasible(f"{request.count:,} were asked for, but the rules and options leave {there:,}{reason}")
    if request.count == there:
        context.notes.append(f"nothing else is left: these {there:,} were all that was left")
    deck: list[Members] = []
    parts = list(_parts(context, settings, request, space, existing | banned))
    for marks, count, other_lists in parts:
        before = len(context.notes)
        deck += _part(context, settings, replace(request, count=count), space, marks, existing, banned | other_lists)
        if len(parts) > 1:
            whose = ", ".join(name if mark else f"not {name}" for name, mark in marks.items())
            context.notes[before:] = [f"{whose}: {note}" for note in context.notes[before:]]
    context.rng.shuffle(deck)
    for members in deck:
        value = Fraction(worth.units(members), worth.unit) if worth else None
        yield replace(_draft(settings, space, members), worth=value)


def _part(
    context: Context,
    settings: Record,
    request: Request,
    space: Space,
    marks: FlagMarks,
    existing: set[Members],
    banned: set[Members],
) -> list[Members]:
    """The lists of a run that have these marks; what is to be known of them is noted."""
    worth = read_worth(context, settings.field, space)
    shares, standing = _shares(context, settings, request, space, marks)
    free = Counter(space.patterns)
    free.subtract(tuple(sorted(symbol for symbol, _ in members)) for members in existing | banned)
    room = FreeLists(space, free)
    plan = plan_deck(request.count, room, shares, standing, context.rng)
    strict = room
    if request.count >= space.size * FEW:
        strict = FreeLists(space, _strict(space, worth, existing | banned, plan.lengths))
    sizes = size_weights(space, request.swing or "lively")
    maker = MemberMaker(space, worth, plan, room, strict, shares, sizes, banned, context.rng)
    aims: list[Aim] = [maker.keys, maker.signs]
    steps = 0
    if request.mean is not None and worth is not None:
        aims.append(SumAim(worth.units, float(request.mean * worth.unit * request.count)))
        steps = MEAN_STEPS[0] + MEAN_STEPS[1] * request.count
    if context.attempt:  # what was made before broke a rule

        def item_of(members: Members) -> Item:
            return as_item(context, _draft(settings, space, members).fields)

        aims += [RuleAim(figure, context.existing, item_of) for figure in deck_figures(context.rules)]
    there = [mark for members in existing for mark in (members, maker.set_of(members))]
    deck = search(request.count, maker, aims, context.rng, there, steps=steps)
    if steps and maker.keys.far + maker.signs.far > NEAR:  # a mean so far off is not worth a share
        deck = search(request.count, maker, aims[:2], context.rng, there, deck=deck)
    while strict is not room and maker.keys.far + maker.signs.far > NEAR and maker.widen():
        deck = search(request.count, maker, aims, context.rng, there, deck=deck, steps=steps)
    context.notes += _notes(deck, existing, maker, shares, request, settings.field)
    return deck


def _strict(space: Space, worth: Worth | None, used: set[Members], lengths: dict[int, int]) -> Counter[tuple[int, ...]]:
    """About how many lists of each pattern are free within the limits of worth: sets, where those are enough."""
    old = {tuple(sorted(members)) for members in used}
    sets, many = Counter[tuple[int, ...]](), Counter[int]()
    for pattern in space.patterns:
        sizes = product(*(space.symbols[symbol].sizes for symbol in pattern))
        lists = (tuple(zip(pattern, chosen, strict=True)) for chosen in sizes)
        sets[pattern] = sum(members not in old and (worth is None or worth.within(members)) for members in lists)
        many[len(pattern)] += sets[pattern]
    return Counter(
        {p: number * (1 if many[len(p)] >= lengths[len(p)] else factorial(len(p))) for p, number in sets.items()}
    )


def _check_mean(context: Context, request: Request, space: Space, worth: Worth | None) -> None:
    """Go on only where a mean that is asked for can be.

    Raises:
        Infeasible: it cannot.
    """
    if request.mean is None:
        return
    if worth is None:
        raise Infeasible(f"a mean needs a scale, and {context.game.name} has no `worth` rule for {context.kind.name}")
    least, most = worth.reach(space)
    if not least <= request.mean <= most:
        mean, lowest, high = map(_decimal, (request.mean, least, most))
        raise Infeasible(f"a mean of {mean} cannot be: one {context.kind.name} item is worth {lowest} to {high}")


def _taken(context: Context, settings: Record, space: Space) -> list[Members]:
    """The lists of the items at hand, as far as they are in the space."""
    read = (space.read(members_of(item, settings.field)) for item in context.existing)
    return [members for members in read if members is not None]


def _shares(
    context: Context, settings: Record, request: Request, space: Space, marks: FlagMarks
) -> tuple[Shares, Shares]:
    """The shares to keep, and what is at hand and counted with the new items: of items with these marks."""
    unsigned, name = unsigned_keys(context, settings.field), settings.field
    items = _marked(context.kind.items if request.like is None else request.like, marks)
    shares = deck_shares(items, name, unsigned)
    standing = deck_shares(_marked(context.existing if request.like is None else (), marks), name, unsigned)
    if settings.shares == "balance" and request.like is None:
        shares = ruled_shares(context, name, space, shares)
    return shares, standing


def _parts(
    context: Context, settings: Record, request: Request, space: Space, unavailable: set[Members]
) -> Iterator[tuple[FlagMarks, int, set[Members]]]:
    """A run by its items' marks, which come as often as among the existing ones: how many, and the lists of other
    marks."""
    fields = context.kind.fields
    names = [name for name in settings.also or () if name in fields and fields[name].in_form.sort == "flag"]
    lists: dict[tuple[bool, ...], set[Members]] = {}
    for members in space.lists() if names else ():
        computed = _also(settings, space, members)
        lists.setdefault(tuple(bool(computed.get(name)) for name in names), set()).add(members)
    sorts = sorted(lists)
    free = [len(lists[sort] - unavailable) for sort in sorts]
    if request.count > sum(free):
        yield {}, request.count, set()
        return
    parts = [dict(zip(names, sort, strict=True)) for sort in sorts]
    items = context.kind.items if request.like is None else request.like
    weights = [sum(item.copies for item in _marked(items, marks)) for marks in parts]
    seats = apportion(request.count, weights, lambda group: sum(free[place] for place in group), context.rng)
    every = set[Members]().union(*lists.values())
    for marks, seat, sort in zip(parts, seats, sorts, strict=True):
        if seat:
            yield marks, seat, every - lists[sort]


def _marked(items: Iterable[Item], marks: FlagMarks) -> list[Item]:
    """The items with these marks."""
    return [item for item in items if all(bool(item.fields.get(name)) is mark for name, mark in marks.items())]


def examine(context: Context, settings: Record, place: Place, text_fields: Collection[str]) -> Iterator[frozenset[str]]:
    """Note what is wrong with the settings; see `Recipe`."""
    kind, name = context.kind, settings.field
    place.gives(kind, {name, *text_fields})
    if not place.field(("field",), name, kind, ListField):
        return
    for field_name, formula in (settings.also or {}).items():
        if field_name not in kind.fields:
            place.note(("also", field_name), "unknown-reference", f"{field_name!r} {NO_FIELD} {kind.name}")
        place.expression(("also", field_name), formula, [name])
    field = kind.fields[name]
    if not field.member or not field.member.is_keyed:
        place.note(("field",), "wrong-type", f"the members of {name} are not mappings of one key", "a list of one-of")
        return
    try:
        space = read_space(context, name, Request(1))
        read_worth(context, name, space)
    except Infeasible as error:
        place.note(("field",), "cannot-be-made", str(error))
        return
    for key in dict.fromkeys(symbol.key for symbol in space.symbols if symbol.key not in field.member.parts):
        place.note(("field",), "cannot-be-made", f"a `key-range` rule has {key!r}, which is not a key of {name}")
    tag_sets = dict.fromkeys(_tags(space, pattern) for pattern in space.patterns)
    try:
        if settings.also and space.size <= LOOKED_AT:
            banned = illegal(context, settings, space)
            lists = (members for members in space.lists() if members not in banned)
            tag_sets = dict.fromkeys(_draft(settings, space, members).tags for members in lists)
    except Infeasible as error:
        place.note(("also",), "rule-syntax", str(error).removeprefix("forge.yaml: "))
    yield from tag_sets


def illegal(context: Context, settings: Record, space: Space) -> set[Members]:
    """The lists that break rules which the space does not know: errors, and warnings of the checks not read here.

    Raises:
        Infeasible: there are too many to look at.
    """
    if space.size > LOOKED_AT:
        raise Infeasible(f"{space.size:,} lists of {settings.field} are possible; {LOOKED_AT:,} can be examined")
    item_rules = ItemRules(context, lambda rule: rule.level == "error" or rule.check_name not in READ)
    return {
        members for members in space.lists() if item_rules.breach(_draft(settings, space, members).fields) is not None
    }


def _draft(settings: Record, space: Space, members: Members) -> Draft:
    signed_members = [(space.symbols[symbol], size) for symbol, size in members]
    written = [{each.key: SignedNumber(each.sign * size) if each.sign else size} for each, size in signed_members]
    also = _also(settings, space, members)
    tags = _tags(space, [symbol for symbol, _ in members]) | frozenset(
        name for name, value in also.items() if value is True
    )
    return Draft({settings.field: written, **also}, tags)


def _also(settings: Record, space: Space, members: Members) -> dict[str, Any]:
    """The fields that are reckoned from a list."""
    listed = [Record({"key": key, "value": value}) for key, value in space.write(members)]
    computed = {name: value_of(formula, {settings.field: listed}) for name, formula in (settings.also or {}).items()}
    return {name: value for name, value in computed.items() if value}


def _tags(space: Space, symbols: Iterable[int]) -> frozenset[str]:
    tags = set[str]()
    for symbol in symbols:
        key, sign = space.symbols[symbol].key, space.symbols[symbol].sign
        tags |= {SIGN_WORDS[sign], key} | ({f"{key}{'+' if sign > 0 else '-'}"} if sign else set())
    return frozenset(tags)


def _notes(
    deck: list[Members], existing: set[Members], maker: MemberMaker, shares: Shares, request: Request, field: str
) -> Iterator[str]:
    """What is not as one might expect, a sentence each."""
    plan, worth = maker.plan, maker.worth
    if request.mean is not None and worth is not None:
        reached = Fraction(sum(map(worth.units, deck)), worth.unit * len(deck))
        yield f"mean worth {_decimal(reached)}; {_decimal(request.mean)} was asked for"
    usual = {length: shares.lengths.get(length, Fraction(0)) for length in plan.lengths}
    for length, count in plan.lengths.items():
        quota = Fraction(len(deck)) * usual[length] / sum(usual.values()) if any(usual.values()) else Fraction(count)
        if quota - count >= 1:
            yield f"only {count} with {length} in {field} are left; their share would be {float(quota):.0f}"
    names = {1: "gains", -1: "losses"}
    planned = [*plan.keys.items(), *((names[sign], number) for sign, number in plan.signs.items())]
    missing = {**maker.keys.missing, **{names[sign]: maker.signs.missing.get(sign, 0) for sign in plan.signs}}
    missed = [f"{number - missing[name]:.0f} {name} for {number}" for name, number in planned if missing[name]]
    if missed:
        yield f"what is left cannot keep all shares together: {', '.join(missed)}"
    twins = len(deck) - len(set(map(maker.set_of, deck)) - set(map(maker.set_of, existing)))
    if twins:
        yield f"{twins:,} have the same {field} as another in another order: the shares left no other way"
    beyond = sum(not worth.within(members) for members in deck) if worth else 0
    if beyond:
        yield f"{beyond:,} are worth more or less than the `worth` rule has it: the shares left no other way"


def _decimal(number: Fraction) -> str:
    return f"{float(number):.3f}".rstrip("0").rstrip(".")
