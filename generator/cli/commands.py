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
    sheet_commands,
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
        one
        for one in app.registered_commands
        if one.callback is not None and [one.name or get_command_name(one.callback.__name__)] == names
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
        told = StringIO()
        error.show(told)
        tell(_in_plain_words(told.getvalue().rstrip("\n")))
        return error.exit_code
    except click.Abort:
        return 1


def _in_plain_words(said: str) -> str:
    """What Click says of wrong use, without the names of Python's types."""
    said = re.sub(r"is not a valid integer(?: range)?\b", "is not a whole number", said)
    said = re.sub(r"is not a valid float(?: range)?\b", "is not a number", said)
    said = re.sub(r"is not in the range (\S+)<=x<=(\S+)\.", r"is not between \1 and \2.", said)
    return re.sub(r"is not in the range x(>=|<=)(\S+)\.", lambda found: f"is {_BEYOND[found[1]]} {found[2]}.", said)


_BEYOND = {">=": "less than", "<=": "more than"}
