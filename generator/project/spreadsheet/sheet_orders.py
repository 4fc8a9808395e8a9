"""The spreadsheets that items come from: as somebody asks for one, and as kinds name theirs in ``game.yaml``."""

from os.path import normpath
from pathlib import Path

from msgspec import Struct

from generator.core.folders import Project
from generator.core.leftovers import scratch
from generator.model.game import Game
from generator.project.spreadsheet.cells import CellGrid
from generator.project.spreadsheet.headings import SheetTerms
from generator.project.spreadsheet.opening import open_grid

POINTS = {None: None, "comma": ",", "point": "."}  # what parts whole and fraction


class SheetOrder(Struct, frozen=True):
    """A sheet that is to be brought in."""

    file: str  # or an address
    game: str | None
    kind: str
    terms: SheetTerms
    sheet: str | None = None
    point: str | None = None


def sources_of(project: Project, game: Game) -> list[SheetOrder]:
    """The sheets from which a game's kinds are brought up to date."""
    orders = []
    for kind in game.kinds.values():
        source = kind.source
        if source is not None:
            terms = SheetTerms(source.columns, source.header, source.key, update=True)
            file = source.url or Path(normpath(project.data / game.name / (source.file or ""))).as_posix()
            orders.append(SheetOrder(file, game.name, kind.name, terms, source.sheet, POINTS[source.decimal]))
    return orders


def read_order(order: SheetOrder) -> CellGrid:
    """The cells of a sheet, which is fetched where it has an address.

    Raises:
        Refusal: it cannot be had, or is no such sheet.
    """
    if "://" not in order.file:
        return open_grid(Path(order.file), order.sheet, order.kind, order.point)
    from generator.project.spreadsheet.fetching import fetch  # few need what speaks with the net

    with scratch() as folder:
        return open_grid(fetch(order.file, folder), order.sheet, order.kind, order.point)
