"""How many straight cuts make components loose.

A cut runs along one line, through all that lies side by side there, until a component is in its way: what a guillotine
or a knife on a ruler does while the pieces stay where they are. Neighbours that touch share a cut.
"""

from collections.abc import Iterable, Sequence

from generator.sheet.rects import Rect


def straight_cuts(trims: Sequence[Rect], in_the_way: Sequence[Rect] = ()) -> int:
    """The number of cuts along the edges of these trim boxes.

    Args:
        trims: what is cut straight, in whole micrometres; no two overlap.
        in_the_way: what no cut may cross besides, and is not cut straight itself.
    """
    everything = [*trims, *in_the_way]
    lying = _along([(r.x1, r.x2, r.y1, r.y2) for r in trims], [(r.x1, r.x2, r.y1, r.y2) for r in everything])
    standing = _along([(r.y1, r.y2, r.x1, r.x2) for r in trims], [(r.y1, r.y2, r.x1, r.x2) for r in everything])
    return lying + standing


EdgeSpan = tuple[int, int, int, int]  # start and end along a line, low and high across it


def _along(edges: Iterable[EdgeSpan], everything: Sequence[EdgeSpan]) -> int:
    lines: dict[int, list[tuple[int, int]]] = {}
    for start, end, low, high in edges:
        for at in (low, high):
            lines.setdefault(at, []).append((start, end))
    cuts = 0
    for at, intervals in lines.items():
        blocked = [start for start, _, low, high in everything if low < at < high]
        reached: int | None = None
        for start, end in sorted(intervals):
            if reached is None or any(reached <= block < start for block in blocked):
                cuts += 1
            reached = end if reached is None else max(reached, end)
    return cuts
