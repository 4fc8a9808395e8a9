"""The files that a game is written in, as texts that are changed in the browser: whole, or the lines of one item.

A file's version is the digest of its bytes. Whoever saves says which version was changed; where the file is another by
now, nothing is written.
"""

import shutil
from collections.abc import Sequence
from hashlib import sha256
from os.path import realpath
from pathlib import Path

from msgspec import Struct

from generator.core.atomic import replacing
from generator.core.problem import Problem
from generator.core.refusal import Faulty, Infeasible, NotFound
from generator.core.textfile import BOM
from generator.model.game import Game, Item, Kind
from generator.read.file_size import MAX_BYTES
from generator.read.reader import read_bytes

SUFFIXES = (".yaml", ".yml", ".md")


class Stale(Exception):
    """The file is no longer what was changed."""


class SourceFile(Struct, frozen=True):
    """A file as it was read."""

    path: Path  # where it really lies
    shown: str  # its name in messages
    content: bytes

    @property
    def version(self) -> str:
        """What tells these bytes from others."""
        return sha256(self.content).hexdigest()[:32]

    @property
    def lines(self) -> list[str]:
        """Its lines, without what ends them. Bytes that are no text are shown, and not kept."""
        return _lines(self.content.removeprefix(BOM).decode("utf-8", "replace"))

    def replaced(self, start: int, end: int, lines: Sequence[str]) -> bytes:
        """The bytes with other lines in the place of some; all others stay, byte for byte.

        Args:
            start: the first that goes, from 0.
            end: the one behind the last.
            lines: what comes.

        Raises:
            Infeasible: the file is no UTF-8.
        """
        try:
            self.content.decode("utf-8")
        except UnicodeDecodeError:
            raise Infeasible(f"{self.shown} is not UTF-8; save it as UTF-8 with an editor first") from None
        newline = b"\r\n" if b"\r\n" in self.content else b"\n"
        kept = _kept_lines(self.content)
        new = [line.encode("utf-8") + newline for line in lines]
        before = kept[:start]
        if new and before and not before[-1].endswith((b"\n", b"\r")):
            before[-1] += newline
        return b"".join([*before, *new, *kept[end:]])


def source_file(game: Game, name: str) -> SourceFile:
    """A file of a game's data, by its name.

    Raises:
        NotFound: there is none that may be read here: of texts, in the game's own folder and not led out of it.
        Infeasible: it cannot be read, or is too large.
    """
    path = Path(realpath(game.folder / name))
    folder = Path(realpath(game.folder))
    if path.parent != folder or Path(name).name != name or path.suffix not in SUFFIXES or name.startswith("."):
        raise NotFound(f"{game.name} has no file {name!r} that is written by hand")
    if not path.is_file():
        raise NotFound(f"{game.name} has no file {name!r}")
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise Infeasible(f"cannot read {name}: {(error.strerror or str(error)).lower()}") from None
    if len(content) > MAX_BYTES:
        raise Infeasible(f"{name} is too large to be changed here")
    return SourceFile(path, f"{game.file.removesuffix('game.yaml')}{name}", content)


def source_names(game: Game) -> list[str]:
    """The names of the files that `source_file` gives."""
    try:
        found = sorted(path.name for path in game.folder.iterdir())
    except OSError:
        return []
    return [name for name in found if Path(name).suffix in SUFFIXES and not name.startswith(".")]


def span_of(kind: Kind, item: Item, lines: Sequence[str]) -> tuple[int, int]:
    """The lines of an item in its file: the first from 0, and the one behind the last.

    Comments straight above an item are its own; above the first one they may be the file's, and are left.

    Raises:
        Infeasible: the item shares a line with others, or stands in running text.
    """
    if kind.prose:
        raise Infeasible(f"{kind.name} is running text: change its file")
    starts = sorted({other.node.line - 1 for other in kind.items if other.file == item.file})
    start = item.node.line - 1
    count = sum(other.node.line - 1 == start and other.file == item.file for other in kind.items)
    if count > 1 or start >= len(lines) or not lines[start].lstrip().startswith("-"):
        raise Infeasible(f"{item.id} does not begin a line of its own: change the whole file")
    after = [line for line in starts if line > start]
    end = _above(lines, after[0]) if after else len(lines)
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    return (start if start == starts[0] else _above(lines, start)), end


def save(file: SourceFile, version: str, content: bytes) -> SourceFile:
    """Put other bytes into a file, whole or not at all.

    Raises:
        Stale: it is no longer of this version.
        Faulty: it could be read as YAML before, and could not any more.
        Infeasible: it cannot be written, or would be too large.
    """
    if file.version != version:
        raise Stale
    if len(content) > MAX_BYTES:
        raise Infeasible(f"{file.shown} would be too large to be read")
    problems = unreadable(file, content)
    if problems and not unreadable(file, file.content):
        raise Faulty(problems, "nothing was saved")
    try:
        with replacing(file.path) as part:
            part.write_bytes(content)
            shutil.copymode(file.path, part)
    except OSError as error:
        raise Infeasible(f"cannot write {file.shown}: {(error.strerror or str(error)).lower()}") from None
    return SourceFile(file.path, file.shown, content)


def unreadable(file: SourceFile, content: bytes) -> list[Problem]:
    """Why a file's bytes cannot be read as YAML at all; nothing of what is no YAML."""
    if file.path.suffix == ".md":
        return []
    root, problems = read_bytes(content, file.shown)
    return problems if root is None else []


def _above(lines: Sequence[str], start: int) -> int:
    """Where the comments straight above a line begin; the line itself if there are none."""
    while start > 0 and lines[start - 1].lstrip().startswith("#"):
        start -= 1
    return start


def _lines(text: str) -> list[str]:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _kept_lines(content: bytes) -> list[bytes]:
    """The lines with what ends them: as `_lines` counts them."""
    return content.splitlines(keepends=True)
