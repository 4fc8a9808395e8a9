"""Standard input, output and error, and signals that ask the program to end, such that nothing of them stops a
command halfway.

Work that writes files is finished though nobody reads what is said of it; what could not be written is known at the
end.
"""

import codecs
import os
import signal
import sys
import threading
from functools import partial
from io import BufferedWriter, FileIO, TextIOWrapper
from types import FrameType
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, cast

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


_ASK_TO_END = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)  # Windows has no SIGHUP; SIGBREAK is its Ctrl-Break, and the closing of a console
_AGAIN = 0.05  # s


class Signals:
    """What came while the program ran."""

    def __init__(self) -> None:
        self.number = 0

    @property
    def status(self) -> int:
        """What a shell says of a program that the signal ended; 0 where none came."""
        return 128 + self.number if self.number else 0

    def listen(self) -> None:
        """Turn each signal into a KeyboardInterrupt. One that the caller had ignored (``nohup``) stays so."""
        for number in _ASK_TO_END:
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._end)
        sys.unraisablehook = self._unraisable

    def ignore(self) -> None:
        """Let nothing spoil the status of work that is done: what is left is to let go of memory."""
        for number in _ASK_TO_END:
            signal.signal(number, signal.SIG_IGN)

    def check(self) -> None:
        """Raise the interrupt of a signal that came where Python can't pass one on, as in a callback."""
        if self.number:
            raise KeyboardInterrupt

    def _end(self, number: int, _: FrameType | None) -> None:
        self.number = number
        raise KeyboardInterrupt

    def _unraisable(self, lost: "sys.UnraisableHookArgs") -> Any:
        if not isinstance(lost.exc_value, KeyboardInterrupt):
            sys.__unraisablehook__(lost)
        else:  # a command that waits would go on waiting: it is reported again, outside what could not pass it on
            # Windows would end the program at once by os.kill.
            ask = partial(os.kill, os.getpid()) if os.name == "posix" else signal.raise_signal
            again = threading.Timer(_AGAIN, ask, (self.number,))
            again.daemon = True
            again.start()
