"""The files that all pages share: styles, scripts, pictures of the interface."""

import re
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from os.path import normpath
from pathlib import Path
from threading import Lock
from time import monotonic

from msgspec import Struct

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
PREFIX = "/-/static"
FRESH = 0.5  # s after which the files are examined again: whoever works on them sees the change

_IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?["'](\.[^"']+\.js)["'];""", re.MULTILINE)
_LOCK = Lock()


class _Static(Struct):
    """The files as they were when they were examined last."""

    looked: float = -1e9  # when that was
    state: "dict[str, tuple[int, int]]" = {}  # by name: when each was changed, and its length
    files: Mapping[str, bytes] = {}
    stamp: str = ""


_NOW = _Static()


def held() -> Mapping[str, bytes]:
    """The content of the files, by name below ``static/``; examined once for the dozens that a page asks for."""
    with _LOCK:
        if monotonic() - _NOW.looked >= FRESH:
            stats = {path: path.stat() for path in sorted(STATIC.rglob("*")) if path.suffix in TYPES and path.is_file()}
            named = {path.relative_to(STATIC).as_posix(): about for path, about in stats.items()}
            state = {name: (about.st_mtime_ns, about.st_size) for name, about in named.items()}
            if state != _NOW.state:
                files, digest = {name: (STATIC / name).read_bytes() for name in state}, blake2b(digest_size=6)
                for name, content in sorted(files.items()):
                    digest.update(name.encode() + b"\0" + content + b"\0")
                _NOW.state, _NOW.files, _NOW.stamp = state, files, digest.hexdigest()
            _NOW.looked = monotonic()
        return _NOW.files


def stamp() -> str:
    """Identify the release of these files: part of their addresses, so that browsers keep them."""
    held()
    return _NOW.stamp


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
    files, imports, pending = held(), dict[str, None](), [name]
    while pending:
        script = pending.pop()
        for path in _IMPORT.findall(files[script].decode()):
            imported = normpath(f"{script.rpartition('/')[0]}/{path}").replace("\\", "/")
            if imported not in imports and imported != name:
                imports[imported] = None
                pending.append(imported)
    return sorted(imports)


@cache
def lasting_asset(name: str) -> str:
    """As `asset`, for pages that are written down: the files are examined once."""
    return asset(name)
