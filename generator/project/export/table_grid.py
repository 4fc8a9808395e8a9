"""Into how many columns and rows a sheet of cards is divided for Tabletop Simulator."""

from itertools import product

from msgspec import Struct

from generator.core.sizes import Size
from generator.core.units import MM_PER_INCH

MOST_PIXELS = 4096  # of a side: its knowledge base advises no more, and every computer loads that
FEWEST, MOST_COLUMNS, MOST_ROWS = 2, 10, 7  # what its dialog for a custom deck takes
LEGIBLE = 150  # dots per inch, below which the small print of a board cannot be read


class TableGrid(Struct, frozen=True):
    """A division of a sheet."""

    columns: int
    rows: int

    @property
    def cards(self) -> int:
        """How many cards a sheet holds: its last place shows what others see of a hidden one."""
        return self.columns * self.rows - 1

    def finest(self, size: Size) -> float:
        """The most dots per inch that cards of a size (mm) can have on such a sheet."""
        return min(MOST_PIXELS / self.columns / size[0], MOST_PIXELS / self.rows / size[1]) * MM_PER_INCH


def best_grid(count: int, size: Size, dpi: float) -> TableGrid:
    """The division for so many cards of a size.

    It makes as few sheets as stay legible, all of them alike; they are as fine as is wanted and can be, and of what is
    equally fine the smallest.

    Args:
        count: how many cards there are, one at least.
        size: theirs, in mm.
        dpi: the dots per inch that are wanted.
    """
    legible = min(dpi, LEGIBLE) / MM_PER_INCH
    columns, rows = (
        max(FEWEST, min(most, int(MOST_PIXELS / legible / side + 1e-9)))
        for side, most in zip(size, (MOST_COLUMNS, MOST_ROWS), strict=True)
    )
    sheets = -(-count // TableGrid(columns, rows).cards)
    each = -(-count // sheets)
    grids = (TableGrid(*sides) for sides in product(range(FEWEST, columns + 1), range(FEWEST, rows + 1)))
    fitting = [grid for grid in grids if grid.cards >= each]
    return min(fitting, key=lambda grid: (-min(dpi, grid.finest(size)), grid.cards, grid.columns))
