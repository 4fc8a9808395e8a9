"""Behind every front lies its back: places on page 2 mirror those on page 1, as the paper is turned.

In files for both sides of the paper, the sizes and TrimBoxes of front and back must mirror each other, and so must the
places of components: clips, pictures and forms of one size on both pages. Where pages are a single picture, the
outlines of ink are compared in their place, to a millimetre, where both sides have equally many rows and columns.

Backs that all lie off by the same small way are a warning: a file made for one printer (`pnp calibrate`) has them so.
"""

from collections.abc import Iterator, Sequence
from math import hypot
from statistics import mean

from generator.press.preflight.values import ExpectedPage, Finding, Interval, Pdf, PdfPage, Piece, Rect, Turned

Way = tuple[float, float]  # to the right and down, mm

_EXACT = 0.02  # mm, for files of our own
_CLOSE = 0.1  # mm, for those of others
_BY_PRINTER = 3.0  # mm; no printer pulls paper further off
_BY_INK = 1.0  # mm
_MOST = 500  # components on a page
_WHOLE_PAGE = 0.9  # of the page: such a piece is no component


def check(pdf: Pdf) -> Iterator[Finding]:
    """Yield a finding a sheet whose sides do not meet, and one for backs that all lie off a little."""
    if pdf.expected is not None:
        yield from _as_made(pdf)
    if pdf.duplex is None and not _labelled(pdf):
        return
    off: dict[int, list[Way]] = {}
    for front, back in zip(pdf.pages[::2], pdf.pages[1::2], strict=False):
        boxes = list(_check_boxes(front, back, pdf.duplex))
        yield from boxes
        if pdf.expected is not None or boxes:
            continue
        ways = _ways(front, back, pdf.duplex)
        lost = [way for way in ways or () if hypot(*way) > _BY_PRINTER]
        if ways is None:
            yield from _by_ink(front, back, pdf.duplex)
        elif lost:
            message = (
                f"{len(lost)} of {len(ways)} components of the front, the page before it, have no back behind them"
            )
            hint = "mirror the places of backs in the edge about which the paper is turned, on partly full sheets too"
            yield Finding(back.number, message, hint)
        elif max(hypot(*way) for way in ways) > _CLOSE:
            off[back.number] = ways
    if off:
        yield _off(off)


def _labelled(pdf: Pdf) -> bool:
    """Whether every second page, and no other, says that it is a back."""
    return len(pdf.pages) > 1 and all(page.label.endswith(" back") == (page.number % 2 == 0) for page in pdf.pages)


def _as_made(pdf: Pdf) -> Iterator[Finding]:
    """Every component is where it was placed."""
    assert pdf.expected is not None
    for page, wanted in zip(pdf.pages, pdf.expected.pages, strict=False):
        if len(page.pieces) != len(wanted.pieces):
            yield Finding(page.number, f"{len(page.pieces)} components, where {len(wanted.pieces)} were placed")
            continue
        pairs = zip(page.pieces, wanted.pieces, strict=True)
        off = max((_apart(found, _shifted(piece, wanted)) for found, piece in pairs), default=0.0)
        if off > _EXACT:
            yield Finding(page.number, f"a component lies {off:.2f} mm off the place that it was given")


def _shifted(piece: Piece, page: ExpectedPage) -> Piece:
    a, b, c, d, e, f = page.shift
    return piece._replace(x=a * piece.x + c * piece.y + e, y=b * piece.x + d * piece.y + f)


def _apart(one: Piece, other: Piece) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def _check_boxes(front: PdfPage, back: PdfPage, turned: Turned | None) -> Iterator[Finding]:
    if max(abs(front.width - back.width), abs(front.height - back.height)) > _CLOSE:
        yield Finding(back.number, "the page is not of the size of its front, the page before it")
    elif front.trim is not None and back.trim is not None and not _meet(front.trim, back, turned):
        yield Finding(back.number, "the TrimBox does not lie behind that of the front, the page before it")


def _edges(turned: Turned | None) -> tuple[Turned, ...]:
    return (turned,) if turned else ("long", "short")


def _sideways(page: PdfPage, edge: Turned) -> bool:
    """Whether turning the paper swaps left and right, and not top and bottom."""
    return (page.width <= page.height) == (edge == "long")


def _meet(trim: Rect, back: PdfPage, turned: Turned | None) -> bool:
    for edge in _edges(turned):
        left, top, right, bottom = trim
        if _sideways(back, edge):
            left, right = back.width - right, back.width - left
        else:
            top, bottom = back.height - bottom, back.height - top
        assert back.trim is not None
        if max(abs(a - b) for a, b in zip((left, top, right, bottom), back.trim, strict=True)) <= _CLOSE:
            return True
    return False


def _ways(front: PdfPage, back: PdfPage, turned: Turned | None) -> list[Way] | None:
    """How far each component's back lies off, turned about the edge that suits best; None where none can be told."""
    fronts, backs = _components(front, back)
    found: list[list[Way]] = []
    for edge in _edges(turned):
        ways: list[Way] = []
        for piece in fronts:
            x, y = _mirrored(piece, front, edge)
            nearest = min(backs, key=lambda other: hypot(other.x - x, other.y - y))
            ways.append((nearest.x - x, nearest.y - y))
        found.append(ways)
    return min(found, key=lambda ways: max(hypot(*way) for way in ways)) if fronts else None


def _mirrored(piece: Piece, page: PdfPage, edge: Turned) -> Way:
    return (page.width - piece.x, piece.y) if _sideways(page, edge) else (piece.x, page.height - piece.y)


def _components(front: PdfPage, back: PdfPage) -> tuple[list[Piece], list[Piece]]:
    """The pieces of the size that most backs have and fronts have too, without those that lie on each other."""

    def by_size(page: PdfPage) -> dict[tuple[int, int], dict[tuple[float, float], Piece]]:
        sizes: dict[tuple[int, int], dict[tuple[float, float], Piece]] = {}
        for piece in page.pieces:
            if piece.width * piece.height < _WHOLE_PAGE * page.width * page.height:
                size = _class(min(piece.width, piece.height)), _class(max(piece.width, piece.height))
                sizes.setdefault(size, {})[round(piece.x, 1), round(piece.y, 1)] = piece
        return sizes

    ours, theirs = by_size(front), by_size(back)
    shared = sorted(ours.keys() & theirs.keys(), key=lambda size: (size[0] * size[1], len(theirs[size])))
    if not shared:
        return [], []
    return list(ours[shared[-1]].values())[:_MOST], list(theirs[shared[-1]].values())[:_MOST]


def _class(length: float) -> int:
    """Lengths that are alike; chosen so that no usual size, in mm or inches, lies between two classes."""
    return round(2 * (length + 0.137))


def _off(sheets: dict[int, list[Way]]) -> Finding:
    ways = [way for each in sheets.values() for way in each]
    x, y, most = mean(way[0] for way in ways), mean(way[1] for way in ways), max(hypot(*way) for way in ways)
    sideways = f"{abs(x):.2f} mm to the {'right' if x > 0 else 'left'}"
    upright = f"{abs(y):.2f} mm {'down' if y > 0 else 'up'}"
    where = "one sheet" if len(sheets) == 1 else f"{len(sheets)} sheets"
    message = f"backs lie off their fronts on {where}: {sideways} and {upright} in the mean, {most:.2f} mm at the most"
    return Finding(min(sheets), message, "this is right only for the printer that it was measured for", "warning")


def _by_ink(front: PdfPage, back: PdfPage, turned: Turned | None) -> Iterator[Finding]:
    if front.ink is None or back.ink is None:
        return
    best: float | None = None
    for edge in _edges(turned):
        sideways = _sideways(front, edge)
        across = _difference(front.ink.columns, back.ink.columns, front.width if sideways else None)
        down = _difference(front.ink.rows, back.ink.rows, None if sideways else front.height)
        if across is None or down is None:
            return
        best = max(across, down) if best is None else min(best, max(across, down))
    if best is not None and best > _BY_INK:
        message = f"the ink of the back lies {best:.1f} mm beside that of the front, the page before it"
        yield Finding(back.number, message, "look at both pages against the light", "warning")


def _difference(front: Sequence[Interval], back: Sequence[Interval], length: float | None) -> float | None:
    """By how much the middles of rows (or columns) differ, mirrored in ``length``; None where their numbers differ."""
    if len(front) != len(back) or not front:
        return None
    middles = [(interval.start + interval.end) / 2 for interval in front]
    if length is not None:
        middles = [length - middle for middle in reversed(middles)]
    return max(abs(middle - (other.start + other.end) / 2) for middle, other in zip(middles, back, strict=True))
