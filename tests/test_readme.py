"""What the README and the page on new games say is tried out."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from projects import Project, typed, write_files

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
MANUAL = (ROOT / "docs/new-game.md").read_text(encoding="utf-8")
FILE = re.compile(r"`((?:data|templates)/night-train/[\w.-]+)`[^\n]*\n\n```\w+\n(.*?)```", re.S)
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.S | re.M)
COMMAND = re.compile(r"^\$ pnp (.*)\n((?:(?!\$ ).*\n)*)", re.M)


def pnp(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, as a reader starts it."""
    return subprocess.run(
        [sys.executable, "-m", "generator", *arguments], cwd=cwd, capture_output=True, text=True, timeout=60
    )


def shown(text: str) -> list[tuple[str, str]]:
    """The commands that a page shows, each with what it shows of the answer."""
    return [found for block in CONSOLE.findall(text) for found in COMMAND.findall(block)]


@pytest.mark.dear
def test_the_commands_of_the_first_ten_minutes_answer_as_the_readme_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    project = Project(tmp_path)
    (letter,) = re.findall(r"```yaml\n(- id: postcard.*?)```", README, re.S)
    letters = "data/my-game/letters.yaml"
    first, check, *rest = shown(README)
    assert len(rest) == 3
    assert project.pnp(*first[0].split()).stdout == first[1]
    assert letter in project.path(letters).read_text(encoding="utf-8")
    project.change(letters, "stamps: 1", "stamps: 5")
    assert project.pnp(*check[0].split()).stdout == check[1]
    project.change(letters, "stamps: 5", "stamps: 1")
    for command, answer in rest:
        result = project.pnp(*shlex.split(command))
        assert (result.exit_code, result.stdout) == (0, answer)
    assert project.check("my-game") == []


@pytest.mark.dear
def test_the_commands_of_the_page_on_new_games_answer_as_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = shown(MANUAL)
    assert len(commands) == 5
    for command, answer in commands:
        result = Project(tmp_path).pnp(*shlex.split(command))
        assert (result.exit_code, result.stdout) == (0, answer)
    for name in re.findall(r"^\| `([\w.-]+\.yaml)`, `|`((?:data|templates)/my-game/[\w.-]+)`", MANUAL, re.M):
        assert (tmp_path / "data/my-game" / name[0]).exists() if name[0] else (tmp_path / name[1]).exists()


@pytest.fixture
def night_train(tmp_path: Path) -> Path:
    files = FILE.findall(MANUAL)
    assert len(files) == 5
    return write_files(tmp_path, dict(files))


@pytest.mark.dear
def test_the_game_from_nothing_prints(night_train: Path) -> None:
    checked = pnp("check", "data/night-train", cwd=night_train)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "no problem found" in checked.stdout
    printed = pnp("render", "night-train", cwd=night_train)
    assert printed.returncode == 0
    assert (night_train / "output/night-train/tickets.pdf").stat().st_size > 3000


def test_the_rule_of_the_game_from_nothing_has_teeth(night_train: Path) -> None:
    tickets = night_train / "data/night-train/tickets.yaml"
    tickets.write_text(tickets.read_text().replace("price: 5", "price: 6"))
    checked = typed(night_train, "check")
    assert checked.exit_code == 1
    assert "tickets.yaml:3:10: error fair-price: the price is 6; 2 stops are worth 5 at the most" in checked.stdout


@pytest.mark.dear
def test_the_broken_card_of_the_readme_is_reported_as_it_says(tmp_path: Path) -> None:
    ((place, hint),) = re.findall(r"```\n(data/\S+: error effect-range: .*)\n(    hint: .*)\n```", README)
    file, line, _ = place.split(":", 2)
    game = tmp_path / "data/tricks-or-treats"
    shutil.copytree(ROOT / "data/tricks-or-treats", game)
    lines = (tmp_path / file).read_text(encoding="utf-8").splitlines()
    assert lines[int(line) - 1].startswith("    - movements: +")
    lines[int(line) - 1] = "    - movements: 12"
    (tmp_path / file).write_text("\n".join(lines), encoding="utf-8")
    checked = typed(tmp_path, "check")
    assert f"{place}\n{hint}\n" in checked.stdout


@pytest.mark.dear
def test_every_command_of_the_readme_has_help() -> None:
    commands = set(re.findall(r"`pnp (\w+)", README)) - {"COMMAND"}
    assert {"new", "check", "render", "blank", "rules"} <= commands
    for command in commands:
        assert typed(ROOT, command, "--help").exit_code == 0


def test_every_link_and_picture_of_the_readme_is_there() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert targets
    for target in targets:
        assert (ROOT / target).exists(), target
