"""Where the cards of a sheet lie, by the frames and gaps that are seen in its pixels.

Lengths are pixels of what is looked at; a scale is how many of them are a mm.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, product
from typing import TYPE_CHECKING, NamedTuple

from generator.core.choices import SIZES, Size

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


_SAME_PLACE = 0.01  # of the sheet's side
_THICK = 1.2  # mm of a line round a card
_NEARLY = 0.3  # mm
USUAL: tuple[Size, ...] = (*(size for size in SIZES.values() if size[0] != size[1]), (63.5, 88.9), (57.15, 88.9))


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

    def holds(self, other: "CardGrid") -> bool:
        """Whether all cards of another grid lie where some of this do."""
        return all(
            any(abs(start - mine) < _SAME_PLACE and abs(end - its) < _SAME_PLACE for mine, its in own)
            for own, others in ((self.columns, other.columns), (self.rows, other.rows))
            for start, end in others
        )

    def size_on(self, sheet: Size) -> Size:
        """How large a card is on a sheet of this size."""
        return self.share[0] * sheet[0], self.share[1] * sheet[1]

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
    """The grid of cards that is clearly seen; of several that may be meant, the one with cards of a usual size."""
    across, down = _blocks(pixels, scale)
    if not across or not down:
        return None
    whole = _cropped(pixels, (across[0][0], down[0][0], across[-1][1], down[-1][1]))
    options = [
        _even(blocks, scale) if len(blocks) > 1 else _divisions(whole, blocks[0], scale, upright=upright)
        for blocks, upright in ((across, True), (down, False))
    ]
    pairs = [(columns, rows) for columns, rows in product(*options) if len(columns) * len(rows) > 1]
    grids = [_shares(columns, rows, pixels.size) for columns, rows in pairs]
    sheet = pixels.width / scale, pixels.height / scale
    likely = [grid for grid in grids if _is_likely(grid.size_on(sheet))]
    usual = [grid for grid in likely if usual_size(grid.size_on(sheet)) is not None]
    return likely[0] if len(likely) == 1 else usual[0] if len(usual) == 1 else None


def _is_likely(card: Size) -> bool:
    return _SIDES[0] <= min(card) and max(card) <= min(_SIDES[1], _LONG * min(card))


def usual_size(seen: Size, sizes: Sequence[Size] = USUAL) -> Size | None:
    """The size nearest to what is seen of a card, if it is as large but for the width of a line."""
    turned = [*sizes, *((high, wide) for wide, high in sizes)]
    far, nearest = min((max(abs(size[0] - seen[0]), abs(size[1] - seen[1])), size) for size in turned)
    return nearest if far <= _NEARLY else None


def grid_of(pixels: "Image", scale: float, cards: Cards, size: Size | None) -> CardGrid | None:
    """The grid of so many cards, which may be of a known size in mm; None where it is not seen."""
    axes = []
    for blocks, count, side, whole in zip(
        _blocks(pixels, scale), cards, size or (None, None), pixels.size, strict=True
    ):
        even = next(iter(_even(blocks, scale)), None) if len(blocks) == count > 1 else None
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
    ends = [(run[0] + _half_line(run, scale), run[-1] + 1 - _half_line(run[::-1], scale)) for run in runs if run]
    return [(start, end) for start, end in ends if end - start >= _STRAY * scale]


def _half_line(run: Sequence[int], scale: float) -> float:
    """Half the width of the line with which a block begins, in the middle of which a card ends; 0 where it is art."""
    width = next((at for at in range(1, len(run)) if abs(run[at] - run[at - 1]) > 1), len(run))
    return width / 2 if width <= _THICK * scale else 0.0


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


def _even(blocks: Sequence[Interval], scale: float) -> list[list[Interval]]:
    """Blocks of one length that lie at one distance, as the only way; none where they are not."""
    count = len(blocks)
    lengths = sorted(end - start for start, end in blocks)
    step = (blocks[-1][0] - blocks[0][0]) / (count - 1)
    length = lengths[count // 2]
    steps = [blocks[at][0] - blocks[0][0] - step * at for at in range(count)]
    if lengths[-1] - lengths[0] > _ALIKE * scale or max(map(abs, steps)) > _ALIKE * scale / 2:
        return []
    return [[(blocks[0][0] + step * at, blocks[0][0] + step * at + length) for at in range(count)]]


def _parts(block: Interval, count: int) -> list[Interval]:
    step = (block[1] - block[0]) / count
    return [(block[0] + step * at, block[0] + step * (at + 1)) for at in range(count)]


def _divisions(block: "Image", interval: Interval, scale: float, *, upright: bool) -> list[list[Interval]]:
    """The ways to part a block without gaps by lines that run through all of it; where there are none, as a whole."""
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
    return [_parts(interval, count) for count in counts or [1]]
