"""Simulated games of Star Road: against what can be worked out by hand, and what its policies choose."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace
from shared_games import shipped_game
from tables import setting

from generator.core.sample import mean
from generator.lab.simulation.job import Job, play_part
from generator.lab.simulation.moves import NoSimulation
from generator.lab.simulation.playable import box_of, find_game
from play.battle import Attack, Blocking
from play.building import set_up as base
from play.course import Add, Assault, Begin, Reveal, StarRoadTable
from play.objects import Blueprint, LineObject
from play.policies import (
    GUARDS,
    StarRoadCareful,
    StarRoadGreedy,
    blockers,
    enemies,
    stored,
    usable,
)
from play.simulated import SETS, StarRoadGame, StarRoadSetting
from play.teams import TeamCard


def of_game(players: int) -> StarRoadSetting:
    found = setting("star-road", players, "set1")
    assert isinstance(found, StarRoadSetting)
    return found


def of_mode(mode: str) -> StarRoadSetting:
    found = setting("star-road", 2, mode)
    assert isinstance(found, StarRoadSetting)
    return found


SHOP = of_game(2).shop
KNOWN: dict[str, Blueprint] = {blueprint.name: blueprint for blueprint in SHOP.blueprints}
RED, BLUE = TeamCard("R", "R"), TeamCard("B", "B")


def table(*rows: tuple[str, ...], cards: tuple[TeamCard, ...] = (RED, BLUE), turn: int = 9) -> StarRoadTable:
    players = []
    for names in rows:
        found = base()
        for place, name in enumerate(names):
            found = found.placing(place, LineObject(KNOWN[name], KNOWN[name].cost))
        players.append(found)
    return StarRoadTable(tuple(players), cards, 0, turn)


def test_two_who_only_attack_are_done_in_three_turns_and_the_first_wins() -> None:
    """By hand: a Bomb and 1 of 2 for the next in turn 1; a Bomb for 5 HP in turn 2; Bomb and Grenade for 8 in turn 3."""
    eight = replace(of_game(2), hp=8)  # of the rules; two begin with 12 by our setting
    totals = play_part(Job(eight, ("greedy", "greedy"), 1), (0, 40))
    assert totals.turns == Counter({3: 40})
    assert mean(totals.events["first player wins"]) == 1
    assert totals.events["HP lost"].keys() <= {11, 12, 13, 14}  # as characters have it


def test_what_is_not_played_is_named_and_all_else_is_played() -> None:
    game = shipped_game("star-road")
    for mode, sets in SETS.items():
        box = box_of(game, 2, mode)
        words = find_game(game).leaves_out(box, mode)
        found = find_game(game).prepare(box, 2, mode)
        assert isinstance(found, StarRoadSetting)
        played = {one.name for one in found.shop.blueprints} | {one.name for one in found.shop.characters if one.played}
        for kind in ("blueprints", "characters"):
            ids = [item.id for item in game.kinds[kind].items if item.fields["set"] in sets.split()]
            named = {name for line in words if ": " in line for name in line.split(": ")[1].split(", ")}
            assert ids
            assert all((name in played) != (name in named) for name in ids)
    assert "boomerang-2" in {one.name for one in of_mode("set2").shop.blueprints}
    assert words[-1].endswith("suppressor-man")


def test_objects_used_together_are_one_weapon() -> None:
    there = table(("lever", "stone", "bomb"), ())
    assert usable(there, 0, SHOP, 1) == [(1, 0), (2,)] or usable(there, 0, SHOP, 1) == [(0, 1), (2,)]
    assert usable(there, 0, SHOP, 2) == []
    assert usable(replace(there, turn=0), 0, SHOP, 1) == []  # in the first cycle


def test_the_storage_limits_what_is_used_at_once() -> None:
    there = table(("stone", "stone", "stone"), ()).players[0]
    assert stored(there, [(0,), (1,), (2,)]) == [(0,), (1,)]  # "2{W} each", of 4
    shields = table(("shield",) * 7, ()).players[0]
    assert stored(shields, [(place,) for place in range(7)], GUARDS) == [
        (place,) for place in range(6)
    ]  # "four to six need 4"


def test_who_blocks_takes_walls_first() -> None:
    mine = table(("bomb", "shield", "rebound-wall", "object-shield"), ()).players[0]
    assert blockers(mine, None, anything=False) == [(2,), (1,)]
    assert blockers(mine, None, anything=True) == [(2,), (1,), (0,)]
    assert StarRoadGreedy(Random(0)).answers(table(("shield",), ()), 0, 1, Attack(((0,),))) == [Blocking((0,))]


def test_greedy_throws_all_that_it_has() -> None:
    there = table(("bomb", "grenade"), ())
    assert StarRoadGreedy(Random(0)).acts(there, 0, SHOP, frozenset()) == Assault(1, Attack(((0,), (1,))))


def test_greedy_finishes_what_it_has_begun_and_then_builds_the_most_attack() -> None:
    begun = table((), ())
    begun = begun.with_player(0, begun.players[0].placing(0, LineObject(KNOWN["bomb"], 1)))
    assert StarRoadGreedy(Random(0)).acts(begun, 0, SHOP, frozenset()) == Add(0, 2)
    assert StarRoadGreedy(Random(0)).acts(table((), ()), 0, SHOP, frozenset()) == Begin(KNOWN["bomb"], 0, 3)
    assert StarRoadGreedy(Random(0)).acts(table((), ()), 0, SHOP, frozenset({"0011"})) != Begin(KNOWN["bomb"], 0, 3)


def test_careful_builds_a_wall_first() -> None:
    assert StarRoadCareful(Random(0)).acts(table((), ()), 0, SHOP, frozenset()) == Begin(KNOWN["rebound-wall"], 0, 3)
    assert StarRoadCareful(Random(0)).acts(table(("rebound-wall",), ()), 0, SHOP, frozenset()) == Begin(
        KNOWN["bomb"], 1, 3
    )


def test_leaders_show_their_card_and_are_spared_by_their_own() -> None:
    cards = TeamCard("R", "R", True), TeamCard("R", "R"), BLUE
    there = table((), ("bomb",), (), cards=cards)
    assert StarRoadGreedy(Random(0)).acts(there, 0, SHOP, frozenset()) == Reveal()
    assert enemies(there, 1) == [0, 2]
    assert enemies(replace(there, face_up=frozenset([0])), 1) == [2]


def test_what_reaches_nobody_gives_way_to_what_does() -> None:
    """With both neighbours on the own side and lines full of bombs, the next seat needs a Cannon."""
    mate = TeamCard("R", "R", True)
    cards = RED, mate, BLUE, mate
    there = replace(table(("bomb",) * 8, (), (), (), cards=cards), face_up=frozenset([1, 3]))
    assert StarRoadGreedy(Random(0)).acts(there, 0, SHOP, frozenset()) == Begin(KNOWN["cannon"], 0, 4)


def test_a_box_without_teams_cannot_be_played() -> None:
    with pytest.raises(NoSimulation, match="do not fit its rules"):
        StarRoadGame().prepare({}, 2, "")
