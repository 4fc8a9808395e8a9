"""Cards for print-on-demand shops, at the size that each wants: faces alike once, and a list of all cards.

Sizes and bleed of the shops, with the date and source of each, stand in ``docs/printing.md``.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from generator.core.atomic import discard, replacing
from generator.core.sizes import SHOP_SIZES, SIZES, Size
from generator.core.units import MM_PER_INCH
from generator.draw.marks.marks import Face
from generator.model.game import Item, Kind
from generator.pdf.pdf import write_pdf
from generator.project.build import Checked
from generator.project.export.pictures import SHOP_DPI, Exported, name_of, pictures, save, sides_of, to_export
from generator.project.printing.manifest import face_hash
from generator.project.printing.order import Choice
from generator.sheet.mirroring import mirrored_round
from generator.sheet.page import Document, Page, Placement, Rectangle, Slot

EIGHTH = 3.175  # mm: an eighth of an inch
LIST = "cards.csv"


class PrintShop(Struct, frozen=True):
    """What a shop wants of a card."""

    room: float  # mm round the cut
    sizes: Mapping[Size, tuple[int, int]]  # pixels at 300 an inch, where they are not those of cut and room
    paged: bool = False  # all cards in one PDF, back before front, each as often as it is there

    def pixels(self, size: Size) -> tuple[int, int]:
        """How large the picture of a card is, with its bleed."""
        if size in self.sizes:
            return self.sizes[size]
        across, down = (round((side + 2 * self.room) / MM_PER_INCH * SHOP_DPI) for side in size)
        return across, down


SHOPS = {
    "tgc": PrintShop(EIGHTH, SHOP_SIZES),
    "mpc": PrintShop(36 / SHOP_DPI * MM_PER_INCH, {SIZES["poker"]: (816, 1110)}),
    "dtc": PrintShop(EIGHTH, SHOP_SIZES, paged=True),
}


def export_for_shops(
    checked: Checked, choice: Choice, out: Path, name: str = "tgc", bleed: float | None = None
) -> Iterator[Exported]:
    """Cards for a shop: ``OUT/GAME/SHOP/KIND/ID.png`` and ``cards.csv``, or ``OUT/GAME/SHOP/KIND.pdf``.

    Args:
        checked: the game.
        choice: kinds, items and language.
        out: the folder of what is made.
        name: of the shop.
        bleed: mm that art reaches beyond the cut; None: as each kind says. Where that is less than the shop wants, its
            edge is mirrored; art without bleed is left as it is.
    """
    shop, folder = SHOPS[name], out / checked.game.name / name
    for kind, items, language in to_export(checked, choice):
        assert kind.size is not None
        own, pixels = kind.bleed if bleed is None else bleed, shop.pixels(kind.size)
        reach = max((px / SHOP_DPI * MM_PER_INCH - side) / 2 for px, side in zip(pixels, kind.size, strict=True))
        sides = [
            [_reaching(checked.renderer.face(kind, item, language, side=side)[0], own, reach) for item in items]
            for side in sides_of(kind)
        ]
        short = (
            f"{kind.name}: the art reaches {own:g} mm beyond the cut, and the shop wants {reach:.1f} mm: its edge is"
        )
        note = f"{short} mirrored there" if 0 < own < reach else ""
        write = _paged if shop.paged else _pictured
        yield write(kind, items, sides, pixels, folder, note)


def _reaching(face: Face, bleed: float, reach: float) -> Face:
    """A face whose art, which reaches ``bleed`` mm beyond the cut, reaches farther."""
    if not 0 < bleed < reach:
        return face
    edges = (-bleed, -bleed, face.width + bleed, face.height + bleed)
    return Face(face.width, face.height, mirrored_round(face.marks, edges), face.outline, face.folds)


def _pictured(
    kind: Kind,
    items: Sequence[Item],
    sides: Sequence[Sequence[Face]],
    pixels: tuple[int, int],
    folder: Path,
    note: str,
) -> Exported:
    folder = folder / kind.name
    files: list[list[str]] = []
    for side, faces in zip(sides_of(kind), sides, strict=True):
        first: dict[str, tuple[str, Face]] = {}
        names = [first.setdefault(face_hash(face), (name_of(item, side), face))[0] for item, face in
                 zip(items, faces, strict=True)]  # fmt: skip
        shown = pictures([face for _, face in first.values()], SHOP_DPI, 0.0, pixels)
        for (name, _), image in zip(first.values(), shown, strict=True):
            save(image, folder / name, (SHOP_DPI, SHOP_DPI))
        files.append(names)
    with replacing(folder / LIST) as part, part.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["card", "front", "back", "copies"])
        for number, item in enumerate(items):
            back = files[1][number] if len(files) > 1 else ""
            writer.writerow([item.id, files[0][number], back, item.copies])
    written = {folder / name for names in files for name in names}
    removed = discard([folder / name_of(item, side) for item in kind.items for side in sides_of(kind)], written)
    return Exported(kind.name, len(written), folder, pixels, SHOP_DPI, note, removed)


def _paged(
    kind: Kind,
    items: Sequence[Item],
    sides: Sequence[Sequence[Face]],
    pixels: tuple[int, int],
    folder: Path,
    note: str,
) -> Exported:
    width, height = (side / SHOP_DPI * MM_PER_INCH for side in pixels)
    file, pages = folder / f"{kind.name}.pdf", list[Page]()
    for number, item in enumerate(items):
        for side in reversed(sides) if item.copies else ():
            face = side[number]
            slot = Slot(1, (width - face.width) / 2, (height - face.height) / 2, face.width, face.height)
            trim = Rectangle(slot.x, slot.y, slot.width, slot.height)
            page = Page(width, height, (Placement(slot, face, item.id),), trim=trim, bleed=max(slot.x, slot.y))
            pages.append(page)
        pages += pages[-len(sides) :] * (item.copies - 1)
    with replacing(file) as part, part.open("wb") as stream:
        write_pdf(Document(kind.name, "en"), _labelled(pages), stream)
    return Exported(kind.name, len(pages), folder, pixels, SHOP_DPI, note)


def _labelled(pages: Sequence[Page]) -> Iterator[Page]:
    from msgspec.structs import replace

    return (replace(page, label=str(number + 1)) for number, page in enumerate(pages))
