"""Single faces as pictures or vectors, for print-on-demand shops, cutting machines, or as they are; and sets of cards.

Straight from the faces that are printed: each is a page of its own in a PDF, and its picture is that page in pixels.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from mmap import mmap
from pathlib import Path
from typing import TypeVar

from msgspec import Struct
from PIL import Image

from generator.check.result import CheckResult
from generator.check.scope import Progress
from generator.core.atomic import discard, replacing
from generator.core.choices import MM_PER_INCH
from generator.core.cores import divided
from generator.core.file_names import DEVICES
from generator.draw.marks.marks import Face
from generator.draw.renderer import Renderer, Side
from generator.model.game import OF_COPY, Game, Item, Kind
from generator.model.shop_tables import CardShop
from generator.pdf.face_svg import face_svg
from generator.pdf.pdf import write_pdf
from generator.pdf.png import page_images
from generator.pdf.shown_pixels import packs
from generator.printing.manifest import face_hash
from generator.printing.order import Choice, choose_kinds
from generator.sheet.page import Document, Page, Placement, Slot

SHOP_DPI = 300
LOOK_DPI, GAP = 150, 30  # of a picture to look at, and pixels between its two sides
AT_ONCE = 32  # faces that a process draws at a stretch
T = TypeVar("T")


class ExportRun(Struct, frozen=True):
    """With how many processes pictures are made, and who is told of them."""

    jobs: int = 1
    progress: Progress | None = None

    def carry_out(self, kind: str, tasks: Sequence[Callable[[], T]]) -> list[T]:
        """What the tasks about a kind give; it is told how many are done, by whichever process."""
        with mmap(-1, max(len(tasks), 1)) as done:

            def watched(number: int) -> T:
                result = tasks[number]()
                done[number] = 1
                if self.progress is not None:
                    self.progress(f"writing {kind}", sum(done[:]), len(tasks))
                return result

            return divided([partial(watched, number) for number in range(len(tasks))], self.jobs)


ALONE = ExportRun()


def in_parts(members: Sequence[T]) -> list[Sequence[T]]:
    """What processes take at a stretch."""
    return [members[start : start + AT_ONCE] for start in range(0, len(members), AT_ONCE)]


class PictureExport(Struct, frozen=True):
    """What was written for one kind."""

    kind: str
    pictures: int
    folder: Path
    pixels: tuple[int, int]
    dpi: float  # of the pictures, as they also say themselves; 0 for vectors
    note: str = ""  # why that is less than was asked for
    removed: tuple[Path, ...] = ()  # pictures of earlier runs that this one does not make


NamedFace = tuple[Item, Face, Path]  # an item's face, and the file that is made of it


def export_pictures(
    checked: CheckResult, choice: Choice, out: Path, dpi: float, bleed: float | None = None, run: ExportRun = ALONE
) -> Iterator[PictureExport]:
    """One picture an item, front and back: ``OUT/GAME/png/KIND/ID.png``, ``ID-back.png``.

    They have ``bleed`` mm of art round the trim; as each kind says if None.
    """

    def write(kind: Kind, faces: Sequence[NamedFace]) -> tuple[int, int]:
        reach = kind.bleed if bleed is None else bleed
        for (_, _, file), image in zip(faces, pictures([face for _, face, _ in faces], dpi, reach), strict=True):
            save(image, file, (dpi, dpi))
        return image.size

    return _exported(checked, choice, out, "png", dpi, write, run)


def to_export(checked: CheckResult, choice: Choice) -> Iterator[tuple[Kind, list[Item], str]]:
    """The kinds that are exported, each with its items (or copies that differ) and the language; no running text.

    Raises:
        NotFound: see `choose_kinds`.
    """
    for kind in choose_kinds(checked.game, choice):
        items = [item for item in kind.items if item.copies and choice.takes(item)]
        if items and not kind.prose:
            pieces = [piece for item in items for piece in checked.renderer.pieces(kind, item)]
            yield kind, pieces, choice.language_of(checked.game)


def _exported(
    checked: CheckResult,
    choice: Choice,
    out: Path,
    form: str,
    dpi: float,
    write: Callable[[Kind, Sequence[NamedFace]], tuple[int, int]],
    run: ExportRun,
) -> Iterator[PictureExport]:
    """Each kind's faces as files, written side by side; ``write`` gives how many pixels they have."""
    for kind, items, language in to_export(checked, choice):
        folder, sides = out / checked.game.name / form / kind.name, sides_of(kind)

        def write_part(
            side: Side, part: Sequence[Item], kind: Kind = kind, language: str = language, folder: Path = folder
        ) -> tuple[int, int]:
            faces = [checked.renderer.face(kind, item, language, side=side)[0] for item in part]
            files = [folder / name_of(item, side, form) for item in part]
            return write(kind, list(zip(part, faces, files, strict=True)))

        tasks = [partial(write_part, side, part) for side in sides for part in in_parts(items)]
        size = run.carry_out(kind.name, tasks)[-1]
        written = {folder / name_of(item, side, form) for item in items for side in sides}
        # A picture of an item that this run leaves out would be taken for one of this run, and be uploaded with them.
        possible = [folder / name_of(item, side, form) for item in kind.items for side in sides]
        removed = discard([*possible, *of_copies(folder, form, kind)], written)
        yield PictureExport(kind.name, len(written), folder, size, dpi, renamed(items), removed)


def of_copies(folder: Path, form: str, kind: Kind) -> list[Path]:
    """The files of single copies that there are."""
    ids = {item.id for item in kind.items}
    return sorted(path for path in folder.glob(f"*{OF_COPY}[1-9]*.{form}") if path.name.partition(OF_COPY)[0] in ids)


def sides_of(kind: Kind) -> tuple[Side, ...]:
    """The sides of a component that are exported."""
    return ("front", "back") if kind.back else ("front",)


def name_of(item: Item, side: Side, form: str = "png") -> str:
    """The name of a face's file."""
    return f"{item.piece}-back.{form}" if side == "back" else f"{_usable(item.piece)}.{form}"


def _usable(stem: str) -> str:
    """A file's name as any system takes it."""
    return f"{stem}_" if stem in DEVICES else stem


def renamed(items: Iterable[Item]) -> str:
    """Which items have pictures of other names than their ids; empty where none has."""
    names = [item.id for item in items if _usable(item.id) != item.id]
    names_changed = ", ".join(f"{name} is written as {_usable(name)}" for name in names)
    return f"{names_changed}: Windows has no files of that name" if names_changed else ""


def pictures(
    faces: list[Face], dpi: float, bleed: float, pixels: tuple[int, int] | None = None
) -> Iterator[Image.Image]:
    """The faces in pixels: each in the middle of its trim and bleed, or of a canvas of ``pixels``.

    Args:
        faces: all of one size.
        dpi: pixels per inch of a face.
        bleed: mm round the trim.
        pixels: the width and height of each picture, in place of those of trim and bleed.
    """
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
    write_pdf(Document("faces", "en"), pages, pdf, pack=packs(pages, dpi))
    for image in page_images(pdf.getvalue(), dpi):
        yield image if image.size == pixels else image.resize(pixels, Image.Resampling.LANCZOS)


def faces_in_a_row(renderer: Renderer, kind: Kind, item: Item, language: str) -> Image.Image:
    """An item's front, and its back beside it where it has one: a picture to look at."""
    sides: tuple[Side, ...] = ("front", "back") if kind.back and renderer.template(kind, "back") else ("front",)
    faces = [renderer.face(kind, item, language, side=side)[0] for side in sides]
    images = list(pictures(faces, LOOK_DPI, 0.0))
    row = Image.new("RGB", (sum(image.width + GAP for image in images) - GAP, images[0].height), "white")
    for number, image in enumerate(images):
        row.paste(image, (number * (image.width + GAP), 0))
    return row


def save(image: Image.Image, file: Path, dpi: tuple[float, float]) -> None:
    """Write a picture that says how many pixels an inch of its width and of its height has.

    Raises:
        OSError: it cannot be written; what stood there is as it was.
    """
    with replacing(file) as part:
        image.save(part, format="PNG", dpi=dpi, compress_level=3)  # 6, the default, takes twice as long for no less


def export_vectors(checked: CheckResult, choice: Choice, out: Path, run: ExportRun = ALONE) -> Iterator[PictureExport]:
    """One SVG file a face, front and back: ``OUT/GAME/svg/KIND/ID.svg``, ``ID-back.svg``, at true size.

    Raises:
        NotFound: see `choose_kinds`.
        OSError: a file cannot be written, or a picture that is to be in it cannot be read.
    """
    language = choice.language_of(checked.game)

    def write(_: Kind, faces: Sequence[NamedFace]) -> tuple[int, int]:
        for item, face, file in faces:
            with replacing(file) as part:
                part.write_bytes(face_svg(face, item.called(language, checked.game.language), language))
        return 0, 0

    return _exported(checked, choice, out, "svg", 0.0, write, run)


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
    run: ExportRun = ALONE

    @property
    def pixels(self) -> tuple[int, int]:
        """How large each picture is."""
        assert self.kind.size is not None
        return self.shop.pixels(self.kind.size)

    def name_of(self, item: Item, side: Side) -> str:
        """The name of a face's picture."""
        filled = {"{id}": item.piece, "{kind}": self.kind.name, "{number}": self._number(item)}
        name = self.shop.back if side == "back" else self.shop.front
        for word, value in filled.items():
            name = name.replace(word, value)
        return f"{_usable(name)}.png"

    def _number(self, item: Item) -> str:
        """Its place among all of its kind, with that of its copy where it is one."""
        place = next(place for place, own in enumerate(self.kind.items, start=1) if own.id == item.id)
        return f"{place}{OF_COPY}{item.copy}" if item.copy else str(place)

    def save_pictures(self, folder: Path) -> list[list[str]]:
        """Save each face once, however many items have it; the names of the items' pictures, by sides."""
        names = []
        for side, faces in zip(sides_of(self.kind), self.faces, strict=True):
            first: dict[str, tuple[str, Face]] = {}
            of_side = [
                first.setdefault(face_hash(face), (self.name_of(item, side), face))[0]
                for item, face in zip(self.items, faces, strict=True)
            ]
            parts = in_parts(list(first.values()))
            self.run.carry_out(self.kind.name, [partial(self._save, folder, part) for part in parts])
            names.append(of_side)
        return names

    def _save(self, folder: Path, part: Sequence[tuple[str, Face]]) -> None:
        for (name, _), image in zip(part, self.drawn([face for _, face in part]), strict=True):
            save(image, folder / name, (self.shop.dpi, self.shop.dpi))

    def drawn(self, faces: list[Face], dpi: float = 0) -> Iterator[Image.Image]:
        """Faces in pixels."""
        scale = dpi / self.shop.dpi if dpi else 1.0
        across, down = self.pixels
        return pictures(faces, dpi or self.shop.dpi, 0.0, (int(across * scale), int(down * scale)))

    def made(
        self, pictures: int, folder: Path, pixels: tuple[int, int], removed: tuple[Path, ...] = ()
    ) -> PictureExport:
        """What was written."""
        return PictureExport(self.kind.name, pictures, folder, pixels, self.shop.dpi, self.note, removed)

    def save_list(self, head: Sequence[str], rows: Iterable[Sequence[object]], folder: Path) -> None:
        """Write the list of all cards: each item's id, what ``rows`` say of it under ``head``, and its copies."""
        with replacing(folder / LIST) as part, part.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, lineterminator="\n")
            writer.writerow(["card", *head, "copies"])
            writer.writerows([item.piece, *row, item.count] for item, row in zip(self.items, rows, strict=True))
