"""What the pages on the forge show works, and what works is shown."""

import re
import shutil
from pathlib import Path
from random import Random

import pytest
from projects import typed, write_files
from tries import slow_but
from workbench import bench

from generator.forge.forge import forge
from generator.forge.request import SPECIAL, Request
from generator.forge.spec import read_forge
from generator.model.load import load_game
from generator.rules.rulebook import read_rulebook

ROOT = Path(__file__).parents[2]
BATTLE = """\
name: Battle
languages: [en]
kinds:
  cards:
    title: Cards
    fields:
      name: {type: text, required: true}
      power: {type: whole, required: true}
      cost: {type: whole, required: true}
      suit: {type: choice, of: [cups, swords], required: true}
"""


def pages(*names: str) -> str:
    """Pages of the manual, one after the other."""
    return "\n".join((ROOT / f"docs/{name}.md").read_text(encoding="utf-8") for name in names)


MANUAL = pages("do/new-cards", "forge")
KINDS = pages("understand/collectors", "understand/star-road", "understand/tricks-or-treats")


def test_the_forges_of_the_manual_make_cards(tmp_path: Path) -> None:
    plain, effects = re.findall(r"```yaml\n(kinds:.*?)```", MANUAL, re.S)
    shutil.copytree(ROOT / "data" / "tricks-or-treats", tmp_path / "game")
    (tmp_path / "game" / "forge.yaml").write_text(effects, encoding="utf-8")
    game, _ = load_game(tmp_path / "game", "game")
    book, problems = read_forge(game)
    assert problems == []
    request = Request(6, without=("surprises",))
    kind = game.kinds["surprise-cards"]
    items = list(forge(game, kind, book, request, Random(1), rules=read_rulebook(game)[0]))
    assert len({item.fields["title"]["fr"] for item in items}) == 6
    write_files(
        tmp_path,
        {
            "data/battle/game.yaml": BATTLE,
            "data/battle/cards.yaml": "- {id: a, name: {en: A}, power: 1, cost: 1, suit: cups}\n",
            "data/battle/forge.yaml": plain,
        },
    )
    made = [item.fields for item in bench("battle", "cards", tmp_path / "data").make(6)]
    assert len({card["name"]["en"] for card in made}) == 6
    assert {card["suit"] for card in made} == {"cups"}


def test_every_option_of_the_manual_is_there() -> None:
    there = set(re.findall(r"--[a-z]+(?:-[a-z]+)*", typed(ROOT, "generate", "--help").stdout))
    assert set(re.findall(r"--[a-z]+(?:-[a-z]+)*", MANUAL)) <= there
    levers = {lever.option for lever, _ in SPECIAL.values()}
    assert levers <= there
    assert [option for option in levers if option not in MANUAL] == []


@pytest.mark.slow
@pytest.mark.parametrize("command", slow_but(2, re.findall(r"^pnp (generate .*?)(?:\s+#.*)?$", MANUAL + KINDS, re.M)))
def test_the_commands_of_the_manual_work(command: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    (tmp_path / "templates").symlink_to(ROOT / "templates")
    run = typed(tmp_path, *command.split())
    assert run.exit_code == 0, run.stderr
