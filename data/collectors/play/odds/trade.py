"""How likely a trade is intercepted: the sum of two d12 and Grit, once, against both traders' Reflexes together.

Whether a natural 1 or 12 means anything here is not said; by the ruling only the sum counts (``naturals=none``).
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from generator.games import Answer, Shelf, Value, one_of, percent, whole

from ..checks import NATURALS, SIDES, intercepts_trade
from .check import MOST

VALUES = {
    "grit": Value("N", "of the one who intercepts", whole(-MOST, MOST), required=True),
    "reflexes": Value("N", "both traders' sum", whole(-2 * MOST, 2 * MOST), required=True),
    "naturals": Value(
        "|".join(NATURALS), "what a natural 1 or 12 decides: nothing, two of them, any; none", one_of(*NATURALS)
    ),
}


def ask(values: Mapping[str, Any], shelf: Shelf) -> Answer:  # noqa: ARG001 - the die is the same in all games like it
    """The chance."""
    faces = range(1, SIDES + 1)
    ways = Counter(
        intercepts_trade((one, other), values["grit"], values["reflexes"], values["naturals"] or "none")
        for one, other in product(faces, repeat=2)
    )
    chance = Fraction(ways[True], ways.total())
    text = [f"two d12 {values['grit']:+d} against {values['reflexes']}: {percent(chance)}"]
    return Answer({"chance": chance}, text)
