"""What the server's process says of unsaved texts is what ``pnp check`` says of the saved ones."""

from pathlib import Path

import pytest
from fox_hunt import write_fox_hunt
from msgspec.structs import replace
from mutations import mutants

from generator.check.judge import Judge
from generator.check.paths import check_all
from generator.core.folders import Project
from generator.core.problem import Problem
from generator.draw.file_use import forget_files
from generator.lsp.checker import found_in

EDITS = 12


def test_an_unsaved_edit_is_judged_as_if_it_were_saved(tmp_path: Path) -> None:
    """Twin: the same text on the disk, checked again."""
    root = write_fox_hunt(tmp_path)
    project = Project(root / "data", root / "templates")
    folders = {"data": str(project.data), "templates": str(project.templates)}
    faulty = 0
    for edit in mutants(root, EDITS, 11):
        file = root / edit.file
        request = {**folders, "games": ["fox-hunt"], "whole": False, "texts": {str(file.resolve()): edit.text}}
        *_, (unsaved, _) = found_in(request)
        saved_before = file.read_bytes()
        file.write_bytes(edit.text.encode())
        forget_files()
        saved = sorted(dict.fromkeys(check_all(project, Judge()).problems))
        file.write_bytes(saved_before)
        assert unsaved == saved, f"{edit.file}: {edit.told}"
        faulty += bool(saved)
    assert faulty > EDITS // 3


@pytest.mark.parametrize("whole", [False, True])
def test_what_is_on_the_disk_counts_where_nothing_is_open(tmp_path: Path, whole: bool) -> None:
    root = write_fox_hunt(tmp_path)
    folders = {"data": str(root / "data"), "templates": str(root / "templates")}
    request = {**folders, "games": ["fox-hunt"], "whole": whole, "texts": {}}
    assert [*found_in(request)][-1] == ([], True)
    file = root / "templates/fox-hunt/animal.svg"
    file.write_text(file.read_text(encoding="utf-8").replace('"name"', '"nam"'), encoding="utf-8")
    assert [*found_in(request)][-1] != ([], True)


EDITED = [  # what is put in place of what, one after the other, and the lines that are the item's then
    ("claws: 5\n", "claws: 6\n", 14, 22),
    ("speed: 7\n", "speed: 7\n  # as fast\n\n", 1, 16),
    ("name: {en: Red fox, de: Rotfuchs}", "name: {en: " + "Unprintable " * 30 + "🦊, de: Rotfuchs}", 1, 16),
    ("  shy: true\n", "", 1, 15),
    ("weight: 12", "weight: 12\n  wait: 4", 15, 24),
    ("weight: 12\n  wait: 4", "weight: 9", 15, 23),
]
NOT_ONE = [("- id: goose", "- id: gander"), ("copies: 4\n", "copies: 4\n- id: owl\n"), ("claws: 6\n", "claws: [\n")]


def test_the_item_under_the_cursor_comes_first_and_all_else_stays_until_the_whole_is_known(tmp_path: Path) -> None:
    root = write_fox_hunt(tmp_path)
    project, file = Project(root / "data", root / "templates"), root / "data/fox-hunt/animals.yaml"
    text, told, seen = file.read_text(encoding="utf-8"), list[Problem](), 0

    def asked(text: str) -> list[tuple[list[Problem], bool]]:
        folders = {"data": str(project.data), "templates": str(project.templates)}
        return list(found_in({**folders, "games": ["fox-hunt"], "whole": False, "texts": {str(file): text}}))

    asked(text)
    for old, new, start, end in EDITED:
        added, before = new.count("\n") - old.count("\n"), text
        text = text.replace(old, new)
        assert text != before
        (first, _), (front, _), (last, _) = lists = asked(text)
        assert [whole for _, whole in lists] == [False, False, True]
        moved = {replace(one, line=one.line + added * (one.line >= end - added)) for one in told}
        within = {one for one in last if start <= one.line < end}
        assert {one for one in first if not start <= one.line < end} == {
            one for one in moved if not start <= one.line < end
        }
        assert {one for one in first if start <= one.line < end} <= within
        assert set(front) == set(last)  # what is found behind stays until it is found again
        seen += len(within)
        file.write_text(text, encoding="utf-8")
        forget_files()
        assert last == sorted(dict.fromkeys(check_all(project, Judge()).problems))
        told = last
    assert seen > 3
    asked("")
    assert [whole for _, whole in asked(text)] == [False, True]
    for old, new in NOT_ONE:
        assert [whole for _, whole in asked(text.replace(old, new))] == [False, True], new
        asked(text)
