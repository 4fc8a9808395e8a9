"""A player's base and lines, and building on them. Source: the game's rules of 2018; rulings of ours are named.

A place is a number: line times platforms plus platform, the lower one first. "First its lower platform, and the upper
one once that is taken. The place is final."
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.games.star_road.objects import Blueprint, Built


class BuildRules(Struct, frozen=True):
    """The game's numbers, and settings of ours where it says nothing.

    Attributes:
        lines: production lines of a player.
        platforms: places on each.
        storage: resources in the storage at the start.
        hp: resources on the team card at the start.
        supply: resources gained in each supply stage.
        spend: resources that may be moved to objects in a turn.
        spend_for: what that limit is for. ``turn``: all objects together, our reading. ``object``: each of them.
        most_hp: HP that repairs do not go beyond; None: no limit. Ours: as many as at the start.
    """

    lines: int = 4
    platforms: int = 2
    storage: int = 4
    hp: int = 8
    supply: int = 2
    spend: int = 4
    spend_for: Literal["turn", "object"] = "turn"
    most_hp: int | None = 8


RULES = BuildRules()


class Player(Struct, frozen=True):
    """What lies before a player. Player and base share the HP; at 0 the player is out."""

    hp: int
    storage: int
    places: tuple[Built | None, ...]
    spent: int = 0  # resources moved to objects in this turn

    @property
    def out(self) -> bool:
        """Whether the base is destroyed."""
        return self.hp == 0

    def at(self, place: int) -> Built:
        """The object on a place.

        Raises:
            ValueError: there is none.
        """
        built = self.places[place] if 0 <= place < len(self.places) else None
        if built is None:
            raise ValueError(f"nothing stands on place {place}")
        return built

    def placing(self, place: int, built: Built | None) -> "Player":
        """The player with an object on a place, or with nothing on it."""
        return replace(self, places=(*self.places[:place], built, *self.places[place + 1 :]))


def set_up(rules: BuildRules = RULES) -> Player:
    """A player at the start: 12 resources, of which 4 are storage and 8 HP, and empty lines."""
    return Player(rules.hp, rules.storage, (None,) * (rules.lines * rules.platforms))


def supply(player: Player, rules: BuildRules = RULES) -> Player:
    """The supply stage: 2 resources from the common supply into the storage."""
    return replace(player, storage=player.storage + rules.supply)


def end_turn(player: Player) -> Player:
    """What every player forgets at the end of any turn: resources moved, and damage collected."""
    places = tuple(built and replace(built, added=0, taken=0) for built in player.places)
    return replace(player, places=places, spent=0)


def open_places(player: Player, rules: BuildRules = RULES) -> tuple[int, ...]:
    """Where a new object may go: a lower platform, or an upper one above an object. Those taken are among them, for
    an object "may be replaced by a new one"."""
    return tuple(
        place
        for place in range(len(player.places))
        if place % rules.platforms == 0 or player.places[place - 1] is not None
    )


def left_to_spend(player: Player, place: int | None = None, rules: BuildRules = RULES) -> int:
    """How many resources may yet be moved in this turn, to the object on a place or to a new one."""
    built = None if place is None else player.places[place]
    spent = player.spent if rules.spend_for == "turn" else built.added if built else 0
    return min(player.storage, rules.spend - spent)


def begin(player: Player, blueprint: Blueprint, place: int, resources: int, rules: BuildRules = RULES) -> Player:
    """Puts a new object on a place, with at least 1 resource. What it replaces returns to the common supply (ours).

    Raises:
        ValueError: the place is not open, or the resources cannot be moved.
    """
    if place not in open_places(player, rules):
        raise ValueError(f"place {place} is not open: the lower platform comes first")
    return _move(player, Built(blueprint, 0, blueprint.uses), place, resources, rules)


def add(player: Player, place: int, resources: int, rules: BuildRules = RULES) -> Player:
    """Moves resources to an object that is not complete. With all its W it is.

    Raises:
        ValueError: the resources cannot be moved.
    """
    return _move(player, player.at(place), place, resources, rules)


def merge(player: Player, places: Sequence[int], into: Blueprint) -> Player:
    """Exchanges complete objects for the one that they merge into, on the first of their places.

    They may stand on any lines, and all their resources go to the new object (ours).

    Raises:
        ValueError: they do not merge into it.
    """
    parts = [player.at(place) for place in places]
    count, code = parts[0].blueprint.merge or (0, "")
    alike = all(part.complete and part.blueprint == parts[0].blueprint for part in parts)
    if not alike or len(set(places)) != count or code != into.code:
        raise ValueError(f"these {len(parts)} objects do not merge into {into.name}")
    for place in places:
        player = player.placing(place, None)
    return player.placing(places[0], Built(into, min(into.cost, sum(p.resources for p in parts)), into.uses))


def upgrade(player: Player, place: int, into: Blueprint, rules: BuildRules = RULES) -> Player:
    """Turns a complete object, with more resources, into the next one; they count towards the turn's limit (ours).

    Raises:
        ValueError: the object does not become that one, or the resources cannot be moved.
    """
    built = player.at(place)
    code, cost = into.upgrade or ("", 0)
    if not built.complete or built.blueprint.code != code:
        raise ValueError(f"{built.blueprint.name} does not become {into.name}")
    grown = Built(into, into.cost - cost, into.uses, added=built.added)
    return _move(player, grown, place, cost, rules)


def lose(player: Player, place: int, resources: int) -> Player:
    """Takes resources off an object. At 0 it leaves the line; with fewer than W it is not complete."""
    built = player.at(place)
    left = max(0, built.resources - resources)
    return player.placing(place, replace(built, resources=left) if left else None)


def repair(player: Player, hp: int, rules: BuildRules = RULES) -> Player:
    """Gives HP back to a base that still stands."""
    if player.out:
        return player
    most = player.hp + hp if rules.most_hp is None else max(player.hp, rules.most_hp)
    return replace(player, hp=min(most, player.hp + hp))


def _move(player: Player, built: Built, place: int, resources: int, rules: BuildRules) -> Player:
    """Resources from the storage to an object, which then stands on the place."""
    limit = left_to_spend(replace(player, places=(built,)), 0, rules)
    if not 1 <= resources <= limit:
        raise ValueError(f"{resources} resources cannot be moved; 1 to {limit} can")
    if built.resources + resources > built.blueprint.cost:
        raise ValueError(f"{built.blueprint.name} holds at most {built.blueprint.cost} resources")
    grown = replace(built, resources=built.resources + resources, added=built.added + resources)
    return replace(player.placing(place, grown), storage=player.storage - resources, spent=player.spent + resources)
