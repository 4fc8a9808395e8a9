"""What goes while the workshop is open: it says so and goes on."""

import shutil
from collections.abc import Callable

import pytest
from projects import GAME, STALLS, Project
from starlette.testclient import TestClient
from tries import slow_but

Serve = Callable[..., TestClient]


def look(client: TestClient) -> None:
    client.app.state.workshop.look()  # type: ignore[attr-defined]


@pytest.mark.slow
def test_a_game_and_a_project_may_go_and_come_back(project: Project, serve: Serve) -> None:
    client, folder = serve(), project.folder / "data"
    assert client.get("/fair/").status_code == 200
    shutil.move(folder, project.folder / "away")
    look(client)
    assert client.get("/fair/").status_code == 404
    assert client.get("/fair/stalls.pdf").status_code == 404
    assert client.get("/").status_code == 200
    shutil.move(project.folder / "away", folder)
    look(client)
    assert client.get("/fair/stalls/cake.svg").status_code == 200


@pytest.mark.parametrize(
    "name", slow_but(2, ["game.yaml", "stalls.yaml", "templates/fair/stall.svg", "templates/fair/style.yaml"])
)
@pytest.mark.parametrize("text", [b"\xff\xfe", b"- 3\n- {}\n- id: [1]\n", None])
def test_no_file_breaks_a_page(project: Project, serve: Serve, name: str, text: bytes | None) -> None:
    client = serve()
    client.get("/fair/stalls/cake.svg")
    before = project.path(name).read_bytes()
    if text is None:
        project.path(name).unlink()
    else:
        project.write(name, text)
    look(client)
    for path in (
        "/",
        "/fair/",
        "/fair/stalls/",
        "/fair/stalls/cake",
        "/fair/stalls/cake.svg",
        "/fair/problems",
        "/fair/people/",
    ):
        assert client.get(path).status_code in (200, 404, 422), path
    assert client.get("/fair/problems.json").status_code == (404 if name == "game.yaml" and text is None else 200)
    project.write(name, before)
    look(client)
    assert client.get("/fair/stalls/cake.svg").status_code == 200


@pytest.mark.slow
def test_a_name_too_long_for_any_file_is_that_of_nothing(project: Project, serve: Serve) -> None:
    client, long = serve(), "a" * 300
    client.get("/fair/")
    for path in (
        *(f"/{long}/", f"/{long}/problems.json", f"/-/files/fair/{long}.yaml", f"/-/files/{long}/x.yaml"),
        *(f"/fair/{long}/", f"/fair/stalls/{long}", f"/fair/stalls/{long}.svg", f"/{long}", f"/fair/{long}.pdf"),
        *(f"/fair/stalls-blank.pdf?style={long}", f"/fair/stalls-blank.pdf?art={long}", f"/fair/stalls/?lang={long}"),
    ):
        answer = client.get(path)
        assert answer.status_code in (404, 422), path
        assert str(project.folder) not in answer.text


def test_a_fault_names_no_folder_of_the_machine(
    project: Project, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = serve()

    def broken(*_: object) -> None:
        raise OSError(5, "input/output error", str(project.folder / "data"))

    monkeypatch.setattr("generator.web.screens.games.page", broken)
    answer = TestClient(client.app, base_url=str(client.base_url), raise_server_exceptions=False).get("/")
    assert (answer.status_code, str(project.folder) in answer.text) == (500, False)


def test_a_kind_and_an_item_of_whatever_name_are_shown(project: Project, serve: Serve) -> None:
    project.write("stalls.yaml", STALLS.replace("id: cake", 'id: "a/b ?#%\\u202e"') + "- id: {x: 1}\n- 7\n")
    project.write("game.yaml", GAME.replace("people:", '"Le peuple %":'))
    client = serve()
    assert client.get("/fair/").status_code == 200
    assert client.get("/fair/stalls/").status_code == 200
    assert client.get("/fair/problems").status_code == 200
