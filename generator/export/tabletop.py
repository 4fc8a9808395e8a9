"""Sheets of faces and backs for Tabletop Simulator, and the file from which it makes decks of them."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

from generator.atomic import discard, replacing
from generator.catalog.fields import ReferenceField
from generator.catalog.game import Game, Item, Kind
from generator.catalog.values import LocalizedText, in_language
from generator.export.pictures import SHOP_DPI, Exported, pictures, save, to_export
from generator.export.saved import CARDS, COLUMNS, ROWS, Deck, TableSheet, saved_object
from generator.marks.marks import Face, Paint, Shape
from generator.printing.manifest import face_hash
from generator.printing.order import Choice
from generator.units import MM_PER_INCH
from generator.workspace.build import Checked

MOST = 4096  # pixels of a side that it loads everywhere
APART = 4.0  # its units, in which an upright card is about 2.2 wide and 3.1 high


@dataclass(frozen=True, slots=True)
class Pile:
    """The items that lie in one deck."""

    items: tuple[Item, ...]
    backs: tuple[Face, ...]  # one for all of them, or one each


def export_table(
    checked: Checked, choice: Choice, out: Path, url: str | None, dpi: float = SHOP_DPI
) -> Iterator[Exported]:
    """Sheets of 10 x 7 and the object file of Tabletop Simulator: ``OUT/GAME/tts/KIND-1.png`` … and ``KIND.json``.

    Backs are ``KIND-back.png``, or ``KIND-backN.png`` where there are several: N is the (first) sheet they are for.

    Args:
        checked: the game.
        choice: kinds, items and language.
        out: the folder of what is made.
        url: where the pictures will be found; the folder they are written to, if None.
        dpi: wanted pixels per inch of a card; fewer where a sheet of them would be too large.
    """
    folder = out / checked.game.name / "tts"
    base = (url or folder.resolve().as_uri()).rstrip("/")
    for kind, items, language in to_export(checked, choice):
        assert kind.size is not None
        width, height = kind.size
        limit = min(MOST / COLUMNS / width, MOST / ROWS / height) * MM_PER_INCH
        note = f"{limit:.0f} dpi in place of {dpi:g}, as Tabletop Simulator loads no sheet of {COLUMNS} x {ROWS} cards"
        note = f"{kind.name}: {note} larger than {MOST} pixels a side everywhere" if limit < dpi else ""
        yield _export(checked, kind, items, language, _Table(kind, folder, base, min(dpi, limit)), note)


def _export(checked: Checked, kind: Kind, items: list[Item], language: str, table: "_Table", note: str) -> Exported:
    game = checked.game
    piles = _piles(checked, kind, items, language)
    decks = []
    for pile in piles:
        faces = [checked.renderer.face(kind, item, language)[0] for item in pile.items]
        sheets = table.write_sheets(faces, pile.backs, named=len(piles) > 1)
        cards = [(item, position) for position, item in enumerate(pile.items) for _ in range(item.copies)]
        titled = tuple((_title(item, language, game.language), position) for item, position in cards)
        title = _pile_title(game, kind, pile, language) if len(piles) > 1 else ""
        title = title or kind.title.in_language(language, game.language)
        decks.append(Deck(title, sheets, titled))
    aspect = max(1.0, table.card[0] / table.card[1])
    saved = saved_object(decks, APART * aspect, f"{game.name}/{kind.name}")
    with replacing(table.folder / f"{kind.name}.json") as part:
        part.write_text(json.dumps(saved, indent=2, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
    count = len(table.written)
    return Exported(kind.name, count, table.folder, table.size, table.dpi[0], note, table.discard_others())


def _piles(checked: Checked, kind: Kind, items: list[Item], language: str) -> list[Pile]:
    """The decks of a kind: one for each back that several items share, and one for all items with a back of their own.

    A back that several items share is there to hide which of them it is, and so makes them one deck. Where there are
    several such backs (a deck for each player), players want each deck on its own: they take one, shuffle it and draw
    from it, and would have to sort a common one by its backs before they could begin. A back that only one item has
    hides nothing: it is the other side of that item, such as a tile's. A deck of each of these would be a table full
    of single cards, so they stay together, above a sheet of their backs.
    """
    if not kind.back:
        return [Pile(tuple(items), (_plain_back(kind),))]
    by_back: dict[str, list[tuple[Item, Face]]] = {}
    for item in items:
        back = checked.renderer.face(kind, item, language, side="back")[0]
        by_back.setdefault(face_hash(back), []).append((item, back))
    piles = [Pile(tuple(item for item, _ in pile), (pile[0][1],)) for pile in by_back.values() if len(pile) > 1]
    single = [pile[0] for pile in by_back.values() if len(pile) == 1]
    if single:
        piles.append(Pile(tuple(item for item, _ in single), tuple(back for _, back in single)))
    return piles


@dataclass(slots=True)
class _Table:
    """Writes the sheets of one kind, and knows which it wrote."""

    kind: Kind
    folder: Path
    base: str  # the URL of the folder
    scale: float  # wanted pixels per inch; a card has the whole pixels that lie within
    sheets: int = 0  # how many have faces
    written: set[Path] = field(default_factory=set)

    @property
    def card(self) -> tuple[int, int]:
        assert self.kind.size is not None
        width, height = (int(side / MM_PER_INCH * self.scale + 1e-6) for side in self.kind.size)
        return width, height

    @property
    def dpi(self) -> tuple[float, float]:
        assert self.kind.size is not None
        width, height = (px / side * MM_PER_INCH for px, side in zip(self.card, self.kind.size, strict=True))
        return width, height

    @property
    def size(self) -> tuple[int, int]:
        return self.card[0] * COLUMNS, self.card[1] * ROWS

    def write_sheets(self, faces: list[Face], backs: tuple[Face, ...], *, named: bool) -> tuple[TableSheet, ...]:
        """Write the sheets of a deck; with ``named``, the one back of all of them is named after the first."""
        unique = len(backs) > 1
        hidden = self._pictures((_plain_back(self.kind) if unique else backs[0],))[0]
        back = f"{self.kind.name}-back{self.sheets + 1 if named else ''}.png"
        if not unique:
            self._save(hidden, back)
        made = []
        for start in range(0, len(faces), CARDS):
            self.sheets += 1
            places = slice(start, start + CARDS)
            front = f"{self.kind.name}-{self.sheets}.png"
            self._save(self._sheet(faces[places], hidden), front)
            if unique:
                back = f"{self.kind.name}-back{self.sheets}.png"
                self._save(self._sheet(backs[places], hidden), back)
            made.append(TableSheet(self.sheets, f"{self.base}/{front}", f"{self.base}/{back}", unique))
        return tuple(made)

    def discard_others(self) -> tuple[Path, ...]:
        """Remove the sheets and backs of this kind that an earlier run wrote and this one did not."""
        own = re.compile(rf"{re.escape(self.kind.name)}-([1-9]\d*|back([1-9]\d*)?)\.png", re.ASCII)
        return discard([path for path in self.folder.iterdir() if own.fullmatch(path.name)], self.written)

    def _pictures(self, faces: Sequence[Face]) -> list[Image.Image]:
        return list(pictures(list(faces), self.scale, 0, self.card))

    def _sheet(self, faces: Sequence[Face], hidden: Image.Image) -> Image.Image:
        width, height = self.card
        sheet = Image.new("RGB", self.size, "white")
        for place, picture in enumerate(self._pictures(faces)):
            sheet.paste(picture, (place % COLUMNS * width, place // COLUMNS * height))
        sheet.paste(hidden, ((COLUMNS - 1) * width, (ROWS - 1) * height))
        return sheet

    def _save(self, image: Image.Image, name: str) -> None:
        save(image, self.folder / name, self.dpi)
        self.written.add(self.folder / name)


def _plain_back(kind: Kind) -> Face:
    assert kind.size is not None
    width, height = kind.size
    frame = (("M", 3.0, 3.0), ("L", width - 3, 3.0), ("L", width - 3, height - 3), ("L", 3.0, height - 3), ("Z",))
    return Face(width, height, (Shape(frame, Paint(stroke="#000000", width=0.8)),))


def _pile_title(game: Game, kind: Kind, pile: Pile, language: str) -> str:
    """The kind's title and what the items of a deck have in common by which the kind is grouped; else nothing."""
    if kind.group is None:
        return ""
    values = {in_language(item.fields.get(kind.group), language, game.language) for item in pile.items}
    value, grouped_by = values.pop(), kind.fields.get(kind.group)
    if values or value is None:
        return ""
    other = game.find(grouped_by.to, value) if isinstance(grouped_by, ReferenceField) else None
    name = _title(other, language, game.language) if other else str(value)
    return f"{kind.title.in_language(language, game.language)} · {name}"


def _title(item: Item, language: str, fallback: str) -> str:
    for name in ("title", "name"):
        value = item.fields.get(name)
        if isinstance(value, LocalizedText):
            return value.in_language(language, fallback)
    return item.id
