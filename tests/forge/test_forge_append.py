"""New items at the end of a file, which stays as it was."""

from pathlib import PurePath

import pytest
from each import each

from generator.core.problem import Infeasible
from generator.forge.yaml_writer import appended_to
from generator.read.reader import read_bytes
from generator.read.tree import Sequence

FILE = PurePath("items.yaml")
NEW = "# made\n- id: new\n  art: bat\n\n- id: newer\n"


@each(
    "old",
    [
        b"",
        b"# nothing yet\n",
        b"- id: a\n",
        b"- id: a",
        b"- id: a\n\n",
        b"# top\n\n- id: a # why\n  art:   bat\n\n\n# end\n",
        "- id: a\n  title: \u00c9t\u00e9\n".encode(),
        b"\xef\xbb\xbf- id: a\n",
        b"- id: a\r\n  art: bat\r\n",
        b"  - id: a\n  - id: b\n",
        b"---\n- id: a\n",
    ],
)
def test_the_old_bytes_stand_first_and_the_new_items_last(old: bytes) -> None:
    new = appended_to(FILE, old, NEW)
    assert new.startswith(old)
    before, _ = read_bytes(old, "x")
    after, problems = read_bytes(new, "x")
    assert problems == []
    assert isinstance(after, Sequence)
    assert len(after.items) == (len(before.items) if isinstance(before, Sequence) else 0) + 2
    assert b"# made" in new


def test_a_blank_line_stands_between() -> None:
    assert appended_to(FILE, b"- id: a", "- id: b\n") == b"- id: a\n\n- id: b\n"
    assert appended_to(FILE, b"- id: a\n", "- id: b\n") == b"- id: a\n\n- id: b\n"
    assert appended_to(FILE, b"- id: a\n\n", "- id: b\n") == b"- id: a\n\n- id: b\n"


def test_lines_end_as_they_do_in_the_file() -> None:
    assert appended_to(FILE, b"- id: a\r\n", "- id: b\n  art: c\n") == b"- id: a\r\n\r\n- id: b\r\n  art: c\r\n"


@each(
    ("old", "reason"),
    [
        (b"name: x\n", "not a list of items"),
        (b"just text\n", "not a list of items"),
        (b"[{id: a}]\n", "with the new items it could not be read"),
        (b"- id: a\n...\n", "with the new items it could not be read"),
        (b"- id: [\n", "line 1: the file ends"),
        (b"\xff\n", "UTF-8"),
    ],
)
def test_a_file_that_cannot_go_on_is_left_alone(old: bytes, reason: str) -> None:
    with pytest.raises(Infeasible, match=reason):
        appended_to(FILE, old, NEW)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"[]\n", b"- id: b\n"),
        (b"[]", b"- id: b\n"),
        (b"# mine\n[ ]  # none yet\n# end\n", b"# mine\n  # none yet\n# end\n\n- id: b\n"),
    ],
)
def test_the_brackets_of_an_empty_list_give_way(old: bytes, new: bytes) -> None:
    assert appended_to(FILE, old, "- id: b\n") == new


def test_an_empty_list_over_several_lines_is_left_alone() -> None:
    with pytest.raises(Infeasible, match="delete its brackets"):
        appended_to(FILE, b"[\n]\n", NEW)
