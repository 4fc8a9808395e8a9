"""The command about finished pictures: options and wiring."""

from pathlib import Path
from typing import Literal

import typer
from msgspec.structs import replace

from generator.cli.ending import open_made, progress_bar
from generator.cli.group import command
from generator.cli.options import OUT
from generator.cli.print_options import SheetOptions
from generator.cli.reporting import counted, note, one_line, report
from generator.core.choices import SIZES, Edge, Size, component_size, length_of

ImposeInk = Literal["full", "none"]
IN_PICTURE = "in-picture"
PHASES = ("drawing pages", "looking at pictures", "printing")


class ImposeOptions(SheetOptions, frozen=True, kw_only=True):
    """Those of sheets of finished pictures; what backs, bleed and ink are is said otherwise than for a game."""

    files: list[Path]
    size: str | None = None
    behind: str | None = None
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
    from generator.printing.imposing import IN_PICTURE as EIGHTH
    from generator.printing.imposing import ImposeOrder, print_pictures

    word, _, number = options.room.partition("=")
    inside = word == IN_PICTURE
    bleed = _millimetres(number or str(EIGHTH) if inside else options.room)
    layout = replace(options.layout, bleed=bleed, empty=options.shown == "none")
    size = _size(options.size) or (layout.sheet.size if layout.sheet else None)
    order = ImposeOrder(
        tuple(options.files), size, options.behind, inside, layout, options.edge, options.out, options.copies or 1
    )
    with progress_bar(lambda: PHASES) as progress:
        printed = print_pictures(order, SIZES["poker"], progress)
    for remark in printed.notes:
        note(one_line(remark))
    report(
        one_line(
            f"{counted(printed.cards, 'picture')} on {counted(printed.sheets, 'sheet')}: {printed.file.as_posix()}"
        )
    )
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


def _size(name: str | None) -> Size | None:
    try:
        return None if name is None else component_size(name)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--size") from None
