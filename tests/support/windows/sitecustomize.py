"""Makes our own code see a system like Windows, in each process that has this folder in its PYTHONPATH.

The package's modules are given an `os`, `sys` and `signal` that lack what Windows lacks; Python's own library goes on with
the real ones. Of the real system these are refused: to rename, replace or remove what this process has open or mapped
into memory, and, to our code, to open a folder. Paths that our code writes into a text have backslashes.
"""

import builtins
import os
import pathlib
import signal
import sys
from types import ModuleType
from typing import Any

LACKING = {
    "os": [
        "fork",
        "link",
        "getuid",
        "geteuid",
        "getgid",
        "sched_getaffinity",
        "WNOHANG",
        "O_NOFOLLOW",
        "O_NONBLOCK",
        "O_DIRECTORY",
        "O_NOCTTY",
        "mkfifo",
        "mknod",
        "getppid",
        "waitid",
        "set_blocking",
    ],
    "signal": [
        "SIGHUP",
        "SIGKILL",
        "SIGPROF",
        "SIGSTOP",
        "SIGCONT",
        "SIGPIPE",
        "SIGUSR1",
        "setitimer",
        "getitimer",
        "ITIMER_PROF",
        "pthread_sigmask",
        "SIG_BLOCK",
        "SIG_SETMASK",
    ],
}
SEEN: dict[str, dict[str, Any]] = {
    "os": {"name": "nt"},
    "sys": {"platform": "win32"},
    "signal": {"SIGBREAK": signal.SIGUSR1},
}
MISSING = ("fcntl", "resource", "termios", "pwd", "grp")
WORDS = os.sep, "\\"


class _Seen(ModuleType):
    """A module as Windows has it."""

    def __init__(self, real: ModuleType) -> None:
        super().__init__(real.__name__)
        self.__dict__.update(_real=real, **SEEN[real.__name__])

    def __getattr__(self, name: str) -> Any:
        if name in LACKING.get(self.__name__, ()):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return getattr(self._real, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._real, name, value)


def _open(path: Any, *arguments: Any, **options: Any) -> int:
    if os.path.isdir(path):
        raise PermissionError(13, "Permission denied", path)
    return os.open(path, *arguments, **options)


SEEN["os"]["open"] = _open
_SEEN = {module.__name__: _Seen(module) for module in (os, sys, signal)}
_import = builtins.__import__


def _import_ours(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
    if level == 0 and str((globals or {}).get("__name__", "")).partition(".")[0] == "generator":
        if name in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}")
        if name in _SEEN:
            return _SEEN[name]
    return _import(name, globals, locals, fromlist, level)


def _in_use(path: Any) -> bool:
    """Whether this process has a file, or one in a folder, open."""
    try:
        wanted = os.path.realpath(os.fspath(path))
    except TypeError:
        return False
    opened = []
    for number in os.listdir("/proc/self/fd"):
        try:
            opened.append(os.readlink(f"/proc/self/fd/{number}"))
        except OSError:
            continue
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        opened += [line.split(maxsplit=5)[5].rstrip("\n") for line in maps if "/" in line]
    return any(each == wanted or each.startswith(f"{wanted}/") for each in opened)


def _refusing(act: Any) -> Any:
    def refused(*paths: Any, **options: Any) -> Any:
        for path in paths:
            if "dir_fd" not in options and _in_use(path):
                raise PermissionError(13, "The process cannot access the file", paths[0])
        return act(*paths, **options)

    return refused


def _text(path: pathlib.PurePath) -> str:
    text = _str(path)
    ours = str(sys._getframe(1).f_globals.get("__name__", "")).partition(".")[0] == "generator"
    return text.replace(*WORDS) if ours else text


_str = pathlib.PurePath.__str__
pathlib.PurePath.__str__ = _text  # type: ignore[method-assign, assignment]
builtins.__import__ = _import_ours
for _name in ("rename", "replace", "unlink", "remove", "rmdir"):
    setattr(os, _name, _refusing(getattr(os, _name)))
