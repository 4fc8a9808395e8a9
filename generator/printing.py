"""From checked games to printed sheets: which components, on which sheets, into which files."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from generator.build import Checked, Progress
from generator.catalog.game import Game, Item, Kind
from generator.problem import has_errors
from generator.project import NotFound

if TYPE_CHECKING:
    from generator.face.marks import Face, Matrix
    from generator.face.pages import Laid
    from generator.sheet.backs import Edge
    from generator.sheet.grid import Grid
    from generator.sheet.page import Page

    Group = tuple[str, list[tuple[Item | None, Face]]]  # its value, and its components in printing order
    Job = tuple[Kind, list[tuple[Item, int]]]  # a kind, its items and how often each


@dataclass(frozen=True, slots=True)
class Printed:
    """A file that was written."""

    game: str
    kind: str
    components: int
    sheets: int
    file: Path
    seconds: float
    ink: tuple[float, ...] = ()  # the share of each page that is covered, 0 to 1; empty where nobody asked


Backs = Literal["long", "short", "separate", "fold", "none"]
Marks = Literal["crop", "guides", "none"]
Cut = Literal["", "svg", "dxf"]


@dataclass(frozen=True, slots=True)
class Order:
    """What to print and how."""

    kinds: tuple[str, ...] = ()  # all printed kinds if empty
    items: tuple[str, ...] = ()  # all items if empty
    paper: str = "a4"
    language: str | None = None  # the game's own if None
    copies: int | None = None  # of each item; as each says if None
    out: Path = Path("output")
    backs: Backs = "none"  # of kinds that have a back
    marks: Marks = "crop"
    bleed: float = 0.0  # mm that faces reach beyond their trim
    gutter: float = 0.0  # mm between neighbours, where a kind wants less
    skip: tuple[int, ...] = ()  # slots to leave empty on the first sheet
    enlarged: bool = False  # one component a sheet, as large as it can be
    style: str | None = None  # of blank forms; the kind's first if None
    blanks: int | None = None  # how many blank forms of a kind; whole sheets if None
    art: str | None = None  # the picture on blank forms, or `mix`
    changed_since: Path | None = None  # a ledger of printed faces: print only what differs from it
    printer: str | None = None  # whose profile shifts backs
    printers: Path = Path("printers.yaml")
    cut: Cut = ""  # cut lines for a cutting machine beside each file
    mark: str = ""  # what is added to the name of each file
    preflight: bool = True  # read each file back before it is put in place
    ink_report: bool = False  # estimate how much ink each page takes


def choose_kinds(game: Game, order: Order) -> list[Kind]:
    """The kinds to print.

    Raises:
        NotFound: a kind or item is not there, or the game is not in the language.
    """
    printed = [kind for kind in game.kinds.values() if kind.printed]
    for name in order.kinds:
        if name not in [kind.name for kind in printed]:
            known = ", ".join(kind.name for kind in printed)
            raise NotFound(f"{game.name} prints no kind {name!r}; known: {known}")
    kinds = [kind for kind in printed if not order.kinds or kind.name in order.kinds]
    for item in order.items:
        if not any(known.id == item for kind in kinds for known in kind.items):
            raise NotFound(f"{game.name} has no item {item!r} in {', '.join(kind.name for kind in kinds)}")
    if order.language is not None and order.language not in game.languages:
        known = ", ".join(game.languages)
        raise NotFound(f"{game.name} is not written in {order.language!r}; its languages: {known}")
    if order.items:
        kinds = [kind for kind in kinds if any(item.id in order.items for item in kind.items)]
    return kinds


def render(checked: Checked, order: Order, progress: Progress | None = None) -> Iterator[Printed]:
    """Print the sheets of a checked game, a file a kind.

    Raises:
        ValueError: the game has errors.
        NotFound: see `choose_kinds`.
        OSError: a file cannot be written; those written before it stand.
        BreachError: a file that was written breaks a rule of preflight; so do those.
    """
    if has_errors(checked.problems):
        raise ValueError("a game with errors is not printed")
    game = checked.game
    language = order.language or game.language
    for kind in choose_kinds(game, order):
        started = perf_counter()
        copies = {
            id(item): item.copies if order.copies is None else order.copies
            for item in kind.items
            if not order.items or item.id in order.items
        }
        backs = order.backs if kind.back else "none"
        grid = sheet_grid(kind, order, folded=backs == "fold")
        sheets = _Sheets(checked, kind, language, grid, backs=backs, order=order)
        if order.changed_since is not None:
            copies = _changed(checked, kind, language, copies, order.changed_since)
        groups = list(_groups(checked, kind, language, copies))
        if order.changed_since is not None:  # as few sheets as can be: a reprint starts no sheet of its own for a group
            groups = [("", [member for _, members in groups for member in members])] if groups else []
        components = sum(len(members) for _, members in groups)
        if not components:
            continue
        file = order.out / game.name / f"{kind.name}{order.mark}{_suffix(game, language)}.pdf"
        count = sheets.write(groups, file, progress)
        if order.cut:
            sheets.write_cuts(groups, file, order.cut)
        if backs == "separate":
            sheets.write_backs(groups, file.with_name(f"{kind.name}-backs{_suffix(game, language)}.pdf"))
        yield Printed(game.name, kind.name, components, count, file, perf_counter() - started, _ink(file, order))


def _ink(file: Path, order: Order) -> tuple[float, ...]:
    from generator.press.preflight.drawn import read_ink

    return tuple(ink.coverage for ink in read_ink(file)) if order.ink_report else ()


def _changed(checked: Checked, kind: Kind, language: str, copies: dict[int, int], ledger: Path) -> dict[int, int]:
    """``copies`` of the items whose faces are not those that the ledger knows."""
    from generator.ledger import read_ledger

    known = read_ledger(ledger).get(kind.name, {}).get(language, {})
    hashes = face_hashes(checked, kind, language)
    return {
        id(item): copies[id(item)]
        for item in kind.items
        if id(item) in copies and known.get(item.id) != hashes.get(item.id)
    }


def face_hashes(checked: Checked, kind: Kind, language: str) -> dict[str, str]:
    """What each item of a kind shows on its sides, as a hash; running text counts as a whole."""
    from generator.ledger import face_hash

    if kind.prose:
        pages = _pages(checked, kind, language).faces
        return {item.id: face_hash(*pages) for item in kind.items}
    kept, hashes = checked.faces.get((kind.name, language), {}), {}
    for position, item in enumerate(kind.items):
        sides = [kept.get(position) or checked.atelier.face(kind, item, language)[0]]
        sides += [checked.atelier.face(kind, item, language, side="back")[0]] if kind.back else []
        hashes[item.id] = face_hash(*sides)
    return hashes


def _groups(checked: Checked, kind: Kind, language: str, copies: dict[int, int]) -> "Iterator[Group]":
    """The components of a kind, a group a sheet's start; ``copies`` by the identity of the item, none where absent."""
    if kind.prose:
        pages = _pages(checked, kind, language).faces
        yield "", [(item, face) for item in kind.items for face in pages * copies.get(id(item), 0)]
        return
    faces = checked.faces.get((kind.name, language), {})
    position = {id(item): number for number, item in enumerate(kind.items)}
    for group in kind.groups(kind.items):
        members: list[tuple[Item | None, Face]] = []
        for item in group:
            if copies.get(id(item)):
                face = faces.get(position[id(item)]) or checked.atelier.face(kind, item, language)[0]
                members += [(item, face)] * copies[id(item)]
        if members:
            yield str(group[0].fields.get(kind.group)) if kind.group else "", members


def _pages(checked: Checked, kind: Kind, language: str) -> "Laid":
    """The pages of a kind's running text."""
    return checked.pages.get((kind.name, language)) or checked.atelier.pages(kind, language)


def prose_pages(checked: Checked, kind: Kind, language: str) -> int:
    """How many pages a kind's running text has; 1 for a kind of items."""
    return len(_pages(checked, kind, language).faces) if kind.prose else 1


def blank(checked: Checked, order: Order, pages: int) -> Iterator[Printed]:
    """Print blank forms, ``pages`` sheets a kind. Raises as `render` does."""
    if has_errors(checked.problems):
        raise ValueError("a game with errors is not printed")
    game = checked.game
    language = order.language or game.language
    chosen = choose_kinds(game, order)
    kinds = [kind for kind in chosen if kind.blank and not kind.prose]
    if not kinds:
        raise NotFound(f"{', '.join(kind.name for kind in chosen)}: there is no blank form of this")
    if order.style is not None and not order.kinds:
        kinds = [kind for kind in kinds if order.style in kind.blank_styles] or kinds
    for kind in kinds:
        started = perf_counter()
        grid = sheet_grid(kind, order)
        sheets = _Sheets(checked, kind, language, grid, kind.blank_page_label, order=order)
        file = order.out / game.name / f"{kind.name}-blank{_suffix(game, language)}.pdf"
        guides = 1 if kind.blank_guide and checked.atelier.template(kind, "guide") is not None else 0
        count = pages * len(grid.slots) - guides if order.blanks is None else order.blanks
        members = _blank_faces(checked, kind, language, order, count)
        if guides:
            members.append((None, checked.atelier.blank(kind, language, side="guide")[0]))
        printed = sheets.write([("", members)], file, None)
        yield Printed(game.name, kind.name, len(members), printed, file, perf_counter() - started)


def _blank_faces(
    checked: Checked, kind: Kind, language: str, order: Order, count: int
) -> "list[tuple[Item | None, Face]]":
    style = order.style or next(iter(kind.blank_styles), "")
    if order.style is not None and order.style not in kind.blank_styles:
        known = ", ".join(kind.blank_styles) or "none"
        raise NotFound(f"{kind.name} has no blank style {order.style!r}; known: {known}")
    pictures: list[str | None] = list(dict.fromkeys(item.fields.get("art") for item in kind.items))
    if order.art not in (None, "mix"):
        if order.art not in pictures:
            known = ", ".join(sorted(picture for picture in pictures if picture))
            raise NotFound(f"{kind.name} has no picture {order.art!r}; known: {known}")
        pictures = [order.art]
    faces = [checked.atelier.blank(kind, language, style=style, art=art)[0] for art in pictures[:count] or [None]]
    return [(None, faces[number % len(faces)]) for number in range(count)]


def print_box(checked: Checked, name: str, jobs: "list[Job]", order: Order, cover: "Face | None") -> tuple[Path, int]:
    """Print components of several kinds into one file, behind a cover sheet.

    Args:
        checked: the game.
        name: of the file, without its ending.
        jobs: kinds with their items and how often each.
        order: paper, language and folder.
        cover: the first sheet, if there is one.

    Returns:
        The file and its number of sheets. Raises as `render` does.
    """
    from generator.press.preflight.proof import write_proved
    from generator.sheet.page import Document

    if has_errors(checked.problems):
        raise ValueError("a game with errors is not printed")
    game = checked.game
    language = order.language or game.language
    parts = []
    for kind, picks in jobs:
        sheets = _Sheets(checked, kind, language, sheet_grid(kind, order), order=order)
        parts.append((sheets, list(_groups(checked, kind, language, {id(item): number for item, number in picks}))))
    starts = [1 if cover is not None else 0]
    for sheets, groups in parts:
        starts.append(starts[-1] + sheets.count(groups))

    def pages() -> "Iterator[Page]":
        if cover is not None:
            yield cover_page(checked, cover, order.paper)
        for sheets, groups in parts:
            yield from sheets.pages(groups, None)

    titles = [kind.title.in_language(language, game.language) for kind, _ in jobs]
    title = game.title.in_language(language, game.language)
    document = Document(title, language, bookmarks=tuple(zip(titles, starts, strict=False)))
    file = order.out / game.name / f"{name}{_suffix(game, language)}.pdf"
    write_proved(document, pages(), file, proved=order.preflight)
    return file, starts[-1]


def cover_page(checked: Checked, cover: "Face", paper: str) -> "Page":
    """The cover in the middle of a sheet, with ruler and test square but no crop marks."""
    from generator.sheet.grid import fit_grid
    from generator.sheet.impose import Placeable, impose
    from generator.sizes import paper_size

    grid = fit_grid(paper_size(paper), (cover.width, cover.height))
    fonts = checked.atelier.look.label_fonts
    pages = impose([Placeable("cover", cover)], grid, page_labels=["1"], sheet_label=lambda _: "", fonts=fonts)
    return replace(next(pages), cuts=())


def sheet_grid(kind: Kind, order: Order, *, folded: bool = False) -> "Grid":
    """The grid of a kind's sheets; ``folded``: for fronts and backs side by side.

    Raises:
        NotFound: not one component fits the paper.
    """
    from generator.sheet.cutting import clear_of_marks
    from generator.sheet.grid import enlarged, fit_grid
    from generator.sizes import UNPRINTABLE, paper_size

    assert kind.size is not None
    width, height = kind.size
    size = (2 * width, height) if folded else kind.size
    gutter = max(kind.gutter, order.gutter, 2 * order.bleed)
    try:
        paper = paper_size(order.paper)
        if order.enlarged:
            return enlarged(paper, size)
        grid = fit_grid(paper, size, gutter=gutter, margin=UNPRINTABLE + order.bleed)
        return clear_of_marks(grid) if order.cut else grid
    except ValueError as error:
        raise NotFound(f"{kind.name}: {error}") from None


def _suffix(game: Game, language: str) -> str:
    return "" if language == game.language else f".{language}"


@dataclass(slots=True)
class _Sheets:
    """The sheets of one file."""

    checked: Checked
    kind: Kind
    language: str
    grid: "Grid"
    label: str = ""
    backs: Backs = "none"
    order: Order = field(default_factory=Order)
    back_faces: "dict[str, Face]" = field(default_factory=dict)  # by item

    def count(self, groups: "list[Group]") -> int:
        """How many sheets the groups take."""
        from generator.sheet.impose import count_pages

        return count_pages((len(members) for _, members in groups), len(self.grid.slots), len(self.order.skip))

    def write(self, groups: "list[Group]", file: Path, progress: Progress | None) -> int:
        """Write the file; how many sheets it has."""
        from generator.press.preflight.proof import write_proved
        from generator.sheet.page import Document

        sides = 2 if self.backs in ("long", "short") else 1
        bookmarks = tuple((label, number * sides) for number, label in enumerate(self._labels(groups)))
        if self.kind.prose:
            outline, each = _pages(self.checked, self.kind, self.language).outline, len(self.grid.slots)
            bookmarks = tuple((title, (page + len(self.order.skip)) // each * sides) for title, page in outline)
        duplex = self.backs if self.backs in ("long", "short") else None
        document = Document(" · ".join(self._titles()), self.language, duplex=duplex, bookmarks=bookmarks)
        write_proved(document, self.pages(groups, progress), file, proved=self.order.preflight)
        return self.count(groups)

    def _for_cutter(self, page: "Page") -> "Page":
        from generator.sheet.cutting import registration_marks

        if not self.order.cut:
            return page
        return replace(page, furniture=(*page.furniture, *registration_marks(page.width, page.height)))

    def write_cuts(self, groups: "list[Group]", file: Path, form: Cut) -> list[Path]:
        """Cut lines beside ``file``, one drawing for all sheets that are cut alike, named after the first of them."""
        from generator.atomic import replacing
        from generator.sheet.cutting import as_dxf, as_svg, cut_sheet, layout_key

        files: dict[object, Path] = {}
        for number, page in enumerate(self._fronts(groups, None), start=1):
            sheet = cut_sheet(page)
            key = layout_key(sheet)
            if key not in files:
                files[key] = file.with_name(f"{file.stem}-cut-{number}.{form}")
                with replacing(files[key]) as part:
                    part.write_text(as_dxf(sheet) if form == "dxf" else as_svg(sheet), encoding="ascii", newline="\n")
        return list(files.values())

    def write_backs(self, groups: "list[Group]", file: Path) -> None:
        """Write the backs alone, page for page behind the fronts when the paper is turned about its long edge."""
        from generator.press.preflight.proof import write_proved
        from generator.sheet.backs import back_page
        from generator.sheet.page import Document

        back, shift = self._back(groups), self._shift("long")
        pages = (back_page(page, back, "long", f"{page.label} back", shift) for page in self._fronts(groups, None))
        document = Document(" · ".join(self._titles()), self.language)
        write_proved(document, pages, file, proved=self.order.preflight)

    def _back(self, groups: "list[Group]") -> "Callable[[str], Face]":
        items = {item.id: item for _, members in groups for item, _ in members if item is not None}

        def back(name: str) -> "Face":
            if name not in self.back_faces:
                face, _ = self.checked.atelier.face(self.kind, items[name], self.language, side="back")
                self.back_faces[name] = face
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
            skipped = len(self.order.skip) if number == 0 else 0
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
        from generator.face.marks import IDENTITY
        from generator.printers import find_profile
        from generator.sheet.register import correction

        if self.order.printer is None:
            return IDENTITY
        return correction(find_profile(self.order.printers, self.order.printer).error, *self.grid.paper, edge)

    def _fronts(self, groups: "list[Group]", progress: Progress | None) -> "Iterator[Page]":
        from generator.sheet.backs import folded
        from generator.sheet.furniture import sheet_label
        from generator.sheet.grid import scaled
        from generator.sheet.impose import Placeable, impose

        fonts = self.checked.atelier.look.label_fonts
        labels, total, done = list(self._labels(groups)), self.count(groups), 0
        game, title = self._titles()
        for _, members in groups:
            items = [Placeable(item.id if item else "blank", face) for item, face in members]
            if self.backs == "fold":
                back = self._back(groups)
                items = [Placeable(placeable.item, folded(placeable.face, back(placeable.item))) for placeable in items]
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
