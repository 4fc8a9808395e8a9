"""What content streams name: fonts, drawings, pictures, gradients and settings, each of them once in a file."""

from collections.abc import Sequence
from itertools import pairwise

from generator.draw.marks.marks import Drawing, Gradient, Layer, Mark, PagePart, Raster, TextRun, content_name
from generator.draw.marks.picture import Bounds
from generator.pdf.canvas import SheetCanvas
from generator.pdf.embedding import EmbeddedFont
from generator.pdf.extent import extent
from generator.pdf.operators import Code, draw
from generator.pdf.pixels import Pack, RasterObject, pack

GraphicsState = tuple[float, float, str | None]  # opacity of fills and of strokes, and the mask's form


class ResourceShelf:
    """The resources of one PDF in the making: gives out the name of each, which is added if it is not there yet."""

    def __init__(self, canvas: SheetCanvas, pack: Pack = pack) -> None:
        self._canvas, self._pack = canvas, pack
        self._fonts: dict[str, EmbeddedFont] = {}  # by name
        self._forms = 0
        self._drawings: dict[str, str] = {}  # by a drawing's name, its form
        self._layers: dict[tuple[str, bool], str] = {}  # the same by content, and whether it is a group
        self._rasters: dict[Raster, str] = {}
        self._settings: dict[GraphicsState, str] = {}
        self._gradients: dict[Gradient, str] = {}

    def count(self) -> tuple[int, ...]:
        """How much there is of each sort: it changes with whatever is added."""
        codes = sum(font.codes for font in self._fonts.values())
        return len(self._fonts), codes, self._forms, len(self._rasters), len(self._settings), len(self._gradients)

    def add_form(self, code: Code, box: Bounds, *, group: bool = False) -> str:
        """Add a form XObject; its name."""
        self._forms += 1
        return self._canvas.add_form(str(self._forms), code, box, group=group)

    def encode(self, text: TextRun) -> Sequence[tuple[str, str]]:
        """A text's parts, each as its font's name and the operators that show it."""
        name = text.font.name
        if name not in self._fonts:
            self._fonts[name] = EmbeddedFont(text.font, len(self._fonts) + 1)
            self._canvas.add_font(self._fonts[name])
        return self._fonts[name].encode(text.text, text.font, leftwards=text.leftwards)

    def form(self, drawing: Drawing) -> str:
        """The form that a drawing is."""
        if drawing.name not in self._drawings:
            code = draw(drawing.marks, self)
            self._drawings[drawing.name] = self.add_form(code, drawing.box or extent(drawing.marks))
        return self._drawings[drawing.name]

    def layer(self, layer: Layer) -> str:
        """What a layer holds, as one form."""
        return self._marks_of(layer.marks, group=layer.opacity != 1 or layer.mask is not None)

    def _marks_of(self, marks: tuple[Mark, ...], *, group: bool) -> str:
        key = content_name(marks), group
        if key not in self._layers:
            self._layers[key] = self.add_form(draw(marks, self), extent(marks), group=group)
        return self._layers[key]

    def setting(self, fill: float, stroke: float, mask: tuple[Mark, ...] | None) -> str:
        """A graphics state: the opacity of fills and of strokes, and the mask."""
        key = fill, stroke, None if mask is None else self._marks_of(mask, group=True)
        if key not in self._settings:
            self._settings[key] = f"G{len(self._settings) + 1}"
            self._canvas.add_setting(self._settings[key], *key)
        return self._settings[key]

    def gradient(self, gradient: Gradient) -> str:
        """A gradient's pattern."""
        if gradient not in self._gradients:
            self._gradients[gradient] = f"P{len(self._gradients) + 1}"
            self._canvas.add_pattern(self._gradients[gradient], pattern(gradient))
        return self._gradients[gradient]

    def raster(self, raster: Raster) -> str:
        """A picture of pixels."""
        if raster not in self._rasters:
            name = f"R{len(self._rasters) + 1}"
            if isinstance(raster.source, PagePart):
                self._rasters[raster] = self._canvas.add_page_part(name, raster.source)
            else:
                self._rasters[raster] = self._canvas.add_raster(name, RasterObject(raster, self._pack))
        return self._rasters[raster]


def pattern(gradient: Gradient) -> str:
    """A gradient as a pattern of PDF, as it is in the file."""
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
