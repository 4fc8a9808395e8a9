"""Reads content streams: which texts, lines and pictures they place, at which size (ISO 32000-1, 8 and 9).

Of the language of pages this follows what moves, scales and shows; colours only as far as it takes to know white.
Patterns and annotations are left out: the picture of the page has them.
"""

from collections.abc import Callable, Hashable
from functools import partial

from msgspec.structs import replace

from generator.draw.marks.marks import IDENTITY, Matrix, multiply
from generator.pdf.preflight.objects import MOST, Allowance, Unreadable, unpacked
from generator.pdf.preflight.resources import Form, Resources
from generator.pdf.preflight.text_reading import Drawn, State, TextReader
from generator.pdf.preflight.tokens import (
    PATH,
    PICTURE,
    Operand,
    first_point,
    four_corners,
    numbers,
    operations,
    pairs,
    rectangle,
)

_DEEPEST = 24  # forms in forms
_WHITE = [1.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0]  # as grey, red-green-blue, and inks
_MOST_KEPT = 100_000  # sums of forms that are kept
_MOST_SAVED = 5_000  # states put aside by q


class Forms:
    """Sums up forms, each once as long as there are not too many."""

    def __init__(self, allowance: Allowance) -> None:
        self.allowance = allowance
        self._drawn: dict[Hashable, Drawn] = {}
        self._sums = 0
        self._open: list[Hashable] = []

    def drawn(self, form: Form, around: Resources) -> Drawn:
        """What a form draws.

        Raises:
            Unreadable: it is inside itself, or too deep inside others.
        """
        if form.key in self._open or len(self._open) >= _DEEPEST:
            raise Unreadable(
                "damaged", "a drawing contains itself, or is too deep inside others", "make the file again"
            )
        known = self._drawn.pop(form.key, None)
        if known is not None:
            self._drawn[form.key] = known  # the last that was asked for is the last to go
            return known
        self._open.append(form.key)
        try:
            drawn = read_content(unpacked(form.stream, self.allowance), around.of(form), self)
        finally:
            self._open.pop()
        self._sums += drawn.sorts
        while self._drawn and self._sums > _MOST_KEPT:
            self._sums -= self._drawn.pop(next(iter(self._drawn))).sorts
        self._drawn[form.key] = drawn
        return drawn


def read_content(data: bytes, resources: Resources, forms: Forms, matrix: Matrix = IDENTITY) -> Drawn:
    """What a content stream draws, in coordinates to which ``matrix`` leads from its own.

    Raises:
        Unreadable: the file unpacks to more than is read.
    """
    return _Reader(data, resources, forms, matrix).read()


class _Reader(TextReader):
    """One content stream being read."""

    def __init__(self, data: bytes, resources: Resources, forms: Forms, matrix: Matrix) -> None:
        super().__init__(resources, matrix)
        self._data = data
        self._forms = forms
        self._saved: list[State] = []
        self._path: tuple[int, int] | None = None
        self._clipping = False
        self._operators: dict[bytes, Callable[[list[Operand]], None]] = {
            PATH: self._note_path, PICTURE: self._place_inline, b"q": self._save, b"Q": self._restore,
            b"cm": self._concatenate, b"w": self._set_width, b"gs": self._set_all, b"Do": self._place,
            b"G": self._set_colour, b"RG": self._set_colour, b"K": self._set_colour, b"SC": self._set_colour,
            b"SCN": self._set_colour, b"CS": self._set_colour, b"BT": self._begin_text, b"Tf": self._set_font,
            b"Tm": self._set_place, b"Td": self._move, b"TD": self._move_and_lead, b"T*": self._next_line,
            b"TL": partial(self._set_number, "leading"), b"Ts": partial(self._set_number, "rise"),
            b"Tr": partial(self._set_number, "mode"), b"Tz": self._set_stretch,
            b"Tj": self._show, b"TJ": self._show, b"'": self._show_below, b'"': self._show_below,
            b"W": self._clip, b"W*": self._clip, b"n": self._end_path, b"f": self._fill, b"F": self._fill,
            b"f*": self._fill, b"S": self._stroke, b"s": self._stroke, b"B": self._stroke, b"B*": self._stroke,
            b"b": self._stroke, b"b*": self._stroke, b"g": self._set_fill, b"rg": self._set_fill,
            b"k": self._set_fill, b"sc": self._set_fill, b"scn": self._set_fill, b"cs": self._set_fill,
            b"BDC": self._open_layer, b"BMC": self._open_layer,
            b"EMC": self._close_layer,
        }  # fmt: skip

    def read(self) -> Drawn:
        """Read it all."""
        operators = self._operators
        for operator, operands in operations(self._data, operators, self._forms.allowance):
            operators[operator](operands)
            self._drawn.marks += 1
        return self._drawn

    # States

    def _save(self, _: list[Operand]) -> None:
        if len(self._saved) < _MOST_SAVED:
            self._saved.append(replace(self._state))

    def _restore(self, _: list[Operand]) -> None:
        if self._saved:
            self._state = self._saved.pop()

    def _concatenate(self, operands: list[Operand]) -> None:
        if (inner := numbers(operands, 6)) is not None:
            self._state.matrix = multiply(self._state.matrix, tuple(inner))  # type: ignore[arg-type]

    def _set_width(self, operands: list[Operand]) -> None:
        if (width := numbers(operands, 1)) is not None:
            self._state.width = abs(width[0])

    def _set_all(self, operands: list[Operand]) -> None:
        if operands and isinstance(operands[-1], str):
            width, font, size = self._resources.settings(operands[-1])
            if width is not None:
                self._state.width = abs(width)
            if font is not None:
                self._state.font, self._state.size = font, size

    def _set_colour(self, operands: list[Operand]) -> None:
        self._state.white = operands in _WHITE

    def _set_fill(self, operands: list[Operand]) -> None:
        self._state.blank = operands in _WHITE

    def _open_layer(self, operands: list[Operand]) -> None:
        name = operands[1] if len(operands) == 2 and operands[0] == "OC" else None
        self._layers.append(isinstance(name, str) and self._resources.is_hidden(name))

    def _close_layer(self, _: list[Operand]) -> None:
        if self._layers:
            self._layers.pop()

    # Paths

    def _note_path(self, operands: list[Operand]) -> None:
        start, end = operands
        if self._path is None:
            self._path = int(start), int(end)
        else:
            self._path = self._path[0], int(end)

    def _clip(self, _: list[Operand]) -> None:
        self._clipping = True

    def _stroke(self, operands: list[Operand]) -> None:
        state = self._state
        if self._path is not None and not state.white and self._seen:
            a, b, c, d, e, f = state.matrix
            x, y = first_point(self._data, self._path[0])
            factors = (a * state.width, b * state.width, c * state.width, d * state.width)
            self._drawn.add(self._drawn.strokes, None, factors, a * x + c * y + e, b * x + d * y + f)
            self._paint(filled=False)
        self._end_path(operands)

    def _fill(self, operands: list[Operand]) -> None:
        if not self._state.blank:
            self._paint(filled=True)
        self._end_path(operands)

    def _paint(self, *, filled: bool) -> None:
        if self._path is not None and self._seen:
            for corners in four_corners(self._data[self._path[0] : self._path[1]]):
                self._drawn.paint(self._state.matrix, corners, filled=filled)

    def _end_path(self, _: list[Operand]) -> None:
        if self._clipping and self._path is not None:
            box = rectangle(self._data[self._path[0] : self._path[1]]) if self._path[1] - self._path[0] < 100 else None
            if box is not None:
                self._add_piece((box[2], 0.0, 0.0, box[3], box[0], box[1]))
        self._path, self._clipping = None, False

    def _add_piece(self, square: Matrix) -> None:
        if self._seen:
            self._drawn.add_pieces([multiply(self._state.matrix, square)])

    # Forms and pictures

    def _place(self, operands: list[Operand]) -> None:
        if not operands or not isinstance(operands[-1], str) or not self._seen:
            return
        form = self._resources.form(operands[-1])
        if form is not None:
            matrix = multiply(self._state.matrix, form.matrix)
            drawn = self._forms.drawn(form, self._resources)
            self._forms.allowance.take(steps=drawn.sorts)
            self._drawn.marks += drawn.marks
            if self._drawn.marks > MOST.marks:
                self._forms.allowance.take(marks=self._drawn.marks)
            self._drawn.place(drawn, matrix, form.box)
            left, top, right, bottom = form.box
            self._drawn.add_pieces([multiply(matrix, (right - left, 0.0, 0.0, bottom - top, left, top))])
        elif (pixels := self._resources.pixels(operands[-1])) is not None:
            self._add_picture(pixels)

    def _place_inline(self, operands: list[Operand]) -> None:
        given = pairs(operands)
        width, height = given.get("W", given.get("Width")), given.get("H", given.get("Height"))
        if isinstance(width, float) and isinstance(height, float) and width > 0 and height > 0 and self._seen:
            self._add_picture((int(width), int(height)))

    def _add_picture(self, pixels: tuple[int, int]) -> None:
        a, b, c, d, e, f = self._state.matrix
        self._drawn.add(self._drawn.pictures, pixels, (a, b, c, d), (a + c) / 2 + e, (b + d) / 2 + f, pixels)
        self._drawn.add_pieces([self._state.matrix])
