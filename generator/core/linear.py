"""Small systems of linear equations."""

from collections.abc import Sequence


def solve_linear(matrix: Sequence[Sequence[float]], right: Sequence[float], *, least: float = 0.0) -> list[float]:
    """Solve a square system by Gauss's elimination with pivots.

    Args:
        matrix: its rows.
        right: the right side, as long as the matrix has rows.
        least: pivots that are smaller than this, or 0, do not determine the unknowns.

    Raises:
        ValueError: the equations do not determine the unknowns.
    """
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for index in range(size):
        pivot = max(range(index, size), key=lambda row: abs(rows[row][index]))
        if abs(rows[pivot][index]) < least or not rows[pivot][index]:
            raise ValueError("the equations do not determine the unknowns")
        rows[index], rows[pivot] = rows[pivot], rows[index]
        for row in rows[index + 1 :]:
            ratio = row[index] / rows[index][index]
            if ratio:
                for column in range(index, size + 1):
                    row[column] -= ratio * rows[index][column]
    result = [0.0] * size
    for index in reversed(range(size)):
        solved = sum(rows[index][column] * result[column] for column in range(index + 1, size))
        result[index] = (rows[index][size] - solved) / rows[index][index]
    return result
