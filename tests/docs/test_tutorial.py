"""The tutorial: what its pages show works, step by step, and looks as its pictures show."""

import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from projects import ROOT, Project, typed
from recipes import picture
from tutorial import GAME, written

from generator.check.build import OWN_LANGUAGE, check_game

LEARN = ROOT / "docs" / "learn"
SHADES = 40  # of 255: letters may be smoothed a little differently by another version of what makes pictures


@pytest.mark.slow
def test_each_step_of_drawing_is_sound_and_looks_like_its_picture(tmp_path: Path) -> None:
    seen = 0
    for seen, project in enumerate(written(tmp_path), 1):
        checked = check_game(project, GAME, keep=OWN_LANGUAGE)
        assert checked.problems == [], seen
        with Image.open(ROOT / f"docs/pictures/learn/draw-a-card-{seen}.png") as shown:
            made = picture(checked)
            assert made.size == shown.size, "stale: make pictures"
            differs = ImageChops.difference(made.convert("L"), shown.convert("L"))
            assert sum(differs.point(lambda value: 255 * (value > SHADES)).histogram()[128:]) < 20, seen
    assert seen == 5
    assert typed(tmp_path, "render", GAME).exit_code == 0


def test_a_text_of_sixty_words_is_an_error_as_the_tutorial_says(tmp_path: Path) -> None:
    list(written(tmp_path))
    tickets = tmp_path / "data" / GAME / "tickets.yaml"
    tickets.write_text(tickets.read_text().replace("The harbour", "harbour " * 60))
    checked = typed(tmp_path, "check")
    assert (checked.exit_code, "tickets.yaml:2:16: error text-overflow" in checked.stdout) == (1, True)


@pytest.mark.rare
def test_the_box_is_printed_as_the_tutorial_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    project = Project(tmp_path)
    page = (LEARN / "box-on-the-table.md").read_text(encoding="utf-8")
    assert project.pnp("new", "my-game").exit_code == 0
    (back,) = re.findall(r"```xml\n(.*?)```", page, re.S)
    project.write("templates/my-game/letter-back.svg", back)
    commands = re.findall(r"^(?:\| [^|]* \| `)?pnp ((?:plan|render) [^`\n]*)", page, re.M)
    assert len(commands) == 4
    for command in commands:
        assert project.pnp(*command.split()).exit_code == 0, command
    assert (tmp_path / "output/my-game/box-3-players.pdf").exists()
