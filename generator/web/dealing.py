"""Deals of the forge: what an address asks for, what came of it, and what is kept of this deal and of earlier ones."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from msgspec import Struct
from msgspec.structs import replace
from starlette.datastructures import QueryParams

from generator.core.folders import Project
from generator.core.problem import WrongUse
from generator.forge.forge import NewItem
from generator.forge.make_items import RunSelection
from generator.forge.request import GenerateOptions
from generator.model.game import Item
from generator.web.query import Query

OPTIONS = ("count", "seed", "effects", "only", "without", "repeats", "swing", "mean", "for", "lang", "replace")
MOST = 60  # candidates on a page
MOST_ON_SITE = 30
MOST_RUNS = 12  # that cards can be kept of
SEEDS = 2**32

Pairs = Sequence[tuple[str, str]]


class DealResult(NamedTuple):
    """The outcome of a deal."""

    items: tuple[NewItem, ...]
    text: str
    notes: tuple[str, ...]
    gone: tuple[Item, ...] = ()  # whose place the items would take, one after another


class Deal(Struct, frozen=True):
    """One run of the forge, as an address asks for it."""

    options: GenerateOptions

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The same as options of an address, in their order."""
        options = self.options
        pairs = [("count", str(options.count)), ("seed", str(options.seed)), ("effects", options.effects)]
        pairs += [("only", word) for word in options.only] + [("without", word) for word in options.without]
        pairs += [("repeats", "1" if options.repeats else None), ("swing", options.swing), ("mean", options.mean)]
        pairs += [("for", options.whom), ("lang", options.language), ("replace", "1" if options.replace else None)]
        return [(name, value) for name, value in pairs if value]

    @property
    def token(self) -> str:
        """The same as one word."""
        return urlencode(self.pairs)

    def next(self) -> "Deal":
        """The same with the next seed."""
        return Deal(replace(self.options, seed=((self.options.seed or 0) + 1) % SEEDS))


class DealTable(Struct, frozen=True):
    """The table of cards: the current deal, what was thrown away of it, what is kept of which deal."""

    deal: Deal
    away: tuple[str, ...] = ()
    kept: tuple[tuple[Deal, tuple[str, ...]], ...] = ()

    def kept_of(self, deal: Deal) -> tuple[str, ...]:
        """The ids that are kept of a deal."""
        return dict(self.kept).get(deal, ())

    def keeping(self, deal: Deal, name: str) -> "DealTable":
        """The table with one more card kept."""
        tray = dict(self.kept)
        tray[deal] = (*tray.get(deal, ()), *([] if name in tray.get(deal, ()) else [name]))
        return replace(self, kept=tuple(tray.items()), away=tuple(card for card in self.away if card != name))

    def putting_back(self, deal: Deal, name: str) -> "DealTable":
        """The table with one card not kept any more."""
        tray = {each: tuple(card for card in ids if each != deal or card != name) for each, ids in self.kept}
        return replace(self, kept=tuple((each, ids) for each, ids in tray.items() if ids))

    def throwing(self, name: str) -> "DealTable":
        """The table with one card of the deal thrown away."""
        thrown = self.putting_back(self.deal, name)
        return replace(thrown, away=(*(card for card in thrown.away if card != name), name))

    def taking_up(self, name: str) -> "DealTable":
        """The table with a card that was thrown away back on it."""
        return replace(self, away=tuple(card for card in self.away if card != name))

    def dealing(self, deal: Deal) -> "DealTable":
        """The table with another deal on it, and all that was kept."""
        return DealTable(deal, (), self.kept)

    @property
    def address(self) -> str:
        """The query that brings this table back."""
        return "?" + urlencode(self.pairs)

    @property
    def kept_pairs(self) -> list[tuple[str, str]]:
        """The kept cards, as options of an address."""
        return [("keep", f"{deal.token}:{','.join(ids)}") for deal, ids in self.kept]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """All of it as options of an address."""
        away = [("away", ",".join(self.away))] if self.away else []
        return [*self.deal.pairs, *away, *self.kept_pairs]


def options_in(query: Query, game: str, kind: str, count: int, seed: int | None) -> GenerateOptions:
    """Read the forge's options from an address, besides how many items and their seed.

    Raises:
        WrongUse: one says nothing that can be done.
    """
    return GenerateOptions(
        kind,
        game,
        count,
        seed,
        effects=query.text("effects"),
        only=query.words("only"),
        without=query.words("without"),
        repeats=query.yes("repeats"),
        swing=query.text("swing"),
        mean=query.text("mean"),
        whom=query.text("for"),
        language=query.text("lang"),
        replace=query.yes("replace"),
    )


def read_deal(pairs: Pairs, game: str, kind: str, most: int) -> Deal:
    """The deal that options of an address ask for.

    Raises:
        WrongUse: one says nothing that can be done.
    """
    query = Query(QueryParams(list(pairs)))
    query.only(*OPTIONS)
    count, seed = query.number("count", 1, most, 6), query.number("seed", 0, SEEDS - 1, 1)
    return Deal(options_in(query, game, kind, count, seed))


def read_table(query: Pairs, game: str, kind: str, most: int) -> DealTable:
    """The table that an address describes.

    Raises:
        WrongUse: it says nothing that can be done.
    """
    own = [(name, value) for name, value in query if name not in ("keep", "away", "added")]
    deal = read_deal(own, game, kind, most)
    whole = Query(QueryParams(list(query)))
    table = DealTable(deal, whole.words("away"))
    for value in whole.texts("keep"):
        token, colon, ids = value.rpartition(":")
        if not colon:
            raise WrongUse(f"keep is {value[:40]!r}; a deal and ids are wanted, such as count=9&seed=7:night-owl")
        earlier = read_deal(parse_qsl(token, keep_blank_values=True), game, kind, most)
        for identifier in filter(None, ids.split(",")):
            table = table.keeping(earlier, identifier)
    if len(table.kept) > MOST_RUNS:
        raise WrongUse(f"cards of {len(table.kept)} deals are kept; {MOST_RUNS} can be, so add some to the deck first")
    return table


def deal_out(progress: Callable[[str, int, int], None], project: Project, options: GenerateOptions) -> DealResult:  # noqa: ARG001 - as all errands are called
    """Make the items of a deal; an errand.

    Raises:
        Refusal: they cannot be made.
    """
    from generator.forge.make_items import make_items

    batch = make_items(options, project)
    return DealResult(batch.items, batch.text, batch.notes, batch.gone)


def kept_items(table: DealTable, dealt: Mapping[Deal, DealResult]) -> list[RunSelection]:
    """The kept cards, by deals.

    Raises:
        WrongUse: a deal has no such card any more, as the game's files have changed since.
    """
    selections = []
    for deal, ids in table.kept:
        there = {item.id: item for item in dealt[deal].items}
        missing = [name for name in ids if name not in there]
        if missing:
            raise WrongUse(f"{missing[0]} was kept, but is not made any more: the game's files have changed since")
        items = tuple(item for item in dealt[deal].items if item.id in ids)
        pairs = zip(dealt[deal].items, dealt[deal].gone, strict=False)
        gone_too = tuple(replaced for item, replaced in pairs if item.id in ids)
        selections.append(RunSelection(items, dealt[deal].text, len(items) == len(there), gone_too))
    return selections
