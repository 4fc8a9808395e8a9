"""From checked games to printed sheets: which components, on which sheets, into which files."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter

from msgspec.structs import replace

from generator.check.build import Progress
from generator.check.result import CheckResult
from generator.core.choices import InkName
from generator.core.folders import Project
from generator.core.problem import Infeasible, require_sound
from generator.draw.renderer import Side
from generator.model.game import Kind
from generator.model.load import SHEETS_OF_A_KIND, load_game
from generator.pdf.press import CREATOR
from generator.printing.manifest import (
    Faces,
    PrintedFace,
    Standing,
    face_hash,
    read_manifest,
    shown_by,
    write_manifest,
)
from generator.printing.members import grouped, laid_pages, language_suffix
from generator.printing.order import Choice, RenderOrder, choose_kinds
from generator.printing.print_cache import UNPRINTED, PrintedFile, PrintTask, beside
from generator.printing.reading import sheets_of
from generator.printing.sheets import KindGroups, Sheets

CHANGED = "-changed"  # in the names of files that hold a reprint


def render(
    checked: CheckResult, order: RenderOrder, progress: Progress | None = None, *, standing: Standing | None = None
) -> Iterator[PrintedFile]:
    """Print the sheets of a checked game, one file per kind, one after the other.

    Args:
        checked: the game.
        order: what to print of it, and how.
        progress: told of the work as it goes.
        standing: what was written where so far, to be kept by the caller: files that would be the same are left.

    Raises:
        Faulty: the game has errors, or a file that was written breaks a rule of preflight; files before it stand.
        Refusal: see `choose_kinds`, `sheet_grid` and `read_manifest`.
        OSError: a file cannot be written; those written before it stand.
    """
    for task in print_tasks(checked, order, progress, standing):
        printed = task()
        if printed is not None:
            yield printed


def print_tasks(
    checked: CheckResult,
    order: RenderOrder,
    progress: Progress | None = None,
    standing: "Standing | None" = None,
    jobs: int = 1,
) -> list[PrintTask]:
    """What `render` does, file by file: each task gives None where there is nothing to print, or nothing new.

    As many processes may work on a file as ``jobs`` says, while no others work on files.
    """
    require_sound(checked.problems, UNPRINTED)
    files = files_of(choose_kinds(checked.game, order.choice), order.choice)
    return [
        partial(_print_file, checked, order, name, kinds, progress, standing, jobs) for name, kinds in files.items()
    ]


def _print_file(
    checked: CheckResult,
    order: RenderOrder,
    name: str,
    kinds: Sequence[Kind],
    progress: Progress | None,
    standing: "Standing | None",
    jobs: int,
) -> PrintedFile | None:
    started = perf_counter()
    game, choice = checked.game, order.choice
    language = choice.language_of(game)
    sheets = file_sheets(checked, order, kinds, jobs)
    if sheets is None:
        return None
    parts = sheets.parts
    name = f"{name}{CHANGED if order.changed_since is not None else ''}{order.suffix}"  # the whole deck's file stays
    file = order.out / game.name / f"{name}{language_suffix(game, language)}.pdf"
    content = None
    if standing is not None:
        content = shown_by(sheets)
        if standing.stands(file, content):
            return None
    backs_file = file.with_name(f"{name}-backs{language_suffix(game, language)}.pdf")
    count, written = sheets.write_all(file, backs_file, progress)
    kind = name_of(kinds, choice)
    # a file of that name may be that of another kind's sheets
    owned = () if f"{name}-backs" in game.kinds else (backs_file,)
    cleared = (*owned, *_alone(checked, file, kind, parts))
    seconds = perf_counter() - started
    ink = _ink(file) if order.ink_report else ()
    named, components = tuple(part.kind.name for part in parts), sum(sum(part.run.sizes) for part in parts)
    changed = () if standing is None or content is None else standing.wrote(file, content)
    printed = PrintedFile(game.name, kind, components, count, file, seconds, ink, (), named, changed, tuple(written))
    return replace(printed, warnings=sheets.warnings, cleared=cleared).alone()


def file_sheets(checked: CheckResult, order: RenderOrder, kinds: Sequence[Kind], jobs: int = 1) -> Sheets | None:
    """The sheets of the kinds that go into one file; None where there is nothing to print."""
    language = order.choice.language_of(checked.game)
    parts = [part for kind in kinds if (part := _part(checked, kind, order, language)).groups]
    if not any(sum(part.run.sizes) for part in parts):
        return None
    return sheets_of(checked, parts, language, order, jobs)


def _alone(checked: CheckResult, file: Path, name: str, parts: Sequence[KindGroups]) -> list[Path]:
    """The files of kinds by themselves, of before they shared ``file``, and of their backs."""
    stale = []
    for kind in (part.kind.name for part in parts if part.kind.name != name):
        stale.append(file.with_name(file.name.replace(name, kind, 1)))
        if f"{kind}-backs" not in checked.game.kinds:
            stale.append(stale[-1].with_name(stale[-1].name.replace(kind, f"{kind}-backs", 1)))
    return stale


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


def _part(checked: CheckResult, kind: Kind, order: RenderOrder, language: str) -> KindGroups:
    """What is printed of a kind; of a reprint, as few sheets as can be: no group starts a sheet of its own."""
    copies = _copies(kind, order)
    if order.changed_since is not None:
        copies = _changed(checked, kind, language, copies, order.changed_since)
    groups = list(grouped(checked, kind, language, copies, order.layout.front(kind)))
    if order.changed_since is None:
        return KindGroups(kind, groups)
    members = [member for _, some in groups for member in some]
    return KindGroups(kind, [("", members)] if members else [])


def _copies(kind: Kind, order: RenderOrder) -> dict[int, int]:
    """How many of each item are ordered, by its identity."""
    return {
        id(item): (item.copies if order.copies is None else order.copies) * kind.times
        for item in kind.items
        if order.choice.takes(item)
    }


def _ink(file: Path) -> tuple[float, ...]:
    from generator.pdf.preflight.drawn import read_ink

    return tuple(ink.coverage for ink in read_ink(file))


def _changed(checked: CheckResult, kind: Kind, language: str, copies: dict[int, int], manifest: Path) -> dict[int, int]:
    """How many of each item there are not yet, of those that are wanted, by what the print manifest knows."""
    faces = read_manifest(manifest).get(kind.name, {}).get(_edition(checked, language), {})
    hashes = face_hashes(checked, kind, language)
    items = [item for item in kind.items if id(item) in copies]
    return {
        id(item): faces[item.id].missing(hashes[item.id], copies[id(item)]) if item.id in faces else copies[id(item)]
        for item in items
    }


def _printed_faces(checked: CheckResult, kind: Kind, language: str, order: RenderOrder) -> "Faces":
    """What there is of each item that was ordered when the order is carried out. Raises as `face_hashes` does."""
    copies, hashes = _copies(kind, order), face_hashes(checked, kind, language)
    items = [item for item in kind.items if id(item) in copies]
    return {item.id: PrintedFace(hashes[item.id], copies[id(item)]) for item in items}


def _edition(checked: CheckResult, language: str) -> str:
    """What the print manifest calls sheets in a language: those in colour do not lie among black ones."""
    ink = checked.renderer.theme.ink.name
    return f"{language} {ink}" if ink == InkName.colour else language


def face_hashes(checked: CheckResult, kind: Kind, language: str) -> dict[str, str]:
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
        pieces = checked.renderer.pieces(kind, item)
        fronts = [checked.front(kind, position, language, copy=piece.copy) for piece in pieces]
        backs = [checked.renderer.face(kind, piece, language, side=side)[0] for side in sides[1:] for piece in pieces]
        hashes[item.id] = face_hash(*fronts, *backs)
    return hashes


def mark_printed(checked: CheckResult, order: RenderOrder, kinds: Collection[str], file: Path) -> None:
    """Note in the print manifest ``file`` what the printed components of these kinds show now.

    Raises:
        Refusal: see `face_hashes` and `write_manifest`.
    """
    language = order.choice.language_of(checked.game)
    chosen = [kind for kind in choose_kinds(checked.game, order.choice) if kind.name in kinds]
    edition = _edition(checked, language)
    printed = {kind.name: {edition: _printed_faces(checked, kind, language, order)} for kind in chosen}
    write_manifest(file, printed)


_SHEETS = re.compile(
    rf"(?P<kind>[a-z0-9-]+?)(?:{'|'.join(SHEETS_OF_A_KIND)})?(?:\.[a-z]{{2,3}}(?:-[A-Za-z0-9]+)*)?\.pdf", re.ASCII
)
_BOX = "box-"


def left_over(project: Project, name: str, out: Path) -> list[Path]:
    """The sheets in a game's folder of printed files that are of none of its kinds, with the cut lines beside them.

    Files that the tool did not write are none of them, whatever they are called, nor is anything of a game whose
    description cannot be read.

    Raises:
        NotFound: there is no such game.
    """
    game, _ = load_game(project.game_folder(name), f"{project.data.as_posix()}/{name}")
    folder = out / name
    if not game.kinds or game.unread or not folder.is_dir():
        return []
    names = {*game.kinds, *(kind.share for kind in game.kinds.values() if kind.share)}
    stale = [file for file in sorted(folder.glob("*.pdf")) if _is_gone(file, names)]
    return [path for file in stale for path in (file, *sorted(beside(file)))]


def _is_gone(file: Path, names: set[str]) -> bool:
    match = _SHEETS.fullmatch(file.name)
    if match is None or file.name.startswith(_BOX) or any(file.name.startswith(f"{name}.") for name in names):
        return False
    return match["kind"] not in names and file.stem not in names and _is_ours(file)


def _is_ours(file: Path) -> bool:
    """Whether the tool wrote a PDF, as that says itself."""
    try:
        return f"/Creator ({CREATOR})".encode() in file.read_bytes()
    except OSError:
        return False
