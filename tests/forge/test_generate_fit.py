"""A new item whose text does not fit its face is neither kept nor printed."""

from pathlib import Path

import pytest
from projects import STALL, STYLE, Project

GAME = """\
name: Fair
languages: [en]
kinds:
  stalls:
    title: Stalls
    size: [50, 40]
    template: stall.svg
    fields:
      name: {type: text, required: true}
      price: {type: whole, required: true}
      side: {type: choice, of: [left, right], required: true}
      note: {type: text}
"""
RULE = """\
- {rule: price, check: number-range, kind: stalls, field: price, min: 1, max: 5, source: ours, why: ours, pass: {price: 1},
   fail: {price: 6}}
"""
FORGE = """\
kinds:
  stalls:
    recipe: draw
    evenly: [side, price]
    texts: {title: name, longest: 400, titles: [{en: "{noun}"}]}
words:
  nouns: [{en: a NOUN, sort: [thing]}]
"""


def fair(folder: Path, noun: str) -> Project:
    project = Project(folder)
    for name, text in (
        *(("game.yaml", GAME), ("balance.yaml", RULE), ("forge.yaml", FORGE.replace("NOUN", noun))),
        *(("stalls.yaml", "[]\n"), ("templates/fair/stall.svg", STALL), ("templates/fair/style.yaml", STYLE)),
    ):
        project.write(name, text)
    return project


@pytest.mark.parametrize("words", [("--out", "data/fair/stalls.yaml"), ("--render",)])
def test_a_title_that_is_too_long_is_refused(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    project = fair(tmp_path, "tremendously " * 25 + "long")
    made = project.pnp("generate", "stalls", "--seed", "1", *words)
    assert (made.exit_code, made.stdout) == (2, "")
    assert "does not fit its face: text-overflow: " in made.stderr
    assert project.path("stalls.yaml").read_text() == "[]\n"
    assert not (tmp_path / "output").exists()


def test_one_that_fits_is_kept_and_passes_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    project = fair(tmp_path, "lantern")
    made = project.pnp("generate", "stalls", "--count", "3", "--seed", "1", "--out", "data/fair/stalls.yaml")
    assert made.exit_code == 0
    assert [problem for problem in project.check() if problem.level == "error"] == []
