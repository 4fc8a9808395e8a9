"""Pictures of pixels that stand inside an SVG file, as Inkscape and others write them. Source: RFC 2397."""

import base64
import binascii
import re
from functools import lru_cache
from urllib.parse import unquote_to_bytes

from generator.draw.marks.picture import Picture
from generator.draw.svg.path import excerpt
from generator.draw.svg.rasters import picture_of

_URI = re.compile(r"data:([\w.+-]+/[\w.+-]+)?((?:;[\w=.-]+)*),", re.A)
_SORTS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/jpg": "JPEG", "image/webp": "WebP"}


@lru_cache(maxsize=16)
def embedded_picture(href: str) -> Picture:
    """The picture in a ``data:`` address.

    Raises:
        TooLargeError: it is larger than what is unpacked.
        ValueError: it is none that is read.
    """
    found = _URI.match(href)
    if found is None or found[1] not in _SORTS:
        raise ValueError(f"{excerpt(href)} is not the data of a PNG, JPEG or WebP")
    rest = href[found.end() :]
    try:
        if ";base64" in found[2]:
            data = base64.b64decode("".join(rest.split()), validate=True)
        else:
            data = unquote_to_bytes(rest)
    except (binascii.Error, ValueError):
        raise ValueError(f"{excerpt(href)} is not base64") from None
    return picture_of(data, None, _SORTS[found[1]])
