"""Pages as one PDF file."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO

from generator.core.atomic import replacing
from generator.pdf.drawn_ahead import added
from generator.pdf.press import Press
from generator.sheet.page import Document, Page, PageRun


def write_pdf(
    document: Document,
    pages: Iterable[Page] | PageRun,
    target: BinaryIO | Path,
    *,
    jobs: int = 1,
    tell: Callable[[Page], object] | None = None,
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

    Raises:
        ValueError: there are no pages, a bookmark names a page that there isn't, or a font lacks a character.
    """
    if isinstance(target, Path):
        with replacing(target) as part, part.open("wb") as file:
            write_pdf(document, pages, file, jobs=jobs, tell=tell)
        return
    press = Press(document, target)
    # How many pages there are otherwise does not matter: they are too few to be divided.
    run = pages if isinstance(pages, PageRun) else PageRun(0, lambda _start, _stop: iter(pages))
    try:
        for page in added(press, run, jobs):
            if tell is not None:
                tell(page)
        press.close()
    finally:
        press.let_go()
