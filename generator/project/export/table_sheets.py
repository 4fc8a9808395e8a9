"""The pictures of one kind for Tabletop Simulator: sheets of faces, and backs."""

import re
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from PIL import Image

from generator.core.atomic import discard
from generator.core.units import MM_PER_INCH
from generator.draw.marks.marks import Face, Paint, Shape
from generator.model.game import Kind
from generator.project.export.pictures import pictures, save
from generator.project.export.saved import TableSheet
from generator.project.export.table_grid import TableGrid, best_grid
from generator.project.printing.manifest import face_hash


class TableSheets(Struct):
    """Writes the sheets of one kind, and knows which it wrote."""

    kind: Kind
    folder: Path
    base: str  # the URL of the folder
    dpi: float  # wanted pixels per inch
    backs: dict[tuple[str, float], str]  # the files of backs that this run has written, by what they show and how fine
    others: set[str]  # files that belong to other kinds too
    sheets: int = 0  # how many have faces
    coarsest: float = float("inf")  # pixels per inch of its coarsest sheet
    size: tuple[int, int] = (0, 0)  # of its last sheet, in pixels
    written: set[Path] = set()

    def write(self, faces: Sequence[Face], backs: Sequence[Face], *, named: bool) -> tuple[TableSheet, ...]:
        """Write the sheets of a deck; with ``named``, the one back of all of them is named after the first."""
        assert self.kind.size is not None
        grid = best_grid(len(faces), self.kind.size, self.dpi)
        scale = min(self.dpi, grid.finest(self.kind.size))
        unique = len(backs) > 1
        hidden = plain_back(self.kind) if unique else backs[0]
        back = "" if unique else self._single_back(hidden, f"-back{self.sheets + 1 if named else ''}.png")
        made = []
        for start in range(0, len(faces), grid.cards):
            self.sheets += 1
            places = slice(start, start + grid.cards)
            front = f"{self.kind.name}-{self.sheets}.png"
            self._save_sheet(faces[places], hidden, grid, scale, front)
            if unique:
                back = f"{self.kind.name}-back{self.sheets}.png"
                self._save_sheet(backs[places], hidden, grid, scale, back)
            made.append(TableSheet(self.sheets, grid, f"{self.base}/{front}", f"{self.base}/{back}", unique))
        return tuple(made)

    def discard_others(self) -> tuple[Path, ...]:
        """Remove the sheets and backs of this kind that an earlier run wrote and this one did not."""
        own = re.compile(rf"{re.escape(self.kind.name)}-([1-9]\d*|back([1-9]\d*)?)\.png", re.ASCII)
        found = [path for path in self.folder.iterdir() if own.fullmatch(path.name) and path.name not in self.others]
        return discard(found, self.written)

    def _single_back(self, back: Face, ending: str) -> str:
        """The file of a back that stands for itself, as fine as can be; another kind's where that shows the same."""
        scale = min(self.dpi, TableGrid(1, 1).finest((back.width, back.height)))
        shown = (face_hash(back), scale)
        if shown not in self.backs:
            self.backs[shown] = f"{self.kind.name}{ending}"
            card = _pixels(back, scale)
            self._save(self._pictures((back,), scale)[0], card, back, self.backs[shown])
        return self.backs[shown]

    def _save_sheet(self, faces: Sequence[Face], hidden: Face, grid: TableGrid, scale: float, name: str) -> None:
        width, height = card = _pixels(hidden, scale)
        self.size = (width * grid.columns, height * grid.rows)
        sheet = Image.new("RGB", self.size, "white")
        for place, picture in enumerate(self._pictures(faces, scale)):
            sheet.paste(picture, (place % grid.columns * width, place // grid.columns * height))
        sheet.paste(self._pictures((hidden,), scale)[0], ((grid.columns - 1) * width, (grid.rows - 1) * height))
        self.coarsest = min(self.coarsest, scale)
        self._save(sheet, card, hidden, name)

    def _pictures(self, faces: Sequence[Face], scale: float) -> list[Image.Image]:
        return list(pictures(list(faces), scale, 0, _pixels(faces[0], scale)))

    def _save(self, image: Image.Image, card: tuple[int, int], face: Face, name: str) -> None:
        """Save a picture that says how many pixels an inch of its width and of its height has."""
        save(image, self.folder / name, (card[0] / face.width * MM_PER_INCH, card[1] / face.height * MM_PER_INCH))
        self.written.add(self.folder / name)


def plain_back(kind: Kind) -> Face:
    """What is behind items that have no back: a frame."""
    assert kind.size is not None
    width, height = kind.size
    frame = (("M", 3.0, 3.0), ("L", width - 3, 3.0), ("L", width - 3, height - 3), ("L", 3.0, height - 3), ("Z",))
    return Face(width, height, (Shape(frame, Paint(stroke="#000000", width=0.8)),))


def _pixels(face: Face, scale: float) -> tuple[int, int]:
    """A card's size in whole pixels, at most so many an inch."""
    return int(face.width / MM_PER_INCH * scale + 1e-6), int(face.height / MM_PER_INCH * scale + 1e-6)
