"""The balance of the games shipped: each entry's examples hold, and the games keep their own rules."""

import json
import re
import shutil
from pathlib import Path

import pytest

from generator.balance.apply import check_balance
from generator.balance.rule import Rule
from generator.balance.rulebook import read_rulebook
from generator.catalog.game import Game
from generator.catalog.load import load_game
from generator.source.tree import Mapping, Node, Scalar, Sequence

DATA = Path(__file__).parents[2] / "data"
GAMES = {folder.name: load_game(folder, folder.name)[0] for folder in sorted(DATA.iterdir()) if folder.is_dir()}
ENTRIES = [(game, rule) for game in GAMES.values() for rule in read_rulebook(game)[0]]
NAMES = [f"{game.name}:{rule.node.line}:{rule.name}" for game, rule in ENTRIES]
UNQUOTED = re.compile(r"[\w.+-]+")


def as_yaml(node: Node) -> str:
    """A tree on one line, every value of the same kind as before: quoted or not."""
    if isinstance(node, Sequence):
        return "[" + ", ".join(as_yaml(member) for member in node.items) + "]"
    if isinstance(node, Mapping):
        return "{" + ", ".join(f"{key}: {as_yaml(value)}" for key, value in node.values.items()) + "}"
    if node.absent:
        return "~"
    return node.text if node.plain and UNQUOTED.fullmatch(node.text) else json.dumps(node.text, ensure_ascii=False)


def patched(item: Mapping, patch: Node) -> Mapping:
    """``item`` with the fields of ``patch`` in place of its own."""
    assert isinstance(patch, Mapping)
    return Mapping({**item.keys, **patch.keys}, {**item.values, **patch.values}, item.line, item.column)


def example(game: Game, kind: str, patch: Node) -> list[Mapping]:
    """The kind's items as an example wants them.

    A mapping changes the first item and leaves the others; a list makes that many copies of the first, each changed.
    """
    first, *others = (item.node for item in game.kinds[kind].items)
    if not isinstance(patch, Sequence):
        return [patched(first, patch), *others]
    copies = [patched(first, change) for change in patch.items]
    for number, copy in enumerate(copies, start=1):
        copy.values["id"] = Scalar(f"copy-{number}", True, 0, 0)
    return copies


def entry_alone(rule: Rule, game: Game) -> str:
    """The text of ``balance.yaml`` with this entry only."""
    lines = (game.folder / "balance.yaml").read_text(encoding="utf-8").splitlines()
    starts = [other.node.line for other in read_rulebook(game)[0]] + [len(lines) + 1]
    end = min(line for line in starts if line > rule.node.line)
    return "\n".join(lines[rule.node.line - 1 : end - 1]) + "\n"


def rules_broken(game: Game, rule: Rule, verdict: str, folder: Path) -> set[str]:
    """The names of the rules that an entry's example breaks, where the entry is the only one in force."""
    shutil.copytree(game.folder, folder)
    items = example(game, rule.kind, rule.node.values[verdict])
    written = "".join(f"- {as_yaml(item)}\n" for item in items)
    (folder / f"{rule.kind}.yaml").write_text(written, encoding="utf-8")
    (folder / "balance.yaml").write_text(entry_alone(rule, game), encoding="utf-8")
    copy, problems = load_game(folder, "copy")
    assert [problem for problem in problems if problem.file == f"copy/{rule.kind}.yaml"] == []
    return {problem.rule for problem in check_balance(copy)[0]} - {"unused-waiver"}


@pytest.mark.parametrize(("game", "rule"), ENTRIES, ids=NAMES)
def test_the_examples_of_an_entry_hold(game: Game, rule: Rule, tmp_path: Path) -> None:
    assert rules_broken(game, rule, "pass", tmp_path / "pass") == set()
    assert rules_broken(game, rule, "fail", tmp_path / "fail") == {rule.name}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_keeps_its_own_rules(name: str) -> None:
    game, problems = load_game(DATA / name, name)
    assert all(kind.items for kind in game.kinds.values())
    assert problems + check_balance(game)[0] == []


@pytest.mark.parametrize(("game", "rule"), ENTRIES, ids=NAMES)
def test_an_entry_explains_itself_in_plain_words(game: Game, rule: Rule) -> None:
    assert rule.why[0].isupper()
    assert rule.why.endswith(".")
    assert len(rule.source.split()) > 3
    assert not re.search(r"\bseed|\bfacts\b|\bPUB\b|/", rule.source)
