"""Sheets of cards that somebody else laid out, cut apart where frames, gaps and lines are seen in their pixels.

A grid is found on one page and holds for all that are as large. The cards are parts of the same picture or page, so
that they stay what they are. Lengths are pixels of what is looked at; a scale is how many of them are a mm.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, product
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.core.choices import MOST_CARDS, PAPERS, SIZES, Cards, Size
from generator.core.problem import Mismatch
from generator.draw.marks.marks import Matrix, PagePart, PlacedDrawing, drawing_of
from generator.draw.marks.picture import Picture, placed_rasters
from generator.printing.finished_files import CardSide, Report

if TYPE_CHECKING:
    from PIL.Image import Image

Interval = tuple[float, float]

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
_USUAL: tuple[Size, ...] = (*(size for size in SIZES.values() if size[0] != size[1]), (63.5, 88.9), (57.15, 88.9))
_LONGEST = 2_000  # pixels of what is looked at
_SHORT = 210.0  # mm of a sheet whose size nobody says, at its shorter side
_LEAST_SHEET = 180.0  # mm of a side of what may be a sheet
_SAME = 0.01  # in which proportions are those of a paper
_ALIKE_SHAPES = 0.005  # a poker card and A4 differ by 0.012
_INSIDE = 0.06  # of a card's side, which does not count where it is asked whether there is a card
_BOX, _TRANSPOSE = 4, 5  # Pillow's numbers for resizing by mean and swapping axes; their names would load it early


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
            for own, others in zip(self, other, strict=True)
            for start, end in others
        )

    def size_on(self, sheet: Size) -> Size:
        """How large a card is on a sheet of this size."""
        (left, right), (top, bottom) = self.columns[0], self.rows[0]
        return (right - left) * sheet[0], (bottom - top) * sheet[1]


class SheetCutter:
    """Cuts sheets apart as they are asked for."""

    def __init__(
        self, cards: Cards | None, size: Size | None, held: float, report: Report,
        ask: Callable[[str], bool] | None = None,
    ) -> None:  # fmt: skip
        """Begin.

        Args:
            cards: columns and rows; None: what is clearly a sheet is cut apart.
            size: of a card in mm, if it is said.
            held: mm of bleed that is printed of each.
            report: receives what was found.
            ask: whether to cut apart what was found; None: it is done.
        """
        self._cards, self._size, self._held, self._report, self._ask = cards, size, held, report, ask
        self._grids: dict[tuple[str, int, int], CardGrid] = {}  # by file, and the size of its pages
        self._whole: set[tuple[str, int, int]] = set()  # those that are not to be cut apart

    def grid(self, side: CardSide) -> CardGrid | None:
        """Where cards lie on a side of a file; None where it is one card.

        Raises:
            Mismatch: so many cards as were asked for are not seen.
        """
        assert side.page is not None
        name, mm = side.path.name, side.size
        key = name, round(side.page.width), round(side.page.height)
        known = self._grids.get(key)
        if self._cards == (1, 1) or key in self._whole or not (self._cards or _may_be_sheet(side.page, mm)):
            return None
        if self._cards and known:
            return known
        pixels = shown(side.page)
        scale = max(pixels.size) / (max(mm) if mm else _SHORT * max(pixels.size) / min(pixels.size))
        found = _find_grid(pixels, scale, self._cards, self._size if mm and self._cards else None)
        if known and (known.holds(found) if found else _empty_places(side.page, known)):
            return known
        if found is None:
            if self._cards is None:
                return None
            missing = f"{name}: {_counted(self._cards)} cards of one size are not seen"
            raise Mismatch(f"{missing}; --size says how large they are, and they lie in the middle" if mm else missing)
        found = found if mm is None else _snapped(found, mm, self._size)
        wide, high = (f"{length:.4g}" for length in found.size_on(mm or pixels.size))
        cards = _counted(found.cards) + (f" ({wide} × {high} mm)" if mm else "")
        asks = self._cards is None and self._ask is not None
        if asks and self._ask and not self._ask(f"{name} has a sheet of cards, {cards}. Cut them apart?"):
            self._whole.add(key)
            return None
        whole = "" if self._cards else "; --cards 1x1 prints it whole"
        self._report(f"{name}: cut apart as a sheet of cards, {cards}{whole}")
        self._grids[key] = found
        return found

    def back_grid(self, back: CardSide, front: CardGrid) -> CardGrid:
        """Where cards lie on the back of a sheet: as they are seen there, or else behind those of its front."""
        try:
            own = self.grid(back)
        except Mismatch:
            own = None
        return own if own is not None and own.cards == front.cards else front.behind

    def cards(self, side: CardSide, grid: CardGrid) -> Iterator[CardSide]:
        """The cards of a sheet, row by row, each with its size in mm if that is known."""
        sheet = side.page
        assert sheet is not None
        wide, high = grid.size_on((sheet.width, sheet.height))
        held = self._held * (1.0 if side.size else wide / (self._size or (63.0, 88.0))[0])
        box = (0.0, 0.0, wide + 2 * held, high + 2 * held)
        for number, ((top, _), (left, _)) in enumerate(product(grid.rows, grid.columns), start=1):
            place: Matrix = (1.0, 0.0, 0.0, 1.0, held - left * sheet.width, held - top * sheet.height)
            drawing = drawing_of((PlacedDrawing(sheet.drawing, place),), box)
            page = Picture(drawing, box[2], box[3], sheet.shapes, sheet.dpi)
            yield side._replace(
                name=f"{side.name} card {number}", page=page, size=side.size and grid.size_on(side.size)
            )


def cut_apart(
    pairs: Sequence[tuple[CardSide, CardSide | None]], cutter: SheetCutter, report: Report
) -> Iterator[tuple[CardSide, CardSide | None]]:
    """The cards of sheets in place of these. Behind the leftmost card of a sheet lies the rightmost of its back.

    A back that is not as large as the sheet is behind each card.
    """
    empty = Counter[str]()
    for front, back in pairs:
        assert front.page is not None
        grid = cutter.grid(front)
        if grid is None:
            yield front, back
            continue
        columns, rows = grid.cards
        behind = [back] * (columns * rows)
        if back is not None and back.page is not None and _alike(front.page, back.page):
            cells = list(cutter.cards(back, cutter.back_grid(back, grid)))
            behind = [cell for at in range(0, len(cells), columns) for cell in reversed(cells[at : at + columns])]
        bare = _empty_places(front.page, grid)
        yield from (
            pair for at, pair in enumerate(zip(cutter.cards(front, grid), behind, strict=True)) if at not in bare
        )
        empty[front.path.name] += len(bare)
    for name, number in (+empty).items():
        report(f"{name}: {'1 place' if number == 1 else f'{number} places'} of its sheets without a card left out")


def _alike(first: Picture, second: Picture) -> bool:
    """Whether two pictures have one shape: a back is a sheet as its front is."""
    return abs(first.width * second.height / (first.height * second.width) - 1) < _ALIKE_SHAPES


def _empty_places(picture: Picture, grid: CardGrid) -> set[int]:
    """The places of a sheet, row by row from 0, on which there is nothing."""
    mask = _ink_of(shown(picture))
    wide, high = mask.size
    empty = set()
    for at, ((top, bottom), (left, right)) in enumerate(product(grid.rows, grid.columns)):
        x, y = (right - left) * _INSIDE, (bottom - top) * _INSIDE
        box = (left + x) * wide, (top + y) * high, (right - x) * wide, (bottom - y) * high
        if _cropped(mask, box).getbbox() is None:
            empty.add(at)
    return empty


def shown(picture: Picture, longest: int = _LONGEST) -> "Image":
    """A picture or page in greys, as large as is looked at."""
    from PIL import Image, ImageOps

    raster, *_ = next(placed_rasters(picture.drawing.marks))
    source = raster.source
    if isinstance(source, PagePart):
        return page_pixels(source, longest).convert("L")
    assert isinstance(source, Path)
    with Image.open(source) as stored:
        stored.draft(None, (longest, longest))
        whole = ImageOps.exif_transpose(stored).convert("RGBA")
    whole.thumbnail((longest, longest))
    paper = Image.new("RGBA", whole.size, "white")
    paper.alpha_composite(whole)
    return paper.convert("L")


def page_pixels(part: PagePart, longest: int) -> "Image":
    """What is seen of a page, as pixels."""
    import pypdfium2

    from generator.pdf.preflight.drawn import shown_page

    with pypdfium2.PdfDocument(part.file) as document:
        page, area = shown_page(document, part.index)
        left, lower, right, upper = part.box
        around = (left - area[0], lower - area[1], area[2] - right, area[3] - upper)
        turned = (*around[part.turns :], *around[: part.turns])
        drawn: Image = page.render(scale=longest / max(right - left, upper - lower), crop=turned).to_pil()
        page.close()
    return drawn.convert("RGB")


def _snapped(grid: CardGrid, sheet: Size, wanted: Size | None) -> CardGrid:
    """The grid with cards of a usual size about the same middles, if they are nearly as large."""
    own = grid.size_on(sheet)
    size = _usual_size(own, [wanted] if wanted else _USUAL) or (round(own[0], 1), round(own[1], 1))
    columns, rows = (
        tuple(((start + end - side / whole) / 2, (start + end + side / whole) / 2) for start, end in part)
        for part, side, whole in zip(grid, size, sheet, strict=True)
    )
    return CardGrid(columns, rows)


def _counted(cards: Cards) -> str:
    return f"{cards[0]} × {cards[1]}"


def _may_be_sheet(picture: Picture, mm: Size | None) -> bool:
    """Whether a picture is as large as a sheet of cards or, where nobody says how large it is, has a paper's shape."""
    if mm is not None:
        return min(mm) >= _LEAST_SHEET
    shape = max(picture.width, picture.height) / min(picture.width, picture.height)
    return any(abs(shape - PAPERS[paper][1] / PAPERS[paper][0]) < _SAME for paper in ("a4", "letter"))


def _find_grid(pixels: "Image", scale: float, cards: Cards | None, size: Size | None) -> CardGrid | None:
    """The grid of so many cards, which may be of a known size in mm; None where it is not seen.

    Without ``cards`` it is the one that is clearly seen; of several that may be meant, that of cards of a usual size.
    """
    mask = _ink_of(pixels)
    both = mask, mask.transpose(_TRANSPOSE)  # type: ignore[arg-type]
    across: list[Interval] = [(0, mask.width)]
    for _ in range(2):
        down = _along(both[1], across, scale)
        across = _along(both[0], down, scale)
    options = []
    for at, (blocks, others) in enumerate(((across, down), (down, across))):
        turned = pixels.transpose(_TRANSPOSE) if at else pixels  # type: ignore[arg-type]
        ways = _ways(turned, blocks, others, scale, cards[at] if cards else None, size[at] if size else None)
        options.append([tuple((start / turned.width, end / turned.width) for start, end in way) for way in ways])
    grids = list(map(CardGrid, *zip(*product(*options), strict=True))) if all(options) else []
    if cards is None:
        sizes = [(grid, grid.size_on((pixels.width / scale, pixels.height / scale))) for grid in grids]
        sizes = [(grid, card) for grid, card in sizes if grid.cards != (1, 1) and _is_likely(card)]
        grids = [grid for grid, card in sizes if len(sizes) == 1 or _usual_size(card) is not None]
    return grids[0] if len(grids) == 1 else None


def _is_likely(card: Size) -> bool:
    return _SIDES[0] <= min(card) and max(card) <= min(_SIDES[1], _LONG * min(card))


def _usual_size(seen: Size, sizes: Sequence[Size] = _USUAL) -> Size | None:
    """The size nearest to what is seen of a card, if it is as large but for the width of a line."""
    turned = [*sizes, *((high, wide) for wide, high in sizes)]
    far, nearest = min((max(abs(size[0] - seen[0]), abs(size[1] - seen[1])), size) for size in turned)
    return nearest if far <= _NEARLY else None


def _ink_of(pixels: "Image") -> "Image":
    """255 where something is seen on the paper, whose grey is that of most of the sheet's edge."""
    wide, high = pixels.size
    edge = [0] * 256
    for box in ((0, 0, wide, 2), (0, high - 2, wide, high), (0, 0, 2, high), (wide - 2, 0, wide, high)):
        edge = [sum(pair) for pair in zip(edge, pixels.crop(box).histogram(), strict=True)]
    paper = edge.index(max(edge))
    return pixels.point([255 * (abs(value - paper) > _INK) for value in range(256)])


def _along(mask: "Image", others: Sequence[Interval], scale: float) -> list[Interval]:
    """The blocks across a sheet, seen over those down it, without what stands in its margins."""
    if not others:
        return []
    start, end = others[0][0], others[-1][1]
    part = _cropped(mask, (0, start, mask.width, end))
    shares = part.resize((part.width, 1), _BOX).tobytes()
    least = 255 * _EDGE * sum(stop - begin for begin, stop in others) / max(end - start, 1) / max(len(others), _FEW)
    blocks = []
    for inked, run in groupby(enumerate(part.getprojection()[0]), key=itemgetter(1)):
        # An end that only a crop mark reaches is none: the edge of a card is there over all of one card at least.
        if inked and (columns := [at for at, _ in run if shares[at] >= least]):
            blocks.append((columns[0] + _half_line(columns, scale), columns[-1] + 1 - _half_line(columns[::-1], scale)))
    return [(start, end) for start, end in blocks if end - start >= _STRAY * scale]


def _half_line(run: Sequence[int], scale: float) -> float:
    """Half the width of the line with which a block begins, in the middle of which a card ends; 0 where it is art."""
    width = next((at for at in range(1, len(run)) if abs(run[at] - run[at - 1]) > 1), len(run))
    return width / 2 if width <= _THICK * scale else 0.0


def _cropped(pixels: "Image", box: tuple[float, float, float, float]) -> "Image":
    left, top, right, bottom = map(round, box)
    return pixels.crop((left, top, right, bottom))


def _ways(
    pixels: "Image", blocks: Sequence[Interval], others: Sequence[Interval], scale: float,
    count: int | None, side: float | None,
) -> list[list[Interval]]:  # fmt: skip
    """The ways in which cards may lie across a sheet, on which blocks are seen: cards, or several without gaps."""
    if len(blocks) > 1 and count in (None, len(blocks)) and (even := _even(blocks, scale)):
        return [even]
    length = blocks[-1][1] - blocks[0][0] if blocks else 0.0
    if count and side and abs(length / scale - count * side) > _ALIKE:
        start = (pixels.width - count * side * scale) / 2  # in the middle
        return [_parts((start, pixels.width - start), count)] if start >= -_ALIKE * scale else []
    if len(blocks) != 1 or not others:
        return []
    block = blocks[0]
    if count:
        return [_parts(block, count)]
    seen = _cropped(pixels, (block[0], others[0][0], block[1], others[-1][1]))
    return [_parts(block, number) for number in _divisions(seen, scale) or [1]]


def _even(blocks: Sequence[Interval], scale: float) -> list[Interval]:
    """Blocks of one length that lie at one distance; nothing where they are not."""
    count, first = len(blocks), blocks[0][0]
    lengths = sorted(end - start for start, end in blocks)
    step, length = (blocks[-1][0] - first) / (count - 1), lengths[count // 2]
    off = max(abs(block[0] - first - step * at) for at, block in enumerate(blocks))
    if lengths[-1] - lengths[0] > _ALIKE * scale or off > _ALIKE * scale / 2:
        return []
    return [(first + step * at, first + step * at + length) for at in range(count)]


def _parts(block: Interval, count: int) -> list[Interval]:
    step = (block[1] - block[0]) / count
    return [(block[0] + step * at, block[0] + step * (at + 1)) for at in range(count)]


def _divisions(block: "Image", scale: float) -> list[int]:
    """Into how many parts a block without gaps may be cut by lines that run through all of it."""
    from PIL import ImageChops

    changes = ImageChops.difference(block, ImageChops.offset(block, 1, 0))
    shares = changes.point([255 * (value > 2 * _INK) for value in range(256)]).resize((block.width, 1), _BOX).tobytes()
    near = max(round(_NEAR * scale), 1)

    def is_line(at: int) -> bool:
        return max(shares[max(at - near, 0) : at + near + 1]) > 255 * _LINE

    most = min(MOST_CARDS - 1, int(block.width / (_SIDES[0] * scale)))
    return [
        count for count in range(2, most + 1) if all(is_line(round(block.width * at / count)) for at in range(1, count))
    ]
