"""What is printed of a kind: its components, group after group, and what these are called."""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256

from generator.catalog.game import Game, Item, Kind
from generator.face.pages import Laid
from generator.marks.marks import Face
from generator.workspace.build import Checked

Group = tuple[str, list[tuple[Item | None, Face]]]  # its value, and its components in printing order

_NUMBER = re.compile(r"[^\w]*\{number\}[^\w]*")  # with the signs round it


def laid_pages(checked: Checked, kind: Kind, language: str) -> Laid:
    """The pages of a kind's running text."""
    return checked.pages.get((kind.name, language)) or checked.renderer.pages(kind, language)


def prose_pages(checked: Checked, kind: Kind, language: str) -> int:
    """How many pages a kind's running text has; 1 for a kind of items."""
    return len(laid_pages(checked, kind, language).faces) if kind.prose else 1


def grouped(checked: Checked, kind: Kind, language: str, copies: dict[int, int]) -> Iterator[Group]:
    """The components of a kind, group after group; ``copies`` by the identity of the item, none where absent."""
    if kind.prose:
        pages = laid_pages(checked, kind, language).faces
        yield "", [(item, face) for item in kind.items for face in pages * copies.get(id(item), 0)]
        return
    position = {id(item): number for number, item in enumerate(kind.items)}
    for group in kind.groups(kind.items):
        members: list[tuple[Item | None, Face]] = []
        for item in group:
            if copies.get(id(item)):
                members += [(item, checked.front(kind, position[id(item)], language))] * copies[id(item)]
        if members:
            yield str(group[0].fields.get(kind.group)) if kind.group else "", members


def group_name(kind: Kind, value: str, language: str, fallback: str) -> str:
    """What a group is called: as its pages are, without their number, or else as its value is."""
    label = kind.group_page_label.get(value)
    return (
        _NUMBER.sub("", label.in_language(language, fallback)).strip()
        if label
        else ""
        if value in ("True", "False", "None")
        else value
    )


def shared_hash(kinds: Sequence[Kind]) -> str:
    """The short hash of the data of kinds that share sheets; of one kind, its own."""
    hashes = [kind.data_hash for kind in kinds]
    return hashes[0] if len(hashes) == 1 else sha256("\n".join(hashes).encode()).hexdigest()[: len(hashes[0])]


def language_suffix(game: Game, language: str) -> str:
    """What the names of files in another language than the game's own end with."""
    return "" if language == game.language else f".{language}"
