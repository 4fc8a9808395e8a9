"""The places of components on their sheets, as an order and a kind ask for them; pages moved to suit a printer."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from generator.core.choices import UNPRINTABLE, Edge, Marks, Size, paper_size
from generator.core.problem import Infeasible, WrongUse
from generator.draw.marks.marks import IDENTITY, Matrix, Outline
from generator.model.game import Game, Kind
from generator.printing.order import Choice, SheetLayout, choose_kinds
from generator.printing.profiles import find_profile, known_profiles
from generator.sheet.calibration import correction
from generator.sheet.cutters import Cutter, clear_of, quiet_zones, registration_marks
from generator.sheet.grid import Grid, enlarged, fit_grid, placed_grid
from generator.sheet.joining import Joint, Texts, joined
from generator.sheet.nesting import hexagon_of
from generator.sheet.packing import SheetSpec
from generator.sheet.page import Page, emptied, outside_only
from generator.sheet.slug_boxes import SLUG, SLUG_OF_MACHINES


def cut_by_hand(
    game: Game, choice: Choice, layout: SheetLayout, prints: Callable[[Kind], bool] | None = None
) -> SheetLayout:
    """The layout, with the kinds that are too large for the cutting machine left to be cut by hand.

    Kinds that were asked for by name stay: what cannot be done with them is to be refused.
    """
    if layout.cutting is None or choice.kinds:
        return layout
    too_large = []
    for kind in filter(prints, choose_kinds(game, choice)):
        try:
            sheet_grid(kind, layout)
        except Infeasible:
            too_large.append(kind.name)
    return replace(layout, cutting=replace(layout.cutting, by_hand=tuple(too_large)))


class SlotSpec(NamedTuple):
    """What decides which components can follow each other on one grid: equal for kinds of one size."""

    card: Size  # mm; of front and back together where they are to be folded
    gutter: float
    outline: Outline  # of hexagons, which nest; empty for all else
    sheet: SheetSpec


def slot_spec(kind: Kind, layout: SheetLayout, outline: Outline = ()) -> SlotSpec:
    """The slots of a kind whose components have this outline, if not that of a rectangle.

    Raises:
        Infeasible: there is no such paper.
    """
    assert kind.size is not None
    width, height = kind.size
    folded = layout.folds(kind)
    card = (2 * width, height) if folded else kind.size
    gutter = layout.between(kind)
    nests = not folded and not layout.enlarged and hexagon_of(outline, *card) is not None
    try:
        sheet = sheet_spec(layout, layout.machine(kind), layout.room_of(kind), layout.marks_of(kind))
    except ValueError as error:
        raise Infeasible(f"{kind.name}: {error}") from None
    return SlotSpec(card, gutter, outline if nests else (), sheet)


def sheet_spec(layout: SheetLayout, machine: Cutter, bleed: float, marks: Marks) -> SheetSpec:
    """The paper of a layout, for components that reach ``bleed`` mm beyond their trim.

    Raises:
        ValueError: there is no such paper.
    """
    paper = paper_size(layout.paper)
    margin = max(UNPRINTABLE, machine.inset) + bleed
    return SheetSpec(paper, margin, quiet_zones(machine, paper, bleed), bleed, marks)


def joint_of(kind: Kind, layout: SheetLayout, outline: Outline = (), texts: Texts = ()) -> Joint | None:
    """How a kind is put together of pieces; None where it fits the paper as a whole, or is not to be.

    Args:
        kind: the kind.
        layout: how components lie on paper.
        outline: of hexagons.
        texts: where texts stand on it.

    Raises:
        Infeasible: it cannot be put together of such paper.
    """
    overlap = layout.overlap_of(kind)
    if overlap is None:
        return None
    spec = slot_spec(kind, layout, outline)
    try:
        whole_grid(spec, layout)
    except ValueError:
        try:
            return joined(spec.card, overlap, spec.sheet, texts)
        except ValueError as error:
            raise Infeasible(f"{kind.name}: {error}") from None
    return None


def whole_grid(spec: SlotSpec, layout: SheetLayout, *, is_net: bool = False) -> Grid:
    """The grid of components that fit the paper as they are; an unfolded box is not cut along crop marks.

    Raises:
        ValueError: they don't.
    """
    paper, margin, zones, bleed, marks = spec.sheet
    if layout.sheet is not None:
        return placed_grid(layout.sheet.name, paper, layout.sheet.size, layout.sheet.slots, spec.card, bleed)
    if layout.enlarged:
        return enlarged(paper, spec.card, margin=margin, zones=zones, bleed=bleed)
    return fit_grid(
        paper,
        spec.card,
        gutter=spec.gutter,
        margin=margin,
        keep_out=SLUG_OF_MACHINES if zones else SLUG,
        zones=zones,
        bleed=bleed,
        outline=spec.outline,
        marked=marks == Marks.crop and not is_net,
    )


def _way_out(kind: Kind, layout: SheetLayout) -> str:
    """What to do where a component does not fit the paper."""
    machine, bleed = layout.machine(kind), layout.bleed_of(kind)
    if layout.sheet is not None:
        return "; print it with --kind on separate sheets"
    if machine.inset:
        return f": that room is for --cutter {machine.name}; take --cutter none, or leave {kind.name} out of --cut"
    of_bleed = f", {bleed:g} mm of it for the bleed" if bleed else ""
    return of_bleed if kind.prose else f"{of_bleed}; --join overlap, or join in game.yaml, prints it in pieces"


def sheet_grid(kind: Kind, layout: SheetLayout, outline: Outline = ()) -> Grid:
    """The grid of a kind's sheets, or of its fronts and backs side by side where they are to be folded.

    Of what is put together of pieces, it is that of the first sheet. Hexagons, as their ``outline`` tells, nest.

    Raises:
        Infeasible: not one component fits the paper.
        WrongUse: slots are to stay empty that are not there, or all of them.
    """
    spec = slot_spec(kind, layout, outline)
    try:
        grid = whole_grid(spec, layout, is_net=kind.net is not None)
    except ValueError as error:
        joint = joint_of(kind, layout, outline)
        if joint is not None:
            return joint.sheets[0].grid
        raise Infeasible(f"{kind.name}: {error}{_way_out(kind, layout)}") from None
    last = max(layout.skip, default=0)
    if last > len(grid.slots) > 1:
        raise WrongUse(f"{kind.name}: a sheet has {len(grid.slots)} slots; {last} is none of them")
    if {slot.number for slot in grid.slots} <= set(layout.skip):
        raise WrongUse(f"{kind.name}: no slot of the first sheet is left to print on (it has {len(grid.slots)})")
    return grid


def wished_front(page: Page, layout: SheetLayout, machine: Cutter) -> Page:
    """A page of fronts as the layout wants it: with the marks of its cutting machine, and without crop marks where
    those must stand alone."""
    paper = (page.width, page.height)
    cuts = tuple(clear_of(quiet_zones(machine, paper), page.cuts))
    # What a machine's marks leave no room for is cut by the machine.
    straight = page.straight if cuts == page.cuts else ()
    page = replace(page, cuts=cuts, straight=straight, slug=(*page.slug, *registration_marks(machine, paper)))
    if layout.outside and page.bleed:
        page = replace(page, placements=outside_only(page.placements, page.bleed))
    if layout.printer is not None:
        page = replace(page, shift=front_shift(layout))
    return emptied(page) if layout.empty else page


def front_shift(layout: SheetLayout) -> Matrix:
    """By how much fronts are moved to suit the printer."""
    profile = known_profiles(layout.printers).get(layout.printer or "")
    return (1.0, 0.0, 0.0, 1.0, -profile.front[0], -profile.front[1]) if profile and any(profile.front) else IDENTITY


def back_shift(layout: SheetLayout, paper: Size, edge: Edge) -> Matrix:
    """By how much backs are moved to suit the printer, where paper is turned about an edge.

    A back was measured against its front as that was printed: where fronts are moved, backs go along.

    Raises:
        Refusal: see `find_profile`.
    """
    if layout.printer is None:
        return IDENTITY
    profile = find_profile(layout.printers, layout.printer, edge)
    error = replace(profile.error, x=profile.error.x + profile.front[0], y=profile.error.y + profile.front[1])
    return correction(error, *paper, edge)
