"""Finished pictures that do not go with the bleed: round corners to mirror it from, or bleed in some of them only."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from generator.core.choices import Size
from generator.core.cores import cores_here, divided
from generator.draw.marks.picture import Picture, placed_rasters

_BARE = 240  # of 255: a grey from which on paper seems white
_BLEEDS = (3.0, 3.175)  # mm: what pictures are made with
_NEAR = 0.004  # in which proportions are the same
_NAMED = 6


def edge_warnings(pictures: Mapping[str, Picture]) -> Iterator[str]:
    """Warn of pictures, by their names, with round corners: these would be white in a bleed that is mirrored."""
    sources = {n: raster.source for n, each in pictures.items() for raster, *_ in placed_rasters(each.drawing.marks)}
    paths = {name: path for name, path in sources.items() if isinstance(path, Path)}
    seen = divided([partial(_is_round, path) for path in paths.values()], cores_here())
    if marred := [name for name, is_round in zip(paths, seen, strict=True) if is_round]:
        noun = "1 picture has" if len(marred) == 1 else f"{len(marred)} pictures have"
        yield f"warning: {noun} round corners, and bleed mirrored from there is white: {_named(marred)}; fill them"


def bleed_warnings(pictures: Mapping[str, Picture], size: Size) -> Iterator[str]:
    """Warn where some pictures have the proportions of the cut card, and others those of one with bleed."""
    plain, *bled = [(min(size) + 2 * bleed) / (max(size) + 2 * bleed) for bleed in (0.0, *_BLEEDS)]
    shapes = {name: min(each.width, each.height) / max(each.width, each.height) for name, each in pictures.items()}
    without = [name for name, shape in shapes.items() if abs(shape - plain) <= _NEAR]
    with_bleed = [name for name, shape in shapes.items() if min(abs(shape - each) for each in bled) <= _NEAR]
    if min(bled) - plain > 2 * _NEAR and without and with_bleed:
        sorts = f"with it: {_named(with_bleed)}; without: {_named(without)}"
        yield f"warning: some pictures seem to hold bleed and others not, so one sort comes out of size; {sorts}"


def _is_round(path: Path) -> bool:
    """Whether a picture's corners are white or see-through, and at most one of its edges is."""
    from PIL import Image

    with Image.open(path) as stored:
        stored.draft(None, (400, 400))
        whole = stored.convert("RGBA")
    paper = Image.new("RGBA", whole.size, "white")
    paper.alpha_composite(whole)
    grey, (wide, high) = paper.convert("L"), whole.size

    def is_bare(box: tuple[int, int, int, int]) -> bool:
        return not any(grey.crop(box).histogram()[:_BARE])

    x, y = wide // 4, high // 4
    edges = ((0, y, 1, high - y), (wide - 1, y, wide, high - y), (x, 0, wide - x, 1), (x, high - 1, wide - x, high))
    corners = ((left, top, left + 2, top + 2) for left in (0, wide - 2) for top in (0, high - 2))
    return min(wide, high) >= 50 and sum(is_bare(edge) for edge in edges) <= 1 and all(is_bare(box) for box in corners)


def _named(names: Sequence[str]) -> str:
    return ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
