"""Pictures come into a project from a browser, and go again by undo; nothing else is read or written by them."""

import html
import io
import json
import logging
import os
from collections.abc import Iterator
from zipfile import ZipFile

import pytest
from loops import played
from PIL import Image
from projects import Project as Fair
from starlette.testclient import TestClient

from generator.editing.picture_list import picture_files

PLACE = "/-/pictures/fair/"
FOX = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" viewBox="0 0 9 9"><rect width="5" height="5"/></svg>\n'
OWL = FOX.replace(b"rect", b"ellipse").replace(b'width="5" height="5"/', b'rx="2" ry="2"/')


@pytest.fixture
def desk(project: Fair, desk: TestClient) -> TestClient:
    """A client that may write, and faces with pictures."""
    project.change(
        "templates/fair/stall.svg",
        "</svg>",
        '<use href="art/{{ item.art or item.id }}.svg" x="1" y="1" width="9" height="9"/></svg>',
    )
    desk.app.state.workshop.look()  # type: ignore[attr-defined]
    return desk


def test_a_picture_comes_in_is_replaced_shown_and_undone(desk: TestClient, project: Fair) -> None:
    path = project.path("templates/fair/art/fox.svg")
    assert desk.put(PLACE + "art/fox.svg", content=FOX).json() == {"name": "art/fox.svg"}
    taken = desk.put(PLACE + "art/fox.svg", content=OWL)
    assert (taken.status_code, taken.json()["taken"], path.read_bytes()) == (409, "art/fox.svg", FOX)
    assert desk.put(PLACE + "art/fox.svg?replace=1", content=OWL).status_code == 200
    got = desk.get(PLACE + "art/fox.svg")
    assert (got.content, got.headers["content-type"]) == (OWL, "image/svg+xml")
    assert "script" not in got.headers["content-security-policy"]
    assert "sandbox" in got.headers["content-security-policy"]
    project.change("stalls.yaml", "price: 3", "price: 3\n  art: fox")
    desk.app.state.workshop.look()  # type: ignore[attr-defined]
    page = desk.get("/fair/pictures").text
    assert 'href="stalls/cake">Cake stall</a>' in page
    assert "stall.svg</h2>" not in page  # which is not a picture
    for state in (FOX, None):
        assert desk.post("/-/undo/fair", json={}).status_code == 200
        assert (path.read_bytes() if path.exists() else None) == state
    for state in (FOX, OWL):
        assert desk.post("/-/redo/fair", json={}).status_code == 200
        assert path.read_bytes() == state


def files_of(project: Fair) -> dict[str, bytes]:
    names = ("CREDITS.md", "templates/fair/style.yaml", "templates/fair/words.yaml")
    icons = [f"templates/fair/{folder}/acorn.svg" for folder in ("icons", "art")]
    return {name: project.path(name).read_bytes() for name in (*names, *icons) if project.path(name).exists()}


@pytest.mark.slow
def test_an_icon_is_taken_as_the_command_takes_it_and_given_back(desk: TestClient, project: Fair) -> None:
    assert "acorn" in desk.get("/-/icons.json").json()
    before = files_of(project)
    assert desk.post("/-/icons/fair", json={"name": "acorn"}).json() == {"sign": "{acorn}", "file": "icons/acorn.svg"}
    taken = files_of(project)
    assert taken["templates/fair/icons/acorn.svg"] == desk.get("/-/icons/acorn.svg").content
    assert desk.post("/-/undo/fair", json={}).status_code == 200
    assert files_of(project) == before
    assert project.pnp("icons", "acorn", "--game", "fair", "--take").exit_code == 0
    assert files_of(project) == taken
    desk.app.state.workshop.look()  # type: ignore[attr-defined]
    art = desk.post("/-/icons/fair", json={"name": "bat", "folder": "art/"})
    assert art.json() == {"sign": "{bat}", "file": "art/bat.svg"}
    assert "- acorn\n" in project.path("CREDITS.md").read_text()
    assert "- bat\n" in project.path("CREDITS.md").read_text()
    for sent in (
        {"name": "no-such"},
        {"name": "bat", "folder": "../"},
        {"name": "bat", "folder": "other/"},
        {"name": 3},
    ):
        assert desk.post("/-/icons/fair", json=sent).status_code in (400, 404)
    assert desk.get("/-/icons/no-such.svg").status_code == 404


def test_icons_of_a_set_in_the_project_are_offered_and_credited(desk: TestClient, project: Fair) -> None:
    sets = project.folder / "icon-sets"
    sets.mkdir()
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1h8v8z"/></svg>'
    info = {"name": "Own Set", "author": {"name": "Ann"}, "license": {"title": "CC0"}}
    for name, texts in (("own.zip", {"kite.svg": svg, "info.json": json.dumps(info)}), ("nobodys.zip", {"a.svg": svg})):
        with ZipFile(sets / name, "w") as archive:
            for inner, text in texts.items():
                archive.writestr(inner, text)
    assert [name for name in desk.get("/-/icons.json").json() if " · " in name] == ["kite · Own Set"]
    assert desk.get("/-/icons/kite · Own Set.svg").text == svg
    assert desk.get("/-/icons/kite · Other.svg").status_code == 404
    taken = desk.post("/-/icons/fair", json={"name": "kite · Own Set"})
    assert taken.json() == {"sign": "{kite}", "file": "icons/kite.svg"}
    assert "Own Set: Ann, CC0" in project.path("templates/fair/words.yaml").read_text()


def test_pixels_go_where_templates_ask_for_a_drawing(desk: TestClient, project: Fair) -> None:
    target = io.BytesIO()
    Image.new("RGB", (40, 30), "blue").save(target, "PNG")
    assert desk.put(PLACE + "art/cake.svg", content=target.getvalue()).status_code == 200
    assert b"data:image/png" in project.path("templates/fair/art/cake.svg").read_bytes()
    assert desk.get("/fair/stalls/cake.svg").status_code == 200


@pytest.mark.parametrize(
    "name, status",
    [
        ("stall.svg", 422),  # a template
        ("art/.fox.svg", 400),
        ("art/fox.html", 400),
        ("art/fox", 400),
        ("art/fox.svg.yaml", 400),
        ("a/b/c/d/fox.svg", 400),
        ("art/" + "x" * 200 + ".svg", 400),
        ("art/fox\u202egvs.svg", 400),
        ("link/fox.svg", 404),
        ("art/..%2ffox.svg", 400),
        ("%2e%2e/%2e%2e/outside.svg", 400),
        ("art/fo:x.svg", 400),
        ("CON.svg", 400),
        ("art/nul.png", 400),
        ("aux/fox.svg", 400),
        ("lpt1.small.svg", 400),
        ("art./fox.svg", 400),
    ],
)
def test_names_that_lead_elsewhere_are_refused(desk: TestClient, project: Fair, name: str, status: int) -> None:
    outside = project.folder / "outside"
    outside.mkdir()
    os.symlink(outside, project.path("templates/fair/link"))
    before = sorted(path for path in project.folder.rglob("*") if path.is_file())
    assert desk.put(PLACE + name, content=FOX).status_code == status
    assert sorted(path for path in project.folder.rglob("*") if path.is_file()) == before


@pytest.mark.parametrize(
    "name",
    ["%2e%2e/%2e%2e/pnp.yaml", "..%2f..%2fsecret.svg", "link/secret.svg", ".hidden.svg", "style.yaml", "none.png"],
)
def test_nothing_but_a_games_pictures_is_shown(desk: TestClient, project: Fair, name: str) -> None:
    for place in ("secret.svg", "templates/secret.svg", "templates/fair/.hidden.svg", "outside/secret.svg"):
        project.write(place, FOX)
    os.symlink(project.folder / "outside", project.path("templates/fair/link"))
    answer = desk.get(PLACE + name)
    assert (answer.status_code in (400, 404), b"rect width" in answer.content) == (True, False)


def test_hostile_files_leave_no_trace(desk: TestClient, project: Fair) -> None:
    before = sorted(project.folder.rglob("*"))
    wrong = desk.put(
        PLACE + "art/fox.svg", content=FOX.replace(b"<rect", b"<script/><rect"), headers={"accept": "application/json"}
    )
    assert (wrong.status_code, wrong.json()["problems"][0]["file"]) == (409, "art/fox.svg")
    told = desk.put(PLACE + "art/fox.svg", content=b"x" * 25_000_000, headers={"accept": "application/json"})
    assert (told.status_code, told.json()) == (413, {"error": "that is too large: 24 MB is the most"})
    assert sorted(project.folder.rglob("*")) == before
    assert desk.post("/-/undo/fair", json={}).status_code == 404


@pytest.mark.slow
def test_variants_for_less_ink_are_not_offered_as_pictures(desk: TestClient, project: Fair) -> None:
    for name in ("fox.svg", "fox.low.svg", "fox.colour.svg", "owl.low.svg", "owl.of.old.svg"):
        project.write(f"templates/fair/art/{name}", FOX)
    desk.app.state.workshop.look()  # type: ignore[attr-defined]
    kind = desk.app.state.workshop.game("fair").game.kinds["stalls"]  # type: ignore[attr-defined]
    assert list(picture_files(kind, project.folder / "templates/fair")["art"]) == ["fox", "owl.low", "owl.of.old"]
    page = html.unescape(desk.get("/fair/stalls/cake").text)
    assert "art/owl.low.svg" in page
    assert "fox.low" not in page


@pytest.mark.parametrize(
    "method, path", [("PUT", PLACE + "art/fox.svg"), ("POST", "/-/undo/fair"), ("POST", "/-/games")]
)
def test_who_leaves_while_sending_is_no_fault(
    desk: TestClient, project: Fair, method: str, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    sent: list[str] = []
    parts: Iterator[dict[str, object]] = iter(
        [{"type": "http.request", "body": FOX, "more_body": True}, {"type": "http.disconnect"}]
    )

    async def receive() -> dict[str, object]:
        return next(parts)

    async def send(message: dict[str, object]) -> None:
        sent.append(str(message.get("status", "")))

    headers = [(b"host", b"127.0.0.1:8765"), (b"x-pnp-token", desk.headers["x-pnp-token"].encode())]
    scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"",
             "headers": headers, "client": ("127.0.0.1", 9), "server": ("127.0.0.1", 8765), "scheme": "http",
             "http_version": "1.1", "asgi": {"version": "3.0"}}  # fmt: skip

    async def scene() -> None:
        await desk.app(scope, receive, send)  # type: ignore[arg-type]

    played(scene)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert "400" in sent
    assert not project.path("templates/fair/art").exists()


@pytest.mark.parametrize(("named", "said"), [(".svg", ""), ("", ""), ("", ".svg")])
def test_a_picture_is_renamed_with_all_that_names_it_and_deleted_and_both_are_undone(
    desk: TestClient, project: Fair, named: str, said: str
) -> None:
    """The suffix is in the template, nowhere, or in the item."""
    project.change("templates/fair/stall.svg", "item.id }}.svg", "item.id }}" + named)
    for name in ("fox.svg", "fox.low.svg", "darts.svg", "cake.svg"):
        project.write(f"templates/fair/art/{name}", OWL if "low" in name else FOX)
    project.change("stalls.yaml", "price: 3", f"price: 3\n  art: fox{said}")
    project.change("templates/fair/stall.svg", "</svg>", '<use href="art/fox.svg" width="3" height="3"/></svg>')
    desk.app.state.workshop.look()  # type: ignore[attr-defined]

    def files() -> dict[str, bytes]:
        paths = [path for path in project.folder.rglob("*") if path.is_file()]
        return {path.relative_to(project.folder).as_posix(): path.read_bytes() for path in paths}

    before = files()
    page = html.unescape(desk.get("/fair/pictures?name=art/fox.svg").text)
    assert 'href="stalls/cake">Cake stall</a>' in " ".join(page.split())
    assert "stall.svg</p>" in page
    renames: list[tuple[str, str, int]] = [
        ("art/fox.svg", "art/fox.png", 400),
        ("art/fox.svg", "art/cake.svg", 400),  # which is there
        ("art/fox.svg", "fox.svg", 400),  # where no template looks for the picture of a stall
        ("art/fox.svg", "art/../../fox.svg", 400),
        ("art/none.svg", "art/fox.svg", 404),
        ("art/darts.svg", "art/arrow.svg", 409),  # it belongs to a stall by that one's id
        ("art/fox.svg", "art/red-wolf.svg", 200),
    ]
    for old, new, status in renames:
        answer = desk.post(PLACE + old, json={"do": "rename", "new": new})
        assert (answer.status_code, files() == before) == (status, status != 200), (old, new, answer.text)
    now = {
        name.replace("/fox.", "/red-wolf."): content.replace(b"art: fox", b"art: red-wolf")
        for name, content in before.items()
    }
    now = {name: content.replace(b"art/fox.svg", b"art/red-wolf.svg") for name, content in now.items()}
    assert files() == now
    assert desk.post("/-/undo/fair", json={"sort": "picture"}).status_code == 200
    assert files() == before
    assert desk.post(PLACE + "art/fox.svg", json={"do": "delete"}).status_code == 200
    assert set(before) - set(files()) == {"templates/fair/art/fox.svg", "templates/fair/art/fox.low.svg"}
    assert desk.post("/-/undo/fair", json={"sort": "picture"}).status_code == 200
    assert files() == before
