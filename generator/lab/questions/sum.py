"""What the first cards of a shuffled deck come to: how likely each sum of a number on them is.

Cards are drawn without putting back; items count with their copies. ``of`` is an expression over an item's fields,
``where`` one that says which of the cards drawn count in the sum, ``from`` one that says which lie in the deck at all.
"""

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

from generator.core.sample import TooManySteps, deck_size, sum_of_draw, tried_sums, tries_for
from generator.lab.card_values import FROM, SEED, CardValues, NumberChances, card_values, steps_for
from generator.lab.question import Answer, BadQuestion, Shelf, Value, ValueShape, whole

MOST_DRAWS = 1_000
LARGEST = 999_999

VALUES = {
    "kind": Value("KIND", "the kind that is drawn from", required=True, made_of=ValueShape("kind")),
    "draws": Value("N", "how many are drawn", whole(1, MOST_DRAWS), required=True),
    "of": Value("EXPR", "the number on a card", required=True, made_of=ValueShape("expression")),
    "where": Value("EXPR", "which of the cards drawn count; all if not given", made_of=ValueShape("expression")),
    "from": FROM,
    "at-least": Value("N", "asks for the chance of that sum or more", whole(-LARGEST, LARGEST)),
    "at-most": Value("N", "asks for the chance of that sum or less", whole(-LARGEST, LARGEST)),
    "seed": SEED,
}


def ask(values: Mapping[str, Any], shelf: Shelf) -> Answer:
    """The distribution of the sum, its mean, and the chance of a sum within limits if those are given."""
    drawn, draws = card_values(shelf, values, "of"), values["draws"]
    cards = deck_size(drawn.deck)
    if draws > cards:
        raise BadQuestion(f"draws is {draws:,}; the deck holds {cards:,}")
    sums = _sums(drawn, draws, values["seed"] or 0)
    chances, low, high = {}, values["at-least"], values["at-most"]
    text = [f"{values['of']} over {draws} drawn from {cards}: mean {sums.told_mean()}"]
    if low is not None or high is not None:
        within = (
            chance
            for value, chance in sums.chances.items()
            if (low is None or value >= low) and (high is None or value <= high)
        )
        chances["chance"] = sum(within, Fraction(0))
        range_words = (
            f"{low} to {high}" if None not in (low, high) else f"{low} or more" if high is None else f"{high} or less"
        )
        text.append(f"{range_words}: {sums.told(chances['chance'])}")
    return Answer(sums.data(chances), [*text, *sums.table()])


def _sums(drawn: CardValues, draws: int, seed: int) -> NumberChances:
    """The chances of each sum: exact, or simulated where that takes too many steps."""
    try:
        sums, tries = sum_of_draw(drawn.deck, draws, steps_for(drawn.deck)), 0
    except TooManySteps:
        tries = tries_for(draws)
        counts = tried_sums(drawn.deck, draws, tries, Random(f"sum/{seed}"))
        sums = {value: Fraction(counts[value], tries) for value in sorted(counts)}
    return NumberChances({Fraction(value, drawn.unit): chance for value, chance in sums.items()}, tries, seed)
