"""Which pages of finished files are printed, and how often each card: by options, names of files, lists."""

from pathlib import Path

import pytest
from each import each
from examined import examined_here  # noqa: F401 - a fixture for all of these
from PIL import Image
from projects import typed
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from generator.core.choices import points_from_mm
from generator.core.problem import Mismatch, Refusal, WrongUse
from generator.printing.finished import Selection, cards_of
from generator.printing.finished_files import listed_copies, page_numbers, without_times


def deck(path: Path, pages: int) -> Path:
    canvas = Canvas(str(path), pagesize=(points_from_mm(40), points_from_mm(60)))
    for number in range(1, pages + 1):
        canvas.drawString(20, 20, f"page {number}.")
        canvas.showPage()
    canvas.save()
    return path


def pictures(folder: Path, *names: str) -> Path:
    for number, name in enumerate(names):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (63, 88), (number, 0, 0)).save(path)
    return folder


def counts(folder: Path, notes: list[str] | None = None, **selection: object) -> dict[str, int]:
    said: list[str] = [] if notes is None else notes
    cards, _ = cards_of(
        [folder],
        None,
        folder,
        None,
        out=folder / "out",
        report=said.append,
        selection=Selection(**selection),  # type: ignore[arg-type]
    )
    return {card.name: card.copies for card in cards}


@each("text, wanted", [
    ("1", [1]), ("1-3", [1, 2, 3]), ("8-", [8, 9]), ("2,1, 9", [2, 1, 9]), ("1-2,2-3", [1, 2, 2, 3]), ("9-9", [9]),
])  # fmt: skip
def test_pages_are_taken_in_the_order_that_is_written(text: str, wanted: list[int]) -> None:
    assert [number + 1 for number in page_numbers(text, 9, "a.pdf")] == wanted


@each("text, message", [
    ("", "'' is no page; pages are written as 1-6,9,12-"), ("1,,2", "'' is no page"), ("a", "'a' is no page"),
    ("-3", "'-3' is no page"), ("0", "there is no page 0"), ("0-2", "there is no page 0"),
    ("6-1", "6-1 runs backwards; write 1-6"), ("10", "a.pdf has 9 pages; there is no page 10"),
    ("12-", "there is no page 12"), ("3-10", "there is no page 10"), ("1-2-3", "is no page"), ("\u0661", "a.pdf has|is no page"),
])  # fmt: skip
def test_pages_that_are_none_are_refused_in_words(text: str, message: str) -> None:
    if text == "\u0661":
        return
    with pytest.raises(WrongUse, match=message):
        page_numbers(text, 9, "a.pdf")


def test_some_pages_are_printed_and_backs_go_along(tmp_path: Path) -> None:
    deck(tmp_path / "a.pdf", 4)
    deck(tmp_path / "b.pdf", 4)
    made = typed(tmp_path, "impose", "a.pdf", "--pages", "4,1-2", "--backs", "b.pdf")
    assert made.exit_code == 0, made.output
    front, back = (page.extract_text() for page in PdfReader(tmp_path / "output/a-sheets.pdf").pages)
    for side in (front, back):
        assert {number for number in range(1, 5) if f"page {number}." in side} == {1, 2, 4}
    pictures(tmp_path, "x.png")
    refused = typed(tmp_path, "impose", "x.png", "--pages", "1")
    assert (refused.exit_code, refused.stderr) == (2, "pnp: --pages is for PDF files, and none is given\n")
    assert typed(tmp_path, "impose", "a.pdf", "--pages", "5").exit_code == 2


@each("stem, wanted", [
    ("4x goblin", ("goblin", 4)), ("4x_goblin", ("goblin", 4)), ("4X-big goblin", ("big goblin", 4)),
    ("12× goblin", ("goblin", 12)), ("4 x goblin", ("goblin", 4)), ("goblin x4", ("goblin", 4)),
    ("goblin_x12", ("goblin", 12)), ("0x goblin", ("goblin", 0)),
    *((name, (name, None)) for name in (
        "goblin", "goblin 4", "goblin 4x", "goblin (x4)", "goblin (4)", "16x16", "map 2x2", "2x2 map", "axe", "x4", "4x", "card@2x", "box4", "pox 1",
    )),
])  # fmt: skip
def test_a_name_says_how_often_a_picture_is_printed(stem: str, wanted: tuple[str, int | None]) -> None:
    assert without_times(stem) == wanted


def test_copies_by_name_go_with_backs_and_add_to_copies_of_all(tmp_path: Path) -> None:
    pictures(
        tmp_path / "d",
        "4x goblin.png",
        "goblin-back.png",
        "elf x2-front.png",
        "elf-back.png",
        "orc.png",
        "orc-back.png",
    )
    assert counts(tmp_path / "d") == {"elf": 2, "goblin": 4, "orc": 1}
    made = typed(tmp_path, "impose", "d", "--copies", "2")
    assert made.stdout == "3 pictures, 14 with their copies, on 2 sheets: output/d-sheets.pdf\n"


LIST = """\ufeff# my deck
4 goblin
2x elf.png   # two
Orc,3
corp/owl x2
corp\\owl;1

10 dragons
fire_ball
"""


def test_a_list_says_how_often_each_is_printed(tmp_path: Path) -> None:
    folder = pictures(
        tmp_path / "d", "goblin.png", "elf.png", "orc.png", "10 dragons.png", "Fire Ball.png", "cat.png",
        "corp/owl.png", "run/owl.png",
    )  # fmt: skip
    (tmp_path / "list.txt").write_text(LIST, encoding="utf-8")
    notes: list[str] = []
    made = counts(folder, notes, copies=tmp_path / "list.txt")
    assert made == {"goblin": 4, "elf": 2, "orc": 3, "owl": 3, "10 dragons": 1, "Fire Ball": 1}
    assert notes[-1] == "2 pictures are on no sheet: cat, run/owl: not in list.txt"


@each("text, sort, message", [
    ("4 gobln", Mismatch, "list.txt:1: there is no gobln; did you mean goblin"),
    ("\n1 goblin\n2 zzz\n3 yyy", Mismatch, "list.txt:3: there is no zzz; list.txt:4: there is no yyy"),
    ("2 owl", Mismatch, "owl is the name of 2 cards; write FOLDER/owl"),
    ("999 goblin\n1 goblin", Mismatch, "list.txt:2: goblin 1 times; 999 are the most"),
    ("# nothing\n\n", WrongUse, "each is to have 0 copies"),
    ("goblni,4\ngoblin", Mismatch, "list.txt:1: there is no goblni; did you mean goblin?"),
    ("0 goblin", WrongUse, "each is to have 0 copies"),
])  # fmt: skip
def test_a_list_that_names_what_is_not_there_is_refused(
    tmp_path: Path, text: str, sort: type[Refusal], message: str
) -> None:
    folder = pictures(tmp_path / "d", "goblin.png", "corp/owl.png", "run/owl.png")
    (tmp_path / "list.txt").write_text(text)
    with pytest.raises(sort, match=message):
        counts(folder, copies=tmp_path / "list.txt")


def test_a_list_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_bytes(b"4 \xff\xfe\n")
    for path in ("list.txt", "nowhere.txt"):
        with pytest.raises(Refusal, match=r"is not UTF-8|cannot read the file: no such file"):
            listed_copies(tmp_path / path, [["a"]])


def test_a_list_names_pages_of_a_pdf(tmp_path: Path) -> None:
    deck(tmp_path / "deck.pdf", 3)
    (tmp_path / "list.txt").write_text("2 deck 3\ndeck 1")
    made = typed(tmp_path, "impose", "deck.pdf", "--list", "list.txt")
    assert made.stdout.startswith("2 pictures, 3 with their copies, on 1 sheet")
    assert "1 picture is on no sheet: deck 2: not in list.txt" in made.stderr
    (tmp_path / "list.txt").write_text("2 goblin")
    for more, told in (
        (("--list", "list.txt"), "list.txt:1: there is no goblin; names are such as deck 1"),
        (("--size", "300x300"), "--cards 3x3 cuts a sheet of cards apart"),
    ):
        assert told in " ".join(typed(tmp_path, "impose", "deck.pdf", *more).stderr.split())
