"""Finished pictures and their backs: each front with its own, and all that is on no sheet named or refused."""

import shutil
from pathlib import Path

import pytest
from each import each
from examined import examined_here  # noqa: F401 - a fixture for all of these
from PIL import Image
from projects import typed
from reportlab.pdfgen.canvas import Canvas

from generator.core.choices import points_from_mm
from generator.core.problem import Infeasible, Mismatch, Refusal, WrongUse
from generator.draw.marks.marks import PagePart
from generator.draw.marks.picture import placed_rasters
from generator.printing.finished import cards_of

SIZE = (21, 29)


def lay(folder: Path, names: str) -> None:
    """Pictures, and PDF files (``fronts.pdf*4``) with as many pages, each page with a thing of its own on it."""
    for number, name in enumerate(names.split()):
        name, _, pages = name.partition("*")
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".pdf":
            canvas = Canvas(str(path), pagesize=tuple(map(points_from_mm, SIZE)))
            for page in range(1, int(pages or 1) + 1):
                canvas.rect(10 * page, 10, 5, 10 + number, fill=1)
                canvas.showPage()
            canvas.save()
        elif path.suffix in (".png", ".jpg"):
            Image.new("RGB", SIZE, (number + 1, 0, 0)).save(path)
        else:
            path.write_text("")


def pairs(folder: Path, given: str, backs: str | None, notes: list[str]) -> str:
    """``front:back`` of each card by the names of files; pages by file and number."""
    (scratch := folder / "scratch").mkdir()
    places = [folder / name for name in given.split()]
    where = backs if backs in (None, "one", "alternate") else str(folder / backs)
    cards, _ = cards_of(places, where, scratch, None, report=notes.append)
    assert len({card.name for card in cards}) == len({(card.name, card.back) for card in cards})

    def shown(picture: object) -> str:
        if picture is None:
            return "-"
        ((raster, *_),) = placed_rasters(picture.drawing.marks)  # type: ignore[attr-defined]
        path = raster.source
        if isinstance(path, PagePart):
            assert path.file.is_relative_to(scratch)
            return f"{path.file.stem.partition('-')[2]}/{path.index + 1}"
        assert isinstance(path, Path)
        return path.relative_to(folder).as_posix().removesuffix(".png")

    return " ".join(f"{shown(card.front)}:{shown(card.back)}" for card in cards)


TWO = "corp/1.png corp/2.png corp/back.png runner/1.png runner/2.png runner/back.png"
PRINTED = {
    "a back for each folder": (
        TWO, "corp runner", None, "corp/1:corp/back corp/2:corp/back runner/1:runner/back runner/2:runner/back",
    ),
    "the same, by a folder of folders": (
        f"all/{TWO.replace(' ', ' all/')}", "all", None,
        "all/corp/1:all/corp/back all/corp/2:all/corp/back all/runner/1:all/runner/back all/runner/2:all/runner/back",
    ),
    "the same, by files": (TWO, "corp/1.png corp/back.png runner/1.png runner/back.png", None,
                           "corp/1:corp/back runner/1:runner/back"),
    "a back above": ("d/a/1.png d/b/2.png d/b/back.png d/back.png", "d", None, "d/a/1:d/back d/b/2:d/b/back"),
    "folders of fronts and backs": ("d/fronts/1.png d/fronts/2.png d/backs/1.png d/backs/2.png", "d", None,
                                    "d/fronts/1:d/backs/1 d/fronts/2:d/backs/2"),
    "one picture several times": ("a.png a-back.png b.png b-back.png", "a.png b.png a.png a-back.png b-back.png", None,
                                  "a:a-back b:b-back a:a-back"),
    "an ä of one character and of two": ("d/\u00e4.png d/a\u0308-back.png", "d", None, "d/\u00e4:d/a\u0308-back"),
    "PDFs by name": ("d/deck.pdf*3 d/deck-back.pdf*3", "d", None, "deck/1:deck-back/1 deck/2:deck-back/2 deck/3:deck-back/3"),
    "a PDF of one page behind all": ("d/deck.pdf*2 d/deck-back.pdf d/x.png d/x-back.png", "d", None,
                                     "deck/1:deck-back/1 deck/2:deck-back/1 d/x:d/x-back"),
    "--backs PDF, page by page": ("f.pdf*2 b.pdf*2", "f.pdf", "b.pdf", "f/1:b/1 f/2:b/2"),
    "--backs PDF, behind all": ("f.pdf*2 b.pdf", "f.pdf", "b.pdf", "f/1:b/1 f/2:b/1"),
    "--backs PDF, for pictures": ("d/1.png d/2.png d/10.png b.pdf*3", "d", "b.pdf", "d/1:b/1 d/2:b/2 d/10:b/3"),
    "--backs FILE that lies among the fronts": ("d/1.png d/2.png", "d", "d/2.png", "d/1:d/2"),
    "--backs FOLDER, folder by folder": (
        "f/x/1.png f/y/1.png b/x/1.png b/y/1-back.png", "f", "b", "f/x/1:b/x/1 f/y/1:b/y/1-back",
    ),
    "--backs alternate": ("f.pdf*4", "f.pdf", "alternate", "f/1:f/2 f/3:f/4"),
    "--backs one, for each PDF": ("f.pdf*3 g.pdf*2", "f.pdf g.pdf", "one", "f/1:f/3 f/2:f/3 g/1:g/2"),
    "names that end like a side": ("d/setback.png d/outback.png d/back.png", "d", None,
                                   "d/outback:d/back d/setback:d/back"),
}  # fmt: skip


@each("case", PRINTED)
def test_each_front_has_its_own_back_and_nothing_is_left_out(tmp_path: Path, case: str) -> None:
    files, given, backs, wanted = PRINTED[case]
    lay(tmp_path, files)
    notes: list[str] = []
    assert pairs(tmp_path, given, backs, notes) == wanted
    assert notes == []


NAMED = {
    "backs without fronts, where all fronts have their own": (
        "d/c.png d/c-back.png d/a-back.png d/b-back.png", "d", None, "d/c:d/c-back",
        "2 pictures are on no sheet: a-back.png, b-back.png: no front of that name",
    ),
    "a back for all that nobody needs": (
        "d/c.png d/c-back.png d/back.png", "d", None, "d/c:d/c-back",
        "1 picture is on no sheet: back.png: a folder's back is for its cards without one",
    ),
    "backs by name beside --backs": (
        "d/c.png d/c-back.png x.png", "d", "x.png", "d/c:x",
        "1 picture is on no sheet: c-back.png: --backs says what is behind",
    ),
    "more in the folder of backs": (
        "c.png b/c.png b/d.png", "c.png", "b", "c:b/c", "1 picture is on no sheet: d.png: no front of that name",
    ),
    "files of another sort": (
        "d/c.png d/read-me.txt d/inner/c.svg d/Thumbs.db d/.hidden", "d", None, "d/c:-",
        "2 files are on no sheet: inner/c.svg, read-me.txt: PNG, JPEG, WebP and PDF files are printed",
    ),
    "a folder without backs beside one with": (
        "d/a.png d/a-back.png e/b.png", "d e", None, "d/a:d/a-back e/b:-",
        "1 picture is without a back, as there is none in the folder: b.png",
    ),
    "a back alone": (
        "back.png", "back.png", None, "back:-", "1 back is printed alone, as there is no front",
    ),
    "a folder of backs": (
        "d/backs/a.png d/b-back.png d/inner/back.png", "d", None, "d/b-back:- d/backs/a:- d/inner/back:-",
        "3 backs are printed alone, as there is no front",
    ),
    "an even number of pages": (
        "f.pdf*4", "f.pdf", None, "f/1:- f/2:- f/3:- f/4:-",
        "f.pdf: all 4 pages are printed as fronts; --backs alternate, if each second one is a back",
    ),
}  # fmt: skip


@each("case", NAMED)
def test_what_is_on_no_sheet_is_named_with_the_reason(tmp_path: Path, case: str) -> None:
    files, given, backs, wanted, note = NAMED[case]
    lay(tmp_path, files)
    notes: list[str] = []
    assert pairs(tmp_path, given, backs, notes) == wanted
    assert notes == [note]


REFUSED: dict[str, tuple[str, str, str | None, type[Refusal], str]] = {
    "a card whose name ends like that of a back": (
        "d/owl.png d/piggy-back.png d/back.png", "d", None, Mismatch, "on no sheet: piggy-back.png: no front of that name",
    ),
    "a back whose name is misspelt": ("d/owl.png d/olw-back.png", "d", None, Mismatch, "olw-back.png"),
    "a folder's back that is for none of its cards": (
        "d/a.png e/back.png", "d/a.png e/back.png", None, Mismatch, "--backs FILE puts one behind all",
    ),
    "two backs for all": ("d/a.png d/back.png d/back.jpg", "d", None, Mismatch, "have one name"),
    "two fronts of one name": ("d/a.png d/A.jpg", "d", None, Mismatch, "have one name"),
    "a front with its side and without": ("d/a.png d/a-front.png", "d", None, Mismatch, "have one name"),
    "two backs of one name": ("d/a.png d/a-back.png d/a_back.jpg", "d", None, Mismatch, "have one name"),
    "too few pages": ("f.pdf*4 b.pdf*3", "f.pdf", "b.pdf", Mismatch, "b.pdf has 3 pages, and there are 4 fronts"),
    "too many pages, by name": ("d/f.pdf*2 d/f-back.pdf*3", "d", None, Mismatch, "3 pages, and there are 2 fronts"),
    "an odd one out": ("f.pdf*3", "f.pdf", "alternate", Mismatch, "f.pdf has 3 pages"),
    "pictures that alternate": ("d/a.png d/b.png", "d", "alternate", WrongUse, "is for PDF files"),
    "a page with itself behind": ("f.pdf", "f.pdf", "one", Mismatch, "f.pdf has one page"),
}  # fmt: skip


@each("case", REFUSED)
def test_files_that_do_not_go_together_are_refused(tmp_path: Path, case: str) -> None:
    files, given, backs, sort, message = REFUSED[case]
    lay(tmp_path, files)
    with pytest.raises(sort, match=message):
        pairs(tmp_path, given, backs, [])


def test_a_refusal_for_the_files_sake_ends_with_1_and_writes_nothing(tmp_path: Path) -> None:
    lay(tmp_path, "d/owl.png d/piggy-back.png d/back.png")
    made = typed(tmp_path, "impose", "d")
    assert (made.exit_code, (tmp_path / "output").exists()) == (1, False)
    assert made.stderr.startswith("pnp: 1 picture is on no sheet: piggy-back.png")


def test_all_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    lay(tmp_path, "d/a.png d/b.png d/c.pdf d/e.pdf d/f.png")
    for name in ("a.png", "f.png", "c.pdf", "e.pdf"):
        (tmp_path / "d" / name).write_bytes((tmp_path / "d" / name).read_bytes()[:60])
    for sort in ("c.pdf", "a.png"):
        with pytest.raises(Infeasible) as refused:
            pairs(tmp_path, "d", None, [])
        assert str(refused.value).count(sort[1:]) == 2
        shutil.rmtree(tmp_path / "scratch")
        for name in ("c.pdf", "e.pdf"):
            (tmp_path / "d" / name).unlink(missing_ok=True)


def test_what_was_printed_before_is_not_printed_again(tmp_path: Path) -> None:
    lay(tmp_path, "d/a.png")
    for _ in range(2):
        made = typed(tmp_path, "impose", "d", "--out", "d/sheets")
        assert made.stdout == "1 picture on 1 sheet: d/sheets/d-sheets.pdf\n"


@each(
    "name, is_backlike",
    [
        *(("b-verso", True), ("back-a", True), ("reverso", True), ("karte_rückseite", True), ("03 dos", True)),
        *(("backpack", False), ("feedback", False), ("dossier", False), ("universo", False), ("a", False)),
    ],
)
def test_a_front_that_is_named_like_a_back_is_named(name: str, is_backlike: bool, tmp_path: Path) -> None:
    Image.new("RGB", (63, 88), "white").save(tmp_path / f"{name}.png")
    said: list[str] = []
    cards_of([tmp_path], None, tmp_path / "scratch", None, report=said.append)
    assert any("named like backs" in line for line in said) == is_backlike
