"""The spreadsheets that a watch brings in whenever they are saved."""

import sys
from pathlib import Path
from time import perf_counter

from generator.cli.ending import carried_out
from generator.cli.import_sheet import bring_in
from generator.cli.reporting import one_line, report
from generator.core.folders import Project
from generator.model.game import Game
from generator.project.spreadsheet.sheet_orders import SheetOrder, sources_of


class SavedSheets:
    """What was asked for, and the sources of games that are files. An address is left to ``pnp import --all``."""

    def __init__(self, project: Project, asked: SheetOrder | None) -> None:
        """Begin with what was asked for; games are added as they are read."""
        self._project = project
        self._orders: dict[str, list[SheetOrder]] = {"": [asked] if asked else []}
        self._known: dict[tuple[str, str | None, str], tuple[SheetOrder, bytes]] = {}

    def take(self, name: str, game: Game | None) -> None:
        """Follow a game's sources as they are now; none where it is gone."""
        found = sources_of(self._project, game) if game else []
        self._orders[name] = [order for order in found if "://" not in order.file]

    @property
    def files(self) -> list[Path]:
        """The files to be watched."""
        return list(dict.fromkeys(Path(order.file) for order in self._all()))

    def bring_in(self) -> bool:
        """Bring in the sheets that were saved since; whether there was any. One with mistakes changes nothing."""
        saved = False
        for order in self._all():
            key, content = (order.file, order.game, order.kind), _content(Path(order.file))
            if content is None and key in self._known:  # on its way: some programs remove a file to save it
                continue
            if self._known.get(key) != (order, content or b""):
                self._known[key] = order, content or b""
                saved = True
                carried_out(lambda order=order: self._report(order), self._project.data)  # type: ignore[misc]
        return saved

    def _all(self) -> list[SheetOrder]:
        return [order for orders in self._orders.values() for order in orders]

    def _report(self, order: SheetOrder) -> int:
        begun = perf_counter()
        done = bring_in(self._project, order)
        report(one_line(f"imported {order.file}: {done} ({perf_counter() - begun:.2f} s)"))
        sys.stdout.flush()
        return 0


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None
