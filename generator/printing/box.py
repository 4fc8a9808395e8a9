"""A whole box in one file: a cover sheet that says what it holds, and the sheets of its plan."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from generator.marks.marks import Face
from generator.printing.order import SheetLayout
from generator.printing.plan import Share
from generator.printing.proof import write_proved
from generator.printing.render import UNPRINTED
from generator.printing.sheets import Sheets, grouped, language_suffix
from generator.project import Project
from generator.refusal import Infeasible, require_sound
from generator.sheet.grid import fit_grid
from generator.sheet.impose import Placeable, impose
from generator.sheet.margin_text import SheetLabel, sheet_label
from generator.sheet.page import Document, Page
from generator.sizes import paper_size
from generator.workspace.build import Checked
from generator.workspace.cover import COVER, CoverRow, draw_cover, ways


@dataclass(frozen=True, slots=True)
class Party:
    """Whom a box is for: how many, and how they play. ``named`` says whether they asked for that mode by name."""

    players: int
    mode: str
    named: bool = False

    @property
    def file_name(self) -> str:
        """The name of their box's file, without its ending."""
        return f"box-{self.players}-players" + (f"-{self.mode}" if self.named else "")


def print_box(
    project: Project, checked: Checked, shares: list[Share], party: Party, *, language: str, paper: str, out: Path
) -> tuple[Path, int]:
    """Print what a plan says into one file, behind a cover sheet.

    Args:
        project: where the cover's template lies.
        checked: the game.
        shares: the plan.
        party: whom it is for.
        language: of what is printed.
        paper: see `generator.sizes.paper_size`.
        out: the folder of what is printed.

    Returns:
        The file and its number of sheets.

    Raises:
        Faulty: the game or the cover has errors, or the file that was written breaks a rule of preflight.
        Infeasible: the cover does not fit the paper.
        OSError: the file cannot be written.
    """
    require_sound(checked.problems, UNPRINTED)
    game, layout = checked.game, SheetLayout(paper)
    parts = []
    for share in shares:
        sheets = Sheets(checked, share.kind, language, share.grid, layout=layout)
        copies = {id(item): number for item, number in share.picks}
        parts.append((sheets, list(grouped(checked, share.kind, language, copies))))
    starts = [1]  # behind the cover
    for sheets, groups in parts:
        starts.append(starts[-1] + sheets.count(groups))
    label = _cover_label(checked, shares, party, language, starts[-1])
    cover = cover_page(checked, _cover(project, checked, shares, party, language), paper, label)

    def pages() -> Iterator[Page]:
        yield cover
        for sheets, groups in parts:
            yield from sheets.pages(groups, None)

    titles = [share.kind.title.in_language(language, game.language) for share in shares]
    title = game.title.in_language(language, game.language)
    document = Document(title, language, bookmarks=tuple(zip(titles, starts, strict=False)))
    file = out / game.name / f"{party.file_name}{language_suffix(game, language)}.pdf"
    write_proved(document, pages(), file)
    return file, starts[-1]


def _cover_label(checked: Checked, shares: list[Share], party: Party, language: str, sheets: int) -> SheetLabel:
    """What stands in the margin of the cover. Its data are those of all kinds that are in the box."""
    game, words = checked.game, checked.renderer.theme.words

    def says(name: str, number: int | None = None, **values: object) -> str:
        return words.say(name, language, game.language, number, **values)

    kinds = dict.fromkeys(share.kind.name for share in shares)
    data = sha256("".join(game.kinds[kind].data_hash for kind in kinds).encode()).hexdigest()[:7]
    return sheet_label(
        says("sheet-note"), game.title.in_language(language, game.language), says("cover-for", party.players),
        party.mode, language, says("sheet-page", page=1, pages=sheets), says("sheet-data", data=data),
    )  # fmt: skip


def cover_page(checked: Checked, cover: Face, paper: str, label: SheetLabel) -> Page:
    """The cover in the middle of a sheet, with ruler and test square but no crop marks.

    Raises:
        Infeasible: it does not fit the paper.
    """
    try:
        grid = fit_grid(paper_size(paper), (cover.width, cover.height))
    except ValueError as error:
        raise Infeasible(f"the cover: {error}") from None
    fonts = checked.renderer.theme.label_fonts
    pages = impose([Placeable("cover", cover)], grid, page_labels=["1"], sheet_label=lambda _: label, fonts=fonts)
    return replace(next(pages), cuts=())


def _cover(project: Project, checked: Checked, shares: list[Share], party: Party, language: str) -> Face:
    rows = [
        CoverRow(
            share.entry, share.kind, share.components, share.sheets,
            ways(outlined=share.outlined, whole=len(share.grid.slots) == 1, creased=share.creased),
            share.why, share.ours,
        )
        for share in shares
    ]  # fmt: skip
    template = project.common_file(COVER)
    cover, problems = draw_cover(checked.renderer, template, rows, party.players, party.mode, language)
    require_sound(problems, UNPRINTED)
    return cover
