"""Moving on a board made of Game Board pieces.

Forward is up or right, backward down or left (the publisher's rulebook; on the pawn by its arrows), never diagonally
and never onto a blocked square. The player chooses the way at each step. The rules leave open how pieces are joined,
where a move starts and what an edge does: what is said of that here is ours.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from .boards import CLOSED, GATE, PLOT_SIDE, START, SURPRISE, Cell
from .doors import Door

FORWARD: tuple[Cell, ...] = ((-1, 0), (0, 1))  # up, right
BACKWARD: tuple[Cell, ...] = ((1, 0), (0, -1))  # down, left
ARROWS: Mapping[str, Cell] = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}

Choose = Callable[[frozenset[Cell]], Cell]  # the next square, of those that can be gone to


class Board(Struct, frozen=True):
    """The squares that can be walked on, those with a Surprise, and the doors by the square they are linked to.

    ``gates`` are the squares before the plots that are drawn on the board, ``starts`` those marked so.
    """

    walkable: frozenset[Cell]
    surprises: frozenset[Cell]
    doors: Mapping[Cell, Door] = {}
    gates: frozenset[Cell] = frozenset()
    starts: frozenset[Cell] = frozenset()

    @property
    def start(self) -> Cell:
        """Where all pawns start (our setting): the start that lies farthest to the bottom left, or else that square."""
        return max(self.starts or self.walkable, key=lambda cell: (cell[0] - cell[1], cell[0]))


def stacked(pieces: Sequence[tuple[str, ...]]) -> Board:
    """A board of pieces one below the other, as they are printed (our setting for a game).

    Raises:
        ValueError: nothing can be walked on.
    """
    lines = enumerate(line for rows in pieces for line in rows)
    symbols = {(row, column): symbol for row, line in lines for column, symbol in enumerate(line)}
    walkable = frozenset(cell for cell, symbol in symbols.items() if symbol not in CLOSED)
    if not walkable:
        raise ValueError("no square of this board can be walked on")
    surprises, gates, starts = (
        frozenset(cell for cell, symbol in symbols.items() if symbol == wanted) for wanted in (SURPRISE, GATE, START)
    )
    return Board(walkable, surprises, gates=gates, starts=starts)


def lay_tile(board: Board, door: Door, row: int, column: int, arrow: str) -> Board:
    """The board with a Housing tile, its top left at a square; squares under it are blocked (our setting).

    The arrow, in the middle of its side, points at the square beyond, which is then linked to the tile.

    Raises:
        ValueError: that square cannot be walked on, or is linked to another tile.
    """
    covered = {(row + down, column + right) for down in range(PLOT_SIDE) for right in range(PLOT_SIDE)}
    middle, reach = PLOT_SIDE // 2, PLOT_SIDE // 2 + 1
    linked = row + middle + reach * ARROWS[arrow][0], column + middle + reach * ARROWS[arrow][1]
    if linked not in board.walkable - covered:
        raise ValueError(f"the arrow points at row {linked[0]}, column {linked[1]}, which cannot be walked on")
    if linked in board.doors or covered & board.doors.keys():
        raise ValueError("a square is linked to one tile only, and no tile lies on it")
    return replace(
        board,
        walkable=board.walkable - covered if covered & board.walkable else board.walkable,
        surprises=board.surprises - covered,
        doors={**board.doors, linked: door},
    )


def open_gate(board: Board, door: Door, gate: Cell) -> Board:
    """The board with a Housing tile on the plot of a gate.

    Raises:
        ValueError: no plot is there, or a tile lies on it.
    """
    if gate not in board.gates or gate in board.doors:
        raise ValueError(f"row {gate[0]}, column {gate[1]} is the gate of no free plot")
    return replace(board, doors={**board.doors, gate: door})


def move_length(token: int, modifier: int) -> int:
    """The squares of a turn's move: the Movement token's value and the costume's modifier, 0 at the least (ours)."""
    return max(0, token + modifier)


def steps(board: Board, cell: Cell, *, forward: bool = True) -> frozenset[Cell]:
    """The squares that one step leads to."""
    return _steps(board.walkable, FORWARD if forward else BACKWARD)[cell]


@lru_cache(maxsize=1024)  # twice as many as two pieces are laid out in
def _steps(walkable: frozenset[Cell], ways: tuple[Cell, ...]) -> Mapping[Cell, frozenset[Cell]]:
    """The squares that one step leads to, from each square."""
    return {cell: walkable.intersection((cell[0] + down, cell[1] + right) for down, right in ways) for cell in walkable}


def move(board: Board, cell: Cell, squares: int, choose: Choose) -> Cell:
    """Where a pawn ends that goes this many squares, backward if below 0; it stops where it cannot go on (R-14)."""
    leads = _steps(board.walkable, FORWARD if squares > 0 else BACKWARD)
    for _ in range(abs(squares)):
        ways = leads[cell]
        if not ways:
            break
        cell = choose(ways) if len(ways) > 1 else next(iter(ways))
        if cell not in ways:
            raise ValueError(f"row {cell[0]}, column {cell[1]} is not a step away")
    return cell


def destinations(board: Board, cell: Cell, squares: int) -> list[Cell]:
    """All squares where such a move can end, from the top left."""
    leads, ends = _steps(board.walkable, FORWARD if squares > 0 else BACKWARD), {cell}
    for _ in range(abs(squares)):
        ends = {there for here in ends for there in leads[here] or (here,)}
    return sorted(ends)


def set_out(board: Board, cell: Cell) -> Cell:
    """Where a turn's move begins: at the pawn's square, or at the start for one that can go no farther (ours)."""
    return cell if steps(board, cell) else board.start
