"""What a designer chooses between is named so that it can be told apart, in the language of the page."""

from collections.abc import Callable

from projects import GAME, Project
from starlette.testclient import TestClient

Serve = Callable[..., TestClient]


def test_pictures_are_offered_where_a_field_names_one(project: Project, serve: Serve) -> None:
    use = '<use href="art/{{ item.art }}.svg" x="1" y="1" width="9" height="9"/></svg>'
    project.change("templates/fair/stall.svg", "</svg>", use)
    for name in ("fox", "owl"):
        project.write(
            f"templates/fair/art/{name}.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
        )
    client = serve()
    client.get("/fair/")
    client.headers["x-pnp-token"] = client.app.state.workshop.terms.token  # type: ignore[attr-defined]
    text = "- id: cake\n  name: {en: Cake stall, fr: Gâteaux}\n  price: 3\n  art: \n"
    found = client.post("/fair/stalls/cake/offers", json={"text": text, "line": 4, "column": 8}).json()
    assert [one["label"] for one in found] == ["fox", "owl"]


def test_games_of_one_title_are_shown_with_their_folders(project: Project, serve: Serve) -> None:
    page = serve().get("/").text
    assert "<code>fair</code>" not in page
    for name in ("game.yaml", "stalls.yaml", "people.yaml"):
        project.write(f"data/fair-2/{name}", project.path(name).read_bytes())
    page = serve().get("/").text
    assert "<code>fair</code>" in page
    assert "<code>fair-2</code>" in page


def test_the_lab_names_kinds_in_the_language_of_the_page(project: Project, serve: Serve) -> None:
    assert "Étals" in GAME
    assert "Étals" in serve().get("/fair/lab?ui=fr").text
