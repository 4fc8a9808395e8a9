"""What is asked of the forge and by which levers, what its recipes work with, and what they give back."""

import re
import shlex
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from generator.core.problem import Infeasible, NotFound, WrongUse
from generator.model.budget import ExpressionError
from generator.model.expressions import evaluate
from generator.model.fields import Field
from generator.model.game import Game, Item, Kind
from generator.model.values import Record
from generator.rules.rule import Rule

if TYPE_CHECKING:
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
        values = ((name, getattr(self, name)) for name in SPECIAL)
        return {name for name, value in values if value is not None and value is not False and value != ()}


class Context(Struct):
    """What a recipe works with."""

    game: Game
    kind: Kind
    rules: list[Rule]  # those in force for the kind
    existing: list[Item]  # items that no new one may repeat
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
        field = self.kind.fields.get(name)
        if field is None or not field.choices:
            raise Infeasible(f"{name!r} is not a choice field of {self.kind.name}")
        return field.choices

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
        return {name: field.default for name, field in self.kind.fields.items()} | values


class Draft(Struct, frozen=True):
    """A new item's own fields in writing order, and what its texts may follow."""

    fields: Mapping[str, Any]
    tags: frozenset[str] = frozenset()
    title: str = ""  # what its id is made from; if empty, the title that the kind's `texts` give it
    worth: Fraction | None = None  # on the scale that it was made by, where there is one
    marks: frozenset[Hashable] = frozenset()  # what no other item may have


class Recipe(Protocol):
    """A module of `forge.recipes`: its docstring says what it makes and how."""

    __doc__: str | None
    __name__: str
    PARAMETERS: dict[str, Field]  # its settings in forge.yaml
    OPTIONS: frozenset[str]  # the options of a `Request` that it obeys
    STEERED: bool  # whether it leads the deck to the rules about it by itself

    @staticmethod
    def levers(context: Context, settings: Record) -> "Iterable[Lever]":
        """The levers for its ``OPTIONS`` with the limits that the rules in force set, and ``count`` where it has one.

        Raises:
            Infeasible: the rules leave nothing to make.
        """
        ...

    @staticmethod
    def examine(
        context: Context, settings: Record, place: "Place", text_fields: Collection[str]
    ) -> Iterable[frozenset[str]]:
        """Note what is wrong with the settings, and yield the tags that items may have.

        Args:
            context: the game without its items.
            settings: the recipe's.
            place: where they are.
            text_fields: the fields that texts give to an item.
        """
        ...

    @staticmethod
    def make(context: Context, settings: Record, request: Request) -> Iterator[Draft]:
        """Yield ``request.count`` drafts.

        Raises:
            Infeasible: the options contradict each other or the rules, or there are not this many items.
        """
        ...


# number: a whole number; decimal: any; span: two whole numbers; choice: one of `of`; choices: any of them; flag: yes or
# no; file: a file of items.
LeverForm = Literal["number", "decimal", "span", "choice", "choices", "flag", "file"]

MOST = 100_000  # items of a run, which are all compared with the rules before the first is written
SEEDS = 2**32


class Lever(Struct, frozen=True):
    """One thing that can be asked of a run.

    ``least`` and ``most`` bound numbers; ``of`` are the words of choices. ``default`` is what holds where nothing is
    asked, as it would be typed, and ``unset`` says what comes of that where there is nothing to type. With a
    ``reason``, the lever cannot be had for the kind.
    """

    name: str  # of the field in a `Request`; that of ``seed`` and ``language`` are told apart by commands
    option: str  # as it is typed behind ``pnp generate``
    form: LeverForm
    says: str
    default: str = ""
    unset: str = ""
    least: Fraction | None = None
    most: Fraction | None = None
    of: tuple[str, ...] = ()
    reason: str = ""


COUNT = Lever("count", "--count", "number", "how many", default="1", least=Fraction(1), most=Fraction(MOST))
SEED = Lever(
    "seed", "--seed", "number", "the same seed, the same items", unset="one is drawn", least=Fraction(0),
    most=Fraction(SEEDS - 1),
)  # fmt: skip
LANGUAGE = Lever("language", "--lang", "choice", "titles and texts in this language only", unset="in all")
LENGTHS = Lever("lengths", "--effects", "span", "how many an item has", unset="as many as the rules allow")
ONLY = Lever("only", "--only", "choices", "these types only", unset="all")
WITHOUT = Lever("without", "--without", "choices", "not these types", unset="none is left out")
REPEATS = Lever("repeats", "--repeats", "flag", "a type may be on an item twice", unset="once at the most")
SWING = Lever(
    "swing", "--swing", "choice", "small numbers likelier, all alike, large ones likelier", "lively", of=SWINGS
)
MEAN = Lever("mean", "--mean", "decimal", "the average worth of an item", unset="as it falls")
LIKE = Lever("like", "--like", "file", "keeps the shares of the items in a file", unset="of the existing ones")
WHOM = Lever("whom", "--for", "choice", "whose they are", unset="who has the fewest, then the next")

# The options that not every recipe obeys, and what is said of those that a recipe does not.
SPECIAL: dict[str, tuple[Lever, str]] = {
    "lengths": (LENGTHS, "{kind} have no list of effects to be long or short"),
    "only": (ONLY, "{kind} have no types of effects to choose from"),
    "without": (WITHOUT, "{kind} have no types of effects to leave out"),
    "repeats": (REPEATS, "{kind} have no types of effects that could come twice"),
    "swing": (SWING, "the numbers of {kind} are not drawn by size"),
    "mean": (MEAN, "{kind} are not made on a scale of worth"),
    "like": (LIKE, "{kind} are not made by the shares of others"),
    "whom": (WHOM, "{kind} belong to nobody"),
}


def special(name: str, **limits: Any) -> Lever:
    """A lever that not every recipe obeys, with the limits that the rules in force set, or the reason against it."""
    return replace(SPECIAL[name][0], **limits)


SPAN = re.compile(r"(\d{1,3})(?:\s*(?:\.\.|-|–)\s*(\d{1,3}))?")
_MEAN = re.compile(r"[+-]?\d{1,6}(\.\d{1,6})?")


class GenerateOptions(Struct, frozen=True):
    """The command's options as they were typed."""

    kind: str
    game: str | None = None
    count: int = 1
    seed: int | None = None
    out: Path | None = None
    effects: str | None = None
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    repeats: bool = False
    swing: str | None = None
    mean: str | None = None
    like: Path | None = None
    whom: str | None = None
    language: str | None = None
    replace: bool = False  # whether new items take the place of as many at hand


def read_request(options: GenerateOptions, game: Game, like: list[Item] | None) -> Request:
    """What is asked of the forge; ``like`` holds the items of ``--like``.

    Raises:
        WrongUse: an option says nothing that can be done.
        NotFound: the game is not in the language.
    """
    if options.count < 1:
        raise WrongUse(f"--count is {options.count}; 1 or more can be made")
    if options.count > MOST:
        raise WrongUse(f"--count is {options.count:,}; {MOST:,} can be made at once")
    if options.swing is not None and options.swing not in SWINGS:
        raise WrongUse(f"--swing is {options.swing!r}; {', '.join(SWINGS)} are known")
    if options.mean is not None and not _MEAN.fullmatch(options.mean):
        raise WrongUse(f"--mean is {options.mean!r}; a number such as 1.5 is wanted")
    if options.language is not None and options.language not in game.languages:
        raise NotFound(
            f"{game.name} is not written in {options.language!r}; its languages: {', '.join(game.languages)}"
        )
    span = SPAN.fullmatch(options.effects.strip()) if options.effects is not None else None
    if options.effects is not None and span is None:
        raise WrongUse(f"--effects is {options.effects!r}; a number or two, such as 2 or 1-3, are wanted")
    lengths = (int(span[1]), int(span[2] or span[1])) if span else None
    mean = Fraction(options.mean) if options.mean is not None else None
    return Request(
        options.count, lengths, options.only, options.without, options.repeats, options.swing, mean,
        tuple(like) if like is not None else None, options.whom, options.language,
    )  # fmt: skip


def command_line(options: GenerateOptions, seed: int) -> str:
    """The command that makes the same items again from the same data."""
    words = ["pnp", "generate", options.kind]
    words += ["--game", options.game] if options.game else []
    words += ["--count", str(options.count), "--seed", str(seed)]
    for name, (lever, _) in SPECIAL.items():
        setting = options.effects if name == "lengths" else getattr(options, name)
        for value in setting if isinstance(setting, tuple) else (setting,):
            if value:
                words += [lever.option] if value is True else [lever.option, str(value)]
    words += ["--replace"] if options.replace else []
    words += ["--lang", options.language] if options.language else []
    return re.sub(r"[^\x20-\x7e\xa1-\ud7ff]", "?", shlex.join(words))
