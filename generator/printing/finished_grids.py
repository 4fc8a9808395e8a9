"""Where the cards of a sheet lie, by the frames and gaps that are seen in its pixels.

Lengths are pixels of what is looked at; a scale is how many of them are a mm.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from generator.core.choices import Size

if TYPE_CHECKING:
    from PIL.Image import Image

Cards = tuple[int, int]  # columns and rows on a sheet
Interval = tuple[float, float]

MOST = 20  # columns, or rows
_SIDES = 20.0, 150.0  # mm of a card's that is found by itself
_LONG = 2.2  # times as high as wide, or the reverse, such a card is at most
_STRAY = 12.0  # mm; what is smaller is text or marks in the margin
_ALIKE = 1.0  # mm in which cards and gaps of a sheet differ
_INK = 12  # of 255, from the paper's own grey
_EDGE = 0.3  # of its row or column, which the edge of a card fills at least
_FEW = 4  # cards side by side, as long as nobody knows how many there are
_LINE = 0.9  # the same, of a line between two cards that have no gap
_NEAR = 0.6  # mm from where that line should be


class CardGrid(NamedTuple):
    """Where cards lie on a sheet, in shares of its width and height."""

    columns: tuple[Interval, ...]
    rows: tuple[Interval, ...]

    @property
    def cards(self) -> Cards:
        """How many columns and rows there are."""
        return len(self.columns), len(self.rows)

    @property
    def behind(self) -> "CardGrid":
        """The same, as it is seen from behind."""
        return CardGrid(tuple((1 - end, 1 - start) for start, end in reversed(self.columns)), self.rows)

    @property
    def share(self) -> Size:
        """How large a card is."""
        return self.columns[0][1] - self.columns[0][0], self.rows[0][1] - self.rows[0][0]


def cards_in(text: str) -> Cards:
    """Columns and rows, written as 3x3.

    Raises:
        ValueError: it is no such text.
    """
    numbers = text.lower().replace("×", "x").split("x")
    if len(numbers) != 2 or not all(
        part.isascii() and part.isdigit() and 0 < int(part[:4]) <= MOST for part in numbers
    ):
        raise ValueError(f"{text[:40]!r} is not columns and rows of cards such as 3x3")
    return int(numbers[0]), int(numbers[1])


def found_grid(pixels: "Image", scale: float) -> CardGrid | None:
    """The grid of cards that is clearly seen; ``scale`` is pixels a mm."""
    mask, (across, down) = ink_of(pixels), _blocks(pixels, scale)
    if not across or not down:
        return None
    axes = []
    for blocks, upright in ((across, True), (down, False)):
        if len(blocks) > 1:
            axes.append(_even(blocks, scale))
            continue
        box = (across[0][0], down[0][0], across[-1][1], down[-1][1])
        axes.append(_divided(_cropped(pixels, box), blocks[0], scale, upright=upright))
    columns, rows = axes
    if columns is None or rows is None or len(columns) * len(rows) < 2:
        return None
    wide, high = ((part[0][1] - part[0][0]) / scale for part in (columns, rows))
    if not (
        _SIDES[0] <= min(wide, high) and max(wide, high) <= _SIDES[1] and max(wide, high) <= _LONG * min(wide, high)
    ):
        return None
    return _shares(columns, rows, mask.size)


def grid_of(pixels: "Image", scale: float, cards: Cards, size: Size | None) -> CardGrid | None:
    """The grid of so many cards, which may be of a known size in mm; None where it is not seen."""
    axes = []
    for blocks, count, side, whole in zip(
        _blocks(pixels, scale), cards, size or (None, None), pixels.size, strict=True
    ):
        even = _even(blocks, scale) if len(blocks) == count > 1 else None
        length = blocks[-1][1] - blocks[0][0] if blocks else 0.0
        if even is None and side is not None and abs(length / scale - count * side) > _ALIKE:
            start, length = (whole - count * side * scale) / 2, count * side * scale  # in the middle
            even = _parts((start, start + length), count) if start >= -_ALIKE * scale else None
        elif even is None and len(blocks) == 1:
            even = _parts(blocks[0], count)
        axes.append(even)
    return _shares(axes[0], axes[1], pixels.size) if axes[0] and axes[1] else None


def _shares(columns: Sequence[Interval], rows: Sequence[Interval], size: tuple[int, int]) -> CardGrid:
    across, down = (
        tuple((start / side, end / side) for start, end in part)
        for part, side in zip((columns, rows), size, strict=True)
    )
    return CardGrid(across, down)


def ink_of(pixels: "Image") -> "Image":
    """255 where something is seen on the paper, whose grey is that of most of the sheet's edge."""
    wide, high = pixels.size
    edge = [0] * 256
    for box in ((0, 0, wide, 2), (0, high - 2, wide, high), (0, 0, 2, high), (wide - 2, 0, wide, high)):
        edge = [sum(pair) for pair in zip(edge, pixels.crop(box).histogram(), strict=True)]
    paper = edge.index(max(edge))
    return pixels.point([255 * (abs(value - paper) > _INK) for value in range(256)])


def _blocks(pixels: "Image", scale: float) -> tuple[list[Interval], list[Interval]]:
    """Where something lies across and down the sheet, without what stands in its margins."""
    mask = ink_of(pixels)
    across: list[Interval] = [(0, mask.width)]
    down: list[Interval] = [(0, mask.height)]
    for _ in range(2):
        down = _along(mask, across, scale, upright=False)
        across = _along(mask, down, scale, upright=True)
    return across, down


def _along(mask: "Image", others: Sequence[Interval], scale: float, *, upright: bool) -> list[Interval]:
    """The blocks along one axis, seen over those of the other."""
    if not others:
        return []
    start, end = others[0][0], others[-1][1]
    box = (0, start, mask.width, end) if upright else (start, 0, end, mask.height)
    part = _cropped(mask, box)
    length = part.width if upright else part.height
    shares = part.resize((length, 1) if upright else (1, length), _BOX).tobytes()
    least = 255 * _EDGE * sum(stop - begin for begin, stop in others) / max(end - start, 1) / max(len(others), _FEW)
    # An end that only a crop mark reaches is none: the edge of a card is there over all of one card at least.
    runs = [[at for at in run if shares[at] >= least] for run in _runs(part.getprojection()[0 if upright else 1])]
    return [(float(run[0]), run[-1] + 1.0) for run in runs if run and run[-1] + 1 - run[0] >= _STRAY * scale]


_BOX = 4  # Pillow's number for resizing by mean; its name would load Pillow before there is a sheet


def _cropped(pixels: "Image", box: tuple[float, float, float, float]) -> "Image":
    left, top, right, bottom = map(round, box)
    return pixels.crop((left, top, right, bottom))


def _runs(seen: Sequence[int]) -> Iterator[range]:
    at = 0
    for inked, run in groupby(seen, key=bool):
        start, at = at, at + len(list(run))
        if inked:
            yield range(start, at)


def _even(blocks: Sequence[Interval], scale: float) -> list[Interval] | None:
    """Blocks of one length that lie at one distance; None where they are not."""
    count = len(blocks)
    lengths = sorted(end - start for start, end in blocks)
    step = (blocks[-1][0] - blocks[0][0]) / (count - 1)
    length = lengths[count // 2]
    steps = [blocks[at][0] - blocks[0][0] - step * at for at in range(count)]
    if lengths[-1] - lengths[0] > _ALIKE * scale or max(map(abs, steps)) > _ALIKE * scale / 2:
        return None
    return [(blocks[0][0] + step * at, blocks[0][0] + step * at + length) for at in range(count)]


def _parts(block: Interval, count: int) -> list[Interval]:
    step = (block[1] - block[0]) / count
    return [(block[0] + step * at, block[0] + step * (at + 1)) for at in range(count)]


def _divided(block: "Image", interval: Interval, scale: float, *, upright: bool) -> list[Interval] | None:
    """The cards of a block without gaps, by the lines that run through all of it; None where these are ambiguous."""
    from PIL import ImageChops

    length = block.width if upright else block.height
    moved = ImageChops.offset(block, 1, 0) if upright else ImageChops.offset(block, 0, 1)
    changes = ImageChops.difference(block, moved).point([255 * (value > 2 * _INK) for value in range(256)])
    shares = changes.resize((length, 1) if upright else (1, length), _BOX).tobytes()
    near = max(round(_NEAR * scale), 1)
    counts = [
        count
        for count in range(2, MOST)
        if length / count >= _SIDES[0] * scale
        and all(
            max(shares[max(round(length * at / count) - near, 0) : round(length * at / count) + near + 1]) > 255 * _LINE
            for at in range(1, count)
        )
    ]
    if not counts:
        return [interval]
    return _parts(interval, counts[0]) if len(counts) == 1 else None
