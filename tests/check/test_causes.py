"""One slip in a game: its cause is reported first, at its place, and what follows from it is silent or counted."""

import json
import re
import shutil
from pathlib import Path

import pytest
from each import each
from tries import part
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.cli.reporting import as_lines, as_text
from generator.core.problem import Level, Problem, as_json, causes

GAME, ITEMS = "data/fair/game.yaml", "data/fair/letters.yaml"
STYLE = "templates/fair/style.yaml"
CHOICE = "{type: choice, of: [mushroom, boot, well, can, pot, stump, strawberry, birdhouse], required: true}"
SLIPS = [  # the file, what is there, what is written in its place; what is reported first, and how many lines follow
    (ITEMS, "  weight: 1\n", "  weight: [1\n", r"letters.yaml:10:11: error yaml-syntax: the bracket", 0),
    (ITEMS, "title: A wish", 'title: "A wish', r"letters.yaml:24:10: error yaml-syntax: the quote that opens here", 0),
    (
        ITEMS,
        "- id: wish",
        "  id: wish",
        r"letters.yaml:23:3: error yaml-syntax: this looks like a new item without its hyphen",
        0,
    ),
    (
        GAME,
        "      weight: {",
        "      Weight: {",
        r"game.yaml:54:7: error unknown-field: 'weight' is what 24 items of letters.yaml call this field, Weight",
        1,  # the template that names it
    ),
    (
        GAME,
        CHOICE,
        "{type: choice, required: true}",
        r"game.yaml:53:11: error missing-field: a field of type choice",
        0,
    ),
    (GAME, "weight: {type: whole", "weight: {type: integer", r"game.yaml:54:22: error not-one-of: 'integer'", 0),
    (GAME, "  letters:\n", "  Letters:\n", r"game.yaml:45:3: error bad-id: the kind 'Letters'", 0),
    (GAME, "players: [2, 4]", "players: [2, 4", r"game.yaml:16:10: error yaml-syntax: the bracket", 0),
    (STYLE, "fonts:", "fonts: [", r"style.yaml:5:8: error yaml-syntax: the bracket", 0),
    (
        STYLE,
        '"{dew}"',
        "dew",
        r"style.yaml:15:3: warning unknown-icon: texts write {dew}, and this icon has no braces",
        0,
    ),
    (STYLE, "icons/dew.svg", "icons/due.svg", r"style.yaml:15:12: error unknown-reference: icons/due.svg", 0),
    (STYLE, "body: {font: text", "body: {font: txt", r"style.yaml:[0-9]+:[0-9]+: error unknown-reference", 0),
]


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the starter's game."""
    folder = tmp_path_factory.mktemp("fair")
    where = ["--data", str(folder / "data"), "--templates", str(folder / "templates")]
    assert CliRunner().invoke(app, ["new", "fair", *where]).exit_code == 0
    return folder


def checked(folder: Path, *options: str) -> str:
    """What ``pnp check`` prints."""
    where = ["--data", str(folder / "data"), "--templates", str(folder / "templates"), "--no-cache", "--jobs", "1"]
    return CliRunner().invoke(app, ["check", *where, *options]).stdout


@pytest.mark.slow
@pytest.mark.tried
@each("file, before, after, first, more", part(SLIPS, 4))
def test_a_slip_is_told_by_its_cause(
    fair: Path, tmp_path: Path, file: str, before: str, after: str, first: str, more: int
) -> None:
    shutil.copytree(fair, tmp_path / "fair")
    text = (tmp_path / "fair" / file).read_text(encoding="utf-8")
    assert before in text
    (tmp_path / "fair" / file).write_text(text.replace(before, after, 1), encoding="utf-8")
    lines = checked(tmp_path / "fair").splitlines()
    told = [line for line in lines if re.search(r": (error|warning) ", line)]
    assert re.search(first, told[0])
    assert len(told) == 1 + more <= 4
    followers = sum(int(line.split()[0]) for line in lines if "more follow from this" in line)
    assert sum(map(int, re.findall(r"(\d+) (?:error|warning)", lines[-1]))) == len(told) + followers


@pytest.mark.slow
def test_a_file_that_is_not_there_is_told_by_itself(fair: Path, tmp_path: Path) -> None:
    shutil.copytree(fair, tmp_path / "fair")
    (tmp_path / "fair" / ITEMS).unlink()
    assert re.findall(": (?:error|warning) [a-z-]+", checked(tmp_path / "fair")) == [": warning missing-file"]


@pytest.mark.slow
def test_all_of_them_are_printed_where_that_is_asked_for(fair: Path, tmp_path: Path) -> None:
    shutil.copytree(fair, tmp_path / "fair")
    style = tmp_path / "fair" / STYLE
    style.write_text(style.read_text(encoding="utf-8").replace('"{dew}"', "dew"), encoding="utf-8")
    assert "    14 more follow from this; pnp check --all prints them\n" in checked(tmp_path / "fair")
    assert checked(tmp_path / "fair", "--all").count("unknown-icon") == 15
    found = json.loads(checked(tmp_path / "fair", "--format", "json"))
    first = f"{found[-1]['file']}:{found[-1]['line']}:{found[-1]['column']}"
    assert [one.get("follows") for one in found] == [first] * 14 + [None]


def test_a_language_without_texts_and_a_picture_without_a_name_are_one_slip() -> None:
    def lacking(line: int) -> Problem:
        return Problem(
            "data/fair/cards.yaml", line, 3, "warning", "missing-translation", "no text in 'de'", "add de: …"
        )

    def nameless(line: int) -> Problem:
        message = f"art of card-{line}: there is no picture art/.png beside the template (en)"
        return Problem("data/fair/cards.yaml", line, 3, "error", "unknown-reference", message)

    assert causes(map(lacking, range(10))) == {}  # as many omissions
    assert set(causes(map(lacking, range(11))).values()) == {lacking(0)}
    assert set(causes(map(nameless, range(4))).values()) == {nameless(0)}


def test_letters_without_a_font_follow_from_the_font_that_cannot_be_used(fair: Path, tmp_path: Path) -> None:
    shutil.copytree(fair, tmp_path / "fair")
    letters = tmp_path / "fair" / ITEMS
    letters.write_text(letters.read_text(encoding="utf-8").replace("title: A wish", "title: 月の船"), encoding="utf-8")
    style = tmp_path / "fair" / STYLE
    style.write_text(style.read_text(encoding="utf-8").replace("fallback: [", "fallback: [Moon, "), encoding="utf-8")
    (style.parent / "fonts").mkdir()
    (style.parent / "fonts/Moon.ttc").write_bytes(b"ttcf" + bytes(40))
    told = checked(tmp_path / "fair")
    assert re.findall("error [a-z-]+: |[0-9] more follows", told) == ["error unknown-reference: ", "1 more follows"]
    assert "the font cannot be used: Moon.ttc: it is not a font with outlines" in told


def test_few_problems_and_those_of_other_games_follow_from_nothing() -> None:
    def unknown(game: str, line: int) -> Problem:
        return Problem(f"data/{game}/cards.yaml", line, 3, "error", "unknown-field", "'cost' is not a field here")

    few = [unknown(game, line) for game in ("fair", "trek") for line in (1, 2, 3)]
    assert causes(few) == {}
    more = [
        *few,
        Problem("data/fair/balance.yaml", 1, 1, "error", "unknown-reference", "'cost' is not a field of cards"),
    ]
    assert causes(more) == dict.fromkeys((few[1], few[2], more[-1]), few[0])
    assert [one.get("follows") for one in json.loads(as_json(more))].count("data/fair/cards.yaml:1:3") == 3


def alike(message: str, count: int, file: str = ITEMS, level: Level = "error") -> list[Problem]:
    return [Problem(file, line, 1, level, "a-rule", message.format(line), "hint") for line in range(1, count + 1)]


@each(
    "message, most",
    [
        ("value is {}; 1 to 9 are possible", 10),
        ("card-{}: there is no field 'power{}'", 10),
        ("there is no picture beside the template: art/card{}.svg", 10),
        ("ace: the text does not fit", 3),
    ],
)
def test_problems_that_say_the_same_are_counted(message: str, most: int) -> None:
    message = message.replace("{}", "{0}")
    for count in (1, most, most + 1, 43):
        problems = alike(message, count)
        lines = list(as_lines(problems))
        if count <= most:
            assert lines == list(map(as_text, problems))
        else:
            more = f"    and {count - 1} more like this; pnp check --all lists them"
            assert lines == [f"{as_text(problems[0])}\n{more}"]
        assert len(json.loads(as_json(problems))) == count


def test_problems_of_other_files_levels_and_words_are_not_the_same() -> None:
    message = "value is {}; 1 to 9 are possible"
    problems = [*alike(message, 10), *alike(message, 10, STYLE), *alike(message, 10, level="warning")]
    problems += alike("cost is {}; 1 to 9 are possible", 10)
    assert sorted(as_lines(problems)) == sorted(map(as_text, problems))


@pytest.mark.parametrize("form", ["text", "all", "json", "github"])
def test_only_the_report_as_text_counts_what_is_the_same(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    assert runner.invoke(app, ["new", "fair", "--kind", "cards"]).exit_code == 0
    items = "".join(f"- {{id: c{n}, name: C{n}, suit: sun, value: {50 + n}}}\n" for n in range(43))
    Path("data/fair/cards.yaml").write_text(items, encoding="utf-8")
    options = ["--all"] if form == "all" else ["--format", form]
    result = runner.invoke(app, ["check", *options])
    assert result.exit_code == 1
    assert result.stdout.count("1 to 9 are possible") == (1 if form == "text" else 43)
    assert ("and 42 more like this; pnp check --all lists them" in result.stdout) is (form == "text")
    assert form in ("json", "github") or "errors in 1 file" in result.stdout
