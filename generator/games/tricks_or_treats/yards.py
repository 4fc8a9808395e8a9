"""Yards between the streets of a Game Board piece, and the plots in them where Housing tiles lie.

A yard takes the place of one of the two crossings in the middle of a piece, or of both; streets run all round it.
Streets that cross it leave room for a plot: none of them lies beside another, and none ends or bends.
"""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

Cell = tuple[int, int]  # row, column

PLOT_SIDE = 3  # squares along the side of a plot: those of a region
CROSSED = 0.45  # how often a street crosses what is large enough for it
SIDES: tuple[Cell, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))

PlotCells = frozenset[Cell]


class Area(NamedTuple):
    """A rectangle of squares: its top left one, how many rows and columns."""

    row: int
    column: int
    down: int
    across: int


class Yard(NamedTuple):
    """A yard, and the crossings of streets that are not there because of it."""

    area: Area
    crossings: frozenset[Cell]

    def holds(self, link: tuple[Cell, Cell]) -> bool:
        """Whether a street between two crossings would run into the yard."""
        return bool(self.crossings & set(link))

    def rings(self, link: tuple[Cell, Cell]) -> bool:
        """Whether the street between two crossings runs round the yard."""
        rows = {row for row, _ in self.crossings}
        return all(min(rows) - 1 <= row <= max(rows) + 1 for row, _ in link)


YARDS = (
    Yard(Area(2, 2, 5, 5), frozenset({(1, 1)})),
    Yard(Area(5, 2, 5, 5), frozenset({(2, 1)})),
    Yard(Area(2, 2, 8, 5), frozenset({(1, 1), (2, 1)})),
)


def crossed(yard: Yard, rng: Random) -> set[Cell]:
    """The squares of the streets that cross a yard, some or none."""
    return {cell for street in _streets(yard.area, rng) for cell in street}


def _streets(area: Area, rng: Random) -> Iterator[list[Cell]]:
    cuts = [(True, at) for at in range(1, area.down - 1)] + [(False, at) for at in range(1, area.across - 1)]
    cuts = [cut for cut in cuts if any(_has_room(part) for part in _parts(area, *cut))]
    if not cuts or rng.random() >= CROSSED:
        return
    level, at = rng.choice(cuts)
    if level:
        yield [(area.row + at, area.column + right) for right in range(area.across)]
    else:
        yield [(area.row + down, area.column + at) for down in range(area.down)]
    for part in _parts(area, level, at):
        yield from _streets(part, rng)


def _parts(area: Area, level: bool, at: int) -> tuple[Area, Area]:  # noqa: FBT001 - one of two ways to cut
    row, column, down, across = area
    if level:
        return Area(row, column, at, across), Area(row + at + 1, column, down - at - 1, across)
    return Area(row, column, down, at), Area(row, column + at + 1, down, across - at - 1)


def _has_room(area: Area) -> bool:
    return area.down >= PLOT_SIDE and area.across >= PLOT_SIDE


def plots_in(yard: Yard, walkable: set[Cell], rng: Random) -> list[PlotCells]:
    """Plots on the yard's squares that are left, each beside a street: two if there is room for them."""
    row, column, down, across = yard.area
    every = [
        frozenset((top + y, left + x) for y in range(PLOT_SIDE) for x in range(PLOT_SIDE))
        for top in range(row, row + down - PLOT_SIDE + 1)
        for left in range(column, column + across - PLOT_SIDE + 1)
    ]
    free = [plot for plot in every if not plot & walkable and _doors(plot, walkable)]
    pairs = [[one, other] for one, other in combinations(free, 2) if not one & other]
    if pairs:
        return rng.choice(pairs)
    return [rng.choice(free)] if free else []


def gates_of(plots: list[PlotCells], walkable: set[Cell], rng: Random) -> set[Cell]:
    """A gate for each plot, before the middle of a side and of no other plot's; fewer where that is impossible."""
    doors = [set(_doors(plot, walkable)) for plot in plots]
    found: set[Cell] = set()
    for number, own in enumerate(doors):
        others = set().union(*(other for at, other in enumerate(doors) if at != number))
        if own - others:
            found.add(rng.choice(sorted(own - others)))
    return found


def _doors(plot: PlotCells, walkable: set[Cell]) -> list[Cell]:
    """The squares to walk on before the middles of a plot's sides."""
    row, column = min(plot)
    reach = PLOT_SIDE // 2 + 1
    middle = row + PLOT_SIDE // 2, column + PLOT_SIDE // 2
    around = [(middle[0] + reach * down, middle[1] + reach * right) for down, right in SIDES]
    return [cell for cell in around if cell in walkable]
