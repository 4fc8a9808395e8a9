"""Every picture that the templates show can be read."""

from pathlib import Path

import pytest
from each import each

from generator.draw.svg.drawing import Picture, read_drawing

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
FOLDERS = {"art", "kit", "icons"}  # what lies elsewhere are templates, which hold expressions
FILES = sorted(path for path in TEMPLATES.rglob("*.svg") if FOLDERS & set(path.relative_to(TEMPLATES).parts))
SHELVES = sorted({path.parent for path in FILES})


def test_there_are_pictures() -> None:
    assert FILES


@pytest.mark.slow
@each("shelf", SHELVES)
def test_the_pictures_of_a_folder_read_without_a_problem(shelf: Path) -> None:
    for path in FILES:
        if path.parent == shelf:
            found = read_drawing(path, [TEMPLATES])
            assert isinstance(found, Picture), "\n".join(f"{p.file}:{p.line}:{p.column}: {p.message}" for p in found)
            assert found.shapes > 0, path
