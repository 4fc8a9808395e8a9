"""Warnings about the edges and proportions of finished pictures: round corners, stray lines, bleed here and there."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from generator.core.choices import Size
from generator.core.cores import cores_here, divided
from generator.draw.marks.picture import Picture
from generator.printing.finished_sheets import shown

_BARE = 240  # of 255: a grey from which on paper seems white
_BLEEDS = (3.0, 3.175)  # mm: what pictures are made with
_NEAR = 0.004  # in which proportions are the same
_NAMED = 6
_ROUND, _LINED = "round corners", "a white line at an edge"
_THIN = 75  # of the shorter side: 0.8 mm of a poker card
_MOSTLY = 0.8  # of the pixels right behind such a line
_Box = tuple[int, int, int, int]


def edge_warnings(pictures: Mapping[str, Picture]) -> Iterator[str]:
    """Warn of pictures, by their names, with round corners or a stray line at an edge, which bleed would mirror."""
    whole = {name: picture for name, picture in pictures.items() if picture.drawing.box is None}  # not cut from a sheet
    flaws = divided([partial(_flaw, picture) for picture in whole.values()], cores_here())
    for flaw, result in (
        (_ROUND, "and bleed mirrored from there is white: {}; fill them"),
        (_LINED, "which bleed mirrors onto the cut: {}; trim it"),
    ):
        if marred := [name for name, own in zip(whole, flaws, strict=True) if own == flaw]:
            noun = "1 picture has" if len(marred) == 1 else f"{len(marred)} pictures have"
            yield f"warning: {noun} {flaw}, {result.format(_named(marred))}"


def bleed_warnings(pictures: Mapping[str, Picture], size: Size) -> Iterator[str]:
    """Warn where some pictures have the proportions of the cut card, and others those of one with bleed."""
    plain, *bled = [(min(size) + 2 * bleed) / (max(size) + 2 * bleed) for bleed in (0.0, *_BLEEDS)]
    shapes = {name: min(each.width, each.height) / max(each.width, each.height) for name, each in pictures.items()}
    without = [name for name, shape in shapes.items() if abs(shape - plain) <= _NEAR]
    with_bleed = [name for name, shape in shapes.items() if min(abs(shape - each) for each in bled) <= _NEAR]
    if min(bled) - plain > 2 * _NEAR and without and with_bleed:
        sorts = f"with it: {_named(with_bleed)}; without: {_named(without)}"
        yield (
            f"warning: some pictures seem to hold bleed and others not, so one sort comes out of size; "
            f"print each by itself; {sorts}"
        )


def _flaw(picture: Picture) -> str:
    """What of a picture's edges would show: white or see-through corners, a white line along one or two edges."""
    grey = shown(picture, 400)
    wide, high = grey.size
    if min(wide, high) < 50:
        return ""

    def inked(box: _Box) -> float:
        dark = sum(grey.crop(box).histogram()[:_BARE])
        return dark / ((box[2] - box[0]) * (box[3] - box[1]))

    x, y = wide // 4, high // 4
    edges = ((0, y, 1, high - y), (wide - 1, y, wide, high - y), (x, 0, wide - x, 1), (x, high - 1, wide - x, high))
    corners = ((left, top, left + 2, top + 2) for left in (0, wide - 2) for top in (0, high - 2))
    bare = [not inked(edge) for edge in edges]
    if sum(bare) <= 1 and not any(map(inked, corners)):
        return _ROUND
    most = max(min(wide, high) // _THIN, 3)  # pixels
    inwards = ((1, 0), (-1, 0), (0, 1), (0, -1))
    lined = [
        edge
        for edge, (across, down), is_bare in zip(edges, inwards, bare, strict=True)
        if is_bare and next(filter(None, map(inked, _behind(edge, across, down, most))), 0) > _MOSTLY
    ]
    return _LINED if 1 <= len(lined) <= 2 else ""


def _behind(edge: _Box, across: int, down: int, most: int) -> Iterator[_Box]:
    """The lines of pixels that follow an edge inwards."""
    left, top, right, bottom = edge
    for step in range(1, most + 1):
        yield left + across * step, top + down * step, right + across * step, bottom + down * step


def _named(names: Sequence[str]) -> str:
    return ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
