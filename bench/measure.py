"""Run a command and print what it took, as JSON: seconds by the clock and of the processor, peak memory in MB.

Usage: ``python -S bench/measure.py COMMAND [ARGUMENT]...``

A process of its own between the benchmark and the command, and a small one: Linux counts the memory of the process
that starts another towards the other's peak. What the command prints goes nowhere; what it complains about stays.
"""

import json
import os
import sys
import time


def main(command: list[str]) -> int:
    """Run ``command`` and print; its exit status."""
    started = time.perf_counter()
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execv(command[0], command)
    _, status, used = os.wait4(child, 0)
    wall = time.perf_counter() - started
    unit = 1e6 if sys.platform == "darwin" else 1e3  # bytes there, kB here
    print(json.dumps({"wall": wall, "cpu": used.ru_utime + used.ru_stime, "memory": used.ru_maxrss / unit}))
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
