"""What an attack comes to: which blockers fall, what each has left, what reaches the base, and what a mix returns.

Weapons and blockers are named in order, those used together joined by ``+``; a blocker answers all weapons, or those
named by their places (``shield@1+3``). All are complete; ranges and storage are taken to be enough, and of the texts
only those are known that change how damage is settled.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, get_args

from msgspec import Struct

from generator.games import Answer, BadQuestion, GameData, Item, Shelf, Value, ValueShape, nearest, one_of, whole

from ..battle import joined, strike_of
from ..building import HP, HP_OF_TWO, LINES, PLATFORMS
from ..damage import AttackResult, DamageRules, Guard, Strike, guard_of, settle
from ..objects import (
    Blueprint,
    Combination,
    JoinReading,
    LineObject,
    ObjectKind,
    blueprint_of,
    combination_of,
    family,
)

GAME, BLUEPRINTS, COMBINATIONS = "star-road", "blueprints", "combinations"
BASE = "base"
UNITS = {"object": "W", "shield": "P", "mix": "M"}
MOST_NAMED = LINES * PLATFORMS  # objects on a player's lines


OTHER_FORM = "{} is not of the form that this game has"
NOT_SETTLED = ("ground", "delay")  # marks of the third version of the rules

BattleCard = TypeVar("BattleCard", Blueprint, Combination)


class ObjectGroup(Struct, frozen=True):
    """Objects used together as one, and the places of the weapons that they answer, from 0; None: all."""

    ids: tuple[str, ...]
    against: frozenset[int] | None = None

    def __str__(self) -> str:
        return "+".join(self.ids)


class Shop:
    """The game's blueprints and combinations of the family that some objects are of."""

    def __init__(self, game: GameData, named: Sequence[ObjectGroup]) -> None:
        """Raises BadQuestion where there is no such object, or where their codes mean different things."""
        self.game = game
        self.items = {item.id: item for item in game.kinds[BLUEPRINTS].items if not item.broken}
        families = {self._family(self._item(name)): name for each in named for name in each.ids}
        if len(families) > 1:
            raise BadQuestion(f"{' and '.join(families.values())} are of different editions")
        (self.family,) = families
        rows = game.kinds[COMBINATIONS].items if COMBINATIONS in game.kinds else []
        here = [item for item in rows if not item.broken and self._family(item) == self.family]
        self.known = [self._read(item, combination_of) for item in here]

    def blueprints(self, named: ObjectGroup) -> list[Blueprint]:
        """What is used together.

        Raises:
            BadQuestion: something is of another form, or is not settled here.
        """
        return [self._blueprint(name) for name in named.ids]

    def characters(self, named: Sequence[ObjectGroup]) -> dict[str, str]:
        """Whose player alone can use objects together, by their names."""
        found: dict[str, str] = {}
        for each in named:
            codes = tuple(sorted(part.code for part in self.blueprints(each)))
            found |= {str(each): row.character for row in self.known if row.character and row.parts == codes}
        return found

    def _blueprint(self, name: str) -> Blueprint:
        item = self._item(name)
        for mark in NOT_SETTLED:
            if item.fields.get(mark):
                raise BadQuestion(f"{name} has the mark {mark}, which is not settled here")
        fields = item.fields
        numbers = isinstance(fields.get("value"), int) and isinstance(fields.get("cost"), int | str)
        if not numbers or fields.get("kind") not in get_args(ObjectKind):
            raise BadQuestion(OTHER_FORM.format(name))
        try:
            return self._read(item, lambda fields: blueprint_of(name, fields))
        except ValueError as error:
            raise BadQuestion(str(error)) from None

    def _item(self, name: str) -> Item:
        if name not in self.items:
            raise BadQuestion(f"{self.game.name} has no object {name[:40]!r}; {nearest(name, self.items)}")
        return self.items[name]

    def _family(self, item: Item) -> str:
        return family(str(item.fields.get("set", "")))

    def _read(self, item: Item, read: Callable[[Mapping[str, Any]], BattleCard]) -> BattleCard:
        try:
            return read(item.fields)
        except (KeyError, TypeError, AttributeError):
            raise BadQuestion(OTHER_FORM.format(item.id)) from None


def _reader(*, answers: bool) -> Callable[[str], tuple[ObjectGroup, ...]]:
    number = whole(1, MOST_NAMED)

    def one(text: str) -> ObjectGroup:
        ids, sign, places = text.partition("@")
        if sign and not answers:
            raise BadQuestion(f"{text[:40]!r}: blockers alone answer a weapon, as in shield@1")
        against = frozenset(number(place.strip()) - 1 for place in places.split("+")) if sign else None
        return ObjectGroup(tuple(part.strip() for part in ids.split("+")), against)

    def read(text: str) -> tuple[ObjectGroup, ...]:
        named = tuple(one(part) for part in text.split(",")) if text.strip() else ()
        objects = sum(len(each.ids) for each in named)
        if objects > MOST_NAMED:
            raise BadQuestion(f"{objects} objects are named; a player has {MOST_NAMED} at the most")
        return named

    return read


OBJECTS = ValueShape("items", ids_of=BLUEPRINTS)
VALUES = {
    "attack": Value("ID,ID+ID", "the weapons, in order", _reader(answers=False), required=True, made_of=OBJECTS),
    "defend": Value("ID,ID@1+2", "the blockers, in order; none if not given", _reader(answers=True), made_of=OBJECTS),
    "at": Value(
        "ID", "the object that is attacked; the base if not given", made_of=ValueShape("item", ids_of=BLUEPRINTS)
    ),
    "resources": Value("N", "what lies on the base or on that object; 8, or all its cost, if not given", whole(1, 99)),
    "players": Value("N", f"how many play; the base of two has {HP_OF_TWO} to begin with", whole(2, 8)),
    "reading": Value("added|total", "what a combination's bonus is; added", one_of("added", "total")),
    "shuriken": Value(
        "objects|object-shields", "what a Shuriken ignores; all objects", one_of("objects", "object-shields")
    ),
    "returns-beyond": Value(
        "N", "by how much a hit may exceed M and still go back; 0, though some walls' cards print 1", whole(0, 9)
    ),
    "rebound": Value(
        "each|attack",
        "whether a mix returns each hit as it lands, or all once it stood the attack; each",
        one_of("each", "attack"),
    ),
}


def ask(values: Mapping[str, Any], shelf: Shelf) -> Answer:
    """How the attack is settled."""
    attack, defend, target = values["attack"], values["defend"] or (), values["at"] or BASE
    if not attack:
        raise BadQuestion("attack names no weapon")
    for each in defend:
        if each.against and max(each.against) >= len(attack):
            raise BadQuestion(f"{each} answers weapon {max(each.against) + 1}; the attack has {len(attack)}")
    aims = [] if target == BASE else [ObjectGroup((target,))]
    return settled_in(Shop(shelf.game_with(BLUEPRINTS, GAME), [*attack, *defend, *aims]), values)


def settled_in(shop: Shop, values: Mapping[str, Any]) -> Answer:
    """How an attack is settled with a shop's objects; ``values`` as `ask` has them, the attack naming a weapon.

    Raises:
        BadQuestion: something cannot be settled here.
    """
    attack, defend, target = values["attack"], values["defend"] or (), values["at"] or BASE
    aims = target != BASE
    lies = _lying(shop, target, values["resources"], HP_OF_TWO if values.get("players") == 2 else HP)
    rules = DamageRules(
        values["shuriken"] or "objects",
        "nothing" if shop.family == "revised" else "shield",
        returns_beyond=values["returns-beyond"] or 0,
        rebound=values["rebound"] or "each",
    )
    reading: JoinReading = values["reading"] or "added"
    try:
        strikes = [strike_of(shop.blueprints(each), shop.known, reading)[0] for each in attack]
        guards = [_guard(shop, each, aims, reading) for each in defend]
    except ValueError as error:
        raise BadQuestion(str(error)) from None
    plates = 0 if aims else sum("anti_shuriken" in part.traits for each in defend for part in shop.blueprints(each))
    settled = settle(strikes, guards, plates, rules)
    limits = [guard.limit(rules) for guard in guards]
    data = {**_as_data(defend, limits, target, lies, settled), "characters": shop.characters([*attack, *defend])}
    told = [_met(number, each, strikes[number], defend, guards, settled) for number, each in enumerate(attack)]
    told += [f"Steel Plates lower each Shuriken by {plates}"] if plates else []
    return Answer(data, told + _result(data))


def _lying(shop: Shop, target: str, given: int | None, hp: int) -> int:
    """The resources on the target."""
    if target == BASE:
        return given or hp
    most = shop.blueprints(ObjectGroup((target,)))[0].cost
    if given and given > most:
        raise BadQuestion(f"resources is {given}; {target} holds {most} at the most")
    return given or most


def _guard(shop: Shop, named: ObjectGroup, for_object: bool, reading: JoinReading) -> Guard:  # noqa: FBT001
    parts = shop.blueprints(named)
    guards = [guard_of(LineObject(part, part.cost), for_object=for_object, against=named.against) for part in parts]
    return guards[0] if len(guards) == 1 else joined(guards, parts, shop.known, reading)


def _as_data(
    defend: Sequence[ObjectGroup], limits: Sequence[int], target: str, lies: int, settled: AttackResult
) -> dict[str, Any]:
    destroyed = [str(each) for number, each in enumerate(defend) if number in settled.destroyed]
    survives = [
        {"id": str(each), "left": limit - taken}
        for number, (each, limit, taken) in enumerate(zip(defend, limits, settled.taken, strict=True))
        if number not in settled.destroyed
    ]
    left = max(0, lies - settled.through)
    return {
        "base_damage": settled.through if target == BASE else 0,
        "destroyed": destroyed if left else [*destroyed, target],
        "survives": [*survives, {"id": target, "left": left}] if left else survives,
        "rebound": settled.rebound,
        "hits": [
            {"weapon": hit.strike + 1, "blocker": hit.guard + 1, "attack": hit.attack, "cancelled": hit.cancelled}
            for hit in settled.hits
        ],
    }


def _met(
    number: int,
    named: ObjectGroup,
    strike: Strike,
    defend: Sequence[ObjectGroup],
    guards: Sequence[Guard],
    settled: AttackResult,
) -> str:
    """A weapon and the blockers that it met."""
    hits = [hit for hit in settled.hits if hit.strike == number]
    parts = [f"{named} {strike.attack}(A)"]
    for hit in hits:
        guard = guards[hit.guard]
        parts.append(f"{defend[hit.guard]} {guard.size}({UNITS[guard.kind]}) cancels {hit.cancelled} of {hit.attack}")
    return "; ".join(parts) if hits else f"{parts[0]}; nothing blocks it"


def _result(data: Mapping[str, Any]) -> list[str]:
    left = [f"{one['id']} with {one['left']}" for one in data["survives"]]
    return [
        *(f"{named} together: {character} alone" for named, character in data["characters"].items()),
        f"damage to the base: {data['base_damage']}",
        f"destroyed: {', '.join(data['destroyed']) or 'nothing'}",
        f"survives: {', '.join(left) or 'nothing'}",
        f"rebound to the attacker: {data['rebound']}",
    ]
