"""Sheets by name: where components lie on paper that is cut or perforated already, or as somebody wants it."""

from pathlib import Path

from msgspec import Struct

from generator.core.choices import Size, paper_size, um
from generator.core.folders import SHEETS, defaults_file
from generator.core.problem import NotFound, Problem
from generator.model.defaults import PaperField
from generator.model.fields import Field, ListField, NameField, NumberField, worded
from generator.model.kind_fields import SizeField
from generator.model.named_list import FOUND, read_named_file, refuse_first
from generator.model.values import ProblemLog, Record, nearest

SHIPPED = Path(__file__).with_name(SHEETS)
FIELDS: dict[str, Field] = worded(
    "sheet",
    sheet=NameField(required=True),
    paper=PaperField(required=True),
    size=SizeField(required=True),
    slots=ListField(of=ListField(of=NumberField(whole=False)), required=True),
    **FOUND,
)


class OwnSheet(Struct, frozen=True):
    """A sheet with fixed places."""

    name: str
    paper: str
    size: Size
    slots: tuple[tuple[float, float], ...]


def read_sheets(file: Path) -> tuple[dict[str, OwnSheet], list[Problem]]:
    """The sheets in a file, by name, and what is wrong with it; none where there is no file."""
    entries, problems = read_named_file(file, FIELDS, _look)
    return {name: _sheet(entry) for name, entry in entries.items()}, problems


def known_sheets(data: Path) -> dict[str, OwnSheet]:
    """The sheets that a project may print on, by name.

    Raises:
        WrongUse: the project's file has errors; the first of them is told.
    """
    own, problems = read_sheets(defaults_file(data).with_name(SHEETS))
    refuse_first(problems)
    return read_sheets(SHIPPED)[0] | own


def find_sheet(data: Path, name: str) -> OwnSheet:
    """A sheet by its name.

    Raises:
        NotFound: there is none.
        WrongUse: as `known_sheets`.
    """
    sheets = known_sheets(data)
    if name not in sheets:
        raise NotFound(f"there is no sheet called {name!r}; {nearest(name, sheets)}")
    return sheets[name]


def _sheet(entry: Record) -> OwnSheet:
    slots = tuple((float(x), float(y)) for x, y in entry["slots"])
    return OwnSheet(entry["sheet"], entry["paper"], entry["size"], slots)


def _look(entry: Record, report: ProblemLog) -> None:
    if entry["wrong"]:
        return
    node = entry["node"].values["slots"]
    wide, high = map(um, entry["size"])
    paper = tuple(map(um, paper_size(entry["paper"])))
    if not entry["slots"]:
        report.add(node, "missing-field", "a sheet needs a slot", "such as [[10, 12.5], [75, 12.5]]")
    taken: list[tuple[int, int]] = []
    for slot, place in zip(entry["slots"], node.items, strict=True):
        if len(slot) != 2:
            report.add(place, "wrong-type", "[x, y] in mm is wanted here", "such as [10, 12.5]")
            continue
        x, y = map(um, slot)
        if x < 0 or y < 0 or x + wide > paper[0] or y + high > paper[1]:
            size = "{:g} × {:g} mm".format(*paper_size(entry["paper"]))
            report.add(place, "number-range", f"the slot reaches beyond the paper of {size}")
        elif any(abs(x - left) < wide and abs(y - top) < high for left, top in taken):
            report.add(place, "number-range", "the slot lies over one before it")
        taken.append((x, y))
