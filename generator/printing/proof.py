"""Writes a file of ours, reads it back, and puts it in place only if it passes."""

import gc
from collections.abc import Iterable, Iterator
from pathlib import Path

from generator.atomic import replacing
from generator.preflight.facts import Expected, ExpectedPage, Piece
from generator.refusal import require_sound
from generator.sheet.page import Document, Page, Slot

MANY = 1_000  # pages


def write_proved(document: Document, pages: Iterable[Page], file: Path, *, proved: bool = True) -> None:
    """Write ``pages`` as a PDF, as `write_pdf` does, and read it back before it takes the place of ``file``.

    With ``proved`` false it is not read back.

    Raises:
        Faulty: it breaks a rule of preflight. What stood at ``file`` is as it was.
        ValueError: see `write_pdf`.
    """
    from generator.press.pdf import write_pdf

    if not proved:
        write_pdf(document, pages, file)
        return
    from generator.preflight.examine import preflight

    expected: list[ExpectedPage] = []
    with replacing(file) as part:
        with part.open("wb") as target:
            write_pdf(document, _noted(pages, expected), target)
        if len(expected) > MANY:
            gc.collect()  # reportlab's objects refer to each other, and would stay while the file is read back
        problems = preflight(part, expected=Expected(tuple(expected), document.duplex), name=str(file))
        require_sound(problems, "the file was not put in place")


def _noted(pages: Iterable[Page], expected: list[ExpectedPage]) -> Iterator[Page]:
    known: tuple[list[Slot], tuple[Piece, ...]] = [], ()
    for page in pages:
        slots = [placement.slot for placement in page.placements]
        if slots != known[0]:  # most sheets have the same
            known = (
                slots,
                tuple(
                    Piece(slot.x + slot.width / 2, slot.y + slot.height / 2, slot.width, slot.height) for slot in slots
                ),
            )
        pieces = known[1]
        expected.append(ExpectedPage(page.width, page.height, pieces, page.shift))
        yield page
