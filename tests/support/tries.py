"""What `make test` leaves to `make everything`, which `.ci/run` runs, and to `make promise`: tests that are dear, and more
made-up values.

A test tries made-up values as often as it says in `make test`, and `PNP_TRIES` times that in the others. What `make promise`
tries again is marked: by hypothesis, or as `tried` where seeds are counted, or a part looked at. Values are made up alike
in every run, so that what fails fails again: only more of them can find more.

What takes more than a few tenths of a second of a processor is marked `dear`, unless nothing cheaper looks at the same:
of many cases alike some stay in `make test`, by `dear_but`.
"""

import os
from collections.abc import Collection, Sequence
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
FACTOR = int(os.environ.get("PNP_TRIES") or 1)


def tries(few: int) -> int:
    """How many examples are tried.

    Args:
        few: enough to see that nothing is broken.
    """
    return few * FACTOR


def part(things: Sequence[T], of: int) -> Sequence[T]:
    """Which of many things are examined: one in ``of`` in `make test`, one in half of that in `.ci/run`, at last
    all."""
    return things[:: max(1, of // FACTOR)]


def dear_but(kept: int | Collection[Any], cases: Collection[Any]) -> list[Any]:
    """Cases for `pytest.mark.parametrize`: those ``kept`` are for `make test`, the others are `dear`.

    Args:
        kept: the cases, or how many of them, spread over all.
        cases: all of them.
    """
    listed = list(cases)
    if isinstance(kept, int):
        kept = [listed[at * len(listed) // kept] for at in range(kept)]
    assert all(case in listed for case in kept)
    return [case if case in kept else _dear(case) for case in listed]


def _dear(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.dear)
