"""The part of reading content streams that is about text (ISO 32000-1, 9): which fonts, at which size, where."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from math import hypot
from typing import Any

from msgspec import Struct

from generator.draw.marks.marks import IDENTITY, Matrix, multiply
from generator.draw.marks.picture import moved_box
from generator.pdf.preflight.facts import PageRect
from generator.pdf.preflight.font_reading import ReadFont
from generator.pdf.preflight.resources import Resources
from generator.pdf.preflight.tokens import Operand, numbers, strings

_MOST_SORTS = 5_000  # of texts, lines or pictures in one stream
_MOST_PIECES = 5_000
_MOST_BOXES = 500  # painted rectangles in one stream; drawings have many that are not components
_SMALLEST_BOX = 10.0  # mm on a page, some unit in a form
_SLENDER = 5.0  # times as long as thick: what is filled so is a line

Factors = tuple[float, float, float, float]  # a matrix without its move
Sums = dict[tuple[Hashable, Factors], "Sort"]


class Sort(Struct):
    """Things of one sort: how many, the box around the points where they are, and one of them."""

    count: int
    around: PageRect
    x: float
    y: float
    sample: Any


class Drawn(Struct):
    """All that one content stream draws, in its own coordinates."""

    texts: Sums = {}  # by font; the factors are of the font size
    strokes: Sums = {}  # the factors are of the line width
    pictures: Sums = {}  # by pixels; the factors are of the picture's sides
    codes: dict[Hashable, Counter[int]] = {}  # of each font, how often it shows a code
    pieces: list[Matrix] = []  # what the unit square becomes
    boxes: list[Matrix] = []  # the same for painted rectangles
    fonts: dict[Hashable, Any] = {}
    marks: int = 0  # operators, those of a form wherever it is placed

    @property
    def sorts(self) -> int:
        """How many sums there are."""
        codes = sum(len(counts) for counts in self.codes.values())
        return len(self.texts) + len(self.strokes) + len(self.pictures) + len(self.pieces) + len(self.boxes) + codes + 1

    def add(self, sums: Sums, key: Hashable, factors: Factors, x: float, y: float, sample: Any = None) -> None:
        """Count one thing."""
        _count(sums, (key, _rounded(factors)), Sort(1, PageRect(x, y, x, y), x, y, sample))

    def paint(self, matrix: Matrix, corners: Sequence[float], *, filled: bool) -> None:
        """Count a painted shape of four straight sides: a line if it is filled and slender, else a box if large."""
        points = [_at(matrix, x, y) for x, y in zip(corners[::2], corners[1::2], strict=True)]
        (x, y), (ax, ay), (bx, by), (cx, cy) = points
        length = max(hypot(ax - x, ay - y), hypot(cx - x, cy - y))
        area = abs((bx - x) * (cy - ay) - (by - y) * (cx - ax)) / 2
        thick = area / length if length else 0.0
        if filled and length > _SLENDER * thick:
            self.add(self.strokes, None, (thick, 0.0, 0.0, thick), x, y)
        elif thick >= _SMALLEST_BOX and len(self.boxes) < _MOST_BOXES:
            self.boxes.append((ax - x, ay - y, cx - x, cy - y, x, y))

    def place(self, other: "Drawn", matrix: Matrix, clip: PageRect | None = None) -> None:
        """Count what another stream draws, placed by ``matrix``; what lies wholly outside of ``clip`` is not seen."""
        for mine, its in ((self.texts, other.texts), (self.strokes, other.strokes), (self.pictures, other.pictures)):
            for (key, factors), sort in its.items():
                if clip is None or meet(sort.around, clip):
                    x, y = _at(matrix, sort.x, sort.y)
                    placed = Sort(sort.count, through(matrix, sort.around), x, y, sort.sample)
                    _count(mine, (key, _rounded(multiply(matrix, (*factors, 0.0, 0.0))[:4])), placed)
        for key, counts in other.codes.items():
            self.codes.setdefault(key, Counter()).update(counts)
        self.fonts |= other.fonts
        self.add_pieces(multiply(matrix, piece) for piece in other.pieces)
        room = max(_MOST_BOXES - len(self.boxes), 0)
        self.boxes += [multiply(matrix, box) for box in other.boxes[:room]]

    def add_pieces(self, pieces: Iterable[Matrix]) -> None:
        """Note places of components, as many as are of use."""
        if len(self.pieces) < _MOST_PIECES:
            self.pieces += pieces


def _count(sums: Sums, key: tuple[Hashable, Factors], new: Sort) -> None:
    known = sums.get(key)
    if known is not None:
        one, two = known.around, new.around
        known.count += new.count
        known.around = PageRect(
            min(one.left, two.left), min(one.top, two.top), max(one.right, two.right), max(one.bottom, two.bottom)
        )
    elif len(sums) < _MOST_SORTS:
        sums[key] = new


def _rounded(factors: Factors) -> Factors:
    a, b, c, d = factors
    return (round(a, 5), round(b, 5), round(c, 5), round(d, 5))


def _at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def meet(one: PageRect, other: PageRect) -> bool:
    """Whether two boxes have a point in common."""
    return one.left <= other.right and other.left <= one.right and one.top <= other.bottom and other.top <= one.bottom


def through(matrix: Matrix, box: PageRect) -> PageRect:
    """A box around a box that was moved."""
    return PageRect(*moved_box(box, matrix))


_INVISIBLE = 3.0, 7.0  # text render modes that leave no ink


class State(Struct):
    """What ``q`` puts aside and ``Q`` brings back."""

    matrix: Matrix = IDENTITY
    width: float = 1.0
    white: bool = False  # lines are
    blank: bool = False  # fills are white
    font: ReadFont | None = None
    size: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: float = 0.0


class TextReader:
    """What text operators do to the state, and what they show."""

    def __init__(self, resources: Resources, matrix: Matrix) -> None:
        self._resources = resources
        self._drawn = Drawn()
        self._state = State(matrix)
        self._text = self._line = IDENTITY
        self._layers: list[bool] = []  # of the marked contents that are open, whether each is hidden

    @property
    def _seen(self) -> bool:
        return True not in self._layers

    def _begin_text(self, _: list[Operand]) -> None:
        self._text = self._line = IDENTITY

    def _set_font(self, operands: list[Operand]) -> None:
        if len(operands) >= 2 and isinstance(operands[-2], str) and isinstance(operands[-1], float):
            self._state.font, self._state.size = self._resources.font(operands[-2]), operands[-1]

    def _set_place(self, operands: list[Operand]) -> None:
        if (place := numbers(operands, 6)) is not None:
            self._text = self._line = tuple(place)  # type: ignore[assignment]

    def _move(self, operands: list[Operand]) -> None:
        if (by := numbers(operands, 2)) is not None:
            self._text = self._line = multiply(self._line, (1.0, 0.0, 0.0, 1.0, by[0], by[1]))

    def _move_and_lead(self, operands: list[Operand]) -> None:
        if (by := numbers(operands, 2)) is not None:
            self._state.leading = -by[1]
        self._move(operands)

    def _next_line(self, _: list[Operand]) -> None:
        self._move([0.0, -self._state.leading])

    def _set_stretch(self, operands: list[Operand]) -> None:
        self._state.stretch = (numbers(operands, 1) or [100.0])[0] / 100

    def _set_number(self, name: str, operands: list[Operand]) -> None:
        setattr(self._state, name, (numbers(operands, 1) or [0.0])[0])

    def _show_below(self, operands: list[Operand]) -> None:
        self._next_line(operands)
        self._show(operands)

    def _show(self, operands: list[Operand]) -> None:
        state, font = self._state, self._state.font
        shown = b"".join(strings(operands))
        if font is None or not shown or state.mode in _INVISIBLE or not self._seen:
            return
        drawn = self._drawn
        drawn.fonts[font.key] = font
        codes = font.codes(shown)
        drawn.codes.setdefault(font.key, Counter()).update(codes)
        if font.is_blank(codes):
            return
        size = state.size * font.scale
        a, b, c, d, e, f = multiply(multiply(state.matrix, self._text), (1.0, 0.0, 0.0, 1.0, 0.0, state.rise))
        drawn.add(
            drawn.texts, font.key, (a * size * state.stretch, b * size * state.stretch, c * size, d * size), e, f, codes
        )
