"""The door: runs ``pnp``. How it ends, whatever happens, is decided here."""

import atexit
import gc
import os
import signal
import sys

from generator.cli import data_commands, lab_commands, print_commands, stats_command  # noqa: F401 - they add their commands
from generator.cli.group import app

FAULT = 3
INTERRUPTED = 130  # what a shell says of a program that an interrupt ended


def _let_go_of_output() -> None:
    """Write out what was printed; if that cannot be (a full disk), drop it, or the way out would fail once more."""
    try:
        sys.stdout.flush()
    except (OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _was_interrupted(error: BaseException | None) -> bool:
    """Whether an interrupt lies behind an error: reportlab, for one, catches whatever comes and raises its own."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def main() -> None:
    """Run the command. A fault of the tool itself ends with status 3 and says so; never with a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    # A deck is a tree of small values that all live to the end. Looking through them for cycles over and over finds
    # nothing to free, and takes a tenth of a large deck's time.
    gc.disable()
    # At exit, what is left is to let go of memory: an interrupt would only spoil the status of work that is done.
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    try:
        app()
    except (Exception, KeyboardInterrupt) as error:
        if _was_interrupted(error):
            sys.exit(INTERRUPTED)
        if os.environ.get("PNP_TRACEBACK"):
            raise
        _let_go_of_output()
        print(f"pnp: a fault in pnp itself: {type(error).__name__}: {error}", file=sys.stderr)
        print("    please report it; PNP_TRACEBACK=1 shows where it happened", file=sys.stderr)
        sys.exit(FAULT)
