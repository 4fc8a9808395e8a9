"""The command ``pnp stats``: options and wiring. It imports what is heavy when it runs."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from generator.cli.group import app
from generator.cli.options import DATA, Data


class FigureForm(StrEnum):
    """How figures are written."""

    text = "text"
    json = "json"
    html = "html"


StatsGame = Annotated[str | None, typer.Argument(metavar="[GAME]", help="The game; all if none is named.")]
StatsKind = Annotated[
    str | None, typer.Option("--kind", metavar="K", help="The kind to look at; all if none is named.")
]
StatsForm = Annotated[FigureForm, typer.Option("--format", help="Tables, all figures, or a page with plots.")]
StatsOut = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="A file to write to.")]


@app.command()
def stats(
    game: StatsGame = None,
    kind: StatsKind = None,
    format: StatsForm = FigureForm.text,
    out: StatsOut = None,
    data: Data = DATA,
) -> None:
    """Tell what a game's decks are made of: counts, shares, tables, curves, what is outdone or alike."""
    from generator.cli.stats import run

    raise typer.Exit(run(game, kind, format.value, out, data))
