"""Seconds from a changed value to a new snapshot: ``python bench/resnapshot.py PROJECT``.

In one process that keeps the project open, as an editor's server or the workshop does. Of each value that is changed
again and again the median, the first ones left out: of a title, and of all that are tried the middle and the largest.
"""

import gc
import json
import sys
import time
from pathlib import Path
from statistics import median

from deck import GAME, KIND
from goals import CHANGED

from generator.check.workspace import Workspace
from generator.core.folders import Project

CHANGES, WARM = 8, 2
# Game, file, and what of it is changed: words, to which a number is added, or a number.
VALUES = (
    (GAME, KIND, CHANGED),
    (GAME, KIND, "movements: +1"),
    (GAME, "housing-tiles", "difficulty: 1"),
    (GAME, "trick-tickets", "value: "),
    ("collectors", "items", "name: {en: "),
    ("collectors", "escapades", "title: {en: "),
    ("collectors", "characters", "reflexes: 1"),
    ("star-road", "blueprints", "name: {en: "),
    ("star-road", "blueprints", "cost: 1"),
    ("star-road", "team-cards", "copies: 2"),
)


def main(root: Path) -> None:
    """Change values again and again, and print what it takes as JSON."""
    gc.disable()  # as the tool does
    workspace = Workspace(Project(root / "data", root / "templates"), root / "output")
    found = [_taken(workspace, root / "data" / game / f"{kind}.yaml", game, old) for game, kind, old in VALUES]
    told = {"a title": found[0], "a value, the middle": median(found), "a value, the largest": max(found)}
    print(json.dumps(told))


def _taken(workspace: Workspace, file: Path, game: str, old: str) -> float:
    """What a change of a value takes."""
    text = file.read_text(encoding="utf-8")
    if old not in text:
        sys.exit(f"{file} no longer has {old!r}")
    workspace.update(games=[game])
    taken = []
    for number in range(1, CHANGES + 1):
        changed = text.replace(old, f"{old}{number}", 1)
        started = time.perf_counter()
        found = workspace.update({file: changed}, games=[game])
        taken.append(time.perf_counter() - started)
        if game not in found:
            sys.exit("the change did not come to a snapshot")
    workspace.update({file: None}, games=[game])
    return median(taken[WARM:])


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
