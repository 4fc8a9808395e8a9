"""Figures of a sample, with 95 % confidence; and draws from a deck as a sample of what it does."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain, islice, repeat
from math import comb, perm, sqrt
from random import Random
from typing import NamedTuple

from generator.core.distribution import Distribution, Spend, WayCounter, as_chances

DeckValues = Mapping[int, int]  # how many cards have each value


class TooManySteps(Exception):
    """The work is more than what was allowed for it."""


class StepCount:
    """Counts steps, and ends work that takes too many; the same work takes as many everywhere."""

    def __init__(self, most: int) -> None:
        """Allow this many steps."""
        self.left = most

    def __call__(self, steps: int) -> None:
        """Take steps.

        Raises:
            TooManySteps: so many are not left.
        """
        self.left -= steps
        if self.left < 0:
            raise TooManySteps


class TurnChances(NamedTuple):
    """How likely each number of turns is to reach the goal, and how likely the deck is to end before."""

    turns: Distribution
    dry: Fraction


def deck_size(deck: DeckValues) -> int:
    """The cards of a deck."""
    return sum(deck.values())


def deck_sum(deck: DeckValues) -> int:
    """The sum of all of its values."""
    return sum(value * copies for value, copies in deck.items())


def sum_of_draw(deck: DeckValues, draws: int, spend: Spend) -> Distribution:
    """The sum of this many cards, at most as many as the deck holds."""
    rest = deck_size(deck) - draws
    if rest >= draws:
        return as_chances(_sums(deck, draws, spend)[draws])
    whole = deck_sum(deck)  # what is left is easier to count
    return as_chances({whole - left: ways for left, ways in _sums(deck, rest, spend)[rest].items()})


def _sums(deck: DeckValues, most: int, spend: Spend, below: int | None = None) -> list[WayCounter]:
    """For 0, 1, … ``most`` cards the ways to draw them by their sum; only sums ``below`` a limit, if no value is less
    than 0."""
    by_draws = [Counter({0: 1}), *(Counter[int]() for _ in range(most))]
    for value, copies in deck.items():
        spend(most + 1)
        ways_of = _choices(copies, min(copies, most))
        after = [Counter[int]() for _ in range(most + 1)]
        for drawn, sums in enumerate(by_draws):
            if not sums:
                continue
            choices = ways_of[: most - drawn + 1]
            spend(len(sums) * len(choices))
            for total, ways in sums.items():
                for more, chosen in enumerate(choices):
                    reached = total + more * value
                    if below is not None and reached >= below:
                        break
                    after[drawn + more][reached] += ways * chosen
        by_draws = after
    return by_draws


def _choices(copies: int, most: int) -> list[int]:
    """The ways to choose 0, 1, … ``most`` of so many, each from the one before."""
    ways = [1]
    for more in range(most):
        ways.append(ways[-1] * (copies - more) // (more + 1))
    return ways


def turns_to(deck: DeckValues, draw: int, goal: int, *, reshuffle: bool, spend: Spend) -> TurnChances:
    """The number of turns of ``draw`` cards each until all cards drawn so far sum up to a goal or more.

    The last turn takes what is left. With ``reshuffle`` all cards are shuffled into a new deck whenever the last one
    is drawn, also in the middle of a turn; then the sum of the whole deck must be above 0.

    Args:
        deck: its values.
        draw: the cards of a turn.
        goal: 1 or more.
        reshuffle: whether the deck begins again.
        spend: counts the steps.
    """
    if min(deck) < 0:
        return _walked(deck, draw, goal, spend, reshuffle=reshuffle)
    return _counted(deck, draw, goal, spend, reshuffle=reshuffle)


def _counted(deck: DeckValues, draw: int, goal: int, spend: Spend, *, reshuffle: bool) -> TurnChances:
    """`turns_to` for values of 0 and more: it takes more cards than k where k cards sum up to less."""
    size, whole = deck_size(deck), deck_sum(deck)
    if goal > whole and not reshuffle:
        return TurnChances({}, Fraction(1))
    passes = -(-goal // whole) - 1  # whole decks that are not enough
    rest = goal - passes * whole
    below = [Fraction(ways.total(), comb(size, drawn)) for drawn, ways in enumerate(_sums(deck, size, spend, rest))]
    turns: Distribution = {}
    turn, short = passes * size // draw, Fraction(1)
    while short:
        turn += 1
        after = below[min(size, max(0, turn * draw - passes * size))]
        if after < short:
            turns[turn] = short - after
        short = after
    return TurnChances(turns, Fraction(0))


def _walked(deck: DeckValues, draw: int, goal: int, spend: Spend, *, reshuffle: bool) -> TurnChances:
    """`turns_to` card by card, by what is left of each value: a sum may fall again."""
    values, size, whole = list(deck), deck_size(deck), deck_sum(deck)
    turns: Distribution = {}
    cards, base, alive = 0, 0, Fraction(1)
    while alive:
        states = Counter({tuple(deck.values()): 1})  # the ways to draw some cards one by one, by what is left
        for taken in range(1, size + 1):
            states = _one_more(states, spend)
            cards += 1
            if cards % draw and (reshuffle or taken < size):
                continue
            short: Counter[tuple[int, ...]] = Counter()
            for left, ways in states.items():
                if base + whole - sum(value * count for value, count in zip(values, left, strict=True)) < goal:
                    short[left] = ways
            if len(short) < len(states):
                turns[-(-cards // draw)] = alive * Fraction(states.total() - short.total(), perm(size, taken))
            states = short
        alive *= Fraction(states.total(), perm(size, size))
        base += whole
        if not reshuffle:
            break
    return TurnChances(turns, alive)


def _one_more(states: Counter[tuple[int, ...]], spend: Spend) -> Counter[tuple[int, ...]]:
    after: Counter[tuple[int, ...]] = Counter()
    for left, ways in states.items():
        spend(len(left))
        for place, count in enumerate(left):
            if count:
                after[(*left[:place], count - 1, *left[place + 1 :])] += ways * count
    return after


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
        target = place + int(random() * (size - place))
        cards[place], cards[target] = cards[target], cards[place]
        yield cards[place]
