"""Bleed beyond the block of components alone: neighbours that touch show nothing of each other's."""

from collections.abc import Sequence

from msgspec.structs import replace

from generator.core.choices import um
from generator.draw.marks.marks import Outline, inverse, moved
from generator.sheet.page import Placement, Rect, rect_of, to_sheet


def outside_only(placements: Sequence[Placement], bleed: float) -> tuple[Placement, ...]:
    """The placements with each face ending in the middle between it and a neighbour nearer than twice the ``bleed``."""
    rects = [rect_of(placement.slot) for placement in placements]
    return tuple(
        placement if placement.clip else replace(placement, clip=_clip(placement, rect, rects, um(bleed)))
        for placement, rect in zip(placements, rects, strict=True)
    )


def mirrored_clip(placement: Placement) -> Outline:
    """What its back may show: left and right are swapped behind it."""
    if placement.face.outline or not placement.clip:  # hexagons are the same from behind
        return placement.clip
    return moved(placement.clip, (-1.0, 0.0, 0.0, 1.0, placement.slot.card[0], 0.0))


def _clip(placement: Placement, rect: Rect, others: Sequence[Rect], bleed: int) -> Outline:
    """The rectangle, on the face, that it may show."""
    room = [bleed] * 4  # left, top, right, bottom
    for other in others:
        gaps = (rect.x1 - other.x2, rect.y1 - other.y2, other.x1 - rect.x2, other.y1 - rect.y2)
        across, down = other.y1 < rect.y2 and rect.y1 < other.y2, other.x1 < rect.x2 and rect.x1 < other.x2
        for side, gap in enumerate(gaps):
            if gap >= 0 and (down if side % 2 else across):
                room[side] = min(room[side], gap // 2)
    left, top = (rect.x1 - room[0]) / 1000, (rect.y1 - room[1]) / 1000
    right, bottom = (rect.x2 + room[2]) / 1000, (rect.y2 + room[3]) / 1000
    path: Outline = (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",))
    return moved(path, inverse(to_sheet(placement.slot)))
