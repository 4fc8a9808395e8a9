"""The options of the commands: what they are called, what they take, what their help says."""

from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import Annotated

import typer

from generator.cli.known import (
    complete_games,
    complete_kinds,
    complete_kinds_and_items,
    complete_languages,
    complete_papers,
)
from generator.core.sizes import PAPER_NAMES, paper_size


class Format(StrEnum):
    """How problems are written."""

    text = "text"
    json = "json"
    github = "github"


class Shown(StrEnum):
    """How an item is told."""

    text = "text"
    json = "json"


class PictureMode(StrEnum):
    """How a picture is shown among words."""

    auto = "auto"
    never = "never"
    kitty = "kitty"
    iterm2 = "iterm2"
    sixel = "sixel"


class Target(StrEnum):
    """What items are taken out for."""

    png = "png"
    svg = "svg"
    tts = "tts"
    tgc = "tgc"
    mpc = "mpc"
    dtc = "dtc"
    csv = "csv"


def _paper(name: str) -> str:
    try:
        paper_size(name)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return name


def finite(value: float | None) -> float | None:
    """A length, if one is given; refuses what is none."""
    if value is not None and not isfinite(value):
        raise typer.BadParameter(f"{value} is no length in mm")
    return value


def slots(text: str) -> str:
    """Slots of a sheet, with commas between; refuses what names none."""
    if text and not all(
        part.strip().isascii() and part.strip().isdigit() and 0 < int(part.strip()[:9]) < 1000
        for part in text.split(",")
    ):
        raise typer.BadParameter(f"{text!r} is no list of slots such as 1,4")
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


Paths = Annotated[
    list[Path] | None, typer.Argument(metavar="[PATH]...", help="Files and folders; all if none is named.")
]
FormatOption = Annotated[Format, typer.Option("--format", help="How problems are written.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Tell errors only.")]
Open = Annotated[bool, typer.Option("--open", help="Open what was made.")]
PlayedLab = Annotated[bool, typer.Option("--lab", help="Play what lab.yaml has simulated, too.")]
Strict = Annotated[bool, typer.Option("--strict", help="Let warnings fail.")]
CacheFolder = Annotated[
    Path | None,
    typer.Option(
        "--cache", metavar="DIR", help="Where to keep what was checked and printed; the user's cache if not given."
    ),
]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Do all anew, and keep nothing of it.")]
Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="PDF files, ours or any.")]
Paper = Annotated[
    str | None,
    typer.Option(
        "--paper",
        metavar=PAPER_NAMES,
        autocompletion=complete_papers,
        help="The size that pages must have; any paper by name if not given.",
    ),
]
RuleName = Annotated[str | None, typer.Argument(metavar="[GAME|RULE|CHECK]", help="A game, a rule or a check.")]
Checks = Annotated[bool, typer.Option("--checks", help="List the generic checks that rules are made of.")]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="N",
        min=1,
        max=MOST_JOBS,
        envvar="PNP_JOBS",
        help="Processes that work at once; one a core if not given.",
    ),
]
GameArgument = Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_games, help="The game.")]
ListedGame = Annotated[
    str | None, typer.Argument(metavar="[GAME]", autocompletion=complete_games, help="The game; all if none is named.")
]
SCHEMAS = Path("schemas")
SchemaFolder = Annotated[Path, typer.Option("--out", help="The folder for the schemas.", show_default=True)]
ListedKind = Annotated[
    str | None, typer.Argument(metavar="[KIND]", autocompletion=complete_kinds, help="The kind; all if none is named.")
]
ListFormat = Annotated[Shown, typer.Option("--format", help="A table, or all of it for a script.")]
ShowName = Annotated[str, typer.Argument(metavar="KIND/ID", autocompletion=complete_kinds_and_items, help="The item.")]
ShowGame = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="G", autocompletion=complete_games, help="The game; needed where several have the item."
    ),
]
ShowFormat = Annotated[Shown, typer.Option("--format", help="How it is written.")]
PictureOption = Annotated[
    PictureMode,
    typer.Option("--picture", help="The picture: where the terminal is known to show it, never, or by this protocol."),
]
Hand = Annotated[
    str | None,
    typer.Option("--hand", metavar="treats=1,…", help="What a player holds: tell what is held afterwards."),
]
DrawnBySurprise = Annotated[bool, typer.Option("--drawn-by-surprise", help="Another card's special drew this one.")]
