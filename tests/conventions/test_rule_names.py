"""Every rule that code follows is reported to the author, and no other."""

from pathlib import Path

import pytest
from each import each
from rule_names import Untold, emitted

from generator.model.own_rules import own_rules

TOOL = Path(__file__).parents[2] / "generator"
# Rules about files that are not game's own: told in docs/printing.md and docs/do/spreadsheets.md.
ELSEWHERE = {"pdf/preflight", "tables"}


@pytest.mark.slow
def test_the_rules_told_are_those_that_code_gives() -> None:
    assert emitted(TOOL, ELSEWHERE).keys() == own_rules().keys()


@each(
    "code, found",
    [
        ('Problem("a", 1, 1, "error", "one", "")', {"one"}),
        ('Problem("a", *place, "error", "one", "")', {"one"}),
        ('note(1, "one" if place else "two")', {"one", "two"}),
        ("note(1, NAME)", {"three"}),
        ("note(1, rule=NAME)", {"three"}),
        ("note(1)", {"four"}),
        ("self.note(1, finding.rule)", {"four"}),
        ('names.add("one")', {"four"}),
    ],
)
def test_a_name_is_found_however_it_is_given(code: str, found: set[str], tmp_path: Path) -> None:
    assert emitted(_house(tmp_path, code), set()).keys() == found | {"four"}


def test_a_name_that_cannot_be_read_is_not_passed_over(tmp_path: Path) -> None:
    with pytest.raises(Untold, match=r"a\.py:9: which rule is words\[0\]"):
        emitted(_house(tmp_path, "note(1, words[0])"), set())


def _house(folder: Path, code: str) -> Path:
    """A package with one module whose ninth line is ``code``."""
    room = folder / "package" / "room"
    room.mkdir(parents=True)
    (room / "a.py").write_text(
        "NAME = 'three'\n"
        "class Problem:\n    file: str\n    line: int\n    column: int\n    level: str\n    rule: str\n"
        f"def note(node, rule: str = 'four'): ...\n{code}\n"
    )
    return folder / "package"
