"""Sheets of faces and backs for Tabletop Simulator, and the file from which it makes decks of them."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct
from PIL import Image

from generator.check.result import CheckResult
from generator.core.atomic import discard, write_whole
from generator.core.choices import MM_PER_INCH, Size
from generator.draw.marks.marks import Face, Paint, Shape
from generator.model.game import Game, Item, Kind
from generator.model.values import in_language
from generator.printing.manifest import face_hash
from generator.printing.order import Choice
from generator.tables.pictures import ALONE, SHOP_DPI, ExportRun, PictureExport, pictures, save, to_export

T = TypeVar("T")
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


class TableSheets(Struct):
    """Writes the sheets of one kind, and knows which it wrote."""

    kind: Kind
    folder: Path
    base: str  # the URL of the folder
    dpi: float  # wanted pixels per inch
    backs: dict[tuple[str, float], str]  # the files of backs that this run has written, by what they show and how fine
    others: set[str]  # files that belong to other kinds too
    run: ExportRun = ALONE
    sheets: int = 0  # how many have faces
    coarsest: float = float("inf")  # pixels per inch of its coarsest sheet
    size: tuple[int, int] = (0, 0)  # of its last sheet, in pixels
    written: set[Path] = set()

    def write(
        self, items: Sequence[Item], draw: Callable[[Item], Face], backs: Sequence[Face], *, named: bool
    ) -> tuple[TableSheet, ...]:
        """Write the sheets of a deck; with ``named``, the one back of all of them is named after the first."""
        assert self.kind.size is not None
        grid = best_grid(len(items), self.kind.size, self.dpi)
        scale = min(self.dpi, grid.finest(self.kind.size))
        unique = len(backs) > 1
        hidden = plain_back(self.kind) if unique else backs[0]
        back = "" if unique else self._single_back(hidden, f"-back{self.sheets + 1 if named else ''}.png")
        files, tasks = [], []
        for start in range(0, len(items), grid.cards):
            self.sheets += 1
            places = slice(start, start + grid.cards)
            front = f"{self.kind.name}-{self.sheets}.png"
            tasks.append(partial(self._save_sheet, items[places], draw, hidden, grid, scale, front))
            if unique:
                back = f"{self.kind.name}-back{self.sheets}.png"
                tasks.append(partial(self._save_sheet, backs[places], _as_it_is, hidden, grid, scale, back))
            files.append(TableSheet(self.sheets, grid, f"{self.base}/{front}", f"{self.base}/{back}", unique))
        self.coarsest, card = min(self.coarsest, scale), _pixels(hidden, scale)
        self.size = (card[0] * grid.columns, card[1] * grid.rows)
        self.written.update(self.run.carry_out(self.kind.name, tasks))
        return tuple(files)

    def discard_others(self) -> tuple[Path, ...]:
        """Remove the sheets and backs of this kind that an earlier run wrote and this one did not."""
        own = re.compile(rf"{re.escape(self.kind.name)}-([1-9]\d*|back([1-9]\d*)?)\.png", re.ASCII)
        stale = [path for path in self.folder.iterdir() if own.fullmatch(path.name) and path.name not in self.others]
        return discard(stale, self.written)

    def _single_back(self, back: Face, ending: str) -> str:
        """The file of a back that stands for itself, as fine as can be; another kind's where that shows the same."""
        scale = min(self.dpi, TableGrid(1, 1).finest((back.width, back.height)))
        picture_key = (face_hash(back), scale)
        if picture_key not in self.backs:
            self.backs[picture_key] = f"{self.kind.name}{ending}"
            card = _pixels(back, scale)
            self.written.add(self._save(self._pictures((back,), scale)[0], card, back, self.backs[picture_key]))
        return self.backs[picture_key]

    def _save_sheet(
        self, cards: Sequence[T], draw: Callable[[T], Face], hidden: Face, grid: TableGrid, scale: float, name: str
    ) -> Path:
        width, height = card = _pixels(hidden, scale)
        sheet = Image.new("RGB", (width * grid.columns, height * grid.rows), "white")
        for place, picture in enumerate(self._pictures([draw(card) for card in cards], scale)):
            sheet.paste(picture, (place % grid.columns * width, place // grid.columns * height))
        sheet.paste(self._pictures((hidden,), scale)[0], ((grid.columns - 1) * width, (grid.rows - 1) * height))
        return self._save(sheet, card, hidden, name)

    def _pictures(self, faces: Sequence[Face], scale: float) -> list[Image.Image]:
        return list(pictures(list(faces), scale, 0, _pixels(faces[0], scale)))

    def _save(self, image: Image.Image, card: tuple[int, int], face: Face, name: str) -> Path:
        """Save a picture that says how many pixels an inch of its width and of its height has."""
        save(image, self.folder / name, (card[0] / face.width * MM_PER_INCH, card[1] / face.height * MM_PER_INCH))
        return self.folder / name


def _as_it_is(face: Face) -> Face:
    return face


def plain_back(kind: Kind) -> Face:
    """What is behind items that have no back: a frame."""
    assert kind.size is not None
    width, height = kind.size
    frame = (("M", 3.0, 3.0), ("L", width - 3, 3.0), ("L", width - 3, height - 3), ("L", 3.0, height - 3), ("Z",))
    return Face(width, height, (Shape(frame, Paint(stroke="#000000", width=0.8)),))


def _pixels(face: Face, scale: float) -> tuple[int, int]:
    """A card's size in whole pixels, at most so many an inch."""
    return int(face.width / MM_PER_INCH * scale + 1e-6), int(face.height / MM_PER_INCH * scale + 1e-6)


PICTURE = re.compile(r"[^/\"\\]+\.png")
APART = 4.0  # its units, in which an upright card is about 2.2 wide and 3.1 high


class Pile(Struct, frozen=True):
    """The items that lie in one deck."""

    items: tuple[Item, ...]
    backs: tuple[Face, ...]  # one for all of them, or one each


def export_table(
    checked: CheckResult, choice: Choice, out: Path, url: str | None, dpi: float = SHOP_DPI, run: ExportRun = ALONE
) -> Iterator[PictureExport]:
    """Sheets and the object file of Tabletop Simulator: ``OUT/GAME/tts/KIND-1.png`` … and ``KIND.json``.

    Backs are ``KIND-back.png``, or ``KIND-backN.png`` where there are several: N is the (first) sheet they are for. A
    back that several kinds share is written once, under the name of the first.

    Args:
        checked: the game.
        choice: kinds, items and language.
        out: the folder of what is made.
        url: where the pictures will be found; the folder they are written to, if None.
        dpi: wanted pixels per inch of a card; fewer where a sheet of them would be too large.
        run: how it goes on.
    """
    folder = out / checked.game.name / "tts"
    base = (url or folder.resolve().as_uri()).rstrip("/")
    chosen = list(to_export(checked, choice))
    other_files = _shown_by_others(folder, {kind.name for kind, _, _ in chosen})
    backs: dict[tuple[str, float], str] = {}
    for kind, items, language in chosen:
        sheets = TableSheets(kind, folder, base, dpi, backs, other_files, run)
        yield _export(checked, kind, items, language, sheets)


def _export(checked: CheckResult, kind: Kind, items: list[Item], language: str, table: TableSheets) -> PictureExport:
    game = checked.game
    piles = _piles(checked, kind, items, language)
    decks = []
    for pile in piles:
        sheets = table.write(
            pile.items, lambda item: checked.renderer.face(kind, item, language)[0], pile.backs, named=len(piles) > 1
        )
        cards = [(item, position) for position, item in enumerate(pile.items) for _ in range(item.count)]
        titled = tuple((item.called(language, game.language), position) for item, position in cards)
        title = _pile_title(game, kind, pile, language) if len(piles) > 1 else ""
        title = title or kind.title.in_language(language, game.language)
        decks.append(Deck(title, sheets, titled))
    assert kind.size is not None
    saved = saved_object(decks, APART * max(1.0, kind.size[0] / kind.size[1]), f"{game.name}/{kind.name}")
    write_whole(table.folder / f"{kind.name}.json", json.dumps(saved, indent=2, ensure_ascii=False) + "\n")
    note = ""
    if table.coarsest < table.dpi:
        note = f"{kind.name}: {table.coarsest:.0f} dpi in place of {table.dpi:g}, as Tabletop Simulator loads no sheet"
        note += f" larger than {MOST_PIXELS} pixels a side everywhere"
    return PictureExport(
        kind.name, len(table.written), table.folder, table.size, table.coarsest, note, table.discard_others()
    )


def _shown_by_others(folder: Path, kinds: set[str]) -> set[str]:
    """The pictures that the decks of other kinds show, which an earlier run wrote: they have to stay."""
    files = [path for path in folder.glob("*.json") if path.stem not in kinds] if folder.is_dir() else []
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in files]
    return {name for text in texts for name in PICTURE.findall(text)}


def _piles(checked: CheckResult, kind: Kind, items: list[Item], language: str) -> list[Pile]:
    """The decks of a kind: one for each back that several items share, and one for all items with a back of their own.

    A back that several items share is there to hide which of them it is, and so makes them one deck. Where there are
    several such backs (a deck for each player), players want each deck on its own: they take one, shuffle it and draw
    from it, and would have to sort a common one by its backs before they could begin. A back that only one item has
    hides nothing: it is the other side of that item, such as a tile's. A deck of each of these would be a table full
    of single cards, so they stay together, above a sheet of their backs.
    """
    if not kind.back:
        return [Pile(tuple(items), (plain_back(kind),))]
    by_back: dict[str, list[tuple[Item, Face]]] = {}
    for item in items:
        back = checked.renderer.face(kind, item, language, side="back")[0]
        by_back.setdefault(face_hash(back), []).append((item, back))
    piles = [Pile(tuple(item for item, _ in pile), (pile[0][1],)) for pile in by_back.values() if len(pile) > 1]
    single = [pile[0] for pile in by_back.values() if len(pile) == 1]
    if single:
        piles.append(Pile(tuple(item for item, _ in single), tuple(back for _, back in single)))
    return piles


def _pile_title(game: Game, kind: Kind, pile: Pile, language: str) -> str:
    """The kind's title and what the items of a deck have in common by which the kind is grouped; else nothing."""
    if kind.group is None:
        return ""
    values = {in_language(item.fields.get(kind.group), language, game.language) for item in pile.items}
    value, grouped_by = values.pop(), kind.fields.get(kind.group)
    if values or value is None:
        return ""
    other = game.find(grouped_by.names_kind, value) if grouped_by else None
    name = other.called(language, game.language) if other else str(value)
    return f"{kind.title.in_language(language, game.language)} · {name}"
