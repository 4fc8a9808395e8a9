"""The commands of the lab: options and wiring. A command imports what is heavy when it runs."""

from pathlib import Path
from typing import Literal

from msgspec import Struct

from generator.cli.group import command
from generator.cli.options import DATA, OutputFormat
from generator.cli.reporting import one_line, say
from generator.core.folders import Project
from generator.core.problem import NotFound

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


@command(writes="plots")
def odds(options: QuestionOptions) -> None:
    """Answer a question with exact chances.

    Without a question, all questions are listed.
    """
    from generator.cli.odds import run

    run(options)


@command(writes="out plots")
def simulate(options: SimulateOptions) -> int:
    """Play whole games by the printed rules.

    It reports how long they last, who wins, and what is used.
    """
    from generator.cli.simulate import run

    return run(options)


@command()
def tune(options: TuneOptions) -> None:
    """Look for settings that meet goals.

    Each trial plays the same games with other numbers. It reports what was tried, and the best with its limits.
    """
    from generator.cli.simulate import run_tune

    run_tune(options)


@command("trust")
def trust_code(game: str, data: Path = DATA) -> None:
    """Let the code in a game's folder run.

    It is play.py, or the package play/. Read it first: it can do anything that you can. After a change, trust it
    again.
    """
    from generator.core.project_code import FILE, PACKAGE, code_of, trust

    folder = Project(data, Path()).game_folder(game)
    code = code_of(folder)
    if code is None:
        raise NotFound(f"{folder} has no code: no {FILE} and no {PACKAGE}/__init__.py that can be read")
    trust(code)
    say("\n".join(["trusted until it changes:", *(f"  {one_line(file)}" for file in code.sources)]))


@command(writes="out plots")
def stats(options: FigureOptions) -> None:
    """Analyse what a game's decks are made of.

    Counts, shares, distributions, cross tables, cost curves, dominated and near-identical items.
    """
    from generator.cli.odds import run_stats

    run_stats(options)
