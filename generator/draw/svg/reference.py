"""Files that drawings refer to: found and read only inside the folders that a project gives; and the ink of a
drawing."""

import os
import re
from collections.abc import Sequence
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from generator.core.choices import InkName
from generator.draw.svg.path import excerpt

if TYPE_CHECKING:
    from generator.draw.marks.art import Art

# How many files may use one another in a row; a picture of pictures of pictures is as deep as art goes.
MAX_FILES_DEEP = 8
_LONG = 500  # characters of a path: beyond that a name is what is wrong
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def find_file(href: str, base: Path, roots: Sequence[Path]) -> Path:
    """The file that ``href`` names, seen from the folder ``base``; ``%20`` and the like stand for their characters.

    Raises:
        ValueError: it is not a path below ``base`` or beside it, lies outside all ``roots`` (symbolic links followed),
            or is not there.
    """
    name = unquote(href)
    if "#" in href:
        raise ValueError(f"{excerpt(href)} is a part of another file; only whole files are read")
    if _SCHEME.match(name) or "\\" in name or "\0" in name or os.path.isabs(name) or name.startswith("/"):
        raise ValueError(f"{excerpt(href)} is not a path from this file, with / between its parts")
    path = Path(os.path.normpath(base / name))
    check_file(path, roots)
    return path


def used_file(href: str, users: Sequence[Path], roots: Sequence[Path], ink: "Ink") -> Path:
    """The file that the last of ``users``, each of which uses the next, shows as ``href`` in this ink.

    Raises:
        ValueError: as `find_file`; or it is one of the users, or these are as many as are read.
    """
    path = ink.file(find_file(href, users[-1].parent, roots))
    check_file(path, roots)
    if path in users:
        raise ValueError(f"{path.name} would be drawn inside itself")
    if len(users) >= MAX_FILES_DEEP:
        chain = " uses ".join(user.name for user in users)
        raise ValueError(f"more than {MAX_FILES_DEEP} files use one another in a row: {chain} uses {path.name}")
    return path


def check_file(path: Path, roots: Sequence[Path]) -> None:
    """Raise ValueError unless ``path``, symbolic links followed, is a file inside one of ``roots``."""
    try:
        inside, exists = any(is_inside(path, root) for root in roots), isfile(os.path.realpath(path))
    except (OSError, ValueError):  # a name that no file can have
        inside, exists = True, False
    if not inside:
        raise ValueError(f"{path.name} lies outside the folders of this project")
    if not exists:
        way = "; write / between its parts, in place of \\" if "\\" in path.name else ""
        missing = f"folder {path.parent}" if is_without_folder(path) else f"file {path}"
        raise ValueError(f"there is no {missing}{way}")


def is_without_folder(path: Path) -> bool:
    """Whether the very folder is missing in which a file should be."""
    return len(os.fspath(path)) < _LONG and not os.path.isdir(path.parent)


def is_inside(path: Path, folder: Path) -> bool:
    """Whether a path leads to a folder or into it, symbolic links followed, be anything there or not."""
    real, around = (os.path.normcase(os.path.realpath(each)) for each in (path, folder))
    return real == around or real.startswith(os.path.join(around, ""))


FINEST = 0.25  # mm: art.md's thinnest line, to which a pen makes none thinner


class Ink(NamedTuple):
    """The ink that faces are drawn with. ``pen`` is how wide lines are, of what their files say."""

    name: InkName = InkName.full
    pen: float = 1.0
    palette: tuple[tuple[str, str], ...] = ()  # of the colour edition alone: tints by name
    current: str = "#000000"  # the colour that currentColor is to begin with
    art: "Art | None" = None  # the project's fonts, and whether pixels may be; None: what ships with the tool

    def tint(self, name: str) -> str | None:
        """The colour that ``data-tint`` stands for; None in the editions without colour.

        Raises:
            ValueError: the palette has no such tint.
        """
        if not self.palette:
            return None
        colours = dict(self.palette)
        if name not in colours:
            raise ValueError(f"there is no tint {name[:40]!r} in the palette; known: {', '.join(colours)}")
        return colours[name]

    def line(self, width: float) -> float:
        """The width (mm) at which a line is drawn that is ``width`` wide in full ink."""
        return width if self.pen == 1 else min(width, max(width * self.pen, FINEST))

    def file(self, path: Path) -> Path:
        """The file to read for ``path``: its variant for this ink, where there is one."""
        if self.name is InkName.full:
            return path
        # A photograph may well have a drawing for its variant.
        sorts = dict.fromkeys((path.suffix, ".svg", ".png")) if path.suffix.lower() != ".svg" else (path.suffix,)
        variants = [path.with_suffix(f".{self.name}{suffix}") for suffix in sorts]
        return next((variant for variant in variants if isfile(variant)), path)


FULL_INK = Ink()
