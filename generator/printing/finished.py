"""Finished pictures and pages of PDF files: which there are, and which is the back of which."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from generator.check.build import Progress
from generator.core.choices import Size
from generator.core.cores import cores_here, divided
from generator.core.problem import Infeasible, Mismatch, NotFound, WrongUse, reason_of
from generator.draw.marks.picture import Picture
from generator.draw.svg.rasters import SUFFIXES, read_pixels
from generator.printing.finished_pages import MOST, draw_pages

PDF = ".pdf"
_UNREAD = (".tif", ".tiff", ".bmp", ".gif", ".heic", ".avif", ".psd")  # pictures that a folder is not to lose silently
_OF_SYSTEMS = ("thumbs.db", "desktop.ini")
_READ = "PNG, JPEG, WebP and PDF files"
ONE = "one"  # the picture named back, or a PDF's last page, is behind all others
ALTERNATE = "alternate"  # each second page is behind the one before it
_SIDE = re.compile(r"[-_. ](front|back|face)$", re.I)
_BACKLIKE = re.compile(  # words for a back that are no part of the form NAME-back
    r"(?<![^\W\d_])(backs?|backside|rear|reverse|verso|dos|reverso|dorso|retro|rueckseite|rückseite|achterkant|rewers)(?![^\W\d_])",
    re.I,
)
_FOLDERS = {"front": "front", "fronts": "front", "back": "back", "backs": "back"}  # of one side, in one that is given
_AT_ONCE = 25  # pictures that a process looks at before it says so
_NAMED = 20  # files in a message

Report = Callable[[str], object]


class FinishedCard(NamedTuple):
    """A picture to print, and what lies behind it."""

    name: str
    front: Picture
    back: Picture | None
    size: Size | None = None  # mm, of a PDF's page when cut


class CardSide(NamedTuple):
    """One side of a card, before its picture is read."""

    name: str
    path: Path  # of the picture
    size: Size | None = None


class Stack(NamedTuple):
    """Sides that lie in one file: a picture, or the pages of a PDF."""

    name: str  # without what says which side it is; empty: behind all that have none
    side: str  # front, back, or empty where the name does not say
    file: Path
    folder: Path  # whose cards these are
    inside: Path  # the same, as seen from the folder that was given
    sides: tuple[CardSide, ...] = ()

    @property
    def key(self) -> str:
        """The name by which backs go with fronts; some systems write an ä as two characters."""
        return normalize("NFC", self.name.lower())


def cards_of(
    paths: Sequence[Path],
    backs: str | None,
    scratch: Path,
    progress: Progress | None,
    held: float = 0.0,
    *,
    out: Path | None = None,
    report: Report = lambda _: None,
) -> tuple[list[FinishedCard], Size | None]:
    """What is to be printed, in the order of names, and the size in mm that a PDF's first page has when cut.

    Args:
        paths: pictures, PDF files, and folders of both, with folders in them.
        backs: a picture that is behind all, a PDF with a page for each or one for all, a folder with a back of the same
            name for each, `ONE`, `ALTERNATE`, or None: then names that end in ``-front`` and ``-back`` go together, and
            one named ``back`` is behind all of its folder that have none.
        scratch: a folder for the pages of PDF files as pictures.
        progress: is told how far it is.
        held: mm of bleed that pages of PDF files hold and that is printed too.
        out: a folder in which nothing is looked for.
        report: receives a line on each sort of what is on no sheet.

    Raises:
        NotFound: a file is not there.
        WrongUse: there is no picture; one lacks its back.
        Mismatch: the files do not go together: a back without its front, two of one name, a wrong number of pages.
        Infeasible: a picture or PDF cannot be read, or takes too much.
    """
    fronts, behind = _sides(_find_stacks(paths, out, report), backs, report)
    draw = partial(draw_pages, scratch=scratch, progress=progress, held=held, report=report)
    fronts, behind = _filled(fronts, draw), _filled(behind, draw)
    if backs == ALTERNATE or (backs == ONE and not behind):
        pairs = list(_alternating(fronts) if backs == ALTERNATE else _before_last(fronts))
    else:
        _refuse_namesakes(fronts)
        pairs = list(_paired(fronts, _match_backs(fronts, behind, backs, report)))
        if backs is None and not behind:
            _report_even_pages(fronts, report)
        if backlike := [stack for stack in fronts if _BACKLIKE.search(stack.file.stem)]:
            report(f"{_counted(backlike)} printed as fronts, named like backs: {_names(backlike)}; a back is NAME-back")
    seen = _read_all(dict.fromkeys(side.path for pair in pairs for side in pair if side is not None), progress)
    for path, note in [(path, note) for path, picture in seen.items() for note in picture.notes]:
        report(f"{path.name}: {note.message}")
    cards = [
        FinishedCard(name, seen[front.path], back and seen[back.path], front.size)
        for name, (front, back) in zip(_distinct(pairs), pairs, strict=True)
    ]
    return cards, next((side.size for stack in fronts for side in stack.sides if side.size), None)


def _sides(stacks: list[Stack], backs: str | None, report: Report) -> tuple[list[Stack], list[Stack]]:
    """Which are fronts, and which backs may be behind them."""
    behind: list[Stack] = []
    if backs not in (None, ONE, ALTERNATE):
        place = Path(backs)
        behind = _find_stacks([place], None, report)
        if not behind:
            raise WrongUse(f"there is no picture in {place.as_posix()}")
        files = {stack.file.resolve() for stack in behind}
        stacks = [stack for stack in stacks if stack.file.resolve() not in files]
        behind = [each for each in behind if each.side != "front"] if place.is_dir() else [behind[0]._replace(name="")]
    named = [stack for stack in stacks if stack.side == "back" and backs != ALTERNATE]
    fronts = [stack for stack in stacks if stack.side != "back" or backs == ALTERNATE]
    if not fronts:
        if named:
            raise WrongUse(f"there is no picture to print: {named[0].file.name} is a back by its name")
        raise WrongUse(f"there is no picture to print: {_READ} are wanted")
    if backs is None or backs == ONE:
        behind = [stack for stack in named if backs is None or not stack.name]
    if backs == ONE and not behind and any(stack.file.suffix.lower() != PDF for stack in fronts):
        raise WrongUse("--backs one: none of the pictures is named back; or name the picture: --backs FILE")
    _report_left(report, [stack for stack in named if stack not in behind], "--backs says what is behind")
    return fronts, behind


def _filled(stacks: Sequence[Stack], draw: Callable[[Path], list[tuple[Path, Size]]]) -> list[Stack]:
    """The stacks with their sides; PDF files that cannot be read are refused together."""
    refused: list[str] = []
    drawn: dict[Path, tuple[CardSide, ...]] = {}
    for stack in stacks:
        name = stack.file.stem
        if stack.file.suffix.lower() != PDF:
            drawn[stack.file] = (CardSide(name if stack.side == "back" else stack.name, stack.file),)
        elif stack.file not in drawn:
            try:
                pages = enumerate(draw(stack.file), start=1)
                drawn[stack.file] = tuple(CardSide(f"{name} {number}", *page) for number, page in pages)
            except Infeasible as error:
                refused.append(str(error))
    _refuse(refused)
    return [stack._replace(sides=drawn[stack.file]) for stack in stacks]


def _match_backs(
    fronts: Sequence[Stack], behind: Sequence[Stack], backs: str | None, report: Report
) -> list[Stack | None]:
    """The back of each front: that of its name in its folder, or the nearest for all; what goes with none is named."""
    by_names = backs is None or backs == ONE
    if backs is not None and len(behind) == 1 and not behind[0].name:
        return [behind[0]] * len(fronts)
    _refuse_namesakes(behind)
    last = sorted(behind, key=lambda back: back.side == "back")  # which goes before one that does not say so
    own = {(back.folder if by_names else back.inside, back.key): back for back in last}
    matched: list[Stack | None] = []
    for front in fronts:
        here = front.folder if by_names else front.inside
        places = [here, *here.parents]
        back = own.get((here, front.key)) or (None if by_names else own.get((Path(), front.key)))
        back = back or next((own[place, ""] for place in places if (place, "") in own), None)
        matched.append(back)
    used = set(matched)
    orphans = [back for back in behind if back not in used]
    without = [front for front, back in zip(fronts, matched, strict=True) if back is None]
    unsure = {front.folder for front, back in zip(fronts, matched, strict=True) if back is None or not back.name}
    for sort, reason in ((True, "no front of that name"), (False, "a folder's back is for its cards without one")):
        unmatched = [back for back in orphans if bool(back.name) == sort]
        if by_names and [back for back in unmatched if back.folder in unsure or (without and not sort)]:
            hint = "rename it, or the front that it is for" if sort else "--backs FILE puts one behind all"
            raise Mismatch(f"{_on_no_sheet(unmatched, reason)}; {hint}")
        _report_left(report, unmatched, reason)
    folders = {back.folder for back in behind}
    if lacking := [front for front in without if not by_names or front.folder in folders]:
        more = f" and {len(lacking) - 1} more have" if len(lacking) > 1 else " has"
        hint = f"name it {_stem(lacking[0].file.name)}-back, or one for all back"
        raise WrongUse(f"{lacking[0].file.name}{more} no back; {hint}")
    if behind and without:
        report(f"{_counted(without)} without a back, as there is none in the folder: {_names(without)}")
    return matched


def _paired(fronts: Sequence[Stack], backs: Sequence[Stack | None]) -> Iterator[tuple[CardSide, CardSide | None]]:
    """The sides of cards: a back of one page is behind all, one of as many as its fronts behind them page by page."""
    fronts_by_back: dict[Path, dict[CardSide, None]] = {}  # what each back is behind
    for front, back in zip(fronts, backs, strict=True):
        if back is not None:
            fronts_by_back.setdefault(back.file, {}).update(dict.fromkeys(front.sides))
    for front, back in zip(fronts, backs, strict=True):
        if back is None or len(back.sides) == 1:
            yield from ((side, back and back.sides[0]) for side in front.sides)
            continue
        sides = list(fronts_by_back[back.file])
        if len(sides) != len(back.sides):
            number = f"{len(back.sides)} pages, and there are {len(sides)} fronts"
            raise Mismatch(f"{back.file.name} has {number}; give a back for each, or one page for all")
        yield from ((side, back.sides[sides.index(side)]) for side in front.sides)


def _alternating(stacks: Sequence[Stack]) -> Iterator[tuple[CardSide, CardSide | None]]:
    for stack in stacks:
        if stack.file.suffix.lower() != PDF:
            raise WrongUse(f"--backs alternate is for PDF files; {stack.file.name} goes with others by its name")
        if len(stack.sides) % 2:
            raise Mismatch(f"{stack.file.name} has {len(stack.sides)} pages; --backs alternate takes pairs of them")
        yield from zip(stack.sides[::2], stack.sides[1::2], strict=True)


def _before_last(stacks: Sequence[Stack]) -> Iterator[tuple[CardSide, CardSide | None]]:
    for stack in stacks:
        if len(stack.sides) < 2:
            raise Mismatch(f"{stack.file.name} has one page; with --backs one the last is behind the others")
        yield from ((side, stack.sides[-1]) for side in stack.sides[:-1])


def _report_even_pages(fronts: Sequence[Stack], report: Report) -> None:
    for stack in dict.fromkeys(fronts):
        if len(stack.sides) > 1 and len(stack.sides) % 2 == 0:
            advice = "pages are printed as fronts; --backs alternate, if each second one is a back"
            report(f"{stack.file.name}: all {len(stack.sides)} {advice}")


def _refuse_namesakes(stacks: Sequence[Stack]) -> None:
    files: dict[tuple[Path, str, bool], Path] = {}
    for stack in stacks:
        first = files.setdefault((stack.folder, stack.key, stack.side == "back"), stack.file)
        if first.resolve() != stack.file.resolve():
            raise Mismatch(f"{first.name} and {stack.file.name} have one name; rename one, or remove it")


def _distinct(pairs: Sequence[tuple[CardSide, CardSide | None]]) -> Iterator[str]:
    """A name for each card, the same for copies only."""
    cards: dict[str, tuple[CardSide, CardSide | None]] = {}
    for pair in pairs:
        named = f"{pair[0].path.parent.name}/{pair[0].name}"
        names = chain((pair[0].name, named), (f"{named} ({number})" for number in count(2)))
        yield next(name for name in names if cards.setdefault(name, pair) == pair)


def _report_left(report: Report, stacks: Sequence[Stack], reason: str) -> None:
    if stacks:
        report(_on_no_sheet(stacks, reason))


def _on_no_sheet(stacks: Sequence[Stack], reason: str) -> str:
    number = len(stacks)
    summary = "1 picture is on no sheet: " if number == 1 else f"{number} pictures are on no sheet: "
    return f"{summary}{_names(stacks)}: {reason}"


def _counted(stacks: Sequence[Stack], noun: str = "picture") -> str:
    return f"1 {noun} is" if len(stacks) == 1 else f"{len(stacks)} {noun}s are"


def _names(stacks: Sequence[Stack]) -> str:
    more = f" and {len(stacks) - _NAMED} more" if len(stacks) > _NAMED else ""
    return ", ".join((stack.inside / stack.file.name).as_posix() for stack in stacks[:_NAMED]) + more


def _find_stacks(paths: Iterable[Path], out: Path | None, report: Report) -> list[Stack]:
    """What is in files and folders, in the order of names, before anything is read."""
    stacks: list[Stack] = []
    for path in paths:
        if path.is_dir():
            files = sorted(_files_in(path, out), key=lambda file: _in_order(file.relative_to(path)))
            stacks += [_named(file, path) for file in files]
        elif not path.exists():
            raise NotFound(f"there is no file or folder {path.as_posix()}")
        else:
            stacks.append(_named(path, path.parent))
    unreadable = [stack for stack in stacks if stack.file.suffix.lower() not in (*SUFFIXES, PDF)]
    for stack in unreadable:
        if stack.file in paths or stack.file.suffix.lower() in _UNREAD:
            raise WrongUse(f"{stack.file.as_posix()} is not a PNG, JPEG, WebP or PDF file by its name")
    if unreadable:
        report(f"{_counted(unreadable, 'file')} on no sheet: {_names(unreadable)}: {_READ} are printed")
    if len(stacks) > MOST:
        raise Infeasible(f"these are {len(stacks):,} files; {MOST:,} at once are the most")
    return [stack for stack in stacks if stack not in unreadable]


def _files_in(folder: Path, out: Path | None) -> Iterator[Path]:
    """The files in a folder and in those in it, but for hidden ones and what was printed before."""
    for place, folders, names in os.walk(folder):
        inner = [each for each in folders if not each.startswith(".")]
        folders[:] = [each for each in inner if out is None or Path(place, each).resolve() != out.resolve()]
        for name in names:
            if not name.startswith(".") and name.lower() not in _OF_SYSTEMS:
                yield Path(place, name)


def _named(file: Path, folder: Path) -> Stack:
    inside = file.parent.relative_to(folder)
    side = _SIDE.search(file.stem)
    side_name = "" if side is None else "back" if side[1].lower() == "back" else "front"
    name = _stem(file.name)
    if file.stem.lower() == "back":
        name, side_name = "", "back"
    elif inside.name.lower() in _FOLDERS:
        side_name, inside = _FOLDERS[inside.name.lower()], inside.parent
    return Stack(name, side_name, file, (folder / inside).resolve(), inside)


def _stem(name: str) -> str:
    return _SIDE.sub("", Path(name).stem)


def _in_order(path: Path) -> list[tuple[int, str]]:
    """As people sort: card 2 before card 10."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", path.as_posix().lower())]


def _read_all(paths: Iterable[Path], progress: Progress | None) -> dict[Path, Picture]:
    """The pictures by their files, looked at by all processors."""
    order = list(paths)
    lots = [order[at : at + _AT_ONCE] for at in range(0, len(order), _AT_ONCE)]
    seen: dict[Path, Picture] = {}
    refused: list[str] = []
    for lot, pictures in zip(lots, divided([partial(_read, lot) for lot in lots], cores_here()), strict=True):
        refused += [picture for picture in pictures if isinstance(picture, str)]
        seen |= {path: picture for path, picture in zip(lot, pictures, strict=True) if isinstance(picture, Picture)}
        if progress is not None:
            progress("looking at pictures", len(seen), len(order))
    _refuse(refused)
    return seen


def _refuse(reasons: Sequence[str]) -> None:
    """Say of all files why they cannot be read, if there are any."""
    if reasons:
        more = f"; and {len(reasons) - _NAMED} more" if len(reasons) > _NAMED else ""
        raise Infeasible("; ".join(reasons[:_NAMED]) + more)


def _read(paths: Sequence[Path]) -> list[Picture | str]:
    """Each picture, or why it cannot be had."""
    pictures: list[Picture | str] = []
    for path in paths:
        try:
            pictures.append(read_pixels(path))
        except OSError as error:
            pictures.append(f"cannot read {path.as_posix()}: {reason_of(error)}")
        except ValueError as error:
            pictures.append(f"{path.as_posix()}: {error}")
    return pictures
