"""The sheets of one file: fronts and backs, labels and bookmarks, cut lines beside them."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.catalog.game import Item, Kind
from generator.printing.order import Backs, Cut, Order
from generator.workspace.build import Checked, Progress

if TYPE_CHECKING:
    from generator.face.pages import Laid
    from generator.marks.marks import Face, Matrix
    from generator.sheet.backs import Edge
    from generator.sheet.grid import Grid
    from generator.sheet.page import Page

    Group = tuple[str, list[tuple[Item | None, Face]]]  # its value, and its components in printing order


def laid_pages(checked: Checked, kind: Kind, language: str) -> "Laid":
    """The pages of a kind's running text."""
    return checked.pages.get((kind.name, language)) or checked.renderer.pages(kind, language)


def prose_pages(checked: Checked, kind: Kind, language: str) -> int:
    """How many pages a kind's running text has; 1 for a kind of items."""
    return len(laid_pages(checked, kind, language).faces) if kind.prose else 1


@dataclass(slots=True)
class Sheets:
    """The sheets of one file."""

    checked: Checked
    kind: Kind
    language: str
    grid: "Grid"
    label: str = ""
    backs: Backs = "none"
    order: Order = field(default_factory=Order)
    back_faces: "dict[str, Face]" = field(default_factory=dict)  # by item

    @property
    def _skipped(self) -> int:
        """How many slots of the first sheet stay empty."""
        return sum(slot.number in self.order.skip for slot in self.grid.slots)

    def count(self, groups: "list[Group]") -> int:
        """How many sheets the groups take."""
        from generator.sheet.impose import count_pages

        return count_pages((len(members) for _, members in groups), len(self.grid.slots), self._skipped)

    def write(self, groups: "list[Group]", file: Path, progress: Progress | None) -> int:
        """Write the file; how many sheets it has."""
        from generator.printing.proof import write_proved
        from generator.sheet.page import Document

        sides = 2 if self.backs in ("long", "short") else 1
        bookmarks = tuple((label, number * sides) for number, label in enumerate(self._labels(groups)))
        if self.kind.prose:
            outline, each = laid_pages(self.checked, self.kind, self.language).outline, len(self.grid.slots)
            bookmarks = tuple((title, (page + self._skipped) // each * sides) for title, page in outline)
        duplex = self.backs if self.backs in ("long", "short") else None
        document = Document(" · ".join(self._titles()), self.language, duplex=duplex, bookmarks=bookmarks)
        write_proved(document, self.pages(groups, progress), file, proved=self.order.preflight)
        return self.count(groups)

    def _for_cutter(self, page: "Page") -> "Page":
        """The page with the marks of its cutting machine, and without crop marks where those must stand alone."""
        from generator.sheet.cutters import clear_of, quiet_zones, registration_marks

        machine, paper = self.order.machine(self.kind), (page.width, page.height)
        cuts = tuple(clear_of(quiet_zones(machine, paper), page.cuts))
        return replace(page, cuts=cuts, slug=(*page.slug, *registration_marks(machine, paper)))

    def write_cuts(self, groups: "list[Group]", file: Path, form: Cut) -> list[Path]:
        """Cut lines beside ``file``, one drawing for all sheets that are cut alike, named after the first of them."""
        from generator.atomic import replacing
        from generator.sheet.cutters import registration_marks
        from generator.sheet.cutting import as_dxf, as_svg, cut_sheet, layout_key

        files: dict[object, Path] = {}
        machine = self.order.machine(self.kind)
        marks = registration_marks(machine, self.grid.paper)
        for number, page in enumerate(self._fronts(groups, None), start=1):
            sheet = cut_sheet(page, marks, machine.note)
            key = layout_key(sheet)
            if key not in files:
                files[key] = file.with_name(f"{file.stem}-cut-{number}.{form}")
                with replacing(files[key]) as part:
                    part.write_text(as_dxf(sheet) if form == "dxf" else as_svg(sheet), encoding="ascii", newline="\n")
        return list(files.values())

    def write_backs(self, groups: "list[Group]", file: Path) -> None:
        """Write the backs alone, page for page behind the fronts when the paper is turned about its long edge."""
        from generator.printing.proof import write_proved
        from generator.sheet.backs import back_page
        from generator.sheet.page import Document

        back, shift = self._back(groups), self._shift("long")
        pages = (back_page(page, back, "long", f"{page.label} back", shift) for page in self._fronts(groups, None))
        document = Document(" · ".join(self._titles()), self.language)
        write_proved(document, pages, file, proved=self.order.preflight)

    def write_beside(self, groups: "list[Group]", file: Path, backs_file: Path) -> tuple[Path, ...]:
        """Write what was ordered beside ``file``, cut lines and backs, and remove those of earlier runs.

        They fit no other sheets than those they were made with.

        Returns:
            What was removed.
        """
        from generator.atomic import discard

        written = self.write_cuts(groups, file, self.order.cut) if self.order.is_cut(self.kind) else []
        if self.backs == "separate":
            self.write_backs(groups, backs_file)
            written.append(backs_file)
        cuts = re.compile(rf"{re.escape(file.stem)}-cut-[1-9]\d*\.(svg|dxf)", re.ASCII)
        ours = [path for path in file.parent.iterdir() if cuts.fullmatch(path.name)]
        # Sheets with a mark in their name have no backs of this name, and it may be that of another kind's sheets.
        if not self.order.mark and f"{self.kind.name}-backs" not in self.checked.game.kinds:
            ours.append(backs_file)
        return discard(ours, written)

    def _back(self, groups: "list[Group]") -> "Callable[[str], Face]":
        from generator.sheet.grid import scaled

        items = {item.id: item for _, members in groups for item, _ in members if item is not None}

        def back(name: str) -> "Face":
            if name not in self.back_faces:
                face, _ = self.checked.renderer.face(self.kind, items[name], self.language, side="back")
                large = self.order.enlarged and self.backs != "fold"  # what is folded grows as one
                self.back_faces[name] = scaled(face, self.grid.card) if large else face
            return self.back_faces[name]

        return back

    def _titles(self) -> tuple[str, str]:
        game = self.checked.game
        return (
            game.title.in_language(self.language, game.language),
            self.kind.title.in_language(self.language, game.language),
        )

    def _labels(self, groups: "list[Group]") -> Iterator[str]:
        number = 0
        for group, members in groups:
            label = self.label or self.kind.group_page_label.get(group, self.kind.page_label)
            skipped = self._skipped if number == 0 else 0
            for _ in range(0, len(members) + skipped, len(self.grid.slots)):
                number += 1
                yield label.replace("{number}", str(number))

    def pages(self, groups: "list[Group]", progress: Progress | None) -> "Iterator[Page]":
        """The sheets, one after the other, backs behind their fronts."""
        from generator.sheet.backs import with_backs

        fronts = self._fronts(groups, progress)
        if self.backs not in ("long", "short"):
            return fronts
        return with_backs(fronts, self._back(groups), self.backs, self._shift(self.backs))

    def _shift(self, edge: "Edge") -> "Matrix":
        from generator.marks.marks import IDENTITY
        from generator.printing.profiles import find_profile
        from generator.sheet.register import correction

        if self.order.printer is None:
            return IDENTITY
        return correction(find_profile(self.order.printers, self.order.printer, edge).error, *self.grid.paper, edge)

    def _fronts(self, groups: "list[Group]", progress: Progress | None) -> "Iterator[Page]":
        from generator.sheet.backs import folded
        from generator.sheet.grid import scaled
        from generator.sheet.impose import Placeable, impose
        from generator.sheet.slug import sheet_label

        fonts = self.checked.renderer.theme.label_fonts
        labels, total, done = list(self._labels(groups)), self.count(groups), 0
        game, title = self._titles()
        for _, members in groups:
            items = [Placeable(item.id if item else "blank", face) for item, face in members]
            if self.backs == "fold":
                back = self._back(groups)
                bleed = self.order.bleed
                items = [Placeable(one.item, folded(one.face, back(one.item), bleed)) for one in items]
            start = done

            def label(number: int, start: int = start) -> str:
                return sheet_label(game, title, self.language, start + number + 1, total, self.kind.data_hash)

            if self.order.enlarged:
                items = [Placeable(placeable.item, scaled(placeable.face, self.grid.card)) for placeable in items]
            pages = impose(
                items, self.grid, page_labels=labels[start:], sheet_label=label, fonts=fonts,
                skip=self.order.skip if start == 0 else (), marks=self.order.marks, bleed=self.order.bleed,
            )  # fmt: skip
            for page in pages:
                yield self._for_cutter(page)
                done += 1
                if progress is not None:
                    progress(f"printing {self.kind.name}", done, total)
