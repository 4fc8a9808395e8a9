"""What a game is: kinds with their fields, and the items of each kind."""

from collections.abc import Iterable
from collections.abc import Mapping as MappingType
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator.core.choices import PAPERS, Marks, fits_paper
from generator.core.notes import take_note
from generator.core.problem import Faulty, NotFound, Problem, Refusal
from generator.model.containers import Container, Net
from generator.model.fields import Field
from generator.model.sheet_source import SheetSource
from generator.model.values import LocalizedText, Record, in_language
from generator.read.blocks import RunningText
from generator.read.tree import Mapping, Node, locate

# Fields that say what players call an item, the likeliest first: as columns of names are headed, in Latin letters.
TITLE_FIELDS = (
    "title", "name", "card", "card_name", "carta", "carte", "karte", "naam", "nazwa", "nom", "nome", "nombre", "titel",
    "titolo", "titre", "titulo", "nazvanie", "imya", "nazva", "sm", "lsm", "mingqian", "kadoming", "mingcheng",
    "mingzi", "kaming", "biaoti", "ileum", "kadeumyeong", "chueo",
)  # fmt: skip
OF_COPY = "_"  # between an id, which cannot have it, and the number of a copy


@dataclass(slots=True)
class Item:
    """One item of a kind: its values, and the tree it was read from."""

    kind: str
    id: str
    fields: dict[str, Any]  # the kind's own fields and `art`; None where absent
    copies: int
    waive: MappingType[str, Any]  # rule -> reason
    file: str
    node: Mapping
    broken: bool = False  # an error was found while it was read: some value is missing or wrong
    waived: tuple[str, ...] = ()  # rules about its form that were not applied to it, because it waives them
    wrong: frozenset[str] = frozenset()  # fields in which an error was found: their values are not to be gone by
    copy: int = 0  # which of its copies it is, where each has a face of its own

    def numbered(self, copy: int) -> "Item":
        """One of its copies, by its number from 1."""
        return replace(self, copy=copy)

    @property
    def count(self) -> int:
        """How many components it stands for."""
        return 1 if self.copy else self.copies

    @property
    def piece(self) -> str:
        """What a face of it is called: its id, with the number of its copy where it is one."""
        return f"{self.id}{OF_COPY}{self.copy}" if self.copy else self.id

    def where(self, *path: str | int) -> Node:
        """The node of a value (or the nearest one that is there), for its line and column."""
        return locate(self.node, path)

    def view(self, language: str, fallback: str) -> Record:
        """The item's values with texts in one language, as templates see them."""
        fields = {name: in_language(value, language, fallback) for name, value in self.fields.items()}
        return Record({"id": self.id, "copies": self.copies, **fields})

    def record(self) -> Record:
        """The item's values as the plan's expressions see them."""
        return Record({**self.fields, "id": self.id, "copies": self.copies})

    @property
    def keys(self) -> Iterable[str]:
        """The names of what is written of it, in that order."""
        return self.node.values

    def called(self, language: str, fallback: str) -> str:
        """What players call it: its title or name in a language; its id where it has neither."""
        for name in TITLE_FIELDS:
            value = self.fields.get(name)
            if isinstance(value, LocalizedText):
                return value.in_language(language, fallback)
        return self.id


NUMBER = LocalizedText({"": "{number}"})  # the label of pages that a game does not call anything else


@dataclass(slots=True)
class Kind:
    """A kind of component (or of data only, where it has no template)."""

    name: str
    title: LocalizedText
    fields: dict[str, Field]
    file: str  # the items' file, as named in messages
    node: Mapping  # its description in game.yaml
    size: tuple[float, float] | None = None  # mm
    container: Container | None = None  # of a box of paper
    held: dict[str, int] = field(default_factory=dict)  # how many of each kind lie in it
    net: Net | None = None  # of so many
    times: int = 1  # so many boxes share what would not fit one that can be printed
    template: str | None = None
    back: str | None = None  # the back's template
    gutter: float = 0.0  # mm between neighbours on a sheet
    bleed: float = 0.0  # mm that faces reach beyond their trim
    marks: Marks = Marks.crop
    join: float | None = None  # mm that pieces lie over each other where it is larger than the paper; None: it may not
    shaped: str | None = None  # the front's template where it is cut round a shape; `TrimName` chooses
    shaped_back: str | None = None
    shaped_gutter: float | None = None
    group: str | None = None
    without_gaps: bool = False  # no free slot between groups
    fresh_sheets: bool = False  # start a new sheet with each group
    mixed: bool = False  # spread the copies of an item over the sheets: all items once, then again
    share: str | None = None  # the name of the file whose sheets it shares
    page_label: LocalizedText = NUMBER
    blank: bool = True  # whether a blank form makes sense
    blank_styles: tuple[str, ...] = ()  # the first is meant unless another is named
    blank_guide: str | None = None  # a template printed with blank forms: what to copy from
    blank_page_label: LocalizedText = NUMBER
    group_page_label: dict[str, LocalizedText] = field(default_factory=dict)
    source: SheetSource | None = None  # the spreadsheet that its items are kept in
    procedure: str | None = None
    derived: dict[str, str] = field(default_factory=dict)
    all_items: list[Item] = field(default_factory=list)  # see `items`
    beside: list[Item] = field(default_factory=list)  # those of its own file, where items of another one are examined
    path: Path | None = None  # where the items were read; None where there is no such file
    prose: str | None = None  # the name before .LANG.md of the files that hold running text in place of items
    documents: dict[str, RunningText] = field(default_factory=dict)  # that text, by language
    wrong: frozenset[str] = frozenset()  # what of its description has a mistake
    dangling: list[int] = field(default_factory=list)  # lines of its file where an item is named that there is not
    partial: bool = False  # whether items are missing that could not be read
    data_hash: str = ""  # of the bytes that describe the items and the kind
    valued: bool = False  # whether texts of its items may hold values
    watched: bool = field(default=False, init=False)  # it is noted who looks at the items; not at those of a copy

    @property
    def items(self) -> list[Item]:
        """The items; an answer for which they are asked rests on all of them."""
        if self.watched:
            take_note("items", self.name)
        return self.all_items

    @items.setter
    def items(self, items: list[Item]) -> None:
        """Let there be other ones."""
        self.all_items = items

    @property
    def printed(self) -> bool:
        """Whether sheets of this kind can be made."""
        return self.template is not None and self.size is not None

    @property
    def filled(self) -> str:
        """What decides the size of a box of paper beside its description; empty for other kinds."""
        return f"{self.net} {sorted(self.held.items())}" if self.net else ""

    @property
    def files(self) -> tuple[str, ...]:
        """The files that hold what is printed, as named in messages."""
        return tuple(document.file for document in self.documents.values()) if self.prose else (self.file,)

    @property
    def unsure(self) -> bool:
        """Whether a field is described with a mistake, so that nobody can say what items hold there."""
        return not all(field.is_known for field in self.fields.values())

    @property
    def is_broken(self) -> bool:
        """Whether an item could not be read, as a whole or in a field: what judges all items has nothing to follow."""
        if self.watched:
            take_note("broken", self.name)
        return self.partial or self.unsure or any(item.broken for item in self.all_items)

    def position(self, item: Item) -> int:
        """Where an item is among the kind's items: that item itself, not one that is equal."""
        return next(number for number, own in enumerate(self.items) if own is item)

    def document(self, language: str, fallback: str) -> RunningText | None:
        """The running text in ``language``, else in ``fallback``, else in whichever language it is written."""
        texts = self.documents
        return texts.get(language) or texts.get(fallback) or next(iter(texts.values()), None)

    def groups(self, items: list[Item]) -> list[list[Item]]:
        """``items`` by the kind's grouping field, in the order in which its values come."""
        if self.group is None:
            return [items] if items else []
        parts: dict[Any, list[Item]] = {}
        for item in items:
            parts.setdefault(item.fields.get(self.group), []).append(item)
        return list(parts.values())


def boxed(game: "Game", kind: Kind, counts: MappingType[str, int]) -> Kind:
    """A kind that is a box of paper, as large as this many components of each kind want it.

    Where that is too large for A4, it is several boxes that share them, each of a size for A4 if there is one.
    """
    assert kind.container is not None
    sizes = {name: other_kind.size for name, other_kind in game.kinds.items() if other_kind.size is not None}
    held = {name: counts.get(name, 0) for name in kind.container.holds}
    times, net = 1, kind.container.net(held, sizes)
    if kind.join is None and not fits_paper(net.size, PAPERS["a4"], kind.bleed):
        for several in range(2, max(held.values()) + 1):
            shares = {name: ceil(count / several) for name, count in held.items()}
            smaller = kind.container.net(shares, sizes)
            if fits_paper(smaller.size, PAPERS["a4"], kind.bleed):
                times, net, held = several, smaller, shares
                break
    return replace(kind, net=net, size=net.size, held=held, times=times)


class Game(Struct):
    """A game: its languages, the first being its own, its kinds in the order of ``game.yaml``."""

    name: str  # the folder's name
    title: LocalizedText
    languages: tuple[str, ...]
    folder: Path
    file: str  # game.yaml, as named in messages
    templates: str  # the folder under templates/
    kinds: dict[str, Kind] = {}
    players: tuple[int, ...] = ()  # fewest and most
    ages: tuple[int, ...] = ()  # youngest and oldest
    minutes: tuple[int, ...] = ()  # that a game takes: fewest and most
    modes: tuple[str, ...] = ()  # ways to play
    players_by_mode: dict[str, tuple[int, ...]] = {}  # fewest and most, where a mode differs
    mode_names: dict[str, LocalizedText] = {}  # as players read them, where that differs
    plan: list[Record] = []  # see `generator.plan`
    root: Node | None = None
    description: bytes = b""  # the bytes of game.yaml
    wrong: frozenset[str] = frozenset()  # what of game.yaml could not be read: languages, modes, …
    faults: tuple[Problem, ...] = ()  # errors of game.yaml: what is not there may be there once they are mended
    unread: frozenset[str] = frozenset()  # kinds whose description has a mistake: nothing can be said of their items

    @property
    def language(self) -> str:
        """The game's first language: what is printed unless another is asked for."""
        return self.languages[0]

    def mode_name(self, mode: str, language: str) -> str:
        """What players call a mode; empty for a game of one way to play."""
        name = self.mode_names.get(mode)
        return mode if name is None else name.in_language(language, self.language)

    def suits(self, players: int, mode: str) -> bool:
        """Whether so many can play in a mode."""
        limits = self.party(mode)
        return not limits or limits[0] <= players <= limits[-1]

    def party(self, mode: str) -> tuple[int, ...]:
        """The fewest and the most who play in a mode; empty where the game does not say."""
        return self.players_by_mode.get(mode, self.players)

    def unread_texts(self, kinds: "Iterable[Kind]", languages: Iterable[str]) -> "list[Kind]":
        """Those of some kinds whose running text cannot be read in any of these languages; none if they all are such.

        A print that names no kinds leaves them out, so that a rulebook does not keep cards from being printed.
        """
        kinds, languages = list(kinds), list(languages)
        texts = {kind.name: [kind.document(language, self.language) for language in languages] for kind in kinds}
        unread = [kind for kind in kinds if all(text is not None and text.broken for text in texts[kind.name])]
        return unread if len(unread) < len(kinds) else []

    def find(self, kind: str, identifier: str) -> Item | None:
        """The item of ``kind`` with this id, or None; an answer for which it is asked rests on that item alone."""
        if kind not in self.kinds:
            return None
        if self.kinds[kind].watched:
            take_note("item", f"{kind}/{identifier}")
        return next((item for item in self.kinds[kind].all_items if item.id == identifier), None)


def missing(games: Iterable[Game], message: str) -> Refusal:
    """Why something is not in any of these games: what is wrong with their ``game.yaml``, else the message."""
    faults = [problem for game in games for problem in game.faults]
    return Faulty(sorted(faults), "nothing was done") if faults else NotFound(message)
