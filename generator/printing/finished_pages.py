"""Pages of PDF files as pictures of vectors: as far as they are shown or say that they are cut, at their true size."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from generator.check.build import Progress
from generator.core.choices import MM_PER_INCH, POINTS_PER_INCH, Size
from generator.core.problem import Infeasible, reason_of
from generator.draw.marks.marks import PagePart, PlacedRaster, Raster, drawing_of
from generator.draw.marks.picture import Picture, placed_rasters
from generator.draw.svg.rasters import MAX_PIXELS, read_pixels
from generator.pdf.page_forms import UncopiedPage, check_page
from generator.printing.finished_files import MOST

DPI = 300  # of pages that are drawn as pixels

_LEAST = 3.0  # mm of a component's side

Outside = tuple[float, float, float, float]


class FinishedPage(NamedTuple):
    """A page of a PDF file as a picture, and the size that it has when cut, in mm."""

    number: int  # in its file, from 1
    picture: Picture
    size: Size


def read_pages(
    file: Path,
    scratch: Path,
    progress: Progress | None,
    held: float,
    report: Callable[[str], object],
    selection: Callable[[int], Sequence[int]] = range,
) -> list[FinishedPage]:
    """The pages of a PDF file as pictures, with ``held`` mm of bleed.

    They stay vectors: each becomes a part of a copy in ``scratch``, into which notes on pages that are to be printed
    are drawn. A page that cannot be copied is drawn as pixels, which is told. A page that says where it is cut (a
    TrimBox) goes as far as that. The file is examined in a process with limits first, which draws all of it; where
    that can draw what it cannot read, this is told. ``selection`` is given how many pages there are, and says which
    are wanted, counted from 0.

    Raises:
        Infeasible: the file cannot be drawn, or takes too much; a page is too small.
        WrongUse: see `selection`.
    """
    import pypdfium2

    units, count = _examined(file, report)
    numbers = selection(count)
    target = scratch / f"{len(list(scratch.iterdir())):04}-{file.stem[:40]}"
    frames: dict[int, _Frame] = {}
    left_out: list[int] = []
    try:
        with pypdfium2.PdfDocument(file) as document:
            document.init_forms()  # what was filled in is printed
            for index in dict.fromkeys(numbers):
                frames[index] = _frame(document, index, units[index] if index < len(units) else 1.0, held)
                _check_size(file, index, frames[index])
                left_out.append(_flattened(document, index))
            document.save(target.with_suffix(".pdf"), flags=pypdfium2.raw.FPDF_REMOVE_SECURITY)
    except pypdfium2.PdfiumError:
        raise Infeasible(f"{file.as_posix()} cannot be drawn: it is damaged, or locked with a password") from None
    if sum(left_out):
        noun = "1 note is" if sum(left_out) == 1 else f"{sum(left_out)} notes are"
        report(f"{noun} left out of {file.name}: what was put on a page and not marked for print")
    digest = sha256(file.read_bytes()).hexdigest()[:16]  # the copy has a name of chance
    pages: dict[int, FinishedPage] = {}
    coarse: dict[str, list[int]] = {}
    for number, (index, frame) in enumerate(frames.items(), start=1):
        size = frame.size[0] - 2 * held, frame.size[1] - 2 * held
        try:
            check_page(target.with_suffix(".pdf"), index)
            part = PagePart(target.with_suffix(".pdf"), index, frame.box, frame.turns)
            raster = Raster(f"{digest} {index} {frame.box}", 1, 1, part)
            pages[index] = FinishedPage(index + 1, _placed(raster, frame.size), size)
        except UncopiedPage as error:
            pages[index] = FinishedPage(index + 1, _drawn(file, target, index, frame), size)
            coarse.setdefault(str(error), []).append(index + 1)
        if progress is not None:
            progress("reading pages", number, len(frames))
    for reason, drawn in coarse.items():
        report(f"{file.name}: drawn as pixels, as {reason}: page {', '.join(map(str, drawn))}")
    return [pages[index] for index in numbers]


def _examined(file: Path, report: Callable[[str], object]) -> tuple[tuple[float, ...], int]:
    """The points in each page's own, and how many pages there are."""
    from generator.pdf.preflight.apart import Apart
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
        if problem.rule == "font-embedded" and problem.level == "error":
            report(f"warning: {name}: {problem.message}")
    if examined.pages > MOST:
        raise Infeasible(f"{name} has {examined.pages:,} pages; {MOST:,} are the most")
    return examined.units, examined.pages


class _Frame(NamedTuple):
    """What is printed of a page."""

    box: tuple[float, float, float, float]  # in points of its own
    turns: int
    size: Size  # mm, as it is shown
    around: Outside  # points that are not printed, as it is shown


def _frame(document: Any, index: int, unit: float, held: float) -> _Frame:
    from generator.pdf.preflight.drawn import shown_page

    page, area = shown_page(document, index)
    mm = unit * MM_PER_INCH / POINTS_PER_INCH
    around = _around(page, area, held / mm)
    turns = page.get_rotation() // 90
    left, bottom, right, top = (*around[4 - turns :], *around[: 4 - turns])
    box = (area[0] + left, area[1] + bottom, area[2] - right, area[3] - top)
    wide, high = (box[2] - box[0]) * mm, (box[3] - box[1]) * mm
    page.close()
    return _Frame(box, turns, (high, wide) if turns % 2 else (wide, high), around)


def _check_size(file: Path, index: int, frame: _Frame) -> None:
    if min(frame.size) < _LEAST:
        wide, high = frame.size
        message = f"page {index + 1} is {wide:.4g} × {high:.4g} mm, and no component; {_LEAST:g} mm is the least"
        raise Infeasible(f"{file.as_posix()}: {message}: take it out of the file, or choose others by --pages")


def _flattened(document: Any, index: int) -> int:
    """Draw what is on a page besides its content into it; how many notes are not to be printed."""
    from pypdfium2 import raw

    page = document[index]
    left_out = drawn = 0
    try:
        for number in range(raw.FPDFPage_GetAnnotCount(page)):
            annotation = raw.FPDFPage_GetAnnot(page, number)
            sort, flags = raw.FPDFAnnot_GetSubtype(annotation), raw.FPDFAnnot_GetFlags(annotation)
            raw.FPDFPage_CloseAnnot(annotation)
            if sort in (raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_POPUP) or flags & raw.FPDF_ANNOT_FLAG_HIDDEN:
                continue
            is_printed = bool(flags & raw.FPDF_ANNOT_FLAG_PRINT)
            drawn, left_out = drawn + is_printed, left_out + (not is_printed)
        if drawn:
            is_drawn = raw.FPDFPage_Flatten(page, raw.FLAT_PRINT) == raw.FLATTEN_SUCCESS
            left_out += 0 if is_drawn else drawn
    finally:
        page.close()
    return left_out


def _drawn(file: Path, target: Path, index: int, frame: _Frame) -> Picture:
    """A page as a picture of pixels, as fine as can be."""
    import pypdfium2

    wide, high = frame.size
    dpi = min(DPI, (MAX_PIXELS * 0.99 / (wide * high)) ** 0.5 * MM_PER_INCH)
    with pypdfium2.PdfDocument(file) as document:
        document.init_forms()
        from generator.pdf.preflight.drawn import shown_page

        page, _ = shown_page(document, index)
        shown = page.get_width() - frame.around[0] - frame.around[2]
        path = target.with_name(f"{target.name} {index + 1}.png")
        page.render(scale=dpi / MM_PER_INCH * wide / shown, crop=frame.around).to_pil().save(path, compress_level=1)
        page.close()
    pixels = read_pixels(path)
    return _placed(next(placed_rasters(pixels.drawing.marks))[0], frame.size)


def _placed(raster: Raster, size: Size) -> Picture:
    """A picture of this size in mm, of one raster."""
    wide, high = size
    dpi = min(raster.width / wide, raster.height / high) * MM_PER_INCH if isinstance(raster.source, Path) else None
    return Picture(drawing_of((PlacedRaster(raster, (wide, 0.0, 0.0, high, 0.0, 0.0)),)), wide, high, 1, dpi)


def _around(page: Any, area: Sequence[float], beyond: float) -> Outside:
    """What lies outside the cut of a page, but for ``beyond``: at its left, bottom, right and top as it is shown."""
    from generator.pdf.preflight.drawn import box_on_page

    left, bottom, right, top = box_on_page(area, page.get_trimbox())
    outside = (left - area[0], bottom - area[1], area[2] - right, area[3] - top)
    turn = page.get_rotation() // 90
    edges = [max(0.0, edge - beyond) for edge in (*outside[turn:], *outside[:turn])]
    return edges[0], edges[1], edges[2], edges[3]
