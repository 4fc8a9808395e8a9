"""How simulated Collectors play: at random, for the best expectation now, or only where the odds are good."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from random import Random
from typing import Literal

from generator.games.collectors.actions import Action, may_act
from generator.games.collectors.checks import SIDES, succeeds
from generator.games.collectors.course import CollectorsAct, CollectorsDecider, Window
from generator.games.collectors.state import MOST_STAMINA, CollectorsItem, CollectorsTable, Escapade

ACTIONS: tuple[Action, ...] = ("attack", "steal", "foist", "trade")
EVEN = 0.5  # the chance below which the careful leave a thing alone


@cache
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

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self._kept_gains: dict[tuple[int, int], Mapping[str, float]] = {}  # of a pair of seats
        self._kept_trades: dict[tuple[int, int], Mapping[tuple[str, str], float]] = {}
        self._kept_types: dict[
            int, tuple[tuple[CollectorsItem, ...], set[str]]
        ] = {}  # with the items, which stay alive

    def collects(self, table: CollectorsTable, me: int) -> CollectorsItem:
        rest = [seat for seat in table.playing if seat != me and not table.collectors[seat].collected]
        wanted = {table.collectors[seat].character.item_type for seat in rest}
        worth = [
            (self._worth(table, me, item.type, me), item.type in wanted) for item in table.circulation
        ]  # what others would take next is taken from them
        best = max(worth)
        return self.rng.choice([item for item, value in zip(table.circulation, worth, strict=True) if value == best])

    def acts(self, table: CollectorsTable, me: int, *, offers: bool) -> CollectorsAct | None:
        one = table.collectors[me]
        if one.ap <= self.reserve:
            return None
        mine = self._types(one.items)
        found: list[tuple[float, Action, int]] = []
        for target in table.playing:
            theirs = self._types(table.collectors[target].items)
            if theirs and may_act(table, me, target, "steal"):
                found.append((self._theft(table, me, target, theirs), "steal", target))
            if offers and may_act(table, me, target, "trade"):
                found.append((self._offer(table, me, target, mine, theirs), "trade", target))
        best = max((value for value, _, _ in found), default=0.0)
        if best > 0:
            ways = [(action, target) for value, action, target in found if value == best]
            return self.rng.choice([act for action, target in ways for act in self._best(table, me, action, target)])
        return self._attack(table, me) if one.stamina == MOST_STAMINA else None

    def agrees(self, table: CollectorsTable, me: int, gives: CollectorsItem, gets: CollectorsItem, other: int) -> bool:
        gains = self._gains(table, me, other)
        return gains[gets.type] > gains[gives.type]

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
            mine = max((self._worth(table, me, other.type, me) for other in left), default=0.0)
            gain = self._worth(table, me, item.type, me) - self._worth(table, me, item.type, window.seat)
            return odds * gain > mine
        if window.action == "trade":
            return max(self._worth(table, me, item.type, me) for item in window.items) > 0
        (item,) = window.items
        receiver = window.seat if window.action == "steal" else window.target
        return self._worth(table, me, item.type, me) > self._worth(table, me, item.type, receiver)

    def keeps(self, table: CollectorsTable, me: int, item: CollectorsItem) -> bool:
        return True

    def picks(self, table: CollectorsTable, me: int, items: tuple[CollectorsItem, CollectorsItem]) -> Literal[0, 1]:
        return 0 if self._worth(table, me, items[0].type, me) >= self._worth(table, me, items[1].type, me) else 1

    def drops(self, table: CollectorsTable, me: int) -> CollectorsItem | None:
        return None

    def _types(self, items: tuple[CollectorsItem, ...]) -> set[str]:
        """The types of items, worked out once for the very tuple, which is asked of again and again."""
        kept = self._kept_types.get(id(items))
        if kept is None:
            kept = self._kept_types[id(items)] = (items, {item.type for item in items})
        return kept[1]

    def _theft(self, table: CollectorsTable, me: int, target: int, theirs: Collection[str]) -> float:
        """What the best theft gains, of items of some types; 0 where none is to be tried."""
        odds = chance(table.collectors[me].character.cunning, table.collectors[target].reflexes)
        if odds < self.least_chance:
            return 0.0
        return odds * max(map(self._gains(table, me, target).__getitem__, theirs))

    def _offer(
        self, table: CollectorsTable, me: int, target: int, mine: Collection[str], theirs: Collection[str]
    ) -> float:
        """What the best trade gains that both gain by; whoever is offered one is taken to reckon in the same way."""
        trades = self._trades(table, me, target)
        return next((value for (given, got), value in trades.items() if given in mine and got in theirs), 0.0)

    def _best(self, table: CollectorsTable, me: int, action: Action, target: int) -> list[CollectorsAct]:
        """The thefts from another, or the trades with it, that gain most."""
        theirs = table.collectors[target].items
        if action == "steal":
            gains = self._gains(table, me, target)
            most = max(gains[item.type] for item in theirs)
            return [CollectorsAct(action, target, item) for item in theirs if gains[item.type] == most]
        trades = self._trades(table, me, target)
        acts = [
            (trades[given.type, got.type], CollectorsAct(action, target, given, got))
            for given in table.collectors[me].items
            for got in theirs
            if (given.type, got.type) in trades
        ]
        most = max(value for value, _ in acts)
        return [act for value, act in acts if value == most]

    def _trades(self, table: CollectorsTable, me: int, other: int) -> Mapping[tuple[str, str], float]:
        """What each trade gains that both gain by, types given and got, the best first."""
        if (me, other) not in self._kept_trades:
            mine, theirs = self._gains(table, me, other), self._gains(table, other, me)
            found = {
                (given, got): mine[got] - mine[given]
                for given in mine
                for got in mine
                if mine[got] > mine[given] and theirs[given] > theirs[got]
            }
            by_worth = sorted(found.items(), key=lambda trade: -trade[1])
            self._kept_trades[me, other] = dict(by_worth)
        return self._kept_trades[me, other]

    def _attack(self, table: CollectorsTable, me: int) -> CollectorsAct | None:
        grit = table.collectors[me].character.grit
        odds = {
            target: chance(grit, table.collectors[target].reflexes)
            for target in table.playing
            if may_act(table, me, target, "attack") and not table.collectors[target].knocked_out
        }
        best = max(odds, key=lambda target: odds[target], default=None)
        return None if best is None or odds[best] < self.least_chance else CollectorsAct("attack", best)

    def _gains(self, table: CollectorsTable, me: int, other: int) -> Mapping[str, float]:
        """What it is worth to one Collector to have an item rather than that another one has it, by the item's type."""
        if (me, other) not in self._kept_gains:
            items = (*table.circulation, *(item for one in table.collectors for item in (*one.items, *one.deck)))
            self._kept_gains[me, other] = {
                kind: self._worth(table, me, kind, me) - self._worth(table, me, kind, other)
                for kind in {item.type: None for item in items}
            }
        return self._kept_gains[me, other]

    def _worth(self, table: CollectorsTable, me: int, item_type: str, possessor: int | None) -> float:
        """What it is worth to one Collector that another, or nobody, possesses an item; its type alone decides that,
        the same through the whole game."""
        if possessor is None or table.collectors[possessor].character.item_type != item_type:
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
