"""Preflight: reads a finished PDF file back, and holds it against the rules."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from generator.modules import modules_in
from generator.preflight import rules
from generator.preflight.document import read_pdf
from generator.preflight.drawn import read_ink
from generator.preflight.facts import Expected, Finding, Pdf, PreflightRule
from generator.preflight.objects import Unreadable
from generator.problem import Problem
from generator.sizes import Size


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found out about one file."""

    problems: tuple[Problem, ...]
    pages: int = 0
    ink: float | None = None  # share of the paper, 0 to 1, over all pages; None: not looked at


@cache
def all_rules() -> dict[str, PreflightRule]:
    """The rules by name."""
    return modules_in(rules.__name__, rules.__path__)


def preflight(
    path: Path, *, expected: Expected | None = None, name: str = "", paper: Size | None = None
) -> list[Problem]:
    """What is wrong with a PDF file for printing at home.

    A problem's ``line`` is the page, from 1; what concerns the whole file stands at page 1.

    Args:
        path: the file, ours or anybody's.
        expected: for a file of ours, what was written. Then only what shows without reading and drawing the pages
            is looked at, so that it costs little: texts, lines, pictures and ink are not.
        name: what to call the file; its path if empty.
        paper: the size that pages must have, in mm; any paper by name if None.

    Raises:
        OSError: the file cannot be opened.
    """
    return list(examine(path, expected=expected, name=name, paper=paper).problems)


def examine(path: Path, *, expected: Expected | None = None, name: str = "", paper: Size | None = None) -> Examination:
    """What `preflight` finds, with what it says of the file besides. Raises as it does."""
    name = name or str(path)
    try:
        pdf = replace(read_pdf(path, expected), paper=paper)
        if expected is None:
            places = [page.pieces for page in pdf.pages] if pdf.duplex else []
            pages = zip(pdf.pages, read_ink(path, places), strict=False)
            pdf = replace(pdf, pages=tuple(replace(page, ink=ink) for page, ink in pages))
    except Unreadable as error:
        return Examination((Problem(name, 1, 1, "error", error.rule, error.message, error.hint),))
    coverages = [page.ink.coverage for page in pdf.pages if page.ink is not None]
    mean = sum(coverages) / len(coverages) if coverages else None
    return Examination(tuple(sorted(_problems(pdf, name))), len(pdf.pages), mean)


def _problems(pdf: Pdf, name: str) -> Iterator[Problem]:
    """What the rules find; what is the same on many pages is said at the first."""
    for rule, module in all_rules().items():
        pages: dict[Finding, list[int]] = {}
        for finding in module.check(pdf):
            pages.setdefault(replace(finding, page=0), []).append(finding.page)
        for finding, where in pages.items():
            more = len(where) - 1
            also = f" (and the same on {more} more page{'s' if more > 1 else ''})" if more else ""
            yield Problem(name, where[0], 1, finding.level, rule, finding.message + also, finding.hint)
