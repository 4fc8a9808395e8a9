"""Running text on both sides of the paper: page behind page, or as a booklet that is folded once and stapled."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import ceil
from pathlib import Path

from msgspec.structs import replace

from generator.check.build import Progress
from generator.check.result import CheckResult
from generator.core.choices import UNPRINTABLE, Backs, Edge, paper_size, um
from generator.draw.marks.glyphs import without_small_text
from generator.draw.marks.marks import Face
from generator.model.game import Kind
from generator.printing.arrange import SheetArrangement
from generator.printing.members import ItemFace, laid_pages
from generator.printing.order import RenderOrder, SheetLayout
from generator.printing.sheets import KindGroups, Sheets
from generator.sheet.backs import mirrored
from generator.sheet.grid import scaled
from generator.sheet.margin_text import in_margins
from generator.sheet.page import CutLine, Document, Page, Placement, Rectangle, Slot

TICK, STAPLE, THIN = 3.0, 10.0, 0.25  # mm: marks of the fold, where staples go, and how thick both are
LEAVES = 4  # pages that a sheet of a booklet has


def sheets_of(
    checked: CheckResult, parts: Sequence[KindGroups], language: str, order: RenderOrder, jobs: int
) -> Sheets:
    """The sheets of a file: those of running text as a booklet or on both sides, where the order says so."""
    layout, sort = order.layout, Sheets
    plain = Sheets(checked, parts, language, layout=layout, proved=order.preflight, jobs=jobs)
    if len(parts) == 1 and parts[0].kind.prose and layout.booklet:
        sort = Booklet
    elif is_read_on_both_sides([part.kind for part in parts], layout, plain.arrangements):
        sort = TwoSidedSheets
    return plain if sort is Sheets else sort(checked, parts, language, "", layout, order.preflight, jobs)


def is_read_on_both_sides(kinds: Sequence[Kind], layout: SheetLayout, sheets: Sequence[SheetArrangement]) -> bool:
    """Whether sheets, of which each has one side so far, are those of a text whose pages lie behind each other."""
    alone = len(kinds) == 1 and kinds[0].prose is not None
    return alone and layout.backs.edge is not None and all(len(sheet.grid.slots) == 1 for sheet in sheets)


class TwoSidedSheets(Sheets, dict=True):
    """Pages to be read, each second one behind the one before it; each copy begins a sheet."""

    @cached_property
    def _pages(self) -> int:
        """The pages of one copy."""
        return len(laid_pages(self.checked, self._kinds[0], self.language).faces)

    @property
    def _copies(self) -> int:
        return self.count // self._pages

    @property
    def _each(self) -> int:
        """The sheets of one copy."""
        return ceil(self._pages / 2)

    @property
    def sheet_count(self) -> int:
        """How many sheets of paper it is."""
        return self._copies * self._each

    @property
    def backs(self) -> Backs:
        """About which edge the paper is turned."""
        return self.layout.backs

    def document(self) -> Document:
        """What the file is: its bookmarks lead to pages in the order of reading."""
        outline = laid_pages(self.checked, self._kinds[0], self.language).outline
        return replace(super().document(), bookmarks=outline)

    def both_sides(
        self,
        edge: Edge | None,  # noqa: ARG002
        progress: Progress | None = None,
        start: int = 0,
        stop: int | None = None,
    ) -> Iterator[tuple[Page, Page | None]]:
        """The two sides of each sheet; the last one may be empty behind."""
        for sheet in range(start, self.sheet_count if stop is None else min(stop, self.sheet_count)):
            copy, at = divmod(sheet, self._each)
            number, last = copy * self._pages + 2 * at, (copy + 1) * self._pages
            front, *behind = self._fronts(progress, number, min(number + 2, last))
            empty = replace(front, placements=(), cuts=(), straight=(), slug=(), label="-", side="back")
            yield front, self._meeting(front, behind[0], number + 1) if behind else empty

    def _meeting(self, front: Page, page: Page, number: int) -> Page:
        """The page behind ``front``, where the two are cut in one, its top behind the top: as a book is leafed."""
        edge = self.layout.backs.edge
        (before,), (own,) = front.placements, page.placements
        assert edge is not None
        slot = mirrored(before.slot, page.width, page.height, edge)
        if (um(slot.x), um(slot.y), slot.turns) == (um(own.slot.x), um(own.slot.y), own.slot.turns):
            return replace(page, side="back")
        fonts = self.checked.renderer.theme.in_language(self.language).label_fonts
        block = Rectangle(slot.x, slot.y, slot.width, slot.height)
        slug = in_margins(self._front_label(number), fonts, (page.width, page.height), [block], ())
        return replace(page, placements=(replace(own, slot=slot),), cuts=(), straight=(), slug=slug, side="back")


class Booklet(Sheets, dict=True):
    """Sheets with two pages on each side, to be turned about their short edge, laid into each other and folded."""

    @cached_property
    def _pages(self) -> list[ItemFace | None]:
        """The pages of one copy, filled up to fours."""
        pages = len(laid_pages(self.checked, self._kinds[0], self.language).faces)
        members = [member for _, group in self.parts[0].groups for member in group][:pages]
        return [*members, *[None] * (-len(members) % LEAVES)]

    @property
    def _each(self) -> int:
        """The sheets of one copy."""
        return len(self._pages) // LEAVES

    @property
    def count(self) -> int:
        """How many sheets it is."""
        pages = len(laid_pages(self.checked, self._kinds[0], self.language).faces)
        return sum(len(group) for _, group in self.parts[0].groups) // pages * self._each

    @property
    def backs(self) -> Backs:
        """About which edge the paper is turned."""
        return Backs.short

    def document(self) -> Document:
        """What the file is: its bookmarks lead to the sides of the first copy."""
        outline = laid_pages(self.checked, self._kinds[0], self.language).outline
        where = {page: side for side in range(2 * self._each) for page in self._numbers(side)}
        bookmarks = tuple((title, where[page]) for title, page in outline)
        return Document(self.heading, self.language, duplex=Edge.short, bookmarks=bookmarks)

    def write_cuts(self, file: Path, first: int = 1) -> list[Path]:  # noqa: ARG002
        """Nothing is cut."""
        return []

    def labels(self) -> Iterator[str]:
        """The pages on the front of each sheet."""
        return (self._side_label(2 * (sheet % self._each)) for sheet in range(self.count))

    def both_sides(
        self,
        edge: Edge | None,  # noqa: ARG002
        progress: Progress | None = None,
        start: int = 0,
        stop: int | None = None,
    ) -> Iterator[tuple[Page, Page | None]]:
        """The two sides of each sheet, the outermost first."""
        for sheet in range(start, self.count if stop is None else min(stop, self.count)):
            first = 2 * (sheet % self._each)
            yield self._side(first), self._side(first + 1)
            if progress is not None:
                progress(f"printing {self._kinds[0].name}", sheet + 1, self.count)

    def _numbers(self, side: int) -> tuple[int, int]:
        """Which pages stand on the left and on the right of a side, counted from 0."""
        last = len(self._pages) - 1 - side
        leftwards = laid_pages(self.checked, self._kinds[0], self.language).leftwards  # then the spine is at the right
        return (last, side) if (side % 2 == 1) == leftwards else (side, last)

    def _side_label(self, side: int) -> str:
        return " | ".join(str(number + 1) for number in self._numbers(side))

    def _side(self, side: int) -> Page:
        short, long = sorted(paper_size(self.layout.paper))
        kind = self._kinds[0]
        assert kind.size is not None
        # At the fold a page may reach to the edge of its half; at the other three no printer does.
        factor = min(1.0, (long / 2 - UNPRINTABLE) / kind.size[0], (short - 2 * UNPRINTABLE) / kind.size[1])
        width, height = kind.size[0] * factor, kind.size[1] * factor
        placements = []
        for half, number in enumerate(self._numbers(side)):
            page = self._pages[number]
            spare = (long / 2 - UNPRINTABLE - width) / 2
            x = UNPRINTABLE + spare if half == 0 else long / 2 + spare
            slot = Slot(half + 1, x, (short - height) / 2, width, height)
            if page is not None:
                face = _reduced(page[1], factor)
                placements.append(Placement(slot, face, page[0].id if page[0] else ""))
        cuts = _fold_marks(long, short, outside=side == 0)
        label, which = self._side_label(side), "back" if side % 2 else "front"
        return Page(long, short, tuple(placements), cuts=cuts, label=label, side=which)  # type: ignore[arg-type]


def _reduced(face: Face, factor: float) -> Face:
    """A page as large as a half of the paper lets it be."""
    if factor == 1.0:
        return face
    small = replace(face, marks=without_small_text(face.marks, factor))
    return scaled(small, (face.width * factor, face.height * factor))


def _fold_marks(width: float, height: float, *, outside: bool) -> tuple[CutLine, ...]:
    """Where a sheet is folded and, on the outside of all, where staples go."""
    middle, edge = width / 2, UNPRINTABLE + 0.5
    spans = [(edge, edge + TICK), (height - edge - TICK, height - edge)]
    if outside:
        spans += [(height * part - STAPLE / 2, height * part + STAPLE / 2) for part in (0.25, 0.75)]
    return tuple(CutLine(middle, top, middle, bottom, THIN) for top, bottom in spans)
