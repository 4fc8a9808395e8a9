"""A lever of the forge as a value: one thing that can be asked of a run, within which limits, or why it cannot."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.forge.request import SWINGS

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

    @property
    def had(self) -> bool:
        """Whether it can be had for the kind."""
        return not self.reason


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


def had(
    name: str, *, least: int | Fraction | None = None, most: int | Fraction | None = None, of: Iterable[str] = (),
    says: str = "", default: str = "",
) -> Lever:  # fmt: skip
    """A lever that a recipe obeys, with the limits that the rules in force set."""
    lever, _ = SPECIAL[name]
    return replace(
        lever,
        least=None if least is None else Fraction(least),
        most=None if most is None else Fraction(most),
        of=tuple(of) or lever.of,
        says=says or lever.says,
        default=default or lever.default,
    )


def wanting(name: str, reason: str) -> Lever:
    """A lever that a recipe would obey, and why it cannot here."""
    return replace(SPECIAL[name][0], reason=reason)
