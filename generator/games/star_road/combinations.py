"""Objects that gain by being used together. Source: the game's lists of objects and characters."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from generator.games.star_road.objects import Blueprint

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
