"""What dice show: the chance of a comparison, or of each number that can be rolled.

``roll`` is made of numbers and dice (``d12``, ``3d6``) with ``+ - *`` and brackets, and one comparison. ``5d6 keep 3``
sums the highest 3 of them, ``5d6 keep lowest 3`` the lowest (``best 3 of 5d6`` and ``worst 3 of 5d6`` say the same);
``count 5d6 >= 5`` is how many of them show 5 or more; in ``explode 5d6`` each die is rolled again, and added, whenever
it shows a 6.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from generator.core.dice import DiceError, roll
from generator.core.distribution import expected
from generator.lab.question import Answer, BadQuestion, Shelf, Value
from generator.lab.telling import number, percent, rows, table

VALUES = {"roll": Value("ROLL", "such as d12+4>=10, 2d6, 5d6 keep 3, count 5d6 >= 5, explode d6", required=True)}


def ask(values: Mapping[str, Any], shelf: Shelf) -> Answer:  # noqa: ARG001 - dice belong to no game
    """The chance, or the distribution with its mean."""
    try:
        rolled_chances = roll(values["roll"])
    except DiceError as error:
        raise BadQuestion(str(error)) from None
    rolled = " ".join(values["roll"].split())
    if isinstance(rolled_chances, Fraction):
        return Answer({"chance": rolled_chances}, [f"{rolled}: {percent(rolled_chances)}"])
    mean = expected(rolled_chances)
    pairs = list(rolled_chances.items())
    text = [f"{rolled}: mean {number(mean).removeprefix('+')}", *table(rows(rolled_chances))]
    return Answer({"distribution": pairs, "mean": mean}, text)
