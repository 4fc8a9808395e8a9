"""How simulated Collectors play: at random, for the best expectation now, or only where the odds are good."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Literal

from generator.games.collectors.allowed import may_be_stolen, price
from generator.games.collectors.by_chance import CollectorsChance
from generator.games.collectors.deciding import CollectorsAct, CollectorsDecider, Window
from generator.games.collectors.plans import CollectorsPlan, TurnPlanning
from generator.games.collectors.state import MOST_STAMINA, CollectorsItem, CollectorsTable
from generator.games.collectors.worths import (
    AN_AP,
    danger,
    odds,
    recovery,
)

EVEN = 0.5  # the chance below which the careful leave a thing alone


class CollectorsGreedy(TurnPlanning):
    """Does whatever is worth most as its turn begins, in expectation (`worths`); among equals it draws lots.

    An AP that nothing is worth more to recovers Stamina, where some is wanting.
    """

    reserve = 0  # AP kept for an interception

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self._turn, self._plans = (-1, -1, -1), list[CollectorsPlan]()

    def collects(self, table: CollectorsTable, me: int) -> CollectorsItem:
        rest = [seat for seat in table.playing if seat != me and not table.collectors[seat].collected]
        wanted = {table.collectors[seat].character.item_type for seat in rest}
        more = self.lead.moved(table, me, -1, me).more
        worth = {  # what others would take next is taken from them
            sort: (more.get(sort, 0.0) + (sort[0] in wanted) / len(table.collectors), item)
            for sort, item in {item.sort: item for item in table.circulation}.items()
        }
        return max(worth.values(), key=lambda pair: pair[0])[1]

    def acts(self, table: CollectorsTable, me: int, *, offers: bool) -> CollectorsAct | None:
        one = table.collectors[me]
        if one.ap <= self.reserve and not one.free:
            return None
        turn = me, table.round, sum([other.stamina == 0 for other in table.collectors])
        if self._turn != turn:
            self._turn, self._plans = turn, self.planned(table, me)
        kept = danger(one, one.stamina) - danger(one, one.stamina + 2) if one.stamina < MOST_STAMINA else 0.0
        plans = self._plans
        while plans:
            value, act, sort = plans[-1]
            if act.power is None and value <= kept:
                plans.pop()
                continue
            if sort is not None:
                item = table.collectors[act.target].sorts.get(sort)
                free = item is not None and may_be_stolen(table.collectors[act.target], item)
                if free and price(one, "steal") <= one.ap:
                    return CollectorsAct("steal", act.target, item)
            elif act.action == "attack" and act.power is None:
                if not table.collectors[act.target].knocked_out and price(one, "attack") <= one.ap:
                    return act
            elif (offers or act.action != "trade") and self.stands(table, me, act):
                plans.pop()
                return act
            plans.pop()
        return None

    def agrees(self, table: CollectorsTable, me: int, gives: CollectorsItem, gets: CollectorsItem, other: int) -> bool:
        return self._exchanged(table, me, other, gives, gets) > 0

    def yields(self, table: CollectorsTable, me: int, item: CollectorsItem, by: int | None) -> bool:
        lost = -self.lead.moved(table, me, me, -1 if by is None else by).more[item.sort]
        return lost < -recovery(table.collectors[me], -2)

    def intercepts(self, table: CollectorsTable, me: int, window: Window) -> bool:
        if window.action == "attack":
            return False
        if self.least_chance and odds(table, me, window.seat, "intercept") < self.least_chance:
            return False
        if window.action == "collect":
            (item,) = window.items
            step = self.lead.moved(table, me, -1, me).more
            left = [step.get(sort, 0.0) for sort in {other.sort for other in table.circulation}]
            gain = self.lead.moved(table, me, window.seat, me).more[item.sort]
            return len(table.circulation) > 1 and odds(table, me, window.seat, "intercept") * gain > max(left)
        if window.action == "trade":
            own = table.collectors[me].character.item_type
            return any(item.type == own for item in window.items)
        (item,) = window.items
        receiver = window.seat if window.action == "steal" else window.target
        return receiver is not None and self.lead.moved(table, me, receiver, me).more[item.sort] > AN_AP

    def keeps(self, table: CollectorsTable, me: int, item: CollectorsItem) -> bool:
        return self.lead.moved(table, me, -1, me).more[item.sort] >= 0 or not item.harms

    def picks(self, table: CollectorsTable, me: int, items: tuple[CollectorsItem, CollectorsItem]) -> Literal[0, 1]:
        more = self.lead.moved(table, me, -1, me).more
        return 0 if more[items[0].sort] >= more[items[1].sort] else 1

    def drops(self, table: CollectorsTable, me: int) -> CollectorsItem | None:
        one = table.collectors[me]
        if not self.crowded(table, me):
            return None
        own = one.character.item_type
        more = self.lead.moved(table, me, me, -1).more
        free = [item for item in one.items if item.type != own and (not item.passive or item.passive.on != "kept")]
        return max(free, key=lambda item: more[item.sort], default=None)


class CollectorsCareful(CollectorsGreedy):
    """As `Greedy`, but leaves alone what fails more often than not, and keeps an AP for an interception."""

    least_chance = EVEN
    reserve = 1


PLAYERS: Mapping[str, Callable[[Random], CollectorsDecider]] = {
    "greedy": CollectorsGreedy,
    "careful": CollectorsCareful,
    "random": CollectorsChance,
}
