"""The command as a program of its own that is made of this one: a new Python would first read all modules again.

What a program loads, and how it begins and is interrupted, is tried with a new one.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile

from generator.cli.app import main


def begun(arguments: Sequence[str], folder: Path, environment: Mapping[str, str], streams: Sequence[int]) -> int:
    """Begin the command, with these as its input, output and errors; its number."""
    child = os.fork()
    if child:
        return child
    status: object = 1
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(folder)
        named = environment.get("PYTHONIOENCODING") or "utf-8"
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - as long as the program
        sys.stdout = open(1, "w", encoding=named, closefd=False, buffering=1 if os.isatty(1) else -1)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding=named, errors="backslashreplace", closefd=False, buffering=1)  # noqa: SIM115
        sys.argv = ["pnp", *arguments]
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
        main()
    except SystemExit as ended:
        status = ended.code or 0
    finally:
        for written in (sys.stdout, sys.stderr):
            written.flush()
        os._exit(status if isinstance(status, int) else 1)


def run(arguments: Sequence[str], folder: Path, environment: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    """The command's status and what it prints."""
    with TemporaryFile() as out, TemporaryFile() as errors, open(os.devnull, "rb") as nothing:
        child = begun(arguments, folder, environment, [nothing.fileno(), out.fileno(), errors.fileno()])
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        told = []
        for file in (out, errors):
            file.seek(0)
            told.append(file.read().decode())
    return subprocess.CompletedProcess(list(arguments), status, *told)
