"""Cases in a loop: all are tried, and those that fail are named. And no case is left to nobody."""

import ast
import re
from pathlib import Path

import pytest
from each import each
from trees import tree


@each("number, word", lambda: [(1, "one"), (2, "two"), (3, "three"), (4, "four")])
def an_example(number: int, word: str, tmp_path: Path) -> None:
    assert not any(tmp_path.iterdir())
    (tmp_path / word).touch()
    assert number != 2
    if number == 4:
        pytest.fail("four it is")


def test_every_case_is_tried_and_those_that_fail_are_named(tmp_path: Path) -> None:
    with pytest.raises(BaseExceptionGroup, match="2 of 4 cases fail") as caught:
        an_example(tmp_path=tmp_path)
    assert [fault.__notes__[0][:31] for fault in caught.value.exceptions] == [
        "case 2: {'number': 2, 'word': '",
        "case 4: {'number': 4, 'word': '",
    ]
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["1", "2", "3", "4"]


def test_no_case_at_all_is_a_failure() -> None:
    @each("case", [])
    def nothing(case: int) -> None:
        raise NotImplementedError

    with pytest.raises(AssertionError, match="no case"):
        nothing()


def test_what_looks_at_a_part_is_marked_for_who_looks_at_all() -> None:
    for file in Path(__file__).parents[1].rglob("test_*.py"):
        text = file.read_text(encoding="utf-8")
        tests = tree(file).body if re.search("from tries import .*part", text) else []
        for test in (one for one in tests if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")):
            marks = " ".join(map(ast.unparse, test.decorator_list))
            looks_at_a_part = re.search(r"\bpart\(", marks + ast.unparse(test))
            assert not looks_at_a_part or re.search("slow|rare|tried", marks), f"{file.name}: {test.name}"
