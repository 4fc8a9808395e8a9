"""The sheets of one file: fronts and backs, labels and bookmarks, cut lines beside them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from generator.check.build import Progress
from generator.check.result import CheckResult
from generator.check.unmarked import unfolded, unmarked
from generator.core.atomic import replacing
from generator.core.choices import Backs, CutFormat, Edge, Marks, Size
from generator.core.problem import Problem
from generator.draw.marks.marks import Face
from generator.model.game import OF_COPY, Item, Kind
from generator.model.values import LocalizedText
from generator.printing.arrange import ComponentPlace, KindRun, KindShape, SheetArrangement, arranged
from generator.printing.board_pieces import (
    back_piece,
    joining_marks,
    name_boxes,
    names_and_map,
    piece_of,
    texts_of,
)
from generator.printing.members import Group, laid_pages, shared_hash
from generator.printing.order import SheetLayout
from generator.printing.proof import write_proved
from generator.printing.slots import back_shift, joint_of, wished_front
from generator.sheet.backs import BackText, back_page, folded
from generator.sheet.crop_marks import cut_marks
from generator.sheet.cutters import Cutter, quiet_zones, registration_marks
from generator.sheet.cutting import as_dxf, as_svg, cut_sheet, layout_key
from generator.sheet.grid import scaled
from generator.sheet.impose import Batch, Placeable, block_of, sheet_page
from generator.sheet.joining import BoardPiece, JointSheet
from generator.sheet.margin_text import SheetLabel, sheet_label
from generator.sheet.page import Document, Page, PageRun, emptied

_NUMBER = re.compile(r"[^\w]*\{number\}[^\w]*")  # with the signs round it
OF_PIECE = " "  # between an item and its piece, in what a placement shows
BLANK = "(blank)"  # what a placement shows that is of no item


class KindGroups(Struct, frozen=True):
    """What is printed of a kind: its groups, and their components in printing order."""

    kind: Kind
    groups: list[Group]

    @property
    def run(self) -> KindRun:
        """How many there are of each group."""
        return KindRun(self.kind, tuple(len(members) for _, members in self.groups))


class Sheets(Struct, dict=True):
    """The sheets of one file."""

    checked: CheckResult
    parts: Sequence[KindGroups]
    language: str
    label: str = ""  # of each page, where it is not the kind's own
    layout: SheetLayout = field(default_factory=SheetLayout)
    proved: bool = True  # read each file back before it is put in place
    jobs: int = 1  # processes that may work on the file
    back_faces: dict[str, Face] = {}  # by what a placement shows

    @cached_property
    def arrangements(self) -> list[SheetArrangement]:
        """What comes on which sheet."""
        shapes = shapes_of(self.checked, self._kinds, self.layout, self.language)
        return arranged([part.run for part in self.parts], self.layout, shapes)

    @property
    def _kinds(self) -> list[Kind]:
        return [part.kind for part in self.parts]

    @property
    def backs(self) -> Backs:
        """Where backs go; a file without kinds that have any has none."""
        return self.layout.backs if any(kind.back for kind in self._kinds) else Backs.none

    @property
    def count(self) -> int:
        """How many pages it is on which something lies."""
        return len(self.arrangements)

    @property
    def sheet_count(self) -> int:
        """How many sheets of paper it is."""
        return self.count

    @property
    def title(self) -> str:
        """What the kinds are called."""
        return ", ".join(self._said(kind.title) for kind in self._kinds)

    @property
    def heading(self) -> str:
        """The game's title, and those of the kinds."""
        return f"{self._said(self.checked.game.title)} · {self.title}"

    def write(self, file: Path, progress: Progress | None) -> int:
        """Write the file; how many sheets it has."""
        pages = PageRun(self.sheet_count, partial(self.pages, self.backs.edge, progress))
        write_proved(self.document(), pages, file, proved=self.proved, jobs=self.jobs)
        return self.sheet_count

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Kinds too large to fold; cuts without room for crop marks, of each kind at the first sheet that has some."""
        file = self.checked.game.file
        problems: dict[str, Problem] = {}
        for sheet in self.arrangements:
            kind = self._kind(sheet.places[0])
            machine = self.layout.cutting is not None and self.layout.cutting.takes(kind)
            if kind.prose or machine or kind.name in problems or self.layout.marks_of(kind) != Marks.crop:
                continue
            straight = tuple(place.slot for place in sheet.places if self._is_straight(place))
            other_slots = tuple(place.slot for place in sheet.places if not self._is_straight(place))
            cuts = cut_marks(straight, sheet.grid.paper, self.layout.bleed_of(kind), other_slots)[1]
            if bare := [cut for cut in cuts if not cut.marks]:
                problems[kind.name] = unmarked(file, kind, self.layout.paper, bare)
        flat = [problem for kind in self._kinds for problem in unfolded(file, kind, self.layout)]
        return (*flat, *problems.values())

    def document(self) -> Document:
        """What the file is, apart from its pages."""
        sides = 2 if self.backs.edge else 1
        bookmarks = tuple((label, number * sides) for number, label in enumerate(self.labels()))
        kind = self._kinds[0]
        if kind.prose and len(self.parts) == 1:
            outline, each = laid_pages(self.checked, kind, self.language).outline, len(self.arrangements[0].grid.slots)
            skipped = sum(slot.number in self.layout.skip for slot in self.arrangements[0].grid.slots)
            bookmarks = tuple((title, (page + skipped) // each * sides) for title, page in outline)
        return Document(self.heading, self.language, duplex=self.backs.edge, bookmarks=bookmarks)

    def write_all(self, file: Path, backs_file: Path, progress: Progress | None = None) -> tuple[int, list[Path]]:
        """Write the file, and what has files of its own beside it: cut lines, backs; how many sheets, and those."""
        count, written = self.write(file, progress), self.write_cuts(file)
        if self.backs == Backs.separate:
            self.write_backs(backs_file)
            written.append(backs_file)
        return count, written

    def write_cuts(self, file: Path, first: int = 1) -> list[Path]:
        """Cut lines beside ``file``, where a machine cuts it: a drawing for all sheets that are cut alike.

        It is named after the first of them, ``first`` being the number of the first sheet of all.
        """
        cutting = self.layout.cutting
        if cutting is None or not all(cutting.takes(kind) for kind in self._kinds):
            return []
        fronts = zip(self._fronts(None), self.arrangements, strict=True)
        pages = ((page, self.layout.machine(self._kind(sheet.places[0]))) for page, sheet in fronts)
        return draw_cuts(pages, cutting.form, file, first)

    def write_backs(self, file: Path) -> None:
        """Write the backs alone, page for page behind the fronts when the paper is turned about its long edge."""
        pages = (self._behind(page, number, Edge.long) for number, page in enumerate(self._fronts(None)))
        write_proved(Document(self.heading, self.language), pages, file, proved=self.proved)

    def pages(
        self, edge: Edge | None, progress: Progress | None = None, start: int = 0, stop: int | None = None
    ) -> Iterator[Page]:
        """The sheets from ``start`` to before ``stop``, one after the other, backs behind their fronts."""
        for front, behind in self.both_sides(edge, progress, start, stop):
            yield front
            if behind is not None:
                yield behind

    def both_sides(
        self, edge: Edge | None, progress: Progress | None = None, start: int = 0, stop: int | None = None
    ) -> Iterator[tuple[Page, Page | None]]:
        """The two sides of each sheet; no backs without an edge about which the paper is turned."""
        for number, front in enumerate(self._fronts(progress, start, stop), start=start):
            yield front, self._behind(front, number, edge) if edge else None

    def labels(self) -> Iterator[str]:
        """The name of each sheet's page in the PDF; where kinds share the file, with those that are on it."""
        return (self._label(number) for number in range(self.count))

    def _label(self, number: int) -> str:
        sheet = self.arrangements[number]
        labels = dict.fromkeys(self._page_label(place).replace("{number}", str(number + 1)) for place in sheet.places)
        titles = ", ".join(
            self._said(self._kinds[run].title) for run in dict.fromkeys(arrangement.run for arrangement in sheet.places)
        )
        kinds = f"{titles}: " if len(self.parts) > 1 else ""
        pieces = _pieces_on(sheet)
        return kinds + " + ".join(labels) + (f": {pieces}" if pieces else "")

    def _page_label(self, place: ComponentPlace) -> str:
        part = self.parts[place.run]
        own = part.kind.group_page_label.get(part.groups[place.group][0], part.kind.page_label)
        return self.label or self._said(own)

    def _group_name(self, place: ComponentPlace) -> str:
        """What a group is called: as its pages are, without their number, or else as its value is."""
        part = self.parts[place.run]
        value, field = part.groups[place.group][0], part.kind.fields.get(part.kind.group or "")
        if value == "True" and field is not None and field.title is not None:
            return self._said(field.title)
        if label := part.kind.group_page_label.get(value):
            return _NUMBER.sub("", self._said(label)).strip()
        return "" if value in ("True", "False", "None") else value

    def _kind(self, place: ComponentPlace) -> Kind:
        return self.parts[place.run].kind

    def _said(self, text: LocalizedText) -> str:
        """A text of the game in the sheets' language."""
        return text.in_language(self.language, self.checked.game.language)

    def _says(self, name: str, **values: object) -> str:
        """A phrase of the tool's in the sheets' language."""
        return self.checked.renderer.theme.words.say(name, self.language, self.checked.game.language, None, **values)

    def _margin_label(self, note: str, number: int, page: str) -> SheetLabel:
        sheet = self.arrangements[number]
        blank = self._says("sheet-blank") if self.label else ""
        data = self._says("sheet-data", data=shared_hash(self._kinds))
        paper = self.layout.paper if self.layout.names_paper else ""
        title = self._said(self.checked.game.title)
        return sheet_label(
            note, title, self._margin_title(sheet), blank, _pieces_on(sheet), self.language, page, paper, data
        )

    def _front_label(self, number: int) -> SheetLabel:
        count = self._says("sheet-page", page=number + 1, pages=self.count)
        return self._margin_label(self._says("sheet-note"), number, count)

    def _margin_title(self, sheet: SheetArrangement) -> str:
        """The kinds on a sheet, each with its groups, where it has several."""
        parts = []
        for run in dict.fromkeys(place.run for place in sheet.places):
            part = self.parts[run]
            title = self._said(part.kind.title)
            names = dict.fromkeys(self._group_name(place) for place in sheet.places if place.run == run)
            named = ", ".join(name for name in names if name)
            parts.append(f"{title} ({named})" if named else title)
        return ", ".join(parts)

    def _fronts(self, progress: Progress | None, start: int = 0, stop: int | None = None) -> Iterator[Page]:
        fonts = self.checked.renderer.theme.in_language(self.language).label_fonts
        for number in range(start, self.count if stop is None else min(stop, self.count)):
            sheet, page_label = self.arrangements[number], self._label(number)
            components = [self._placeable(place) for place in sheet.places]
            gaps = [(gap.slot, self._group_name(gap)) for gap in sheet.gaps]
            batch = Batch(sheet.grid, [place.slot for place in sheet.places], components, gaps)
            label = self._front_label(number)
            first = self._kind(sheet.places[0])  # others on the sheet have the same marks and bleed
            marks, bleed = self.layout.marks_of(first), self.layout.bleed_of(first)
            joint = JointSheet(sheet.grid, tuple(place.piece for place in sheet.places if place.piece is not None))
            zones = quiet_zones(self.layout.machine(first), sheet.grid.paper, self.layout.room_of(first))
            zones_taken = zones if sheet.joint is None else (*zones, *name_boxes(joint, bleed))
            page = sheet_page(batch, page_label, label, fonts, marks=marks, bleed=bleed, zones=zones_taken)
            if sheet.joint is not None:
                page = replace(page, slug=(*page.slug, *names_and_map(sheet.joint, joint, bleed, fonts)))
            if self.layout.back_bleed and page.trim is None:  # backs have one, and fronts are to have the same
                page = replace(page, trim=block_of(sheet.grid.slots))
            yield wished_front(page, self.layout, self.layout.machine(first))
            if progress is not None:
                progress(f"printing {self._kind(sheet.places[0]).name}", number + 1, self.count)

    def _is_straight(self, place: ComponentPlace) -> bool:
        """Whether a component is cut along its edges, and not along an outline of its own."""
        face, kind = self.parts[place.run].groups[place.group][1][place.number][1], self._kind(place)
        return not face.outline or place.piece is not None or self.layout.folds(kind)

    def _placeable(self, place: ComponentPlace) -> Placeable:
        item, face = self.parts[place.run].groups[place.group][1][place.number]
        name = item.piece if item else BLANK
        placeable = Placeable(f"{self._kind(place).name}/{name}" if len(self.parts) > 1 else name, face)
        kind = self._kind(place)
        if self.layout.folds(kind):
            placeable = replace(placeable, face=folded(face, self._back(placeable.item), self.layout.bleed_of(kind)))
        if place.piece is not None:
            fonts = self.checked.renderer.theme.in_language(self.language).label_fonts
            marks = joining_marks(place.piece, fonts)
            part = piece_of(placeable.face, place.piece, self.layout.bleed_of(kind), marks)
            return Placeable(f"{placeable.item}{OF_PIECE}{place.piece.name}", part)
        if self.layout.enlarged:
            return Placeable(placeable.item, scaled(placeable.face, place.slot.card))
        return placeable

    @cached_property
    def _items(self) -> dict[str, tuple[Kind, Item]]:
        several = len(self.parts) > 1
        return {
            f"{kind.name}/{item.id}" if several else item.id: (kind, item)
            for kind in self._kinds
            for item in kind.items
        }

    @cached_property
    def _pieces(self) -> dict[tuple[str, str], BoardPiece]:
        """The pieces of kinds that are larger than the paper, by kind and name."""
        places = (place for sheet in self.arrangements for place in sheet.places)
        return {(self._kind(place).name, place.piece.name): place.piece for place in places if place.piece is not None}

    @cached_property
    def _cards(self) -> dict[str, Size]:
        """How large the components of each kind are on their sheets."""
        return {self._kind(sheet.places[0]).name: sheet.grid.card for sheet in self.arrangements}

    def _back(self, identifier: str) -> Face:
        """The back of what a placement shows: nothing behind a component that has none."""
        if identifier not in self.back_faces:
            name, _, piece = identifier.partition(OF_PIECE)
            name, _, copy = name.partition(OF_COPY)
            kind, item = (self._kinds[0], None) if name == BLANK else self._items[name]
            item = item.numbered(int(copy)) if item and copy else item
            assert kind.size is not None
            face, side = Face(*kind.size, ()), self.layout.back(kind)
            if kind.back and item is None:
                face, _ = self.checked.renderer.blank(kind, self.language, side=side)
            elif kind.back and item is not None:
                face, _ = self.checked.renderer.face(kind, item, self.language, side=side)
            if piece:
                cut = back_piece(self._pieces[kind.name, piece], kind.size[0])
                face = piece_of(face, cut, self.layout.bleed_of(kind))
            elif self.layout.enlarged and self.backs != Backs.fold:  # what is folded grows as one
                face = scaled(face, self._cards[kind.name])
            self.back_faces[identifier] = face
        return self.back_faces[identifier]

    def _behind(self, front: Page, number: int, edge: Edge) -> Page:
        """The backs of a sheet, with its label on that side too."""
        kind = self._kind(self.arrangements[number].places[0])
        behind = self._says("sheet-behind", page=number + 1, pages=self.count)
        label = self._margin_label("", number, behind)
        fonts, slots = (
            self.checked.renderer.theme.in_language(self.language).label_fonts,
            self.arrangements[number].grid.slots,
        )
        bleed, marks = self.layout.back_bleed_of(kind), self.layout.marks_of(kind)
        text = BackText(self._says("sheet-back", page=front.label), label, fonts, slots, bleed, marks)
        page = back_page(
            front, self._back, edge, text, back_shift(self.layout, self.arrangements[number].grid.paper, edge)
        )
        return emptied(page) if self.layout.empty else page


def _pieces_on(sheet: SheetArrangement) -> str:
    """The names of the pieces that lie on a sheet."""
    return ", ".join(place.piece.name for place in sheet.places if place.piece is not None)


def draw_cuts(pages: Iterable[tuple[Page, Cutter]], form: CutFormat, file: Path, first: int = 1) -> list[Path]:
    """Write the cut lines of fronts beside ``file``, a drawing for all sheets that are cut alike; see `write_cuts`."""
    files: dict[object, Path] = {}
    for number, (page, machine) in enumerate(pages, start=first):
        sheet = cut_sheet(page, registration_marks(machine, (page.width, page.height)), machine.note)
        key = layout_key(sheet)
        if key not in files:
            files[key] = file.with_name(f"{file.stem}-cut-{number}.{form}")
            drawing = as_dxf(sheet) if form == CutFormat.dxf else as_svg(sheet)
            with replacing(files[key]) as part:
                part.write_text(drawing, encoding="ascii", newline="\n")
    return list(files.values())


def shapes_of(checked: CheckResult, kinds: Sequence[Kind], layout: SheetLayout, language: str) -> dict[str, KindShape]:
    """Where scissors go round components that are not rectangles, and where those to be joined have texts, by kind."""
    shapes = {}
    for kind in kinds:
        template = None if kind.prose else checked.renderer.template(kind, layout.front(kind))
        outline = template.outline if template else ()
        texts = texts_of(checked, kind, layout, language) if joint_of(kind, layout, outline) is not None else ()
        if outline or texts:
            shapes[kind.name] = KindShape(outline, texts)
    return shapes
