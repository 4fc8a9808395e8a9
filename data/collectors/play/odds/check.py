"""How likely a check succeeds: a d12 and a bonus that reach the target's Reflexes; 12 always does, 1 never.

Where an ability lets one roll several times, ``keep`` says which roll counts.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from generator.games import Answer, BadQuestion, Shelf, Value, one_of, percent, whole

from ..checks import SIDES, twelfths

MOST = 99  # that an attribute can be raised to
MOST_ROLLS = 99

VALUES = {
    "bonus": Value("N", "Grit or Cunning of the one who rolls", whole(-MOST, MOST), required=True),
    "reflexes": Value("N", "of the one rolled against; 0 if knocked out", whole(-MOST, MOST), required=True),
    "keep": Value("best|worst", "which of several rolls counts", one_of("best", "worst")),
    "of": Value("N", "how many rolls there are; with keep, 2 if not given", whole(1, MOST_ROLLS)),
}


def ask(values: Mapping[str, Any], shelf: Shelf) -> Answer:  # noqa: ARG001 - the die is the same in all games like it
    """The chance."""
    keep, rolls = values["keep"], values["of"]
    if rolls is not None and keep is None:
        raise BadQuestion("of goes with keep=best or keep=worst")
    rolls = 1 if keep is None else rolls or 2
    chance = chance_of(values["bonus"], values["reflexes"], rolls, best=keep != "worst")
    several = f", {keep} of {rolls} rolls" if keep else ""
    return Answer(
        {"chance": chance}, [f"{values['bonus']:+d} against {values['reflexes']}{several}: {percent(chance)}"]
    )


def chance_of(bonus: int, reflexes: int, rolls: int = 1, *, best: bool = True) -> Fraction:
    """The chance of a check of which the best or the worst of several rolls counts.

    A higher roll is never worse, so that the best one fails only if all do, and the worst succeeds only if all do.
    """
    chance = Fraction(twelfths(bonus, reflexes), SIDES)
    return Fraction(1) - (1 - chance) ** rolls if best else chance**rolls
