"""Each page says what of it is the sheet: its TrimBox is set, on the paper, and its BleedBox goes around it.

Print shops and cutters follow the TrimBox; without one they take the whole page. A TrimBox beyond the paper or a
BleedBox inside the trim is a mistake (ISO 32000-1, 14.11.2).
"""

from collections.abc import Iterator

from generator.core.choices import mm_from_points
from generator.pdf.preflight.facts import Finding, PageFrame, PageRect, Pdf

_EXACT = mm_from_points(0.01)


def check(pdf: Pdf) -> Iterator[Finding]:
    """Yield a finding a box that is missing or does not fit the others."""
    for page in pdf.pages:
        yield from _check_page(page)
    bare = [page for page in pdf.pages if page.trim is None]
    if bare:
        message = f"no TrimBox on {len(bare)} of {len(pdf.pages)} pages: what of them is to be cut is not said"
        yield Finding(bare[0].number, message, "home printers do without; a print shop asks for it", "warning")


def _check_page(page: PageFrame) -> Iterator[Finding]:
    if page.media is None:
        yield Finding(page.number, "the page has no size: its MediaBox is missing or makes no sense")
        return
    if page.trim is not None and not _inside(page.trim, page.media):
        yield Finding(page.number, f"the TrimBox ({_shown(page.trim)}) reaches beyond the page ({_shown(page.media)})")
    if page.bleed is not None and not _inside(page.trim or page.media, page.bleed):
        trim = page.trim or page.media
        yield Finding(
            page.number, f"the BleedBox ({_shown(page.bleed)}) does not go around the TrimBox ({_shown(trim)})"
        )


def _inside(inner: PageRect, outer: PageRect) -> bool:
    return (
        inner.left >= outer.left - _EXACT
        and inner.top >= outer.top - _EXACT
        and inner.right <= outer.right + _EXACT
        and inner.bottom <= outer.bottom + _EXACT
    )


def _shown(box: PageRect) -> str:
    return f"x {box.left:.1f} to {box.right:.1f}, y {box.top:.1f} to {box.bottom:.1f} mm"
