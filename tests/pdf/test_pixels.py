"""Pictures of pixels in a PDF: as their files show them, and with as much of the file itself as PDF takes."""

from pathlib import Path
from typing import Any

import pytest
from each import each
from PIL import Image, ImageChops, ImageDraw, ImageOps
from proofs import page_of, pdf_of, pdf_with, reader

from generator.core import kept_pixels
from generator.core.choices import MM_PER_INCH
from generator.core.kept_pixels import keep_pixels_in
from generator.draw.marks.marks import Face, Layer, PlacedDrawing
from generator.draw.marks.picture import Picture
from generator.draw.svg.rasters import SUFFIXES, read_pixels
from generator.pdf.pixels import pixels
from generator.pdf.png import page_image

SIDE = 96


def drawn(mode: str = "RGB") -> Image.Image:
    """A picture with no two corners alike."""
    picture = Image.new("RGBA", (SIDE, SIDE // 2), (0, 0, 0, 0) if "A" in mode else (250, 240, 200, 255))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((8, 4, 40, 20), fill=(200, 30, 30, 255))
    draw.ellipse((50, 10, 90, 44), fill=(30, 60, 160, 128 if "A" in mode else 255))
    draw.rectangle((0, 40, 10, 48), fill=(0, 0, 0, 255))
    return picture if mode == "RGBA" else picture.convert(mode)


def save(folder: Path, name: str, picture: Image.Image, **options: Any) -> Path:
    picture.save(folder / name, **options)
    return folder / name


def shown(picture: Picture) -> Image.Image:
    """The picture as it is printed, four pixels to one of its own."""
    mark = picture.placed(0, 0, picture.width, picture.height)
    assert isinstance(mark, PlacedDrawing | Layer)
    return page_image(pdf_with(mark, width=picture.width, height=picture.height), 0, 384)


def on_paper(path: Path) -> Image.Image:
    """The same by Pillow."""
    with Image.open(path) as picture:
        upright = ImageOps.exif_transpose(picture)
        if upright.mode.startswith("I"):
            upright = upright.convert("I").point(lambda value: value * (1 / 256)).convert("L")
        whole = upright.convert("RGBA")
    paper = Image.new("RGBA", whole.size, "white")
    paper.alpha_composite(whole)
    return paper.convert("RGB")


def off(one: Image.Image, other: Image.Image, most: int = 24) -> float:
    """The share of a coarse raster that differs plainly: pdfium smooths pixels, and mixes inks in its own way."""
    assert one.size == (4 * other.width, 4 * other.height)
    small = (other.width // 4, other.height // 4)
    coarse = [picture.resize(small, Image.Resampling.BOX) for picture in (one, other)]
    counts = ImageChops.difference(*coarse).convert("L").histogram()
    return sum(counts[most + 1 :]) / sum(counts)


def sixteen_bits() -> Image.Image:
    return drawn("L").convert("I").point(lambda value: value * 257).convert("I;16")


FILES: dict[str, tuple[str, Image.Image, dict[str, Any]]] = {
    "colours": ("a.png", drawn(), {}),
    "colours, transparent": ("a.png", drawn("RGBA"), {}),
    "greys": ("a.png", drawn("L"), {}),
    "greys, transparent": ("a.png", drawn("LA"), {}),
    "palette": ("a.png", drawn().quantize(7), {}),
    "palette, transparent": ("a.png", drawn("RGBA").quantize(9), {}),
    "palette, one colour transparent": ("a.png", drawn().quantize(7), {"transparency": 0}),
    "one bit": ("a.png", drawn("1"), {}),
    "one bit, white transparent": ("a.png", drawn("1"), {"transparency": 1}),
    "one grey transparent": ("a.png", drawn("L"), {"transparency": 0}),
    "one colour transparent": ("a.png", drawn(), {"transparency": (0, 0, 0)}),
    "16 bits of grey": ("a.png", sixteen_bits(), {}),
    "JPEG": ("a.jpg", drawn(), {"quality": 92}),
    "JPEG in greys": ("a.jpeg", drawn("L"), {"quality": 92}),
    "progressive JPEG": ("a.jpg", drawn(), {"quality": 92, "progressive": True}),
    "JPEG in inks": ("a.jpg", drawn().convert("CMYK"), {"quality": 95}),
    "WebP": ("a.webp", drawn(), {"lossless": True}),
    "WebP, transparent": ("a.webp", drawn("RGBA"), {"lossless": True}),
    "opaque after all": ("a.png", drawn().convert("RGBA"), {}),
}


@each("sort", FILES)
def test_every_sort_of_pixels_prints_as_it_looks(tmp_path: Path, sort: str) -> None:
    name, picture, options = FILES[sort]
    path = save(tmp_path, name, picture, **options)
    assert off(shown(read_pixels(path)), on_paper(path), 70 if "inks" in sort else 24) <= 0.01


def sixteen_bits_of_colour() -> bytes:
    """A PNG that Pillow reads and does not write: a row of red over one of blue."""
    import struct
    import zlib

    rows = b"".join(b"\x00" + struct.pack(">3H", *colour) * 4 for colour in [(65535, 0, 0), (0, 0, 65535)])

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", 4, 2, 16, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def test_sixteen_bits_of_colour_print_as_eight(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(sixteen_bits_of_colour())
    found = read_pixels(tmp_path / "a.png")
    printed = page_image(pdf_with(found.placed(0, 0, 20, 10), width=20, height=10), 0, 100)
    assert printed.getpixel((40, 4)) == (255, 0, 0)
    assert printed.getpixel((40, 34)) == (0, 0, 255)


@each("turn", range(1, 9))
@each("name", ["a.jpg", "a.png", "a.webp"])
def test_a_picture_stands_as_the_camera_was_held(tmp_path: Path, turn: int, name: str) -> None:
    exif = Image.Exif()
    exif[274] = turn
    path = save(tmp_path, name, drawn(), exif=exif)
    found = read_pixels(path)
    assert (found.width > found.height) == (turn < 5)
    assert off(shown(found), on_paper(path)) <= 0.02


def images(pdf: bytes) -> list[Any]:
    """All pictures of pixels in a file, soft masks too."""
    objects = [reader(pdf).get_object(number) for number in range(1, len(reader(pdf).xref[0]) + 1)]
    return [thing for thing in objects if isinstance(thing, dict) and thing.get("/Subtype") == "/Image"]


def printed(path: Path, copies: int = 1) -> bytes:
    found = read_pixels(path)
    return pdf_of([page_of(Face(30, 30, (found.placed(0, 0, 30, 30),)))] * copies)


def test_a_jpeg_is_in_the_file_byte_for_byte_and_once(tmp_path: Path) -> None:
    path = save(tmp_path, "a.jpg", drawn(), quality=80)
    pdf = printed(path, copies=3)
    (image,) = images(pdf)
    assert image["/Filter"] == "/DCTDecode"
    assert pdf.count(path.read_bytes()) == 1


def test_what_a_camera_noted_stays_out_of_the_file(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[271] = "Maker of cameras"
    path = save(tmp_path, "a.jpg", drawn(), exif=exif)
    pdf = printed(path)
    assert b"Maker of cameras" in path.read_bytes()
    assert b"Maker of cameras" not in pdf
    plain = save(tmp_path, "b.jpg", drawn())
    assert plain.read_bytes() in pdf


def test_a_phones_second_picture_stays_out_of_the_file(tmp_path: Path) -> None:
    path = save(tmp_path, "a.jpg", drawn(), save_all=True, append_images=[drawn("L").convert("RGB")], format="MPO")
    with Image.open(path) as several:
        assert several.format == "MPO"
    found = read_pixels(path)
    assert off(shown(found), on_paper(path)) <= 0.01
    assert len(pixels(path.read_bytes())[0].data) < 0.7 * path.stat().st_size


def test_a_plain_png_is_in_the_file_as_it_is_packed(tmp_path: Path) -> None:
    for name, picture, bits in [("a.png", drawn(), 8), ("b.png", drawn("1"), 1), ("c.png", drawn().quantize(7), 2)]:
        path = save(tmp_path, name, picture)
        (image,) = images(printed(path))
        assert image["/BitsPerComponent"] == bits
        assert "/SMask" not in image
        assert image._data in path.read_bytes()


def test_what_is_transparent_is_a_soft_mask_unless_all_is_opaque(tmp_path: Path) -> None:
    image, mask = images(printed(save(tmp_path, "a.png", drawn("LA"))))
    assert image["/ColorSpace"] == mask["/ColorSpace"] == "/DeviceGray"
    assert image["/SMask"].get_object() == mask
    assert len(images(printed(save(tmp_path, "b.png", drawn().convert("RGBA"))))) == 1


def test_what_is_packed_again_is_packed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Store(dict[str, bytes]):
        def put(self, key: str, body: bytes) -> None:
            self[key] = body

    monkeypatch.setattr(kept_pixels, "_STORES", [])
    soft, plain = (save(tmp_path, f"{mode}.png", drawn(mode)).read_bytes() for mode in ("RGBA", "RGB"))
    packed = pixels(soft)
    store = Store()
    keep_pixels_in(store)
    assert [pixels(soft), pixels(plain)] == [packed, pixels(plain)]
    assert len(store) == 1
    monkeypatch.setattr(Image, "open", lambda *_: pytest.fail("it is unpacked again"))
    assert pixels(soft) == packed


def test_a_colour_profile_goes_with_the_picture_and_is_in_the_file_once(tmp_path: Path) -> None:
    from PIL import ImageCms

    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    ones = [save(tmp_path, name, drawn(), icc_profile=profile) for name in ("a.jpg", "b.png", "c.webp")]
    marks = tuple(read_pixels(path).placed(0, 10 * at, 10, 10) for at, path in enumerate(ones))
    pdf = pdf_of([page_of(Face(30, 30, marks))])
    spaces = [image["/ColorSpace"] for image in images(pdf)]
    assert [space[0] for space in spaces] == ["/ICCBased"] * 3
    assert len({space[1].get_object().indirect_reference.idnum for space in spaces}) == 1
    grey = save(tmp_path, "d.png", drawn("L"), icc_profile=profile)  # which is none for greys
    assert images(printed(grey))[0]["/ColorSpace"] == "/DeviceGray"


def test_the_same_pictures_give_the_same_bytes(tmp_path: Path) -> None:
    paths = [save(tmp_path, name, drawn("RGBA")) for name in ("a.png", "b.webp")]
    pages = [page_of(Face(30, 30, (read_pixels(path).placed(0, 0, 30, 30),))) for path in paths]
    assert pdf_of(pages) == pdf_of(pages)


def test_a_file_that_changed_since_it_was_checked_is_not_printed(tmp_path: Path) -> None:
    path = save(tmp_path, "a.png", drawn())
    found = read_pixels(path)
    save(tmp_path, "a.png", drawn("L"))
    with pytest.raises(OSError, match="was changed"):
        pdf_with(found.placed(0, 0, 10, 10))


def test_a_picture_is_as_large_as_its_pixels(tmp_path: Path) -> None:
    found = read_pixels(save(tmp_path, "a.png", drawn()))
    assert (found.width, found.height) == (MM_PER_INCH, MM_PER_INCH / 2)
    assert found.dpi == pytest.approx(96)
    assert set(SUFFIXES) == {".png", ".jpg", ".jpeg", ".webp"}
