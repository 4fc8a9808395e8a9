"""Every address that writes refuses strangers, other sites, pages without the token, and a server that only reads."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from projects import Project
from starlette.routing import Route
from starlette.testclient import TestClient

from generator.web.errands import Errands
from generator.web.guard import PLAYED

Serve = Callable[..., TestClient]
NAMES = {"game": "fair", "kind": "stalls", "item": "cake", "file": "stalls.yaml", "name": "art/fox.svg"}


def writing(client: TestClient) -> Iterator[tuple[str, str]]:
    """Method and address of all routes that take something, but for those of tables, which have seats of their own."""
    for route in client.app.routes:  # type: ignore[attr-defined]
        if isinstance(route, Route) and not route.path.startswith(PLAYED):
            address = re.sub(r"\{(\w+)(:path)?\}", lambda found: NAMES.get(found[1], "x"), route.path)
            yield from ((method, address) for method in (route.methods or set()) & {"POST", "PUT"})


def test_whoever_may_not_write_is_refused_everywhere(project: Project, serve: Serve) -> None:
    client = serve()
    client.get("/fair/")
    token = {"x-pnp-token": client.app.state.workshop.terms.token}  # type: ignore[attr-defined]
    before = {path: path.read_bytes() for path in project.folder.rglob("*") if path.is_file()}
    found = list(writing(client))
    assert len(found) > 15
    reading, public = serve(read_only=True), serve(public=True)
    for method, address in found:
        asked: dict[str, Any] = {
            "method": method,
            "url": address,
            "json": {"do": "delete", "name": "new", "sort": "cards", "languages": "en"},
        }
        assert client.request(**asked).status_code == 403, address
        assert client.request(**asked, headers={**token, "origin": "http://evil.example"}).status_code == 403, address
        assert client.request(**asked, headers={**token, "sec-fetch-site": "cross-site"}).status_code == 403, address
        assert reading.request(**asked, headers=token).status_code == 403, address
        assert public.request(**asked, headers=token).status_code in (403, 404, 405), address
    assert {path: path.read_bytes() for path in project.folder.rglob("*") if path.is_file()} == before


@pytest.fixture
def desk(project: Project, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """A client that may write; errands are done in this process."""
    monkeypatch.setattr(Errands, "carry_out", lambda self, request, function, *values, budget: function(None, *values))
    client = serve()
    client.get("/fair/")
    client.headers["x-pnp-token"] = client.app.state.workshop.terms.token  # type: ignore[attr-defined]
    return client


@pytest.mark.parametrize(
    "method, address, sent, status",
    [
        ("PUT", "/-/import/fair/stalls?name=a.exe", b"", 400),
        ("PUT", "/-/import/fair/stalls?name=a.xlsx", b"PK\x03\x04 no book", 409),
        ("PUT", "/-/import/fair/stalls?name=..%2f..%2fa.csv", b"id\n", 200),  # of which the last part counts
        ("PUT", "/-/import/fair/none?name=a.csv", b"id\n", 404),
        ("PUT", "/-/import/fair/stalls?name=a.csv&version=old", b"name.en,price\nA,1\n", 409),
        ("POST", "/-/games", {"name": "../../outside", "languages": "en"}, 200),  # whose name becomes a plain one
        ("POST", "/-/games", {"name": "fair", "languages": "en"}, 400),
        ("POST", "/-/games", {"name": "new", "languages": "en; rm"}, 400),
        ("POST", "/-/games", {"name": "new", "from": "../../etc"}, 404),
        ("POST", "/-/kinds/fair", {"sort": "../sorts/cards"}, 400),
        ("POST", "/-/kinds/fair", {"sort": "cards", "name": "stalls"}, 400),
        ("POST", "/-/back/fair", {"number": "9999"}, 400),
        ("PUT", "/fair/translations", {"version": "", "words": {}}, 404),
        ("PUT", "/fair/stalls/design", {"version": "old", "changes": {}}, 409),
        ("POST", "/fair/stalls/design/draft", {"version": "old", "changes": []}, 409),
        ("PUT", "/fair/people/design", {"version": "", "changes": {}}, 422),
    ],
)
def test_what_makes_no_sense_is_refused(
    desk: TestClient, project: Project, method: str, address: str, sent: object, status: int
) -> None:
    outside = sorted(project.folder.parent.iterdir())
    told: dict[str, Any] = {"content": sent} if isinstance(sent, bytes) else {"json": sent}
    answer = desk.request(method, address, headers={"accept": "application/json"}, **told)
    assert answer.status_code == status, answer.text
    assert sorted(project.folder.parent.iterdir()) == outside
    assert (project.folder / "data/outside").exists() == (status == 200 and address == "/-/games")


def test_a_sheet_is_taken_in_as_the_command_takes_it(desk: TestClient, project: Project) -> None:
    before = project.path("stalls.yaml").read_bytes()
    sheet = b"id,name.en,name.fr,price\ncake,Cake stall,G\xc3\xa2teaux,4\nkites,Kites,Vents,7\n"
    address = "/-/import/fair/stalls?name=a.csv&update=1"
    told = desk.put(address, content=sheet).json()
    assert (told["added"], told["changed"], told["same"]) == (["kites"], {"cake": ["price"]}, 0)
    assert "+  price: 4" in told["diff"]
    assert project.path("stalls.yaml").read_bytes() == before
    assert desk.put(f"{address}&version={told['version']}", content=sheet).status_code == 200
    taken = project.path("stalls.yaml").read_bytes()
    project.path("stalls.yaml").write_bytes(before)
    project.write("a.csv", sheet)
    project.pnp("import", str(project.path("a.csv")), "--game", "fair", "--kind", "stalls", "--update")
    assert project.path("stalls.yaml").read_bytes() == taken
    assert desk.post("/-/undo/fair", json={}).status_code == 200
    assert project.path("stalls.yaml").read_bytes() == before


def test_all_mistakes_of_a_sort_are_mended_at_once(desk: TestClient, project: Project) -> None:
    before = project.path("stalls.yaml").read_text(encoding="utf-8")
    wrong = before.replace("price: 3", "price: 3\n  side: lift").replace("price: 5", "price: 5\n  side: righ")
    project.write("stalls.yaml", wrong)
    desk.app.state.workshop.look()  # type: ignore[attr-defined]
    assert "Mend all 2 of not-one-of" in desk.get("/fair/problems").text
    body = {"file": "data/fair/stalls.yaml", "rule": "not-one-of"}
    assert desk.post("/-/mend/fair", json=body).json() == {"mended": 2}
    mended = wrong.replace("lift", "left").replace("righ\n", "right\n")
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == mended
    assert desk.post("/-/mend/fair", json=body).status_code == 404
    assert desk.post("/-/mend/fair", json={**body, "file": "../../pnp.yaml"}).status_code == 404
    desk.post("/-/undo/fair", json={})
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == wrong
