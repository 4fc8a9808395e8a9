"""The lines of a point budget, by the rules in force and by enumeration."""

from itertools import permutations

import pytest
from workbench import bench

from generator.forge.lines import lines
from generator.forge.request import Impossible

# As the facts of the game list them: all orders of these, read as points above 0, 0 and 7.
ORDERS = [(5, 3, 0), (5, 2, 1), (4, 4, 0), (4, 3, 1), (4, 2, 2), (3, 3, 2)]


def test_the_27_lines_are_found() -> None:
    found = [tuple(line.values()) for line in lines(bench("collectors", "characters").workshop())]
    assert len(found) == 27
    assert set(found) == {(a, b, c + 7) for order in ORDERS for a, b, c in permutations(order)}


def test_without_a_budget_there_are_none() -> None:
    with pytest.raises(Impossible, match="collectors has no `sum-of` rule for items"):
        lines(bench("collectors", "items").workshop())


def test_a_number_without_a_range_is_told() -> None:
    workshop = bench("collectors", "characters").workshop()
    workshop.rules = [rule for rule in workshop.rules if rule.check_name != "number-range"]
    with pytest.raises(Impossible, match="collectors has no `number-range` rule with min and max for grit"):
        lines(workshop)
