"""Pages drawn ahead by other processes, in the bytes that one would have written; a PDF written object after object.

What is drawn first is drawn here: it gives fonts their codes, and drawings and pictures their names, which follow the
order of pages. Then processes are forked off, and each draws runs of sheets with the existing names. Where one
needs another name it stops; what follows is drawn here, and then processes begin again with that name too. A sheet with
a face that came before, and so is to be a form, is drawn again here.
"""

from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from tempfile import SpooledTemporaryFile, TemporaryFile
from typing import IO, Any, BinaryIO, NamedTuple, Protocol

from reportlab.pdfbase.pdfdoc import PDFCrossReferenceTable, PDFFile, PDFIndirectObject, PDFTrailer

from generator.core.cores import foreseen
from generator.pdf.operators import Code
from generator.sheet.page import Page, PageRun

IN_MEMORY = 1024 * 1024  # bytes

PutAside = tuple[int, int]  # where something begins in a spool, and how long it is


class Spool:
    """Bytes put aside: in memory where they are few, else in a file without a name, which nobody has to remove."""

    def __init__(self, *, shared: bool = False) -> None:
        """Begin with nothing; ``shared`` with processes that are forked off this one, if any."""
        # It is open as long as the PDF is made.
        self._file: IO[bytes] = TemporaryFile() if shared else SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
        self._end = 0

    def keep(self, data: bytes) -> PutAside:
        """Put bytes aside. Raises OSError where there is no room."""
        start, self._end = self._end, self._end + len(data)
        self._file.seek(start)
        self._file.write(data)
        return start, len(data)

    def flush(self) -> None:
        """Let other processes have what was put aside."""
        self._file.flush()

    def take(self, kept: PutAside) -> bytes:
        """What was put aside."""
        self._file.seek(kept[0])
        return self._file.read(kept[1])

    def close(self) -> None:
        """Let go of all of it."""
        self._file.close()


def write_objects(document: Any, file: BinaryIO) -> None:
    """Write a reportlab document that is complete, in the bytes of its own ``format``, without holding them all.

    Formatting an object may add others, which come after the existing ones.
    """
    out = _Out(file)
    out.write(b"".join(PDFFile(document._pdfVersion).strings))
    names: list[str] = []
    while (number := len(names) + 1) in document.numberToId:
        name = document.numberToId[number]
        document.idToOffset[name] = out.write(PDFIndirectObject(name, document.idToObject[name]).format(document))
        names.append(name)
    table = PDFCrossReferenceTable()
    table.addsection(0, names)
    start = out.write(table.format(document))
    root, info = document.Reference(document.Catalog), document.Reference(document.info)
    trailer = PDFTrailer(startxref=start, Size=len(names) + 1, Root=root, Info=info, ID=document.ID())
    out.write(trailer.format(document))


class _Out:
    """A file that knows how much is in it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._size = file, 0

    def write(self, data: bytes) -> int:
        """Write, and say where that begins."""
        start, self._size = self._size, self._size + len(data)
        self._file.write(data)
        return start


LEAST = 256  # sheets that are worth processes: of fewer the first take too large a part
AHEAD = 32  # sheets that are drawn before it is tried: those with which most names come
AGAIN = 4  # the same, where a name was wanting; twice as many as before, where that was so at once
ROUNDS = 24  # it is tried as often at most
TURNS = 4  # runs for each process, so that none waits long for another


class DrawnPage(NamedTuple):
    """A page of which other processes have put aside what is on it."""

    page: Page  # without its faces
    forms: tuple[str, ...]
    kept: PutAside


class DrawnSheet(NamedTuple):
    """What a process made of a sheet."""

    pages: list[DrawnPage]
    faces: list[bytes]  # the digests of those that it did not draw before


class Drawer(Protocol):
    """What draws pages into a file."""

    def add(self, page: Page) -> None:
        """Write a page."""

    def take(self, drawn: DrawnPage, spool: Spool) -> None:
        """Write a page that was drawn elsewhere."""

    def spool(self) -> Spool:
        """Where other processes put aside what they draw; let go of with the file."""

    def content(self, page: Page) -> Code:
        """What is on a page."""

    def packed(self, code: Code) -> bytes:
        """The same, as it is in a file."""

    def names(self) -> Hashable:
        """How many names were given out so far."""

    def faces(self, start: int = 0) -> list[bytes]:
        """The digests of the faces that were drawn so far, from one on."""

    def drew(self, faces: list[bytes]) -> bool:
        """Note that these were drawn; not if one of them was before."""


def added(drawer: Drawer, pages: PageRun, jobs: int) -> Iterator[Page]:
    """Add pages to what a drawer writes, with as many processes as may work on them; each page, once that is done."""
    if jobs < 2 or pages.sheets < LEAST:
        yield from _added_here(drawer, pages.between(0, pages.sheets))
        return
    drawn: dict[int, tuple[DrawnSheet, Spool]] = {}
    here = patience = AHEAD
    rounds = ROUNDS
    for at in range(pages.sheets):
        if at not in drawn and here <= 0 < rounds and pages.sheets - at - len(drawn) >= LEAST:
            wanted = [number for number in range(at, pages.sheets) if number not in drawn]
            new = _drawn_ahead(drawer, pages, wanted, jobs)
            patience = AGAIN if len(new) >= AHEAD else 2 * patience
            here, rounds = patience, rounds - 1
            drawn |= new
        sheet, spool = drawn.pop(at, (None, None))
        if sheet is not None and spool is not None and drawer.drew(sheet.faces):
            for one in sheet.pages:
                drawer.take(one, spool)
                yield one.page
        else:
            yield from _added_here(drawer, pages.between(at, at + 1))
            here -= 1


def _added_here(drawer: Drawer, pages: Iterator[Page]) -> Iterator[Page]:
    for page in pages:
        drawer.add(page)
        yield page


def _drawn_ahead(
    drawer: Drawer, pages: PageRun, wanted: Sequence[int], jobs: int
) -> dict[int, tuple[DrawnSheet, Spool]]:
    """Have as many processes draw sheets as far as they come without new names."""
    each = -(-len(wanted) // (jobs * TURNS))
    runs = [wanted[start : start + each] for start in range(0, len(wanted), each)]
    spools, names = [drawer.spool() for _ in runs], drawer.names()
    tasks = [partial(_drawn, drawer, pages, run, spool, names) for run, spool in zip(runs, spools, strict=True)]
    made = zip(runs, spools, foreseen(tasks, jobs), strict=True)
    return {
        number: (sheet, spool) for run, spool, sheets in made for number, sheet in zip(run, sheets or (), strict=False)
    }


def _drawn(drawer: Drawer, pages: PageRun, run: Sequence[int], spool: Spool, names: Hashable) -> list[DrawnSheet]:
    """Draw a run of sheets into a spool, up to the first that takes a name which was not given out yet."""
    found: list[DrawnSheet] = []
    for number in run if drawer.names() == names else ():
        known = len(drawer.faces())
        made: list[DrawnPage] = []
        for page in pages.between(number, number + 1):
            code = drawer.content(page)
            if drawer.names() != names:
                break
            made.append(DrawnPage(page.outlined(), code.forms, spool.keep(drawer.packed(code))))
        else:
            found.append(DrawnSheet(made, drawer.faces(known)))
            continue
        break
    spool.flush()
    return found
