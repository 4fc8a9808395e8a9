"""How simulated Collectors play: at random, for the best expectation now, or only where the odds are good."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Literal

from generator.games.collectors.actions import Action, may_act
from generator.games.collectors.checks import SIDES, succeeds
from generator.games.collectors.course import CollectorsAct, CollectorsDecider, Window
from generator.games.collectors.state import MOST_STAMINA, CollectorsItem, CollectorsTable, Escapade

ACTIONS: tuple[Action, ...] = ("attack", "steal", "foist", "trade")
EVEN = 0.5  # the chance below which the careful leave a thing alone


def chance(bonus: int, reflexes: int) -> float:
    """The chance of a check."""
    return sum(succeeds(roll, bonus, reflexes) for roll in range(1, SIDES + 1)) / SIDES


class CollectorsChance(CollectorsDecider):
    """Decides at random, and may do whatever is legal."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def exchanges(self, table: CollectorsTable, me: int) -> Escapade | None:
        return self.rng.choice((None, *table.collectors[me].hand))

    def escapade(self, table: CollectorsTable, me: int, cards: Sequence[Escapade]) -> Escapade:
        return self.rng.choice(cards)

    def partner(self, table: CollectorsTable, me: int, others: Sequence[int]) -> int:
        return self.rng.choice(others)

    def collects(self, table: CollectorsTable, me: int) -> CollectorsItem:
        return self.rng.choice(table.circulation)

    def acts(self, table: CollectorsTable, me: int, *, offers: bool) -> CollectorsAct | None:
        mine, acts = table.collectors[me].items, []
        for target in table.playing:
            theirs = table.collectors[target].items
            for action in ACTIONS:
                if not may_act(table, me, target, action):
                    continue
                if action == "attack":
                    acts.append(CollectorsAct(action, target))
                elif action == "steal" and theirs:
                    acts.append(CollectorsAct(action, target, self.rng.choice(theirs)))
                elif action == "foist" and mine:
                    acts.append(CollectorsAct(action, target, self.rng.choice(mine)))
                elif action == "trade" and mine and theirs and offers:
                    acts.append(CollectorsAct(action, target, self.rng.choice(mine), self.rng.choice(theirs)))
        return self.rng.choice((None, *acts))

    def agrees(self, table: CollectorsTable, me: int, gives: CollectorsItem, gets: CollectorsItem, other: int) -> bool:
        return self.rng.random() < 0.5

    def intercepts(self, table: CollectorsTable, me: int, window: Window) -> bool:
        return self.rng.random() < 0.25

    def keeps(self, table: CollectorsTable, me: int, item: CollectorsItem) -> bool:
        return self.rng.random() < 0.5

    def picks(self, table: CollectorsTable, me: int, items: tuple[CollectorsItem, CollectorsItem]) -> Literal[0, 1]:
        return self.rng.choice((0, 1))

    def drops(self, table: CollectorsTable, me: int) -> CollectorsItem | None:
        return self.rng.choice((None, *table.collectors[me].items))


class CollectorsGreedy(CollectorsChance):
    """Does whatever brings the largest lead now, in expectation; among equals it draws lots.

    An item of one's own type is worth 1 in possession, one of a rival's type in that rival's possession costs its share
    of 1 among all rivals. AP that nothing else is worth go into attacks, while they would not be needed to recover.
    """

    least_chance = 0.0  # of a check, without which nothing is tried
    reserve = 0  # AP kept for an interception

    def collects(self, table: CollectorsTable, me: int) -> CollectorsItem:
        rest = [seat for seat in table.playing if seat != me and not table.collectors[seat].collected]
        wanted = {table.collectors[seat].character.item_type for seat in rest}
        worth = [
            (self._worth(table, me, item, me), item.type in wanted) for item in table.circulation
        ]  # what others would take next is taken from them
        best = max(worth)
        return self.rng.choice([item for item, value in zip(table.circulation, worth, strict=True) if value == best])

    def acts(self, table: CollectorsTable, me: int, *, offers: bool) -> CollectorsAct | None:
        one = table.collectors[me]
        if one.ap <= self.reserve:
            return None
        found: list[tuple[float, CollectorsAct]] = []
        for target in table.playing:
            if may_act(table, me, target, "steal"):
                found += self._thefts(table, me, target)
            if offers and may_act(table, me, target, "trade"):
                found += self._offers(table, me, target)
        worthy = [pair for pair in found if pair[0] > 0]
        if worthy:
            best = max(value for value, _ in worthy)
            return self.rng.choice([act for value, act in worthy if value == best])
        return self._attack(table, me) if one.stamina == MOST_STAMINA else None

    def agrees(self, table: CollectorsTable, me: int, gives: CollectorsItem, gets: CollectorsItem, other: int) -> bool:
        return self._swap(table, me, gives, gets, other) > 0

    def intercepts(self, table: CollectorsTable, me: int, window: Window) -> bool:
        if window.action == "attack":
            return False
        grit = table.collectors[me].character.grit
        odds = chance(grit, table.collectors[window.seat].reflexes)
        if odds < self.least_chance:
            return False
        if window.action == "collect":
            (item,) = window.items
            left = list(table.circulation)
            left.remove(item)
            mine = max((self._worth(table, me, other, me) for other in left), default=0.0)
            gain = self._worth(table, me, item, me) - self._worth(table, me, item, window.seat)
            return odds * gain > mine
        if window.action == "trade":
            return max(self._worth(table, me, item, me) for item in window.items) > 0
        (item,) = window.items
        receiver = window.seat if window.action == "steal" else window.target
        return self._worth(table, me, item, me) > self._worth(table, me, item, receiver)

    def keeps(self, table: CollectorsTable, me: int, item: CollectorsItem) -> bool:
        return True

    def picks(self, table: CollectorsTable, me: int, items: tuple[CollectorsItem, CollectorsItem]) -> Literal[0, 1]:
        return 0 if self._worth(table, me, items[0], me) >= self._worth(table, me, items[1], me) else 1

    def drops(self, table: CollectorsTable, me: int) -> CollectorsItem | None:
        return None

    def _thefts(self, table: CollectorsTable, me: int, target: int) -> list[tuple[float, CollectorsAct]]:
        other = table.collectors[target]
        odds = chance(table.collectors[me].character.cunning, other.reflexes)
        if odds < self.least_chance:
            return []
        return [
            (
                odds * (self._worth(table, me, item, me) - self._worth(table, me, item, target)),
                CollectorsAct("steal", target, item),
            )
            for item in other.items
        ]

    def _offers(self, table: CollectorsTable, me: int, target: int) -> list[tuple[float, CollectorsAct]]:
        """Trades that both gain by; whoever is offered one is taken to reckon in the same way."""
        return [
            (self._swap(table, me, gives, gets, target), CollectorsAct("trade", target, gives, gets))
            for gives in table.collectors[me].items
            for gets in table.collectors[target].items
            if gives.type != gets.type and self._swap(table, target, gets, gives, me) > 0
        ]

    def _attack(self, table: CollectorsTable, me: int) -> CollectorsAct | None:
        grit = table.collectors[me].character.grit
        odds = {
            target: chance(grit, table.collectors[target].reflexes)
            for target in table.playing
            if may_act(table, me, target, "attack") and not table.collectors[target].knocked_out
        }
        best = max(odds, key=lambda target: odds[target], default=None)
        return None if best is None or odds[best] < self.least_chance else CollectorsAct("attack", best)

    def _swap(self, table: CollectorsTable, me: int, gives: CollectorsItem, gets: CollectorsItem, other: int) -> float:
        """What a trade is worth to one of its two sides."""
        here = self._worth(table, me, gets, me) - self._worth(table, me, gives, me)
        there = self._worth(table, me, gives, other) - self._worth(table, me, gets, other)
        return here + there

    def _worth(self, table: CollectorsTable, me: int, item: CollectorsItem, possessor: int | None) -> float:
        """What it is worth to one Collector that another, or nobody, possesses an item."""
        if possessor is None or table.collectors[possessor].character.item_type != item.type:
            return 0.0
        return 1.0 if possessor == me else -1 / (len(table.collectors) - 1)


class CollectorsCareful(CollectorsGreedy):
    """As `Greedy`, but leaves alone what fails more often than not, and keeps an AP for an interception."""

    least_chance = EVEN
    reserve = 1


PLAYERS: Mapping[str, Callable[[Random], CollectorsDecider]] = {
    "greedy": CollectorsGreedy,
    "careful": CollectorsCareful,
    "random": CollectorsChance,
}
