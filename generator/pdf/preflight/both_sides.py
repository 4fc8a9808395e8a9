"""What the two sides of a sheet have to do with each other: facts of two pages, before these are let go."""

from collections.abc import Sequence
from math import hypot

from generator.core.choices import Edge
from generator.pdf.preflight.components import (
    BY_PRINTER,
    Match,
    bare,
    components,
    is_front_again,
    match_components,
    sideways,
    sizes,
)
from generator.pdf.preflight.facts import Interval, Meeting, PdfPage, Sheet, Way

BY_INK = 1.0  # mm, where ink is all there is to follow


def compare_sides(front: PdfPage, back: PdfPage, duplex: Edge | None) -> Sheet:
    """The sheet that two pages make, turned as ``duplex`` says, or else about the edge that suits best."""
    edges: Sequence[Edge] = (duplex,) if duplex else tuple(Edge)
    frames = front.frame(), back.frame()
    if back.ink is not None and not any(back.ink.cells.dark):
        group = components(front)
        group_size = None if group is None else (group.size, len(group.pieces))
        return Sheet(*frames, is_empty=True, components=group_size, singles=sizes(front))
    if match := match_components(front, back, edges):
        return Sheet(*frames, meeting=_meeting(match, again=is_front_again(front, match.components, back, edges)))
    group = components(front)
    if group is None:
        return Sheet(*frames, beside=_beside(front, back, edges))
    lost = bare(front, group, back, edges)
    ink_offset = None if lost else _beside(front, back, edges)
    return Sheet(*frames, components=(group.size, len(group.pieces)), bare=lost, beside=ink_offset)


def _meeting(match: Match, *, again: bool) -> Meeting:
    ways = match.ways
    from statistics import mean  # which imports much, and few files have two sides

    middle = Way(mean(way.right for way in ways), mean(way.down for way in ways))
    return Meeting(
        match.components.size,
        len(ways),
        sum(hypot(*way) > BY_PRINTER for way in ways),
        middle,
        max(hypot(*way) for way in ways),
        max(hypot(way.right - middle.right, way.down - middle.down) for way in ways),
        match.by_ink,
        again,
    )


def _beside(front: PdfPage, back: PdfPage, edges: Sequence[Edge]) -> float | None:
    """How far the ink of the back lies beside that of the front; None where their outlines differ."""
    if front.ink is None or back.ink is None:
        return None
    offsets = []
    for edge in edges:
        turned = sideways(front, edge)
        across = _difference(front.ink.columns, back.ink.columns, front.width if turned else None)
        down = _difference(front.ink.rows, back.ink.rows, None if turned else front.height)
        if across is None or down is None:
            return None
        offsets.append(max(across, down))
    return min(offsets)


def _difference(front: Sequence[Interval], back: Sequence[Interval], length: float | None) -> float | None:
    """By how much rows (or columns) are apart, mirrored in ``length``; None where they are not as many or as wide."""
    if len(front) != len(back) or not front:
        return None
    if length is not None:
        front = [Interval(length - interval.end, length - interval.start) for interval in reversed(front)]
    pairs = list(zip(front, back, strict=True))
    if any(abs((ours.end - ours.start) - (theirs.end - theirs.start)) > BY_INK for ours, theirs in pairs):
        return None
    return max(abs(ours.start + ours.end - theirs.start - theirs.end) / 2 for ours, theirs in pairs)
