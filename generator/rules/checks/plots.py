"""On a map of squares, written as rows of symbols, each plot has a size and a gate.

A plot is a rectangle, which may be turned by a quarter; plots may touch. Exactly one gate lies before the middle of
one of its sides (sides of an odd number of squares have one); a gate belongs to one plot.

SETTINGS
field: the map: a list of texts, one a row
    such as: rows
plot: the symbol of a plot's squares
    such as: H
gate: the symbol of a gate
    such as: D
across: how many squares wide a plot is
    else: 1
    such as: 3
down: how many squares high it is
    else: 1
    such as: 3
min: the fewest plots
    else: none
    such as: 1
max: the most plots
    else: no limit
    such as: 2

PASS
    fields: {rows: {type: list}}
    rule: {check: plots, field: rows, plot: H, gate: D, across: 3, down: 1, min: 1}
    items:
      - {id: street, rows: ["#HHH#", "..D.."]}

FAIL 4:24
    fields: {rows: {type: list}}
    rule: {check: plots, field: rows, plot: H, gate: D, across: 3, down: 1}
    items:
      - {id: small, rows: ["#HH#", "..D."]}

FAIL 4:23
    fields: {rows: {type: list}}
    rule: {check: plots, field: rows, plot: H, gate: D, across: 3, down: 1}
    items:
      - {id: shut, rows: ["HHH", "..."]}

FAIL 4:24
    fields: {rows: {type: list}}
    rule: {check: plots, field: rows, plot: H, gate: D, across: 3, down: 1}
    items:
      - {id: aside, rows: ["HHH", "D.."]}

FAIL 4:32
    fields: {rows: {type: list}}
    rule: {check: plots, field: rows, plot: H, gate: D, across: 3, down: 1}
    items:
      - {id: shared, rows: ["HHH", ".D.", "HHH"]}

FAIL 4:22
    fields: {rows: {type: list}}
    rule: {check: plots, field: rows, plot: H, gate: D, across: 3, down: 1, min: 1}
    items:
      - {id: none, rows: ["..."]}
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.model.fields import Field, ListField, StringField, WithinField
from generator.model.values import Record
from generator.rules.rule import Breach, MapCell, Reach, RuleScope
from generator.rules.settings import PathField, settings_of

REACH: Reach = "item"
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    field=PathField(to=(ListField,), required=True),
    plot=StringField(required=True),
    gate=StringField(required=True),
    across=WithinField(low=1, high=100),
    down=WithinField(low=1, high=100),
    min=WithinField(low=0, high=1000),
    max=WithinField(low=0, high=1000),
)


class Ground(NamedTuple):
    """A plot on a map: its top left square, its size, and the squares before the middles of its sides."""

    row: int
    column: int
    across: int
    down: int

    def cells(self) -> set[MapCell]:
        """Its squares."""
        return {(self.row + y, self.column + x) for y in range(self.down) for x in range(self.across)}

    def doorways(self) -> set[MapCell]:
        """The squares before the middles of its sides, where these have one."""
        y, x = self.row + self.down // 2, self.column + self.across // 2
        upright = {(self.row - 1, x), (self.row + self.down, x)} if self.across % 2 else set()
        return upright | ({(y, self.column - 1), (y, self.column + self.across)} if self.down % 2 else set())


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield what is wrong with the plots of each map, at its row."""
    for item, path, rows in scope.values(settings.field):
        scope.judged += 1
        lines = [str(row or "") for row in rows]
        yield from (
            Breach(item, (*path, row) if row is not None else path, message)
            for row, message in _faults(lines, settings)
        )


def _faults(rows: Sequence[str], settings: Record) -> Iterator[tuple[int | None, str]]:
    plots: list[Ground] = []
    left = {(y, x) for y, row in enumerate(rows) for x, symbol in enumerate(row) if symbol == settings.plot}
    wide, high = settings.across or 1, settings.down or 1
    while left:
        row, column = min(left)
        grounds = [Ground(row, column, *size) for size in ((wide, high), (high, wide))]
        ground = next((ground for ground in grounds if ground.cells() <= left), None)
        if ground is None:
            yield row, f"column {column + 1} of row {row + 1} begins no plot of {wide} by {high} squares"
            return
        plots.append(ground)
        left -= ground.cells()
    if not (settings.min or 0) <= len(plots) <= (len(plots) if settings.max is None else settings.max):
        yield None, f"{len(plots)} plot{'s' if len(plots) != 1 else ''}; {_wanted(settings)}"
    gates = {(y, x) for y, row in enumerate(rows) for x, symbol in enumerate(row) if symbol == settings.gate}
    for ground in plots:
        own = ground.doorways() & gates
        if len(own) != 1:
            place = f"the plot at column {ground.column + 1} of row {ground.row + 1}"
            yield ground.row, f"{place} has {len(own) or 'no'} gate{'s' if len(own) > 1 else ''}; one is wanted"
    for y, x in sorted(gates):
        owners = sum((y, x) in ground.doorways() for ground in plots)
        if owners != 1:
            lies = "before the middle of no side of a plot" if not owners else f"before {owners} plots"
            yield y, f"the gate at column {x + 1} of row {y + 1} lies {lies}"


def _wanted(settings: Record) -> str:
    """How many plots are wanted, in words."""
    fewest = settings.min or 0
    if settings.max is None:
        return f"{fewest} at least are wanted"
    return f"{fewest} wanted" if fewest == settings.max else f"{fewest} to {settings.max} wanted"
