"""The commands of the lab: wiring. A command imports what is heavy when it runs."""

from pathlib import Path

from generator.cli.group import command
from generator.cli.lab_options import FigureOptions, QuestionOptions, SimulateOptions, TuneOptions
from generator.cli.options import DATA
from generator.cli.reporting import one_line, say
from generator.core.folders import Project
from generator.core.problem import NotFound


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
