"""What a Collector reckons with, against the same worked out from the start each time."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from collectors_rounds import play_round
from msgspec.structs import replace
from tables import setting
from tries import tries

from generator.lab.simulation.ledger import Ledger
from play.allowed import ACTIONS, Action, may_be_stolen, open_to
from play.checks import SIDES, succeeds
from play.course import close
from play.effects import bonus, reflexes
from play.policies import PLAYERS, CollectorsGreedy
from play.simulated import CollectorsSetting
from play.state import CollectorsItem, CollectorsPlayer, CollectorsTable, set_up
from play.worths import FIRST, HARMS, HELPS, danger, expelling, moves_for


def tables(players: int, seed: str, *policies: str) -> Iterator[CollectorsTable]:
    """The table after each step of a game."""
    found, rng = setting("collectors", players, ""), Random(seed)
    assert isinstance(found, CollectorsSetting)
    table = set_up(found.boxes, rng, 5)
    won: tuple[int, ...] = ()
    deciders = [PLAYERS[policies[seat % len(policies)]](rng) for seat in range(players)]
    while not won and table.round < 12:
        yield from play_round(table, deciders, rng, Ledger())
        won = close(table)


def sums(one: CollectorsPlayer) -> tuple[object, ...]:
    """What is worked out from the items of a Collector, whatever their order."""
    hooks = {event: Counter(found) for event, found in one.hooks.items()}
    return one.own, one.lasting, hooks, set(one.sorts), set(one.loose), Counter(one.powers)


@pytest.mark.tried
def test_what_is_kept_up_to_date_is_what_lies_there() -> None:
    for game in range(tries(2)):
        for table in tables(4, f"kept/{game}", "greedy", "random"):
            for one in table.collectors:
                assert sums(one) == sums(CollectorsPlayer(one.character, one.items))


def lead(table: CollectorsTable, me: int, holdings: list[list[CollectorsItem]]) -> float:
    """What the items are worth to a Collector, one by one."""
    own = {seat: -1 if one.out else one.own for seat, one in enumerate(table.collectors) if seat != me}
    ahead, total = max(own, key=lambda seat: own[seat]), 0.0
    for seat, items in enumerate(holdings):
        kind = table.collectors[seat].character.item_type
        worth = sum((item.type == kind) + (HARMS if item.harms else HELPS) for item in items)
        share = FIRST if seat == ahead else (1 - FIRST) / max(1, len(own) - 1)
        total += worth if seat == me else -worth * (share if len(own) > 1 else 1)
    return total


def moved(table: CollectorsTable, me: int, *moves: tuple[int, int, CollectorsItem]) -> float:
    """How much more a lead is after some moves of items."""
    before = [list(one.items) for one in table.collectors]
    after = [list(items) for items in before]
    for giver, receiver, item in moves:
        if giver >= 0:
            after[giver].remove(item)
        if receiver >= 0:
            after[receiver].append(item)
    return lead(table, me, after) - lead(table, me, before)


@pytest.mark.tried
@pytest.mark.parametrize("players", [2, 4])
def test_a_move_is_worth_what_it_changes_of_all_that_is_possessed(players: int) -> None:
    for number, table in enumerate(tables(players, "moves", "greedy", "random")):
        if number % 9 == 0 and len(table.playing) == players:
            for me in range(players):
                for giver, one in enumerate(table.collectors):
                    for receiver in (-1, *range(players)):
                        for item in one.items if receiver != giver else ():
                            found = moves_for(table, me)[giver][receiver].more[item.sort]
                            assert found == pytest.approx(moved(table, me, (giver, receiver, item)))


def rate(table: CollectorsTable, me: int, target: int, action: Action) -> float:
    """The chance of an action, by its faces."""
    if action == "trade":
        return 1.0
    mine, theirs = bonus(table, me, action, target), reflexes(table, target, action, me)
    return sum(succeeds(shown, mine, theirs) for shown in range(1, SIDES + 1)) / SIDES


def gains(table: CollectorsTable, me: int, target: int, action: Action) -> Iterator[float]:
    """What each way to do something to another is worth if it succeeds."""
    mine, theirs = table.collectors[me], table.collectors[target]
    if action == "attack" and theirs.stamina:
        hurt = danger(theirs, theirs.stamina - 1) - danger(theirs, theirs.stamina)
        yield hurt / (len(table.playing) - 1)
    for item in theirs.items if action == "steal" else ():
        if may_be_stolen(theirs, item):
            expelled = expelling(table, target) if item.type == theirs.character.item_type else 0.0
            yield moved(table, me, (target, me, item)) + expelled
    for item in mine.items if action == "foist" else ():
        yield moved(table, me, (me, target, item))
    for given in mine.items if action == "trade" else ():
        for got in [item for item in theirs.items if item.type == mine.character.item_type]:
            both = (me, target, given), (target, me, got)
            if moved(table, target, *both) > 0:
                yield moved(table, me, *both)


@pytest.mark.tried
def test_a_turn_is_planned_as_if_every_item_was_looked_at() -> None:
    planned = 0
    for number, table in enumerate(tables(4, "plans", "greedy", "random")):
        if number % 5 or len(table.playing) < 4:
            continue
        me = number % 4
        bare = replace(table.collectors[me], powers=())
        bare.powers = ()
        there = replace(table, collectors=(*table.collectors[:me], bare, *table.collectors[me + 1 :]))
        slow = []
        for target in there.playing:
            for action in ACTIONS if target != me else ():
                if action in open_to(there, me, target):
                    best = max(gains(there, me, target, action), default=0.0)
                    if best > 1e-9:
                        slow.append(rate(there, me, target, action) * best)
        fast = [value for value, _ in CollectorsGreedy(Random(0)).planned(there, me)]
        assert fast == pytest.approx(sorted(slow))
        planned += len(fast)
    assert planned > 50
