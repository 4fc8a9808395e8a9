"""Reads content streams: which texts, lines and pictures they place, at which size (ISO 32000-1, 8 and 9).

Of the language of pages this follows what moves, scales and shows; colours only as far as it takes to know white.
Patterns and annotations are left out: the picture of the page has them.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace

from generator.face.marks import IDENTITY, Matrix, multiply
from generator.press.preflight.fonts import Font
from generator.press.preflight.objects import Allowance, unpacked
from generator.press.preflight.resources import Form, Resources
from generator.press.preflight.tally import Drawn
from generator.press.preflight.tokens import (
    PATH,
    PICTURE,
    Operand,
    first_point,
    numbers,
    operations,
    pairs,
    rectangle,
    strings,
)

_DEEPEST = 24  # forms in forms
_MOST_SAVED = 5_000  # states put aside by q
_A_SORT = 100  # to count what a form draws once more is as much work as to read so many bytes
_SAMPLE = 60  # codes kept of a text
_INVISIBLE = 3.0, 7.0  # text render modes that leave no ink


@dataclass(slots=True)
class _State:
    """What ``q`` puts aside and ``Q`` brings back."""

    matrix: Matrix = IDENTITY
    width: float = 1.0
    white: bool = False
    font: Font | None = None
    size: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: float = 0.0


class Forms:
    """Sums up forms, each once."""

    def __init__(self, allowance: Allowance) -> None:
        self.allowance = allowance
        self._drawn: dict[Hashable, Drawn] = {}
        self._open: list[Hashable] = []

    def drawn(self, form: Form, around: Resources) -> Drawn:
        """What a form draws; nothing where it is inside itself, or too deep inside others."""
        if form.key in self._open or len(self._open) >= _DEEPEST:
            return Drawn()
        if form.key not in self._drawn:
            self._open.append(form.key)
            try:
                self._drawn[form.key] = read_content(unpacked(form.stream, self.allowance), around.of(form), self)
            finally:
                self._open.pop()
        return self._drawn[form.key]


def read_content(data: bytes, resources: Resources, forms: Forms, matrix: Matrix = IDENTITY) -> Drawn:
    """What a content stream draws, in coordinates to which ``matrix`` leads from its own.

    Raises:
        Unreadable: the file unpacks to more than is looked at.
    """
    return _Reader(data, resources, forms, matrix).read()


class _Reader:
    """One content stream being read."""

    def __init__(self, data: bytes, resources: Resources, forms: Forms, matrix: Matrix) -> None:
        self._data = data
        self._resources = resources
        self._forms = forms
        self._drawn = Drawn()
        self._state = _State(matrix)
        self._saved: list[_State] = []
        self._text = self._line = IDENTITY
        self._path: tuple[int, int] | None = None
        self._clipping = False
        self._layers: list[bool] = []  # of the marked contents that are open, whether each is hidden
        self._operators: dict[str, Callable[[list[Operand]], None]] = {
            PATH: self._note_path, PICTURE: self._place_inline, "q": self._save, "Q": self._restore,
            "cm": self._concatenate, "w": self._set_width, "gs": self._set_all, "Do": self._place,
            "G": self._set_colour, "RG": self._set_colour, "K": self._set_colour, "SC": self._set_colour,
            "SCN": self._set_colour, "CS": self._forget_colour, "BT": self._begin_text, "Tf": self._set_font,
            "Tm": self._set_place, "Td": self._move, "TD": self._move_and_lead, "T*": self._next_line,
            "TL": self._set_leading, "Tz": self._set_stretch, "Ts": self._set_rise, "Tr": self._set_mode,
            "Tj": self._show, "TJ": self._show, "'": self._show_below, '"': self._show_below,
            "W": self._clip, "W*": self._clip, "n": self._end_path, "f": self._end_path, "F": self._end_path,
            "f*": self._end_path, "S": self._stroke, "s": self._stroke, "B": self._stroke, "B*": self._stroke,
            "b": self._stroke, "b*": self._stroke, "BDC": self._open_layer, "BMC": self._open_layer,
            "EMC": self._close_layer,
        }  # fmt: skip

    def read(self) -> Drawn:
        """Read it all."""
        operators = self._operators
        for operator, operands in operations(self._data):
            act = operators.get(operator)
            if act is not None:
                act(operands)
        return self._drawn

    @property
    def _seen(self) -> bool:
        return True not in self._layers

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
            settings = self._resources.settings(operands[-1])
            if settings.width is not None:
                self._state.width = abs(settings.width)
            if settings.font is not None:
                self._state.font, self._state.size = settings.font, settings.size

    def _set_colour(self, operands: list[Operand]) -> None:
        self._state.white = operands in ([1.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0])

    def _forget_colour(self, _: list[Operand]) -> None:
        self._state.white = False

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
            self._path = int(start), int(end)  # type: ignore[arg-type]
        else:
            self._path = self._path[0], int(end)  # type: ignore[arg-type]

    def _clip(self, _: list[Operand]) -> None:
        self._clipping = True

    def _stroke(self, operands: list[Operand]) -> None:
        state = self._state
        if self._path is not None and not state.white and self._seen:
            a, b, c, d, e, f = state.matrix
            x, y = first_point(self._data, self._path[0])
            factors = (a * state.width, b * state.width, c * state.width, d * state.width)
            self._drawn.add(self._drawn.strokes, None, factors, a * x + c * y + e, b * x + d * y + f)
        self._end_path(operands)

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
            self._forms.allowance.take(_A_SORT * drawn.sorts)
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
        self._drawn.add(self._drawn.pictures, pixels, (a, b, c, d), (a + c) / 2 + e, (b + d) / 2 + f)
        self._drawn.add_pieces([self._state.matrix])

    # Texts

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

    def _set_leading(self, operands: list[Operand]) -> None:
        self._state.leading = (numbers(operands, 1) or [0.0])[0]

    def _set_stretch(self, operands: list[Operand]) -> None:
        self._state.stretch = (numbers(operands, 1) or [100.0])[0] / 100

    def _set_rise(self, operands: list[Operand]) -> None:
        self._state.rise = (numbers(operands, 1) or [0.0])[0]

    def _set_mode(self, operands: list[Operand]) -> None:
        self._state.mode = (numbers(operands, 1) or [0.0])[0]

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
        counts = drawn.codes.setdefault(font.key, {})
        codes = list(font.codes(shown))
        for code in codes:
            counts[code] = counts.get(code, 0) + 1
        sample = codes[:_SAMPLE]
        if font.text(sample).isspace():
            return  # as wide as it may be, it is not seen
        size = state.size * font.scale
        a, b, c, d, e, f = multiply(multiply(state.matrix, self._text), (1.0, 0.0, 0.0, 1.0, 0.0, state.rise))
        drawn.add(drawn.texts, font.key, (a * size * state.stretch, b * size * state.stretch, c * size, d * size), e, f, sample)
