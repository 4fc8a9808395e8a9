"""A rule in force: a named, generic check with a game's own numbers."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from generator.catalog.fields import Field
from generator.catalog.game import Game, Item, Kind
from generator.catalog.values import Record
from generator.problem import Level
from generator.source.tree import Mapping

ValuePath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Breach:
    """A breach: which item, where in it, what is wrong, what to do."""

    item: Item
    path: ValuePath
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """An entry of ``balance.yaml``. ``settings`` are the check's numbers, as its PARAMETERS read them."""

    name: str
    check: "Check"
    kind: str
    level: Level
    settings: Record
    source: str
    why: str
    when: str | None
    hint: str
    file: str
    node: Mapping

    @property
    def check_name(self) -> str:
        """The generic check's name, as ``balance.yaml`` has it: that of its module, with hyphens."""
        return self.check.__name__.rpartition(".")[2].replace("_", "-")


@dataclass(slots=True)
class RuleScope:
    """What a check looks at: the items to which its rule applies, in their game."""

    game: Game
    kind: Kind
    items: list[Item]
    faults: list[tuple[str, str]] = field(default_factory=list)  # setting, what is wrong: the rule's own mistakes


class Check(Protocol):
    """A module of `balance.rules`: its docstring explains it, PASS and FAIL examples included."""

    __doc__: str | None
    __name__: str
    PARAMETERS: dict[str, Field]
    ITEMS_ALONE: bool  # whether each item is judged without a look at the others

    @staticmethod
    def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
        """Yield a finding a breach."""
        ...


def values_at(item: Item, path: str) -> Iterator[tuple[ValuePath, Any]]:
    """The values at a path of field names, ``*`` standing for every member of a list: ``abilities.*.cost``.

    Yields each value that is there with its own path.
    """
    yield from _descend(item.fields, tuple(path.split(".")), ())


def _descend(value: Any, steps: tuple[str, ...], done: ValuePath) -> Iterator[tuple[ValuePath, Any]]:
    if not steps:
        if value is not None:
            yield done, value
        return
    step, rest = steps[0], steps[1:]
    if step == "*":
        for index, member in enumerate(value or []):
            yield from _descend(member, rest, (*done, index))
    elif isinstance(value, Record | dict):
        try:
            inner = value[step]
        except (AttributeError, KeyError):
            return
        yield from _descend(inner, rest, (*done, step))
