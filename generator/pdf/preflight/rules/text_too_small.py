"""No text is smaller than 5 pt as it is placed on the paper, all scaling reckoned in.

Below that, few people read it and home printers do not print it cleanly. Texts that leave no ink (spaces, the hidden
text of scanned pages) and those beside the paper don't count.
"""

from collections.abc import Iterator

from generator.core.choices import points_from_mm
from generator.pdf.preflight.facts import Finding, Pdf, PdfPage

SMALLEST = 5.0  # pt
_ROUNDING = 0.01


def check_page(pdf: Pdf, page: PdfPage) -> Iterator[Finding]:
    """Yield a finding where the page has texts that are too small."""
    small = [text for text in page.texts if points_from_mm(text.size) < SMALLEST - _ROUNDING]
    if not small:
        return
    least, count = min(small, key=lambda text: text.size), sum(text.count for text in small)
    texts = "a text" if count == 1 else f"{count} texts, the smallest"
    message = (
        f"{texts} of {points_from_mm(least.size):.1f} pt: “{least.sample}” in {least.font}"
        f" at x {least.x:.0f}, y {least.y:.0f} mm; below {SMALLEST:g} pt it can hardly be read"
    )
    yield Finding(page.number, message, "make the text larger, or shorter")
