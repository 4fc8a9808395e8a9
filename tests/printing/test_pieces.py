"""Boards in pieces: put together as the sheets say, they are the face; what cannot be printed is reported before."""

from pathlib import Path

import pytest
from face_pictures import share_apart
from PIL import Image
from projects import Project
from pypdf import PdfReader
from pypdfium2 import PdfDocument

from generator.check.build import check_game
from generator.check.result import CheckResult
from generator.core.choices import Backs, JoinName
from generator.core.folders import Project as Folders
from generator.printing.members import grouped
from generator.printing.order import SheetLayout
from generator.printing.sheets import KindGroups, Sheets
from generator.sheet.backs import mirrored
from generator.sheet.page import Page
from generator.tables.pictures import pictures

DPI = 50
BOARD = """\
name: Fair
kinds:
  boards:
    title: Boards
    size: [297, 420]
    template: front.svg
    back: back.svg
    join: {overlap: 10}
    fields: {name: {type: text}}
"""
ART = """\
<svg xmlns="http://www.w3.org/2000/svg" width="297mm" height="420mm" viewBox="0 0 297 420">
  <rect width="297" height="420" fill="#d8e8c8"/>
  <path d="M20 400C120 350 60 200 180 190S250 60 150 20" fill="none" stroke="#a05020" stroke-width="8"/>
  <circle cx="230" cy="300" r="50" fill="COLOUR"/>
  <rect data-field="name" data-font="text" data-size="30" x="100" y="200" width="110" height="20"/>
</svg>
"""


@pytest.fixture
def board(project: Project) -> CheckResult:
    project.path("stalls.yaml").unlink()
    project.path("people.yaml").unlink()
    project.write("game.yaml", BOARD)
    project.write("boards.yaml", "- id: hill\n  name: Up the hill\n")
    project.write("templates/fair/front.svg", ART.replace("COLOUR", "#4060a0"))
    project.write("templates/fair/back.svg", ART.replace("COLOUR", "#c04040"))
    return checked(project)


def checked(project: Project) -> CheckResult:
    return check_game(Folders(project.folder / "data", project.folder / "templates"), "fair")


def sheets_of(board: CheckResult, **layout: object) -> Sheets:
    kind, own = board.game.kinds["boards"], SheetLayout(**layout)  # type: ignore[arg-type]
    groups = list(grouped(board, kind, "en", {id(item): 1 for item in kind.items}))
    return Sheets(board, [KindGroups(kind, groups)], "en", layout=own)


def put_together(sheets: Sheets, file: Path, *, backs: bool = False) -> Image.Image:
    """The pieces out of the printed pages, cut at their seams and laid where they belong, over each other's flaps."""
    sheets.write(file, None)
    document = PdfDocument(file)
    size = sheets.checked.game.kinds["boards"].size
    assert size is not None
    whole = Image.new("RGB", (px(size[0]), px(size[1])), "magenta")
    for number, laid in enumerate(sheets.arrangements):
        page = document[2 * number + backs if sheets.backs.edge else number].render(scale=DPI / 72).to_pil()
        width, height = laid.grid.paper
        for place in laid.places:
            slot, piece = place.slot, place.piece
            assert piece is not None
            left, flap = piece.left, (0.0, piece.flap_right)
            if backs:
                slot = mirrored(slot, width, height, sheets.backs.edge)  # type: ignore[arg-type]
                left, flap = size[0] - piece.right, (piece.flap_right, 0.0)
            box = (px(slot.x), px(slot.y), px(slot.x + slot.width), px(slot.y + slot.height))
            part = page.crop(box).rotate(90 * slot.turns, expand=True)
            kept = part.crop((px(flap[0]), 0, part.width - px(flap[1]), part.height - px(piece.flap_below)))
            x1, x2 = px(left + flap[0]), px(left + piece.size[0] - flap[1])
            y1, y2 = px(piece.top), px(piece.bottom - piece.flap_below)
            whole.paste(kept.resize((x2 - x1, y2 - y1)), (x1, y1))
    return whole


def px(mm: float) -> int:
    return round(mm / 25.4 * DPI)


@pytest.mark.slow
@pytest.mark.parametrize("join", [JoinName.overlap, JoinName.butt])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pieces_put_together_are_the_face(board: CheckResult, tmp_path: Path, join: JoinName, paper: str) -> None:
    kind, item = board.game.kinds["boards"], board.game.kinds["boards"].items[0]
    sheets = sheets_of(board, join=join, paper=paper, backs=Backs.long)
    apart, fronts = {}, Image.new("RGB", (1, 1))
    for backs in (False, True):
        face, _ = board.renderer.face(kind, item, "en", side="back" if backs else "front")
        (wanted,) = pictures([face], DPI, 0.0)
        made = put_together(sheets, tmp_path / "made.pdf", backs=backs)
        fronts = fronts if backs else made
        apart[backs] = share_apart(made, wanted.convert("RGB").resize(made.size))
    assert max(apart.values()) < 0.001
    assert share_apart(made, fronts) > 0.02, "the two sides differ"


def test_sheets_name_their_pieces_and_show_how_they_lie(board: CheckResult, tmp_path: Path) -> None:
    sheets = sheets_of(board)
    sheets.write(tmp_path / "made.pdf", None)
    texts = [page.extract_text() for page in PdfReader(tmp_path / "made.pdf").pages]
    assert [label.partition(": ")[2] for label in sheets.labels()] == [
        ", ".join(place.piece.name for place in laid.places if place.piece) for laid in sheets.arrangements
    ]
    for text, laid in zip(texts, sheets.arrangements, strict=True):
        for place in laid.places:
            assert place.piece is not None
            assert text.count(place.piece.name) >= 3, "above the piece, in the drawing, in the label"
    assert all(name in text for text in texts for name in ("A1", "B1", "A2", "B2"))


def test_a_component_without_a_join_or_beyond_two_metres_is_a_wrong_size(board: CheckResult, project: Project) -> None:
    assert not board.problems
    project.change("game.yaml", "    join: {overlap: 10}\n", "")
    (found,) = project.check()
    assert (found.rule, found.line) == ("wrong-size", 5)
    assert "join" in found.hint
    refused = project.pnp("render", "--no-preflight", "--paper", "a5")
    assert refused.exit_code == 1
    printed = project.pnp("render", "--join", "butt", "--paper", "a5")
    assert printed.exit_code == 0, printed.output
    project.change("game.yaml", "[297, 420]", "[297, 2001]")
    assert "wrong-size" in [one.rule for one in project.check()]


def test_a_board_counts_its_sheets_in_plan_and_goes_whole_on_paper_that_holds_it(
    board: CheckResult, project: Project
) -> None:
    project.change("game.yaml", "kinds:\n", 'plan: [{kind: boards, sets: "1", source: ours, why: one}]\nkinds:\n')
    told = project.pnp("plan", "fair", "--players", "2")
    assert "3 sheets of A4 paper" in told.stdout
    assert "and 3 components to fold or glue" in told.stdout  # of four: the first is what they are glued to
    whole = project.pnp("plan", "fair", "--players", "2", "--paper", "330x450").stdout
    assert "1 sheet" in whole
    assert "and 0 components to fold or glue" in whole
    for paper, joins in (("a4", True), ("330x450", False)):
        assert project.pnp("plan", "fair", "--players", "2", "--paper", paper, "--render").exit_code == 0
        cover = PdfReader(project.folder / "output/fair/box-2-players.pdf").pages[0].extract_text()
        assert ("glue the pieces together" in " ".join(cover.split())) == joins
    blank = project.pnp("blank", "fair")
    assert blank.exit_code == 0, blank.output
    assert len(PdfReader("output/fair/boards-blank.pdf").pages) == 3
    page: list[Page] = list(sheets_of(checked(project), paper="330x450").pages(None))
    assert len(page) == 1
    assert page[0].placements[0].item == "hill"
