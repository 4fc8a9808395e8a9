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
    from generator.face.marks import Face
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


Backs = Literal["long", "short", "separate", "fold", "none"]


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
        sheets = _Sheets(checked, kind, language, sheet_grid(kind, order.paper, folded=backs == "fold"), backs=backs)
        groups = list(_groups(checked, kind, language, copies))
        components = sum(len(members) for _, members in groups)
        if not components:
            continue
        file = order.out / game.name / f"{kind.name}{_suffix(game, language)}.pdf"
        count = sheets.write(groups, file, progress)
        if backs == "separate":
            sheets.write_backs(groups, file.with_name(f"{kind.name}-backs{_suffix(game, language)}.pdf"))
        yield Printed(game.name, kind.name, components, count, file, perf_counter() - started)


def _groups(checked: Checked, kind: Kind, language: str, copies: dict[int, int]) -> "Iterator[Group]":
    """The components of a kind, a group a sheet's start; ``copies`` by the identity of the item, none where absent."""
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


def blank(checked: Checked, order: Order, pages: int) -> Iterator[Printed]:
    """Print blank forms, ``pages`` sheets a kind. Raises as `render` does."""
    if has_errors(checked.problems):
        raise ValueError("a game with errors is not printed")
    game = checked.game
    language = order.language or game.language
    for kind in choose_kinds(game, order):
        started = perf_counter()
        grid = sheet_grid(kind, order.paper)
        face, _ = checked.atelier.blank(kind, language)
        sheets = _Sheets(checked, kind, language, grid, kind.blank_page_label)
        file = order.out / game.name / f"{kind.name}-blank{_suffix(game, language)}.pdf"
        components = pages * len(grid.slots)
        sheets.write([("", [(None, face)] * components)], file, None)
        yield Printed(game.name, kind.name, components, pages, file, perf_counter() - started)


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
    from generator.press.pdf import write_pdf
    from generator.sheet.page import Document

    if has_errors(checked.problems):
        raise ValueError("a game with errors is not printed")
    game = checked.game
    language = order.language or game.language
    parts = []
    for kind, picks in jobs:
        sheets = _Sheets(checked, kind, language, sheet_grid(kind, order.paper))
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
    write_pdf(document, pages(), file)
    return file, starts[-1]


def cover_page(checked: Checked, cover: "Face", paper: str) -> "Page":
    """The cover in the middle of a sheet, with ruler and test square but no crop marks."""
    from generator.sheet.grid import fit_grid
    from generator.sheet.impose import Placeable, impose
    from generator.sizes import PAPERS

    grid = fit_grid(PAPERS[paper], (cover.width, cover.height))
    fonts = checked.atelier.look.label_fonts
    pages = impose([Placeable("cover", cover)], grid, page_labels=["1"], sheet_label=lambda _: "", fonts=fonts)
    return replace(next(pages), cuts=())


def sheet_grid(kind: Kind, paper: str, *, folded: bool = False) -> "Grid":
    """The grid of a kind's sheets; ``folded``: for fronts and backs side by side.

    Raises:
        NotFound: not one component fits the paper.
    """
    from generator.sheet.grid import fit_grid
    from generator.sizes import PAPERS

    assert kind.size is not None
    width, height = kind.size
    try:
        return fit_grid(PAPERS[paper], (2 * width, height) if folded else kind.size, gutter=kind.gutter)
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
    back_faces: "dict[str, Face]" = field(default_factory=dict)  # by item

    def count(self, groups: "list[Group]") -> int:
        """How many sheets the groups take."""
        from generator.sheet.impose import count_pages

        return count_pages((len(members) for _, members in groups), len(self.grid.slots))

    def write(self, groups: "list[Group]", file: Path, progress: Progress | None) -> int:
        """Write the file; how many sheets it has."""
        from generator.press.pdf import write_pdf
        from generator.sheet.page import Document

        sides = 2 if self.backs in ("long", "short") else 1
        bookmarks = tuple((label, number * sides) for number, label in enumerate(self._labels(groups)))
        duplex = self.backs if self.backs in ("long", "short") else None
        document = Document(" · ".join(self._titles()), self.language, duplex=duplex, bookmarks=bookmarks)
        write_pdf(document, self.pages(groups, progress), file)
        return self.count(groups)

    def write_backs(self, groups: "list[Group]", file: Path) -> None:
        """Write the backs alone, page for page behind those of the fronts when the paper is turned about its long edge."""
        from generator.press.pdf import write_pdf
        from generator.sheet.backs import back_page
        from generator.sheet.page import Document

        pages = (back_page(page, self._back(groups), "long", f"{page.label} back") for page in self.pages(groups, None))
        write_pdf(Document(" · ".join(self._titles()), self.language), pages, file)

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
            for _ in range(0, len(members), len(self.grid.slots)):
                number += 1
                yield label.replace("{number}", str(number))

    def pages(self, groups: "list[Group]", progress: Progress | None) -> "Iterator[Page]":
        """The sheets, one after the other, backs behind their fronts."""
        from generator.sheet.backs import with_backs

        fronts = self._fronts(groups, progress)
        return with_backs(fronts, self._back(groups), self.backs) if self.backs in ("long", "short") else fronts

    def _fronts(self, groups: "list[Group]", progress: Progress | None) -> "Iterator[Page]":
        from generator.sheet.backs import folded
        from generator.sheet.furniture import sheet_label
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

            for page in impose(items, self.grid, page_labels=labels[start:], sheet_label=label, fonts=fonts):
                yield page
                done += 1
                if progress is not None:
                    progress(f"printing {self.kind.name}", done, total)
