"""Trees that were read beforehand are those that reading gives."""

import json
from pathlib import Path

import pytest
import yaml
from projects import ROOT

from generator.read.reader import read_beforehand, read_text, recording
from generator.read.tree import as_plain, as_tree


def test_all_texts_of_the_games_come_back_as_they_were() -> None:
    texts = {path.as_posix(): path.read_text("utf-8") for path in sorted(Path(ROOT / "data").rglob("*.yaml"))}
    assert texts
    for name, text in texts.items():
        tree, problems = read_text(text, name)
        assert not problems
        assert as_tree(json.loads(json.dumps(as_plain(tree)))) == tree


def test_what_was_recorded_is_not_parsed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    text, other = "- a: 1\n  b: [x, 'y']\n", "a: 2\n"
    with recording() as trees:
        tree, _ = read_text(text, "one.yaml")
        kept = dict(trees)
        read_beforehand(kept)
        for lacking in ("CSafeLoader", "SafeLoader"):
            monkeypatch.delattr(yaml, lacking, raising=False)
        assert read_text(text, "one.yaml") == (tree, [])
        with pytest.raises(AttributeError):
            read_text(other, "one.yaml")
    with pytest.raises(AttributeError):
        read_text(text, "one.yaml")
