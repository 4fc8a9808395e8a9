"""The part of reading content streams that is about text (ISO 32000-1, 9): which fonts, at which size, where."""

from collections import Counter

from msgspec import Struct

from generator.draw.marks.marks import IDENTITY, Matrix, multiply
from generator.pdf.preflight.font_reading import ReadFont
from generator.pdf.preflight.resources import Resources
from generator.pdf.preflight.tally import Drawn
from generator.pdf.preflight.tokens import Operand, numbers, strings

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
        codes = font.codes(shown)
        drawn.codes.setdefault(font.key, Counter()).update(codes)
        if font.is_blank(codes):
            return
        size = state.size * font.scale
        a, b, c, d, e, f = multiply(multiply(state.matrix, self._text), (1.0, 0.0, 0.0, 1.0, 0.0, state.rise))
        drawn.add(
            drawn.texts, font.key, (a * size * state.stretch, b * size * state.stretch, c * size, d * size), e, f, codes
        )
