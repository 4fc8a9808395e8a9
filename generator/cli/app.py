"""Runs ``pnp``. How it ends, whatever happens, is decided here."""

# Little is imported here: an interrupt while the rest is read must end like any other.
import errno
import os
import sys

from generator.core.search_path import leave_current_folder

TYPE_CHECKING = False  # as that of `typing`, which may not be looked for yet
if TYPE_CHECKING:
    from typing import NoReturn

    from generator.cli.streams import Signals

INTERRUPTED = 130  # what a shell says of a program that an interrupt ended
FAULT, WRONG_USE = 3, 2
NO_NAMES = (errno.ENAMETOOLONG, errno.ELOOP)  # what was asked for can be the name of no file
NO_ROOM = {errno.ENOSPC, errno.EROFS, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


def main() -> "NoReturn":
    """Run the command and end the program with its status; never with a traceback."""
    try:
        leave_current_folder()
        from generator.cli.streams import Signals, make_patient

        signals = Signals()
        signals.listen()
        make_patient()
        try:
            status = _status(_run(signals))
        except KeyboardInterrupt:
            status = INTERRUPTED
        signals.ignore()
        status = signals.status or status
    except KeyboardInterrupt:
        status = INTERRUPTED
    import gc

    gc.freeze()  # the interpreter would look through everything once more before it lets go of it
    sys.exit(status)


def _run(signals: "Signals") -> int:
    """Run the command; its status. A fault of the tool itself is 3, and is said."""
    import gc

    # A deck is a tree of small values that all live to the end. Looking through them for cycles over and over finds
    # nothing to free, and takes a tenth of a large deck's time.
    gc.disable()
    try:
        from generator.cli.commands import run

        signals.check()
        return run()
    except Exception as error:
        if _was_interrupted(error):
            return INTERRUPTED
        if os.environ.get("PNP_TRACEBACK"):
            raise
        if _lacked_memory(error):
            _tell("pnp: there is not enough memory for this; close other programs, or ask for less at once")
            return WRONG_USE
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            return _not_written(str(error.filename or "a file"), error)
        if isinstance(error, OSError) and error.errno in NO_NAMES:
            _tell(f"pnp: {str(error.filename)[:100]!r}: {(error.strerror or '').lower()}")
            return WRONG_USE
        sys.stdout.flush()
        _tell(f"pnp: a fault in pnp itself: {type(error).__name__}: {error}")
        _tell("    please report it; PNP_TRACEBACK=1 shows where it happened")
        return FAULT


def _status(status: int) -> int:
    """The status of a command, with what became of its output: a report that was not written is not a success."""
    from generator.cli.streams import output_error

    error = output_error()
    return _not_written("to standard output", error) if error is not None and status < WRONG_USE else status


def _not_written(what: str, error: OSError) -> int:
    from generator.core.problem import reason_of

    _tell(f"pnp: cannot write {what}: {reason_of(error)}")
    return WRONG_USE


def _tell(line: str) -> None:
    from generator.core.escape import escaped

    print(escaped(line), file=sys.stderr)


def _lacked_memory(error: BaseException | None) -> bool:
    """Whether the system gave no more memory, to Python or to what loads a library."""
    while error is not None:
        if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
            return True
        if isinstance(error, ImportError) and ("allocate memory" in str(error) or "map segment" in str(error)):
            return True
        error = error.__context__
    return False


def _was_interrupted(error: BaseException | None) -> bool:
    """Whether an interrupt lies behind an error: reportlab, for one, catches whatever comes and raises its own."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None
