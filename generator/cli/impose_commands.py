"""The command about finished pictures: options and wiring."""

from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from msgspec.structs import replace

from generator.cli.ending import can_ask, confirm, open_made, progress_bar
from generator.cli.group import command
from generator.cli.options import OUT
from generator.cli.print_options import SheetOptions
from generator.cli.reporting import counted, note, one_line, report
from generator.core.choices import MOST_BLEED, SIZES, Edge, cards_in, component_size, length_of

ImposeInk = Literal["full", "none"]
IN_PICTURE = "in-picture"  # the pictures hold the bleed, an eighth of an inch if not said otherwise
PHASES = ("reading pages", "looking at pictures", "printing")


def bleed_of(text: str) -> tuple[float, bool]:
    """Mm of bleed, and whether the pictures hold it.

    Raises:
        ValueError: it is no such text.
    """
    word, _, number = text.partition("=")
    room = length_of((number or "0.125in") if word == IN_PICTURE else text)
    if room > MOST_BLEED:
        raise ValueError(f"millimetres from 0 to {MOST_BLEED:g} are wanted, 0.125in, or {IN_PICTURE}")
    return room, word == IN_PICTURE


class ImposeOptions(SheetOptions, frozen=True, kw_only=True):
    """Those of sheets of finished pictures; what backs, bleed and ink are is said otherwise than for a game."""

    files: list[Path]
    size: Annotated[str | None, component_size] = None
    behind: str | None = None
    which_pages: str | None = None
    cards: Annotated[str | None, cards_in] = None
    listed: Path | None = None
    room: Annotated[str, bleed_of] = "0"
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
    from generator.printing.imposing import ImposeOrder, print_pictures

    bleed, inside = bleed_of(options.room)
    layout = replace(options.layout, bleed=bleed, empty=options.shown == "none")
    size = component_size(options.size) if options.size else layout.sheet.size if layout.sheet else None
    cards = cards_in(options.cards) if options.cards else None
    ask = partial(confirm, usual=True) if can_ask() else None
    with progress_bar(lambda: PHASES) as progress:
        selection = Selection(options.which_pages, cards, None, options.listed, ask)
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
