"""The files that a game is written in, as texts that are changed in the browser: whole, or the lines of one item.

A file's version is the digest of its bytes. Whoever saves says which version was changed; where the file is another by
now, nothing is written.
"""

import errno
import os
import re
import stat
from bisect import bisect_right
from collections.abc import Sequence
from os.path import realpath
from pathlib import Path

from msgspec import Struct

from generator.core.problem import Faulty, Infeasible, NotFound, Problem, reason_of
from generator.core.rewriting import EditConflict
from generator.core.textfile import BOM
from generator.model.game import Game, Item, Kind
from generator.read.reader import read_bytes
from generator.read.tree import MAX_BYTES, Node
from generator.web.history import version_of

SUFFIXES = (".yaml", ".yml", ".md")
TEMPLATES, TEMPLATE_SUFFIXES = "templates/", (".yaml", ".yml", ".svg")
PICTURE_SUFFIXES = (".svg", ".png", ".jpg", ".jpeg", ".webp")


class SourceFile(Struct, frozen=True):
    """A file as it was read."""

    name: str  # as `source_file` takes it
    path: Path  # where it really lies
    shown: str  # its name in messages
    content: bytes

    @property
    def version(self) -> str:
        """Identify these bytes."""
        return version_of(self.content)

    def require(self, version: object) -> None:
        """See that it is of this version.

        Raises:
            ChangedMeanwhile: it is not.
        """
        if version != self.version:
            raise EditConflict(Path(self.shown))

    @property
    def lines(self) -> list[str]:
        """Its lines, without what ends them. Bytes that are not text are shown, and not kept."""
        text = self.content.removeprefix(BOM).decode("utf-8", "replace")
        return text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n") if text else []

    def replaced(self, start: int, end: int, lines: Sequence[str]) -> bytes:
        """The bytes with other lines in the place of some; all others stay, byte for byte.

        Args:
            start: the first that goes, from 0.
            end: the one behind the last.
            lines: what comes.

        Raises:
            Infeasible: the file is not UTF-8.
        """
        try:
            self.content.decode("utf-8")
        except UnicodeDecodeError:
            raise Infeasible(f"{self.shown} is not UTF-8; save it as UTF-8 with an editor first") from None
        newline = b"\r\n" if b"\r\n" in self.content else b"\n"
        old_lines = self.content.splitlines(keepends=True)
        new = [line.encode("utf-8") + newline for line in lines]
        before = old_lines[:start]
        if new and before and not before[-1].endswith((b"\n", b"\r")):
            before[-1] += newline
        return b"".join([*before, *new, *old_lines[end:]])


def source_file(
    game: Game, name: str, templates: Path | None = None, *, begins: bool = False, pictures: bool = False
) -> SourceFile:
    """A file that a game is written in.

    Args:
        game: the game.
        name: of a file of its data; or, with ``templates/`` before it, its path among the game's templates.
        templates: the folder of those; None where they are not to be read.
        begins: whether one that is not there is to be begun: then it holds nothing.
        pictures: whether a picture among the templates is meant as well.

    Raises:
        NotFound: there is none that may be read here: of texts, in the game's own folder and not led out of it.
        Infeasible: it cannot be read, or is too large.
    """
    own, below = name.startswith(TEMPLATES) and templates is not None, name.removeprefix(TEMPLATES)
    root = templates if own and templates is not None else game.folder
    suffixes = (*TEMPLATE_SUFFIXES, *(PICTURE_SUFFIXES if pictures else ())) if own else SUFFIXES
    inner = below if own else name
    path, folder = Path(realpath(root / inner)), Path(realpath(root))
    within = path.is_relative_to(folder) if own else path.parent == folder and "/" not in inner
    hidden = any(part.startswith(".") for part in inner.split("/"))
    if not within or hidden or path.suffix.lower() not in suffixes:
        raise NotFound(f"{game.name} has no file {name!r} that is written by hand")
    try:
        content = _read(path)
    except FileNotFoundError:
        if not begins or os.path.lexists(path):
            raise NotFound(f"{game.name} has no file {name!r}") from None
        content = b""
    except OSError as error:
        raise Infeasible(f"cannot read {name}: {reason_of(error)}") from None
    if len(content) > MAX_BYTES:
        raise Infeasible(f"{name} is too large to be changed here")
    shown_name = f"{root}/{inner}" if own else f"{game.file.removesuffix('game.yaml')}{name}"
    return SourceFile(name, path, shown_name, content)


def _read(path: Path) -> bytes:
    """Read a file, but not one that a link, put in its place just now, leads to.

    Raises:
        OSError: it cannot be read; FileNotFoundError where there is no plain file.
    """
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO):  # a link, a socket
            raise FileNotFoundError(path) from None
        raise
    with os.fdopen(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode) or _opened(number, path) != path:
            raise FileNotFoundError(path)
        return file.read(MAX_BYTES + 1)


def _opened(number: int, path: Path) -> Path:
    """The path by which the system knows an open file; ``path`` where it does not say (other systems than Linux)."""
    try:
        return Path(os.readlink(f"/proc/self/fd/{number}").removesuffix(" (deleted)"))  # somebody saved meanwhile
    except OSError:
        return path


def source_names(game: Game) -> list[str]:
    """The names of the files that `source_file` gives."""
    try:
        names = sorted(path.name for path in game.folder.iterdir())
    except OSError:
        return []
    return [name for name in names if Path(name).suffix in SUFFIXES and not name.startswith(".")]


def span_of(kind: Kind, item: Item, lines: Sequence[str]) -> tuple[int, int]:
    """The lines of an item in its file: the first from 0, and the one behind the last.

    Comments straight above an item are its own; above the first one they may be the file's, and are left. Other
    comments between two items, such as headings, belong to none of them.

    Raises:
        Infeasible: the item shares a line with others, or is in running text.
    """
    return spans_of(kind, [item], lines)[0]


def spans_of(kind: Kind, items: Sequence[Item], lines: Sequence[str]) -> list[tuple[int, int]]:
    """As `span_of`, of each of some items."""
    if kind.prose:
        raise Infeasible(f"{kind.name} is running text: change its file")
    if any(item.file != kind.file for item in items):
        raise Infeasible("these are made from another file: change that")
    siblings = [sibling.node for sibling in kind.items if sibling.file == kind.file]
    return lines_of_entries(siblings, [item.node for item in items], lines)


def lines_of_entries(siblings: Sequence[Node], nodes: Sequence[Node], lines: Sequence[str]) -> list[tuple[int, int]]:
    """As `spans_of`, of some of the members of a list that a file is."""
    starts, spans = sorted(sibling.line - 1 for sibling in siblings), []
    for node in nodes:
        start = node.line - 1
        place = bisect_right(starts, start)
        if starts[place - 2 : place].count(start) > 1 or start >= len(lines) or lines[start].lstrip()[:1] != "-":
            raise Infeasible("it does not begin a line of its own: change the whole file")
        end = _above(lines, starts[place]) if place < len(starts) else len(lines)
        while end > start + 1 and _stands_between(lines[end - 1], node.column - 1):
            end -= 1
        spans.append((start if start == starts[0] else _above(lines, start), end))
    return spans


def require_readable(file: SourceFile, content: bytes) -> None:
    """Go on only where other bytes may come into a file.

    Raises:
        Faulty: it could be read as YAML before, and could not any more.
        Infeasible: it would be too large.
    """
    if len(content) > MAX_BYTES:
        raise Infeasible(f"{file.shown} would be too large to be read")
    problems = unreadable(file, content)
    if problems and not unreadable(file, file.content):
        raise Faulty(problems, "nothing was saved")


def unreadable(file: SourceFile, content: bytes) -> list[Problem]:
    """The problems for which a file's bytes cannot be read as YAML; none for other files."""
    if file.path.suffix not in (".yaml", ".yml"):
        return []
    root, problems = read_bytes(content, file.shown)
    return problems if root is None else []


def _stands_between(line: str, indent: int) -> bool:
    """Whether a line is empty, or a comment that is not indented as what is in an item is."""
    text = line.strip()
    return not text or (text.startswith("#") and len(line) - len(line.lstrip()) < indent)


def _above(lines: Sequence[str], start: int) -> int:
    """The line where the comments straight above a line begin, not further in than it; else the line itself."""
    above = re.compile(f" {{0,{len(lines[start]) - len(lines[start].lstrip())}}}#")
    while start > 0 and above.match(lines[start - 1]):
        start -= 1
    return start
