"""The game that ``docs/learn/draw-a-card.md`` draws: its files step by step, and a picture of each step."""

import re
from collections.abc import Iterator
from pathlib import Path

from recipes import picture

from generator.check.build import OWN_LANGUAGE, check_game
from generator.core.folders import Project

PAGE = Path(__file__).parent / "learn" / "draw-a-card.md"
GAME = "night-train"
FACE = f"templates/{GAME}/ticket.svg"
_FILE = re.compile(r"`((?:data|templates)/night-train/[\w./-]+)`[^\n]*\n\n```\w+\n(.*?)```", re.S)
_BLOCK = re.compile(r"```xml\n(.*?)```", re.S)


def steps() -> list[dict[str, str]]:
    """The files of the game, by their paths, after each step of the page."""
    opening, *parts = PAGE.read_text(encoding="utf-8").split("\n## Step ")
    files = dict(_FILE.findall(opening))
    found = []
    for part in parts:
        files |= dict(_FILE.findall(part))
        lines = _BLOCK.findall(part)[-1]  # the whole face, or what a step adds to it
        files[FACE] = lines if lines.startswith("<svg") else files[FACE].replace("</svg>", f"{lines}</svg>")
        found.append(dict(files))
    return found


def written(folder: Path) -> Iterator[Project]:
    """The project in a folder, step after step."""
    for files in steps():
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        yield Project(folder / "data", folder / "templates")


def make_tutorial_pictures(folder: Path, work: Path) -> None:
    """Write ``draw-a-card-N.png`` for each step into a folder; ``work`` is for the game's files."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, project in enumerate(written(work), 1):
        picture(check_game(project, GAME, keep=OWN_LANGUAGE)).save(folder / f"draw-a-card-{number}.png", optimize=True)
