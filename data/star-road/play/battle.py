"""An attack between two players: who may use and block with what, and what both have afterwards."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from .building import Player, lose
from .damage import AttackResult, Guard, Strike, guard_of, settle
from .objects import (
    READING,
    Blueprint,
    Combination,
    JoinReading,
    after_use,
    found_in,
    storage_needed,
    together,
)


class Attack(Struct, frozen=True):
    """Weapons in order, each the places of one object or of several used together; the place aimed at.

    ``target`` None: the base.
    """

    weapons: tuple[tuple[int, ...], ...]
    target: int | None = None


class Blocking(Struct, frozen=True):
    """A blocker: the place of an object or of several used together, and the weapons that it answers; None: all."""

    places: tuple[int, ...]
    against: frozenset[int] | None = None


class BattleOutcome(Struct, frozen=True):
    """Both players after an attack, and how it was settled."""

    attacker: Player
    defender: Player
    settled: AttackResult


def fight(
    attacker: Player,
    defender: Player,
    attack: Attack,
    answer: Sequence[Blocking] = (),
    *,
    apart: int = 1,
    known: Sequence[Combination] = (),
) -> BattleOutcome:
    """Settles one attack on one target.

    Args:
        attacker: in the own action stage.
        defender: who answers.
        attack: what the attacker does.
        answer: the blockers, in the defender's order.
        apart: the distance between them.
        known: the combinations that the players can make, those of their characters included.

    Raises:
        ValueError: something takes part that cannot.
    """
    strikes = [_strike(attacker, places, apart, known) for places in attack.weapons]
    _once(place for places in attack.weapons for place in places)
    used = [attacker.at(place).blueprint for places in attack.weapons for place in places]
    _stored(attacker, used)
    guards = [_guard(defender, block, attack, known) for block in answer]
    _once(place for block in answer for place in block.places)
    blocking = [defender.at(place).blueprint for block in answer for place in block.places]
    _stored(defender, [part for part in blocking if part.kind in ("shield", "mix")])
    plates = sum("anti_shuriken" in blueprint.traits for blueprint in defender.complete.values())
    settled = settle(strikes, guards, 0 if attack.target is not None else plates)
    for places in attack.weapons:
        for place in places:
            attacker = attacker.placing(place, after_use(attacker.at(place)))
    attacker = replace(attacker, hp=max(0, attacker.hp - settled.rebound))
    defender = _after(defender, answer, guards, settled)
    if attack.target is None:
        defender = replace(defender, hp=max(0, defender.hp - settled.through))
    elif settled.through:
        defender = lose(defender, attack.target, settled.through)
    return BattleOutcome(attacker, defender, settled)


def strike_of(
    parts: Sequence[Blueprint], known: Sequence[Combination] = (), reading: JoinReading = READING
) -> tuple[Strike, int]:
    """A weapon, or objects used together as one, and how far it reaches.

    Raises:
        ValueError: one of them is not a weapon, or they make no combination that attacks.
    """
    for part in parts:
        if part.kind != "weapon":
            raise ValueError(f"{part.name} is not a weapon")
    attack, reach = parts[0].value, parts[0].range
    if len(parts) > 1:
        combination = found_in(parts, known)
        attack, reach = together(parts, combination, reading), combination.range
    traits = frozenset[str]().union(*(part.traits for part in parts))
    return Strike(attack, "unblockable" in traits, "anti_mix" in traits), reach


def joined(
    guards: Sequence[Guard], parts: Sequence[Blueprint], known: Sequence[Combination], reading: JoinReading = READING
) -> Guard:
    """Blockers used together as one.

    Raises:
        ValueError: they make no combination that protects.
    """
    combination = found_in(parts, known)
    if combination.stat != "protection":
        raise ValueError(f"{' and '.join(part.name for part in parts)} protect nothing together")
    return replace(guards[0], size=together(parts, combination, reading), taken=max(guard.taken for guard in guards))


def _strike(attacker: Player, places: tuple[int, ...], apart: int, known: Sequence[Combination]) -> Strike:
    parts = [attacker.at(place) for place in places]
    for part in parts:
        if not part.complete:
            raise ValueError(f"{part.blueprint.name} is not complete")
    strike, reach = strike_of([part.blueprint for part in parts], known)
    if reach < apart:
        raise ValueError(f"{parts[0].blueprint.name} reaches {reach} seats; the target is at {apart}")
    return strike


def _guard(defender: Player, block: Blocking, attack: Attack, known: Sequence[Combination]) -> Guard:
    if attack.target in block.places:
        raise ValueError("an object does not block for itself")
    parts = [defender.at(place) for place in block.places]
    for_object = attack.target is not None
    guards = [guard_of(part, for_object=for_object, against=block.against) for part in parts]
    if len(guards) == 1:
        return guards[0]
    return joined(guards, [part.blueprint for part in parts], known)


def _once(places: Iterable[int]) -> None:
    named = list(places)
    if len(set(named)) < len(named):
        raise ValueError("an object takes part once")


def _stored(player: Player, used: Sequence[Blueprint]) -> None:
    """Whether the storage allows it. Other objects than shields and mixes block without being used (ours)."""
    needed = storage_needed(used)
    if player.storage < needed:
        raise ValueError(f"{needed} resources have to lie in the storage; {player.storage} do")


def _after(defender: Player, answer: Sequence[Blocking], guards: Sequence[Guard], settled: AttackResult) -> Player:
    for number, (block, guard) in enumerate(zip(answer, guards, strict=True)):
        for place in block.places:
            if number in settled.destroyed:
                defender = defender.placing(place, None)
            elif guard.kind == "object":
                defender = lose(defender, place, settled.taken[number])
            else:
                defender = defender.placing(place, replace(defender.at(place), taken=settled.taken[number]))
    return defender
