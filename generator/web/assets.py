"""The files that all pages share: styles, scripts, pictures of the interface."""

import re
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from os.path import normpath
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
PREFIX = "/-/static"
FRESH = 0.5  # s after which the files are examined again: whoever works on them sees the change

_IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?["'](\.[^"']+\.js)["'];""", re.MULTILINE)
_LOCK = Lock()
_KNOWN: dict[str, tuple[tuple[int, int], bytes]] = {}  # by name: when it changed, its length, and what it holds
_STAMP: list[object] = [None, ""]
_LOOKED: list[Any] = [-1e9, {}]  # when that was, and what was found


def held() -> Mapping[str, bytes]:
    """What the files hold, by name below ``static/``; a page asks for dozens, and they are examined once for it."""
    with _LOCK:
        if monotonic() - _LOOKED[0] < FRESH:
            found: Mapping[str, bytes] = _LOOKED[1]
            return found
        state = {}
        for path in sorted(STATIC.rglob("*")):
            if path.suffix in TYPES and path.is_file():
                about = path.stat()
                state[path.relative_to(STATIC).as_posix()] = (about.st_mtime_ns, about.st_size)
        for name in _KNOWN.keys() - state.keys():
            del _KNOWN[name]
        for name, mark in state.items():
            if name not in _KNOWN or _KNOWN[name][0] != mark:
                _KNOWN[name] = mark, (STATIC / name).read_bytes()
        if _STAMP[0] != state:
            digest = blake2b(digest_size=6)
            for name in sorted(_KNOWN):
                digest.update(name.encode() + b"\0" + _KNOWN[name][1] + b"\0")
            _STAMP[:] = [state, digest.hexdigest()]
        found = {name: content for name, (_, content) in _KNOWN.items()}
        _LOOKED[:] = [monotonic(), found]
        return found


def stamp() -> str:
    """What identifies the release of these files: part of their addresses, so that browsers keep them."""
    held()
    return str(_STAMP[1])


def asset(name: str) -> str:
    """The address of a file of ``static/``; scripts and styles find each other by relative names.

    Raises:
        KeyError: there is none; a template's mistake.
    """
    if name not in held():
        raise KeyError(name)
    return f"{PREFIX}/{stamp()}/{name}"


def modules(name: str) -> list[str]:
    """The scripts that a script imports, and those that they import: without a list, a browser finds one by
    one."""
    files, found, left = held(), dict[str, None](), [name]
    while left:
        one = left.pop()
        for said in _IMPORT.findall(files[one].decode()):
            other = normpath(f"{one.rpartition('/')[0]}/{said}").replace("\\", "/")
            if other not in found and other != name:
                found[other] = None
                left.append(other)
    return sorted(found)


@cache
def lasting_asset(name: str) -> str:
    """As `asset`, for pages that are written down: the files are examined once."""
    return asset(name)
