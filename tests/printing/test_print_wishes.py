"""Wishes of single printers: whole pages moved, bleed of backs or outside alone, lines on both sides, no faces."""

from pathlib import Path

import pytest
from projects import Project
from pypdf import PdfReader

from generator.core.choices import PAPERS, Backs, Edge, Marks
from generator.draw.marks.marks import Face, moved
from generator.model.own_sheets import SHIPPED, find_sheet, read_sheets
from generator.printing.order import SheetLayout
from generator.printing.slots import back_shift, front_shift
from generator.sheet.grid import placed_grid
from generator.sheet.page import Placement, Slot, mirrored_clip, outside_only, to_sheet

ART = '<rect x="-3" y="-3" width="56" height="46" fill="#88aacc"/>'
BACK = f'<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="40mm" viewBox="0 0 50 40">{ART}</svg>'
OWN = "- sheet: stickers\n  paper: a5\n  size: [40, 50]\n  slots: [[10, 10], [60.5, 10]]\n"


@pytest.fixture
def backed(project: Project) -> Project:
    """Stalls with a back that bleeds."""
    project.change("game.yaml", "template: stall.svg\n", "template: stall.svg\n    back: back.svg\n")
    project.write("templates/fair/back.svg", BACK)
    return project


def printed(project: Project, *options: str) -> PdfReader:
    """The file of the stalls, printed with these options."""
    result = project.pnp("render", "fair", "--kind", "stalls", "--no-cache", *options)
    assert result.exit_code == 0, result.output
    return PdfReader(project.folder / "output/fair/stalls.pdf")


def code(reader: PdfReader, page: int) -> str:
    return reader.pages[page].get_contents().get_data().decode("latin-1")  # type: ignore[union-attr]


def test_a_profile_moves_fronts_and_takes_their_backs_along(tmp_path: Path) -> None:
    file = tmp_path / "printers.yaml"
    file.write_text("- {printer: home, x: 1, front_x: 2, front_y: -1}\n", encoding="utf-8")
    layout = SheetLayout(printer="home", printers=file, backs=Backs.long)
    assert front_shift(layout) == (1.0, 0.0, 0.0, 1.0, -2.0, 1.0)
    shift = back_shift(layout, PAPERS["a4"], Edge.long)
    assert shift[4:] == pytest.approx((3.0, 1.0)), "seen from the back, the other way"
    plain = SheetLayout(printers=file)
    assert front_shift(plain) == (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def test_a_printer_that_moves_fronts_needs_no_backs(backed: Project) -> None:
    file = backed.folder / "printers.yaml"
    file.write_text("- {printer: home, x: 1, front_x: 2}\n- {printer: attic, x: 1}\n", encoding="utf-8")
    first, moved_by = code(printed(backed), 0).split()[:6], code(printed(backed, "--printer", "home"), 0).split()[:6]
    assert float(first[4]) - float(moved_by[4]) == pytest.approx(2 * 72 / 25.4, abs=1e-3)
    assert first[5] == moved_by[5]
    refused = backed.pnp("render", "fair", "--printer", "attic")
    assert refused.exit_code == 2
    assert "give --backs long, short or separate too" in refused.stderr


def test_backs_may_have_a_bleed_of_their_own(backed: Project) -> None:
    reader = printed(backed, "--backs", "long", "--bleed-backs", "3")
    assert "/BleedBox" not in reader.pages[0] or reader.pages[0].bleedbox == reader.pages[0].trimbox
    back = reader.pages[1]
    assert float(back.trimbox.left) - float(back.bleedbox.left) == pytest.approx(3 * 72 / 25.4, abs=0.01)


def test_lines_along_edges_stand_on_both_sides_where_that_is_wanted(backed: Project) -> None:
    def lines(*options: str) -> tuple[int, ...]:
        reader = printed(backed, "--backs", "long", *options)
        return tuple(code(reader, page).count(" l\n") + code(reader, page).count(" re\n") for page in (0, 1))

    alone, both = lines("--marks", "guides"), lines("--marks", Marks.both)
    assert both[0] == alone[0]
    assert both[1] > alone[1]


def test_without_ink_there_are_outlines_and_marks_and_no_word(backed: Project) -> None:
    reader = printed(backed, "--ink", "none", "--backs", "long")
    for page in reader.pages:
        text = page.extract_text()
        assert "Cake" not in text
        assert "Village fair" in text, "the margin still says what the sheet is"
    assert "Cake" in printed(backed).pages[0].extract_text()


def test_the_paper_is_named_where_it_is_asked_for(project: Project) -> None:
    assert "letter" not in printed(project, "--paper", "letter").pages[0].extract_text()
    assert "letter" in printed(project, "--paper", "letter", "--name-paper").pages[0].extract_text()


def test_bleed_outside_leaves_no_room_between_and_shows_nothing_of_a_neighbour() -> None:
    face = Face(50, 40, ())
    slots = [Slot(1, 10, 10, 50, 40), Slot(2, 60, 10, 50, 40), Slot(3, 10, 51, 40, 50, turns=1)]
    placements = outside_only([Placement(slot, face, "x") for slot in slots], 3.0)
    boxes = []
    for placement in placements:
        points = [step[1:] for step in moved(placement.clip, to_sheet(placement.slot)) if len(step) == 3]
        boxes.append((*map(min, zip(*points, strict=True)), *map(max, zip(*points, strict=True))))
    assert boxes == [(7, 7, 60, 50.5), (60, 7, 113, 53), (7, 50.5, 53, 104)]
    behind = mirrored_clip(placements[0])
    assert sorted({step[1] for step in behind if len(step) == 3}) == [0, 53], "the open side is the other one"


def test_bleed_outside_puts_more_on_a_sheet(project: Project) -> None:
    project.write("stalls.yaml", "".join(f"- {{id: s{n}, name: S, price: 1}}\n" for n in range(40)))
    apart, together = printed(project, "--bleed", "9"), printed(project, "--bleed", "9", "--bleed-outside")
    assert len(together.pages) < len(apart.pages)


def test_a_shipped_sheet_and_a_sheet_of_ones_own_say_where_components_lie(backed: Project) -> None:
    assert read_sheets(SHIPPED)[1] == []
    (backed.folder / "sheets.yaml").write_text(OWN, encoding="utf-8")
    assert backed.pnp("check").exit_code == 0
    reader = printed(backed, "--on-sheet", "stickers", "--backs", "long")
    assert len(reader.pages) == 4, "two slots a sheet, three stalls, two sides"
    assert [round(float(side) / 72 * 25.4) for side in reader.pages[0].mediabox[2:]] == [148, 210]
    grid = placed_grid("x", PAPERS["a5"], (40, 50), ((10, 10), (60.5, 10)), (50, 40))
    assert [(slot.x, slot.turns, slot.card) for slot in grid.slots] == [(10, 1, (50, 40)), (60.5, 1, (50, 40))]
    assert {box.name for box in grid.slug} == {"square", "ruler", "text"}
    sheet = find_sheet(backed.folder / "data", "avery-5371")
    assert len(placed_grid("x", PAPERS["letter"], sheet.size, sheet.slots, (88.9, 50.8)).slots) == 10


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[60.5, 10]", "[48, 10]", "4:21: error number-range: the slot lies over one before it"),
        ("[60.5, 10]", "[120, 10]", "4:21: error number-range: the slot reaches beyond the paper of 148 × 210 mm"),
        ("[60.5, 10]", "[60.5]", "4:21: error wrong-type: [x, y] in mm is wanted here"),
        ("a5", "a55", "2:10: error not-one-of: there is no paper 'a55'"),
    ],
)
def test_a_mistake_in_sheets_is_reported_and_stops_a_print(project: Project, old: str, new: str, said: str) -> None:
    (project.folder / "sheets.yaml").write_text(OWN.replace(old, new), encoding="utf-8")
    assert f"sheets.yaml:{said}" in project.pnp("check").stdout
    stopped = project.pnp("render", "--on-sheet", "stickers")
    assert stopped.exit_code == 2
    assert "sheets.yaml:" in stopped.stderr


def test_a_sheet_that_is_unknown_or_for_another_size_is_refused(project: Project) -> None:
    unknown = project.pnp("render", "--on-sheet", "avery")
    assert unknown.exit_code == 2
    assert "there is no sheet called 'avery'" in unknown.stderr
    other = project.pnp("render", "--on-sheet", "avery-5371")
    assert other.exit_code == 2
    assert "the sheet avery-5371 is for 88.9 × 50.8 mm, not 50 × 40 mm" in other.stderr
