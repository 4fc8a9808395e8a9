"""What a door does to a collector who accepts: the chance of each state, and the Treats won or lost.

``hand`` names the Trick tickets held, ``held`` only how many there are, drawn at random from the game's pile; without
either none is held, and the first one is drawn. Tickets are played by the lab's policy: of the states in reach
successful, else invalidation, else failed, with the fewest tickets, then the smallest sum of them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from generator.games import (
    Answer,
    BadQuestion,
    Shelf,
    Value,
    left_of,
    number,
    numbers,
    one_of,
    percent,
    several,
    table,
    whole,
)

from ..doors import (
    STATES,
    ZERO,
    Attempt,
    Door,
    DoorState,
    ZeroDoor,
    best_attempt,
    needs_nothing,
    result,
    treats_changed,
)

GAME, TRICKS = "tricks-or-treats", "trick-tickets"
MOST_HANDS = 200_000  # different ones
MOST_NUMBER = 99
PLENTY = 10**6  # Treats, where it is not said how many are held

VALUES = {
    "difficulty": Value("N", "the number on the left of the tile", whole(0, MOST_NUMBER), required=True),
    "gathering": Value("N", "the number on the right", whole(0, MOST_NUMBER), required=True),
    "hand": Value("9,6,3", "the Trick tickets held", several(MOST_NUMBER)),
    "held": Value("N", "how many Trick tickets are held, whichever they are", whole(0, 999)),
    "costume": Value("-1", "the costume's Trick modifier; 0 if not given", whole(-MOST_NUMBER, MOST_NUMBER)),
    "treats": Value("N", "the Treats held, of which a failure takes no more; plenty if not given", whole(0, PLENTY)),
    "zero": Value(
        "|".join(ZERO), "what a Difficulty of 0 asks for: nothing, a ticket, or one of value 1; free", one_of(*ZERO)
    ),
}

Chances = Mapping[DoorState, Fraction]


def ask(values: Mapping[str, Any], shelf: Shelf) -> Answer:
    """The chance of each state, the expected change of Treats, and the tickets to play where they are known."""
    door = Door(values["difficulty"], values["gathering"])
    modifier = values["costume"] or 0
    zero: ZeroDoor = values["zero"] or "free"
    if values["hand"] is not None and values["held"] is not None:
        raise BadQuestion("hand and held exclude each other; give one")
    pile = numbers(shelf.game_with(TRICKS, GAME), TRICKS)
    hand = values["hand"] or ()
    left_of(pile, hand, TRICKS)
    if hand:
        attempt = None if needs_nothing(door, zero) else best_attempt(door.difficulty, hand, modifier, zero)
        state = "successful" if attempt is None else result(door.difficulty, attempt, modifier, zero)
        chances: Chances = {name: Fraction(name == state) for name in STATES}
    else:
        chances = states_by_held(pile, [values["held"] or 0], [door.difficulty], modifier, zero)[0][door.difficulty]
    treats = PLENTY if values["treats"] is None else values["treats"]
    change = sum(
        (chance * treats_changed(state, door.gathering, treats) for state, chance in chances.items()), Fraction(0)
    )
    data: dict[str, Any] = {"outcomes": chances, "treats": change}
    text = [_head(door, hand, values, modifier), *table([(state, chances[state]) for state in STATES])]
    text.append(f"treats: {number(change)}")
    if hand:
        data["best"] = _best(attempt, state, modifier)
        text.append(_played(attempt, modifier))
    else:
        text.append(f"not failed: {percent(1 - chances['failed'])}; the rules advise 90 % or more")
    return Answer(data, text)


def states_by_held(
    pile: Mapping[int, int],
    helds: Sequence[int],
    difficulties: Iterable[int],
    modifier: int = 0,
    zero: ZeroDoor = "free",
) -> list[dict[int, Chances]]:
    """The chances of each state at doors, by Difficulty, for collectors who hold so many tickets drawn at random.

    Args:
        pile: how many tickets show each number.
        helds: how many are held, by each of them; with 0, the first ticket is drawn.
        difficulties: those of the doors.
        modifier: the costume's Trick modifier.
        zero: what a Difficulty of 0 asks for.

    Raises:
        BadQuestion: the pile does not hold so many, or they make too many different hands.
    """
    for held in helds:
        if held > sum(pile.values()):
            raise BadQuestion(f"held is {held}; the pile has {sum(pile.values())} {TRICKS}")
        if different_hands(pile, held) > MOST_HANDS:
            raise BadQuestion(f"{held} tickets make more than {MOST_HANDS:,} different hands; ask for fewer")
    dealt, doors = _dealt(pile, helds, told_apart=zero == "one"), list(difficulties)
    origin = _origin(pile, max(*helds, 1))
    return [
        _states(dealt[held] if held else _first_ticket(pile, origin), origin, doors, modifier, zero) for held in helds
    ]


Hands = list[tuple[int, int, int]]  # totals in reach, as bits; tickets held, as bits; how many hands are like this


def _states(hands: Hands, origin: int, doors: Sequence[int], modifier: int, zero: ZeroDoor) -> dict[int, Chances]:
    """The chances of each state at the doors."""
    weights = sum(weight for *_, weight in hands)
    ways = _ways([difficulty - modifier + origin for difficulty in doors if difficulty], hands, weights)
    found: dict[int, Chances] = {}
    for difficulty in doors:
        at = ways[difficulty - modifier + origin] if difficulty else _ways_at_zero(hands, modifier, zero, weights)
        found[difficulty] = {state: Fraction(at[state], weights) for state in STATES}
    return found


def _dealt(pile: Mapping[int, int], helds: Sequence[int], *, told_apart: bool) -> dict[int, Hands]:
    """All different hands by how many tickets are held, each with the totals that it reaches.

    A total ``t`` is the bit ``t + origin``: adding or subtracting a ticket shifts all totals at once. Hands that reach
    the same are put together; ``told_apart`` says whether those of other tickets are not, else no tickets are given.
    """
    least, most = min(helds), max(helds)
    # By the number of tickets so far: totals without and with one added, and tickets held; how many ways.
    hands: list[dict[tuple[int, int, int], int]] = [{} for _ in range(most + 1)]
    hands[0][1 << _origin(pile, max(most, 1)), 0, 0] = 1
    room = sum(pile.values())
    for ticket, copies in pile.items():
        room -= copies
        ways = [comb(copies, more) for more in range(copies + 1)]
        after: list[dict[tuple[int, int, int], int]] = [{} for _ in range(most + 1)]
        for count, some in enumerate(hands):
            for (below, above, singles), weight in some.items():
                for more in range(min(copies, most - count) + 1):
                    if more:
                        above |= above << ticket | above >> ticket | below << ticket
                        below |= below >> ticket
                        singles |= told_apart << ticket
                    if count + more + room >= least:
                        hand, like = (below, above, singles), after[count + more]
                        like[hand] = like.get(hand, 0) + weight * ways[more]
        hands = after
    return {held: [(above, singles, weight) for (_, above, singles), weight in hands[held].items()] for held in helds}


def different_hands(pile: Mapping[int, int], held: int) -> int:
    """How many different hands of this many tickets there are."""
    ways = [1] + [0] * held
    for copies in pile.values():
        ways = [sum(ways[max(0, count - copies) : count + 1]) for count in range(held + 1)]
    return ways[held]


def _origin(pile: Mapping[int, int], held: int) -> int:
    return held * max(pile, default=0)


def _first_ticket(pile: Mapping[int, int], origin: int) -> Hands:
    """A first ticket drawn, and nothing to add to it; it counts 0 where there is none (R-19)."""
    return [(1 << ticket + origin, 1 << ticket, copies) for ticket, copies in pile.items()] or [(1 << origin, 1, 1)]


def _ways(places: Sequence[int], hands: Hands, all_of_them: int) -> "dict[int, Counter[DoorState]]":
    """How many hands reach each state as their best, by the place of a door's Difficulty among the bits of totals.

    Hands count by what they reach of those places, and by the highest total of all: of large hands few differ then.
    """
    inside = [place for place in places if place >= 0]
    window, lowest = 0, min(inside, default=0)
    for place in inside:
        window |= 1 << place - lowest
    reached: Counter[int] = Counter()
    highest: Counter[int] = Counter()
    for totals, _, weight in hands:
        reached[totals >> lowest & window] += weight
        highest[totals.bit_length()] += weight
    found: dict[int, Counter[DoorState]] = {}
    for place in places:
        bit = 1 << place - lowest if place >= 0 else 0
        successful = sum([weight for totals, weight in reached.items() if totals & bit])
        failed = sum([weight for length, weight in highest.items() if length <= place])
        invalid = all_of_them - successful - failed
        found[place] = Counter({"successful": successful, "invalidation": invalid, "failed": failed})
    return found


def _ways_at_zero(hands: Hands, modifier: int, zero: ZeroDoor, all_of_them: int) -> "Counter[DoorState]":
    """The same at a door of Difficulty 0, where the tickets alone count, if any are asked for."""
    ways: Counter[DoorState] = Counter()
    if zero != "one":
        ways["successful"] = all_of_them
        return ways
    for _, singles, weight in hands:
        tickets = [ticket for ticket in range(singles.bit_length()) if singles >> ticket & 1]
        states = [result(0, Attempt(ticket), modifier, zero) for ticket in tickets]
        ways[min(states, key=STATES.index, default="successful")] += weight
    return ways


def _head(door: Door, hand: tuple[int, ...], values: Mapping[str, Any], modifier: int) -> str:
    held = f"the tickets {', '.join(map(str, hand))}" if hand else f"{values['held'] or 'no'} tickets"
    costume = f", costume {modifier:+d}" if modifier else ""
    return f"Difficulty {door.difficulty}, Gathering {door.gathering}, with {held}{costume}"


def _best(attempt: Attempt | None, state: DoorState, modifier: int) -> Mapping[str, Any]:
    if attempt is None:
        return {"first": None, "extra": [], "total": None, "state": state}
    extra = [f"{ticket:+d}" for ticket in attempt.extra]
    return {"first": attempt.first, "extra": extra, "total": attempt.total(modifier), "state": state}


def _played(attempt: Attempt | None, modifier: int) -> str:
    if attempt is None:
        return "no ticket is needed"
    parts = [str(attempt.first), *([f"costume {modifier:+d}"] if modifier else [])]
    return f"play {', '.join([*parts, *(f'{ticket:+d}' for ticket in attempt.extra)])}: {attempt.total(modifier)}"
