"""``pnp list``: games, kinds, items."""

import json

from projects import Project


def test_games_kinds_and_items_are_listed(project: Project) -> None:
    assert project.pnp("list").stdout == (
        "game  title         languages  players  kinds  items\nfair  Village fair  en, fr                  2      3\n"
    )
    assert project.pnp("list", "fair").stdout == (
        "kind    title   items  components  size     back  file\n"
        "stalls  Stalls      2           3  50 x 40        data/fair/stalls.yaml\n"
        "people  People      1           1                 data/fair/people.yaml\n"
    )
    assert project.pnp("list", "fair", "stalls").stdout == (
        "id     name        copies\ncake   Cake stall       2\ndarts  Darts            1\n"
    )


def test_lists_are_data_for_scripts(project: Project) -> None:
    (game,) = json.loads(project.pnp("list", "--format", "json").stdout)
    assert game == {
        "game": "fair",
        "title": "Village fair",
        "languages": ["en", "fr"],
        "players": [],
        "kinds": 2,
        "items": 3,
    }
    kinds = json.loads(project.pnp("list", "fair", "--format", "json").stdout)
    assert [(kind["kind"], kind["components"], kind["size"]) for kind in kinds] == [
        ("stalls", 3, [50.0, 40.0]),
        ("people", 1, []),
    ]
    items = json.loads(project.pnp("list", "fair", "people", "--format", "json").stdout)
    assert items == [{"id": "ann", "name": "Ann", "copies": 1}]


def test_what_is_not_there_is_wrong_use(project: Project) -> None:
    assert project.pnp("list", "fare").stderr == "pnp: there is no game 'fare' in data; known: fair\n"
    assert project.pnp("list", "fair", "stall").stderr == "pnp: fair has no kind 'stall'; did you mean stalls?\n"
    assert project.pnp("list", "--data", "nope").exit_code == 2


def test_a_kind_without_items_and_a_game_with_mistakes_are_listed_as_they_are(project: Project) -> None:
    project.write("people.yaml", "[]\n")
    assert project.pnp("list", "fair", "people").stdout == "there is none\n"
    project.change("stalls.yaml", "price: 3", "price: x")
    result = project.pnp("list", "fair", "stalls")
    assert (result.exit_code, result.stdout.count("\n")) == (0, 3)
    assert result.stderr == "pnp: data/fair has problems, which pnp check lists: 1 error in 1 file\n"
