"""A file for both sides of the paper has an even number of pages, of which every second one is a back.

Where the file asks for two-sided printing (``/Duplex``), page 2 comes behind page 1. With one page too few or too many,
every back after it lies behind the wrong front. Which pages are backs is identified by page labels that end with
“back”.
"""

from collections.abc import Iterator

from generator.pdf.preflight.facts import BACK, Finding, PageFrame, Pdf


def check(pdf: Pdf) -> Iterator[Finding]:
    """Yield findings for the file as a whole, and where fronts and backs are out of step."""
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
