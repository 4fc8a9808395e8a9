"""All commands: the modules of commands add theirs to the group."""

from generator.cli import data_commands, print_commands  # noqa: F401
from generator.cli.group import app

__all__ = ["app"]
