"""Pages of PDF files as pictures: as far as they are shown or say that they are cut, at their true size."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from generator.check.build import Progress
from generator.core.choices import MM_PER_INCH, POINTS_PER_INCH, Size
from generator.core.problem import Infeasible, reason_of
from generator.draw.svg.rasters import MAX_PIXELS

MOST = 5_000  # pictures
DPI = 300  # of the pages of a PDF

_LEAST = 3.0  # mm of a component's side

Outside = tuple[float, float, float, float]


def draw_pages(
    file: Path, scratch: Path, progress: Progress | None, held: float, report: Callable[[str], object]
) -> list[tuple[Path, Size]]:
    """The pages of a PDF file as pictures, with ``held`` mm of bleed, and the size of each in mm without it.

    A page that says where it is cut (a TrimBox) goes as far as that. The file is examined in a process with limits
    first, which draws all of it; where that can draw what it cannot read, this is told.

    Raises:
        Infeasible: the file cannot be drawn, or takes too much; a page is too large or too small.
    """
    import pypdfium2

    from generator.pdf.preflight.apart import Apart
    from generator.pdf.preflight.drawn import shown_page
    from generator.pdf.preflight.objects import TOO_COSTLY

    name = file.as_posix()
    try:
        with Apart() as apart:
            examined = apart.examine(file)
    except OSError as error:
        raise Infeasible(f"cannot read {name}: {reason_of(error)}") from None
    for problem in examined.problems:
        if problem.rule == TOO_COSTLY or not examined.pages:
            raise Infeasible(f"{name}: {problem.message}" + (f"; {problem.hint}" if problem.hint else ""))
        if problem.rule == "damaged":
            report(f"warning: {name}: {problem.message}; what can be drawn of it is printed, so look at it")
    if examined.pages > MOST:
        raise Infeasible(f"{name} has {examined.pages:,} pages; {MOST:,} are the most")
    pages: list[tuple[Path, Size]] = []
    drawn_before = len(list(scratch.iterdir()))
    try:
        with pypdfium2.PdfDocument(file) as document:
            document.init_forms()  # what was filled in is printed
            for index in range(len(document)):
                page, area = shown_page(document, index)
                mm = (examined.units[index] if index < len(examined.units) else 1.0) * MM_PER_INCH / POINTS_PER_INCH
                around = _around(page, area, held / mm)
                wide, high = page.get_size()
                wide, high = (wide - around[0] - around[2]) * mm, (high - around[1] - around[3]) * mm
                size = wide - 2 * held, high - 2 * held
                if min(size) < _LEAST or wide * high * (DPI / MM_PER_INCH) ** 2 > MAX_PIXELS:
                    beyond = f"{_LEAST:g} mm is the least" if min(size) < _LEAST else "440 × 480 mm is about the most"
                    message = f"page {index + 1} is {size[0]:.4g} × {size[1]:.4g} mm, and no component; {beyond}"
                    raise Infeasible(f"{name}: {message}: take it out of the file")
                target = scratch / f"{drawn_before + index:04}-{file.stem[:40]} {index + 1}.png"
                picture = page.render(scale=DPI * mm / MM_PER_INCH, crop=around).to_pil()
                picture.save(target, compress_level=1)
                page.close()
                pages.append((target, size))
                if progress is not None:
                    progress("drawing pages", index + 1, examined.pages)
    except pypdfium2.PdfiumError:
        raise Infeasible(f"{name} cannot be drawn: it is damaged, or locked with a password") from None
    return pages


def _around(page: Any, area: Sequence[float], beyond: float) -> Outside:
    """What lies outside the cut of a page, but for ``beyond``: at its left, bottom, right and top as it is shown."""
    from generator.pdf.preflight.drawn import box_on_page

    left, bottom, right, top = box_on_page(area, page.get_trimbox())
    outside = (left - area[0], bottom - area[1], area[2] - right, area[3] - top)
    turn = page.get_rotation() // 90
    edges = [max(0.0, edge - beyond) for edge in (*outside[turn:], *outside[:turn])]
    return edges[0], edges[1], edges[2], edges[3]
