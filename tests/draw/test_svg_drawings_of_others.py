"""Real drawings (``drawings/``, each folder with its licence) look as resvg shows them."""

from pathlib import Path

import pytest
from svg_pictures import against_resvg
from tries import slow_but

from generator.draw.svg.drawing import Picture, read_drawing

DRAWINGS = Path(__file__).parent / "drawings"
FILES = sorted(DRAWINGS.rglob("*.svg"))
# What is drawn in part as pixels.
WITH_PIXELS = {
    "devicon/argocd-original.svg", "devicon/filezilla-original-wordmark.svg", "devicon/jekyll-original.svg",
    "devicon/memcached-original.svg", "fluent-emoji/face-screaming-in-fear.svg",
    "fluent-emoji/kissing-face-with-closed-eyes.svg", "fluent-emoji/lollipop.svg", "fluent-emoji/melon.svg",
    "logos/lighthouse.svg", "noto-emoji/man-construction-worker-light-skin-tone.svg",
    "noto-emoji/man-detective-light-skin-tone.svg", "noto-emoji/woman-firefighter.svg",
}  # fmt: skip


def test_there_are_drawings_enough_and_they_are_small() -> None:
    assert len(FILES) >= 60
    assert sum(path.stat().st_size for path in FILES) < 1_000_000
    assert all(
        (folder / "LICENSE").is_file() or folder.name == "designed" for folder in DRAWINGS.iterdir() if folder.is_dir()
    )
    assert {*WITH_PIXELS} <= {str(path.relative_to(DRAWINGS)) for path in FILES}


@pytest.mark.parametrize("path", slow_but(8, FILES), ids=lambda path: str(path.relative_to(DRAWINGS)))
def test_a_drawing_looks_as_resvg_shows_it(path: Path) -> None:
    found = read_drawing(path, [DRAWINGS])
    assert isinstance(found, Picture), found
    assert bool(found.notes) == (str(path.relative_to(DRAWINGS)) in WITH_PIXELS)
    assert against_resvg(found, path.read_text(encoding="utf-8")) <= 0.01
