"""Fonts of all sorts: whatever the container and the outlines, a letter prints as FreeType draws the file."""

import random
import re
import struct
import zlib
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
import resvg_py
from each import each
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageStat
from proofs import pdf_with
from pypdf import PdfReader
from tiny_fonts import EMPTY, SQUARE, tiny_font

from generator.draw.marks.font_sources import open_font
from generator.draw.marks.fontfile import MAX_BYTES
from generator.draw.marks.fonts import Font, load
from generator.draw.marks.marks import Face as FaceMarks
from generator.draw.marks.marks import TextRun
from generator.pdf.face_svg import face_svg
from generator.pdf.png import page_png

RED, BLUE = (255, 0, 0), (0, 0, 255)
FONT = Path(__file__).parents[2] / "templates/common/fonts/barlow/Barlow_400Regular.ttf"
PIXELS = 200  # of a picture of 20 mm


def draw(pen: object, step: int) -> None:
    """A ring, of cubic curves, and a slanted bar."""
    for radius, turn in ((300, 1), (150 - step, -1)):
        k = radius * 0.5523 * turn
        pen.moveTo((350 + radius, 350))  # type: ignore[attr-defined]
        for x, y in ((0, 1), (-1, 0), (0, -1), (1, 0)):
            sx, sy = (y, -x)
            start, end = (350 + radius * sx, 350 + radius * sy * turn), (350 + radius * x, 350 + radius * y * turn)
            first = (start[0] + abs(k) * x, start[1] + k * y)
            second = (end[0] + abs(k) * sx, end[1] + k * sy)
            pen.curveTo(first, second, end)  # type: ignore[attr-defined]
        pen.closePath()  # type: ignore[attr-defined]


@cache
def font_bytes(sort: str, container: str) -> bytes:
    """A font with the letter O, 720 wide of 1,000; ``sort`` is cff, ttf or variable."""
    build = FontBuilder(1000, isTTF=sort != "cff")
    build.setupGlyphOrder([".notdef", "space", "O"])
    build.setupCharacterMap({32: "space", ord("O"): "O"})
    if sort == "cff":
        letter, blank = T2CharStringPen(720, None), T2CharStringPen(300, None)
        draw(letter, 0)
        charstrings = {"O": letter.getCharString(), **{name: blank.getCharString() for name in (".notdef", "space")}}
        build.setupCFF("Made-Regular", {}, charstrings, {})
    else:
        pen = TTGlyphPen(None)
        draw(Cu2QuPen(pen, 0.5), 0)
        build.setupGlyf({"O": pen.glyph(), ".notdef": TTGlyphPen(None).glyph(), "space": TTGlyphPen(None).glyph()})
    build.setupHorizontalMetrics({".notdef": (300, 0), "space": (300, 0), "O": (720, 50)})
    build.setupHorizontalHeader(ascent=800, descent=-200)
    build.setupNameTable({"familyName": "Made", "styleName": "Regular", "psName": "Made-Regular"})
    build.setupOS2(sTypoAscender=800, fsType=2 if sort == "cff" else 0)
    build.setupPost()
    if sort == "variable":
        build.setupFvar([("wght", 400, 400, 900, "Weight")], [])
        count = len(build.font["glyf"]["O"].coordinates)
        inner = [(60, 0) if at >= count // 2 else (0, 0) for at in range(count)]
        build.setupGvar({"O": [TupleVariation({"wght": (0, 1, 1)}, [*inner, (0, 0), (200, 0), (0, 0), (0, 0)])]})
    out = BytesIO()
    build.font.recalcTimestamp = False
    if container == "ttc":
        build.save(out)
        collection = TTCollection()
        collection.fonts = [TTFont(FONT), TTFont(BytesIO(out.getvalue()))]
        out = BytesIO()
        collection.save(out)
    else:
        build.font.flavor = None if container == "plain" else container
        build.save(out)
    return out.getvalue()


def written(tmp_path: Path, sort: str, container: str) -> Path:
    file = tmp_path / f"Made-{sort}-{container}.font"
    file.write_bytes(font_bytes(sort, container))
    return file


def printed(font: Font, text: str) -> Image.Image:
    """A text at 15 mm, black in a white square of 20 mm, from a PDF as pdfium draws it."""
    return drawn(pdf_with(TextRun(text, font, 15.0, 2.0, 16.0), width=20, height=20))


def drawn(pdf: bytes) -> Image.Image:
    return Image.open(BytesIO(page_png(pdf, 0, PIXELS / 20 * 25.4)))


SORTS = [(sort, container) for sort in ("ttf", "cff", "variable") for container in ("plain", "ttc", "woff", "woff2")]


@each(("sort", "container"), SORTS)
def test_a_letter_prints_and_shows_as_freetype_draws_the_file(sort: str, container: str, tmp_path: Path) -> None:
    file = written(tmp_path, sort, container)
    number, weight = 2 * (container == "ttc"), 800 if sort == "variable" else None
    font = load(file, number=number, weight=weight)
    size = 15.0 / 20 * PIXELS
    plain = BytesIO(open_font(file.read_bytes(), number))
    drawn_by = ImageFont.truetype(plain, round(size), layout_engine=ImageFont.Layout.BASIC)
    if weight:
        drawn_by.set_variation_by_axes([weight])
    assert font.width("O O") == pytest.approx(drawn_by.getlength("O O") / size, abs=0.01)
    expected = Image.new("L", (PIXELS, PIXELS), "white")
    ImageDraw.Draw(expected).text((PIXELS / 10, PIXELS * 0.8), "O", font=drawn_by, fill="black", anchor="ls")
    svg = face_svg(FaceMarks(20.0, 20.0, (TextRun("O", font, 15.0, 2.0, 16.0),)), "O").decode()
    shown = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, dpi=round(PIXELS / 20 * 25.4)))))
    for image in (printed(font, "O"), shown):
        grey = image.convert("L")
        assert 0.1 < 1 - ImageStat.Stat(grey).mean[0] / 255 < 0.5
        assert ImageStat.Stat(ImageChops.difference(grey.resize(expected.size), expected)).mean[0] < 1.5


def test_a_font_that_is_unpacked_says_no_time_of_its_own() -> None:
    data = font_bytes("cff", "woff2")
    assert TTFont(BytesIO(open_font(data)))["head"].modified == TTFont(BytesIO(data))["head"].modified


@each(
    ("sort", "container", "options", "says"),
    [
        ("ttf", "ttc", {"number": 3}, "it holds 2 fonts, #1 to #2, and no #3"),
        ("ttf", "plain", {"number": 2}, "it holds one font and is no collection, so there is no #2 in it"),
        ("cff", "woff", {"weight": 700}, "it has one weight only; take the file of the weight that is meant"),
        ("variable", "woff2", {"weight": 950}, "its weights go from 400 to 900, so 950 is not among them"),
    ],
)
def test_what_a_font_has_not_is_told(
    sort: str, container: str, options: dict[str, int], says: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        load(written(tmp_path, sort, container), **options)


@each("container", ["plain", "ttc", "woff", "woff2"])
def test_a_font_with_random_bytes_in_it_is_read_or_refused_in_words(container: str, tmp_path: Path) -> None:
    for seed in range(60):
        chance, data = random.Random(seed), bytearray(font_bytes(("cff", "variable")[seed % 2], container))
        for _ in range(chance.choice([1, 5, 40])):
            data[chance.randrange(4, 200 if seed % 3 else len(data))] = chance.randrange(256)
        if seed % 5 == 0:
            del data[chance.randrange(len(data)) :]
        file = tmp_path / f"{container}{seed}"
        file.write_bytes(data)
        try:
            load(file, weight=800 if seed % 2 else None)
        except ValueError as error:
            assert len(str(error).split()) > 4  # noqa: PT017 - it may be sound enough, too


def test_a_font_that_unpacks_to_more_than_may_be_is_refused(tmp_path: Path) -> None:
    table = zlib.compress(bytes(MAX_BYTES + 1))
    head = struct.pack(">4sIIHHI24x", b"wOFF", 0x10000, 64 + len(table), 1, 0, 0)
    woff = head + struct.pack(">4s4I", b"glyf", 64, len(table), MAX_BYTES + 1, 0) + table
    (tmp_path / "Bomb.woff").write_bytes(woff)
    with pytest.raises(ValueError, match="unpacked it is larger than 32 MiB"):
        load(tmp_path / "Bomb.woff")


def test_a_letter_of_colours_is_drawn_in_them_and_read_as_itself(tmp_path: Path) -> None:
    """COLR, version 0: the letter A is the square of B in red and that of C, half opaque, in the text's colour."""
    colr = struct.pack(">HHIIH", 0, 1, 14, 20, 2) + struct.pack(">3H", 2, 0, 2) + struct.pack(">4H", 3, 0, 4, 0xFFFF)
    cpal = struct.pack(">4HIH", 0, 1, 1, 1, 14, 0) + bytes([0, 0, 255, 255])
    small = (
        struct.pack(">5h", 1, 250, 0, 450, 300) + SQUARE[10:18] + struct.pack(">8h", 250, 200, 0, -200, 0, 0, 300, 0)
    )
    data = tiny_font({"A": EMPTY, "B": SQUARE, "C": small}, more={"COLR": colr, "CPAL": cpal})
    (tmp_path / "Layers.ttf").write_bytes(data)
    font = load(tmp_path / "Layers.ttf")
    assert font.has("A")
    assert font.layers == {2: ((3, "#ff0000", 1.0), (4, None, 1.0))}
    run = TextRun("A", font, 20.0, 0.0, 14.0, colour="#0000ff")
    svg = face_svg(FaceMarks(20.0, 20.0, (run,)), "A").decode()
    shown = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, dpi=254)))).convert("RGB")
    for image in (drawn(pdf_with(run, width=20, height=20)).convert("RGB"), shown):
        assert [image.getpixel(place) for place in ((60, 60), (20, 110), (150, 60))] == [RED, BLUE, (255, 255, 255)]
    assert PdfReader(BytesIO(pdf_with(run))).pages[0].extract_text() == "A"
