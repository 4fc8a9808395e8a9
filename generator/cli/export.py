"""``pnp export``."""

from collections.abc import Sequence

from generator.check.build import check_game
from generator.cli.ending import expected_of, open_made, progress_bar
from generator.cli.print_options import PictureOptions
from generator.cli.reporting import aligned, as_lines, note, one_line, report, tell_elsewhere, told_of_removed
from generator.core.problem import NotFound, require_sound, without_notes
from generator.model.game import Game, Kind
from generator.model.shop_tables import BUILT_IN, find_shop
from generator.tables.exporting import export_rows
from generator.tables.pictures import PictureExport, export_pictures, export_vectors
from generator.tables.shops import export_for_shops
from generator.tables.tabletop import export_table


def run(given: PictureOptions) -> None:
    """Check a game and write its faces as pictures, or its items as rows."""
    game, to, choice, project, out = given.game, given.to, given.choice, given.project, given.out
    if to == "csv":
        _rows(given)
        return
    project.game_folder(game)
    shop = None if to in BUILT_IN else find_shop(project.data, to)
    made: list[PictureExport] = []
    with progress_bar(lambda: expected_of(project, [game], ["checking", "writing"], choice.kinds)) as progress:
        scope = choice.scope(bleed=given.bleed)
        checked = check_game(project, game, progress=progress, ink=choice.ink, scope=scope)
        require_sound(checked.problems, "nothing was exported")
        for line in as_lines(without_notes(checked.problems)):
            note(line)
        if shop is not None:
            making = export_for_shops(checked, choice, out, shop, given.bleed)
        elif to == "png":
            making = export_pictures(checked, choice, out, given.dpi, given.bleed)
        elif to == "svg":
            making = export_vectors(checked, choice, out)
        else:
            making = export_table(checked, choice, out, given.url, given.dpi)
        for one in making:
            made.append(one)
            if progress is not None:
                progress(f"writing {one.kind}", 1, 1)
    tell_elsewhere(checked.elsewhere)
    _tell(checked.game, made, given.choice.kinds)
    if given.opened:
        open_made([one.folder for one in made])


def _rows(given: PictureOptions) -> None:
    """Write the items as they are written, be their game's rules broken or not."""
    game = given.game
    written = export_rows(given.project, game, given.choice.kinds, given.out)
    if not written:
        raise NotFound("there is nothing to export: no kind has items")
    rows = [
        ("kind", "items", "file"),
        *((f"{game}/{kind}", str(items), file.as_posix()) for kind, items, file in written),
    ]
    report(aligned(rows, right=(1,), gives_way=(2, 0)))
    if given.opened:
        open_made([file for _, _, file in written])


def _tell(game: Game, made: list[PictureExport], kinds: Sequence[str] = ()) -> None:
    """Say what was exported."""
    if not made:
        raise NotFound("; ".join(dict.fromkeys(_why_nothing(game.kinds[name]) for name in kinds or game.kinds)))
    rows = [("kind", "pictures", "pixels", "dpi", "folder")]
    rows += [(f"{game.name}/{e.kind}", str(e.pictures), *_fineness(e), e.folder.as_posix()) for e in made]
    report(aligned(rows, right=(1, 2, 3), gives_way=(4, 0)))
    for line in filter(None, (*(e.note for e in made), told_of_removed([path for e in made for path in e.removed]))):
        note(one_line(line))


def _why_nothing(kind: Kind) -> str:
    """Why nothing of a kind is exported."""
    if not kind.printed:
        return f"{kind.name} have no template; pnp export --to csv writes tables of data"
    if kind.prose:
        return f"{kind.name} are running text, which is not exported; pnp render prints it"
    if any(item.copies for item in kind.items):
        return f"none of the items named is of {kind.name}"
    return f"{kind.name} have {'copies: 0 at all items' if kind.items else 'no items'}: there is nothing to export"


def _fineness(made: PictureExport) -> tuple[str, str]:
    """How many pixels pictures have, and to an inch; vectors have none."""
    return (f"{made.pixels[0]}x{made.pixels[1]}", f"{made.dpi:.0f}") if made.dpi else ("vectors", "")
