"""Signals that ask the program to end: each becomes an interrupt, so that all that is open is closed and removed."""

import os
import signal
import sys
import threading
from functools import partial
from types import FrameType
from typing import Any

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
