"""A rule in force: a named check type with a game's own numbers."""

from collections.abc import Iterator
from functools import lru_cache
from textwrap import fill
from typing import Any, Literal, Protocol

from msgspec import Struct

from generator.core.problem import Level
from generator.model.expressions import evaluate
from generator.model.fields import Field
from generator.model.game import Game, Item, Kind
from generator.model.values import LocalizedText, Record
from generator.read.tree import Mapping
from generator.rules.settings import KindField

MapCell = tuple[int, int]  # row, column, from 0
ValuePath = tuple[str | int, ...]
# What a check judges by: values, each for what it is; the values of one item together; an item with those that it
# names; an item beside all others; or all items of the kind together.
Reach = Literal["value", "item", "named", "others", "deck"]


class Breach(Struct, frozen=True):
    """A breach: which item, where in it, what is wrong, what to do."""

    item: Item
    path: ValuePath
    message: str
    hint: str = ""


class Rule(Struct, frozen=True):
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
    uses: frozenset[tuple[str, str]] = frozenset()  # kind and field: what it looks at

    @property
    def check_name(self) -> str:
        """The name of the check type, as ``balance.yaml`` has it: that of its module, with hyphens."""
        return self.check.__name__.rpartition(".")[2].replace("_", "-")

    @property
    def reads(self) -> frozenset[str]:
        """The kinds whose items it looks at."""
        named = (self.settings[name] for name, field in self.check.PARAMETERS.items() if isinstance(field, KindField))
        return frozenset([self.kind, *(kind for kind, _ in self.uses), *(name for name in named if name is not None)])

    @property
    def alone(self) -> bool:
        """Whether each item is judged without a look at any other."""
        return self.check.REACH in ("value", "item")


class RuleScope(Struct):
    """What a check looks at: the items to which its rule applies, in their game.

    A check counts in ``judged`` whatever it could come to a judgement about: where a field is absent, there is none.
    """

    game: Game
    kind: Kind
    items: list[Item]
    judged: int = 0

    def values(self, path: str) -> Iterator[tuple[Item, ValuePath, Any]]:
        """Each value that is at a path in an item, with its own path; see `values_at`."""
        return ((item, place, value) for item in self.items for place, value in values_at(item, path))


class Check(Protocol):
    """A module of `balance.rules`: its docstring explains it, PASS and FAIL examples included.

    It may have ``NEEDS``, settings of which one at the least must be there, and ``APART``, pairs of which each excludes
    the other.
    """

    __doc__: str | None
    __name__: str
    REACH: Reach
    PARAMETERS: dict[str, Field]

    @staticmethod
    def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
        """Yield one finding per breach."""
        ...


def values_at(item: Item, path: str) -> Iterator[tuple[ValuePath, Any]]:
    """The values at a path of field names, ``*`` standing for every member of a list: ``abilities.*.cost``.

    Yields each value that is there with its own path.
    """
    steps, fields = _steps_of(path), item.fields
    if len(steps) > 1 or path == "*":
        yield from _descend(fields, steps, ())
    elif fields.get(path) is not None:
        yield steps, fields[path]


@lru_cache(maxsize=1024)
def _steps_of(path: str) -> tuple[str, ...]:
    return tuple(path.split("."))


def members_at(item: Item, path: str) -> Iterator[tuple[ValuePath, Any]]:
    """What is at a path, lists opened: ``refs`` and ``refs.*`` mean the same, and a single value is a list of one.

    Yields each member with its own path.
    """
    for place, value in values_at(item, path.removesuffix(".*")):
        if not isinstance(value, list):
            yield place, value
            continue
        for index, member in enumerate(value):
            if member is not None:
                yield (*place, index), member


def asked(expression: str, item: Item, each: str | None) -> Iterator[Any]:
    """What an expression comes to for an item, or for each ``member`` of the list at a path in it."""
    if each is None:
        yield evaluate(expression, item.fields)
        return
    for _, member in members_at(item, each):
        yield evaluate(expression, item.fields | {"member": member})


def words_of(value: Any) -> tuple[Any, ...]:
    """What names an item where ``value`` does: of a text, its words in each language."""
    return tuple(value.translations.values()) if isinstance(value, LocalizedText) else (value,)


def _descend(value: Any, steps: tuple[str, ...], done: ValuePath) -> Iterator[tuple[ValuePath, Any]]:
    if not steps:
        if value is not None:
            yield done, value
        return
    step, rest = steps[0], steps[1:]
    if step == "*":
        for index, member in enumerate(value if isinstance(value, list) else []):
            yield from _descend(member, rest, (*done, index))
    elif isinstance(value, Record | dict):
        try:
            inner = value[step]
        except (AttributeError, KeyError):
            return
        yield from _descend(inner, rest, (*done, step))


WIDTH = 118


def sentence(check: Check) -> str:
    """What a check asks for, in a sentence."""
    return (check.__doc__ or "").partition("\n")[0]


def explained(check: Check) -> str:
    """A check's manual: what it asks for, its settings, and examples that keep and break it."""
    words, _, examples = (check.__doc__ or "").strip().partition("\nPASS\n")
    words = words.partition("\nSETTINGS\n")[0]
    width = max(len(name) for name in check.PARAMETERS) + 2
    settings = [_setting(name, field, width) for name, field in check.PARAMETERS.items()]
    needs: tuple[str, ...] = getattr(check, "NEEDS", ())
    if needs:
        settings.append(f"    One of {', '.join(needs)} is needed.")
    apart: tuple[tuple[str, str], ...] = getattr(check, "APART", ())
    settings += [f"    {first} and {second} exclude each other." for first, second in apart]
    return "\n".join([words.strip(), "", "settings:", *settings, "", "PASS", examples.rstrip()])


def _setting(name: str, field: Field, width: int) -> str:
    """A setting's name, what it takes and means, and what an absent one stands for."""
    usual = field.usual()
    form = "; ".join([field.takes, *([usual if field.required else f"{usual} if absent"] if usual else [])])
    hang = " " * (4 + width)
    return fill(f"{field.says} ({form})", WIDTH, initial_indent=f"    {name:{width}}", subsequent_indent=hang)
