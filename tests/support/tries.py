"""What `make test` leaves to `make everything`, which `.ci/run` runs, and both to `make promise`: tests that are slow, and more
made-up values.

- `slow`: not in `make test`. What takes more than some three tenths of a second of a processor is marked so, unless nothing
  cheaper looks at the same: of many cases alike some stay in `make test`, by `slow_but`.
- `rare`: not in `make everything` either. What takes seconds is marked so where tests there look at the same less closely.
- Of the cases of a slow test `make everything` tries one in eight (`PNP_CASES`): the same in every run.

A test tries made-up values as often as it says; `make promise` tries `PNP_TRIES` times that. What it tries again is marked:
by hypothesis, or as `tried` where seeds are counted, or a part looked at. Values are made up alike in every run, so that what
fails fails again: only more of them can find more.
"""

import os
from collections.abc import Collection, Sequence
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
FACTOR = int(os.environ.get("PNP_TRIES") or 1)
CASES = int(os.environ.get("PNP_CASES") or 0)


def tries(few: int) -> int:
    """How many examples are tried.

    Args:
        few: enough to see that nothing is broken.
    """
    return few * FACTOR


def part(things: Sequence[T], of: int) -> Sequence[T]:
    """Which of many things are examined: one in ``of``, and all in `make promise`."""
    return things[:: max(1, of // FACTOR)]


def some_cases(items: list[pytest.Item], of: int = CASES) -> list[pytest.Item]:
    """Tests without most cases of the slow ones: one in ``of`` stays of each."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if of and item.get_closest_marker("slow"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left = {id(item) for several in cases.values() for item in several} - {
        id(item) for several in cases.values() for item in several[::of]
    }
    return [item for item in items if id(item) not in left]


def slow_but(kept: int | Collection[Any], cases: Collection[Any]) -> list[Any]:
    """Cases for `pytest.mark.parametrize`: those ``kept`` are for `make test`, the others are `slow`.

    Args:
        kept: the cases, or how many of them, spread over all.
        cases: all of them.
    """
    listed = list(cases)
    if isinstance(kept, int):
        kept = [listed[at * len(listed) // kept] for at in range(kept)]
    assert all(case in listed for case in kept)
    return [case if case in kept else _slow(case) for case in listed]


def _slow(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.slow)
