"""What an order changes about finished pages: where bleed ends, whether faces are printed, what the printer needs."""

from msgspec.structs import replace

from generator.core.choices import Edge, Size
from generator.draw.marks.marks import IDENTITY, Matrix
from generator.project.printing.order import SheetLayout
from generator.project.printing.profiles import find_profile, known_profiles
from generator.sheet.outer_bleed import outside_only
from generator.sheet.page import Page, emptied
from generator.sheet.register import correction


def wished_front(page: Page, layout: SheetLayout) -> Page:
    """A page of fronts as the layout wants it."""
    if layout.outside and page.bleed:
        page = replace(page, placements=outside_only(page.placements, page.bleed))
    if layout.printer is not None:
        page = replace(page, shift=front_shift(layout))
    return emptied(page) if layout.empty else page


def front_shift(layout: SheetLayout) -> Matrix:
    """By how much fronts are moved to suit the printer."""
    found = known_profiles(layout.printers).get(layout.printer or "")
    return (1.0, 0.0, 0.0, 1.0, -found.front[0], -found.front[1]) if found and any(found.front) else IDENTITY


def back_shift(layout: SheetLayout, paper: Size, edge: Edge) -> Matrix:
    """By how much backs are moved to suit the printer, where paper is turned about an edge.

    A back was measured against its front as that was printed: where fronts are moved, backs go along.

    Raises:
        Refusal: see `find_profile`.
    """
    if layout.printer is None:
        return IDENTITY
    found = find_profile(layout.printers, layout.printer, edge)
    error = replace(found.error, x=found.error.x + found.front[0], y=found.error.y + found.front[1])
    return correction(error, *paper, edge)
