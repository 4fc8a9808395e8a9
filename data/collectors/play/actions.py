"""Collecting, actions of the Confrontation Phase, and the four ways to intercept them.

Source: the rules page of the game's public design journal. Ours: attack, steal, foist and trade cost 1 AP; to foist is
to pass an item on against the other's will; the item is named before the roll; interceptions come before the action's
roll, one for an action, and if one fails the action goes on as if it had not been tried. An active ability that is one
of the four costs what it says, and nothing besides.

Each changes the table that it is given.
"""

from typing import Literal

from .allowed import (
    INTERCEPTION,
    Action,
    may_be_stolen,
    may_intercept,
    may_use,
    open_to,
    price,
)
from .checks import Roll, hits_interceptor, intercepts_trade
from .effects import bonus, change, check, fire, reflexes, wound
from .state import CollectorsItem, CollectorsTable, without
from .texts import Power


def attack(
    table: CollectorsTable, seat: int, target: int, roll: Roll, by: int | None = None, power: Power | None = None
) -> None:
    """Grit against the target's Reflexes: if it lands, the target loses 1 Stamina.

    Who intercepts it makes it miss; but an attack roll above the interceptor's own Reflexes then hits the interceptor.

    Args:
        table: the game.
        seat: of the one who attacks.
        target: the seat attacked.
        roll: the die; an interception is rolled first.
        by: the seat of the one who intercepts.
        power: the ability that this is.
    """
    _pay(table, seat, target, "attack", power)
    won = False
    if by is not None and _intercept(table, by, (seat, target), roll):
        if hits_interceptor(roll(), bonus(table, seat, "attack", by, power), reflexes(table, by, "attack", seat)):
            wound(table, by)
    elif won := check(table, seat, target, "attack", roll, power):
        wound(table, target)
        fire(table, "hit", target, seat)
    _follow(table, seat, target, power, won=won)


def move_item(
    table: CollectorsTable,
    action: Literal["steal", "foist"],
    seat: int,
    target: int,
    item: CollectorsItem,
    roll: Roll,
    by: int | None = None,
    power: Power | None = None,
    *,
    to_circulation: bool = False,
) -> None:
    """Cunning against the target's Reflexes: a stolen item becomes the thief's, a foisted one the target's.

    Args:
        table: the game.
        action: which of these.
        seat: of the one who acts.
        target: of the other.
        item: what is to be stolen or foisted.
        roll: the die; an interception is rolled first.
        by: the seat of the one who intercepts, and then has the item, or puts it into circulation.
        power: the ability that this is.
        to_circulation: which of these.
    """
    giver, receiver = (target, seat) if action == "steal" else (seat, target)
    held = table.collectors[giver]
    without(held.items, item)
    if action == "steal" and not may_be_stolen(held, item):
        raise ValueError(f"{item.name} cannot be stolen")
    if item is held.locked:
        raise ValueError(f"{item.name} cannot be foisted")
    _pay(table, seat, target, action, power)
    fire(table, f"{action} tried on you", target, seat)
    won = False
    if by is not None and _intercept(table, by, (seat, target), roll):
        table.give(giver, None if to_circulation else by, item)
        fire(table, f"{action} failed", seat)
    elif won := check(table, seat, target, action, roll, power):
        table.give(giver, receiver, item)
        if action == "steal":
            _stolen(table, seat, target, item)
        else:
            table.collectors[seat].used.add("foisted")
            fire(table, f"foisted {item.type}", seat, target)
    _follow(table, seat, target, power, won=won)


def trade(
    table: CollectorsTable,
    seat: int,
    other: int,
    items: tuple[CollectorsItem, CollectorsItem],
    roll: Roll,
    by: int | None = None,
    power: Power | None = None,
    *,
    takes: Literal[0, 1] = 0,
) -> None:
    """Exactly one item for one item, which both have agreed on; the initiator alone pays. No check.

    Args:
        table: the game.
        seat: of the initiator.
        other: of the other trader.
        items: what the initiator gives, and what the other gives.
        roll: the die; who intercepts rolls it twice.
        by: the seat of the one who intercepts, and then takes one of the items; the other changes hands as agreed.
        power: the ability that this is.
        takes: which, by its place in ``items``.
    """
    given, got = items
    for trader, item in ((table.collectors[seat], given), (table.collectors[other], got)):
        without(trader.items, item)
        if item is trader.locked:
            raise ValueError(f"{item.name} cannot be traded")
    _pay(table, seat, other, "trade", power)
    receivers = [other, seat]
    if by is not None:
        _commit(table, by, (seat, other))
        against = reflexes(table, seat, "intercept", by) + reflexes(table, other, "intercept", by)
        if intercepts_trade((roll(), roll()), bonus(table, by, "intercept", seat), against):
            receivers[takes] = by
    table.give(seat, receivers[0], given)
    table.give(other, receivers[1], got)
    fire(table, "traded", seat)
    fire(table, "traded", other)
    _follow(table, seat, other, power, won=True)


def refuse(table: CollectorsTable, seat: int, other: int, power: Power | None = None) -> None:
    """An offer of a trade was not taken: it costs nothing, but for an ability, which is used."""
    if power is not None:
        use(table, seat, power)
    fire(table, "refused", seat)
    _follow(table, seat, other, power, won=False)


def use(table: CollectorsTable, seat: int, power: Power) -> None:
    """A Collector pays for an active ability, once a round; the Stamina may not knock it out.

    Raises:
        ValueError: it was used, or cannot be paid.
    """
    one = table.collectors[seat]
    if not may_use(one, power):
        raise ValueError(f"{one.character.name} cannot use {power.name}")
    one.spent.add(power.name)
    one.ap -= power.cost
    if power.stamina:
        wound(table, seat, power.stamina)
    fire(table, "used", seat)
    for other, who in enumerate(table.collectors):
        if other != seat and "other used" in who.hooks:
            fire(table, "other used", other)


def collect(
    table: CollectorsTable,
    seat: int,
    item: CollectorsItem,
    roll: Roll,
    by: int | None = None,
) -> None:
    """A Collection Step: one item from circulation, for no AP.

    Who has not collected yet may intercept it, and either way loses the Collection Step of this round. A Collector
    whose item was taken so takes no other (ours). Who is knocked out collects too: that is not an action (ours).
    """
    one = table.collectors[seat]
    if one.collected or one.out:
        raise ValueError(f"{one.character.name} does not collect now")
    without(table.circulation, item)
    receiver = seat
    if by is not None:
        if table.collectors[by].collected:
            raise ValueError(f"{table.collectors[by].character.name} has collected, and cannot intercept")
        receiver = by if _intercept(table, by, (seat,), roll) else seat
        table.collectors[by].collected = True
        fire(table, "step lost", by)
    one.collected = True
    take_up(table, receiver, item)


def collect_from_deck(table: CollectorsTable, seat: int) -> None:
    """A Collection Step with nothing to collect: the top card of one's own deck, which nobody can intercept."""
    one = table.collectors[seat]
    if one.collected or one.out or table.circulation:
        raise ValueError(f"{one.character.name} does not collect from the deck now")
    one.collected = True
    if one.deck:
        one.gain(one.deck[0])
        one.deck = one.deck[1:]
        _collected(table, seat, one.items[-1])


def take_up(table: CollectorsTable, seat: int, item: CollectorsItem) -> None:
    """A Collector collects an item from circulation."""
    table.circulation = without(table.circulation, item)
    table.collectors[seat].gain(item)
    _collected(table, seat, item)


def _collected(table: CollectorsTable, seat: int, item: CollectorsItem) -> None:
    one = table.collectors[seat]
    if one.hooks:
        fire(table, "collected", seat)
        fire(table, f"collected {item.type}", seat)
        if item.type != one.character.item_type:
            fire(table, "collected other", seat)


def _stolen(table: CollectorsTable, seat: int, target: int, item: CollectorsItem) -> None:
    """What follows a theft; the robbed may hand over another item, which is of less use (ours: whenever it is)."""
    robbed = table.collectors[target]
    if "decoy" in robbed.hooks and item.type == robbed.character.item_type:
        decoys = [one for one in robbed.items if one.passive in robbed.hooks["decoy"] and one.name not in robbed.used]
        decoy = next((one for one in decoys if one.type != item.type), None)
        if decoy is not None:
            robbed.used.add(decoy.name)
            table.give(seat, target, item)
            table.give(target, seat, decoy)
            item = decoy
    if item.passive is not None and item.passive.on == "taken":
        change(table, target, item.passive.mine)
    fire(table, "robbed", target, seat)
    fire(table, "stole", seat, target)
    fire(table, f"stole {item.type}", seat, target)


def _follow(table: CollectorsTable, seat: int, target: int, power: Power | None, *, won: bool) -> None:
    """What an ability adds to how its action came out."""
    if power is not None:
        mine, theirs = power.won if won else power.lost
        change(table, seat, mine)
        change(table, target, theirs)


def _pay(table: CollectorsTable, seat: int, target: int, action: Action, power: Power | None) -> None:
    one = table.collectors[seat]
    if action not in open_to(table, seat, target):
        raise ValueError(f"{one.character.name} may not {action} here")
    if power is not None:
        use(table, seat, power)
        return
    cost = price(one, action)
    if one.ap < cost:
        raise ValueError(f"{one.character.name} has {one.ap} AP; {cost} are needed")
    if not cost:
        one.free -= 1
    one.ap -= cost
    if one.hooks:
        one.used.add(f"tried {action}")


def _commit(table: CollectorsTable, by: int, parties: tuple[int, ...]) -> None:
    """Somebody pays for an interception."""
    one = table.collectors[by]
    if not may_intercept(table, by, parties):
        raise ValueError(f"{one.character.name} may not intercept")
    if "free interception" not in one.hooks:
        one.ap -= INTERCEPTION
    one.intercepted = True


def _intercept(table: CollectorsTable, by: int, parties: tuple[int, ...], roll: Roll) -> bool:
    """Whether an interception with Grit against the Reflexes of the first party succeeds."""
    _commit(table, by, parties)
    succeeded = check(table, by, parties[0], "intercept", roll)
    if succeeded:
        fire(table, "intercepted", by)
    return succeeded
