"""What is printed of a kind: its components, group after group, and what these are called."""

from array import array
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, overload

from generator.check.result import CheckResult
from generator.draw.marks.marks import Face
from generator.draw.renderer import Side
from generator.model.game import Game, Item, Kind

if TYPE_CHECKING:
    from generator.draw.pages import TextPages

ItemFace = tuple[Item | None, Face]
Group = tuple[str, Sequence[ItemFace]]  # its value, and its components in printing order


def laid_pages(checked: CheckResult, kind: Kind, language: str) -> "TextPages":
    """The pages of a kind's running text."""
    from generator.draw.pages import text_pages  # few kinds are texts

    return checked.pages.get((kind.name, language)) or text_pages(checked.renderer, kind, language)


def prose_pages(checked: CheckResult, kind: Kind, language: str) -> int:
    """How many pages a kind's running text has; 1 for a kind of items."""
    return len(laid_pages(checked, kind, language).faces) if kind.prose else 1


def grouped(
    checked: CheckResult, kind: Kind, language: str, copies: dict[int, int], side: Side = "front"
) -> Iterator[Group]:
    """The components of a kind, group after group; ``copies`` by the identity of the item, none where absent.

    ``side`` is what is printed as their front.
    """
    if kind.prose:
        pages = laid_pages(checked, kind, language).faces
        yield "", [(item, face) for item in kind.items for face in pages * copies.get(id(item), 0)]
        return
    position = {id(item): number for number, item in enumerate(kind.items)}
    sides: tuple[Side, ...] = (side, "shaped-back" if side == "shaped" and kind.shaped_back else "back")
    for group in kind.groups(kind.items):
        counts = [(position[id(item)], copies.get(id(item), 0)) for item in group]
        turns = list(_mixed(counts) if kind.mixed else ((at, turn) for at, count in counts for turn in range(count)))
        if turns:
            apart = {at for at, _ in counts if checked.renderer.copies_apart(kind, kind.items[at], *sides)}
            numbers = [turn % kind.items[at].copies + 1 if at in apart else 0 for at, turn in turns] if apart else ()
            value = str(group[0].fields.get(kind.group)) if kind.group else ""
            positions = array("L", (at for at, _ in turns))
            yield value, FacesInTurn(checked, kind, language, positions, side, array("H", numbers))


def _mixed(counts: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Each position once, as long as it has copies left, then again; with how often it came before."""
    for turn in range(max((count for _, count in counts), default=0)):
        yield from ((position, turn) for position, count in counts if turn < count)


class FacesInTurn(Sequence[ItemFace]):
    """Items of a kind with their faces, by their positions: each is drawn, if none is kept, when it is asked for."""

    def __init__(
        self, checked: CheckResult, kind: Kind, language: str, positions: "array[int]", side: Side, copies: "array[int]"
    ) -> None:
        """Draw nothing yet; ``copies`` are which ones these are, none where no copy differs from another."""
        self._checked, self._kind, self._language, self._side = checked, kind, language, side
        self._positions, self._copies = positions, copies
        self._last: tuple[tuple[int, int], Face | None] = (-1, 0), None

    def __len__(self) -> int:
        return len(self._positions)

    @overload
    def __getitem__(self, number: int) -> ItemFace: ...

    @overload
    def __getitem__(self, number: slice) -> "FacesInTurn": ...

    def __getitem__(self, number: int | slice) -> "ItemFace | FacesInTurn":
        if isinstance(number, slice):
            parts = self._positions[number], self._side, self._copies[number]
            return FacesInTurn(self._checked, self._kind, self._language, *parts)
        position, copy = place = self._positions[number], self._copies[number] if self._copies else 0
        if self._last[0] != place or self._last[1] is None:  # copies follow each other, and mostly are one face
            self._last = place, self._checked.front(self._kind, position, self._language, self._side, copy)
        assert self._last[1] is not None
        item = self._kind.items[position]
        return item.numbered(copy) if copy else item, self._last[1]


def shared_hash(kinds: Sequence[Kind]) -> str:
    """The short hash of the data of kinds that share sheets; of one kind, its own."""
    hashes = [kind.data_hash for kind in kinds]
    return hashes[0] if len(hashes) == 1 else sha256("\n".join(hashes).encode()).hexdigest()[: len(hashes[0])]


def language_suffix(game: Game, language: str) -> str:
    """What the names of files in another language than the game's own end with."""
    return "" if language == game.language else f".{language}"
