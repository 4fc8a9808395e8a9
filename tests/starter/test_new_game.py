"""``pnp new``: a game that is made checks, prints, and answers every other command."""

from pathlib import Path

import pytest
import yaml
from projects import BEGIN, Project
from tries import slow_but

from generator.model.at_a_glance import outline_of
from generator.starter.files import FILES, SPOKEN
from generator.starter.sorts import sorts


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """An empty folder."""
    monkeypatch.chdir(tmp_path)
    return Project(tmp_path)


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def test_a_new_game_checks_and_says_what_to_do_next(empty: Project) -> None:
    made = empty.pnp("new", "my-game")
    assert (made.exit_code, made.stdout) == (
        0,
        "my-game: 5 kinds made, in data/my-game and templates/my-game\n"
        "edit   data/my-game/letters.yaml\n"
        "check  pnp check my-game\n"
        "print  pnp render my-game --players 4\n",
    )
    checked = empty.pnp("check", "my-game", "--strict")
    assert (checked.exit_code, checked.stdout) == (0, "checked my-game (5 kinds, 38 items): no problem found\n")
    assert "snail-mail" not in "".join(
        text.decode() for name, text in contents(empty.folder).items() if not name.endswith(".ttf")
    )


@pytest.mark.slow
def test_every_other_command_works_on_a_new_game(empty: Project) -> None:
    empty.pnp("new", "my-game")
    for arguments, written in (
        ("render --backs separate", "letters-backs.pdf"),
        ("blank", "places-blank.pdf"),
        ("plan my-game --players 3 --render", "box-3-players.pdf"),
        ("export my-game --kind snails --dpi 40", "png/snails"),
    ):
        assert empty.pnp(*arguments.split()).exit_code == 0, arguments
        assert (empty.folder / "output/my-game" / written).exists(), arguments
    files = sorted(map(str, (empty.folder / "output/my-game").glob("*.pdf")))
    assert empty.pnp("preflight", *files, "--strict").exit_code == 0
    told = empty.pnp("odds", "draw", "kind=letters", "draws=3", "where=weight == 3").stdout
    assert told.startswith("1 or more of 8 among 3 drawn from 24: ")
    assert "a heavy letter among the first three" in empty.pnp("stats", "my-game").stdout
    assert "fair-postage" in empty.pnp("rules", "my-game").stdout
    assert empty.pnp("show", "letters/wish").exit_code == 0
    letters = empty.folder / "data/my-game/letters.yaml"
    assert empty.pnp("generate", "letters", "--count", "8", "--seed", "1", "--out", str(letters)).exit_code == 0
    assert empty.pnp("check", "--strict").stdout == "checked my-game (5 kinds, 46 items): no problem found\n"


@pytest.mark.slow
def test_the_rules_of_a_new_game_have_teeth(empty: Project) -> None:
    empty.pnp("new", "my-game")
    path = empty.folder / "data/my-game/letters.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("stamps: 1", "stamps: 3", 1), encoding="utf-8")
    (found,) = empty.check()
    assert (found.rule, found.message) == ("fair-postage", "3 stamps; a letter of weight 1 is worth 1 to 2")


@pytest.mark.slow
@pytest.mark.parametrize(
    "languages", slow_but(2, ["de", "fr,en", "es,fr,de,en", "it", "en,pl", "no,ja,de", "de-AT,en-GB,pt-BR"])
)
def test_a_new_game_is_in_the_languages_that_are_wanted(empty: Project, languages: str) -> None:
    assert empty.pnp("new", "my-game", "--languages", languages).exit_code == 0
    wanted = languages.split(",")
    data = empty.folder / "data/my-game"
    assert list(outline_of(data).languages) == wanted
    assert empty.pnp("generate", "letters", "--count", "3", "--seed", "1").exit_code == 0
    assert {path.name for path in data.glob("*.md")} == {f"rules.{language}.md" for language in wanted}
    # A language in which the tool itself says nothing is told of, and of nothing else.
    assert {(problem.file, problem.rule) for problem in empty.check()} <= {
        ("data/my-game/game.yaml", "missing-translation") for language in wanted if language[:2] not in SPOKEN
    }
    well = yaml.load((data / "places.yaml").read_bytes(), yaml.BaseLoader)[2]  # NO is a language here, not a flag
    texts = {"en": "The Well", "fr": "Le Puits", "de": "Der Brunnen", "es": "El pozo"}
    expected = {language: texts.get(language[:2], "The Well") for language in wanted}
    assert well["name"] == (expected if len(wanted) > 1 else expected[wanted[0]])
    files = [path for path in data.iterdir() if path.is_file()]
    marked = [path.name for path in files if "Not translated yet" in path.read_text(encoding="utf-8")]
    assert bool(marked) == bool({language[:2] for language in wanted} - set(texts))


@pytest.mark.parametrize("sort", slow_but(2, sorts()))
def test_a_game_may_be_of_one_kind_of_a_common_sort(empty: Project, sort: str) -> None:
    assert empty.pnp("new", "my-game", "--kind", sort, "--languages", "de,en").exit_code == 0
    checked = empty.pnp("check", "--strict")
    assert (checked.exit_code, checked.stdout.split(",")[0]) == (0, "checked my-game (1 kind")
    assert empty.pnp("render", "--kind", sort).exit_code == 0
    assert empty.pnp("plan", "my-game", "--players", "2").exit_code == 0


@pytest.mark.slow
def test_kinds_of_all_sorts_stand_together_under_their_own_names(empty: Project) -> None:
    asked = [*sorts(), "tokens", "tokens:coins", "cards:people"]
    arguments = [word for sort in asked for word in ("--kind", sort)]
    assert empty.pnp("new", "my-game", "--languages", "en,fr,de,es", *arguments).exit_code == 0
    kinds = yaml.safe_load((empty.folder / "data/my-game/game.yaml").read_bytes())["kinds"]
    assert list(kinds) == [*sorts(), "tokens-2", "coins", "people"]
    assert kinds["coins"]["title"] == {"en": "Coins", "fr": "Jetons", "de": "Marker", "es": "Fichas"}
    assert empty.pnp("check", "--strict").exit_code == 0
    made = empty.pnp("generate", "people", "--count", "10", "--seed", "2")
    assert (made.exit_code, len(yaml.safe_load(made.stdout))) == (0, 10)


def test_the_same_words_make_the_same_files(tmp_path: Path, empty: Project) -> None:
    for place in ("one", "two"):
        empty.pnp(
            "new", "my-game", "--languages", "fr,it", "--data", f"{place}/data", "--templates", f"{place}/templates"
        )
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert len(contents(tmp_path / "one")) > 30


@pytest.mark.slow
def test_other_folders_are_named_in_what_to_do_next(empty: Project) -> None:
    made = empty.pnp("new", "my-game", "--data", "games", "--templates", "faces")
    advice = made.stdout.splitlines()[2:]
    assert len(advice) == 2
    for line in advice:
        assert empty.pnp(*line.split()[2:]).exit_code == 0


@pytest.mark.parametrize("command", ["check", "check x", "render", "blank", "plan x --players 2", "stats", "export x", "rules", "generate x", "simulate x --players 2", "show x/y", "odds draw kind=x draws=1 where=y"])  # fmt: skip
def test_in_an_empty_folder_every_command_says_how_to_begin(empty: Project, command: str) -> None:
    result = empty.pnp(*command.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"pnp: there is no folder data; {BEGIN}\n"
    assert not any(empty.folder.iterdir())


def test_questions_that_need_no_game_are_listed_all_the_same(empty: Project) -> None:
    listed = empty.pnp("odds")
    assert (listed.exit_code, listed.stdout.splitlines()[0]) == (0, "dice")
    assert listed.stderr == f"pnp: there is no folder data; {BEGIN}\n"


def test_every_preset_is_in_help(empty: Project) -> None:
    text = empty.pnp("new", "--help").stdout
    assert [sort for sort in sorts() if sort not in text] == []


@pytest.mark.slow
def test_the_starter_itself_has_no_mistake_in_any_of_its_languages(empty: Project) -> None:
    checked = empty.pnp("check", "--strict", "--data", str(FILES / "data"), "--templates", str(FILES / "templates"))
    assert checked.exit_code == 0, checked.stdout


def test_every_yaml_file_of_the_starter_says_what_it_is(empty: Project) -> None:
    empty.pnp("new", "my-game")
    for path in [*empty.folder.rglob("*.yaml")]:
        assert path.read_text(encoding="utf-8").startswith("# "), path
    for path in empty.folder.rglob("*.svg"):
        assert "<title>" in path.read_text(encoding="utf-8"), path


@pytest.mark.slow
def test_a_project_with_templates_for_all_games_has_the_shipped_fonts_still(empty: Project) -> None:
    (empty.folder / "templates/common/fonts").mkdir(parents=True)
    assert empty.pnp("new", "my-game").exit_code == 0
    assert empty.pnp("check", "--strict").exit_code == 0
