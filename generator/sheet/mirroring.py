"""Art that ends too early: round it, what mirrors at its edges would show."""

from collections.abc import Sequence

from generator.draw.marks.marks import Drawing, Mark, Matrix, PlacedDrawing, content_name

Edges = tuple[float, float, float, float]  # left, top, right, bottom, in mm


def mirrored_round(marks: Sequence[Mark], edges: Edges) -> tuple[PlacedDrawing, ...]:
    """What of the marks lies within these edges, and on all sides of it the same in a mirror."""
    left, top, right, bottom = edges
    within = Drawing(f"{content_name(tuple(marks))} in {right - left:g}x{bottom - top:g}", tuple(marks), edges)
    return tuple(PlacedDrawing(within, _mirror(across, down, edges)) for across in (-1, 0, 1) for down in (-1, 0, 1))


def _mirror(across: int, down: int, edges: Edges) -> Matrix:
    """The neighbour of a box on one side, as a mirror at that edge shows it."""
    left, top, right, bottom = edges
    x = (1.0, 0.0) if not across else (-1.0, 2 * (left if across < 0 else right))
    y = (1.0, 0.0) if not down else (-1.0, 2 * (top if down < 0 else bottom))
    return (x[0], 0.0, 0.0, y[0], x[1], y[1])
