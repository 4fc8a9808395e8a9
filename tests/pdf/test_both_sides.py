"""Files for both sides of the paper as others make them: which backs are wrong, and which files are in order."""

from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from each import each
from foreign import boxed, found, sheet, text, written
from pypdf import PdfReader, PdfWriter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from tries import slow_but

from generator.core.choices import points_from_mm

LONG, SHORT = "DuplexFlipLongEdge", "DuplexFlipShortEdge"
Middle = tuple[float, float]  # of a card, mm from the page's top left corner
Card = Callable[[Canvas, float, float, int], object]  # lower left corner, mm; number

SIX = tuple((x, y) for y in (60.0, 155.0) for x in (38.0, 103.0, 168.0))


def framed(canvas: Canvas, x: float, y: float, number: int) -> None:
    """A card as most programs draw it: a frame, a picture's place, its name."""
    canvas.rect(*map(points_from_mm, (x, y, 63, 88)))
    canvas.rect(*map(points_from_mm, (x + 5, y + 30, 53, 50)))
    canvas.drawString(points_from_mm(x + 8), points_from_mm(y + 12), f"Card {number}")
    boxed(canvas, x + 10, y + 35, 5 + 4 * number, 10)


def rounded(canvas: Canvas, x: float, y: float, number: int) -> None:
    """A card with round corners: no rectangle, and so nothing but a block of ink."""
    canvas.roundRect(*map(points_from_mm, (x, y, 63, 88, 4)), stroke=1, fill=0)
    canvas.circle(points_from_mm(x + 31), points_from_mm(y + 44), 10 + 5 * number)


def motif(canvas: Canvas, x: float, y: float, _: int) -> None:
    """A back of another size than its front."""
    canvas.circle(points_from_mm(x + 31.5), points_from_mm(y + 44), 50, fill=1)


def page(middles: Sequence[Middle], card: Card = framed, first: int = 1) -> Callable[[Canvas], None]:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Proof", 10)
        for number, (x, y) in enumerate(middles, start=first):
            card(canvas, x - 31.5, 297 - y - 44, number)

    return draw


def behind(middles: Sequence[Middle], right: float = 0, down: float = 0) -> list[Middle]:
    return [(210 - x + right, y + down) for x, y in middles]


def empty(canvas: Canvas) -> None:
    """Nothing at all."""


def read(canvas: Canvas, lines: int = 30, indent: float = 20) -> None:
    """A page of rules."""
    canvas.setFont("Proof", 11)
    for line in range(lines):
        words = "Each player draws a card, and then plays one of those in hand."[: 62 - line % 7]
        canvas.drawString(points_from_mm(indent), points_from_mm(270 - 7 * line), words)


def read_around(*boxes: tuple[float, float, float, float]) -> Callable[[Canvas], None]:
    """A page of rules with rectangles: left, bottom, width, height."""

    def draw(canvas: Canvas) -> None:
        read(canvas)
        for frame in boxes:
            canvas.rect(*frame)

    return draw


def scanned(draw: Callable[[Canvas], None], folder: Path) -> Callable[[Canvas], None]:
    """The same page as a single picture."""
    document = pypdfium2.PdfDocument(sheet(folder / "scan.pdf", draw).read_bytes())
    picture = BytesIO()
    document[0].render(scale=200 / 72).to_pil().save(picture, "PNG")
    document.close()
    return lambda canvas: canvas.drawImage(ImageReader(picture), 0, 0, 595.2756, 841.8898)


def levels(path: Path, rule: str = "registration") -> list[str]:
    return [problem.level for problem in found(path, rule)]


FRONT = page(SIX)
STYLES = pytest.mark.parametrize("card", [framed, rounded])
WRONG = {
    "an empty page behind six": (SIX, []),
    "one back for two, and that 7 mm off": (SIX[:2], behind(SIX[:1], 7)),
    "a row of backs is missing": (SIX, behind(SIX[:3])),
    "a column of backs is missing": (SIX, behind([*SIX[:2], *SIX[3:5]])),
    "not mirrored": (SIX, SIX),
    "all 5 mm off": (SIX, behind(SIX, 3, 4)),
    "mirrored across the other edge": (SIX, [(x, 297 - y) for x, y in SIX]),
    "one of five in the wrong place": (SIX[:5], [*behind(SIX[:4]), SIX[4][:1] + (250,)]),
}


@STYLES
@pytest.mark.parametrize("case", WRONG)
def test_backs_that_no_printer_puts_right_are_an_error(tmp_path: Path, case: str, card: Card) -> None:
    fronts, backs = WRONG[case]
    path = sheet(tmp_path / "file.pdf", page(fronts, card), page(backs, card, 7), duplex=LONG)
    (problem,) = found(path, "registration")
    assert (problem.level, problem.line) == ("error", 2)


@pytest.mark.slow
@pytest.mark.parametrize("case", slow_but(2, WRONG))
def test_it_is_the_same_where_each_page_is_one_picture(tmp_path: Path, case: str) -> None:
    fronts, backs = (scanned(page(middles), tmp_path) for middles in WRONG[case])
    assert levels(sheet(tmp_path / "file.pdf", fronts, backs, duplex=LONG)) == ["error"]


def test_the_message_tells_how_many_are_lost_or_how_far_all_are_off(tmp_path: Path) -> None:
    def said(case: str) -> str:
        fronts, backs = WRONG[case]
        return found(sheet(tmp_path / "file.pdf", page(fronts), page(backs), duplex=LONG), "registration")[0].message

    assert "the 6 components of the front, the page before it, have no back" in said("an empty page behind six")
    assert said("one of five in the wrong place").startswith("1 of 5 components")
    assert "all backs lie 5.0 mm off" in said("all 5 mm off")
    assert "3.00 mm to the right and 4.00 mm down" in said("all 5 mm off")


@pytest.mark.parametrize(("mm", "together"), [(1.8, True), (2.2, False)])
def test_backs_are_off_together_where_none_is_a_millimetre_off_their_mean(
    tmp_path: Path, mm: float, together: bool
) -> None:
    backs = [*behind(SIX[:3], 5), *behind(SIX[3:], 5 + mm)]
    (problem,) = found(sheet(tmp_path / "file.pdf", FRONT, page(backs, first=7), duplex=LONG), "registration")
    assert ("all backs lie" in problem.message, "6 of 6 components" in problem.message) == (together, not together)


@STYLES
def test_a_front_that_is_its_own_back_is_an_error_though_all_places_meet(tmp_path: Path, card: Card) -> None:
    middles = [(x + 2, y) for x, y in SIX]  # in the middle of the paper: each place has one behind it
    path = sheet(tmp_path / "file.pdf", page(middles, card), page(middles, card), duplex=LONG)
    (problem,) = found(path, "registration")
    assert (problem.level, "once more and in the same places" in problem.message) == ("error", True)


def test_a_front_put_in_by_hand_as_its_own_back_is_an_error(tmp_path: Path) -> None:
    path = sheet(tmp_path / "file.pdf", page([(x + 2, y) for x, y in SIX]), FRONT, duplex=LONG)
    writer = PdfWriter(PdfReader(path))
    writer.remove_page(1)
    writer.add_page(PdfReader(path).pages[0])
    writer.write(path)
    assert levels(path) == ["error"]


def alike(canvas: Canvas, x: float, y: float, _: int) -> None:
    framed(canvas, x, y, 3)


def test_cards_that_are_all_the_same_may_be_so_on_both_sides(tmp_path: Path) -> None:
    draw = page([(x + 2, y) for x, y in SIX], alike)
    assert found(sheet(tmp_path / "file.pdf", draw, draw, duplex=LONG), "registration") == []


def test_backs_of_another_outline_are_told_by_whether_there_is_ink_behind(tmp_path: Path) -> None:
    right = sheet(tmp_path / "file.pdf", FRONT, page(behind(SIX), motif), duplex=LONG)
    assert found(right, "registration") == []
    wrong = sheet(tmp_path / "file.pdf", FRONT, page(behind(SIX[:5]), motif), duplex=LONG)
    (problem,) = found(wrong, "registration")
    assert (problem.level, "1 of 6 components" in problem.message) == ("error", True)


def test_a_page_number_is_no_back(tmp_path: Path) -> None:
    path = sheet(tmp_path / "file.pdf", FRONT, lambda canvas: canvas.drawString(290, 40, "2"), duplex=LONG)
    assert levels(path) == ["error"]


RIGHT: dict[str, tuple[Callable[[Canvas], None], ...]] = {
    "backs behind their fronts": (FRONT, page(behind(SIX), first=7)),
    "round corners": (page(SIX, rounded), page(behind(SIX), rounded, 7)),
    "a partly full sheet": (page(SIX[:4]), page(behind(SIX[:4]), first=7)),
    "a single card": (page(SIX[:1]), page(behind(SIX[:1]), first=7)),
    "more backs than fronts": (page(SIX[:4]), page(behind(SIX), first=7)),
    "rules": (read, lambda canvas: read(canvas, 12), lambda canvas: read(canvas, 20), empty),
    "rules with a wide margin on the left": (lambda canvas: read(canvas, 30, 35), lambda canvas: read(canvas, 9, 35)),
    "rules and cards": (read, empty, FRONT, page(behind(SIX), first=7)),
    "a line of text": (text, text),
    "a board with nothing behind it": (lambda canvas: boxed(canvas, 20, 60, 90, 90), empty),
    "rules with pictures": (read_around((300, 300, 100, 100)), read_around((200, 500, 100, 100))),
    "rules in a frame": (
        *[read_around((40, 60, 515, 720))] * 3,
        empty,
    ),
    "rules with two pictures": (
        read_around((300, 300, 100, 100), (300, 500, 100, 100)),
        empty,
    ),
}  # fmt: skip


@each("case", RIGHT)
def test_what_is_right_passes(tmp_path: Path, case: str) -> None:
    assert found(sheet(tmp_path / "file.pdf", *RIGHT[case], duplex=LONG), "registration") == []


@pytest.mark.slow
def test_what_is_right_passes_about_the_short_edge_and_as_pictures(tmp_path: Path) -> None:
    low = page([(x, 297 - y) for x, y in SIX], first=7)
    assert found(sheet(tmp_path / "file.pdf", FRONT, low, duplex=SHORT), "registration") == []
    scans = [scanned(draw, tmp_path) for draw in RIGHT["a partly full sheet"] + RIGHT["rules"]]
    assert found(sheet(tmp_path / "file.pdf", *scans, duplex=LONG), "registration") == []


@pytest.mark.parametrize(("mm", "level"), [(0.5, "warning"), (2.9, "warning"), (3.1, "error")])
def test_up_to_3_mm_backs_may_be_made_for_a_printer(tmp_path: Path, mm: float, level: str) -> None:
    path = sheet(tmp_path / "file.pdf", FRONT, page(behind(SIX, mm), first=7), duplex=LONG)
    assert levels(path) == [level]


def test_a_sheet_without_backs_among_others_is_wrong_if_its_size_has_backs(tmp_path: Path) -> None:
    backed = FRONT, page(behind(SIX), first=7)
    assert levels(sheet(tmp_path / "file.pdf", *backed, page(SIX[:4]), empty, duplex=LONG)) == ["error"]

    def tokens(canvas: Canvas) -> None:
        for at in range(6):
            canvas.rect(*map(points_from_mm, (20 + 25 * at, 200, 20, 20)))

    (problem,) = found(sheet(tmp_path / "file.pdf", *backed, tokens, empty, duplex=LONG), "registration")
    assert (problem.level, problem.line) == ("warning", 4)
    (problem,) = found(sheet(tmp_path / "file.pdf", *backed, page(SIX[:1]), empty, duplex=LONG), "registration")
    assert (problem.level, problem.line) == ("error", 4)


def test_a_label_in_the_margin_does_not_hide_a_small_component(tmp_path: Path) -> None:
    def two(canvas: Canvas) -> None:
        written(canvas, "", 9)
        canvas.drawString(60, 30, "A game – tokens – page 1 of 1 – print at 100 % – 2026 – a long label in the margin")
        boxed(canvas, 20, 250, 12, 12)
        boxed(canvas, 40, 250, 12, 12)

    assert levels(sheet(tmp_path / "file.pdf", two, empty, duplex=LONG)) == ["error"]


MIDDLE = tuple((x + 2, y) for x, y in ((x, y) for y in (101.0, 196.0) for x in (38.0, 103.0, 168.0)))


def turned(path: Path, by: int, number: int = 2) -> Path:
    """The file with one page turned by ``/Rotate``."""
    writer = PdfWriter(PdfReader(path))
    writer.pages[number - 1].rotate(by)
    writer.write(path)
    return path


def unnamed(canvas: Canvas, x: float, y: float, number: int) -> None:
    """A card without texts."""
    canvas.rect(*map(points_from_mm, (x, y, 63, 88)))
    boxed(canvas, x + 10, y + 35, 5 + 4 * number, 10)


@pytest.mark.slow
@each("by", [90, 180, 270])
@each("fronts", [MIDDLE, SIX, SIX[:4]])
def test_a_back_that_is_turned_is_judged_as_it_is_printed(tmp_path: Path, by: int, fronts: Sequence[Middle]) -> None:
    path = sheet(tmp_path / "file.pdf", page(fronts), page(behind(fronts), first=7), duplex=LONG)
    assert found(path, "registration") == []
    assert levels(turned(path, by)) == ["error"]


def test_a_back_that_is_turned_to_where_it_belongs_is_right(tmp_path: Path) -> None:
    upside_down = page([(210 - x, 297 - y) for x, y in behind(SIX)], unnamed, 7)
    path = turned(sheet(tmp_path / "file.pdf", page(SIX, unnamed), upside_down, duplex=SHORT), 180)
    assert levels(path) == ["error"]
    path = turned(sheet(tmp_path / "file.pdf", page(SIX, unnamed), page(SIX, unnamed, 7), duplex=SHORT), 180)
    assert levels(path) == ["error"]
    low = page([(210 - x, y) for x, y in SIX], unnamed, 7)
    path = turned(sheet(tmp_path / "file.pdf", page(SIX, unnamed), low, duplex=SHORT), 180)
    assert levels(path) == []


def test_a_back_without_texts_that_is_turned_over_is_warned_of(tmp_path: Path) -> None:
    path = sheet(tmp_path / "file.pdf", page(MIDDLE, unnamed), page(behind(MIDDLE), unnamed, 7), duplex=LONG)
    (problem,) = found(turned(path, 180), "registration")
    assert (problem.level, "may be upside down" in problem.message) == ("warning", True)


def test_a_whole_file_that_is_turned_and_a_back_that_was_scanned_upside_down_are_in_order(tmp_path: Path) -> None:
    path = sheet(tmp_path / "file.pdf", page(MIDDLE), page(behind(MIDDLE), first=7), duplex=LONG)
    assert found(turned(turned(path, 180), 180, 1), "registration") == []

    def upside_down(canvas: Canvas) -> None:
        canvas.translate(595.2756, 841.8898)
        canvas.rotate(180)
        page(behind(MIDDLE), first=7)(canvas)

    path = sheet(tmp_path / "file.pdf", page(MIDDLE), upside_down, duplex=LONG)
    assert found(turned(path, 180), "registration") == []
