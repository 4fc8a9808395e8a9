"""The commands about a game's data: options and wiring. A command imports what is heavy when it runs."""

import typer

from generator.cli import levers
from generator.cli.group import app
from generator.cli.options import (
    A4,
    DATA,
    OUT,
    TEMPLATES,
    Data,
    DrawnBySurprise,
    Format,
    FormatOption,
    Hand,
    Name,
    PaperOption,
    Paths,
    ShowFormat,
    ShowGame,
    Shown,
    ShowName,
    Strict,
    Templates,
)


@app.command()
def check(
    paths: Paths = None,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    format: FormatOption = Format.text,
    strict: Strict = False,
) -> None:
    """Check everything, or the files and folders named: every problem with its file, line and column."""
    from generator.cli.check import run

    raise typer.Exit(run(paths or [], data, templates, format.value, strict=strict))


@app.command()
def rules(
    name: Name = None,
    data: Data = DATA,
) -> None:
    """List every rule in force with its numbers and source; or explain one with examples."""
    from generator.cli.rules import run

    raise typer.Exit(run(name, data))


@app.command()
def show(
    name: ShowName,
    game: ShowGame = None,
    format: ShowFormat = Shown.text,
    hand: Hand = None,
    drawn_by_surprise: DrawnBySurprise = False,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
) -> None:
    """Tell an item in words: what it does, in which order and why."""
    from generator.cli.show import run

    raise typer.Exit(run(name, game, format.value, hand, data, templates, drawn=drawn_by_surprise))


@app.command()
def generate(
    kind: levers.Kind,
    game: levers.Game = None,
    count: levers.Count = 1,
    seed: levers.Seed = None,
    out: levers.File = None,
    effects: levers.Effects = None,
    only: levers.Only = None,
    without: levers.Without = None,
    repeats: levers.Repeats = False,
    swing: levers.Swing = None,
    mean: levers.Mean = None,
    like: levers.Like = None,
    lang: levers.Language = None,
    render: levers.Render = False,
    sheets: levers.Sheets = OUT,
    paper: PaperOption = A4,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
) -> None:
    """Make new items that obey the rules, as YAML, to standard output or appended to a file."""
    from generator.cli.generate import run
    from generator.cli.wish import Wish

    wanted, refused = (
        tuple(word for words in given or () for word in words.split(",") if word) for given in (only, without)
    )
    printed = sheets if render else None
    wish = Wish(
        kind, game, count, seed, out, effects, wanted, refused, repeats, swing, mean, like, lang, printed, paper
    )
    raise typer.Exit(run(wish, data, templates))
