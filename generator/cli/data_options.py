"""The options of the commands about a game's data that take many: check, show, import."""

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Struct

from generator.cli.options import DATA, TEMPLATES, Format, Jobs, OutputFormat
from generator.cli.project_defaults import complete_kinds_and_items

DecimalSign = Literal["comma", "point"]  # what parts whole and fraction in a sheet
PictureMode = Literal["auto", "never", "kitty", "iterm2", "sixel"]
ShowName = Annotated[str, {"autocompletion": complete_kinds_and_items}]


class CheckWishes(Struct, frozen=True, kw_only=True):
    """How a check is made and printed."""

    paths: list[Path] | None = None
    data: Path = DATA
    templates: Path = TEMPLATES
    format: Format = "text"
    strict: bool = False
    every: bool = False  # problems that follow from another one are printed, too
    lab: bool = False  # games of the lab are played
    cache: Path | None = None
    no_cache: bool = False
    jobs: Jobs = None
    quiet: bool = False


class ShowOptions(Struct, frozen=True, kw_only=True):
    """Which item is shown, and how."""

    name: ShowName
    game: str | None = None
    format: OutputFormat = "text"
    lang: str | None = None
    picture: PictureMode = "auto"
    hand: str | None = None
    drawn_by_surprise: bool = False
    data: Path = DATA
    templates: Path = TEMPLATES


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
    where: list[str] | None = None
    replace: list[str] | None = None
    data: Path = DATA
    templates: Path = TEMPLATES
