"""What a broken expression tells where it has no message of its own: the values that it saw, and where."""

from typing import Any

from each import each
from projects import Project

from generator.model.expressions import names_in
from generator.rules.checks.expression import seen_values


@each(
    ("text", "values", "told"),
    [
        ("luz - coste in [0, 1, 2]", {"luz": 9, "coste": 1}, "luz 9, coste 1: luz - coste is 8"),
        ("a >= 1 and 2 * a + 1 < b", {"a": 3, "b": 1}, "a 3, b 1: 2 * a + 1 is 7"),
        ("a + 1 < b * 2 <= 4", {"a": 3, "b": 1}, "a 3, b 1: a + 1 is 4, b * 2 is 2"),
        ("a > 100 or b|length > 20", {"a": 3, "b": "sun"}, "a 3, b sun"),
        ("a <= 1.5 * b if b else true", {"a": 3.5, "b": 1}, "a 3.5, b 1"),
        ("not a", {"a": 3}, "a 3"),
        ("a is odd", {"a": 2}, "a 2"),
        ("a.hp <= 2 * cost - 1", {"a": {"hp": 2}, "cost": 1}, "a.hp 2, cost 1: 2 * cost - 1 is 1"),
        ("[a, b]|max not in range(9)", {"a": 5, "b": 1}, "a 5, b 1: [a, b]|max is 5"),
        ("a|map(attribute='x')|sum == 3", {"a": []}, "a|map(attribute='x')|sum is 0"),
        ("a.startswith('Z')", {"a": "Owl"}, "a Owl"),
        ("a == 'a and b'", {"a": "c"}, "a c"),
        ("a == ')' and b == 2", {"a": ")", "b": 1}, "a ), b 1"),
        ("a != long", {"a": 1, "long": "x" * 99}, "a 1"),
    ],
)
def test_the_values_and_the_sides_of_what_fails_are_told(text: str, values: dict[str, Any], told: str) -> None:
    assert seen_values(text, values) == told


def test_words_of_an_expression_are_no_names() -> None:
    assert names_in("a in b and not c|sum(start=d) is defined or x.y.z > range(e) == true") == [*"abcd", "x.y.z", "e"]


@each(
    ("rule", "line", "column", "message"),
    [
        ("that: price * 2 > price + 4", 3, 10, "price 3: price * 2 is 6, price + 4 is 7"),
        ("that: price > most, let: {most: 2 * price}", 3, 10, "price 3, most 6"),
        ("that: 0 > least, let: {least: price - 1}", 3, 10, "least 2"),
        ("that: price > 4, at: name", 2, 9, "price 3"),
        ("that: price > 4, message: too cheap", 1, 3, ""),
    ],
)
def test_it_is_told_at_the_first_field_that_is_named(
    project: Project, rule: str, line: int, column: int, message: str
) -> None:
    project.write("balance.yaml", f"- {{rule: r, check: expression, kind: stalls, source: s, why: w, {rule}}}\n")
    problem = next(problem for problem in project.check() if problem.rule == "r")
    assert (problem.line, problem.column) == (line, column)
    assert (f"({message})" if message else "too cheap") in problem.message
