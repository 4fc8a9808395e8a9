"""Standard input, output and error, such that nothing that happens to them stops a command.

Work that writes files is finished though nobody reads what is said of it; what could not be written is known at the
end.
"""

import codecs
import os
import sys
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, BinaryIO, TextIO, cast

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


PLAIN = "pnp-plain"  # how characters are written that a stream's encoding lacks
_PLAIN = {"█": "#", "…": "...", "–": "-", "—": "-", "−": "-", "×": "x", "→": "->", "·": "-", "≥": ">=", "≤": "<="}


def _plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    """Bars and the signs of our own texts in ASCII; anything else as its code, such as ``\\u6176``."""
    if not isinstance(error, UnicodeEncodeError) or error.object[error.start] not in _PLAIN:
        return codecs.backslashreplace_errors(error)
    return _PLAIN[error.object[error.start]], error.start + 1


codecs.register_error(PLAIN, _plainly)


class PatientFile(FileIO):
    """A file that takes whatever is written to it, and keeps the first error that befell it."""

    error: OSError | None = None

    def write(self, data: "ReadableBuffer", /) -> int:
        """Write; after an error, take what comes and drop it."""
        if self.error is None:
            try:
                return super().write(data)
            except OSError as error:
                self.error = error
        return memoryview(data).nbytes


def make_patient() -> None:
    """Open the standard streams that the caller closed on nothing, and make the other two patient."""
    # In this order each opens the number that was closed; left closed, a file of ours would get it, and what is
    # printed would go into that file.
    if sys.stdin is None:
        sys.stdin = open(os.open(os.devnull, os.O_RDONLY))  # to the end of the program  # noqa: SIM115
    sys.stdout, sys.stderr = _patient(sys.stdout), _patient(sys.stderr)


def _patient(stream: TextIO | None) -> TextIO:
    if stream is None:
        return open(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    buffer = getattr(stream, "buffer", None)
    raw = getattr(buffer, "raw", buffer)  # with PYTHONUNBUFFERED there is no buffer
    if not isinstance(stream, TextIOWrapper) or not isinstance(raw, FileIO):  # a console of Windows, a test's own
        return stream
    stream.flush()
    patient = PatientFile(raw.fileno(), "wb", closefd=False)
    return TextIOWrapper(
        cast(BinaryIO, patient) if buffer is raw else BufferedWriter(patient),
        encoding=stream.encoding,
        errors=PLAIN,  # a pipe may know fewer characters than a game has
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def output_error() -> OSError | None:
    """Write out what was printed; why it could not be written. That nobody reads on is not an error."""
    sys.stdout.flush()
    buffer = getattr(sys.stdout, "buffer", None)
    error = getattr(getattr(buffer, "raw", buffer), "error", None)
    return None if isinstance(error, BrokenPipeError) else error
