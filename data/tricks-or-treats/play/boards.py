"""Game Board pieces of *Tricks or Treats*: pages of streets that meet in any order and any turn, as pure functions.

A piece is 9 × 12 squares, three to a region of 62 mm. In the middle of each region of an edge lies a joint: a square
that can be walked on, and whose neighbour beyond the edge can be too. Regions are as long on the short edges as on the
long ones, so joints meet whichever way two pieces lie.

A Housing tile is as wide as a region. It has its place on a plot, three by three squares that nobody walks on: on the
piece, in one or two yards between the streets, or beside the board at a joint. Each plot has a gate, the square in
front of the middle of one side, to which a tile there is linked.

Streets run from crossing to crossing, one in the middle of each region but where a yard lies; others cross the yards.
None bends and none ends: a pawn goes forward up or right only, and from a bend that leads back it could never go on.
How pieces look inside, the game's published rules leave open; all this is ours.

A yard takes the place of one of the two crossings in the middle of a piece, or of both; streets run all round it.
Streets that cross it leave room for a plot: none of them lies beside another, and none ends or bends.
"""

from collections.abc import Iterable, Iterator, Sequence
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
    return {cell for street in _crossing(yard.area, rng) for cell in street}


def _crossing(area: Area, rng: Random) -> Iterator[list[Cell]]:
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
        yield from _crossing(part, rng)


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


REGION = 3  # squares along an edge to one joint
ACROSS, DOWN = 3, 4  # regions
COLUMNS, ROWS = ACROSS * REGION, DOWN * REGION
STREET, BLOCKED, SURPRISE = ".", "#", "S"
PLOT, GATE, START, FINISH = "H", "D", "A", "F"
CLOSED = BLOCKED + PLOT  # squares that nobody walks on
OPEN_LINKS = 0.62  # of all; between 0.5 and 0.7 a net that keeps the rules is found soonest
LOOPS = range(1, 5)  # ways round: fewer make one long way, more a chessboard
SURPRISES = (9, 10)  # squares a piece, for SOLO
APART = 2  # steps from one Surprise square to the next, at least

Link = tuple[Cell, Cell]  # two regions, by their place among the regions
Rows = tuple[str, ...]
_PLAIN = str.maketrans(dict.fromkeys((SURPRISE, GATE, START, FINISH), STREET))

CROSSINGS: tuple[Cell, ...] = tuple((row, column) for row in range(DOWN) for column in range(ACROSS))
LINKS: tuple[Link, ...] = tuple(
    ((row, column), (row + down, column + right))
    for row, column in CROSSINGS
    for down, right in ((0, 1), (1, 0))
    if row + down < DOWN and column + right < ACROSS
)


def make_piece(rng: Random) -> Rows:
    """A piece as rows of symbols: ``.`` a square to walk on, ``S`` a Surprise square, ``D`` a gate, ``H`` a plot's,
    ``#`` a blocked one.

    Its joints are open and nothing else at its edges; every square to walk on is reached from every other; one or two
    plots have a gate each; nine or ten Surprise squares lie apart from each other, from gates and from the edges.
    """
    while True:
        yard = rng.choice(YARDS)
        links = [link for link in LINKS if not yard.holds(link) and (yard.rings(link) or rng.random() < OPEN_LINKS)]
        if not _is_net(links, yard):
            continue
        walkable = _walkable(links) | crossed(yard, rng)
        plots = plots_in(yard, walkable, rng)
        gates = gates_of(plots, walkable, rng)
        surprises = _surprises(walkable, gates, rng)
        if plots and len(gates) == len(plots) and len(surprises) >= SURPRISES[0]:
            symbols = dict.fromkeys(walkable, STREET) | dict.fromkeys(surprises, SURPRISE) | dict.fromkeys(gates, GATE)
            symbols |= {cell: PLOT for plot in plots for cell in plot}
            return tuple(
                "".join(symbols.get((row, column), BLOCKED) for column in range(COLUMNS)) for row in range(ROWS)
            )


def make_pieces(rng: Random, count: int, known: Iterable[Sequence[str]] = ()) -> list[Rows]:
    """``count`` pieces whose streets or plots differ from each other's and those of ``known``, also upside down."""
    seen = {_streets(rows) for rows in known}
    pieces: list[Rows] = []
    while len(pieces) < count:
        piece = make_piece(rng)
        if _streets(piece) not in seen:
            seen.add(_streets(piece))
            pieces.append(piece)
    return pieces


def joints() -> tuple[Cell, ...]:
    """The squares at the edges where pieces meet: the middle of each region, clockwise from the top left."""
    across = [region * REGION + REGION // 2 for region in range(ACROSS)]
    down = [region * REGION + REGION // 2 for region in range(DOWN)]
    top, right = [(0, column) for column in across], [(row, COLUMNS - 1) for row in down]
    bottom, left = [(ROWS - 1, column) for column in reversed(across)], [(row, 0) for row in reversed(down)]
    return (*top, *right, *bottom, *left)


def _is_net(links: Sequence[Link], yard: Yard) -> bool:
    """Whether the links join all crossings that they touch, with loops enough, and no street bends or ends."""
    crossings = {crossing for link in links for crossing in link}
    if crossings != set(CROSSINGS) - yard.crossings or len(links) - len(crossings) + 1 not in LOOPS:
        return False
    joined = set(links)
    return all(_goes_on(crossing, joined) for crossing in crossings) and _reached(links) == crossings


def _goes_on(crossing: Cell, links: set[Link]) -> bool:
    """Whether a street goes straight through a crossing, out over a joint maybe."""
    row, column = crossing
    up = row == 0 or ((row - 1, column), crossing) in links
    down = row == DOWN - 1 or (crossing, (row + 1, column)) in links
    left = column == 0 or ((row, column - 1), crossing) in links
    right = column == ACROSS - 1 or (crossing, (row, column + 1)) in links
    return (up and down) or (left and right)


def _reached(links: Sequence[Link]) -> set[Cell]:
    """The crossings that are reached from the first link."""
    reached, waiting = set(links[0]), list(links[0])
    while waiting:
        here = waiting.pop()
        for link in links:
            if here in link:
                fresh = set(link) - reached
                reached |= fresh
                waiting += fresh
    return reached


def _walkable(links: Sequence[Link]) -> set[Cell]:
    """The squares of crossings, of the streets between them and of joints."""
    cells = set(joints())
    for one, other in links:
        (row, column), (end_row, end_column) = (_middle(region) for region in (one, other))
        cells |= {(y, x) for y in range(row, end_row + 1) for x in range(column, end_column + 1)}
    return cells


def _middle(region: Cell) -> Cell:
    return region[0] * REGION + REGION // 2, region[1] * REGION + REGION // 2


def _surprises(walkable: set[Cell], gates: set[Cell], rng: Random) -> set[Cell]:
    """Surprise squares: as many as wanted, or fewer where there is no room for them apart from each other."""
    wanted = rng.randint(*SURPRISES)
    chosen: set[Cell] = set()
    places = sorted(cell for cell in walkable - gates if 0 < cell[0] < ROWS - 1 and 0 < cell[1] < COLUMNS - 1)
    rng.shuffle(places)
    for row, column in places:
        if len(chosen) < wanted and all(abs(row - y) + abs(column - x) >= APART for y, x in chosen):
            chosen.add((row, column))
    return chosen


def _streets(rows: Sequence[str]) -> Rows:
    """The streets and plots of a piece, in one way of the two that it can be seen upright."""
    plain = tuple(row.translate(_PLAIN) for row in rows)
    return min(plain, upside_down(plain))


def upside_down(rows: Rows) -> Rows:
    """A piece after half a turn."""
    return tuple(row[::-1] for row in reversed(rows))
