"""What questions about sums have in common: the deck's values, exact where that is possible, else simulated."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from msgspec import Struct

from generator.core.sample import CONFIDENT, DeckValues, StepCount, deck_size, error, wilson
from generator.lab.deck import deck_of, exact_all, size, those, worked_out
from generator.lab.question import BadQuestion, Shelf, Value, ValueShape, whole
from generator.lab.telling import MOST_ROWS, number, percent, table, with_limits, without_tails

MOST_CARDS = 10_000
MOST_STEPS = 1_000_000  # of an exact answer: a second or two
DECIMALS = 6  # of limits
CARDS_A_STEP = 200  # a deck that many times larger has numbers that many times longer

SEED = Value("N", "for the random numbers where it is simulated; 0 if not given", whole(0, 2**32 - 1))
FROM = Value("EXPR", "which lie in the deck; all if not given", made_of=ValueShape("expression"))


class CardValues(Struct, frozen=True):
    """A deck by what its cards count, in whole numbers: ``unit`` of them are 1."""

    deck: DeckValues
    unit: int


def card_values(shelf: Shelf, values: Mapping[str, Any], of: str) -> CardValues:
    """The deck of a question: what each card counts.

    Args:
        shelf: where the game is found.
        values: the question's: ``kind``, ``from``; ``where`` says which cards count, all if not given.
        of: the value that holds the expression of what a card counts; 1 where that is not given.

    Raises:
        BadQuestion: there are none, or too many, or one that counts has no number.
    """
    kind = values["kind"]
    items = deck_of(shelf.game_with(kind), kind, values["from"])
    cards = size(items)
    if not 1 <= cards <= MOST_CARDS:
        raise BadQuestion(f"the deck holds {cards:,}; 1 to {MOST_CARDS:,} can be answered")
    counting = items if values["where"] is None else those(items, values["where"])
    numbers = exact_all(worked_out(counting, values[of])) if values[of] is not None else [Fraction(1)] * len(counting)
    for item, count in zip(counting, numbers, strict=True):
        if count is None:
            raise BadQuestion(f"{of}: {kind}/{item.id} has no number there; where= can leave it out")
    counts = [count for count in numbers if count is not None]
    unit = lcm(*(count.denominator for count in counts))
    deck: dict[int, int] = {}
    for item, count in zip(counting, counts, strict=True):
        value = int(count * unit)
        deck[value] = deck.get(value, 0) + item.copies
    deck[0] = deck.get(0, 0) + cards - size(counting)
    return CardValues({value: deck[value] for value in sorted(deck) if deck[value]}, unit)


def steps_for(deck: DeckValues) -> StepCount:
    """The steps that an exact answer may take."""
    return StepCount(MOST_STEPS // (1 + deck_size(deck) // CARDS_A_STEP))


class NumberChances(Struct, frozen=True):
    """How likely each number is: exact, or counted in ``tries``."""

    chances: Mapping[Fraction, Fraction]
    tries: int = 0
    seed: int = 0

    @property
    def mean(self) -> Fraction | None:
        """Of the numbers that came out at all."""
        total = sum(self.chances.values())
        return sum((value * chance for value, chance in self.chances.items()), Fraction(0)) / total if total else None

    def data(self, chances: Mapping[str, Fraction]) -> dict[str, Any]:
        """What JSON holds: chances by name, the distribution and its mean; where simulated also the limits of each."""
        pairs = [[_number(value), chance] for value, chance in self.chances.items()]
        data = {"exact": not self.tries, **chances, "distribution": pairs, "mean": self.mean}
        if not self.tries:
            return data
        limits: dict[str, Any] = {name: self.limits(chance) for name, chance in chances.items()}
        limits["distribution"] = [[_number(value), self.limits(chance)] for value, chance in self.chances.items()]
        limits["mean"] = self._limits_of_mean()
        return {**data, "limits": limits, "tries": self.tries, "seed": self.seed}

    def limits(self, chance: Fraction) -> list[float]:
        """The limits of a simulated chance, with 95 % confidence."""
        return [round(limit, DECIMALS) for limit in wilson(int(chance * self.tries), self.tries)]

    def told(self, chance: Fraction) -> str:
        """A chance in words."""
        return with_limits(chance, self.limits(chance)) if self.tries else percent(chance)

    def told_mean(self, unit: str = "") -> str:
        """The mean in words."""
        if self.mean is None:
            return "none"
        limits = self._limits_of_mean() if self.tries else None
        shown = f"{float(self.mean):.2f} ({limits[0]:.2f} to {limits[1]:.2f})" if limits else number(self.mean)
        return shown.removeprefix("+") + unit

    def table(self) -> list[str]:
        """A line a number, and how it was got where that was not exactly."""
        lines = table(without_tails(self.chances, str, MOST_ROWS), exact=not self.tries)
        how = f"simulated: {self.tries:,} tries, seed {self.seed}; in brackets the limits with 95 % confidence"
        return [*lines, how] if self.tries else lines

    def _limits_of_mean(self) -> list[float] | None:
        """1.96 standard errors to either side."""
        if self.mean is None:
            return None
        unit = lcm(*(value.denominator for value in self.chances))
        counts = {int(value * unit): int(chance * self.tries) for value, chance in self.chances.items()}
        reach = CONFIDENT * error(counts) / unit
        return [round(float(self.mean) + side * reach, DECIMALS) for side in (-1, 1)]


def _number(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value
