"""The rules of preflight, one function each; its docstring is the rule's manual page.

Pages come one after the other and are not kept: what is in `PAGE_RULES` yields a `Finding` a breach that shows on a
page (of the `Pdf`, only what is at its head is known), what is in `FILE_RULES` one by the file as a whole, when all of
its pages were read.
"""

from collections.abc import Callable, Iterator, Mapping

from generator.core.choices import PAPERS, UNPRINTABLE, Size, mm_from_points, paper_title, points_from_mm
from generator.core.problem import Level
from generator.pdf.preflight import registration
from generator.pdf.preflight.facts import BACK, Finding, PageFrame, PageRect, Pdf, PdfFont, PdfPage, PlacedPicture

_MOST_INK = 30  # percent
_GOOD, _POOR = 200, 100  # pixels an inch
_NEARLY_DPI = 0.5
_SMALLEST = 5.0  # pt
_NEARLY_PT = 0.01
_THINNEST = 0.15  # mm
_HAIRLINE = 0.001
_NEARLY_MM = 0.0005
_EXACT = mm_from_points(0.01)
_STANDARD = ("Helvetica", "Times-", "Courier", "Symbol", "ZapfDingbats")
_CLOSE = 5.0  # mm; so near to a paper's size, that paper was meant


def edge_ink(pdf: Pdf, page: PdfPage) -> Iterator[Finding]:
    """There is no ink in the outer 5 mm of the paper, which home printers leave white.

    What lies there is cut off, or makes readers scale the whole page. Looked for in a picture of the page, so that
    ink from 4.7 mm inwards is not distinguished from ink at 5 mm. For pages that are not sheets of paper (single
    cards for a print shop, given with ``--paper``) the rule does not hold: their edge is cut.
    """
    if pdf.paper is not None and pdf.paper not in PAPERS.values():
        return
    near = {side: reach for side, reach in page.ink.reach.items() if reach is not None} if page.ink else {}
    if near:
        where = ", ".join(f"{side} {reach:.1f} mm" for side, reach in near.items())
        message = f"ink in the outer {UNPRINTABLE:g} mm, which home printers leave white; distance to the edge: {where}"
        yield Finding(page.number, message, "move it inwards, or leave it out")


def ink_coverage(pdf: Pdf, page: PdfPage) -> Iterator[Finding]:
    """No page is covered with ink by more than 30 %, unless it has a bleed: its art fills the page on purpose.

    Dark sheets cost ink, curl, and are not for colouring. Coverage is the share of the paper that is black; grey
    and colours count for as much as they are dark. An estimate, from a picture of the page: thin lines count a
    little too much. Pages that are about as dark are told together.
    """
    percent = 0 if page.ink is None else page.ink.coverage * 100
    bleeds = page.bleed is not None and page.bleed != page.trim
    if percent > _MOST_INK and not bleeds:
        message = f"ink covers more than {percent // 10 * 10:.0f}% of the page; {_MOST_INK}% is plenty"
        yield Finding(page.number, message, "lighten its dark areas, or print it with --ink low", "warning")


def picture_resolution(pdf: Pdf, page: PdfPage) -> Iterator[Finding]:
    """Pictures have 200 pixels an inch or more as they are placed.

    Below 200 steps show on a good printer: a warning. Below 100 everyone sees them: an error. Pictures one pixel
    wide or high are colours, and don't count.
    """
    coarse = [picture for picture in page.pictures if _is_coarse(picture)]
    if not coarse:
        return
    worst, count = min(coarse, key=lambda picture: picture.dpi), sum(picture.count for picture in coarse)
    pictures = "a picture" if count == 1 else f"{count} pictures, the coarsest"
    message = (
        f"{pictures} of {worst.pixels[0]} × {worst.pixels[1]} pixels at {worst.dpi:.0f} an inch"
        f" around x {worst.x:.0f}, y {worst.y:.0f} mm; {_GOOD} are wanted"
    )
    level: Level = "error" if worst.dpi < _POOR - _NEARLY_DPI else "warning"
    yield Finding(page.number, message, "use a larger picture, or place it smaller", level)


def _is_coarse(picture: PlacedPicture) -> bool:
    return picture.dpi < _GOOD - _NEARLY_DPI and min(picture.pixels) > 1


def text_too_small(pdf: Pdf, page: PdfPage) -> Iterator[Finding]:
    """No text is smaller than 5 pt as it is placed on the paper, all scaling reckoned in.

    Below that, few people read it and home printers do not print it cleanly. Texts that leave no ink (spaces, the
    hidden text of scanned pages) and those beside the paper don't count.
    """
    small = [text for text in page.texts if points_from_mm(text.size) < _SMALLEST - _NEARLY_PT]
    if not small:
        return
    least, count = min(small, key=lambda text: text.size), sum(text.count for text in small)
    texts = "a text" if count == 1 else f"{count} texts, the smallest"
    message = (
        f"{texts} of {points_from_mm(least.size):.1f} pt: “{least.sample}” in {least.font}"
        f" at x {least.x:.0f}, y {least.y:.0f} mm; below {_SMALLEST:g} pt it can hardly be read"
    )
    yield Finding(page.number, message, "make the text larger, or shorter")


def thin_line(pdf: Pdf, page: PdfPage) -> Iterator[Finding]:
    """Lines are 0.15 mm thick at least as they are placed, all scaling reckoned in; none is a hairline.

    A hairline (a width of 0) is as thin as the printer can draw it: well seen on the screen, gone on paper: an
    error. Other thin lines break up on some printers: a warning. White lines don't count. A filled shape of four
    straight sides is a line as well where it is more than five times as long as thick: many programs draw rules and
    borders so.
    """
    hair = [stroke for stroke in page.strokes if stroke.width < _HAIRLINE]
    if hair:
        message = f"{_lines(sum(stroke.count for stroke in hair), 'hairline')} of no width, {_at(hair[0].x, hair[0].y)}"
        yield Finding(page.number, message, f"give lines a width of {_THINNEST:g} mm or more")
    thin = [stroke for stroke in page.strokes if _HAIRLINE <= stroke.width < _THINNEST - _NEARLY_MM]
    if thin:
        least = min(thin, key=lambda stroke: stroke.width)
        count = _lines(sum(stroke.count for stroke in thin), "line")
        message = f"{count} thinner than {_THINNEST:g} mm: {least.width:.2f} mm {_at(least.x, least.y)}"
        yield Finding(page.number, message, "draw them thicker, or scale the drawing less", "warning")


def _lines(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _at(x: float, y: float) -> str:
    return f"at x {x:.0f}, y {y:.0f} mm"


def boxes(pdf: Pdf) -> Iterator[Finding]:
    """Each page says what of it is the sheet: its TrimBox is set, on the paper, and its BleedBox goes around it.

    Print shops and cutters follow the TrimBox; without one they take the whole page. A TrimBox beyond the paper or a
    BleedBox inside the trim is a mistake (ISO 32000-1, 14.11.2).
    """
    for page in pdf.pages:
        yield from _boxes_of(page)
    bare = [page for page in pdf.pages if page.trim is None]
    if bare:
        message = f"no TrimBox on {len(bare)} of {len(pdf.pages)} pages: what of them is to be cut is not said"
        yield Finding(bare[0].number, message, "home printers do without; a print shop asks for it", "warning")


def _boxes_of(page: PageFrame) -> Iterator[Finding]:
    if page.media is None:
        yield Finding(page.number, "the page has no size: its MediaBox is missing or makes no sense")
        return
    if page.trim is not None and not _inside(page.trim, page.media):
        yield Finding(page.number, f"the TrimBox ({_box(page.trim)}) reaches beyond the page ({_box(page.media)})")
    if page.bleed is not None and not _inside(page.trim or page.media, page.bleed):
        trim = page.trim or page.media
        yield Finding(page.number, f"the BleedBox ({_box(page.bleed)}) does not go around the TrimBox ({_box(trim)})")


def _inside(inner: PageRect, outer: PageRect) -> bool:
    return (
        inner.left >= outer.left - _EXACT
        and inner.top >= outer.top - _EXACT
        and inner.right <= outer.right + _EXACT
        and inner.bottom <= outer.bottom + _EXACT
    )


def _box(box: PageRect) -> str:
    return f"x {box.left:.1f} to {box.right:.1f}, y {box.top:.1f} to {box.bottom:.1f} mm"


def duplex_parity(pdf: Pdf) -> Iterator[Finding]:
    """A file for both sides of the paper has an even number of pages, of which every second one is a back.

    Where the file asks for two-sided printing (``/Duplex``), page 2 comes behind page 1. With one page too few or
    too many, every back after it lies behind the wrong front. Which pages are backs is identified by page labels
    that end with “back”.
    """
    expected = pdf.expected
    if expected is not None and pdf.duplex != expected.duplex:
        stated = f"the {pdf.duplex} edge" if pdf.duplex else "nothing"
        meant = f"the {expected.duplex} edge" if expected.duplex else "nothing"
        yield Finding(1, f"about which edge the paper is turned: the file says {stated}, and {meant} is meant")
    if expected is not None and len(pdf.pages) != len(expected.pages):
        yield Finding(1, f"{len(pdf.pages)} pages, where {len(expected.pages)} were made")
    if pdf.duplex is None:
        return
    if len(pdf.pages) % 2:
        hint = "put in the back that is missing, or an empty page behind a page to be read"
        yield Finding(len(pdf.pages), f"an odd number of pages, {len(pdf.pages)}, in a file for both sides", hint)
    backs = [page for page in pdf.pages if page.number % 2 and page.label.endswith(BACK)]
    if backs:  # the page before may be one too many; pages to be read lie behind each other, and are no backs
        before = pdf.pages[max(backs[0].number - 2, 0)]
        yield _out_of_step(backs[0] if before.label.endswith(BACK) else before)


def _out_of_step(page: PageFrame) -> Finding:
    what, expected = ("a front", "backs") if page.number % 2 == 0 else ("a back", "fronts")
    return Finding(
        page.number,
        f"page {page.number} ({page.label}) is {what}, where {expected} come in a file for both sides",
        "let each front be followed by its back",
    )


def font_embedded(pdf: Pdf) -> Iterator[Finding]:
    """Every font that shows text is in the file, and no more of it than is used.

    A font that is not in the file is replaced by whatever the printer's computer has: lines break elsewhere, signs go
    missing. That holds for PDF's 14 standard fonts (Helvetica, Times, Courier, Symbol, ZapfDingbats) as well.
    A font that is there as a whole is only large, and its licence may not allow it: a warning.
    """
    seen: set[PdfFont] = set()
    for page in pdf.pages:
        for font in page.fonts:
            if font in seen:
                continue
            seen.add(font)
            if not font.embedded:
                what = "one of PDF's standard fonts, " if font.name.startswith(_STANDARD) else ""
                message = f"the font {font.name} is not in the file: {what}it is replaced by what a computer has"
                yield Finding(page.number, message, "embed it where the file is made")
            elif not font.subset:
                message = f"the font {font.name} is in the file as a whole, used or not"
                yield Finding(page.number, message, "embed only the characters in use", "warning")


def page_size(pdf: Pdf) -> Iterator[Finding]:
    """Every page is a sheet of paper that printers know, and all pages are of one size.

    A paper that has a name, upright or across, or the size that was asked for, to 0.01 pt. A page that is off by a hair
    (842.16 in place of 841.89 pt, which comes of counting in pixels) is scaled by readers that fit pages to paper.
    """
    for page, papers in zip(pdf.pages, _wanted(pdf), strict=False):
        if not any(_apart(page, paper) <= _EXACT for paper in papers.values()):
            yield _odd(page, papers)
    first = pdf.pages[0]
    mixed = [page for page in pdf.pages if _apart(page, (first.width, first.height)) > _CLOSE]
    if mixed and pdf.expected is None:
        page = mixed[0]
        message = f"{_size(page)} mm, but page 1 is {_size(first)} mm: {len(mixed)} of {len(pdf.pages)} pages differ"
        yield Finding(page.number, message, "print each size from a separate file")


def _wanted(pdf: Pdf) -> Iterator[dict[str, Size]]:
    """The sizes that each page may have."""
    if pdf.expected is not None:
        for page in pdf.expected.pages:
            yield {"the sheet": (page.width, page.height)}
    else:
        paper = pdf.paper
        for _ in pdf.pages:
            yield {f"{paper[0]:g} × {paper[1]:g} mm": paper} if paper else PAPERS


def _apart(page: PageFrame, paper: Size) -> float:
    """By how many mm a page misses a size, upright or across."""
    upright = max(abs(page.width - paper[0]), abs(page.height - paper[1]))
    return min(upright, max(abs(page.width - paper[1]), abs(page.height - paper[0])))


def _odd(page: PageFrame, papers: dict[str, Size]) -> Finding:
    name, paper = min(papers.items(), key=lambda entry: _apart(page, entry[1]))
    off = _apart(page, paper)
    label = paper_title(name)
    if off <= _CLOSE:
        message = f"the page is {page.width:.3f} × {page.height:.3f} mm, {off:.3f} mm off {label}"
        return Finding(
            page.number, message, f"make it exactly {paper[0]:g} × {paper[1]:g} mm, or readers scale it to fit"
        )
    names = ", ".join(map(paper_title, papers))
    message = f"the page is {_size(page)} mm, which is not {names}"
    return Finding(page.number, message, "choose a paper, or name the size that is meant with --paper WIDTHxHEIGHT")


def _size(page: PageFrame) -> str:
    return f"{page.width:.1f} × {page.height:.1f}"


def print_scaling(pdf: Pdf) -> Iterator[Finding]:
    """The file asks not to be scaled: ``/ViewerPreferences`` has ``/PrintScaling /None``.

    Without it readers fit pages to what the printer can print, and a card of 63 mm comes out at 61. It is a wish, and
    some readers do not heed it: the ruler on the sheet is for those. So it is a warning in files of others, whom
    nobody asked for it, and an error in ours.
    """
    if pdf.print_scaling != "/None":
        stated = f"it says {pdf.print_scaling}" if pdf.print_scaling else "it says nothing"
        message = f"the file does not ask to be printed at its own size (PrintScaling: {stated})"
        hint = "choose “100 %” or “actual size” when you print it, and measure the first sheet"
        yield Finding(1, message, hint, "warning" if pdf.expected is None else "error")


PAGE_RULES: Mapping[str, Callable[[Pdf, PdfPage], Iterator[Finding]]] = {
    "edge-ink": edge_ink,
    "ink-coverage": ink_coverage,
    "picture-resolution": picture_resolution,
    "registration": registration.check_page,
    "text-too-small": text_too_small,
    "thin-line": thin_line,
}
FILE_RULES: Mapping[str, Callable[[Pdf], Iterator[Finding]]] = {
    "boxes": boxes,
    "duplex-parity": duplex_parity,
    "font-embedded": font_embedded,
    "page-size": page_size,
    "print-scaling": print_scaling,
    "registration": registration.check,
}
