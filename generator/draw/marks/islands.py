"""Islands: parts of a picture that no vectors show, drawn as pixels by resvg once it is known how large they print.

A picture that is read holds an island as a raster without pixels, whose source is SVG of its own. `sharpened` puts
pixels in its place, as many as the printed size asks for. resvg gives the same bytes for the same text.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from math import ceil, hypot, sqrt
from pathlib import Path
from struct import unpack

from msgspec.structs import replace

from generator.core.choices import MM_PER_INCH
from generator.core.kept_pixels import keep_pixels, kept_pixels
from generator.draw.marks.marks import (
    IDENTITY,
    Drawing,
    Layer,
    Mark,
    Matrix,
    PlacedDrawing,
    PlacedRaster,
    Raster,
    drawing_of,
    multiply,
)

SOFT, FINE = 300, 600  # pixels an inch of a blur and the like; of text and line art
_MOST_PIXELS = 12_000_000
_MOST_SLOW = 1_500_000  # of what resvg takes seconds a million pixels for: a card at 300 an inch has half as many
_MOST_THICKENED = 400_000  # which takes the square of its radius, too
_SLOW = re.compile("<fe(?:Turb|Conv|Displ|Diffuse|Specular)")
_PROBE = 256  # pixels of the longer side, by which it is found where an island lies
_ROUNDING = 1e-3
_MOST_KEPT = 4_096


@dataclass(frozen=True, slots=True)
class Island:
    """A part of a picture as SVG: all of the picture's size, of which only the window has ink.

    ``window`` is left, top, width and height in mm of the picture.
    """

    text: str
    window: tuple[float, float, float, float]
    per_inch: int
    fonts: tuple[Path, ...] = ()  # all that its text may be drawn in
    family: str = ""  # of these, for text that names none

    def placed(self) -> PlacedRaster:
        """The island at its place in the picture, without pixels yet."""
        left, top, width, height = self.window
        said = repr((self.text, self.window, self.per_inch, self.fonts, self.family))
        raster = Raster(f"island {sha256(said.encode()).hexdigest()[:16]}", 0, 0, self)
        return PlacedRaster(raster, (width, 0.0, 0.0, height, left, top))

    def pixels(self, width: int, height: int) -> bytes:
        """The window as a PNG of so many pixels, from the cache if it is there.

        Raises:
            ValueError: resvg is not installed, or cannot draw it.
        """
        text = self._sized(width, height)
        key = self._key("island", text)
        png = kept_pixels(key)
        if png is None:
            png = _drawn(text, self.fonts, self.family)
            keep_pixels(key, png)
        return png

    def seen(self, width: int, height: int) -> tuple[int, ...]:
        """The box round what of so many pixels is not clear, from the cache if it is there; empty where all is.

        Raises:
            ValueError: as `pixels`.
        """
        text = self._sized(width, height)
        key = self._key("seen", text)
        kept = kept_pixels(key)
        if kept is None:
            from PIL import Image

            with Image.open(BytesIO(_drawn(text, self.fonts, self.family))) as probe:
                box = probe.convert("RGBA").getchannel("A").getbbox() or ()
            kept = " ".join(map(str, box)).encode()
            keep_pixels(key, kept)
        return tuple(map(int, kept.split()))

    def _sized(self, width: int, height: int) -> str:
        box = " ".join([f"{side:.6f}" for side in self.window])
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{box}" '
            f'preserveAspectRatio="none">{self.text}</svg>'
        )

    def _key(self, answer: str, text: str) -> str:
        fonts = [_digest(font, font.stat().st_mtime_ns) for font in self.fonts]
        return sha256("\n".join([answer, resvg_version(), text, self.family, *fonts]).encode()).hexdigest()


def resvg_version() -> str:
    """Which resvg-py is installed; empty where there is none, as in a browser."""
    return _resvg_version()


@lru_cache(maxsize=1)
def _resvg_version() -> str:
    try:
        return version("resvg_py")
    except PackageNotFoundError:
        return ""


@lru_cache(maxsize=256)
def _digest(path: Path, _changed: int) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _drawn(text: str, fonts: Sequence[Path], family: str) -> bytes:
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise ValueError("resvg-py is not installed") from None

    # Only the project's fonts, or other machines would print other letters.
    own = family or None
    png = svg_to_bytes(
        svg_string=text, skip_system_fonts=True, font_files=[str(font) for font in fonts], dpi=96, font_family=own,
        serif_family=own, sans_serif_family=own, cursive_family=own, fantasy_family=own, monospace_family=own,
    )  # fmt: skip
    return bytes(png)


@lru_cache(maxsize=512)
def find_window(text: str, width: float, height: float, fonts: tuple[Path, ...], family: str) -> Island | None:
    """The island of a picture so large (mm), at its window; None where nothing is to be seen.

    Raises:
        ValueError: resvg cannot draw it.
    """
    scale = _PROBE / max(width, height)
    across, down = max(ceil(width * scale), 1), max(ceil(height * scale), 1)
    whole = Island(text, (0.0, 0.0, width, height), SOFT, fonts, family)
    box = whole.seen(across, down)
    if not box:
        return None
    x, y = width / across, height / down
    left, top = max(box[0] - 1, 0) * x, max(box[1] - 1, 0) * y
    right, bottom = min(box[2] + 1, across) * x, min(box[3] + 1, down) * y
    return Island(text, (left, top, right - left, bottom - top), SOFT, fonts, family)


def sharpened(marks: tuple[Mark, ...], matrix: Matrix = IDENTITY) -> tuple[Mark, ...]:
    """Marks with pixels in place of islands; the very same where there are none.

    Args:
        marks: as they were drawn.
        matrix: how they are placed, to mm of paper.

    Raises:
        ValueError: an island cannot be drawn.
    """
    sharp: list[Mark] | None = None
    for at, mark in enumerate(marks):
        if not isinstance(mark, PlacedDrawing | PlacedRaster | Layer):
            continue
        drawn = _sharpened(mark, matrix)
        if drawn is not mark:
            sharp = sharp or list(marks)
            sharp[at] = drawn
    return marks if sharp is None else tuple(sharp)


_plain: set[str] = set()  # drawings, by name, that hold no island
_sharp: dict[tuple[str, tuple[float, ...]], Drawing] = {}  # those that do, by name and how they are placed


def _sharpened(mark: PlacedDrawing | PlacedRaster | Layer, matrix: Matrix) -> Mark:
    if isinstance(mark, PlacedRaster):
        island = mark.raster.source
        return _with_pixels(island, mark, matrix) if isinstance(island, Island) else mark
    inner = multiply(matrix, mark.matrix)
    if isinstance(mark, Layer):
        marks, mask = sharpened(mark.marks, inner), mark.mask and sharpened(mark.mask, inner)
        return mark if marks is mark.marks and mask is mark.mask else replace(mark, marks=marks, mask=mask)
    drawing = mark.drawing
    if drawing.name in _plain:
        return mark
    key = drawing.name, tuple(round(value, 6) for value in inner[:4])
    if key not in _sharp:
        marks = sharpened(drawing.marks, inner)
        for kept in (_plain, _sharp):
            if len(kept) > _MOST_KEPT:
                kept.clear()
        if marks is drawing.marks:
            _plain.add(drawing.name)
            return mark
        _sharp[key] = drawing_of(marks, drawing.box)
    return PlacedDrawing(_sharp[key], mark.matrix)


def _with_pixels(island: Island, mark: PlacedRaster, matrix: Matrix) -> PlacedRaster:
    a, b, c, d, _, _ = multiply(matrix, mark.matrix)
    width, height = [max(side * island.per_inch / MM_PER_INCH, 1.0) for side in (hypot(a, b), hypot(c, d))]
    most = _MOST_SLOW if _SLOW.search(island.text) else _MOST_PIXELS
    most = _MOST_THICKENED if "<feMorphology" in island.text else most
    less = min(sqrt(most / (width * height)), 1.0)
    png = island.pixels(ceil(width * less - _ROUNDING), ceil(height * less - _ROUNDING))
    across, down = unpack(">II", png[16:24])
    return PlacedRaster(Raster(sha256(png).hexdigest()[:16], across, down, png), mark.matrix)
