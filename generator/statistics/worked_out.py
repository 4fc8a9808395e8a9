"""Expressions worked out for each item of a deck, within their budget."""

from collections.abc import Sequence
from time import process_time
from typing import Any

from generator.catalog.expressions import ExpressionError, evaluate
from generator.catalog.game import Item
from generator.odds.question import BadQuestion

MOST_SECONDS = 4  # of the processor's time for one expression over the whole deck


def worked_out(items: Sequence[Item], expression: str) -> list[Any]:
    """The value of an expression for each item; None where it needs a field that is absent, or divides by nothing.

    It may ask for the fields, the ``id`` and the ``copies``.

    Raises:
        BadQuestion: it cannot be worked out, or takes too long over all of them.
    """
    begun, found = process_time(), []
    for item in items:
        try:
            found.append(evaluate(expression, {**item.fields, "id": item.id, "copies": item.copies}))
        except ExpressionError as error:
            if not isinstance(error.__context__, ZeroDivisionError):
                raise BadQuestion(f"{expression[:60]!r}: {error}") from None
            found.append(None)
        if process_time() - begun > MOST_SECONDS:
            raise BadQuestion(f"{expression[:60]!r} costs too much: over {MOST_SECONDS} s for the deck")
    return found
