"""How simulated players of Star Road play: at random, all for attack, or behind a wall."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from generator.games.star_road.battle import Attack, Blocking, strike_of
from generator.games.star_road.building import Player as Base
from generator.games.star_road.building import left_to_spend, open_places
from generator.games.star_road.course import (
    Add,
    Assault,
    Begin,
    BlueprintShop,
    Reveal,
    StarRoadAct,
    StarRoadDecider,
    StarRoadTable,
)
from generator.games.star_road.objects import Blueprint
from generator.games.star_road.teams import mates, may_reveal
from generator.games.star_road.use import may_use, storage_needed

Groups = list[tuple[int, ...]]  # weapons, each the places of one object or of several used together


class StarRoadChance(StarRoadDecider):
    """Decides at random, and may do whatever is legal."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def acts(self, table: StarRoadTable, me: int, shop: BlueprintShop, lacking: frozenset[str]) -> StarRoadAct | None:
        mine = table.players[me]
        acts: list[StarRoadAct] = [Reveal()] if may_reveal(table.cards[me]) and me not in table.face_up else []
        blueprints = [blueprint for blueprint in shop.blueprints if blueprint.code not in lacking]
        room = left_to_spend(mine)
        if room and blueprints:
            blueprint, place = self.rng.choice(blueprints), self.rng.choice(open_places(mine))
            acts.append(Begin(blueprint, place, self.rng.randint(1, min(room, blueprint.cost))))
        unfinished = [place for place, built in enumerate(mine.places) if built and not built.complete]
        if room and unfinished:
            place = self.rng.choice(unfinished)
            built = mine.at(place)
            acts.append(Add(place, self.rng.randint(1, min(room, built.blueprint.cost - built.resources))))
        targets = [seat for seat in range(len(table.players)) if seat != me and not table.players[seat].out]
        target = self.rng.choice(targets)
        groups = usable(table, me, shop, table.apart(me, target))
        if groups:
            chosen = stored(mine, self.rng.sample(groups, self.rng.randint(1, len(groups))))
            acts += [Assault(target, Attack(tuple(chosen)))] if chosen else []
        return self.rng.choice((None, *acts))

    def answers(self, table: StarRoadTable, me: int, attacker: int, attack: Attack) -> Sequence[Blocking]:
        places = blockers(table.players[me], anything=True)
        chosen = self.rng.sample(places, self.rng.randint(0, len(places)))
        return [Blocking((place,)) for place in allowed(table.players[me], chosen)]


class StarRoadGreedy(StarRoadChance):
    """Builds what attacks most for its resources, and throws all of it at once at the weakest base in reach.

    Leaders show their card, so that nobody of their own side, and they nobody that they know of, is attacked. Blocks
    with all shields and walls.
    """

    walls = 0  # that are built before any weapon

    def acts(self, table: StarRoadTable, me: int, shop: BlueprintShop, lacking: frozenset[str]) -> StarRoadAct | None:
        if may_reveal(table.cards[me]) and me not in table.face_up:
            return Reveal()
        return self._assault(table, me, shop) or self._builds(table, me, shop, lacking)

    def answers(self, table: StarRoadTable, me: int, attacker: int, attack: Attack) -> Sequence[Blocking]:
        return [Blocking((place,)) for place in allowed(table.players[me], blockers(table.players[me], anything=False))]

    def _assault(self, table: StarRoadTable, me: int, shop: BlueprintShop) -> StarRoadAct | None:
        found = enemies(table, me)
        self.rng.shuffle(found)  # for those who are equally weak and near
        for target in sorted(found, key=lambda seat: (table.players[seat].hp, table.apart(me, seat))):
            groups = usable(table, me, shop, table.apart(me, target))
            chosen = stored(table.players[me], sorted(groups, key=lambda group: -self._attack(table, me, group, shop)))
            if sum(self._attack(table, me, group, shop) for group in chosen):
                return Assault(target, Attack(tuple(chosen)))
        return None

    def _attack(self, table: StarRoadTable, me: int, group: tuple[int, ...], shop: BlueprintShop) -> int:
        parts = [table.players[me].at(place).blueprint for place in group]
        return strike_of(parts, shop.combinations)[0].attack

    def _builds(
        self, table: StarRoadTable, me: int, shop: BlueprintShop, lacking: frozenset[str]
    ) -> StarRoadAct | None:
        """More to what is begun, else the best new object on an empty place, else in place of what reaches nobody."""
        mine = table.players[me]
        room = left_to_spend(mine)
        if not room:
            return None
        for place, built in enumerate(mine.places):
            if built and not built.complete:
                return Add(place, min(room, built.blueprint.cost - built.resources))
        nearest = min((table.apart(me, seat) for seat in enemies(table, me)), default=1)
        blueprint = self._wanted(mine, nearest, [one for one in shop.blueprints if one.code not in lacking])
        free = [place for place in open_places(mine) if mine.places[place] is None]
        short = [place for place, built in enumerate(mine.places) if built and _reaches_not(built.blueprint, nearest)]
        if blueprint is None or not free + short:
            return None
        return Begin(blueprint, (free + short)[0], min(room, blueprint.cost))

    def _wanted(self, mine: Base, nearest: int, blueprints: Iterable[Blueprint]) -> Blueprint | None:
        known = list(blueprints)
        walls = [one for one in known if one.kind == "mix" and one.protects != "object"]
        if walls and sum(built is not None and built.blueprint.kind == "mix" for built in mine.places) < self.walls:
            return self.rng.choice(walls)
        weapons = [one for one in known if one.kind == "weapon" and one.range >= nearest and not one.storage]
        best = max((one.value / one.cost for one in weapons), default=0.0)
        good = [one for one in weapons if one.value / one.cost == best]
        return self.rng.choice(good) if good and best else None


class StarRoadCareful(StarRoadGreedy):
    """As `Greedy`, but builds a wall before any weapon."""

    walls = 1


PLAYERS: Mapping[str, Callable[[Random], StarRoadDecider]] = {
    "greedy": StarRoadGreedy,
    "careful": StarRoadCareful,
    "random": StarRoadChance,
}


def enemies(table: StarRoadTable, me: int) -> list[int]:
    """The seats that are not out, but for those who are known to be of the own side."""
    return [
        seat
        for seat, player in enumerate(table.players)
        if seat != me and not player.out and not (seat in table.face_up and mates(table.cards[me], table.cards[seat]))
    ]


def usable(table: StarRoadTable, me: int, shop: BlueprintShop, apart: int) -> Groups:
    """Complete weapons that reach so far now: first those used together as the combinations have it, then single ones.

    Each object stands in one group.
    """
    mine, players = table.players[me], len(table.players)
    ready = {
        place: built.blueprint
        for place, built in enumerate(mine.places)
        if built
        and built.complete
        and built.blueprint.kind == "weapon"
        and may_use(built.blueprint, own_action=True, turn=table.turn, players=players)
    }
    groups: Groups = []
    for combination in shop.combinations:
        places = [next((p for p, one in ready.items() if one.code == code), None) for code in combination.parts]
        found = tuple(place for place in places if place is not None)
        if combination.stat == "attack" and combination.range >= apart and len(set(found)) == len(combination.parts):
            groups.append(found)
            for place in found:
                del ready[place]
    return [*groups, *((place,) for place, one in ready.items() if one.range >= apart)]


def stored(mine: Base, groups: Iterable[tuple[int, ...]]) -> Groups:
    """As many of the groups, in their order, as the storage allows to be used at once."""
    chosen: Groups = []
    for group in groups:
        used = [mine.at(place).blueprint for places in (*chosen, group) for place in places]
        if storage_needed(used) <= mine.storage:
            chosen.append(group)
    return chosen


def blockers(mine: Base, *, anything: bool) -> list[int]:
    """The places of complete objects that may guard the base: walls, then shields, then whatever else is wanted."""
    order = {"mix": 0, "shield": 1}
    found = [
        (order.get(built.blueprint.kind, 2), place)
        for place, built in enumerate(mine.places)
        if built and built.complete and built.blueprint.protects in (None, "base")
    ]
    return [place for rank, place in sorted(found) if anything or rank < 2]


def allowed(mine: Base, places: Iterable[int]) -> list[int]:
    """As many blockers, in their order, as the storage allows."""
    chosen: list[int] = []
    for place in places:
        used = [mine.at(one).blueprint for one in (*chosen, place)]
        if storage_needed([one for one in used if one.kind in ("shield", "mix")]) <= mine.storage:
            chosen.append(place)
    return chosen


def _reaches_not(blueprint: Blueprint, apart: int) -> bool:
    return blueprint.kind == "weapon" and blueprint.range < apart
