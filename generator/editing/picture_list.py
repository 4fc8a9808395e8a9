"""What a game has that may be named in its files: its pictures, with where each is used, and all other names."""

import os
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from os.path import isdir, isfile
from pathlib import Path
from typing import NamedTuple

from generator.core.choices import InkName
from generator.draw.svg.drawing import SORTS
from generator.draw.svg.reference import is_inside
from generator.model.game import Game, Item, Kind
from generator.read.tree import Scalar

MOST = 2_000  # pictures of a game
_TEMPLATE = re.compile(rb"\{\{|\sdata-(if|for|let|text|field|flow)\s*=")
_NAMED = re.compile(r"[\w./%-]+\.(?:svg|png|jpe?g|webp)\b")
_ELSE = re.compile(r"""href=["'][^"'{}]*\{\{\s*item\.(\w+)\s+or\s+(?:item\.(\w+)|["']([^"'{}]+)["'])\s*\}\}""")
_COMMENT = re.compile(r"<!--.*?-->|(?:^|(?<=\s))#\s[^\n]*", re.DOTALL | re.MULTILINE)
_WRITTEN = (".svg", ".yaml", ".yml", ".md")


class PictureUse(NamedTuple):
    """Where a picture is used: in an item, or else in a file."""

    kind: str
    item: str
    file: str


def pictures_in(game: Game, folder: Path) -> list[str]:
    """The pictures below the folder of a game's templates, by their paths there; templates are none."""
    names, faces = [], {name for kind in game.kinds.values() for name in (kind.template, kind.back)}
    for above, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(above) / name
            if path.suffix.lower() in SORTS and not name.startswith(".") and is_inside(path, folder):
                file_name = path.relative_to(folder).as_posix()
                names += [] if file_name in faces or is_template(path) else [file_name]
    return sorted(names)[:MOST]


def is_template(path: Path) -> bool:
    """Whether an SVG file says things that vary from item to item."""
    if path.suffix.lower() != ".svg":
        return False
    with path.open("rb") as file:
        return _TEMPLATE.search(file.read(LARGEST_TEMPLATE)) is not None


def picture_uses(game: Game, folder: Path) -> Mapping[str, list[PictureUse]]:
    """By picture, where it is used: in items by a field, in templates, styles and running text by its name."""
    uses: dict[str, list[PictureUse]] = defaultdict(list)
    for kind in game.kinds.values():
        otherwise = _otherwise(kind, folder)
        for field, files in picture_files(kind, folder).items():
            default_field, usual = otherwise.get(field, ("", ""))
            for item in kind.items:
                word = _word(item, field) or _word(item, default_field) or usual
                if word in files:
                    uses[files[word]].append(PictureUse(kind.name, item.id, ""))
    for path in [*_written_in(folder), *_written_in(game.folder)]:
        own = folder if path.parent == game.folder else path.parent
        text = path.read_text(encoding="utf-8", errors="replace")
        for name in dict.fromkeys(name for name, _, _ in names_written(text, own, folder)):
            uses[name].append(PictureUse("", "", path.name))
    return uses


def names_written(text: str, own: Path, folder: Path) -> Iterator[tuple[str, int, int]]:
    """The pictures in ``folder`` that a text names, each with its place; ``own``: the folder that names begin in."""
    bare = _COMMENT.sub(lambda comment: " " * len(comment[0]), text)
    for match in _NAMED.finditer(bare):
        there = Path(os.path.normpath(own / match[0]))
        if there.is_relative_to(folder):
            yield there.relative_to(folder).as_posix(), match.start(), match.end()


def with_variants(path: Path) -> list[Path]:
    """The files of a picture: its own, and those that stand in for it in editions of less ink."""
    return [path, *(each for each in sorted(path.parent.glob(f"{path.stem}.*.*")) if is_variant(each, path.stem))]


def _word(item: Item, field: str) -> str:
    node = item.node.values.get(field)
    return node.text if isinstance(node, Scalar) and not node.absent else ""


def _otherwise(kind: Kind, folder: Path) -> dict[str, tuple[str, str]]:
    """By field that names a picture, the other field, or the very word, that does where an item has none."""
    return {key: (field, word) for _, text in _templates(kind, folder) for key, field, word in _ELSE.findall(text)}


def _written_in(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.suffix in _WRITTEN and path.is_file() and path.stat().st_size <= LARGEST_TEMPLATE:
            yield path


def field_places(kind: Kind, folder: Path) -> dict[str, tuple[str, str]]:
    """By field of an item, what is before and behind its word in the name of its picture."""
    places: dict[str, tuple[str, str]] = {}
    for key, before, after in all_places(kind, folder):
        places.setdefault(key, (before, after))
    return places


def all_places(kind: Kind, folder: Path) -> Iterator[tuple[str, str, str]]:
    """As `field_places`, one by one: a field may name several pictures."""
    for key, place, start, after in _pictures_named(kind, folder):
        inside = os.path.relpath(place, folder)
        if not inside.startswith(".."):
            yield key, (Path(inside) / "x").as_posix()[:-1] + start, after


LARGEST_TEMPLATE = 2_000_000  # bytes; `pnp check` says what a larger one is
MOST_OFFERED = 2_000  # names of one sort; a file with more is no help to an editor
PICTURE = re.compile(r"""href=["']([^"'{}]*)\{\{\s*item\.(\w+)(?:\s+or\s+[^{}]*)?\s*\}\}([^"'{}]*)["']""")


def picture_files(kind: Kind, folder: Path) -> dict[str, dict[str, str]]:
    """By field of an item, the words for which the templates find a picture, each with its file in ``folder``.

    They name it as ``art/{{ item.art }}.svg``, or with a word for items without one, ``{{ item.art or 'none' }}``.

    Args:
        kind: the kind.
        folder: the game's templates.
    """
    offered: dict[str, dict[str, str]] = {}
    for key, place, start, after in _pictures_named(kind, folder):
        if is_inside(place, folder) and isdir(place):
            files = sorted(file.name for file in place.iterdir())
            words = ((word_of(kind, key, file, start, after), file) for file in files)
            paths = {word: place / file for word, file in words if word}
            new_files = {
                word: path.relative_to(folder).as_posix() for word, path in paths.items() if not is_variant(path)
            }
            offered[key] = dict(sorted({**offered.get(key, {}), **new_files}.items())[:MOST_OFFERED])
    return offered


def word_of(kind: Kind, field: str, name: str, before: str, after: str) -> str:
    """The word that a field has for a picture of this name; empty where it has none.

    Where templates name it without a suffix, its word has none either, unless an item says so.
    """
    word = name[len(before) : len(name) - len(after)]
    if name != before + word + after or "/" in word:
        return ""
    short, suffix = os.path.splitext(word)
    bare = not after and suffix.lower() in SORTS and all(_word(item, field) != word for item in kind.items)
    return short if bare else word


def is_variant(path: Path, of: str = "") -> bool:
    """Whether a picture stands in for another one in an edition of less ink: ``fox.low.svg`` beside ``fox.svg``."""
    stem, _, ink = path.stem.rpartition(".")
    is_other = of in ("", stem) and ink in set(InkName) - {InkName.full}
    return is_other and any(isfile(path.with_name(stem + suffix)) for suffix in SORTS)


def _pictures_named(kind: Kind, folder: Path) -> Iterator[tuple[str, Path, str, str]]:
    """Where templates name pictures by a field: the field, the folder, and what is before and behind its word."""
    for path, text in _templates(kind, folder):
        for before, key, after in PICTURE.findall(text):
            place, _, start = before.rpartition("/")
            yield key, path.parent / place, start, after


def _templates(kind: Kind, folder: Path) -> Iterator[tuple[Path, str]]:
    """The templates of a kind's sides that can be read, with what is in them."""
    for path in (folder / name for name in (kind.template, kind.back) if name):
        if is_inside(path, folder) and isfile(path) and path.stat().st_size <= LARGEST_TEMPLATE:
            yield path, path.read_text(encoding="utf-8", errors="replace")
