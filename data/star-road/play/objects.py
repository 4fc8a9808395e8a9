"""What players build and use: blueprints, and the objects on the lines, as values that never change.

Sources: the game's rules of 2018 with their second version (recycle, use limit). Delay and ground fighting, its third
version, are not played here, as no object that is not of the ground has a delay.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

ObjectKind = Literal["weapon", "shield", "mix", "special"]
COPIES = "X"  # the cost of an object that copies another
HOME = "H"  # the set of objects of one's own
EVERYWHERE = 8  # seats
REVISED = "r"  # how the revised sets' names end: 1r, 2Ar, 2Br


class Blueprint(Struct, frozen=True):
    """What a code stands for."""

    name: str
    code: str
    kind: ObjectKind
    value: int  # A, P, M or the number of effects
    cost: int  # W, the resources that complete it
    range: int = 1  # seats that a weapon reaches
    storage: int = 0  # resources that have to lie in the storage when it is used
    batch: int = 1  # copies for which they are enough
    protects: str | None = None  # base, object, character
    recycle: int = 0  # resources taken off at each use, which it then survives
    uses: int | None = 1  # until it is destroyed; None: no end
    traits: frozenset[str] = frozenset()
    heal: int = 0  # HP that it gives back


class LineObject(Struct, frozen=True):
    """An object on a line. It is complete, and bears a pink marker, when all its resources lie on it."""

    blueprint: Blueprint
    resources: int
    uses: int | None = 1  # left; None: no end
    taken: int = 0  # damage that it collected in this turn as a shield or a mix

    @property
    def complete(self) -> bool:
        """Whether it may be used."""
        return self.resources == self.blueprint.cost


def family(set_name: str) -> str:
    """The family of sets in which a code means one thing: ``original`` (with home sets) or ``revised``."""
    return "revised" if set_name.endswith(REVISED) else "original"


def blueprint_of(name: str, fields: Mapping[str, Any]) -> Blueprint:
    """A blueprint, from an item's fields.

    Raises:
        ValueError: it costs what the object costs that it copies.
    """
    if fields["cost"] == COPIES:
        raise ValueError(f"{name} costs as much as the object that it copies")
    limit, recycle = fields.get("use_limit"), fields.get("recycle") or 0
    return Blueprint(
        name,
        fields["code"],
        fields["kind"],
        fields["value"],
        fields["cost"],
        range=fields.get("range") or (EVERYWHERE if _far(fields) else 1),
        storage=fields.get("storage") or 0,
        batch=fields.get("storage_batch") or 1,
        protects=fields.get("protects"),
        recycle=recycle,
        uses=limit if isinstance(limit, int) else None if limit or recycle else 1,
        traits=frozenset(fields.get("traits") or ()),
        heal=max((given["hp"] for given in fields.get("heal") or ()), default=0),
    )


def _far(fields: Mapping[str, Any]) -> bool:
    """Whether a special of the game's own sets works at any distance; those of home sets print theirs."""
    return (
        fields["kind"] == "special" and fields.get("set") != HOME and "take_object" not in (fields.get("traits") or ())
    )


def storage_needed(used: Iterable[Blueprint]) -> int:
    """What has to lie in the storage for objects used at once, for each of them or each batch (our reading).

    It has to be there only; nothing is paid.
    """
    return sum(blueprint.storage * -(-count // blueprint.batch) for blueprint, count in Counter(used).items())


def after_use(built: LineObject) -> LineObject | None:
    """What is left of an object that was used: without recycle and use limit nothing; it is destroyed.

    Recycle takes resources off it, and the pink marker with them; a use limit counts down. With both, each use costs
    both, and building it up adds no use (ours).
    """
    uses = None if built.uses is None else built.uses - 1
    left = max(0, built.resources - built.blueprint.recycle)
    return None if uses == 0 or not left else replace(built, uses=uses, resources=left)


JoinReading = Literal["added", "total"]
READING: JoinReading = "added"  # not said by the game: a bonus comes on top of the parts' own values (ours)


class Combination(Struct, frozen=True):
    """Parts by their codes, and what they gain. ``reading`` says whether ``bonus`` is added or is the whole."""

    parts: tuple[str, ...]
    bonus: int
    stat: Literal["attack", "protection"] = "attack"
    range: int = 1
    character: str | None = None  # whose player alone can do this
    reading: JoinReading | None = None  # where the combination says it itself


def combination_of(fields: Mapping[str, Any]) -> Combination:
    """A combination, from an item's fields."""
    return Combination(
        tuple(sorted(fields["parts"])),
        fields["bonus"],
        fields["stat"],
        fields.get("range") or 1,
        fields.get("character"),
        fields.get("reading"),
    )


def found_in(parts: Sequence[Blueprint], known: Sequence[Combination]) -> Combination:
    """The combination that these objects make.

    Raises:
        ValueError: they make none.
    """
    codes = tuple(sorted(part.code for part in parts))
    for combination in known:
        if combination.parts == codes:
            return combination
    raise ValueError(f"{' and '.join(part.name for part in parts)} gain nothing by being used together")


def together(parts: Sequence[Blueprint], combination: Combination, reading: JoinReading = READING) -> int:
    """The attack or protection of parts used together."""
    own = sum(part.value for part in parts) if (combination.reading or reading) == "added" else 0
    return own + combination.bonus
