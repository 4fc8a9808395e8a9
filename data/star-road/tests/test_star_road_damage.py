"""Damage in Star Road: each sentence of its rules, the printed examples, and the loop of strengths."""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from shared_games import shipped_game

from play.battle import Attack, Blocking, fight, joined, strike_of
from play.building import Player, end_turn
from play.damage import AttackResult, DamageRules, Guard, Strike, guard_of, settle
from play.objects import (
    Blueprint,
    Combination,
    LineObject,
    blueprint_of,
    combination_of,
    family,
    found_in,
    together,
)

GAME = shipped_game("star-road")
SHOP = {
    item.id: blueprint_of(item.id, item.fields)
    for item in GAME.kinds["blueprints"].items
    if isinstance(item.fields["cost"], int)
}
COMBINATIONS = [
    combination_of(item.fields) for item in GAME.kinds["combinations"].items if family(item.fields["set"]) == "original"
]
# Of the draft of 2019, in which the game's author says what beats what.
GRENADE, BOMB = SHOP["grenade"], SHOP["bomb"]
SHIELD_3 = replace(SHOP["shield"], value=3, cost=2)
OBJECT_SHIELD_3 = replace(SHOP["object-shield"], value=3, cost=2)


def complete(blueprint: Blueprint, **more: Any) -> LineObject:
    return LineObject(blueprint, blueprint.cost, blueprint.uses, **more)


def standing(*built: LineObject | Blueprint | None, storage: int = 20, hp: int = 8) -> Player:
    places = [complete(one) if isinstance(one, Blueprint) else one for one in built]
    return Player(hp, storage, (*places, *(None,) * (8 - len(places))))


def named(*names: str, **more: Any) -> Player:
    return standing(*(SHOP[name] for name in names), **more)


def each(count: int) -> tuple[tuple[int, ...], ...]:
    return tuple((place,) for place in range(count))


def attacks(*attacks: int) -> list[Strike]:
    return [Strike(attack) for attack in attacks]


def test_damage_that_nothing_blocks_goes_to_the_base() -> None:
    found = fight(named("grenade"), named(), Attack(each(1)))
    assert (found.defender.hp, found.attacker.hp) == (5, 8)
    assert found.settled == AttackResult(3, 0, (), frozenset(), ())


def test_one_w_of_the_blocker_cancels_one_a_and_leaves_it() -> None:
    found = fight(named("grenade"), named("cannon"), Attack(each(1)), [Blocking((0,))])
    assert found.defender.hp == 8
    assert (found.defender.at(0).resources, found.defender.at(0).complete) == (1, False)


def test_left_over_attack_moves_to_the_next_blocker_and_then_to_the_base() -> None:
    found = fight(
        named("cannon"), named("grenade", "stone", "stone"), Attack(each(1)), [Blocking((0,)), Blocking((2,))]
    )
    assert found.defender.hp == 8 - (6 - 2 - 1)
    assert [built is not None for built in found.defender.places[:3]] == [False, True, False]


def test_a_surviving_blocker_meets_the_next_weapon_with_what_it_has_left() -> None:
    found = fight(named("grenade", "grenade"), named("cannon"), Attack(each(2)), [Blocking((0,))])
    assert [hit.cancelled for hit in found.settled.hits] == [3, 1]
    assert (found.defender.hp, found.defender.places[0]) == (6, None)


def test_the_printed_example_of_a_battle_comes_out() -> None:
    found = fight(
        named("grenade", "bomb"), named("shield", "cannon"), Attack(each(2)), [Blocking((0,)), Blocking((1,))]
    )
    assert found.defender.hp == 5
    assert found.defender.places == found.attacker.places == (None,) * 8
    hits = [(hit.strike, hit.guard, hit.attack, hit.cancelled) for hit in found.settled.hits]
    assert hits == [(0, 0, 3, 1), (0, 1, 2, 2), (1, 1, 5, 2)]


def test_the_printed_example_of_a_rebound_comes_out() -> None:
    wall = named("rebound-wall")
    first = fight(named("stone", "grenade"), wall, Attack(((0,),)), [Blocking((0,))])
    assert (first.attacker.hp, first.defender.hp, first.settled.rebound) == (7, 8, 1)
    assert first.defender.at(0).taken == 1
    second = fight(first.attacker, first.defender, Attack(((1,),)), [Blocking((0,))])
    assert (second.attacker.hp, second.defender.hp) == (7, 6)
    assert second.defender.places[0] is None


def test_the_order_of_weapons_matters() -> None:
    blocks = [Guard("shield", 3), Guard("object", 2)]
    assert settle(attacks(3, 5), blocks).through == 3
    assert settle(attacks(5, 3), blocks).through == 3
    alone = [Guard("shield", 3)]
    assert settle(attacks(3, 1), alone).destroyed == {0}
    assert settle(attacks(1, 2), alone).destroyed == frozenset()
    wall = [Guard("mix", 2), Guard("object", 1)]
    assert settle(attacks(1, 4), wall).hits != settle(attacks(4, 1), wall).hits


def test_the_order_of_blockers_matters() -> None:
    found = [settle(attacks(3), guards) for guards in permutations([Guard("shield", 1), Guard("object", 4)])]
    assert [len(one.destroyed) for one in found] == [1, 0]


def test_a_blocker_may_answer_some_of_the_weapons_only() -> None:
    guards = [Guard("shield", 3, against=frozenset({0})), Guard("shield", 3, against=frozenset({1}))]
    assert settle(attacks(3, 3), guards).destroyed == frozenset()
    assert settle(attacks(3, 3), [Guard("shield", 3), Guard("shield", 3)]).destroyed == {0}


@pytest.mark.parametrize(("attack", "falls"), [(2, False), (3, False), (4, True)])
def test_a_shield_is_destroyed_by_more_than_p_and_else_not_harmed_at_all(attack: int, falls: bool) -> None:
    player = standing(SHIELD_3)
    found = fight(standing(replace(GRENADE, value=attack)), player, Attack(each(1)), [Blocking((0,))])
    assert (found.defender.places[0] is None) == falls
    assert found.defender.hp == 8 - max(0, attack - 3)
    if not falls:
        assert end_turn(found.defender) == player


def test_a_shield_collects_the_damage_of_the_whole_turn() -> None:
    first = fight(standing(replace(GRENADE, value=2)), standing(SHIELD_3), Attack(each(1)), [Blocking((0,))])
    again = fight(standing(replace(GRENADE, value=2)), first.defender, Attack(each(1)), [Blocking((0,))])
    assert (again.defender.places[0], again.defender.hp) == (None, 7)
    rested = fight(standing(replace(GRENADE, value=2)), end_turn(first.defender), Attack(each(1)), [Blocking((0,))])
    assert rested.defender.at(0).complete


@pytest.mark.parametrize(("attack", "rebound"), [(1, 1), (2, 2), (3, 0)])
def test_a_mix_returns_every_hit_unless_the_damage_exceeds_m(attack: int, rebound: int) -> None:
    found = settle([Strike(attack)], [Guard("mix", 2)])
    assert (found.rebound, bool(found.destroyed), found.through) == (rebound, not rebound, max(0, attack - 2))


def test_every_hit_of_an_attack_that_a_mix_survives_goes_back() -> None:
    assert settle(attacks(1, 2, 1), [Guard("mix", 5)]).rebound == 4


def test_a_hit_that_a_mix_stands_goes_back_even_if_a_later_one_breaks_it() -> None:
    assert settle(attacks(1, 2), [Guard("mix", 2)]).rebound == 1
    assert settle(attacks(1, 2), [Guard("mix", 2)], rules=DamageRules(rebound="attack")).rebound == 0


def test_a_rebound_is_neither_blocked_nor_returned() -> None:
    attacker = named("stone", "rebound-wall", "shield")
    found = fight(attacker, named("rebound-wall"), Attack(((0,),)), [Blocking((0,))])
    assert found.attacker.hp == 7
    assert found.attacker.at(1).taken == found.attacker.at(2).taken == 0
    assert found.defender.hp == 8


def test_a_wall_may_return_one_more_than_m_as_the_chinese_cards_have_it() -> None:
    rules = DamageRules(returns_beyond=1)
    assert settle(attacks(3), [Guard("mix", 2)], rules=rules).rebound == 3
    assert settle(attacks(4), [Guard("mix", 2)], rules=rules) == replace(
        settle(attacks(4), [Guard("mix", 3)]), through=1
    )


def test_several_targets_are_settled_one_by_one() -> None:
    attacker, one, other = named("grenade", "bomb"), named(), named("shield")
    first = fight(attacker, one, Attack(((1,),)))
    second = fight(first.attacker, other, Attack(((0,),)), [Blocking((0,))])
    assert (first.defender.hp, second.defender.hp) == (3, 6)
    assert second.attacker.places == (None,) * 8


def test_nothing_falls_below_0() -> None:
    assert fight(named("bomb"), named(hp=2), Attack(each(1))).defender.out
    assert fight(named("stone", hp=1), named("rebound-wall"), Attack(each(1)), [Blocking((0,))]).attacker.out


def test_an_air_cannon_makes_a_wall_a_plain_shield_of_the_same_value() -> None:
    shot = Strike(2, anti_mix=True)
    assert settle([shot], [Guard("mix", 2)]) == replace(settle([Strike(2)], [Guard("shield", 2)]), rebound=0)
    assert settle([shot, Strike(1)], [Guard("mix", 5)]).rebound == 1
    found = fight(named("air-cannon"), named("rebound-wall"), Attack(each(1)), [Blocking((0,))])
    assert (found.attacker.hp, found.defender.hp, found.defender.places[0]) == (8, 6, None)


def test_the_revised_air_cannon_makes_its_value_0() -> None:
    rules = DamageRules(air_cannon="nothing")
    found = settle([Strike(2, anti_mix=True)], [Guard("mix", 2)], rules=rules)
    assert (found.through, found.destroyed, found.rebound) == (2, frozenset({0}), 0)


def test_no_object_blocks_a_shuriken_by_our_reading_and_a_steel_plate_lowers_it() -> None:
    for blocker in ("shield", "cannon", "rebound-wall"):
        found = fight(named("shuriken"), named(blocker), Attack(each(1)), [Blocking((0,))])
        assert (found.defender.hp, found.settled.hits) == (7, ())
    assert fight(named("shuriken"), named("steel-plate"), Attack(each(1))).defender.hp == 8
    assert fight(named("stone"), named("steel-plate"), Attack(each(1))).defender.hp == 7
    unfinished = LineObject(SHOP["steel-plate"], 0)
    assert fight(named("shuriken"), standing(unfinished), Attack(each(1))).defender.hp == 7


def test_a_shuriken_may_be_read_to_ignore_object_shields_only() -> None:
    rules = DamageRules(shuriken="object-shields")
    shot = [Strike(1, unblockable=True)]
    assert settle(shot, [Guard("shield", 1)], rules=rules).through == 0
    assert settle(shot, [Guard("shield", 1, for_objects=True)], rules=rules).through == 1


def test_shields_guard_what_is_printed_on_them() -> None:
    shield, object_shield = complete(SHOP["shield"]), complete(SHOP["object-shield"])
    assert guard_of(shield, for_object=False).size == 1
    assert guard_of(object_shield, for_object=True).for_objects
    with pytest.raises(ValueError, match="object-shield guards no base"):
        guard_of(object_shield, for_object=False)
    with pytest.raises(ValueError, match="shield guards no objects"):
        guard_of(shield, for_object=True)


def test_only_complete_objects_take_part() -> None:
    half = LineObject(SHOP["cannon"], 2)
    with pytest.raises(ValueError, match="cannon is not complete"):
        guard_of(half, for_object=False)
    with pytest.raises(ValueError, match="cannon is not complete"):
        fight(standing(half), named(), Attack(each(1)))


def test_only_weapons_attack_each_once_and_within_their_range() -> None:
    with pytest.raises(ValueError, match="shield is not a weapon"):
        fight(named("shield"), named(), Attack(each(1)))
    with pytest.raises(ValueError, match="takes part once"):
        fight(named("grenade"), named(), Attack(((0,), (0,))))
    with pytest.raises(ValueError, match="takes part once"):
        fight(named("grenade"), named("stone"), Attack(each(1)), [Blocking((0,)), Blocking((0,))])
    with pytest.raises(ValueError, match="grenade reaches 1 seats; the target is at 2"):
        fight(named("grenade"), named(), Attack(each(1)), apart=2)
    assert fight(named("cannon"), named(), Attack(each(1)), apart=2).defender.hp == 2


def test_storage_has_to_be_there_for_weapons_and_shields_and_is_not_paid() -> None:
    with pytest.raises(ValueError, match="4 resources have to lie in the storage; 3 do"):
        fight(named("stone", "stone", storage=3), named(), Attack(each(2)))
    with pytest.raises(ValueError, match="2 resources have to lie"):
        fight(named("bomb"), named("shield", storage=1), Attack(each(1)), [Blocking((0,))])
    plain = fight(named("bomb"), named("stone", storage=0), Attack(each(1)), [Blocking((0,))])
    assert plain.defender.hp == 4


def test_an_attack_at_an_object_takes_its_resources_and_leaves_the_base_alone() -> None:
    found = fight(named("grenade"), named("bomb"), Attack(each(1), target=0))
    assert (found.defender.places[0], found.defender.hp) == (None, 8)
    found = fight(named("grenade"), named("cannon"), Attack(each(1), target=0))
    assert found.defender.at(0).resources == 1
    with pytest.raises(ValueError, match="does not block for itself"):
        fight(named("grenade"), named("cannon"), Attack(each(1), target=0), [Blocking((0,))])


@pytest.mark.slow
@given(st.data())
def test_resources_come_from_nowhere_and_nothing_falls_below_0(data: st.DataObject) -> None:
    weapons = [name for name, one in SHOP.items() if one.kind == "weapon" and name.count("-") < 2 and one.cost < 5]
    blockers = ["shield", "rebound-wall", "cannon", "stone", "anti-missile", "acid"]
    attackers = data.draw(st.lists(st.sampled_from(weapons), min_size=1, max_size=4))
    defenders = data.draw(st.lists(st.sampled_from(blockers), max_size=4))
    answer = [
        Blocking((place,), data.draw(st.none() | st.frozensets(st.integers(0, 3))))
        for place in data.draw(st.permutations(range(len(defenders))))
    ]
    before = named(*attackers, hp=data.draw(st.integers(1, 8))), named(*defenders, hp=data.draw(st.integers(1, 8)))
    found = fight(*before, Attack(each(len(attackers))), answer)
    for old, new in zip(before, (found.attacker, found.defender), strict=True):
        assert 0 <= new.hp <= old.hp
        assert new.storage == old.storage
        for was, is_ in zip(old.places, new.places, strict=True):
            assert is_ is None or (was is not None and 1 <= is_.resources <= was.resources)
    assert found.defender.hp == max(0, before[1].hp - found.settled.through)
    assert found.attacker.hp == max(0, before[0].hp - found.settled.rebound)


def test_objects_used_together_are_one_weapon_and_all_are_used() -> None:
    found = fight(named("lever", "stone"), named(), Attack(((0, 1),)), known=COMBINATIONS)
    assert (found.defender.hp, found.attacker.places) == (2, (None,) * 8)
    with pytest.raises(ValueError, match="lever and bullet gain nothing"):
        fight(named("lever", "bullet"), named(), Attack(((0, 1),)), known=COMBINATIONS)
    assert (
        fight(named("sniper-rifle", "bullet"), named(), Attack(((0, 1),)), apart=2, known=COMBINATIONS).defender.hp == 4
    )


def test_a_bonus_is_added_by_our_reading_and_may_be_read_as_the_whole() -> None:
    rows = [item for item in GAME.kinds["combinations"].items if item.fields["stat"] == "attack"]
    assert len(rows) > 20
    for row in rows:
        known, here = combination_of(row.fields), family(row.fields["set"])
        shop = {
            item.fields["code"]: SHOP[item.id]
            for item in GAME.kinds["blueprints"].items
            if item.id in SHOP and family(item.fields["set"]) == here
        }
        parts = [shop[code] for code in known.parts]
        assert found_in(parts, [known]) == known
        assert together(parts, known) == sum(part.value for part in parts) + known.bonus
        assert together(parts, known, "total") == known.bonus
    whole = Combination(("0001", "0022"), 5, reading="total")
    assert strike_of([SHOP["lever"], SHOP["stone"]], [whole])[0].attack == 5


def test_two_anti_missiles_used_together_protect_one_more() -> None:
    pair = [Blocking((0, 1))]
    held = fight(named("grenade"), named("anti-missile", "anti-missile"), Attack(each(1)), pair, known=COMBINATIONS)
    assert (held.defender.hp, held.defender.at(1).taken) == (8, 3)
    broken = fight(
        named("air-cannon"), named("anti-missile", "anti-missile"), Attack(each(1)), pair, known=COMBINATIONS
    )
    assert (broken.defender.hp, broken.defender.places[:2]) == (7, (None, None))
    plates = [SHOP["lever"], SHOP["stone"]]
    with pytest.raises(ValueError, match="protect nothing together"):
        joined([Guard("object", 2), Guard("object", 1)], plates, COMBINATIONS)


# What beats what, in the words of the draft of 2019: single objects, then pairs that attack one another's objects.


def test_the_loop_of_strengths_comes_out() -> None:
    def base(weapon: Blueprint, guard: Blueprint) -> AttackResult:
        return fight(standing(weapon), standing(guard), Attack(each(1)), [Blocking((0,))]).settled

    assert base(GRENADE, SHIELD_3) == AttackResult(0, 0, (3,), frozenset(), base(GRENADE, SHIELD_3).hits)
    assert base(BOMB, SHIELD_3).destroyed == {0}
    assert fight(standing(GRENADE), standing(BOMB), Attack(each(1), target=0)).defender.places[0] is None
    assert GRENADE.cost < BOMB.cost


def test_the_loop_of_targets_comes_out() -> None:
    aimed = Attack(each(1), target=0)
    # An Object Shield beats attacking objects; attacking objects beats a Shield, which guards the base alone.
    assert fight(standing(GRENADE), standing(BOMB, OBJECT_SHIELD_3), aimed, [Blocking((1,))]).defender.at(0).complete
    assert fight(standing(GRENADE), standing(SHIELD_3), aimed).defender.places[0] is None
    with pytest.raises(ValueError, match="guards no objects"):
        fight(standing(GRENADE), standing(BOMB, SHIELD_3), aimed, [Blocking((1,))])
    # A Shield beats attacking the base; attacking the base beats what was spent on Object Shields.
    assert fight(standing(GRENADE), standing(SHIELD_3), Attack(each(1)), [Blocking((0,))]).defender.hp == 8
    with pytest.raises(ValueError, match="guards no base"):
        fight(standing(GRENADE), standing(OBJECT_SHIELD_3), Attack(each(1)), [Blocking((0,))])


def answers(guards: list[Guard], strikes: int) -> Iterator[list[Guard]]:
    """Every order of the guards, each against every part of the weapons."""
    parts = [frozenset(part) for size in range(strikes + 1) for part in combinations(range(strikes), size)]
    for order in permutations(guards):
        for against in product(parts, repeat=len(order)):
            yield [replace(guard, against=part) for guard, part in zip(order, against, strict=True)]


def holds(strikes: list[Strike], guards: list[Guard]) -> bool:
    """Whether some answer lets nothing through and loses nothing."""
    found = [settle(strikes, answer) for answer in answers(guards, len(strikes))]
    return any(not one.through and not one.destroyed for one in found)


def test_the_loop_of_pairs_comes_out() -> None:
    shield = guard_of(complete(OBJECT_SHIELD_3), for_object=True)
    grenade, bomb = Strike(GRENADE.value), Strike(BOMB.value)
    assert holds([grenade, grenade], [shield, shield])  # two Object Shields beat two Grenades
    assert not any(holds(list(order), [shield, shield]) for order in permutations([grenade, bomb]))
    assert holds([grenade], [shield])  # Object Shield and Bomb beat one Grenade
    # Two Grenades beat Object Shield and Bomb: whatever it answers, an object goes; and they cost less.
    for answer in answers([shield], 2):
        found = settle([grenade, grenade], answer)
        assert found.destroyed or found.through >= BOMB.cost
    assert 2 * GRENADE.cost < OBJECT_SHIELD_3.cost + BOMB.cost
    # Two Grenades beat Grenade and Bomb: both are removed, and they cost less.
    pair = standing(GRENADE, BOMB)
    for place in (0, 1):
        pair = fight(standing(GRENADE), pair, Attack(each(1), target=place)).defender
    assert pair.places == (None,) * 8
    assert 2 * GRENADE.cost < GRENADE.cost + BOMB.cost


guards = st.builds(
    Guard,
    st.sampled_from(["object", "shield", "mix"]),
    st.integers(1, 6),
    against=st.none() | st.frozensets(st.integers(0, 3)),
)


def slow(strikes: list[Strike], guards: list[Guard]) -> tuple[int, int, frozenset[int]]:
    """One point of attack after the other; blockers of the simple kinds, no special weapons."""
    left = [guard.size for guard in guards]
    met = [0] * len(guards)
    gone: set[int] = set()
    through = rebound = 0
    for place, strike in enumerate(strikes):
        points = strike.attack
        for number, guard in enumerate(guards):
            if number in gone or not points or (guard.against is not None and place not in guard.against):
                continue
            hit = points
            met[number] += hit
            while points and left[number]:
                points, left[number] = points - 1, left[number] - 1
            if (guard.kind == "object" and not left[number]) or (guard.kind != "object" and met[number] > guard.size):
                gone.add(number)
            elif guard.kind == "mix":
                rebound += hit
        through += points
    return through, rebound, frozenset(gone)


@given(st.lists(st.integers(0, 8).map(Strike), max_size=4), st.lists(guards, max_size=4))
def test_settling_is_what_point_by_point_gives(strikes: list[Strike], guards: list[Guard]) -> None:
    found = settle(strikes, guards)
    assert (found.through, found.rebound, found.destroyed) == slow(strikes, guards)
    cancelled = sum(hit.cancelled for hit in found.hits)
    assert cancelled + found.through == sum(strike.attack for strike in strikes)
