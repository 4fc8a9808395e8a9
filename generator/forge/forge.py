"""The forge: new items of a kind that obey the rules."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.core.problem import Faulty, Infeasible
from generator.forge.engine import OutOfItemsError, search
from generator.forge.gate import Gate, Objection, summary
from generator.forge.item_rules import Distinct, as_item
from generator.forge.request import COUNT, LANGUAGE, MOST, SEED, SPECIAL, Context, Draft, Lever, Request
from generator.forge.spec import FILE, Entry, ForgeSpec
from generator.forge.steering import RuleAim, deck_figures, drifts
from generator.forge.wording import Writer
from generator.forge.yaml_writer import as_yaml
from generator.model.game import Game, Item, Kind
from generator.model.schema import COMMON
from generator.model.values import Ids
from generator.rules.rule import Rule
from generator.rules.rulebook import BrokenRule

ATTEMPTS = 8  # draws before a rule that keeps being broken is taken to leave no other
RUNS = 6  # of a recipe that knows nothing of the rules about the deck, out of which a deck is chosen

UNMADE = "nothing was made"


class NewItem(Struct, frozen=True):
    """An item that was made: its fields, ``id`` first, in writing order."""

    fields: dict[str, Any]
    worth: Fraction | None = None  # on the scale that it was made by, where there is one

    @property
    def id(self) -> str:
        """Its id, unlike any other of its kind."""
        return str(self.fields["id"])

    def as_yaml(self) -> str:
        """The item in the usual form."""
        return as_yaml(self.fields)


def forge(
    game: Game,
    kind: Kind,
    book: ForgeSpec,
    request: Request,
    rng: Random,
    *,
    rules: Sequence[Rule],
    extra: Sequence[Item] = (),
    replaced: Sequence[Item] = (),
    notes: list[str] | None = None,
) -> list[NewItem]:
    """Make new items, and hold them against every rule of the game before they are given out.

    Where they break one, others are drawn, so that the same state of chance always gives the same items.

    Args:
        game: the game.
        kind: what to make.
        book: its ``forge.yaml``.
        request: how many, and like what.
        rng: where chance comes from: the same state gives the same items.
        rules: the game's rules in force.
        extra: items beyond the kind's own that no new one may repeat.
        replaced: items of the kind whose place the new ones take.
        notes: filled with what the person who asked should know, a sentence each.

    Raises:
        Infeasible: what was asked for cannot be made, or would break a rule; its message says why.
        Faulty: a rule of the game cannot be worked out for one of them.
    """
    entry = book.entries.get(kind.name)
    if entry is None:
        kinds = ", ".join(book.entries) or "none"
        raise Infeasible(f"{game.name} has no recipe for {kind.name}; kinds with one in {FILE}: {kinds}")
    unknown = request.options_set() - entry.recipe.OPTIONS
    if unknown:
        raise Infeasible(
            f"{', '.join(sorted(SPECIAL[option][0].option for option in unknown))} does not apply to {kind.name}"
        )
    own = [rule for rule in rules if rule.kind == kind.name]
    remaining = [item for item in kind.items if not any(item is old for old in replaced)]
    context = Context(game, kind, own, [*remaining, *extra], rng)
    gate = Gate(game, kind, rules, context.existing, [*kind.items, *extra])
    try:
        items, warnings = _draw_legal(context, entry, request, gate)
    except BrokenRule as error:
        raise Faulty([error.problem], UNMADE) from None
    if notes is not None:
        notes += [*context.notes, *(f"{line}; that is a warning" for line in warnings)]
        settings = dict(entry.settings)
        fixed = {**(settings.get("common") or {}), **(settings.get("item") or {})}  # what every new item is to have
        drawn = [name for name in kind.fields if not isinstance(fixed.get(name), str)]
        notes += drifts(kind, drawn, gate.items)
        notes += gate.unexpected()
        if request.language and len(game.languages) > 1:
            absent = ", ".join(language for language in game.languages if language != request.language)
            notes.append(f"there is no text in {absent}; `pnp check` warns of that if you keep these: leave out --lang")
    return items


def _draw_legal(context: Context, entry: Entry, request: Request, gate: Gate) -> tuple[list[NewItem], list[str]]:
    """Items that no rule refuses, and a line for each rule that warns of them."""
    first: list[Objection] = []
    figures = {figure.rule.name for figure in deck_figures(context.rules)}
    for context.attempt in range(ATTEMPTS):
        context.notes = []
        try:
            items = list(draw(context, entry, request))
        except Infeasible:
            if first:  # a closer look left nothing: what was wrong at first says more
                break
            raise
        objections = gate.objections(item.fields for item in items)
        steered = entry.recipe.STEERED and context.attempt > 0  # the first time, a recipe may know nothing of a rule
        if not entry.recipe.STEERED and _single(entry) and _errors(objections) & figures:
            items = _steered(context, entry, request) or items
            objections, steered = gate.objections(item.fields for item in items), True
        errors = [objection for objection in objections if objection.level == "error"]
        if not errors:
            return items, summary(objections)
        if steered and _errors(objections) <= figures:
            first = errors  # as near as the engine comes
            break
        first = first or errors
    kind, why = context.kind.name, "; ".join(summary(first))
    raise Infeasible(f"{request.count:,} {kind} that keep the rules were not found: {why}")


def _errors(objections: Iterable[Objection]) -> set[str]:
    """The rules that are broken."""
    return {objection.rule for objection in objections if objection.level == "error"}


def _single(entry: Entry) -> bool:
    """Whether each item stands by itself: in no series, without an owner who has the next, part of no design."""
    settings = dict(entry.settings)
    joined = [
        settings.get("series"),
        settings.get("code"),
        settings.get("designs"),
        *(deal.whose for deal in settings.get("deal", ())),
    ]
    return not any(joined)


class _Pool:
    """Drafts of several runs, by their places, out of which the engine makes a deck: see `engine.Maker`."""

    def __init__(self, context: Context, drafts: list[Draft]) -> None:
        self.rng, self.drafts = context.rng, drafts
        distinct = Distinct(context, tuple(context.kind.fields))
        self.own_marks = [draft.marks | frozenset(distinct.keys(draft.fields)) for draft in drafts]

    def propose(self, place: int) -> list[int]:
        return [place, *self.rng.sample(range(len(self.drafts)), len(self.drafts))]  # the first run is a deck already

    def redraw(self, _item: int) -> int:
        return self.rng.randrange(len(self.drafts))

    def cross(self, first: int, second: int) -> tuple[int, int]:
        return self.redraw(first), self.redraw(second)

    def marks(self, item: int) -> frozenset[Hashable]:
        return self.own_marks[item] | {item}

    def is_legal(self, _item: int) -> bool:
        return True


def _steered(context: Context, entry: Entry, request: Request) -> list[NewItem] | None:
    """Items chosen out of several runs, so that the deck comes as near to the rules about it as they let it.

    The runs know nothing of each other: words that one has used up serve the next again.
    """
    drafts: list[Draft] = []
    for _ in range(max(2, min(RUNS, MOST // request.count))):
        context.notes = []
        try:
            drafts += list(entry.recipe.make(context, entry.settings, request))
        except Infeasible:
            continue  # another run may take the words in another order
    items = [as_item(context, draft.fields) for draft in drafts]
    errors = [rule for rule in context.rules if rule.level == "error"]
    aims = [RuleAim(figure, context.existing, items.__getitem__) for figure in deck_figures(errors)]
    try:
        places = search(request.count, _Pool(context, drafts), aims, context.rng)
    except OutOfItemsError:
        return None
    context.notes = [f"chosen out of {len(drafts):,}, for the rules about the deck"]
    return list(_written(context, entry, request, [drafts[place] for place in sorted(places)]))


def draw(context: Context, entry: Entry, request: Request) -> Iterator[NewItem]:
    """Items as a recipe makes them, with ids and texts, not compared with the rules yet.

    Raises:
        Infeasible: what was asked for cannot be made.
    """
    return _written(context, entry, request, entry.recipe.make(context, entry.settings, request))


def _written(context: Context, entry: Entry, request: Request, drafts: Iterable[Draft]) -> Iterator[NewItem]:
    """Drafts as items with ids and texts."""
    game, kind = context.game, context.kind
    languages = [request.language] if request.language else list(game.languages)
    writer = Writer(entry.wording, languages, context.existing, context.rng) if entry.wording else None
    ids = Ids(item.id for item in context.existing)
    place = _order(kind)
    for draft in drafts:
        fields = {**(dict(writer.write(draft.tags)) if writer else {}), **draft.fields}
        title = draft.title or (fields[entry.wording.title][languages[0]] if entry.wording else kind.name)
        ordered = sorted(fields.items(), key=lambda field: place.get(field[0], len(place)))
        yield NewItem({"id": ids.new(title), **dict(ordered)}, draft.worth)
    if writer and writer.repeated:
        context.notes.append(f"{writer.repeated:,} titles are there twice: the words of {FILE} make no more that fit")


def _order(kind: Kind) -> dict[str, int]:
    """The order in which fields are written: as ``game.yaml`` has them, ``art`` and its like where items have them."""
    names = [name for name in kind.fields if name not in COMMON]
    for item in kind.items:
        before = -1
        for name in item.keys:
            if name not in names:
                names.insert(before + 1, name)
            before = names.index(name)
    return {name: position for position, name in enumerate(names)}


def levers(game: Game, kind: Kind, book: ForgeSpec, rules: Sequence[Rule]) -> list[Lever]:
    """All levers of a kind: those of every run first, then the special ones, to be had or not.

    Args:
        game: the game.
        kind: what is to be made.
        book: its ``forge.yaml``.
        rules: the game's rules in force.

    Raises:
        Infeasible: the rules leave nothing of the kind to make.
    """
    one_language = f"{game.name} is written in {game.languages[0]} alone" if len(game.languages) == 1 else ""
    usual = [COUNT, SEED, replace(LANGUAGE, of=tuple(game.languages), reason=one_language)]
    entry = book.entries.get(kind.name)
    if entry is None:
        why = f"{FILE} has no recipe for {kind.name}"
        return [replace(lever, reason=why) for lever in (*usual, *(lever for lever, _ in SPECIAL.values()))]
    own = [rule for rule in rules if rule.kind == kind.name]
    context = Context(game, kind, own, list(kind.items), Random(0))
    by_name = {lever.name: lever for lever in entry.recipe.levers(context, entry.settings)}
    special = (
        by_name.get(name) or replace(lever, reason=untold.format(kind=kind.name))
        for name, (lever, untold) in SPECIAL.items()
    )
    return [*(by_name.get(lever.name, lever) for lever in usual), *special]
