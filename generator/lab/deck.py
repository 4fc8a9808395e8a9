"""A kind's items as a deck: what lies in it, and how often."""

from collections import Counter
from collections.abc import Iterable

from generator.lab.question import BadQuestion
from generator.model.budget import METER, ExhaustedError, ExpressionError
from generator.model.expressions import evaluate
from generator.model.game import Game, Item

MOST_STEPS = 4_000_000  # of one expression over a deck: some seconds; one item alone takes far less
LARGEST = 99  # number on a component


def deck_of(game: Game, kind: str) -> list[Item]:
    """The items of a kind that are printed."""
    return [item for item in game.kinds[kind].items if item.copies and not item.broken]


def size(items: Iterable[Item]) -> int:
    """How many there are, copies counted."""
    return sum(item.copies for item in items)


def those(items: Iterable[Item], expression: str) -> list[Item]:
    """The items for which an expression holds; it may ask for the ``id`` beside the fields.

    Raises:
        BadQuestion: the expression cannot be worked out, or asks for too much over all of them.
    """
    try:
        with METER.allowance(MOST_STEPS, f"{expression[:60]!r} over the whole deck"):
            return [item for item in items if evaluate(expression, item.fields | {"id": item.id})]
    except ExhaustedError as error:
        raise BadQuestion(str(error)) from None
    except ExpressionError as error:
        raise BadQuestion(f"{expression[:60]!r}: {error}") from None


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
