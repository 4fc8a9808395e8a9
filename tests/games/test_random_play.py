"""Star Road and Collectors played with random legal moves: nothing sticks, nothing is lost, no limit is passed."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import get_args

import pytest
from collectors_rounds import done
from shared_games import shipped_game

from generator.games.collectors.actions import attack, collect, collect_from_deck, move_item, trade
from generator.games.collectors.allowed import Action, may_intercept, open_to, price
from generator.games.collectors.checks import die
from generator.games.collectors.course import close
from generator.games.collectors.rounds import (
    close_round,
    drop,
    eliminate,
    open_round,
    recover_all,
    winners,
)
from generator.games.collectors.rounds import play as play_escapade
from generator.games.collectors.state import (
    CollectorsBox,
    CollectorsCharacter,
    CollectorsItem,
    CollectorsTable,
    Escapade,
)
from generator.games.collectors.state import set_up as lay_out
from generator.games.star_road.battle import Attack, Blocking, fight
from generator.games.star_road.building import Player, add, begin, end_turn, gained, left_to_spend, open_places, set_up
from generator.games.star_road.course import distance, next_seat
from generator.games.star_road.objects import blueprint_of, combination_of, storage_needed
from generator.games.star_road.teams import TeamCard, cards_of, deal, eliminated, reward, without_objects
from generator.games.star_road.teams import winners as winning

GAME = shipped_game("star-road")
SHOP = [blueprint_of(item.id, item.fields) for item in GAME.kinds["blueprints"].items if item.fields["set"] == "1"]
ROWS = {
    row.fields["players"]: cards_of(row.fields) for row in GAME.kinds["teams"].items if row.fields["edition"] == "2018"
}
TOGETHER = [
    combination_of(item.fields)
    for item in GAME.kinds["combinations"].items
    if item.fields["set"] == "1" and not item.fields.get("character")
]


def sound(player: Player) -> None:
    assert player.hp >= 0
    assert player.storage >= 0
    assert player.spent <= 4
    for place, built in enumerate(player.places):
        assert built is None or 1 <= built.resources <= built.blueprint.cost
        assert built is None or place in range(8)


def built_up(player: Player, rng: Random) -> Player:
    """A player who moves resources at random while some can be moved."""
    while left_to_spend(player) > 0 and rng.random() < 0.9:
        unfinished = [place for place, one in enumerate(player.places) if one and not one.complete]
        if unfinished:
            player = add(player, rng.choice(unfinished), 1)
        else:
            place = rng.choice(open_places(player))
            player = begin(player, rng.choice(SHOP), place, 1)
        sound(player)
    return player


def weapons_of(player: Player) -> list[tuple[int, ...]]:
    """Complete weapons that the storage allows to use at once: pairs that gain first."""
    ready = {
        place: one.blueprint
        for place, one in enumerate(player.places)
        if one and one.complete and one.blueprint.kind == "weapon"
    }
    found: list[tuple[int, ...]] = []
    for combination in TOGETHER:
        places = {ready[place].code: place for place in ready}
        if combination.stat == "attack" and set(combination.parts) <= places.keys():
            found.append(tuple(places[code] for code in combination.parts))
            ready = {place: one for place, one in ready.items() if place not in found[-1]}
    found += [(place,) for place in ready]
    while found and storage_needed(player.at(place).blueprint for part in found for place in part) > player.storage:
        found.pop()
    return found


def blocks_of(player: Player, rng: Random) -> list[Blocking]:
    """Complete objects that guard the base, in any order, as far as the storage allows."""
    ready = [
        place for place, one in enumerate(player.places) if one and one.complete and one.blueprint.protects != "object"
    ]
    rng.shuffle(ready)
    while ready and storage_needed(player.at(place).blueprint for place in ready) > player.storage:
        ready.pop()
    return [Blocking((place,)) for place in ready]


def killed(
    players: list[Player], killer: int, victim: int, cards: tuple[TeamCard, ...], face_up: set[int]
) -> list[Player]:
    players[victim] = eliminated(players[victim])
    found = reward(cards[killer], cards[victim], face_up=killer in face_up)
    if found == "loses objects":
        players[killer] = without_objects(players[killer])
    if found == "resources" and not players[killer].out:
        players[killer] = gained(players[killer], 3)
    return players


@pytest.mark.parametrize("count", range(2, 9))
def test_star_road_ends_with_a_side(count: int) -> None:
    rng = Random(count)
    cards = deal(ROWS[count], rng)
    face_up = {seat for seat, card in enumerate(cards) if card.leader}
    players, seat = [set_up() for _ in range(count)], rng.randrange(count)
    for turn in range(5_000):
        out = {place for place, player in enumerate(players) if player.out}
        if winning(cards, out) is not None:
            break
        players[seat] = built_up(gained(players[seat], 2), rng)
        target = rng.choice([other for other in range(count) if other != seat and other not in out])
        apart = distance(seat, target, count, out)
        weapons = [
            one
            for one in weapons_of(players[seat])
            if turn >= count - 1 and all(players[seat].at(place).blueprint.range >= apart for place in one)
        ]
        if weapons:
            found = fight(
                players[seat],
                players[target],
                Attack(tuple(weapons)),
                blocks_of(players[target], rng),
                apart=apart,
                known=TOGETHER,
            )
            players[seat], players[target] = found.attacker, found.defender
            for killer, victim in ((seat, target), (target, seat)):
                if players[victim].out:
                    players = killed(players, killer, victim, cards, face_up)
        for player in players:
            sound(player)
        players = [end_turn(player) for player in players]
        seat = next_seat(seat, count, {place for place, player in enumerate(players) if player.out} - {seat})
    dead = {place for place, player in enumerate(players) if player.out}
    won = winning(cards, dead)
    assert won is not None
    assert len({cards[place].side for place in won}) <= 1


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
