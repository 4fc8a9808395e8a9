"""Registration marks are where each maker's program looks for them, and nothing else comes near them."""

import contextlib
import io
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from pathlib import Path

import pytest
from each import each
from geometry import Edges, edges, gap, ink, inside
from pictures import page_picture
from PIL import Image
from tries import part, slow_but

from generator.check.build import check_game
from generator.check.result import CheckResult
from generator.check.scope import Scope
from generator.core.choices import PAPERS, SIZES, CutFormat, CutterName, um
from generator.core.folders import Project
from generator.core.problem import Infeasible
from generator.draw.marks.marks import Face
from generator.model.game import Item, Kind
from generator.pdf.pdf import write_pdf
from generator.printing.order import Choice, Cutting, SheetLayout
from generator.printing.sheets import KindGroups, Sheets
from generator.printing.slots import cut_by_hand, sheet_grid
from generator.sheet.cutters import CUTTERS, quiet_zones, registration_marks
from generator.sheet.cutting import cut_sheet
from generator.sheet.grid import Grid, fit_grid
from generator.sheet.page import Document, Page, meet, rect_of
from generator.sheet.slug_boxes import SLUG_OF_MACHINES

ROOT = Path(__file__).parents[2]
PRINTED = ("a4", "letter", "a3")
MARKED = ("silhouette", "silhouette-alpha", "graphtec")

# Worked out by hand, in mm: how far the middles of the lines lie from the paper's edges, how long they are, how thick,
# and how far from both edges a corner has nothing else.
NUMBERS = {"silhouette": (10, 5, 0.5, 16.5), "silhouette-alpha": (10, 5, 0.5, 16.5), "graphtec": (35, 10, 0.5, 51.25)}
RING = 14  # mm that are left to the marks of Cricut's program


@cache
def read_game(name: str) -> CheckResult:
    return check_game(Project(ROOT / "data", ROOT / "templates"), name, scope=Scope(whole=False))


@pytest.fixture(scope="module", params=["tricks-or-treats", pytest.param("star-road", marks=pytest.mark.slow)])
def checked(request: pytest.FixtureRequest) -> CheckResult:
    return read_game(request.param)


def laid_out(paper: str, cutter: str, **options: object) -> SheetLayout:
    return SheetLayout(paper, cutting=Cutting(CutFormat.svg, CutterName(cutter)), **options)  # type: ignore[arg-type]


def kinds_that_fit(checked: CheckResult, layout: SheetLayout) -> Iterator[tuple[Kind, Grid]]:
    for kind in checked.game.kinds.values():
        with contextlib.suppress(Infeasible):
            if kind.printed and not kind.prose:
                yield kind, sheet_grid(kind, layout)


@cache
def first_faces(game: str, kind: str) -> list[Face]:
    """Some faces, drawn once for all sheets."""
    checked = read_game(game)
    items = checked.game.kinds[kind].items[:4]
    return [checked.renderer.face(checked.game.kinds[kind], item, checked.game.language)[0] for item in items]


def first_page(checked: CheckResult, kind: Kind, grid: Grid, layout: SheetLayout) -> Page:
    """A full sheet of a kind."""
    faces = first_faces(checked.game.folder.name, kind.name)
    members: list[tuple[Item | None, Face]] = [
        (kind.items[number % len(faces)], faces[number % len(faces)]) for number in range(len(grid.slots))
    ]
    part = KindGroups(kind, [("", members)])
    return next(Sheets(checked, [part], checked.game.language, layout=layout).pages(None))


def zones(cutter: str, width: float, height: float) -> list[Edges]:
    """Where nothing but a mark may lie, worked out again, in whole micrometres."""
    if cutter == "cricut":
        deep = um(RING)
        w, h = um(width), um(height)
        return [(0, 0, w, deep), (0, h - deep, w, h), (0, 0, deep, h), (w - deep, 0, w, h)]
    near = um(NUMBERS[cutter][3])
    far_x, far_y = um(width) - near, um(height) - near
    corners = [(0, 0), (far_x, 0), (0, far_y), (far_x, far_y)]
    return [(x, y, x + near, y + near) for x, y in corners[: 3 if cutter == "silhouette" else 4]]


def test_the_option_knows_the_machines_that_there_are() -> None:
    assert list(CutterName) == list(CUTTERS)
    assert [cutter.name for cutter in CUTTERS.values()] == list(CUTTERS)
    assert Cutting(CutFormat.svg).cutter == "silhouette"


@pytest.mark.parametrize("paper", PRINTED)
def test_silhouettes_marks_are_a_square_and_two_angles(paper: str) -> None:
    width, height = PAPERS[paper]
    square, right, bottom = registration_marks(CUTTERS[CutterName.silhouette], (width, height))
    assert square.path == (("M", 10, 10), ("L", 15, 10), ("L", 15, 15), ("L", 10, 15), ("Z",))
    assert right.path == (("M", width - 15, 10), ("L", width - 10, 10), ("L", width - 10, 15))
    assert bottom.path == (("M", 15, height - 10), ("L", 10, height - 10), ("L", 10, height - 15))
    assert (square.paint.fill, square.paint.stroke, right.paint.fill, right.paint.stroke) == (
        "#000000",
        "#000000",
        None,
        "#000000",
    )
    assert {mark.paint.width for mark in (square, right, bottom)} == {0.5}


@each("name", ["silhouette-alpha", "graphtec"])
@each("paper", PRINTED)
def test_the_others_marks_are_four_angles_that_run_inwards(name: str, paper: str) -> None:
    (width, height), (inset, arm, thickness, _) = PAPERS[paper], NUMBERS[name]
    marks = registration_marks(CUTTERS[CutterName(name)], (width, height))
    found = {tuple(step[1:] for step in mark.path) for mark in marks}
    left, right, top, bottom = inset, width - inset, inset, height - inset
    assert found == {
        ((left + arm, top), (left, top), (left, top + arm)),
        ((right - arm, top), (right, top), (right, top + arm)),
        ((left + arm, bottom), (left, bottom), (left, bottom - arm)),
        ((right - arm, bottom), (right, bottom), (right, bottom - arm)),
    }
    assert {(mark.paint.fill, mark.paint.stroke, mark.paint.width) for mark in marks} == {(None, "#000000", thickness)}


@pytest.mark.parametrize("name", ["cricut", "scanncut", "none"])
def test_machines_that_read_no_marks_of_ours_have_none(name: str) -> None:
    assert registration_marks(CUTTERS[CutterName(name)], PAPERS["a4"]) == ()
    assert len(quiet_zones(CUTTERS[CutterName(name)], PAPERS["a4"])) == (4 if name == "cricut" else 0)


@each("paper", PAPERS)
@each("name", MARKED)
def test_marks_are_printable(name: str, paper: str) -> None:
    for mark in registration_marks(CUTTERS[CutterName(name)], PAPERS[paper]):
        half = mark.paint.width / 2
        points = [step[1:] for step in mark.path if len(step) == 3]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        box = (um(min(xs) - half), um(min(ys) - half), um(max(xs) + half), um(max(ys) + half))
        assert inside(box, *PAPERS[paper], 5)


def test_the_drawing_of_the_marks_has_the_middle_of_the_paper() -> None:
    """A person who centres the whole drawing on the page has laid its cuts over the components."""
    for name in MARKED:
        for width, height in PAPERS.values():
            sheet = cut_sheet(Page(width, height, ()), registration_marks(CUTTERS[CutterName(name)], (width, height)))
            xs, ys = zip(*(point for run in sheet.marks for point in run), strict=True)
            assert (min(xs) + max(xs), min(ys) + max(ys)) == (pytest.approx(width), pytest.approx(height))


SHEETS = [*product([*MARKED, "cricut"], [("a4", 0.0), ("a4", 1.5), ("letter", 0.0), ("a3", 0.0)])]


@pytest.mark.tried
@pytest.mark.parametrize(
    ("cutter", "paper", "bleed"), slow_but(1, [(cutter, *sheet) for cutter, sheet in part(SHEETS, 12)])
)
def test_nothing_of_a_page_comes_near_a_mark(checked: CheckResult, cutter: str, paper: str, bleed: float) -> None:
    layout = laid_out(paper, cutter, bleed=bleed)
    kinds = list(kinds_that_fit(checked, layout))
    assert len(kinds) >= 6
    for kind, grid in kinds:
        page = first_page(checked, kind, grid, layout)
        quiet = zones(cutter, page.width, page.height)
        reach = um(bleed)
        for placement in page.placements:
            x1, y1, x2, y2 = edges(placement.slot)
            assert all(gap((x1 - reach, y1 - reach, x2 + reach, y2 + reach), zone) >= 0 for zone in quiet), kind.name
        for line in page.cuts:
            assert all(gap(ink(line), zone) >= 0 for zone in quiet), kind.name
        for slug_box in grid.slug:
            assert all(gap(edges(slug_box.box), zone) >= 0 for zone in quiet), (kind.name, slug_box.name)


@pytest.mark.parametrize("paper", slow_but(1, PRINTED))
@pytest.mark.parametrize("cutter", MARKED)
def test_no_component_lies_where_a_machine_cannot_cut(checked: CheckResult, cutter: str, paper: str) -> None:
    layout = laid_out(paper, cutter)
    for _, grid in kinds_that_fit(checked, layout):
        for slot in grid.slots:
            assert inside(edges(slot), *PAPERS[paper], NUMBERS[cutter][0])
        assert [slot.number for slot in grid.slots] == list(range(1, len(grid.slots) + 1))


def pixels(page: Page) -> Image.Image:
    """A page as it is printed, 10 pixels a mm, True where it is dark."""
    pdf = io.BytesIO()
    write_pdf(Document("cut", "en"), [page], pdf)
    return page_picture(pdf.getvalue(), 0, 254)


@pytest.mark.parametrize("paper", slow_but(1, PRINTED))
@pytest.mark.parametrize("cutter", [*MARKED, "cricut"])
def test_marks_are_ink_on_the_printed_sheet_and_stand_alone(checked: CheckResult, cutter: str, paper: str) -> None:
    layout = laid_out(paper, cutter)
    for kind, grid in islice(kinds_that_fit(checked, layout), 3 if paper == "a4" else 1):
        page = first_page(checked, kind, grid, layout)
        picture = pixels(page)
        width, height = PAPERS[paper]
        for number, zone in enumerate(zones(cutter, width, height)):
            dark = picture.crop(
                (round(zone[0] / 100), round(zone[1] / 100), round(zone[2] / 100), round(zone[3] / 100))
            ).point(lambda value: 255 * (value < 128))
            if cutter == "cricut":
                assert dark.getbbox() is None, kind.name
            else:
                box, area = expected_ink(cutter, number)
                assert dark.getbbox() == pytest.approx(box, abs=1), (kind.name, number)
                assert dark.histogram()[255] == pytest.approx(area, rel=0.25), (kind.name, number)


def expected_ink(cutter: str, corner: int) -> tuple[list[float], float]:
    """What a mark covers in its zone, and how much of it is black, in tenths of a mm; corners run row by row."""
    inset, arm, thickness, near = (10 * length for length in NUMBERS[cutter])
    half, square = thickness / 2, (cutter, corner) == ("silhouette", 0)
    # The square has a line all round; an angle's lines end where they end.
    first, last = inset - half, inset + arm + (half if square else 0)
    mirrored = (near - last, near - first)
    (left, right), (top, bottom) = (mirrored if corner in side else (first, last) for side in ((1, 3), (2, 3)))
    return [left, top, right, bottom], (arm + thickness) ** 2 if square else 2 * arm * thickness


def test_nine_poker_cards_have_room_between_silhouettes_marks() -> None:
    cutter = CUTTERS[CutterName.silhouette]
    zones_on_a4 = quiet_zones(cutter, PAPERS["a4"])
    between = fit_grid(PAPERS["a4"], SIZES["poker"], margin=10, keep_out=SLUG_OF_MACHINES, zones=zones_on_a4)
    assert len(between.slots) == 9
    assert len(between.slug) == 3
    zones_on_letter = quiet_zones(cutter, PAPERS["letter"])
    on_letter = fit_grid(PAPERS["letter"], SIZES["poker"], margin=10, keep_out=SLUG_OF_MACHINES, zones=zones_on_letter)
    assert [slot.turned for slot in on_letter.slots] == [True] * 8


def test_corners_are_given_up_where_pieces_are_small() -> None:
    zone = quiet_zones(CUTTERS[CutterName.silhouette], PAPERS["a4"])
    grid = fit_grid(PAPERS["a4"], (36, 36), gutter=2.5, margin=10, zones=zone)
    assert 32 <= len(grid.slots) < 35  # five by seven, but for corners
    assert not any(meet(rect_of(slot), rect_of(corner)) for slot in grid.slots for corner in zone)


def test_an_enlarged_component_stays_between_the_marks(checked: CheckResult) -> None:
    for cutter in [*MARKED, "cricut"]:
        layout = laid_out("a4", cutter, enlarged=True)
        for _, grid in islice(kinds_that_fit(checked, layout), 4):
            (slot,) = grid.slots
            assert all(gap(edges(slot), zone) >= 0 for zone in zones(cutter, *PAPERS["a4"]))


def test_without_cut_lines_there_are_no_marks(checked: CheckResult) -> None:
    kind = next(kind for kind in checked.game.kinds.values() if kind.printed and not kind.prose)
    plain, cut = SheetLayout(), SheetLayout(cutting=Cutting(CutFormat.svg))
    assert plain.machine(kind) is CUTTERS[CutterName.none]
    assert cut.machine(kind) is CUTTERS[CutterName.silhouette]
    bare = first_page(checked, kind, sheet_grid(kind, plain), plain)
    bared = SheetLayout(cutting=Cutting(CutFormat.svg, CutterName.none))
    unmarked = first_page(checked, kind, sheet_grid(kind, bared), bared)
    assert unmarked == bare


def test_what_finds_no_room_between_the_marks_is_refused_with_a_way_out(checked: CheckResult) -> None:
    kinds = [kind for kind in checked.game.kinds.values() if kind.size and not kind.prose]
    kind = max(kinds, key=lambda kind: kind.size or (0, 0))
    assert kind.size is not None
    size = f"{kind.size[0]:g} × {kind.size[1]:g} mm"
    with pytest.raises(Infeasible) as refusal:
        sheet_grid(kind, laid_out("letter", "graphtec"))
    assert str(refusal.value) == (
        f"{kind.name}: a component of {size} does not fit paper of 215.9 × 279.4 mm with a margin of 35 mm and free "
        f"corners: that room is for --cutter graphtec; take --cutter none, or leave {kind.name} out of --cut"
    )
    assert len(sheet_grid(kind, laid_out("letter", "none")).slots) == 1


def test_pages_to_read_are_not_cut(checked: CheckResult) -> None:
    kind = next(kind for kind in checked.game.kinds.values() if kind.prose)
    layout = laid_out("letter", "graphtec")
    assert layout.machine(kind) is CUTTERS[CutterName.none]
    assert sheet_grid(kind, layout) == sheet_grid(kind, SheetLayout("letter"))


def test_what_a_machine_cannot_hold_is_cut_by_hand_unless_it_was_asked_for(checked: CheckResult) -> None:
    layout = laid_out("letter", "graphtec")
    left = cut_by_hand(checked.game, Choice(), layout)
    assert left.cutting is not None
    fit = {kind.name for kind, _ in kinds_that_fit(checked, layout)}
    cut = {kind.name for kind in checked.game.kinds.values() if kind.printed and left.cutting.takes(kind)}
    assert cut == fit
    assert left.cutting.by_hand
    for name in left.cutting.by_hand:
        kind = checked.game.kinds[name]
        assert sheet_grid(kind, left) == sheet_grid(kind, SheetLayout("letter"))
        assert cut_by_hand(checked.game, Choice((name,)), layout) == layout


def test_the_manual_tells_the_numbers_to_type() -> None:
    manual = "\n".join((ROOT / f"docs/{page}.md").read_text() for page in ("printing", "do/print"))
    rows = {line.split("`")[1]: line for line in manual.splitlines() if line.startswith("| `")}
    assert "length 5 mm (0.197 in), thickness 0.5 mm (0.02 in), inset 10 mm (0.394 in)" in rows["silhouette"]
    assert "16.5 × 16.5 mm" in rows["silhouette"]
    assert "size 10 mm, thickness 0.5 mm, 35 mm" in rows["graphtec"]
    assert "51.25 × 51.25 mm" in rows["graphtec"]
    assert f"the outer {RING} mm" in rows["cricut"]
    assert set(CUTTERS) <= set(rows)
    apart = CUTTERS[CutterName.graphtec].inset * 2
    for paper in PRINTED:
        width, height = PAPERS[paper]
        assert f"{width - apart:g} × {height - apart:g} mm" in " ".join(manual.split())


def test_the_drawing_tells_the_numbers_to_type() -> None:
    assert CUTTERS[CutterName.silhouette].note == (
        "Silhouette Studio: 3 registration marks, length 5 mm, thickness 0.5 mm, inset 10 mm"
    )
    assert all(cutter.note.isascii() and not {"&", "<"} & set(cutter.note) for cutter in CUTTERS.values())
