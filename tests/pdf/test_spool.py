"""A PDF is written object after object in the bytes that reportlab itself would put together in memory."""

from collections.abc import Iterator
from io import BytesIO

import pytest
from reportlab.pdfgen.canvas import Canvas

from generator.draw.marks.marks import Face, Paint, Shape
from generator.pdf import canvas, spool
from generator.pdf.canvas import SheetCanvas
from generator.pdf.pdf import write_pdf
from generator.pdf.spool import Spool, SpoolSpan
from generator.sheet.page import Document, Page, Placement, Rectangle, Slot

PAGES = 13


def _pages() -> Iterator[Page]:
    for number in range(PAGES):
        path = (("M", 0.0, 0.0), ("L", 10.0 + number, 0.0), ("L", 10.0, 20.0), ("Z",))
        face = Face(63.0, 88.0, (Shape(path, Paint(fill="#000000")),))
        slots = [Slot(place + 1, 10.0 + 63 * place, 10.0, 63.0, 88.0) for place in range(2)]
        yield Page(
            210.0,
            297.0 + number % 3,
            tuple(Placement(slot, face, "a") for slot in slots),
            label=f"Sheet {number} (é)",
            bleed=float(number % 2),
            trim=Rectangle(10.0, 10.0, 126.0, 88.0) if number % 2 else None,
        )


def _written(bookmarks: bool) -> bytes:
    marks = tuple((f"page {number}", number) for number in (0, 3, 3, PAGES - 1)) if bookmarks else ()
    target = BytesIO()
    write_pdf(Document("Spooled", "en", bookmarks=marks), _pages(), target)
    return target.getvalue()


@pytest.mark.parametrize("bookmarks", [True, False])
@pytest.mark.parametrize("in_memory", [spool.IN_MEMORY, 10])
def test_the_bytes_are_those_of_reportlab(monkeypatch: pytest.MonkeyPatch, bookmarks: bool, in_memory: int) -> None:
    monkeypatch.setattr(spool, "IN_MEMORY", in_memory)
    written = _written(bookmarks)

    def keep(self: SheetCanvas, content: tuple[Spool, SpoolSpan]) -> None:
        page = self._doc.Pages[-1]
        page.Contents, page.stream = canvas._deflated(content[0].take(content[1])), None

    monkeypatch.setattr(SheetCanvas, "_put_aside", keep)
    monkeypatch.setattr(SheetCanvas, "save", Canvas.save)
    assert _written(bookmarks) == written


def test_what_was_put_aside_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool, "IN_MEMORY", 100)
    aside = Spool()
    kept = [aside.keep(bytes([number]) * number) for number in range(60)]
    assert [aside.take(one) for one in reversed(kept)] == [bytes([n]) * n for n in reversed(range(60))]
    assert aside.keep(b"more") == (sum(range(60)), 4)
    aside.close()


def test_a_drawing_that_comes_again_is_still_one_form() -> None:
    text = _written(bookmarks=False)
    assert text.count(b"/Type /Page\n") == PAGES
    assert text.count(b"/Subtype /Form") == PAGES  # each page's second card is its first once more
