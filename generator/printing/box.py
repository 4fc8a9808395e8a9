"""A whole box in one file: a cover sheet that says what it holds, and the sheets of its plan."""

from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from itertools import accumulate, chain
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.check.build import Progress
from generator.check.cover import CoverRow, draw_cover, parted, ways
from generator.check.scope import COVER
from generator.core.choices import Backs, Edge, paper_size
from generator.core.folders import Project
from generator.core.problem import Infeasible, Problem, require_sound
from generator.draw.marks.fonts import Font
from generator.draw.marks.marks import Face
from generator.printing.box_account import BoxPlan
from generator.printing.members import grouped, laid_pages, language_suffix
from generator.printing.plan import PlannedSheets, Share
from generator.printing.print_cache import UNPRINTED, PrintedFile
from generator.printing.proof import write_proved
from generator.printing.reading import TwoSidedSheets
from generator.printing.sheets import KindGroups, Sheets
from generator.sheet.grid import fit_grid
from generator.sheet.impose import Batch, Placeable, sheet_page
from generator.sheet.margin_text import SheetLabel, sheet_label
from generator.sheet.page import Document, Page


def print_box(project: Project, box: BoxPlan, out: Path) -> PrintedFile:
    """Print what a plan says into one file, behind a cover sheet.

    Args:
        project: where the cover's template lies.
        box: the plan.
        out: the folder of what is printed.

    Returns:
        The file, and what lies beside it.

    Raises:
        Faulty: the game or the cover has errors, or the file that was written breaks a rule of preflight.
        Infeasible: the cover does not fit the paper.
        OSError: the file cannot be written.
    """
    require_sound(box.checked.problems, UNPRINTED)
    game, sheets = box.checked.game, BoxSheets(box, project.common_file(COVER))
    file = out / game.name / f"{box.file_name}{language_suffix(game, box.language)}.pdf"
    bookmarks = tuple((part.title, _pages_of(start, box)[0] - 1) for part, start in sheets.numbered)
    document = Document(sheets.title, box.language, duplex=box.layout.backs.edge, bookmarks=bookmarks)
    pages = (page for sides in sheets.both_sides(box.layout.backs.edge) for page in sides if page is not None)
    write_proved(document, pages, file)
    written = [path for part, start in sheets.numbered for path in part.write_cuts(file, start + 1)]
    if box.layout.backs == Backs.separate:
        written.append(file.with_name(f"{file.stem}-backs.pdf"))
        backs = (behind for _, behind in sheets.both_sides(Edge.long) if behind is not None)
        write_proved(Document(sheets.title, box.language), backs, written[-1])
    components = sum(share.components for share in box.shares)
    printed = PrintedFile(
        game.name, file.stem, components, sheets.sheet_count, file, 0.0, beside=tuple(written), warnings=sheets.warnings
    )
    return printed.alone()


class BoxSheets(Struct, dict=True):
    """The sheets of a box: those of its cover, then those of its plan; drawn as they are asked for."""

    box: BoxPlan
    template: Path  # of the cover

    @cached_property
    def numbered(self) -> list[tuple[Sheets, int]]:
        """The sheets by what shares them, each with how many come before it."""
        starts = accumulate((planned.sheets for planned in self.box.planned), initial=self.box.cover_sheets)
        return [(_sheets(self.box, planned), start) for planned, start in zip(self.box.planned, starts, strict=False)]

    @property
    def sheet_count(self) -> int:
        """How many sheets of paper it is."""
        return self.box.cover_sheets + sum(planned.sheets for planned in self.box.planned)

    @property
    def backs(self) -> Backs:
        """Where backs go."""
        return self.box.layout.backs

    @property
    def title(self) -> str:
        """What the game is called."""
        game = self.box.checked.game
        return game.title.in_language(self.box.language, game.language)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """See `Sheets.warnings`."""
        return tuple(dict.fromkeys(problem for sheets, _ in self.numbered for problem in sheets.warnings))

    @cached_property
    def covers(self) -> list[Page]:
        """The sheets of the cover. Raises as `print_box` does."""
        box, faces = self.box, _covers(self.box, self.template)
        labels = (_cover_label(box, self.sheet_count, page) for page in range(1, len(faces) + 1))
        return [
            cover_page(box.fonts, face, box.layout.paper, page, label)
            for page, (face, label) in enumerate(zip(faces, labels, strict=True), 1)
        ]

    def both_sides(
        self,
        edge: Edge | None,
        progress: Progress | None = None,
        start: int = 0,
        stop: int | None = None,
    ) -> Iterator[tuple[Page, Page | None]]:
        """The two sides of each sheet from ``start`` to before ``stop``; nothing is behind a cover."""
        stop = self.sheet_count if stop is None else stop
        covers: Iterator[tuple[Page, Page | None]] = iter(())
        if start < self.box.cover_sheets:
            covers = ((cover, None) for cover in self.covers[start:stop])
        parts = (
            sheets.both_sides(edge, progress, max(start - first, 0), max(stop - first, 0))
            for sheets, first in self.numbered
        )
        for front, behind in chain(covers, *parts):
            empty = Page(
                front.width, front.height, (), label=self.box.says("sheet-back", page=front.label), side="back"
            )
            yield front, (behind or empty) if edge else None


def _sheets(box: BoxPlan, planned: PlannedSheets) -> Sheets:
    parts = []
    for share in planned.shares:
        copies, side = {id(item): number for item, number in share.picks}, box.layout.front(share.kind)
        parts.append(KindGroups(share.kind, list(grouped(box.checked, share.kind, box.language, copies, side))))
    sort = TwoSidedSheets if planned.both_sides else Sheets
    return sort(box.checked, parts, box.language, layout=box.layout)


def _cover_label(box: BoxPlan, sheets: int, page: int) -> SheetLabel:
    """What stands in the margin of a cover. Its data are those of all kinds that are in the box."""
    game = box.checked.game
    kinds = dict.fromkeys(share.kind.name for share in box.shares)
    data = sha256("".join(game.kinds[kind].data_hash for kind in kinds).encode()).hexdigest()[:7]
    return sheet_label(
        box.says("sheet-note"), game.title.in_language(box.language, game.language), box.says("cover-for", box.players),
        game.mode_name(box.mode, box.language), box.language, box.says("sheet-page", page=page, pages=sheets),
        box.says("sheet-data", data=data),
    )  # fmt: skip


def cover_page(fonts: tuple[Font, ...], cover: Face, paper: str, number: int, label: SheetLabel) -> Page:
    """A cover in the middle of a sheet, with ruler and test square but no crop marks.

    Raises:
        Infeasible: it does not fit the paper.
    """
    try:
        grid = fit_grid(paper_size(paper), (cover.width, cover.height))
    except ValueError as error:
        raise Infeasible(f"the cover: {error}") from None
    batch = Batch(grid, grid.slots[:1], [Placeable("cover", cover)])
    return replace(sheet_page(batch, str(number), label, fonts), cuts=(), straight=())


def _shown(box: BoxPlan, share: Share) -> Face | None:
    """One of the components of a share, or its first page, to be shown on the cover."""
    if share.kind.prose:
        return next(iter(laid_pages(box.checked, share.kind, box.language).faces), None)
    position = share.kind.position(share.picks[0][0])
    return box.checked.front(share.kind, position, box.language, box.layout.front(share.kind))


def _pages_of(sheet: int, box: BoxPlan) -> tuple[int, ...]:
    """The pages of the file that a sheet, counted from 0 with the covers, is printed from; the first page is 1."""
    sides = 2 if box.layout.backs.edge else 1
    return tuple(range(sides * sheet + 1, sides * (sheet + 1) + 1))


def _covers(box: BoxPlan, template: Path) -> list[Face]:
    rows, start = [], box.cover_sheets
    for each in box.planned:
        for share in each.shares:
            numbers = each.numbers(share)
            rows.append(CoverRow(
                share.entry, share.kind, share.components, len(numbers),
                ways(outlined=share.outlined, whole=share.kind.prose is not None, creased=share.creased,
                     joined=each.seams(share) > 0),
                share.why, share.ours, face=_shown(box, share),
                pages=tuple(page for number in numbers for page in _pages_of(start + number, box)),
            ))  # fmt: skip
        start += each.sheets
    pages = [
        draw_cover(box.checked.renderer, template, part, box.players, box.mode, box.language, total=start)
        for part in parted(rows)
    ]
    require_sound([problem for _, problems in pages for problem in problems], UNPRINTED)
    return [face for face, _ in pages]
