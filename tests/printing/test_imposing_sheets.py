"""Cards that somebody laid out on sheets are cut apart where they are; boards larger than the paper come in pieces."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pytest
from each import each
from examined import examined_here  # noqa: F401 - a fixture for all of these
from PIL import Image
from projects import typed
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from generator.core.choices import cards_in, component_size, points_from_mm
from generator.core.problem import Mismatch
from generator.draw.marks.marks import Face
from generator.pdf.pdf import write_pdf
from generator.printing.finished import FinishedCard, Selection, cards_of
from generator.sheet.page import Document, Page, Placement, Slot

A4, LETTER = (210.0, 297.0), (215.9, 279.4)


class Laid(NamedTuple):
    """Cards on a sheet, in mm; they are numbered row by row from the top left."""

    paper: tuple[float, float] = A4
    cards: tuple[int, int] = (3, 3)
    size: tuple[float, float] = (63.0, 88.0)
    gap: float = 0.0
    frames: bool = True
    filled: bool = False
    marks: bool = False
    title: bool = False
    first: tuple[float, float] | None = None  # in the middle if None


SHEETS = {
    "frames": Laid(),
    "frames, Letter, 2.5 x 3.5 in": Laid(LETTER, size=(63.5, 88.9)),
    "gaps and art": Laid(gap=3, size=(60, 85), frames=False, filled=True),
    "gaps, frames and a title": Laid(gap=4, size=(60, 84), title=True),
    "gaps, art and marks": Laid(gap=4, cards=(3, 2), frames=False, filled=True, marks=True),
    "frames and marks": Laid(marks=True),
    "on its side": Laid((297.0, 210.0), (4, 2), (63, 88)),
    "out of the middle": Laid(first=(15, 30), cards=(2, 2), gap=2),
}  # fmt: skip


def sheet(canvas: Canvas, laid: Laid, cards: int | None = None, word: str = "card") -> None:
    (wide, high), (columns, rows), (x, y) = laid.paper, laid.cards, laid.size
    canvas.setPageSize((points_from_mm(wide), points_from_mm(high)))
    left = (wide - columns * x - (columns - 1) * laid.gap) / 2
    top = (high - rows * y - (rows - 1) * laid.gap) / 2
    left, top = laid.first or (left, top)
    for number in range(columns * rows if cards is None else cards):
        at = left + number % columns * (x + laid.gap), high - top - y - number // columns * (y + laid.gap)
        box = [points_from_mm(length) for length in (*at, x, y)]
        if laid.filled:
            canvas.setFillColorRGB(0.1 + 0.08 * number, 0.4, 0.9 - 0.05 * number)
            canvas.rect(*box, stroke=0, fill=1)
        if laid.frames:
            canvas.rect(*box)
        canvas.setFillColorRGB(0, 0, 0)
        canvas.drawString(box[0] + 20, box[1] + 60, f"{word} {number + 1}.")
        if laid.marks:
            for edge in (at[0], at[0] + x):
                canvas.line(*[points_from_mm(length) for length in (edge, high - top + 1, edge, high - top + 6)])
            for edge in (at[1], at[1] + y):
                canvas.line(*[points_from_mm(length) for length in (left - 6, edge, left - 1, edge)])
    if laid.title:
        canvas.drawString(60, points_from_mm(high) - 20, "My deck, to be printed at 100 %")


def file(path: Path, *sheets: Callable[[Canvas], object]) -> Path:
    canvas = Canvas(str(path))
    for each_sheet in sheets:
        each_sheet(canvas)
        canvas.showPage()
    canvas.save()
    return path


def taken(
    path: Path, folder: Path, notes: list[str], backs: str | None = None, **selection: object
) -> list[FinishedCard]:
    (folder / "scratch").mkdir(exist_ok=True)
    chosen = Selection(**selection)  # type: ignore[arg-type]
    return cards_of([path], backs, folder / "scratch", None, report=notes.append, selection=chosen)[0]


@pytest.mark.slow
@each("case", SHEETS)
def test_cards_are_found_where_they_are_and_cut_there(tmp_path: Path, case: str) -> None:
    laid = SHEETS[case]
    path = file(tmp_path / "a.pdf", lambda canvas: sheet(canvas, laid), lambda canvas: sheet(canvas, laid, 2))
    notes: list[str] = []
    cards = taken(path, tmp_path, notes)
    columns, rows = laid.cards
    assert len(cards) == columns * rows + 2
    assert all(card.size == pytest.approx(laid.size, abs=0.15) for card in cards), cards[0].size
    said = f"a.pdf: cut apart as a sheet of cards, {columns} × {rows} ("
    assert any(note.startswith(said) and note.endswith(" mm); --cards 1x1 prints it whole") for note in notes)
    assert f"a.pdf: {columns * rows - 2} places of its sheets without a card left out" in notes
    if laid.filled:  # nothing of a neighbour or of the paper is on a card
        for card in cards:
            grey = shown_card(card)
            edge = {grey.getpixel((grey.width // 2, 2)), grey.getpixel((2, grey.height // 2))}
            assert max(edge) - min(edge) <= 3  # type: ignore[operator,type-var]
            assert max(edge) < 230  # type: ignore[operator,type-var]


def grey_of(card: FinishedCard, side: str) -> int:
    """The grey near the top of a card's side."""
    grey = shown_card(card._replace(front=getattr(card, side)))
    value = grey.getpixel((grey.width // 2, 20))
    assert isinstance(value, int)
    return value


def shown_card(card: FinishedCard) -> Image.Image:
    """A card as it is printed, in greys."""
    assert card.size is not None
    wide, high = card.size
    face = Face(wide, high, (card.front.placed(0.0, 0.0, wide, high),))
    target = io.BytesIO()
    write_pdf(Document("", "en"), [Page(wide, high, (Placement(Slot(1, 0.0, 0.0, wide, high), face, "a"),))], target)
    with pypdfium2.PdfDocument(target.getvalue()) as document:
        grey: Image.Image = document[0].render(scale=2).to_pil().convert("L")
    return grey


def test_the_cards_of_a_sheet_stay_text_and_come_as_large_as_they_are(tmp_path: Path) -> None:
    file(tmp_path / "a.pdf", lambda canvas: sheet(canvas, Laid(), 7))
    made = typed(tmp_path, "impose", "a.pdf", "--cards", "3x3", "--paper", "a3")
    assert (made.exit_code, made.stdout) == (0, "7 pictures on 1 sheet: output/a-sheets.pdf\n")
    assert "a.pdf: cut apart as a sheet of cards, 3 × 3 (63 × 88 mm)\n" in made.stderr
    assert "2 places of its sheets without a card left out" in made.stderr
    assert "card 7." in PdfReader(tmp_path / "output/a-sheets.pdf").pages[0].extract_text()


@pytest.mark.slow
def test_pictures_of_sheets_are_cut_apart_and_stay_what_they_are(tmp_path: Path) -> None:
    file(tmp_path / "a.pdf", lambda canvas: sheet(canvas, Laid(gap=3, size=(60, 85), filled=True)))
    with pypdfium2.PdfDocument(tmp_path / "a.pdf") as document:
        document[0].render(scale=3).to_pil().save(tmp_path / "a.jpg", quality=95)
    made = typed(tmp_path, "impose", "a.jpg", "--size", "60x85")
    assert made.stdout == "9 pictures on 1 sheet: output/a-sheets.pdf\n"
    assert "a.jpg: cut apart as a sheet of cards, 3 × 3; --cards 1x1 prints it whole" in made.stderr
    assert (tmp_path / "output/a-sheets.pdf").read_bytes().count(b"/DCTDecode") == 1
    whole = typed(tmp_path, "impose", "a.jpg", "--cards", "1x1")
    assert whole.stdout.startswith("1 picture on 1 sheet")


@pytest.mark.slow
def test_the_rightmost_card_of_a_back_is_behind_the_leftmost_of_its_front(tmp_path: Path) -> None:
    shades = Laid(gap=2, size=(60, 85), filled=True)
    path = file(tmp_path / "a.pdf", lambda canvas: sheet(canvas, shades, 5), lambda canvas: sheet(canvas, shades))
    made = typed(tmp_path, "impose", "a.pdf", "--backs", "alternate")
    assert made.exit_code == 0, made.output
    cards = taken(path, tmp_path, [], "alternate")
    assert [card.name for card in cards] == [f"a 1 card {number}" for number in range(1, 6)]
    fronts, backs = ([grey_of(card, side) for card in cards] for side in ("front", "back"))
    assert backs[:3] == pytest.approx(fronts[2::-1], abs=2), "3 is behind 1, 2 behind 2, 1 behind 3"
    assert backs[4] == pytest.approx(fronts[4], abs=2)
    assert backs[3] not in [pytest.approx(front, abs=2) for front in fronts], "6 is behind 4"


def test_a_single_back_is_behind_every_card_of_a_sheet(tmp_path: Path) -> None:
    path = file(tmp_path / "a.pdf", lambda canvas: sheet(canvas, Laid()))
    Image.new("RGB", (63, 88), "navy").save(tmp_path / "rear.png")
    cards = taken(path, tmp_path, [], str(tmp_path / "rear.png"))
    assert len({card.back.drawing.name for card in cards if card.back}) == 1
    assert len(cards) == 9


def test_a_page_that_is_no_sheet_of_cards_is_left_whole(tmp_path: Path) -> None:
    def text(canvas: Canvas) -> None:
        canvas.setPageSize(tuple(map(points_from_mm, A4)))
        for line in range(40):
            canvas.drawString(60, 780 - 18 * line, "A line of rules that goes on for a while, and ends.")

    def board(canvas: Canvas) -> None:
        canvas.setPageSize(tuple(map(points_from_mm, A4)))
        for row in range(12):
            for column in range(8):
                canvas.rect(30 + 65 * column, 30 + 65 * row, 65, 65)

    notes: list[str] = []
    for name, page in (("text", text), ("board", board)):
        assert len(taken(file(tmp_path / f"{name}.pdf", page), tmp_path, notes)) == 1, name
    assert not [note for note in notes if "cut apart" in note]
    with pytest.raises(Mismatch, match="3 × 4 cards of one size are not seen; --size says how large they are"):
        taken(file(tmp_path / "none.pdf", lambda canvas: canvas.drawString(9, 9, "x")), tmp_path, [], cards=(3, 4))


def test_cards_without_edges_lie_in_the_middle_if_their_size_is_said(tmp_path: Path) -> None:
    path = file(tmp_path / "a.pdf", lambda canvas: sheet(canvas, Laid(frames=False)))
    cards = taken(path, tmp_path, [], cards=(3, 3), size=(63.0, 88.0))
    assert [card.size for card in cards] == [pytest.approx((63, 88), abs=0.1)] * 9
    made = typed(tmp_path, "impose", "a.pdf", "--cards", "3x3", "--size", "63x88")
    assert made.exit_code == 0, made.output
    assert "card 9." in PdfReader(tmp_path / "output/a-sheets.pdf").pages[0].extract_text()


@pytest.mark.slow
@each("answer, cards", [(True, 9), (False, 1)])
def test_what_was_found_is_asked_about(tmp_path: Path, answer: bool, cards: int) -> None:
    asked: list[str] = []

    def ask(question: str) -> bool:
        asked.append(question)
        return answer

    path = file(tmp_path / "a.pdf", lambda canvas: sheet(canvas, Laid()), lambda canvas: sheet(canvas, Laid()))
    assert len(taken(path, tmp_path, [], ask=ask)) == 2 * cards
    assert asked == ["a.pdf has a sheet of cards, 3 × 3 (63 × 88 mm). Cut them apart?"]


@each("text", ["3", "3x", "0x3", "3x21", "axb", "3x3x3", ""])
def test_what_is_no_columns_and_rows_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError, match="is not columns and rows of cards such as 3x3"):
        cards_in(text)
    assert typed(tmp_path, "impose", "a.pdf", "--cards", text).exit_code == 2


@each("size, wanted", [
    ("2000x2000", (2000, 2000)), ("200x200cm", (2000, 2000)), ("2.5x3.5in", (63.5, 88.9)), ("180x252pt", (63.5, 88.9)),
    ("63.5x88.9mm", (63.5, 88.9)),
])  # fmt: skip
def test_sizes_take_units_up_to_two_metres(size: str, wanted: tuple[float, float]) -> None:
    assert component_size(size) == pytest.approx(wanted)
    with pytest.raises(ValueError, match="is not a size"):
        component_size("2001x50")


@pytest.mark.slow
@each("join, pieces", [("overlap", 3), ("butt", 2)])
def test_a_board_comes_in_pieces_with_its_back(tmp_path: Path, join: str, pieces: int) -> None:
    def board(canvas: Canvas) -> None:
        canvas.setPageSize((points_from_mm(380), points_from_mm(270)))
        for row in range(5):
            for column in range(7):
                canvas.drawString(points_from_mm(50 * column + 10), points_from_mm(50 * row + 10), f"{column}.{row};")

    file(tmp_path / "a.pdf", board, board)
    refused = typed(tmp_path, "impose", "a.pdf", "--backs", "one")
    assert refused.exit_code == 2
    assert "--join overlap prints it in pieces" in refused.stderr
    made = typed(tmp_path, "impose", "a.pdf", "--backs", "one", "--join", join, "--paper", "a4")
    assert made.exit_code == 0, made.output
    assert made.stdout == f"1 picture on {pieces} sheets: output/a-sheets.pdf\n"
    pages = [page.extract_text() for page in PdfReader(tmp_path / "output/a-sheets.pdf").pages]
    wanted = {f"{column}.{row};" for column in range(7) for row in range(5)}
    for side in (pages[::2], pages[1::2]):
        assert {label for label in wanted if any(label in page for page in side)} == wanted
    skipped = typed(tmp_path, "impose", "a.pdf", "--pages", "1", "--join", join, "--skip", "1")
    assert (skipped.exit_code, "not for pieces" in skipped.stderr) == (2, True)
