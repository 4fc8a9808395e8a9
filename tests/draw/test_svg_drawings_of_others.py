"""Real drawings (``drawings/``, each folder with its licence) look as resvg shows them, or are refused at their line."""

from pathlib import Path

import pytest
from svg_pictures import against_resvg
from tries import dear_but

from generator.draw.svg.drawing import Picture, read_drawing

DRAWINGS = Path(__file__).parent / "drawings"
FILES = sorted(DRAWINGS.rglob("*.svg"))
# What is not read, with the lines at which it is reported.
REFUSED: dict[str, tuple[list[int], str]] = {
    "devicon/argocd-original.svg": ([1, 1, 1], "filter"),
    "devicon/filezilla-original-wordmark.svg": ([1], "filter"),
    "devicon/jekyll-original.svg": ([1, 1, 1, 1, 1, 1], "filter"),
    "devicon/memcached-original.svg": ([1, 1], "filter"),
    "fluent-emoji/face-screaming-in-fear.svg": ([1, 1], "filter"),
    "fluent-emoji/kissing-face-with-closed-eyes.svg": ([1, 1, 1, 1], "filter"),
    "fluent-emoji/lollipop.svg": ([1, 1], "filter"),
    "fluent-emoji/melon.svg": ([1], "filter"),
    "logos/lighthouse.svg": ([1, 1], "filter"),
    "noto-emoji/man-construction-worker-light-skin-tone.svg": ([1], "a <use> in a clipPath"),
    "noto-emoji/man-detective-light-skin-tone.svg": ([1], "a <use> in a clipPath"),
    "noto-emoji/woman-firefighter.svg": ([1], "a <use> in a clipPath"),
}


def test_there_are_drawings_enough_and_they_are_small() -> None:
    assert len(FILES) >= 60
    assert sum(path.stat().st_size for path in FILES) < 1_000_000
    assert all(
        (folder / "LICENSE").is_file() or folder.name == "designed" for folder in DRAWINGS.iterdir() if folder.is_dir()
    )
    assert set(REFUSED) <= {str(path.relative_to(DRAWINGS)) for path in FILES}


@pytest.mark.parametrize("path", dear_but(20, FILES), ids=lambda path: str(path.relative_to(DRAWINGS)))
def test_a_drawing_looks_as_resvg_shows_it_or_is_refused_at_its_line(path: Path) -> None:
    found = read_drawing(path, [DRAWINGS])
    name = str(path.relative_to(DRAWINGS))
    if name in REFUSED:
        assert isinstance(found, list)
        lines, words = REFUSED[name]
        assert [problem.line for problem in found] == lines
        assert all(words in problem.message for problem in found)
        return
    assert isinstance(found, Picture), found
    assert against_resvg(found, path.read_text(encoding="utf-8")) <= 0.01
