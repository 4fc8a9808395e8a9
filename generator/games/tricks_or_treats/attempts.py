"""Which tickets to play at a door: the policy of the lab, for a hand that is known.

Of the states in reach it takes successful, else invalidation, else failed; with the fewest tickets, then the smallest
sum of tickets. Where that leaves several, the larger tickets come first.
"""

from collections.abc import Sequence

from generator.games.tricks_or_treats.doors import RULES, STATES, Attempt, DoorRules, DoorState, result

TicketCost = tuple[int, int]  # tickets, their sum
Reached = dict[tuple[bool, int], tuple[TicketCost, tuple[int, ...]]]  # is one added, total: the cheapest way


def best_attempt(difficulty: int, tricks: Sequence[int], modifier: int = 0, rules: DoorRules = RULES) -> Attempt:
    """The tickets to play out of those held, of which there is one at least."""
    if difficulty == 0:
        attempts = [Attempt(ticket) for ticket in sorted(tricks)]
        return min(attempts, key=lambda attempt: STATES.index(result(0, attempt, modifier, rules)))
    found: dict[DoorState, tuple[TicketCost, tuple[int, ...]]] = {}
    for (added, total), (cost, tickets) in _reached(tricks).items():
        state = result(difficulty, Attempt(total), modifier, rules)
        if added and (state not in found or cost < found[state][0]):
            found[state] = cost, tickets
    _, tickets = next(found[state] for state in STATES if state in found)
    ordered = sorted(tickets, reverse=True)  # those added from the largest on, then those subtracted
    return Attempt(ordered[0], tuple(ordered[1:]))


def best_state(difficulty: int, tricks: Sequence[int], modifier: int = 0, rules: DoorRules = RULES) -> DoorState:
    """The best state in reach of the tickets held, of which there is one at least; what `best_attempt` leads to.

    A total ``t`` is the bit ``t + origin``: adding or subtracting a ticket shifts all totals at once.
    """
    if difficulty == 0:
        return min((result(0, Attempt(ticket), modifier, rules) for ticket in tricks), key=STATES.index)
    origin = sum(tricks)
    below, above = 1 << origin, 0  # totals without and with a ticket added
    for ticket in tricks:
        above |= above << ticket | above >> ticket | below << ticket
        below |= below >> ticket
    place = difficulty - modifier + origin
    beyond = above >> place if place >= 0 else 2
    return "successful" if beyond & 1 else "invalidation" if beyond else "failed"


def _reached(tricks: Sequence[int]) -> Reached:
    """The totals in reach of some tickets, each with the cheapest way to it. The first ticket is one that is added."""
    reached: Reached = {(False, 0): ((0, 0), ())}
    for ticket in sorted(tricks, reverse=True):
        for (added, total), ((count, value), tickets) in list(reached.items()):
            cost = count + 1, value + ticket
            for signed in (ticket, -ticket):
                key = added or signed > 0, total + signed
                if key not in reached or cost < reached[key][0]:
                    reached[key] = cost, (*tickets, signed)
    return reached
