"""There is no ink in the outer 5 mm of the paper, which home printers leave white.

What lies there is cut off, or makes readers scale the whole page. Looked for in a picture of the page, so that ink
from 4.7 mm inwards is not distinguished from ink at 5 mm. For pages that are not sheets of paper (single cards for a
print shop, given with ``--paper``) the rule does not hold: their edge is cut.
"""

from collections.abc import Iterator

from generator.core.choices import PAPERS, UNPRINTABLE
from generator.pdf.preflight.facts import Finding, Pdf, PdfPage


def check_page(pdf: Pdf, page: PdfPage) -> Iterator[Finding]:
    """Yield a finding where the page has ink too near to an edge."""
    if pdf.paper is not None and pdf.paper not in PAPERS.values():
        return
    near = {side: reach for side, reach in page.ink.reach.items() if reach is not None} if page.ink else {}
    if near:
        where = ", ".join(f"{side} {reach:.1f} mm" for side, reach in near.items())
        message = f"ink in the outer {UNPRINTABLE:g} mm, which home printers leave white; distance to the edge: {where}"
        yield Finding(page.number, message, "move it inwards, or leave it out")
