"""Edges and corners of finished pictures, where bleed is mirrored from them; and which of them hold bleed already."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from generator.core.choices import Size
from generator.core.cores import cores_here, divided
from generator.draw.marks.picture import Picture, placed_rasters

ROUND, LINE = "round corners", "a thin white line at an edge"
_HINTS = {ROUND: "fill them", LINE: "cut it off"}
_BARE = 240  # of 255: a grey from which on paper seems white
_BLEEDS = (3.0, 3.175)  # mm: what pictures are made with
_NEAR = 0.004  # in which proportions are the same
_NAMED = 6
_AT_ONCE = 25


def edge_warnings(pictures: Mapping[str, Picture]) -> Iterator[str]:
    """Warn of pictures, by their names, whose mirrored edges would be white in the bleed."""
    paths = {
        name: raster.source for name, each in pictures.items() for raster, *_ in placed_rasters(each.drawing.marks)
    }
    names = list(paths)
    lots = [names[at : at + _AT_ONCE] for at in range(0, len(names), _AT_ONCE)]
    tasks = [partial(_flaws, [path for name in lot if isinstance(path := paths[name], Path)]) for lot in lots]
    flaws = [flaw for lot in divided(tasks, cores_here()) for flaw in lot]
    for flaw, hint in _HINTS.items():
        if marred := [name for name, own in zip(names, flaws, strict=True) if own == flaw]:
            noun = "1 picture has" if len(marred) == 1 else f"{len(marred)} pictures have"
            yield f"warning: {noun} {flaw}, and bleed mirrored from there is white: {_named(marred)}; {hint}"


def bleed_warnings(pictures: Mapping[str, Picture], size: Size) -> Iterator[str]:
    """Warn where some pictures have the proportions of the cut card, and others those of one with bleed."""
    plain, *bled = [(min(size) + 2 * bleed) / (max(size) + 2 * bleed) for bleed in (0.0, *_BLEEDS)]
    shapes = {name: min(each.width, each.height) / max(each.width, each.height) for name, each in pictures.items()}
    without = [name for name, shape in shapes.items() if abs(shape - plain) <= _NEAR]
    with_bleed = [name for name, shape in shapes.items() if min(abs(shape - each) for each in bled) <= _NEAR]
    if min(bled) - plain > 2 * _NEAR and without and with_bleed:
        sorts = f"with it: {_named(with_bleed)}; without: {_named(without)}"
        yield f"warning: some pictures seem to hold bleed and others not, so one sort comes out of size; {sorts}"


def _flaws(paths: Sequence[Path]) -> list[str]:
    return [_flaw(path) for path in paths]


def _flaw(path: Path) -> str:
    """What of a picture's edges mirrored bleed would spoil; empty where it is nothing."""
    from PIL import Image

    with Image.open(path) as stored:
        stored.draft(None, (400, 400))
        whole = stored.convert("RGBA")
    paper = Image.new("RGBA", whole.size, "white")
    paper.alpha_composite(whole)
    grey = paper.convert("L")
    wide, high = grey.size

    def is_bare(left: int, top: int, right: int, bottom: int) -> bool:
        return not any(grey.crop((left, top, right, bottom)).histogram()[:_BARE])

    def edges(deep: int) -> list[bool]:
        """Whether the middle of each edge is white, this many pixels from it."""
        x, y = (wide // 4, wide - wide // 4), (high // 4, high - high // 4)
        far = wide - 1 - deep, high - 1 - deep
        return [
            *(is_bare(at, y[0], at + 1, y[1]) for at in (deep, far[0])),
            *(is_bare(x[0], at, x[1], at + 1) for at in (deep, far[1])),
        ]

    if min(wide, high) < 50:
        return ""
    outer = edges(0)
    if sum(outer) <= 1 and all(is_bare(x, y, x + 2, y + 2) for x in (0, wide - 2) for y in (0, high - 2)):
        return ROUND
    deep = max(4, min(wide, high) // 100)
    thin = zip(outer, edges(deep), edges(2 * deep), strict=True)
    return LINE if any(edge and not (inner or further) for edge, inner, further in thin) else ""


def _named(names: Sequence[str]) -> str:
    return ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
