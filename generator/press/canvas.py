"""reportlab's canvas, made fit for long files of finished operators.

All that this project relies on of reportlab's inner names stands here and in ``embedding``; the tests of both
fail when another release changes them.
"""

import os
import zlib
from hashlib import md5
from typing import Any, BinaryIO

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFInfo, PDFName, PDFStream, PDFString, xObjectName
from reportlab.pdfgen.canvas import Canvas

from generator.press.embedding import EmbeddedFont
from generator.press.extent import Extent
from generator.press.operators import Code
from generator.sheet.page import Rectangle
from generator.units import points_from_mm


class _Info(PDFInfo):  # type: ignore[misc]
    """What a file says of itself: no date, which reportlab takes from SOURCE_DATE_EPOCH even where it makes one up."""

    def format(self, document: Any) -> Any:
        known = {"Title": self.title, "Subject": self.subject, "Creator": self.creator, "Producer": self.producer}
        return PDFDictionary({name: PDFString(text) for name, text in known.items()}).format(document)


class SheetCanvas(Canvas):  # type: ignore[misc]  # reportlab has no types
    """A canvas that takes operators, keeps its pages compressed, and embeds fonts by ``EmbeddedFont`` only."""

    def __init__(self, file: BinaryIO, language: str) -> None:
        # PDF 1.7 is the first to know all viewer preferences used.
        date = os.environ.pop("SOURCE_DATE_EPOCH", None)  # reportlab takes it for a number, whatever it is
        try:
            super().__init__(file, pageCompression=1, invariant=1, pdfVersion=(1, 7), lang=language)
        finally:
            if date is not None:
                os.environ["SOURCE_DATE_EPOCH"] = date
        self._doc.info = _Info()
        self._doc.signature = md5(usedforsecurity=False)  # of which the file's ID is made; reportlab's holds that date

    def _make_preamble(self) -> None:
        # reportlab's would name Helvetica on each page, a font that it doesn't embed.
        self._preamble = ""

    def add_font(self, font: EmbeddedFont) -> None:
        """Have the font written at the end, when the characters in use are known."""
        self._doc.delayedFonts.append(font)

    def add_form(self, name: str, code: Code, extent: Extent) -> str:
        """Add a form XObject clipped to ``extent``, and return its name in content streams."""
        left, top, right, bottom = extent
        self.beginForm(name, left, top, right, bottom)
        self._use(code)
        self.endForm(Contents=_compressed(code.text))
        return str(xObjectName(name))

    def add_page(self, size: tuple[float, float], code: Code, trim: Rectangle, bleed: Rectangle | None) -> None:
        """End the page, of this size in mm, with this content and these boxes."""
        self.setPageSize((points_from_mm(size[0]), points_from_mm(size[1])))
        self.setTrimBox(_in_points(trim, size[1]))
        self.setBleedBox(_in_points(bleed, size[1]) if bleed else None)
        self._use(code)
        self.showPage()
        page = self._doc.Pages[-1]
        page.Contents, page.stream = _compressed(code.text), None

    def _use(self, code: Code) -> None:
        prefix = xObjectName("")
        self._formsinuse.extend(name.removeprefix(prefix) for name in code.forms)


def _compressed(code: str) -> Any:
    stream = PDFStream(PDFDictionary({"Filter": PDFArray([PDFName("FlateDecode")])}))
    stream.content = zlib.compress(code.encode("ascii"))
    return stream


def _in_points(box: Rectangle, page_height: float) -> list[float]:
    """Left, bottom, right, top from the page's lower left corner."""
    left, right = points_from_mm(box.x), points_from_mm(box.x + box.width)
    return [left, points_from_mm(page_height - box.y - box.height), right, points_from_mm(page_height - box.y)]
