"""How simulated players of Star Road play: at random, all for attack, or behind a wall."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from .battle import Attack, Blocking, strike_of
from .building import Player as Base
from .building import left_to_spend, open_places
from .course import (
    Add,
    Assault,
    Begin,
    BlueprintShop,
    Reveal,
    StarRoadAct,
    StarRoadDecider,
    StarRoadTable,
)
from .object_effects import AIM, SpecialUse, effects
from .objects import Blueprint, storage_needed, together
from .teams import mates

USES = 5  # of what never ends, for what it costs and brings
GUARDS = ("mix", "shield")  # the first are asked first
Groups = list[tuple[int, ...]]  # weapons or blockers, each the places of one object or of several used together


class StarRoadChance(StarRoadDecider):
    """Decides at random, and may do whatever is legal."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def acts(self, table: StarRoadTable, me: int, shop: BlueprintShop, lacking: frozenset[str]) -> StarRoadAct | None:
        mine = table.players[me]
        acts: list[StarRoadAct] = [Reveal()] if table.cards[me].leader and me not in table.face_up else []
        blueprints = [blueprint for blueprint in shop.blueprints if blueprint.code not in lacking]
        room = left_to_spend(mine)
        if room and blueprints:
            blueprint, place = self.rng.choice(blueprints), self.rng.choice(open_places(mine))
            acts.append(Begin(blueprint, place, self.rng.randint(1, min(room, blueprint.cost))))
        unfinished = [place for place, built in mine.built.items() if not built.complete]
        if room and unfinished:
            place = self.rng.choice(unfinished)
            built = mine.at(place)
            acts.append(Add(place, self.rng.randint(1, min(room, built.blueprint.cost - built.resources))))
        target = self.rng.choice(table.others(me))
        groups = usable(table, me, shop, table.apart(me, target))
        if groups:
            chosen = stored(mine, self.rng.sample(groups, self.rng.randint(1, len(groups))))
            acts += [Assault(target, Attack(tuple(chosen)))] if chosen else []
            aims = [place for place, blueprint in mine.complete.items() if AIM in blueprint.traits]
            objects = list(table.players[target].built)
            if chosen and aims and objects:
                acts.append(Assault(target, Attack(tuple(chosen), self.rng.choice(objects)), self.rng.choice(aims)))
        possible = self.effects(table, me)
        acts += [self.rng.choice(possible)] if possible else []
        return self.rng.choice((None, *acts))

    def effects(self, table: StarRoadTable, me: int) -> list[SpecialUse]:
        """The special effects that it can use now, and HP that its character can give back to its own base."""
        if table.first_cycle:
            return []
        mine, character = table.players[me], table.character(me)
        others = {seat: (table.players[seat], table.apart(me, seat)) for seat in table.others(me)}
        heals = character is not None and character.heals is not None and mine.storage >= character.heals[0]
        return effects(mine, me, others) + ([SpecialUse(None, me)] if heals else [])

    def cancels(self, table: StarRoadTable, me: int, effect: SpecialUse, places: Sequence[int]) -> int | None:
        return self.rng.choice((None, *places))

    def answers(self, table: StarRoadTable, me: int, attacker: int, attack: Attack) -> Sequence[Blocking]:
        places = blockers(table.players[me], attack.target, anything=True)
        chosen = self.rng.sample(places, self.rng.randint(0, len(places)))
        return [Blocking(place) for place in stored(table.players[me], chosen, GUARDS)]


class StarRoadGreedy(StarRoadChance):
    """Builds what attacks most for its resources, and throws all of it at once at the weakest base in reach.

    What is used together, or recycled, is rated as it is then. It builds nothing special, and gives back HP to its own
    base with what it cannot build with. Leaders show their card, so that nobody of their own side, and they
    nobody that they know of, is attacked. Blocks with all shields and walls.
    """

    walls = 0  # that are built before any weapon

    def acts(self, table: StarRoadTable, me: int, shop: BlueprintShop, lacking: frozenset[str]) -> StarRoadAct | None:
        if table.cards[me].leader and me not in table.face_up:
            return Reveal()
        return self._assault(table, me, shop) or self._builds(table, me, shop, lacking) or self._affects(table, me)

    def cancels(self, table: StarRoadTable, me: int, effect: SpecialUse, places: Sequence[int]) -> int | None:
        return places[0]

    def _affects(self, table: StarRoadTable, me: int) -> StarRoadAct | None:
        """HP for its own base, else what costs an enemy most; it comes to specials by exchanges alone."""
        mine, rivals = table.players[me], enemies(table, me)
        lost = mine.hp < mine.most

        def loss(effect: SpecialUse) -> int:
            if effect.target == me:
                return 2 * lost
            return table.players[effect.target].at(effect.at).resources if effect.at is not None else 1

        possible = [one for one in self.effects(table, me) if one.target == me or one.target in rivals]
        best = max(possible, key=loss, default=None)
        return best if best is not None and loss(best) > 1 else None

    def answers(self, table: StarRoadTable, me: int, attacker: int, attack: Attack) -> Sequence[Blocking]:
        mine = table.players[me]
        return [Blocking(place) for place in stored(mine, blockers(mine, attack.target, anything=False), GUARDS)]

    def _assault(self, table: StarRoadTable, me: int, shop: BlueprintShop) -> StarRoadAct | None:
        def attack(group: tuple[int, ...]) -> int:
            return strike_of([table.players[me].at(place).blueprint for place in group], shop.combinations)[0].attack

        found = enemies(table, me)
        self.rng.shuffle(found)  # for those who are equally weak and near
        for target in sorted(found, key=lambda seat: (table.players[seat].hp, table.apart(me, seat))):
            groups = usable(table, me, shop, table.apart(me, target))
            chosen = stored(table.players[me], sorted(groups, key=attack, reverse=True))
            if sum(map(attack, chosen)):
                return Assault(target, Attack(tuple(chosen)))
        return None

    def _builds(
        self, table: StarRoadTable, me: int, shop: BlueprintShop, lacking: frozenset[str]
    ) -> StarRoadAct | None:
        """More to what is begun, else the best new object on an empty place, else in place of what reaches nobody."""
        mine = table.players[me]
        room = left_to_spend(mine)
        if not room:
            return None
        for place, built in mine.built.items():
            if not built.complete:
                return Add(place, min(room, built.blueprint.cost - built.resources))
        nearest = min((table.apart(me, seat) for seat in enemies(table, me)), default=1)
        blueprint = self._wanted(mine, nearest, shop, lacking)
        free = [place for place in open_places(mine) if mine.places[place] is None]
        weapons = {place: one for place, one in mine.complete.items() if one.kind == "weapon"}
        short = [place for place, one in weapons.items() if one.range < nearest]
        if blueprint is None or not free + short:
            return None
        return Begin(blueprint, (free + short)[0], min(room, blueprint.cost))

    def _wanted(self, mine: Base, nearest: int, shop: BlueprintShop, lacking: frozenset[str]) -> Blueprint | None:
        known = {one.code: one for one in shop.blueprints if one.code not in lacking}
        single = list(known.values())
        walls = [one for one in single if one.kind == "mix" and one.protects != "object"]
        if walls and sum(built.blueprint.kind == "mix" for built in mine.built.values()) < self.walls:
            return self.rng.choice(walls)
        ways: list[tuple[float, tuple[Blueprint, ...]]] = [
            (rate((one,), one.value), (one,)) for one in single if one.kind == "weapon" and one.range >= nearest
        ]
        for joined in shop.combinations:
            if joined.stat == "attack" and joined.range >= nearest and all(code in known for code in joined.parts):
                parts = tuple(known[code] for code in joined.parts)
                ways.append((rate(parts, together(parts, joined)), parts))
        best = max((worth for worth, _ in ways), default=0.0)
        if not best:
            return None
        parts = self.rng.choice([parts for worth, parts in ways if worth == best])
        ready = [built.blueprint.code for built in mine.built.values()]
        return next((part for part in parts if part.code not in ready), parts[0])


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
    own = [seat for seat in table.face_up if mates(table.cards[me], table.cards[seat])]
    return [seat for seat in table.others(me) if seat not in own]


def rate(parts: tuple[Blueprint, ...], attack: int) -> float:
    """Attack for a resource of weapons used together, as often as they can be; 0 where storage has to be kept for it.

    What is recycled costs the resources of its first use once, and then those that a use takes off.
    """
    if any(part.storage for part in parts):
        return 0.0
    uses = min(USES if part.uses is None else part.uses for part in parts)
    return attack * uses / sum(part.cost + (uses - 1) * (part.recycle or 0) for part in parts)


def usable(table: StarRoadTable, me: int, shop: BlueprintShop, apart: int) -> Groups:
    """Complete weapons that reach so far now: first those used together as the combinations have it, then single ones.

    Each object stands in one group.
    """
    complete = {} if table.first_cycle else table.players[me].complete
    ready = {place: blueprint for place, blueprint in complete.items() if blueprint.kind == "weapon"}
    groups: Groups = []
    for combination in shop.combinations if ready else ():
        places = [next((p for p, one in ready.items() if one.code == code), None) for code in combination.parts]
        found = tuple(place for place in places if place is not None)
        if combination.stat == "attack" and combination.range >= apart and len(set(found)) == len(combination.parts):
            groups.append(found)
            for place in found:
                del ready[place]
    return [*groups, *((place,) for place, one in ready.items() if one.range >= apart)]


def stored(mine: Base, groups: Iterable[tuple[int, ...]], kinds: Sequence[str] = ("weapon",)) -> Groups:
    """As many of the groups, in their order, as the storage allows at once, which objects of these kinds need."""
    chosen: Groups = []
    for group in groups:
        used = [mine.at(place).blueprint for places in (*chosen, group) for place in places]
        if storage_needed([one for one in used if one.kind in kinds]) <= mine.storage:
            chosen.append(group)
    return chosen


def blockers(mine: Base, aimed: int | None, *, anything: bool) -> Groups:
    """The places of complete objects that may guard the base, or the object that is aimed at: walls, then shields, then
    whatever else is wanted."""
    found = [
        (GUARDS.index(one.kind) if one.kind in GUARDS else len(GUARDS), place)
        for place, one in mine.complete.items()
        if one.protects in (None, "base" if aimed is None else "object") and place != aimed
    ]
    return [(place,) for rank, place in sorted(found) if anything or rank < 2]
