"""What a door does to a collector who accepts: the chance of each state, and the Treats won or lost.

``hand`` names the Trick tickets held, ``held`` only how many there are, drawn at random from the game's pile; without
either none is held, and the first one is drawn. Tickets are played by the lab's policy: of the states in reach
successful, else invalidation, else failed, with the fewest tickets, then the smallest sum of them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from generator.odds.deck import numbers
from generator.odds.hands import left_of, several
from generator.odds.question import Answer, BadQuestion, Shelf, Value, one_of, whole
from generator.odds.telling import number, percent, table
from generator.play.tricks_or_treats.attempts import best_attempt
from generator.play.tricks_or_treats.doors import (
    RULES,
    STATES,
    ZERO,
    Attempt,
    Door,
    DoorRules,
    DoorState,
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
    rules = DoorRules(values["zero"] or "free")
    if values["hand"] is not None and values["held"] is not None:
        raise BadQuestion("hand and held exclude each other; give one")
    pile = numbers(shelf.game_with(TRICKS, GAME), TRICKS)
    hand = values["hand"] or ()
    left_of(pile, hand, TRICKS)
    if hand:
        attempt = None if needs_nothing(door, rules) else best_attempt(door.difficulty, hand, modifier, rules)
        state = "successful" if attempt is None else result(door.difficulty, attempt, modifier, rules)
        chances: Chances = {name: Fraction(name == state) for name in STATES}
    else:
        chances = states_by_difficulty(pile, values["held"] or 0, [door.difficulty], modifier, rules)[door.difficulty]
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


def states_by_difficulty(
    pile: Mapping[int, int],
    held: int,
    difficulties: Iterable[int],
    modifier: int = 0,
    rules: DoorRules = RULES,
) -> dict[int, Chances]:
    """The chances of each state at doors, for a collector who holds so many tickets drawn at random.

    Args:
        pile: how many tickets show each number.
        held: how many are held; with 0, the first ticket is drawn.
        difficulties: those of the doors.
        modifier: the costume's Trick modifier.
        rules: what a Difficulty of 0 asks for.

    Raises:
        BadQuestion: the pile does not hold so many, or they make too many different hands.
    """
    if held > sum(pile.values()):
        raise BadQuestion(f"held is {held}; the pile has {sum(pile.values())} {TRICKS}")
    hands = reached_totals(pile, held, told_apart=rules.zero == "one") if held else _first_ticket(pile)
    reached: Counter[int] = Counter()  # by the totals alone
    for totals, _, weight in hands:
        reached[totals] += weight
    whole_weight = sum(weight for *_, weight in hands)
    origin = _origin(pile, held or 1)
    found: dict[int, Chances] = {}
    for difficulty in difficulties:
        ways = _ways(difficulty - modifier + origin, reached) if difficulty else _ways_at_zero(hands, modifier, rules)
        found[difficulty] = {state: Fraction(ways[state], whole_weight) for state in STATES}
    return found


Hands = list[tuple[int, int, int]]  # totals in reach, as bits; tickets held, as bits; how many hands are like this


def reached_totals(pile: Mapping[int, int], held: int, *, told_apart: bool) -> Hands:
    """All different hands of so many tickets, each with the totals that it reaches.

    A total ``t`` is the bit ``t + origin``: adding or subtracting a ticket shifts all totals at once. Hands that reach
    the same are put together; ``told_apart`` says whether those of other tickets are not, else no tickets are given.
    """
    if different_hands(pile, held) > MOST_HANDS:
        raise BadQuestion(f"{held} tickets make more than {MOST_HANDS:,} different hands; ask for fewer")
    one = 1 << _origin(pile, held)
    # Tickets so far, totals without and with a ticket added, tickets held: how many ways.
    hands: Counter[tuple[int, int, int, int]] = Counter({(0, one, 0, 0): 1})
    room = sum(pile.values())
    for ticket, copies in pile.items():
        room -= copies
        after: Counter[tuple[int, int, int, int]] = Counter()
        for (count, below, above, singles), weight in hands.items():
            for more in range(min(copies, held - count) + 1):
                if more:
                    above |= above << ticket | above >> ticket | below << ticket
                    below |= below >> ticket
                    singles |= told_apart << ticket
                if count + more + room >= held:
                    after[count + more, below, above, singles] += weight * comb(copies, more)
        hands = after
    return [(above, singles, weight) for (_, _, above, singles), weight in hands.items()]


def different_hands(pile: Mapping[int, int], held: int) -> int:
    """How many different hands of so many tickets there are."""
    ways = [1] + [0] * held
    for copies in pile.values():
        ways = [sum(ways[max(0, count - copies) : count + 1]) for count in range(held + 1)]
    return ways[held]


def _origin(pile: Mapping[int, int], held: int) -> int:
    return held * max(pile, default=0)


def _first_ticket(pile: Mapping[int, int]) -> Hands:
    """A first ticket drawn, and nothing to add to it; it counts 0 where there is none (R-19)."""
    origin = _origin(pile, 1)
    return [(1 << ticket + origin, 1 << ticket, copies) for ticket, copies in pile.items()] or [(1, 1, 1)]


def _ways(place: int, reached: Mapping[int, int]) -> "Counter[DoorState]":
    """How many hands reach each state as their best, at a door whose Difficulty is this bit of the totals.

    ``reached`` has how many hands reach which totals.
    """
    all_of_them = sum(reached.values())
    if place < 0:
        return Counter({"invalidation": all_of_them})
    successful = sum([weight for totals, weight in reached.items() if totals >> place & 1])
    failed = sum([weight for totals, weight in reached.items() if totals.bit_length() <= place])
    return Counter({"successful": successful, "invalidation": all_of_them - successful - failed, "failed": failed})


def _ways_at_zero(hands: Hands, modifier: int, rules: DoorRules) -> "Counter[DoorState]":
    """The same at a door of Difficulty 0, where the tickets alone count."""
    ways: Counter[DoorState] = Counter()
    for _, singles, weight in hands:
        tickets = [ticket for ticket in range(singles.bit_length()) if singles >> ticket & 1]
        states = [result(0, Attempt(ticket), modifier, rules) for ticket in tickets] if rules.zero == "one" else []
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
    return {"first": attempt.first, "extra": extra, "total": _total(attempt, modifier), "state": state}


def _played(attempt: Attempt | None, modifier: int) -> str:
    if attempt is None:
        return "no ticket is needed"
    parts = [str(attempt.first), *([f"costume {modifier:+d}"] if modifier else [])]
    return f"play {', '.join([*parts, *(f'{ticket:+d}' for ticket in attempt.extra)])}: {_total(attempt, modifier)}"


def _total(attempt: Attempt, modifier: int) -> int:
    return attempt.first + modifier + sum(attempt.extra)
