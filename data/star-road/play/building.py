"""A player's base and lines, and building on them. Source: the game's rules of 2018; rulings of ours are named.

A place is a number: line times platforms plus platform, the lower one first. "First its lower platform, and the upper
one once that is taken. The place is final."
"""

from msgspec import Struct
from msgspec.structs import replace

from .objects import Blueprint, LineObject

LINES = 4  # production lines of a player
PLATFORMS = 2  # places on each
STORAGE = 4  # resources in the storage at the start
HP = 8  # resources on the team card at the start
HP_OF_TWO = 16  # the same where two play (ours: with 8 whoever begins wins in the second turn)
SUPPLY = 2  # resources gained in each supply stage
SPEND = 4  # resources that may be moved in a turn, to all objects together (our reading)


class Player(Struct, frozen=True):
    """What lies before a player. Player and base share the HP; at 0 the player is out."""

    hp: int
    storage: int
    places: tuple[LineObject | None, ...]
    spent: int = 0  # resources moved to objects in this turn
    spends: int = SPEND  # how many may be
    most: int = HP  # as far as its HP rise again: what it began with

    @property
    def out(self) -> bool:
        """Whether the base is destroyed."""
        return self.hp == 0

    @property
    def built(self) -> dict[int, LineObject]:
        """The objects by their places."""
        return {place: built for place, built in enumerate(self.places) if built is not None}

    @property
    def complete(self) -> dict[int, Blueprint]:
        """What the complete objects are, by their places."""
        return {place: one.blueprint for place, one in enumerate(self.places) if one is not None and one.complete}

    def at(self, place: int) -> LineObject:
        """The object on a place.

        Raises:
            ValueError: there is none.
        """
        built = self.places[place] if 0 <= place < len(self.places) else None
        if built is None:
            raise ValueError(f"nothing is on place {place}")
        return built

    def placing(self, place: int, built: LineObject | None) -> "Player":
        """The player with an object on a place, or with nothing on it."""
        return replace(self, places=(*self.places[:place], built, *self.places[place + 1 :]))


def set_up(hp: int = HP) -> Player:
    """A player at the start: 12 resources, of which 4 are storage and 8 HP, and empty lines."""
    return Player(hp, STORAGE, (None,) * (LINES * PLATFORMS), most=hp)


def gained(player: Player, resources: int) -> Player:
    """The player with resources more in the storage."""
    return replace(player, storage=player.storage + resources)


def end_turn(player: Player) -> Player:
    """What every player forgets at the end of any turn: resources moved, and damage collected."""
    places = tuple(built and replace(built, taken=0) for built in player.places)
    return replace(player, places=places, spent=0)


def open_places(player: Player) -> tuple[int, ...]:
    """Where a new object may go: a lower platform, or an upper one above an object. Those taken are among them, for
    an object "may be replaced by a new one"."""
    return tuple(
        place for place in range(len(player.places)) if place % PLATFORMS == 0 or player.places[place - 1] is not None
    )


def left_to_spend(player: Player) -> int:
    """How many resources may yet be moved in this turn."""
    return min(player.storage, player.spends - player.spent)


def begin(player: Player, blueprint: Blueprint, place: int, resources: int) -> Player:
    """Puts a new object on a place, with at least 1 resource. What it replaces returns to the common supply (ours).

    Raises:
        ValueError: the place is not open, or the resources cannot be moved.
    """
    if place not in open_places(player):
        raise ValueError(f"place {place} is not open: the lower platform comes first")
    return _move(player, LineObject(blueprint, 0, blueprint.uses), place, resources)


def add(player: Player, place: int, resources: int) -> Player:
    """Moves resources to an object that is not complete. With all its W it is.

    Raises:
        ValueError: the resources cannot be moved.
    """
    return _move(player, player.at(place), place, resources)


def lose(player: Player, place: int, resources: int) -> Player:
    """Takes resources off an object. At 0 it leaves the line; with fewer than W it is not complete."""
    built = player.at(place)
    left = max(0, built.resources - resources)
    return player.placing(place, replace(built, resources=left) if left else None)


def _move(player: Player, built: LineObject, place: int, resources: int) -> Player:
    """Resources from the storage to an object, which then stands on the place."""
    limit = left_to_spend(player)
    if not 1 <= resources <= limit:
        raise ValueError(f"{resources} resources cannot be moved; 1 to {limit} can")
    if built.resources + resources > built.blueprint.cost:
        raise ValueError(f"{built.blueprint.name} holds at most {built.blueprint.cost} resources")
    grown = replace(built, resources=built.resources + resources)
    return replace(player.placing(place, grown), storage=player.storage - resources, spent=player.spent + resources)
