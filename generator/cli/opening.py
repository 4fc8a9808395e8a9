"""What was made, opened with the program that the system has for it."""

import os
from collections.abc import Sequence
from pathlib import Path

import click

from generator.cli.reporting import one_line, tell

MOST_OPENED = 6  # windows at once; of more files the folder is shown


def open_made(paths: Sequence[Path]) -> None:
    """Open files or folders, once a run has made them; where nothing can open them, say where they are."""
    made = list(dict.fromkeys(paths))
    folders = sorted({path.parent for path in made})
    for path in made if len(made) <= MOST_OPENED else folders[:MOST_OPENED]:
        if click.launch(os.fspath(path.resolve())):
            tell(one_line(f"pnp: this system has no program that opens {path.as_posix()}; --open was left aside"))
            return
