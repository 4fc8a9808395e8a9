"""How many turns of drawing it takes until the cards drawn come to so much, or until so many of a sort were found.

Each turn draws ``draw`` cards from a shuffled deck, without putting back; the last one takes what is left. ``sum`` is
an expression over an item's fields: turns are counted until it comes to ``at-least`` over all cards drawn, at the end
of a turn. With ``where`` alone they are counted until so many cards for which it holds were drawn; with both, ``where``
says which cards count. With ``reshuffle=yes`` all cards are shuffled into a new deck whenever the last one is drawn.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import Any

from generator.core.sample import TooManySteps, deck_size, deck_sum, tried_turns, tries_for, turns_to
from generator.lab.card_values import FROM, SEED, CardValues, NumberChances, card_values, steps_for
from generator.lab.question import Answer, BadQuestion, Shelf, Value, ValueShape, one_of, whole

MOST_DRAWN = 1_000
LARGEST = 999_999
MOST_CARDS = 10_000  # that may have to be drawn

VALUES = {
    "kind": Value("KIND", "the kind that is drawn from", required=True, made_of=ValueShape("kind")),
    "draw": Value("N", "how many are drawn in a turn", whole(1, MOST_DRAWN), required=True),
    "sum": Value("EXPR", "the number on a card that is summed up", made_of=ValueShape("expression")),
    "where": Value("EXPR", "which cards count", made_of=ValueShape("expression")),
    "at-least": Value("N", "the sum, or how many cards, to be reached", whole(1, LARGEST), required=True),
    "from": FROM,
    "reshuffle": Value("yes|no", "whether a deck that ends begins again; no if not given", one_of("yes", "no")),
    "within": Value("N", "asks for the chance to be there within that many turns", whole(1, LARGEST)),
    "seed": SEED,
}


def ask(values: Mapping[str, Any], shelf: Shelf) -> Answer:
    """The distribution of the number of turns, their mean, and the chance that the deck ends first."""
    if values["sum"] is None and values["where"] is None:
        raise BadQuestion("sum=EXPR or where=EXPR is missing")
    drawn, draw, goal = card_values(shelf, values, "sum"), values["draw"], values["at-least"]
    reshuffle, within = values["reshuffle"] == "yes", values["within"]
    if reshuffle:
        _check_reshuffled(drawn, goal)
    turns, dry = _turns(drawn, draw, goal, values["seed"] or 0, reshuffle=reshuffle)
    chances = {}
    what = (
        f"{values['sum'] or 'cards wanted'} of {goal:,} or more, drawing {draw:,} a turn from {deck_size(drawn.deck):,}"
    )
    text = [f"{what}: mean {turns.told_mean(' turns')}"]
    if within is not None:
        chances["chance"] = sum((chance for turn, chance in turns.chances.items() if turn <= within), Fraction(0))
        text.append(f"within {within:,} turns: {turns.told(chances['chance'])}")
    chances["dry"] = dry
    text += turns.table()
    text += [_by(turns)] if turns.chances else []
    text += [f"the deck ends first: {turns.told(dry)}"] if not reshuffle else []
    return Answer(turns.data(chances), text)


def _check_reshuffled(drawn: CardValues, goal: int) -> None:
    """Whether the goal is reached at all, and soon enough to be answered."""
    whole_deck, size = deck_sum(drawn.deck), deck_size(drawn.deck)
    if whole_deck <= 0:
        least = Fraction(whole_deck, drawn.unit)
        raise BadQuestion(f"reshuffle: the whole deck comes to {least}, so that it may never be reached")
    falls = -sum(value * copies for value, copies in drawn.deck.items() if value < 0)
    if ((goal * drawn.unit + falls) // whole_deck + 2) * size > MOST_CARDS:
        raise BadQuestion(f"at-least: {goal:,} may take more than {MOST_CARDS:,} cards, which cannot be answered")


def _turns(drawn: CardValues, draw: int, goal: int, seed: int, *, reshuffle: bool) -> tuple[NumberChances, Fraction]:
    """The chances of each number of turns and of none: exact, or simulated where that takes too many steps."""
    deck, points = drawn.deck, goal * drawn.unit
    try:
        turns, dry = turns_to(deck, draw, points, reshuffle=reshuffle, spend=steps_for(deck))
        tries = 0
    except TooManySteps:
        rounds = 1 + points // deck_sum(deck) if reshuffle else 1  # of the whole deck, about
        tries = tries_for(rounds * deck_size(deck))
        counts = tried_turns(deck, draw, points, tries, Random(f"until/{seed}"), reshuffle=reshuffle)
        dry = Fraction(counts.pop(None, 0), tries)
        turns = {turn: Fraction(counts[turn], tries) for turn in sorted(turn for turn in counts if turn is not None)}
    return NumberChances({Fraction(turn): chance for turn, chance in turns.items()}, tries, seed), dry


def _by(turns: NumberChances) -> str:
    """By which turn it is reached half of the time, and nine times in ten; of those times that it is reached."""
    whole_chance = sum(turns.chances.values())
    so_far = list(zip(turns.chances, accumulate(turns.chances.values()), strict=True))
    half, most = (
        next(turn for turn, chance in so_far if chance >= part * whole_chance)
        for part in (Fraction(1, 2), Fraction(9, 10))
    )
    return f"half of the time by turn {half}, nine times in ten by turn {most}"
