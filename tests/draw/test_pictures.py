"""Pictures of pixels on faces: named with or without a suffix, fitted, cut, and told where they are too coarse or wrong."""

import io
from pathlib import Path

import pytest
from drawn import Bench
from each import each
from PIL import Image

from generator.core import kept_pixels
from generator.core.choices import MM_PER_INCH
from generator.draw.marks.marks import Layer, PlacedDrawing, PlacedRaster
from generator.draw.svg import rasters
from generator.draw.svg.drawing import forget_drawings

USE = '<use href="art/{{ item.art }}" data-place="art" x="1" y="1" width="20" height="10"/>'


@pytest.fixture
def studio(tmp_path: Path) -> Bench:
    forget_drawings()
    made = Bench(tmp_path)
    (tmp_path / "art").mkdir()
    Image.new("RGB", (400, 200), "red").save(tmp_path / "art" / "fine.png")
    Image.new("RGB", (100, 50), "blue").save(tmp_path / "art" / "coarse.jpg")
    Image.new("RGB", (300, 300), "green").save(tmp_path / "art" / "square.webp")
    return made


def raster(mark: object) -> PlacedRaster:
    assert isinstance(mark, PlacedDrawing)
    (inner,) = mark.drawing.marks
    assert isinstance(inner, PlacedRaster)
    return inner


@pytest.mark.parametrize("art", ["fine", "fine.png"])
def test_a_picture_is_found_with_its_suffix_and_without(studio: Bench, art: str) -> None:
    face = studio.draw(USE, art=art)
    assert face.rules == []
    (mark,) = face.marks
    assert (raster(mark).raster.width, raster(mark).raster.height) == (400, 200)


@pytest.mark.parametrize("tag", ["use", "image"])
def test_a_picture_that_never_varies_is_read_too(studio: Bench, tag: str) -> None:
    face = studio.draw(f'<{tag} href="art/square.webp" width="10" height="10"/>')
    assert face.rules == []
    assert len(face.marks) == 1


def test_pixels_too_coarse_for_print_are_reported_at_the_item(studio: Bench) -> None:
    (finding,) = studio.draw(USE, art="coarse").findings
    assert (finding.rule, finding.level, finding.path) == ("picture-resolution", "warning", ("art",))
    assert f"{100 / (20 / MM_PER_INCH):.0f} pixels an inch" in finding.message  # 127


def test_pixels_too_coarse_in_a_template_are_reported_at_its_line(studio: Bench) -> None:
    (finding,) = studio.draw(
        '\n<g transform="scale(2)"><use href="art/square.webp" width="19.5" height="19.5"/></g>'
    ).findings
    assert (finding.rule, finding.level, finding.path, finding.line) == ("picture-resolution", "warning", None, 3)


def test_a_name_that_fits_two_files_takes_the_first_and_is_reported(studio: Bench) -> None:
    Image.new("RGB", (400, 200), "red").save(studio.folder / "art" / "fine.jpg")
    face = studio.draw(USE, art="fine")
    (finding,) = face.findings
    assert (finding.rule, finding.level, finding.path) == ("ambiguous-picture", "warning", ("art",))
    assert "fine.jpg" in finding.message
    assert raster(face.marks[0]).raster.source == studio.folder / "art" / "fine.png"
    assert studio.draw(USE, art="fine.png").rules == []


def test_a_picture_that_is_not_there_is_reported_with_those_that_are(studio: Bench) -> None:
    (finding,) = studio.draw(USE, art="coarze").findings
    assert (finding.rule, finding.path, finding.hint) == ("unknown-reference", ("art",), "did you mean coarse?")
    (finding,) = studio.draw(USE.replace("item.art }}", "item.art }}.svg"), art="fine").findings
    assert finding.hint.startswith("there is fine.png")


def test_a_picture_under_another_sorts_name_is_reported_at_the_item(studio: Bench) -> None:
    (studio.folder / "art" / "odd.jpg").write_bytes((studio.folder / "art" / "fine.png").read_bytes())
    (finding,) = studio.draw(USE, art="odd").findings
    assert (finding.rule, finding.path) == ("template-syntax", ("art",))
    assert "this is a PNG file by its content, and JPEG by its name" in finding.message


@pytest.mark.parametrize("share", [0.0, 0.02, 0.5, 0.9])
@pytest.mark.parametrize("name", ["fine.png", "coarse.jpg", "square.webp"])
def test_a_damaged_picture_is_reported_at_the_item(studio: Bench, name: str, share: float) -> None:
    path = studio.folder / "art" / name
    data = path.read_bytes()
    path.write_bytes(data[: int(share * len(data))])
    (finding,) = studio.draw(USE, art=name).findings
    assert (finding.rule, finding.path) == ("template-syntax", ("art",))


def test_a_picture_that_moves_is_refused(studio: Bench) -> None:
    frames = [Image.new("RGB", (300, 300), colour) for colour in ("red", "blue")]
    for name in ("moving.png", "moving.webp"):
        frames[0].save(studio.folder / "art" / name, save_all=True, append_images=frames[1:])
        (finding,) = studio.draw(USE, art=name).findings
        assert "the picture moves" in finding.message


@each(("name", "turn"), [("huge.png", 1), ("huge.jpg", 1), ("huge.jpg", 6)])
def test_a_huge_picture_is_made_smaller_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, turn: int
) -> None:
    monkeypatch.setattr(rasters, "MAX_PIXELS", 5_000)
    monkeypatch.setattr(kept_pixels, "_STORES", [])
    whole = Image.new("RGB", (200, 100), "#00f")
    whole.paste("#f00", (0, 0, 100, 100))
    exif = whole.getexif()
    exif[274] = turn
    whole.save(tmp_path / name, exif=exif, quality=95)
    found = rasters.read_pixels(tmp_path / name)
    assert (found.width, found.height) == pytest.approx([px / 96 * 25.4 for px in ((200, 100), (100, 200))[turn == 6]])
    (mark,) = found.drawing.marks
    assert isinstance(mark, PlacedRaster)
    assert isinstance(mark.raster.source, bytes)
    with Image.open(io.BytesIO(mark.raster.source)) as drawn:
        assert drawn.width * drawn.height <= 5_000
        shown = drawn.convert("RGB")
        red, blue = (shown.getpixel((drawn.width * at // 10, drawn.height * at // 10)) for at in (1, 9))
    assert isinstance(red, tuple)
    assert isinstance(blue, tuple)
    assert red[0] > 200 > 50 > red[2]
    assert blue[2] > 200 > 50 > blue[0]
    (note,) = found.notes
    assert (note.level, note.rule) == ("note", "drawn-otherwise")
    assert "200 × 100 pixels" in note.message


@pytest.mark.slow
def test_a_picture_too_large_to_unpack_is_refused_before_it_is(studio: Bench) -> None:
    Image.new("I;16", (30_000, 10)).save(studio.folder / "art" / "long.png")
    Image.new("1", (15_000, 15_000)).save(studio.folder / "art" / "bomb.png")
    for art in ("long", "bomb"):
        (finding,) = studio.draw(USE, art=art).findings
        assert (finding.rule, finding.path) == ("too-costly", ("art",))


def test_a_sliced_picture_fills_its_rectangle_and_is_cut_off_there(studio: Bench) -> None:
    sliced = USE.replace(" x=", ' preserveAspectRatio="xMinYMax slice" x=')
    face = studio.draw(sliced, art="square")
    (mark,) = face.marks
    assert isinstance(mark, Layer)
    (placed,) = mark.marks
    assert isinstance(placed, PlacedDrawing)
    a, _, _, d, e, f = placed.matrix
    side = 300 * MM_PER_INCH / 96
    assert (a * side, d * side, e, f) == pytest.approx((20, 20, 1, -9))
    assert mark.clips[0][0][0] == ("M", 1, 1)
    assert face.rules == []  # what is cut off does not lie beyond the face


def test_a_picture_beyond_the_face_is_reported(studio: Bench) -> None:
    beyond = USE.replace('x="1"', 'x="55"')
    assert studio.draw(beyond, art="fine").rules == ["off-the-face"]
