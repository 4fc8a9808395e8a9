"""Whether points lie inside an outline."""

from collections.abc import Sequence

from generator.draw.marks.marks import Outline, Point

Polygon = tuple[tuple[Point, ...], ...]  # closed runs of points, such as an outline and its holes

_PIECES = 16  # of a curve


def polygon(outline: Outline) -> Polygon:
    """An outline with its curves as points: on a circle 60 mm wide they are 0.04 mm inside it."""
    runs: list[list[Point]] = []
    for step in outline:
        if step[0] == "M":
            runs.append([(step[1], step[2])])
        elif step[0] == "L":
            runs[-1].append((step[1], step[2]))
        elif step[0] == "C":
            x, y = runs[-1][-1]
            _, x1, y1, x2, y2, x3, y3 = step
            for piece in range(1, _PIECES + 1):
                t = piece / _PIECES
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                runs[-1].append((a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3))
    return tuple(tuple(run) for run in runs if len(run) > 2)


def is_inside(point: Point, shape: Polygon) -> bool:
    """Whether a point lies inside, by the number of edges to its right (even-odd)."""
    x, y = point
    inside = False
    for run in shape:
        ax, ay = run[-1]
        for bx, by in run:
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
            ax, ay = bx, by
    return inside


def on_edges(corners: Sequence[Point], pieces: int = 8) -> list[Point]:
    """Points on the edges of a rectangle or another polygon, ``pieces`` an edge."""
    points: list[Point] = []
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        points += [(ax + (bx - ax) * n / pieces, ay + (by - ay) * n / pieces) for n in range(pieces)]
    return points
