"""What a PDF file is, and that it shows what the pages say."""

import os
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from imposed import impose
from msgspec.structs import replace
from proofs import PLAIN, box, operators, page_of, pdf_of, pdf_with, picture, polygon, reader, root, text_lines

from generator.core.choices import PAPERS, SIZES, Edge
from generator.draw.marks.fonts import Font
from generator.draw.marks.marks import Cap, Drawing, Face, Mark, Paint, PlacedDrawing, Shape, TextRun
from generator.pdf.pdf import write_pdf
from generator.sheet.grid import fit_grid
from generator.sheet.impose import Placeable
from generator.sheet.margin_text import sheet_label
from generator.sheet.page import CutLine, Document, Page, Rectangle

BLACK = Paint(fill="#000000")
EMPTY = Page(210, 297, ())
ROOT = Path(__file__).parents[2]


def sheets(count: int, body: Font, marks: int = 8) -> Iterator[Page]:
    """A4 pages of nine different poker cards each, made as they are asked for."""
    cards = (
        Placeable(
            f"card-{number}",
            Face(
                63,
                88,
                tuple(
                    TextRun(f"card {number} line {line}, of some length", body, 2.8, 5, 10 + 4 * line)
                    for line in range(marks)
                ),
            ),
        )
        for number in range(count * 9)
    )
    labels = [f"Page [{number + 1}]" for number in range(count)]
    grid = fit_grid(PAPERS["a4"], SIZES["poker"])
    return impose(cards, grid, page_labels=labels, sheet_label=lambda n: sheet_label("", f"page {n + 1}"), fonts=[body])


# The file


def test_page_labels_read_back_as_given() -> None:
    labels = ["Page [1]", "Page [2]", "Page [empty - vierge]", "Seite „Ä“ → 4", "(5)\\"]
    assert reader(pdf_of(replace(EMPTY, label=label) for label in labels)).page_labels == labels


def test_a_page_without_a_label_is_called_by_its_number() -> None:
    assert reader(pdf_of([EMPTY, replace(EMPTY, label="Page [1]"), EMPTY])).page_labels == ["1", "Page [1]", "3"]


@pytest.mark.parametrize(("paper", "points"), [("a4", (595.2756, 841.8898)), ("letter", (612, 792))])
def test_the_media_box_is_the_paper_to_a_hundredth_of_a_point(paper: str, points: tuple[float, float]) -> None:
    (page,) = reader(pdf_of([Page(*PAPERS[paper], ())])).pages
    assert [float(edge) for edge in page.mediabox] == pytest.approx([0, 0, *points], abs=0.01)


def test_each_page_has_its_own_size() -> None:
    pages = reader(pdf_of([EMPTY, Page(215.9, 279.4, ())])).pages
    assert [round(float(page.mediabox.width)) for page in pages] == [595, 612]


def test_the_trim_box_is_the_page_or_the_used_area() -> None:
    whole, used = reader(pdf_of([EMPTY, replace(EMPTY, trim=Rectangle(10.5, 16.5, 189, 264))])).pages
    assert whole.trimbox == whole.mediabox
    in_mm = [float(edge) / 72 * 25.4 for edge in used.trimbox]
    assert in_mm == pytest.approx([10.5, 16.5, 199.5, 280.5], abs=0.001)


def test_a_bleed_box_is_there_where_there_is_bleed() -> None:
    area = Rectangle(10, 20, 189, 270)
    plain, bled = reader(pdf_of([replace(EMPTY, trim=area), replace(EMPTY, trim=area, bleed=3)])).pages
    assert "/BleedBox" not in plain
    in_mm = [float(edge) / 72 * 25.4 for edge in bled.bleedbox]
    assert in_mm == pytest.approx([7, 297 - 293, 202, 297 - 17], abs=0.001)


def test_the_bleed_box_ends_with_the_paper() -> None:
    (page,) = reader(pdf_of([replace(EMPTY, bleed=3)])).pages
    assert page.bleedbox == page.mediabox


def test_title_language_and_subject_are_set() -> None:
    pdf = pdf_of([EMPTY], Document("Farces & friandises – “été”", "fr", subject="Cartes"))
    found = reader(pdf).metadata
    assert found is not None
    assert (found.title, found.subject) == ("Farces & friandises – “été”", "Cartes")
    assert root(pdf)["/Lang"] == "fr"


def test_readers_are_asked_not_to_scale_and_to_show_the_title() -> None:
    assert root(pdf_of([EMPTY]))["/ViewerPreferences"] == {"/PrintScaling": "/None", "/DisplayDocTitle": True}


@pytest.mark.parametrize(("edge", "name"), [(Edge.long, "/DuplexFlipLongEdge"), (Edge.short, "/DuplexFlipShortEdge")])
def test_duplex_is_asked_for_where_there_are_backs(edge: Edge, name: str) -> None:
    pdf = pdf_of([EMPTY], replace(PLAIN, duplex=edge))
    assert root(pdf)["/ViewerPreferences"]["/Duplex"] == name


def test_the_outline_leads_to_its_pages() -> None:
    pdf = reader(pdf_of([EMPTY] * 3, replace(PLAIN, bookmarks=(("Set 1", 0), ("Été → 2", 2), ("Also here", 2)))))
    entries: list[Any] = list(pdf.outline)
    found = [(entry.title, pdf.get_destination_page_number(entry)) for entry in entries]
    assert found == [("Set 1", 0), ("Été → 2", 2), ("Also here", 2)]


def test_a_bookmark_to_a_page_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="'Set 2' is for page 1, but there are 1"):
        pdf_of([EMPTY], replace(PLAIN, bookmarks=(("Set 2", 1),)))


def test_a_file_without_pages_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one page"):
        pdf_of([])


def test_an_error_on_the_way_leaves_the_old_file(tmp_path: Path) -> None:
    def pages() -> Iterator[Page]:
        yield EMPTY
        raise RuntimeError("no more")

    target = tmp_path / "cards.pdf"
    target.write_bytes(b"old")
    with pytest.raises(RuntimeError):
        write_pdf(PLAIN, pages(), target)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_path_and_an_open_file_get_the_same_bytes(tmp_path: Path) -> None:
    write_pdf(PLAIN, [EMPTY], tmp_path / "new" / "cards.pdf")
    assert (tmp_path / "new" / "cards.pdf").read_bytes() == pdf_of([EMPTY])


# The same bytes

SCRIPT = """
import sys, time
shift = float(sys.argv[1])
clock = time.time
time.time = lambda: clock() + shift
sys.path[:0] = sys.argv[2:]
from proofs import pdf_of, FONTS
from test_pdf import sheets
from generator.draw.marks.fonts import load
sys.stdout.buffer.write(pdf_of(sheets(2, load(FONTS / "andika" / "Andika_400Regular.ttf"))))
"""


@pytest.mark.slow
def test_another_clock_time_zone_and_hash_seed_give_the_same_bytes(body: Font) -> None:
    def run(shift: str, zone: str, seed: str) -> bytes:
        environment = os.environ | {"TZ": zone, "PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": seed}
        command = [
            sys.executable,
            "-c",
            SCRIPT,
            shift,
            str(ROOT),
            str(Path(__file__).parent),
            str(ROOT / "tests" / "support"),
        ]
        return subprocess.run(command, env=environment, check=True, capture_output=True).stdout

    first = run("0", "UTC", "0")
    assert first == run("1e8", "Asia/Kathmandu", "4711")
    assert first == pdf_of(sheets(2, body))


# What comes more than once is there once

STAR = Drawing("star", (Shape(polygon((0, 0), (4, 0), (2, 4)), BLACK),))
FRAME = Drawing("frame", (PlacedDrawing(STAR), PlacedDrawing(STAR, (1, 0, 0, 1, 5, 5))))


def forms(pdf: bytes) -> int:
    return pdf.count(b"/Subtype /Form")


def test_a_drawing_is_in_the_file_once_however_often_it_is_placed(body: Font) -> None:
    faces = [
        Face(20, 20, (PlacedDrawing(FRAME), PlacedDrawing(STAR), TextRun(f"{n}", body, 3, 1, 10))) for n in range(20)
    ]
    assert forms(pdf_of(page_of(face) for face in faces)) == 2


def test_drawings_of_one_name_are_one_drawing() -> None:
    again = Drawing("star", STAR.marks)
    assert forms(pdf_with(PlacedDrawing(STAR), PlacedDrawing(again))) == 1


def test_a_face_that_comes_again_is_in_the_file_once_more_and_not_a_hundred_times(body: Font) -> None:
    face = Face(20, 20, tuple(TextRun(f"line {n}", body, 2, 1, n) for n in range(18)))
    pdf = pdf_of([page_of(face, copies=50), page_of(Face(20, 20, face.marks), copies=50)])
    assert forms(pdf) == 1
    assert operators(pdf, 0).count("(line 3)") == 1
    assert operators(pdf, 1).count("(line 3)") == 0
    assert text_lines(pdf, 1)[0].startswith("line 0 line 1 line 2")


def test_copies_hardly_add_to_the_file(body: Font) -> None:
    def size(pages: int) -> int:
        face = Face(63, 88, tuple(TextRun(f"line {n} {n * 7919}", body, 2, 1, 2 * n) for n in range(40)))
        return len(pdf_of([page_of(face, copies=3)] * pages))

    assert size(30) - size(10) < 20 * 700


@pytest.mark.rare
def test_memory_grows_by_little_more_than_the_file_does(body: Font) -> None:
    """The pages' values alone would take ten times as much."""

    def run(count: int) -> tuple[int, int]:
        tracemalloc.start()
        size = len(pdf_of(sheets(count, body, marks=20)))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak, size

    run(33)  # fonts remember words from one file to the next
    (small, small_size), (large, large_size) = run(3), run(33)
    assert large - small < 7 * (large_size - small_size)  # each of these words is another one, and remembered


# Pictures, a pixel a millimetre


def test_a_drawing_shows_where_it_is_placed() -> None:
    step = Drawing("step", (Shape(box(0, 0, 2, 1), BLACK), Shape(box(0, 1, 1, 2), BLACK)))
    assert picture(
        pdf_with(PlacedDrawing(step, (1, 0, 0, 1, 1, 1)), PlacedDrawing(step, (2, 0, 0, 2, 5, 1)), width=10, height=6)
    ) == [
        "..........", ".##..####.", ".#...####.", ".....##...", ".....##...", "..........",
    ]  # fmt: skip


def test_a_turned_face_lies_a_quarter_turn_clockwise() -> None:
    face = Face(4, 6, (Shape(box(0, 0, 2, 1), BLACK), Shape(box(0, 1, 1, 5), BLACK)))
    assert picture(pdf_of([page_of(face)])) == ["##..", "#...", "#...", "#...", "#...", "...."]
    assert picture(pdf_of([page_of(face, turned=True)])) == [".#####", ".....#", "......", "......"]


def test_dashes_leave_gaps() -> None:
    line = Shape((("M", 1.1, 1.5), ("L", 11.0, 1.5)), Paint(stroke="#000000", width=0.8, dash=(1.8, 2.2)))
    assert picture(pdf_with(line, width=12, height=3))[1] == ".##..##..##."


def test_even_odd_leaves_a_hole_and_nonzero_does_not() -> None:
    ring = box(0, 0, 6, 5) + box(1.9, 1.9, 4.1, 3.1)
    hole = pdf_with(Shape(ring, Paint(fill="#000000", even_odd=True)), width=6, height=5)
    assert picture(hole) == ["######", "######", "##..##", "######", "######"]
    assert picture(pdf_with(Shape(ring, BLACK), width=6, height=5)) == ["######"] * 5


def test_colours_are_as_given() -> None:
    pdf = pdf_with(
        Shape(box(0, 0, 2, 1), Paint(fill="#808080")), Shape(box(2, 0, 4, 1), Paint(fill="#ffffff")), width=4, height=1
    )
    assert picture(pdf) == ["++.."]


def test_square_caps_reach_beyond_the_end_and_butt_caps_do_not() -> None:
    def line(cap: Cap) -> list[str]:
        paint = Paint(stroke="#000000", width=1.8, cap=cap)
        return picture(pdf_with(Shape((("M", 2.1, 2.0), ("L", 5.9, 2.0)), paint), width=8, height=4))

    assert line("butt")[1] == "..####.."
    assert line("square")[1] == ".######."


def test_sharp_corners_are_cut_off_at_svgs_miter_limit() -> None:
    spike = (("M", 1.0, 2.0), ("L", 9.0, 3.0), ("L", 1.0, 4.0))
    rows = picture(pdf_with(Shape(spike, Paint(stroke="#000000", width=1.0)), width=16, height=6))
    assert all(row[11:] == "....." for row in rows)


def test_a_face_ends_at_its_trim_or_its_bleed() -> None:
    face = Face(3.8, 3.8, (Shape(box(-3, -3, 7, 7), BLACK),))
    page = page_of(face)
    moved = replace(page.placements[0].slot, x=4.1, y=4.1)
    page = replace(page, width=11.999, height=11.999, placements=(replace(page.placements[0], slot=moved),))
    assert picture(pdf_of([page]))[3:5] == ["." * 12, "....####...."]
    assert picture(pdf_of([replace(page, bleed=1)]))[2:4] == ["." * 12, "...######..."]


def test_crop_marks_and_slug_are_drawn() -> None:
    marks: tuple[Mark, ...] = (Shape(box(4, 2, 6, 3), BLACK),)
    page = Page(7.999, 3.999, (), cuts=(CutLine(1.1, 0.5, 3.9, 0.5, 0.8),), slug=marks)
    assert picture(pdf_of([page])) == [".###....", "........", "....##..", "........"]


def test_text_is_drawn_upright_and_at_its_place(symbols: Font) -> None:
    rows = picture(pdf_with(TextRun("L", symbols, 12, 2, 11), width=12, height=13))
    assert rows[10].count("#") > rows[4].count("#") >= 1
    assert set(rows[0] + rows[12]) == {"."}


def test_the_reader_is_strict_and_finds_nothing_wrong(body: Font) -> None:
    pdf = reader(pdf_of(sheets(2, body)))
    assert len(pdf.pages) == 2
    assert pdf.pages[1].extract_text().startswith("card 9 line 0, of some length\ncard 9 line 1")
    target = BytesIO(pdf_of(sheets(1, body)))
    assert target.getvalue().startswith(b"%PDF-1.7\n")
    assert target.getvalue().endswith(b"%%EOF\n")
