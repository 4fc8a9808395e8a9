"""All commands: the modules of commands add theirs to the group."""

import os
import re
import sys
from copy import copy
from io import StringIO

import click
import typer
from typer.main import get_command_name

from generator.cli import (  # noqa: F401
    begin_commands,
    data_commands,
    impose_commands,
    lab_commands,
    print_commands,
    shell_commands,
)
from generator.cli.group import app
from generator.cli.reporting import tell

__all__ = ["app", "run"]


ASKED_BY_A_SHELL = "_PNP_COMPLETE"  # a variable


def _with(names: list[str]) -> typer.Typer:
    """The program with the command that is named alone, which is all that it needs then; else with all of them.

    To make the parameters of all commands takes longer than many a command itself.
    """
    named = [
        command
        for command in app.registered_commands
        if command.callback is not None and [command.name or get_command_name(command.callback.__name__)] == names
    ]
    if not named or ASKED_BY_A_SHELL in os.environ or named[0].callback.__module__ == shell_commands.__name__:
        return app
    small = copy(app)
    small.registered_commands = named
    return small


def run() -> int:
    """Run the command that the program's arguments name; its status."""
    try:
        return int(_with(sys.argv[1:2])(standalone_mode=False, prog_name="pnp") or 0)
    except click.ClickException as error:  # wrong use, told with the very arguments
        stream = StringIO()
        error.show(stream)
        tell(_in_plain_words(stream.getvalue().rstrip("\n")))
        return error.exit_code
    except click.Abort:
        return 1


def _in_plain_words(message: str) -> str:
    """What Click says of wrong use, without the names of Python's types."""
    message = re.sub(r"is not a valid integer(?: range)?\b", "is not a whole number", message)
    message = re.sub(r"is not a valid float(?: range)?\b", "is not a number", message)
    message = re.sub(r"is not in the range (\S+)<=x<=(\S+)\.", r"is not between \1 and \2.", message)
    return re.sub(r"is not in the range x(>=|<=)(\S+)\.", lambda match: f"is {_BEYOND[match[1]]} {match[2]}.", message)


_BEYOND = {">=": "less than", "<=": "more than"}
