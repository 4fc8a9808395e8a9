"""Using objects: with what in storage, at what distance, and what is left of them. Source: the game's rules."""

from collections import Counter
from collections.abc import Collection, Iterable

from msgspec.structs import replace

from generator.games.star_road.objects import Blueprint, Built


def storage_needed(used: Iterable[Blueprint]) -> int:
    """What has to lie in the storage for objects used at once, for each of them or each batch (our reading).

    It has to be there only; nothing is paid.
    """
    return sum(blueprint.storage * -(-count // blueprint.batch) for blueprint, count in Counter(used).items())


def after_use(built: Built) -> Built | None:
    """What is left of an object that was used: without recycle and use limit nothing; it is destroyed.

    Recycle takes resources off it, and the pink marker with them; a use limit counts down. With both, each use costs
    both, and building it up adds no use (ours).
    """
    uses = None if built.uses is None else built.uses - 1
    left = max(0, built.resources - built.blueprint.recycle)
    return None if uses == 0 or not left else replace(built, uses=uses, resources=left)


def distance(seat: int, other: int, players: int, out: Collection[int] = ()) -> int:
    """Seats between two players along the shorter way round; neighbours are at 1. Who is out is skipped (ours).

    Args:
        seat: of the one.
        other: of the other.
        players: seats at the table.
        out: seats of players who are out.
    """
    seats = [place for place in range(players) if place in (seat, other) or place not in out]
    apart = abs(seats.index(seat) - seats.index(other))
    return min(apart, len(seats) - apart)
