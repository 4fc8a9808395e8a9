"""Single faces as pictures: for a virtual table, for print-on-demand shops, or as they are.

Straight from the faces that are printed: each is a page of its own in a PDF, and its picture is that page in pixels.
"""

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.atomic import replacing
from generator.build import Checked
from generator.catalog.game import Item, Kind
from generator.order import Order, choose_kinds
from generator.sizes import SHOP_SIZES
from generator.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL import Image

    from generator.face.marks import Face

SHOP_DPI = 300
SHOP_BLEED = 3.175  # mm: an eighth of an inch
TABLE_COLUMNS, TABLE_ROWS = 10, 7  # what Tabletop Simulator cuts a sheet into
TABLE_CARDS = TABLE_COLUMNS * TABLE_ROWS - 1  # its last place shows what others see of a hidden card
TABLE_MOST = 4096  # pixels of a side that it loads everywhere


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written for one kind."""

    kind: str
    pictures: int
    folder: Path
    pixels: tuple[int, int]


def export_pictures(checked: Checked, order: Order, dpi: float) -> Iterator[Exported]:
    """One picture an item, front and back: ``OUT/GAME/png/KIND/ID.png``, ``ID-back.png``."""
    for kind, language in _kinds(checked, order):
        folder = order.out / checked.game.name / "png" / kind.name
        yield _single(checked, kind, language, order, folder, dpi, order.bleed, None)


def export_for_shops(checked: Checked, order: Order) -> Iterator[Exported]:
    """One picture an item at a shop's size, 300 dpi with bleed: ``OUT/GAME/tgc/KIND/ID.png``."""
    for kind, language in _kinds(checked, order):
        assert kind.size is not None
        folder = order.out / checked.game.name / "tgc" / kind.name
        yield _single(checked, kind, language, order, folder, SHOP_DPI, SHOP_BLEED, SHOP_SIZES.get(kind.size))


def _kinds(checked: Checked, order: Order) -> Iterator[tuple[Kind, str]]:
    language = order.language or checked.game.language
    for kind in choose_kinds(checked.game, order):
        if not kind.prose and kind.items:
            yield kind, language


def _items(kind: Kind, order: Order) -> list[Item]:
    return [item for item in kind.items if item.copies and (not order.items or item.id in order.items)]


def _single(
    checked: Checked,
    kind: Kind,
    language: str,
    order: Order,
    folder: Path,
    dpi: float,
    bleed: float,
    pixels: tuple[int, int] | None,
) -> Exported:
    count, size = 0, (0, 0)
    for side in ("front", "back") if kind.back else ("front",):
        items = _items(kind, order)
        faces = [checked.atelier.face(kind, item, language, side=side)[0] for item in items]
        for item, image in zip(items, _pictures(faces, dpi, bleed, pixels), strict=True):
            _save(image, folder / f"{item.id}{'-back' if side == 'back' else ''}.png", dpi)
            count, size = count + 1, image.size
    return Exported(kind.name, count, folder, size)


def _pictures(
    faces: "list[Face]", dpi: float, bleed: float, pixels: tuple[int, int] | None = None
) -> "Iterator[Image.Image]":
    """The faces in pixels: each in the middle of its trim and bleed, or of a canvas of ``pixels``."""
    from PIL import Image

    from generator.press.pdf import write_pdf
    from generator.press.png import page_png
    from generator.sheet.page import Document, Page, Placement, Slot

    if not faces:
        return
    width, height = faces[0].width, faces[0].height
    if pixels is None:
        pixels = (round((width + 2 * bleed) / MM_PER_INCH * dpi), round((height + 2 * bleed) / MM_PER_INCH * dpi))
    paper = (pixels[0] / dpi * MM_PER_INCH, pixels[1] / dpi * MM_PER_INCH)
    slot = Slot(1, (paper[0] - width) / 2, (paper[1] - height) / 2, width, height)
    reach = max(bleed, slot.x, slot.y)
    pdf = io.BytesIO()
    pages = [Page(*paper, (Placement(slot, face, ""),), label=str(n), bleed=reach) for n, face in enumerate(faces)]
    write_pdf(Document("faces", "en"), pages, pdf)
    for number in range(len(faces)):
        image = Image.open(io.BytesIO(page_png(pdf.getvalue(), number, dpi))).convert("RGB")
        yield image if image.size == pixels else image.resize(pixels, Image.Resampling.LANCZOS)


def _save(image: "Image.Image", file: Path, dpi: float) -> None:
    with replacing(file) as part:
        image.save(part, format="PNG", dpi=(dpi, dpi), optimize=False)


def export_table(checked: Checked, order: Order, url: str | None) -> Iterator[Exported]:
    """Sheets of 10 x 7 and the object file of Tabletop Simulator: ``OUT/GAME/tts/KIND-1.png`` … and ``KIND.json``.

    ``url`` is where the pictures will be found; the folder they are written to, if None.
    """
    for kind, language in _kinds(checked, order):
        items = _items(kind, order)
        assert kind.size is not None
        width, height = kind.size
        folder = order.out / checked.game.name / "tts"
        dpi = min(TABLE_MOST / TABLE_COLUMNS / width, TABLE_MOST / TABLE_ROWS / height, SHOP_DPI / MM_PER_INCH)
        card = (int(width * dpi), int(height * dpi))
        fronts = [checked.atelier.face(kind, item, language)[0] for item in items]
        back = checked.atelier.face(kind, items[0], language, side="back")[0] if kind.back else _plain_back(kind)
        (hidden,) = _pictures([back], dpi * MM_PER_INCH, 0, card)
        _save(hidden, folder / f"{kind.name}-back.png", SHOP_DPI)
        sheets: list[str] = []
        for start in range(0, len(items), TABLE_CARDS):
            name = f"{kind.name}-{len(sheets) + 1}.png"
            pictures = _pictures(fronts[start : start + TABLE_CARDS], dpi * MM_PER_INCH, 0, card)
            _save(_table_sheet(list(pictures), hidden, card), folder / name, SHOP_DPI)
            sheets.append(name)
        base = (url or folder.resolve().as_uri()).rstrip("/")
        deck = _deck(
            checked, kind, items, language, [f"{base}/{name}" for name in sheets], f"{base}/{kind.name}-back.png"
        )
        with replacing(folder / f"{kind.name}.json") as part:
            part.write_text(json.dumps(deck, indent=2, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
        size = (card[0] * TABLE_COLUMNS, card[1] * TABLE_ROWS)
        yield Exported(kind.name, len(sheets) + 1, folder, size)


def _plain_back(kind: Kind) -> "Face":
    from generator.face.marks import Face, Paint, Shape

    assert kind.size is not None
    width, height = kind.size
    frame = (("M", 3.0, 3.0), ("L", width - 3, 3.0), ("L", width - 3, height - 3), ("L", 3.0, height - 3), ("Z",))
    return Face(width, height, (Shape(frame, Paint(stroke="#000000", width=0.8)),))


def _table_sheet(pictures: "list[Image.Image]", hidden: "Image.Image", card: tuple[int, int]) -> "Image.Image":
    from PIL import Image

    sheet = Image.new("RGB", (card[0] * TABLE_COLUMNS, card[1] * TABLE_ROWS), "white")
    for place, picture in enumerate(pictures):
        sheet.paste(picture, (place % TABLE_COLUMNS * card[0], place // TABLE_COLUMNS * card[1]))
    sheet.paste(hidden, ((TABLE_COLUMNS - 1) * card[0], (TABLE_ROWS - 1) * card[1]))
    return sheet


def _deck(
    checked: Checked, kind: Kind, items: list[Item], language: str, sheets: list[str], back: str
) -> dict[str, Any]:
    """The saved object: a card's id is a hundred times its sheet's number and its place on it."""
    decks = {
        str(number): {
            "FaceURL": url, "BackURL": back, "NumWidth": TABLE_COLUMNS, "NumHeight": TABLE_ROWS,
            "BackIsHidden": True, "UniqueBack": False,
        }
        for number, url in enumerate(sheets, start=1)
    }  # fmt: skip
    cards = []
    for position, item in enumerate(items):
        sheet, place = divmod(position, TABLE_CARDS)
        identity = 100 * (sheet + 1) + place
        cards += [(identity, str(sheet + 1), _title(item, language, checked.game.language))] * item.copies
    title = kind.title.in_language(language, checked.game.language)
    transform = dict.fromkeys(("posX", "posY", "posZ", "rotX"), 0) | {"rotY": 180, "rotZ": 180}
    transform |= dict.fromkeys(("scaleX", "scaleY", "scaleZ"), 1)
    contained = [
        {
            "Name": "Card", "Nickname": name, "CardID": identity, "Transform": transform,
            "CustomDeck": {sheet: decks[sheet]},
        }
        for identity, sheet, name in cards
    ]  # fmt: skip
    if len(contained) == 1:
        return {"ObjectStates": contained}
    deck = {
        "Name": "DeckCustom", "Nickname": title, "Transform": transform,
        "DeckIDs": [identity for identity, _, _ in cards], "CustomDeck": decks, "ContainedObjects": contained,
    }  # fmt: skip
    return {"ObjectStates": [deck]}


def _title(item: Item, language: str, fallback: str) -> str:
    from generator.catalog.values import Text

    for name in ("title", "name"):
        value = item.fields.get(name)
        if isinstance(value, Text):
            return value.in_language(language, fallback)
    return item.id
