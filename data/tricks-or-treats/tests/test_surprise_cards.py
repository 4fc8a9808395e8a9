"""The order of a Surprise card's effects, and what a player holds after one."""

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from play.cards import HOLDINGS, application_order, order_reasons, play_card

CAPS = {"costumes": 1, "masks": 5, "movements": 9, "surprises": 3, "treats": 4, "tricks": 5}

# The worked examples of the game's rules: as printed, in the order applied.
EXAMPLES = [
    ("+3 treats", "+3 treats"),
    ("-2 tricks", "-2 tricks"),
    ("+2 masks / -1 treats", "-1 treats / +2 masks"),
    ("-1 treats / +2 masks", "-1 treats / +2 masks"),
    ("+1 tricks / -4 movements / +2 treats", "+1 tricks / -4 movements / +2 treats"),
    ("-3 tricks / +2 tricks / -1 masks", "-1 masks / +2 tricks / -3 tricks"),
    ("2 surprises / +1 costumes / +2 treats", "2 surprises / +1 costumes / +2 treats"),
    ("+2 treats / 1 surprises", "1 surprises / +2 treats"),
    ("1 surprises / +4 treats / -2 masks", "-2 masks / +4 treats / 1 surprises"),
    ("-5 movements / 2 surprises / +3 tricks", "-5 movements / +3 tricks / 2 surprises"),
    ("+4 treats / -1 tricks / 1 surprises", "-1 tricks / +4 treats / 1 surprises"),
    ("-1 costumes / 3 surprises", "-1 costumes / 3 surprises"),
]


def card(text: str) -> list[tuple[str, int]]:
    return [(kind, int(size)) for size, kind in (part.split() for part in text.split(" / "))]


@each(("printed", "applied"), EXAMPLES)
def test_worked_examples_of_the_rules_apply_in_their_order(printed: str, applied: str) -> None:
    effects = card(printed)
    assert [effects[position] for position in application_order(effects)] == card(applied)


def test_the_thirteenth_example_a_special_is_void_on_a_card_that_a_special_drew() -> None:
    effects = card("1 surprises / +2 treats")
    assert play_card(effects, {}, drawn_by_surprise=True).drawn == 0
    assert play_card(effects, {}, drawn_by_surprise=True).hand["treats"] == 2
    assert play_card(effects, {}).drawn == 1


def test_order_decides_what_is_left_in_the_sixth_example() -> None:
    effects = card("-3 tricks / +2 tricks / -1 masks")
    assert play_card(effects, {"tricks": 1, "masks": 0}).hand["tricks"] == 0


def order_by_the_book(effects: list[tuple[str, int]]) -> list[int]:
    """The rules written down a second time, sentence by sentence, apart from the code: an oracle."""
    remaining = list(range(len(effects)))
    specials = [p for p in remaining if effects[p][0] == "surprises"]
    others = [p for p in remaining if effects[p][0] != "surprises"]
    bottom = max(others, default=None)
    sequence = []
    while others:
        upwards = bottom is not None and effects[bottom][1] < 0
        chosen = max(others) if upwards else min(others)
        others.remove(chosen)
        sequence.append(chosen)
    any_loss = min([size for kind, size in effects if kind != "surprises"], default=1) < 0
    return [*sequence, *specials] if any_loss else [*specials, *sequence]


signed = st.sampled_from(sorted(CAPS)).flatmap(
    lambda kind: st.tuples(
        st.just(kind),
        st.integers(1, CAPS[kind]).flatmap(
            lambda size: st.just(size) if kind == "surprises" else st.sampled_from([size, -size])
        ),
    )
)
cards = st.lists(signed, min_size=1, max_size=3)
hands = st.fixed_dictionaries(
    {
        "treats": st.integers(0, 9),
        "tricks": st.integers(0, 9),
        "masks": st.integers(0, 9),
        "costumes": st.integers(0, 1),
    }
)


@pytest.mark.slow
@given(cards)
def test_the_order_is_that_of_the_book(effects: list[tuple[str, int]]) -> None:
    assert application_order(effects) == order_by_the_book(effects)


@pytest.mark.slow
@given(cards)
def test_every_effect_applies_once_and_specials_keep_their_printed_order(effects: list[tuple[str, int]]) -> None:
    order = application_order(effects)
    assert sorted(order) == list(range(len(effects)))
    specials = [position for position in order if effects[position][0] == "surprises"]
    assert specials == sorted(specials)


@pytest.mark.slow
@given(cards, hands, st.booleans())
def test_a_hand_is_never_below_nothing_and_changes_by_no_more_than_the_card_says(
    effects: tuple[tuple[str, int], ...], hand: dict[str, int], drawn: bool
) -> None:
    outcome = play_card(effects, hand, drawn_by_surprise=drawn)
    assert set(outcome.hand) == set(HOLDINGS)
    assert outcome.hand["costumes"] <= 1
    for name, number in outcome.hand.items():
        assert number >= 0
        assert abs(number - hand[name]) <= sum(abs(size) for kind, size in effects if kind == name)
    assert outcome.moved == sum(size for kind, size in effects if kind == "movements")
    assert outcome.drawn == (0 if drawn else sum(size for kind, size in effects if kind == "surprises"))


@pytest.mark.parametrize(
    ("held", "loss", "left"),
    [({"treats": 1}, "-4 treats", 0), ({"masks": 3}, "-5 masks", 0), ({"costumes": 0}, "-1 costumes", 0)],
)
def test_a_loss_larger_than_the_holding_takes_everything(held: dict[str, int], loss: str, left: int) -> None:
    outcome = play_card(card(loss), held)
    assert outcome.hand[next(iter(held))] == left
    assert outcome.steps[0].note == "step-all"


def test_a_costume_gained_while_one_is_worn_is_exchanged() -> None:
    outcome = play_card(card("+1 costumes"), {"costumes": 1})
    assert outcome.hand["costumes"] == 1
    assert outcome.steps[0].note == "step-exchange"


@each(
    ("printed", "reasons"),
    [
        ("+3 treats", ["why-single"]),
        ("+2 masks / -1 treats", ["why-bottom-up"]),
        ("+2 treats / 1 surprises", ["why-single", "why-special-first"]),
        ("1 surprises / +4 treats / -2 masks", ["why-bottom-up", "why-special-last"]),
        ("2 surprises", ["why-special-alone"]),
    ],
)
def test_the_order_is_explained(printed: str, reasons: list[str]) -> None:
    assert order_reasons(card(printed)) == reasons


@pytest.mark.parametrize("hand", [{"sweets": 1}, {"treats": -1}, {"costumes": 2}])
def test_an_impossible_hand_is_refused(hand: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=next(iter(hand))):
        play_card(card("+1 treats"), hand)
