"""Tables in a terminal."""

from collections.abc import Sequence

from generator.cli.reporting import one_line


def aligned(rows: Sequence[Sequence[str]], right: tuple[int, ...]) -> str:
    """Rows of a table in columns; those named in ``right`` are numbers, and stand at the right."""
    rows = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.rjust(widths[column]) if column in right else cell.ljust(widths[column])
            for column, cell in enumerate(row)
        ).rstrip()
        for row in rows
    )
