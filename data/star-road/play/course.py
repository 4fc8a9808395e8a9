"""A turn of Star Road, and what a whole game is: supply, building, attacks, blocking, special effects, elimination.

Source: the game's rules of 2018. Merging and upgrades are texts for players to read, and nothing here knows them.
Attacks aim at bases, or with a Scope at an object. Ours: who destroys somebody of another side keeps the 3 resources;
special effects are used in the own action stage only, like weapons.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from generator.games import Ledger

from . import building
from .battle import Attack, Blocking, fight
from .building import add
from .characters import StarRoadCharacter, draw
from .object_effects import AIM, CANCEL, HEAL, SpecialUse, effect_of, healed, used_up, worked
from .objects import Blueprint, Combination
from .teams import (
    REWARD,
    TeamCard,
    deal,
    eliminated,
    reward,
    winners,
    without_objects,
)

DIGITS, STANDS, RESOURCES, MARKERS = PILES = (  # the kinds of components that are drawn from
    *("digit-pieces", "stands", "resource-indicators", "completion-indicators"),
)


class Begin(Struct, frozen=True):
    """A new object on a place, with this many resources."""

    blueprint: Blueprint
    place: int
    resources: int


class Add(Struct, frozen=True):
    """More resources to an object."""

    place: int
    resources: int


class Assault(Struct, frozen=True):
    """An attack on the base of a seat, or by means of a Scope on an object."""

    target: int
    attack: Attack
    scope: int | None = None  # the place of what lets it be aimed at an object


class Reveal(Struct, frozen=True):
    """A leader shows the team card."""


StarRoadAct = Begin | Add | Assault | Reveal | SpecialUse


class BlueprintShop(Struct, frozen=True):
    """What all know and share: blueprints, combinations, characters, and the box."""

    blueprints: tuple[Blueprint, ...]
    combinations: tuple[Combination, ...]
    digits: Mapping[str, int]  # pieces by the digit that they show
    sizes: Mapping[str, int]  # of each of the piles
    characters: tuple[StarRoadCharacter, ...] = ()  # to draw from

    def of(self, character: StarRoadCharacter | None) -> "BlueprintShop":
        """What who plays a character can build, and use together."""
        name = character.name if character else None
        return replace(
            self,
            blueprints=tuple(map(character.changed, self.blueprints)) if character else self.blueprints,
            combinations=tuple(one for one in self.combinations if one.character in (None, name)),
        )


class StarRoadTable(Struct, frozen=True):
    """A game under way, seats anti-clockwise as turns run."""

    players: tuple[building.Player, ...]
    cards: tuple[TeamCard, ...]
    active: int
    turn: int = 0  # turns that are over
    face_up: frozenset[int] = frozenset()  # seats whose team card is shown
    characters: tuple[StarRoadCharacter | None, ...] = ()  # by seat, if there are any

    def character(self, seat: int) -> StarRoadCharacter | None:
        """Whom a seat plays."""
        return self.characters[seat] if self.characters else None

    @property
    def first_cycle(self) -> bool:
        """Whether it is the first cycle, in which only the last player may use objects; the others answer (ours)."""
        return self.turn < len(self.players) - 1

    @property
    def out(self) -> frozenset[int]:
        """The seats of those who are out."""
        return frozenset(seat for seat, player in enumerate(self.players) if player.out)

    def others(self, me: int) -> list[int]:
        """The seats of the others who are not out."""
        return [seat for seat, player in enumerate(self.players) if seat != me and not player.out]

    def with_player(self, seat: int, player: building.Player) -> "StarRoadTable":
        """The table with one player changed."""
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def apart(self, seat: int, other: int) -> int:
        """The distance between two seats; those who are out are skipped."""
        return distance(seat, other, len(self.players), self.out)


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


class StarRoadDecider(Protocol):
    """What a player decides. ``me`` is its seat; what it is asked it has to answer legally."""

    def acts(self, table: StarRoadTable, me: int, shop: BlueprintShop, lacking: frozenset[str]) -> StarRoadAct | None:
        """The next thing that it does in its action stage, None if it is done.

        ``lacking``: codes for which it has found that digits are wanting.
        """

    def answers(self, table: StarRoadTable, me: int, attacker: int, attack: Attack) -> Sequence[Blocking]:
        """With what it blocks an attack on its base, or on an object."""

    def cancels(self, table: StarRoadTable, me: int, effect: SpecialUse, places: Sequence[int]) -> int | None:
        """The place of the object by which it negates a special effect on it, None if it lets it happen."""


def set_up(
    cards: Sequence[TeamCard], rng: Random, characters: Sequence[StarRoadCharacter] = (), hp: int = building.HP
) -> StarRoadTable:
    """A table before the first turn: team and character cards dealt, resources laid out, the first player drawn."""
    dealt, first = deal(cards, rng), rng.randrange(len(cards))
    drawn = draw(characters, len(cards), rng)
    base = building.set_up(hp)
    players = tuple(replace(base, spends=one.spends) if one else base for one in drawn)
    return StarRoadTable(players, dealt, first, characters=drawn)


def left_in_box(table: StarRoadTable, shop: BlueprintShop) -> dict[str, int]:
    """How many components of each sort are not in use; below 0 where the box has too few."""
    built = [one for player in table.players for one in player.built.values()]
    held = sum(player.hp + player.storage for player in table.players) + sum(one.resources for one in built)
    return {
        DIGITS: sum(free_digits(table, shop).values()),
        STANDS: shop.sizes[STANDS] - len(built),
        RESOURCES: shop.sizes[RESOURCES] - held,
        MARKERS: shop.sizes[MARKERS] - sum(one.complete for one in built),
    }


def free_digits(table: StarRoadTable, shop: BlueprintShop) -> Counter[str]:
    """The digit pieces that bear no code now."""
    used = Counter(digit for player in table.players for one in player.built.values() for digit in one.blueprint.code)
    return Counter({digit: number - used[digit] for digit, number in shop.digits.items()})


def play_turn(
    table: StarRoadTable, players: Sequence[StarRoadDecider], shop: BlueprintShop, ledger: Ledger
) -> Iterator[StarRoadTable]:
    """The turn of the active player; the table after every step of it. The last one has the next player's turn."""
    me = table.active
    table = table.with_player(me, building.gained(table.players[me], building.SUPPLY))
    ledger.happened("turns")
    yield table
    lacking: frozenset[str] = frozenset()
    shop = shop.of(table.character(me))
    while not table.players[me].out and winners(table.cards, table.out) is None:
        act = players[me].acts(table, me, shop, lacking)
        if act is None:
            break
        if isinstance(act, Begin) and not _spelled(table, act, shop):
            lacking |= {act.blueprint.code}
            ledger.happened("codes that could not be spelled")
            ledger.drawn(DIGITS, 0, short=True)
            continue
        table = _done(table, me, act, players, shop, ledger)
        for pile, left in left_in_box(table, shop).items():
            ledger.drawn(pile, left, short=left < 0)
        yield table
    table = replace(table, players=tuple(map(building.end_turn, table.players)), turn=table.turn + 1)
    if table.out != frozenset(range(len(table.players))):
        table = replace(table, active=next_seat(me, len(table.players), table.out))
    yield table


def next_seat(seat: int, players: int, out: Collection[int] = ()) -> int:
    """Whose turn follows; players who are out have none.

    Raises:
        ValueError: all are out.
    """
    for step in range(1, players + 1):
        following = (seat + step) % players
        if following not in out:
            return following
    raise ValueError("nobody is left")


def _spelled(table: StarRoadTable, act: Begin, shop: BlueprintShop) -> bool:
    """Whether digits for a code are there; those of an object that it replaces are free again."""
    built = table.players[table.active].places[act.place]
    free = free_digits(table, shop) + Counter(built.blueprint.code if built else "")
    return not Counter(act.blueprint.code) - free


def _done(
    table: StarRoadTable,
    me: int,
    act: StarRoadAct,
    players: Sequence[StarRoadDecider],
    shop: BlueprintShop,
    ledger: Ledger,
) -> StarRoadTable:
    mine = table.players[me]
    if isinstance(act, Begin):
        ledger.happened("objects begun")
        return table.with_player(me, building.begin(mine, act.blueprint, act.place, act.resources))
    if isinstance(act, Add):
        return table.with_player(me, add(mine, act.place, act.resources))
    if isinstance(act, Reveal):
        if not table.cards[me].leader or me in table.face_up:
            raise ValueError("only a leader shows the card, and once")
        ledger.happened("leaders revealed")
        return replace(table, face_up=table.face_up | {me})
    if isinstance(act, SpecialUse):
        return _affected(table, me, act, players, ledger)
    return _attacked(table, me, act, players, shop, ledger)


def _affected(
    table: StarRoadTable, me: int, act: SpecialUse, players: Sequence[StarRoadDecider], ledger: Ledger
) -> StarRoadTable:
    """A special effect, unless the player that it is about negates it, or HP that are given back."""
    mine, character = table.players[me], table.character(me)
    if table.players[act.target].out or table.first_cycle:
        raise ValueError("objects are used after the first cycle, and on somebody who is not out")
    if act.place is None:
        if character is None or character.heals is None or mine.storage < character.heals[0]:
            raise ValueError("the character pays for HP, and has to have what it pays")
        table = table.with_player(me, replace(mine, storage=mine.storage - character.heals[0]))
        return _healed(table, act.target, character.heals[1], ledger)
    used = mine.at(act.place).blueprint
    what = effect_of(used)
    if what is None or act.place not in mine.complete:
        raise ValueError(f"{used.name} has no effect")
    table = table.with_player(me, used_up(mine, act.place))
    if what == HEAL:
        return _healed(table, act.target, used.heal, ledger)
    if act.target == me or table.apart(me, act.target) > used.range:
        raise ValueError(f"{used.name} is used on another player at a distance of at most {used.range}")
    ledger.happened("special effects")
    ledger.said(used.name, "on player", act.target + 1)
    other = table.players[act.target]
    ready = [place for place, blueprint in other.complete.items() if CANCEL in blueprint.traits]
    by = players[act.target].cancels(table, act.target, act, ready) if ready and what != "destroy_object" else None
    if by is not None:
        ledger.happened("special effects negated")
        return table.with_player(act.target, used_up(other, by))
    changed, other = worked(table.players[me], other, what, act)
    return table.with_player(me, changed).with_player(act.target, other)


def _healed(table: StarRoadTable, seat: int, hp: int, ledger: Ledger) -> StarRoadTable:
    after = healed(table.players[seat], hp)
    ledger.said("heals seat", seat + 1)
    ledger.happened("HP given back", after.hp - table.players[seat].hp)
    return table.with_player(seat, after)


def _attacked(
    table: StarRoadTable, me: int, act: Assault, players: Sequence[StarRoadDecider], shop: BlueprintShop, ledger: Ledger
) -> StarRoadTable:
    mine, other = table.players[me], table.players[act.target]
    if act.target == me or other.out or not act.attack.weapons or (act.attack.target is None) != (act.scope is None):
        raise ValueError("an attack has weapons, and aims at the base of somebody who is not out, or with a Scope")
    if act.scope is not None and (AIM not in mine.at(act.scope).blueprint.traits or not mine.at(act.scope).complete):
        raise ValueError(f"{mine.at(act.scope).blueprint.name} does not let an attack be aimed at an object")
    if table.first_cycle:
        raise ValueError("in the first cycle only the last player uses objects")
    answer = players[act.target].answers(table, act.target, me, act.attack)
    found = fight(mine, other, act.attack, answer, apart=table.apart(me, act.target), known=shop.combinations)
    ledger.happened("attacks")
    ledger.said("at player", act.target + 1, "with", *_named(mine, act.attack.weapons))
    if answer:
        ledger.said("blocked by", *_named(other, [block.places for block in answer]))
    ledger.happened("attacks blocked", bool(found.settled.hits))
    ledger.happened("HP lost", other.hp - found.defender.hp)
    ledger.happened("HP lost by rebound", mine.hp - found.attacker.hp)
    attacker = found.attacker if act.scope is None else used_up(found.attacker, act.scope)
    ledger.happened("attacks aimed at objects", act.scope is not None)
    table = table.with_player(me, attacker).with_player(act.target, found.defender)
    for killer, victim in ((me, act.target), (act.target, me)):
        if table.players[victim].out:
            table = _killed(table, killer, victim, ledger)
    return table


def _named(player: building.Player, groups: Iterable[tuple[int, ...]]) -> list[str]:
    """Objects by their names, those that are used together joined."""
    return ["+".join(player.at(place).blueprint.name for place in places) for places in groups]


def _killed(table: StarRoadTable, killer: int, victim: int, ledger: Ledger) -> StarRoadTable:
    """The victim shows the team card; the killer's decides what it brings, where the killer still stands."""
    table = table.with_player(victim, eliminated(table.players[victim]))
    if not table.players[killer].out:
        got = reward(table.cards[killer], table.cards[victim], face_up=killer in table.face_up)
        ledger.happened(f"kills: {got}")
        if got == "resources":
            table = table.with_player(killer, building.gained(table.players[killer], REWARD))
        elif got == "loses objects":
            table = table.with_player(killer, without_objects(table.players[killer]))
    return replace(table, face_up=table.face_up | {victim})
