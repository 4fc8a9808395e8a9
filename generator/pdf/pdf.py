"""Pages as one PDF file."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO, NamedTuple

from generator.core.atomic import replacing
from generator.core.cores import foreseen
from generator.pdf.pixels import Pack, pack
from generator.pdf.press import DrawnPage, Press
from generator.pdf.spool import Spool
from generator.sheet.page import Document, Page, PageRun


def write_pdf(
    document: Document,
    pages: Iterable[Page] | PageRun,
    target: BinaryIO | Path,
    *,
    jobs: int = 1,
    tell: Callable[[Page], object] | None = None,
    pack: Pack = pack,
) -> None:
    """Write ``pages`` as a PDF; the same pages give the same bytes, however many processes draw them.

    Pages are taken one at a time and not kept. A path is replaced only when all is written; an error, also one
    from ``pages``, leaves it as it was.

    Args:
        document: what the file is.
        pages: in their order. Where they can be made from any of them on, several processes may draw them.
        target: where to.
        jobs: how many processes may work.
        tell: is called with each page once it is drawn; where another process did that, it shows empty components.
        pack: gives pictures of pixels as they are in it.

    Raises:
        ValueError: there are no pages, a bookmark names a page that there isn't, or a font lacks a character.
    """
    if isinstance(target, Path):
        with replacing(target) as part, part.open("wb") as file:
            write_pdf(document, pages, file, jobs=jobs, tell=tell, pack=pack)
        return
    press = Press(document, target, pack)
    # How many pages there are otherwise does not matter: they are too few to be divided.
    run = pages if isinstance(pages, PageRun) else PageRun(0, lambda _start, _stop: iter(pages))
    try:
        for page in added(press, run, jobs):
            if tell is not None:
                tell(page)
        press.close()
    finally:
        press.let_go()


LEAST = 256  # sheets that are worth processes: of fewer the first take too large a part
AHEAD = 32  # sheets that are drawn before it is tried: those with which most names come
AGAIN = 4  # the same, where a name was wanting; twice as many as before, where that was so at once
ROUNDS = 24  # it is tried as often at most
TURNS = 4  # runs for each process, so that none waits long for another


class DrawnSheet(NamedTuple):
    """What a process made of a sheet."""

    pages: list[DrawnPage]
    faces: list[bytes]  # the digests of those that it did not draw before


def added(press: Press, pages: PageRun, jobs: int) -> Iterator[Page]:
    """Add pages to what a press writes, with as many processes as may work on them; each page, once that is done."""
    if jobs < 2 or pages.sheets < LEAST:
        yield from _added_here(press, pages.between(0, pages.sheets))
        return
    drawn: dict[int, tuple[DrawnSheet, Spool]] = {}
    here = patience = AHEAD
    rounds = ROUNDS
    for at in range(pages.sheets):
        if at not in drawn and here <= 0 < rounds and pages.sheets - at - len(drawn) >= LEAST:
            numbers = [number for number in range(at, pages.sheets) if number not in drawn]
            new = _drawn_ahead(press, pages, numbers, jobs)
            patience = AGAIN if len(new) >= AHEAD else 2 * patience
            here, rounds = patience, rounds - 1
            drawn |= new
        sheet, spool = drawn.pop(at, (None, None))
        if sheet is not None and spool is not None and press.drew(sheet.faces):
            for drawn_page in sheet.pages:
                press.take(drawn_page, spool)
                yield drawn_page.page
        else:
            yield from _added_here(press, pages.between(at, at + 1))
            here -= 1


def _added_here(press: Press, pages: Iterator[Page]) -> Iterator[Page]:
    for page in pages:
        press.add(page)
        yield page


def _drawn_ahead(press: Press, pages: PageRun, todo: Sequence[int], jobs: int) -> dict[int, tuple[DrawnSheet, Spool]]:
    """Have as many processes draw sheets as far as they come without new names."""
    each = -(-len(todo) // (jobs * TURNS))
    runs = [todo[start : start + each] for start in range(0, len(todo), each)]
    spools, names = [press.spool() for _ in runs], press.names()
    tasks = [partial(_drawn, press, pages, run, spool, names) for run, spool in zip(runs, spools, strict=True)]
    runs_drawn = zip(runs, spools, foreseen(tasks, jobs), strict=True)
    return {
        at: (sheet, spool) for run, spool, sheets in runs_drawn for at, sheet in zip(run, sheets or (), strict=False)
    }


def _drawn(press: Press, pages: PageRun, run: Sequence[int], spool: Spool, names: Hashable) -> list[DrawnSheet]:
    """Draw a run of sheets into a spool, up to the first that takes a name which was not given out yet."""
    sheets: list[DrawnSheet] = []
    for number in run if press.names() == names else ():
        face_count = len(press.faces())
        drawn_pages: list[DrawnPage] = []
        for page in pages.between(number, number + 1):
            code = press.content(page)
            if press.names() != names:
                break
            drawn_pages.append(DrawnPage(page.outlined(), code.forms, spool.keep(press.packed(code))))
        else:
            sheets.append(DrawnSheet(drawn_pages, press.faces(face_count)))
            continue
        break
    spool.flush()
    return sheets
