"""Errands that go well, go wrong, or never end."""

import os
import signal
import time
from typing import Any

from generator.core.problem import Faulty, NotFound, Problem


def add(progress: Any, one: int, other: int) -> int:
    """Their sum."""
    progress("adding", 1, 2)
    return one + other


def refuse(progress: Any) -> None:
    """As where something is not there."""
    raise NotFound("there is no such thing")


def find_faults(progress: Any) -> None:
    """As where data have errors."""
    raise Faulty([Problem("a.yaml", 1, 2, "error", "wrong-type", "wrong", "mend it")], "nothing was made")


def fall(progress: Any) -> None:
    """As where something ends the process from outside."""
    os.kill(os.getpid(), signal.SIGKILL)


def swell(progress: Any) -> int:
    """Take all the memory there is."""
    return len(bytearray(8_000_000_000))


def spin(progress: Any) -> None:
    """Work without an end."""
    while True:
        pass


def wait(progress: Any, file: str) -> None:
    """Note the process's number in a file, tell of it, and wait without an end."""
    with open(file, "w", encoding="ascii") as noted:
        noted.write(str(os.getpid()))
    progress("waiting", 3, 10)
    time.sleep(600)


def blunder(progress: Any) -> None:
    """As where the code itself is at fault."""
    raise ZeroDivisionError("oh")
