"""A kind's items as a deck: what lies in it, how often, and how an expression is spread over it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import isfinite, lcm
from typing import Any

from generator.core.distribution import quantile
from generator.lab.numbers import counted, mean
from generator.lab.question import BadQuestion, Value, one_of, read_values
from generator.model.budget import METER, ExhaustedError, ExpressionError
from generator.model.expressions import evaluate
from generator.model.game import Game, Item

MOST_STEPS = 4_000_000  # of one expression over a deck: some seconds; one item alone takes far less
LARGEST = 99  # number on a component
FINEST = 10**9  # denominators: 0.1 is taken for 1/10, though no float is
LARGEST_COMMON = 10**40


def deck_of(game: Game, kind: str, where: str | None = None) -> list[Item]:
    """The items of a kind that are printed; with ``where``, those for which it holds. Raises as `those` does."""
    items = [item for item in game.kinds[kind].items if item.copies and not item.broken]
    return items if where is None else those(items, where)


def size(items: Iterable[Item]) -> int:
    """How many there are, copies counted."""
    return sum(item.copies for item in items)


def those(items: Sequence[Item], expression: str) -> list[Item]:
    """The items for which an expression holds; see `worked_out`.

    Raises:
        BadQuestion: the expression cannot be worked out, or asks for too much over all of them.
    """
    return [item for item, holds in zip(items, worked_out(items, expression), strict=True) if holds]


def numbers(game: Game, kind: str, field: str = "value") -> dict[int, int]:
    """How many components of a kind show each number, from the lowest.

    Raises:
        BadQuestion: they show none, or one that cannot be reckoned with.
    """
    counts: Counter[int] = Counter()
    for item in deck_of(game, kind):
        number = item.fields.get(field)
        if not isinstance(number, int) or not 1 <= number <= LARGEST:
            raise BadQuestion(f"{kind}/{item.id}: {field} is {number}; 1 to {LARGEST} can be reckoned with")
        counts[number] += item.copies
    return dict(sorted(counts.items()))


def worked_out(items: Sequence[Item], expression: str) -> list[Any]:
    """The value of an expression for each item; None where it needs a field that is absent, or divides by nothing.

    It may ask for the fields, the ``id`` and the ``copies``.

    Raises:
        BadQuestion: it cannot be worked out, or asks for too much over all of them.
    """
    try:
        with METER.allowance(MOST_STEPS, f"{expression[:60]!r} over the whole deck"):
            return [_of(item, expression) for item in items]
    except ExhaustedError as error:
        raise BadQuestion(str(error)) from None


def _of(item: Item, expression: str) -> Any:
    try:
        return evaluate(expression, item.fields | {"id": item.id, "copies": item.copies})
    except ExpressionError as error:
        if not isinstance(error.__context__, ZeroDivisionError):
            raise BadQuestion(f"{expression[:60]!r}: {error}") from None
        return None


def exact(value: Any) -> Fraction | None:
    """A number as a fraction, a yes or no as 1 or 0; None for what is not a finite number."""
    if isinstance(value, int):
        return Fraction(value)
    if isinstance(value, float) and isfinite(value):
        return Fraction(value).limit_denominator(FINEST)
    return None


def exact_all(values: Iterable[Any]) -> list[Fraction | None]:
    """`exact` of each value, so that they can be reckoned with.

    Thousands of thirds, sevenths and elevenths have a common denominator of thousands of digits: where it would be
    larger than any deck needs, all are rounded to a billionth.
    """
    numbers = [exact(value) for value in values]
    common = 1
    for number in numbers:
        if number is not None:
            common = lcm(common, number.denominator)
            if common > LARGEST_COMMON:
                return [None if own is None else Fraction(round(own * FINEST), FINEST) for own in numbers]
    return numbers


SPREAD = "spread"
MOST_SIGNS = 12  # of the part that a quantile is of


def _part(text: str) -> Fraction:
    try:
        part = Fraction(text) if len(text) <= MOST_SIGNS else None
    except (ValueError, ZeroDivisionError):
        part = None
    if part is None or not 0 < part <= 1:
        raise BadQuestion(f"{text[:40]!r} is not a part above 0, up to 1")
    return part


VALUES: Mapping[str, Value] = {
    "kind": Value("KIND", "the kind of the items", required=True),
    "of": Value("EXPR", "the value of each item", required=True),
    "what": Value(
        "mean|quantile|share",
        "mean if not given; share: the part for which it holds",
        one_of("mean", "quantile", "share"),
    ),
    "at": Value("PART", "which quantile; 0.5, the median, if not given", _part),
    "where": Value("EXPR", "which items count; all if not given"),
}


def spread(words: Sequence[str], game: Game) -> Fraction:
    """The mean, a quantile or the share of an expression over a kind's items, copies counted.

    Args:
        words: the values as ``NAME=VALUE``.
        game: the game.

    Raises:
        BadQuestion: a value is missing or wrong, or nothing is there to look at.
    """
    values: dict[str, Any] = read_values(VALUES, words)
    what = values["what"] or "mean"
    items = deck_of(game, values["kind"], values["where"])
    results = worked_out(items, values["of"])
    if what == "share":
        holds = ((value, item.copies) for item, value in zip(items, results, strict=True) if value is not None)
        counts = counted((Fraction(bool(value)), copies) for value, copies in holds)
    else:
        numbers = zip(exact_all(results), (item.copies for item in items), strict=True)
        counts = counted((number, copies) for number, copies in numbers if number is not None)
    if not counts:
        raise BadQuestion(f"of: no item of {values['kind']} has {values['of'][:60]!r}")
    return quantile(counts, values["at"] or Fraction(1, 2)) if what == "quantile" else mean(counts)
