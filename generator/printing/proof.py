"""Writes a file of ours, reads it back, and puts it in place only if it passes."""

import gc
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from generator.core.atomic import replacing
from generator.core.problem import require_sound
from generator.pdf.preflight.facts import ExpectedFile, ExpectedPage, PageRect, Piece
from generator.sheet.page import Document, Page, PageRun, Slot, StraightCut

MANY = 1_000  # pages


def write_proved(
    document: Document, pages: Iterable[Page] | PageRun, file: Path, *, proved: bool = True, jobs: int = 1
) -> None:
    """Write ``pages`` as a PDF, as `write_pdf` does, and read it back before it takes the place of ``file``.

    With ``proved`` false it is not read back. As many processes may work on it as ``jobs`` says.

    Raises:
        Faulty: it breaks a rule of preflight. What stood at ``file`` is as it was.
        ValueError: see `write_pdf`.
    """
    from generator.pdf.pdf import write_pdf

    if not proved:
        write_pdf(document, pages, file, jobs=jobs)
        return
    from generator.pdf.preflight.examine import preflight

    expected: list[ExpectedPage] = []
    with replacing(file) as part:
        with part.open("wb") as target:
            write_pdf(document, pages, target, jobs=jobs, tell=lambda page: expected.append(_expected(page)))
        if len(expected) > MANY:
            gc.collect()  # reportlab's objects refer to each other, and would stay while the file is read back
        problems = preflight(part, expected=ExpectedFile(tuple(expected), document.duplex), name=file.as_posix())
        require_sound(problems, "the file was not put in place")


def get_ready() -> None:
    """Import what writes files and reads them back, before there is anything to write."""
    import generator.pdf.pdf
    import generator.pdf.preflight.examine  # noqa: F401
    from generator.pdf.preflight.document import get_ready

    get_ready()


def _expected(page: Page) -> ExpectedPage:
    """What a page is to be."""
    pieces = (_piece(placement.slot) for placement in page.placements)
    return ExpectedPage(page.width, page.height, tuple(pieces), page.shift, _marks(page.straight))


@lru_cache(maxsize=64)
def _marks(cuts: tuple[StraightCut, ...]) -> tuple[PageRect, ...]:
    """The marks that every cut is to be found by; none of cuts that the paper has no room for."""
    return tuple({PageRect(mark.x1, mark.y1, mark.x2, mark.y2): None for cut in cuts for mark in cut.marks})


@lru_cache(maxsize=100)  # most sheets have the same
def _piece(slot: Slot) -> Piece:
    return Piece(slot.x + slot.width / 2, slot.y + slot.height / 2, slot.width, slot.height)
