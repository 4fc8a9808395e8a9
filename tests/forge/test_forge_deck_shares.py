"""Which shares a deck keeps: of the existing cards, of the rules, or of a file."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from msgspec import structs
from smithy import Smithy, effects_of

from generator.forge.member_maker import deck_shares, ruled_shares
from generator.forge.request import Context, Request
from generator.forge.space import read_space
from generator.forge.spec import ForgeSpec
from generator.model.values import Record


@pytest.mark.slow
def test_the_shares_of_the_deck_are_those_that_its_sources_tell(smithy: Smithy) -> None:
    """The table in data/tricks-or-treats/SOURCES.md."""
    shares = deck_shares(smithy.kind.items, "effects", {"surprises"})
    assert shares.lengths == {1: 24, 2: 34, 3: 20}
    assert shares.keys == {"treats": 40, "movements": 34, "tricks": 27, "masks": 24, "surprises": 15, "costumes": 12}
    assert shares.signs == {1: 79, -1: 58}
    assert shares.by_key["costumes", 1] == 7


def test_a_card_printed_twice_counts_twice(smithy: Smithy) -> None:
    twice = [replace(item, copies=2 if number == 0 else 1) for number, item in enumerate(smithy.kind.items)]
    assert deck_shares(twice, "effects", {"surprises"}).keys["treats"] == 41


def test_the_shares_of_the_rules_are_read_off_their_expressions(smithy: Smithy) -> None:
    from random import Random

    own = [rule for rule in smithy.rules if rule.kind == "surprise-cards"]
    context = Context(smithy.game, smithy.kind, own, [], Random(1))
    space = read_space(context, "effects", Request(1))
    shares = ruled_shares(context, "effects", space, deck_shares([], "effects", {"surprises"}))
    assert shares.keys == {"treats": 26, "movements": 22, "tricks": 18, "masks": 16, "surprises": 10, "costumes": 8}
    assert shares.signs == {1: 58, -1: 42}
    assert shares.lengths == {1: 30, 2: 44, 3: 26}


@pytest.mark.slow
def test_forge_yaml_may_ask_for_the_shares_of_the_rules(smithy: Smithy) -> None:
    entry = smithy.book.entries["surprise-cards"]
    settings = Record({"field": "effects", "shares": "balance", "also": None})
    ruled = Smithy(smithy.game, ForgeSpec({"surprise-cards": structs.replace(entry, settings=settings)}), smithy.rules)
    cards = [effects_of(item) for item in ruled.make(80, 1)]
    total = sum(map(len, cards)) + 152  # the existing ones count: all together keep the shares
    assert abs(40 + sum(key == "treats" for card in cards for key, _ in card) - Fraction(26 * total, 100)) < 1
    whole = Counter({1: 24, 2: 34, 3: 20}) + Counter(map(len, cards))
    assert all(abs(whole[length] - Fraction(158 * share, 100)) < 1 for length, share in {1: 30, 2: 44, 3: 26}.items())


@pytest.mark.slow
def test_a_deck_like_a_file_has_its_shares(smithy: Smithy) -> None:
    pairs = tuple(item for item in smithy.kind.items if len(item.fields["effects"]) == 2)
    made = [effects_of(item) for item in smithy.make(40, 1, like=pairs)]
    shares = Counter(effect.key for item in pairs for effect in item.fields["effects"])
    assert {len(card) for card in made} == {2}
    found = Counter(key for card in made for key, _ in card)
    assert all(abs(found[key] - Fraction(80 * share, 68)) < 1 for key, share in shares.items())


@pytest.mark.slow
def test_a_game_without_items_shares_evenly(smithy: Smithy) -> None:
    made = [effects_of(item) for item in smithy.make(30, 1, like=())]
    found = Counter(key for card in made for key, _ in card)
    assert max(found.values()) - min(found.values()) <= 1
    assert Counter(map(len, made)) == {1: 10, 2: 10, 3: 10}


@pytest.mark.slow
def test_what_has_no_sign_has_none_where_it_is_left_out(smithy: Smithy) -> None:
    """Without surprises, gains and losses keep the shares that they have among themselves: 79 to 58."""
    cards = [effects_of(item) for item in smithy.make(78, 1, without=("surprises",))]
    gains, total = sum(value > 0 for card in cards for _, value in card), sum(map(len, cards))
    assert abs(gains - Fraction(total * 79, 137)) < 1
