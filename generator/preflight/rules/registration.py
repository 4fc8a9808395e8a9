"""Behind every front lies its back: places on page 2 mirror those on page 1, as the paper is turned.

In files for both sides of the paper, the sizes and TrimBoxes of front and back must mirror each other, and so must the
places of components: clips, pictures, forms and painted rectangles of one size or, on pages that are a single picture,
blocks of ink. Several things of one size that hold most of a page's ink are components; so is a single thing that both
sides have. Whatever else is on a page may lie where it likes: pages to be read have no backs.

Errors: a component with no back within 3 mm of where it ought to be (or, where backs are of another size, with no ink
behind it), an empty back behind several components or behind a single one of their size, and a front that comes again
as its own back.

Warnings: backs that all lie off by up to 3 mm, as they do in a file made for one printer (`pnp calibrate`). An empty
back behind several components, where other sheets of the file have backs and none of this size has: these may be meant
to be one-sided. Ink of the same outline that lies beside that of the front, where no components can be told.
"""

from collections.abc import Iterator, Sequence
from math import hypot
from statistics import mean

from generator.choices import Edge
from generator.preflight.components import (
    BY_PRINTER,
    Match,
    PieceGroup,
    Way,
    bare,
    components,
    is_front_again,
    matched,
    sideways,
    single,
)
from generator.preflight.facts import ExpectedPage, Finding, Interval, PageRect, Pdf, PdfPage, Piece

_EXACT = 0.02  # mm, for files of our own
_CLOSE = 0.1  # mm, for those of others
_BY_INK = 1.0  # mm, where ink is all there is to go by
_TOGETHER = 1.0  # mm; backs whose ways differ by less are off together, and not lost
_MIRROR = "mirror the places of backs in the edge about which the paper is turned, on partly full sheets too"
_ONE_SIDED = "put backs there, or print these pages on one side, from a file of their own"


def check(pdf: Pdf) -> Iterator[Finding]:
    """Yield a finding a sheet whose sides do not meet, and one for backs that all lie off a little."""
    if pdf.expected is not None:
        yield from _as_made(pdf)
    if pdf.duplex is None and not _labelled(pdf):
        return
    meeting: dict[int, Match] = {}
    empty: list[tuple[PdfPage, PdfPage]] = []
    for front, back in zip(pdf.pages[::2], pdf.pages[1::2], strict=False):
        boxes = list(_check_boxes(front, back, pdf.duplex))
        yield from boxes
        if pdf.expected is not None or boxes:
            continue
        if back.ink is not None and not any(back.ink.cells.dark):
            empty.append((front, back))
        elif match := matched(front, back, _edges(pdf.duplex)):
            meeting[back.number] = match
            yield from _lost(front, back, match, pdf.duplex)
        else:
            yield from _by_ink(front, back, pdf.duplex)
    for front, back in empty:
        yield from _without(front, back, [match.components for match in meeting.values()], one_sided=_one_sided(pdf))
    yield from _off(meeting)


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


def _check_boxes(front: PdfPage, back: PdfPage, turned: Edge | None) -> Iterator[Finding]:
    if max(abs(front.width - back.width), abs(front.height - back.height)) > _CLOSE:
        yield Finding(back.number, "the page is not of the size of its front, the page before it")
    elif front.trim is not None and back.trim is not None and not _meet(front.trim, back, turned):
        yield Finding(back.number, "the TrimBox does not lie behind that of the front, the page before it")


def _edges(turned: Edge | None) -> tuple[Edge, ...]:
    return (turned,) if turned else tuple(Edge)


def _meet(trim: PageRect, back: PdfPage, turned: Edge | None) -> bool:
    for edge in _edges(turned):
        left, top, right, bottom = trim
        if sideways(back, edge):
            left, right = back.width - right, back.width - left
        else:
            top, bottom = back.height - bottom, back.height - top
        assert back.trim is not None
        if max(abs(a - b) for a, b in zip((left, top, right, bottom), back.trim, strict=True)) <= _CLOSE:
            return True
    return False


def _lost(front: PdfPage, back: PdfPage, match: Match, turned: Edge | None) -> Iterator[Finding]:
    """Backs that lie where no printer puts them, and fronts that are their own backs."""
    ways = match.ways
    lost = sum(hypot(*way) > BY_PRINTER for way in ways)
    x, y = _mean(ways)
    together = len(ways) > 1 and max(hypot(way[0] - x, way[1] - y) for way in ways) <= _TOGETHER
    if lost and together:
        message = f"all backs lie {hypot(x, y):.1f} mm off their fronts, the page before them: {_way(x, y)}"
        yield Finding(back.number, message, _MIRROR)
    elif lost:
        message = f"{_of_components(lost, len(ways))} no back behind {'it' if lost == 1 else 'them'}"
        yield Finding(back.number, message, _MIRROR)
    elif is_front_again(front, match.components, back, _edges(turned)):
        message = "the page shows the components of its front, the page before it, once more and in the same places"
        yield Finding(back.number, message, "put the backs there, or mirror the places")


def _of_components(lost: int, count: int) -> str:
    return f"{lost} of {count} components of the front, the page before it, {'has' if lost == 1 else 'have'}"


def _one_sided(pdf: Pdf) -> bool:
    """Whether some sheets have backs, so that those without may be meant to have none."""
    return any(page.ink is not None and any(page.ink.cells.dark) for page in pdf.pages[1::2])


def _without(front: PdfPage, back: PdfPage, backed: Sequence[PieceGroup], *, one_sided: bool) -> Iterator[Finding]:
    """An empty page behind components; behind what is to be read, it is in order."""
    group = components(front)
    if group is not None:
        known = any(group.is_like(other.short, other.long, _BY_INK) for other in backed)
        message = (
            f"the page is empty: the {len(group.pieces)} components of the front, the page before it, have no back"
        )
        yield Finding(back.number, message, _ONE_SIDED, "warning" if one_sided and not known else "error")
    elif any(len(other.pieces) > 1 and single(front, other) for other in backed):
        message = (
            "the page is empty: the component of the front, the page before it, has no back, as others like it have"
        )
        yield Finding(back.number, message, _ONE_SIDED)


def _mean(ways: Sequence[Way]) -> Way:
    return mean(way[0] for way in ways), mean(way[1] for way in ways)


def _way(x: float, y: float) -> str:
    return f"{abs(x):.2f} mm to the {'right' if x > 0 else 'left'} and {abs(y):.2f} mm {'down' if y > 0 else 'up'}"


def _off(meeting: dict[int, Match]) -> Iterator[Finding]:
    """Backs that are off by what a printer may be."""
    sheets = {}
    for number, match in meeting.items():
        most = max(hypot(*way) for way in match.ways)
        if (_BY_INK if match.by_ink else _CLOSE) < most <= BY_PRINTER:
            sheets[number] = match.ways
    if not sheets:
        return
    ways = [way for each in sheets.values() for way in each]
    most = max(hypot(*way) for way in ways)
    where = "one sheet" if len(sheets) == 1 else f"{len(sheets)} sheets"
    message = f"backs lie off their fronts on {where}: {_way(*_mean(ways))} in the mean, {most:.2f} mm at the most"
    yield Finding(min(sheets), message, "this is right only for the printer that it was measured for", "warning")


def _by_ink(front: PdfPage, back: PdfPage, turned: Edge | None) -> Iterator[Finding]:
    """Where both sides share no size: whether there is ink behind components, and whether outlines meet."""
    if front.ink is None or back.ink is None:
        return
    group = components(front)
    lost = bare(front, group, back, _edges(turned)) if group is not None else 0
    if group is not None and lost:
        message = f"{_of_components(lost, len(group.pieces))} nothing behind {'it' if lost == 1 else 'them'}"
        yield Finding(back.number, message, _MIRROR)
        return
    found = []
    for edge in _edges(turned):
        across = _difference(front.ink.columns, back.ink.columns, front.width if sideways(front, edge) else None)
        down = _difference(front.ink.rows, back.ink.rows, None if sideways(front, edge) else front.height)
        if across is None or down is None:
            return
        found.append(max(across, down))
    if min(found) > _BY_INK:
        message = f"the ink of the back lies {min(found):.1f} mm beside that of the front, the page before it"
        yield Finding(back.number, message, "look at both pages against the light", "warning")


def _difference(front: Sequence[Interval], back: Sequence[Interval], length: float | None) -> float | None:
    """By how much rows (or columns) are apart, mirrored in ``length``; None where they are not as many or as wide."""
    if len(front) != len(back) or not front:
        return None
    if length is not None:
        front = [Interval(length - interval.end, length - interval.start) for interval in reversed(front)]
    pairs = list(zip(front, back, strict=True))
    if any(abs((one.end - one.start) - (other.end - other.start)) > _BY_INK for one, other in pairs):
        return None
    return max(abs(one.start + one.end - other.start - other.end) / 2 for one, other in pairs)
