"""Sheets of faces and backs for Tabletop Simulator, and the file from which it makes decks of them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from generator.core.atomic import replacing
from generator.draw.marks.marks import Face
from generator.model.fields import ReferenceField
from generator.model.game import Game, Item, Kind
from generator.model.values import in_language
from generator.project.build import Checked
from generator.project.export.pictures import SHOP_DPI, Exported, to_export
from generator.project.export.saved import Deck, saved_object
from generator.project.export.table_grid import MOST_PIXELS
from generator.project.export.table_sheets import TableSheets, plain_back
from generator.project.printing.manifest import face_hash
from generator.project.printing.order import Choice

PICTURE = re.compile(r"[^/\"\\]+\.png")
APART = 4.0  # its units, in which an upright card is about 2.2 wide and 3.1 high


class Pile(Struct, frozen=True):
    """The items that lie in one deck."""

    items: tuple[Item, ...]
    backs: tuple[Face, ...]  # one for all of them, or one each


def export_table(
    checked: Checked, choice: Choice, out: Path, url: str | None, dpi: float = SHOP_DPI
) -> Iterator[Exported]:
    """Sheets and the object file of Tabletop Simulator: ``OUT/GAME/tts/KIND-1.png`` … and ``KIND.json``.

    Backs are ``KIND-back.png``, or ``KIND-backN.png`` where there are several: N is the (first) sheet they are for. A
    back that several kinds share is written once, under the name of the first.

    Args:
        checked: the game.
        choice: kinds, items and language.
        out: the folder of what is made.
        url: where the pictures will be found; the folder they are written to, if None.
        dpi: wanted pixels per inch of a card; fewer where a sheet of them would be too large.
    """
    folder = out / checked.game.name / "tts"
    base = (url or folder.resolve().as_uri()).rstrip("/")
    chosen = list(to_export(checked, choice))
    others = _shown_by_others(folder, {kind.name for kind, _, _ in chosen})
    backs: dict[tuple[str, float], str] = {}
    for kind, items, language in chosen:
        yield _export(checked, kind, items, language, TableSheets(kind, folder, base, dpi, backs, others))


def _export(checked: Checked, kind: Kind, items: list[Item], language: str, table: TableSheets) -> Exported:
    game = checked.game
    piles = _piles(checked, kind, items, language)
    decks = []
    for pile in piles:
        faces = [checked.renderer.face(kind, item, language)[0] for item in pile.items]
        sheets = table.write(faces, pile.backs, named=len(piles) > 1)
        cards = [(item, position) for position, item in enumerate(pile.items) for _ in range(item.copies)]
        titled = tuple((item.called(language, game.language), position) for item, position in cards)
        title = _pile_title(game, kind, pile, language) if len(piles) > 1 else ""
        title = title or kind.title.in_language(language, game.language)
        decks.append(Deck(title, sheets, titled))
    assert kind.size is not None
    saved = saved_object(decks, APART * max(1.0, kind.size[0] / kind.size[1]), f"{game.name}/{kind.name}")
    with replacing(table.folder / f"{kind.name}.json") as part:
        part.write_text(json.dumps(saved, indent=2, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
    note = ""
    if table.coarsest < table.dpi:
        note = f"{kind.name}: {table.coarsest:.0f} dpi in place of {table.dpi:g}, as Tabletop Simulator loads no sheet"
        note += f" larger than {MOST_PIXELS} pixels a side everywhere"
    return Exported(
        kind.name, len(table.written), table.folder, table.size, table.coarsest, note, table.discard_others()
    )


def _shown_by_others(folder: Path, kinds: set[str]) -> set[str]:
    """The pictures that the decks of other kinds show, which an earlier run wrote: they have to stay."""
    files = [path for path in folder.glob("*.json") if path.stem not in kinds] if folder.is_dir() else []
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in files]
    return {name for text in texts for name in PICTURE.findall(text)}


def _piles(checked: Checked, kind: Kind, items: list[Item], language: str) -> list[Pile]:
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
    other = game.find(grouped_by.to, value) if isinstance(grouped_by, ReferenceField) else None
    name = other.called(language, game.language) if other else str(value)
    return f"{kind.title.in_language(language, game.language)} · {name}"
