"""What is asked of the forge, what its recipes work with, and what they give back."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from generator.core.problem import Infeasible
from generator.model.budget import ExpressionError
from generator.model.expressions import evaluate
from generator.model.fields import ChoiceField, Field
from generator.model.game import Game, Item, Kind
from generator.model.values import Record
from generator.rules.rule import Rule

if TYPE_CHECKING:
    from generator.forge.lever import Lever
    from generator.forge.place import Place

SWINGS = ("calm", "lively", "wild")


class Request(Struct, frozen=True):
    """How many new items, and the options that say what they should be like.

    An option at its default is not set; `options_set` names those that are.
    """

    count: int
    lengths: tuple[int, int] | None = None  # the fewest and the most members of an item
    only: tuple[str, ...] = ()  # types that may occur; all if empty
    without: tuple[str, ...] = ()  # types that may not
    repeats: bool = False  # whether a type may occur twice on an item
    swing: str | None = None  # how large the numbers are: one of SWINGS
    mean: Fraction | None = None  # what an item should be worth on the average
    like: tuple[Item, ...] | None = None  # items whose shares are kept, in place of the game's own
    whom: str | None = None  # the id of the item to which the new ones belong
    language: str | None = None  # write texts in this language only

    def options_set(self) -> set[str]:
        """The names of the options that are set."""
        names = ("lengths", "only", "without", "repeats", "swing", "mean", "like", "whom")
        values = ((name, getattr(self, name)) for name in names)
        return {name for name, value in values if value is not None and value is not False and value != ()}


class Context(Struct):
    """What a recipe works with."""

    game: Game
    kind: Kind
    rules: list[Rule]  # those in force for the kind
    taken: list[Item]  # items that no new one may repeat
    rng: Random
    notes: list[str] = []  # what the person who asked should know, a sentence each
    attempt: int = 0  # above 0, what was made before broke a rule: time to look closer

    def rules_about(self, check: str, field: str) -> Iterator[Record]:
        """The settings of the rules in force that check a field of a new item so; a rule's ``when`` is asked first."""
        sample = self.new_item(**{field: [Record({"key": "", "value": 1})]})
        for rule in self.rules:
            same = rule.check_name == check and "field" in rule.settings and rule.settings.field == field
            if same and (rule.when is None or self.holds(rule.when, sample)):
                yield rule.settings

    def span(self, name: str) -> range:
        """The whole numbers that the `number-range` rules in force leave a field.

        Raises:
            Infeasible: no rule says what they may be.
        """
        rules = list(self.rules_about("number-range", name))
        lows = [rule.min for rule in rules if rule.min is not None]
        highs = [rule.max for rule in rules if rule.max is not None]
        if not lows or not highs:
            raise Infeasible(
                f"{self.game.name} has no `number-range` rule with min and max for {name}: write one in balance.yaml"
            )
        return range(ceil(max(lows)), floor(min(highs)) + 1)

    def words(self, name: str) -> tuple[str, ...]:
        """The words of a choice.

        Raises:
            Infeasible: the field is none.
        """
        known = self.kind.fields.get(name)
        if not isinstance(known, ChoiceField) or not known.of:
            raise Infeasible(f"{name!r} is not a choice field of {self.kind.name}")
        return tuple(known.of)

    @staticmethod
    def holds(condition: str, fields: Mapping[str, Any]) -> bool:
        """Whether a rule's ``when`` holds for an item; not where it cannot be worked out, which is reported
        elsewhere."""
        try:
            return bool(evaluate(condition, dict(fields)))
        except ExpressionError:
            return False

    def new_item(self, **values: Any) -> dict[str, Any]:
        """The fields of an item of the kind as the rules would see it, absent ones at their defaults."""
        return {name: known.default for name, known in self.kind.fields.items()} | values


class Draft(Struct, frozen=True):
    """A new item's own fields in writing order, and what its texts may follow."""

    fields: Mapping[str, Any]
    tags: frozenset[str] = frozenset()
    title: str = ""  # what its id is made from; if empty, the title that the kind's `texts` give it
    worth: Fraction | None = None  # on the scale that it was made by, where there is one


class Recipe(Protocol):
    """A module of `forge.recipes`: its docstring says what it makes and how."""

    __doc__: str | None
    __name__: str
    PARAMETERS: dict[str, Field]  # its settings in forge.yaml
    OPTIONS: frozenset[str]  # the options of a `Request` that it obeys

    @staticmethod
    def levers(context: Context, settings: Record) -> "Iterable[Lever]":
        """The levers for its ``OPTIONS`` with the limits that the rules in force set, and ``count`` where it has one.

        Raises:
            Infeasible: the rules leave nothing to make.
        """
        ...

    @staticmethod
    def examine(context: Context, settings: Record, place: "Place", given: Collection[str]) -> Iterable[frozenset[str]]:
        """Note what is wrong with the settings, and yield the tags that items may have.

        Args:
            context: the game without its items.
            settings: the recipe's.
            place: where they are.
            given: the fields that texts give to an item.
        """
        ...

    @staticmethod
    def make(context: Context, settings: Record, request: Request) -> Iterator[Draft]:
        """Yield ``request.count`` drafts.

        Raises:
            Infeasible: the options contradict each other or the rules, or there are not this many items.
        """
        ...
