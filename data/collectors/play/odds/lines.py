"""Is any point worth more than another in a duel: each line of attributes against all of them.

A character spends 8 points on Grit, Cunning and Reflexes above 0, 0 and 7. Each duel is one of `collectors/duel`, the
Instigator rolled for; with these points Cunning does nothing.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from generator.games import Answer, AnswerTable, Shelf, Value, percent_of, share, whole

from ..state import AP
from .duel import MOST_AP, MOST_ROUNDS, ROUNDS, Line, knock_outs

POINTS, LOWEST_REFLEXES, MOST_STEPS = 8, 7, 5

VALUES = {
    "ap": Value("N", f"AP of each in a round; {AP} if not given", whole(0, MOST_AP)),
    "rounds": Value("N", f"how many are played; {ROUNDS}, as in the longest game, if not given", whole(1, MOST_ROUNDS)),
}


def ask(values: Mapping[str, Any], shelf: Shelf) -> Answer:  # noqa: ARG001 - the lines are those of the budget
    """The chance of each line to win against each, and against one drawn at random; nobody may win."""
    ap = AP if values["ap"] is None else values["ap"]
    rounds = values["rounds"] or ROUNDS
    lines = all_lines()
    wins = [[sum(knock_outs(a, b, ap, rounds=rounds)["b"], Fraction(0)) for b in lines] for a in lines]
    means = [sum(row, Fraction(0)) / len(lines) for row in wins]
    lost = [sum(column, Fraction(0)) / len(lines) for column in zip(*wins, strict=True)]
    text = ["Grit, Cunning, Reflexes: wins and loses against one of all lines at random"]
    for place in sorted(range(len(lines)), key=lambda place: (means[place], lines[place]), reverse=True):
        name = ", ".join(map(str, lines[place]))
        text.append(f"  {name:<8}  {share(means[place]):>7}  {share(lost[place]):>7}")
    names = [" ".join(map(str, line)) for line in lines]
    heat = AnswerTable("wins", names, "against", names, [[*map(percent_of, row)] for row in wins], "wins, in percent")
    return Answer({"lines": lines, "wins": wins, "mean": means, "lost": lost}, text, heat)


def all_lines() -> list[Line]:
    """All ways to spend the points: 27."""
    steps = range(MOST_STEPS + 1)
    spent = (line for line in product(steps, repeat=3) if sum(line) == POINTS)
    return [(grit, cunning, LOWEST_REFLEXES + reflexes) for grit, cunning, reflexes in spent]
