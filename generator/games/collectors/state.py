"""What lies before each Collector and on the table, as values that never change.

Source: the rules page of the game's public design journal. Texts of items, abilities and Escapades are for players to
read; nothing here knows them.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.games.collectors.checks import Roll, die

MOST_STAMINA = 10  # and as many at the start
AP = 5  # each round
HAND = 3  # Escapades
OPENING_ITEMS = 3  # of each Collection Deck, in circulation from the start
PHASES = ("opening", "collection", "confrontation", "closing")
IMMEDIATE, SEQUENTIAL = "Immediate Action", "Sequential Event"


class CollectorsItem(Struct, frozen=True):
    """An item card."""

    name: str
    type: str
    soulbound: bool = False  # discarded when its possessor is eliminated
    signature: bool = False  # in possession from the start


class Escapade(Struct, frozen=True):
    """An Escapade card; without keyword it is a basic one."""

    name: str
    keyword: str | None = None


class CollectorsCharacter(Struct, frozen=True):
    """What stands on a character's sheet in numbers."""

    name: str
    item_type: str
    grit: int
    cunning: int
    reflexes: int


class CollectorsPlayer(Struct, frozen=True):
    """A player. Piles have their top first."""

    character: CollectorsCharacter
    items: tuple[CollectorsItem, ...] = ()  # in possession
    deck: tuple[CollectorsItem, ...] = ()  # the Collection Deck
    escapades: tuple[Escapade, ...] = ()  # the Escapade Deck
    hand: tuple[Escapade, ...] = ()
    discard: tuple[Escapade, ...] = ()
    stamina: int = MOST_STAMINA
    ap: int = AP
    collected: bool = False  # whether the Collection Step of this round is over, or lost
    intercepted: bool = False  # whether this round's interception is spent
    out: bool = False  # whether the Lose Condition was met

    @property
    def knocked_out(self) -> bool:
        """Whether the Collector can take no action of any kind in this round."""
        return self.stamina == 0

    @property
    def reflexes(self) -> int:
        """What a check against the Collector has to reach."""
        return 0 if self.knocked_out else self.character.reflexes

    @property
    def own(self) -> int:
        """Items of their own type in possession: what wins the game."""
        return [item.type for item in self.items].count(self.character.item_type)


class CollectorsTable(Struct, frozen=True):
    """A game under way, seats clockwise."""

    collectors: tuple[CollectorsPlayer, ...]
    circulation: tuple[CollectorsItem, ...] = ()
    instigator: int = 0
    round: int = 1
    escapade: Escapade | None = None  # of this round
    partner: int | None = None  # whom the Instigator chose for it
    swapped: bool = False  # whether the Instigator has exchanged a card in this round
    overtime: bool = False
    discarded: tuple[CollectorsItem, ...] = ()  # Soulbound items of who left

    def with_(self, seat: int, **changes: Any) -> "CollectorsTable":
        """The table after something of a Collector changed."""
        changed = replace(self.collectors[seat], **changes)
        return replace(self, collectors=(*self.collectors[:seat], changed, *self.collectors[seat + 1 :]))

    @property
    def playing(self) -> tuple[int, ...]:
        """Seats of those still in the game, from the Instigator clockwise."""
        first, collectors = self.instigator, self.collectors
        return tuple([seat for seat in (*range(first, len(collectors)), *range(first)) if not collectors[seat].out])

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases of this round in their order."""
        first, second, third, last = PHASES
        if self.escapade and self.escapade.keyword == IMMEDIATE:
            return first, third, second, last
        return PHASES


class CollectorsBox(Struct, frozen=True):
    """What a player brings: a character, its Collection Deck with the Signature Items, its Escapade Deck."""

    character: CollectorsCharacter
    items: tuple[CollectorsItem, ...]
    escapades: tuple[Escapade, ...]


def set_up(boxes: Sequence[CollectorsBox], rng: Random, cards: int | None = None) -> CollectorsTable:
    """A table before the first round: Signature Items in possession, 3 items of each deck in circulation, 3 Escapades
    in each hand, the Instigator rolled for.

    Args:
        boxes: what each player brings.
        rng: shuffles.
        cards: Escapades of each player, drawn from the own ones; None: all. Fewer make a short game (ours).
    """
    collectors, circulation = [], []
    for box in boxes:
        deck = [item for item in box.items if not item.signature]
        escapades = list(box.escapades)
        rng.shuffle(deck)
        rng.shuffle(escapades)
        circulation += deck[:OPENING_ITEMS]
        collectors.append(
            CollectorsPlayer(
                box.character,
                tuple(item for item in box.items if item.signature),
                tuple(deck[OPENING_ITEMS:]),
                tuple(escapades[HAND:cards]),
                tuple(escapades[:HAND]),
            )
        )
    return CollectorsTable(tuple(collectors), tuple(circulation), first_player(len(boxes), die(rng)))


def first_player(players: int, roll: Roll) -> int:
    """Who instigates first: the highest roll; those who tie roll again (ours)."""
    left = list(range(players))
    while len(left) > 1:
        rolls = [roll() for _ in left]
        left = [seat for seat, shown in zip(left, rolls, strict=True) if shown == max(rolls)]
    return left[0]


def without(items: Iterable[CollectorsItem], item: CollectorsItem) -> tuple[CollectorsItem, ...]:
    """Items after one of them went elsewhere.

    Raises:
        ValueError: it is not among them.
    """
    left = list(items)
    if item not in left:
        raise ValueError(f"{item.name} is not there")
    left.remove(item)
    return tuple(left)
