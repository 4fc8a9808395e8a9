"""JPEG files cut to what PDF shows: the picture itself, its bytes untouched (ISO/IEC 10918-1, annex B)."""

import re
from typing import NamedTuple

_STANDALONE = {0x01, *range(0xD0, 0xD8)}  # markers without a length: TEM and restarts
_START, _END, _SCAN, _EXIF, _ADOBE = 0xD8, 0xD9, 0xDA, 0xE1, 0xEE
_FRAMES = {0xC0: "baseline", 0xC1: "extended", 0xC2: "progressive"}
_MARKER = re.compile(rb"\xff[^\x00\x01\xd0-\xd7\xff]")
_OTHER_FRAMES = {0xC3, *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)}


class Jpeg(NamedTuple):
    """A JPEG file that PDF shows as it is."""

    data: bytes
    width: int
    height: int
    colours: int  # 1 grey, 3 red, green and blue, 4 inks
    is_adobe: bool  # inks are then stored as what they leave white


def plain_jpeg(data: bytes) -> Jpeg | None:
    """The picture in a JPEG file, up to its end and without what cameras note in it (place and turn above all).

    None where PDF's decoders don't know its sort.
    """
    kept: list[bytes] = [data[:2]]
    frame: tuple[int, int, int] | None = None
    is_adobe = False
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:  # a filler
            at += 1
            continue
        if marker == _END:
            kept.append(data[at : at + 2])
            return frame and Jpeg(b"".join(kept), frame[0], frame[1], frame[2], is_adobe)
        end = at + 2 if marker in _STANDALONE else at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if marker in _OTHER_FRAMES:
            return None
        if marker in _FRAMES:
            bits, colours = data[at + 4], data[at + 9]
            if bits != 8 or colours not in (1, 3, 4):
                return None
            frame = int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big"), colours
        is_adobe |= marker == _ADOBE and data[at + 4 : at + 9] == b"Adobe"
        if marker == _SCAN:
            end = _after_scan(data, end)
        if marker != _EXIF:
            kept.append(data[at:end])
        at = end
    # A file that lacks its end marker is shown all the same.
    if frame and data[at : at + 2] == bytes((0xFF, _END)):
        kept.append(data[at : at + 2])
    return frame and Jpeg(b"".join(kept), frame[0], frame[1], frame[2], is_adobe)


def _after_scan(data: bytes, at: int) -> int:
    """Where the next marker stands that is not part of a scan's own data."""
    found = _MARKER.search(data, at)
    return found.start() if found else len(data)
