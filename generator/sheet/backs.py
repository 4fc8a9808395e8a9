"""Backs: which place on the other side of the paper lies behind a slot, and pages of backs made from pages of fronts.

A duplex printer turns the paper about its long or its short edge. Seen from the back, that mirrors places in one axis;
faces themselves are never mirrored. A back is turned so that its top lies behind its front's top.
"""

from collections.abc import Callable, Sequence
from math import hypot
from typing import NamedTuple

from msgspec.structs import replace

from generator.core.choices import UNPRINTABLE, Edge, Marks
from generator.draw.marks.fonts import Font
from generator.draw.marks.marks import FOLD, IDENTITY, Face, Mark, Matrix, PlacedDrawing, Shape, drawing_of
from generator.sheet.crop_marks import CUT
from generator.sheet.impose import outlines_of
from generator.sheet.margin_text import SheetLabel, in_margins
from generator.sheet.page import Page, Rectangle, Slot, grown, mirrored_clip

AWRY = 1.0  # mm that backs may lie off their fronts and not meet what is in the margin


def mirrors_across(edge: Edge, width: float, height: float) -> bool:
    """Whether turning paper of this size about an edge swaps left and right (and not top and bottom)."""
    return (width <= height) == (edge == Edge.long)


def flip(width: float, height: float, edge: Edge) -> Matrix:
    """From a place on one side of the paper to the place behind it, as that side is seen."""
    if mirrors_across(edge, width, height):
        return (-1.0, 0.0, 0.0, 1.0, width, 0.0)
    return (1.0, 0.0, 0.0, -1.0, 0.0, height)


def mirrored(slot: Slot, width: float, height: float, edge: Edge) -> Slot:
    """The place behind ``slot`` on the other side of paper of ``width`` x ``height`` mm, as that side is seen."""
    if mirrors_across(edge, width, height):
        return replace(slot, x=width - slot.x - slot.width, turns=-slot.turns % 4)
    return replace(slot, y=height - slot.y - slot.height, turns=(2 - slot.turns) % 4)


class BackText(NamedTuple):
    """What a page of backs says of itself, and how it differs from its fronts."""

    name: str  # of the page, in the PDF
    label: SheetLabel  # in its margin
    fonts: Sequence[Font]
    slots: Sequence[Slot]  # all of the fronts' sheets: the label stands at the same place on each
    bleed: float | None = None  # mm; that of the fronts if None
    marks: Marks = Marks.none  # lines along edges are printed on this side too


def back_page(
    front: Page, back_of: Callable[[str], Face], edge: Edge, text: BackText, shift: Matrix = IDENTITY
) -> Page:
    """The page that lies behind ``front``: each component's back in the place behind it, slot for slot.

    Args:
        front: the page of fronts.
        back_of: the back of the item with this id.
        edge: the edge about which the paper is turned.
        text: what it says of itself.
        shift: what the printer needs (see `generator.sheet.calibration`).
    """
    placements = tuple(
        replace(
            placement,
            slot=mirrored(placement.slot, front.width, front.height, edge),
            face=back_of(placement.item),
            clip=mirrored_clip(placement),
        )
        for placement in front.placements
    )
    # A printer may lay backs some way off their fronts: the label keeps clear of them and of the paper's edge.
    bleed = front.bleed if text.bleed is None else text.bleed
    trim = _behind(front.trim, front.width, front.height, edge) if front.trim else None
    faces = [grown(mirrored(slot, front.width, front.height, edge), bleed + AWRY) for slot in text.slots]
    near = UNPRINTABLE + _moves(shift, front.width, front.height)
    slug = in_margins(text.label, text.fonts, (front.width, front.height), faces, (), near=near)
    outlines = outlines_of(placements, text.marks, shared=False) if text.marks == Marks.both else ()
    return Page(
        front.width, front.height, placements, outlines=outlines, slug=slug, label=text.name, trim=trim, bleed=bleed,
        side="back", shift=shift,
    )  # fmt: skip


def _moves(shift: Matrix, width: float, height: float) -> float:
    """How far a matrix moves something on the paper at the most, mm."""
    a, b, c, d, e, f = shift
    corners = ((0.0, 0.0), (width, 0.0), (0.0, height), (width, height))
    return max(hypot((a - 1) * x + c * y + e, b * x + (d - 1) * y + f) for x, y in corners)


def _behind(box: Rectangle, width: float, height: float, edge: Edge) -> Rectangle:
    if mirrors_across(edge, width, height):
        return replace(box, x=width - box.x - box.width)
    return replace(box, y=height - box.y - box.height)


def folded(front: Face, back: Face, bleed: float = 0.0) -> Face:
    """Front and back side by side, to be folded in the middle and glued: one face of twice the width.

    Neither reaches over the fold, and both reach ``bleed`` mm beyond the other edges.
    What is not a rectangle is cut out as one, folded and glued, and then cut along the outline drawn on its front.

    Raises:
        ValueError: the two are not of the same size.
    """
    if (front.width, front.height) != (back.width, back.height):
        sizes = f"{front.width:g} x {front.height:g} and {back.width:g} x {back.height:g} mm"
        raise ValueError(f"front and back differ in size: {sizes}")
    left, top, below = -bleed, -bleed, front.height + bleed
    sides = [(front, (left, top, front.width, below)), (back, (0.0, top, back.width + bleed, below))]
    before, behind = (drawing_of(side.marks, box) for side, box in sides)
    line = (("M", front.width, 0.0), ("L", front.width, front.height))
    marks: tuple[Mark, ...] = (
        PlacedDrawing(before),
        PlacedDrawing(behind, (1.0, 0.0, 0.0, 1.0, front.width, 0.0)),
        Shape(line, FOLD),
        *([Shape(front.outline, CUT)] if front.outline else []),
    )
    return Face(2 * front.width, front.height, marks, folds=(*front.folds, line))
