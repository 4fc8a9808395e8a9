"""Elliptical arcs as cubic curves.

Source: SVG 2, implementation notes B.2.4 (from end points to centre) and B.2.5 (radii that are too small).
"""

import math

from generator.draw.marks.marks import PathStep, Point

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
