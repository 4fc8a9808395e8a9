"""The sheets of one file: fronts and backs, labels and bookmarks, cut lines beside them."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from generator.atomic import discard, replacing
from generator.catalog.game import Game, Item, Kind
from generator.choices import Backs, CutFormat, Edge
from generator.face.pages import Laid
from generator.marks.marks import IDENTITY, Face, Matrix
from generator.printing.order import SheetLayout
from generator.printing.profiles import find_profile
from generator.printing.proof import write_proved
from generator.sheet.backs import BackText, back_page, folded, with_backs
from generator.sheet.cutters import clear_of, quiet_zones, registration_marks
from generator.sheet.cutting import as_dxf, as_svg, cut_sheet, layout_key
from generator.sheet.grid import Grid, scaled
from generator.sheet.impose import Placeable, count_pages, impose
from generator.sheet.margin_text import SheetLabel, sheet_label
from generator.sheet.page import Document, Page
from generator.sheet.register import correction
from generator.workspace.build import Checked, Progress

Group = tuple[str, list[tuple[Item | None, Face]]]  # its value, and its components in printing order


def laid_pages(checked: Checked, kind: Kind, language: str) -> Laid:
    """The pages of a kind's running text."""
    return checked.pages.get((kind.name, language)) or checked.renderer.pages(kind, language)


def prose_pages(checked: Checked, kind: Kind, language: str) -> int:
    """How many pages a kind's running text has; 1 for a kind of items."""
    return len(laid_pages(checked, kind, language).faces) if kind.prose else 1


def grouped(checked: Checked, kind: Kind, language: str, copies: dict[int, int]) -> Iterator[Group]:
    """The components of a kind, a group a sheet's start; ``copies`` by the identity of the item, none where absent."""
    if kind.prose:
        pages = laid_pages(checked, kind, language).faces
        yield "", [(item, face) for item in kind.items for face in pages * copies.get(id(item), 0)]
        return
    position = {id(item): number for number, item in enumerate(kind.items)}
    for group in kind.groups(kind.items):
        members: list[tuple[Item | None, Face]] = []
        for item in group:
            if copies.get(id(item)):
                members += [(item, checked.front(kind, position[id(item)], language))] * copies[id(item)]
        if members:
            yield str(group[0].fields.get(kind.group)) if kind.group else "", members


def language_suffix(game: Game, language: str) -> str:
    """What the names of files in another language than the game's own end with."""
    return "" if language == game.language else f".{language}"


@dataclass(slots=True)
class Sheets:
    """The sheets of one file."""

    checked: Checked
    kind: Kind
    language: str
    grid: Grid
    label: str = ""
    layout: SheetLayout = field(default_factory=SheetLayout)
    proved: bool = True  # read each file back before it is put in place
    back_faces: dict[str, Face] = field(default_factory=dict)  # by item

    @property
    def backs(self) -> Backs:
        """Where backs go; a kind without any has none."""
        return self.layout.backs if self.kind.back else Backs.none

    @property
    def _skipped(self) -> int:
        """How many slots of the first sheet stay empty."""
        return sum(slot.number in self.layout.skip for slot in self.grid.slots)

    def count(self, groups: list[Group]) -> int:
        """How many sheets the groups take."""
        return count_pages((len(members) for _, members in groups), len(self.grid.slots), self._skipped)

    def write(self, groups: list[Group], file: Path, progress: Progress | None) -> int:
        """Write the file; how many sheets it has."""
        sides = 2 if self.backs.edge else 1
        bookmarks = tuple((label, number * sides) for number, label in enumerate(self._labels(groups)))
        if self.kind.prose:
            outline, each = laid_pages(self.checked, self.kind, self.language).outline, len(self.grid.slots)
            bookmarks = tuple((title, (page + self._skipped) // each * sides) for title, page in outline)
        document = Document(" · ".join(self._titles()), self.language, duplex=self.backs.edge, bookmarks=bookmarks)
        write_proved(document, self.pages(groups, progress), file, proved=self.proved)
        return self.count(groups)

    def _for_cutter(self, page: Page) -> Page:
        """The page with the marks of its cutting machine, and without crop marks where those must stand alone."""
        machine, paper = self.layout.machine(self.kind), (page.width, page.height)
        cuts = tuple(clear_of(quiet_zones(machine, paper), page.cuts))
        return replace(page, cuts=cuts, slug=(*page.slug, *registration_marks(machine, paper)))

    def write_cuts(self, groups: list[Group], file: Path, form: CutFormat) -> list[Path]:
        """Cut lines beside ``file``, one drawing for all sheets that are cut alike, named after the first of them."""
        files: dict[object, Path] = {}
        machine = self.layout.machine(self.kind)
        marks = registration_marks(machine, self.grid.paper)
        for number, page in enumerate(self._fronts(groups, None), start=1):
            sheet = cut_sheet(page, marks, machine.note)
            key = layout_key(sheet)
            if key not in files:
                files[key] = file.with_name(f"{file.stem}-cut-{number}.{form}")
                with replacing(files[key]) as part:
                    part.write_text(
                        as_dxf(sheet) if form == CutFormat.dxf else as_svg(sheet), encoding="ascii", newline="\n"
                    )
        return list(files.values())

    def write_backs(self, groups: list[Group], file: Path) -> None:
        """Write the backs alone, page for page behind the fronts when the paper is turned about its long edge."""
        back, shift, text = self._back(groups), self._shift(Edge.long), self._back_text(groups)
        fronts = enumerate(self._fronts(groups, None))
        pages = (back_page(front, back, Edge.long, text(number, front), shift) for number, front in fronts)
        document = Document(" · ".join(self._titles()), self.language)
        write_proved(document, pages, file, proved=self.proved)

    def write_beside(self, groups: list[Group], file: Path, backs_file: Path, *, owns_backs: bool) -> tuple[Path, ...]:
        """Write what was ordered beside ``file``, cut lines and backs, and remove those of earlier runs.

        They fit no other sheets than those they were made with. ``owns_backs`` says whether a file of that name is
        of no other sheets.

        Returns:
            What was removed.
        """
        cutting = self.layout.cutting
        written = self.write_cuts(groups, file, cutting.form) if cutting and cutting.takes(self.kind) else []
        if self.backs == Backs.separate:
            self.write_backs(groups, backs_file)
            written.append(backs_file)
        cuts = re.compile(rf"{re.escape(file.stem)}-cut-[1-9]\d*\.(svg|dxf)", re.ASCII)
        ours = [path for path in file.parent.iterdir() if cuts.fullmatch(path.name)]
        return discard([*ours, backs_file] if owns_backs else ours, written)

    def _back(self, groups: list[Group]) -> Callable[[str], Face]:
        items = {item.id: item for _, members in groups for item, _ in members if item is not None}

        def back(name: str) -> Face:
            if name not in self.back_faces:
                face, _ = self.checked.renderer.face(self.kind, items[name], self.language, side="back")
                large = self.layout.enlarged and self.backs != Backs.fold  # what is folded grows as one
                self.back_faces[name] = scaled(face, self.grid.card) if large else face
            return self.back_faces[name]

        return back

    def _titles(self) -> tuple[str, str]:
        game = self.checked.game
        return (
            game.title.in_language(self.language, game.language),
            self.kind.title.in_language(self.language, game.language),
        )

    def _labels(self, groups: list[Group]) -> Iterator[str]:
        number = 0
        for group, members in groups:
            label = self.label or self.kind.group_page_label.get(group, self.kind.page_label)
            skipped = self._skipped if number == 0 else 0
            for _ in range(0, len(members) + skipped, len(self.grid.slots)):
                number += 1
                yield label.replace("{number}", str(number))

    def pages(self, groups: list[Group], progress: Progress | None) -> Iterator[Page]:
        """The sheets, one after the other, backs behind their fronts."""
        fronts = self._fronts(groups, progress)
        edge = self.backs.edge
        if edge is None:
            return fronts
        return with_backs(fronts, self._back(groups), edge, self._back_text(groups), self._shift(edge))

    def _says(self, name: str, **values: object) -> str:
        """A phrase of the tool's in the sheets' language."""
        return self.checked.renderer.theme.words.say(name, self.language, self.checked.game.language, None, **values)

    def _sheet_label(self, note: str, page_name: str, page: str) -> SheetLabel:
        game, title = self._titles()
        # A page's own name is a mere number where the game gives it none: it is in the count of pages.
        own = "" if page_name.isdigit() else page_name
        data = self._says("sheet-data", data=self.kind.data_hash)
        return sheet_label(note, game, title, own, self.language, page, data)

    def _back_text(self, groups: list[Group]) -> Callable[[int, Page], BackText]:
        total, fonts = self.count(groups), self.checked.renderer.theme.label_fonts

        def text(number: int, front: Page) -> BackText:
            behind = self._says("sheet-behind", page=number + 1, pages=total)
            own = "" if front.label.isdigit() else front.label
            label = self._sheet_label("", own, behind)
            return BackText(self._says("sheet-back", page=front.label), label, fonts, self.grid.slots)

        return text

    def _shift(self, edge: Edge) -> Matrix:
        if self.layout.printer is None:
            return IDENTITY
        return correction(find_profile(self.layout.printers, self.layout.printer, edge).error, *self.grid.paper, edge)

    def _fronts(self, groups: list[Group], progress: Progress | None) -> Iterator[Page]:
        fonts = self.checked.renderer.theme.label_fonts
        labels, total, done = list(self._labels(groups)), self.count(groups), 0
        machine = self.layout.machine(self.kind)
        zones = quiet_zones(machine, self.grid.paper, self.layout.bleed)
        for _, members in groups:
            items = [Placeable(item.id if item else "blank", face) for item, face in members]
            if self.backs == Backs.fold:
                back = self._back(groups)
                bleed = self.layout.bleed
                items = [Placeable(one.item, folded(one.face, back(one.item), bleed)) for one in items]
            start = done

            def label(number: int, start: int = start) -> SheetLabel:
                page = self._says("sheet-page", page=start + number + 1, pages=total)
                return self._sheet_label(self._says("sheet-note"), labels[start + number], page)

            if self.layout.enlarged:
                items = [Placeable(placeable.item, scaled(placeable.face, self.grid.card)) for placeable in items]
            pages = impose(
                items, self.grid, page_labels=labels[start:], sheet_label=label, fonts=fonts,
                skip=self.layout.skip if start == 0 else (), marks=self.layout.marks, bleed=self.layout.bleed,
                zones=zones,
            )  # fmt: skip
            for page in pages:
                yield self._for_cutter(page)
                done += 1
                if progress is not None:
                    progress(f"printing {self.kind.name}", done, total)
