"""A whole box in one file: a cover sheet that says what it holds, and the sheets of its plan."""

from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from itertools import accumulate, chain
from pathlib import Path

from msgspec.structs import replace

from generator.check.cover import CoverRow, draw_cover, parted, ways
from generator.check.scope import COVER
from generator.core.choices import Backs, Edge, paper_size
from generator.core.folders import Project
from generator.core.problem import Infeasible, require_sound
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
    game, edge, language = box.checked.game, box.layout.backs.edge, box.language
    parts = [_sheets(box, planned) for planned in box.planned]
    faces = _covers(project, box)
    starts = list(accumulate((planned.sheets for planned in box.planned), initial=len(faces)))  # behind the covers
    label = partial(_cover_label, box, starts[-1])
    covers = [cover_page(box.fonts, face, box.layout.paper, page, label(page)) for page, face in enumerate(faces, 1)]

    def pages(edge: Edge | None, *, fronts: bool = True) -> Iterator[Page]:
        for front, behind in chain(((cover, None) for cover in covers), *(sheets.both_sides(edge) for sheets in parts)):
            if fronts:
                yield front
            if edge:
                named = box.says("sheet-back", page=front.label)
                yield behind or Page(front.width, front.height, (), label=named, side="back")

    title = game.title.in_language(language, game.language)
    numbered = list(zip(parts, starts, strict=False))
    bookmarks = tuple((sheets.title, _pages_of(start, box)[0] - 1) for sheets, start in numbered)
    document = Document(title, language, duplex=edge, bookmarks=bookmarks)
    file = out / game.name / f"{box.file_name}{language_suffix(game, language)}.pdf"
    write_proved(document, pages(edge), file)
    written = [path for sheets, start in numbered for path in sheets.write_cuts(file, start + 1)]
    if box.layout.backs == Backs.separate:
        written.append(file.with_name(f"{file.stem}-backs.pdf"))
        write_proved(Document(title, language), pages(Edge.long, fronts=False), written[-1])
    components = sum(share.components for share in box.shares)
    bare = tuple(dict.fromkeys(problem for sheets in parts for problem in sheets.warnings))
    printed = PrintedFile(game.name, file.stem, components, starts[-1], file, 0.0, beside=tuple(written), warnings=bare)
    return printed.alone()


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


def _covers(project: Project, box: BoxPlan) -> list[Face]:
    rows, start = [], len(parted(box.shares))
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
    template = project.common_file(COVER)
    pages = [
        draw_cover(box.checked.renderer, template, part, box.players, box.mode, box.language, total=start)
        for part in parted(rows)
    ]
    require_sound([problem for _, problems in pages for problem in problems], UNPRINTED)
    return [face for face, _ in pages]
