"""``pnp new GAME --kind SORT`` for a game that is there: it is added to, and nothing of it changes."""

from pathlib import Path

import pytest
import yaml
from projects import Project
from tries import slow_but

from generator.starter.sorts import sorts


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def has_all_lines(text: str, other: str) -> bool:
    """Whether all lines of ``other`` stand in a text, in their order."""
    lines = iter(text.splitlines())
    return all(line in lines for line in other.splitlines())


@pytest.mark.parametrize("sort", slow_but(2, sorts()))
def test_a_kind_is_added_to_a_game_with_one_font_and_two_languages(project: Project, sort: str) -> None:
    before = contents(project.folder)
    added = project.pnp("new", "fair", "--kind", sort)
    assert (added.exit_code, added.stdout.splitlines()[0]) == (
        0,
        f"fair: {sort} added, in data/fair and templates/fair",
    )
    after = contents(project.folder)
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"data/fair/game.yaml"} | ({"templates/fair/style.yaml"} if sort == "rules" else set())
    for name in changed:
        assert has_all_lines(after[name].decode(), before[name].decode())
    unbold = {"missing-style"} if sort == "rules" else set()  # the game's only font has neither bold nor italic
    assert {problem.rule for problem in project.check("--strict")} == unbold
    assert project.pnp("render", "fair", "--kind", sort, "--lang", "fr").exit_code == 0


def test_kinds_get_numbers_where_their_names_are_taken(project: Project) -> None:
    project.change("game.yaml", "  people:\n", "  cards:\n    title: Cards\n    fields: {}\n  people:\n")
    project.write("cards.yaml", "- id: a\n")
    project.write("tokens.txt", "a note")
    project.write("templates/fair/tent-back.svg", "<svg/>")
    for sort, name in (("cards", "cards-2"), ("cards", "cards-3"), ("tokens", "tokens-2"), ("tent", "tent-2")):
        assert project.pnp("new", "fair", "--kind", sort).stdout.startswith(f"fair: {name} added")
    assert project.path("tokens.txt").read_text(encoding="utf-8") == "a note"
    assert project.check("--strict") == []


@pytest.mark.parametrize(
    "game",
    [
        "{name: Fair, kinds: {people: {title: People, fields: {name: {type: text}}}}}\n",
        "name: Fair\nkinds: {people: {title: People, fields: {name: {type: text}}}}\nplan: []\n",
        "kinds:\n    people:\n        title: People\n        fields:\n            name:\n                type: text\nname: Fair",
        "name: Fair\r\nkinds:\r\n  people: # who\r\n    title: People\r\n    fields: {name: {type: text}}\r\n# the end\r\n",
        "name: Fair\nplan:\n- {kind: people, sets: 1, source: ours, why: all}\nkinds:\n  people: {title: People, fields: {name: {type: text}}}\n",
    ],
)
def test_game_yaml_may_be_written_in_any_form(project: Project, game: str) -> None:
    project.path("stalls.yaml").unlink()
    project.write("game.yaml", game)
    assert project.pnp("new", "fair", "--kind", "tokens:coins", "--kind", "cards").exit_code == 0
    described = project.path("game.yaml").read_bytes().decode()
    assert list(yaml.safe_load(described)["kinds"]) == ["people", "coins", "cards"]
    assert ("\r\n" in game) == ("\r\n" in described)
    assert described.count("\n") == described.count("\r\n") or "\r\n" not in described
    problems = [problem for problem in project.check("--strict") if "kind: people" not in game]
    assert problems == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("fair --kind dice", "there is no preset 'dice': board, cards, hexes, hexmap, rules, sheet, tent, tiles, tokens"),
        ("fair --kind card", "there is no preset 'card': board, cards, hexes, hexmap, rules, sheet, tent, tiles, tokens; did you mean cards?"),
        ("fair --kind cards:stalls", "'stalls' is taken; try --kind cards:stalls-2"),
        ("fair --kind cards:balance", "'balance' cannot be the name of a kind; try --kind cards:balance-2"),
        ("fair --kind cards:Müll", "'Müll' cannot be the name of a kind; try --kind cards:mull"),
        ("fair --kind cards:../../x", "'../../x' cannot be the name of a kind; try --kind cards:x"),
        ("fair --kind cards --languages de", "fair has its languages: game.yaml names them; leave --languages away"),
        ("fair", "there is a game fair already: --kind adds a kind to it, another name makes another game"),
    ],
)  # fmt: skip
def test_what_cannot_be_added_is_refused_and_nothing_is_written(project: Project, arguments: str, said: str) -> None:
    before = contents(project.folder)
    result = project.pnp("new", *arguments.split())
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"pnp: {said}\n")
    assert contents(project.folder) == before


def test_a_game_that_cannot_be_read_is_reported_as_check_tells_it(project: Project) -> None:
    project.change("game.yaml", "kinds:", "kinds: [")
    result = project.pnp("new", "fair", "--kind", "cards")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "yaml-syntax" in result.stderr
    assert "nothing was added" in result.stderr


def test_templates_outside_the_project_are_not_written(project: Project) -> None:
    project.change("game.yaml", "kinds:", "templates: ../../elsewhere\nkinds:")
    project.pnp("new", "fair", "--kind", "cards")
    assert not (project.folder.parent / "elsewhere").exists()


@pytest.mark.slow
def test_a_kind_of_ones_own_name_has_a_title_in_each_language(project: Project) -> None:
    assert project.pnp("new", "feria", "--languages", "es,de", "--kind", "cards:naipes").exit_code == 0
    game = project.folder / "data/feria/game.yaml"
    titled = "title: {es: Naipes, de: Karten}"
    assert titled in game.read_text(encoding="utf-8")
    assert project.check("feria", "--strict") == []
    game.write_text(game.read_text(encoding="utf-8").replace(titled, "title: Naipes"), encoding="utf-8")
    (problem,) = project.check("feria")
    assert (problem.level, problem.rule, problem.hint) == (
        "warning",
        "missing-translation",
        "write {es: Naipes, de: …}",
    )
