"""What the options of ``pnp render`` do to the sheets."""

import re
from pathlib import Path
from typing import Any

import pytest
from each import each
from pictures import page_picture
from PIL import Image
from pypdf import PdfReader
from tries import slow_but
from typer.testing import CliRunner

from generator.check.build import check_game
from generator.check.result import CheckResult
from generator.check.scope import Scope
from generator.cli.commands import app
from generator.core.choices import PAPERS
from generator.core.folders import Project
from generator.draw.marks.marks import Face
from generator.model.game import Item, Kind
from generator.printing.members import Group, ItemFace
from generator.printing.order import SheetLayout
from generator.printing.sheets import KindGroups, Sheets
from generator.printing.slots import sheet_grid
from generator.sheet.page import Page

ROOT = Path(__file__).parents[2]
FOLDERS = ["--data", str(ROOT / "data"), "--templates", str(ROOT / "templates")]
CARDS = ["render", "tricks-or-treats", "--kind", "surprise-cards", *FOLDERS]


@pytest.fixture(scope="module")
def checked() -> CheckResult:
    return check_game(Project(ROOT / "data", ROOT / "templates"), "tricks-or-treats", scope=Scope(whole=False))


def render(out: Path, *options: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, [*CARDS, "--out", str(out), *options])
    return result.exit_code, result.stdout + result.stderr


def made(out: Path, name: str = "surprise-cards.pdf") -> PdfReader:
    return PdfReader(out / "tricks-or-treats" / name)


def pages(checked: CheckResult, count: int, **options: object) -> list[Page]:
    """The sheets of so many cards in a layout, as values."""
    kind: Kind = checked.game.kinds["surprise-cards"]
    layout = SheetLayout(**options)  # type: ignore[arg-type]
    items = kind.items[:count]
    members: list[ItemFace] = [(item, checked.renderer.face(kind, item, "en")[0]) for item in items]
    group: Group = "", members
    sheets = Sheets(checked, [KindGroups(kind, [group])], "en", layout=layout)
    return list(sheets.pages(sheets.backs.edge))


def test_a_sheet_used_in_part_is_filled_from_where_it_is_free(checked: CheckResult) -> None:
    first, second = pages(checked, 9, skip=(1, 4))
    assert [placement.slot.number for placement in first.placements] == [2, 3, 5, 6, 7, 8, 9]
    assert [placement.slot.number for placement in second.placements] == [1, 2]


def test_slots_are_skipped_on_the_first_sheet_only_whatever_starts_a_sheet_of_its_own(checked: CheckResult) -> None:
    kind: Kind = checked.game.kinds["surprise-cards"]
    layout = SheetLayout(skip=(1, 4))
    members: list[tuple[Item | None, Face]] = [
        (item, checked.renderer.face(kind, item, "en")[0]) for item in kind.items[:8]
    ]
    groups: list[Group] = [("one", list(members)), ("two", list(members))]
    sheets = Sheets(checked, [KindGroups(kind, groups)], "en", "[{number}]", layout)
    made = list(sheets.pages(None))
    assert [[placement.slot.number for placement in page.placements] for page in made] == [
        [2, 3, 5, 6, 7, 8, 9], [1], [1, 2, 3, 4, 5, 6, 7, 8],
    ]  # fmt: skip
    assert [page.label for page in made] == ["[1]", "[2]", "[3]"]
    assert sheets.count == 3
    assert len(list(sheets.labels())) == 3


@pytest.mark.slow
def test_start_at_counts_the_slots_that_were_used(tmp_path: Path) -> None:
    assert (
        render(
            tmp_path,
            "--start-at",
            "8",
            "--item",
            "sugar-fangs",
            "--item",
            "sweet-downpour",
            "--item",
            "candy-corn-trail",
        )[0]
        == 0
    )
    assert len(made(tmp_path).pages) == 2


def test_nothing_left_of_the_first_sheet_is_wrong_use(tmp_path: Path) -> None:
    status, text = render(tmp_path, "--start-at", "10")
    assert status == 2
    assert "no slot of the first sheet" in text
    assert not list(tmp_path.rglob("*.pdf"))


def test_neighbours_stand_apart_by_the_gutter(checked: CheckResult) -> None:
    (page,) = pages(checked, 4, gutter=3.0)
    one, two = (placement.slot for placement in page.placements[:2])
    assert two.x - (one.x + one.width) == pytest.approx(3.0)


def test_bleed_parts_neighbours_and_sets_its_box(checked: CheckResult, tmp_path: Path) -> None:
    (page,) = pages(checked, 4, bleed=2.0)
    one, two = (placement.slot for placement in page.placements[:2])
    assert two.x - (one.x + one.width) == pytest.approx(4.0)
    assert page.bleed == 2.0
    assert min(placement.slot.x for placement in page.placements) >= 7.0
    assert render(tmp_path, "--bleed", "2", "--item", "sugar-fangs")[0] == 0
    sheet = made(tmp_path).pages[0]
    assert sheet.bleedbox.left < sheet.trimbox.left
    assert float(sheet.trimbox.left - sheet.bleedbox.left) == pytest.approx(2 / 25.4 * 72, abs=0.02)


@pytest.mark.parametrize("bleed", [2.0, 5.0])
def test_marks_and_margin_keep_clear_of_the_bleed(checked: CheckResult, bleed: float) -> None:
    kind = checked.game.kinds["surprise-cards"]
    grid = sheet_grid(kind, SheetLayout(bleed=bleed))
    (page,) = pages(checked, len(grid.slots), bleed=bleed)
    assert page.cuts
    assert page.slug
    for slot in grid.slots:
        x1, y1 = slot.x - bleed, slot.y - bleed
        x2, y2 = slot.x + slot.width + bleed, slot.y + slot.height + bleed
        for line in page.cuts:
            assert line.on_art or line.x2 < x1 or line.x1 > x2 or line.y2 < y1 or line.y1 > y2
        for slug_box in grid.slug:
            box = slug_box.box
            assert box.x + box.width <= x1 or box.x >= x2 or box.y + box.height <= y1 or box.y >= y2


@pytest.mark.parametrize("backs", ["long", "short", "fold"])
def test_a_large_component_has_a_back_as_large(tmp_path: Path, backs: str) -> None:
    assert render(tmp_path, "--per-sheet", "1", "--backs", backs, "--item", "sugar-fangs")[0] == 0
    if backs != "fold":  # the sheet's other side is covered as far as this one
        file = tmp_path / "tricks-or-treats/surprise-cards.pdf"
        boxes = [page_picture(file, page, 50).point(lambda value: 255 * (value < 128)).getbbox() for page in (0, 1)]
        assert boxes[0] is not None
        assert boxes[1] is not None
        assert boxes[1][2] - boxes[1][0] > 0.9 * (boxes[0][2] - boxes[0][0])


def test_marks_are_crop_marks_guides_or_none(checked: CheckResult) -> None:
    (crop,), (guides,), (bare,) = (pages(checked, 2, marks=marks) for marks in ("crop", "guides", "none"))
    assert crop.cuts
    assert not crop.outlines
    assert not guides.cuts
    assert len(guides.outlines) == 2
    first = guides.placements[0].slot
    assert guides.outlines[0][0] == ("M", first.x, first.y)
    assert not bare.cuts
    assert not bare.outlines


@pytest.mark.slow
def test_kinds_that_share_sheets_each_have_backs_as_large_as_themselves(tmp_path: Path) -> None:
    """The proof of the file compares the sizes and places of fronts and backs, page by page."""
    kinds = ("--kind", "pawns", "--kind", "treat-tickets", "--kind", "trick-tickets")
    assert render(tmp_path, *kinds, "--per-sheet", "1", "--backs", "long")[0] == 0


@each("paper", PAPERS)
def test_one_component_a_sheet_is_as_large_as_it_can_be_and_keeps_its_shape(checked: CheckResult, paper: str) -> None:
    found = pages(checked, 2, enlarged=True, paper=paper)
    assert len(found) == 2
    for page in found:
        (placement,) = page.placements
        slot, face = placement.slot, placement.face
        assert face.width / face.height == pytest.approx(63 / 88)
        assert face.width > (1.8 if min(PAPERS[paper]) > 140 else 1.3) * 63
        assert slot.x >= 5
        assert slot.x + slot.width <= page.width - 5
        assert slot.y + slot.height <= page.height - 5


def test_a_paper_is_named_or_measured(tmp_path: Path) -> None:
    for paper, size in (("a3", (297, 420)), ("150x200", (150, 200))):
        assert render(tmp_path / paper, "--paper", paper, "--item", "sugar-fangs")[0] == 0
        box = made(tmp_path / paper).pages[0].mediabox
        assert (float(box.width), float(box.height)) == pytest.approx(
            tuple(side / 25.4 * 72 for side in size), abs=0.01
        )


@pytest.mark.slow
def test_backs_lie_behind_their_fronts_in_one_file(tmp_path: Path) -> None:
    assert render(tmp_path, "--backs", "long")[0] == 0
    pdf = made(tmp_path)
    assert len(pdf.pages) == 18
    assert pdf.page_labels[:4] == ["Page [1]", "Page [1] back", "Page [2]", "Page [2] back"]
    assert duplex_of(pdf) == "/DuplexFlipLongEdge"


def duplex_of(pdf: PdfReader) -> object:
    """How the file asks to be printed on both sides."""
    root: Any = pdf.trailer["/Root"]
    return root["/ViewerPreferences"]["/Duplex"]


def box_of_ink(pdf: Path, page: int, keep: float, start: float = 0) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is drawn in ``keep`` mm below ``start`` and beyond the margins, in mm."""
    image = page_picture(pdf, page, 100)
    first, side = round(start / 25.4 * 100), round(9 / 25.4 * 100)
    inner = image.crop((side, first, image.width - side, min(first + round(keep / 25.4 * 100), image.height)))
    image = Image.new("L", image.size, 255)
    image.paste(inner, (side, first))
    inked = image.point(lambda value: 255 * (value < 128)).getbbox()
    assert inked is not None
    left, top, right, bottom = (value / 100 * 25.4 for value in inked)
    return left, top, right, bottom


def darkest(picture: Image.Image) -> int:
    """The darkest grey of a picture, 0 for black."""
    return next(grey for grey, count in enumerate(picture.histogram()) if count)


@pytest.mark.parametrize(("edge", "preference"), [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge")])
def test_the_back_of_one_card_is_drawn_behind_it(tmp_path: Path, edge: str, preference: str) -> None:
    assert render(tmp_path, "--backs", edge, "--marks", "none", "--item", "sugar-fangs")[0] == 0
    file = tmp_path / "tricks-or-treats/surprise-cards.pdf"
    assert duplex_of(PdfReader(file)) == preference
    left, top, right, bottom = box_of_ink(file, 0, 120, 9)  # but for the label in the margin
    back = box_of_ink(file, 1, 110, 172 if edge == "short" else 9)
    if edge == "long":
        assert back == pytest.approx((210 - right, top, 210 - left, bottom), abs=1.2)
    else:
        assert back == pytest.approx((left, 297 - bottom, right, 297 - top), abs=1.2)


@pytest.mark.slow
def test_backs_can_have_a_file_of_their_own(tmp_path: Path) -> None:
    assert render(tmp_path, "--backs", "separate")[0] == 0
    assert (len(made(tmp_path).pages), len(made(tmp_path, "surprise-cards-backs.pdf").pages)) == (9, 9)


def test_backs_can_lie_beside_their_fronts_to_be_folded(tmp_path: Path) -> None:
    assert render(tmp_path, "--backs", "fold", "--item", "sugar-fangs", "--marks", "none")[0] == 0
    left, _, right, _ = box_of_ink(tmp_path / "tricks-or-treats/surprise-cards.pdf", 0, 120)
    assert right - left > 110 or len(made(tmp_path).pages) == 1
    assert len(made(tmp_path).pages) == 1


def test_a_printers_profile_shifts_the_backs_and_nothing_else(tmp_path: Path) -> None:
    profiles = tmp_path / "printers.yaml"
    profiles.write_text("- {printer: office, x: 2, y: -1}\n")
    one = ["--backs", "long", "--item", "sugar-fangs", "--marks", "none"]
    assert render(tmp_path / "plain", *one)[0] == 0
    assert render(tmp_path / "shifted", *one, "--printer", "office", "--printers", str(profiles))[0] == 0
    plain, shifted = (tmp_path / name / "tricks-or-treats/surprise-cards.pdf" for name in ("plain", "shifted"))
    assert box_of_ink(plain, 0, 290) == box_of_ink(shifted, 0, 290)
    before, after = box_of_ink(plain, 1, 120), box_of_ink(shifted, 1, 120)  # above the label in the margin
    assert after[0] - before[0] == pytest.approx(2, abs=0.3)  # right as the back is seen: left as the front is
    assert after[1] - before[1] == pytest.approx(1, abs=0.3)


@pytest.mark.slow
def test_cut_lines_come_beside_the_sheets_for_every_way_they_are_cut(tmp_path: Path) -> None:
    assert render(tmp_path, "--cut", "svg")[0] == 0
    names = sorted(path.name for path in (tmp_path / "tricks-or-treats").iterdir())
    assert names == ["surprise-cards-cut-1.svg", "surprise-cards-cut-9.svg", "surprise-cards.pdf"]


CUTTING = [("silhouette", 9), ("silhouette-alpha", 9), ("graphtec", 4), ("cricut", 8), ("scanncut", 9), ("none", 9)]


@pytest.mark.slow
@each(("cutter", "on_a_sheet"), CUTTING)
def test_cut_lines_are_the_edges_that_are_printed(tmp_path: Path, cutter: str, on_a_sheet: int) -> None:
    """Read from the files alone: where the drawing cuts, the PDF has a thin line."""
    assert render(tmp_path, "--cut", "svg", "--cutter", cutter, "--marks", "guides")[0] == 0
    drawing = next(path for path in (tmp_path / "tricks-or-treats").glob("*-cut-1.svg")).read_text()
    group = re.search(r'<g id="cut".*?</g>', drawing, re.DOTALL)
    assert group is not None
    paths = re.findall(r' d="M(.*?)Z"', group[0])
    assert len(paths) == on_a_sheet
    picture = page_picture(tmp_path / "tricks-or-treats/surprise-cards.pdf", 0, 254)
    for path in paths:
        corners = [tuple(10 * float(length) for length in point.split()) for point in path.split("L")]
        for (x, y), (u, v) in zip(corners, [*corners[1:], corners[0]], strict=True):
            for part in range(5, 100, 10):
                at_x, at_y = x + (u - x) * part / 100, y + (v - y) * part / 100
                near = picture.crop((int(at_x) - 1, int(at_y) - 1, int(at_x) + 2, int(at_y) + 2))
                assert darkest(near) < 160, (cutter, at_x / 10, at_y / 10)


@pytest.mark.slow
def test_a_machine_without_marks_leaves_the_sheets_as_they_are(tmp_path: Path) -> None:
    assert render(tmp_path / "plain")[0] == 0
    assert render(tmp_path / "cut", "--cut", "dxf", "--cutter", "none")[0] == 0
    plain, cut = (tmp_path / name / "tricks-or-treats/surprise-cards.pdf" for name in ("plain", "cut"))
    assert plain.read_bytes() == cut.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("cutter", slow_but(1, ["silhouette", "cricut"]))
def test_sheets_for_a_machine_have_the_same_bytes_twice(tmp_path: Path, cutter: str) -> None:
    files = []
    for run in ("one", "two"):
        assert render(tmp_path / run, "--cut", "svg", "--cutter", cutter, "--paper", "letter")[0] == 0
        folder = tmp_path / run / "tricks-or-treats"
        files.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert files[0] == files[1]
    assert {Path(name).suffix for name in files[0]} == {".pdf", ".svg"}


def test_only_fronts_have_registration_marks(tmp_path: Path) -> None:
    assert render(tmp_path, "--cut", "svg", "--backs", "long", "--item", "sugar-fangs")[0] == 0
    file = tmp_path / "tricks-or-treats/surprise-cards.pdf"
    corners = []
    for page in (0, 1):
        picture = page_picture(file, page, 100)
        corners.append([darkest(picture.crop((0, 0, 64, 64))), darkest(picture.crop((763, 0, 827, 64)))])
    assert max(corners[0]) < 128
    assert min(corners[1]) > 250


def test_a_machine_needs_a_drawing(tmp_path: Path) -> None:
    status, text = render(tmp_path / "out", "--cutter", "silhouette")
    assert status == 2
    assert "--cutter" in text
    assert "give --cut svg or --cut dxf too" in text
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_what_a_machine_cannot_hold_is_left_to_scissors(tmp_path: Path) -> None:
    arguments = ["render", "star-road", *FOLDERS, "--cut", "svg", "--paper", "letter", "--out", str(tmp_path)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0
    assert "star-road/blueprint-tables is too large to lie between the cutter's marks" in result.stderr
    cut = {file.name.split("-cut-")[0] for file in (tmp_path / "star-road").glob("*.svg")}
    printed = {file.stem for file in (tmp_path / "star-road").glob("*.pdf")}
    assert printed - cut == {
        "blueprint-tables", "draft-rules", "odds-cards", "production-boards", "quick-start", "rules",
    }  # fmt: skip


def test_what_a_machine_cannot_hold_is_wrong_use(tmp_path: Path) -> None:
    status, text = render(tmp_path / "out", "--cut", "svg", "--cutter", "graphtec", "--paper", "100x150")
    assert status == 2
    assert "surprise-cards: a component of 63 × 88 mm does not fit paper of 100 × 150 mm with a margin of 35 mm" in text
    assert "take --cutter none, or leave surprise-cards out of --cut" in text
    assert not (tmp_path / "out").exists()


@each(
    "option",
    [
        ["--skip", "a"],
        ["--bleed", "-1"],
        ["--bleed", "nan"],
        ["--gutter", "nan"],
        ["--skip", "1,10"],
        ["--per-sheet", "1", "--skip", "1"],
        ["--per-sheet", "1", "--start-at", "2"],
        ["--per-sheet", "2"],
        ["--cut", "plt"],
        ["--cut", "svg", "--cutter", "scissors"],
        ["--backs", "both"],
        ["--printer", "nobody", "--backs", "long"],
    ],
)
def test_wrong_options_are_wrong_use(tmp_path: Path, option: list[str]) -> None:
    status, _ = render(tmp_path / "out", *option, "--printers", str(tmp_path / "printers.yaml"))
    assert status == 2
    assert not (tmp_path / "out").exists()
