"""Pages of PDF files as cards: of the size that they say, however they say it, and what is read of damaged ones."""

import io
from pathlib import Path
from typing import NamedTuple
from unittest.mock import Mock

import pytest
from each import each
from examined import examined_here  # noqa: F401 - a fixture for all of these
from projects import typed
from pypdf import PdfReader, PdfWriter
from pypdf.errors import DependencyError
from pypdf.generic import ArrayObject, FloatObject, NameObject, StreamObject
from reportlab.pdfgen.canvas import Canvas

from generator.core.choices import points_from_mm
from generator.core.problem import Infeasible
from generator.pdf.preflight import document
from generator.pdf.preflight.document import open_pdf
from generator.pdf.preflight.examine import examine
from generator.printing.finished_pages import read_pages
from generator.printing.finished_sheets import shown

CARD = (0.0, 0.0, 63.0, 88.0)


class Boxed(NamedTuple):
    """A page of 63 by 88 mm that says more of its size, in mm of its own."""

    wanted: tuple[float, float]
    crop: tuple[float, ...] | None = None
    trim: tuple[float, ...] | None = None
    unit: float | None = None
    turn: int = 0
    media: tuple[float, ...] = CARD


PAGES = {
    "plain": Boxed((63, 88)),
    "crop inside": Boxed((53, 78), crop=(5, 5, 58, 83)),
    "crop beside the page": Boxed((63, 88), crop=(400, 400, 440, 440)),
    "crop beside the page, turned": Boxed((88, 63), crop=(-80, 0, -10, 88), turn=90),
    "crop at the page's edge": Boxed((63, 88), crop=(63, 0, 90, 88)),
    "empty crop": Boxed((63, 88), crop=(10, 10, 10, 10)),
    "crop that reaches beyond": Boxed((53, 88), crop=(10, -20, 90, 100)),
    "crop from its other corners": Boxed((53, 78), crop=(58, 83, 5, 5)),
    "trim inside": Boxed((53, 78), trim=(5, 5, 58, 83)),
    "trim inside, turned": Boxed((78, 53), trim=(5, 5, 58, 83), turn=270),
    "trim beside the page": Boxed((63, 88), trim=(400, 400, 440, 440)),
    "empty trim": Boxed((63, 88), trim=(0, 0, 0, 0)),
    "flat trim": Boxed((63, 88), trim=(5, 40, 58, 40)),
    "trim that reaches beyond": Boxed((53, 88), trim=(10, -20, 90, 100)),
    "trim from its other corners": Boxed((53, 78), trim=(58, 83, 5, 5)),
    "trim in a crop beside the page": Boxed((53, 78), crop=(400, 400, 440, 440), trim=(5, 5, 58, 83)),
    "trim beside the crop": Boxed((30, 88), crop=(0, 0, 30, 88), trim=(40, 0, 60, 88)),
    "unit 2": Boxed((126, 176), unit=2),
    "unit 0.5 with a trim": Boxed((26.5, 39), trim=(5, 5, 58, 83), unit=0.5),
    "unit 2, cropped and turned": Boxed((156, 106), crop=(5, 5, 58, 83), unit=2, turn=90),
    "unit 0": Boxed((63, 88), unit=0),
    "unit below 0": Boxed((63, 88), unit=-2),
    "another origin": Boxed((63, 88), media=(-20, 30, 43, 118)),
    "from its other corners": Boxed((63, 88), media=(63, 88, 0, 0)),
}


def card(width: float = 63.0, height: float = 88.0) -> bytes:
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=(points_from_mm(width), points_from_mm(height)))
    canvas.rect(20, 20, 60, 60, fill=1)
    canvas.save()
    return target.getvalue()


def boxed(path: Path, pages: list[Boxed]) -> Path:
    writer = PdfWriter()
    for each_page in pages:
        page = writer.add_page(PdfReader(io.BytesIO(card())).pages[0])
        for name, box in (("/MediaBox", each_page.media), ("/CropBox", each_page.crop), ("/TrimBox", each_page.trim)):
            if box is not None:
                page[NameObject(name)] = ArrayObject(FloatObject(points_from_mm(edge)) for edge in box)
            elif name in page:
                del page[name]
        if each_page.unit is not None:
            page[NameObject("/UserUnit")] = FloatObject(each_page.unit)
        page[NameObject("/Rotate")] = FloatObject(each_page.turn)
    writer.write(path)
    return path


@pytest.mark.slow
def test_every_page_has_the_size_that_its_boxes_and_unit_say(tmp_path: Path) -> None:
    path = boxed(tmp_path / "a.pdf", list(PAGES.values()))
    (folder := tmp_path / "pages").mkdir()
    pages = read_pages(path, folder, None, 0.0, lambda _: None)
    sizes = {name: page.size for name, page in zip(PAGES, pages, strict=True)}
    assert sizes == {name: pytest.approx(page.wanted, abs=0.01) for name, page in PAGES.items()}
    for name, page in zip(PAGES, pages, strict=True):
        wide, high = shown(page.picture, 300).size
        assert wide / high == pytest.approx(page.size[0] / page.size[1], abs=0.02), name


def test_bleed_of_a_page_is_in_its_own_units_too(tmp_path: Path) -> None:
    path = boxed(tmp_path / "a.pdf", [Boxed((106, 156), trim=(5, 5, 58, 83), unit=2)])
    (folder := tmp_path / "pages").mkdir()
    (page,) = read_pages(path, folder, None, 3.0, lambda _: None)
    assert page.size == pytest.approx((106, 156), abs=0.01)
    assert (page.picture.width, page.picture.height) == pytest.approx((112, 162), abs=0.01)


def test_preflight_has_the_same_sizes(tmp_path: Path) -> None:
    path = boxed(tmp_path / "a.pdf", list(PAGES.values()))
    assert examine(path).pages == len(PAGES)
    with open_pdf(path) as (_, pages):
        shown = {name: (page.width, page.height) for name, page in zip(PAGES, pages, strict=True)}
    assert {name: shown[name] for name, page in PAGES.items() if page.trim is None} == {
        name: pytest.approx(page.wanted, abs=0.01) for name, page in PAGES.items() if page.trim is None
    }


@each("unit, near", [(1.0, True), (2.0, False)])
def test_ink_at_the_edge_is_measured_in_mm(tmp_path: Path, unit: float, near: bool) -> None:
    writer = PdfWriter()
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=(points_from_mm(63), points_from_mm(88)))
    canvas.rect(points_from_mm(3), points_from_mm(30), 60, 60, fill=1)  # 3 or 6 mm from the left
    canvas.save()
    page = writer.add_page(PdfReader(target).pages[0])
    page[NameObject("/UserUnit")] = FloatObject(unit)
    writer.write(tmp_path / "a.pdf")
    found = [problem for problem in examine(tmp_path / "a.pdf").problems if problem.rule == "edge-ink"]
    assert bool(found) == near


def test_what_follows_the_end_of_a_file_is_passed_over_and_a_missing_end_is_not(tmp_path: Path) -> None:
    path, whole = tmp_path / "a.pdf", card()
    for after in (b"\0" * 3_000, b"\r\n" * 2_000, b"--boundary 7f\r\n" * 300, b" " * 300_000):
        path.write_bytes(whole + after)
        assert not [problem for problem in examine(path).problems if problem.rule == "damaged"], after[:20]
    for cut in (whole[: -len(whole) // 3], whole[:-7] + b"\0" * 3_000, whole + whole[9 : len(whole) // 2]):
        path.write_bytes(cut + b" " * 3_000)
        (problem,) = [problem for problem in examine(path).problems if problem.rule == "damaged"]
        assert problem.message.startswith("the end of the file is missing")


THIN = {"thin": (0.07, 70), "a dot": (0.004, 0.004), "narrow": (2.9, 40), "low": (40, 2.9)}


@each("name", THIN)
def test_pages_that_are_nearly_nothing_are_refused_at_once(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.pdf").write_bytes(card(*THIN[name]))
    with pytest.raises(Infeasible, match="no component; 3 mm is the least"):
        read_pages(tmp_path / "a.pdf", tmp_path, None, 0.0, lambda _: None)


def test_a_file_that_only_pdfium_reads_is_printed_with_a_warning(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(card().replace(b"startxref", b"start-ref"))
    made = typed(tmp_path, "impose", "a.pdf")
    assert (made.exit_code, made.stdout) == (0, "1 picture on 1 sheet: output/a-sheets.pdf\n")
    warning = "warning: a.pdf: the file cannot be read: it is damaged; what can be drawn of it is printed"
    assert made.stderr.startswith(warning)


def test_a_page_that_stays_empty_because_it_cannot_be_read_is_refused(tmp_path: Path) -> None:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(card())))
    contents = StreamObject()
    contents._data = b"\x0b\x02\x80q Q\x03"
    contents[NameObject("/Filter")] = NameObject("/OtherDecode")
    writer.pages[0][NameObject("/Contents")] = writer._add_object(contents)
    writer.write(tmp_path / "a.pdf")
    with pytest.raises(Infeasible, match="page 1 is packed in a way that is not read here"):
        read_pages(tmp_path / "a.pdf", tmp_path, None, 0.0, lambda _: None)


def test_one_file_that_cannot_be_read_does_not_lose_the_report_on_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(card())
    (tmp_path / "d").mkdir()
    (tmp_path / "z.pdf").write_bytes(card()[:90])
    made = typed(tmp_path, "preflight", "d", "a.pdf", "nowhere.pdf", "z.pdf")
    assert made.exit_code == 2
    assert {line.partition(":")[0] for line in made.stdout.splitlines() if ": error" in line} == {"a.pdf", "z.pdf"}
    assert made.stderr.splitlines() == [
        "pnp: d is a folder; name the PDF files in it, such as d/*.pdf",
        "pnp: cannot read nowhere.pdf: no such file or directory",
    ]


@each("error, said", [
    (DependencyError("jbig2dec binary is not available"), "the file is packed in a way that is not read here"),
    (TypeError("'NoneType' object is not subscriptable"), "the file cannot be read: it is damaged"),
])  # fmt: skip
def test_what_libraries_say_is_put_into_plain_words(tmp_path: Path, error: Exception, said: str) -> None:
    (tmp_path / "a.pdf").write_bytes(card())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document, "_opened", Mock(side_effect=error))
        (problem,) = examine(tmp_path / "a.pdf").problems
    assert problem.message == said


def test_a_locked_file_is_refused_in_plain_words(tmp_path: Path) -> None:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(card())))
    writer.encrypt("secret")
    writer.write(tmp_path / "a.pdf")
    with pytest.raises(Infeasible, match="the file is locked with a password; save it again without one"):
        read_pages(tmp_path / "a.pdf", tmp_path, None, 0.0, lambda _: None)
