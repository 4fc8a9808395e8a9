"""The command ``pnp``, to which the modules of commands add theirs."""

from typing import Annotated

import typer

from generator import __version__

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
