"""The cookbook: every recipe is a game without a problem, prints, and looks as its picture shows."""

import re
import shutil
from pathlib import Path

import pytest
from each import each
from PIL import Image, ImageChops
from projects import ROOT, typed
from recipes import ESSENTIAL, PROJECT, described, picture

from generator.check.build import OWN_LANGUAGE, check_game
from generator.printing.order import Choice, RenderOrder
from generator.printing.render import render

PAGE = (ROOT / "docs/do/cookbook.md").read_text(encoding="utf-8")
SHADES = 40  # of 255: letters may be smoothed a little differently by another version of what makes pictures
TOLD = {"arabic-edition": ["missing-translation"]}  # the tool does not speak Arabic itself, as the recipe says


@pytest.mark.rare
@each("name", ESSENTIAL)
def test_a_recipe_is_sound_and_prints_and_looks_like_its_picture(name: str, tmp_path: Path) -> None:
    checked = check_game(PROJECT, name, keep=OWN_LANGUAGE)
    assert [problem.rule for problem in checked.problems] == TOLD.get(name, [])
    printed = [sheets.file for sheets in render(checked, RenderOrder(Choice(), out=tmp_path))]
    assert sorted(tmp_path.rglob("*.pdf")) == sorted(printed)
    assert len(printed) == sum(kind.printed for kind in checked.game.kinds.values())
    with Image.open(ROOT / "docs" / "pictures" / "cookbook" / f"{name}.png") as shown:
        made = picture(checked)
        assert made.size == shown.size, "stale: make pictures"
        differs = ImageChops.difference(made.convert("L"), shown.convert("L")).point(
            lambda value: 255 * (value > SHADES)
        )
        assert sum(differs.histogram()[128:]) < 20, "stale: make pictures"


@pytest.mark.slow
def test_the_commands_of_the_page_do_what_it_says(tmp_path: Path) -> None:
    kitchen = shutil.copytree(ROOT / "docs/cookbook", tmp_path / "kitchen")
    lines = [line for block in re.findall(r"^```sh\n(.*?)^```", PAGE, re.M | re.S) for line in block.splitlines()]
    commands = [line for line in (*lines, *re.findall(r"`(pnp [^`]+)`", PAGE)) if line.startswith("pnp ")]
    commands = [line for line in commands if " watch" not in line and line != "pnp check"]
    assert len(commands) >= 4
    for command in commands:
        done = typed(kitchen, *command.split()[1:])
        assert done.exit_code == 0, f"{command}\n{done.output}"


def test_every_recipe_is_a_game_and_every_game_a_recipe() -> None:
    assert PROJECT.games() == sorted(ESSENTIAL)


def test_a_recipe_is_described_in_one_or_two_sentences() -> None:
    sentences = {name: len(re.findall(r"\.(?=\s|$)", described(name)[1])) for name in ESSENTIAL}
    assert {name: count for name, count in sentences.items() if count not in (1, 2)} == {}
