"""No page is covered with ink by more than 30 %, unless it has a bleed: its art fills the page on purpose.

Dark sheets cost ink, curl, and are not for colouring. Coverage is the share of the paper that is black; grey and
colours count for as much as they are dark. An estimate, from a picture of the page: thin lines count a little too much.
Pages that are about as dark are told together.
"""

from collections.abc import Iterator

from generator.pdf.preflight.facts import Finding, Pdf, PdfPage

MOST = 30  # percent


def check_page(pdf: Pdf, page: PdfPage) -> Iterator[Finding]:
    """Yield a finding where it takes too much ink."""
    percent = 0 if page.ink is None else page.ink.coverage * 100
    bleeds = page.bleed is not None and page.bleed != page.trim
    if percent > MOST and not bleeds:
        message = f"ink covers more than {percent // 10 * 10:.0f}% of the page; {MOST}% is plenty"
        yield Finding(page.number, message, "lighten its dark areas, or print it with --ink low", "warning")
