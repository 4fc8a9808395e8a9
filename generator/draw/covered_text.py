"""Letters that lie on those of another text, or under what is drawn later and hides them."""

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import NamedTuple

from generator.draw.frame import Polygon, is_inside, polygon
from generator.draw.marks.glyphs import as_shapes
from generator.draw.marks.marks import (
    IDENTITY,
    Drawing,
    Layer,
    Mark,
    Matrix,
    PlacedDrawing,
    PlacedRaster,
    Raster,
    Shape,
    TextRun,
    moved,
    multiply,
)
from generator.draw.marks.picture import Bounds, bounds, bounds_of, box_path, moved_box
from generator.draw.scope import FaceFault, TextSpot
from generator.model.budget import ExpressionError

_SHARE = 0.25  # of the smaller letter's width and height: less is a touch
_LEAST_HIGH, _BELOW = 0.5, 0.12  # of the font size: where letters are looked at one by one
_BAND, _LOWEST = 10.0, 2_000.0  # mm: how high a strip of a face is, and where the last one begins
_POINTS = ((0.5, 0.5), (0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8))  # of a letter's box: all of them are hidden
_MEANT = '; data-over="allowed" on the text says that it is meant'
_OPAQUE = ("1", "L", "RGB", "CMYK", "YCbCr")


class _Letters(NamedTuple):
    box: Bounds
    each: list[Bounds]


class _Text:
    """A text of a face, which is set only where something is near."""

    def __init__(self, spot: TextSpot, matrix: Matrix) -> None:
        self.line, self.column = spot.element.line, spot.element.column
        self.box = bounds(moved(spot.place.path, matrix)) or (0.0, 0.0, 0.0, 0.0)
        self._spot, self._matrix = spot, matrix

    @cached_property
    def runs(self) -> list[tuple[Bounds, TextRun]]:
        """Its words, each with a box round it, but for accents and what hangs below the line."""
        try:
            marks = self._spot.marks()
        except ExpressionError:  # which is told of the face
            return []
        runs = (mark for mark in marks if isinstance(mark, TextRun) and mark.text.strip())
        return [(_around(run, self._matrix), run) for run in runs]

    @cached_property
    def words(self) -> str:
        """How it begins."""
        return " ".join(run.text.strip() for _, run in self.runs)[:40]

    @cached_property
    def letters(self) -> list[_Letters]:
        """The same with the boxes round its letters, and one round all of these."""
        shapes = ([bounds_of((letter,), self._matrix) for letter in as_shapes(run)] for _, run in self.runs)
        words = [[letter for letter in letters if letter] for letters in shapes]
        return [_Letters(_round_all(letters), letters) for letters in words if letters]

    def near(self, box: Bounds) -> Iterator[Bounds]:
        """The boxes round the letters that meet a box."""
        if any(_meet(around, box) for around, _ in self.runs):
            for around, letters in self.letters:
                if _meet(around, box):
                    yield from (letter for letter in letters if _meet(letter, box))


class _Look:
    """A look through the marks of a face, in their order."""

    def __init__(self, spots: Mapping[int, TextSpot], reaches: dict[str, Bounds | None]) -> None:
        self.has_texts = False
        self._banded: dict[int, list[_Text]] = {}  # a map has thousands, of which few are near each other
        self.faults: dict[tuple[int, int, str], FaceFault] = {}
        self.crowded = False
        self._spots, self._reaches = spots, reaches

    def through(self, marks: Iterable[Mark], matrix: Matrix = IDENTITY, *, solid: bool = True) -> None:
        """Hold marks against the texts before them; ``solid``: nothing is cut off of them or seen through them."""
        for mark in marks:
            if id(mark) in self._spots:
                self._add(_Text(self._spots[id(mark)], matrix))
            elif isinstance(mark, PlacedDrawing):
                inner, is_whole = multiply(matrix, mark.matrix), mark.drawing.box is None
                if not is_whole or (solid and self._reaches_any(mark.drawing, inner)):
                    self.through(mark.drawing.marks, inner, solid=solid and is_whole)
            elif isinstance(mark, Layer):
                is_whole = mark.opacity == 1 and not mark.clips and mark.mask is None
                self.through(mark.marks, multiply(matrix, mark.matrix), solid=solid and is_whole)
            elif solid and self.has_texts and not isinstance(mark, TextRun):
                self._cover(mark, matrix)

    def _reaches_any(self, drawing: Drawing, matrix: Matrix) -> bool:
        if not self.has_texts:
            return False
        if drawing.name not in self._reaches:
            self._reaches[drawing.name] = bounds_of(drawing.marks)
        reach = self._reaches[drawing.name]
        return reach is not None and bool(self._near(moved_box(reach, matrix)))

    def _near(self, box: Bounds) -> list[_Text]:
        """The texts before whose boxes meet one."""
        near = (text for band in _bands(box) for text in self._banded.get(band, ()) if _meet(text.box, box))
        return list(dict.fromkeys(near))

    def _add(self, text: _Text) -> None:
        for other in self._near(text.box):
            if (other.line, other.column) != (text.line, text.column):
                self.crowded = True
                if _is_on(text, other):
                    words = f"its letters lie on those of the text at line {other.line}"
                    self._tell(text, "text-overlap", words, "move one of the two, or make its box smaller")
        self.has_texts = True
        for band in _bands(text.box):
            self._banded.setdefault(band, []).append(text)

    def _cover(self, mark: Shape | PlacedRaster, matrix: Matrix) -> None:
        if isinstance(mark, Shape) and (not isinstance(mark.paint.fill, str) or mark.paint.fill_opacity != 1):
            return
        box = bounds_of((mark,), matrix)
        shape: Polygon | None = None
        for text in self._near(box) if box else ():
            self.crowded = True
            letters = list(text.near(box)) if box else []
            if letters and shape is None:
                shape = _covered_by(mark, matrix)
            if shape and any(_is_under(letter, shape) for letter in letters):
                self._tell(text, "hidden-text", "what is drawn later hides letters of it", "draw the text after it")

    def _tell(self, text: _Text, rule: str, words: str, hint: str) -> None:
        fault = FaceFault(rule, f"{words}: {text.words!r}", hint + _MEANT, None, text.line, text.column, "warning")
        self.faults.setdefault((text.line, text.column, rule), fault)


def covered_texts(
    marks: Iterable[Mark], spots: Mapping[int, TextSpot], reaches: dict[str, Bounds | None]
) -> list[FaceFault] | None:
    """What is wrong with the texts of a face: each text box that is in the way of another is named once.

    Args:
        marks: those of the face, with places in the stead of texts.
        spots: the texts, by the identity of these places.
        reaches: the boxes round drawings, by name; those found are added.

    Returns:
        The faults; None where nothing is near any text.
    """
    look = _Look(spots, reaches)
    look.through(marks)
    return list(look.faults.values()) if look.crowded else None


def _around(run: TextRun, matrix: Matrix) -> Bounds:
    """The box round a run from the tops of its capitals to a little below its base line."""
    wide, high = run.font.width(run.text) * run.size, max(run.font.cap_height, _LEAST_HIGH) * run.size
    box = run.x, run.y - high, run.x + wide, run.y + _BELOW * run.size
    return moved_box(box, multiply(matrix, run.matrix))


def _is_on(one: _Text, other: _Text) -> bool:
    """Whether letters of two texts lie on each other."""
    if not any(_meet(a, b) for a, _ in one.runs for b, _ in other.runs):
        return False
    return any(
        _overlap(a, b)
        for (box, letters), (near, others) in product(one.letters, other.letters)
        if _meet(box, near)
        for a in letters
        if _meet(a, near)
        for b in others
    )


def _round_all(boxes: Sequence[Bounds]) -> Bounds:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _bands(box: Bounds) -> range:
    """The strips of a face that a box reaches into, by number from its top."""
    top, bottom = (int(min(max(y, 0.0), _LOWEST) // _BAND) for y in (box[1], box[3]))
    return range(top, bottom + 1)


def _meet(one: Bounds, other: Bounds) -> bool:
    return one[2] > other[0] and one[0] < other[2] and one[3] > other[1] and one[1] < other[3]


def _overlap(one: Bounds, other: Bounds) -> bool:
    if not _meet(one, other):
        return False
    across, down = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    wide, high = min(one[2] - one[0], other[2] - other[0]), min(one[3] - one[1], other[3] - other[1])
    return across > _SHARE * wide and down > _SHARE * high


def _covered_by(mark: Shape | PlacedRaster, matrix: Matrix) -> Polygon:
    """What a mark hides; nothing where it is not opaque."""
    if isinstance(mark, Shape):
        return polygon(moved(mark.path, matrix))
    square = box_path(0.0, 0.0, 1.0, 1.0)
    return polygon(moved(square, multiply(matrix, mark.matrix))) if _is_opaque(mark.raster) else ()


@lru_cache(maxsize=256)
def _is_opaque(raster: Raster) -> bool:
    from PIL import Image

    source = raster.source if not isinstance(raster.source, bytes) else io.BytesIO(raster.source)
    try:
        with Image.open(source) as picture:  # type: ignore[arg-type]  # an island is none, which is an error
            return picture.mode in _OPAQUE and "transparency" not in picture.info
    except (OSError, AttributeError):
        return False


def _is_under(letter: Bounds, shape: Polygon) -> bool:
    left, top, right, bottom = letter
    return all(is_inside((left + x * (right - left), top + y * (bottom - top)), shape) for x, y in _POINTS)
