"""reportlab's canvas, made fit for long files of finished operators.

All that this project relies on of reportlab's inner names is here and in ``embedding``; the tests of both
fail when another release changes them.
"""

import os
import zlib
from hashlib import md5
from typing import Any, BinaryIO

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFInfo,
    PDFName,
    PDFObject,
    PDFObjectReference,
    PDFResourceDictionary,
    PDFStream,
    PDFString,
    xObjectName,
)
from reportlab.pdfgen.canvas import Canvas

from generator.core.choices import points_from_mm
from generator.draw.marks.marks import PagePart
from generator.draw.marks.picture import Bounds
from generator.pdf.embedding import EmbeddedFont
from generator.pdf.operators import Code, number
from generator.pdf.page_forms import CopiedObject, PageForm, PartForm, copied_name, page_file
from generator.pdf.spool import Spool, SpoolSpan, write_objects
from generator.sheet.page import Rectangle


class _Info(PDFInfo):  # type: ignore[misc]
    """What a file says of itself: no date, which reportlab takes from SOURCE_DATE_EPOCH even where it makes one up."""

    def format(self, document: Any) -> Any:
        entries = {"Title": self.title, "Subject": self.subject, "Creator": self.creator, "Producer": self.producer}
        return PDFDictionary({name: PDFString(text) for name, text in entries.items()}).format(document)


class _RawObject(PDFObject):  # type: ignore[misc]
    """An object as it is in the file."""

    def __init__(self, text: str) -> None:
        self.text = text

    def format(self, _: Any) -> bytes:
        return self.text.encode("ascii")


# Stand in a page's dictionary for what is known when the file is written; no other bytes of it are like these.
_CONTENTS, _PARENT = b"\x01contents", b"\x01parent"


class _Stream(PDFObject):  # type: ignore[misc]
    """A page's content, kept elsewhere."""

    __RefOnly__ = 1  # at the top level of a file
    __slots__ = ("__InternalName__", "kept", "spool")

    def __init__(self, span: SpoolSpan, spool: Spool) -> None:
        self.kept, self.spool = span, spool

    def format(self, document: Any) -> Any:
        return _deflated(self.spool.take(self.kept)).format(document)


class _Page(PDFObject):  # type: ignore[misc]
    """A page's dictionary, kept elsewhere."""

    __RefOnly__ = 1
    __slots__ = ("__InternalName__", "contents", "kept", "spool")

    def __init__(self, name: str, span: SpoolSpan, contents: _Stream, spool: Spool) -> None:
        self.__InternalName__, self.kept, self.contents, self.spool = name, span, contents, spool

    def format(self, document: Any) -> bytes:
        # In reportlab's order, by which objects get their numbers.
        parent = document.Reference(document.Pages).format(document)
        contents = document.Reference(self.contents).format(document)
        return self.spool.take(self.kept).replace(_CONTENTS, contents).replace(_PARENT, parent)


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
        self._spool = Spool()
        self._shared: list[Spool] = []
        self._layers: dict[str, bool] = {}  # of pages of other files, by name: whether they are switched on
        self._doc.info = _Info()
        self._doc.signature = md5(usedforsecurity=False)  # of which the file's ID is made; reportlab's holds that date

    def _make_preamble(self) -> None:
        # reportlab's would name Helvetica on each page, a font that it doesn't embed.
        self._preamble = ""

    def add_font(self, font: EmbeddedFont) -> None:
        """Have the font written at the end, when the characters in use are known."""
        self._doc.delayedFonts.append(font)

    def add_form(self, name: str, code: Code, extent: Bounds, *, group: bool = False) -> str:
        """Add a form XObject clipped to ``extent``, and return its name in content streams.

        What a ``group`` draws is put together first, and then faded or masked as a whole.
        """
        left, top, right, bottom = extent
        self.beginForm(name, left, top, right, bottom)
        self._use(code)
        contents = _deflated(packed(code.text))
        if group:
            contents.dictionary["Group"] = PDFDictionary({
                "S": PDFName("Transparency"), "CS": PDFName("DeviceRGB"), "I": "true",
            })  # fmt: skip
        self.endForm(Contents=contents, Resources=self._resources(code) if code.others else None)
        return str(xObjectName(name))

    def add_raster(self, name: str, picture: Any) -> str:
        """Add a picture of pixels, and return its name in content streams."""
        self._doc.Reference(picture, xObjectName(name))
        return str(xObjectName(name))

    def add_page_part(self, name: str, part: PagePart) -> str:
        """Add what is seen of a page of another file, and return its name in content streams."""
        file = page_file(part.file)
        page_name = copied_name(file, f"page {part.index}")
        if page_name not in self._doc.idToObject:
            self._doc.Reference(PageForm(file, part.index), page_name)
            for number in file.objects(part.index):
                if copied_name(file, number) not in self._doc.idToObject:
                    self._doc.Reference(CopiedObject(file, number, part.index), copied_name(file, number))
            for number, is_on in file.layers(part.index).items():
                self._layers[copied_name(file, number)] = is_on
        return self.add_raster(name, PartForm(part, page_name))

    def add_pattern(self, name: str, pattern: str) -> None:
        """Add a pattern, as it is in the file."""
        self._doc.Reference(_RawObject(pattern), f"Pattern.{name}")

    def add_setting(self, name: str, fill: float, stroke: float, mask: str | None) -> None:
        """Add a graphics state: how opaque fills and strokes are, and the form whose lightness is the mask."""
        entries = {"ca": number(fill), "CA": number(stroke)}
        if mask is not None:
            form = PDFObjectReference(mask)
            entries["SMask"] = PDFDictionary({"S": PDFName("Luminosity"), "G": form})
        self._doc.Reference(PDFDictionary(entries), f"ExtGState.{name}")

    def _resources(self, code: Code) -> Any:
        # reportlab leaves all but fonts and XObjects out of a form's own.
        held = PDFResourceDictionary()
        held.basicFonts()
        held.allProcs()
        if code.forms:
            held.XObject = {name: PDFObjectReference(name) for name in code.forms}
        for category, name in code.others:
            getattr(held, category)[name] = PDFObjectReference(f"{category}.{name}")
        return held

    def add_page(
        self,
        size: tuple[float, float],
        code: Code,
        trim: Rectangle,
        bleed: Rectangle | None,
        content: tuple[Spool, SpoolSpan] | None = None,
    ) -> None:
        """End the page, of this size in mm, with this content and these boxes.

        Where the content was put aside already, ``code`` need but name the forms.
        """
        self.setPageSize((points_from_mm(size[0]), points_from_mm(size[1])))
        self.setTrimBox(_in_points(trim, size[1]))
        self.setBleedBox(_in_points(bleed, size[1]) if bleed else None)
        self._use(code)
        self.showPage()
        self._put_aside(content or (self._spool, self._spool.keep(packed(code.text))))

    def _put_aside(self, content: tuple[Spool, SpoolSpan]) -> None:
        """Put what is in the file for the last page where it takes no memory."""
        document, page = self._doc, self._doc.Pages[-1]
        page.Contents, page.Parent, page.stream = _CONTENTS, _PARENT, None  # who they are is known at the end
        name = page.__InternalName__
        stored = _Page(name, self._spool.keep(page.format(document)), _Stream(content[1], content[0]), self._spool)
        document.idToObject[name] = document.Pages.pages[-1] = stored

    def save(self) -> None:
        """Write the file, object after object, as reportlab's own would put them together in memory."""
        document = self._doc
        for font in document.delayedFonts:
            font.addObjects(document)
        document.info.digest(document.signature)
        if self._layers:
            _add_layers(document, self._layers)
        document.Reference(document.Catalog)
        document.Reference(document.info)
        document.Outlines.prepare(document, self)
        if document.Outlines.ready < 0:
            document.Catalog.Outlines = None
        write_objects(document, self._filename)

    def let_go(self) -> None:
        """Give up the pages that were put aside."""
        for spool in (self._spool, *self._shared):
            spool.close()

    def add_spool(self) -> Spool:
        """A spool that processes share."""
        self._shared.append(Spool(shared=True))
        return self._shared[-1]

    def _use(self, code: Code) -> None:
        prefix = xObjectName("")
        self._formsinuse.extend(name.removeprefix(prefix) for name in code.forms)


def packed(code: str) -> bytes:
    """Operators, as they are in a file."""
    return zlib.compress(code.encode("ascii"))


def _add_layers(document: Any, layers: dict[str, bool]) -> None:
    """Say which layers there are, and which of them are switched off."""
    known, off = (
        PDFArray([PDFObjectReference(name) for name, is_on in layers.items() if not (is_on and only_off)])
        for only_off in (False, True)
    )
    document.Catalog.OCProperties = PDFDictionary({"OCGs": known, "D": PDFDictionary({"OFF": off, "Order": known})})
    document.Catalog.__NoDefault__ = [*document.Catalog.__NoDefault__, "OCProperties"]


def _deflated(content: bytes) -> Any:
    stream = PDFStream(PDFDictionary({"Filter": PDFArray([PDFName("FlateDecode")])}))
    stream.content = content
    return stream


def _in_points(box: Rectangle, page_height: float) -> list[float]:
    """Left, bottom, right, top from the page's lower left corner."""
    left, right = points_from_mm(box.x), points_from_mm(box.x + box.width)
    return [left, points_from_mm(page_height - box.y - box.height), right, points_from_mm(page_height - box.y)]
