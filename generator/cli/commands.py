"""All commands: the modules of commands add theirs to the group."""

from io import StringIO

import click

from generator.cli import (  # noqa: F401
    begin_commands,
    data_commands,
    lab_commands,
    live_commands,
    print_commands,
    sheet_commands,
    shell_commands,
)
from generator.cli.group import app
from generator.cli.reporting import tell

__all__ = ["app", "run"]


def run() -> int:
    """Run the command that the program's arguments name; its status."""
    try:
        return int(app(standalone_mode=False, prog_name="pnp") or 0)
    except click.ClickException as error:  # wrong use, told with the very arguments
        told = StringIO()
        error.show(told)
        tell(told.getvalue().rstrip("\n"))
        return error.exit_code
    except click.Abort:
        return 1
