"""Dataclasses made quickly are as those of the standard library: made alike of the same fields, they do the same."""

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field
from functools import cached_property, partial
from operator import eq, ge, lt
from typing import Any

import pytest

from generator import dataclass as quick

MAKERS = (dataclasses.dataclass, quick.dataclass)
OPTIONS: list[dict[str, bool]] = [
    {},
    {"slots": True},
    {"eq": False},
    {"frozen": True},
    {"frozen": True, "eq": False},
    {"frozen": True, "slots": True},
    {"frozen": True, "order": True, "slots": True},
]


def family(make: Callable[..., Any], options: dict[str, bool]) -> tuple[type, ...]:
    """Classes with all that a dataclass may have."""

    @make(**options)
    class Bare:
        """Nothing in it."""

    @make(**options)
    class One:
        """A field."""

        a: Any

    @make(**options)
    class Base:
        """Fields with what they are without a value, some by name only, one that is not compared, one not shown."""

        a: Any
        b: Any = 2
        c: tuple[int, ...] = field(default_factory=tuple)
        d: Any = field(default=4, compare=False, kw_only=True)
        e: Any = field(default=5, repr=False)
        f: Any = field(default_factory=lambda: 6, init=False)
        h: Any = field(default_factory=list, hash=False, kw_only=True)
        i: Any = field(default=3, init=False)

    @make(**options)
    class Inner(Base):
        """More fields, behind those that can only be given by name."""

        g: Any = 7
        b: Any = 8

    @make(**options)
    class Own:
        """What it says itself stays."""

        a: Any

        def __repr__(self) -> str:
            return "own"

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 1

    for one in (Bare, One, Base, Inner, Own):
        one.__qualname__ = one.__name__
    return Bare, One, Base, Inner, Own


def told(call: Callable[[], object]) -> object:
    """What comes out of a call: a value, or what is wrong."""
    try:
        return call()
    except (TypeError, AttributeError, FrozenInstanceError) as error:
        return type(error), str(error).split("family.")[-1].split("<locals>.")[-1]


ARGUMENTS: tuple[list[Any], ...] = (
    [],
    [1],
    [2],
    [1, 2],
    [1, 2, [3]],
    [1, 2, (3,)],
    [1, 2, (3,), 7],
    [1, 2, (3,), 7, 8],
)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_classes_made_quickly_do_what_those_of_the_library_do(options: dict[str, bool]) -> None:
    librarys, ours = (family(make, options) for make in MAKERS)
    for theirs, own in zip(librarys, ours, strict=True):
        assert behaviour(theirs, options) == behaviour(own, options)


def behaviour(kind: Any, options: dict[str, bool]) -> list[object]:
    """All that instances of a class do."""
    made: list[Any] = [told(partial(kind, *values)) for values in ARGUMENTS]
    made += [told(partial(kind, 1, d=d)) for d in (4, 5)]
    names = [known.name for known in dataclasses.fields(kind)]
    parameters = inspect.signature(kind).parameters.values()
    found: list[object] = [names, kind.__match_args__, [(p.name, p.kind, p.default is p.empty) for p in parameters]]
    for one in made:
        if isinstance(one, tuple):  # what was wrong
            found.append(one)
            continue
        found += [repr(one), [getattr(one, name) for name in names], [told(partial(eq, one, other)) for other in made]]
        found += [told(partial(hash, one)) if options.get("eq", True) else None]
        if options.get("order"):
            found += [[told(partial(before, one, other)) for before in (lt, ge) for other in made]]
        if names:
            found += [told(partial(setattr, one, "a", 9)), told(partial(delattr, one, "a"))]
    return found


@quick.dataclass(frozen=True, slots=True)
class Kept:
    """To be copied."""

    a: int
    b: tuple[int, ...] = ()


@quick.dataclass(frozen=True)
class Counted:
    """With something that is worked out once."""

    a: int

    @cached_property
    def twice(self) -> int:
        """Twice as much."""
        return 2 * self.a


def test_what_cannot_be_changed_can_be_copied() -> None:
    one = Kept(1, (2,))
    assert copy.copy(one) == copy.deepcopy(one) == pickle.loads(pickle.dumps(one)) == one
    assert dataclasses.replace(one, a=3) == Kept(3, (2,))
    assert dataclasses.asdict(one) == {"a": 1, "b": (2,)}
    assert Counted(4).twice == 8
    match one:
        case Kept(a, b):
            assert (a, b) == (1, (2,))
