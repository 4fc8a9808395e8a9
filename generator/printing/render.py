"""From checked games to printed sheets: which components, on which sheets, into which files."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from generator.atomic import discard
from generator.catalog.game import Item, Kind
from generator.choices import InkName
from generator.face.renderer import Side
from generator.marks.marks import Face
from generator.printing.manifest import Faces, PrintedFace, face_hash, read_manifest, write_manifest
from generator.printing.members import grouped, laid_pages, language_suffix
from generator.printing.order import BlankOrder, Choice, RenderOrder, SheetLayout, choose_kinds, sheet_grid
from generator.printing.sheets import KindGroups, Sheets, beside, outlines
from generator.refusal import Infeasible, NotFound, require_sound
from generator.workspace.build import Checked, Progress

UNPRINTED = "nothing was printed"
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
    kinds: tuple[str, ...] = ()  # what it holds


def render(checked: Checked, order: RenderOrder, progress: Progress | None = None) -> Iterator[Printed]:
    """Print the sheets of a checked game, a file a kind.

    Raises:
        Faulty: the game has errors, or a file that was written breaks a rule of preflight; files before it stand.
        Refusal: see `choose_kinds`, `sheet_grid` and `read_manifest`.
        OSError: a file cannot be written; those written before it stand.
    """
    require_sound(checked.problems, UNPRINTED)
    game, choice = checked.game, order.choice
    language = choice.language_of(game)
    for name, kinds in files_of(choose_kinds(game, choice), choice).items():
        started = perf_counter()
        parts = [part for kind in kinds if (part := _part(checked, kind, order, language)).groups]
        components = sum(sum(part.run.sizes) for part in parts)
        if not components:
            continue
        sheets = Sheets(checked, parts, language, layout=order.layout, proved=order.preflight)
        name = f"{name}{CHANGED if order.changed_since is not None else ''}"  # the whole deck's file stays
        file = order.out / game.name / f"{name}{order.suffix}{language_suffix(game, language)}.pdf"
        count = sheets.write(file, progress)
        backs_file = file.with_name(f"{name}-backs{language_suffix(game, language)}.pdf")
        # Sheets with a suffix have no backs of this name, and it may be that of another kind's sheets.
        owns_backs = not order.suffix and f"{name}-backs" not in game.kinds
        removed = sheets.write_beside(file, backs_file, owns_backs=owns_backs)
        removed += _discard_alone(checked, file, name_of(kinds, choice), parts)
        seconds = perf_counter() - started
        ink = _ink(file) if order.ink_report else ()
        named = tuple(part.kind.name for part in parts)
        yield Printed(game.name, name_of(kinds, choice), components, count, file, seconds, ink, removed, named)


def _discard_alone(checked: Checked, file: Path, name: str, parts: Sequence[KindGroups]) -> tuple[Path, ...]:
    """Remove the files of kinds by themselves, of before they shared ``file``; what was removed."""
    removed: tuple[Path, ...] = ()
    for kind in (part.kind.name for part in parts if part.kind.name != name):
        alone = file.with_name(file.name.replace(name, kind, 1))
        backs = (
            []
            if f"{kind}-backs" in checked.game.kinds
            else [alone.with_name(alone.name.replace(kind, f"{kind}-backs", 1))]
        )
        removed += discard([alone, *beside(alone), *backs], [])
    return removed


def files_of(kinds: Sequence[Kind], choice: Choice) -> dict[str, list[Kind]]:
    """The kinds by the file that they go into: those that share sheets together, at the place of the first."""
    shares: dict[str, list[Kind]] = {}
    for kind in kinds:
        shares.setdefault(kind.share or kind.name, []).append(kind)
    return {name_of(sharing, choice): sharing for sharing in shares.values()}


def name_of(kinds: Sequence[Kind], choice: Choice) -> str:
    """The name of the file that kinds go into; one that was asked for by name has one of its own."""
    alone = len(kinds) == 1 and bool(choice.kinds)
    return kinds[0].name if alone else kinds[0].share or kinds[0].name


def _part(checked: Checked, kind: Kind, order: RenderOrder, language: str) -> KindGroups:
    """What is printed of a kind; of a reprint, as few sheets as can be: no group starts a sheet of its own."""
    copies = _copies(kind, order)
    if order.changed_since is None:
        return KindGroups(kind, list(grouped(checked, kind, language, copies)))
    copies = _changed(checked, kind, language, copies, order.changed_since)
    members = [member for _, members in grouped(checked, kind, language, copies) for member in members]
    return KindGroups(kind, [("", members)] if members else [])


def _copies(kind: Kind, order: RenderOrder) -> dict[int, int]:
    """How many of each item are ordered, by its identity."""
    return {
        id(item): item.copies if order.copies is None else order.copies
        for item in kind.items
        if order.choice.takes(item)
    }


def _ink(file: Path) -> tuple[float, ...]:
    from generator.preflight.drawn import read_ink

    return tuple(ink.coverage for ink in read_ink(file))


def _changed(checked: Checked, kind: Kind, language: str, copies: dict[int, int], manifest: Path) -> dict[int, int]:
    """How many of each item there are not yet, of those that are wanted, by what the print manifest knows."""
    known = read_manifest(manifest).get(kind.name, {}).get(_edition(checked, language), {})
    hashes = face_hashes(checked, kind, language)
    wanted = [item for item in kind.items if id(item) in copies]
    return {
        id(item): known[item.id].missing(hashes[item.id], copies[id(item)]) if item.id in known else copies[id(item)]
        for item in wanted
    }


def _printed_faces(checked: Checked, kind: Kind, language: str, order: RenderOrder) -> Faces:
    """What there is of each item that was ordered when the order is carried out. Raises as `face_hashes` does."""
    copies, hashes = _copies(kind, order), face_hashes(checked, kind, language)
    wanted = [item for item in kind.items if id(item) in copies]
    return {item.id: PrintedFace(hashes[item.id], copies[id(item)]) for item in wanted}


def _edition(checked: Checked, language: str) -> str:
    """What the print manifest calls sheets in a language: those in colour do not lie among black ones."""
    ink = checked.renderer.theme.ink.name
    return f"{language} {ink}" if ink == InkName.colour else language


def face_hashes(checked: Checked, kind: Kind, language: str) -> dict[str, str]:
    """What each item of a kind shows on its sides, as a hash; running text counts as a whole.

    In black that of the faces in full ink, whatever is printed: sheets of both inks are mixed on one table.

    Raises:
        Infeasible: those cannot be drawn.
    """
    if checked.renderer.theme.ink.name != InkName.colour:
        checked = checked.in_full()
    sides: tuple[Side, ...] = ("front", "back") if kind.back else ("front",)
    if any(checked.renderer.template(kind, side) is None for side in sides):
        fault = checked.renderer.problems[-1]
        raise Infeasible(f"the print manifest compares faces in full ink: {fault.file}:{fault.line}: {fault.message}")
    if kind.prose:
        pages = laid_pages(checked, kind, language).faces
        return {item.id: face_hash(*pages) for item in kind.items}
    hashes = {}
    for position, item in enumerate(kind.items):
        others = [checked.renderer.face(kind, item, language, side=side)[0] for side in sides[1:]]
        hashes[item.id] = face_hash(checked.front(kind, position, language), *others)
    return hashes


def mark_printed(checked: Checked, order: RenderOrder, kinds: Collection[str], file: Path) -> None:
    """Note in the print manifest ``file`` what the printed components of these kinds show now.

    Raises:
        Refusal: see `face_hashes` and `write_manifest`.
    """
    language = order.choice.language_of(checked.game)
    chosen = [kind for kind in choose_kinds(checked.game, order.choice) if kind.name in kinds]
    edition = _edition(checked, language)
    printed = {kind.name: {edition: _printed_faces(checked, kind, language, order)} for kind in chosen}
    write_manifest(file, printed)


def blank(checked: Checked, order: BlankOrder) -> Iterator[Printed]:
    """Print blank forms. Raises as `render` does."""
    require_sound(checked.problems, UNPRINTED)
    game, layout = checked.game, SheetLayout(order.paper)
    language = order.choice.language_of(game)
    chosen = choose_kinds(game, order.choice)
    kinds = [kind for kind in chosen if kind.blank and not kind.prose]
    if not kinds:
        raise NotFound(f"{', '.join(kind.name for kind in chosen)}: there is no blank form of this")
    if order.style is not None and not order.choice.kinds:
        kinds = [kind for kind in kinds if order.style in kind.blank_styles] or kinds
    for kind in kinds:
        started = perf_counter()
        outline = outlines(checked, [kind]).get(kind.name, ())
        slots = sheet_grid(kind, layout, outline).slots
        file = order.out / game.name / f"{kind.name}-blank{language_suffix(game, language)}.pdf"
        guides = 1 if kind.blank_guide and checked.renderer.template(kind, "guide") is not None else 0
        count = order.pages * len(slots) - guides if order.count is None else order.count
        members = _blank_faces(checked, kind, language, order, count)
        if guides:
            members.append((None, checked.renderer.blank(kind, language, side="guide")[0]))
        part = KindGroups(kind, [("", members)])
        label = kind.blank_page_label.in_language(language, game.language)
        printed = Sheets(checked, [part], language, label, layout).write(file, None)
        yield Printed(game.name, kind.name, len(members), printed, file, perf_counter() - started)


def _blank_faces(
    checked: Checked, kind: Kind, language: str, order: BlankOrder, count: int
) -> list[tuple[Item | None, Face]]:
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
