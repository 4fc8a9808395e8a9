"""What the server's process says of unsaved texts is what ``pnp check`` says of the saved ones."""

from pathlib import Path

import pytest
from fox_hunt import write_fox_hunt
from mutations import mutants

from generator.core.folders import Project
from generator.draw.file_use import forget_files
from generator.lsp.checker import found_in
from generator.project.judge import Judge
from generator.project.paths import check_all

EDITS = 12


def test_an_unsaved_edit_is_judged_as_if_it_were_saved(tmp_path: Path) -> None:
    """Twin: the same text on the disk, checked anew."""
    root = write_fox_hunt(tmp_path)
    project = Project(root / "data", root / "templates")
    folders = {"data": str(project.data), "templates": str(project.templates)}
    faulty = 0
    for edit in mutants(root, EDITS, 11):
        file = root / edit.file
        request = {**folders, "games": ["fox-hunt"], "whole": False, "texts": {str(file.resolve()): edit.text}}
        unsaved = found_in(request, None)
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
    assert found_in(request, None) == []
    file = root / "templates/fox-hunt/animal.svg"
    file.write_text(file.read_text(encoding="utf-8").replace('"name"', '"nam"'), encoding="utf-8")
    assert found_in(request, None) != []
