"""The command ``pnp``, to which the modules of commands add theirs."""

from collections.abc import Callable, Sequence
from functools import cache, partial, wraps
from inspect import Parameter, Signature, get_annotations, signature
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeVar, get_type_hints

import click
import typer
from msgspec import Struct
from msgspec.structs import fields
from typer.core import TyperCommand, TyperGroup

from generator import __version__
from generator.cli.ending import carried_out
from generator.cli.options import HEADINGS, REST, ROWS, SECTIONS, described, row_of
from generator.cli.project_defaults import (
    ABOVE,
    DATA_MET,
    TAKEN,
    choices,
    known_forged,
    names_game,
    reachable_games,
    refuse_faulty,
    shown_with_source,
    take_defaults,
    take_folders,
    way_to_project,
)
from generator.cli.reporting import tell
from generator.cli.shipped import take_shipped
from generator.printing.press import REFUSED

CommandFunction = TypeVar("CommandFunction", bound=Callable[..., Any])


MAY_LACK_A_NUMBER = ("--trace",)


FIRST = "new serve check render plan blank generate watch import help"  # what everybody needs
GROUPS = {  # all commands, by what a designer is about, under the names of their pages in the manual
    "begin": ("Begin and share", "new icons import pack"),
    "check": ("Check and look", "check rules list show schema lsp"),
    "print": ("Print", "render blank plan impose calibrate preflight export"),
    "balance": ("Make and balance", "generate stats odds simulate tune trust"),
    "work": ("Work in the browser, publish", "serve watch site"),
    "shell": ("The command line", "help completion"),
}


class ProjectGroup(TyperGroup):
    """All commands. Shells are answered in click's own way, which, unlike typer's, needs nothing heavy."""

    _main_shell_completion = click.Group._main_shell_completion

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands: those that everybody needs in a line each, the names of all others by their group."""
        with formatter.section("What everybody needs"):
            formatter.write_dl([(name, self.commands[name].get_short_help_str(66)) for name in FIRST.split()])
        others = [
            (title, [name for name in names.split() if name not in FIRST.split()]) for title, names in GROUPS.values()
        ]
        with formatter.section("And more (pnp help COMMAND tells of each)"):
            formatter.write_dl([(title, ", ".join(names)) for title, names in others])
        click.Command.format_options(self, ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """Write the examples, line by line as they are."""
        formatter.write(f"\nExamples:\n{examples('pnp')}\n")

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is named; what is none is answered with what was meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            if answer := answers().get((args[0], "")):
                ctx.fail(f"there is no command {args[0]}: {answer}")
            raise


app = typer.Typer(
    name="pnp",
    cls=ProjectGroup,
    help="Check a print-and-play game's balance and print its sheets.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    suggest_commands=False,  # click does so already
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class ProjectCommand(TyperCommand):
    """A command about a project: its options may have defaults of the project, and its help refers to it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed, with the project's defaults for what was not."""
        args = as_spelt_here(with_numbers(args))
        try:
            typed, _, _ = self.make_parser(ctx).parse_args(args=list(args))
        except click.NoSuchOption as error:
            if answer := answers().get((self.name or "", error.option_name)):
                ctx.fail(f"pnp {self.name} has no option {error.option_name}: {answer}")
            for name, reason in REFUSED.get(self.name or "", {}).items():
                if error.option_name in ROWS["", name].flags:
                    tell(f"pnp {self.name}: {error.option_name}: {reason}")
                    raise typer.Exit(2) from None
            raise
        ctx.meta[ABOVE] = Path() if typed.get("data") else way_to_project(inside=self.name == "new")
        ctx.meta[DATA_MET] = ctx.meta[ABOVE] / str(typed.get("data") or "data")
        if args and any("--game" in param.opts for param in self.params) and names_game(ctx, args[0]):
            args = ["--game", *args]
        if ctx.resilient_parsing:  # a shell asks, and typer's own paths leave it without an answer
            for param in self.params:
                param.type = click.Path() if isinstance(param.type, click.Path) else param.type
        take_defaults(self, ctx)
        try:
            arguments = super().parse_args(ctx, args)
        except click.MissingParameter as error:
            if error.param is not None and error.param.name == "game" and len(games := reachable_games(ctx)) > 1:
                ctx.fail(f"which game? Name one of {', '.join(games)}")
            raise
        take_folders(ctx)
        return arguments

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options under their headings, telling which defaults and which choices are the project's."""
        records: dict[str, list[tuple[str, str]]] = {title: [] for title in HEADINGS}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                title = "Arguments" if param.param_type_name == "argument" else heading(param.opts)
                records[title].append(shown_with_source(ctx, param, with_choices(ctx, param, record)))
        for title, rows in records.items():
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """Write the examples, line by line as they are."""
        if text := examples(self.name or ""):
            formatter.write(f"\nExamples:\n{text}\n")

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, unless the project's defaults have mistakes that it does not tell itself."""
        refuse_faulty(ctx)
        if status := carried_out(partial(take_shipped, ctx)):
            raise typer.Exit(status)
        return super().invoke(ctx)


def with_numbers(args: Sequence[str]) -> list[str]:
    """What was typed, with a 0 behind each option whose number may be left away, where it was."""
    words: list[str] = []
    for word, following in zip(args, (*args[1:], ""), strict=False):
        words += [word, "0"] if word in MAY_LACK_A_NUMBER and not following.isdecimal() else [word]
    return words


def command(
    name: str | None = None, *, defaults: Sequence[str | tuple[str, str]] = (), writes: str = ""
) -> Callable[[CommandFunction], Callable[..., Any]]:
    """Add a command: a function that gives the exit status if that is not 0; where it raises a refusal, that is said.

    Where the function has one parameter ``options``, a struct, its fields are the command's options.

    Args:
        name: what it is called; as its function if None.
        defaults: its parameters for which a project may have a default, by name; with the key of ``pnp.yaml`` where
            that is another one.
        writes: its parameters that say where it writes to, the first that is given for where the system does not say
            which file could not be written; none where it writes to standard output only.
    """

    def add(function: CommandFunction) -> Callable[..., Any]:
        pairs = [(entry, entry) if isinstance(entry, str) else entry for entry in defaults]
        called = name or function.__name__
        TAKEN[called] = dict(pairs)

        @wraps(function)
        def ending(**values: Any) -> NoReturn:
            out = next((values[parameter] for parameter in writes.split() if values[parameter] is not None), None)
            run = partial(function, form(**values)) if form is not None else partial(function, **values)
            raise typer.Exit(carried_out(run, out))

        form = function.__annotations__.get("options")
        parameters = _fields_of(form, called) if form is not None else signature(function).parameters.values()
        ending.__signature__ = Signature(  # type: ignore[attr-defined]
            [
                parameter
                if parameter.name == "ctx"
                else parameter.replace(annotation=described(called, parameter.name, parameter.annotation))
                for parameter in parameters
            ]
        )
        return app.command(name, cls=ProjectCommand)(ending)

    return add


def _fields_of(form: type[Struct], command: str) -> list[Parameter]:
    """The fields of a struct as parameters, its own first.

    Left out are those that mean nothing for the command, and those whose option one of its own has.
    """
    defaults = {field.name: Parameter.empty if field.required else field.default for field in fields(form)}
    types = get_type_hints(form, include_extras=True)
    names = [name for base in form.__mro__ for name in get_annotations(base) if name in defaults]
    options: dict[object, str] = {}
    for name in dict.fromkeys(names):
        if name not in REFUSED.get(command, {}):
            options.setdefault(row_of(command, name).flags or name, name)
    return [
        Parameter(name, Parameter.KEYWORD_ONLY, default=defaults[name], annotation=types[name])
        for name in options.values()
    ]


def with_choices(ctx: click.Context, param: click.Parameter, record: tuple[str, str]) -> tuple[str, str]:
    """What help says of a parameter, with the project's own choices in the place of its value or behind it."""
    name, help_text = record
    if (param.metavar or "").startswith("["):  # the project's only game stands in for it
        help_text = help_text.removesuffix("  [required]")
    if ctx.command.name == "generate" and param.name == "kind":
        kinds = known_forged(ctx)
        return name, f"{help_text}  Here: {', '.join(kinds)}." if kinds else help_text
    about_games = any(parameter.name == "data" for parameter in ctx.command.params)
    choice_text = choices(ctx, param.name or "") if param.metavar and about_games else ""
    return (name.replace(param.metavar or "", choice_text) if choice_text else name), help_text


def _version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"pnp-generator {__version__}")
        raise typer.Exit


@app.callback()
def pnp(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Check a print-and-play game's balance and print its sheets."""


def examples(command: str) -> str:
    """The examples of a command as they are in its help; empty where it has none. They are a file, as games are
    data and no code names one."""
    blocks = Path(__file__).with_name("examples.txt").read_text(encoding="utf-8").split("\n\n")
    return next((text.rstrip() for name, _, text in (block.partition("\n") for block in blocks) if name == command), "")


def heading(options: list[str]) -> str:
    """The heading under which an option stands, by its names."""
    return next((SECTIONS[name] for name in options if name in SECTIONS), REST)


@cache
def answers() -> dict[tuple[str, str], str]:
    """The answers by command and option; for a word that is no command, the option is empty."""
    guesses: dict[tuple[str, str], str] = {}
    for line in Path(__file__).with_name("guesses.txt").read_text(encoding="utf-8").splitlines():
        words, mark, answer = line.partition(": ")
        options = [word for word in words.split() if word.startswith("--")] or [""]
        for word in words.split() if mark and not line.startswith("#") else ():
            guesses |= {(word, option): answer.replace("COMMAND", word) for option in options if word not in options}
    return guesses


def as_spelt_here(args: Sequence[str]) -> list[str]:
    """What was typed, with ``--ink colour`` as the tool spells it."""
    inks = {f"{before}color": f"{before}colour" for before in ("", "--ink=")}
    pairs = pairwise(["", *args])
    return [inks.get(word.lower(), word) if "--ink" in (word[:5], last) else word for last, word in pairs]
