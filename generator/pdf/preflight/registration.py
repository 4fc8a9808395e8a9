"""Whether each back of a file lies behind its front, and what we made where it was placed."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot

from generator.core.choices import Edge
from generator.draw.marks.marks import Matrix
from generator.pdf.preflight.components import ALIKE_INK, BY_INK, BY_PRINTER, sideways
from generator.pdf.preflight.facts import (
    ExpectedPage,
    Finding,
    Meeting,
    PageFrame,
    PageRect,
    Pdf,
    PdfPage,
    Piece,
    PieceSize,
    Sheet,
    Way,
)

_EXACT = 0.02  # mm, for files of our own
_CLOSE = 0.1  # mm, for those of others
_TOGETHER = 1.0  # mm; backs whose ways differ by less are off together, and not lost
_MIRROR = "mirror the places of backs in the edge about which the paper is turned, on partly full sheets too"
_UPRIGHT = "take the turn off the page, or choose the other edge about which the paper is turned"
_ONE_SIDED = "put backs there, or print these pages on one side, from a separate file"


def check_page(pdf: Pdf, page: PdfPage) -> Iterator[Finding]:
    """Yield a finding where we made the page and a component or a crop mark is not where it was placed."""
    if pdf.expected is None or page.number > len(pdf.expected.pages):
        return
    expected = pdf.expected.pages[page.number - 1]
    if len(page.pieces) != len(expected.pieces):
        yield Finding(page.number, f"{len(page.pieces)} components, where {len(expected.pieces)} were placed")
        return
    pairs = zip(page.pieces, expected.pieces, strict=True)
    off = max((_apart(drawn, _shifted(piece, expected)) for drawn, piece in pairs), default=0.0)
    if off > _EXACT:
        yield Finding(page.number, f"a component lies {off:.2f} mm off the place that it was given")
    if lost := _lost_marks(expected.marks, page.marks, expected.shift):
        yield Finding(page.number, f"{lost} of the crop marks that show where to cut are not on the page")


def check(pdf: Pdf) -> Iterator[Finding]:
    """Behind every front lies its back: places on page 2 mirror those on page 1, as the paper is turned.

    In files for both sides of the paper, the sizes and TrimBoxes of front and back must mirror each other, and so
    must the places of components: clips, pictures, forms and painted rectangles of one size or, on pages that are a
    single picture, blocks of ink. Several things of one size that hold most of a page's ink are components; so is a
    single thing that both sides have. Whatever else is on a page may lie where it likes: pages to be read have no
    backs.

    Errors: a component with no back within 3 mm of where it ought to be (or, where backs are of another size, with
    no ink behind it), an empty back behind several components or behind a single one of their size, a front that
    comes again as its own back (behind its components the same squares of paper have ink), and a back that
    ``/Rotate`` turns so that its texts stand upside down. Pages are judged as they are shown, which is how they are
    printed.

    Warnings: backs that all lie off by up to 3 mm, as they do in a file made for one printer (`pnp calibrate`). An
    empty back behind several components, where other sheets of the file have backs and none of this size has: these
    may be meant to be one-sided. Ink of the same outline that lies beside that of the front, where no components
    can be told. A back without texts that ``/Rotate`` turns over.
    """
    if not pdf.two_sided:
        return
    for front, back in zip(pdf.pages[::2], pdf.pages[1::2], strict=False):
        yield from _check_frames(front, back, pdf.duplex)
    sound = [sheet for sheet in pdf.sheets if not any(_check_frames(sheet.front, sheet.back, pdf.duplex))]
    for sheet in sound:
        yield from _lost(sheet)
        yield from _upside_down(sheet, pdf.duplex)
    met = [sheet.meeting for sheet in sound if sheet.meeting is not None]
    one_sided = any(not sheet.is_empty for sheet in pdf.sheets)
    for sheet in sound:
        yield from _without(sheet, met, one_sided=one_sided)
    yield from _off(sound)


def _shifted(piece: Piece, page: ExpectedPage) -> Piece:
    a, b, c, d, e, f = page.shift
    return piece._replace(x=a * piece.x + c * piece.y + e, y=b * piece.x + d * piece.y + f)


@lru_cache(maxsize=64)  # most pages have the same
def _lost_marks(expected: tuple[PageRect, ...], drawn: tuple[PageRect, ...], shift: Matrix) -> int:
    moved = [mark.moved_by(shift) for mark in expected]
    return sum(all(max(abs(p - q) for p, q in zip(own, mark, strict=True)) > _EXACT for mark in drawn) for own in moved)


def _apart(first: Piece, second: Piece) -> float:
    return hypot(first.x - second.x, first.y - second.y)


def _check_frames(front: PageFrame, back: PageFrame, turned: Edge | None) -> Iterator[Finding]:
    """What of a sheet its pages' frames tell."""
    if max(abs(front.width - back.width), abs(front.height - back.height)) > _CLOSE:
        yield Finding(back.number, "the page is not of the size of its front, the page before it")
    elif front.trim is not None and back.trim is not None and not _meet(front.trim, back, turned):
        yield Finding(back.number, "the TrimBox does not lie behind that of the front, the page before it")


def _edges(turned: Edge | None) -> tuple[Edge, ...]:
    return (turned,) if turned else tuple(Edge)


def _meet(trim: PageRect, back: PageFrame, turned: Edge | None) -> bool:
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


def _lost(sheet: Sheet) -> Iterator[Finding]:
    """Backs that lie where no printer puts them, and fronts that are their own backs."""
    number, meeting = sheet.back.number, sheet.meeting
    if meeting is None:
        if sheet.bare and sheet.components is not None:
            message = f"{_of_components(sheet.bare, sheet.components[1])} nothing behind {_those(sheet.bare)}"
            yield Finding(number, message, _MIRROR)
        elif sheet.beside is not None and sheet.beside > BY_INK:
            message = f"the ink of the back lies {sheet.beside:.1f} mm beside that of the front, the page before it"
            yield Finding(number, message, "look at both pages against the light", "warning")
    elif meeting.lost and meeting.count > 1 and meeting.apart <= _TOGETHER:
        off = f"{hypot(*meeting.mean):.1f} mm off their fronts, the page before them: {_way(meeting.mean)}"
        yield Finding(number, f"all backs lie {off}", _MIRROR)
    elif meeting.lost:
        message = f"{_of_components(meeting.lost, meeting.count)} no back behind {_those(meeting.lost)}"
        yield Finding(number, message, _MIRROR)
    elif meeting.again:
        message = "the page shows the components of its front, the page before it, once more and in the same places"
        yield Finding(number, message, "put the backs there, or mirror the places")


def _upside_down(sheet: Sheet, turned: Edge | None) -> Iterator[Finding]:
    """A back that ``/Rotate`` turns over: with as many places on all sides, others come behind the same fronts.

    Some scanners set it so that a page stands upright; where there are texts, it is they that tell.
    """
    front, back, meeting = sheet.front, sheet.back, sheet.meeting
    if turned is None or not sideways(back, turned) or meeting is None or meeting.lost or front.turned == back.turned:
        return
    by = f"/Rotate {back.turned}, where the front, the page before it, has {front.turned}"
    if front.reads * back.reads < 0:
        yield Finding(back.number, f"the back is upside down behind its front: {by}", _UPRIGHT)
    elif not front.reads * back.reads and abs(front.turned - back.turned) == 180:
        yield Finding(back.number, f"the back may be upside down behind its front: {by}", _UPRIGHT, "warning")


def _of_components(lost: int, count: int) -> str:
    return f"{lost} of {count} components of the front, the page before it, {'has' if lost == 1 else 'have'}"


def _those(lost: int) -> str:
    return "it" if lost == 1 else "them"


def _without(sheet: Sheet, met: Sequence[Meeting], *, one_sided: bool) -> Iterator[Finding]:
    """An empty page behind components; behind what is to be read, it is in order.

    Where some sheets have backs (``one_sided``), those without may be meant to have none.
    """
    if not sheet.is_empty:
        return
    if sheet.components is not None:
        size, count = sheet.components
        is_matched = any(size.is_like(meeting.size, BY_INK) for meeting in met)
        message = f"the page is empty: the {count} components of the front, the page before it, have no back"
        yield Finding(sheet.back.number, message, _ONE_SIDED, "warning" if one_sided and not is_matched else "error")
    elif any(meeting.count > 1 and _has(sheet.singles, meeting.size) for meeting in met):
        message = (
            "the page is empty: the component of the front, the page before it, has no back, as others like it have"
        )
        yield Finding(sheet.back.number, message, _ONE_SIDED)


def _has(sizes: Sequence[PieceSize], like: PieceSize) -> bool:
    return any(size.is_like(like, ALIKE_INK) for size in sizes)


def _way(way: Way) -> str:
    across, along = "right" if way.right > 0 else "left", "down" if way.down > 0 else "up"
    return f"{abs(way.right):.2f} mm to the {across} and {abs(way.down):.2f} mm {along}"


def _off(sheets: Sequence[Sheet]) -> Iterator[Finding]:
    """Backs that are off by what a printer may be."""
    off = {
        sheet.back.number: met
        for sheet in sheets
        if (met := sheet.meeting) is not None and (BY_INK if met.by_ink else _CLOSE) < met.most <= BY_PRINTER
    }
    if not off:
        return
    count, most = sum(met.count for met in off.values()), max(met.most for met in off.values())
    right = sum(met.mean.right * met.count for met in off.values()) / count
    down = sum(met.mean.down * met.count for met in off.values()) / count
    where = "one sheet" if len(off) == 1 else f"{len(off)} sheets"
    message = f"backs lie off their fronts on {where}: {_way(Way(right, down))} in the mean, {most:.2f} mm at the most"
    yield Finding(min(off), message, "this is right only for the printer that it was measured for", "warning")
