"""Sheets of cards that somebody else laid out, cut apart.

A grid is found on one page and holds for all that are as large. The cards are parts of the same picture or page, so
that they stay what they are.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.core.choices import PAPERS, Size
from generator.core.problem import Mismatch
from generator.draw.marks.marks import Matrix, PagePart, PlacedDrawing, drawing_of
from generator.draw.marks.picture import Picture, placed_rasters
from generator.printing.finished_files import CardSide, Report
from generator.printing.finished_grids import USUAL, CardGrid, Cards, found_grid, grid_of, ink_of, usual_size

if TYPE_CHECKING:
    from PIL.Image import Image

_LONGEST = 2_000  # pixels of what is looked at
_SHORT = 210.0  # mm of a sheet whose size nobody says, at its shorter side
_LEAST_SHEET = 180.0  # mm of a side of what may be a sheet
_SAME = 0.01  # in which proportions are those of a paper
_ALIKE_SHAPES = 0.005  # a poker card and A4 differ by 0.012
_INSIDE = 0.06  # of a card's side, which does not count where it is asked whether there is a card


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

    def grid(self, name: str, picture: Picture, mm: Size | None) -> CardGrid | None:
        """Where cards lie on a picture of a file; None where it is one card. ``mm``: its size, if that is known.

        Raises:
            Mismatch: so many cards as were asked for are not seen.
        """
        key = name, round(picture.width), round(picture.height)
        known = self._grids.get(key)
        if self._cards == (1, 1) or key in self._whole or not (self._cards or _may_be_sheet(picture, mm)):
            return None
        if self._cards and known:
            return known
        pixels = shown(picture)
        scale = max(pixels.size) / (max(mm) if mm else _SHORT * max(pixels.size) / min(pixels.size))
        if self._cards:
            found = grid_of(pixels, scale, self._cards, self._size if mm else None)
            if found is None:
                missing = f"{name}: {_counted(self._cards)} cards of one size are not seen"
                raise Mismatch(
                    f"{missing}; --size says how large they are, and they lie in the middle" if mm else missing
                )
        else:
            found = found_grid(pixels, scale)
        if known is not None and (empty_places(picture, known) if found is None else known.holds(found)):
            return known
        if found is None:
            return None
        found = found if mm is None else _snapped(found, mm, self._size)
        wide, high = (f"{side:.4g}" for side in found.size_on(mm or pixels.size))
        cards = _counted(found.cards) + (f" ({wide} × {high} mm)" if mm else "")
        if (
            self._cards is None
            and self._ask
            and not self._ask(f"{name} has a sheet of cards, {cards}. Cut them apart?")
        ):
            self._whole.add(key)
            return None
        cut = f"{name}: cut apart as a sheet of cards, {cards}"
        self._report(cut if self._cards else f"{cut}; --cards 1x1 prints it whole")
        self._grids[key] = found
        return found

    def back_grid(self, back: CardSide, front: CardGrid) -> CardGrid:
        """Where cards lie on the back of a sheet: as they are seen there, or else behind those of its front."""
        assert back.page is not None
        try:
            own = self.grid(back.path.name, back.page, back.size)
        except Mismatch:
            own = None
        return own if own is not None and own.cards == front.cards else front.behind

    def cards(self, picture: Picture, grid: CardGrid, mm: Size | None) -> Iterator[tuple[Picture, Size | None]]:
        """The cards of a sheet, row by row, and the size of each in mm, if that is known."""
        wide, high = grid.size_on((picture.width, picture.height))
        held = self._held * (1.0 if mm else wide / (self._size or (63.0, 88.0))[0])
        size = None if mm is None else grid.size_on(mm)
        for top, _ in grid.rows:
            for left, _ in grid.columns:
                place: Matrix = (1.0, 0.0, 0.0, 1.0, held - left * picture.width, held - top * picture.height)
                box = (0.0, 0.0, wide + 2 * held, high + 2 * held)
                drawing = drawing_of((PlacedDrawing(picture.drawing, place),), box)
                yield Picture(drawing, box[2], box[3], picture.shapes, picture.dpi), size


def cut_apart(
    pairs: Sequence[tuple[CardSide, CardSide | None]], cutter: SheetCutter, report: Report
) -> Iterator[tuple[CardSide, CardSide | None]]:
    """The cards of sheets in place of these. Behind the leftmost card of a sheet lies the rightmost of its back.

    A back that is not as large as the sheet is behind each card.
    """
    empty: dict[str, int] = {}
    for front, back in pairs:
        assert front.page is not None
        grid = cutter.grid(front.path.name, front.page, front.size)
        if grid is None:
            yield front, back
            continue
        behind = [back] * (grid.cards[0] * grid.cards[1])
        if back is not None and back.page is not None and _alike(front.page, back.page):
            own = cutter.back_grid(back, grid)
            cells = list(_cells(back, cutter.cards(back.page, own, back.size)))
            wide = grid.cards[0]
            behind = [cells[at - at % wide + wide - 1 - at % wide] for at in range(len(cells))]
        bare = empty_places(front.page, grid)
        for at, side in enumerate(_cells(front, cutter.cards(front.page, grid, front.size))):
            if at not in bare:
                yield side, behind[at]
        if bare:
            empty[front.path.name] = empty.get(front.path.name, 0) + len(bare)
    for name, number in empty.items():
        report(f"{name}: {'1 place' if number == 1 else f'{number} places'} of its sheets without a card left out")


def _cells(side: CardSide, cards: Iterator[tuple[Picture, Size | None]]) -> Iterator[CardSide]:
    for number, (picture, size) in enumerate(cards, start=1):
        yield side._replace(name=f"{side.name} card {number}", page=picture, size=size)


def _alike(first: Picture, second: Picture) -> bool:
    """Whether two pictures have one shape: a back is a sheet as its front is."""
    return abs(first.width * second.height / (first.height * second.width) - 1) < _ALIKE_SHAPES


def empty_places(picture: Picture, grid: CardGrid) -> set[int]:
    """The places of a sheet, row by row from 0, on which there is nothing."""
    mask = ink_of(shown(picture))
    wide, high = mask.size
    empty = set()
    for row, (top, bottom) in enumerate(grid.rows):
        for column, (left, right) in enumerate(grid.columns):
            x, y = (right - left) * _INSIDE, (bottom - top) * _INSIDE
            box = (left + x) * wide, (top + y) * high, (right - x) * wide, (bottom - y) * high
            if mask.crop((round(box[0]), round(box[1]), round(box[2]), round(box[3]))).getbbox() is None:
                empty.add(row * len(grid.columns) + column)
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
    size = usual_size(own, [wanted] if wanted else USUAL) or (round(own[0], 1), round(own[1], 1))
    columns, rows = (
        tuple(((start + end - side / whole) / 2, (start + end + side / whole) / 2) for start, end in part)
        for part, side, whole in zip((grid.columns, grid.rows), size, sheet, strict=True)
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
