"""Characters, as far as they are numbers or combinations: what the objects of who plays one cost, reach, do and want.

Source: the game's lists of characters. What a text says beyond that is for people to read, and `left_out` names it.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from .building import SPEND
from .objects import Blueprint

CHANGED = {"cost": "cost", "attack": "value", "range": "range", "storage": "storage"}  # the field of a blueprint
DEALT = 2  # character cards to each player, who keeps one


class StarRoadCharacter(Struct, frozen=True):
    """A character card, in numbers."""

    name: str
    targets: frozenset[str] = frozenset()  # codes of the objects that it changes
    changes: Mapping[str, int] = {}
    heals: tuple[int, int] | None = None  # storage that it pays, and the HP that it brings
    combines: bool = False  # whether objects can be used together because of it

    @property
    def played(self) -> bool:
        """Whether all that it does is known here."""
        known = {*CHANGED, "spend_cap", "use_limit", *(("spend_storage",) if self.heals else ())}
        return self.combines or (bool(self.changes) and self.changes.keys() <= known)

    @property
    def spends(self) -> int:
        """Resources that its player may move in a turn."""
        return self.changes.get("spend_cap", SPEND)

    def changed(self, blueprint: Blueprint) -> Blueprint:
        """What an object is to this character's player."""
        if not self.played or blueprint.code not in self.targets:
            return blueprint
        more = {
            field: max(0, getattr(blueprint, field) + self.changes[change])
            for change, field in CHANGED.items()
            if change in self.changes
        }
        return replace(blueprint, **more, uses=self.changes.get("use_limit", blueprint.uses))


def character_of(name: str, fields: Mapping[str, Any], *, combines: bool) -> StarRoadCharacter:
    """A character, from an item's fields, and whether a combination names it."""
    changes = {str(change["key"]): int(change["value"]) for change in fields.get("changes") or ()}
    pays = fields.get("pays")
    heals = (pays["storage"], pays["heal"]) if pays and pays["heal"] else None
    return StarRoadCharacter(name, frozenset(fields.get("targets") or ()), changes, heals, combines)


def draw(characters: Sequence[StarRoadCharacter], players: int, rng: Random) -> tuple[StarRoadCharacter | None, ...]:
    """The character of each player, who draws two and keeps one: of those that are played here, if one is (ours).

    None where there are too few cards.
    """
    if len(characters) < DEALT * players:
        return (None,) * players
    cards = rng.sample(characters, DEALT * players)
    pairs = (cards[DEALT * seat : DEALT * seat + DEALT] for seat in range(players))
    return tuple(max(pair, key=lambda card: card.played) for pair in pairs)
