"""What a question of ``lab.yaml`` may ask beside those of ``pnp odds``: how an expression is spread over a deck."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from generator.core.distribution import quantile
from generator.lab.deck import deck_of, exact_all, worked_out
from generator.lab.numbers import counted, mean
from generator.lab.question import BadQuestion, Value, one_of, read_values
from generator.model.game import Game

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
