"""Faces as pictures that a browser shows."""

import io
from base64 import b64encode

from generator.marks.marks import Face

_DPI = 150


def face_svg(face: Face) -> bytes:
    """A face as an SVG file, of its size in mm."""
    from generator.export.pictures import pictures

    image = next(pictures([face], _DPI, 0.0))
    pixels = io.BytesIO()
    image.save(pixels, "PNG", compress_level=1)
    width, height = f"{face.width:g}", f"{face.height:g}"
    data = b64encode(pixels.getvalue()).decode()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">'
        f'<image width="{width}" height="{height}" href="data:image/png;base64,{data}"/>'
        "</svg>\n"
    ).encode()
