"""The commands of the lab: options and wiring. A command imports what is heavy when it runs."""

from typing import Annotated

import typer

from generator.cli.group import app
from generator.cli.options import DATA, Data, ShowFormat, Shown

QuestionName = Annotated[str | None, typer.Argument(metavar="[QUESTION]", help="The question; all are listed if none.")]
QuestionValues = Annotated[list[str] | None, typer.Argument(metavar="[NAME=VALUE]...", help="What it is about.")]
OddsGame = Annotated[str | None, typer.Option("--game", metavar="G", help="The game; the question's own if not given.")]


@app.command()
def odds(
    question: QuestionName = None,
    values: QuestionValues = None,
    game: OddsGame = None,
    format: ShowFormat = Shown.text,
    data: Data = DATA,
) -> None:
    """Answer a question with exact chances; without one, list those that there are."""
    from generator.cli.odds import run

    raise typer.Exit(run(question, values or [], game, format.value, data))
