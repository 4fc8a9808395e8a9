"""Small SVG files, what is read from them, and how it looks: ours through a PDF and pdfium, judged by resvg."""

import io
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from generator.core.choices import MM_PER_INCH, POINTS_PER_MM
from generator.core.problem import Problem
from generator.draw.marks.marks import Face, PlacedDrawing
from generator.draw.svg.drawing import Picture, forget_drawings, read_drawing
from generator.pdf.pdf import write_pdf
from generator.sheet.page import Document, Page, Placement, Slot

# An inch is 96 px exactly; resvg rounds a picture's size to whole px before it scales.
PX_PER_INCH = 192
PX_PER_MM = PX_PER_INCH / MM_PER_INCH
_FINER = 4
SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1in" height="1in"'

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">'
RECT = '<rect x="1" y="1" width="5" height="5"/>'


def svg(content: str, view_box: str = "0 0 20 20", extra: str = "") -> str:
    """A file of one inch square, 20 user units across, around ``content``."""
    return f'<svg {SVG} viewBox="{view_box}" {extra}>{content}</svg>'


def read(folder: Path, text: str, name: str = "drawing.svg") -> Picture:
    """The picture in ``text``, written into ``folder``; any problem fails the test."""
    (folder / name).write_text(text, encoding="utf-8")
    found = read_drawing(folder / name, [folder])
    assert isinstance(found, Picture), found
    return found


def write(folder: Path, name: str, content: str) -> Path:
    """A file of 20 by 20 mm around `content`, which starts on line 2."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{HEAD}\n{content}</svg>", encoding="utf-8")
    return path


def picture(folder: Path, content: str) -> Picture:
    """The picture in such a file."""
    return read(folder, f"{HEAD}\n{content}</svg>")


def problems(folder: Path, content: str) -> list[Problem]:
    """What is wrong with such a file; a picture fails the test."""
    forget_drawings()
    found = read_drawing(write(folder, "drawing.svg", content), [folder])
    assert isinstance(found, list), "the drawing was read"
    return found


def places(folder: Path, content: str) -> list[tuple[int, int, str, str]]:
    """The same as line, column, rule and message."""
    return [(p.line, p.column, p.rule, p.message) for p in problems(folder, content)]


def difference(picture: Picture, text: str) -> float:
    """The share of pixels in which our picture and resvg's of ``text`` differ by more than 48 of 255."""
    mine, judge = ours(picture), resvg(text, round(picture.width * PX_PER_MM))
    assert mine.size == judge.size
    return _share_off(mine, judge)


def against_resvg(picture: Picture, text: str) -> float:
    """The same for a picture of any size, at a size at which its height is whole pixels too, or nearly."""
    ratio = picture.height / picture.width
    least = round(200 / min(ratio, 1))
    across = min(range(least, 2 * least), key=lambda width: abs(width * ratio - round(width * ratio)))
    mine, judge = ours(picture, across / picture.width), resvg(text, across)
    common = (0, 0, min(mine.width, judge.width), min(mine.height, judge.height))
    assert max(mine.width, judge.width) - common[2] <= 1
    assert max(mine.height, judge.height) - common[3] <= 1
    return _share_off(mine.crop(common), judge.crop(common))


def _share_off(mine: Any, judge: Any) -> float:
    from PIL import ImageChops

    red, green, blue = ImageChops.difference(mine, judge).split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(worst.histogram()[49:]) / (worst.width * worst.height)


def resvg(text: str, width: int) -> Any:
    """resvg's picture of an SVG text on white."""
    from PIL import Image

    resvg_py = pytest.importorskip("resvg_py")
    png = bytes(resvg_py.svg_to_bytes(svg_string=text, width=width, dpi=96))
    drawn = Image.open(io.BytesIO(png)).convert("RGBA")
    paper = Image.new("RGBA", drawn.size, "white")
    paper.alpha_composite(drawn)
    return paper.convert("RGB")


def ours(picture: Picture, px_per_mm: float = PX_PER_MM) -> Any:
    """Our picture on white, as it is printed."""
    width, height = picture.width, picture.height
    face = Face(width, height, (PlacedDrawing(picture.drawing),))
    page = Page(width, height, (Placement(Slot(1, 0, 0, width, height), face, "picture"),))
    buffer = io.BytesIO()
    write_pdf(Document("picture", "en"), [page], buffer)
    sheet = pypdfium2.PdfDocument(buffer.getvalue())[0]
    # pdfium moves straight edges of clips to whole pixels, so these are made small.
    large = sheet.render(scale=_FINER * px_per_mm / POINTS_PER_MM).to_pil().convert("RGB")
    return large.reduce(_FINER)
