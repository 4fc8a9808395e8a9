"""The process that an errand is done in."""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Lock, Thread
from time import monotonic
from traceback import format_exc
from typing import Any

from msgspec.structs import astuple

from generator.core.problem import Faulty, Refusal, reason_of

_BETWEEN = 0.1  # s between two words on how far it is


def work(line: Connection, limits: tuple[float, int], function: Callable[..., Any], values: tuple[Any, ...]) -> None:
    """Do what is asked for within limits of processor time (s) and memory (bytes), and say what came of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's is for the server, which ends this process
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _limit(*limits)
    lock = Lock()
    Thread(target=_end_with, args=(line,), daemon=True).start()

    def say(*message: Any) -> None:
        with lock:
            line.send(message)

    try:
        say("done", function(_Progress(say), *values))
    except Faulty as error:
        say("faulty", [astuple(problem) for problem in error.problems], error.outcome)
    except Refusal as error:
        say("refused", type(error).__name__, str(error))
    except MemoryError:
        os._exit(1)  # what is left may not be enough to say so
    except OSError as error:
        say("refused", "Infeasible", f"cannot write what was asked for: {reason_of(error)}")
    except Exception as error:  # noqa: BLE001 - the server reports it, and goes on
        say("fault", f"{type(error).__name__}: {error}", format_exc())


class _Progress:
    """Says how far the work is, not too often."""

    def __init__(self, say: Callable[..., None]) -> None:
        self._say, self._last = say, 0.0

    def __call__(self, what: str, done: int, of: int) -> None:
        now = monotonic()
        if now - self._last > _BETWEEN:
            self._last = now
            self._say("progress", what, done, of)


def _end_with(line: Connection) -> None:
    """End this process when nobody hears it any more."""
    with suppress(EOFError, OSError):
        line.recv()
    os._exit(1)


def _limit(seconds: float, memory: int) -> None:
    try:
        import resource
    except ImportError:  # Windows
        return

    whole = int(seconds) + 1
    for what, most in ((resource.RLIMIT_CPU, whole), (resource.RLIMIT_AS, memory), (resource.RLIMIT_CORE, 0)):
        with suppress(ValueError, OSError):  # the system allows less already
            resource.setrlimit(what, (most, most))
