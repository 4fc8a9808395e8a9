"""Pictures that a person adds to a game, from wherever they come: looked at, made harmless, or refused with the reason.

Pictures of pixels are unpacked within limits and rewritten: turned as the camera was held, no larger than a printer
can show, without anything that was noted beside the pixels. An SVG file stays as it is, if the press can draw it and
nothing in it could be run or fetched.
"""

import base64
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING
from xml.parsers import expat

from msgspec.structs import replace

from generator.core.leftovers import scratch
from generator.core.problem import Faulty, Infeasible, Problem
from generator.draw.svg.drawing import read_drawing
from generator.draw.svg.rasters import SUFFIXES, picture_of, sort_of

if TYPE_CHECKING:
    from PIL.Image import Image

OUTCOME = "nothing was added"
LONGEST_SIDE = 2_400  # pixels: 100 mm at 600 dpi
_LOSSLESS = 1_500_000  # bytes; what is larger and hides nothing becomes a JPEG where the file's name leaves that open
_QUALITY = 90
_FOREIGN = ("http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML")
_RUN = frozenset({"script", "foreignobject", "handler", "listener", "iframe", "embed", "object"})
_FETCH = re.compile(r"@import|url\((?![\"']?#)")
_PIXELS = ("data:image/png", "data:image/jpeg", "data:image/jpg", "data:image/webp")


def harmless(data: bytes, name: str) -> bytes:
    """The bytes of a picture as they may be put into a project.

    Args:
        data: what somebody sent.
        name: what the file is to be called. The suffix says what it is to be: pixels go into an SVG file where that is
            wanted, and become another sort of pixels.

    Raises:
        Faulty: it is an SVG file that cannot be drawn, or holds what could be run or fetched.
        Infeasible: it is not a picture, another sort than its name says, damaged, or too large.
    """
    suffix, sort = Path(name).suffix.lower(), sort_of(data)
    if sort is None and suffix == ".svg":
        _check_svg(data, name)
        return data
    if sort is None:
        raise Infeasible(f"{name}: this is not a valid {SUFFIXES[suffix]} file")
    try:
        picture_of(data, None, sort)
    except ValueError as error:
        raise Infeasible(f"{name}: {error}") from None
    picture = _upright(data)
    return _written(picture, SUFFIXES[suffix]) if suffix in SUFFIXES else _wrapped(picture)


def _upright(data: bytes) -> "Image":
    """The pixels alone, as they are to be seen."""
    from PIL import Image, ImageOps

    with Image.open(io.BytesIO(data), formats=tuple(dict.fromkeys(name.upper() for name in SUFFIXES.values()))) as read:
        read.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
        picture = ImageOps.exif_transpose(read)
        hides = picture.has_transparency_data
        picture = picture.convert("RGBA" if hides else "L" if picture.mode in ("1", "L") else "RGB")
    picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    picture.info = {}
    return picture


def _written(picture: "Image", sort: str) -> bytes:
    target = io.BytesIO()
    if sort == "JPEG":
        _on_white(picture).save(target, "JPEG", quality=_QUALITY, optimize=True)
    elif sort == "WebP":
        picture.save(target, "WEBP", quality=_QUALITY)
    else:
        picture.save(target, "PNG")
    return target.getvalue()


def _on_white(picture: "Image") -> "Image":
    from PIL import Image

    if picture.mode != "RGBA":
        return picture
    paper = Image.new("RGBA", picture.size, "white")
    return Image.alpha_composite(paper, picture).convert("RGB")


def _wrapped(picture: "Image") -> bytes:
    """Pixels in an SVG file, for templates that ask for one by its name."""
    sort, data = "png", _written(picture, "PNG")
    if len(data) > _LOSSLESS and picture.mode != "RGBA":
        sort, data = "jpeg", _written(picture, "JPEG")
    wide, high = picture.size
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">\n'
        f'<image href="data:image/{sort};base64,{base64.b64encode(data).decode()}" width="{wide}" height="{high}"/>\n'
        "</svg>\n"
    )
    return text.encode()


def _check_svg(data: bytes, name: str) -> None:
    """Go on only where an SVG file can be drawn and nothing in it could be run or fetched. Raises as `harmless`."""
    with scratch() as folder:
        path = folder / "picture.svg"
        path.write_bytes(data)
        read = read_drawing(path, (folder,))
    wrong = [replace(problem, file=name) for problem in read] if isinstance(read, list) else _live_parts(data, name)
    if wrong:
        raise Faulty(wrong, OUTCOME)


def _live_parts(data: bytes, name: str) -> list[Problem]:
    """What of one file per browser would run or fetch, in any vocabulary it is written."""
    problems: list[Problem] = []
    inside: list[str] = []
    parser = expat.ParserCreate(namespace_separator="\n")

    def refuse(what: str) -> None:
        place = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        problems.append(Problem(name, *place, "error", "template-syntax", what, "remove it"))

    def start(tag: str, attributes: dict[str, str]) -> None:
        space, _, local = tag.rpartition("\n")
        inside.append(local.lower())
        if local.lower() in _RUN or space in _FOREIGN:
            refuse(f"<{local}> is not part of a picture")
        for key, value in attributes.items():
            own, plain = key.rpartition("\n")[2].lower(), "".join(value.split()).lower()
            if own.startswith("on") or "javascript:" in plain:
                refuse(f"{own} would be run")
            elif _leads_out(own, plain):
                refuse(f"{own} leads out of the file")

    def text(content: str) -> None:
        if inside[-1:] == ["style"] and _leads_out("style", "".join(content.split()).lower()):
            refuse("the style sheet leads out of the file")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: inside.pop()
    parser.CharacterDataHandler = text
    parser.buffer_text = True
    parser.Parse(data, True)  # noqa: FBT003 - expat knows no keyword for it
    return problems


def _leads_out(name: str, plain: str) -> bool:
    """Whether an attribute, or a style sheet, asks for something outside the file."""
    if name in ("href", "src") and not plain.startswith(("#", *_PIXELS)):
        return True
    return _FETCH.search(plain) is not None or (name == "style" and "\\" in plain)
