"""Expressions worked out for each item of a deck, within their budget."""

from collections.abc import Sequence
from typing import Any

from generator.lab.deck import MOST_STEPS
from generator.lab.question import BadQuestion
from generator.model.budget import METER, ExhaustedError, ExpressionError
from generator.model.expressions import evaluate
from generator.model.game import Item


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
