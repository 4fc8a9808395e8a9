"""Finished pictures on sheets: which come where, which is behind which, and what is refused."""

from pathlib import Path

import pypdfium2
import pytest
from each import each
from PIL import Image
from projects import ROOT, typed
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from generator.core.choices import SIZES, Edge, points_from_mm
from generator.draw.marks.marks import PagePart
from generator.draw.marks.picture import placed_rasters
from generator.pdf.preflight.examine import preflight
from generator.printing.finished import cards_of
from generator.printing.finished_sheets import page_pixels
from generator.printing.imposing import ImposeOrder, _Imposition, print_pictures
from generator.printing.order import SheetLayout
from generator.sheet.backs import mirrored

POKER = SIZES["poker"]


def mm(*lengths: float) -> tuple[float, ...]:
    return tuple(map(points_from_mm, lengths))


def picture(path: Path, colour: tuple[int, int, int], size: tuple[int, int] = (504, 704)) -> Path:
    """A picture with a white corner at its top left."""
    made = Image.new("RGB", size, colour)
    made.paste((255, 255, 255), (0, 0, 80, 80))
    path.parent.mkdir(exist_ok=True)
    made.save(path)
    return path


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """Eleven cards in the order of their numbers, two of them with backs by their names, and one for all others."""
    folder = tmp_path / "deck"
    for number in range(1, 12):
        name = f"card {number}-front" if number == 2 else f"Card {number}"
        picture(folder / f"{name}.png", (20 * number, 0, 0))
    picture(folder / "card 2_back.png", (0, 0, 200))
    picture(folder / "card 10-BACK.jpg", (0, 0, 100))
    picture(folder / "back.webp", (0, 200, 0))
    return folder


def test_names_put_cards_in_order_and_backs_behind_them(deck: Path, tmp_path: Path) -> None:
    cards, size = cards_of([deck], None, tmp_path, None)
    assert [card.name.lower() for card in cards] == [f"card {number}" for number in range(1, 12)]
    common = cards[0].back
    assert size is None
    assert [number for number, card in enumerate(cards, start=1) if card.back != common] == [2, 10]
    only, _ = cards_of([deck], str(deck / "card 2_back.png"), tmp_path, None)
    assert {card.back for card in only} == {cards[1].back}


@pytest.mark.parametrize("edge", list(Edge))
def test_each_back_lies_behind_its_front_at_its_own_size(deck: Path, tmp_path: Path, edge: Edge) -> None:
    cards, _ = cards_of([deck], None, tmp_path, None)
    order = ImposeOrder((deck,), POKER, edge=edge, layout=SheetLayout(skip=(1, 2)))
    work = _Imposition(order, cards, None)
    pages = list(work.pages())
    assert len(pages) == 2 * work.sheets == 4
    shown = [(front, back) for front, back in zip(pages[::2], pages[1::2], strict=True)]
    assert [len(front.placements) for front, _ in shown] == [len(work.grid.slots) - 2, 11 - len(work.grid.slots) + 2]
    backs = {card.name: card.back for card in cards}
    for front, back in shown:
        for before, behind in zip(front.placements, back.placements, strict=True):
            assert behind.slot == mirrored(before.slot, *work.grid.paper, edge)
            assert behind.face.marks == work._face(backs[before.item]).marks


def test_the_file_is_sound_and_bleed_is_mirrored_from_the_edges(deck: Path, tmp_path: Path) -> None:
    order = ImposeOrder((deck,), layout=SheetLayout(bleed=3.0), out=tmp_path / "out")
    made = print_pictures(order, POKER)
    assert (made.file.name, made.cards) == ("deck-sheets.pdf", 11)
    assert [one for one in preflight(made.file) if one.level == "error"] == []
    first = made.file.read_bytes()
    assert print_pictures(order, POKER).file.read_bytes() == first
    cards, _ = cards_of([deck], None, tmp_path, None)
    place = next(_Imposition(ImposeOrder((deck,), POKER, layout=order.layout), cards, None).fronts()).placements[0].slot
    with pypdfium2.PdfDocument(made.file) as document:
        pixels = document[0].render(scale=10 / 72 * 25.4).to_pil()  # 10 a mm
    # The white corner is seen three times more beyond the trim, however the card is turned.
    corners = [(place.x, place.y), (place.x + place.width, place.y)]
    seen = [
        [pixels.getpixel((round(10 * (x + a)), round(10 * (y + b)))) for a in (-2, 2) for b in (-2, 2)]
        for x, y in corners
    ]
    white, plain = [(255, 255, 255)] * 4, [(20, 0, 0)] * 4
    assert sorted(seen) == sorted([white, plain])


def test_pictures_with_their_bleed_fill_it_and_what_is_lost_is_said(tmp_path: Path) -> None:
    path = picture(tmp_path / "a.png", (9, 9, 9), (825, 1125))
    made = print_pictures(
        ImposeOrder((path,), (63.5, 88.9), in_picture=True, layout=SheetLayout(bleed=3.175), out=tmp_path), POKER
    )
    assert made.notes == ()
    coarse = picture(tmp_path / "b.png", (9, 9, 9), (252, 352))
    told = print_pictures(ImposeOrder((coarse,), out=tmp_path), POKER).notes
    assert told == ("pictures with fewer than 200 pixels an inch: 1; the coarsest, b, has 102",)
    assert (
        "are cut off at two edges (a)" in print_pictures(ImposeOrder((path,), (40, 88), out=tmp_path), POKER).notes[0]
    )


@pytest.mark.slow
def test_pages_of_a_pdf_come_at_their_size_with_the_last_behind_all(deck: Path, tmp_path: Path) -> None:
    pdf = tmp_path / "a.pdf"
    pages = [Image.new("RGB", (63, 88), (number, 0, 0)) for number in (10, 20, 30)]
    pages[0].save(pdf, save_all=True, append_images=pages[1:], resolution=25.4)
    before = pdf.read_bytes()
    cards, size = cards_of([pdf], "one", tmp_path, None)
    assert (len(cards), len({card.back for card in cards})) == (2, 1)
    assert size == pytest.approx((63, 88), abs=0.01)
    made = typed(tmp_path, "impose", "a.pdf", "--backs", "one", "--out", ".", "--cut", "svg", "--cutter", "none")
    assert (made.exit_code, made.stdout.splitlines()) == (
        0, ["2 pictures on 1 sheet: a-sheets.pdf", "cut lines: a-sheets-cut-1.svg"]
    )  # fmt: skip
    assert pdf.read_bytes() == before


@pytest.mark.slow
@each("turn", [0, 90, 180, 270])
def test_pages_that_say_where_they_are_cut_come_at_that_size_with_as_much_bleed_as_is_wanted(
    tmp_path: Path, turn: int
) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=mm(83, 108))
    canvas.setFillColorRGB(0, 0, 1)
    canvas.rect(*mm(7, 7), *mm(69, 94), stroke=0, fill=1)
    canvas.setFillColorRGB(1, 0, 0)
    canvas.rect(*mm(10, 95), *mm(9, 3), stroke=0, fill=1)  # at the top left of the cut
    canvas.setTrimBox((*mm(10, 10), *mm(73, 98)))
    canvas.save()
    with pypdfium2.PdfDocument(tmp_path / "a.pdf") as document:
        document[0].set_rotation(turn)
        document.save(tmp_path / "turned.pdf")
    lies = turn in (90, 270)
    for held, rim in ((0.0, 0), (3.0, 35)):  # mm, pixels
        (folder := tmp_path / f"pages {held}").mkdir()
        cards, size = cards_of([tmp_path / "turned.pdf"], None, folder, None, held)
        assert size == pytest.approx((88, 63) if lies else (63, 88), abs=0.1)
        part = next(placed_rasters(cards[0].front.drawing.marks))[0].source
        assert isinstance(part, PagePart)
        shown = page_pixels(part, 1039 + 2 * rim).rotate(turn, expand=True)
        assert shown.size == pytest.approx((744 + 2 * rim, 1039 + 2 * rim), abs=2)
        assert (shown.getpixel((2, 2)), shown.getpixel((rim + 4, rim + 4))) == (
            (0, 0, 255) if rim else (255, 0, 0),
            (255, 0, 0),
        )


@pytest.mark.slow
def test_what_cannot_be_printed_is_refused_and_nothing_is_written(deck: Path, tmp_path: Path) -> None:
    (tmp_path / "text.png").write_text("hi")
    (tmp_path / "cut.jpg").write_bytes((deck / "card 10-BACK.jpg").read_bytes()[:400])
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.4 nothing")
    Image.new("1", (8_000, 7_000)).save(tmp_path / "bomb.png")
    (tmp_path / "empty").mkdir()
    (tmp_path / "half").mkdir()
    for name in ("a.png", "b.png", "a-back.png"):
        picture(tmp_path / "half" / name, (1, 1, 1))
    (tmp_path / "scans").mkdir()
    picture(tmp_path / "scans/a.png", (1, 1, 1))
    (tmp_path / "scans/b.tiff").write_bytes(b"II*")
    refused = {
        "scans": "scans/b.tiff is not a PNG, JPEG, WebP or PDF file by its name",
        "none": "there is no file or folder none",
        "text.png": "text.png: this is not a valid PNG file",
        "cut.jpg": "cut.jpg: the picture cannot be read",
        "bomb.png": "the picture has 8,000 × 7,000 pixels; 25,000,000 pixels",
        "bad.pdf": "bad.pdf: the end of the file is missing",
        "empty": "there is no picture to print",
        "half": "b.png has no back; name it b-back, or one for all back",
        "half --backs none": "there is no file or folder none",
        "deck --backs half": "Card 1.png and 10 more have no back",
        "half/a.png --backs one": "--backs one: none of the pictures is named back",
        f"{ROOT}/README.md": "is not a PNG, JPEG, WebP or PDF file by its name",
        "deck --printer attic": "there is no profile of a printer 'attic'",
        "half/a.png --printer attic": "there are no backs",
        "deck --size 300x300": "--size says how large it is when cut, --paper takes",
        "deck --size big": "'big' is not a size",
        "deck --bleed much": "is not a length; write mm such as 3",
        "deck --bleed 11": "millimetres from 0 to 10 are wanted",
        "deck --skip 1,2,3,4,5,6,7,8,9": "no slot of the first sheet is left to print on (it has ",
        "deck --on-sheet avery-5371 --skip 1,2,3,4,5,6,7,8,9,10": "no slot of the first sheet is left to print on (it has ",
    }
    for arguments, message in refused.items():
        result = typed(tmp_path, "impose", *arguments.split())
        assert result.exit_code == 2, arguments
        assert message in " ".join(result.stderr.split())
    assert not (tmp_path / "output").exists()


@pytest.mark.slow
def test_pictures_too_go_without_ink_on_a_sheet_of_its_own_with_bleed_outside(deck: Path, tmp_path: Path) -> None:
    options = ("--on-sheet", "avery-5371", "--bleed", "3", "--bleed-outside", "--marks", "guides-both", "--name-paper")
    made = typed(tmp_path, "impose", "deck", *options, "--ink", "none")
    assert made.exit_code == 0, made.output
    pages = PdfReader(tmp_path / "output/deck-sheets.pdf").pages
    assert len(pages) == 4, "ten places a sheet for eleven cards, and their backs"
    assert "letter" in pages[0].extract_text()
    assert not any(page.images for page in pages)
    drawn = typed(tmp_path, "impose", "deck", *options)
    assert drawn.exit_code == 0, drawn.output
    assert all(page.images for page in PdfReader(tmp_path / "output/deck-sheets.pdf").pages)
