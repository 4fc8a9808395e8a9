"""Pages drawn ahead by other processes, in the bytes that one would have written.

What is drawn first is drawn here: it gives fonts their codes, and drawings and pictures their names, which follow the
order of pages. Then processes are forked off, and each draws runs of sheets with the existing names. Where one
needs another name it stops; what follows is drawn here, and then processes begin again with that name too. A sheet with
a face that came before, and so is to be a form, is drawn again here.
"""

from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from generator.core.cores import foreseen
from generator.pdf.press import DrawnPage, Press
from generator.pdf.spool import Spool
from generator.sheet.page import Page, PageRun

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
