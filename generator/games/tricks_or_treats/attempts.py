"""Which tickets to play at a door: the policy of the lab, for a hand that is known.

Of the states in reach it takes successful, else invalidation, else failed; with the fewest tickets, then the smallest
sum of tickets. Where that leaves several, the larger tickets come first.
"""

from collections.abc import Sequence

from generator.games.tricks_or_treats.doors import STATES, Attempt, DoorState, ZeroDoor, result


def best_attempt(difficulty: int, tricks: Sequence[int], modifier: int = 0, zero: ZeroDoor = "free") -> Attempt:
    """The tickets to play out of those held, of which there is one at least."""
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
