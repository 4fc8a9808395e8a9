"""What printing came to: a file, what it holds, and what lies beside it."""

import re
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

UNPRINTED = "nothing was printed"


class Printed(Struct, frozen=True):
    """A file that was written."""

    game: str
    kind: str
    components: int
    sheets: int
    file: Path
    seconds: float
    ink: tuple[float, ...] = ()  # the share of each page that is covered, 0 to 1; empty where nobody asked
    removed: tuple[Path, ...] = ()  # what lay beside it and is of an earlier run
    kinds: tuple[str, ...] = ()  # what it holds
    changed: tuple[str, ...] = ()  # the components that were not in it before, or looked otherwise; see `render`
    beside: tuple[Path, ...] = ()  # what was written with it: cut lines, backs
    cleared: tuple[Path, ...] = ()  # files of earlier runs that must not be there now, with what lies beside them

    def again(self, seconds: float, removed: tuple[Path, ...]) -> "Printed":
        """The same, written once more."""
        return replace(self, seconds=seconds, removed=removed)


PrintTask = Callable[[], Printed | None]


def beside(file: Path) -> list[Path]:
    """The cut lines that lie beside a file of sheets."""
    cuts = re.compile(rf"{re.escape(file.stem)}-cut-[1-9]\d*\.(svg|dxf)", re.ASCII)
    try:
        return [path for path in file.parent.iterdir() if cuts.fullmatch(path.name)]
    except FileNotFoundError:
        return []
