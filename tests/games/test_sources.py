"""What ships says where it comes from."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent.name for path in ROOT.glob("data/*/game.yaml"))


@pytest.mark.parametrize("game", GAMES)
def test_every_drawing_is_listed_and_no_other(game: str) -> None:
    text = (ROOT / "data" / game / "SOURCES.md").read_text(encoding="utf-8")
    listed = set()
    for folder, names in re.findall(r"^- `([\w/-]+)/`: ((?:.|\n  )+)\.$", text.split("## Every drawing\n")[1], re.M):
        listed |= {f"{folder}/{name}" for name in re.split(r",\s+", names)}
    root = ROOT / "templates" / game
    drawn = {path.relative_to(root).with_suffix("").as_posix() for path in root.rglob("*.svg") if path.parent != root}
    assert listed == drawn


def test_every_font_has_its_licence_beside_it() -> None:
    fonts = list((ROOT / "templates").rglob("*.ttf"))
    assert fonts
    for font in fonts:
        assert (font.parent / "LICENSE_FONT").is_file(), font


def test_the_project_speaks_of_itself_alone() -> None:
    words = re.compile(r"/work/|/tmp/brief|helper-\d|\bseed `?\d{3}_|the facts file|PUB\b")
    for path in [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("data/**/*"),
        *ROOT.glob("generator/**/*.py"),
    ]:
        if path.is_file() and path.parent.name != "__pycache__":
            found = words.search(path.read_text(encoding="utf-8"))
            assert found is None, f"{path}: {found and found.group()}"
