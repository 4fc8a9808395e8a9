"""Set-up, turn, building and use in Star Road: each sentence of the rules, and our readings as switches."""

from typing import Any

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from shared_games import shipped_game

from play.building import (
    HP,
    LINES,
    SPEND,
    STORAGE,
    SUPPLY,
    Player,
    add,
    begin,
    end_turn,
    gained,
    lose,
    open_places,
    set_up,
)
from play.course import StarRoadTable, distance
from play.objects import (
    Blueprint,
    LineObject,
    after_use,
    blueprint_of,
    storage_needed,
)

GAME = shipped_game("star-road")
SHOP = {
    item.id: blueprint_of(item.id, item.fields)
    for item in GAME.kinds["blueprints"].items
    if isinstance(item.fields["cost"], int)
}
STONE, CANNON, SHIELD, WALL = SHOP["stone"], SHOP["cannon"], SHOP["shield"], SHOP["rebound-wall"]
BOOMERANG = SHOP["boomerang-2"]


def complete(blueprint: Blueprint, **more: Any) -> LineObject:
    return LineObject(blueprint, blueprint.cost, blueprint.uses, **more)


def standing(*built: LineObject | None, storage: int = 9, hp: int = 8) -> Player:
    return Player(hp, storage, (*built, *(None,) * (8 - len(built))))


def test_each_player_starts_with_12_resources_of_which_8_are_hp_and_with_8_empty_places() -> None:
    player = set_up()
    assert (player.storage, player.hp, player.places, player.out) == (4, 8, (None,) * 8, False)
    board = GAME.kinds["production-boards"].items[0].fields
    assert tuple(board[name] for name in ("lines", "storage", "hp", "supply", "spend")) == (
        LINES,
        STORAGE,
        HP,
        SUPPLY,
        SPEND,
    )


def test_supply_brings_2_resources_into_the_storage() -> None:
    assert gained(set_up(), SUPPLY).storage == 6


def test_the_lower_platform_of_a_line_is_taken_first() -> None:
    assert open_places(set_up()) == (0, 2, 4, 6)
    player = begin(set_up(), STONE, 2, 1)
    assert open_places(player) == (0, 2, 3, 4, 6)
    with pytest.raises(ValueError, match="lower platform comes first"):
        begin(player, STONE, 1, 1)


def test_at_most_4_resources_a_turn_over_all_objects() -> None:
    player = replace(set_up(), storage=9)
    player = begin(begin(player, CANNON, 0, 3), CANNON, 2, 1)
    assert (player.storage, player.spent) == (5, 4)
    with pytest.raises(ValueError, match="1 resources cannot be moved; 1 to 0 can"):
        add(player, 2, 1)
    assert add(end_turn(player), 2, 3).at(2).complete


def test_no_more_is_moved_than_lies_in_the_storage() -> None:
    with pytest.raises(ValueError, match="2 resources cannot be moved; 1 to 1 can"):
        begin(standing(storage=1), CANNON, 0, 2)


def test_an_object_holds_at_least_1_and_at_most_w_and_is_complete_at_w() -> None:
    with pytest.raises(ValueError, match="0 resources cannot be moved"):
        begin(set_up(), STONE, 0, 0)
    with pytest.raises(ValueError, match="stone holds at most 1"):
        begin(set_up(), STONE, 0, 2)
    player = begin(set_up(), CANNON, 0, 3)
    assert not player.at(0).complete
    assert add(player, 0, 1).at(0).complete


@each("cost", range(1, 13))
def test_an_object_takes_as_many_turns_as_fours_go_into_w(cost: int) -> None:
    player, turns = standing(storage=99), 0
    while player.places[0] is None or not player.at(0).complete:
        room = min(4, cost - (player.at(0).resources if player.places[0] else 0))
        player = add(player, 0, room) if player.places[0] else begin(player, replace(STONE, cost=cost), 0, room)
        player, turns = end_turn(player), turns + 1
    assert turns == -(-cost // 4)


def test_a_new_object_may_replace_one_and_takes_nothing_over() -> None:
    player = begin(standing(complete(CANNON), storage=4), STONE, 0, 1)
    assert player.at(0).blueprint == STONE
    assert (player.at(0).resources, player.storage) == (1, 3)


def test_at_0_an_object_leaves_the_line_and_with_less_than_w_it_is_not_complete() -> None:
    player = lose(standing(complete(CANNON)), 0, 3)
    assert (player.at(0).resources, player.at(0).complete) == (1, False)
    assert lose(player, 0, 1).places[0] is None
    assert add(end_turn(player), 0, 3).at(0).complete
    with pytest.raises(ValueError, match="nothing is on place 5"):
        player.at(5)


def test_what_stands_above_stays_when_the_lower_object_leaves() -> None:
    player = standing(complete(STONE), complete(CANNON))
    assert lose(player, 0, 1).at(1).complete


def test_in_the_first_cycle_only_the_last_player_uses_objects_and_others_answer_then() -> None:
    tables = [StarRoadTable((set_up(),) * 3, (), 0, turn) for turn in range(4)]
    assert [table.first_cycle for table in tables] == [True, True, False, False]


@each(
    ("used", "needed"),
    [
        ([STONE], 2),
        ([STONE, STONE], 4),
        ([SHIELD] * 3, 2),
        ([SHIELD] * 4, 4),
        ([SHIELD] * 6, 4),
        ([SHOP["anti-missile"]] * 2, 2),
        ([STONE, SHOP["bullet"]], 5),
        ([CANNON], 0),
        ([], 0),
    ],
)
def test_storage_is_needed_for_each_object_or_batch_used_at_once(used: list[Blueprint], needed: int) -> None:
    assert storage_needed(used) == needed


def test_a_weapon_is_destroyed_after_one_use() -> None:
    assert after_use(complete(STONE)) is None


def test_recycle_leaves_the_object_to_be_built_up_again() -> None:
    spent = after_use(complete(BOOMERANG))
    assert spent is not None
    assert (spent.complete, spent.resources) == (False, BOOMERANG.cost - 1)
    assert add(standing(spent), 0, 1).at(0).complete


def test_recycle_of_all_resources_takes_the_object_off_the_line() -> None:
    assert after_use(complete(replace(STONE, recycle=1, uses=None))) is None


def test_a_use_limit_counts_down_to_destruction_and_may_have_no_end() -> None:
    limited: LineObject | None = complete(replace(STONE, uses=3))
    for left in (2, 1):
        assert limited is not None
        limited = after_use(limited)
        assert limited is not None
        assert (limited.uses, limited.complete) == (left, True)
    assert limited is not None
    assert after_use(limited) is None
    endless = complete(replace(STONE, uses=None))
    assert after_use(endless) == endless
    assert {SHOP[name].uses for name in SHOP if "use_limit" in SHOP[name].traits} >= {5}


def test_with_recycle_and_limit_each_use_costs_both_and_building_up_adds_no_use() -> None:
    spent = after_use(complete(replace(CANNON, recycle=1, uses=2)))
    assert spent is not None
    assert (spent.resources, spent.uses) == (3, 1)
    again = add(standing(spent), 0, 1).at(0)
    assert again.complete
    assert after_use(again) is None


@each(("one", "other", "players", "seats"), [(0, 1, 2, 1), (0, 7, 8, 1), (1, 5, 8, 4), (6, 1, 8, 3)])
def test_distance_goes_the_shorter_way_round(one: int, other: int, players: int, seats: int) -> None:
    assert distance(one, other, players) == distance(other, one, players) == seats


def test_distance_skips_seats_of_players_who_are_out_by_our_reading() -> None:
    assert distance(0, 2, 4, out={1}) == 1
    assert distance(0, 2, 4, out={1, 3}) == 1


@given(st.integers(2, 8), st.data())
def test_distance_is_at_most_half_the_table(players: int, data: st.DataObject) -> None:
    one, other = data.draw(st.integers(0, players - 1)), data.draw(st.integers(0, players - 1))
    assert (distance(one, other, players) == 0) == (one == other)
    assert distance(one, other, players) <= players // 2


def test_an_object_that_copies_another_has_no_cost_of_its_own() -> None:
    copies = [item for item in GAME.kinds["blueprints"].items if item.fields["cost"] == "X"]
    assert copies
    with pytest.raises(ValueError, match="as much as the object that it copies"):
        blueprint_of(copies[0].id, copies[0].fields)
