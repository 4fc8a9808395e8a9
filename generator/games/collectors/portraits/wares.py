"""What people collect, as small drawings in a box of 10 × 10 around its middle: ``wares.txt``, a paragraph a sort."""

from functools import cache
from pathlib import Path

WareStroke = tuple[str, float, str]  # an SVG path, the width of its line in mm, its fill
FILE = Path(__file__).with_name("wares.txt")
PARCEL = "parcel"  # what a sort looks like that is not there


@cache
def wares() -> dict[str, tuple[WareStroke, ...]]:
    """All drawings by the name of their sort, for many."""
    found: dict[str, list[WareStroke]] = {}
    name = ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        parts = line.split(" ", 2)
        if line and line[0].isalpha():
            name = line
            found[name] = []
        elif line and not line.startswith("#"):
            found[name].append((parts[2], float(parts[0]), parts[1]))
    return {sort: tuple(strokes) for sort, strokes in found.items()}


def ware(item_type: str) -> tuple[WareStroke, ...]:
    """The drawing of what is collected, by its name for many."""
    return wares().get(item_type.casefold().strip(), wares()[PARCEL])
