"""Pictures of pixels: what Pillow shows is what prints, of every sort of file, and of whatever damage leaves of one."""

import io
import random
import struct
from collections.abc import Iterator

import pytest
from each import each
from PIL import Image, ImageChops, ImageOps
from png_files import COLOUR, COLOUR_ALPHA, DEPTHS, GREY, GREY_ALPHA, PALETTE, SAMPLES, Samples, png_file
from proofs import pdf_with

from generator.draw.marks.picture import Picture
from generator.draw.svg.rasters import picture_of
from generator.pdf.pixels import plain_jpeg
from generator.pdf.png import page_image

WIDE, HIGH = 23, 19
PIXELS = 5  # of a rendered page for each of the picture's: the middle one is not smoothed
COLOURS = bytes((37 * number + 91 * part) % 256 for number in range(16) for part in range(3))
PLACES = 50  # where a file is damaged


def of_sort(sort: int, depth: int) -> Samples:
    most = 2**depth - 1

    def samples(x: int, y: int) -> tuple[int, ...]:
        across, down = x * most // (WIDE - 1), y * most // (HIGH - 1)
        return {
            GREY: ((across + down) // 2,),
            COLOUR: (across, down, across ^ down),
            PALETTE: ((x + y) % min(most + 1, 16),),
            GREY_ALPHA: (across, down),
            COLOUR_ALPHA: (across, down, across ^ down, (across + down) // 2),
        }[sort]

    return samples


def transparencies(sort: int, depth: int) -> tuple[bytes | None, ...]:
    return {
        GREY: (None, b"\0\0", struct.pack(">H", 2**depth - 1)),
        COLOUR: (None, bytes(6)),
        PALETTE: (None, b"\0", b"\xff\0", b"\x80\xff"),
    }.get(sort, (None,))


def png_files() -> Iterator[tuple[int, int, bool, bytes | None]]:
    for sort in SAMPLES:
        for depth in DEPTHS.get(sort, (8, 16)):
            for interlaced in (False, True):
                for transparency in transparencies(sort, depth):
                    yield sort, depth, interlaced, transparency


def by_pillow(data: bytes) -> Image.Image:
    """What Pillow shows on white paper; of 16 bits of grey the first 8, which it does not convert itself."""
    with Image.open(io.BytesIO(data)) as stored:
        picture = ImageOps.exif_transpose(stored)
    if picture.mode.startswith("I"):
        clear = picture.info.get("transparency")
        greys = memoryview(picture.tobytes("raw", "I;16")).cast("H").tolist()
        picture = Image.new("LA", picture.size)
        picture.putdata([(grey >> 8, 0 if grey == clear else 255) for grey in greys])
    whole = picture.convert("RGBA")
    paper = Image.new("RGBA", whole.size, "white")
    paper.alpha_composite(whole)
    return paper.convert("RGB")


def by_pdfium(picture: Picture) -> Image.Image:
    mark = picture.placed(0, 0, picture.width, picture.height)
    page = page_image(pdf_with(mark, width=picture.width, height=picture.height), 0, 96 * PIXELS)
    size = page.width // PIXELS, page.height // PIXELS
    return page.transform(size, Image.Transform.AFFINE, (PIXELS, 0, 0, 0, PIXELS, 0))


def off(data: bytes, sort: str) -> int:
    """How far the darkest or palest pixel is off that Pillow shows, of 255."""
    printed, wanted = by_pdfium(picture_of(data, None, sort)), by_pillow(data)
    assert printed.size == wanted.size
    counts = ImageChops.difference(wanted, printed).histogram()
    return max(value % 256 for value, count in enumerate(counts) if count)


@each("sort, depth, interlaced, transparency", png_files)
def test_a_png_of_every_sort_depth_and_order_prints_its_pixels(
    sort: int, depth: int, interlaced: bool, transparency: bytes | None
) -> None:
    chunks = {b"PLTE": COLOURS[: 3 * 2**depth]} if sort == PALETTE else {}
    if transparency is not None:
        chunks[b"tRNS"] = transparency
    data = png_file((WIDE, HIGH), sort, depth, of_sort(sort, depth), interlaced=interlaced, chunks=chunks)
    assert off(data, "PNG") <= 2


def blend(mode: str = "RGB") -> Image.Image:
    picture = Image.merge("RGB", (Image.linear_gradient("L"), Image.radial_gradient("L"), Image.new("L", (256, 256))))
    return picture.resize((61, 47)).convert(mode)


def saved(mode: str, sort: str, **options: object) -> bytes:
    target = io.BytesIO()
    blend(mode).save(target, sort, **options)
    return target.getvalue()


INKS_APART = 130  # pdfium and Pillow each have a way of their own from inks to colours
OTHERS = {
    "L": ("JPEG", saved("L", "JPEG"), 3),
    "RGB": ("JPEG", saved("RGB", "JPEG"), 8),
    "progressive": ("JPEG", saved("RGB", "JPEG", progressive=True), 8),
    "no loss of colour": ("JPEG", saved("RGB", "JPEG", subsampling=0, keep_rgb=True), 8),
    "restarts": ("JPEG", saved("RGB", "JPEG", restart_marker_blocks=3), 8),
    "inks": ("JPEG", saved("CMYK", "JPEG"), INKS_APART),
    "inks, not by Adobe": ("JPEG", saved("CMYK", "JPEG").replace(b"Adobe", b"Other"), INKS_APART),
    "WebP": ("WebP", saved("RGB", "WebP"), 2),
    "WebP, transparent": ("WebP", saved("RGBA", "WebP", lossless=True), 2),
    "colours": ("PNG", saved("RGB", "PNG"), 2),
    "palette": ("PNG", saved("P", "PNG"), 2),
}  # fmt: skip


@each("name", OTHERS)
def test_every_mode_of_jpeg_and_webp_prints_its_pixels(name: str) -> None:
    sort, data, apart = OTHERS[name]
    assert off(data, sort) <= apart


@pytest.mark.rare
@pytest.mark.parametrize("places", [4, pytest.param(PLACES, marks=pytest.mark.slow)])
@each("name", OTHERS)
def test_a_damaged_file_is_refused_or_prints_what_pillow_shows_of_it(name: str, places: int) -> None:
    sort, whole, apart = OTHERS[name]
    refused = 0
    for way in ("turned", "lost", "cut"):
        for place in random.Random(name + way).sample(range(8, len(whole)), places):
            turned = bytes([whole[place] ^ 255]) if way == "turned" else b""
            data = whole[:place] if way == "cut" else whole[:place] + turned + whole[place + 1 :]
            try:
                assert off(data, sort) <= max(apart, 40), (way, place)
            except ValueError as error:  # of `picture_of`: at its place, before anything is printed
                refused += "picture cannot be read" in str(error) or "is not a valid" in str(error)
    assert refused


def test_a_damaged_png_is_refused_wherever_its_data_are_hit() -> None:
    whole = png_file((WIDE, HIGH), COLOUR, 8, of_sort(COLOUR, 8))
    start, end = whole.index(b"IDAT"), whole.index(b"IEND") - 4
    for place in range(start, end, (end - start) // PLACES):
        data = whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :]
        with pytest.raises(ValueError, match="the picture cannot be read"):
            picture_of(data, None, "PNG")


def test_a_jpeg_whose_restarts_are_out_of_order_is_unpacked_by_pillow() -> None:
    whole = OTHERS["restarts"][1]
    place = whole.index(b"\xff\xd2") + 1
    damaged = whole[:place] + b"\xd5" + whole[place + 1 :]
    assert (plain_jpeg(whole) is not None, plain_jpeg(damaged)) == (True, None)
    assert off(damaged, "JPEG") <= 8
