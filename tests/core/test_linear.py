"""Small linear systems are solved as exactly as fractions say."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.sheet.calibration import solve_linear


def cramer(matrix: list[list[int]], right: list[int]) -> list[Fraction] | None:
    """The exact solution, by determinants; None where there is not one."""
    whole = determinant(matrix)
    if not whole:
        return None
    columns = range(len(right))
    swapped = ([[*row[:i], value, *row[i + 1 :]] for row, value in zip(matrix, right, strict=True)] for i in columns)
    return [Fraction(determinant(one), whole) for one in swapped]


def determinant(matrix: list[list[int]]) -> int:
    if not matrix:
        return 1
    rest = ([row[:i] + row[i + 1 :] for row in matrix[1:]] for i in range(len(matrix)))
    return sum((-1) ** i * matrix[0][i] * determinant(one) for i, one in enumerate(rest))


systems = st.integers(1, 4).flatmap(
    lambda size: st.tuples(
        st.lists(st.lists(st.integers(-9, 9), min_size=size, max_size=size), min_size=size, max_size=size),
        st.lists(st.integers(-9, 9), min_size=size, max_size=size),
    )
)


@given(systems)
def test_the_solution_is_that_of_determinants(system: tuple[list[list[int]], list[int]]) -> None:
    matrix, right = system
    exact = cramer(matrix, right)
    if exact is None:
        with pytest.raises(ValueError, match="do not determine"):
            solve_linear(matrix, right, least=1e-9)
    else:
        assert solve_linear(matrix, right) == pytest.approx([float(value) for value in exact], rel=1e-6, abs=1e-6)


def test_a_first_pivot_of_nothing_is_no_hindrance() -> None:
    assert solve_linear([[0, 1], [1, 0]], [2, 3]) == [3, 2]
