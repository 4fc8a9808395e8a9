"""A round of Collectors from its opening to its close, without the free texts: what players decide, and who is asked.

Source: the rules page of the game's public design journal. Escapades count by their keywords only; abilities and Lose
Conditions are texts for players to read, and nothing here knows them. Ours: an offer of a trade that is refused costs
nothing, and a Collector who made one makes no other in the same turn.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Literal, Protocol

from msgspec import Struct

from generator.games import Ledger
from generator.games.collectors import rounds
from generator.games.collectors.actions import (
    JOINT,
    Action,
    attack,
    collect,
    collect_from_deck,
    interceptor,
    may_act,
    move_item,
    trade,
)
from generator.games.collectors.checks import die
from generator.games.collectors.state import SEQUENTIAL, CollectorsItem, CollectorsTable, Escapade


class CollectorsAct(Struct, frozen=True):
    """What a Collector does to another: the item stolen, foisted or given, and the one wanted for it in a trade."""

    action: Action
    target: int
    item: CollectorsItem | None = None
    wanted: CollectorsItem | None = None


class Window(Struct, frozen=True):
    """What could be intercepted: who acts, what is done, and to whom; ``collect`` has no target."""

    seat: int
    action: Action | Literal["collect"]
    items: tuple[CollectorsItem, ...] = ()  # at stake: in a trade what the one acting gives, then what it gets
    target: int | None = None


class CollectorsDecider(Protocol):
    """What a Collector decides. ``me`` is its seat; what it is asked it has to answer legally."""

    def exchanges(self, table: CollectorsTable, me: int) -> Escapade | None:
        """The card of the hand that goes under the Escapade Deck, none if None."""

    def escapade(self, table: CollectorsTable, me: int, cards: Sequence[Escapade]) -> Escapade:
        """The Escapade that it plays."""

    def partner(self, table: CollectorsTable, me: int, others: Sequence[int]) -> int:
        """Whom it chooses for an Escapade that wants somebody."""

    def collects(self, table: CollectorsTable, me: int) -> CollectorsItem:
        """The item that it takes from circulation."""

    def acts(self, table: CollectorsTable, me: int, *, offers: bool) -> CollectorsAct | None:
        """Its next action, None if it is done. ``offers``: whether it may still offer a trade."""

    def agrees(self, table: CollectorsTable, me: int, gives: CollectorsItem, gets: CollectorsItem, other: int) -> bool:
        """Whether it trades with another."""

    def intercepts(self, table: CollectorsTable, me: int, window: Window) -> bool:
        """Whether it pays for an interception."""

    def keeps(self, table: CollectorsTable, me: int, item: CollectorsItem) -> bool:
        """Whether it keeps what it intercepts of a theft, or puts it into circulation."""

    def picks(self, table: CollectorsTable, me: int, items: tuple[CollectorsItem, CollectorsItem]) -> Literal[0, 1]:
        """Which item of a trade it takes."""

    def drops(self, table: CollectorsTable, me: int) -> CollectorsItem | None:
        """The item that it returns to circulation, none if None."""


def play_round(
    table: CollectorsTable, players: Sequence[CollectorsDecider], rng: Random, ledger: Ledger
) -> Iterator[CollectorsTable]:
    """A round; the table after every step of it."""
    yield from _Round(players, rng, ledger).play(table)


class _Round:
    """One round: who plays, and what is noted."""

    def __init__(self, players: Sequence[CollectorsDecider], rng: Random, ledger: Ledger) -> None:
        self.players = players
        self.roll = die(rng)
        self.ledger = ledger

    def play(self, table: CollectorsTable) -> Iterator[CollectorsTable]:
        table = self.opened(table)
        yield table
        for phase in table.phases[1:3]:
            for seat in table.playing:
                steps = self.collected(table, seat) if phase == "collection" else self.confronted(table, seat)
                for after in steps:
                    table = after
                    yield table
        for seat in table.playing:
            table = self.dropped(table, seat)
        yield table
        self.ledger.happened("knocked out in a round", sum(one.knocked_out for one in table.collectors))
        self.ledger.happened("AP left", sum(one.ap for one in table.collectors))
        yield rounds.close_round(table)

    def opened(self, table: CollectorsTable) -> CollectorsTable:
        """Cards from the decks, the Instigator's exchange, and its Escapade; none where it has none to play."""
        if table.round > 1:
            self.drawn(table, [len(table.collectors[seat].deck) for seat in table.playing])
        table = rounds.open_round(table)
        me = table.instigator
        player, one = self.players[me], table.collectors[me]
        if one.hand and not table.overtime:
            card = player.exchanges(table, me)
            if card is not None:
                self.ledger.happened("Escapades exchanged")
                table = rounds.swap(table, card)
                one = table.collectors[me]
        cards = [card for card in one.discard if card.keyword != SEQUENTIAL] if table.overtime else one.hand
        if not cards:
            self.ledger.happened("rounds without an Escapade")
            return table
        card = player.escapade(table, me, cards)
        others = [seat for seat in table.playing if seat != me]
        alone = card.keyword == JOINT and len(others) == 1
        partner = player.partner(table, me, others) if card.keyword in rounds.CHOSEN and not alone else None
        self.ledger.happened(f"Escapades: {card.keyword or 'basic'}")
        return rounds.play(table, card, partner)

    def collected(self, table: CollectorsTable, seat: int) -> Iterator[CollectorsTable]:
        """A Collection Step, unless an interception has cost it."""
        if table.collectors[seat].collected:
            self.ledger.happened("Collection Steps lost")
            return
        if not table.circulation:
            self.drawn(table, [len(table.collectors[seat].deck)])
            self.ledger.happened("collected from the deck")
            yield collect_from_deck(table, seat)
            return
        item = self.players[seat].collects(table, seat)
        by = self.interceptor(table, Window(seat, "collect", (item,)))
        after = collect(table, seat, item, self.roll, by)
        self.told("collecting", by, taken=by is not None and item in after.collectors[by].items)
        yield after

    def confronted(self, table: CollectorsTable, seat: int) -> Iterator[CollectorsTable]:
        """A Collector's turn in the Confrontation Phase: any number and mix of actions."""
        offers = True
        while table.collectors[seat].ap and not table.collectors[seat].knocked_out:
            act = self.players[seat].acts(table, seat, offers=offers)
            if act is None:
                return
            if act.action == "trade":
                offers = False
                if not self.agreed(table, seat, act):
                    self.ledger.happened("trades refused")
                    continue
            self.ledger.happened(f"{act.action}: tried")
            table = self.done(table, seat, act)
            yield table

    def agreed(self, table: CollectorsTable, seat: int, act: CollectorsAct) -> bool:
        """Whether an offer is taken."""
        if act.item is None or act.wanted is None or not may_act(table, seat, act.target, "trade"):
            raise ValueError("a trade is one item for one item, with somebody who may be traded with")
        return self.players[act.target].agrees(table, act.target, act.wanted, act.item, seat)

    def done(self, table: CollectorsTable, seat: int, act: CollectorsAct) -> CollectorsTable:
        """The table after an action and its interception."""
        stake = tuple(item for item in (act.item, act.wanted) if item is not None)
        by = self.interceptor(table, Window(seat, act.action, stake, act.target))
        if act.action == "attack":
            after = attack(table, seat, act.target, self.roll, by)
            landed = after.collectors[act.target].stamina < table.collectors[act.target].stamina
            self.ledger.happened("attack: succeeded", landed)
            hit = by is not None and after.collectors[by].stamina < table.collectors[by].stamina
            self.ledger.happened("interceptors hit", hit)
            return after
        if act.item is None:
            raise ValueError(f"to {act.action} an item has to be named")
        if act.action == "trade":
            return self.traded(table, seat, act, by)
        to_circulation = by is not None and not self.players[by].keeps(table, by, act.item)
        after = move_item(table, act.action, seat, act.target, act.item, self.roll, by, to_circulation=to_circulation)
        giver, receiver = (act.target, seat) if act.action == "steal" else (seat, act.target)
        held = after.collectors[receiver].items.count(act.item) - table.collectors[receiver].items.count(act.item)
        self.ledger.happened(f"{act.action}: succeeded", held > 0)
        gone = after.collectors[giver].items.count(act.item) < table.collectors[giver].items.count(act.item)
        self.told(act.action, by, taken=gone and held <= 0)
        return after

    def traded(self, table: CollectorsTable, seat: int, act: CollectorsAct, by: int | None) -> CollectorsTable:
        if act.item is None or act.wanted is None:
            raise ValueError("a trade is one item for one item")
        items = act.item, act.wanted
        takes = self.players[by].picks(table, by, items) if by is not None else 0
        after = trade(table, seat, act.target, items, self.roll, by, takes=takes)
        self.told(
            "trade", by, taken=by is not None and len(after.collectors[by].items) > len(table.collectors[by].items)
        )
        return after

    def dropped(self, table: CollectorsTable, seat: int) -> CollectorsTable:
        if table.collectors[seat].knocked_out or not table.collectors[seat].items:
            return table
        item = self.players[seat].drops(table, seat)
        if item is None:
            return table
        self.ledger.happened("items dropped")
        return rounds.drop(table, seat, item)

    def interceptor(self, table: CollectorsTable, window: Window) -> int | None:
        """Who intercepts; a Collection Step only who has not had theirs."""
        parties = (window.seat,) if window.target is None else (window.seat, window.target)

        def willing(seat: int) -> bool:
            if window.action == "collect" and table.collectors[seat].collected:
                return False
            return self.players[seat].intercepts(table, seat, window)

        return interceptor(table, parties, willing)

    def told(self, what: str, by: int | None, *, taken: bool) -> None:
        if by is not None:
            self.ledger.happened(f"{what}: interceptions tried")
            self.ledger.happened(f"{what}: interceptions succeeded", taken)

    def drawn(self, table: CollectorsTable, decks: Sequence[int]) -> None:
        """Note that a card is drawn of each of some Collection Decks, which hold so many."""
        left = sum(len(one.deck) for one in table.collectors) - sum(1 for cards in decks if cards)
        self.ledger.drawn("items", left, short=0 in decks)


def close(table: CollectorsTable) -> tuple[CollectorsTable, tuple[int, ...]]:
    """After a round: the table, in overtime where a tie has ended the game, and who has won; nobody if it goes on."""
    won = rounds.winners(table)
    if len(won) > 1 and not table.overtime:
        return rounds.into_overtime(table), ()
    return table, won if len(won) == 1 else ()


def leaders(table: CollectorsTable) -> tuple[int, ...]:
    """The seats with the most items of their own type so far."""
    most = max(table.collectors[seat].own for seat in table.playing)
    return tuple(seat for seat in table.playing if table.collectors[seat].own == most)
