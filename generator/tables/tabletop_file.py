"""The object file of Tabletop Simulator: decks of cards that are cut from sheets, as it saves them itself.

A sheet has a number, and a card's id is a hundred times its sheet's number and its place on it, from 0. No number is
used twice in a file, so that decks can be put together at the table without one's cards showing the other's faces.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import product
from typing import Any

from msgspec import Struct

from generator.core.choices import MM_PER_INCH, Size

MOST_PIXELS = 4096  # of a side: its knowledge base advises no more, and every computer loads that
FEWEST, MOST_COLUMNS, MOST_ROWS = 2, 10, 7  # what its dialog for a custom deck takes
LEGIBLE = 150  # dots per inch, below which the small print of a board cannot be read


class TableGrid(Struct, frozen=True):
    """A division of a sheet."""

    columns: int
    rows: int

    @property
    def cards(self) -> int:
        """How many cards a sheet holds: its last place shows what others see of a hidden one."""
        return self.columns * self.rows - 1

    def finest(self, size: Size) -> float:
        """The most dots per inch that cards of a size (mm) can have on such a sheet."""
        return min(MOST_PIXELS / self.columns / size[0], MOST_PIXELS / self.rows / size[1]) * MM_PER_INCH


def best_grid(count: int, size: Size, dpi: float) -> TableGrid:
    """The division for this many cards of a size.

    It makes as few sheets as stay legible, all of them alike; they are as fine as is wanted and can be, and of what is
    equally fine the smallest.

    Args:
        count: how many cards there are, one at least.
        size: theirs, in mm.
        dpi: the dots per inch that are wanted.
    """
    legible = min(dpi, LEGIBLE) / MM_PER_INCH
    columns, rows = (
        max(FEWEST, min(most, int(MOST_PIXELS / legible / side + 1e-9)))
        for side, most in zip(size, (MOST_COLUMNS, MOST_ROWS), strict=True)
    )
    sheets = -(-count // TableGrid(columns, rows).cards)
    each = -(-count // sheets)
    grids = (TableGrid(*sides) for sides in product(range(FEWEST, columns + 1), range(FEWEST, rows + 1)))
    possible = [grid for grid in grids if grid.cards >= each]
    return min(possible, key=lambda grid: (-min(dpi, grid.finest(size)), grid.cards, grid.columns))


class TableSheet(Struct, frozen=True):
    """Faces of as many cards as its grid holds, and what is behind them."""

    number: int  # from 1
    grid: TableGrid  # the same for all sheets of a deck
    face: str  # URL
    back: str  # URL of one picture for all of them, or of a sheet like that of the faces
    unique_back: bool  # whether it is a sheet


class Deck(Struct, frozen=True):
    """A deck as it comes to the table, a card as often as it has copies."""

    title: str
    sheets: tuple[TableSheet, ...]
    cards: tuple[tuple[str, int], ...]  # title, and position on the sheets one after the other, from 0


def saved_object(decks: Sequence[Deck], apart: float, name: str) -> dict[str, Any]:
    """The file's contents: the decks side by side, face down; a single card where a deck has only one.

    Args:
        decks: none of them empty.
        apart: how far one's middle lies from the next one's, in the table's units.
        name: a text that no other file of the game has, from which the objects are numbered.
    """
    guids = _guids(name)
    return {"ObjectStates": [_state(deck, number * apart, guids) for number, deck in enumerate(decks)]}


def _state(deck: Deck, x: float, guids: Iterator[str]) -> dict[str, Any]:
    transform = {"posX": x} | dict.fromkeys(("posY", "posZ", "rotX"), 0) | {"rotY": 180, "rotZ": 180}
    transform |= dict.fromkeys(("scaleX", "scaleY", "scaleZ"), 1)
    used = {str(sheet.number): _custom_deck(sheet) for sheet in deck.sheets}
    guid = next(guids)
    cards = []
    for title, position in deck.cards:
        index, place = divmod(position, deck.sheets[0].grid.cards)
        number = deck.sheets[index].number
        cards.append({
            "GUID": next(guids), "Name": "Card", "Nickname": title, "CardID": 100 * number + place,
            "Transform": transform, "CustomDeck": {str(number): used[str(number)]},
        })  # fmt: skip
    if len(cards) == 1:  # it does not load a deck of one
        return cards[0]
    return {
        "GUID": guid, "Name": "DeckCustom", "Nickname": deck.title, "Transform": transform,
        "DeckIDs": [card["CardID"] for card in cards], "CustomDeck": used, "ContainedObjects": cards,
    }  # fmt: skip


def _custom_deck(sheet: TableSheet) -> dict[str, Any]:
    return {
        "FaceURL": sheet.face, "BackURL": sheet.back, "BackIsHidden": True, "UniqueBack": sheet.unique_back,
        "NumWidth": sheet.grid.columns, "NumHeight": sheet.grid.rows,
    }  # fmt: skip


def _guids(name: str) -> Iterator[str]:
    """Six hexadecimal digits each, all different: counted on from a start that depends on ``name`` alone."""
    number = int(sha256(name.encode()).hexdigest()[:6], 16)
    while True:
        yield f"{number:06x}"
        number = (number + 1) % 16**6
