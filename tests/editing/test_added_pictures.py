"""Pictures that anybody sends: drawn and harmless, or refused with the reason."""

import io
import zlib
from pathlib import Path

import pytest
from each import each
from PIL import Image

from generator.core.problem import Refusal
from generator.draw.svg.drawing import Picture, forget_drawings, read_drawing
from generator.editing.added_pictures import LONGEST_SIDE, harmless

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="9" height="9" viewBox="0 0 9 9">{}</svg>'
RECT = '<rect width="5" height="5"/>'
XHTML = 'xmlns:h="http://www.w3.org/1999/xhtml"'


def photo(sort: str = "JPEG", size: tuple[int, int] = (3000, 100), mode: str = "RGB", turn: int = 6) -> bytes:
    """A photo as a camera saves it, with a note beside the pixels."""
    target, notes = io.BytesIO(), Image.Exif()
    notes[274], notes[0x010E] = turn, "where I live"
    Image.new(mode, size, "red").save(target, sort, exif=notes)
    return target.getvalue()


def bomb() -> bytes:
    """A small PNG that says it is 40,000 pixels wide and high."""
    whole = photo("PNG", (1, 1))
    head = (40_000).to_bytes(4, "big") * 2 + whole[24:29]
    return whole[:16] + head + zlib.crc32(b"IHDR" + head).to_bytes(4, "big") + whole[33:]


HOSTILE = {
    "script": "<script>alert(1)</script>",
    "script in what is not drawn": f"<defs><script>1</script></defs>{RECT}",
    "script of another vocabulary": f"<h:script {XHTML}>1</h:script>{RECT}",
    "page": f"<foreignObject><h:body {XHTML}/></foreignObject>",
    "handler": '<rect width="5" height="5" onload="x()"/>',
    "handler in what is skipped": f'<metadata><a xmlns="u" onclick="x()"/></metadata>{RECT}',
    "link that is run": f'<a href="java\nscript:1">{RECT}</a>',
    "link": f'<a x:href="https://example.org">{RECT}</a>',
    "picture elsewhere": f'<defs><image href="http://example.org/a.png" width="3" height="3"/></defs>{RECT}',
    "file of the machine": '<use href="../../../../etc/passwd" width="3" height="3"/>',
    "address in what is skipped": f'<metadata><a xmlns="u" href="file:///etc/passwd"/></metadata>{RECT}',
    "style from elsewhere": f'<style>@import "http://example.org";</style>{RECT}',
    "style in disguise": f'<rect style="fill:\\75rl(http://example.org)" width="3" height="3"/>{RECT}',
    "paint from elsewhere": '<rect width="5" height="5" fill="url(http://example.org#a)"/>',
    "animation": f'<rect width="5" height="5"><set attributeName="href" to="javascript:1"/></rect>{RECT}',
    "expression": '<rect width="{{ 5 }}" height="5"/>',
    "no end": "<rect",
}
NO_PICTURE = {
    "entities": b'<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>' + SVG.format("&b;").encode(),
    "another style sheet": b'<?xml-stylesheet href="http://example.org"?>' + SVG.format(RECT).encode(),
    "deep": SVG.format("<g>" * 100 + "</g>" * 100).encode(),
    "page": b"<!doctype html><script>1</script>",
    "nothing": b"",
    "program": b"\x7fELF" + b"\0" * 100,
    "bomb": bomb(),
    "half": photo()[:400],
    "other pixels": b"GIF89a" + b"\0" * 20,
}


@each("what, data", [*((what, SVG.format(inner).encode()) for what, inner in HOSTILE.items()), *NO_PICTURE.items()])
def test_what_could_be_run_or_fetched_is_refused(what: str, data: bytes) -> None:
    for name in ("art/a.svg", "art/a.png"):
        with pytest.raises(Refusal, match="art/a"):
            harmless(data, name)


def test_a_drawing_stays_as_it_is() -> None:
    inkscape = '<metadata xmlns:r="u"><r:a r:resource="http://purl.org/dc"/></metadata><linearGradient id="g"/>'
    data = SVG.format(f'{inkscape}<g style="fill:url(#g)">{RECT}</g>').encode()
    assert harmless(data, "a.svg") == data


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp", ".svg"])
def test_pixels_are_upright_small_and_without_notes(suffix: str, tmp_path: Path) -> None:
    for data in (photo(), photo("WEBP", mode="RGBA"), photo("PNG", (9000, 40))):
        path = tmp_path / f"a{suffix}"
        path.write_bytes(harmless(data, path.name))
        forget_drawings()
        read = read_drawing(path, [tmp_path])
        assert isinstance(read, Picture)
        assert b"where I live" not in path.read_bytes()
        assert read.height > read.width
        assert max(read.width, read.height) <= LONGEST_SIDE * 25.4 / 96 + 0.1
