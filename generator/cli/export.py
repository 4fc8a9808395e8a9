"""``pnp export``."""

from generator.check.build import check_game
from generator.cli.ending import expected_of, open_made, progress_bar
from generator.cli.print_options import PictureOptions
from generator.cli.reporting import aligned, as_lines, note, one_line, removed_note, report, tell_elsewhere
from generator.core.cores import cores_here
from generator.core.folders import Project
from generator.core.problem import NotFound, require_sound, without_notes
from generator.model.game import Game
from generator.model.shop_tables import BUILT_IN, find_shop
from generator.printing.order import Choice, nothing_to_print
from generator.tables.exporting import export_rows
from generator.tables.pictures import ExportRun, PictureExport, export_pictures, export_vectors
from generator.tables.shops import export_for_shops
from generator.tables.tabletop import export_table


def run(options: PictureOptions) -> None:
    """Check a game and write its faces as pictures, or its items as rows."""
    project = Project(options.data, options.templates)
    game, to, choice, out = options.game, options.to, options.choice, options.out
    if to == "csv":
        _rows(options)
        return
    project.game_folder(game)
    shop = None if to in BUILT_IN else find_shop(project.data, to)
    exports: list[PictureExport] = []
    with progress_bar(
        lambda: expected_of(project, [game], ["checking", "writing"], choice.kinds), minutes=True
    ) as progress:
        scope = choice.scope(bleed=options.bleed, texts="none")
        checked = check_game(project, game, progress=progress, ink=choice.ink, scope=scope)
        require_sound(checked.problems, "nothing was exported")
        for line in as_lines(without_notes(checked.problems)):
            note(line)
        run = ExportRun(cores_here(), progress)
        if shop is not None:
            making = export_for_shops(checked, choice, out, shop, options.bleed, run)
        elif to == "png":
            making = export_pictures(checked, choice, out, options.dpi, options.bleed, run)
        elif to == "svg":
            making = export_vectors(checked, choice, out, run)
        else:
            making = export_table(checked, choice, out, options.url, options.dpi, run)
        exports += making
    tell_elsewhere(checked.elsewhere)
    _tell(checked.game, exports, choice)
    if options.opened:
        open_made([picture_export.folder for picture_export in exports])


def _rows(options: PictureOptions) -> None:
    """Write the items as they are written, be their game's rules broken or not."""
    game = options.game
    written = export_rows(Project(options.data, options.templates), game, options.choice.kinds, options.out)
    if not written:
        raise NotFound("there is nothing to export: no kind has items")
    rows = [
        ("kind", "items", "file"),
        *((f"{game}/{kind}", str(items), file.as_posix()) for kind, items, file in written),
    ]
    report(aligned(rows, right=(1,), gives_way=(2, 0)))
    if options.opened:
        open_made([file for _, _, file in written])


def _tell(game: Game, exports: list[PictureExport], choice: Choice) -> None:
    """Say what was exported."""
    if not exports:
        raise nothing_to_print([game], choice, "export")
    rows = [("kind", "pictures", "pixels", "dpi", "folder")]
    rows += [(f"{game.name}/{e.kind}", str(e.pictures), *_fineness(e), e.folder.as_posix()) for e in exports]
    report(aligned(rows, right=(1, 2, 3), gives_way=(4, 0)))
    for line in filter(None, (*(e.note for e in exports), removed_note([path for e in exports for path in e.removed]))):
        note(one_line(line))


def _fineness(export: PictureExport) -> tuple[str, str]:
    """How many pixels pictures have, and to an inch; vectors have none."""
    return (f"{export.pixels[0]}x{export.pixels[1]}", f"{export.dpi:.0f}") if export.dpi else ("vectors", "")
