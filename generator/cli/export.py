"""``pnp export``."""

from pathlib import Path

from generator.cli.progress import progress_bar
from generator.cli.render import REFUSALS, aligned, refused
from generator.cli.reporting import as_text, one_line, say, stop, tally, tell, told_of_removed
from generator.export.pictures import export_for_shops, export_pictures
from generator.export.tabletop import export_table
from generator.printing.order import Order
from generator.problem import has_errors
from generator.project import Project
from generator.workspace.build import check_game


def run(game: str, to: str, order: Order, dpi: int, url: str | None, data: Path, templates: Path) -> int:
    """Check a game and write its faces as pictures; the exit status."""
    project = Project(data, templates)
    try:
        with progress_bar() as progress:
            checked = check_game(project, game, progress=progress, ink=order.ink)
        if has_errors(checked.problems):
            tell("\n".join(map(as_text, checked.problems)))
            tell(f"{tally(checked.problems)}; nothing was exported")
            return 1
        if to == "png":
            made = list(export_pictures(checked, order, dpi))
        else:
            made = list(export_table(checked, order, url, dpi) if to == "tts" else export_for_shops(checked, order))
    except REFUSALS as error:
        return refused(error, order)
    if not made:
        return stop("there is nothing to export: no item, or copies: 0 at all of them")
    rows = [("kind", "pictures", "pixels", "dpi", "folder")]
    rows += [
        (f"{game}/{e.kind}", str(e.pictures), f"{e.pixels[0]}x{e.pixels[1]}", f"{e.dpi:.0f}", str(e.folder))
        for e in made
    ]
    say(aligned(rows, right=(1, 2, 3)))
    for line in filter(None, (*(e.note for e in made), told_of_removed([path for e in made for path in e.removed]))):
        tell(one_line(line))
    return 0
