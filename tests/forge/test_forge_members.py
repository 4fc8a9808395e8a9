"""New Surprise cards: whatever the seed and the options, they obey the rules and keep the shares."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import floor, sqrt
from pathlib import Path
from typing import Any

import pytest
from each import each
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from smithy import Effects, Smithy, effects_in, effects_of
from tries import tries

from generator.core.problem import Infeasible
from generator.model.load import load_game
from generator.rules.apply import check_balance

HIGHEST = {"costumes": 1, "masks": 5, "movements": 9, "surprises": 3, "treats": 4, "tricks": 5}
SINGLE = [
    (key, value)
    for key, high in HIGHEST.items()
    for value in range(1 if key == "surprises" else -high, high + 1)
    if value
]
SHARES = {"treats": 40, "movements": 34, "tricks": 27, "masks": 24, "surprises": 15, "costumes": 12}
LENGTHS = {1: 24, 2: 34, 3: 20}
TOGETHER = "what is left cannot keep all shares together"


def legal(keys: frozenset[str], lengths: range) -> set[Effects]:
    """Every legal card of these types and lengths, tried one by one."""
    single = [effect for effect in SINGLE if effect[0] in keys]
    return {
        card for length in lengths for card in product(single, repeat=length) if len({key for key, _ in card}) == length
    }


@cache
def all_cards() -> set[Effects]:
    """Every card that may be made at all."""
    return legal(frozenset(HIGHEST), range(1, 4))


def shared(total: int, weights: dict[Any, int], most: dict[Any, int]) -> dict[Any, int]:
    """The largest remainder with limits, the slow way: who is over the limit gets it, and the rest is shared again."""
    full: dict[Any, int] = {}
    while True:
        rest = {party: weight for party, weight in weights.items() if party not in full}
        left, whole = total - sum(full.values()), sum(rest.values())
        quotas = {party: Fraction(left * weight, whole) for party, weight in rest.items()} if whole else {}
        over = [party for party, quota in quotas.items() if quota > most[party]]
        if not over:
            break
        full |= {party: most[party] for party in over}
    seats = {party: floor(quota) for party, quota in quotas.items()}
    order = sorted(quotas, key=lambda party: (seats[party] - quotas[party], -quotas[party], list(weights).index(party)))
    for party in [party for party in order if seats[party] < most[party]][: left - sum(seats.values())]:
        seats[party] += 1
    return full | seats


def test_the_space_is_that_of_the_rules(smithy: Smithy) -> None:
    assert len(SINGLE) == 51
    assert len(all_cards()) == 59_507
    with pytest.raises(Infeasible, match="59,429; 78 of the 59,507"):
        smithy.make(59_430)


OPTIONS = st.fixed_dictionaries(
    {
        "lengths": st.sampled_from([None, (1, 1), (2, 2), (3, 3), (1, 2), (2, 3)]),
        "only": st.sets(st.sampled_from(sorted(HIGHEST))).map(lambda keys: tuple(sorted(keys))),
        "without": st.sets(st.sampled_from(sorted(HIGHEST)), max_size=2).map(lambda keys: tuple(sorted(keys))),
        "swing": st.sampled_from([None, "calm", "lively", "wild"]),
        "mean": st.sampled_from([None, None, Fraction(0), Fraction(3, 2), Fraction(-7, 2)]),
    }
)


@pytest.mark.slow
@settings(max_examples=tries(5), deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(seed=st.integers(0, 2**32), count=st.integers(1, 300), options=OPTIONS)
def test_whatever_the_levers_cards_are_legal_and_new_and_keep_the_shares(
    smithy: Smithy, seed: int, count: int, options: dict[str, Any]
) -> None:
    keys = frozenset(options["only"] or HIGHEST) - frozenset(options["without"])
    low, high = options["lengths"] or (1, 3)
    deck = {effects_in(item) for item in smithy.kind.items}
    free = [
        card
        for card in all_cards()
        if {key for key, _ in card} <= keys and low <= len(card) <= high and card not in deck
    ]
    assume(free)
    count = min(count, len(free))
    items, notes = smithy.made(count, seed, **options)
    cards = [effects_of(item) for item in items]
    assert len(cards) == count == len(set(cards))
    assert set(cards) <= set(free)

    room = Counter(map(len, free))
    lengths = Counter(map(len, cards))
    usual = {length: LENGTHS[length] for length in range(low, high + 1)}
    wanted = shared(count, usual, room)
    if all(room[length] >= Fraction(count * part, sum(usual.values())) for length, part in usual.items()):
        assert all(
            abs(lengths[length] - Fraction(count * part, sum(usual.values()))) < 1 for length, part in usual.items()
        )
    else:
        assert all(abs(lengths[length] - number) <= 1 for length, number in wanted.items())

    if any(note.startswith(TOGETHER) for note in notes):
        assert count > len(free) / 2
        return
    total = sum(map(len, cards))
    found = Counter(key for card in cards for key, _ in card)
    holding = Counter((len(card), key) for card in free for key, _ in card)
    holders = {key: sum(min(number, holding[length, key]) for length, number in lengths.items()) for key in keys}
    whole = sum(SHARES[key] for key in keys)
    quotas = {key: Fraction(total * SHARES[key], whole) for key in keys}
    if all(quota <= holders[key] for key, quota in quotas.items()) and count < len(free) / 4:
        assert all(abs(found[key] - quota) < 1 for key, quota in quotas.items())


@pytest.mark.slow
@settings(max_examples=tries(4), deadline=None)
@given(seed=st.integers(0, 2**32), count=st.integers(1, 300))
def test_no_type_and_no_direction_is_one_off_its_share(smithy: Smithy, seed: int, count: int) -> None:
    cards = [effects_of(item) for item in smithy.make(count, seed)]
    total = sum(map(len, cards))
    found = Counter(key for card in cards for key, _ in card)
    assert all(abs(found[key] - Fraction(total * share, 152)) < 1 for key, share in SHARES.items())
    gains = sum(value > 0 for card in cards for key, value in card if key != "surprises")
    losses = sum(value < 0 for card in cards for key, value in card)
    assert abs(gains - Fraction(total * 79, 152)) < 1
    assert abs(losses - Fraction(total * 58, 152)) < 1
    assert abs(found["surprises"] - Fraction(total * 15, 152)) < 1
    wanted, lengths = shared(count, LENGTHS, {1: 27, 2: 966, 3: 9556}), Counter(map(len, cards))
    assert all(abs(lengths[length] - number) <= 1 for length, number in wanted.items())


@pytest.mark.slow
@pytest.mark.tried
def test_cards_made_one_at_a_time_are_of_all_sorts_in_their_shares(smithy: Smithy) -> None:
    count = tries(12)
    near = 20 * sqrt(count / 120)
    cards = [effects_of(item) for seed in range(count) for item in smithy.make(1, seed)]
    lengths = Counter(map(len, cards))
    assert all(abs(lengths[length] - Fraction(count * part, 78)) < near for length, part in LENGTHS.items())
    found = Counter(key for card in cards for key, _ in card)
    total = sum(found.values())
    assert all(abs(found[key] - Fraction(total * share, 152)) < near for key, share in SHARES.items())


@pytest.mark.slow
def test_what_is_at_hand_and_what_is_new_are_apportioned_together(smithy: Smithy) -> None:
    """Beside twelve cards of treats, thirty more make a deck as a whole that is nearer to the shares than they alone."""
    lopsided = tuple(item for item in smithy.kind.items if {key for key, _ in effects_in(item)} == {"treats"})
    assert lopsided
    total = 40
    for seed in range(3):
        new = Counter(key for item in smithy.make(total, seed, taken=lopsided) for key, _ in effects_of(item))
        alone = Counter(key for item in smithy.make(total, seed) for key, _ in effects_of(item))
        assert new["treats"] < alone["treats"]


@pytest.mark.rare
@pytest.mark.parametrize("count", [2000])
def test_shares_hold_in_large_decks_too(smithy: Smithy, count: int) -> None:
    cards = [effects_of(item) for item in smithy.make(count, 3)]
    total = sum(map(len, cards))
    found = Counter(key for card in cards for key, _ in card)
    assert len(set(cards)) == count
    assert all(abs(found[key] - Fraction(total * share, 152)) < 1 for key, share in SHARES.items())


@pytest.mark.rare
def test_up_to_a_thousand_no_two_cards_have_the_same_effects_in_another_order(smithy: Smithy) -> None:
    deck = {tuple(sorted(effects_in(item))) for item in smithy.kind.items}
    sets = {tuple(sorted(effects_of(item))) for item in smithy.make(1000, 4)}
    assert len(sets) == 1000
    assert not sets & deck


@pytest.mark.slow
def test_a_space_is_used_up_to_its_last_card_and_says_so(smithy: Smithy) -> None:
    options: dict[str, Any] = {"only": ("treats", "surprises"), "lengths": (1, 2)}
    every = legal(frozenset({"treats", "surprises"}), range(1, 3)) - {effects_in(item) for item in smithy.kind.items}
    items, notes = smithy.made(len(every), **options)
    assert {effects_of(item) for item in items} == every
    assert any(f"these {len(every)} were all that was left" in note for note in notes)
    with pytest.raises(Infeasible, match=f"leave {len(every)}; "):
        smithy.make(len(every) + 1, **options)


def test_what_it_makes_passes_the_check(smithy: Smithy, tmp_path: Path) -> None:
    import shutil

    text = "\n".join(item.as_yaml() for item in smithy.make(85, 8, swing="wild"))
    folder = tmp_path / "tricks-or-treats"
    shutil.copytree(smithy.game.folder, folder)
    with (folder / "surprise-cards.yaml").open("a", encoding="utf-8") as file:
        file.write("\n" + text)
    game, problems = load_game(folder, "data")
    assert problems == []
    assert check_balance(game)[0] == []


@each(
    ("options", "message"),
    [
        ({"only": ("cakes",)}, "'cakes' is not a type here; known: costumes, masks,"),
        ({"only": ("treats",), "without": ("treats",)}, "no type is left"),
        ({"lengths": (1, 4)}, "1 to 4 effects cannot be had; the rules allow 1 to 3"),
        ({"lengths": (3, 2)}, "3 to 2 effects cannot be had"),
        ({"lengths": (0, 0)}, "0 effects cannot be had"),
        ({"lengths": (3, 3), "only": ("treats", "tricks")}, "no item has 3 effects of treats, tricks"),
        ({"only": ("costumes",), "lengths": (1, 1)}, "leave 0; 2 of the 2 are there already"),
    ],
)
def test_what_cannot_be_made_is_said_in_a_line(smithy: Smithy, options: dict[str, Any], message: str) -> None:
    with pytest.raises(Infeasible, match=message) as refused:
        smithy.make(1, **options)
    assert "\n" not in str(refused.value)


@pytest.mark.slow
def test_with_repeats_a_type_may_stand_on_a_card_twice(smithy: Smithy) -> None:
    cards = [effects_of(item) for item in smithy.make(60, 2, repeats=True, only=("treats",), lengths=(2, 3))]
    assert any(len({key for key, _ in card}) < len(card) for card in cards)
    assert len(set(cards)) == 60


@pytest.mark.slow
def test_the_calmer_the_swing_the_smaller_the_numbers(smithy: Smithy) -> None:
    sizes = {}
    for swing in ("calm", "lively", "wild"):
        cards = [effects_of(item) for item in smithy.make(200, 6, swing=swing)]
        sizes[swing] = sum(abs(value) for card in cards for _, value in card)
    assert sizes["calm"] * 1.15 < sizes["lively"] < sizes["wild"] / 1.1


@pytest.mark.slow
def test_the_same_seed_makes_the_same_cards(smithy: Smithy) -> None:
    one, other, third = smithy.make(30, 5), smithy.make(30, 5), smithy.make(30, 6)
    assert [item.as_yaml() for item in one] == [item.as_yaml() for item in other]
    assert [item.as_yaml() for item in one] != [item.as_yaml() for item in third]


@pytest.mark.rare
def test_every_order_of_effects_comes_up(smithy: Smithy) -> None:
    """Two signs and a special leave traces of every order in a large deck."""
    cards = [effects_of(item) for item in smithy.make(800, 7, lengths=(3, 3), only=("treats", "masks", "surprises"))]
    assert {tuple(key for key, _ in card) for card in cards} == set(permutations(("treats", "masks", "surprises")))
