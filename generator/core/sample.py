"""Figures of a sample, with 95 % confidence; and draws from a deck as a sample of what it does."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, islice, repeat
from math import sqrt
from random import Random

from generator.core.sums import DeckValues, deck_size

CONFIDENT = 1.959964  # standard errors to either side: 95 %
MOST_DRAWN = 3_000_000  # cards of all tries: about a second
FEWEST_TRIES, MOST_TRIES = 400, 100_000


def mean(counts: Mapping[int, int]) -> float:
    """The mean of numbers by how often each came out."""
    return sum(number * times for number, times in counts.items()) / sum(counts.values())


def error(counts: Mapping[int, int]) -> float:
    """The standard error of their mean; 0 for a single number."""
    total = sum(counts.values())
    first = sum(number * times for number, times in counts.items())
    second = sum(number * number * times for number, times in counts.items())
    spread = (total * second - first * first) / (total * (total - 1)) if total > 1 else 0.0
    return sqrt(spread / total)


def wilson(successes: int, tries: int, reach_in_errors: float = CONFIDENT) -> tuple[float, float]:
    """The limits of a share, with 95 % confidence unless another reach is given in standard errors, after E. B. Wilson
    (1927): they hold for few tries too."""
    square = reach_in_errors * reach_in_errors
    share = successes / tries
    middle = share + square / (2 * tries)
    reach = reach_in_errors * sqrt(share * (1 - share) / tries + square / (4 * tries * tries))
    low, high = (middle - reach) / (1 + square / tries), (middle + reach) / (1 + square / tries)
    return (0.0 if successes == 0 else low), (1.0 if successes == tries else high)


def tries_for(cards: int) -> int:
    """How many tries are made where each draws this many cards at the most."""
    return max(FEWEST_TRIES, min(MOST_TRIES, MOST_DRAWN // cards))


def tried_sums(deck: DeckValues, draws: int, tries: int, rng: Random) -> Counter[int]:
    """The sums of this many tries to draw this many cards."""
    cards = _cards(deck)
    return Counter(sum(islice(_shuffled(cards, rng), draws)) for _ in range(tries))


def tried_turns(
    deck: DeckValues, draw: int, goal: int, tries: int, rng: Random, *, reshuffle: bool
) -> Counter[int | None]:
    """The turns that it took to reach a goal (see `sums.turns_to`); None where the deck ended before."""
    cards = _cards(deck)
    return Counter(_turns(cards, draw, goal, rng, reshuffle=reshuffle) for _ in range(tries))


def _turns(cards: list[int], draw: int, goal: int, rng: Random, *, reshuffle: bool) -> int | None:
    decks = repeat(None) if reshuffle else repeat(None, 1)
    drawn = chain.from_iterable(_shuffled(cards, rng) for _ in decks)
    total = turn = 0
    while hand := list(islice(drawn, draw)):
        turn += 1
        total += sum(hand)
        if total >= goal:
            return turn
    return None


def _cards(deck: DeckValues) -> list[int]:
    assert deck_size(deck)
    return [value for value, copies in deck.items() for _ in range(copies)]


def _shuffled(cards: list[int], rng: Random) -> Iterator[int]:
    """The cards one by one, shuffled as they are drawn; any order that they lie in will do to begin with."""
    random, size = rng.random, len(cards)
    for place in range(size):
        other = place + int(random() * (size - place))
        cards[place], cards[other] = cards[other], cards[place]
        yield cards[place]
