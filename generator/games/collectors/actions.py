"""Collecting, actions of the Confrontation Phase, and the four ways to intercept them.

Source: the rules page of the game's public design journal. Ours: attack, steal, foist and trade cost 1 AP; to foist is
to pass an item on against the other's will; the item is named before the roll; interceptions come before the action's
roll, one for an action, and if one fails the action goes on as if it had not been tried.
"""

from collections.abc import Callable, Collection
from typing import Literal

from msgspec.structs import replace

from generator.games.collectors.checks import Roll, hits_interceptor, intercepts_trade, succeeds
from generator.games.collectors.state import CollectorsItem, CollectorsPlayer, CollectorsTable, without

Action = Literal["attack", "steal", "foist", "trade"]
JOINT, HEATED, CLANDESTINE = "Joint Effort", "Heated Encounter", "Clandestine Approach"
ACTION = INTERCEPTION = 1  # AP


def may_act(table: CollectorsTable, seat: int, target: int, action: Action) -> bool:
    """Whether this round's Escapade lets a Collector act on another; interceptions it leaves alone (ours)."""
    one, other = table.collectors[seat], table.collectors[target]
    if seat == target or one.out or other.out or one.knocked_out:
        return False
    keyword = table.escapade.keyword if table.escapade else None
    if keyword is None:
        return True
    pair = {table.instigator, table.partner}
    if keyword == JOINT and {seat, target} == pair:
        return action == "trade"
    if keyword == HEATED and seat in pair and table.partner is not None:
        return target in pair and action != "trade"
    if keyword == CLANDESTINE and target == table.instigator:
        return len(table.playing) == 2
    return True


def may_intercept(table: CollectorsTable, seat: int, parties: Collection[int]) -> bool:
    """Whether a Collector may intercept what others do: once per round, for 1 AP, and not while knocked out (ours)."""
    one = table.collectors[seat]
    return seat not in parties and not (one.out or one.knocked_out or one.intercepted) and one.ap >= INTERCEPTION


def interceptor(table: CollectorsTable, parties: tuple[int, ...], willing: Callable[[int], bool]) -> int | None:
    """Who intercepts: the first who may and is willing, clockwise from the one acting (ours).

    Args:
        table: the game.
        parties: seats of those who take part, the one acting first.
        willing: whether the one on a seat would.
    """
    players = len(table.collectors)
    for step in range(1, players):
        seat = (parties[0] + step) % players
        if may_intercept(table, seat, parties) and willing(seat):
            return seat
    return None


def attack(table: CollectorsTable, seat: int, target: int, roll: Roll, by: int | None = None) -> CollectorsTable:
    """Grit against the target's Reflexes: if it lands, the target loses 1 Stamina.

    Who intercepts it makes it miss; but an attack roll above the interceptor's own Reflexes then hits the interceptor.

    Args:
        table: the game.
        seat: of the one who attacks.
        target: the seat attacked.
        roll: the die; an interception is rolled first.
        by: the seat of the one who intercepts.
    """
    table = _pay(table, seat, target, "attack")
    stopped = False
    if by is not None:
        table, stopped = _intercept(table, by, (seat, target), roll)
    grit, shown = table.collectors[seat].character.grit, roll()
    if stopped and by is not None:
        hit = hits_interceptor(shown, grit, table.collectors[by].reflexes)
        return _wound(table, by) if hit else table
    return _wound(table, target) if succeeds(shown, grit, table.collectors[target].reflexes) else table


def move_item(
    table: CollectorsTable,
    action: Literal["steal", "foist"],
    seat: int,
    target: int,
    item: CollectorsItem,
    roll: Roll,
    by: int | None = None,
    *,
    to_circulation: bool = False,
) -> CollectorsTable:
    """Cunning against the target's Reflexes: a stolen item becomes the thief's, a foisted one the target's.

    Args:
        table: the game.
        action: which of these.
        seat: of the one who acts.
        target: of the other.
        item: what is to be stolen or foisted.
        roll: the die; an interception is rolled first.
        by: the seat of the one who intercepts, and then has the item, or puts it into circulation.
        to_circulation: which of these.
    """
    giver, receiver = (target, seat) if action == "steal" else (seat, target)
    without(table.collectors[giver].items, item)
    table = _pay(table, seat, target, action)
    if by is not None:
        table, stopped = _intercept(table, by, (seat, target), roll)
        if stopped:
            return _give(table, giver, None if to_circulation else by, item)
    succeeded = succeeds(roll(), table.collectors[seat].character.cunning, table.collectors[target].reflexes)
    return _give(table, giver, receiver, item) if succeeded else table


def trade(
    table: CollectorsTable,
    seat: int,
    other: int,
    items: tuple[CollectorsItem, CollectorsItem],
    roll: Roll,
    by: int | None = None,
    *,
    takes: Literal[0, 1] = 0,
) -> CollectorsTable:
    """Exactly one item for one item, which both have agreed on; the initiator alone pays. No check.

    Args:
        table: the game.
        seat: of the initiator.
        other: of the other trader.
        items: what the initiator gives, and what the other gives.
        roll: the die; who intercepts rolls it twice.
        by: the seat of the one who intercepts, and then takes one of the items; the other changes hands as agreed.
        takes: which, by its place in ``items``.
    """
    given, got = items
    without(table.collectors[seat].items, given)
    without(table.collectors[other].items, got)
    table = _pay(table, seat, other, "trade")
    receivers = [other, seat]
    if by is not None:
        table = _commit(table, by, (seat, other))
        against = table.collectors[seat].reflexes + table.collectors[other].reflexes
        if intercepts_trade((roll(), roll()), table.collectors[by].character.grit, against):
            receivers[takes] = by
    table = _give(table, seat, receivers[0], given)
    return _give(table, other, receivers[1], got)


def collect(
    table: CollectorsTable,
    seat: int,
    item: CollectorsItem,
    roll: Roll,
    by: int | None = None,
) -> CollectorsTable:
    """A Collection Step: one item from circulation, for no AP.

    Who has not collected yet may intercept it, and either way loses the Collection Step of this round. A Collector
    whose item was taken so takes no other (ours). Who is knocked out collects too: that is no action (ours).
    """
    one = table.collectors[seat]
    if one.collected or one.out:
        raise ValueError(f"{one.character.name} does not collect now")
    left = without(table.circulation, item)
    receiver = seat
    if by is not None:
        if table.collectors[by].collected:
            raise ValueError(f"{table.collectors[by].character.name} has collected, and cannot intercept")
        table, taken = _intercept(table, by, (seat,), roll)
        table = table.with_(by, collected=True)
        receiver = by if taken else seat
    table = replace(table, circulation=left).with_(seat, collected=True)
    return table.with_(receiver, items=(*table.collectors[receiver].items, item))


def collect_from_deck(table: CollectorsTable, seat: int) -> CollectorsTable:
    """A Collection Step with nothing to collect: the top card of one's own deck, which nobody can intercept."""
    one = table.collectors[seat]
    if one.collected or one.out or table.circulation:
        raise ValueError(f"{one.character.name} does not collect from the deck now")
    return table.with_(seat, collected=True, items=(*one.items, *one.deck[:1]), deck=one.deck[1:])


def _pay(table: CollectorsTable, seat: int, target: int, action: Action) -> CollectorsTable:
    one = table.collectors[seat]
    if not may_act(table, seat, target, action):
        raise ValueError(f"{one.character.name} may not {action} here")
    return table.with_(seat, ap=_less(one, ACTION))


def _less(one: CollectorsPlayer, cost: int) -> int:
    if one.ap < cost:
        raise ValueError(f"{one.character.name} has {one.ap} AP; {cost} are needed")
    return one.ap - cost


def _commit(table: CollectorsTable, by: int, parties: tuple[int, ...]) -> CollectorsTable:
    """The table after somebody paid for an interception."""
    one = table.collectors[by]
    if not may_intercept(table, by, parties):
        raise ValueError(f"{one.character.name} may not intercept")
    return table.with_(by, ap=_less(one, INTERCEPTION), intercepted=True)


def _intercept(table: CollectorsTable, by: int, parties: tuple[int, ...], roll: Roll) -> tuple[CollectorsTable, bool]:
    """An interception with Grit against the Reflexes of the first party, and whether it succeeds."""
    table = _commit(table, by, parties)
    against = table.collectors[parties[0]].reflexes
    return table, succeeds(roll(), table.collectors[by].character.grit, against)


def _give(table: CollectorsTable, giver: int, receiver: int | None, item: CollectorsItem) -> CollectorsTable:
    """An item from one Collector to another, or into circulation."""
    table = table.with_(giver, items=without(table.collectors[giver].items, item))
    if receiver is None:
        return replace(table, circulation=(*table.circulation, item))
    return table.with_(receiver, items=(*table.collectors[receiver].items, item))


def _wound(table: CollectorsTable, seat: int) -> CollectorsTable:
    return table.with_(seat, stamina=max(0, table.collectors[seat].stamina - 1))
