"""Teams in Star Road: dealing, kills and their reward, and the end; each sentence of the rules."""

from collections import Counter
from random import Random

import pytest
from shared_games import shipped_game

from play import course
from play.building import set_up
from play.course import next_seat
from play.objects import LineObject, blueprint_of
from play.teams import (
    TeamCard,
    cards_of,
    deal,
    eliminated,
    mates,
    reward,
    winners,
    without_objects,
)

GAME = shipped_game("star-road")
TABLE = {
    item.fields["players"]: cards_of(item.fields)
    for item in GAME.kinds["teams"].items
    if item.fields["edition"] == "2018"
}
SHOP = {item.id: item.fields for item in GAME.kinds["blueprints"].items}


def test_the_table_of_teams_comes_out() -> None:
    assert {players: sorted(Counter(card.side for card in cards).values()) for players, cards in TABLE.items()} == {
        2: [1, 1],
        3: [1, 1, 1],
        4: [2, 2],
        5: [1, 2, 2],
        6: [2, 2, 2],
        7: [2, 2, 3],
        8: [4, 4],
    }
    assert [sum(card.leader for card in TABLE[players]) for players in range(2, 9)] == [0, 0, 2, 1, 3, 3, 4]
    assert TABLE[5][-1] == TeamCard("Y", "B+Y")


def test_cards_are_dealt_at_random_by_the_generator_passed_in() -> None:
    dealt = [deal(TABLE[8], Random(seed)) for seed in range(20)]
    assert all(Counter(cards) == Counter(TABLE[8]) for cards in dealt)
    assert len(set(dealt)) > 10
    assert deal(TABLE[8], Random(3)) == deal(TABLE[8], Random(3))


def test_a_leader_alone_may_reveal_at_any_time() -> None:
    assert [card.leader for card in TABLE[4]] == [True, False, True, False]


def test_a_random_player_begins_and_turns_pass_over_who_is_out() -> None:
    assert {course.set_up(TABLE[4], Random(seed)).active for seed in range(40)} == {0, 1, 2, 3}
    assert [next_seat(seat, 4) for seat in range(4)] == [1, 2, 3, 0]
    assert next_seat(1, 4, out={2, 3}) == 0
    assert next_seat(1, 4, out={0, 2, 3}) == 1
    with pytest.raises(ValueError, match="nobody is left"):
        next_seat(0, 2, out={0, 1})


def test_mates_are_all_on_a_side_by_our_reading() -> None:
    red, green, blue = TeamCard("R", "R+G"), TeamCard("G", "R+G", leader=True), TeamCard("B", "B+Y")
    assert mates(red, green)
    assert not mates(red, blue)


def test_a_kill_is_rewarded_by_the_killers_own_card() -> None:
    red, green, blue = TeamCard("R", "R+G"), TeamCard("G", "R+G"), TeamCard("B", "B+Y")
    assert reward(red, green, face_up=True) == "loses objects"
    assert reward(red, blue, face_up=True) == "resources"
    assert {reward(red, victim, face_up=False) for victim in (green, blue)} == {"nothing"}


def test_who_kills_a_team_mate_loses_all_objects_on_the_lines_but_base_and_you() -> None:
    built = [blueprint_of(name, SHOP[name]) for name in ("cannon", "stone", "ground-base-3", "you-3")]
    player = set_up()
    for place, blueprint in enumerate(built):
        player = player.placing(place, LineObject(blueprint, 1))
    left = without_objects(player)
    assert [one and one.blueprint.name for one in left.places[:4]] == [None, None, "ground-base-3", "you-3"]
    assert (left.hp, left.storage) == (8, 4)


def test_what_a_player_who_is_out_had_goes_to_the_common_supply() -> None:
    player = set_up().placing(0, LineObject(blueprint_of("stone", SHOP["stone"]), 1))
    assert (eliminated(player).storage, set(eliminated(player).places)) == (0, {None})


def test_play_ends_when_one_side_is_left_and_its_dead_win_too() -> None:
    cards = TABLE[5]  # R* R G B Y
    assert winners(cards, ()) is None
    assert winners(cards, {0, 1}) is None
    assert winners(cards, {0, 1, 2, 4}) == frozenset({3, 4})
    assert winners(cards, {0, 1, 2}) == frozenset({3, 4})
    assert winners(cards, {0, 1, 2, 3, 4}) == frozenset()
