"""From checked games to printed sheets: which components, on which sheets, into which files."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from generator.catalog.game import Game, Item, Kind
from generator.printing.order import Order, choose_kinds, sheet_grid
from generator.printing.sheets import Sheets, laid_pages
from generator.problem import has_errors
from generator.project import NotFound
from generator.workspace.build import Checked, Progress

if TYPE_CHECKING:
    from generator.face.renderer import Side
    from generator.marks.marks import Face
    from generator.printing.manifest import Faces
    from generator.sheet.page import Page

    Group = tuple[str, list[tuple[Item | None, Face]]]  # its value, and its components in printing order
    Job = tuple[Kind, list[tuple[Item, int]]]  # a kind, its items and how often each


CHANGED = "-changed"  # in the names of files that hold a reprint


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
    removed: tuple[Path, ...] = ()  # what lay beside it and is of an earlier run


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
        copies = _copies(kind, order)
        backs = order.backs if kind.back else "none"
        grid = sheet_grid(kind, order)
        sheets = Sheets(checked, kind, language, grid, backs=backs, order=order)
        if order.changed_since is not None:
            copies = _changed(checked, kind, language, copies, order.changed_since)
        groups = list(_groups(checked, kind, language, copies))
        if order.changed_since is not None:  # as few sheets as can be: a reprint starts no sheet of its own for a group
            groups = [("", [member for _, members in groups for member in members])] if groups else []
        components = sum(len(members) for _, members in groups)
        if not components:
            continue
        name = f"{kind.name}{CHANGED if order.changed_since is not None else ''}"  # the whole deck's file stays
        file = order.out / game.name / f"{name}{order.mark}{_suffix(game, language)}.pdf"
        count = sheets.write(groups, file, progress)
        backs_file = file.with_name(f"{name}-backs{_suffix(game, language)}.pdf")
        removed = sheets.write_beside(groups, file, backs_file)
        seconds = perf_counter() - started
        yield Printed(game.name, kind.name, components, count, file, seconds, _ink(file, order), removed)


def _copies(kind: Kind, order: Order) -> dict[int, int]:
    """How many of each item are ordered, by its identity."""
    return {
        id(item): item.copies if order.copies is None else order.copies
        for item in kind.items
        if not order.items or item.id in order.items
    }


def _ink(file: Path, order: Order) -> tuple[float, ...]:
    from generator.preflight.drawn import read_ink

    return tuple(ink.coverage for ink in read_ink(file)) if order.ink_report else ()


def _changed(checked: Checked, kind: Kind, language: str, copies: dict[int, int], manifest: Path) -> dict[int, int]:
    """How many of each item there are not yet, of those that are wanted, by what the ledger knows."""
    from generator.printing.manifest import read_manifest

    known = read_manifest(manifest).get(kind.name, {}).get(language, {})
    hashes = face_hashes(checked, kind, language)
    wanted = [item for item in kind.items if id(item) in copies]
    return {
        id(item): known[item.id].missing(hashes[item.id], copies[id(item)]) if item.id in known else copies[id(item)]
        for item in wanted
    }


def printed_faces(checked: Checked, kind: Kind, language: str, order: Order) -> "Faces":
    """What there is of each item that was ordered when the order is carried out. Raises as `face_hashes` does."""
    from generator.printing.manifest import PrintedFace

    copies, hashes = _copies(kind, order), face_hashes(checked, kind, language)
    wanted = [item for item in kind.items if id(item) in copies]
    return {item.id: PrintedFace(hashes[item.id], copies[id(item)]) for item in wanted}


def face_hashes(checked: Checked, kind: Kind, language: str) -> dict[str, str]:
    """What each item of a kind shows on its sides, as a hash; running text counts as a whole.

    Always that of the faces in full ink: sheets of both inks are mixed on one table.

    Raises:
        NotFound: those cannot be drawn.
    """
    from generator.printing.manifest import face_hash

    checked = checked.in_full()
    sides: tuple[Side, ...] = ("front", "back") if kind.back else ("front",)
    if any(checked.renderer.template(kind, side) is None for side in sides):
        fault = checked.renderer.problems[-1]
        raise NotFound(f"the ledger compares faces in full ink: {fault.file}:{fault.line}: {fault.message}")
    if kind.prose:
        pages = laid_pages(checked, kind, language).faces
        return {item.id: face_hash(*pages) for item in kind.items}
    hashes = {}
    for position, item in enumerate(kind.items):
        others = [checked.renderer.face(kind, item, language, side=side)[0] for side in sides[1:]]
        hashes[item.id] = face_hash(checked.front(kind, position, language), *others)
    return hashes


def _groups(checked: Checked, kind: Kind, language: str, copies: dict[int, int]) -> "Iterator[Group]":
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
        sheets = Sheets(checked, kind, language, grid, kind.blank_page_label, order=order)
        file = order.out / game.name / f"{kind.name}-blank{_suffix(game, language)}.pdf"
        guides = 1 if kind.blank_guide and checked.renderer.template(kind, "guide") is not None else 0
        count = pages * len(grid.slots) - guides if order.blanks is None else order.blanks
        members = _blank_faces(checked, kind, language, order, count)
        if guides:
            members.append((None, checked.renderer.blank(kind, language, side="guide")[0]))
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
    faces = [checked.renderer.blank(kind, language, style=style, art=art)[0] for art in pictures[:count] or [None]]
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
    from generator.printing.proof import write_proved
    from generator.sheet.page import Document

    if has_errors(checked.problems):
        raise ValueError("a game with errors is not printed")
    game = checked.game
    language = order.language or game.language
    parts = []
    for kind, picks in jobs:
        sheets = Sheets(checked, kind, language, sheet_grid(kind, order), order=order)
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
    fonts = checked.renderer.theme.label_fonts
    pages = impose([Placeable("cover", cover)], grid, page_labels=["1"], sheet_label=lambda _: "", fonts=fonts)
    return replace(next(pages), cuts=())


def _suffix(game: Game, language: str) -> str:
    return "" if language == game.language else f".{language}"
