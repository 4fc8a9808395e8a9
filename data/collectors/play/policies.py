"""How simulated Collectors play: at random, for the best expectation now, or only where the odds are good."""

from bisect import insort
from collections.abc import Callable, Mapping
from operator import itemgetter
from random import Random
from typing import Literal

from .allowed import CollectorsAct, Window, price
from .by_chance import CollectorsChance
from .plans import CollectorsPlan, TurnPlanning
from .rounds import PER_AP
from .state import MOST_STAMINA, CollectorsItem, CollectorsPlayer, CollectorsTable
from .worths import (
    AN_AP,
    danger,
    moves_for,
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
        more, share = moves_for(table, me)[-1][me].more, 1 / len(table.collectors)
        found = {item.sort: item for item in table.circulation}  # what others would take next is taken from them
        return found[max(found, key=lambda sort: more.get(sort, 0.0) + share * (sort[0] in wanted))]

    def acts(self, table: CollectorsTable, me: int, *, offers: bool) -> CollectorsAct | None:
        one = table.collectors[me]
        if one.ap <= self.reserve and not one.free:
            return None
        turn = me, table.round, sum([other.stamina == 0 for other in table.collectors])
        if self._turn != turn:
            self._turn, self._plans = turn, self.planned(table, me)
        plans = self._plans
        while plans:
            value, act = plans.pop()
            if act.power is not None or act.action == "use":
                if self.stands(table, me, act):
                    return act
                continue
            cost = price(one, act.action)
            if cost > one.ap - self.reserve or (act.action == "trade" and not offers):
                continue
            if one.stamina < MOST_STAMINA and value <= self._kept(one, cost):
                continue
            if self.stands(table, me, act):
                if act.action == "steal" or act.action == "attack":
                    plans.append((value, act))  # again, as long as it stands
                return act
            if act.action == "steal":
                self._stolen_else(table, me, act.target)
        return None

    def _stolen_else(self, table: CollectorsTable, me: int, target: int) -> None:
        """What was to be stolen is gone: something else of the same Collector may be."""
        gain, item = self.theft(table, me, target, moves_for(table, me))
        rate = odds(table, me, target, "steal")
        if gain > 0 and rate >= self.least_chance:
            insort(self._plans, (rate * gain, CollectorsAct("steal", target, item)), key=itemgetter(0))

    @staticmethod
    def _kept(one: CollectorsPlayer, cost: int) -> float:
        """What AP are worth to recover by."""
        most = min(MOST_STAMINA, one.stamina + PER_AP * one.ap)
        return danger(one, min(MOST_STAMINA, one.stamina + PER_AP * (one.ap - cost))) - danger(one, most)

    def agrees(self, table: CollectorsTable, me: int, gives: CollectorsItem, gets: CollectorsItem, other: int) -> bool:
        return self.exchanged(table, me, other, gives, gets) > 0

    def yields(self, table: CollectorsTable, me: int, item: CollectorsItem, by: int | None) -> bool:
        lost = -moves_for(table, me)[me][-1 if by is None else by].more[item.sort]
        return lost < -recovery(table.collectors[me], -2)

    def intercepts(self, table: CollectorsTable, me: int, window: Window) -> bool:
        if window.action == "attack":
            return False
        if self.least_chance and odds(table, me, window.seat, "intercept") < self.least_chance:
            return False
        if window.action == "trade":
            own = table.collectors[me].character.item_type
            return any(item.type == own for item in window.items)
        moves, (item,) = moves_for(table, me), window.items
        if window.action == "collect":
            step = moves[-1][me].more
            left = max([step[sort] for sort in {other.sort for other in table.circulation}])
            gain = moves[window.seat][me].more[item.sort]
            return gain > left and odds(table, me, window.seat, "intercept") * gain > left
        receiver = window.seat if window.action == "steal" else window.target
        return receiver is not None and moves[receiver][me].more[item.sort] > AN_AP

    def keeps(self, table: CollectorsTable, me: int, item: CollectorsItem) -> bool:
        return moves_for(table, me)[-1][me].more[item.sort] >= 0 or not item.harms

    def picks(self, table: CollectorsTable, me: int, items: tuple[CollectorsItem, CollectorsItem]) -> Literal[0, 1]:
        more = moves_for(table, me)[-1][me].more
        return 0 if more[items[0].sort] >= more[items[1].sort] else 1

    def drops(self, table: CollectorsTable, me: int) -> CollectorsItem | None:
        one = table.collectors[me]
        if not self.crowded(table, me):
            return None
        own = one.character.item_type
        more = moves_for(table, me)[me][-1].more
        free = [item for item in one.items if item.type != own and (not item.passive or item.passive.on != "kept")]
        return max(free, key=lambda item: more[item.sort], default=None)


class CollectorsCareful(CollectorsGreedy):
    """As `Greedy`, but leaves alone what fails more often than not, and keeps an AP for an interception."""

    least_chance = EVEN
    reserve = 1


PLAYERS: Mapping[str, Callable[[Random], CollectorsChance]] = {
    "greedy": CollectorsGreedy,
    "careful": CollectorsCareful,
    "random": CollectorsChance,
}
