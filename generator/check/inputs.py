"""Inputs of a check as digests: the files and items of a game at one moment, on which answers depend."""

import os
import re
import unicodedata
from collections.abc import Iterable
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path

from generator.check.file_states import FileStates
from generator.core.notes import Dependency
from generator.core.textfile import read_text_file
from generator.draw.marks.fontfile import FONT_ENDINGS
from generator.model.game import Game, Item, Kind
from generator.read.tree import Node, Scalar, Sequence, told_apart


def digest_of(*parts: str) -> str:
    """A digest of texts in this order."""
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


TreeDigests = dict[int, tuple[Node, str]]  # digests of trees that are held, by their identity


def _bare(node: Node) -> object:
    """What is written in a tree, wherever it is."""
    if isinstance(node, Scalar):
        return node.plain, node.text
    if isinstance(node, Sequence):
        return [_bare(child) for child in node.items]
    return {key: (node.keys[key].plain, _bare(child)) for key, child in node.values.items()}


_HREF = re.compile(r"href\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_OF_ALL = (".yaml", *FONT_ENDINGS)  # files of templates that each face rests on: style, words and fonts
_MOST_READ = 8 * 1024**2


class Inputs:
    """Inputs of a single check, during which nothing changes: no digest is needed."""

    templates = ""  # the digest of all that drawing may depend on beside the data

    def __init__(self) -> None:
        self.digests: dict[Dependency, str] = {}  # those that `digest` has given

    def register(self, game: Game) -> None:
        """Take the items of a game as they were read; from now on it is noted which are examined."""

    def digest(self, _dependency: Dependency) -> str:
        """What tells a dependency from all else that it might be."""
        return ""

    def item_digest(self, _item: Item) -> str:
        """What tells an item's values from all others, wherever it stands."""
        return ""

    def values_digest(self, _kind: Kind) -> str:
        """What tells all but the texts of a kind's items from others: new items take up no text of theirs."""
        return ""

    def data(self, *_names: str) -> str:
        """The digest of files of the game's data."""
        return ""

    def texts(self) -> str:
        """The digest of the game's running texts."""
        return ""

    def frame(self, _notes: Iterable[Dependency], _granted: str) -> str:
        """The digest of what every face depends on."""
        return ""


class FileInputs(Inputs):
    """Inputs of a check that others follow, with the files as they are now."""

    def __init__(self, states: FileStates, data: Path, read: dict[bytes, tuple[str, ...]], trees: TreeDigests) -> None:
        """Take the files of a game.

        Args:
            states: the files.
            data: the folder of its data.
            read: which files pictures name, by the digest of their content; it is added to.
            trees: what is known of items; it is added to.
        """
        super().__init__()
        self._content = {_normal(path): state.content for path, state in states.items()}
        self._files = {_normal(path) for path, state in states.items() if state.is_file}
        self._data, self._read, self._trees = os.path.normpath(data), read, trees
        self._items: dict[str, list[Item]] = {}
        self._by_id: dict[str, dict[str, Item]] = {}
        self._forms: dict[str, str] = {}  # of kinds, what is not an item's own
        self._beside: dict[tuple[str, str], list[str]] = {}
        inside = self._data + os.sep
        self.drawn = sorted(name for name in self._content if not name.startswith(inside))
        for name in self.drawn:
            folder, base = os.path.split(name)
            self._beside.setdefault((folder, _stem(base)), []).append(name)

    def register(self, game: Game) -> None:
        for kind in game.kinds.values():
            self._items[kind.name] = kind.all_items
            self._forms[kind.name] = repr((kind.partial, kind.path is None, [item.id for item in kind.beside]))
            kind.watched = True

    def values_digest(self, kind: Kind) -> str:
        names = [name for name, field in kind.fields.items() if not field.is_text]
        held = ([*item.keys, item.copies, *(repr(item.fields.get(name)) for name in names)] for item in kind.all_items)
        return digest_of(repr((kind.is_broken, kind.partial)), *(repr(part) for part in held))

    def item_digest(self, item: Item) -> str:
        entry = self._trees.get(id(item.node))
        if entry is None or entry[0] is not item.node:
            entry = self._trees[id(item.node)] = item.node, digest_of(repr(_bare(item.node)))
        unusual = item.broken or item.waived or item.wrong
        return entry[1] + (repr((item.broken, item.waived, sorted(item.wrong))) if unusual else "")

    def digest(self, dependency: Dependency) -> str:
        digest = self.digests.get(dependency)
        if digest is None:
            sort, name = dependency
            if sort == "picture":
                digest = self._picture(name)
            elif sort == "file":
                digest = self._content.get(_normal(name), b"").hex()
            elif sort == "read":
                digest = ""  # whose items were asked for: what they hold is noted besides
            elif sort == "rules":
                digest = self.data("balance.yaml")
            elif sort == "item":
                digest = self._of_item(*name.split("/", 1))
            else:
                digest = self._of_items(sort, name)
            self.digests[dependency] = digest
        return digest

    def _of_item(self, kind: str, identifier: str) -> str:
        """The digest of the first item with an id; empty where there is none."""
        if kind not in self._by_id:
            self._by_id[kind] = {item.id: item for item in reversed(self._items.get(kind, ()))}
        item = self._by_id[kind].get(identifier)
        return "" if item is None else self.item_digest(item)

    def _of_items(self, sort: str, kind: str) -> str:
        items = self._items.get(kind)
        if items is None:
            return ""
        if sort == "broken":
            return f"{any(item.broken for item in items)} {self._forms[kind]}"
        if sort == "places":
            return digest_of(*(told_apart(item.node) for item in items))
        return digest_of(*map(self.item_digest, items), self._forms[kind])

    def data(self, *names: str) -> str:
        contents = [self._content.get(os.path.join(self._data, name), b"-") for name in names]
        return digest_of(*(content.hex() for content in contents))

    def texts(self) -> str:
        inside = [name for name in self._content if name.startswith(self._data + os.sep) and name.endswith(".md")]
        return digest_of(*(f"{name} {self._content[name].hex()}" for name in sorted(inside)))

    @cached_property
    def templates(self) -> str:  # type: ignore[override]
        return digest_of(*map(self._told, self.drawn), self.data("game.yaml"))

    def frame(self, notes: Iterable[Dependency], granted: str) -> str:
        """The digest of what every face rests on: the description, the style, words, fonts, and which files there are.

        ``notes`` are those of reading the style, ``granted`` is what kinds have of the procedures that they ask for.
        """
        parts = [
            name if name in self._files and os.path.splitext(name)[1].lower() not in _OF_ALL else self._told(name)
            for name in self.drawn
        ]
        return digest_of(*parts, self.data("game.yaml"), granted, *(self.digest(note) for note in notes))

    def _picture(self, name: str) -> str:
        """A picture, those that might be meant by its name, and all that they show.

        A name that is none of a file, even an escaped one or one by way of a link, may stand for any.
        """
        waiting, seen, unknown = [_normal(name)], dict[str, None](), ""
        while waiting:
            folder, base = os.path.split(waiting.pop())
            siblings = self._beside.get((folder, _stem(base)), ())
            unknown = unknown if siblings else self.templates
            for sibling in siblings:
                if sibling not in seen:
                    seen[sibling] = None
                    waiting += self._shown_in(sibling)
        return digest_of(*map(self._told, sorted(seen)), unknown)

    def _told(self, name: str) -> str:
        return f"{name} {self._content[name].hex()}"

    def _shown_in(self, path: str) -> list[str]:
        if not path.lower().endswith(".svg"):
            return []
        content = self._content[path]
        names = self._read.get(content)
        if names is None:
            from html import unescape  # what was kept knows most of them

            text, _ = read_text_file(Path(path), path, _MOST_READ, "template-syntax")
            hrefs = (unescape(href or bare).partition("#")[0] for href, bare in _HREF.findall(text or ""))
            names = self._read[content] = tuple({href: None for href in hrefs if href and not href.startswith("data:")})
        return [os.path.normpath(os.path.join(os.path.dirname(path), name)) for name in names]


@lru_cache(maxsize=1 << 14)
def _normal(path: str) -> str:
    return os.path.normpath(path)


@lru_cache(maxsize=1 << 14)
def _stem(base: str) -> str:
    return unicodedata.normalize("NFC", base.partition(".")[0]).casefold()
