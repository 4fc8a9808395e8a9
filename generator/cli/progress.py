"""A progress bar on a terminal, silence in a pipe."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from generator.escape import escaped

if TYPE_CHECKING:  # checking games takes much that telling of progress does not
    from generator.workspace.build import Progress


@contextmanager
def progress_bar() -> "Iterator[Progress | None]":
    """Give a function to tell of progress; None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    tasks: dict[str, TaskID] = {}
    with Bar(console=Console(stderr=True), transient=True) as bar:

        def tell(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(escape(escaped(what)), total=total)  # neither markup nor controls
            bar.update(tasks[what], completed=done, total=total)

        yield tell
