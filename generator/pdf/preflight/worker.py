"""The process in which files of strangers are read: it looks at one after the other, and may be ended at any time.

It is asked by lines of JSON on its standard input, with a file's path and name, the paper and the seconds of processor
time for it, and answers by lines on its standard output: ``{"page": 1}`` for each page that it has looked at, then what
it found (see `apart`). It ends when its input does, which is when the process that started it ends,
however that comes.

It sets its own limits, of time for each file and of memory. Where the system knows none, the other process has a timer.
"""

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from msgspec.structs import asdict

SECONDS_A_PAGE = 0.15  # of processor time, more for each page that is done: pages of ours take 0.05 s
BYTES_A_PAGE = 1_500  # of the file, pages of ours have more: the same drawing on page after page takes none
MEMORY = 500_000_000  # bytes in use at any time
TOO_MUCH_MEMORY = 77  # the exit status
_WALL = MEMORY + 300_000_000  # bytes of addresses that may be asked for: what is asked for at once, nobody sees coming
_EVERY = 0.02  # s between two looks at the memory in use
_STATM = Path("/proc/self/statm")


def main() -> None:
    """Answer until nobody asks."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nothing that a library prints is an answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the process that started this one
    requests: SimpleQueue[dict[str, Any]] = SimpleQueue()
    threading.Thread(target=_listen, args=(requests,), daemon=True).start()
    _limit_memory()

    def answer(value: dict[str, Any]) -> None:
        answers.write(json.dumps(value) + "\n")
        answers.flush()

    def page_done(number: int) -> None:
        if number * BYTES_A_PAGE <= request["bytes"]:
            _prolong()
        answer({"page": number})

    while True:
        request = requests.get()
        _limit_time(request["seconds"])
        result = _answer(request, page_done)
        _limit_time(0)  # waiting is free
        answer(result)


def _listen(requests: "SimpleQueue[dict[str, Any]]") -> None:
    for line in sys.stdin.buffer:
        requests.put(json.loads(line))
    os._exit(0)


def _answer(request: dict[str, Any], tell: Callable[[int], None]) -> dict[str, Any]:
    from generator.pdf.preflight.examine import examine

    paper = request["paper"]
    try:
        result = examine(Path(request["path"]), name=request["name"], paper=paper and (paper[0], paper[1]), tell=tell)
    except MemoryError:
        os._exit(TOO_MUCH_MEMORY)
    except OSError as error:
        return {"errno": error.errno, "strerror": error.strerror}
    except Exception as error:  # noqa: BLE001 - a fault of ours: the other process says so
        return {"fault": f"{type(error).__name__}: {error}"}
    problems = [asdict(problem) for problem in result.problems]
    return {"problems": problems, "pages": result.pages, "ink": result.ink, "units": result.units}


def _limit_time(seconds: float) -> None:
    """Count processor time from here on; the signal that comes at its end ends the process at once. 0: do not count."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _prolong() -> None:
    if hasattr(signal, "setitimer"):
        left, _ = signal.getitimer(signal.ITIMER_PROF)
        signal.setitimer(signal.ITIMER_PROF, left + SECONDS_A_PAGE)


def _limit_memory() -> None:
    """Have the memory in use watched, and all that may be asked for bounded, as far as the system does it."""
    try:
        import resource
    except ImportError:  # there is no such module on Windows
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a reader that falls leaves no file behind
    if _STATM.exists():
        in_use = int(_STATM.read_text().split()[0]) * resource.getpagesize()
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        wall = in_use + _WALL
        resource.setrlimit(resource.RLIMIT_AS, (wall if hard < 0 else min(wall, hard), hard))
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    while _memory() <= MEMORY:
        time.sleep(_EVERY)
    os._exit(TOO_MUCH_MEMORY)


def _memory() -> int:
    """Bytes in use now; at their most so far, where the system tells no more."""
    import resource

    if _STATM.exists():
        return int(_STATM.read_text().split()[1]) * resource.getpagesize()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
