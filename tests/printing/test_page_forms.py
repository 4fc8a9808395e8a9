"""Pages of PDF files stay what they are: each is held, pixel by pixel, against what pdfium draws of it itself."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from each import each
from examined import examined_here  # noqa: F401 - a fixture for all of these
from PIL import Image, ImageChops, ImageFilter
from projects import ROOT, typed
from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    ByteStringObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    StreamObject,
    TextStringObject,
)
from reportlab.lib.colors import CMYKColor, Color
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from generator.core.choices import points_from_mm
from generator.draw.marks.marks import Face, PagePart
from generator.draw.marks.picture import placed_rasters
from generator.pdf import page_forms
from generator.pdf.pdf import write_pdf
from generator.pdf.preflight.drawn import shown_page
from generator.printing.finished_pages import FinishedPage, _frame, read_pages
from generator.sheet.page import Document, Page, Placement, Slot

WIDE, HIGH = points_from_mm(63), points_from_mm(88)
FONT = next((ROOT / "templates/common/fonts").rglob("*.ttf"))
Change = Callable[[Any, PdfWriter], object]


def drawn(pages: int = 1, also: Callable[[Canvas], object] = lambda _: None) -> bytes:
    """Pages with a bar at the top, letters of five fonts, a picture of each sort."""
    pdfmetrics.registerFont(TTFont("T", str(FONT)))
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=(WIDE, HIGH), pageCompression=1)
    grey = Image.radial_gradient("L").resize((60, 40))
    clear = Image.merge("RGB", (grey, grey.rotate(90), grey))
    clear.putalpha(grey)
    for _ in range(pages):
        canvas.setFillColorRGB(0.8, 0.1, 0.1)
        canvas.rect(0, HIGH - 20, WIDE, 20, stroke=0, fill=1)
        canvas.setFillColorRGB(0, 0, 0)
        for number, font in enumerate(("T", "Helvetica-Bold", "Times-Italic", "Symbol", "ZapfDingbats")):
            canvas.setFont(font, 10)
            canvas.drawString(20, 200 - 14 * number, "agf 12")
        jpeg = io.BytesIO()
        clear.convert("RGB").save(jpeg, "JPEG")
        for number, (picture, mask) in enumerate(((clear, "auto"), (clear.convert("P"), None), (jpeg, None))):
            canvas.drawImage(ImageReader(picture), 10 + 55 * number, 10, 50, 40, mask=mask)
        also(canvas)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def rich(canvas: Canvas) -> None:
    canvas.linearGradient(0, 60, WIDE, 120, (Color(1, 0, 0), Color(0, 0, 1)), extend=False)
    canvas.setFillAlpha(0.5)
    canvas.setFillColor(CMYKColor(1, 0, 0, 0))
    canvas.circle(90, 90, 30, fill=1)
    canvas.setStrokeAlpha(0.3)
    canvas.setDash(6, 3)
    canvas.setLineWidth(8)
    canvas.line(0, 0, WIDE, HIGH)


def numbers(*values: float) -> ArrayObject:
    return ArrayObject(FloatObject(value) for value in values)


def stream(data: bytes, **entries: Any) -> StreamObject:
    made = StreamObject()
    made.set_data(data)
    for key, value in entries.items():
        made[NameObject(f"/{key}")] = value
    return made


def more(page: Any, writer: PdfWriter, data: bytes, **resources: Any) -> None:
    """Draw more on a page."""
    for key, value in resources.items():
        held = page["/Resources"].get(f"/{key}", DictionaryObject()).get_object()
        for name, entry in value.items():
            held[NameObject(f"/{name}")] = writer._add_object(entry)
        page["/Resources"][NameObject(f"/{key}")] = held
    content = page.get_contents().get_data() + b"\n" + data
    page[NameObject("/Contents")] = writer._add_object(stream(content).flate_encode())


def says(key: str, value: Any) -> Change:
    return lambda page, _: page.__setitem__(NameObject(key), value)


def several_streams(page: Any, writer: PdfWriter) -> None:
    content = page.get_contents().get_data()
    at = content.index(b"\n", len(content) // 2)
    parts = ArrayObject(writer._add_object(stream(part).flate_encode()) for part in (content[:at], content[at:]))
    page[NameObject("/Contents")] = parts


def unbalanced(page: Any, writer: PdfWriter) -> None:
    data = b"Q Q q q .9 0 0 .9 5 5 cm " + page.get_contents().get_data() + b" q q"
    page[NameObject("/Contents")] = writer._add_object(stream(data))


def inherited(page: Any, _: PdfWriter) -> None:
    parent = page["/Parent"].get_object()
    for key in ("/Resources", "/MediaBox", "/Rotate"):
        if key in page:
            parent[NameObject(key)] = page.raw_get(key)
            del page[key]


def old_form(page: Any, writer: PdfWriter) -> None:
    """A form without resources has those of its page."""
    data = b"0 .6 0 rg 0 0 60 60 re f BT 0 g /F1 12 Tf 5 20 Td (in form) Tj ET"
    form = stream(data, Subtype=NameObject("/Form"), BBox=numbers(0, 0, 60, 60), Matrix=numbers(1, 0.2, 0, 1, 0, 0))
    more(page, writer, b"q 1 0 0 1 100 60 cm /FX Do Q", XObject={"FX": form})


def group(page: Any, writer: PdfWriter) -> None:
    name = NameObject
    sort = {name("/S"): name("/Transparency"), name("/I"): BooleanObject(True), name("/CS"): name("/DeviceRGB")}
    page[name("/Group")] = DictionaryObject(sort)
    states = {
        mode: DictionaryObject({name("/BM"): name(f"/{mode}"), name("/ca"): FloatObject(0.7)})
        for mode in ("Multiply", "Difference", "Screen")
    }
    data = b"".join(
        b"q /%s gs 1 1 0 rg %d 20 30 200 re f Q " % (mode.encode(), 40 * n) for n, mode in enumerate(states)
    )
    more(page, writer, data, ExtGState=states)


def patterns(page: Any, writer: PdfWriter) -> None:
    one, name = NumberObject(1), NameObject
    tile = stream(
        b"1 0 0 rg 0 0 5 5 re f 0 0 1 rg 5 5 5 5 re f", PatternType=one, PaintType=one, TilingType=one,
        BBox=numbers(0, 0, 10, 10), XStep=FloatObject(10), YStep=FloatObject(10), Resources=DictionaryObject(),
        Matrix=numbers(0.9, 0.3, -0.3, 0.9, 3, 4),
    )  # fmt: skip
    function = {
        "/FunctionType": NumberObject(2), "/Domain": numbers(0, 1), "/N": one, "/C0": numbers(1, 0, 0),
        "/C1": numbers(0, 1, 0),
    }  # fmt: skip
    shading = {
        "/ShadingType": NumberObject(2), "/ColorSpace": name("/DeviceRGB"), "/Coords": numbers(20, 20, 150, 200),
        "/Function": DictionaryObject({name(key): value for key, value in function.items()}),
    }  # fmt: skip
    shade = DictionaryObject({name(key): value for key, value in shading.items()})
    run = DictionaryObject({name("/PatternType"): NumberObject(2), name("/Shading"): shade})
    data = b"/Pattern cs /PT scn 10 60 60 60 re f /PS scn 80 60 60 60 re f q 20 130 50 30 re W n /SH sh Q"
    more(page, writer, data, Pattern={"PT": tile, "PS": run}, Shading={"SH": shade})


def own_letters(page: Any, writer: PdfWriter) -> None:
    """A font whose letters are drawings, one of them in another font of the page."""
    name = NameObject
    letters = {"a": stream(b"500 0 0 0 500 500 d1 0 0 500 500 re f"),
               "b": stream(b"500 0 d0 BT /F1 600 Tf 0 0 Td (q) Tj ET")}  # fmt: skip
    differences = ArrayObject([NumberObject(97), name("/a"), name("/b")])
    font = {
        "/Type": name("/Font"), "/Subtype": name("/Type3"), "/FontBBox": numbers(0, 0, 600, 600),
        "/FontMatrix": numbers(0.001, 0, 0, 0.001, 0, 0), "/FirstChar": NumberObject(97), "/LastChar": NumberObject(98),
        "/CharProcs": DictionaryObject({name(f"/{key}"): writer._add_object(each) for key, each in letters.items()}),
        "/Encoding": DictionaryObject({name("/Differences"): differences}), "/Widths": numbers(600, 600),
    }  # fmt: skip
    made = DictionaryObject({name(key): value for key, value in font.items()})
    more(page, writer, b"BT /FX 30 Tf 10 70 Td (abab) Tj ET", Font={"FX": made})


def colours_by_bytes(page: Any, writer: PdfWriter) -> None:
    """A table of colours is a text of any bytes; one that begins as UTF-16 does is still bytes."""
    table = b"\xfe\xff\x00" + bytes((7 * a + 13 * b) % 256 for a in range(255) for b in range(3))
    space = ArrayObject([NameObject("/Indexed"), NameObject("/DeviceRGB"), NumberObject(255), ByteStringObject(table)])
    side, bits = NumberObject(4), NumberObject(8)
    image = stream(
        bytes(range(0, 256, 17)),
        Subtype=NameObject("/Image"),
        Width=side,
        Height=side,
        BitsPerComponent=bits,
        ColorSpace=space,
    )
    more(page, writer, b"q 120 0 0 120 20 60 cm /IX Do Q", XObject={"IX": image})


def layers(page: Any, writer: PdfWriter) -> None:
    """One layer is shown, one is switched off."""
    name = NameObject
    sets = [
        writer._add_object(DictionaryObject({name("/Type"): name("/OCG"), name("/Name"): TextStringObject(each)}))
        for each in ("seen", "hidden")
    ]
    off = DictionaryObject({name("/OFF"): ArrayObject(sets[1:])})
    writer._root_object[name("/OCProperties")] = DictionaryObject({name("/OCGs"): ArrayObject(sets), name("/D"): off})
    page["/Resources"][name("/Properties")] = DictionaryObject({name("/L0"): sets[0], name("/L1"): sets[1]})
    more(page, writer, b"/OC /L0 BDC 1 0 1 rg 90 70 40 40 re f EMC /OC /L1 BDC 0 1 1 rg 90 120 40 40 re f EMC")


def stamped(page: Any, writer: PdfWriter) -> None:
    look = stream(b"1 .5 0 rg 0 0 50 30 re f", Subtype=NameObject("/Form"), BBox=numbers(0, 0, 50, 30))
    note = {
        "/Type": NameObject("/Annot"), "/Subtype": NameObject("/Stamp"), "/Rect": numbers(20, 70, 100, 130),
        "/F": NumberObject(4), "/AP": DictionaryObject({NameObject("/N"): writer._add_object(look)}),
    }  # fmt: skip
    made = writer._add_object(DictionaryObject({NameObject(key): value for key, value in note.items()}))
    page[NameObject("/Annots")] = ArrayObject([made])


CHANGES: dict[str, list[Change]] = {
    "plain": [],
    "several streams": [several_streams],
    "unbalanced": [unbalanced],
    "inherited": [inherited],
    "inherited and turned": [says("/Rotate", NumberObject(90)), inherited],
    "old form": [old_form],
    "group": [group],
    "patterns": [patterns],
    "patterns, turned": [patterns, says("/Rotate", NumberObject(180)), says("/CropBox", numbers(10, 20, 160, 220))],
    "own letters": [own_letters],
    "colours by bytes": [colours_by_bytes],
    "layers": [layers],
    "stamped": [stamped],
    "stamped, turned and cropped": [
        stamped, says("/Rotate", NumberObject(90)), says("/CropBox", numbers(10, 10, 150, 200)),
    ],
    "turned by 270, with a trim": [says("/Rotate", NumberObject(270)), says("/TrimBox", numbers(20, 30, 150, 200))],
    "turned back": [says("/Rotate", NumberObject(-90))],
    "in units of its own": [says("/UserUnit", FloatObject(2))],
    "from another origin": [says("/MediaBox", numbers(-30, 20, 140, 260))],
    "from its other corners": [says("/MediaBox", numbers(WIDE, HIGH, 0, 0))],
}  # fmt: skip


def changed(data: bytes, changes: list[Change], **lock: Any) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    for change in changes:
        change(writer.pages[0], writer)
    if lock:
        writer.encrypt(**lock)
    target = io.BytesIO()
    writer.write(target)
    return target.getvalue()


def on_paper(page: FinishedPage) -> bytes:
    """A PDF of one page as large as the card."""
    wide, high = page.size
    face = Face(wide, high, (page.picture.placed(0.0, 0.0, wide, high),))
    target = io.BytesIO()
    write_pdf(Document("", "en"), [Page(wide, high, (Placement(Slot(1, 0.0, 0.0, wide, high), face, "a"),))], target)
    return target.getvalue()


def assert_same(path: Path, folder: Path, *, dpi: float = 100.0) -> list[str]:
    """Each page is vectors, and looks as pdfium draws it; what is reported."""
    folder.mkdir()
    notes: list[str] = []
    pages = read_pages(path, folder, None, 0.0, notes.append)
    with pypdfium2.PdfDocument(path) as source:
        source.init_forms()
        for index, page in enumerate(pages):
            ((raster, *_),) = placed_rasters(page.picture.drawing.marks)
            assert isinstance(raster.source, PagePart)
            with pypdfium2.PdfDocument(on_paper(page)) as document:
                made = document[0].render(scale=dpi / 72).to_pil().convert("RGB")
            shown, _ = shown_page(source, index)
            around = _frame(source, index, 1.0, 0.0).around
            scale = made.width / (shown.get_width() - around[0] - around[2])
            wanted = shown.render(scale=scale, crop=around).to_pil().convert("RGB")
            assert made.size == pytest.approx(wanted.size, abs=2)
            pair = [each.resize(wanted.size).filter(ImageFilter.BoxBlur(2)) for each in (made, wanted)]
            shades = ImageChops.difference(*pair).convert("L").histogram()
            assert sum(shades[48:]) / sum(shades) < 0.0005, path.name
            assert sum(value * count for value, count in enumerate(shades)) / sum(shades) < 1.0, path.name
    return notes


@pytest.mark.slow
@each("case", CHANGES)
def test_each_page_looks_as_pdfium_draws_it_and_stays_vectors(tmp_path: Path, case: str) -> None:
    (tmp_path / "a.pdf").write_bytes(changed(drawn(also=rich), CHANGES[case]))
    assert_same(tmp_path / "a.pdf", tmp_path / "pages")


@each("version", ["RC4-128", "RC4-40"])
def test_a_file_that_is_locked_for_changes_only_is_copied(tmp_path: Path, version: str) -> None:
    data = changed(drawn(2), [], user_password="", owner_password="x", algorithm=version)
    (tmp_path / "a.pdf").write_bytes(data)
    assert_same(tmp_path / "a.pdf", tmp_path / "pages")


@pytest.mark.slow
def test_files_of_other_programs_are_copied(tmp_path: Path) -> None:
    files = sorted((ROOT / "tests/pdf").glob("*.pdf"))
    assert files
    for number, path in enumerate(files):
        assert_same(path, tmp_path / str(number))


def test_text_stays_text_with_its_fonts_and_pictures_stay_as_they_are(tmp_path: Path) -> None:
    source = drawn(3)
    (tmp_path / "a.pdf").write_bytes(source)
    made = typed(tmp_path, "impose", "a.pdf", "--bleed", "3")
    assert made.exit_code == 0, made.output
    sheet = PdfReader(tmp_path / "output/a-sheets.pdf")
    assert sheet.pages[0].extract_text().count("agf 12") >= 3
    data = (tmp_path / "output/a-sheets.pdf").read_bytes()
    resources: Any = PdfReader(io.BytesIO(source)).pages[0]["/Resources"]
    for own in resources["/XObject"].values():
        assert data.count(own.get_object()._data) == 1, "each is there once, for three pages, as it was packed"


def test_what_is_not_in_the_file_or_not_for_print_is_reported(tmp_path: Path) -> None:
    def unmarked(page: Any, writer: PdfWriter) -> None:
        stamped(page, writer)
        page["/Annots"][0].get_object()[NameObject("/F")] = NumberObject(0)

    (tmp_path / "a.pdf").write_bytes(changed(drawn(), [unmarked]))
    made = typed(tmp_path, "impose", "a.pdf")
    assert "warning: a.pdf: the font Helvetica-Bold is not in the file" in made.stderr
    assert "1 note is left out of a.pdf: what was put on a page and not marked for print" in made.stderr


def test_a_page_that_cannot_be_copied_is_drawn_as_pixels_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.pdf").write_bytes(drawn(2))
    monkeypatch.setattr(page_forms, "_MOST_OBJECTS", 3)
    made = typed(tmp_path, "impose", "a.pdf")
    assert made.exit_code == 0, made.output
    assert "a.pdf: drawn as pixels, as it has more than 3 objects: page 1, 2" in made.stderr
    assert "agf 12" not in PdfReader(tmp_path / "output/a-sheets.pdf").pages[0].extract_text()


def test_a_table_that_holds_itself_does_not_go_on_for_ever(tmp_path: Path) -> None:
    def round_about(page: Any, writer: PdfWriter) -> None:
        deep: Any = ArrayObject()
        for _ in range(200):
            deep = ArrayObject([deep])
        page["/Resources"][NameObject("/Properties")] = DictionaryObject({NameObject("/X"): deep})
        held = writer._add_object(DictionaryObject())
        itself: Any = held.get_object()
        itself[NameObject("/Self")] = held
        page["/Resources"][NameObject("/ExtGState")] = DictionaryObject({NameObject("/G"): held})

    (tmp_path / "a.pdf").write_bytes(changed(drawn(), [round_about]))
    made = typed(tmp_path, "impose", "a.pdf")
    assert made.exit_code == 0, made.output
    assert "drawn as pixels, as its objects lie too deep" in made.stderr
