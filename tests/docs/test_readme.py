"""What the README and the first lesson say is tried out."""

import re
import shlex
from pathlib import Path

import pytest
from projects import Project, typed

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FIRST, OTHER = (ROOT / "docs/learn/first-deck.md").read_text(encoding="utf-8").split("## Other beginnings")
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.S | re.M)
COMMAND = re.compile(r"^\$ pnp (.*)\n((?:(?!\$ ).*\n)*)", re.M)


def shown(text: str) -> list[tuple[str, str]]:
    """The commands that a page shows, each with what it shows of the answer."""
    return [found for block in CONSOLE.findall(text) for found in COMMAND.findall(block)]


@pytest.mark.slow
@pytest.mark.parametrize("page", [README, FIRST], ids=["README", "first-deck"])
def test_the_commands_of_the_first_ten_minutes_answer_as_told(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    project = Project(tmp_path)
    (letter,) = re.findall(r"```yaml\n(- id: postcard.*?)```", page, re.S)
    letters = "data/my-game/letters.yaml"
    first, check = shown(page)
    assert project.pnp(*first[0].split()).stdout == first[1]
    assert letter in project.path(letters).read_text(encoding="utf-8")
    project.change(letters, "stamps: 1", "stamps: 5")
    assert project.pnp(*check[0].split()).stdout == check[1]
    project.change(letters, "stamps: 5", "stamps: 1")
    for command in re.findall(r"`pnp ((?:render|plan) [^`]*)`", page):
        assert project.pnp(*shlex.split(command)).exit_code == 0, command
    assert project.check("my-game") == []
    for name in re.findall(r"^\| `([\w.-]+\.yaml)`, `|`((?:data|templates)/my-game/[\w.-]+)`", page, re.M):
        assert (tmp_path / "data/my-game" / name[0]).exists() if name[0] else (tmp_path / name[1]).exists()


@pytest.mark.slow
def test_the_other_beginnings_make_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^pnp (.+?)  +#", OTHER, re.M)
    assert len(commands) == 4
    for command in commands:
        assert Project(tmp_path).pnp(*shlex.split(command)).exit_code == 0, command


@pytest.mark.slow
def test_every_command_of_the_readme_has_help() -> None:
    lines = re.findall(r"(?:`|\$ |^)pnp (\w+)(.*)", README, re.M)
    help_texts = {command: typed(ROOT, command, "--help").stdout for command, _ in lines}
    assert {"new", "check", "render", "serve", "blank", "generate"} <= set(help_texts)
    for command, line in lines:
        text = help_texts[command]
        assert [option for option in re.findall(r"(--[\w-]+)", line) if f"{option} " not in text] == []


def test_every_link_and_picture_of_the_readme_is_there() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert targets
    for target in targets:
        assert (ROOT / target.partition("#")[0]).exists(), target


def test_the_readme_stays_short() -> None:
    assert len(README.split()) <= 450


def test_every_command_is_listed_with_what_it_does() -> None:
    """The page that the README leads to: all commands, each once."""
    listed = re.findall(r"^### `pnp (\w+)`$", (ROOT / "docs/cli.md").read_text(encoding="utf-8"), re.M)
    commands = typed(ROOT, "--help").stdout.partition("Options:")[0].partition(":\n")[2]
    first = re.findall(r"^  ([a-z]+)  ", commands, re.M)
    more = [
        name
        for names in re.findall(r"^  [A-Z].*?   *((?:[a-z]+, )*[a-z]+)$", commands, re.M)
        for name in names.split(", ")
    ]
    assert sorted(listed) == sorted([*first, *more])
