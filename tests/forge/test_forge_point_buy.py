"""The lines of a point budget, by the rules in force and by enumeration."""

from itertools import permutations

import pytest
from workbench import bench

from generator.core.problem import Infeasible
from generator.forge.item_rules import point_buys

# As the facts of the game list them: all orders of these, read as points above 0, 0 and 7.
ORDERS = [(5, 3, 0), (5, 2, 1), (4, 4, 0), (4, 3, 1), (4, 2, 2), (3, 3, 2)]


def test_the_27_lines_are_found() -> None:
    found = [tuple(line.values()) for line in point_buys(bench("collectors", "characters").context())]
    assert len(found) == 27
    assert set(found) == {(a, b, c + 7) for order in ORDERS for a, b, c in permutations(order)}


def test_without_a_budget_there_are_none() -> None:
    with pytest.raises(Infeasible, match="collectors has no `sum-of` rule for items"):
        point_buys(bench("collectors", "items").context())


def test_a_number_without_a_range_is_reported() -> None:
    context = bench("collectors", "characters").context()
    context.rules = [rule for rule in context.rules if rule.check_name != "number-range"]
    with pytest.raises(Infeasible, match="collectors has no `number-range` rule with min and max for grit"):
        point_buys(context)
