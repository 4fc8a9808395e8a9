"""The options of the commands: what they are called, what they take, what their help says."""

from math import isfinite
from pathlib import Path
from typing import Annotated, Literal

import typer

from generator.cli.project_defaults import (
    complete_games,
    complete_languages,
    complete_papers,
)
from generator.core.choices import PAPER_NAMES, paper_size

Format = Literal["text", "json", "github"]  # of problems
Shown = Literal["text", "json"]


def _paper(name: str) -> str:
    try:
        paper_size(name)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return name


def finite(value: float | None) -> float | None:
    """A length, if one is given; refuses what is none."""
    if value is not None and not isfinite(value):
        raise typer.BadParameter(f"{value} is not a length in mm")
    return value


def slots(text: str) -> str:
    """Slots of a sheet, with commas between; refuses what names none."""
    if text and not all(
        part.strip().isascii() and part.strip().isdigit() and 0 < int(part.strip()[:9]) < 1000
        for part in text.split(",")
    ):
        raise typer.BadParameter(f"{text!r} is not a list of slots such as 1,4")
    return text


Data = Annotated[Path, typer.Option("--data", metavar="DIR", help="The folder of the games.")]
Templates = Annotated[Path, typer.Option("--templates", metavar="DIR", help="The folder of the faces.")]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder for what is printed.")]
Language = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANGUAGE",
        autocompletion=complete_languages,
        help="The language; the game's first if not given.",
    ),
]
PaperOption = Annotated[
    str,
    typer.Option(
        "--paper",
        metavar=PAPER_NAMES,
        autocompletion=complete_papers,
        callback=_paper,
        help="The paper, by name or WIDTHxHEIGHT in mm.",
    ),
]

Printers = Annotated[Path, typer.Option("--printers", metavar="FILE", help="The file of printer profiles.")]

PRINTERS = Path("printers.yaml")
MOST_JOBS = 256
DATA, TEMPLATES, OUT, A4 = Path("data"), Path("templates"), Path("output"), "a4"


FormatOption = Annotated[Format, typer.Option("--format", help="How problems are written.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")]
Open = Annotated[bool, typer.Option("--open", help="Open what was made.")]
EveryProblem = Annotated[
    bool, typer.Option("--all", help="List every problem, even those that follow from another one, and every waiver.")
]
Strict = Annotated[bool, typer.Option("--strict", help="Let warnings fail.")]
CacheFolder = Annotated[
    Path | None,
    typer.Option("--cache", metavar="DIR", help="The cache folder; the user's own if not given."),
]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Ignore the cache.")]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="N",
        min=1,
        max=MOST_JOBS,
        envvar="PNP_JOBS",
        help="Number of processes; one per core if not given.",
    ),
]
GameArgument = Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_games, help="The game.")]
ShowFormat = Annotated[Shown, typer.Option("--format", help="How it is written.")]
