"""The components of a kind, drawn as a shop or a table wants them."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from PIL import Image

from generator.core.atomic import replacing
from generator.draw.marks.marks import Face
from generator.draw.renderer import Side
from generator.model.game import Game, Item, Kind
from generator.model.shop_tables import CardShop
from generator.project.export.pictures import Exported, pictures, save, sides_of
from generator.project.printing.manifest import face_hash

LIST = "cards.csv"


class CardSet(Struct, frozen=True):
    """The components of a kind as a shop wants them."""

    shop: CardShop
    game: Game
    kind: Kind
    language: str
    items: Sequence[Item]
    faces: Sequence[Sequence[Face]]  # of each side, one an item
    folder: Path
    note: str

    @property
    def pixels(self) -> tuple[int, int]:
        """How large each picture is."""
        assert self.kind.size is not None
        return self.shop.pixels(self.kind.size)

    @property
    def sides(self) -> tuple[Side, ...]:
        """What the faces are of."""
        return sides_of(self.kind)

    def name_of(self, item: Item, side: Side) -> str:
        """The name of a face's picture."""
        filled = {"{id}": item.id, "{kind}": self.kind.name, "{number}": str(self.kind.items.index(item) + 1)}
        name = self.shop.back if side == "back" else self.shop.front
        for word, value in filled.items():
            name = name.replace(word, value)
        return f"{name}.png"

    def save_pictures(self, folder: Path) -> list[list[str]]:
        """Save each face once, however many items have it; the names of the items' pictures, by sides."""
        names = []
        for side, faces in zip(self.sides, self.faces, strict=True):
            first: dict[str, tuple[str, Face]] = {}
            of_side = [
                first.setdefault(face_hash(face), (self.name_of(item, side), face))[0]
                for item, face in zip(self.items, faces, strict=True)
            ]
            shown = self.drawn([face for _, face in first.values()])
            for (name, _), image in zip(first.values(), shown, strict=True):
                save(image, folder / name, (self.shop.dpi, self.shop.dpi))
            names.append(of_side)
        return names

    def drawn(self, faces: list[Face], dpi: float = 0) -> Iterator[Image.Image]:
        """Faces in pixels."""
        scale = dpi / self.shop.dpi if dpi else 1.0
        across, down = self.pixels
        return pictures(faces, dpi or self.shop.dpi, 0.0, (int(across * scale), int(down * scale)))

    def made(self, pictures: int, folder: Path, pixels: tuple[int, int], removed: tuple[Path, ...] = ()) -> Exported:
        """What was written."""
        return Exported(self.kind.name, pictures, folder, pixels, self.shop.dpi, self.note, removed)

    def save_list(self, head: Sequence[str], rows: Iterable[Sequence[object]], folder: Path) -> None:
        """Write the list of all cards: each item's id, what ``rows`` say of it under ``head``, and its copies."""
        with replacing(folder / LIST) as part, part.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, lineterminator="\n")
            writer.writerow(["card", *head, "copies"])
            writer.writerows([item.id, *row, item.copies] for item, row in zip(self.items, rows, strict=True))
