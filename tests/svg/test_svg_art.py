"""Every picture that the templates show can be read."""

from pathlib import Path

import pytest

from generator.svg.drawing import Picture, read_drawing

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
FOLDERS = {"art", "kit", "icons"}  # what lies elsewhere are templates, which hold expressions
FILES = sorted(path for path in TEMPLATES.rglob("*.svg") if FOLDERS & set(path.relative_to(TEMPLATES).parts))


def test_there_are_pictures() -> None:
    assert FILES


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_a_picture_reads_without_a_problem(path: Path) -> None:
    found = read_drawing(path, [TEMPLATES])
    assert isinstance(found, Picture), "\n".join(f"{p.file}:{p.line}:{p.column}: {p.message}" for p in found)
    assert found.shapes > 0
