"""The mean worth of a deck: brought as near to what was asked for as its shares allow."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import exp
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from smithy import Smithy, effects_in, effects_of
from tries import dear_but, tries

from generator.core.problem import Infeasible
from generator.forge.mean_worth import bring_to_mean
from generator.forge.sampler import Sampler, Worth
from generator.forge.space import Members, Space, Symbol

SCALE = {
    key: Fraction(weight)
    for key, weight in {"treats": 2, "tricks": 1, "masks": 1, "movements": 0.5, "costumes": 3, "surprises": 1}.items()
}
SYMBOLS = [Symbol("treats", 1, 1, 3), Symbol("treats", -1, 1, 3), Symbol("moves", 1, 1, 4), Symbol("moves", -1, 1, 4)]
SPACE = Space(SYMBOLS, range(1, 3), frozenset({"treats", "moves"}))
WORTH = Worth(SYMBOLS, {"treats": Fraction(2), "moves": Fraction(1, 2)}, Fraction(-99), Fraction(99))


def worth(cards: list[tuple[tuple[str, int], ...]]) -> Fraction:
    return sum((SCALE[key] * Fraction(value) for card in cards for key, value in card), Fraction(0)) / len(cards)


Likeness = tuple[tuple[int, ...], tuple[str, ...], int]


def likeness(deck: Sequence[Members]) -> Likeness:
    """What an exchange within the shares leaves as it is: the lengths, the types, the number of gains."""
    symbols = [SYMBOLS[symbol] for members in deck for symbol, _ in members]
    lengths = tuple(sorted(map(len, deck)))
    return lengths, tuple(sorted(symbol.key for symbol in symbols)), sum(symbol.sign > 0 for symbol in symbols)


@cache
def totals() -> dict[Likeness, set[int]]:
    """What every deck of up to three different lists comes to, the slow way: by what its shares are."""
    lists = {tuple(sorted(SPACE.unrank(rank))) for rank in range(SPACE.size)}
    found: dict[Likeness, set[int]] = defaultdict(set)
    for count in range(1, 4):
        for deck in combinations(sorted(lists), count):
            found[likeness(deck)].add(sum(map(WORTH.units, deck)))
    return found


@pytest.mark.dear
@settings(max_examples=tries(25), deadline=None)
@given(seed=st.integers(0, 10**6), count=st.integers(1, 3), mean=st.fractions(-8, 8, max_denominator=6))
def test_no_exchange_within_the_shares_comes_nearer(seed: int, count: int, mean: Fraction) -> None:
    rng = Random(seed)
    sampler = Sampler(SPACE, [])
    weights = [[1.0] * symbol.sizes for symbol in SYMBOLS]
    positions = [rng.randrange(len(SPACE.patterns)) for _ in range(count)]
    deck = [
        members
        for position, times in Counter(positions).items()
        for members in sampler.draw(position, times, weights, rng)
    ]
    before, goal = likeness(deck), mean * WORTH.unit * count
    reached = bring_to_mean(deck, mean, WORTH, sampler, rng, sets=True)
    assert likeness(deck) == before
    assert reached == Fraction(sum(map(WORTH.units, deck)), WORTH.unit * count)
    assert abs(goal - reached * WORTH.unit * count) == min(abs(goal - total) for total in totals()[before])
    assert len({tuple(sorted(members)) for members in deck}) == count


def annealed(deck: list[Members], worth: Worth, taken: set[Members], rng: Random, steps: int) -> int:
    """The least that a deck can be worth, as an annealer finds it: any exchange of sizes, signs and members."""
    symbols = MEASURED.symbols
    turned = {(one.key, one.sign): place for place, one in enumerate(symbols)}
    held = {tuple(sorted(members)) for members in deck} | taken
    now = least = sum(map(worth.units, deck))
    for step in range(steps):
        here, there = rng.randrange(len(deck)), rng.randrange(len(deck))
        place, where = rng.randrange(len(deck[here])), rng.randrange(len(deck[there]))
        one, other = deck[here][place], deck[there][where]
        change, kind = {here: list(deck[here])}, rng.random()
        known = symbols[one[0]]
        if kind < 0.4:
            change[here][place] = (one[0], rng.randint(known.low, known.high))
        elif here == there:
            continue
        else:
            change[there] = list(deck[there])
            if kind < 0.7:
                change[here][place], change[there][where] = other, one
            elif known.sign == -symbols[other[0]].sign != 0:
                for number, at, before in ((here, place, one), (there, where, other)):
                    symbol = turned[symbols[before[0]].key, -symbols[before[0]].sign]
                    change[number][at] = (symbol, rng.randint(symbols[symbol].low, symbols[symbol].high))
        gone = {tuple(sorted(deck[number])) for number in change}
        new = {tuple(sorted(members)) for members in change.values()}
        if len(new) < len(change) or new & (held - gone) or not all(map(MEASURED.legal, change.values())):
            continue
        delta = sum(worth.units(tuple(members)) - worth.units(deck[number]) for number, members in change.items())
        if delta <= 0 or rng.random() < exp(-delta / (4 * 0.05 ** (step / steps))):
            held = held - gone | new
            for number, members in change.items():
                deck[number] = tuple(members)
            now += delta
            least = min(least, now)
    return least


class MEASURED:
    """The space of the shipped Surprise cards."""

    symbols = tuple(
        Symbol(key, sign, 1, high)
        for key, high in {"costumes": 1, "masks": 5, "movements": 9, "surprises": 3, "treats": 4, "tricks": 5}.items()
        for sign in ((0,) if key == "surprises" else (1, -1))
    )
    space = Space(symbols, range(1, 4), frozenset(SCALE))
    worth = Worth(symbols, SCALE, Fraction(-10), Fraction(10))

    @staticmethod
    def legal(members: Sequence[tuple[int, int]]) -> bool:
        keys = [MEASURED.symbols[symbol].key for symbol, _ in members]
        return len(set(keys)) == len(keys) and MEASURED.worth.within(tuple(members))


@pytest.mark.dear
def test_an_annealer_comes_no_nearer(smithy: Smithy) -> None:
    """The slow twin: it starts from the deck as drawn, and from the one that was led as far as it goes."""
    space, worth_of = MEASURED.space, MEASURED.worth
    taken = {tuple(sorted(members)) for item in smithy.kind.items if (members := space.read(effects_in(item)))}
    drawn = [space.read(effects_of(item)) or () for item in smithy.make(50, 5)]
    led = [space.read(effects_of(item)) or () for item in smithy.make(50, 5, mean=Fraction(-4))]
    reached = sum(map(worth_of.units, led))
    assert Fraction(reached, worth_of.unit * 50) < Fraction(-13, 4)
    for deck in (drawn, led):
        assert reached <= annealed(list(deck), worth_of, taken, Random(1), 30_000)


@pytest.mark.parametrize("mean", dear_but(1, [Fraction(-1), Fraction(0), Fraction(7, 6), Fraction(5, 2)]))
def test_a_deck_has_the_mean_that_was_asked_for(smithy: Smithy, mean: Fraction) -> None:
    items, notes = smithy.made(60, 4, mean=mean)
    reached = worth([effects_of(item) for item in items])
    assert abs(reached - mean) <= Fraction(1, 4 * 60)
    assert any(note.startswith(f"mean worth {float(reached):.3f}".rstrip("0").rstrip(".")) for note in notes)


@pytest.mark.dear
def test_the_shares_stay_as_they_were(smithy: Smithy) -> None:
    plain, richer = (smithy.make(120, 4, mean=mean) for mean in (None, Fraction(3)))
    keys = [Counter(key for item in deck for key, _ in effects_of(item)) for deck in (plain, richer)]
    signs = [Counter(value > 0 for item in deck for _, value in effects_of(item)) for deck in (plain, richer)]
    lengths = [Counter(len(effects_of(item)) for item in deck) for deck in (plain, richer)]
    assert keys[0] == keys[1]
    assert signs[0] == signs[1]
    assert lengths[0] == lengths[1]
    assert len({tuple(sorted(effects_of(item))) for item in richer}) == 120


def test_what_cannot_be_reached_is_come_near_to_and_reported(smithy: Smithy) -> None:
    items, notes = smithy.made(20, 1, mean=Fraction(9))
    reached = worth([effects_of(item) for item in items])
    assert reached < 9
    assert f"mean worth {float(reached):.3f}".rstrip("0").rstrip(".") + "; 9 was asked for" in notes


@pytest.mark.parametrize("mean", [Fraction(21, 2), Fraction(50), Fraction(-11)])
def test_a_mean_beyond_what_one_card_can_be_worth_is_refused(smithy: Smithy, mean: Fraction) -> None:
    with pytest.raises(Infeasible, match="one surprise-cards item is worth -10 to 10"):
        smithy.made(20, 1, mean=mean)


def test_without_a_scale_there_is_no_mean(smithy: Smithy) -> None:
    bare = Smithy(smithy.game, smithy.book, [rule for rule in smithy.rules if rule.check_name != "worth"])
    with pytest.raises(Infeasible, match="no `worth` rule"):
        bare.make(3, mean=Fraction(1))
