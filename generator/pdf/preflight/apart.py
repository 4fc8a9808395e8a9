"""Looks at files of strangers in a process of its own, within limits on time and memory.

A small file may take any time and memory to read, and make the libraries that read it fall. What comes back from the
other process is JSON, and nothing in it is run. `generator.pdf.preflight.worker` is the other side.
"""

import json
import os
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Timer
from types import TracebackType
from typing import IO, Any, cast

from generator.core.choices import Size
from generator.core.problem import Problem
from generator.core.search_path import command_of
from generator.pdf.preflight.examine import Examination
from generator.pdf.preflight.objects import TOO_COSTLY
from generator.pdf.preflight.worker import MEMORY, SECONDS_A_PAGE, TOO_MUCH_MEMORY

# Of processor time for a file and for each MB of it: large files are read to their end, and small ones that take long
# are left. A photograph on a whole page takes 0.1 s for each MB.
SECONDS, SECONDS_A_MB = 4.0, 0.2
_SILENT = 60.0  # s without a page being done, after which a process without limits of its own is ended
_OUT_OF_TIME = getattr(signal, "SIGPROF", 0)  # what ends it when its time is over
_SPLIT = "split the file, or make it again with less in it"


class Apart:
    """Another process that looks at files, started when the first file comes and once more when it had to be ended."""

    def __init__(self, seconds: float | None = None, silent: float = _SILENT) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._seconds, self._silent = SECONDS if seconds is None else seconds, silent
        self._timed_out = False

    def __enter__(self) -> "Apart":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    def examine(
        self, path: Path, *, paper: Size | None = None, tell: Callable[[int], object] | None = None
    ) -> Examination:
        """What `generator.pdf.preflight.examine.examine` finds in a file, or that finding it takes too much.

        Raises:
            OSError: the file cannot be opened, or no process can be started.
            RuntimeError: the reader itself is at fault.
        """
        with path.open("rb"):  # what can't be opened is reported by the one who asked
            pass
        size = path.stat().st_size
        seconds = self._seconds + SECONDS_A_MB * size / 1_000_000
        request = {
            "path": os.fspath(path.absolute()),
            "name": path.as_posix(),
            "paper": paper,
            "seconds": seconds,
            "bytes": size,
        }
        process = self._running()
        with suppress(BrokenPipeError):  # it has ended: no answer comes, and that tells
            cast("IO[bytes]", process.stdin).write(json.dumps(request).encode() + b"\n")
            cast("IO[bytes]", process.stdin).flush()
        while (answer := self._answer(process)) is not None and "page" in answer:
            if tell is not None:
                tell(answer["page"])
        if answer is None:
            return Examination((self._reason(path.as_posix()),))
        if "fault" in answer:
            raise RuntimeError(answer["fault"])
        if "errno" in answer:
            raise OSError(answer["errno"], answer["strerror"], str(path))
        problems = tuple(Problem(**each) for each in answer["problems"])
        return Examination(problems, answer["pages"], answer["ink"], tuple(answer["units"]))

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._end()
        self._timed_out = False
        self._process = subprocess.Popen(
            command_of("generator.pdf.preflight.worker"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        return self._process

    def _answer(self, process: "subprocess.Popen[bytes]") -> dict[str, Any] | None:
        """The next line that it says; None where it has ended."""
        timer = Timer(self._silent, self._time_out)
        timer.daemon = True
        timer.start()
        try:
            line = cast("IO[bytes]", process.stdout).readline()
        finally:
            timer.cancel()
        return json.loads(line) if line.endswith(b"\n") else None

    def _time_out(self) -> None:
        self._timed_out = True
        if self._process is not None:
            self._process.kill()

    def _reason(self, name: str) -> Problem:
        """Why it has ended in the midst of a file."""
        process = cast("subprocess.Popen[bytes]", self._process)
        status = process.wait()
        self._end()
        if status == TOO_MUCH_MEMORY:
            message = f"the file takes more than {MEMORY // 1_000_000} MB of memory to read"
        elif self._timed_out or status == -_OUT_OF_TIME:
            more = f"{SECONDS_A_PAGE:g} s a page and {SECONDS_A_MB:g} s a MB"
            message = f"the file takes more than {self._seconds:g} s, plus {more}, to read"
        else:
            message = "the file cannot be read: it needs too much, or is damaged"
        return Problem(name, 1, 1, "error", TOO_COSTLY, message, _SPLIT)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):  # what was not sent is not missed
                cast("IO[bytes]", stream).close()
