"""A whole box in one file: a cover sheet that says what it holds, and the sheets of its plan."""

from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from itertools import accumulate, chain
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.core.atomic import discard
from generator.core.choices import Backs, Edge, paper_size
from generator.core.folders import Project
from generator.core.problem import Infeasible, require_sound
from generator.draw.marks.fonts import Font
from generator.draw.marks.marks import Face
from generator.model.values import id_from
from generator.project.build import Checked
from generator.project.check_scope import COVER
from generator.project.cover import CoverRow, draw_cover, parted, ways
from generator.project.printing.kept import UNPRINTED, Printed, beside
from generator.project.printing.members import grouped, laid_pages, language_suffix
from generator.project.printing.order import SheetLayout
from generator.project.printing.plan import PlannedSheets, Share
from generator.project.printing.proof import write_proved
from generator.project.printing.sheets import KindGroups, Sheets
from generator.sheet.grid import fit_grid
from generator.sheet.impose import Placeable, impose
from generator.sheet.margin_text import SheetLabel, sheet_label
from generator.sheet.page import Document, Page


class Party(Struct, frozen=True):
    """Whom a box is for: how many, and how they play. ``named`` says whether they asked for that mode by name,
    ``wanted`` for which items."""

    players: int
    mode: str
    named: bool = False
    wanted: tuple[str, ...] = ()

    @property
    def file_name(self) -> str:
        """The name of their box's file, without its ending."""
        wanted = "".join(f"-{id_from(name)}" for name in self.wanted)
        return f"box-{self.players}-players" + (f"-{self.mode}" if self.named else "") + wanted


def print_box(
    project: Project,
    checked: Checked,
    planned: list[PlannedSheets],
    party: Party,
    *,
    language: str,
    layout: SheetLayout,
    out: Path,
) -> Printed:
    """Print what a plan says into one file, behind a cover sheet.

    Args:
        project: where the cover's template lies.
        checked: the game.
        planned: the plan, made for this layout.
        party: whom it is for.
        language: of what is printed.
        layout: how components lie on paper.
        out: the folder of what is printed.

    Returns:
        The file, and what lies beside it.

    Raises:
        Faulty: the game or the cover has errors, or the file that was written breaks a rule of preflight.
        Infeasible: the cover does not fit the paper.
        OSError: the file cannot be written.
    """
    require_sound(checked.problems, UNPRINTED)
    game, edge, fonts = checked.game, layout.backs.edge, _fonts(checked, language)
    parts = [_sheets(checked, one, language, layout) for one in planned]
    faces = _covers(project, checked, planned, party, language, layout)
    starts = list(accumulate((sheets.count for sheets in parts), initial=len(faces)))  # behind the covers
    shares = [share for each in planned for share in each.shares]
    label = partial(_cover_label, checked, shares, party, language, starts[-1])
    covers = [cover_page(fonts, face, layout.paper, page, label(page)) for page, face in enumerate(faces, start=1)]

    def named_back(page: str) -> str:
        return checked.renderer.theme.words.say("sheet-back", language, game.language, None, page=page)

    def pages(edge: Edge | None, *, fronts: bool = True) -> Iterator[Page]:
        for front, behind in chain(((one, None) for one in covers), *(sheets.both_sides(edge) for sheets in parts)):
            if fronts:
                yield front
            if edge:
                yield behind or Page(front.width, front.height, (), label=named_back(front.label), side="back")

    title = game.title.in_language(language, game.language)
    numbered = list(zip(parts, starts, strict=False))
    bookmarks = tuple((sheets.title, start * (2 if edge else 1)) for sheets, start in numbered)
    document = Document(title, language, duplex=edge, bookmarks=bookmarks)
    file = out / game.name / f"{party.file_name}{language_suffix(game, language)}.pdf"
    write_proved(document, pages(edge), file)
    written = [path for sheets, start in numbered for path in sheets.write_cuts(file, start + 1)]
    if layout.backs == Backs.separate:
        written.append(file.with_name(f"{file.stem}-backs.pdf"))
        write_proved(Document(title, language), pages(Edge.long, fronts=False), written[-1])
    discard(beside(file), written)
    return _printed(game.name, shares, starts[-1], file, written)


def _printed(game: str, shares: list[Share], sheets: int, file: Path, others: list[Path]) -> Printed:
    components = sum(share.components for share in shares)
    return Printed(game, file.stem, components, sheets, file, 0.0, beside=tuple(others))


def _sheets(checked: Checked, planned: PlannedSheets, language: str, layout: SheetLayout) -> Sheets:
    parts = []
    for share in planned.shares:
        copies = {id(item): number for item, number in share.picks}
        parts.append(
            KindGroups(share.kind, list(grouped(checked, share.kind, language, copies, layout.front(share.kind))))
        )
    return Sheets(checked, parts, language, layout=layout)


def _cover_label(
    checked: Checked, shares: list[Share], party: Party, language: str, sheets: int, page: int
) -> SheetLabel:
    """What stands in the margin of a cover. Its data are those of all kinds that are in the box."""
    game, words = checked.game, checked.renderer.theme.words

    def says(name: str, number: int | None = None, **values: object) -> str:
        return words.say(name, language, game.language, number, **values)

    kinds = dict.fromkeys(share.kind.name for share in shares)
    data = sha256("".join(game.kinds[kind].data_hash for kind in kinds).encode()).hexdigest()[:7]
    return sheet_label(
        says("sheet-note"), game.title.in_language(language, game.language), says("cover-for", party.players),
        game.mode_name(party.mode, language), language, says("sheet-page", page=page, pages=sheets),
        says("sheet-data", data=data),
    )  # fmt: skip


def _fonts(checked: Checked, language: str) -> tuple[Font, ...]:
    return checked.renderer.theme.in_language(language).label_fonts


def cover_page(fonts: tuple[Font, ...], cover: Face, paper: str, number: int, label: SheetLabel) -> Page:
    """A cover in the middle of a sheet, with ruler and test square but no crop marks.

    Raises:
        Infeasible: it does not fit the paper.
    """
    try:
        grid = fit_grid(paper_size(paper), (cover.width, cover.height))
    except ValueError as error:
        raise Infeasible(f"the cover: {error}") from None
    pages = impose(
        [Placeable("cover", cover)], grid, page_labels=[str(number)], sheet_label=lambda _: label, fonts=fonts
    )
    return replace(next(pages), cuts=())


def _shown(checked: Checked, share: Share, language: str, layout: SheetLayout) -> Face | None:
    """One of the components of a share, or its first page, to be shown on the cover."""
    if share.kind.prose:
        return next(iter(laid_pages(checked, share.kind, language).faces), None)
    item = share.picks[0][0]
    position = share.kind.position(item)
    return checked.front(share.kind, position, language, layout.front(share.kind))


def _covers(
    project: Project, checked: Checked, planned: list[PlannedSheets], party: Party, language: str, layout: SheetLayout
) -> list[Face]:
    count = len(parted([share for each in planned for share in each.shares]))
    rows, start = [], 1 + count
    for each in planned:
        for share in each.shares:
            numbers = each.numbers(share)
            rows.append(CoverRow(
                share.entry, share.kind, share.components, len(numbers),
                ways(outlined=share.outlined, whole=share.kind.prose is not None, creased=share.creased,
                     joined=each.seams(share) > 0),
                share.why, share.ours, pages=tuple(start + number for number in numbers),
                face=_shown(checked, share, language, layout),
            ))  # fmt: skip
        start += each.sheets
    template = project.common_file(COVER)
    found = [
        draw_cover(checked.renderer, template, part, party.players, party.mode, language, total=start - 1)
        for part in parted(rows)
    ]
    require_sound([problem for _, problems in found for problem in problems], UNPRINTED)
    return [face for face, _ in found]
