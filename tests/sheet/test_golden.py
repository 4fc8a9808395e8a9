"""Slots and marks stay where cutting files and printed backs expect them.

The places are kept in a file for each version of the layout. After a change that is meant, raise
``LAYOUT_VERSION`` and run this file as a script: it writes the new version's file and never touches an old one.
"""

import json
from pathlib import Path

from generator.sheet.grid import LAYOUT_VERSION, fit_grid
from generator.sheet.marks import crop_marks
from generator.sizes import PAPERS, SIZES, Size

FILE = Path(__file__).parent / "golden" / f"layout-{LAYOUT_VERSION}.json"
GUTTERS = (0.0, 4.0)


def places(paper: Size, card: Size, gutter: float) -> dict[str, list[list[float]]]:
    grid = fit_grid(paper, card, gutter=gutter)
    marks = crop_marks(grid.slots, paper)
    return {
        "slots": [[slot.x, slot.y, slot.width, slot.height, int(slot.turned)] for slot in grid.slots],
        "marks": [[mark.x1, mark.y1, mark.x2, mark.y2] for mark in marks],
        "furniture": [[spot.box.x, spot.box.y, spot.box.width, spot.box.height] for spot in grid.furniture],
    }


def layout() -> dict[str, dict[str, list[list[float]]]]:
    return {
        f"{paper} {card} gutter {gutter:g}": places(PAPERS[paper], SIZES[card], gutter)
        for paper in ("a4", "letter")
        for card in SIZES
        for gutter in GUTTERS
    }


def test_slots_marks_and_furniture_are_where_this_version_of_the_layout_has_them() -> None:
    assert layout() == json.loads(FILE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    sheets = [f"{json.dumps(name)}: {json.dumps(found)}" for name, found in layout().items()]
    with FILE.open("x", encoding="utf-8") as file:
        file.write("{\n" + ",\n".join(sheets) + "\n}\n")
