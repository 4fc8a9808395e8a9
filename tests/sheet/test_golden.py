"""Slots and marks stay where cutting files and printed backs expect them.

The places are kept in a file for each version of the layout. After a change that is meant, raise
``LAYOUT_VERSION`` (or ``CUTTERS_VERSION``, for sheets that are cut by machine) and run this file as a script: it writes
the new version's file. It adds sizes and machines that a file lacks, and never changes what is there.
"""

import json
from pathlib import Path

from generator.core.choices import PAPERS, SIZES, Size
from generator.sheet.crop_marks import crop_marks, cut_marks
from generator.sheet.cutters import CUTTERS, CUTTERS_VERSION, quiet_zones, registration_marks
from generator.sheet.grid import LAYOUT_VERSION, fit_grid
from generator.sheet.page import Slot
from generator.sheet.slug_boxes import SLUG, SLUG_OF_MACHINES

FILE = Path(__file__).parent / "golden" / f"layout-{LAYOUT_VERSION}.json"
CUTTERS_FILE = Path(__file__).parent / "golden" / f"cutters-{CUTTERS_VERSION}.json"
GUTTERS = (0.0, 4.0)


def places(paper: Size, card: Size, gutter: float) -> dict[str, list[list[float]]]:
    grid = fit_grid(paper, card, gutter=gutter)
    marks = crop_marks(grid.slots, paper)
    return {
        "slots": [[slot.x, slot.y, slot.width, slot.height, int(slot.turned)] for slot in grid.slots],
        "marks": [[mark.x1, mark.y1, mark.x2, mark.y2] for mark in marks],
        "slug": [[slug_box.box.x, slug_box.box.y, slug_box.box.width, slug_box.box.height] for slug_box in grid.slug],
    }


def layout() -> dict[str, dict[str, list[list[float]]]]:
    return {
        f"{paper} {card} gutter {gutter:g}": places(PAPERS[paper], SIZES[card], gutter)
        for paper in ("a4", "letter")
        for card in SIZES
        for gutter in GUTTERS
    }


def test_slots_marks_and_slug_are_where_this_version_of_the_layout_has_them() -> None:
    kept, here = json.loads(FILE.read_text(encoding="utf-8")), layout()
    assert kept
    assert {name: here.get(name) for name in kept} == kept


def test_sheets_all_of_whose_cuts_had_marks_in_version_3_are_as_they_were() -> None:
    before, now = (json.loads((FILE.parent / f"layout-{n}.json").read_text(encoding="utf-8")) for n in (3, 4))
    moved = [name for name in before if before[name] != now[name]]
    assert moved == ["a4 mini-american gutter 0"]
    for name in moved:
        paper = PAPERS[name.split()[0]]
        slots = [[Slot(at, *box) for at, box in enumerate(kept[name]["slots"])] for kept in (before, now)]
        bare = [sum(not cut.marks for cut in cut_marks(tuple(each), paper)[1]) for each in slots]
        assert len(slots[0]) == len(slots[1])
        assert bare[0] > bare[1]


def test_version_5_moves_labels_across_the_sheet_and_nothing_else_of_sheets_of_one_size() -> None:
    before, now = (json.loads((FILE.parent / f"layout-{n}.json").read_text(encoding="utf-8")) for n in (4, 5))
    assert len(now) == len(before)
    for name, (slots, marks, slug) in ((name, kept.values()) for name, kept in before.items()):
        here = now[name]
        assert (here["slots"], here["marks"], here["slug"][:-1]) == (slots, marks, slug[:-1])
    assert sum(now[name]["slug"] != before[name]["slug"] for name in now) > len(now) / 4


def between_marks() -> dict[str, dict[str, list[list[float]]]]:
    """The registration marks, by their corners, and the slots of poker cards that find room between them."""
    found = {}
    for name, cutter in CUTTERS.items():
        for paper in ("a4", "letter"):
            marks = registration_marks(cutter, PAPERS[paper])
            zones = quiet_zones(cutter, PAPERS[paper])
            pieces = SLUG_OF_MACHINES if zones else SLUG
            margin = max(5.0, cutter.inset)
            grid = fit_grid(PAPERS[paper], SIZES["poker"], margin=margin, keep_out=pieces, zones=zones)
            found[f"{name} {paper}"] = {
                "marks": [[length for step in mark.path for length in step[1:]] for mark in marks],
                "slots": [[slot.x, slot.y, slot.width, slot.height, int(slot.turned)] for slot in grid.slots],
            }
    return found


def test_registration_marks_and_the_slots_between_them_are_where_this_version_has_them() -> None:
    kept, here = json.loads(CUTTERS_FILE.read_text(encoding="utf-8")), between_marks()
    assert kept
    assert {name: here.get(name) for name in kept} == kept


if __name__ == "__main__":
    for path, here in ((FILE, layout()), (CUTTERS_FILE, between_marks())):
        kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        sheets = [f"{json.dumps(name)}: {json.dumps(found)}" for name, found in (here | kept).items()]
        path.write_text("{\n" + ",\n".join(sheets) + "\n}\n", encoding="utf-8")
