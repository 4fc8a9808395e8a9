"""Collectors played with random legal moves: nothing sticks, nothing is lost, no limit is passed."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import get_args

import pytest
from collectors_rounds import done

from play.actions import attack, collect, collect_from_deck, move_item, trade
from play.allowed import Action, may_intercept, open_to, price
from play.checks import die
from play.course import close
from play.rounds import close_round, drop, eliminate, open_round, recover_all, winners
from play.rounds import play as play_escapade
from play.state import CollectorsBox, CollectorsCharacter, CollectorsItem, CollectorsTable, Escapade
from play.state import set_up as lay_out


def box(name: str) -> CollectorsBox:
    items = [
        CollectorsItem(f"{name} {number}", name, soulbound=number == 0, signature=number < 2) for number in range(32)
    ]
    keywords = [
        None,
        "Joint Effort",
        "Heated Encounter",
        "Clandestine Approach",
        "Immediate Action",
        "Sequential Event",
    ]
    cards = [Escapade(f"{name} {number}", keywords[number % 6]) for number in range(10)]
    return CollectorsBox(CollectorsCharacter(name, name, 3, 3, 9), tuple(items), tuple(cards))


def all_items(table: CollectorsTable) -> Counter[CollectorsItem]:
    found = Counter([*table.circulation, *table.discarded])
    for one in table.collectors:
        found.update([*one.items, *one.deck])
    return found


def all_cards(table: CollectorsTable) -> Counter[Escapade]:
    found = Counter([table.escapade] if table.escapade else [])
    for one in table.collectors:
        found.update([*one.escapades, *one.hand, *one.discard])
    return found


def interceptor(table: CollectorsTable, parties: tuple[int, ...], willing: Callable[[int], bool]) -> int | None:
    """The first who may intercept and is willing, clockwise from the one acting."""
    seats = [(parties[0] + step) % len(table.collectors) for step in range(1, len(table.collectors))]
    return next((seat for seat in seats if may_intercept(table, seat, parties) and willing(seat)), None)


def confront(table: CollectorsTable, seat: int, rng: Random) -> CollectorsTable:
    roll = die(rng)
    while table.collectors[seat].ap and rng.random() < 0.8:
        target = rng.choice([other for other in table.playing if other != seat])
        action = rng.choice(get_args(Action))
        if (
            action not in open_to(table, seat, target)
            or price(table.collectors[seat], action) > table.collectors[seat].ap
        ):
            break
        mine, theirs = table.collectors[seat].items, table.collectors[target].items
        by = interceptor(table, (seat, target), lambda _: rng.random() < 0.4)
        if action == "attack":
            table = done(attack, table, seat, target, roll, by)
        elif action == "steal" and theirs:
            table = done(
                move_item, table, "steal", seat, target, rng.choice(theirs), roll, by, to_circulation=rng.random() < 0.5
            )
        elif action == "foist" and mine:
            table = done(move_item, table, "foist", seat, target, rng.choice(mine), roll, by)
        elif action == "trade" and mine and theirs:
            table = done(
                trade, table, seat, target, (rng.choice(mine), rng.choice(theirs)), roll, by, takes=rng.choice((0, 1))
            )
    return table


def collection(table: CollectorsTable, seat: int, rng: Random) -> CollectorsTable:
    if table.collectors[seat].collected:
        return table
    if not table.circulation:
        return done(collect_from_deck, table, seat)
    willing = interceptor(table, (seat,), lambda other: not table.collectors[other].collected and rng.random() < 0.2)
    return done(collect, table, seat, rng.choice(table.circulation), die(rng), willing)


def played_round(table: CollectorsTable, rng: Random) -> CollectorsTable:
    table = done(open_round, table)
    one = table.collectors[table.instigator]
    choice = [card for card in one.discard if card.keyword != "Sequential Event"] if table.overtime else one.hand
    if choice:
        card = rng.choice(choice)
        others = [seat for seat in table.playing if seat != table.instigator]
        wants = card.keyword in ("Joint Effort", "Heated Encounter") and not (
            card.keyword == "Joint Effort" and len(others) == 1
        )
        play_escapade(table, card, rng.choice(others) if wants else None)
    for phase in table.phases:
        for seat in table.playing:
            if phase == "collection":
                table = collection(table, seat, rng)
            if phase == "confrontation":
                table = confront(table, seat, rng)
            if (
                phase == "closing"
                and table.collectors[seat].items
                and not table.collectors[seat].knocked_out
                and rng.random() < 0.3
            ):
                table = done(drop, table, seat, rng.choice(table.collectors[seat].items))
    return table


@pytest.mark.parametrize("count", [2, 3, 4])
def test_collectors_ends_with_a_winner(count: int) -> None:
    rng = Random(count)
    table = lay_out([box(name) for name in "abcd"[:count]], rng)
    items, cards = all_items(table), all_cards(table)
    while len(winners(table)) != 1:
        close(table)
        table = played_round(table, rng)
        if count == 4 and table.round == 9:
            table = done(eliminate, table, table.playing[1])
        for one in table.collectors:
            assert 0 <= one.ap <= 5
            assert 0 <= one.stamina <= 10
            assert len(one.hand) <= 3
        recover_all(table)
        table = done(close_round, table)
        assert (all_items(table), all_cards(table)) == (items, cards)
    assert table.round > 7 * count or count == 4
