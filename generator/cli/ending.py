"""How a command ends that was refused: what is said, and the exit status."""

from collections.abc import Callable
from pathlib import Path

from generator.cli.reporting import as_text, stop, tally, tell
from generator.refusal import Faulty, Refusal

FAULTY = 1  # data or files have errors


def carried_out(command: Callable[[], int], out: Path | None = None) -> int:
    """Do what a command is for; where it is refused, say why.

    Args:
        command: does it; its exit status.
        out: what could not be written, where the system does not say which file.

    Returns:
        The exit status.
    """
    try:
        return command()
    except Faulty as error:
        for problem in error.problems:
            tell(as_text(problem))
        tell(f"{tally(error.problems)}; {error.outcome}")
        return FAULTY
    except Refusal as error:
        return stop(str(error))
    except BrokenPipeError:  # nobody reads on; no file is at fault
        raise
    except OSError as error:
        return stop(f"cannot write {error.filename or out}: {(error.strerror or str(error)).lower()}")
