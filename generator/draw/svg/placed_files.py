"""Pictures in other files that a file shows, and those embedded in it."""

from base64 import b64encode
from collections.abc import Callable, Sequence
from pathlib import Path

from generator.core.problem import Problem
from generator.draw.marks.marks import PlacedRaster, Raster
from generator.draw.marks.picture import Picture
from generator.draw.svg.parse import Element
from generator.draw.svg.rasters import TooLargeError, embedded_picture, sort_of
from generator.draw.svg.reference import Ink, used_file
from generator.draw.svg.svg_file import SvgFile

ReadFile = Callable[[Path, tuple[Path, ...], Ink, tuple[Path, ...]], Picture | tuple[Problem, ...]]


class PlacedFiles:
    """Reads the files that one file shows, each in the colour that is current where it is shown."""

    def __init__(self, reader: SvgFile, roots: tuple[Path, ...], users: Sequence[Path], read_file: ReadFile) -> None:
        self._reader, self._roots, self._users, self._read_file = reader, roots, tuple(users), read_file
        self._read: dict[tuple[int, str, str], Picture | tuple[Problem, ...]] = {}

    @staticmethod
    def has(element: Element) -> bool:
        """Whether an element shows another file, or one that is embedded."""
        return element.tag == "image" or (
            element.tag == "use" and not (element.attributes.get("href") or "#").startswith("#")
        )

    def picture(self, element: Element, current: str) -> Picture | tuple[Problem, ...]:
        """The picture that an element refers to, or what is wrong with it."""
        key = element.offset, element.attributes.get("href", ""), current
        if key not in self._read:
            self._read[key] = self._picture(element, current)
        return self._read[key]

    def _picture(self, element: Element, current: str) -> Picture | tuple[Problem, ...]:
        reader, href = self._reader, element.attributes.get("href", "")
        is_inside = href.startswith("data:")
        if element.tag == "image" and not is_inside:
            href = href.partition("#")[0]  # a part of it is looked at, and all of it shown
        try:
            if is_inside:
                return embedded_picture(href)
            path = used_file(href, self._users, self._roots, reader.ink)
        except TooLargeError as error:
            return (reader.problem(element.where("href"), "too-costly", str(error), "save it smaller"),)
        except ValueError as error:
            rule = "template-syntax" if is_inside else "unknown-reference"
            hint = "embed a PNG or a JPEG" if is_inside else ""
            return (reader.problem(element.where("href"), rule, str(error), hint),)
        return self._read_file(path, self._roots, reader.ink._replace(current=current), self._users)

    def address(self, element: Element, current: str) -> str | None:
        """The pixels of another file as an address; None where it is no plain picture of pixels."""
        picture = self.picture(element, current)
        marks = picture.drawing.marks if isinstance(picture, Picture) else ()
        match marks:
            case (PlacedRaster(Raster(source=Path() | bytes() as source), (_, 0.0, 0.0, _, 0.0, 0.0)),):
                data = source.read_bytes() if isinstance(source, Path) else source
                return f"data:image/{(sort_of(data) or '').lower()};base64,{b64encode(data).decode('ascii')}"
        return None
