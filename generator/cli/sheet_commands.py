"""The command about spreadsheets: options and wiring. A command imports what is heavy when it runs."""

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Struct

from generator.cli.group import command
from generator.cli.options import DATA

DecimalSign = Literal["comma", "point"]  # what parts whole and fraction in a sheet


class ImportOptions(Struct, frozen=True, kw_only=True):
    """What the command is asked for."""

    file: str | None = None
    kind: str | None = None
    all: bool = False
    game: str | None = None
    sheet: str | None = None
    map: list[str] | None = None
    key: str | None = None
    header: Annotated[int | None, {"min": 1}] = None
    update: bool = False
    prune: bool = False
    dry_run: bool = False
    decimal: DecimalSign | None = None
    encoding: str | None = None
    markup: Literal["html"] | None = None
    data: Path = DATA


@command("import", writes="data")
def import_(given: ImportOptions) -> int:
    """Turn a spreadsheet's rows into items, or update items.

    It takes a FILE or URL and the --kind, or --all.
    Everything else stays as it is: comments, the order, other fields and items.
    """
    from generator.cli.import_sheet import run

    return run(given)
