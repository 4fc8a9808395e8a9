"""What the pages on the lab show is what the command answers, and every question is shown."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from each import each
from tries import part
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.lab.ask import all_questions
from generator.lab.simulation.job import Job, play_part
from generator.lab.simulation.playable import all_games

ROOT = Path(__file__).parents[2]
PAGES = (
    "lab", "contribute/extend", "understand/collectors", "understand/star-road", "understand/tricks-or-treats",
)  # fmt: skip
MANUAL = "\n".join((ROOT / f"docs/{page}.md").read_text(encoding="utf-8") for page in PAGES)
SHOWN = re.findall(r"```console\n\$ pnp ((?:odds|simulate) .*)\n((?s:.*?))```", MANUAL)


@pytest.mark.slow
@each(("command", "answer"), part(SHOWN, 6))
def test_a_command_of_the_manual_answers_as_it_says(command: str, answer: str) -> None:
    result = CliRunner().invoke(app, [*shlex.split(command), "--data", str(ROOT / "data")])
    assert result.exit_code == 0
    shown = r"(?:.*\n)+?".join(map(re.escape, answer.split("…\n")))  # which stands for lines left out
    assert re.fullmatch(shown, result.stdout)


def test_every_question_is_shown() -> None:
    words = [shlex.split(command) for command, _ in SHOWN]
    assert {asked for command, asked, *_ in words if command == "odds"} == all_questions().keys()


def test_a_game_is_simulated_and_every_policy_is_explained() -> None:
    assert any(command.startswith("simulate ") for command, _ in SHOWN)
    for game in all_games().values():
        for policy, about in game.policies.items():
            assert f"`{policy}`" in MANUAL
            assert about


def test_the_game_of_the_manual_plays() -> None:
    (code,) = re.findall(r"```python\n(from generator.games import Game\n.*?)```", MANUAL, re.S)
    module: dict[str, Any] = {}
    exec(code, module)
    race = module["game"]()
    totals = play_part(Job(race.prepare({"track": []}, 2, "", {"length": 10}), ("greedy", "random"), 0), (0, 20))
    assert totals.games == 20
    assert min(totals.turns) >= 2
