"""Every page is a sheet of paper that printers know, and all pages are of one size.

A paper that has a name, upright or across, or the size that was asked for, to 0.01 pt. A page that is off by a hair
(842.16 in place of 841.89 pt, which comes of counting in pixels) is scaled by readers that fit pages to paper.
"""

from collections.abc import Iterator

from generator.core.choices import PAPERS, Size, mm_from_points, paper_title
from generator.pdf.preflight.facts import Finding, PageFrame, Pdf

_EXACT = mm_from_points(0.01)
_CLOSE = 5.0  # mm; so near to a paper's size, that paper was meant


def check(pdf: Pdf) -> Iterator[Finding]:
    """Yield a finding a page of another size than it should have."""
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
