"""The commands of the lab: options and wiring. A command imports what is heavy when it runs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from msgspec import Struct
from typer import Argument, Option

from generator.cli.group import command
from generator.cli.options import DATA, Data, ShowFormat
from generator.cli.project_defaults import complete_games, complete_modes

if TYPE_CHECKING:
    from generator.cli.plots import PlotFiles


FigureForm = Literal["text", "json", "html"]
SimulationForm = Literal["text", "json", "csv", "html"]
PlotForm = Literal["svg", "png"]

PlotFolder = Annotated[Path | None, typer.Option("--plots", metavar="DIR", help="Write each plot to a file in DIR.")]
PlotsAs = Annotated[PlotForm, typer.Option("--plots-as", help="How plots are written.")]

QuestionName = Annotated[str | None, typer.Argument(metavar="[QUESTION]", help="The question; all are listed if none.")]
QuestionValues = Annotated[list[str] | None, typer.Argument(metavar="[NAME=VALUE]...", help="What it is about.")]
OddsGame = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="G", autocompletion=complete_games, help="The game; the question's own if not given."
    ),
]

TrustedGame = Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_games, help="The game.")]
StatsGame = Annotated[
    str | None, typer.Argument(metavar="[GAME]", autocompletion=complete_games, help="The game; all if none is named.")
]
StatsKind = Annotated[
    str | None, typer.Option("--kind", metavar="K", help="The kind to look at; all if none is named.")
]
StatsForm = Annotated[FigureForm, typer.Option("--format", help="Tables, all figures, or a page with plots.")]
StatsOut = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="A file to write to.")]


class PlayedTable(Struct, frozen=True, kw_only=True):
    """What is played, and how."""

    game: Annotated[str, Argument(metavar="GAME", autocompletion=complete_games, help="The game.")]
    players: Annotated[int, Option("--players", metavar="N", help="How many play.")]
    mode: Annotated[
        str | None,
        Option(
            "--mode",
            metavar="MODE",
            autocompletion=complete_modes,
            help="Game mode; the first for that many players if not given.",
        ),
    ] = None
    seed: Annotated[int, Option("--seed", metavar="S", help="The same seed gives the same result.")] = 0
    policy: Annotated[
        str | None, Option("--policy", metavar="P[,P…]", help="How the seats play, in turn; the game's first.")
    ] = None
    workers: Annotated[
        int | None, Option("--workers", metavar="W", help="Number of processes; one per core if not given.")
    ] = None
    data: Data = DATA


class Wanted(PlayedTable, frozen=True, kw_only=True):
    """What is to be played, and how it is shown."""

    games: Annotated[int, Option("--games", metavar="K", help="How many games are played.")] = 1000
    dask: Annotated[str | None, Option("--dask", metavar="ADDRESS", help="Play on this Dask cluster instead.")] = None
    vary: Annotated[
        str | None,
        Option(
            "--vary", metavar="NAME=A,B…", help="Play with each number of KIND.FIELD or a setting, and make a table."
        ),
    ] = None
    settings: Annotated[
        list[Path] | None,
        Option("--settings", metavar="FILE", help="Play with these settings too, and make a table; repeatable."),
    ] = None
    enough: Annotated[
        bool,
        Option("--enough", help="Find how many of each kind are needed so that fewer than 1 game in 100 runs out."),
    ] = False
    trace: Annotated[
        int | None,
        Option("--trace", metavar="[N]", help="Print game N move by move (game 0 if no number follows)."),
    ] = None
    verify: Annotated[
        bool,
        Option("--verify", help="Play up to 100 random games and say whether the game's code keeps its promises."),
    ] = False
    plots: PlotFolder = None
    plots_as: PlotsAs = "svg"
    format: Annotated[SimulationForm, Option("--format", help="How it is written.")] = "text"
    out: Annotated[
        Path | None, Option("--out", metavar="FILE", help="The file to write to instead of the terminal.")
    ] = None

    @property
    def plot_files(self) -> "PlotFiles | None":
        """Where plots are written, and as what; None if none are wanted."""
        return _plot_files(self.plots, self.plots_as)


class TuneWanted(PlayedTable, frozen=True, kw_only=True):
    """What is looked for, and among what."""

    goal: Annotated[
        list[str], Option("--goal", metavar="'FIGURE <= X'", help="A goal for a figure (<= or >=); repeatable.")
    ]
    vary: Annotated[
        list[str], Option("--vary", metavar="NAME=LOW..HIGH", help="What may be changed, within limits; repeatable.")
    ]
    games: Annotated[int, Option("--games", metavar="K", help="How many games each trial plays.")] = 200
    trials: Annotated[int, Option("--trials", metavar="T", help="How many are tried at the most.")] = 50
    format: ShowFormat = "text"


@command(writes="plots")
def odds(
    question: QuestionName = None,
    values: QuestionValues = None,
    game: OddsGame = None,
    plots: PlotFolder = None,
    plots_as: PlotsAs = "svg",
    format: ShowFormat = "text",
    data: Data = DATA,
) -> int:
    """Answer a question with exact chances.

    Without a question, all questions are listed.
    """
    from generator.cli.odds import run

    return run(question, values or [], game, format, data, _plot_files(plots, plots_as))


@command(
    takes="game players mode games seed policy workers dask vary settings enough trace verify plots plots_as format "
    "out data",
    writes="out plots",
)
def simulate(given: Wanted) -> int:
    """Play whole games by the printed rules.

    It reports how long they last, who wins, and what is used.
    """
    from generator.cli.simulate import run

    return run(given)


@command(takes="game players goal vary mode games trials seed policy workers format data")
def tune(given: TuneWanted) -> int:
    """Look for settings that meet goals.

    Each trial plays the same games with other numbers. It reports what was tried, and the best with its limits.
    """
    from generator.cli.tune import run

    return run(given)


@command("trust")
def trust_code(game: TrustedGame, data: Data = DATA) -> int:
    """Let the code in a game's folder run.

    It is play.py, or the package play/. Read it first: it can do anything that you can. Only this very content is
    trusted; once it changes, it is to be trusted again.
    """
    from generator.cli.reporting import one_line, say
    from generator.core.folders import Project
    from generator.core.problem import NotFound
    from generator.core.project_code import FILE, PACKAGE, code_of, trust

    folder = Project(data, Path()).game_folder(game)
    code = code_of(folder)
    if code is None:
        raise NotFound(f"{folder} has no code: no {FILE} and no {PACKAGE}/__init__.py that can be read")
    trust(code)
    say("\n".join(["trusted until it changes:", *(f"  {one_line(file)}" for file in code.sources)]))
    return 0


@command(writes="out plots")
def stats(
    game: StatsGame = None,
    kind: StatsKind = None,
    plots: PlotFolder = None,
    plots_as: PlotsAs = "svg",
    format: StatsForm = "text",
    out: StatsOut = None,
    data: Data = DATA,
) -> int:
    """Analyse what a game's decks are made of.

    Counts, shares, distributions, cross tables, cost curves, dominated and near-identical items.
    """
    from generator.cli.stats import run

    return run(game, kind, format, out, data, _plot_files(plots, plots_as))


def _plot_files(folder: Path | None, form: PlotForm) -> "PlotFiles | None":
    from generator.cli.plots import PlotFiles

    return None if folder is None else PlotFiles(folder, form)
