"""What ships for new games: texts, by their place in ``files/``."""

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

from msgspec import Struct

from generator.core.atomic import new_files
from generator.core.rewriting import replacing_same
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Scalar

FILES = Path(__file__).parent / "files"


class GameFiles(Struct):
    """Texts of a game, by their place in its folder of data and in its folder of templates."""

    data: dict[str, str] = {}
    templates: dict[str, str] = {}


class Made(Struct, frozen=True):
    """What was made: the folders, and the kinds, with the file of each that people will want to change."""

    data: Path
    templates: Path
    kinds: dict[str, Path] = {}


def faces_of(root: Node | None, game: str) -> str:
    """The folder under ``templates`` that ``game.yaml`` names, else the game's own name."""
    named = root.values.get("templates") if isinstance(root, MappingNode) else None
    if not isinstance(named, Scalar) or named.absent or re.search(r"[/\\:]|^\.\.?$", named.text):
        return game  # a name that leads elsewhere is a mistake, which `pnp check` tells
    return named.text


def game_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """What a game is made of, by its place: no hidden files, no notes of what was printed, nothing behind a link that
    leads away."""
    for path in sorted(folder.rglob("*")):
        place = path.relative_to(folder)
        if any(part.startswith(".") or part == "__pycache__" for part in place.parts) or place == Path("printed.json"):
            continue
        if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
            yield place.as_posix(), path


def text_of(content: bytes) -> str:
    """A file's text, its line ends as they are."""
    return content.decode("utf-8-sig")


def write(path: Path, text: str) -> None:
    """Write a text with its line ends as they are, into a folder that is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")


def texts_in(*folder: str) -> dict[str, str]:
    """The texts of a folder of ``files/``, by their path in it; none where there is no such folder."""
    root = FILES.joinpath(*folder)
    paths = sorted(path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def put_texts(texts: Mapping[Path, str], old: Mapping[Path, bytes]) -> None:
    """Write new files, and new texts of files that are there, which held ``old``: all of them, or none."""
    with ExitStack() as stack:
        stack.enter_context(new_files([path for path in texts if path not in old]))
        for path, text in texts.items():
            write(stack.enter_context(replacing_same(path, old[path])) if path in old else path, text)
