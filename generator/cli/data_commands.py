"""The commands about a game's data: options and wiring. A command imports what is heavy when it runs."""

import typer
from click.core import ParameterSource

from generator.cli.generate_parameters import ForgeOptions
from generator.cli.group import command
from generator.cli.options import (
    DATA,
    SCHEMAS,
    TEMPLATES,
    CacheFolder,
    Checks,
    Data,
    DrawnBySurprise,
    EveryProblem,
    Format,
    FormatOption,
    Hand,
    Jobs,
    Language,
    ListedGame,
    ListedKind,
    ListFormat,
    NoCache,
    Paths,
    PictureMode,
    PictureOption,
    PlayedLab,
    Quiet,
    RuleName,
    SchemaFolder,
    ShowFormat,
    ShowGame,
    Shown,
    ShowName,
    Strict,
    Templates,
)
from generator.cli.project_defaults import languages


@command(defaults=("templates",))
def check(
    paths: Paths = None,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    format: FormatOption = Format.text,
    strict: Strict = False,
    every: EveryProblem = False,
    lab: PlayedLab = False,
    cache: CacheFolder = None,
    no_cache: NoCache = False,
    jobs: Jobs = None,
    quiet: Quiet = False,
) -> None:
    """Check everything, or the files and folders named.

    Every problem is told with its file, line and column.
    """
    from generator.cli.check import CheckChoice, run
    from generator.core.folders import Project
    from generator.project.cache import open_cache

    kept = open_cache(cache, used=not no_cache)
    asked = CheckChoice(format.value, jobs, strict=strict, every=every, lab=lab)
    raise typer.Exit(run(paths or [], Project(data, templates), kept, asked))


@command()
def rules(
    name: RuleName = None,
    data: Data = DATA,
    checks: Checks = False,
) -> None:
    """List every rule in force, or explain one.

    Rules are listed with their numbers and source, and explained with examples.
    """
    from generator.cli.rules import run

    raise typer.Exit(run(name, data, checks_only=checks))


@command("list")
def list_all(
    game: ListedGame = None,
    kind: ListedKind = None,
    format: ListFormat = Shown.text,
    data: Data = DATA,
) -> None:
    """List the games, the kinds of a game, or the items of a kind."""
    from generator.cli.list import run
    from generator.core.folders import Project

    raise typer.Exit(run(game, kind, format.value, Project(data, TEMPLATES)))


@command(defaults=("templates",))
def schema(
    game: ListedGame = None,
    out: SchemaFolder = SCHEMAS,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
) -> None:
    """Write JSON Schemas of a game's files, for editors."""
    from generator.cli.schema import run
    from generator.core.folders import Project

    raise typer.Exit(run(game, Project(data, templates), out))


@command(defaults=("templates",))
def lsp(
    ctx: typer.Context,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
) -> None:
    """Serve an editor: a language server on its streams.

    It finds a game's project from the files that are opened; name its folders only if they are elsewhere.
    """
    from generator.cli.ending import carried_out
    from generator.core.folders import Project

    def command() -> int:
        from generator.lsp.server import serve

        named = ctx.get_parameter_source("data") is ParameterSource.COMMANDLINE
        return serve(Project(data.absolute(), templates.absolute()) if named else None)

    raise typer.Exit(carried_out(command))


@command(defaults=("lang", "templates"))
def show(
    name: ShowName,
    game: ShowGame = None,
    format: ShowFormat = Shown.text,
    lang: Language = None,
    picture: PictureOption = PictureMode.auto,
    hand: Hand = None,
    drawn_by_surprise: DrawnBySurprise = False,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
) -> None:
    """Tell an item in words: what it does, in which order and why.

    Fields are told as they are printed, from the top to the bottom. A terminal that can shows the item's picture.
    """
    from generator.cli.show import Manner, run
    from generator.core.folders import Project
    from generator.project.printing.order import Choice

    demanded, preferred = languages(lang)
    manner = Manner(format.value, picture, Choice(language=demanded, preferred=preferred))
    raise typer.Exit(run(name, game, hand, Project(data, templates), drawn=drawn_by_surprise, manner=manner))


@command(defaults=("paper", "lang", ("sheets", "out"), "templates"))
def generate(given: ForgeOptions) -> None:
    """Make new items that obey the rules.

    They are written as YAML, to standard output or appended to a file.
    """
    from generator.cli.generate import run
    from generator.core.folders import Project

    raise typer.Exit(run(given.wanted, Project(given.data, given.templates)))
