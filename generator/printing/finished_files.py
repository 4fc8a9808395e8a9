"""The files that are printed as finished pictures: what their names say, which of their pages, and how often each."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from generator.core.choices import Size
from generator.core.problem import Infeasible, Mismatch, NotFound, WrongUse
from generator.core.textfile import read_text_file
from generator.draw.marks.picture import Picture
from generator.draw.svg.rasters import SUFFIXES

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
        report(f"{counted(unreadable, 'file')} on no sheet: {listed(names_of(unreadable))}: {READ} are printed")
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


def report_left(report: Report, names: Sequence[str], reason: str) -> None:
    """Report which pictures are on no sheet, if there are any."""
    if names:
        report(on_no_sheet(names, reason))


def on_no_sheet(names: Sequence[str], reason: str) -> str:
    """That pictures are on no sheet, and why."""
    pictures = "1 picture is on no sheet: " if len(names) == 1 else f"{len(names)} pictures are on no sheet: "
    return f"{pictures}{listed(names)}: {reason}"


def counted(things: Sequence[object], noun: str = "picture") -> str:
    """How many there are, as the beginning of a sentence."""
    return f"1 {noun} is" if len(things) == 1 else f"{len(things)} {noun}s are"


def names_of(stacks: Sequence[Stack]) -> list[str]:
    """The names of files as seen from the folder that was given."""
    return [(stack.inside / stack.file.name).as_posix() for stack in stacks]


def listed(names: Sequence[str], between: str = ", ") -> str:
    """Names with commas between, of many the first."""
    return between.join(names[:NAMED]) + (f" and {len(names) - NAMED} more" if len(names) > NAMED else "")


MOST_COPIES = 999
_LARGEST_LIST = 1_000_000  # bytes
_RANGE = re.compile(r"(\d{1,6})(?:\s*(-)\s*(\d{1,6})?)?")
_TIMES = re.compile(r"^(\d{1,3})\s?[x×][ _-]+(?=\S)|(?<=\S)[ _-]+[x×](\d{1,3})$", re.I)
_LISTED = re.compile(r"(?P<count>\d{1,5})(?:\s?[x×])?\s+(?P<name>\S.*)", re.I)
_LISTED_LAST = re.compile(r"(?P<name>.*\S)(?:\s*[,;\t]\s*[x×]?|\s+[x×]\s?)(?P<count>\d{1,5})(?:\s?[x×])?", re.I)
_COMMENT = re.compile(r"(^|\s)#.*")


def page_numbers(text: str, count: int, name: str) -> list[int]:
    """The pages that ``text`` names (``1-6,9,12-``), counted from 0, of a file with so many.

    Raises:
        WrongUse: it names none, or pages that are not there.
    """
    numbers: list[int] = []
    for part in text.split(","):
        match = _RANGE.fullmatch(part.strip())
        if match is None:
            raise WrongUse(f"--pages: {part.strip()[:40]!r} is no page; pages are written as 1-6,9,12-")
        first, last = int(match[1]), int(match[3] or (count if match[2] else match[1]))
        if first == 0:
            raise WrongUse("--pages: there is no page 0; pages are counted from 1")
        if match[3] and last < first:
            raise WrongUse(f"--pages: {part.strip()} runs backwards; write {last}-{first}")
        if max(first, last) > count:
            pages = "1 page" if count == 1 else f"{count} pages"
            raise WrongUse(f"--pages: {name} has {pages}; there is no page {max(first, last)}")
        numbers += range(first - 1, last)
    return numbers


def without_times(stem: str) -> tuple[str, int | None]:
    """A file's name without what says how often it is printed (``4x goblin``, ``goblin x4``)."""
    match = _TIMES.search(stem)
    return (stem[: match.start()] + stem[match.end() :], int(match[1] or match[2])) if match else (stem, None)


def listed_copies(path: Path, names: Sequence[Iterable[str]]) -> list[int]:
    """How often each card is printed by a list: ``4 NAME``, ``4x NAME``, ``NAME,4``, ``NAME x4`` or ``NAME`` a line.

    ``#`` begins a comment. ``names`` are all that a card may be called by.

    Raises:
        Mismatch: a line names no card, or several.
        WrongUse: the list cannot be read.
    """
    cards: dict[str, list[int]] = {}
    for number, own in enumerate(names):
        for name in {_key(each): None for each in own}:
            cards.setdefault(name, []).append(number)
    text, problems = read_text_file(path, path.as_posix(), _LARGEST_LIST, "wrong-type")
    if text is None:
        raise WrongUse(f"{path.as_posix()}: {problems[0].message}")
    copies = [0] * len(names)
    faults, called = list[str](), ""
    for number, line in enumerate(text.splitlines(), start=1):
        content = _COMMENT.sub("", line).strip()
        if not content:
            continue
        found = filter(None, (form.fullmatch(content) for form in (_LISTED, _LISTED_LAST)))
        readings = [*((match["name"], int(match["count"])) for match in found), (content, 1)]
        name, count = next((pair for pair in readings if _key(pair[0]) in cards), readings[0])
        meant = cards.get(_key(name), [])
        if len(meant) == 1 and copies[meant[0]] + count <= MOST_COPIES:
            copies[meant[0]] += count
        elif len(meant) == 1:
            faults.append(f"{number}: {name} {count} times; {MOST_COPIES} are the most")
        elif meant:
            faults.append(f"{number}: {name} is the name of {len(meant)} cards; write FOLDER/{name}")
        else:
            near = get_close_matches(_key(name), cards, 1)
            faults.append(f"{number}: there is no {name}" + (f"; did you mean {near[0]}?" if near else ""))
            called = called or ("" if near else f"; names are such as {next(iter(names[0]))}")
    if faults:
        raise Mismatch(f"{path.as_posix()}:{listed(faults, f'; {path.name}:')}{called}")
    return copies


def _key(name: str) -> str:
    """A name as it is compared: some systems write an ä as two characters, and people many signs between words."""
    return re.sub(r"[\s_-]+", " ", normalize("NFC", name.replace("\\", "/")).casefold()).strip()
