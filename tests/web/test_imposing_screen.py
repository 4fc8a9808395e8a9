"""Finished pictures that are sent to the workshop: the sheets are those of the command, and nothing hostile gets in."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest
from PIL import Image
from projects import Project
from reportlab.pdfgen.canvas import Canvas
from starlette.testclient import TestClient
from tries import slow_but

from generator.web.guard import IMPOSED, MOST_BODY, MOST_IMPOSED, most_body
from generator.web.screens.imposing import MOST

Serve = Callable[..., TestClient]
Sent = list[tuple[str, bytes]]


def pixels(colour: str, sort: str = "PNG", size: tuple[int, int] = (504, 704)) -> bytes:
    """A picture of one colour."""
    target = io.BytesIO()
    Image.new("RGB", size, colour).save(target, sort)
    return target.getvalue()


def cards() -> Sent:
    """Two cards and a back for both, as somebody drops them in any order."""
    return [
        ("card 10.png", pixels("red")),
        ("card 2.jpg", pixels("blue", "JPEG")),
        ("back.webp", pixels("teal", "WEBP")),
    ]


def framed(files: Sent) -> bytes:
    head = json.dumps([(name, len(data)) for name, data in files])
    return head.encode() + b"\n" + b"".join(data for _, data in files)


@pytest.fixture
def shop(desk: TestClient) -> TestClient:
    """A client that may write, and expects JSON of refusals."""
    desk.headers["accept"] = "application/json"
    return desk


def laid(folder: Path, files: Sent) -> Path:
    folder.mkdir()
    for name, data in files:
        (folder / name).write_bytes(data)
    return folder


def kept(project: Project) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in project.folder.rglob("*") if path.is_file()}


ASKED: list[tuple[str, list[str]]] = [
    ("", []),
    ("size=tarot&paper=letter&bleed=3&edge=short", ["--size=tarot", "--paper=letter", "--bleed=3", "--edge=short"]),
    ("size=60x85&inside=1&backs=one", ["--size=60x85", "--bleed=in-picture", "--backs=one"]),
]


@pytest.mark.slow
@pytest.mark.parametrize("query, options", slow_but(ASKED[1:2], ASKED))
def test_the_sheets_are_those_of_the_command(
    writer: Serve, project: Project, tmp_path: Path, query: str, options: list[str]
) -> None:
    shop = writer()  # with errands in processes of their own
    before = kept(project)
    answer = shop.post(f"{IMPOSED}?{query}", content=framed(cards()))
    assert answer.status_code == 200, answer.text
    assert kept(project) == before
    assert "cards-sheets.pdf" in answer.headers["content-disposition"]
    folder, out = laid(tmp_path / "cards", cards()), tmp_path / "out"
    assert project.pnp("impose", str(folder), *options, "--out", str(out)).exit_code == 0
    made = (out / "cards-sheets.pdf").read_bytes()
    assert answer.content == made
    # One file, this PDF, is printed as itself, and another file can be behind it.
    back = ("mine.png", pixels("green"))
    pages = shop.post(f"{IMPOSED}?backs=file&size=poker", content=framed([("deck.pdf", made), back]))
    (tmp_path / "deck.pdf").write_bytes(made)
    (tmp_path / "mine.png").write_bytes(back[1])
    told = ["--backs", str(tmp_path / "mine.png"), "--size", "poker", "--out", str(out)]
    assert project.pnp("impose", str(tmp_path / "deck.pdf"), *told).exit_code == 0
    assert pages.content == (out / "deck-sheets.pdf").read_bytes()


def test_what_is_worth_knowing_is_said_in_the_language_of_the_page(shop: TestClient) -> None:
    files = [("a.png", pixels("red", size=(60, 60)))]
    english = shop.post(IMPOSED, content=framed(files))
    assert "other proportions than 63 × 88 mm" in unquote(english.headers["x-pnp-notes"])
    french = shop.post(IMPOSED, content=framed(files), headers={"accept-language": "fr"})
    assert "autres proportions que 63 × 88 mm" in unquote(french.headers["x-pnp-notes"])


@pytest.mark.parametrize(
    "files, query, says",
    [
        ([("a.png", b"no picture")], "", "a.png: this is not a valid PNG file"),
        ([("a.jpg", pixels("red"))], "", "a.jpg: this is a PNG file by its content"),
        ([("a.pdf", b"%PDF-1.7 and no more")], "", "a.pdf: "),
        ([("a.svg", b"<svg/>")], "", "'a.svg' is not printed"),
        ([("../a.png", pixels("red"))], "", "'../a.png' is not printed"),
        ([("/etc/a.png", pixels("red"))], "", "is not printed"),
        ([(".a.png", pixels("red"))], "", "is not printed"),
        ([("a.png", pixels("red"))] * 2, "", "two files are called 'a.png'"),
        ([], "", "0 files to print"),
        ([("a.png", pixels("red"))], "backs=file", "0 files to print"),
        ([(f"{number}.png", b"") for number in range(MOST + 1)], "", f"{MOST + 1} files to print"),
        ([("a.png", pixels("red"))], "size=huge", "size: 'huge' is not a size; known: poker"),
        ([("a.png", pixels("red"))], "size=900x900", "does not fit paper of 210 × 297 mm"),
        ([("a.png", pixels("red"))], "bleed=-1", "a length of 0 to"),
        ([("a.png", pixels("red"))], "backs=two", "backs is 'two'"),
        ([("a.png", pixels("red"))], "backs=one", "none of the pictures is named back"),
        ([("a.png", pixels("red"))], "out=x", "no option 'out'"),
    ],
)
def test_what_cannot_be_printed_is_refused_with_the_reason(
    shop: TestClient, project: Project, files: Sent, query: str, says: str
) -> None:
    before = kept(project)
    answer = shop.post(f"{IMPOSED}?{query}", content=framed(files))
    assert answer.status_code in (400, 422)
    assert says in answer.json()["error"]
    assert "scratch" not in answer.text
    assert kept(project) == before


@pytest.mark.parametrize(
    "body", [b"", b"[]", b'{"a": 1}\n', b'[["a.png", 5]]\nfour', b'[["a.png", -1], ["b.png", 1]]\n', b"[" * 100_000]
)
def test_what_was_not_sent_by_the_page_is_refused(shop: TestClient, body: bytes) -> None:
    assert shop.post(IMPOSED, content=body).status_code == 400


@pytest.mark.slow
def test_a_picture_that_unpacks_to_too_much_is_refused(shop: TestClient) -> None:
    bomb = pixels("red", size=(12_000, 12_000))
    answer = shop.post(IMPOSED, content=framed([("bomb.png", bomb)]))
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("bomb.png: ")


def test_only_this_address_takes_so_much(shop: TestClient) -> None:
    assert [most_body(path) for path in (IMPOSED, f"{IMPOSED}/x")] == [MOST_IMPOSED, MOST_BODY]
    assert shop.post(IMPOSED, headers={"content-length": str(MOST_IMPOSED + 1)}).status_code == 413


def test_the_page_is_the_makers_alone(project: Project, serve: Serve) -> None:
    assert 'id="imposing"' in serve().get("/impose").text
    reading = serve(read_only=True).get("/impose").text
    assert 'id="imposing"' not in reading
    assert "nothing is saved" in reading
    client = serve(read_only=True)
    assert client.post(IMPOSED, content=framed(cards())).status_code == 403
    assert 'href="/impose"' not in client.get("/").text


def sheet_of_cards(columns: int = 3, rows: int = 3) -> bytes:
    """A page of A4 with framed cards."""
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=(595.28, 841.89))
    for number in range(columns * rows):
        canvas.rect(30 + 178.58 * (number % columns), 47 + 249.45 * (number // columns), 178.58, 249.45)
        canvas.drawString(60 + 178.58 * (number % columns), 90 + 249.45 * (number // columns), f"card {number}")
    canvas.save()
    return target.getvalue()


@pytest.mark.slow
def test_pages_cards_copies_and_boards_are_those_of_the_command_too(
    shop: TestClient, project: Project, tmp_path: Path
) -> None:
    sheet, listed = ("deck.pdf", sheet_of_cards()), ("deck.txt", b"2 deck 1 card 3\n3 deck 1 card 1\n")
    out = tmp_path / "out"
    for query, files, options in (
        ("cards=3x3&pages=1", [sheet], ["--cards", "3x3", "--pages", "1"]),
        ("size=300x424&cards=1x1&join=overlap", [sheet], ["--size=300x424", "--cards=1x1", "--join=overlap"]),
        ("copies=2", [sheet, listed], ["--list", "deck.txt", "--copies", "2"]),
    ):
        answer = shop.post(f"{IMPOSED}?{query}", content=framed(files))
        assert answer.status_code == 200, answer.text
        for name, data in files:
            (project.folder / name).write_bytes(data)
        made = project.pnp("impose", "deck.pdf", *options, "--out", str(out))
        assert made.exit_code == 0, made.output
        assert answer.content == (out / "deck-sheets.pdf").read_bytes(), query
        (out / "deck-sheets.pdf").unlink()
    noted = shop.post(IMPOSED, content=framed([sheet]), headers={"accept-language": "fr"}).headers["x-pnp-notes"]
    assert "découpé comme une planche de cartes, 3 × 3 (63 × 88 mm)" in unquote(noted)


@pytest.mark.parametrize(
    "files, query, says",
    [
        ([("a.pdf", sheet_of_cards())], "pages=3-1", "3-1 runs backwards"),
        ([("a.pdf", sheet_of_cards())], "pages=2", "a.pdf has 1 page; there is no page 2"),
        ([("a.png", pixels("red"))], "pages=1", "--pages is for PDF files"),
        ([("a.png", pixels("red"))], "cards=9", "cards: '9' is not columns and rows"),
        ([("a.png", pixels("red")), ("l.txt", b"2 b")], "", "l.txt:1: there is no b"),
        ([("a.png", pixels("red")), ("l.txt", b"2 a"), ("m.csv", b"a,2")], "", "l.txt and m.csv are lists"),
        ([("l.txt", b"2 a")], "", "0 files to print"),
    ],
)
def test_what_is_said_of_pages_cards_and_copies_is_refused_in_words(
    shop: TestClient, files: Sent, query: str, says: str
) -> None:
    answer = shop.post(f"{IMPOSED}?{query}", content=framed(files))
    assert answer.status_code in (400, 409, 422)
    assert says in answer.json()["error"]
