"""The cache on disk: answers by the digest of all that they rest on.

An entry is a file: a few bytes that say what it is, a seal, and the answer. The seal is made from the entry's name and
its content with a secret of the user's own. So an entry that is cut off, damaged, moved, or made by somebody else is
none. No answer is code: it is JSON, or the bytes of a file that is written as they are.
"""

import os
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b, sha256
from hmac import compare_digest
from pathlib import Path
from time import time

from generator.core.atomic import replacing
from generator.core.kept_pixels import keep_pixels_in
from generator.core.plugins import installed_places

LARGEST = 64 * 1024**2  # bytes of an answer; a larger one is not kept
DEFAULT_SIZE = 256 * 1024**2  # bytes of all
OFF = "off"
VARIABLE, SIZE_VARIABLE = "PNP_CACHE", "PNP_CACHE_SIZE"
_MAGIC = b"pnp cache 1\n"
_SEAL, _SECRET = 32, 32
_OTHERS = 0o077  # who may read the secret can seal an entry with it
_SUFFIX = ".answer"
_USED = 600.0  # s after which a use is noted again
_KEPT = 0.75  # of the size, after the oldest had to go


class Cache:
    """Answers by key. Whatever goes wrong with the disk, there is no cache, and nobody hears of it."""

    def __init__(self, folder: Path | None, secret: bytes = b"", size: int = DEFAULT_SIZE) -> None:
        """Take the folder, which need not be there yet; without one nothing is kept."""
        self.folder, self._secret, self._size = folder, secret, size
        self._written = False

    def get(self, key: str) -> bytes | None:
        """The answer with this key, or None."""
        if self.folder is None:
            return None
        path = self._path(key)
        try:
            data, about = _read(path)
            head = len(_MAGIC) + _SEAL
            seal, body = data[len(_MAGIC) : head], data[head:]
            if not data.startswith(_MAGIC) or not compare_digest(seal, self._seal(key, body)):
                return None
            if time() - about.st_mtime > _USED:
                with suppress(OSError):
                    os.utime(path)
        except (OSError, ValueError):
            return None
        return body

    def put(self, key: str, body: bytes) -> None:
        """Keep an answer."""
        if self.folder is None or len(body) > min(LARGEST, self._size):
            return
        try:
            with replacing(self._path(key)) as part:
                part.write_bytes(_MAGIC + self._seal(key, body) + body)
            self._written = True
        except (OSError, ValueError):
            self.folder = None  # it is full, or nobody may write there

    def trim(self) -> None:
        """Remove what was not used for longest, where what is kept has become too much."""
        if self.folder is None or not self._written:
            return
        self._written = False
        entries = []
        with suppress(OSError):
            for entry in os.scandir(self.folder):
                if entry.name.endswith(_SUFFIX):
                    with suppress(OSError):
                        about = entry.stat(follow_symlinks=False)
                        entries.append((about.st_mtime, about.st_size, entry.path))
        total = sum(size for _, size, _ in entries)
        if total <= self._size:
            return
        for _, size, path in sorted(entries):
            with suppress(OSError):
                os.unlink(path)
            total -= size
            if total <= _KEPT * self._size:
                break

    def _path(self, key: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{key}{_SUFFIX}"

    def _seal(self, key: str, body: bytes) -> bytes:
        seal = blake2b(key.encode(), digest_size=_SEAL, key=self._secret)
        seal.update(b"\n")
        seal.update(body)
        return seal.digest()


def _read(path: Path, most: int = LARGEST + len(_MAGIC) + _SEAL) -> tuple[bytes, os.stat_result]:
    """What is in a file, and what it is; a pipe in its place may never end, and a link leads elsewhere.

    Raises:
        OSError: it cannot be read, is not a file, or is too large.
    """
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(number, "rb") as file:
        about = os.fstat(number)
        if not stat.S_ISREG(about.st_mode) or about.st_size > most:
            raise OSError("no entry")
        return file.read(about.st_size), about


def key_of(*parts: str | bytes) -> str:
    """A key for an answer that rests on these: different for different parts, and for the same parted otherwise."""
    digest = sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.hexdigest()


def open_cache(folder: Path | None = None, *, used: bool = True) -> Cache:
    """The cache that a run follows.

    Args:
        folder: where it is, if the user says so; else ``PNP_CACHE`` says it, where ``off`` is for none, and else it is
            in the user's folder for caches.
        used: whether there is to be one at all.
    """
    setting = os.environ.get(VARIABLE, "")
    if not used or (folder is None and setting.lower() in (OFF, "0")):
        return Cache(None)
    try:
        home = user_folder()
        secret = _secret(home)
    except (OSError, RuntimeError):  # there is no home, or nobody may write there
        return Cache(None)
    own = folder if folder is not None else Path(setting) if setting else home / "answers"
    cache = Cache(own, secret, _size(os.environ.get(SIZE_VARIABLE, "")))
    keep_pixels_in(cache)
    return cache


def user_folder() -> Path:
    """Where this program keeps what can be made again, as each system has it.

    Raises:
        RuntimeError: the user has no home.
    """
    name = "pnp-generator"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / name / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / name
    named = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(named) if os.path.isabs(named) else Path.home() / ".cache") / name


def _size(text: str) -> int:
    """The most bytes to keep; ``text`` is a number of MB."""
    return int(text) * 1024**2 if text.isascii() and text.isdigit() and len(text) < 10 else DEFAULT_SIZE


def _secret(home: Path) -> bytes:
    """The user's own secret, made when it is first asked for. Without it an entry of somebody else would count.

    Raises:
        OSError: none can be made, or something is in its place that is not this user's own file.
    """
    file = home / "secret"
    for _ in range(2):
        with suppress(FileNotFoundError):
            secret, about = _read(file, most=_SECRET)
            if hasattr(os, "geteuid") and about.st_uid != os.geteuid():
                raise PermissionError("the secret is somebody else's")
            if len(secret) == _SECRET and (os.name == "nt" or not about.st_mode & _OTHERS):
                return secret
            file.unlink()  # cut off, or no secret any more
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = home / f".secret-{os.urandom(8).hex()}"
        try:
            descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with os.fdopen(descriptor, "wb") as new:
                new.write(os.urandom(_SECRET))
            # Of two runs that begin at once one makes the secret that stays; what the other keeps is no answer later.
            os.replace(part, file)
        finally:
            with suppress(OSError):
                part.unlink()
    raise OSError("the secret cannot be made")


@lru_cache(maxsize=1)
def tool_digest() -> str:
    """What tells this tool, as it is installed, from any other: its files and the libraries beside it.

    Files count by their place, size and times, which takes a few ms: a checkout that was touched is another tool.
    """
    package = Path(__file__).resolve().parents[1]
    parts = [sys.version, *_stamps(package)]
    for folder in sys.path:
        with suppress(OSError):
            installed = [name for name in os.listdir(folder or ".") if name.endswith((".dist-info", ".egg-info"))]
            parts += sorted(installed)
    for place in installed_places():
        parts += _stamps(place) if place.is_dir() else [_stamp(place)]
    return key_of(*parts)


def _stamps(folder: Path) -> Iterable[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in ("__pycache__", "shipped"))
        for name in sorted(names):
            yield _stamp(os.path.join(place, name))


def _stamp(file: str | Path) -> str:
    about = os.stat(file)
    return f"{file} {about.st_size} {about.st_mtime_ns} {about.st_ctime_ns} {about.st_ino}"
