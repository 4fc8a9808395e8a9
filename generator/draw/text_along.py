"""Text along a line: each letter, with the signs on it, stands on the line and is turned with it."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import dist

from generator.core.choices import mm_from_points
from generator.core.places import Point
from generator.draw.frame import runs_of
from generator.draw.marks.fonts import clusters
from generator.draw.marks.marks import Mark, Matrix, Outline, multiply
from generator.draw.marks.picture import Picture
from generator.draw.svg.path import parse_path
from generator.draw.text.fit import FittedText, TextArea
from generator.draw.text.text_lines import TextLine
from generator.draw.text.text_marks import line_marks
from generator.draw.text.words import Atom
from generator.model.budget import ExpressionError

Letter = tuple[list[Mark], TextArea, Matrix]  # its marks, the box round it, and what places that


@dataclass(frozen=True)
class Baseline:
    """The line that letters stand on, as points and how far along it each of them is, in mm."""

    path: Outline
    points: tuple[Point, ...]
    reaches: tuple[float, ...]

    def at(self, far: float) -> Point:
        """The point ``far`` mm along the line."""
        number = min(max(bisect_right(self.reaches, far), 1), len(self.points) - 1)
        (ax, ay), (bx, by) = self.points[number - 1 : number + 1]
        before, after = self.reaches[number - 1 : number + 1]
        part = (far - before) / (after - before)
        return ax + part * (bx - ax), ay + part * (by - ay)


def read_baseline(data: str) -> Baseline:
    """The line of a path's ``d``.

    Raises:
        ValueError: it is none, or several.
    """
    path = parse_path(data)
    runs = runs_of(path)
    if len(runs) != 1:
        raise ValueError("it is not one line; write the d of a path, such as {{ path([start, end]) }}")
    around = [*runs[0], *([runs[0][0]] if path[-1][0] == "Z" else [])]
    points = [around[0], *(end for start, end in pairwise(around) if dist(start, end) > 1e-6)]
    if len(points) < 2:
        raise ValueError("the line has no length")
    return Baseline(path, tuple(points), tuple(accumulate([0.0, *(dist(*leg) for leg in pairwise(points))])))


def letters_along(fitted: FittedText, box: TextArea, line: Baseline, matrix: Matrix) -> Iterator[Letter]:
    """The letters and icons of a text that was fitted to the length of a line.

    Raises:
        ExpressionError: some of them run from right to left.
    """
    size = mm_from_points(fitted.size)
    outline = box.outline if fitted.size > box.outlined_above else 0.0
    for row in fitted.lines:
        if row.leftwards or any(atom.level for atom in row.atoms):
            raise ExpressionError(
                "text from right to left cannot stand along a line", "set it in a box, without data-along"
            )
        start = {"center": 0.5, "right": 1.0}.get(box.align, 0.0) * (box.width - row.width * size)
        for atom, ahead in _letters(row):
            half = atom.width * size / 2
            middle, reach = start + ahead * size + half, max(half, 0.01)
            (ax, ay), (bx, by) = line.at(middle - reach), line.at(middle + reach)
            long = dist((ax, ay), (bx, by)) or 1.0
            across, down = (bx - ax) / long, (by - ay) / long
            place = multiply(matrix, (across, down, -down, across, (ax + bx) / 2, (ay + by) / 2))
            marks = line_marks(TextLine((atom,), atom.width), -half, 0.0, size, place, box.colour, outline)
            high = box.fonts[0].cap_height * size
            yield marks, replace(box, x=-half, y=-high, width=2 * half, height=high), place


def _letters(row: TextLine) -> Iterator[tuple[Atom, float]]:
    """Each letter and icon, with where it begins at size 1: as near to the one before as the font has it."""
    ahead = 0.0
    for atom in row.atoms:
        if isinstance(atom.source, Picture) or atom.look.reading:
            yield atom, ahead
        elif not atom.text.isspace():
            for letter, text in zip(clusters(atom.text), accumulate(clusters(atom.text)), strict=True):
                own = atom.measured(letter)
                yield own, ahead + atom.measured(text).width - own.width
        ahead += atom.width
