"""Files that drawings refer to: found and read only inside the folders that a project gives."""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote

from generator.svg.path import excerpt

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


def check_file(path: Path, roots: Sequence[Path]) -> None:
    """Raise ValueError unless ``path``, symbolic links followed, is a file inside one of ``roots``."""
    try:
        real = path.resolve()
        inside = any(real.is_relative_to(root.resolve()) for root in roots)
        found = inside and real.is_file()
    except (OSError, RuntimeError, ValueError):  # a loop of links, or a name that no file can have
        inside, found = True, False
    if not inside:
        raise ValueError(f"{path.name} lies outside the folders of this project")
    if not found:
        raise ValueError(f"there is no file {path}")
