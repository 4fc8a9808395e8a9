"""Active abilities that are none of the four actions: to whom or what they can be applied, and what they do."""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from .actions import take_up, use
from .allowed import CollectorsAct
from .effects import change, recover, wound
from .state import CollectorsItem, CollectorsTable, without
from .texts import Power

if TYPE_CHECKING:
    from .by_chance import CollectorsChance

AT_OTHERS = ("lower", "tire", "press", "extort")
SWAPPING = ("exchange", "give", "recall", "lure")
AFTER_COLLECTING = ("recall", "lure")
GUARDING = ("guard", "lock")
NOTHING = (None,)  # is given
DOES = ("recover", "rest", "gain", "raise", "bury", "sell", *AT_OTHERS, *SWAPPING, *GUARDING)
DROPPING = "clear"  # an ability of the Drop Step


def uses(table: CollectorsTable, seat: int, power: Power) -> Iterator[CollectorsAct]:
    """All that an ability of the Confrontation Phase can be used for, one of each sort of items."""
    one, kind, does = table.collectors[seat], table.collectors[seat].character.item_type, power.does
    if does in AFTER_COLLECTING and not one.collected:
        return
    if does in AT_OTHERS:
        for target in table.playing:
            other = table.collectors[target]
            if target != seat and (other.own or does != "press"):
                for item in other.sorts.values() if does == "extort" else NOTHING:
                    yield CollectorsAct("use", target, item, power=power)
    elif does in SWAPPING:
        wanted = next((item for item in table.circulation if item.type == kind), None)
        if wanted is not None:
            magic = [item for item in one.items if item.magic] if does == "recall" else []
            given = NOTHING if does == "lure" else _sorts(magic) if does == "recall" else one.sorts.values()
            for target in [other for other in table.playing if other != seat] if does == "give" else [-1]:
                for item in given:
                    yield CollectorsAct("use", target, item, wanted, power)
    elif does in ("bury", "sell", *GUARDING):
        for item in _sorts(table.circulation) if does == "bury" else one.sorts.values():
            if does not in GUARDING or item.type == kind:
                yield CollectorsAct("use", -1, item, power=power)
    elif does in DOES:
        yield CollectorsAct("use", -1, power=power)


def _sorts(items: Sequence[CollectorsItem]) -> Collection[CollectorsItem]:
    """One item of each sort that is worth the same: of a type, that helps or harms."""
    return {item.sort: item for item in items}.values()


def apply(table: CollectorsTable, seat: int, act: CollectorsAct, players: Sequence["CollectorsChance"]) -> None:
    """Use an ability.

    Raises:
        ValueError: it cannot be paid, or there is nothing such to use it on.
    """
    power, item, one = act.power, act.item, table.collectors[seat]
    if power is None or power.does not in DOES:
        raise ValueError("an ability of the Confrontation Phase has to be named")
    use(table, seat, power)
    changed = "ap" if power.does in ("gain", "tire") else power.kind
    match power.does:
        case "recover":
            recover(one, min(power.bonus, one.own) if power.bonus == 5 else power.bonus)
        case "rest":  # it ends the turn, so what is left recovers in the Recovery Step as well
            recover(one, one.ap)
        case "gain" | "raise":
            change(table, seat, ((changed, power.bonus),))
        case "lower" | "tire":
            change(table, act.target, ((changed, -power.bonus),))
        case "guard":
            one.guarded = item
        case "lock":  # an item is neither stolen, foisted nor traded until the round ends, nor its active ability used
            one.locked = item
            one.spent |= {item.power.name} if item and item.power else set()
        case "press" | "extort":
            _press(table, seat, act, power, players)
        case "bury" if item is not None:
            _bury(table, item)
        case "sell" if item is not None:
            table.give(seat, None, item)
            recover(one, power.bonus)
        case _:
            _exchange(table, seat, act, power)


def _exchange(table: CollectorsTable, seat: int, act: CollectorsAct, power: Power) -> None:
    """Put something back, give it away, or be easier to hit, and collect the item wanted."""
    if act.wanted is None or (act.item is None and power.does != "lure"):
        raise ValueError("an exchange is of two items")
    if act.item is not None:
        table.give(seat, act.target if power.does == "give" else None, act.item)
    take_up(table, seat, act.wanted)
    if power.does == "lure":
        change(table, seat, (("reflexes", -1),))


def _bury(table: CollectorsTable, item: CollectorsItem) -> None:
    """An item goes under the Collection Deck of its type."""
    owner = next((one for one in table.collectors if one.character.item_type == item.type), None)
    if owner is not None:
        table.circulation = without(table.circulation, item)
        owner.deck = (*owner.deck, item)


def _press(
    table: CollectorsTable, seat: int, act: CollectorsAct, power: Power, players: Sequence["CollectorsChance"]
) -> None:
    """Another gives up an item of their own type, or that which is named, or loses Stamina."""
    target = table.collectors[act.target]
    item = act.item or next(item for item in target.items if item.type == target.character.item_type)
    by = None if act.item is None else seat
    if players[act.target].yields(table, act.target, item, by):
        table.give(act.target, by, item)
    else:
        wound(table, act.target, power.bonus)
