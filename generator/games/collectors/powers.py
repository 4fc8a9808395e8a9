"""Active abilities that are none of the four actions: to whom or what they can be applied, and what they do."""

from collections.abc import Callable, Collection, Iterator, Sequence

from generator.games.collectors.actions import put_back, take_up, use
from generator.games.collectors.allowed import may_use
from generator.games.collectors.deciding import CollectorsAct, CollectorsDecider
from generator.games.collectors.effects import change, recover, wound
from generator.games.collectors.state import CollectorsItem, CollectorsPlayer, CollectorsTable
from generator.games.collectors.texts import Power

AT_OTHERS = ("lower", "tire", "press", "extort")
SWAPPING = ("exchange", "give", "recall", "lure")
AFTER_COLLECTING = ("recall", "lure")
GUARDING = ("guard", "lock")
NOTHING = (None,)  # is given
DROPPING = "clear"  # an ability of the Drop Step


def powers_of(one: CollectorsPlayer) -> Iterator[Power]:
    """The abilities that a Collector can use now: those of its own items, and of its own."""
    return (power for power in one.powers if may_use(one, power))


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


def apply(table: CollectorsTable, seat: int, act: CollectorsAct, players: Sequence[CollectorsDecider]) -> None:
    """Use an ability.

    Raises:
        ValueError: it cannot be paid, or there is nothing such to use it on.
    """
    power = act.power
    if power is None or power.does not in DOES:
        raise ValueError("an ability of the Confrontation Phase has to be named")
    use(table, seat, power)
    DOES[power.does](table, seat, act, power, players)


def _recover(table: CollectorsTable, seat: int, _: CollectorsAct, power: Power, __: object) -> None:
    one = table.collectors[seat]
    recover(one, min(power.bonus, one.own) if power.bonus == 5 else power.bonus)


def _rest(table: CollectorsTable, seat: int, _: CollectorsAct, __: Power, ___: object) -> None:
    """It ends the turn, so what is left recovers in the Recovery Step as well."""
    recover(table.collectors[seat], table.collectors[seat].ap)


def _gain(table: CollectorsTable, seat: int, _: CollectorsAct, power: Power, __: object) -> None:
    change(table, seat, (("ap", power.bonus),))


def _raise(table: CollectorsTable, seat: int, _: CollectorsAct, power: Power, __: object) -> None:
    change(table, seat, ((power.kind, 1),))


def _lower(table: CollectorsTable, _: int, act: CollectorsAct, power: Power, __: object) -> None:
    change(table, act.target, ((power.kind, -1),))


def _tire(table: CollectorsTable, _: int, act: CollectorsAct, __: Power, ___: object) -> None:
    change(table, act.target, (("ap", -1),))


def _guard(table: CollectorsTable, seat: int, act: CollectorsAct, _: Power, __: object) -> None:
    table.collectors[seat].guarded = act.item


def _lock(table: CollectorsTable, seat: int, act: CollectorsAct, _: Power, __: object) -> None:
    """An item is neither stolen, foisted nor traded until the round ends, nor its active ability used."""
    one, item = table.collectors[seat], act.item
    one.locked = item
    if item is not None and item.power is not None:
        one.spent.add(item.power.name)


def _swap(table: CollectorsTable, seat: int, act: CollectorsAct, power: Power, _: object) -> None:
    """Put something back, or give it away, and collect the item wanted."""
    if act.item is None or act.wanted is None:
        raise ValueError("an exchange is of two items")
    if power.does == "give":
        table.collectors[seat].give_up(act.item)
        table.collectors[act.target].gain(act.item)
    else:
        put_back(table, seat, act.item)
    take_up(table, seat, act.wanted)


def _lure(table: CollectorsTable, seat: int, act: CollectorsAct, _: Power, __: object) -> None:
    if act.wanted is not None:
        take_up(table, seat, act.wanted)
        change(table, seat, (("reflexes", -1),))


def _sell(table: CollectorsTable, seat: int, act: CollectorsAct, power: Power, _: object) -> None:
    if act.item is not None:
        put_back(table, seat, act.item)
        recover(table.collectors[seat], power.bonus)


def _bury(table: CollectorsTable, _: int, act: CollectorsAct, __: Power, ___: object) -> None:
    """An item goes under the Collection Deck of its type."""
    item = act.item
    owner = next((one for one in table.collectors if item and one.character.item_type == item.type), None)
    if item is not None and owner is not None:
        table.circulation = tuple(one for one in table.circulation if one is not item)
        owner.deck = (*owner.deck, item)


def _press(
    table: CollectorsTable, seat: int, act: CollectorsAct, power: Power, players: Sequence[CollectorsDecider]
) -> None:
    """Another gives up an item of their own type, or that which is named, or loses Stamina."""
    target = table.collectors[act.target]
    item = act.item or next(item for item in target.items if item.type == target.character.item_type)
    by = None if act.item is None else seat
    if not players[act.target].yields(table, act.target, item, by):
        wound(table, act.target, power.bonus)
    elif by is None:
        put_back(table, act.target, item)
    else:
        target.give_up(item)
        table.collectors[seat].gain(item)


DOES: dict[str, Callable[[CollectorsTable, int, CollectorsAct, Power, Sequence[CollectorsDecider]], None]] = {
    "recover": _recover,
    "rest": _rest,
    "gain": _gain,
    "raise": _raise,
    "lower": _lower,
    "tire": _tire,
    "guard": _guard,
    "lock": _lock,
    "exchange": _swap,
    "give": _swap,
    "recall": _swap,
    "lure": _lure,
    "sell": _sell,
    "bury": _bury,
    "press": _press,
    "extort": _press,
}
