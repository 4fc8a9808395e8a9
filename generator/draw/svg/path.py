"""SVG path data to absolute moves, lines and cubic curves.

Source: SVG 2, chapter 9 (grammar and meaning of path data).
"""

import math
import re
from collections.abc import Callable
from itertools import repeat

from generator.draw.marks.marks import Outline, PathStep, Point

# Larger numbers mean nothing on paper, and keeping them out keeps infinity out.
LARGEST = 1e6

SPACE = " \t\r\n\f"
NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
GAP = rf"[{SPACE}]*(?:,[{SPACE}]*)?"
_NUMBER = re.compile(f"({NUMBER})")
_GAP = re.compile(GAP)
_COMMON_GAPS = frozenset({"", " ", ",", ", "})
_COMMAND = re.compile("([MmLlHhVvCcSsQqTtAaZz])")
# With these alone, what Python takes for numbers between spaces is what SVG does, and a minus starts a number.
_USUAL = f"MmLlHhVvCcSsQqTtAaZz0123456789+-.{SPACE}"
# The two flags of an arc may touch what follows them ("a1 1 0 0110 5"), so arcs are read whole. The groups are
# atomic: without that, a long row of digits could be cut in ever so many ways.
_ARC = re.compile("".join(rf"((?>{part}))(?>{GAP})" for part in [NUMBER] * 3 + ["[01]"] * 2 + [NUMBER] * 2))


def parse_path(data: str) -> Outline:
    """Read the ``d`` of a path: absolute M, L, C and Z steps, in the units of the data. Each subpath starts with M.

    Raises:
        ValueError: the data is malformed; the message says what is wrong.
    """
    usual = not data.strip(_USUAL)
    pieces = _COMMAND.split(data.replace("-", " -") if usual else data)
    if pieces[0].strip(SPACE) or (len(pieces) > 1 and pieces[1] not in "Mm"):
        raise ValueError(f"path data starts with {excerpt(data)}, not with M")
    pen = _Pen()
    for letter, text in zip(pieces[1::2], pieces[2::2], strict=True):
        values = _numbers_after(letter, text, usual=usual)
        name, draw, arity, relative = _COMMANDS[letter]
        if (not values or len(values) % arity) if arity else values:
            expected = f"{arity} number{'s' if arity > 1 else ''} at a time" if arity else "no numbers"
            raise ValueError(f"{letter} takes {expected}, but has {len(values)}: {excerpt(letter + text)}")
        if pen.closed and name not in "MZ":
            pen.reopen()
        pen.relative = relative
        draw(pen, values)
        pen.previous = name
    return tuple(pen.steps)


def numbers(text: str, most: float = LARGEST) -> list[float]:
    """A list of numbers with spaces or single commas between them, as SVG writes lists.

    Raises:
        ValueError: something else is among them, or a number is beyond ``most``, or minus that.
    """
    parts = _NUMBER.split(text)
    gaps = parts[::2]
    if not _COMMON_GAPS.issuperset(gaps):
        for gap in gaps:
            if not _GAP.fullmatch(gap):
                raise ValueError(f"{excerpt(gap.strip(SPACE))} is not a number")
    if "," in gaps[0] or "," in gaps[-1]:
        raise ValueError(f"a comma is before or after all numbers in {excerpt(text)}")
    return _limited([float(part) for part in parts[1::2]], most)


def point_for_comma(text: str) -> str:
    """What to write in place of a number with a comma; empty for anything else."""
    return f"; write a point: {text.replace(',', '.')}" if re.fullmatch(r"-?\d+,\d+", text) else ""


def _without_unit(text: str) -> str:
    """What to write in place of a number with a unit; empty for anything else."""
    match = re.fullmatch(rf"({NUMBER}) *([a-zA-Z]+|%)", text)
    if match and match[2] == "%":
        return f"; write a part of 1: {float(match[1]) / 100:g}"
    return f"; write it without {match[2]}: {match[1]}" if match else ""


def number(text: str) -> float:
    """A single number.

    Raises:
        ValueError: it is none, or beyond ±1,000,000.
    """
    text = text.strip(SPACE)
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{excerpt(text)} is not a number{point_for_comma(text) or _without_unit(text)}")
    return _limited([float(text)])[0]


def _numbers_after(letter: str, text: str, *, usual: bool) -> list[float]:
    """The numbers behind a command's letter. Raises like `parse_path`."""
    try:
        return _arc_numbers(text) if letter in "Aa" else _spaced_numbers(text) if usual else numbers(text)
    except ValueError as error:
        raise ValueError(f"{error}, after {letter}") from None


def _spaced_numbers(text: str) -> list[float]:
    """As ``numbers``, but much faster where spaces stand between all of them."""
    try:
        values = [float(part) for part in text.split()]
    except ValueError:
        return numbers(text)
    return _limited(values)


def _arc_numbers(text: str) -> list[float]:
    position = len(text) - len(text.lstrip(SPACE))
    values: list[float] = []
    while position < len(text):
        match = _ARC.match(text, position)
        if not match:
            raise ValueError(f"{excerpt(text[position:])} is not an arc's rx ry angle flag flag x y (a flag is 0 or 1)")
        values += map(float, match.groups())
        position = match.end()
    if text.rstrip(SPACE).endswith(","):
        raise ValueError(f"a comma is after all numbers in {excerpt(text)}")
    return _limited(values)


def _limited(values: list[float], most: float = LARGEST) -> list[float]:
    if values and (max(values) > most or min(values) < -most):
        raise ValueError(f"{max(values, key=abs):g} is beyond ±{most:,.0f}")
    return values


def excerpt(text: str) -> str:
    """The start of ``text`` in quotes, short enough for a message."""
    text = text.strip(SPACE)
    return repr(text if len(text) <= 30 else f"{text[:29]}…")


class _Pen:
    """Draws command after command; each method takes all the numbers behind one command letter."""

    __slots__ = ("closed", "control_x", "control_y", "previous", "relative", "start_x", "start_y", "steps", "x", "y")

    def __init__(self) -> None:
        self.steps: list[PathStep] = []
        self.x = self.y = self.start_x = self.start_y = self.control_x = self.control_y = 0.0
        self.previous = ""
        self.relative = False
        self.closed = False  # by Z, and nothing drawn since

    def reopen(self) -> None:
        """Start the subpath that follows a Z without a move."""
        self.steps.append(("M", self.x, self.y))
        self.closed = False

    def move(self, values: list[float]) -> None:
        self.x = self.start_x = values[0] + (self.x if self.relative else 0.0)
        self.y = self.start_y = values[1] + (self.y if self.relative else 0.0)
        self.steps.append(("M", self.x, self.y))
        self.closed = False
        if len(values) > 2:
            self.line(values[2:])

    def line(self, values: list[float]) -> None:
        pairs = iter(values)
        if not self.relative:
            self.steps += zip(repeat("L"), pairs, pairs, strict=False)
            self.x, self.y = values[-2:]
            return
        x, y = self.x, self.y
        for along, down in zip(pairs, pairs, strict=True):
            x, y = x + along, y + down
            self.steps.append(("L", x, y))
        self.x, self.y = x, y

    def horizontal(self, values: list[float]) -> None:
        for x in values:
            self.x = self.x + x if self.relative else x
            self.steps.append(("L", self.x, self.y))

    def vertical(self, values: list[float]) -> None:
        for y in values:
            self.y = self.y + y if self.relative else y
            self.steps.append(("L", self.x, self.y))

    def curve(self, values: list[float]) -> None:
        six = iter(values)
        if not self.relative:
            self.steps += zip(repeat("C"), six, six, six, six, six, six, strict=False)
            self.control_x, self.control_y, self.x, self.y = values[-4:]
            return
        x, y = self.x, self.y
        for x1, y1, x2, y2, x3, y3 in zip(six, six, six, six, six, six, strict=True):
            self.steps.append(("C", x + x1, y + y1, x + x2, y + y2, x + x3, y + y3))
            self.control_x, self.control_y = x + x2, y + y2
            x, y = x + x3, y + y3
        self.x, self.y = x, y

    def smooth_curve(self, values: list[float]) -> None:
        if self.previous not in ("C", "S"):
            self.control_x, self.control_y = self.x, self.y
        four = iter(values)
        for x2, y2, x, y in zip(four, four, four, four, strict=True):
            x1, y1 = 2 * self.x - self.control_x, 2 * self.y - self.control_y
            if self.relative:
                x2, y2, x, y = self.x + x2, self.y + y2, self.x + x, self.y + y
            self.steps.append(("C", x1, y1, x2, y2, x, y))
            self.x, self.y, self.control_x, self.control_y = x, y, x2, y2

    def quadratic(self, values: list[float]) -> None:
        four = iter(values)
        for x1, y1, x, y in zip(four, four, four, four, strict=True):
            if self.relative:
                x1, y1, x, y = self.x + x1, self.y + y1, self.x + x, self.y + y
            self._bend(x1, y1, x, y)

    def smooth_quadratic(self, values: list[float]) -> None:
        if self.previous not in ("Q", "T"):
            self.control_x, self.control_y = self.x, self.y
        pairs = iter(values)
        for x, y in zip(pairs, pairs, strict=True):
            if self.relative:
                x, y = self.x + x, self.y + y
            self._bend(2 * self.x - self.control_x, 2 * self.y - self.control_y, x, y)

    def _bend(self, x1: float, y1: float, x: float, y: float) -> None:
        """A quadratic curve, raised to the cubic that is the same curve."""
        first = (self.x + 2 * (x1 - self.x) / 3, self.y + 2 * (y1 - self.y) / 3)
        self.steps.append(("C", *first, x + 2 * (x1 - x) / 3, y + 2 * (y1 - y) / 3, x, y))
        self.x, self.y, self.control_x, self.control_y = x, y, x1, y1

    def arc(self, values: list[float]) -> None:
        seven = iter(values)
        for rx, ry, angle, large, sweep, x, y in zip(*[seven] * 7, strict=True):
            if self.relative:
                x, y = self.x + x, self.y + y
            start, radii, end = (self.x, self.y), (abs(rx), abs(ry)), (x, y)
            self.steps += arc_steps(start, radii, angle, end, large=bool(large), sweep=bool(sweep))
            self.x, self.y = x, y

    def close(self, _values: list[float]) -> None:
        if not self.closed:
            self.steps.append(("Z",))
        self.x, self.y, self.closed = self.start_x, self.start_y, True


_PENS: dict[str, tuple[Callable[[_Pen, list[float]], None], int]] = {
    "M": (_Pen.move, 2),
    "L": (_Pen.line, 2),
    "H": (_Pen.horizontal, 1),
    "V": (_Pen.vertical, 1),
    "C": (_Pen.curve, 6),
    "S": (_Pen.smooth_curve, 4),
    "Q": (_Pen.quadratic, 4),
    "T": (_Pen.smooth_quadratic, 2),
    "A": (_Pen.arc, 7),
    "Z": (_Pen.close, 0),
}
# By letter: the command's name, how to draw it, how many numbers it takes at a time, whether they are relative.
_COMMANDS = {
    letter: (name, draw, arity, letter != name)
    for name, (draw, arity) in _PENS.items()
    for letter in (name, name.lower())
}


# Below this a radius is as good as zero, and dividing by it would overflow.
_NO_RADIUS = 1e-100


def arc_steps(start: Point, radii: Point, angle: float, end: Point, *, large: bool, sweep: bool) -> list[PathStep]:
    """The steps of SVG's arc command from ``start`` (the current point) to ``end``.

    ``radii`` are not negative, ``angle`` is the turn of the x axis in degrees. No radius: a straight line.
    """
    if start == end:
        return []
    rx, ry = radii
    if rx < _NO_RADIUS or ry < _NO_RADIUS:
        return [("L", *end)]
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    half_x, half_y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    # The start on the ellipse made a unit circle, seen from the middle of the chord.
    x, y = (cos * half_x + sin * half_y) / rx, (cos * half_y - sin * half_x) / ry
    reach = math.hypot(x, y)
    if reach == 0:
        return [("L", *end)]
    if reach > 1:
        rx, ry, x, y = rx * reach, ry * reach, x / reach, y / reach
    # A hair below a half circle the square root would turn rounding into a visible shift.
    away = math.sqrt(1 - reach * reach) / reach if reach < 1 - 1e-12 else 0.0
    if large == sweep:
        away = -away
    centre_x, centre_y = away * y, -away * x
    first = math.atan2(y - centre_y, x - centre_x)
    turn = math.atan2(-y - centre_y, -x - centre_x) - first
    if sweep and turn < 0:
        turn += 2 * math.pi
    elif not sweep and turn > 0:
        turn -= 2 * math.pi
    middle_x, middle_y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    steps: list[PathStep] = []
    for u1, v1, u2, v2, u, v in unit_arc(first, turn):
        place: list[float] = []
        for px, py in ((u1, v1), (u2, v2), (u, v)):
            ex, ey = (px + centre_x) * rx, (py + centre_y) * ry
            place += (cos * ex - sin * ey + middle_x, sin * ex + cos * ey + middle_y)
        steps.append(("C", *place))
    steps[-1] = (*steps[-1][:5], *end)  # the next step starts where the author said
    return steps


def unit_arc(first: float, turn: float) -> list[tuple[float, float, float, float, float, float]]:
    """Control points of the cubics of an arc on the unit circle, from angle ``first`` over ``turn`` (radians).

    Each cubic covers a quarter or less: there its distance from the circle is below 0.03 % of the radius.
    """
    pieces = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / pieces
    pull = 4 / 3 * math.tan(step / 4)
    curves = []
    for piece in range(pieces):
        a, b = first + piece * step, first + (piece + 1) * step
        cos_a, sin_a, cos_b, sin_b = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
        leaving, arriving = (cos_a - pull * sin_a, sin_a + pull * cos_a), (cos_b + pull * sin_b, sin_b - pull * cos_b)
        curves.append((*leaving, *arriving, cos_b, sin_b))
    return curves
