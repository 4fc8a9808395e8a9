"""The command about spreadsheets: options and wiring. A command imports what is heavy when it runs."""

from typing import Annotated, Literal

import typer
from msgspec import Struct

from generator.cli.group import command
from generator.cli.options import DATA, Data
from generator.cli.project_defaults import complete_games, complete_kinds

DecimalSign = Literal["comma", "point"]  # what parts whole and fraction in a sheet


class ImportOptions(Struct, frozen=True, kw_only=True):
    """What the command is asked for."""

    file: Annotated[
        str | None,
        typer.Argument(metavar="[FILE|URL]", help="A CSV, TSV, XLSX or ODS file, or an https address of one."),
    ] = None
    kind: Annotated[
        str | None,
        typer.Option("--kind", metavar="K", autocompletion=complete_kinds, help="The kind whose items the rows are."),
    ] = None
    all: Annotated[bool, typer.Option("--all", help="Update all kinds that have a source in game.yaml.")] = False
    game: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="G", autocompletion=complete_games, help="The game; needed where several have the kind."
        ),
    ] = None
    sheet: Annotated[
        str | None, typer.Option("--sheet", metavar="S", help="The worksheet, where a file has several.")
    ] = None
    map: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="COLUMN=FIELD", help="A column's field; COLUMN= leaves it out. May be repeated."),
    ] = None
    key: Annotated[
        str | None, typer.Option("--key", metavar="FIELD", help="Match rows and items by this field, not by ids.")
    ] = None
    header: Annotated[
        int | None,
        typer.Option("--header", metavar="ROW", min=1, help="The row of the headings; the first filled if not given."),
    ] = None
    update: Annotated[
        bool, typer.Option("--update", help="Update the items that the kind has, by their ids or the key.")
    ] = False
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would change; write nothing.")] = False
    decimal: Annotated[
        DecimalSign | None,
        typer.Option("--decimal", help="The decimal mark, where the worksheet leaves it open."),
    ] = None
    data: Data = DATA


@command("import", writes="data")
def import_(given: ImportOptions) -> int:
    """Turn a spreadsheet's rows into items, or update items.

    It takes a FILE or URL and the --kind, or --all.
    Everything else stays as it is: comments, the order, other fields and items.
    """
    from generator.cli.import_sheet import run

    return run(given)
