"""Which of the things on a page are components to be cut out, and what lies behind them on the back of the sheet.

Components are places of one size: clips, pictures, forms and painted rectangles or, where a page has none of these
(it is a single picture, say), blocks of ink. A page to be read has such things too; it is distinguished from a sheet of
components by where most of its ink is.
"""

from collections.abc import Sequence
from math import ceil, floor, hypot
from typing import NamedTuple

from generator.core.choices import Edge
from generator.pdf.preflight.facts import Cells, Interval, Meeting, PageFrame, PdfPage, Piece, PieceSize, Sheet, Way

BY_PRINTER = 3.0  # mm; no printer pulls paper further off
_ALIKE = 0.5  # mm in which sizes may differ
ALIKE_INK = 1.0  # the same, in pictures
_MOST = 500  # components on a page
_MOST_SIZES = 100
_MOST_PIECES = 1_000  # of any size on a page, the largest
_WHOLE_PAGE = 0.9  # of the page: such a piece is not a component
_MOST_INK = 0.5  # of a sheet's ink is on its components
_MARGIN = 20.0  # mm from the edge, where labels and rulers stand that belong to no component


class PieceGroup(NamedTuple):
    """Pieces of one size, of which none is nearly at the place of another."""

    size: PieceSize
    pieces: list[Piece]


class Match(NamedTuple):
    """Components of a front, and how far off the back of each lies."""

    components: PieceGroup
    ways: list[Way]
    by_ink: bool


def sideways(page: PageFrame, edge: Edge) -> bool:
    """Whether turning the paper swaps left and right, and not top and bottom."""
    return (page.width <= page.height) == (edge == Edge.long)


def mirrored(piece: Piece, page: PageFrame, edge: Edge) -> Piece:
    """The place behind a piece, as the back is seen."""
    return piece._replace(x=page.width - piece.x) if sideways(page, edge) else piece._replace(y=page.height - piece.y)


def components(page: PdfPage) -> PieceGroup | None:
    """The largest things of one size that a page has several of, and most of its ink on; None where it has none."""
    for groups in (_groups(page, page.pieces, _ALIKE), _groups(page, _blocks(page), ALIKE_INK)):
        for group in groups:
            if len(group.pieces) > 1 and _holds_ink(page, group):
                return group
    return None


def sizes(page: PdfPage) -> tuple[PieceSize, ...]:
    """Of what sizes the things are of which one size has most of a page's ink on it."""
    groups = (*_groups(page, page.pieces, _ALIKE), *_groups(page, _blocks(page), ALIKE_INK))
    return tuple(dict.fromkeys(group.size for group in groups if _holds_ink(page, group)))


def match_components(front: PdfPage, back: PdfPage, edges: Sequence[Edge]) -> Match | None:
    """The components that both sides have, turned about the edge that suits best; None where none can be determined.

    Several of one size go before a single one, larger before smaller, drawn ones before blocks of ink.
    """
    drawn = _pairs(_groups(front, front.pieces, _ALIKE), _groups(back, back.pieces, _ALIKE), _ALIKE)
    blocks = _pairs(_groups(front, _blocks(front), ALIKE_INK), _groups(back, _blocks(back), ALIKE_INK), ALIKE_INK)
    several = [(pair, False) for pair in drawn if len(pair[0].pieces) > 1]
    several += [(pair, True) for pair in blocks if len(pair[0].pieces) > 1]
    for (ours, theirs), by_ink in (*several, *((pair, False) for pair in drawn if len(pair[0].pieces) == 1)):
        if _holds_ink(front, ours):
            choices = [_ways(ours, theirs, front, edge) for edge in edges]
            return Match(ours, min(choices, key=lambda ways: max(hypot(*way) for way in ways)), by_ink)
    return None


def bare(front: PdfPage, group: PieceGroup, back: PdfPage, edges: Sequence[Edge]) -> int:
    """How many of these components have no ink behind them, turned about the edge that suits best."""
    if front.ink is None or back.ink is None:
        return 0
    cells = back.ink.cells
    return min(
        sum(
            not any(any(row) for row in _under(cells, mirrored(piece, front, edge), -BY_PRINTER))
            for piece in group.pieces
        )
        for edge in edges
    )


def is_front_again(front: PdfPage, group: PieceGroup, back: PdfPage, edges: Sequence[Edge]) -> bool:
    """Whether the ink behind the components is that of the front, in the same places, and not as turning would put it.

    Told by squares of paper with ink in them: what is all dark, or alike on all components, can't be determined.
    """
    if front.ink is None or back.ink is None or len(group.pieces) < 2:
        return False
    ours, theirs = front.ink.cells, back.ink.cells
    cells = [_under(ours, piece, 0.0) for piece in group.pieces]
    if cells != [_under(theirs, piece, 0.0) for piece in group.pieces]:
        return False
    return all(cells != [_under(theirs, mirrored(piece, front, edge), 0.0) for piece in group.pieces] for edge in edges)


def _blocks(page: PdfPage) -> Sequence[Piece]:
    return page.ink.blocks if page.ink is not None else ()


def _groups(page: PdfPage, pieces: Sequence[Piece], within: float) -> list[PieceGroup]:
    """The pieces by size, the largest first."""
    groups: list[PieceGroup] = []
    for piece in sorted(pieces, key=lambda piece: -piece.width * piece.height)[:_MOST_PIECES]:
        size = PieceSize(*sorted((piece.width, piece.height)))
        if size.short * size.long >= _WHOLE_PAGE * page.width * page.height:
            continue
        group = next((group for group in groups if group.size.is_like(size, within)), None)
        if group is None and len(groups) < _MOST_SIZES:
            groups.append(PieceGroup(size, [piece]))
        elif group is not None and len(group.pieces) < _MOST and not _is_among(piece, group):
            group.pieces.append(piece)
    return sorted(groups, key=lambda group: -group.size.short * group.size.long)


def _is_among(piece: Piece, group: PieceGroup) -> bool:
    """Whether there is such a piece already: a frame in its clip, a card and its shadow."""
    near = group.size.short / 2
    return any(abs(piece.x - placed.x) < near and abs(piece.y - placed.y) < near for placed in group.pieces)


def _pairs(fronts: list[PieceGroup], backs: list[PieceGroup], within: float) -> list[tuple[PieceGroup, PieceGroup]]:
    """Groups of one size on both sides."""
    pairs = []
    for ours in fronts:
        theirs = next((group for group in backs if group.size.is_like(ours.size, within)), None)
        if theirs is not None:
            pairs.append((ours, theirs))
    return pairs


def _ways(ours: PieceGroup, theirs: PieceGroup, page: PdfPage, edge: Edge) -> list[Way]:
    ways = []
    for piece in ours.pieces:
        x, y, _, _ = mirrored(piece, page, edge)
        nearest = min(theirs.pieces, key=lambda candidate: hypot(candidate.x - x, candidate.y - y))
        ways.append(Way(nearest.x - x, nearest.y - y))
    return ways


def _holds_ink(page: PdfPage, group: PieceGroup) -> bool:
    """Whether most of the page's ink is on these pieces; what is in the margin does not count."""
    if page.ink is None:
        return True
    cells = page.ink.cells
    everywhere = Piece(page.width / 2, page.height / 2, page.width, page.height)
    inner = sum(map(sum, _under(cells, everywhere, -_MARGIN)))
    on, on_inner = 0, 0
    for piece in group.pieces:
        on += sum(map(sum, _under(cells, piece, cells.side)))
        on_inner += sum(map(sum, _under(cells, piece, cells.side, margin=_MARGIN)))
    return on > 0 and on >= _MOST_INK * (on + max(inner - on_inner, 0))


def _under(cells: Cells, piece: Piece, more: float, margin: float = 0.0) -> list[bytes]:
    """The cells under a piece made larger (or smaller) by this many mm on all sides, without those in the margin."""
    width, height, side = cells.width, len(cells.dark) // max(cells.width, 1), cells.side
    across, down = piece.width / 2 + more, piece.height / 2 + more
    left, right = max(piece.x - across, margin), min(piece.x + across, width * side - margin)
    top, bottom = max(piece.y - down, margin), min(piece.y + down, height * side - margin)
    first, last = max(floor(left / side), 0), min(ceil(right / side), width)
    rows = range(max(floor(top / side), 0), min(ceil(bottom / side), height))
    return [cells.dark[row * width + first : row * width + last] for row in rows] if first < last else []


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
