"""The files and items of a game as they are at one moment, each told by a digest: what answers rest on."""

import os
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from html import unescape
from pathlib import Path

from generator.catalog.game import Item, Kind
from generator.notes import NotedThing, take_note
from generator.source.tree import Node, Scalar, Sequence
from generator.svg.drawing import SORTS
from generator.textfile import read_text_file
from generator.workspace.file_states import FileStates

_HREF = re.compile(r"href\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_MOST_READ = 8 * 1024**2
_ITEMS = Kind.__dict__["items"]


class World:
    """What notes stand for now."""

    def __init__(self, states: FileStates, data: Path, read: dict[bytes, tuple[str, ...]]) -> None:
        """Take the files of a game.

        Args:
            states: the files.
            data: the folder of its data.
            read: which files pictures name, by the digest of their content; it is added to.
        """
        self._content = {_normal(path): state.content for path, state in states.items()}
        self._data, self._read = os.path.normpath(data), read
        self._known: dict[NotedThing, str] = {}
        self._beside: dict[tuple[str, str], list[str]] = {}
        inside = self._data + os.sep
        self.drawn = sorted(name for name in self._content if not name.startswith(inside))
        for name in self.drawn:
            folder, base = os.path.split(name)
            self._beside.setdefault((folder, _stem(base)), []).append(name)

    def digest(self, noted: NotedThing) -> str:
        """What tells what was noted from all else that it might be."""
        known = self._known.get(noted)
        if known is None:
            sort, name = noted
            if sort == "picture":
                known = self._picture(name)
            elif sort == "file":
                known = self._content.get(_normal(name), b"").hex()
            elif sort == "rules":
                known = self.data("balance.yaml")
            else:
                known = ""
            self._known[noted] = known
        return known

    def data(self, *names: str) -> str:
        """The digest of files of the game's data."""
        found = [self._content.get(os.path.join(self._data, name), b"-") for name in names]
        return digest_of(*(one.hex() for one in found))

    def texts(self) -> str:
        """The digest of the game's running texts."""
        inside = [name for name in self._content if name.startswith(self._data + os.sep) and name.endswith(".md")]
        return digest_of(*(f"{name} {self._content[name].hex()}" for name in sorted(inside)))

    def templates(self) -> str:
        """The digest of all that drawing may rest on beside the data."""
        return digest_of(*(f"{name} {self._content[name].hex()}" for name in self.drawn), self.data("game.yaml"))

    def frame(self, notes: Iterable[NotedThing]) -> str:
        """The digest of what every face rests on: the description, the style, words, fonts, and which files there are.

        ``notes`` are those of reading the style.
        """
        parts = [
            name if os.path.splitext(name)[1].lower() in SORTS else f"{name} {self._content[name].hex()}"
            for name in self.drawn
        ]
        return digest_of(*parts, self.data("game.yaml"), *(self.digest(one) for one in notes))

    def set_items(self, kind: Kind, digests: Iterable[str]) -> None:
        """Take note of a kind's items as they were read."""
        broken = any(item.broken for item in kind.items)
        own = [item.id for item in kind.beside]
        self._known["items", kind.name] = digest_of(*digests, repr((kind.partial, kind.path is None, own)))
        self._known["broken", kind.name] = str(broken)

    def _picture(self, name: str) -> str:
        """A picture, those that might be meant by its name, and all that they show."""
        waiting, seen = [_normal(name)], dict[str, None]()
        while waiting:
            folder, base = os.path.split(waiting.pop())
            for found in self._beside.get((folder, _stem(base)), ()):
                if found not in seen:
                    seen[found] = None
                    waiting += self._shown_in(found)
        return digest_of(*(f"{found} {self._content[found].hex()}" for found in sorted(seen)))

    def _shown_in(self, path: str) -> list[str]:
        if not path.lower().endswith(".svg"):
            return []
        content = self._content[path]
        names = self._read.get(content)
        if names is None:
            text, _ = read_text_file(Path(path), path, _MOST_READ, "template-syntax")
            hrefs = (unescape(one or other).partition("#")[0] for one, other in _HREF.findall(text or ""))
            names = self._read[content] = tuple({href: None for href in hrefs if href and not href.startswith("data:")})
        return [os.path.normpath(os.path.join(os.path.dirname(path), name)) for name in names]


class NotingKind(Kind):
    """A kind that notes when its items are looked at."""

    __slots__ = ()

    @property
    def items(self) -> list[Item]:
        """The items."""
        take_note("items", self.name)
        return _ITEMS.__get__(self)  # type: ignore[no-any-return]

    @items.setter
    def items(self, items: list[Item]) -> None:
        _ITEMS.__set__(self, items)

    @property
    def is_broken(self) -> bool:
        """Whether an item could not be read."""
        take_note("broken", self.name)
        return any(item.broken for item in _ITEMS.__get__(self))


def digest_of(*parts: str) -> str:
    """A digest of texts in this order."""
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def item_digest(item: Item, known: dict[int, tuple[Node, str]]) -> str:
    """What tells an item's values from all others, wherever it stands; ``known`` are trees of before."""
    held = known.get(id(item.node))
    if held is None or held[0] is not item.node:
        parts: list[str] = []
        _write(item.node, parts)
        held = known[id(item.node)] = item.node, digest_of(*parts)
    form = (
        "" if not (item.broken or item.waived or item.wrong) else repr((item.broken, item.waived, sorted(item.wrong)))
    )
    return held[1] + form


def _write(node: Node, parts: list[str]) -> None:
    if isinstance(node, Scalar):
        parts += ("=" if node.plain else '"', node.text)
    elif isinstance(node, Sequence):
        parts.append("[")
        for child in node.items:
            _write(child, parts)
        parts.append("]")
    else:
        parts.append("{")
        for key, child in node.values.items():
            parts += (":" if node.keys[key].plain else ";", key)
            _write(child, parts)
        parts.append("}")


@lru_cache(maxsize=1 << 14)
def _normal(path: str) -> str:
    return os.path.normpath(path)


@lru_cache(maxsize=1 << 14)
def _stem(base: str) -> str:
    return unicodedata.normalize("NFC", base.partition(".")[0]).casefold()
