"""Which component comes on which sheet of a file, before any face is drawn.

Groups and kinds of one size follow each other on running sheets. Kinds of several sizes that share a file first fill
sheets of their own; what is left of each is packed together, if that spares paper.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import NamedTuple

from generator.draw.marks.marks import Outline
from generator.model.game import Kind
from generator.printing.order import SheetLayout
from generator.printing.slots import SlotSpec, joint_of, sheet_grid, slot_spec
from generator.sheet.grid import Grid
from generator.sheet.joining import BoardPiece, Joint, Texts
from generator.sheet.packing import SharedSize, shared_grids
from generator.sheet.page import Slot

# Shares of a sheet from which a size stays on a sheet of its own, if that costs none: that is cut the fastest.
_FILLED = (0.5, 0.75, 0.9, 1.0)


class KindRun(NamedTuple):
    """The components of one kind in a file: how many there are of each group."""

    kind: Kind
    sizes: tuple[int, ...]

    @property
    def fresh(self) -> bool:
        """Whether each group starts a sheet."""
        return self.kind.fresh_sheets or self.kind.prose is not None


class ComponentPlace(NamedTuple):
    """Where a component of a run comes: the ``number``-th of a group."""

    slot: Slot
    run: int
    group: int
    number: int
    piece: BoardPiece | None = None  # of what is larger than the paper


class SheetArrangement(NamedTuple):
    """What comes where on one sheet."""

    grid: Grid
    places: tuple[ComponentPlace, ...]
    gaps: tuple[ComponentPlace, ...] = ()  # slots left free before the group that they name
    joint: Joint | None = None  # of the component whose pieces lie here


Component = tuple[int, int, int]  # run, group, number


class KindShape(NamedTuple):
    """What of a kind's faces decides how they lie."""

    outline: Outline = ()  # of what is not a rectangle
    texts: Texts = ()  # of what is put together of pieces


PLAIN = KindShape()


def arranged(runs: Sequence[KindRun], layout: SheetLayout, shapes: Mapping[str, KindShape]) -> list[SheetArrangement]:
    """The sheets of a file, in order; those of pieces come last.

    Args:
        runs: what is in it.
        layout: how components lie on paper.
        shapes: of the kinds of which there is something to say, by name.

    Raises:
        Infeasible: see `sheet_grid`.
        WrongUse: see `sheet_grid`.
    """
    lots: dict[SlotSpec, list[int]] = {}
    pieces: list[SheetArrangement] = []
    for number, run in enumerate(runs):
        shape = shapes.get(run.kind.name, PLAIN)
        joint = joint_of(run.kind, layout, *shape)
        if joint is None:
            lots.setdefault(slot_spec(run.kind, layout, shape.outline), []).append(number)
        else:
            pieces += _in_pieces(joint, _components(runs, [number]))
    return [*_whole_ones(runs, lots, layout), *pieces]


def _in_pieces(joint: Joint, components: Iterator[Component]) -> Iterator[SheetArrangement]:
    """The sheets of components that are put together, one after the other."""
    for (run, group, number), (grid, pieces) in product(components, joint.sheets):
        pairs = zip(grid.slots, pieces, strict=True)
        places = tuple(ComponentPlace(slot, run, group, number, piece) for slot, piece in pairs)
        yield SheetArrangement(grid, places, joint=joint)


def _whole_ones(
    runs: Sequence[KindRun], lots: Mapping[SlotSpec, Sequence[int]], layout: SheetLayout
) -> list[SheetArrangement]:
    grids = {spec: sheet_grid(runs[own[0]].kind, layout, spec.outline) for spec, own in lots.items()}
    apart: list[SheetArrangement] = []
    for spec, own in lots.items():
        apart += _running(runs, own, grids[spec], layout.skip if not apart else ())
    papers = {spec.sheet for spec, own in lots.items() if any(not runs[number].fresh for number in own)}
    if len(lots) < 2 or len(papers) != 1 or layout.skip or layout.enlarged:
        return apart
    best = apart
    for filled in _FILLED:
        together = _packed(runs, lots, grids, filled)
        if together is not None and len(together) < len(best):
            best = together
    return best


def _running(runs: Sequence[KindRun], own: Sequence[int], grid: Grid, skip: Sequence[int]) -> list[SheetArrangement]:
    """One component after the other; with gaps between groups where these take no sheet more."""
    loose, tight = (list(_sheets(runs, own, grid, skip, gaps=gaps)) for gaps in (True, False))
    return loose if len(loose) == len(tight) else tight


def _sheets(
    runs: Sequence[KindRun], own: Sequence[int], grid: Grid, skip: Sequence[int], *, gaps: bool
) -> Iterator[SheetArrangement]:
    free = [slot for slot in grid.slots if slot.number not in skip]
    places: list[ComponentPlace] = []
    left_free: list[ComponentPlace] = []
    for number in own:
        for group, size in enumerate(runs[number].sizes):
            if places and (runs[number].fresh or not free):
                yield SheetArrangement(grid, tuple(places), tuple(left_free))
                free, places, left_free = list(grid.slots), [], []
            if gaps and places and size and not runs[number].kind.without_gaps:
                left_free.append(ComponentPlace(free.pop(0), number, group, 0))
            for index in range(size):
                if not free:
                    yield SheetArrangement(grid, tuple(places), tuple(left_free))
                    free, places, left_free = list(grid.slots), [], []
                places.append(ComponentPlace(free.pop(0), number, group, index))
    if places:
        yield SheetArrangement(grid, tuple(places), tuple(left_free))


def _components(runs: Sequence[KindRun], own: Sequence[int]) -> Iterator[Component]:
    for number in own:
        for group, size in enumerate(runs[number].sizes):
            yield from ((number, group, index) for index in range(size))


def _packed(
    runs: Sequence[KindRun], lots: Mapping[SlotSpec, Sequence[int]], grids: Mapping[SlotSpec, Grid], filled: float
) -> list[SheetArrangement] | None:
    """Sheets of one size that are ``filled`` to that share or more, and what is left packed.

    None where the rests find no room beside ruler and label.
    """
    sheets: list[SheetArrangement] = []
    rests: list[tuple[SlotSpec, Iterator[Component], int]] = []
    for spec, own in lots.items():
        grid = grids[spec]
        own_sheets = [number for number in own if runs[number].fresh]
        if own_sheets:
            sheets += _running(runs, own_sheets, grid, ())
        shared = [number for number in own if not runs[number].fresh]
        count, each = sum(sum(runs[number].sizes) for number in shared), len(grid.slots)
        components = _components(runs, shared)
        alone = -(-count // each) if count % each >= filled * each else count // each
        for _ in range(alone):
            batch = zip(grid.slots, islice(components, each), strict=False)
            sheets.append(SheetArrangement(grid, tuple(ComponentPlace(slot, *component) for slot, component in batch)))
        if count > alone * each:
            rests.append((spec, components, count % each))
    pieces = tuple(SharedSize(count, spec.card, spec.gutter) for spec, _, count in rests)
    grids_of_rests = shared_grids(pieces, rests[0][0].sheet) if rests else ()
    if grids_of_rests is None:
        return None
    for grid, which in grids_of_rests:
        taken = (next(rests[lot][1]) for lot in which)
        places = tuple(ComponentPlace(slot, *component) for slot, component in zip(grid.slots, taken, strict=True))
        sheets.append(SheetArrangement(grid, places))
    return sheets
