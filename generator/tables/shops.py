"""Cards for print shops and virtual tables, as `generator.model.shop_tables` says each wants them."""

import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from msgspec.structs import replace

from generator.check.result import CheckResult
from generator.core.atomic import discard, replacing, write_whole
from generator.core.choices import MM_PER_INCH
from generator.draw.marks.marks import Face
from generator.model.game import Item, Kind
from generator.model.shop_tables import CardShop
from generator.pdf.pdf import write_pdf
from generator.pdf.png import png_bytes
from generator.printing.manifest import face_hash
from generator.printing.order import Choice
from generator.sheet.page import Document, Page, Placement, Rectangle, Slot, mirrored_round
from generator.tables.pictures import (
    ALONE,
    CardSet,
    ExportRun,
    PictureExport,
    of_copies,
    renamed,
    save,
    sides_of,
    to_export,
)
from generator.tables.tabletop import MOST_PIXELS, plain_back

STOCK = "(S30) Standard Smooth"  # the cheapest that MPC Autofill knows; its window offers the others
MOST_COLUMNS = 10  # of a sheet


def export_for_shops(
    checked: CheckResult, choice: Choice, out: Path, shop: CardShop, bleed: float | None = None, run: ExportRun = ALONE
) -> Iterator[PictureExport]:
    """Components for a shop: ``OUT/GAME/SHOP/…``.

    Args:
        checked: the game.
        choice: kinds, items and language.
        out: the folder of what is made.
        shop: what it wants.
        bleed: mm that art reaches beyond the cut; None: as each kind says. Where that is less than the shop wants, its
            edge is mirrored; art without bleed is left as it is.
        run: how it goes on.
    """
    folder = out / checked.game.name / shop.name
    sets = (replace(_card_set(checked, shop, part, folder, bleed), run=run) for part in to_export(checked, choice))
    yield from _WRITERS[shop.writes](sets)


def _card_set(
    checked: CheckResult, shop: CardShop, part: tuple[Kind, list[Item], str], folder: Path, bleed: float | None
) -> CardSet:
    kind, items, language = part
    assert kind.size is not None
    own = kind.bleed if bleed is None else bleed
    size, pixels = kind.size, shop.pixels(kind.size)
    reach = max((px / shop.dpi * MM_PER_INCH - side) / 2 for px, side in zip(pixels, size, strict=True))
    faces = [
        [_reaching(checked.renderer.face(kind, item, language, side=side)[0], own, reach) for item in items]
        for side in sides_of(kind)
    ]
    remarks = [words] if (words := renamed(items)) and shop.front == "{id}" else []
    if (card := shop.card(size)) is not None:
        corners = f", whose corners have a radius of {shop.corner:g} mm" if shop.corner else ""
        remarks.append(f"made for {shop.title}, {card.name}{corners}")
    if 0 < own < round(reach, 1):  # nobody minds less than half of a tenth
        remarks.append(
            f"the art reaches {own:g} mm beyond the cut, and the shop needs {reach:.1f} mm: its edge is mirrored there"
        )
    note = f"{kind.name}: {'; '.join(remarks)}" if remarks else ""
    return CardSet(shop, checked.game, kind, language, items, faces, folder, note)


def _reaching(face: Face, bleed: float, reach: float) -> Face:
    """A face whose art, which reaches ``bleed`` mm beyond the cut, reaches farther."""
    if not 0 < bleed < reach:
        return face
    edges = (-bleed, -bleed, face.width + bleed, face.height + bleed)
    return Face(face.width, face.height, mirrored_round(face.marks, edges), face.outline, face.folds)


def _pictured(sets: Iterable[CardSet]) -> Iterator[PictureExport]:
    """``KIND/ID.png``, ``KIND/ID-back.png``, or as the shop names them, and the list of all cards."""
    for cards in sets:
        folder = cards.folder / cards.kind.name
        names = cards.save_pictures(folder)
        backs = names[1] if len(names) > 1 else [""] * len(cards.items)
        cards.save_list(["front", "back"], zip(names[0], backs, strict=True), folder)
        if cards.shop.order == "autofill":
            write_whole(cards.folder / f"{cards.kind.name}.xml", _autofill(cards.items, names))
        written = {folder / name for of_side in names for name in of_side}
        possible = [folder / cards.name_of(item, side) for item in cards.kind.items for side in sides_of(cards.kind)]
        removed = discard([*possible, *of_copies(folder, "png", cards.kind)], written)
        yield cards.made(len(written), folder, cards.pixels, removed)


def _autofill(items: Sequence[Item], names: Sequence[Sequence[str]]) -> str:
    """The order as MPC Autofill reads it: a picture is found by its name in the folder ``cards`` beside the program."""
    quantity = sum(item.count for item in items)
    details = f"<quantity>{quantity}</quantity><bracket>{quantity}</bracket><stock>{STOCK}</stock><foil>false</foil>"
    sides = {"fronts": "", "backs": ""}
    for tag, of_side in zip(sides, names, strict=False):
        slots, first = dict[str, list[str]](), 0
        for item, name in zip(items, of_side, strict=True):
            slots.setdefault(name, []).extend(str(first + copy) for copy in range(item.count))
            first += item.count
        sides[tag] = "".join(
            f"    <card><id></id><slots>{','.join(places)}</slots><name>{name}</name><query></query></card>\n"
            for name, places in slots.items()
        )
    return (
        f"<order>\n  <details>{details}</details>\n  <fronts>\n{sides['fronts']}  </fronts>\n"
        f"  <backs>\n{sides['backs']}  </backs>\n  <cardback></cardback>\n</order>\n"
    )


def _paged(sets: Iterable[CardSet]) -> Iterator[PictureExport]:
    """``KIND.pdf``: all cards, back before front, each as often as it is there."""
    for cards in sets:
        width, height = (side / cards.shop.dpi * MM_PER_INCH for side in cards.pixels)
        pages: list[Page] = []
        for number, item in enumerate(cards.items):
            once = []
            for face in (of_side[number] for of_side in reversed(cards.faces)):
                slot = Slot(1, (width - face.width) / 2, (height - face.height) / 2, face.width, face.height)
                trim = Rectangle(slot.x, slot.y, slot.width, slot.height)
                placed = (Placement(slot, face, item.piece),)
                once.append(Page(width, height, placed, trim=trim, bleed=max(slot.x, slot.y)))
            pages += once * item.count
        numbered = (replace(page, label=str(number)) for number, page in enumerate(pages, start=1))
        with replacing(cards.folder / f"{cards.kind.name}.pdf") as part, part.open("wb") as stream:
            write_pdf(Document(cards.kind.name, "en"), numbered, stream)
        yield cards.made(len(pages), cards.folder, cards.pixels)


def _gridded(sets: Iterable[CardSet]) -> Iterator[PictureExport]:
    """``KIND/fronts-1.png``, ``backs-1.png`` …: faces edge to edge, backs in their fronts' order, and the list."""
    from PIL import Image

    for cards in sets:
        folder, (across, down) = cards.folder / cards.kind.name, cards.pixels
        scale = min(1.0, MOST_PIXELS / across, MOST_PIXELS / down)
        across, down = int(across * scale), int(down * scale)
        columns = min(MOST_COLUMNS, max(1, MOST_PIXELS // across), len(cards.items))
        each = columns * max(1, MOST_PIXELS // down)

        def save_sheet(
            file: Path, part: list[Face], dpi: float = cards.shop.dpi * scale, columns: int = columns,
            across: int = across, down: int = down, cards: CardSet = cards,
        ) -> tuple[int, int]:  # fmt: skip
            size = (columns * across, -(-len(part) // columns) * down)
            picture = Image.new("RGB", size, "white")
            for place, image in enumerate(cards.drawn(part, dpi)):
                picture.paste(image, (place % columns * across, place // columns * down))
            save(picture, file, (dpi, dpi))
            return size

        parts = {
            folder / f"{side}-{sheet}.png": list(faces[start : start + each])
            for side, faces in zip(("fronts", "backs"), cards.faces, strict=False)
            for sheet, start in enumerate(range(0, len(faces), each), start=1)
        }
        written = set(parts)
        size = cards.run.carry_out(cards.kind.name, [partial(save_sheet, *part) for part in parts.items()])[-1]
        places = ((n // each + 1, n % each % columns + 1, n % each // columns + 1) for n in range(len(cards.items)))
        cards.save_list(["sheet", "column", "row"], places, folder)
        stale = [*folder.glob("fronts-*.png"), *folder.glob("backs-*.png")]
        yield cards.made(len(written), folder, size, discard(stale, written))


def _roomed(sets: Iterable[CardSet]) -> Iterator[PictureExport]:
    """``GAME.pcio``: a room of playingcards.io with a pile for each kind."""
    room, done = PlayRoom(), []
    for cards in sets:
        done.append(cards.made(room.add(cards), cards.folder, cards.pixels))
        file = cards.folder / f"{cards.game.name}.pcio"
    if done:
        with replacing(file) as part:
            part.write_bytes(room.packed())
    yield from done


_WRITERS: dict[str, Callable[[Iterable[CardSet]], Iterator[PictureExport]]] = {
    "pictures": _pictured,
    "pages": _paged,
    "sheets": _gridded,
    "room": _roomed,
}


ROOM = (1600, 1000)  # its units
CARD_HEIGHT = 160.0  # of a poker card, as its own cards have
GAP, TOP = 30.0, 60.0
HAND = {"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1, "dragging": None}
_UNITS = CARD_HEIGHT / 88.0  # a mm


class PlayRoom:
    """A room in the making: piles from left to right, and in rows."""

    def __init__(self) -> None:
        self._widgets: list[dict[str, Any]] = [HAND]
        self._files: dict[str, bytes] = {}
        self._x, self._y, self._row = GAP, TOP, 0.0

    def add(self, cards: CardSet) -> int:
        """Add a pile of all cards of a kind; how many pictures they have."""
        kind = cards.kind
        backs = cards.faces[1] if len(cards.faces) > 1 else [plain_back(kind)] * len(cards.items)
        sides = [self._pictures(cards, *side) for side in (("", cards.faces[0]), ("-back", backs))]
        assert kind.size is not None
        width, height = (round(side * min(_UNITS, 700 / max(kind.size)), 1) for side in kind.size)
        x, y = self._place(width, height)
        own = {"x": x, "y": y, "z": 1}
        pile, deck = f"{kind.name}-pile", f"{kind.name}-deck"
        label = kind.title.in_language(cards.language, cards.game.language)
        self._widgets.append({
            "id": pile, "type": "cardPile", "label": label, "width": width + 8, "height": height + 8,
            "hasShuffleButton": True, "dragging": None, **own,
        })  # fmt: skip
        types = {}
        for number, item in enumerate(cards.items):
            face, back = (of_side[number] for of_side in sides)
            types[item.piece] = {"label": item.called(cards.language, cards.game.language), "face": face, "back": back}
        self._widgets.append({
            "id": deck, "type": "cardDeck", "parent": pile, "cardWidth": width, "cardHeight": height,
            "enlarge": True, "cardTypes": types, "faceTemplate": _shows("face", width, height),
            "backTemplate": _shows("back", width, height), **own,
        })  # fmt: skip
        self._widgets += (
            {"id": f"{kind.name}-{item.piece}-{copy}", "type": "card", "deck": deck, "cardType": item.piece,
             "parent": pile, "faceup": False, **own}
            for item in cards.items for copy in range(1, item.count + 1)
        )  # fmt: skip
        return sum(len(set(of_side)) for of_side in sides)

    def packed(self) -> bytes:
        """The file: the same bytes for the same room."""
        target = io.BytesIO()
        text = json.dumps(self._widgets, ensure_ascii=False).encode("utf-8")
        with ZipFile(target, "w", ZIP_STORED) as archive:
            for name, data in (("widgets.json", text), *self._files.items()):
                archive.writestr(ZipInfo(name), data)
        return target.getvalue()

    def _pictures(self, cards: CardSet, ending: str, faces: Sequence[Face]) -> list[str]:
        """Keep each picture of a side once; the address of each item's."""
        first: dict[str, tuple[str, Face]] = {}
        for item, face in zip(cards.items, faces, strict=True):
            first.setdefault(face_hash(face), (f"{cards.kind.name}-{item.piece}{ending}.png", face))
        for (name, _), image in zip(first.values(), cards.drawn([face for _, face in first.values()]), strict=True):
            self._files[f"userassets/{name}"] = png_bytes(image)
        return [f"package://userassets/{first[face_hash(face)][0]}" for face in faces]

    def _place(self, width: float, height: float) -> tuple[float, float]:
        """The next free place of this size."""
        if self._x + width + GAP > ROOM[0] and self._x > GAP:
            self._x, self._y, self._row = GAP, self._y + self._row, 0.0
        place = self._x, min(self._y, ROOM[1] - height - TOP)
        self._x += width + GAP
        self._row = max(self._row, height + TOP)
        return place


def _shows(key: str, width: float, height: float) -> dict[str, Any]:
    """A side that shows the picture a card has under a key."""
    picture = {"type": "image", "valueType": "dynamic", "value": key, "color": "white"}
    whole = {"x": 0, "y": 0, "w": width, "h": height}
    return {"includeBorder": False, "includeRadius": True, "objects": [picture | whole]}
