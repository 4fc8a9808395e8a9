"""What lies before each Collector and on the table.

Source: the rules page of the game's public design journal. A table changes in place as it is played, which a game of
five hundred actions lives on; `CollectorsTable.fork` is a table apart.
"""

from collections.abc import Iterable, Sequence
from copy import copy
from random import Random

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from .checks import Roll, die
from .texts import ATTRIBUTES, CONTEXTS, Lose, Passive, Power

MOST_STAMINA = 10  # and as many at the start
AP = 5  # each round
HAND = 3  # Escapades
THEFT = 3  # AP (ours)
OPENING_ITEMS = 3  # of each Collection Deck, in circulation from the start
PHASES = ("opening", "collection", "confrontation", "closing")
IMMEDIATE, SEQUENTIAL = "Immediate Action", "Sequential Event"
PLACES = {(attribute, context): 4 * row + column for row, attribute in enumerate(ATTRIBUTES)
          for column, context in enumerate(CONTEXTS)}  # fmt: skip

ItemSort = tuple[str, bool]  # type, and whether it harms: items of a sort are worth the same


class CollectorsItem(Struct, frozen=True):
    """An item card."""

    name: str
    type: str
    soulbound: bool = False  # discarded when its possessor is eliminated
    signature: bool = False  # in possession from the start
    magic: bool = False
    harms: bool = False  # whoever possesses it
    passive: Passive | None = None
    power: Power | None = None
    sort: ItemSort = ("", False)
    fixed: bool = False  # cannot be stolen

    def __post_init__(self) -> None:
        """Work out what is asked for again and again."""
        force_setattr(self, "sort", (self.type, self.harms))
        force_setattr(self, "fixed", self.passive is not None and self.passive.on == "unstealable")


class Escapade(Struct, frozen=True):
    """An Escapade card; without keyword it is a basic one."""

    name: str
    keyword: str | None = None


class CollectorsCharacter(Struct, frozen=True):
    """What stands on a character's sheet, as far as it is played."""

    name: str
    item_type: str
    grit: int
    cunning: int
    reflexes: int
    passives: tuple[Passive, ...] = ()
    powers: tuple[Power, ...] = ()
    lose: Lose | None = None


class CollectorsPlayer(Struct):
    """A player. Piles have their top first. Items come and follow `gain` and `give_up` alone."""

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
    theft: int = THEFT  # what one costs
    free: int = 0  # thefts of this round that cost no AP
    used: set[str] = field(default_factory=set)  # what works once a round and has
    spent: set[str] = field(default_factory=set)  # active abilities used in this round
    now: list[int] = field(default_factory=lambda: [0] * len(PLACES))  # changes of attributes until the round ends
    guarded: CollectorsItem | None = None  # an item that cannot be stolen in this round
    locked: CollectorsItem | None = None  # one that cannot be stolen, foisted or traded
    lasting: list[int] = []  # changes of attributes by what is possessed
    hooks: dict[str, list[Passive]] = {}  # what happens on an event, changes an attribute at times, or is a rule
    own: int = 0  # items of their own type in possession: what wins the game
    sorts: dict[ItemSort, CollectorsItem] = {}  # an item of each sort in possession
    loose: dict[ItemSort, CollectorsItem] = {}  # the same of what can be stolen, but for what is guarded
    powers: tuple[Power, ...] = ()  # active abilities: their own, and those of items of their own type
    floor: int = 0  # Stamina at which they are lost

    def __post_init__(self) -> None:
        """Work out what the items do."""
        self.lasting, self.hooks, self.own, self.sorts, self.loose = [0] * len(PLACES), {}, 0, {}, {}
        self.powers, lose = self.character.powers, self.character.lose
        self.floor = lose.number if lose is not None and lose.what == "weak" else 0
        for passive in self.character.passives:
            self._attach(passive, 1)
        items, self.items = self.items, ()
        for item in items:
            self.gain(item)

    @property
    def knocked_out(self) -> bool:
        """Whether the Collector can take no action of any kind in this round."""
        return self.stamina == 0

    def gain(self, item: CollectorsItem) -> None:
        """An item comes into possession."""
        self.items = (*self.items, item)
        self.sorts[item.sort] = item
        if not item.fixed:
            self.loose[item.sort] = item
        if item.type == self.character.item_type:
            self.own += 1
            if item.power is not None:
                self.powers = (*self.powers, item.power)
        if item.passive is not None:
            self._attach(item.passive, 1)

    def give_up(self, item: CollectorsItem) -> None:
        """An item goes elsewhere.

        Raises:
            ValueError: it is not there.
        """
        self.items = without(self.items, item)
        self.sorts = {one.sort: one for one in self.items}
        self.loose = {one.sort: one for one in self.items if not one.fixed}
        if item.type == self.character.item_type:
            self.own -= 1
            if item.power is not None:
                powers = list(self.powers)
                powers.remove(item.power)
                self.powers = tuple(powers)
        if item.passive is not None:
            self._attach(item.passive, -1)

    def _attach(self, passive: Passive, times: int) -> None:
        on = passive.on or (passive.mine[0][0] if passive.when else "")
        if on:
            found = self.hooks.setdefault(on, [])
            found.append(passive) if times > 0 else found.remove(passive)
            if not found:
                del self.hooks[on]
            return
        for attribute, by in passive.mine:
            for context in passive.contexts:
                self.lasting[PLACES[attribute, context]] += by * times

    def fork(self) -> "CollectorsPlayer":
        """The same player, apart from this one."""
        one = copy(self)  # which works nothing out again
        one.used, one.spent = set(self.used), set(self.spent)
        one.now, one.lasting = list(self.now), list(self.lasting)
        one.hooks = {on: list(passives) for on, passives in self.hooks.items()}
        one.sorts, one.loose = dict(self.sorts), dict(self.loose)
        return one


class CollectorsTable(Struct):
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
    steps: tuple[tuple[str, int], ...] = ()  # of this round that are to come; none before it is opened
    types: tuple[str, ...] = ()  # of the items that each collects
    playing: tuple[int, ...] = ()  # seats of those still in the game, from the Instigator clockwise

    def __post_init__(self) -> None:
        """Put the seats in order."""
        self.types = tuple([one.character.item_type for one in self.collectors])
        self.seat()

    def fork(self) -> "CollectorsTable":
        """The same table, apart from this one."""
        return replace(self, collectors=tuple([one.fork() for one in self.collectors]))

    def give(self, giver: int, receiver: int | None, item: CollectorsItem) -> None:
        """An item goes from one Collector to another, or into circulation."""
        self.collectors[giver].give_up(item)
        if receiver is None:
            self.circulation = (*self.circulation, item)
        else:
            self.collectors[receiver].gain(item)

    def seat(self) -> None:
        """Put the seats in order, after the Instigator changed or somebody left."""
        first, collectors = self.instigator, self.collectors
        order = (*range(first, len(collectors)), *range(first))
        self.playing = tuple([seat for seat in order if not collectors[seat].out])

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


def set_up(
    boxes: Sequence[CollectorsBox], rng: Random, cards: int | None = None, theft: int = THEFT
) -> CollectorsTable:
    """A table before the first round: Signature Items in possession, 3 items of each deck in circulation, 3 Escapades
    in each hand, the Instigator rolled for.

    Args:
        boxes: what each player brings.
        rng: shuffles.
        cards: Escapades of each player, drawn from the own ones; None: all. Fewer make a short game (ours).
        theft: the AP that one costs.
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
                theft=theft,
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
    try:
        left.remove(item)
    except ValueError:
        raise ValueError(f"{item.name} is not there") from None
    return tuple(left)
