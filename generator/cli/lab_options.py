"""The options of the commands of the lab."""

from pathlib import Path
from typing import Literal

from msgspec import Struct

from generator.cli.options import DATA, OutputFormat

FigureForm = Literal["text", "json", "html"]
SimulationForm = Literal["text", "json", "csv", "html"]
PlotForm = Literal["svg", "png"]


class PlayOptions(Struct, frozen=True, kw_only=True):
    """What is played, and how."""

    game: str
    players: int
    mode: str | None = None
    seed: int = 0
    policy: str | None = None
    workers: int | None = None
    data: Path = DATA


class SimulateOptions(PlayOptions, frozen=True, kw_only=True):
    """What is to be played, and how it is shown."""

    games: int = 1000
    dask: str | None = None
    vary: str | None = None
    settings: list[Path] | None = None
    enough: bool = False
    trace: int | None = None
    verify: bool = False
    plots: Path | None = None
    plots_as: PlotForm = "svg"
    format: SimulationForm = "text"
    out: Path | None = None


class TuneOptions(PlayOptions, frozen=True, kw_only=True):
    """What is looked for, and among what."""

    goal: list[str]
    vary: list[str]
    games: int = 200
    trials: int = 50
    format: OutputFormat = "text"


class QuestionOptions(Struct, frozen=True, kw_only=True):
    """What is asked, of which game; where its plot goes."""

    question: str | None = None
    values: list[str] | None = None
    game: str | None = None
    plots: Path | None = None
    plots_as: PlotForm = "svg"
    format: OutputFormat = "text"
    data: Path = DATA


class FigureOptions(Struct, frozen=True, kw_only=True):
    """Which decks are analysed; where the figures and their plots go."""

    game: str | None = None
    kind: str | None = None
    plots: Path | None = None
    plots_as: PlotForm = "svg"
    format: FigureForm = "text"
    out: Path | None = None
    data: Path = DATA
