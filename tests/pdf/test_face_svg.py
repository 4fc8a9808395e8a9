"""Faces as SVG: what their PDF shows, in one file that needs nothing else."""

import base64
import io
import os
import re
import statistics
import time
import xml.dom.minidom
import zlib
from collections.abc import Iterator
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import pytest
import test_svg_designs
import test_svg_drawings_of_others
import test_svg_pictures
from drawn import DEJAVU, FONTS, LILITA
from each import each
from face_pictures import both, share_apart
from msgspec.structs import replace
from PIL import Image, ImageDraw
from projects import ROOT
from svg_pictures import read, svg
from tries import slow_but

from generator.check.build import check_game
from generator.check.scope import Scope
from generator.core.choices import InkName
from generator.core.folders import Project
from generator.draw.marks.fonts import load
from generator.draw.marks.marks import Drawing, Face, Gradient, Layer, Mark, Paint, PlacedDrawing, Shape, TextRun
from generator.draw.marks.picture import box_path
from generator.draw.pages import text_pages
from generator.draw.renderer import Renderer
from generator.draw.svg.drawing import Picture, read_drawing
from generator.draw.svg.rasters import read_pixels
from generator.model.game import Kind
from generator.pdf.face_svg import face_svg

ALL = os.environ.get("PNP_FACES") == "all"  # of the shipped games', by `make promise`
GAMES = sorted(path.name for path in (ROOT / "data").iterdir() if (path / "game.yaml").exists())
SMALL = 90 * 130  # mm²: what is drawn at full size soon enough for `make test`
MOST_APART = 0.001  # of the pixels; where large faces are drawn coarsely, edges take more
FEATURES = test_svg_pictures.FEATURES | test_svg_designs.FEATURES


def face_of(*marks: Mark, width: float = 40.0, height: float = 20.0) -> Face:
    return Face(width, height, marks)


def shown(face: Face, title: str = "a face", language: str = "") -> str:
    return face_svg(face, title, language).decode()


def agree(face: Face, most: float = MOST_APART) -> None:
    """Both writers show the same, and that is not nothing."""
    ours, theirs = both(face)
    assert ours.getextrema() != ((255, 255),) * 3
    assert share_apart(ours, theirs) <= most


# The same marks as in a PDF


def faces_of(renderer: Renderer, kind: Kind, language: str) -> Iterator[tuple[str, Face]]:
    """All that is printed of a kind."""
    if kind.prose:
        for number, page in enumerate(text_pages(renderer, kind, language).faces):
            yield f"page {number}", page
        return
    for item in kind.items:
        yield item.id, renderer.face(kind, item, language)[0]
        if kind.back and renderer.template(kind, "back") is not None:
            yield f"{item.id}'s back", renderer.face(kind, item, language, side="back")[0]


def wanted(renderer: Renderer, ink: InkName) -> Iterator[tuple[str, Face]]:
    """All faces of a game, or a few, others for each ink."""
    kinds = [kind for kind in renderer.game.kinds.values() if kind.printed and renderer.template(kind) is not None]
    for at, kind in enumerate(kinds):
        for turn, language in enumerate(renderer.game.languages):
            faces = faces_of(renderer, kind, language)
            if ALL:
                yield from ((f"{kind.name} {name} {language}", face) for name, face in faces)
            elif (at + turn + 2 * (ink == InkName.low)) % 4 == 0:
                name, face = next(faces)
                if face.width * face.height < SMALL:
                    yield f"{kind.name} {name} {language}", face


@pytest.mark.slow
@pytest.mark.tried
@pytest.mark.parametrize("ink", slow_but(1, [InkName.full, InkName.low]))
@pytest.mark.parametrize("game", slow_but(1, GAMES))
def test_what_is_shipped_looks_as_it_prints(game: str, ink: InkName) -> None:
    renderer = check_game(Project(ROOT / "data", ROOT / "templates"), game, ink=ink, scope=Scope(whole=False)).renderer
    far = {name: share_apart(*both(face)) for name, face in wanted(renderer, ink)}
    assert far
    assert {name: share for name, share in far.items() if share > 2 * MOST_APART} == {}


@pytest.mark.slow
def test_faces_are_small_and_soon_written() -> None:
    """Half of them below 20 kB compressed, and below 5 ms of processor time."""
    sizes, times = [], []
    for game in GAMES:
        renderer = check_game(
            Project(ROOT / "data", ROOT / "templates"), game, ink=InkName.full, scope=Scope(whole=False)
        ).renderer
        for kind in renderer.game.kinds.values():
            if kind.printed and not kind.prose and renderer.template(kind) is not None:
                for item in kind.items[:: len(kind.items) if not ALL else 1]:
                    face = renderer.face(kind, item, renderer.game.language)[0]
                    face_svg(face, item.id)
                    start = time.process_time()
                    sizes.append(len(zlib.compress(face_svg(face, item.id))))
                    times.append(time.process_time() - start)
    assert statistics.median(sizes) < 20_000
    assert statistics.median(times) < 0.02


@pytest.mark.parametrize("feature", slow_but(15, FEATURES))
def test_a_feature_of_pictures_looks_as_it_prints(tmp_path: Path, feature: str) -> None:
    picture = read(tmp_path, svg(FEATURES[feature]))
    agree(Face(picture.width, picture.height, (PlacedDrawing(picture.drawing),)), 0.004)


DRAWINGS = test_svg_drawings_of_others.FILES


@pytest.mark.tried
@pytest.mark.parametrize("path", slow_but(1, DRAWINGS[:: 1 if ALL else 4]), ids=lambda path: path.stem)
def test_a_drawing_of_others_looks_as_it_prints(path: Path) -> None:
    picture = read_drawing(path, [test_svg_drawings_of_others.DRAWINGS])
    assert isinstance(picture, Picture)
    agree(Face(30, 30, (picture.placed(0, 0, 30, 30),)), 0.004)


TURN = (cos(radians(20)), sin(radians(20)), -sin(radians(20)), cos(radians(20)), 6.0, -4.0)
BOLD = load(FONTS / "andika" / "Andika_700Bold.ttf")
TEXTS = {
    "kerned": TextRun("AVATAR To fi ffl “To.”", LILITA, 4, 2, 10),
    "of two words": TextRun("one  two", BOLD, 5, 2, 10, colour="#aa3300"),
    "turned": TextRun("Turned round", DEJAVU, 4, 2, 10, TURN),
    "outlined": TextRun("Hollow", LILITA, 8, 2, 12, colour="#0000aa", outline=0.4),
    "leftwards": TextRun("שלום (עולם) בית", DEJAVU, 4, 2, 10, leftwards=True),
    "Arabic": TextRun("مرحبا بكم", DEJAVU, 5, 2, 10, leftwards=True),
    "with marks above": TextRun("q\u0301\u0302 x\u0323\u0301 é", DEJAVU, 6, 2, 12),
}


@each("text", TEXTS)
def test_a_text_looks_as_it_prints(text: str) -> None:
    agree(face_of(TEXTS[text]))


def test_what_is_faded_cut_masked_and_repeated_looks_as_it_prints() -> None:
    rainbow = Gradient((0.0, 0.0, 10.0, 0.0), ((0.1, "#ff0000"), (0.5, "#ffff00"), (0.9, "#0000ff")))
    box = Shape(box_path(0, 0, 10, 8), Paint(fill=rainbow, stroke="#000000", width=0.5))
    ring = Drawing("ring", (Shape(box_path(0, 0, 4, 4), Paint(fill="#00aa00", stroke="#000000")),), (0, 0, 3, 3))
    lens = box_path(2, 2, 5, 5)
    hole = (*box_path(0, 0, 10, 8), *box_path(3, 3, 4, 2))
    mask = (Shape(box_path(0, 0, 10, 8), Paint(fill="#808080")), Shape(lens, Paint(fill="#ffffff")))
    agree(
        face_of(
            Layer((box,), opacity=0.4, matrix=TURN),
            Layer((box,), clips=((lens, False), (hole, True)), matrix=(1, 0, 0, 1, 14, 1)),
            Layer((box, TextRun("mask", LILITA, 4, 1, 6)), mask=mask, matrix=(1, 0, 0, 1, 26, 1)),
            *(PlacedDrawing(ring, (0.9, 0, 0, 0.9, 2 + 4.5 * number, 13)) for number in range(5)),
            Shape(
                (("M", 26, 12), ("L", 36, 12), ("L", 28, 18)),
                Paint(stroke="#cc0000", width=1, cap="round", join="bevel", dash=(2, 1.5), dash_offset=0.5),
            ),
            Shape(
                box_path(27, 14, 9, 4), Paint(fill="#0000ff", fill_opacity=0.3, stroke="#000000", stroke_opacity=0.5)
            ),
        )
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "mode", "options"),
    slow_but(
        3,
        [
            ("photo.jpg", "RGB", {"quality": 90}),
            ("grey.jpg", "L", {}),
            ("inks.jpg", "CMYK", {}),
            ("flat.png", "RGB", {}),
            ("seen-through.png", "RGBA", {}),
            ("palette.png", "P", {}),
            ("deep.png", "I;16", {}),
            ("web.webp", "RGBA", {"lossless": True}),
            ("held.jpg", "RGB", {"exif": 6}),
        ],
    ),
)
def test_a_picture_of_pixels_looks_as_it_prints(tmp_path: Path, name: str, mode: str, options: dict[str, Any]) -> None:
    picture = read_pixels(save(tmp_path / name, mode, options))
    face = face_of(Shape(box_path(0, 0, 40, 20), Paint(fill="#ddeeff")), picture.placed(1, 1, 38, 18))
    # Inks are mixed in another way by every program.
    agree(face, 0.5 if mode == "CMYK" else 0.004)


def save(path: Path, mode: str, options: dict[str, Any], scale: int = 1) -> Path:
    """A picture with no two corners alike."""
    picture = Image.new("RGBA", (240 * scale, 120 * scale), (250, 240, 200, 0 if mode == "RGBA" else 255))
    draw = ImageDraw.Draw(picture)
    draw.rectangle([20 * scale, 10 * scale, 110 * scale, 60 * scale], fill=(200, 30, 30, 255))
    draw.ellipse(
        [130 * scale, 20 * scale, 230 * scale, 110 * scale], fill=(30, 60, 160, 140 if mode == "RGBA" else 255)
    )
    if mode == "I;16":
        saved = picture.convert("L").convert("I").point(lambda value: value * 256).convert("I;16")
    else:
        saved = picture if mode == "RGBA" else picture.convert(mode)
    if "exif" in options:
        noted = Image.Exif()
        noted[274], noted[271] = options["exif"], "a camera"
        saved.save(path, exif=noted)
    else:
        saved.save(path, **options)
    return path


@pytest.mark.slow
def test_a_picture_is_no_finer_than_is_seen_and_is_there_once(tmp_path: Path) -> None:
    picture = read_pixels(save(tmp_path / "large.jpg", "RGB", {}, scale=8))  # 1,920 by 960
    face = face_of(picture.placed(0, 0, 40, 20), picture.placed(2, 2, 4, 2))
    text = shown(face)
    assert text.count("data:image/jpeg") == 1
    width, height = (int(number) for number in re.findall(r'<image id="\w+" width="(\d+)" height="(\d+)"', text)[0])
    assert 472 <= width <= 474  # 40 mm at 300 pixels an inch
    assert 236 <= height <= 237
    agree(face, 0.004)


def test_a_picture_keeps_to_itself_what_a_camera_noted(tmp_path: Path) -> None:
    picture = read_pixels(save(tmp_path / "held.jpg", "RGB", {"exif": 3}))
    data = re.findall(r"base64,([^\"]+)", shown(face_of(picture.placed(0, 0, 40, 20))))[0]
    with Image.open(io.BytesIO(base64.b64decode(data))) as stored:
        assert not dict(stored.getexif())


def test_a_component_with_an_outline_ends_there() -> None:
    outline = (("M", 10.0, 0.0), ("L", 20.0, 20.0), ("L", 0.0, 20.0), ("Z",))
    face = replace(face_of(Shape(box_path(0, 0, 20, 20), Paint(fill="#00aa00")), width=20.0), outline=outline)
    agree(face)
    assert "clip-path" in shown(face)


# The file


def test_a_face_is_a_file_by_itself_and_always_the_same() -> None:
    marks: list[Mark] = [*TEXTS.values(), Shape(box_path(1, 1, 9, 9), Paint(fill="#123456"))]
    face = face_of(*marks)
    text = shown(face, "Crooked & <manor>", "en")
    root = xml.dom.minidom.parseString(text).documentElement
    assert root is not None
    assert (root.getAttribute("viewBox"), root.getAttribute("width")) == ("0 0 40 20", "40mm")
    assert root.getAttribute("xml:lang") == "en"
    title = root.getElementsByTagName("title")[0].firstChild
    assert title is not None
    assert title.nodeValue == "Crooked & <manor>"
    assert not re.search(r"<script|<style|\son\w+=|<text|style=", text)
    addresses = re.findall(r'(?:href="|url\()([^")]*)', text)
    assert all(address.startswith(("#", "data:image/")) for address in addresses)
    assert text == shown(face_of(*marks), "Crooked & <manor>", "en")


@each("title", ["\x1b[31m", "\u202eback", "a\x00b", "\ud800", "\uffff", "]]>", "\"'<&"])
def test_any_title_is_fit_for_xml(title: str) -> None:
    xml.dom.minidom.parseString(face_svg(face_of(), title).decode())


def test_a_letter_that_a_font_lacks_is_reported() -> None:
    with pytest.raises(ValueError, match="has no '漢'"):
        face_svg(face_of(TextRun("漢", LILITA, 4, 2, 10)), "")


def test_numbers_are_short_and_add_up() -> None:
    third = 1 / 3
    steps = [("M", third, third), *(("L", third * (2 + at), third) for at in range(60)), ("Z",)]
    text = shown(face_of(Shape(tuple(steps), Paint(stroke="#000000", width=0.1))))
    path = re.findall(r' d="M\.333 \.333([^"]*)z"', text)[0]
    assert abs(sum(float(step) for step in path.split("h")[1:]) - 20) < 0.001
    assert not re.search(r"\.\d{4}", text)
