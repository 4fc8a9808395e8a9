"""What items and characters do in Collectors: texts that are understood, and what comes of them."""

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from collectors_rounds import changed, done
from each import each
from msgspec.structs import replace
from shared_games import shipped_game

from generator.lab.simulation.playable import box_of
from generator.model.values import Record
from play.actions import attack, collect, move_item, trade, use
from play.allowed import CollectorsAct, may_be_stolen, may_intercept, may_use, price
from play.checks import Roll
from play.effects import bonus, fire, has_lost, reflexes, wound
from play.power_texts import lose, power
from play.powers import apply
from play.rounds import close_round, recover_all
from play.simulated import CollectorsGame
from play.state import CollectorsCharacter, CollectorsItem, CollectorsPlayer, CollectorsTable
from play.texts import Lose, Passive, Power, passive

HAT, KEY = CollectorsItem("topper", "Hats"), CollectorsItem("latchkey", "Keys")


def shows(*numbers: int) -> Roll:
    left: Iterator[int] = iter(numbers)
    return lambda: next(left)


def does(text: str, name: str = "thing") -> CollectorsItem:
    """An item with a passive ability."""
    found = passive(name, text, "Hats")
    assert found is not None
    return CollectorsItem(name, "Hats", passive=found)


def pair(*mine: CollectorsItem, theirs: tuple[CollectorsItem, ...] = (KEY,), **more: Any) -> CollectorsTable:
    """Grit 3, Cunning 3, Reflexes 9 on both sides."""
    hats, keys = (CollectorsCharacter(kind, kind, 3, 3, 9) for kind in ("Hats", "Keys"))
    return CollectorsTable((CollectorsPlayer(hats, mine, **more), CollectorsPlayer(keys, theirs)))


@each(
    ("text", "expected"),
    [
        ("Your Grit is raised by 1 when you attack.", Passive("n", "", False, (("grit", 1),), (), ("attack",))),
        ("Once per round, when you roll a 12, gain 1 AP.", Passive("n", "rolled 12", True, (("ap", 1),))),
        ("Each time you collect an item, lose 1 Stamina.", Passive("n", "collected", False, (("stamina", -1),))),
        ("Once per round, when you collect a Hat, recover 1 Stamina.",
         Passive("n", "collected Hats", True, (("stamina", 1),))),
        ("Your hat is raised by 1 to whoever passes.", None),
        ("At any time, you may look at the top card of your Collection Deck.", None),
    ],
)  # fmt: skip
def test_a_passive_ability_is_read_as_it_is_printed(text: str, expected: Passive | None) -> None:
    assert passive("n", text, "Hats") == expected


@each(
    ("text", "expected"),
    [
        ("Steal an item. Roll twice; the higher roll counts.", Power("n", "steal", twice=True)),
        ("Attack with Cunning instead of Grit.", Power("n", "attack", swapped=True)),
        ("Foist an item. If you fail, gain 1 AP.", Power("n", "foist", lost=((("ap", 1),), ()))),
        ("Attack. If it lands, the target loses 1 more Stamina.", Power("n", "attack", won=((), (("stamina", -1),)))),
        ("Recover 3 Stamina.", Power("n", "recover", bonus=3, kind="Hats")),
        ("Sing until the round ends.", None),
    ],
)
def test_an_active_ability_is_read_as_it_is_printed(text: str, expected: Power | None) -> None:
    assert power("n", text, "Hats", 1, 0) == expected


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("you are knocked out and possess fewer than {} Hats", "down"),
        ("circulation holds at least {} more Hats than you possess", "lying"),
        ("any one other Collector possesses at least {} more Hats than you", "rival"),
        ("your Stamina is {} or lower", "weak"),
        ("your items of other types outnumber your Hats by {} or more", "clutter"),
    ],
)
@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("one", 1),
        ("four", 4),
        ("six", 6),
        ("seven", 7),
        ("twelve", 12),
        ("0", 0),
        ("4", 4),
        ("13", 13),
        ("umpteen", None),
    ],
)
def test_a_lose_condition_is_read_as_it_is_printed(text: str, what: str, word: str, number: int | None) -> None:
    expected = None if number is None else Lose("Drop Step", what, number)
    assert lose(f"Checked at the end of each Drop Step: you lose if {text.format(word)}.") == expected


def test_a_lose_condition_without_a_number_is_read_or_reported() -> None:
    assert lose("Checked at the end of each Drop Step: you lose if you possess no Hats.") == Lose(
        "Drop Step", "fewest", 1
    )
    assert lose("You lose if it rains.") is None
    box = box_of(shipped_game("collectors"), 2, "")
    first, *rest = box["characters"]
    condition = Record({"text": "Checked at the end of each Drop Step: you lose if it rains."})
    odd = dataclasses.replace(first, fields={**first.fields, "lose_condition": condition})
    assert f"Lose Conditions of characters: {first.id}" in CollectorsGame().leaves_out(
        {**box, "characters": [odd, *rest]}, ""
    )


def test_all_characters_can_lose_and_what_is_not_played_is_reported() -> None:
    box = box_of(shipped_game("collectors"), 4, "")
    setting = CollectorsGame().prepare(box, 4, "")
    assert all(one.character.lose is not None for one in setting.boxes)
    told = CollectorsGame().leaves_out(box, "")
    unread = {one.name for box in setting.boxes for one in box.items if one.passive is None}
    (line,) = (line for line in told if line.startswith("passive"))
    assert line.startswith(f"passive abilities of {len(unread)} of 128 items: ")
    assert set(line.split(": ")[1].split(", ")) == unread


def test_attributes_change_with_what_is_possessed() -> None:
    item = does("Your Cunning is raised by 1 when you steal.")
    table = pair(item)
    assert (bonus(table, 0, "steal", 1), bonus(table, 0, "foist", 1)) == (4, 3)
    move_item(table, "steal", 1, 0, item, shows(12))
    assert (bonus(table, 0, "steal", 1), bonus(table, 1, "steal", 0)) == (3, 4)


def test_attributes_change_while_something_holds() -> None:
    low = pair(does("Your Reflexes are raised by 1 while your Stamina is 5 or lower."), stamina=5)
    assert reflexes(low, 0, "attack", 1) == 10
    assert reflexes(pair(*low.collectors[0].items), 0, "attack", 1) == 9


def test_changes_that_add_up_go_1_beyond_what_is_printed_and_no_further() -> None:
    many = [does("Your Cunning is raised by 1 when you steal.", f"hat {number}") for number in range(6)]
    assert bonus(pair(*many), 0, "steal", 1) == 6


def test_what_works_once_a_round_works_once() -> None:
    table = pair(does("Once per round, when your roll fails, lose 1 Stamina."))
    for _ in range(2):
        attack(table, 0, 1, shows(2))
    assert table.collectors[0].stamina == 9


def test_a_hat_that_cannot_be_stolen_is_not() -> None:
    ghost = does("This item cannot be stolen.")
    table = pair(ghost)
    assert not may_be_stolen(table.collectors[0], ghost)
    with pytest.raises(ValueError, match="cannot be stolen"):
        move_item(table, "steal", 1, 0, ghost, shows(12))


def test_an_item_under_lock_stays_where_it_is_and_is_not_used() -> None:
    text = (
        "Once per round, at the start of the Confrontation Phase, choose a Hat you possess. Until the round ends it"
        " cannot be stolen, foisted or traded, and its active ability cannot be used."
    )
    lock, gain = power("Under Lock", text, "Hats", 0, 0), power("topper", "Gain 2 AP.", "Hats", 1, 0)
    hat = replace(HAT, power=gain)
    table = pair(hat)
    apply(table, 0, CollectorsAct("use", item=hat, power=lock), ())
    assert gain is not None
    assert not may_use(table.collectors[0], gain)
    with pytest.raises(ValueError, match="cannot be stolen"):
        move_item(table, "steal", 1, 0, hat, shows(12))
    with pytest.raises(ValueError, match="cannot be foisted"):
        move_item(table, "foist", 0, 1, hat, shows(12))
    with pytest.raises(ValueError, match="cannot be traded"):
        trade(table, 0, 1, (hat, KEY), shows())
    close_round(table)
    move_item(table, "steal", 1, 0, hat, shows(12))
    assert hat in table.collectors[1].items


def test_an_item_saves_who_would_be_knocked_out() -> None:
    text = "When you would be knocked out, put this item into circulation: your Stamina becomes 1 instead."
    table = pair(does(text), HAT, stamina=1)
    wound(table, 0)
    assert (table.collectors[0].stamina, table.collectors[0].items, len(table.circulation)) == (1, (HAT,), 1)
    wound(table, 0)
    assert table.collectors[0].knocked_out


def test_a_decoy_goes_in_place_of_an_item_of_ones_own() -> None:
    text = "Once per round, when an item is stolen from you, you may hand over this item instead."
    decoy = CollectorsItem("decoy", "Keys", passive=passive("decoy", text, "Keys"))
    table = pair(HAT, decoy, theirs=())
    move_item(table, "steal", 1, 0, HAT, shows(12))
    assert (table.collectors[0].items, table.collectors[1].items) == ((HAT,), (decoy,))


def test_prices_rise_and_fall() -> None:
    assert price(pair(does("Your first attempt to steal each round costs 1 more AP.")).collectors[0], "steal") == 4
    free = pair(does("Your first interception in each round costs no AP."), ap=0)
    assert may_intercept(free, 0, (1,))
    assert not may_intercept(pair(ap=0), 0, (1,))


EVENTS: list[tuple[str, Callable[[CollectorsTable], object], int, int]] = [
    ("Once per round, when you collect an item, recover 1 Stamina.", lambda t: done(collect, t, 0, HAT, shows()), 6, 5),
    ("Once per round, when an attack on you misses, gain 1 AP.", lambda t: done(attack, t, 1, 0, shows(2)), 5, 6),
    ("Once per round, when a roll to steal from you fails, gain 1 AP.",
     lambda t: done(move_item, t, "steal", 1, 0, t.collectors[0].items[0], shows(2)), 5, 6),
    ("Once per round, when you make a trade, recover 1 Stamina.",
     lambda t: done(trade, t, 0, 1, (HAT, KEY), shows()), 6, 4),
    ("In the Recovery Step, recover 1 extra Stamina.", recover_all, 10, 5),
]  # fmt: skip


@each(("text", "what", "stamina", "ap"), EVENTS)
def test_items_do_what_they_say(text: str, what: Callable[[CollectorsTable], object], stamina: int, ap: int) -> None:
    table = pair(does(text), HAT, stamina=5)
    table.circulation = (HAT,)
    what(table)
    assert (table.collectors[0].stamina, table.collectors[0].ap) == (stamina, ap)


def test_an_ability_is_used_once_a_round_and_not_by_who_would_be_knocked_out() -> None:
    found = power("n", "Gain 2 AP.", "Hats", 1, 2)
    assert found is not None
    table = pair(stamina=3)
    use(table, 0, found)
    assert (table.collectors[0].ap, table.collectors[0].stamina) == (4, 1)
    with pytest.raises(ValueError, match="cannot use"):
        use(table, 0, found)
    with pytest.raises(ValueError, match="cannot use"):
        use(pair(stamina=2), 0, found)


@each(
    ("what", "number", "lost", "kept"),
    [("fewest", 1, pair(KEY), pair(HAT)), ("weak", 4, pair(stamina=4), pair(stamina=5)),
     ("rival", 2, pair(theirs=(HAT, HAT)), pair(theirs=(HAT,))), ("clutter", 4, pair(*[KEY] * 4), pair(*[KEY] * 3)),
     ("down", 2, pair(HAT, stamina=0), pair(HAT, HAT, stamina=0))],
)  # fmt: skip
def test_lose_conditions_hold_where_they_say(
    what: str, number: int, lost: CollectorsTable, kept: CollectorsTable
) -> None:
    for table, expected in ((lost, True), (kept, False)):
        one = table.collectors[0].character
        table = changed(table, 0, character=CollectorsCharacter("a", "Hats", 3, 3, 9, lose=Lose("x", what, number)))
        assert has_lost(table, 0, "x") is expected
        assert not has_lost(table, 0, "y")
        assert one.lose is None
    fire(lost, "nothing", 0)
