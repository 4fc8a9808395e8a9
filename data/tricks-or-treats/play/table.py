"""A whole game's state, how it is set up, and who has won. Source: the game's rules, printed with our settings.

The rules that are published leave set-up, length and end open: the numbers in `GameRules` are our settings, and stand
in the printed rules as such.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from generator.games import Ledger

from .boards import COLUMNS, FINISH, ROWS, START, Cell, joints, upside_down
from .doors import Door
from .moves import ARROWS, Board, lay_tile, open_gate, stacked
from .state import Collector, PilePiece, Piles, take

PIECES = 2  # Game Board pieces of a board
UNEVEN = 4  # collectors, of whom the first would win less often than the others
ARRANGEMENTS = 256  # of two pieces out of 28, one of which has a start: fewer than that

BoardRows = tuple[str, ...]


class GameRules(Struct, frozen=True):
    """Settings of a whole game, all of them ours.

    Attributes:
        solo: whether it is SOLO: no street, no Masks, and Surprise cards on "S!" squares only.
        rounds: how many are played.
        treats: how many each collector draws at the start.
        tricks: the same.
        masks: the same; none in SOLO.
        tiles: Housing tiles for each piece: on the plots of the board, then beside it.
        goal: the Treats that win SOLO.
        head_start: Treats more that whoever begins draws, of four.
    """

    solo: bool = False
    rounds: int = 24
    treats: int = 3
    tricks: int = 5
    masks: int = 5
    tiles: int = 6
    goal: int = 14
    head_start: int = 2


def rules_of(mode: str) -> GameRules:
    """Our settings for a mode: ``standard`` or ``solo``."""
    if mode != "solo":
        return GameRules()
    return GameRules(solo=True, rounds=20, masks=0)


class TreatsBox(Struct, frozen=True):
    """What a game is played with, before anything is shuffled."""

    pieces: tuple[BoardRows, ...]
    doors: tuple[Door, ...]
    piles: Piles


class TreatsSeat(Struct, frozen=True):
    """A collector at the table. ``missing``: turns that it has to miss yet, immune until then."""

    collector: Collector
    cell: Cell
    missing: int = 0


class TreatsTable(Struct, frozen=True):
    """A game under way: the collectors in the order in which they play."""

    board: Board
    seats: tuple[TreatsSeat, ...]
    piles: Piles

    def with_seat(self, number: int, seat: TreatsSeat, piles: Piles | None = None) -> "TreatsTable":
        """The table with one seat changed, and maybe the piles."""
        seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        return TreatsTable(self.board, seats, piles or self.piles)

    def with_collector(self, number: int, collector: Collector, piles: Piles | None = None) -> "TreatsTable":
        """The table with what one collector holds changed, and maybe the piles."""
        return self.with_seat(number, replace(self.seats[number], collector=collector), piles)


def set_up(box: TreatsBox, players: int, rules: GameRules, rng: Random, ledger: Ledger) -> TreatsTable:
    """Lay out the board, shuffle the piles and deal.

    Raises:
        ValueError: the box lacks pieces or tiles.
    """
    board = _laid_out(box, rules, rng)
    piles = Piles(
        box.piles.treats,
        _shuffled(box.piles.tricks, rng),
        _shuffled(box.piles.masks, rng),
        _shuffled(box.piles.costumes, rng),
        _shuffled(box.piles.surprises, rng),
        _shuffled(box.piles.movements, rng),
    )
    seats = []
    for number in range(players):
        wanted = rules.treats + (rules.head_start if number == 0 and players == UNEVEN else 0)
        treats = min(wanted, piles.treats)
        tricks, tricks_left = take(piles.tricks, rules.tricks)
        masks, masks_left = take(piles.masks, rules.masks)
        piles = replace(piles, treats=piles.treats - treats, tricks=tricks_left, masks=masks_left)
        ledger.drawn("treats", piles.treats, short=treats < wanted)
        ledger.drawn("tricks", len(tricks_left), short=len(tricks) < rules.tricks)
        if rules.masks:
            ledger.drawn("masks", len(masks_left), short=len(masks) < rules.masks)
        seats.append(TreatsSeat(Collector(treats, tricks, masks), board.start))
    return TreatsTable(board, tuple(seats), piles)


def winners(table: TreatsTable, rules: GameRules) -> tuple[int, ...]:
    """The seats that have won: most Treats, then most Tricks held, shared if level; in SOLO with Treats enough."""
    if rules.solo:
        return (0,) if table.seats[0].collector.treats >= rules.goal else ()
    standings = [(seat.collector.treats, len(seat.collector.tricks)) for seat in table.seats]
    return tuple(number for number, standing in enumerate(standings) if standing == max(standings))


def _laid_out(box: TreatsBox, rules: GameRules, rng: Random) -> Board:
    """Two pieces, and Housing tiles on the plots of the board; those that are left at joints, the hardest lowest."""
    number = PIECES * rules.tiles
    if len(box.pieces) < PIECES or len(box.doors) < number:
        raise ValueError(f"{PIECES} Game Board pieces and {number} Housing tiles are needed")
    board = _joined(_pieces(box.pieces, rng))
    doors = rng.sample(box.doors, number)
    gates = rng.sample(sorted(board.gates), min(len(board.gates), number))
    for gate in gates:
        board = open_gate(board, doors.pop(), gate)
    outer = _outer_joints()
    doors.sort(key=lambda door: door.difficulty)
    for (row, column), arrow in sorted(rng.sample(outer, min(len(doors), len(outer))), reverse=True):  # hardest lowest
        down, right = ARROWS[arrow]
        board = lay_tile(board, doors.pop(), row - 1 - 2 * down, column - 1 - 2 * right, arrow)
    return board


def _pieces(pieces: Sequence[BoardRows], rng: Random) -> tuple[BoardRows, ...]:
    """Any piece above one with a start, if there is one; with a start or a finish upright, without either way."""
    below = rng.choice([rows for rows in pieces if _has(START, rows)] or pieces)
    above = rng.choice([rows for rows in pieces if rows != below])
    marked = START + FINISH
    return tuple(
        upside_down(rows) if not _has(marked, rows) and rng.choice((False, True)) else rows for rows in (above, below)
    )


def _has(marks: str, rows: BoardRows) -> bool:
    """Whether a piece has a square with one of these symbols."""
    return any(symbol in marks for row in rows for symbol in row)


@lru_cache(maxsize=ARRANGEMENTS)
def _joined(pieces: tuple[BoardRows, ...]) -> Board:
    return stacked(pieces)


@lru_cache(maxsize=1)
def _outer_joints() -> list[tuple[Cell, str]]:
    """The joints at the top and the right of the board, with the arrow at each: no move ends at the others."""
    cells = [(row + ROWS * piece, column) for piece in range(PIECES) for row, column in joints()]
    return [
        (cell, "left" if cell[1] == COLUMNS - 1 else "down") for cell in cells if cell[1] == COLUMNS - 1 or not cell[0]
    ]


def _shuffled(pile: tuple[PilePiece, ...], rng: Random) -> tuple[PilePiece, ...]:
    return tuple(rng.sample(pile, len(pile)))
