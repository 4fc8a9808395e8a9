"""What a workspace says after an edit is what is found when all is read again, and faces look the same.

`.ci/run` tries an edit of two games, `make promise` a thousand of each (`PNP_EDITS`); edits of a small game, in
`make test`, are in test_kept_answers.py and test_workspace.py.
"""

import os
from pathlib import Path

import pytest
from snapshot_twin import Twin, copied_game

from generator.read import reader
from generator.read.pieces import Trees
from generator.read.reader import read_text

ROOT = Path(__file__).parents[2]
EDITS = int(os.environ.get("PNP_EDITS", "1"))
SEED = int(os.environ.get("PNP_SEED", "1"))
PLAIN = read_text  # as it is before `_parse_once` of the tests takes its place
GROUP = 125  # edits that follow on one another


@pytest.mark.rare
@pytest.mark.parametrize("game", ["collectors", "star-road", "tricks-or-treats"])
@pytest.mark.parametrize("part", range(max(1, EDITS // GROUP)))
def test_a_snapshot_is_what_is_found_anew(
    game: str, part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "read_text", PLAIN)
    twin = Twin(copied_game(ROOT, game, tmp_path), game, SEED * 1000 + part)
    assert list(twin.differences(min(EDITS, GROUP))) == []


ENTRIES = [
    *("- a: 1\n", "-\n", "- [1, 2]\n", "- a: {b: c}\n  d: |\n    - x\n\n    y\n", "- - x\n  - y\n", "- 'a\n- b'\n"),
    *('- "a\n', "- a: b\n c: d\n", "- a: 1\n  a: 2\n", "# words\n", "\n", "- &x a\n", "- *x\n", "- a\n b\n", "-a\n"),
    *("- [a,\n- b]\n", "---\n", "- ? a\n  : b\n", "- a: b: c\n", "- |\n a\n", "- >-\n\n  a\n", "- {a: 1,\n", "- a\r\n"),
    *("- a: \t1\n", "- !!str a\n", "x: y\n", "  - a\n", "- a: 'it''s'\n", "- é: 日\n", "...\n", "%YAML 1.1\n", "- a"),
]


@pytest.mark.slow
def test_a_list_read_entry_by_entry_is_the_list_read_as_a_whole() -> None:
    import random

    chance = random.Random(3)
    trees, sound = Trees(40), 0
    for _ in range(3_000):
        text = "".join(chance.choices(ENTRIES, k=chance.randint(1, 6)))
        if chance.random() < 0.5:
            text = "".join(entry for entry in ENTRIES[:5] if chance.random() < 0.7) + text[: chance.randint(0, 12)]
        found = trees.read(text, "file", PLAIN)
        assert found == PLAIN(text, "file"), text
        assert trees.read(text, "file", PLAIN) == found
        sound += not found[1]
    assert sound > 300
