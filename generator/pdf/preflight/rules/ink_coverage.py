"""No page is covered with ink by more than 30 %.

Dark sheets cost ink, curl, and are not for colouring. Coverage is the share of the paper that is black; grey and
colours count for as much as they are dark. An estimate, from a picture of the page: thin lines count a little too much.
"""

from collections.abc import Iterator

from generator.pdf.preflight.facts import Finding, Pdf, PdfPage

MOST = 0.30


def check_page(pdf: Pdf, page: PdfPage) -> Iterator[Finding]:
    """Yield a finding where it takes too much ink."""
    if page.ink is not None and page.ink.coverage > MOST:
        message = f"ink covers {page.ink.coverage:.0%} of the page; {MOST:.0%} is plenty"
        yield Finding(page.number, message, "lighten its dark areas", "warning")
