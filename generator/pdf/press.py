"""One PDF in the making, by reportlab.

Every distinct drawing, and every face that comes more than once, is in the file once, as a form XObject. Pages
are compressed as they come, so that memory grows with what is different and hardly with the number of pages.
"""

from collections.abc import Hashable
from hashlib import blake2b
from itertools import islice
from typing import BinaryIO, NamedTuple

from generator.core.choices import POINTS_PER_MM, Edge, points_from_mm
from generator.core.escape import escaped
from generator.draw.marks.islands import sharpened
from generator.draw.marks.marks import Face, Shape, multiply
from generator.pdf.canvas import SheetCanvas, packed
from generator.pdf.extent import extent
from generator.pdf.operators import MITER_LIMIT, Code, cut_lines, draw, matrix, path_steps, within
from generator.pdf.pixels import Pack, pack
from generator.pdf.resource_shelf import ResourceShelf
from generator.pdf.spool import Spool, SpoolSpan
from generator.sheet.crop_marks import CUT
from generator.sheet.page import Document, Page, Placement, Rectangle, to_sheet

CREATOR = "pnp-generator"
_DUPLEX = {Edge.long: "DuplexFlipLongEdge", Edge.short: "DuplexFlipShortEdge"}


class DrawnPage(NamedTuple):
    """A page of which other processes have put aside what is on it."""

    page: Page  # without its faces
    forms: tuple[str, ...]
    kept: SpoolSpan


class Press:
    """One PDF in the making."""

    def __init__(self, document: Document, file: BinaryIO, pack: Pack = pack) -> None:
        self._document = document
        self._canvas = SheetCanvas(file, document.language)
        self._pages = 0
        self._shelf = ResourceShelf(self._canvas, pack)
        self._faces: dict[bytes, Code | None] = {}  # by a face's digest, its form if it came more than once
        self._bookmarks: dict[int, list[tuple[int, str]]] = {}  # by page, each with its number among all
        for at, (title, number) in enumerate(document.bookmarks):
            self._bookmarks.setdefault(number, []).append((at, title))
        self._last_face: Face | None = None  # copies mostly follow each other
        self._last_digest = b""

    def add(self, page: Page) -> None:
        """Write one page and let go of it."""
        self._end_page(page, self.content(page), None)

    def take(self, drawn: DrawnPage, spool: Spool) -> None:
        """Write a page whose content another process has put aside."""
        self._end_page(drawn.page, Code("", drawn.forms), (spool, drawn.kept))

    def spool(self) -> Spool:
        """Where other processes put aside what they draw; let go of with the file."""
        return self._canvas.add_spool()

    def content(self, page: Page) -> Code:
        """What is on a page."""
        codes = [self._place(placement, page.bleed) for placement in page.placements]
        outlines = [Shape(outline, CUT) for outline in page.outlines]
        codes += [Code(cut_lines(page.cuts)), draw([*outlines, *page.slug], self._shelf)]
        upright = (POINTS_PER_MM, 0.0, 0.0, -POINTS_PER_MM, 0.0, points_from_mm(page.height))
        downwards = matrix(multiply(upright, page.shift))
        text = "\n".join([f"{downwards} cm {MITER_LIMIT}", *(code.text for code in codes if code.text)])
        return Code(text, tuple(dict.fromkeys(form for code in codes for form in code.forms)))

    def packed(self, code: Code) -> bytes:
        """The same, as it is in the file."""
        return packed(code.text)

    def names(self) -> Hashable:
        """How many names were given out so far: a page that needs no more is the same whenever it is drawn."""
        return self._shelf.count()

    def faces(self, start: int = 0) -> list[bytes]:
        """The digests of the faces that were drawn so far, from one on."""
        return list(islice(self._faces, start, None))

    def drew(self, faces: list[bytes]) -> bool:
        """Note that another process drew these; not if there was one of them before, which is to be a form."""
        if any(face in self._faces for face in faces):
            return False
        self._faces |= dict.fromkeys(faces)
        return True

    def _end_page(self, page: Page, code: Code, content: tuple[Spool, SpoolSpan] | None) -> None:
        self._name_page(page)
        trim = page.trim or Rectangle(0.0, 0.0, page.width, page.height)
        self._canvas.add_page((page.width, page.height), code, trim, _bleed_box(page, trim), content)
        self._pages += 1

    def close(self) -> None:
        """Write what concerns the whole file, and with it the file."""
        document, canvas = self._document, self._canvas
        if not self._pages:
            raise ValueError("a PDF needs at least one page")
        for title, number in document.bookmarks:
            if not 0 <= number < self._pages:
                raise ValueError(f"bookmark {title!r} is for page {number}, but there are {self._pages}")
        canvas.setTitle(escaped(document.title))
        canvas.setSubject(document.subject)
        canvas.setCreator(CREATOR)
        canvas.setViewerPreference("PrintScaling", "None")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        if document.duplex:
            canvas.setViewerPreference("Duplex", _DUPLEX[document.duplex])
        if document.bookmarks:
            canvas.showOutline()
        canvas.save()

    def let_go(self) -> None:
        """Give up what was put aside, be the file finished or not."""
        self._canvas.let_go()

    def _name_page(self, page: Page) -> None:
        """The page's label, and its places in the outline."""
        self._canvas.addPageLabel(self._pages, prefix=escaped(page.label) or str(self._pages + 1))
        for at, title in self._bookmarks.get(self._pages, ()):
            self._canvas.bookmarkPage(f"bookmark-{at}")
            self._canvas.addOutlineEntry(escaped(title), f"bookmark-{at}")

    def _place(self, placement: Placement, bleed: float) -> Code:
        face = placement.face
        code = self._draw_face(face)
        clip = (-bleed, -bleed, face.width + 2 * bleed, face.height + 2 * bleed)
        text = f"{path_steps(placement.clip)} W n\n{code.text}" if placement.clip else code.text
        return Code(within(to_sheet(placement.slot), clip, text), code.forms)

    def _draw_face(self, face: Face) -> Code:
        """A face's own operators the first time, a form from the second time on."""
        again = self._faces[self._last_digest] if face is self._last_face else None
        if again is not None:
            return again
        code = draw(sharpened(face.marks), self._shelf)
        digest = blake2b(code.text.encode("ascii"), digest_size=16).digest()
        self._last_face, self._last_digest = face, digest
        if digest not in self._faces and not code.others:
            self._faces[digest] = None
            return code
        again = self._faces.get(digest)
        if again is None:  # a second time, or with what pages don't name themselves
            form = self._shelf.add_form(code, extent(face.marks))
            again = Code(f"/{form} Do", (form,))
            self._faces[digest] = again
        return again


def _bleed_box(page: Page, trim: Rectangle) -> Rectangle | None:
    """The trim box grown by the bleed, as far as there is paper."""
    if not page.bleed:
        return None
    left, top = max(trim.x - page.bleed, 0.0), max(trim.y - page.bleed, 0.0)
    right = min(trim.x + trim.width + page.bleed, page.width)
    bottom = min(trim.y + trim.height + page.bleed, page.height)
    return Rectangle(left, top, right - left, bottom - top)
