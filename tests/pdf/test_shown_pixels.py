"""Pictures no larger than they show: the same picture as from all of their pixels, and much less to draw."""

import io
from pathlib import Path
from typing import Any

import pytest
from each import each
from PIL import Image, ImageChops, ImageFilter

from generator.draw.marks.marks import IDENTITY, Face, Layer, Mark, Matrix
from generator.draw.marks.picture import Picture
from generator.draw.svg.rasters import read_pixels
from generator.pdf import shown_pixels
from generator.pdf.pdf import write_pdf
from generator.pdf.pixels import Pack, pack
from generator.pdf.png import page_images
from generator.pdf.shown_pixels import packs, shown_sizes
from generator.sheet.page import Document, Page, Placement, Slot

DPI = 163.3  # which no edge fits
SIZE = (900, 480)


def art(mode: str) -> Image.Image:
    """A picture in which all pixels differ, faded towards its edges where the mode has that."""
    noise = Image.effect_noise(SIZE, 90)
    colours = Image.merge("RGB", (noise, noise.filter(ImageFilter.GaussianBlur(2)), noise.rotate(180)))
    if mode.endswith("A"):
        colours.putalpha(Image.radial_gradient("L").resize(SIZE))
    return colours.convert(mode)


def pages(*marks: Mark) -> list[Page]:
    face = Face(60.0, 40.0, marks)
    return [Page(62.0, 42.0, (Placement(Slot(1, 1.0, 1.0, 60.0, 40.0), face, ""),), label="1", bleed=1.0)]


def drawn(shown: list[Page], how: Pack) -> Image.Image:
    pdf = io.BytesIO()
    write_pdf(Document("faces", "en"), shown, pdf, pack=how)
    (image,) = page_images(pdf.getvalue(), DPI)
    return image


def most_off(shown: list[Page]) -> int:
    """By how many levels the two ways of drawing differ, at most."""
    extremes: Any = ImageChops.difference(drawn(shown, pack), drawn(shown, packs(shown, DPI))).getextrema()
    return max(int(most) for _, most in extremes)


def read(folder: Path, name: str, picture: Image.Image, **how: Any) -> Picture:
    picture.save(folder / name, **how)
    read_picture = read_pixels(folder / name)
    assert isinstance(read_picture, Picture), read_picture
    return read_picture


FILES = {
    "RGB.png": "RGB", "RGBA.png": "RGBA", "L.png": "L", "LA.png": "LA", "P.png": "P", "1.png": "1", "RGB.jpg": "RGB",
    "L.jpg": "L", "CMYK.jpg": "CMYK", "RGB.webp": "RGB", "RGBA.webp": "RGBA",
}  # fmt: skip


@each("name", FILES, kept=3)
def test_art_is_the_same_from_fewer_pixels_within_a_level(name: str, tmp_path: Path) -> None:
    picture = read(tmp_path, name, art(FILES[name]))
    assert most_off(pages(picture.placed(7.3, 5.1, 41.0, 22.0))) <= 1


PLACES = (
    (1.0, 0.0, 0.0, 1.0, 3.3, 2.1), (-1.0, 0.0, 0.0, 1.0, 55.0, 2.0), (1.0, 0.0, 0.0, -1.0, 2.0, 35.0),
    (0.0, 1.0, -1.0, 0.0, 40.0, 1.0), (0.9, 0.3, -0.3, 0.9, 12.0, 2.0), (0.4, 0.0, 0.0, 0.7, 0.2, 0.2),
)  # fmt: skip


@each("matrix", PLACES, kept=2)
def test_art_is_the_same_however_it_lies(matrix: Matrix, tmp_path: Path) -> None:
    picture = read(tmp_path, "art.png", art("RGBA"))
    assert most_off(pages(Layer((picture.placed(0.2, 0.3, 30.0, 16.0),), 0.7, matrix=matrix))) <= 1


def test_art_in_two_sizes_and_art_with_few_pixels_stay_whole(tmp_path: Path) -> None:
    once, twice = read(tmp_path, "a.png", art("RGBA")), read(tmp_path, "b.png", art("L"))
    few = read(tmp_path, "c.png", art("RGB").resize((60, 32)))
    shown = pages(
        once.placed(1.2, 1.3, 30.0, 16.0), twice.placed(2.2, 20.1, 20.0, 11.0), twice.placed(30.1, 20.0, 28.0, 15.0),
        few.placed(35.2, 1.3, 20.0, 11.0),
    )  # fmt: skip
    assert sorted(size is not None for size in shown_sizes(shown, DPI).values()) == [False, False, True]
    assert most_off(shown) <= 1


def test_art_that_many_cards_share_is_unpacked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture, opened = read(tmp_path, "art.png", art("RGBA")), list[int]()
    real: Any = vars(shown_pixels)["content"]

    def counted(raster: Any) -> Any:
        opened.append(1)
        return real(raster)

    monkeypatch.setattr(shown_pixels, "content", counted)
    for _ in range(3):
        shown = pages(Layer((picture.placed(7.7, 5.6, 21.0, 11.0),), 1.0, matrix=IDENTITY))
        drawn(shown, packs(shown, DPI))
    assert opened == [1]
