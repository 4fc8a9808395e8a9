"""How often a test tries made-up values: as often as it says in `make test`, `PNP_TRIES` times that in `make promise`.

What `make promise` tries again is marked: by hypothesis, or as `tried` where seeds are counted, or a part looked at.
Values are made up alike in every run, so that what fails fails again: only more of them can find more.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
FACTOR = int(os.environ.get("PNP_TRIES") or 1)


def tries(few: int) -> int:
    """How many examples are tried.

    Args:
        few: enough to see that nothing is broken.
    """
    return few * FACTOR


def part(things: Sequence[T], of: int) -> Sequence[T]:
    """Which of many things are looked at: one in ``of``, and all of them in `make promise`, which `.ci/run` runs too."""
    return things[:: 1 if FACTOR > 1 else of]
