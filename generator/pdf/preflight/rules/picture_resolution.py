"""Pictures have 200 pixels an inch or more as they are placed.

Below 200 steps show on a good printer: a warning. Below 100 everyone sees them: an error. Pictures one pixel wide or
high are colours, and don't count.
"""

from collections.abc import Iterator

from generator.core.problem import Level
from generator.pdf.preflight.facts import Finding, Pdf, PdfPage, PlacedPicture

GOOD, POOR = 200, 100  # pixels an inch
_ROUNDING = 0.5


def check_page(pdf: Pdf, page: PdfPage) -> Iterator[Finding]:
    """Yield a finding where the page has pictures that are too coarse: the coarsest, and how many there are."""
    coarse = [picture for picture in page.pictures if _is_coarse(picture)]
    if not coarse:
        return
    worst, count = min(coarse, key=lambda picture: picture.dpi), sum(picture.count for picture in coarse)
    pictures = "a picture" if count == 1 else f"{count} pictures, the coarsest"
    message = (
        f"{pictures} of {worst.pixels[0]} × {worst.pixels[1]} pixels at {worst.dpi:.0f} an inch"
        f" around x {worst.x:.0f}, y {worst.y:.0f} mm; {GOOD} are wanted"
    )
    level: Level = "error" if worst.dpi < POOR - _ROUNDING else "warning"
    yield Finding(page.number, message, "use a larger picture, or place it smaller", level)


def _is_coarse(picture: PlacedPicture) -> bool:
    return picture.dpi < GOOD - _ROUNDING and min(picture.pixels) > 1
