"""What an editor can know of a game: its languages, kinds, ids, names of pictures and rules."""

import re
from collections.abc import Mapping, Sequence
from os.path import isdir, isfile
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator.draw.svg.reference import is_inside
from generator.model.game import Game, Kind

LARGEST_TEMPLATE = 2_000_000  # bytes; `pnp check` says what a larger one is
MOST_OFFERED = 2_000  # names of one sort; a file with more is no help to an editor
PICTURE = re.compile(r"""href=["']([^"'{}]*)\{\{\s*item\.(\w+)(?:\s+or\s+[^{}]*)?\s*\}\}([^"'{}]*)["']""")


class Known(Struct, frozen=True):
    """What there is in a game. ``definitions`` collects schemas that others refer to."""

    languages: Sequence[str] = ("en",)
    kinds: Sequence[str] = ()
    fields: Sequence[str] = ()  # of all kinds
    ids: Mapping[str, Sequence[str]] = {}  # by kind
    rules: Sequence[str] = ()
    fonts: Sequence[str] = ()
    definitions: dict[str, Any] = {}


def known_of(game: Game, rules: Sequence[str], fonts: Sequence[str] = ()) -> Known:
    """What there is in a game, of whose kinds with unread items no ids are reported."""
    ids = {
        kind.name: [item.id for item in kind.items if item.id]
        for kind in game.kinds.values()
        if not kind.partial and all(item.id for item in kind.items) and len(kind.items) <= MOST_OFFERED
    }
    fields = dict.fromkeys(name for kind in game.kinds.values() for name in kind.fields)
    return Known(game.languages, list(game.kinds), list(fields), ids, rules, fonts)


def pictures(kind: Kind, folder: Path) -> dict[str, list[str]]:
    """By field of an item, the words for which the kind's templates find a picture: see `picture_files`."""
    return {field: list(files) for field, files in picture_files(kind, folder).items()}


def picture_files(kind: Kind, folder: Path) -> dict[str, dict[str, str]]:
    """By field of an item, the words for which the templates find a picture, each with its file in ``folder``.

    They name it as ``art/{{ item.art }}.svg``, or with a word for items without one, ``{{ item.art or 'none' }}``.

    Args:
        kind: the kind.
        folder: the game's templates.
    """
    found: dict[str, dict[str, str]] = {}
    for path in templates_in(kind, folder):
        for before, key, after in PICTURE.findall(path.read_text(encoding="utf-8", errors="replace")):
            place = path.parent / before.rpartition("/")[0]
            start = before.rpartition("/")[2]
            if is_inside(place, folder) and isdir(place):
                files = [file.name for file in place.iterdir() if file.name.startswith(start)]
                names = {file[len(start) : len(file) - len(after)] for file in files if file.endswith(after)}
                made = {one: (place / f"{start}{one}{after}").relative_to(folder).as_posix() for one in names}
                found[key] = dict(sorted({**found.get(key, {}), **made}.items())[:MOST_OFFERED])
    return found


def templates_in(kind: Kind, folder: Path) -> list[Path]:
    """The templates of a kind's sides that can be read."""
    paths = [folder / name for name in (kind.template, kind.back) if name]
    return [
        path for path in paths if is_inside(path, folder) and isfile(path) and path.stat().st_size <= LARGEST_TEMPLATE
    ]
