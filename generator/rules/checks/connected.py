"""A map of squares, written as rows of symbols, is in one piece.

All rows are equally long, and have no other symbols. With ``board``, the same of a list of addresses on a board.

SETTINGS
field: the map: a list of texts, one a row; or of addresses
    such as: rows
walkable: the symbols of squares to walk on; needed without `board`
    such as: ".S"
blocked: the symbols of all other squares
    else: none
    such as: "#"
board: the field lists addresses on a board of these; the item has its settings, as for templates
    such as: hexes
columns: how long each row is
    else: as the first
    such as: 8
rows: how many rows there are
    else: as many as there are
    such as: 8
joints: places that must be open, by edge, so that maps join
    else: none
    such as: {top: [2], left: [2]}
sealed: whether nothing else at the edges is open
    such as: true
straight: whether every square has a straight way through: open squares or joints on two opposite sides
    such as: true

PASS
    fields: {rows: {type: list}}
    rule: {check: connected, field: rows, walkable: ".S", blocked: "#", joints: {top: [2], left: [2]}, sealed: true}
    items:
      - {id: crossing, rows: ["#.#", ".S#", "###"]}

FAIL 4:28
    fields: {rows: {type: list}}
    rule: {check: connected, field: rows, walkable: ".", blocked: "#"}
    items:
      - {id: two-yards, rows: [".#.", ".#."]}

FAIL 5:19
    fields: {rows: {type: list}}
    rule: {check: connected, field: rows, walkable: ".", blocked: "#"}
    items:
      - id: unknown-symbol
        rows: ["...", "..x"]

FAIL 4:29
    fields: {rows: {type: list}}
    rule: {check: connected, field: rows, walkable: ".", blocked: "#", joints: {bottom: [1]}}
    items:
      - {id: shut, rows: ["..", "#."]}

FAIL 4:34
    fields: {rows: {type: list}}
    rule: {check: connected, field: rows, walkable: ".", blocked: "#", joints: {left: [2]}, straight: true}
    items:
      - {id: dead-end, rows: ["###", "..#", "###"]}

FAIL 4:24
    fields: {rows: {type: list}}
    rule: {check: connected, field: rows, walkable: ".", blocked: "#", joints: {left: [1]}, sealed: true}
    items:
      - {id: leaky, rows: ["..", "##"]}

FAIL 4:25
    fields: {rows: {type: list}}
    rule: {check: connected, field: rows, walkable: ".", blocked: "#", columns: 3}
    items:
      - {id: narrow, rows: [".."]}

PASS
    fields: {road: {type: list}}
    rule: {check: connected, field: road, board: hexes}
    items:
      - {id: highway, road: ["0101", "0201", "0302"]}

FAIL 4:33
    fields: {road: {type: list}}
    rule: {check: connected, field: road, board: squares}
    items:
      - {id: broken, road: [A1, A2, C3]}

FAIL 4:31
    fields: {road: {type: list}, columns: {type: whole}}
    rule: {check: connected, field: road, board: hexes}
    items:
      - {id: lost, road: ["0101", "0301"], columns: 2}
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from generator.model.board_functions import HEXES, SQUARES, board_of
from generator.model.fields import ChoiceField, Field, FlagField, ListField, RecordField, StringField, WithinField
from generator.model.game import Item
from generator.model.values import Record
from generator.rules.rule import Breach, MapCell, Reach, RuleScope, ValuePath
from generator.rules.settings import PathField, settings_of

EDGES = ("top", "right", "bottom", "left")
REACH: Reach = "item"
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    field=PathField(to=(ListField,), required=True),
    walkable=StringField(default=""),
    blocked=StringField(default=""),
    board=ChoiceField(of=("hexes", "squares")),
    columns=WithinField(low=1, high=1000),
    rows=WithinField(low=1, high=1000),
    joints=RecordField(
        fields={
            edge: ListField(of=WithinField(low=1, high=1000), says="counted from 1", example="[2, 5]") for edge in EDGES
        }
    ),
    sealed=FlagField(default=False),
    straight=FlagField(default=False),
)


class Map(Struct, frozen=True):
    """A map, with what is open beyond its edges."""

    rows: Sequence[str]
    walkable: frozenset[MapCell]
    joints: dict[MapCell, frozenset[MapCell]]  # the square at the edge, and what lies beyond it


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield what is wrong with each map, at its row. A map of a wrong form is not examined further."""
    for item, path, rows in scope.values(settings.field):
        scope.judged += 1
        lines = [str(row or "") for row in rows]
        if settings.board is not None:
            yield from _in_one_piece(item, path, lines, settings.board)
            continue
        faults = list(_form(item, path, lines, settings))
        if faults or not lines:
            yield from faults
        else:
            yield from _ways(item, path, _read(lines, settings), settings)


def _in_one_piece(item: Item, path: ValuePath, addresses: Sequence[str], board: str) -> Iterator[Breach]:
    """Addresses that are not on the board, and those that are not reached from the first."""
    try:
        grid = board_of(item.fields, HEXES if board == "hexes" else SQUARES)
    except ValueError as error:
        yield Breach(item, path, str(error))
        return
    spots: dict[tuple[int, int], int] = {}
    for number, address in enumerate(addresses):
        try:
            place = grid.at(address)
            spots.setdefault((place.column, place.row), number)
        except ValueError as error:
            yield Breach(item, (*path, number), str(error))
    waiting = list(spots)[:1]
    reached = set(waiting)
    while waiting:
        fresh = (grid.neighbours(*waiting.pop()) & spots.keys()) - reached
        reached |= fresh
        waiting += fresh
    lost = [number for spot, number in spots.items() if spot not in reached]
    if lost:
        more = f", nor are {len(lost) - 1} more" if len(lost) > 1 else ""
        yield Breach(item, (*path, lost[0]), f"{addresses[lost[0]]} is not reached from {addresses[0]}{more}")


def _form(item: Item, path: ValuePath, rows: Sequence[str], settings: Record) -> Iterator[Breach]:
    """Rows that are too many, too few, of a wrong length or with unknown symbols."""
    if settings.rows is not None and len(rows) != settings.rows:
        yield Breach(item, path, f"{len(rows)} rows; {settings.rows} wanted")
    width = settings.columns or (len(rows[0]) if rows else 0)
    for number, row in enumerate(rows):
        unknown = sorted(set(row) - set(settings.walkable) - set(settings.blocked))
        if unknown:
            squares = " ".join(settings.walkable + settings.blocked)
            yield Breach(item, (*path, number), f"{unknown[0]!r} is not a square; known: {squares}")
        elif len(row) != width:
            yield Breach(item, (*path, number), f"row {number + 1} has {len(row)} squares; {width} wanted")


def _read(rows: Sequence[str], settings: Record) -> Map:
    """The map of rows that are of the right form."""
    cells = [(y, x) for y, row in enumerate(rows) for x, symbol in enumerate(row) if symbol in settings.walkable]
    height, width = len(rows), len(rows[0]) if rows else 0
    beyond: dict[MapCell, set[MapCell]] = {}
    for edge, places in settings.joints or ():
        for place in places:
            inside, outside = {
                "top": ((0, place - 1), (-1, place - 1)),
                "right": ((place - 1, width - 1), (place - 1, width)),
                "bottom": ((height - 1, place - 1), (height, place - 1)),
                "left": ((place - 1, 0), (place - 1, -1)),
            }[edge]
            beyond.setdefault(inside, set()).add(outside)
    return Map(rows, frozenset(cells), {cell: frozenset(outside) for cell, outside in beyond.items()})


def _ways(item: Item, path: ValuePath, plan: Map, settings: Record) -> Iterator[Breach]:
    """Joints that are shut, openings that are none, squares cut off, ends and bends."""

    def at(cell: MapCell, message: str) -> Breach:
        row = min(max(cell[0], 0), len(plan.rows) - 1)
        return Breach(item, (*path, row), f"column {cell[1] + 1} of row {cell[0] + 1} {message}")

    for cell in sorted(set(plan.joints) - plan.walkable):
        yield at(cell, "is blocked; a joint lies there")
    for cell in sorted(plan.walkable):
        if settings.sealed and cell not in plan.joints and _at_edge(cell, plan):
            yield at(cell, "is open at the edge, where no joint lies")
        if settings.straight and not _goes_on(cell, plan):
            yield at(cell, "is an end or a bend: no way leads straight through it")
    reached = _reached(plan.walkable)
    lost = sorted(plan.walkable - reached)
    if lost:
        first = min(plan.walkable)
        more = f", nor are {len(lost) - 1} more" if len(lost) > 1 else ""
        yield at(lost[0], f"is not reached from column {first[1] + 1} of row {first[0] + 1}{more}")


def _at_edge(cell: MapCell, plan: Map) -> bool:
    return cell[0] in (0, len(plan.rows) - 1) or cell[1] in (0, len(plan.rows[0]) - 1)


def _goes_on(cell: MapCell, plan: Map) -> bool:
    row, column = cell
    open_cells = plan.walkable | plan.joints.get(cell, frozenset())
    upright = {(row - 1, column), (row + 1, column)} <= open_cells
    return upright or {(row, column - 1), (row, column + 1)} <= open_cells


def _reached(walkable: frozenset[MapCell]) -> set[MapCell]:
    """The squares reached from the first one."""
    waiting = [min(walkable)] if walkable else []
    reached = set(waiting)
    while waiting:
        row, column = waiting.pop()
        around = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        fresh = (around & walkable) - reached
        reached |= fresh
        waiting += fresh
    return reached
