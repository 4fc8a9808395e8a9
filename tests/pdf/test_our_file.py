"""Files of ours are read back without pypdf, and what is read is what pypdf reads."""

import random
from pathlib import Path

import pytest
from pypdf import PdfReader
from tries import tries

from generator.draw.marks.fonts import Font
from generator.draw.marks.marks import IDENTITY, Drawing, Face, Paint, PlacedDrawing, Shape, TextRun
from generator.pdf.pdf import write_pdf
from generator.pdf.preflight.document import open_pdf
from generator.pdf.preflight.facts import Expected
from generator.pdf.preflight.objects import Unreadable, unpacked, value
from generator.pdf.preflight.our_file import OurFile
from generator.sheet.page import Document, Page, Placement, Slot

LABELS = ["Sheet 1", "Feuille (2) \\ été", "紙 3", "⟨4⟩ ("]
EXPECTED = Expected((), None)


@pytest.fixture(scope="module")
def written(body: Font, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sheets with a picture that all share, faded, and a text."""
    square = (("M", 2.0, 2.0), ("L", 60.0, 2.0), ("L", 60.0, 80.0), ("Z",))
    shared = PlacedDrawing(Drawing("shared", (Shape(square, Paint(fill="#336699", fill_opacity=0.5)),)), IDENTITY)
    face = Face(63, 88, (shared, TextRun("Card", body, 4, 5, 10)))
    placed = (Placement(Slot(0, 20, 30, 63, 88), face, "card"),)
    file = tmp_path_factory.mktemp("ours") / "file.pdf"
    write_pdf(Document("Ours", "en"), [Page(210, 297, placed, label=label) for label in LABELS], file)
    return file


def test_what_is_read_is_what_pypdf_reads(written: Path) -> None:
    theirs = PdfReader(written)
    with written.open("rb") as file:
        ours = OurFile(file, written.stat().st_size).root["/Pages"].get_object()["/Kids"]
        for page, other in zip(ours, theirs.pages, strict=True):
            page = page.get_object()
            assert unpacked(value(page, "/Contents")) == other.get_contents().get_data()  # type: ignore[union-attr]
            for box in ("/MediaBox", "/TrimBox"):
                assert page[box] == [float(edge) for edge in other[box]]  # type: ignore[attr-defined]
            fonts, others = (value(value(one, "/Resources"), "/Font") for one in (page, other))
            assert [value(fonts, name)["/BaseFont"] for name in fonts] == [
                value(others, name)["/BaseFont"] for name in others
            ]
    with open_pdf(written, EXPECTED) as (_, pages):
        assert [page.label for page in pages] == theirs.page_labels == LABELS


def test_damage_is_told_and_nothing_else_comes_of_it(written: Path, tmp_path: Path) -> None:
    whole, rng, file = written.read_bytes(), random.Random(1), tmp_path / "file.pdf"
    middle = len(whole) // 2
    cases = [
        whole[:middle] + whole[middle + 1 :],
        whole.replace(b"trailer", b"tailer"),
        whole.replace(b"/Root", b"/Rook"),
    ]
    for case in cases:
        file.write_bytes(case)
        with pytest.raises(Unreadable, match="cannot be read"), open_pdf(file, EXPECTED) as (_, pages):
            list(pages)
    for _ in range(tries(100)):
        at = rng.randrange(len(whole))
        file.write_bytes(whole[:at] + bytes([rng.randrange(256)]) + whole[at + 1 :])
        try:
            with open_pdf(file, EXPECTED) as (_, pages):
                list(pages)
        except Unreadable:
            pass
