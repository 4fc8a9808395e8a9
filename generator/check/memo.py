"""Memo of a game's checks: answers with their dependencies, used again while these are what they were.

Dependencies are noted while an answer is worked out (`notes`), and are compared by content: the verifying traces of
build systems. An answer that takes others depends on all that these depend on. Several answers to a question are
kept, so that a change that is taken back costs nothing.
"""

import os
import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from generator.check.file_states import FileStates
from generator.core.notes import Dependency, note_all, noting
from generator.core.textfile import read_text_file
from generator.draw.marks.fontfile import FONT_ENDINGS
from generator.draw.renderer import Renderer
from generator.model.budget import METER
from generator.model.game import Game, Item, Kind
from generator.read.pieces import ParseMemo, making
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


AnswerType = TypeVar("AnswerType")
_ANSWERS = 4  # kept to a question
_MOST = 40_000  # questions, after which answers that were not used for some time go
_ROUNDS = 8


class MemoEntry(Struct):
    """An answer, and what it rested on."""

    number: int
    dependencies: tuple[tuple[Dependency, str], ...]
    answer: Any
    steps: int  # that it took
    used: int  # the round


class Memo:
    """Answers about one game; until `begin`, those of a single check, during which no file changes."""

    def __init__(self) -> None:
        """Begin with none."""
        self.inputs = Inputs()
        self.give_way: Callable[[], None] = lambda: None  # called before each piece of work
        self._made = ParseMemo()
        self.renderers: dict[str, Renderer] = {}  # those of the round before, by edition
        self.drawn_with = ""  # the digest of all that they rest on
        self.token = 0  # tells the answer that was given last from all others
        self._digests: TreeDigests = {}
        self._answers: dict[Hashable, list[MemoEntry]] = {}
        self._round = 0
        self._numbers = 0  # of answers that were given ever
        self._shown: dict[bytes, tuple[str, ...]] = {}  # see `Inputs`

    def begin(self, states: FileStates, data: Path) -> None:
        """Follow the files of a game, the folder of whose data is given, as they are now."""
        self._round += 1
        if len(self._answers) > _MOST or len(self._digests) > _MOST:
            self._forget_unused()
        self.inputs = FileInputs(states, data, self._shown, self._digests)

    @property
    def is_lasting(self) -> bool:
        """Whether other checks follow, for which answers are kept."""
        return self._round > 0

    def reading(self) -> AbstractContextManager[None]:
        """Let nothing be read again that was read before."""
        return making(self._made) if self.is_lasting else nullcontext()

    def remember(self, question: Hashable, answer_it: Callable[[], AnswerType], *, once: bool = False) -> AnswerType:
        """The answer to a question: what is known, if all that it rests on is as it was, else what ``answer_it`` finds.

        What is given must not be changed. Exceptions are not answers.

        Args:
            question: all that the answer rests on and that is not noted.
            answer_it: works the answer out.
            once: no check asks this twice, so that a single one need not keep the answer.
        """
        if once and not self.is_lasting:
            return answer_it()
        inputs = self.inputs
        entries = self._answers.setdefault(question, [])
        entry = next((candidate for candidate in entries if _stands(candidate, inputs)), None)
        if entry is not None and entry.steps <= METER.balance:  # else it ends where it would by working
            entry.used, self.token = self._round, entry.number
            METER.work(entry.steps)
            note_all([note for note, _ in entry.dependencies])
            return entry.answer  # type: ignore[no-any-return]
        self.give_way()
        before = METER.balance
        with noting() as noted:
            answer = answer_it()
        steps = before - METER.balance
        self._numbers += 1
        dependencies = tuple((note, inputs.digest(note)) for note in noted)
        entries.insert(0, MemoEntry(self._numbers, dependencies, answer, steps, self._round))
        del entries[_ANSWERS:]
        self.token = self._numbers
        return answer

    def within(self, frame: Hashable, question: Hashable, answer_it: Callable[[], AnswerType]) -> AnswerType:
        """The answer to a part of what is asked."""
        return self.remember((frame, question), answer_it)

    def _forget_unused(self) -> None:
        for question, entries in list(self._answers.items()):
            entries[:] = [entry for entry in entries if entry.used >= self._round - _ROUNDS]
            if not entries:
                del self._answers[question]
        self._digests.clear()


def _stands(entry: MemoEntry, inputs: Inputs) -> bool:
    digest_of = inputs.digests.get  # ten thousands are asked for after a change
    return all((digest_of(note) or inputs.digest(note)) == digest for note, digest in entry.dependencies)
