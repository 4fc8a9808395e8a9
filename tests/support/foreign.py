"""PDF files as other programs make them, good and bad, and what preflight says of them."""

import zlib
from collections.abc import Callable, Sequence
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from proofs import FONTS
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from generator.core.choices import points_from_mm
from generator.core.problem import Problem
from generator.pdf.preflight.document import open_pdf
from generator.pdf.preflight.drawn import read_pages
from generator.pdf.preflight.examine import examine, preflight
from generator.pdf.preflight.facts import PdfPage

A4 = (595.2756, 841.8898)
LETTER = (612.0, 792.0)
PLAIN = "Proof"  # a font that is embedded, and has Latin letters only

Draw = Callable[[Canvas], object]

pdfmetrics.registerFont(TTFont(PLAIN, str(FONTS / "share-tech-mono" / "ShareTechMono_400Regular.ttf")))


def sheet(
    path: Path,
    *pages: Draw,
    sizes: Sequence[tuple[float, float]] = (),
    trim: Sequence[float] | None = (0, 0, *A4),
    scaling: str | None = "None",
    duplex: str | None = None,
    labels: Sequence[str] = (),
    **options: Any,
) -> Path:
    """A file with nothing wrong but what the caller asks for; sizes are in points."""
    canvas = Canvas(str(path), invariant=1, **options)
    for at, draw in enumerate(pages or (text,)):
        size = sizes[at % len(sizes)] if sizes else A4
        canvas.setPageSize(size)
        if trim is not None:
            canvas.setTrimBox(list(trim) if trim != (0, 0, *A4) else [0, 0, *size])
        draw(canvas)
        if labels:
            canvas.addPageLabel(at, prefix=labels[at])
        canvas.showPage()
    if scaling:
        canvas.setViewerPreference("PrintScaling", scaling)
    if duplex:
        canvas.setViewerPreference("Duplex", duplex)
    canvas.save()
    return path


def text(canvas: Canvas) -> None:
    """A line of text in an embedded font."""
    written(canvas, "A line of text", 12)


def written(canvas: Canvas, words: str, size: float, font: str = PLAIN) -> None:
    """Words in the middle of the page."""
    canvas.setFont(font, size)
    canvas.drawString(points_from_mm(80), points_from_mm(150), words)


def stroked(canvas: Canvas, mm: float) -> None:
    """A line so many mm thick."""
    canvas.setLineWidth(points_from_mm(mm))
    canvas.line(200, 400, 300, 400)


def boxed(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    """A black box; mm from the page's lower left corner."""
    canvas.rect(*map(points_from_mm, (x, y, width, height)), stroke=0, fill=1)


def pictured(canvas: Canvas, pixels: int, mm: float) -> None:
    """A square picture of so many pixels, so many mm wide."""
    bytes_ = BytesIO()
    Image.new("RGB", (pixels, pixels), "#eeeeee").save(bytes_, "PNG")
    side = points_from_mm(mm)
    canvas.drawImage(ImageReader(bytes_), 200, 300, side, side)


def cards(canvas: Canvas, *middles: tuple[float, float], width: float = 63, height: float = 88) -> None:
    """Cards, each clipped to its place; mm from the page's top left corner to their middles."""
    for x, y in middles:
        canvas.saveState()
        path = canvas.beginPath()
        path.rect(*map(points_from_mm, (x - width / 2, 297 - y - height / 2, width, height)))
        canvas.clipPath(path, stroke=0, fill=0)
        canvas.setFillGray(0.9)
        canvas.rect(*map(points_from_mm, (x - width / 2, 297 - y - height / 2, width, height)), stroke=0, fill=1)
        canvas.restoreState()


def raw(
    content: bytes,
    resources: bytes = b"<<>>",
    *objects: bytes,
    page: bytes = b"",
    box: bytes = b"0 0 595.2756 841.8898",
) -> bytes:
    """A file of one page with this content; ``objects`` are numbered from 5."""
    return raw_pdf(
        b"<</Type/Catalog/Pages 2 0 R/ViewerPreferences<</PrintScaling/None>>>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[" + box + b"]/TrimBox[" + box + b"]/Contents 4 0 R/Resources "
        + resources + page + b">>",
        stream(content),
        *objects,
    )  # fmt: skip


def raw_pdf(*objects: bytes) -> bytes:
    """A file of these objects, the first being its catalogue."""
    out, places = b"%PDF-1.7\n", []
    for number, entry in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, entry)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    return (
        out + head + table + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(out))
    )


def stream(data: bytes, entries: bytes = b"") -> bytes:
    """A stream object, packed."""
    packed = zlib.compress(data)
    return b"<<%s/Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (entries, len(packed), packed)


def form(content: bytes, entries: bytes = b"/BBox[0 0 600 900]") -> bytes:
    """A form XObject."""
    return stream(content, b"/Type/XObject/Subtype/Form" + entries)


def first_page(path: Path) -> PdfPage:
    """What the first page draws."""
    with open_pdf(path) as (head, frames), closing(read_pages(path, frames, head.hidden)) as pages:
        return next(pages)


def found(path: Path, rule: str, **options: Any) -> list[Problem]:
    """What one rule says of a file."""
    return [problem for problem in preflight(path, **options) if problem.rule == rule]


def only(path: Path, **options: Any) -> Problem:
    """The one thing that is wrong with a file."""
    (problem,) = examine(path, **options).problems
    return problem
