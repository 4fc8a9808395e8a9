"""What dice show: the chance of a comparison, or of each number that can be rolled.

``roll`` is made of numbers and dice (``d12``, ``3d6``) with ``+ - *`` and brackets, ``best K of NdM``, ``worst K of
NdM``, and one comparison.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from generator.core.dice import DiceError, roll
from generator.core.distribution import expected
from generator.lab.question import Answer, BadQuestion, Shelf, Value
from generator.lab.telling import number, percent, table

VALUES = {"roll": Value("ROLL", "such as d12+4>=10, 2d6, best 1 of 2d12", required=True)}


def ask(values: Mapping[str, Any], shelf: Shelf) -> Answer:  # noqa: ARG001 - dice belong to no game
    """The chance, or the distribution with its mean."""
    try:
        found = roll(values["roll"])
    except DiceError as error:
        raise BadQuestion(str(error)) from None
    rolled = " ".join(values["roll"].split())
    if isinstance(found, Fraction):
        return Answer({"chance": found}, [f"{rolled}: {percent(found)}"])
    mean = expected(found)
    pairs = list(found.items())
    text = [f"{rolled}: mean {number(mean).removeprefix('+')}", *table(pairs)]
    return Answer({"distribution": pairs, "mean": mean}, text)
