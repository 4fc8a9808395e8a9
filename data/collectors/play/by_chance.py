"""Collectors who do anything legal."""

from collections.abc import Sequence
from random import Random
from typing import Literal

from .allowed import (
    ACTIONS,
    Action,
    CollectorsAct,
    Window,
    may_be_stolen,
    may_use,
    open_to,
    price,
)
from .powers import uses
from .state import CollectorsItem, CollectorsTable, Escapade
from .texts import Power


class CollectorsChance:
    """What a Collector decides, here at random, whatever is legal. ``me`` is its seat."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def exchanges(self, table: CollectorsTable, me: int) -> Escapade | None:
        """The card of the hand that goes under the Escapade Deck, none if None."""
        return self.rng.choice((None, *table.collectors[me].hand))

    def escapade(self, table: CollectorsTable, me: int, cards: Sequence[Escapade]) -> Escapade:
        """The Escapade that it plays."""
        return self.rng.choice(cards)

    def partner(self, table: CollectorsTable, me: int, others: Sequence[int]) -> int:
        """Whom it chooses for an Escapade that wants somebody."""
        return self.rng.choice(others)

    def collects(self, table: CollectorsTable, me: int) -> CollectorsItem:
        """The item that it takes from circulation."""
        return self.rng.choice(table.circulation)

    def acts(self, table: CollectorsTable, me: int, *, offers: bool) -> CollectorsAct | None:
        """Its next action, None if it is done. ``offers``: whether it may still offer a trade."""
        one, acts = table.collectors[me], []
        mine = [item for item in one.items if item is not one.locked]
        powers = [power for power in one.powers if may_use(one, power)]
        ways: list[tuple[Action, Power | None]] = [(action, None) for action in ACTIONS if price(one, action) <= one.ap]
        ways += [(action, power) for power in powers for action in ACTIONS if power.does == action]
        for target in table.playing:
            other = table.collectors[target]
            theirs = [item for item in other.items if item is not other.locked]
            free = [item for item in theirs if may_be_stolen(other, item)]
            for action, power in ways:
                if action not in open_to(table, me, target):
                    continue
                if action == "attack":
                    acts.append(CollectorsAct(action, target, power=power))
                elif action == "steal" and free:
                    acts.append(CollectorsAct(action, target, self.rng.choice(free), power=power))
                elif action == "foist" and mine:
                    acts.append(CollectorsAct(action, target, self.rng.choice(mine), power=power))
                elif action == "trade" and mine and theirs and offers:
                    acts.append(CollectorsAct(action, target, self.rng.choice(mine), self.rng.choice(theirs), power))
        acts += [act for power in powers for act in uses(table, me, power)]
        return self.rng.choice((None, *acts))

    def agrees(self, table: CollectorsTable, me: int, gives: CollectorsItem, gets: CollectorsItem, other: int) -> bool:
        """Whether it trades with another."""
        return self.rng.random() < 0.5

    def yields(self, table: CollectorsTable, me: int, item: CollectorsItem, by: int | None) -> bool:
        """Whether it gives up an item, to another or into circulation, rather than lose 2 Stamina."""
        return self.rng.random() < 0.5

    def intercepts(self, table: CollectorsTable, me: int, window: Window) -> bool:
        """Whether it pays for an interception."""
        return self.rng.random() < 0.25

    def keeps(self, table: CollectorsTable, me: int, item: CollectorsItem) -> bool:
        """Whether it keeps what it intercepts of a theft, or puts it into circulation."""
        return self.rng.random() < 0.5

    def picks(self, table: CollectorsTable, me: int, items: tuple[CollectorsItem, CollectorsItem]) -> Literal[0, 1]:
        """Which item of a trade it takes."""
        return self.rng.choice((0, 1))

    def drops(self, table: CollectorsTable, me: int) -> CollectorsItem | None:
        """The item that it returns to circulation, none if None."""
        free = (item for item in table.collectors[me].items if item.passive is None or item.passive.on != "kept")
        return self.rng.choice((None, *free))
