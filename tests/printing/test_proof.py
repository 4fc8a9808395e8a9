"""Files of ours are read back before they are put in place."""

from pathlib import Path
from typing import Any

import pytest
from foreign import found
from imposed import impose
from msgspec.structs import replace
from proofs import box

from generator.core.choices import PAPERS, SIZES, Edge
from generator.core.problem import Faulty
from generator.draw.marks.fonts import Font
from generator.draw.marks.marks import IDENTITY, Face, Matrix, Paint, Shape, TextRun
from generator.pdf import operators, pdf, press
from generator.pdf.canvas import SheetCanvas
from generator.pdf.preflight.examine import preflight
from generator.printing.proof import write_proved
from generator.sheet.backs import BackText, back_page
from generator.sheet.calibration import Error, correction
from generator.sheet.grid import fit_grid
from generator.sheet.impose import Placeable
from generator.sheet.margin_text import sheet_label
from generator.sheet.page import Document, Page, Rectangle, Slot, to_sheet

PLAIN = Document("Proof", "en")


@pytest.fixture
def pages(body: Font) -> list[Page]:
    """Two sheets of poker cards, the second of them partly full."""
    frame = Shape((("M", 2, 2), ("L", 61, 2), ("L", 61, 86), ("L", 2, 86), ("Z",)), Paint(stroke="#000000", width=0.5))
    cards = [Placeable(f"card-{n}", Face(63, 88, (frame, TextRun(f"Card {n}", body, 4, 5, 10)))) for n in range(13)]
    grid = fit_grid(PAPERS["a4"], SIZES["poker"])
    labels = ["Page [1]", "Page [2]"]
    return list(
        impose(
            cards, grid, page_labels=labels, sheet_label=lambda number: sheet_label("", f"sheet {number}"), fonts=[body]
        )
    )


def behind(number: int, front: Page) -> BackText:
    fonts = [mark.font for mark in front.slug if isinstance(mark, TextRun)]
    return BackText(
        f"{front.label} back",
        sheet_label("", "Proof", f"back of sheet {number}"),
        fonts[:1],
        [one.slot for one in front.placements],
    )


def with_backs(pages: list[Page], face: Face, shift: Matrix = IDENTITY) -> list[Page]:
    return [
        side
        for number, page in enumerate(pages)
        for side in (page, back_page(page, lambda _: face, Edge.long, behind(number, page), shift))
    ]


def backed(pages: list[Page], **changes: Any) -> list[Page]:
    face = Face(63, 88, (Shape((("M", 3, 3), ("L", 60, 85)), Paint(stroke="#000000", width=0.5)),))
    return [replace(page, **changes) for page in with_backs(pages, face)]


def test_a_sound_file_is_put_in_place_and_passes_a_full_preflight(pages: list[Page], tmp_path: Path) -> None:
    write_proved(PLAIN, pages, tmp_path / "sheets.pdf")
    assert [path.name for path in tmp_path.iterdir()] == ["sheets.pdf"]
    assert preflight(tmp_path / "sheets.pdf") == []


def test_backs_pass_on_partly_full_sheets_with_a_trim_that_is_not_in_the_middle(
    pages: list[Page], tmp_path: Path
) -> None:
    trimmed = [replace(page, trim=Rectangle(10.5, 10, 189, 264), bleed=2) for page in pages]
    write_proved(Document("Proof", "en", duplex=Edge.long), backed(trimmed), tmp_path / "sheets.pdf")
    assert preflight(tmp_path / "sheets.pdf") == []


def test_a_trim_box_off_the_middle_is_mirrored_on_the_back(pages: list[Page], tmp_path: Path) -> None:
    trimmed = [replace(page, trim=Rectangle(8, 10, 189, 264)) for page in pages]
    write_proved(Document("Proof", "en", duplex=Edge.long), backed(trimmed), tmp_path / "sheets.pdf")
    assert found(tmp_path / "sheets.pdf", "registration") == []


def test_backs_shifted_for_a_printer_are_as_they_were_made(pages: list[Page], tmp_path: Path) -> None:
    shift = correction(Error(0.7, -0.4, 0.2, 1.001), 210, 297, Edge.long)
    face = Face(63, 88, (Shape(box(5, 5, 58, 83), Paint(fill="#cccccc")),))
    shifted = with_backs(pages, face, shift)
    write_proved(Document("Proof", "en", duplex=Edge.long), shifted, tmp_path / "sheets.pdf")
    (problem,) = found(tmp_path / "sheets.pdf", "registration")
    assert problem.level == "warning"


def breach(document: Document, pages: list[Page], folder: Path) -> Faulty:
    """The refusal of these pages; the file of before is still there, and nothing beside it."""
    file = folder / "sheets.pdf"
    file.write_bytes(b"before")
    with pytest.raises(Faulty) as refused:
        write_proved(document, pages, file)
    assert file.read_bytes() == b"before"
    assert [path.name for path in folder.iterdir()] == ["sheets.pdf"]
    assert {problem.file for problem in refused.value.problems} == {str(file)}
    return refused.value


def test_a_component_off_its_place_is_refused(
    pages: list[Page], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def beside(slot: Slot) -> Matrix:
        a, b, c, d, e, f = to_sheet(slot)
        return a, b, c, d, e + 0.5, f

    monkeypatch.setattr(press, "to_sheet", beside)
    refused = breach(PLAIN, pages, tmp_path)
    assert [problem.rule for problem in refused.problems] == ["registration"]
    assert "a component lies 0.50 mm off the place that it was given" in refused.problems[0].message


def test_a_component_that_was_left_out_is_refused(
    pages: list[Page], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(press, "within", lambda place, clip, code: code)
    assert "0 components, where 9 were placed" in breach(PLAIN, pages, tmp_path).problems[0].message


def test_a_page_of_another_size_and_a_wish_to_be_scaled_are_refused(
    pages: list[Page], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_size, wish = SheetCanvas.setPageSize, SheetCanvas.setViewerPreference
    monkeypatch.setattr(SheetCanvas, "setPageSize", lambda self, size: set_size(self, (size[0] + 0.2, size[1])))
    monkeypatch.setattr(
        SheetCanvas, "setViewerPreference", lambda self, key, value: wish(self, "DisplayDocTitle", "true")
    )
    assert {problem.rule for problem in breach(PLAIN, pages, tmp_path).problems} == {"page-size", "print-scaling"}


def test_both_sides_without_backs_are_refused(pages: list[Page], tmp_path: Path) -> None:
    refused = breach(Document("Proof", "en", duplex=Edge.long), pages[:1], tmp_path)
    assert [problem.rule for problem in refused.problems] == ["duplex-parity"]


def test_a_file_that_is_not_proved_is_put_in_place_whatever_it_is(
    pages: list[Page], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(press, "within", lambda place, clip, code: code)
    write_proved(PLAIN, pages, tmp_path / "sheets.pdf", proved=False)
    assert (tmp_path / "sheets.pdf").stat().st_size > 1000


def test_the_bytes_are_those_that_the_press_writes(pages: list[Page], tmp_path: Path) -> None:
    write_proved(PLAIN, pages, tmp_path / "proved.pdf")
    pdf.write_pdf(PLAIN, pages, tmp_path / "plain.pdf")
    assert (tmp_path / "proved.pdf").read_bytes() == (tmp_path / "plain.pdf").read_bytes()


def test_every_crop_mark_that_is_left_out_is_missed(
    pages: list[Page], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the writer, whichever it is, or before: the proof knows from the slots where marks are to be."""
    write = operators.cut_lines
    for lost in range(len(pages[0].cuts)):
        monkeypatch.setattr(press, "cut_lines", lambda lines, lost=lost: write(lines[:lost] + lines[lost + 1 :]))
        refused = breach(PLAIN, pages[:1], tmp_path)
        assert "1 of the crop marks that show where to cut are not on the page" in refused.problems[0].message
    monkeypatch.setattr(press, "cut_lines", write)
    assert "16 of the crop marks" in breach(PLAIN, [replace(pages[0], cuts=())], tmp_path).problems[0].message


def test_a_crop_mark_off_its_place_is_missed_and_one_that_a_printer_needs_moved_is_not(
    pages: list[Page], tmp_path: Path
) -> None:
    shifted = replace(pages[0], shift=correction(Error(0.7, -0.4, 0.2, 1.001), 210, 297, Edge.long))
    write_proved(PLAIN, [shifted], tmp_path / "sheets.pdf")
    moved = tuple(replace(mark, y1=mark.y1 + 0.1, y2=mark.y2 + 0.1) for mark in pages[0].cuts)
    assert breach(PLAIN, [replace(pages[0], cuts=moved)], tmp_path).problems[0].rule == "registration"
