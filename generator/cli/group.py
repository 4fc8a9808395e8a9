"""The command ``pnp``, to which the modules of commands add theirs."""

import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from generator import __version__


class Commands(TyperGroup):
    """The commands. That nobody reads their output to its end (``pnp rules | head``) is no fault of theirs."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command and write out all that it printed."""
        status = typer.Exit()
        try:
            try:
                return super().invoke(ctx)
            except typer.Exit as left:
                status = left
                raise
            finally:
                if sys.stdout is not None:  # it is None where the caller closed it
                    sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise status from None


app = typer.Typer(
    name="pnp",
    cls=Commands,
    help="Check a print-and-play game's balance and print its sheets.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    suggest_commands=False,  # click does so already
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
