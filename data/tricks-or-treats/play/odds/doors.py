"""Which doors are worth a try: for each Difficulty and number of Trick tickets held, the chance not to fail.

The rules advise to go in with 90 % or better of ending successful or with an invalidation. Tickets held are drawn at
random from the game's own pile, and played by the lab's policy, as `tricks-or-treats/door` has it.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any

from generator.games import Answer, AnswerTable, Shelf, Value, numbers, one_of, percent_of, whole

from ..doors import STATES, ZERO
from .door import GAME, MOST_NUMBER, TRICKS, Chances, states_by_held

ADVISED = Fraction(9, 10)
HARDEST, MOST_HELD = 30, 8  # what the answer goes up to unless another is asked for

VALUES = {
    "difficulty": Value("N", f"the hardest door; {HARDEST} if not given", whole(0, MOST_NUMBER)),
    "held": Value("N", f"the most Trick tickets held; {MOST_HELD} if not given", whole(0, 12)),
    "costume": Value("-1", "the costume's Trick modifier; 0 if not given", whole(-MOST_NUMBER, MOST_NUMBER)),
    "zero": Value("|".join(ZERO), "what a Difficulty of 0 asks for; free if not given", one_of(*ZERO)),
}


def ask(values: Mapping[str, Any], shelf: Shelf) -> Answer:
    """The chances of each state by tickets held and Difficulty, and the doors that the rules' advice lets one try."""
    hardest = HARDEST if values["difficulty"] is None else values["difficulty"]
    most = MOST_HELD if values["held"] is None else values["held"]
    pile = numbers(shelf.game_with(TRICKS, GAME), TRICKS)
    most = min(most, sum(pile.values()))
    modifier = values["costume"] or 0
    by_held = states_by_held(pile, range(most + 1), range(hardest + 1), modifier, values["zero"] or "free")
    worth = [[number for number, states in doors.items() if _not_failed(states) >= ADVISED] for doors in by_held]
    data = {
        "outcomes": [[[states[state] for state in STATES] for states in doors.values()] for doors in by_held],
        "states": STATES,
        "worth_a_try": worth,
    }
    words = [*_table(by_held), "", *(_advice(held, doors) for held, doors in enumerate(worth))]
    return Answer(data, words, _heat(by_held))


def _not_failed(states: Chances) -> Fraction:
    return 1 - states["failed"]


def _heat(by_held: Sequence[Mapping[int, Chances]]) -> AnswerTable:
    percent = [[percent_of(_not_failed(doors[door])) for doors in by_held] for door in by_held[0]]
    columns = [str(held) for held in range(len(by_held))]
    return AnswerTable(
        "Difficulty", [*map(str, by_held[0])], "tickets held", columns, percent, "not failed, in percent"
    )


def _table(by_held: Sequence[Mapping[int, Chances]]) -> list[str]:
    lines = ["not failed, in percent, by tickets held", "Difficulty" + "".join(f"{n:>5}" for n in range(len(by_held)))]
    for difficulty in by_held[0]:
        cells = (floor(100 * _not_failed(doors[difficulty])) for doors in by_held)  # 100 only where it is certain
        lines.append(f"{difficulty:>10}" + "".join(f"{cell:>5}" for cell in cells))
    return lines


def _advice(held: int, doors: Sequence[int]) -> str:
    tickets = "1 ticket" if held == 1 else f"{held or 'no'} tickets"
    if not doors:
        return f"with {tickets}: no door reaches 90 %"
    spans: list[list[int]] = []
    for door in doors:
        if spans and door == spans[-1][1] + 1:
            spans[-1][1] = door
        else:
            spans.append([door, door])
    return f"with {tickets}: 90 % at {', '.join(f'{a} to {b}' if a < b else f'{a}' for a, b in spans)}"
