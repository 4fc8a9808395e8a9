"""What is drawn where on a Game Board piece: its squares, and the blocks that blocked squares are put together to."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from .boards import BLOCKED, FINISH, GATE, PLOT, PLOT_SIDE, START, SURPRISE, Cell

SHAPES = ((3, 2), (2, 3), (2, 2), (3, 1), (1, 3), (2, 1), (1, 2), (1, 1))  # of blocks, across and down
SPECIAL = (SURPRISE, GATE, START, FINISH)  # squares to walk on with something on them
_CLOSED = (BLOCKED, PLOT)
TURNS = {"top": 0, "right": 90, "bottom": 180, "left": 270}  # of an edge, clockwise


class Square(NamedTuple):
    """A square to walk on, by its place from the top left."""

    row: int
    column: int


class BoardBlock(NamedTuple):
    """Blocked squares under one picture, or a plot.

    Attributes:
        row, column: of its top left square.
        across, down: how many squares it has.
        edge: the edge of the piece at which it lies, or both of a corner, clockwise: ``top``, ``right-bottom``.
        turn: of the first of these edges, in degrees clockwise from the top.
        gate: of a plot, the way from its middle to its gate, in degrees clockwise from up; -1 if it has none.
    """

    row: int
    column: int
    across: int
    down: int
    edge: str = ""
    turn: int = 0
    gate: int = -1

    @property
    def middle(self) -> tuple[float, float]:
        """How far its middle is from the left and from the top, in squares."""
        return self.column + self.across / 2, self.row + self.down / 2


class BoardPlan(NamedTuple):
    """The squares of a piece by what is drawn on them, and its blocks, each sort row by row."""

    streets: tuple[Square, ...]
    surprises: tuple[Square, ...]
    gates: tuple[Square, ...]
    starts: tuple[Square, ...]
    finishes: tuple[Square, ...]
    corners: tuple[BoardBlock, ...]
    edges: tuple[BoardBlock, ...]
    blocks: tuple[BoardBlock, ...]
    plots: tuple[BoardBlock, ...]


@lru_cache(maxsize=64)  # a piece is drawn once a language
def plan(rows: tuple[str, ...]) -> BoardPlan:
    """The squares of a piece; blocked ones put together to blocks as large as `SHAPES` has them, along each edge and
    inside."""
    cells = {(y, x): symbol for y, line in enumerate(rows) for x, symbol in enumerate(line)}
    streets: list[Square] = []
    special: dict[str, list[Square]] = {symbol: [] for symbol in SPECIAL}
    for (y, x), symbol in cells.items():
        if symbol not in _CLOSED:
            special.get(symbol, streets).append(Square(y, x))
    found = list(_blocks(cells, len(rows), max(map(len, rows), default=0)))
    surprises, gates, starts, finishes = (tuple(special[symbol]) for symbol in SPECIAL)
    return BoardPlan(
        tuple(streets),
        surprises,
        gates,
        starts,
        finishes,
        tuple(block for block in found if "-" in block.edge),
        tuple(block for block in found if block.edge and "-" not in block.edge),
        tuple(block for block in found if not block.edge),
        tuple(_plots(cells)),
    )


def board_plan(fields: dict[str, Any]) -> BoardPlan:
    """`plan` of a piece's fields, as templates ask for it."""
    return plan(tuple(map("".join, fields["rows"])))


def _edge(cell: Cell, down: int, across: int) -> str:
    """The edge at which a square lies, both in a corner, none inside."""
    row, column = cell
    lies = {"top": row == 0, "right": column == across - 1, "bottom": row == down - 1, "left": column == 0}
    at = [edge for edge, holds in lies.items() if holds]
    return "left-top" if at == ["top", "left"] else "-".join(at)


def _blocks(cells: dict[Cell, str], down: int, across: int) -> Iterator[BoardBlock]:
    """All blocks, each of squares at the same edge."""
    edges = {cell: _edge(cell, down, across) for cell, symbol in cells.items() if symbol == BLOCKED}
    left = dict(edges)
    for row, column in edges:
        edge = left.get((row, column))
        if edge is None:
            continue
        wide, high = next(
            shape
            for shape in SHAPES
            if all(left.get((row + y, column + x)) == edge for y in range(shape[1]) for x in range(shape[0]))
        )
        for y in range(high):
            for x in range(wide):
                del left[row + y, column + x]
        yield BoardBlock(row, column, wide, high, edge, TURNS.get(edge.partition("-")[0], 0))


def _plots(cells: dict[Cell, str]) -> Iterator[BoardBlock]:
    left = {cell for cell, symbol in cells.items() if symbol == PLOT}
    middle, reach = PLOT_SIDE // 2, PLOT_SIDE // 2 + 1
    while left:
        row, column = min(left)
        left -= {(row + y, column + x) for y in range(PLOT_SIDE) for x in range(PLOT_SIDE)}
        ways = {0: (-reach, 0), 90: (0, reach), 180: (reach, 0), 270: (0, -reach)}
        gates = [turn for turn, (y, x) in ways.items() if cells.get((row + middle + y, column + middle + x)) == GATE]
        yield BoardBlock(row, column, PLOT_SIDE, PLOT_SIDE, gate=gates[0] if gates else -1)
