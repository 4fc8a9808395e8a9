"""The title that is typed is the title that comes, and the folder's name is made from it."""

import pytest
from projects import Project
from starlette.testclient import TestClient

WAYS = {
    "starter": {"languages": "en, fr"},
    "kinds": {"languages": "fr", "sort.cards": "1", "sort.rules": "1"},
    "copy": {"from": "fair"},
}
TITLES = {
    "Harbour Lights": "harbour-lights",
    "L’Été: Harbour Lights!": "l-ete-harbour-lights",
    '"Quoted" #1, [x]: - & *': "quoted-1-x",
    "007": "007",
    "~": "my-game",
    "Common": "common-2",  # a folder of that name is kept for something else
    " two\n lines\t": "two-lines",
    "港の灯": "gangnodeng",
}


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_a_game_is_called_as_it_was_typed(way: str, desk: TestClient, project: Project) -> None:
    for title, folder in list(TITLES.items())[: None if way == "copy" else 1]:  # a copy is soon made
        answer = desk.post("/-/games", json={"name": title, **WAYS[way]})
        assert answer.json() == {"address": f"/{folder}/"}, answer.text
        game = desk.app.state.workshop.game(folder).game  # type: ignore[attr-defined]
        shown = {game.title.in_language(language, game.language) for language in game.languages}
        assert shown == {" ".join(title.split())}
        assert not game.faults
        assert desk.post(f"/-/undo/{folder}", json={}).status_code == 200
        assert not (project.folder / "data" / folder).exists()


def test_the_starters_rules_bear_the_title(desk: TestClient, project: Project) -> None:
    desk.post("/-/games", json={"name": "Lights *2*", "languages": "de, it"})
    for language in ("de", "it"):
        text = (project.folder / f"data/lights-2/rules.{language}.md").read_text(encoding="utf-8")
        assert text.startswith("# Lights 2\n")


@pytest.mark.slow
def test_a_kind_is_called_as_it_was_typed(desk: TestClient, project: Project) -> None:
    assert desk.post("/-/kinds/fair", json={"sort": "tokens", "name": "Événements: forts"}).status_code == 200
    game = desk.app.state.workshop.game("fair").game  # type: ignore[attr-defined]
    assert game.kinds["evenements-forts"].title.in_language("en", "en") == "Événements: forts"
    assert project.pnp("new", "night", "--kind", "cards:harbour-cards").exit_code == 0  # whose name is the folder's
    assert "name: Night\n" in (project.folder / "data/night/game.yaml").read_text(encoding="utf-8")
    assert "title: Harbour cards\n" in (project.folder / "data/night/game.yaml").read_text(encoding="utf-8")
