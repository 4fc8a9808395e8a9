"""Preflight: reads a finished PDF file back, and holds it against the rules."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.core.choices import Size
from generator.core.escape import escaped
from generator.core.problem import Problem
from generator.pdf.preflight.document import open_pdf
from generator.pdf.preflight.facts import ExpectedFile, Finding, PdfPage
from generator.pdf.preflight.objects import DamagedFile, Unreadable
from generator.pdf.preflight.rules import FILE_RULES, PAGE_RULES


class Examination(Struct, frozen=True):
    """What was found out about one file."""

    problems: tuple[Problem, ...]
    pages: int = 0  # that were read or, in a damaged file, drawn
    ink: float | None = None  # share of the paper, 0 to 1, over all pages; None: not looked at
    units: tuple[float, ...] = ()  # points in each page's own


def preflight(
    path: Path, *, expected: ExpectedFile | None = None, name: str = "", paper: Size | None = None
) -> list[Problem]:
    """What is wrong with a PDF file for printing at home.

    A problem's ``line`` is the page, from 1; what concerns the whole file stands at page 1.

    Args:
        path: the file, ours or anybody's.
        expected: for a file of ours, what was written. Then only what shows without reading and drawing the pages
            is examined, so that it costs little: texts, lines, pictures and ink are not.
        name: what to call the file; its path if empty.
        paper: the size that pages must have, in mm; any paper by name if None.

    Raises:
        OSError: the file cannot be opened.
    """
    return list(examine(path, expected=expected, name=name, paper=paper).problems)


def examine(
    path: Path,
    *,
    expected: ExpectedFile | None = None,
    name: str = "",
    paper: Size | None = None,
    tell: Callable[[int], object] | None = None,
) -> Examination:
    """What `preflight` finds, with what it says of the file besides. Raises as it does.

    ``tell`` is called with the number of each page when that was examined.
    """
    name = name or path.as_posix()
    findings = _Findings()
    inked = []
    try:
        with open_pdf(path, expected) as (head, pages), ExitStack() as open_pages:
            head = replace(head, paper=paper)
            frames, sheets = [], []
            if expected is None:
                from generator.pdf.preflight.components import compare_sides  # nobody asks what shows of sheets of ours
                from generator.pdf.preflight.drawn import read_pages

                pages = open_pages.enter_context(closing(read_pages(path, pages, head.hidden)))
            front: PdfPage | None = None
            for page in pages:
                findings.add(PAGE_RULES, head, page)
                frames.append(page.frame())
                if page.ink is not None:
                    inked.append(page.ink.coverage)
                if head.two_sided and expected is None:
                    if front is not None:
                        sheets.append(compare_sides(front, page, head.duplex))
                    front = page if front is None else None
                if tell is not None:
                    tell(page.number)
            findings.add(FILE_RULES, replace(head, pages=tuple(frames), sheets=tuple(sheets)))
    except Unreadable as error:
        problem = Problem(name, 1, 1, "error", error.rule, escaped(error.message), error.hint)
        return Examination((problem,), _drawable(path, tell) if isinstance(error, DamagedFile) else 0)
    mean = sum(inked) / len(inked) if inked else None
    units = tuple(frame.unit for frame in frames)
    return Examination(tuple(sorted(findings.problems(name))), len(frames), mean, units)


def _drawable(path: Path, tell: Callable[[int], object] | None) -> int:
    """How many pages pdfium draws of a damaged file; none where one of them stays empty."""
    from generator.pdf.preflight.drawn import read_ink

    number = 0
    try:
        for number, ink in enumerate(read_ink(path), start=1):
            if not ink.coverage:  # what cannot be read may lack just here
                return 0
            if tell is not None:
                tell(number)
    except (DamagedFile, ValueError):
        return 0
    return number


class _Findings:
    """What the rules find; what is the same on many pages is said at the first."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, Finding], list[int]] = {}  # how many more there are besides the first page

    def add(self, rules: Mapping[str, Callable[..., Iterator[Finding]]], *facts: object) -> None:
        """Add what these rules find."""
        for rule, check in rules.items():
            for finding in check(*facts):
                first_and_more = self._found.setdefault((rule, replace(finding, page=0)), [finding.page, -1])
                first_and_more[1] += 1

    def problems(self, name: str) -> Iterator[Problem]:
        for (rule, finding), (first, more) in self._found.items():
            also = f" (and the same on {more} more page{'s' if more > 1 else ''})" if more else ""
            yield Problem(name, first, 1, finding.level, rule, escaped(finding.message) + also, finding.hint)
