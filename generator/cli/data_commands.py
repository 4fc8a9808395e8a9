"""The commands about a game's data: options and wiring. A command imports what is heavy when it runs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from click.core import ParameterSource
from msgspec import Struct
from typer import Argument, Option

from generator.cli.group import command
from generator.cli.options import (
    A4,
    DATA,
    OUT,
    TEMPLATES,
    CacheFolder,
    Data,
    EveryProblem,
    FormatOption,
    Jobs,
    Language,
    NoCache,
    PaperOption,
    Quiet,
    ShowFormat,
    Shown,
    Strict,
    Templates,
)
from generator.cli.project_defaults import (
    complete_forged_kinds,
    complete_games,
    complete_kinds,
    complete_kinds_and_items,
    complete_languages,
    languages,
)

if TYPE_CHECKING:
    from generator.forge.generate_options import GenerateOptions

Types = list[str] | None
# What the forge calls by the same names.
_SAME = ("kind", "game", "count", "seed", "out", "effects", "repeats", "swing", "mean", "like", "paper", "replace")


class ForgeOptions(Struct, frozen=True, kw_only=True):
    """The options, as they are typed."""

    kind: Annotated[
        str, Argument(metavar="KIND", autocompletion=complete_forged_kinds, help="The kind of item to make.")
    ]
    game: Annotated[
        str | None,
        Option(
            "--game", metavar="G", autocompletion=complete_games, help="The game; needed where several have the kind."
        ),
    ] = None
    count: Annotated[int, Option("--count", metavar="N", help="How many.")] = 1
    seed: Annotated[int | None, Option("--seed", metavar="S", help="The same seed gives the same items.")] = None
    out: Annotated[Path | None, Option("--out", metavar="FILE", help="Append to FILE.")] = None
    effects: Annotated[str | None, Option("--effects", metavar="1..3", help="Members of an item: 2, or 1-2.")] = None
    only: Annotated[Types, Option("--only", metavar="TYPE", help="These types only; may be repeated.")] = None
    without: Annotated[Types, Option("--without", metavar="TYPE", help="Not these types; may be repeated.")] = None
    repeats: Annotated[bool, Option("--repeats", help="Allow a type twice on an item.")] = False
    swing: Annotated[
        str | None, Option("--swing", metavar="calm|lively|wild", help="Numbers: small ones, all alike, large ones.")
    ] = None
    mean: Annotated[
        str | None, Option("--mean", metavar="X", help="An item's mean worth, on the scale in balance.yaml.")
    ] = None
    like: Annotated[Path | None, Option("--like", metavar="FILE", help="Keep the shares of the items in FILE.")] = None
    for_: Annotated[
        str | None, Option("--for", metavar="ID", help="Whom they are for, such as the id of a character.")
    ] = None
    lang: Annotated[
        str | None,
        Option(
            "--lang", metavar="LANGUAGE", autocompletion=complete_languages, help="Write texts in this language only."
        ),
    ] = None
    replace: Annotated[bool, Option("--replace", help="Replace as many existing items; with --out, in the file.")] = (
        False
    )
    render: Annotated[bool, Option("--render", help="Print the new items: output/GAME/KIND-forged.pdf.")] = False
    sheets: Annotated[Path, Option("--sheets", metavar="DIR", help="The folder for what is printed.")] = OUT
    paper: PaperOption = A4
    data: Data = DATA
    templates: Templates = TEMPLATES
    quiet: Quiet = False

    @property
    def wanted(self) -> "GenerateOptions":
        """What is asked of the forge."""
        from generator.forge.generate_options import GenerateOptions

        demanded, preferred = languages(self.lang)
        same = {name: getattr(self, name) for name in _SAME}
        only, without = _words(self.only), _words(self.without)
        sheets = self.sheets if self.render else None
        return GenerateOptions(
            **same, only=only, without=without, whom=self.for_, language=demanded, preferred=preferred, sheets=sheets
        )


def _words(given: Types) -> tuple[str, ...]:
    return tuple(word for words in given or () for word in words.split(",") if word)


PictureMode = Literal["auto", "never", "kitty", "iterm2", "sixel"]

PlayedLab = Annotated[bool, typer.Option("--lab", help="Also run the simulations of lab.yaml.")]
Paths = Annotated[
    list[Path] | None, typer.Argument(metavar="[PATH]...", help="Files and folders; all if none is named.")
]
RuleName = Annotated[str | None, typer.Argument(metavar="[GAME|RULE|CHECK]", help="A game, a rule or a check type.")]
Checks = Annotated[bool, typer.Option("--checks", help="List the check types that rules are made of.")]
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
PictureOption = Annotated[
    PictureMode,
    typer.Option("--picture", help="The picture: where the terminal is known to show it, never, or by this protocol."),
]
Hand = Annotated[
    str | None,
    typer.Option("--hand", metavar="treats=1,…", help="What a player holds: print what is held afterwards."),
]
DrawnBySurprise = Annotated[bool, typer.Option("--drawn-by-surprise", help="Another card's special drew this one.")]


@command(defaults=("templates",))
def check(
    paths: Paths = None,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
    format: FormatOption = "text",
    strict: Strict = False,
    every: EveryProblem = False,
    lab: PlayedLab = False,
    cache: CacheFolder = None,
    no_cache: NoCache = False,
    jobs: Jobs = None,
    quiet: Quiet = False,
) -> int:
    """Check everything, or the files and folders named.

    Every problem is listed with its file, line and column.
    """
    from generator.cli.check import CheckChoice, run
    from generator.core.folders import Project
    from generator.project.cache import open_cache

    kept = open_cache(cache, used=not no_cache)
    asked = CheckChoice(format, jobs, strict=strict, every=every, lab=lab)
    return run(paths or [], Project(data, templates), kept, asked)


@command()
def rules(
    name: RuleName = None,
    data: Data = DATA,
    checks: Checks = False,
) -> int:
    """List every rule in force, or explain one.

    Rules are listed with their numbers and source, and explained with examples.
    """
    from generator.cli.rules import run

    return run(name, data, checks_only=checks)


@command("list")
def list_all(
    game: ListedGame = None,
    kind: ListedKind = None,
    format: ListFormat = "text",
    data: Data = DATA,
) -> int:
    """List the games, the kinds of a game, or the items of a kind."""
    from generator.cli.list import run
    from generator.core.folders import Project

    return run(game, kind, format, Project(data, TEMPLATES))


@command(defaults=("templates",), writes="out")
def schema(
    game: ListedGame = None,
    out: SchemaFolder = SCHEMAS,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
) -> int:
    """Write JSON Schemas of a game's files, for editors."""
    from generator.cli.schema import run
    from generator.core.folders import Project

    return run(game, Project(data, templates), out)


@command(defaults=("templates",))
def lsp(
    ctx: typer.Context,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
) -> int:
    """Serve an editor: a language server on its streams.

    It finds a game's project from the files that are opened; name its folders only if they are elsewhere.
    """
    from generator.core.folders import Project
    from generator.lsp.server import serve

    named = ctx.get_parameter_source("data") is ParameterSource.COMMANDLINE
    return serve(Project(data.absolute(), templates.absolute()) if named else None)


@command(defaults=("lang", "templates"))
def show(
    name: ShowName,
    game: ShowGame = None,
    format: ShowFormat = "text",
    lang: Language = None,
    picture: PictureOption = "auto",
    hand: Hand = None,
    drawn_by_surprise: DrawnBySurprise = False,
    data: Data = DATA,
    templates: Templates = TEMPLATES,
) -> int:
    """Describe an item in words: what it does, in which order and why.

    Fields are listed as they are printed, from top to bottom. A terminal that can shows the item's picture.
    """
    from generator.cli.show import Manner, run
    from generator.core.folders import Project
    from generator.project.printing.order import Choice

    demanded, preferred = languages(lang)
    manner = Manner(format, picture, Choice(language=demanded, preferred=preferred))
    return run(name, game, hand, Project(data, templates), drawn=drawn_by_surprise, manner=manner)


@command(defaults=("paper", "lang", ("sheets", "out"), "templates"), writes="out sheets")
def generate(given: ForgeOptions) -> int:
    """Make new items that obey the rules.

    They are written as YAML, to standard output or appended to a file.
    """
    from generator.cli.generate import run
    from generator.core.folders import Project

    return run(given.wanted, Project(given.data, given.templates))
