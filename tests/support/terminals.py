"""The command with a terminal before it."""

import os
import pty
import select

from forked import begun
from projects import Project


def on_a_terminal(project: Project, *arguments: str, typed: str = "", **environment: str) -> tuple[int, str]:
    """The command's status and all that it writes, its output and errors being a terminal of 80 columns.

    Where something is typed, its input is that terminal too.
    """
    ours, theirs = pty.openpty()
    usual = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "25", "PYTHONIOENCODING": "utf-8"}
    known = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    with open(os.devnull, "rb") as nothing:
        read = theirs if typed else nothing.fileno()
        child = begun(arguments, project.folder, {**known, **usual, **environment}, [read, theirs, theirs])
    os.close(theirs)
    os.write(ours, typed.encode())
    written = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            written += os.read(ours, 65536)
        except OSError:  # it ended, and closed its side
            break
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(ours)
    return status, written.decode("utf-8").replace("\r\n", "\n")
