"""What docs/game.md and docs/settings.md show is a game that checks and prints, and its values are what their fields take."""

import re
from pathlib import Path

from each import each
from projects import typed, write_files

from generator.model.field_spec import FIELD_TYPES, FieldSpec
from generator.model.fields import ReadContext
from generator.model.values import ProblemLog
from generator.read.reader import read_text
from generator.read.tree import Mapping, Node

ROOT = Path(__file__).parents[2]
MANUAL = "\n".join((ROOT / f"docs/{page}.md").read_text(encoding="utf-8") for page in ("game", "settings"))
FILES = re.findall(r"```(?:yaml\n# |xml\n<!-- )(\S+)(?: -->)?\n(.*?)```", MANUAL, re.S)


def test_the_game_of_the_manual_checks_and_prints(tmp_path: Path) -> None:
    assert len(FILES) == 6
    write_files(tmp_path, dict(FILES))
    checked = typed(tmp_path, "check", "--strict")
    assert checked.exit_code == 0, checked.stdout
    assert typed(tmp_path, "render").exit_code == 0
    assert (tmp_path / "output/fox-hunt/animals.pdf").stat().st_size > 1000


def node_of(text: str) -> Node:
    root, problems = read_text(f"value: {text}\n", "example.yaml")
    assert problems == []
    assert isinstance(root, Mapping)
    return root.values["value"]


@each("name", FIELD_TYPES)
def test_a_type_of_field_is_described_as_shown_and_takes_what_is_shown(name: str) -> None:
    report = ProblemLog("example.yaml")
    context = ReadContext(report, ("en", "fr"))
    known = FieldSpec().read(node_of(FIELD_TYPES[name].example), context)
    assert known.read(node_of(FIELD_TYPES[name].value), context) is not None
    assert report.problems == []
    assert f"type: {name}" in FIELD_TYPES[name].example
