"""How an attack on one target is settled. Source: the game's rules of 2018; several targets are settled one by one.

The attacker names weapons in order and one target; the target answers with objects, in order, against any of them. The
first weapon meets the first blocker: 1 W of it cancels 1 A and leaves it; for a shield read P, for a mix M. Left-over
attack moves on to the next blocker, a blocker that survives meets the next weapon with what it has left, and what is
left after all blockers hits the target.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from .objects import LineObject


class DamageRules(Struct, frozen=True):
    """Readings that can be changed.

    Attributes:
        shuriken: what a weapon that "cannot be blocked by objects" ignores. ``objects``: every blocker, our reading.
            ``object-shields``: those printed for objects alone.
        air_cannon: what a mix counts as against it. ``shield``: a shield of its value, as set 1 has it. ``nothing``:
            its value is 0, as the revised set has it.
        returns_beyond: by how much a hit that a mix returns may exceed M. Ours: 0. The Chinese cards of the walls print
            one more than M; the wall then takes so much before it breaks.
        rebound: when a mix returns a hit. ``each``: each hit that it stands, as it lands, even if a later one of the
            attack breaks it; the rules say "each time". ``attack``: all hits of an attack that it stands as a whole.
    """

    shuriken: Literal["objects", "object-shields"] = "objects"
    air_cannon: Literal["shield", "nothing"] = "shield"
    returns_beyond: int = 0
    rebound: Literal["each", "attack"] = "each"


RULES = DamageRules()


class Strike(Struct, frozen=True):
    """A weapon, or objects used together as one."""

    attack: int
    unblockable: bool = False  # the Shuriken
    anti_mix: bool = False  # the Air Cannon: nothing bounces off what it hits


class Guard(Struct, frozen=True):
    """A blocker, or objects used together as one."""

    kind: Literal["object", "shield", "mix"]
    size: int  # W that lies on it, P, or M
    taken: int = 0  # damage that a shield or a mix collected earlier in this turn
    against: frozenset[int] | None = None  # the places of the weapons that it answers, from 0; None: all
    for_objects: bool = False  # printed for objects

    def falls(self, taken: int, rules: DamageRules = RULES) -> bool:
        """Whether so much damage destroys it: for a shield or a mix more than it has, for others all they have."""
        return taken >= self.size if self.kind == "object" else taken > self.limit(rules)

    def limit(self, rules: DamageRules = RULES) -> int:
        """What it cancels in a turn."""
        return self.size + (rules.returns_beyond if self.kind == "mix" else 0)


class Hit(Struct, frozen=True):
    """A weapon meets a blocker: attack that arrives, and how much of it is cancelled."""

    strike: int
    guard: int
    attack: int
    cancelled: int


class AttackResult(Struct, frozen=True):
    """What an attack comes to."""

    through: int  # attack that reaches the target
    rebound: int  # attack that goes to the attacker, which nothing blocks and nothing returns
    taken: tuple[int, ...]  # damage of each blocker in this turn: W that left it, or attack that met it
    destroyed: frozenset[int]  # blockers
    hits: tuple[Hit, ...]


def settle(
    strikes: Sequence[Strike], guards: Sequence[Guard], plates: int = 0, rules: DamageRules = RULES
) -> AttackResult:
    """Settles an attack.

    Args:
        strikes: the weapons, in the attacker's order.
        guards: the blockers, in the target's order.
        plates: complete Steel Plates; each lowers the damage of an unblockable weapon by 1 (ours).
        rules: readings of ours.
    """
    taken = [guard.taken for guard in guards]
    fallen = {number for number, guard in enumerate(guards) if guard.falls(guard.taken, rules)}
    through, hits = 0, []
    returned: list[tuple[int, int]] = []  # the mix, and the attack that it stood
    for place, strike in enumerate(strikes):
        left = max(0, strike.attack - (plates if strike.unblockable else 0))
        for number, guard in enumerate(guards):
            if not left or number in fallen or not _meets(strike, place, guard, rules):
                continue
            limit = _limit(guard, strike, rules)
            cancelled = min(left, max(0, limit - taken[number]))
            hits.append(Hit(place, number, left, cancelled))
            taken[number] += cancelled if guard.kind == "object" else left
            if guard.falls(taken[number], rules) or (guard.kind == "mix" and taken[number] > limit):
                fallen.add(number)
            elif guard.kind == "mix" and not strike.anti_mix:
                returned.append((number, left))
            left -= cancelled
        through += left
    rebound = sum(attack for number, attack in returned if rules.rebound == "each" or number not in fallen)
    return AttackResult(through, rebound, tuple(taken), frozenset(fallen), tuple(hits))


def guard_of(built: LineObject, *, for_object: bool, against: frozenset[int] | None = None) -> Guard:
    """An object as a blocker; any complete one may block, with its resources if it is not a shield and no mix.

    Args:
        built: the object.
        for_object: whether an object is the target, and not the base.
        against: the weapons that it answers.

    Raises:
        ValueError: it is not complete, or does not guard such a target.
    """
    blueprint = built.blueprint
    if not built.complete:
        raise ValueError(f"{blueprint.name} is not complete")
    if blueprint.kind not in ("shield", "mix"):
        return Guard("object", built.resources, 0, against)
    printed = blueprint.protects
    if printed is not None and printed != ("object" if for_object else "base"):
        raise ValueError(f"{blueprint.name} guards {'no objects' if for_object else 'no base'}")
    kind: Literal["shield", "mix"] = "mix" if blueprint.kind == "mix" else "shield"
    return Guard(kind, blueprint.value, built.taken, against, for_objects=printed == "object")


def _meets(strike: Strike, place: int, guard: Guard, rules: DamageRules) -> bool:
    if guard.against is not None and place not in guard.against:
        return False
    return not strike.unblockable or (rules.shuriken == "object-shields" and not guard.for_objects)


def _limit(guard: Guard, strike: Strike, rules: DamageRules) -> int:
    """What a blocker cancels of this weapon and those before it in the turn."""
    if guard.kind == "mix" and strike.anti_mix:
        return 0 if rules.air_cannon == "nothing" else guard.size
    return guard.limit(rules)
