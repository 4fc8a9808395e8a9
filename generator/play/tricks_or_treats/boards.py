"""Game Board pieces of *Tricks or Treats*: pages of streets that meet in any order and any turn, as pure functions.

A piece is 9 × 12 squares, three to a region of 62 mm. In the middle of each region of an edge lies a joint: a square
that can be walked on, and whose neighbour beyond the edge can be too. Regions are as long on the short edges as on the
long ones, so joints meet whichever way two pieces lie. At the outside of a board each joint is a door's place: a
Housing tile is as wide as a region, and its arrow points at the joint.

Streets run from crossing to crossing, one in the middle of each region. None bends and none ends: a pawn goes forward
up or right only, and from a bend that leads back it could never go on. How pieces look inside, the game's published
rules leave open; all this is ours.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

REGION = 3  # squares along an edge to one joint
ACROSS, DOWN = 3, 4  # regions
COLUMNS, ROWS = ACROSS * REGION, DOWN * REGION
STREET, BLOCKED, SURPRISE = ".", "#", "S"
OPEN_LINKS = 0.62  # of all; between 0.5 and 0.7 a net that keeps the rules is found soonest
LOOPS = range(1, 5)  # ways round: fewer make one long way, more a chessboard
SURPRISES = (2, 4)  # squares a piece, for SOLO
APART = 4  # steps from one Surprise square to the next, at least

Cell = tuple[int, int]  # row, column
Link = tuple[Cell, Cell]  # two regions, by their place among the regions
Rows = tuple[str, ...]

CROSSINGS: tuple[Cell, ...] = tuple((row, column) for row in range(DOWN) for column in range(ACROSS))
LINKS: tuple[Link, ...] = tuple(
    ((row, column), (row + down, column + right))
    for row, column in CROSSINGS
    for down, right in ((0, 1), (1, 0))
    if row + down < DOWN and column + right < ACROSS
)


class Square(NamedTuple):
    """A square as a face draws it: its corner at ``row`` and ``column``, so many squares wide and high."""

    row: int
    column: int
    span: int = 1


class BoardPlan(NamedTuple):
    """The squares of a piece by what is drawn on them, each sort row by row."""

    streets: tuple[Square, ...]
    surprises: tuple[Square, ...]
    blocked: tuple[Square, ...]


def make_piece(rng: Random) -> Rows:
    """A piece as rows of symbols: ``.`` a square to walk on, ``S`` a Surprise square, ``#`` a blocked one.

    Its joints are open and nothing else at its edges; every square to walk on is reached from every other; two to four
    Surprise squares lie apart from each other and from the edges.
    """
    while True:
        links = [link for link in LINKS if rng.random() < OPEN_LINKS]
        if not _is_net(links):
            continue
        walkable = _walkable(links)
        surprises = _surprises(walkable, rng)
        if len(surprises) >= SURPRISES[0]:
            return tuple(_row(number, walkable, surprises) for number in range(ROWS))


def make_pieces(rng: Random, count: int, known: Iterable[Sequence[str]] = ()) -> list[Rows]:
    """``count`` pieces whose streets differ from each other's and from those of ``known``, also upside down."""
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


def plan(rows: Sequence[str]) -> BoardPlan:
    """The squares of a piece; blocked ones put together, up to three by three, wherever they make a larger square."""
    streets: list[Square] = []
    surprises: list[Square] = []
    blocked: list[Square] = []
    done: set[Cell] = set()
    for row, symbols in enumerate(rows):
        for column, symbol in enumerate(symbols):
            if symbol != BLOCKED:
                (surprises if symbol == SURPRISE else streets).append(Square(row, column))
            elif (row, column) not in done:
                span = next(span for span in (3, 2, 1) if _is_blocked(rows, done, row, column, span))
                done |= {(row + down, column + right) for down in range(span) for right in range(span)}
                blocked.append(Square(row, column, span))
    return BoardPlan(tuple(streets), tuple(surprises), tuple(blocked))


def board_plan(fields: dict[str, Any]) -> BoardPlan:
    """`plan` of a piece's fields, as templates ask for it."""
    return plan(fields["rows"])


def _is_net(links: Sequence[Link]) -> bool:
    """Whether the links join all crossings that they touch, with loops enough, and no street bends or ends."""
    crossings = {crossing for link in links for crossing in link}
    inner = {(row, column) for row, column in CROSSINGS if 0 < row < DOWN - 1 and 0 < column < ACROSS - 1}
    if not set(CROSSINGS) - inner <= crossings or len(links) - len(crossings) + 1 not in LOOPS:
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


def _surprises(walkable: set[Cell], rng: Random) -> set[Cell]:
    """Surprise squares: as many as wanted, or fewer where there is no room for them apart from each other."""
    wanted = rng.randint(*SURPRISES)
    chosen: set[Cell] = set()
    places = sorted(cell for cell in walkable if 0 < cell[0] < ROWS - 1 and 0 < cell[1] < COLUMNS - 1)
    rng.shuffle(places)
    for row, column in places:
        if len(chosen) < wanted and all(abs(row - y) + abs(column - x) >= APART for y, x in chosen):
            chosen.add((row, column))
    return chosen


def _row(row: int, walkable: set[Cell], surprises: set[Cell]) -> str:
    cells = [(row, column) for column in range(COLUMNS)]
    return "".join(SURPRISE if cell in surprises else STREET if cell in walkable else BLOCKED for cell in cells)


def _streets(rows: Sequence[str]) -> Rows:
    """The streets of a piece without its Surprise squares, in one way of the two that it can be seen upright."""
    plain = tuple(row.replace(SURPRISE, STREET) for row in rows)
    return min(plain, tuple(row[::-1] for row in reversed(plain)))


def _is_blocked(rows: Sequence[str], done: set[Cell], row: int, column: int, span: int) -> bool:
    """Whether a square of this size is blocked all over and none of it is drawn yet."""
    cells = [(row + down, column + right) for down in range(span) for right in range(span)]
    return all(y < len(rows) and x < len(rows[y]) and rows[y][x] == BLOCKED and (y, x) not in done for y, x in cells)
