"""The files and folders that are printed as finished pictures, and what their names say."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from generator.core.choices import Size
from generator.core.problem import Infeasible, NotFound, WrongUse
from generator.draw.marks.picture import Picture
from generator.draw.svg.rasters import SUFFIXES
from generator.printing.finished_choice import without_times

PDF = ".pdf"
MOST = 5_000  # files, or pages of one
_UNREAD = (".tif", ".tiff", ".bmp", ".gif", ".heic", ".avif", ".psd")  # pictures that a folder is not to lose silently
_OF_SYSTEMS = ("thumbs.db", "desktop.ini")
READ = "PNG, JPEG, WebP and PDF files"
_SIDE = re.compile(r"[-_. ](front|back|face)$", re.I)
_FOLDERS = {"front": "front", "fronts": "front", "back": "back", "backs": "back"}  # of one side, in one that is given
NAMED = 20  # files in a message

Report = Callable[[str], object]


class CardSide(NamedTuple):
    """One side of a card, or of a sheet of cards."""

    name: str
    path: Path  # of the file
    size: Size | None = None  # mm, of a PDF's page when cut
    page: Picture | None = None  # None before it is read
    copies: int | None = None  # by the file's name


class Stack(NamedTuple):
    """Sides that lie in one file: a picture, or the pages of a PDF."""

    name: str  # without what says which side it is; empty: behind all that have none
    side: str  # front, back, or empty where the name does not say
    file: Path
    folder: Path  # whose cards these are
    inside: Path  # the same, as seen from the folder that was given
    sides: tuple[CardSide, ...] = ()
    copies: int | None = None  # by its name

    @property
    def key(self) -> str:
        """The name by which backs go with fronts; some systems write an ä as two characters."""
        return normalize("NFC", self.name.lower())


def find_stacks(paths: Iterable[Path], out: Path | None, report: Report) -> list[Stack]:
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
        report(f"{counted(unreadable, 'file')} on no sheet: {names_of(unreadable)}: {READ} are printed")
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
    name, side_name, copies = _parts_of(file.stem)
    if name.lower() == "back" and not side_name:
        name, side_name = "", "back"
    elif inside.name.lower() in _FOLDERS:
        side_name, inside = _FOLDERS[inside.name.lower()], inside.parent
    return Stack(name, side_name, file, (folder / inside).resolve(), inside, copies=copies)


def stem_of(file: Path) -> str:
    """A file's name without what says which side it is, or how often it is printed."""
    return _parts_of(file.stem)[0]


def _parts_of(stem: str) -> tuple[str, str, int | None]:
    """The name of a card, the side, and how often it is printed, by the name of its file."""
    stem, copies = without_times(stem)
    side = _SIDE.search(stem)
    if side is None:
        return stem, "", copies
    name, others = without_times(_SIDE.sub("", stem))
    return name, "back" if side[1].lower() == "back" else "front", others if copies is None else copies


def _in_order(path: Path) -> list[tuple[int, str]]:
    """As people sort: card 2 before card 10."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", path.as_posix().lower())]


def report_left(report: Report, stacks: Sequence[Stack], reason: str) -> None:
    """Report which files are on no sheet, if there are any."""
    if stacks:
        report(on_no_sheet(stacks, reason))


def on_no_sheet(stacks: Sequence[Stack], reason: str) -> str:
    """That files are on no sheet, and why."""
    number = len(stacks)
    summary = "1 picture is on no sheet: " if number == 1 else f"{number} pictures are on no sheet: "
    return f"{summary}{names_of(stacks)}: {reason}"


def counted(stacks: Sequence[object], noun: str = "picture") -> str:
    """How many there are, as the beginning of a sentence."""
    return f"1 {noun} is" if len(stacks) == 1 else f"{len(stacks)} {noun}s are"


def names_of(stacks: Sequence[Stack]) -> str:
    """The names of files, of many those of the first."""
    return listed([(stack.inside / stack.file.name).as_posix() for stack in stacks])


def listed(names: Sequence[str]) -> str:
    """Names with commas between, of many the first."""
    return ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED} more" if len(names) > NAMED else "")
