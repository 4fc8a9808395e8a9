"""The command about spreadsheets: options and wiring. A command imports what is heavy when it runs."""

from enum import StrEnum
from typing import Annotated

import typer

from generator.cli.group import command
from generator.cli.known import complete_games, complete_kinds
from generator.cli.options import DATA, Data


class DecimalSign(StrEnum):
    """What parts whole and fraction in a sheet."""

    comma = "comma"
    point = "point"


SheetFile = Annotated[
    str,
    typer.Argument(metavar="FILE|URL", help="A CSV, TSV, XLSX or ODS file; or the https address of a published one."),
]
SheetGame = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="G", autocompletion=complete_games, help="The game; needed where several have the kind."
    ),
]
SheetKind = Annotated[
    str, typer.Option("--kind", metavar="K", autocompletion=complete_kinds, help="The kind whose items the rows are.")
]
SheetName = Annotated[str | None, typer.Option("--sheet", metavar="S", help="The sheet, where a file has several.")]
MapOption = Annotated[
    list[str] | None,
    typer.Option("--map", metavar="COLUMN=FIELD", help="A column's field; COLUMN= leaves it out. May be repeated."),
]
Update = Annotated[bool, typer.Option("--update", help="Bring items up to date that the kind has, by their ids.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change; write nothing.")]
DecimalOption = Annotated[
    DecimalSign | None,
    typer.Option("--decimal", help="What a fraction is written with, where the sheet leaves it open."),
]


@command("import")
def import_(
    file: SheetFile,
    kind: SheetKind,
    game: SheetGame = None,
    sheet: SheetName = None,
    map: MapOption = None,
    update: Update = False,
    dry_run: DryRun = False,
    decimal: DecimalOption = None,
    data: Data = DATA,
) -> None:
    """Make items of a spreadsheet's rows, or bring items up to date.

    Whatever the sheet does not speak of stays as it is: comments, the order, other fields and items.
    """
    from generator.cli.import_sheet import ImportOptions, run

    point = {None: None, DecimalSign.comma: ",", DecimalSign.point: "."}[decimal]
    options = ImportOptions(file, game, kind, sheet, tuple(map or ()), update, dry_run, point)
    raise typer.Exit(run(options, data))
