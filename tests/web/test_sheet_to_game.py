"""A new game from a sheet: what it becomes is shown, then made, by a plain form; refusals are in words."""

import html
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from each import each
from projects import Project
from starlette.testclient import TestClient
from workbooks import ods, saved, xlsx
from workbooks import row as table_row

from generator.web.guard import MOST_FILE

Serve = Callable[..., TestClient]
HEADINGS = ["Name", "Cost", "Suit", "Empty", "Count"]
ROWS = [
    ["Fox", "2", "red", "", "3"],
    ["Owl", "3", "blue", "", "1"],
    ["Hen", "1", "red", "", "2"],
    ["Cat", "5", "blue", "", "2"],
]


def sheet(form: str) -> bytes:
    """The same few cards as a file of each sort."""
    cells = [HEADINGS, *ROWS]
    if form == "json":
        return json.dumps([dict(zip(HEADINGS, row, strict=True)) for row in ROWS]).encode()
    if form == "xlsx":
        return saved(xlsx(cells))
    if form == "ods":
        return ods("".join(table_row(*row) for row in cells))
    return "\n".join({"csv": ",", "tsv": "\t"}[form].join(row) for row in cells).encode()


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


def sent(client: TestClient, name: str, data: bytes, tongue: str = "en", **fields: str) -> tuple[int, str]:
    """Send the form as a browser without scripts does; the answer's status and page."""
    token = client.headers.pop("x-pnp-token", "") or token_of(client)
    form = {"token": token, "languages": "", "part": "", "encoding": "", "decimal": "", **fields}
    headers = {"accept": "text/html", "accept-language": tongue}
    answer = client.post("/-/sheets", data=form, files={"sheet": (name, data)}, headers=headers)
    return answer.status_code, answer.text


def key_in(page: str) -> str:
    return str(re.findall(r'name="sheet"\s+value="(\w+)"', page)[0])


def token_of(client: TestClient) -> str:
    app: Any = client.app
    return str(app.state.workshop.terms.token)


@pytest.mark.parametrize("form", ["csv", "tsv", "xlsx", "ods", "json"])
def test_a_sheet_of_each_sort_is_shown_then_made_and_can_be_undone(
    form: str, project: Project, desk: TestClient
) -> None:
    given = sheet(form)
    status, page = sent(desk, f"little_deck.{form}", given)
    shown = text_of(page)
    assert status == 200, shown
    assert "4 items." in shown
    assert 'value="Little deck"' in page
    for told in (
        "Name name text up to 3 characters",
        "Cost cost whole number 1 to 5",
        "Suit suit choice of 2 red, blue",
        "8 in all",
    ):
        assert told in shown, shown
    if form != "json":
        assert "Empty – left out: it is empty" in shown
    data = project.folder / "data"
    assert not (data / "woods").exists()
    assert not (data / "little-deck").exists()
    answer = desk.post("/-/games", data={"token": token_of(desk), "sheet": key_in(page), "name": "Woods: a game"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/woods-a-game/")
    assert desk.get("/woods-a-game/problems.json").json() == []
    assert "Woods: a game" in text_of(desk.get("/woods-a-game/").text)
    assert desk.get("/woods-a-game/cards/fox.svg").status_code == 200
    assert (data / f"woods-a-game/little_deck.{form}").read_bytes() == given
    assert desk.post("/-/undo/woods-a-game", json={}, headers={"x-pnp-token": token_of(desk)}).status_code == 200
    assert not (data / "woods-a-game/game.yaml").exists()


GERMAN = "Name,Text\nFüchsin,schläft über Nacht\nKäuzchen,hört süße Mäuse\n".encode("cp1252")
TWO_SHEETS = json.dumps({"foxes": [{"name": "Ann"}], "owls": [{"name": "Bo"}]}).encode()
REFUSED = {
    "nothing": ("a.csv", b"", "a.csv is empty", "a.csv est vide"),
    "no rows": ("a.csv", b"Name,Cost\n", "has no rows below", "n’a pas de lignes"),
    "encoding": ("a.csv", GERMAN, "looks like cp1252: write that under Encoding", "ressemble à cp1252 : écrivez-le sous Encodage"),
    "no text": ("a.csv", b"\0\1\2\xff\xfe" * 9, "this is not text", "ce n’est pas du texte"),
    "too large": ("a.csv", b"Name\n" + b"a\n" * 4_300_000, "larger than 8 MiB – split it", "dépasse 8 Mio – partagez-le"),
    "sort": ("a.exe", b"MZ", "a.exe is not a CSV", "a.exe n’est pas un fichier CSV"),
    "no book": ("a.xlsx", b"PK\x03\x04 no book", "not a workbook", "pas un classeur"),
    "several": ("a.json", TWO_SHEETS, "write under Sheet which of them: foxes, owls", "écrivez sous Feuille laquelle : foxes, owls"),
    "none chosen": ("", b"", "no file was chosen", "aucun fichier n’a"),
}  # fmt: skip


@pytest.mark.slow
@each("why", list(REFUSED))
def test_a_refusal_is_in_words_in_both_languages_above_the_form(why: str, project: Project, desk: TestClient) -> None:
    name, data, english, french = REFUSED[why]
    if not name:
        name, data = " ", b""
    for tongue, words in (("en", english), ("fr", french)):
        status, page = sent(desk, name, data, tongue, encoding="", part="")
        shown = text_of(page).replace("\u00a0", " ").replace("\u202f", " ")
        assert words in shown, (status, re.findall(r"role=.alert.*?</div>", page))
        assert status >= 400
        assert "/tmp" not in shown
        assert 'type="file"' in page
    assert [path.name for path in (project.folder / "data").iterdir()] == ["fair"]


def test_what_a_refusal_asks_for_can_be_written_in_the_form(project: Project, desk: TestClient) -> None:
    status, page = sent(desk, "a.csv", GERMAN, encoding="cp1252")
    assert (status, "2 items." in text_of(page)) == (200, True)
    status, page = sent(desk, "a.json", TWO_SHEETS, part="owls")
    assert (status, "1 item" in text_of(page).lower().replace("one item", "1 item")) == (200, True)
    status, page = sent(desk, "a.csv", b"Titel (de),Titel (fr)\nA,B\nC,D\n", languages="fr,de")
    assert "Languages: fr, de." in text_of(page)
    assert "langues" in text_of(sent(desk, "a.csv", sheet("csv"), "fr", languages="fr; rm")[1]).lower()


def test_the_table_speaks_french(project: Project, desk: TestClient) -> None:
    shown = text_of(sent(desk, "a.csv", sheet("csv"), "fr")[1]).replace("\u00a0", " ")
    for told in (
        "texte jusqu’à 3 caractères",
        "nombre entier de 1 à 5",
        "choix parmi 2",
        "laissée de côté : elle est vide",
        "8 en tout",
    ):
        assert told in shown, shown


def test_what_is_larger_than_a_body_may_be_is_refused_in_the_language_of_the_browser(
    project: Project, desk: TestClient
) -> None:
    for tongue, words in (("en", "24 MB is the most"), ("fr", "24 Mo au plus")):
        headers = {"accept-language": tongue, "content-length": str(MOST_FILE + 1)}
        answer = desk.post("/-/sheets", content=b"x", headers=headers)
        assert answer.status_code == 413
        assert words in answer.text


def test_a_sheet_that_is_forgotten_is_to_be_chosen_again(project: Project, desk: TestClient) -> None:
    answer = desk.post(
        "/-/games",
        json={"sheet": "0" * 24, "name": "Woods"},
        headers={"accept": "application/json", "accept-language": "fr"},
    )
    assert (answer.status_code, "oubliée" in answer.json()["error"]) == (400, True)


BOUNDARY = {"content-type": "multipart/form-data; boundary=ab"}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"--ab\r\n\r\n",
        b"--ab\r\nno head",
        b"--ab\r\nContent-Disposition: form-data\r\n\r\nx\r\n--ab--\r\n",
        b'--ab\r\nContent-Disposition: form-data; name="a"\r\n\r\n\xff\r\n--ab--\r\n',
        b'--ab\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n' * 600 + b"--ab--",
    ],
)
def test_what_is_no_such_form_is_refused(project: Project, desk: TestClient, body: bytes) -> None:
    assert desk.post("/-/sheets", content=body, headers=BOUNDARY).status_code == 400


def test_a_form_with_files_needs_the_token_too(project: Project, serve: Serve) -> None:
    client = serve()
    client.get("/")
    answer = client.post("/-/sheets", data={"token": "wrong"}, files={"sheet": ("a.csv", sheet("csv"))})
    assert answer.status_code == 403
