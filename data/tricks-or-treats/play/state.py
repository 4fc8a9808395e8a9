"""What a collector holds and what lies in the piles, as values that never change.

A pile is a tuple, its top first; Treat tickets are all alike, so theirs is a number. "Draw from the top; used cards go
back shuffled under the pile" (rules for Surprise cards; for Trick tickets the publisher's rulebook); we do the same
with every pile. An exhausted pile gives what it has (our ruling R-19).
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from .cards import effects_of

PilePiece = TypeVar("PilePiece")


class Costume(Struct, frozen=True):
    """A costume sheet: what it adds to the turn's Movement token, and to the first Trick ticket at a door."""

    name: str
    movement: int = 0
    trick: int = 0


class Card(Struct, frozen=True):
    """A Surprise card: type and signed size of its effects, top to bottom as printed; none on a blank one."""

    name: str
    effects: tuple[tuple[str, int], ...]


class Collector(Struct, frozen=True):
    """What a player holds. Tricks and masks by their values; one costume at the most (rules for Surprise cards)."""

    treats: int = 0
    tricks: tuple[int, ...] = ()
    masks: tuple[int, ...] = ()
    costume: Costume | None = None


class Piles(Struct, frozen=True):
    """What lies face down, each pile with its top first."""

    treats: int = 0
    tricks: tuple[int, ...] = ()
    masks: tuple[int, ...] = ()
    costumes: tuple[Costume, ...] = ()
    surprises: tuple[Card, ...] = ()
    movements: tuple[int, ...] = ()


class Choices(Protocol):
    """What a player decides while a Surprise card is applied."""

    def give_back(self, holding: str, held: tuple[int, ...], number: int) -> tuple[int, ...]:
        """Which ``number`` of the values held go back: "the collector picks which items to give back"."""

    def keeps_new(self, worn: Costume, drawn: Costume) -> bool:
        """Whether the costume drawn is kept, and the one worn returned."""


def take(pile: tuple[PilePiece, ...], number: int) -> tuple[tuple[PilePiece, ...], tuple[PilePiece, ...]]:
    """The pieces drawn from the top, as many as there are, and the pile left."""
    return pile[:number], pile[number:]


def put_under(pile: tuple[PilePiece, ...], pieces: Sequence[PilePiece], rng: Random) -> tuple[PilePiece, ...]:
    """The pile with pieces under it, shuffled among themselves."""
    if len(pieces) > 1:
        pieces = list(pieces)
        rng.shuffle(pieces)
    return (*pile, *pieces)


def without(held: tuple[int, ...], given: Iterable[int]) -> tuple[int, ...]:
    """What is held after some of it was given away.

    Raises:
        ValueError: something given is not held.
    """
    left = list(held)
    for value in given:
        if value not in left:
            raise ValueError(f"{value} is not held; held: {', '.join(map(str, held)) or 'nothing'}")
        left.remove(value)
    return tuple(left)


def costume_of(name: str, fields: Mapping[str, Any]) -> Costume:
    """A costume, from an item's fields."""
    found = {"movements": 0, "tricks": 0}
    for modifier in fields["modifiers"]:
        found[modifier.key] += modifier.value
    return Costume(name, found["movements"], found["tricks"])


def card_of(name: str, fields: Mapping[str, Any]) -> Card:
    """A Surprise card, from an item's fields."""
    return Card(name, tuple(effects_of(fields)))
