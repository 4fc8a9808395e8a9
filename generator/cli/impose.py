"""``pnp impose``."""

from generator.cli.ending import open_made
from generator.cli.progress import progress_bar
from generator.cli.reporting import counted, note, one_line, report
from generator.core.sizes import SIZES
from generator.project.printing.imposing import ImposeOrder, print_pictures

PHASES = ("drawing pages", "looking at pictures", "printing")


def run(order: ImposeOrder, *, opened: bool) -> int:
    """Print the pictures; the exit status."""
    with progress_bar(lambda: PHASES) as progress:
        made = print_pictures(order, SIZES["poker"], progress)
    for told in made.notes:
        note(one_line(told))
    report(one_line(f"{counted(made.cards, 'picture')} on {counted(made.sheets, 'sheet')}: {made.file.as_posix()}"))
    for cut in made.cuts:
        report(one_line(f"cut lines: {cut.as_posix()}"))
    if opened:
        open_made([made.file])
    return 0
