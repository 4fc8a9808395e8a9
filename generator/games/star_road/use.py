"""Using objects: when, with what in storage, at what distance, and what is left of them. Source: the game's rules."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import reduce
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from generator.games.star_road.objects import Blueprint, Built

ReactionState = TypeVar("ReactionState")


class UseRules(Struct, frozen=True):
    """Readings that can be changed.

    Attributes:
        storage_for: what a storage requirement is for. ``each``: for each object used at once, or each batch of them;
            our reading. ``once``: it has to be there once, whatever the number of objects.
        counts_out: whether distances count the seats of players who are out. Ours: no.
    """

    storage_for: Literal["each", "once"] = "each"
    counts_out: bool = False


RULES = UseRules()


def may_use(blueprint: Blueprint, *, own_action: bool, turn: int, players: int) -> bool:
    """Whether a player may use a complete object now.

    Weapons only in the own action stage, everything else at any moment. In the first cycle only the last player may use
    objects; the others may answer then (ours).

    Args:
        blueprint: the object's.
        own_action: whether it is the player's own action stage.
        turn: how many turns were over before this one.
        players: at the start of the game.
    """
    return turn >= players - 1 and (own_action or blueprint.kind != "weapon")


def storage_needed(used: Iterable[Blueprint], rules: UseRules = RULES) -> int:
    """What has to lie in the storage for objects used at once. It has to be there only; nothing is paid."""
    copies = Counter(used)
    if rules.storage_for == "once":
        return max((blueprint.storage for blueprint in copies), default=0)
    return sum(blueprint.storage * -(-count // blueprint.batch) for blueprint, count in copies.items())


def after_use(built: Built) -> Built | None:
    """What is left of an object that was used: without recycle and use limit nothing; it is destroyed.

    Recycle takes resources off it, and the pink marker with them; a use limit counts down. With both, each use costs
    both, and building it up adds no use (ours).
    """
    uses = None if built.uses is None else built.uses - 1
    left = max(0, built.resources - built.blueprint.recycle)
    return None if uses == 0 or not left else replace(built, uses=uses, resources=left)


def distance(seat: int, other: int, players: int, out: Collection[int] = (), rules: UseRules = RULES) -> int:
    """Seats between two players along the shorter way round; neighbours are at 1.

    Args:
        seat: of the one.
        other: of the other.
        players: seats at the table.
        out: seats of players who are out.
        rules: whether those are counted.
    """
    seats = [place for place in range(players) if rules.counts_out or place in (seat, other) or place not in out]
    apart = abs(seats.index(seat) - seats.index(other))
    return min(apart, len(seats) - apart)


def settle_reactions(
    state: ReactionState, effects: Iterable[Callable[[ReactionState], ReactionState]]
) -> ReactionState:
    """The state after an effect and the reactions to it, in the order announced: the last one is settled first."""
    return reduce(lambda found, effect: effect(found), reversed(list(effects)), state)
