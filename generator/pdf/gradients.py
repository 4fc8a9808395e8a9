"""Gradients as PDF's axial and radial shadings (ISO 32000-1, 8.7.4.5), each in a pattern that fills or strokes."""

from itertools import pairwise

from generator.draw.marks.marks import Gradient


def pattern(gradient: Gradient) -> str:
    """A gradient as a pattern of PDF, as it stands in the file."""
    sort = 2 if len(gradient.points) == 4 else 3
    is_grey = all(colour[1:3] == colour[3:5] == colour[5:] for _, colour in gradient.stops)
    space = "DeviceGray" if is_grey else "DeviceRGB"
    shading = (
        f"<< /ShadingType {sort} /ColorSpace /{space} /Coords [{_row(gradient.points)}]"
        f" /Extend [true true] /Function {_function(gradient.stops, is_grey=is_grey)} >>"
    )
    return f"<< /PatternType 2 /Matrix [{_row(gradient.matrix)}] /Shading {shading} >>"


def _function(stops: tuple[tuple[float, str], ...], *, is_grey: bool) -> str:
    """The colours from 0 to 1: steps of colour between stops, stitched together."""
    (first, start), (last, end) = stops[0], stops[-1]
    spread = [(0.0, start), *stops] if first > 0 else list(stops)
    if last < 1:
        spread.append((1.0, end))
    pieces = [(a, b) for a, b in pairwise(spread) if b[0] > a[0]]
    if not pieces:  # all at one end
        pieces = [((0.0, start), (1.0, end))] if first > 0 else [((0.0, end), (1.0, end))]
    colours = [
        f"<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [{_tints(a[1], is_grey=is_grey)}]"
        f" /C1 [{_tints(b[1], is_grey=is_grey)}] >>"
        for a, b in pieces
    ]
    if len(colours) == 1:
        return colours[0]
    bounds = _row(tuple(b[0] for _, b in pieces[:-1]))
    encode = " ".join(["0 1"] * len(pieces))
    return f"<< /FunctionType 3 /Domain [0 1] /Functions [{' '.join(colours)}] /Bounds [{bounds}] /Encode [{encode}] >>"


def _tints(colour: str, *, is_grey: bool) -> str:
    values = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return _row(tuple(values[:1] if is_grey else values))


def _row(values: tuple[float, ...]) -> str:
    """Numbers, with places enough for those of a gradient in units of what it fills."""
    texts = [f"{value:.9f}".rstrip("0").rstrip(".") for value in values]
    return " ".join(["0" if text == "-0" else text for text in texts])
