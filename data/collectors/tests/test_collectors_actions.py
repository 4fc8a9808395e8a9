"""Checks, actions and the four interceptions of Collectors: each sentence of the rules, and the printed examples."""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any, get_args

import pytest
from collectors_rounds import changed, done
from each import each

from play.actions import attack, collect, collect_from_deck, move_item, trade
from play.allowed import CLANDESTINE, HEATED, JOINT, Action, may_intercept, open_to
from play.checks import (
    Roll,
    die,
    hits_interceptor,
    intercepts_trade,
    succeeds,
)
from play.effects import reflexes
from play.state import (
    CollectorsCharacter,
    CollectorsItem,
    CollectorsPlayer,
    CollectorsTable,
    Escapade,
)

HAT, KEY, MOTH = CollectorsItem("topper", "Hats"), CollectorsItem("latchkey", "Keys"), CollectorsItem("luna", "Moths")
FACES = range(1, 13)


def shows(*numbers: int) -> Roll:
    """A die that shows these, and fails if it is rolled on."""
    left: Iterator[int] = iter(numbers)
    return lambda: next(left)


def table(*collectors: CollectorsPlayer, circulation: tuple[CollectorsItem, ...] = (), **more: Any) -> CollectorsTable:
    return CollectorsTable(collectors, circulation, **more)


def one(grit: int = 3, cunning: int = 3, reflexes: int = 9, **more: Any) -> CollectorsPlayer:
    return CollectorsPlayer(CollectorsCharacter("x", "Hats", grit, cunning, reflexes), **more)


def three(**more: Any) -> CollectorsTable:
    """Grit 1, 3, 5; Cunning 4, 3, 2; Reflexes 10, 9, 8; one item each."""
    return table(one(1, 4, 10, items=(HAT,)), one(3, 3, 9, items=(KEY,)), one(5, 2, 8, items=(MOTH,)), **more)


def held(found: CollectorsTable) -> list[tuple[CollectorsItem, ...]]:
    return [collector.items for collector in found.collectors]


def test_the_printed_check_comes_out() -> None:
    assert succeeds(6, 4, 10)
    assert not succeeds(5, 4, 10)


@each("needed", range(2, 13))
def test_the_printed_table_of_chances_comes_out(needed: int) -> None:
    for bonus in range(6):
        assert sum(succeeds(roll, bonus, needed + bonus) for roll in FACES) == 13 - needed


def test_a_natural_12_always_succeeds_and_a_natural_1_always_fails() -> None:
    assert succeeds(12, 0, 99)
    assert not succeeds(1, 99, 0)


def test_a_die_shows_1_to_12_and_comes_from_the_generator_passed_in() -> None:
    roll = die(Random(1))
    assert {roll() for _ in range(500)} == set(FACES)


def test_an_attack_that_lands_removes_1_stamina_for_1_ap() -> None:
    found = done(attack, three(), 1, 0, shows(7))  # 7 + 3 against 10
    assert [collector.stamina for collector in found.collectors] == [9, 10, 10]
    assert [collector.ap for collector in found.collectors] == [5, 4, 5]
    assert done(attack, three(), 1, 0, shows(6)).collectors[0].stamina == 10


def test_a_knocked_out_collector_has_reflexes_0_and_takes_no_action() -> None:
    down = changed(three(), 0, stamina=0)
    assert reflexes(down, 0, "attack", 1) == 0
    assert done(move_item, down.fork(), "steal", 1, 0, HAT, shows(2)).collectors[1].items == (KEY, HAT)
    assert done(move_item, down.fork(), "steal", 1, 0, HAT, shows(1)).collectors[1].items == (KEY,)
    assert done(attack, down.fork(), 1, 0, shows(2)).collectors[0].stamina == 0
    with pytest.raises(ValueError, match="may not attack here"):
        attack(down, 0, 1, shows(12))
    assert not may_intercept(down, 0, (1, 2))


def test_the_printed_theft_comes_out() -> None:
    alvin, target = one(1, 4, 10), one(reflexes=10, items=(KEY,))
    assert held(done(move_item, table(alvin, target).fork(), "steal", 0, 1, KEY, shows(6))) == [(KEY,), ()]
    assert held(done(move_item, table(alvin, target).fork(), "steal", 0, 1, KEY, shows(5))) == [(), (KEY,)]


def test_to_foist_is_to_pass_an_own_item_on_by_our_ruling() -> None:
    found = done(move_item, three(), "foist", 0, 1, HAT, shows(5))  # 5 + 4 against 9
    assert held(found) == [(), (KEY, HAT), (MOTH,)]
    assert held(done(move_item, three(), "foist", 0, 1, HAT, shows(4))) == held(three())


def test_a_trade_is_one_item_for_one_and_the_initiator_alone_pays() -> None:
    found = done(trade, three(), 0, 1, (HAT, KEY), shows())
    assert held(found) == [(KEY,), (HAT,), (MOTH,)]
    assert [collector.ap for collector in found.collectors] == [4, 5, 5]


def test_a_theft_costs_3_ap_and_each_other_action_1_by_our_setting() -> None:
    ways: list[tuple[int, Callable[[CollectorsTable], CollectorsTable]]] = [
        (1, lambda now: done(attack, now, 0, 1, shows(1))),
        (3, lambda now: done(move_item, now, "steal", 0, 1, KEY, shows(1))),
        (1, lambda now: done(move_item, now, "foist", 0, 1, HAT, shows(1))),
        (1, lambda now: done(trade, now, 0, 1, (HAT, KEY), shows())),
    ]
    for cost, acted in ways:
        assert acted(three()).collectors[0].ap == 5 - cost
        with pytest.raises(ValueError, match=f"has {cost - 1} AP; {cost} are needed"):
            acted(changed(three(), 0, ap=cost - 1))


def test_nothing_changes_hands_that_is_not_there() -> None:
    acts: list[Callable[[], CollectorsTable]] = [
        lambda: done(move_item, three(), "steal", 0, 1, MOTH, shows(12)),
        lambda: done(move_item, three(), "foist", 0, 1, KEY, shows(12)),
        lambda: done(trade, three(), 0, 1, (HAT, MOTH), shows()),
        lambda: done(collect, three(), 0, HAT, shows()),
    ]
    for act in acts:
        with pytest.raises(ValueError, match="is not there"):
            act()


# The four windows.


def test_interception_of_a_collection_gets_the_item() -> None:
    before = three(circulation=(HAT, KEY))
    found = done(collect, before, 0, HAT, shows(7), by=1)  # 7 + 3 against 10
    assert held(found) == [(HAT,), (KEY, HAT), (MOTH,)]
    assert found.circulation == (KEY,)
    assert [collector.collected for collector in found.collectors] == [True, True, False]
    assert [collector.ap for collector in found.collectors] == [5, 4, 5]


def test_an_interceptor_of_a_collection_loses_the_own_step_either_way() -> None:
    found = done(collect, three(circulation=(HAT, KEY)), 0, HAT, shows(6), by=1)
    assert held(found)[0] == (HAT, HAT)
    assert found.collectors[1].collected
    with pytest.raises(ValueError, match="does not collect now"):
        collect(found, 1, KEY, shows())


def test_who_has_collected_intercepts_no_collection() -> None:
    before = done(collect, three(circulation=(HAT, KEY)), 1, KEY, shows())
    with pytest.raises(ValueError, match="has collected, and cannot intercept"):
        collect(before, 0, HAT, shows(12), by=1)


def test_with_nothing_in_circulation_the_own_deck_gives_its_top_and_nobody_intercepts() -> None:
    before = changed(three(), 0, deck=(KEY, MOTH))
    found = done(collect_from_deck, before, 0)
    assert (found.collectors[0].items, found.collectors[0].deck) == ((HAT, KEY), (MOTH,))
    assert done(collect_from_deck, three(), 0).collectors[0].items == (HAT,)
    with pytest.raises(ValueError, match="does not collect from the deck now"):
        collect_from_deck(three(circulation=(HAT,)), 0)


def test_the_knocked_out_collect_by_our_ruling() -> None:
    before = changed(three(circulation=(HAT,)), 0, stamina=0)
    assert held(done(collect, before.fork(), 0, HAT, shows()))[0] == (HAT, HAT)
    assert held(done(collect, before.fork(), 0, HAT, shows(2), by=1))[1] == (KEY, HAT)  # Reflexes 0


def test_interception_of_a_theft_takes_the_item_or_puts_it_into_circulation() -> None:
    # 5 + 5 against the Reflexes of 10 of the one who makes the attempt; the attempt itself is not rolled.
    assert held(done(move_item, three(), "steal", 0, 1, KEY, shows(5), by=2)) == [(HAT,), (), (MOTH, KEY)]
    found = done(move_item, three(), "steal", 0, 1, KEY, shows(5), by=2, to_circulation=True)
    assert (held(found), found.circulation) == ([(HAT,), (), (MOTH,)], (KEY,))
    found = done(move_item, three(), "foist", 0, 1, HAT, shows(5), by=2)
    assert held(found) == [(), (KEY,), (MOTH, HAT)]
    assert [collector.ap for collector in found.collectors] == [4, 5, 4]


def test_after_an_interception_that_fails_the_action_goes_on_by_our_ruling() -> None:
    assert held(done(move_item, three(), "steal", 0, 1, KEY, shows(4, 5), by=2)) == [(HAT, KEY), (), (MOTH,)]
    assert done(attack, three(), 1, 0, shows(3, 7), by=2).collectors[0].stamina == 9


def test_the_printed_interception_of_a_trade_comes_out() -> None:
    before = table(one(reflexes=9, items=(HAT,)), one(reflexes=10, items=(KEY,)), one(3))
    assert held(done(trade, before.fork(), 0, 1, (HAT, KEY), shows(7, 9), by=2)) == [(KEY,), (), (HAT,)]
    assert held(done(trade, before.fork(), 0, 1, (HAT, KEY), shows(7, 9), by=2, takes=1)) == [(), (HAT,), (KEY,)]
    assert held(done(trade, before.fork(), 0, 1, (HAT, KEY), shows(7, 8), by=2)) == [(KEY,), (HAT,), ()]


def test_naturals_mean_nothing_in_a_trade_by_our_ruling() -> None:
    assert not intercepts_trade((12, 12), 0, 25)
    assert intercepts_trade((12, 12), 0, 25, "pairs")
    assert not intercepts_trade((1, 1), 5, 7, "pairs")
    assert intercepts_trade((1, 1), 5, 7)
    assert intercepts_trade((2, 12), 0, 24, "any")
    assert not intercepts_trade((2, 12), 0, 24, "pairs")
    assert not intercepts_trade((1, 11), 5, 14, "any")
    for rolls in ((1, 12), (12, 1)):
        assert intercepts_trade(rolls, 3, 16, "any")
        assert not intercepts_trade(rolls, 3, 17, "any")


def test_interception_of_an_attack_makes_it_miss_and_may_draw_it() -> None:
    # 6 + 3 reaches 9, and the attack misses; its 4 + 5 is above the Reflexes of 8 and not above 9.
    before = table(one(5, reflexes=9), one(), one(3, reflexes=8))
    found = done(attack, before, 0, 1, shows(6, 4), by=2)
    assert [collector.stamina for collector in found.collectors] == [10, 10, 9]
    higher = table(one(5, reflexes=9), one(), one(3, reflexes=9))
    assert [c.stamina for c in done(attack, higher, 0, 1, shows(6, 4), by=2).collectors] == [10, 10, 10]


def test_the_attack_roll_counts_with_grit_by_our_ruling() -> None:
    assert hits_interceptor(4, 5, 8)
    assert not hits_interceptor(3, 5, 8)


def test_interception_costs_1_ap_once_per_round() -> None:
    found = done(attack, three(), 0, 1, shows(1, 1), by=2)
    assert (found.collectors[2].ap, found.collectors[2].intercepted) == (4, True)
    with pytest.raises(ValueError, match="may not intercept"):
        attack(found, 0, 1, shows(1, 1), by=2)
    assert not may_intercept(changed(three(), 2, ap=0), 2, (0, 1))


def test_nobody_intercepts_what_they_take_part_in() -> None:
    for by in (0, 1):
        with pytest.raises(ValueError, match="may not intercept"):
            attack(three(), 0, 1, shows(1, 1), by=by)


# Escapades that say who may act on whom.


def allowed(keyword: str | None, partner: int | None = None, players: int = 3) -> dict[tuple[int, int], str]:
    found = table(*[one() for _ in range(players)], escapade=Escapade("e", keyword), partner=partner)
    return {
        (seat, target): "".join(action[0] for action in get_args(Action) if action in open_to(found, seat, target))
        for seat, target in product(range(players), repeat=2)
        if seat != target
    }


def test_a_basic_escapade_lets_all_act() -> None:
    assert set(allowed(None).values()) == {"asft"}


def test_in_a_joint_effort_the_two_do_nothing_to_each_other_but_trade() -> None:
    found = allowed(JOINT, 1)
    assert {pair for pair, actions in found.items() if actions == "t"} == {(0, 1), (1, 0)}
    assert {actions for pair, actions in found.items() if 2 in pair} == {"asft"}
    assert set(allowed(JOINT, None, 2).values()) == {"asft"}  # with one opponent left: the Instigator alone


def test_in_a_heated_encounter_the_two_act_on_each_other_only_and_do_not_trade() -> None:
    found = allowed(HEATED, 1)
    assert found == {
        (0, 1): "asf", (0, 2): "", (1, 0): "asf", (1, 2): "", (2, 0): "asft", (2, 1): "asft",
    }  # fmt: skip


def test_in_a_clandestine_approach_nobody_acts_on_the_instigator_but_the_only_opponent() -> None:
    found = allowed(CLANDESTINE)
    assert {pair for pair, actions in found.items() if not actions} == {(1, 0), (2, 0)}
    assert set(allowed(CLANDESTINE, None, 2).values()) == {"asft"}


def test_nobody_acts_with_who_left_the_game() -> None:
    left = changed(three(), 1, out=True)
    assert not open_to(left, 0, 1)
    assert not open_to(left, 1, 0)
    assert not open_to(left, 0, 0)
    assert not may_intercept(left, 1, (0, 2))


def test_a_table_apart_stays_as_it_was() -> None:
    before = three()
    apart = before.fork()
    attack(before, 1, 0, shows(12))
    trade(before, 0, 1, (HAT, KEY), shows())
    assert apart == three() != before
