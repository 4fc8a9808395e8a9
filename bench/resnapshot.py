"""Seconds from a changed value to a new snapshot of a game of 300 items: ``python bench/resnapshot.py PROJECT``.

In one process that keeps the project open, as an editor's server or the workshop does. Median, the first ones left out.
"""

import gc
import json
import sys
import time
from pathlib import Path
from statistics import median

from deck import GAME, KIND
from goals import CHANGED, ITEM

from generator.project import Project
from generator.workspace.workspace import Workspace

CHANGES, WARM = 12, 2


def main(root: Path) -> None:
    """Change a title again and again, and print the median as JSON."""
    gc.disable()  # as the tool does
    workspace = Workspace(Project(root / "data", root / "templates"), root / "output")
    workspace.update(games=[GAME])
    file = root / "data" / GAME / f"{KIND}.yaml"
    text = file.read_text(encoding="utf-8")
    taken = []
    for number in range(CHANGES):
        changed = text.replace(CHANGED, f"{CHANGED} {number}")
        started = time.perf_counter()
        found = workspace.update({file: changed}, games=[GAME])
        taken.append(time.perf_counter() - started)
        snapshot = found[GAME]
        item = snapshot.game.find(KIND, ITEM) if snapshot else None
        if item is None or not str(item.fields["title"].in_language("en", "en")).endswith(f" {number}"):
            sys.exit("the change did not come to a snapshot")
    print(json.dumps(median(taken[WARM:])))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
