"""The command ``pnp``, to which the modules of commands add theirs."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

import click
import typer
from typer.core import TyperCommand

from generator import __version__
from generator.cli.project_defaults import TAKEN, refuse_faulty, shown_with_source, take_defaults

CommandFunction = TypeVar("CommandFunction", bound=Callable[..., Any])

app = typer.Typer(
    name="pnp",
    help="Check a print-and-play game's balance and print its sheets.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    suggest_commands=False,  # click does so already
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class ProjectCommand(TyperCommand):
    """A command whose options may have defaults of the project."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed, with the project's defaults for what was not."""
        take_defaults(self, ctx, args)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, telling which defaults are the project's."""
        records: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                title = "Arguments" if param.param_type_name == "argument" else "Options"
                records[title].append(shown_with_source(ctx, param, record))
        for title, rows in records.items():
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, unless the project's defaults have mistakes that it does not tell itself."""
        refuse_faulty(ctx)
        return super().invoke(ctx)


def command(*, defaults: Sequence[str | tuple[str, str]] = ()) -> Callable[[CommandFunction], CommandFunction]:
    """Add a command.

    Args:
        defaults: its parameters for which a project may have a default, by name; with the key of ``pnp.yaml`` where
            that is another one.
    """

    def add(function: CommandFunction) -> CommandFunction:
        pairs = [(entry, entry) if isinstance(entry, str) else entry for entry in defaults]
        TAKEN[function.__name__] = dict(pairs)
        return app.command(cls=ProjectCommand)(function)

    return add


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pnp-generator {__version__}")
        raise typer.Exit


@app.callback()
def pnp(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Check a print-and-play game's balance and print its sheets."""
