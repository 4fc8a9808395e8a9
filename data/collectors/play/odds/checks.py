"""How likely each check succeeds: all bonuses against all Reflexes, a d12 rolled once."""

from collections.abc import Mapping
from typing import Any

from generator.games import Answer, AnswerTable, Shelf, Value, percent_of, whole

from .check import chance_of

MOST_BONUS, MOST_REFLEXES = 6, 13  # the best attributes, raised by an ability
KNOCKED_OUT, LOWEST = 0, 6  # Reflexes; the least of others, lowered by an ability

VALUES = {"bonus": Value("N", f"the highest bonus; {MOST_BONUS} if not given", whole(0, 20))}


def ask(values: Mapping[str, Any], shelf: Shelf) -> Answer:  # noqa: ARG001 - the die is the same in all games like it
    """The chances, and the lowest roll that will do."""
    bonuses = range(1 + (MOST_BONUS if values["bonus"] is None else values["bonus"]))
    reflexes = [KNOCKED_OUT, *range(LOWEST, MOST_REFLEXES + 1)]
    chances = [[chance_of(bonus, target) for target in reflexes] for bonus in bonuses]
    cells = [[percent_of(chance) for chance in row] for row in chances]
    table = AnswerTable("bonus", [*map(str, bonuses)], "Reflexes", [*map(str, reflexes)], cells, "succeeds, in percent")
    text = ["succeeds, in percent, by Reflexes", "bonus" + "".join(f"{target:>5}" for target in reflexes)]
    text += [f"{bonus:>5}" + "".join(f"{cell:>5}" for cell in row) for bonus, row in zip(bonuses, cells, strict=True)]
    needed = [[min(12, max(2, target - bonus)) for target in reflexes] for bonus in bonuses]
    data = {"bonus": [*bonuses], "reflexes": reflexes, "chances": chances, "roll": needed}
    return Answer(data, text, table)
