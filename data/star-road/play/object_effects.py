"""Special objects that a simulation uses, and HP that are given back. Source: the game's lists of objects.

Ours: what is taken goes to the lowest place that is open; HP never rise above those at the start; nobody returns the
last resource of an object, which would leave the line; a Polaroid stops no destroying, of home objects either.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from .building import Player, open_places
from .objects import Blueprint, after_use

HEAL, CANCEL, AIM = "heal", "cancel_special", "hit_object"
ON_OBJECTS = ("destroy_object", "take_object", "swap_object", "return_resource")
EFFECTS = (HEAL, "take_resource", *ON_OBJECTS)
PLAYED = frozenset({*EFFECTS, CANCEL, AIM})  # the traits of specials that a simulation knows


class SpecialUse(Struct, frozen=True):
    """A player uses an object, or the character's ability, on a seat.

    Attributes:
        place: of the object that is used; None: the character heals.
        target: the seat.
        at: the place of the target's object that it is about, if it is about one.
        given: the place of the object that the user gives for it.
    """

    place: int | None
    target: int
    at: int | None = None
    given: int | None = None


def effect_of(blueprint: Blueprint) -> str | None:
    """What a complete object does when used by itself; None if nothing that is known here."""
    return next((trait for trait in EFFECTS if trait in blueprint.traits), None)


def used_up(player: Player, place: int) -> Player:
    """The player after an object was used."""
    return player.placing(place, after_use(player.at(place)))


def landing(player: Player) -> int | None:
    """Where an object goes that was taken from another player; None if there is no room."""
    return next((place for place in open_places(player) if player.places[place] is None), None)


def healed(player: Player, hp: int) -> Player:
    """The player with HP given back."""
    return replace(player, hp=min(player.most, player.hp + hp))


def effects(mine: Player, me: int, others: Mapping[int, tuple[Player, int]]) -> list[SpecialUse]:
    """What the complete objects of a player can do now.

    Args:
        mine: the player.
        me: its seat.
        others: each other player who is not out, and its distance, by seat.
    """
    found: list[SpecialUse] = []
    for place, blueprint in mine.complete.items():
        what = effect_of(blueprint)
        if what == HEAL:
            found.append(SpecialUse(place, me))
            continue
        given = next((other for other in mine.built if other != place), None)
        if (what == "swap_object" and given is None) or (what == "take_object" and landing(mine) is None):
            continue
        for seat, (other, apart) in others.items() if what is not None else ():
            if apart > blueprint.range:
                continue
            if what in ON_OBJECTS:
                least = 2 if what == "return_resource" else 1
                at = [there for there, one in other.built.items() if one.resources >= least]
                found += [SpecialUse(place, seat, there, given) for there in at]
            elif other.storage:
                found.append(SpecialUse(place, seat))
    return found


def worked(mine: Player, other: Player, what: str, effect: SpecialUse) -> tuple[Player, Player]:
    """Both players after an effect on one of the other's objects, or on the other's storage.

    Raises:
        ValueError: there is nothing that it could work on.
    """
    if what == "take_resource":
        if not other.storage:
            raise ValueError("the storage is empty")
        return replace(mine, storage=mine.storage + 1), replace(other, storage=other.storage - 1)
    if effect.at is None:
        raise ValueError("an object of the other's has to be named")
    built, there = other.at(effect.at), effect.at
    if what == "destroy_object":
        return mine, other.placing(there, None)
    if what == "return_resource":
        if built.resources < 2:
            raise ValueError(f"{built.blueprint.name} has one resource left")
        return mine, replace(
            other.placing(there, replace(built, resources=built.resources - 1)), storage=other.storage + 1
        )
    if what == "swap_object":
        if effect.given is None:
            raise ValueError("an object has to be given")
        given = mine.at(effect.given)
        return mine.placing(effect.given, built), other.placing(there, given)
    place = landing(mine)
    if place is None:
        raise ValueError("there is no room for what is taken")
    return mine.placing(place, built), other.placing(there, None)
