"""The command about finished pictures: options and wiring."""

from functools import partial
from pathlib import Path
from typing import Literal

import typer
from msgspec.structs import replace

from generator.cli.ending import can_ask, confirm, open_made, progress_bar
from generator.cli.group import command
from generator.cli.options import OUT
from generator.cli.print_options import SheetOptions
from generator.cli.reporting import counted, note, one_line, report
from generator.core.choices import SIZES, Edge, Size, component_size, length_of
from generator.printing.finished_grids import Cards, cards_in

ImposeInk = Literal["full", "none"]
IN_PICTURE = "in-picture"
PHASES = ("reading pages", "looking at pictures", "printing")


class ImposeOptions(SheetOptions, frozen=True, kw_only=True):
    """Those of sheets of finished pictures; what backs, bleed and ink are is said otherwise than for a game."""

    files: list[Path]
    size: str | None = None
    behind: str | None = None
    which_pages: str | None = None
    cards: str | None = None
    listed: Path | None = None
    room: str = "0"
    edge: Edge = Edge.long
    shown: ImposeInk = "full"
    out: Path = OUT

    def profile(self, *_: object, **__: object) -> str | None:
        """The printer that was asked for: whether pictures have backs is known once they are found."""
        return self.printer


@command("impose", defaults=("paper", "marks", "gutter", "out"), writes="out")
def impose(options: ImposeOptions) -> None:
    """Print finished pictures, or the pages of a PDF, on sheets.

    Marks, ruler, backs and cut lines are those of a game's sheets.
    """
    from generator.printing.finished import Selection
    from generator.printing.imposing import IN_PICTURE as EIGHTH
    from generator.printing.imposing import ImposeOrder, print_pictures

    word, _, number = options.room.partition("=")
    inside = word == IN_PICTURE
    bleed = _millimetres(number or str(EIGHTH) if inside else options.room)
    layout = replace(options.layout, bleed=bleed, empty=options.shown == "none")
    size = _size(options.size) or (layout.sheet.size if layout.sheet else None)
    cards = _cards(options.cards)
    with progress_bar(lambda: PHASES) as progress:
        selection = Selection(
            options.which_pages, cards, None, options.listed, partial(confirm, usual=True) if can_ask() else None
        )
        given = tuple(options.files), size, options.behind, inside, layout, options.edge, options.out
        order = ImposeOrder(*given, options.copies or 1, selection)
        printed = print_pictures(order, SIZES["poker"], progress)
    for remark in printed.notes:
        note(one_line(remark))
    times = f", {printed.printed:,} with their copies," if printed.printed != printed.cards else ""
    amount = f"{counted(printed.cards, 'picture')}{times} on {counted(printed.sheets, 'sheet')}"
    report(one_line(f"{amount}: {printed.file.as_posix()}"))
    for cut in printed.cuts:
        report(one_line(f"cut lines: {cut.as_posix()}"))
    if options.opened:
        open_made([printed.file])


def _millimetres(text: str) -> float:
    try:
        room = length_of(text)
    except ValueError:
        room = -1.0
    if not 0 <= room <= 10:
        raise typer.BadParameter("millimetres from 0 to 10 are wanted, 0.125in, or in-picture", param_hint="--bleed")
    return room


def _cards(text: str | None) -> Cards | None:
    try:
        return None if text is None else cards_in(text)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--cards") from None


def _size(name: str | None) -> Size | None:
    try:
        return None if name is None else component_size(name)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--size") from None
