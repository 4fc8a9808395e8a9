"""Preflight: reads a finished PDF file back, and holds it against the rules."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from functools import cache, partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.core.choices import Size
from generator.core.cores import divided
from generator.core.escape import escaped
from generator.core.folders import NamedModules
from generator.core.problem import Problem
from generator.pdf.preflight import rules
from generator.pdf.preflight.document import open_pdf
from generator.pdf.preflight.facts import Expected, Finding, PageFrame, Pdf, PdfPage, PreflightRule
from generator.pdf.preflight.objects import Unreadable

MANY = 500  # pages of ours, which take a quarter of a second; a process takes some of that to open the file


class Examination(Struct, frozen=True):
    """What was found out about one file."""

    problems: tuple[Problem, ...]
    pages: int = 0
    ink: float | None = None  # share of the paper, 0 to 1, over all pages; None: not looked at


@cache
def all_rules() -> Mapping[str, PreflightRule]:
    """The rules by name."""
    return NamedModules(rules.__name__, rules.__path__)


def preflight(
    path: Path, *, expected: Expected | None = None, name: str = "", paper: Size | None = None, jobs: int = 1
) -> list[Problem]:
    """What is wrong with a PDF file for printing at home.

    A problem's ``line`` is the page, from 1; what concerns the whole file stands at page 1.

    Args:
        path: the file, ours or anybody's.
        expected: for a file of ours, what was written. Then only what shows without reading and drawing the pages
            is examined, so that it costs little: texts, lines, pictures and ink are not.
        name: what to call the file; its path if empty.
        paper: the size that pages must have, in mm; any paper by name if None.
        jobs: how many processes may look at a file of ours.

    Raises:
        OSError: the file cannot be opened.
    """
    return list(examine(path, expected=expected, name=name, paper=paper, jobs=jobs).problems)


def examine(
    path: Path,
    *,
    expected: Expected | None = None,
    name: str = "",
    paper: Size | None = None,
    tell: Callable[[int], object] | None = None,
    jobs: int = 1,
) -> Examination:
    """What `preflight` finds, with what it says of the file besides. Raises as it does.

    ``tell`` is called with the number of each page when that was examined.
    """
    name = name or path.as_posix()
    findings = _Findings()
    inked = []
    try:
        if expected is not None and jobs > 1 and len(expected.pages) >= MANY:
            return _examine_together(path, expected, name, paper, jobs)
        with open_pdf(path, expected) as (head, pages):
            head = replace(head, paper=paper)
            frames, sheets = [], []
            if expected is None:
                from generator.pdf.preflight.both_sides import compared  # nobody asks what shows of sheets of ours
            front: PdfPage | None = None
            for page in pages if expected is not None else _with_ink(pages, path):
                findings.add_page(head, page)
                frames.append(page.frame())
                if page.ink is not None:
                    inked.append(page.ink.coverage)
                if head.two_sided and expected is None:
                    if front is not None:
                        sheets.append(compared(front, page, head.duplex))
                    front = page if front is None else None
                if tell is not None:
                    tell(page.number)
            findings.add_file(replace(head, pages=tuple(frames), sheets=tuple(sheets)))
    except Unreadable as error:
        problem = Problem(name, 1, 1, "error", error.rule, escaped(error.message), error.hint)
        return Examination((problem,))
    mean = sum(inked) / len(inked) if inked else None
    return Examination(tuple(sorted(findings.problems(name))), len(frames), mean)


def _examine_together(path: Path, expected: Expected, name: str, paper: Size | None, jobs: int) -> Examination:
    """What `examine` finds of a file of ours of which each process looks at as many pages."""
    each = -(-len(expected.pages) // jobs)
    runs = [slice(each * turn, each * (turn + 1) if turn < jobs - 1 else None) for turn in range(jobs)]
    parts = divided([partial(_examine_some, path, expected, paper, run) for run in runs], jobs)
    findings = _Findings()
    for _, _, found in parts:
        findings.add(found)
    frames = tuple(frame for _, some, _ in parts for frame in some)
    findings.add_file(replace(parts[0][0], expected=expected, pages=frames))
    return Examination(tuple(sorted(findings.problems(name))), len(frames))


def _examine_some(
    path: Path, expected: Expected, paper: Size | None, run: slice
) -> "tuple[Pdf, list[PageFrame], _Findings]":
    findings = _Findings()
    frames: list[PageFrame] = []
    with open_pdf(path, expected, run) as (head, pages):
        head = replace(head, paper=paper)
        for page in pages:
            findings.add_page(head, page)
            frames.append(page.frame())
    return replace(head, expected=None), frames, findings


def _with_ink(pages: Iterator[PdfPage], path: Path) -> Iterator[PdfPage]:
    from generator.pdf.preflight.drawn import read_ink

    with closing(read_ink(path)) as inks:
        for page, ink in zip(pages, inks, strict=False):
            yield replace(page, ink=ink)


class _Findings:
    """What the rules find; what is the same on many pages is said at the first."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, Finding], list[int]] = {}  # how many more there are besides the first page

    def add_page(self, pdf: Pdf, page: PdfPage) -> None:
        for rule, module in all_rules().items():
            if hasattr(module, "check_page"):
                self._add(rule, module.check_page(pdf, page))

    def add_file(self, pdf: Pdf) -> None:
        for rule, module in all_rules().items():
            if hasattr(module, "check"):
                self._add(rule, module.check(pdf))

    def add(self, others: "_Findings") -> None:
        """Add what was found on later pages."""
        for key, (first, more) in others._found.items():
            first_and_more = self._found.setdefault(key, [first, -1])
            first_and_more[1] += more + 1

    def _add(self, rule: str, findings: Iterable[Finding]) -> None:
        for finding in findings:
            first_and_more = self._found.setdefault((rule, replace(finding, page=0)), [finding.page, -1])
            first_and_more[1] += 1

    def problems(self, name: str) -> Iterator[Problem]:
        for (rule, finding), (first, more) in self._found.items():
            also = f" (and the same on {more} more page{'s' if more > 1 else ''})" if more else ""
            yield Problem(name, first, 1, finding.level, rule, escaped(finding.message) + also, finding.hint)
