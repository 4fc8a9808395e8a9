"""Gathering at Doors. Source: the game's rules for it; rulings are ours and named as such.

A collector who accepts plays a first Trick ticket (one of those held, or one drawn where none is held), to which the
costume's Trick modifier is added, then adds or subtracts further tickets, aiming at the Difficulty exactly. Equal:
successful, draw as many Treats as the Gathering. Higher: invalidation, nothing. Lower: failed, return as many. All
tickets played go to the Trick pile, whatever the state; the costume stays; Masks are barred.

Our rulings: the modifier is a must, counts once, on the first ticket, which only adds (R-9); with fewer Treats than are
to be returned, all are (R-7); a first ticket that cannot be drawn counts 0 (R-19).
"""

from collections.abc import Sequence
from random import Random
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from .state import Collector, Piles, put_under, take, without

DoorState = Literal["successful", "invalidation", "failed"]
STATES: tuple[DoorState, ...] = ("successful", "invalidation", "failed")  # from the best to the worst
# What a Difficulty of 0 asks for. ``free``: nothing, no ticket is drawn or spent (our ruling R-6). ``ticket``: the
# first ticket, as the steps read literally, and it is successful whatever that is. ``one``: the harder variant that the
# rules float, "one Trick ticket of value 1 is needed"; that it is the first ticket, that no modifier counts, that a
# higher one is an invalidation and none a failure, is ours.
ZeroDoor = Literal["free", "ticket", "one"]
ZERO: tuple[ZeroDoor, ...] = ("free", "ticket", "one")


class Door(Struct, frozen=True):
    """A Housing tile's numbers, left and right."""

    difficulty: int
    gathering: int


class Attempt(NamedTuple):
    """The tickets that a collector plays: a first one, and further ones with their signs."""

    first: int
    extra: tuple[int, ...] = ()

    def total(self, modifier: int) -> int:
        """What they come to with a costume's Trick modifier."""
        return self.first + modifier + sum(self.extra)


class Visit(Struct, frozen=True):
    """What came of a door. ``total`` is None where no ticket was played."""

    state: DoorState
    total: int | None
    change: int  # of Treats
    collector: Collector
    piles: Piles


def state_of(difficulty: int, total: int) -> DoorState:
    """A door's state for a total: equal, higher or lower than its Difficulty."""
    return "successful" if total == difficulty else "invalidation" if total > difficulty else "failed"


def treats_changed(state: DoorState, gathering: int, treats: int) -> int:
    """The Treats won or lost by a collector who holds so many."""
    return {"successful": gathering, "invalidation": 0, "failed": -min(gathering, treats)}[state]


def visit(door: Door, collector: Collector, piles: Piles, attempt: Attempt | None, rng: Random) -> Visit:
    """Play at a door that was accepted.

    Args:
        door: its numbers.
        collector: what is held.
        piles: what tickets are drawn from and go to.
        attempt: the tickets played; None where none is held, or none is needed.
        rng: for shuffling tickets under their pile.

    Raises:
        ValueError: the attempt cannot be made with what is held.
    """
    if needs_nothing(door):
        return _ended("successful", None, door, collector, piles)
    held: tuple[int, ...] = ()
    if not collector.tricks:
        if attempt is not None:
            raise ValueError("no ticket is held; the first one is drawn from the pile")
        drawn, pile = take(piles.tricks, 1)
        attempt = Attempt(drawn[0] if drawn else 0)
    else:
        if attempt is None:
            raise ValueError("tickets are held; one of them has to be the first")
        drawn, pile = (attempt.first, *map(abs, attempt.extra)), piles.tricks
        held = without(collector.tricks, drawn)
    modifier = collector.costume.trick if collector.costume else 0
    collector, piles = replace(collector, tricks=held), replace(piles, tricks=put_under(pile, drawn, rng))
    total = attempt.total(modifier)
    return _ended(state_of(door.difficulty, total), total, door, collector, piles)


def needs_nothing(door: Door, zero: ZeroDoor = "free") -> bool:
    """Whether the door opens without a ticket."""
    return door.difficulty == 0 and zero == "free"


def result(difficulty: int, attempt: Attempt, modifier: int, zero: ZeroDoor = "free") -> DoorState:
    """The state that an attempt leads to, at a door that needs one."""
    if difficulty > 0:
        return state_of(difficulty, attempt.total(modifier))
    return "successful" if zero != "one" else state_of(1, attempt.first)


def _ended(state: DoorState, total: int | None, door: Door, collector: Collector, piles: Piles) -> Visit:
    """Treats change hands; a pile too small gives what it has (R-19)."""
    change = min(treats_changed(state, door.gathering, collector.treats), piles.treats)
    collector = replace(collector, treats=collector.treats + change)
    return Visit(state, total, change, collector, replace(piles, treats=piles.treats - change))


def best_attempt(difficulty: int, tricks: Sequence[int], modifier: int = 0, zero: ZeroDoor = "free") -> Attempt:
    """The tickets to play out of those held, of which there is one at least: the policy of the lab.

    Of the states in reach it takes successful, else invalidation, else failed; with the fewest tickets, then the
    smallest sum of tickets. Where that leaves several, the larger tickets come first.
    """
    if difficulty == 0:
        attempts = [Attempt(ticket) for ticket in sorted(tricks)]
        return min(attempts, key=lambda attempt: STATES.index(result(0, attempt, modifier, zero)))
    state = best_state(difficulty, tricks, modifier, zero)
    if state == "failed":
        return Attempt(min(tricks))
    ordered = sorted(_cheapest(sorted(tricks, reverse=True), difficulty - modifier, exactly=state == "successful"))
    return Attempt(ordered[-1], tuple(ordered[-2::-1]))


def best_state(difficulty: int, tricks: Sequence[int], modifier: int = 0, zero: ZeroDoor = "free") -> DoorState:
    """The best state in reach of the tickets held, of which there is one at least; what `best_attempt` leads to.

    A total ``t`` is the bit ``t + origin``: adding or subtracting a ticket shifts all totals at once.
    """
    if difficulty == 0:
        return min((result(0, Attempt(ticket), modifier, zero) for ticket in tricks), key=STATES.index)
    origin = sum(tricks)
    below, above = 1 << origin, 0  # totals without and with a ticket added
    for ticket in tricks:
        above |= above << ticket | above >> ticket | below << ticket
        below |= below >> ticket
    place = difficulty - modifier + origin
    beyond = above >> place if place >= 0 else 2
    return "successful" if beyond & 1 else "invalidation" if beyond else "failed"


def _cheapest(tricks: Sequence[int], wanted: int, *, exactly: bool) -> list[int]:
    """The signed tickets that come to what is wanted, or else to more, which some do: the fewest, of these the least
    sum. Nothing is subtracted to come to more, and one ticket at the least is added.

    The sums of those added and of those subtracted are one bit, ``added * width + subtracted``, so that a ticket more
    shifts all ways at once. ``rows[count][number]`` are the ways of so many out of the first so many tickets.
    """
    most = sum(tricks)
    width = most + 1
    if exactly:
        goals = [(wanted + less) * width + less for less in range(max(0, 1 - wanted), (most - wanted) // 2 + 1)]
    else:
        goals = [added * width for added in range(max(1, wanted + 1), width)]
    rows, place = [[1] * (len(tricks) + 1)], None
    while place is None:
        row = [0]
        for ticket, before in zip(tricks, rows[-1], strict=False):
            row.append(row[-1] | before << ticket * width | before << ticket)
        rows.append(row)
        place = next((goal for goal in goals if row[-1] >> goal & 1), None)
    found: list[int] = []
    for number in range(len(tricks) - 1, -1, -1):
        left = len(rows) - 1 - len(found)
        if left and not rows[left][number] >> place & 1:
            ticket = tricks[number]
            subtracted = place >= ticket and rows[left - 1][number] >> place - ticket & 1
            found.append(-ticket if subtracted else ticket)
            place -= ticket if subtracted else ticket * width
    return found
