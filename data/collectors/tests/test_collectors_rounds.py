"""Set-up, phases, Stamina, Lose Conditions and the end of Collectors: each sentence of the rules."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from collectors_rounds import changed, done
from each import each
from msgspec.structs import replace

from play.actions import collect, collect_from_deck
from play.allowed import CLANDESTINE, HEATED, JOINT
from play.checks import die
from play.course import close
from play.rounds import (
    close_round,
    drop,
    eliminate,
    open_round,
    play,
    recover_all,
    recovered,
    swap,
    winners,
)
from play.state import (
    IMMEDIATE,
    SEQUENTIAL,
    CollectorsBox,
    CollectorsCharacter,
    CollectorsItem,
    CollectorsPlayer,
    CollectorsTable,
    Escapade,
    first_player,
    set_up,
)

CARDS = tuple(Escapade(f"card {number}") for number in range(10))


def character(name: str) -> CollectorsCharacter:
    return CollectorsCharacter(name, name, 3, 3, 9)


def box(name: str, others: int = 30) -> CollectorsBox:
    items = [CollectorsItem(f"{name} {number}", name, signature=number < 2) for number in range(others + 2)]
    return CollectorsBox(character(name), tuple(items), CARDS)


def collectors(*own: int, **more: Any) -> CollectorsTable:
    """A table where each has so many items of the own type, and one of another."""
    seats = [
        CollectorsPlayer(
            character(str(seat)), (*[CollectorsItem("own", str(seat))] * items, CollectorsItem("other", "none")), **more
        )
        for seat, items in enumerate(own)
    ]
    return CollectorsTable(tuple(seats))


def cards_of(table: CollectorsTable) -> Counter[str]:
    found = [*table.circulation, *table.discarded]
    for one in table.collectors:
        found += [*one.items, *one.deck]
    return Counter(item.name for item in found)


def test_set_up_puts_items_and_escapades_where_they_belong() -> None:
    table = set_up([box(name) for name in "abc"], Random(0))
    assert Counter(item.type for item in table.circulation) == {"a": 3, "b": 3, "c": 3}
    for one in table.collectors:
        assert [item.signature for item in one.items] == [True, True]
        assert (len(one.deck), len(one.escapades), len(one.hand), one.discard) == (27, 7, 3, ())
        assert (one.stamina, one.ap) == (10, 5)
        assert Counter(one.escapades + one.hand) == Counter(CARDS)
    assert cards_of(table).total() == 96
    assert {set_up([box(name) for name in "abc"], Random(seed)).instigator for seed in range(30)} == {0, 1, 2}
    assert set_up([box("a")], Random(5)) == set_up([box("a")], Random(5))


def test_the_highest_roll_instigates_first_and_ties_roll_again() -> None:
    rolls = iter([4, 9, 9, 2, 5])
    assert first_player(3, lambda: next(rolls)) == 2


def test_from_round_2_on_everyone_moves_the_top_card_into_circulation() -> None:
    table = set_up([box("a"), box("b", others=3)], Random(0))
    assert done(open_round, table.fork()) == table
    tops = [one.deck[:1] for one in table.collectors]
    opened = done(open_round, replace(table.fork(), round=2))
    assert opened.circulation[6:] == tuple(card for top in (tops[seat] for seat in table.playing) for card in top)
    assert [len(one.deck) for one in opened.collectors] == [26, 0]  # an empty deck gives none (ours)
    assert len(opened.circulation) == 7


def test_the_instigator_may_exchange_one_card_once_a_round_before_playing() -> None:
    table = replace(set_up([box("a"), box("b")], Random(0)), instigator=0)
    hand, deck = table.collectors[0].hand, table.collectors[0].escapades
    after = done(swap, table.fork(), hand[1])
    assert after.collectors[0].hand == (hand[0], hand[2], deck[0])
    assert after.collectors[0].escapades == (*deck[1:], hand[1])
    for late, card in ((after, hand[0]), (done(play, table.fork(), hand[0]), hand[1])):
        with pytest.raises(ValueError, match="once per round"):
            swap(late, card)
    with pytest.raises(ValueError, match="is not there"):
        swap(table.fork(), deck[0])
    assert not done(close_round, after).swapped


def test_after_an_escapade_one_is_drawn_so_that_the_hand_stays_at_3() -> None:
    table = replace(set_up([box("a"), box("b")], Random(0)), instigator=0)
    hand = table.collectors[0].hand
    after = done(play, table.fork(), hand[0])
    assert (len(after.collectors[0].hand), len(after.collectors[0].escapades), after.escapade) == (3, 6, hand[0])
    with pytest.raises(ValueError, match="one Escapade is played"):
        play(after, hand[1])
    assert done(close_round, after).collectors[0].discard == (hand[0],)


def test_a_partner_is_chosen_where_the_keyword_wants_one() -> None:
    cards = tuple(Escapade(str(keyword), keyword) for keyword in (None, JOINT, HEATED, CLANDESTINE))
    table = collectors(1, 1, 1, hand=cards)
    for card in cards:
        wanted = card.keyword in (JOINT, HEATED)
        assert done(play, table.fork(), card, 1 if wanted else None).partner == (1 if wanted else None)
        with pytest.raises(ValueError, match="wants partner" if wanted else "has no partner"):
            play(table, card, None if wanted else 1)
    with pytest.raises(ValueError, match="another Collector who is still in the game"):
        play(table, cards[1], 0)
    two = changed(table, 2, out=True)
    assert done(play, two.fork(), cards[1]).partner is None
    with pytest.raises(ValueError, match="another Collector who is still in the game"):
        play(two, cards[2], 2)
    assert done(play, two.fork(), cards[2], 1).partner == 1


def test_an_immediate_action_puts_confrontation_before_collection() -> None:
    table = collectors(1, 1)
    assert table.phases == ("opening", "collection", "confrontation", "closing")
    assert replace(table, escapade=Escapade("e", IMMEDIATE)).phases == (
        "opening", "confrontation", "collection", "closing",
    )  # fmt: skip


def test_play_goes_from_the_instigator_clockwise_without_those_who_left() -> None:
    assert changed(replace(collectors(1, 1, 1, 1), instigator=2), 3, out=True).playing == (2, 0, 1)


def test_the_drop_step_returns_one_item_but_not_of_the_knocked_out() -> None:
    table = collectors(1, 1)
    item = table.collectors[0].items[0]
    dropped = done(drop, table.fork(), 0, item)
    assert (dropped.circulation, dropped.collectors[0].own) == ((item,), 0)
    with pytest.raises(ValueError, match="cannot drop"):
        drop(changed(table, 0, stamina=0), 0, item)


@each(("stamina", "ap", "after"), [(5, 2, 9), (5, 3, 10), (1, 5, 10), (7, 0, 7), (0, 0, 10), (9, 1, 10)])
def test_recovery_is_2_for_each_ap_left_and_everything_for_the_knocked_out(stamina: int, ap: int, after: int) -> None:
    assert recovered(stamina, ap) == after
    table = changed(collectors(1, 1), 0, stamina=stamina, ap=ap)
    recover_all(table)
    assert table.collectors[0].stamina == after


def test_a_closed_round_starts_the_next_with_5_ap_and_the_next_instigator() -> None:
    table = changed(collectors(1, 1, 1), 1, ap=2, collected=True, intercepted=True)
    after = done(close_round, table.fork())
    assert (after.round, after.instigator, after.escapade, after.partner) == (2, 1, None, None)
    one = after.collectors[1]
    assert (one.ap, one.collected, one.intercepted) == (5, False, False)
    assert done(close_round, replace(after, instigator=2)).instigator == 0
    assert done(close_round, changed(table, 1, out=True)).instigator == 2


def test_who_meets_the_lose_condition_leaves_at_once() -> None:
    items = (CollectorsItem("plain", "0"), CollectorsItem("bound", "0", soulbound=True))
    deck = (CollectorsItem("deck", "0"),)
    table = changed(collectors(1, 1, 1), 0, items=items, deck=deck)
    after = done(eliminate, table.fork(), 0)
    assert (after.circulation, after.discarded, after.collectors[0].items) == (items[:1], items[1:], ())
    assert after.playing == (1, 2)
    assert done(open_round, replace(after.fork(), round=2)).circulation == items[:1]  # the deck gives no more cards
    assert done(close_round, after.fork()).instigator == 1  # the role passes on at the round's end (ours)
    assert cards_of(after) == cards_of(table)


def test_the_game_ends_when_nobody_playing_has_cards_in_the_escapade_deck() -> None:
    table = collectors(2, 3, 1, hand=CARDS[:3])
    assert winners(table) == (1,)
    for seat in range(3):
        assert winners(changed(table, seat, escapades=CARDS[:1])) == ()
    left = changed(table, 1, escapades=CARDS[:1], out=True)
    assert winners(left) == (0,)  # only those still playing count
    assert winners(changed(left, 0, out=True, escapades=CARDS)) == (2,)


def test_a_tie_leads_to_overtime_until_a_single_leader() -> None:
    tied = collectors(2, 2, 1, discard=(Escapade("first", SEQUENTIAL), Escapade("second")))
    assert winners(tied) == (0, 1)
    assert close(tied) == ()
    table = tied
    assert table.overtime
    with pytest.raises(ValueError, match="not played again"):
        play(table, table.collectors[0].discard[0])
    again = done(play, table.fork(), table.collectors[0].discard[1])
    assert [card.name for card in again.collectors[0].discard] == ["first"]
    assert [card.name for card in done(close_round, again).collectors[0].discard] == ["first", "second"]
    assert done(close_round, table.fork()).escapade is None  # playing one again is a permission
    assert winners(changed(done(close_round, table), 0, items=())) == (1,)
    led = collectors(2, 1)
    assert (close(led), led.overtime) == ((0,), False)  # a tie leads to overtime, and nothing else


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_instigates_7_times_and_no_card_is_lost(players: int) -> None:
    table = set_up([box(name) for name in "abcd"[:players]], Random(players))
    cards, rng, instigated = cards_of(table), Random(7), Counter[int]()
    while not winners(table):
        table = done(open_round, table)
        instigated[table.instigator] += 1
        table = done(play, table, rng.choice(table.collectors[table.instigator].hand))
        for seat in table.playing:
            if table.circulation:
                table = done(collect, table, seat, rng.choice(table.circulation), die(rng))
            else:
                table = done(collect_from_deck, table, seat)
        table = done(close_round, table)
        assert cards_of(table) == cards
    assert table.round - 1 == 7 * players
    assert set(instigated.values()) == {7}
    fed = 3 + 7 * players - 1
    assert {len(one.deck) for one in table.collectors} == {30 - fed}
