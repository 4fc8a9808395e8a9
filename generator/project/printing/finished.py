"""Finished pictures and pages of PDF files: which there are, and which is the back of which."""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.core.choices import MM_PER_INCH, Size
from generator.core.cores import cores_here, divided
from generator.core.problem import Infeasible, NotFound, WrongUse, reason_of
from generator.draw.marks.picture import Picture
from generator.draw.svg.rasters import MAX_PIXELS, SUFFIXES, read_pixels
from generator.project.build import Progress

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

PDF = ".pdf"
_UNREAD = (".tif", ".tiff", ".bmp", ".gif", ".heic", ".avif", ".psd")  # pictures that a folder is not to lose silently
MOST = 5_000  # pictures
DPI = 300  # of the pages of a PDF
ONE = "one"  # the picture named so, or the last page, is behind all others
_SIDE = re.compile(r"[-_. ](front|back|face)$", re.I)
_AT_ONCE = 25  # pictures that a process looks at before it says so

Outside = tuple[float, float, float, float]


class FinishedCard(NamedTuple):
    """A picture to print, and what lies behind it."""

    name: str
    front: Picture
    back: Picture | None


class Source(NamedTuple):
    """A picture of pixels before it is examined."""

    name: str  # without what says which side it is
    side: str  # front, back, or empty where the name does not say
    path: Path


def cards_of(
    given: Sequence[Path], backs: str | None, scratch: Path, progress: Progress | None, held: float = 0.0
) -> tuple[list[FinishedCard], Size | None]:
    """What is to be printed, in the order of names, and the size in mm that a PDF's first page has when cut.

    Args:
        given: pictures, PDF files, and folders of both.
        backs: a picture that is behind all, a folder with a back of the same name for each, `ONE`, or None: then names
            that end in ``-front`` and ``-back`` go together, and one named ``back`` is behind all that have none.
        scratch: a folder for the pages of PDF files as pictures.
        progress: is told how far it is.
        held: mm of bleed that pages of PDF files hold and that is printed too.

    Raises:
        NotFound: a file is not there.
        WrongUse: there is no picture; one lacks its back.
        Infeasible: a picture or PDF cannot be read, or takes too much.
    """
    sources, size = _sources(given, scratch, progress, held)
    fronts = [source for source in sources if source.side != "back"]
    behind = {source.name.lower(): source for source in sources if source.side == "back"}
    if backs == ONE:
        common = behind.get("") or (fronts.pop() if size else None)
        if common is None:
            raise WrongUse("--backs one: none of the pictures is named back; or name the picture: --backs FILE")
        behind = {"": common}
    elif backs is not None:
        behind = _backs_in(Path(backs), scratch, progress, held)
    if not fronts:
        raise WrongUse("there is no picture to print: PNG, JPEG, WebP and PDF files are wanted")
    pairs = [(front, behind.get(front.name.lower()) or behind.get("")) for front in fronts]
    if behind and (lacking := [front.path.name for front, back in pairs if back is None]):
        more = f" and {len(lacking) - 1} more have" if len(lacking) > 1 else " has"
        hint = f"name it {_stem(lacking[0])}-back, or one for all back"
        raise WrongUse(f"{lacking[0]}{more} no back; {hint}")
    seen = _looked_at(dict.fromkeys(each.path for pair in pairs for each in pair if each is not None), progress)
    return [FinishedCard(front.name, seen[front.path], back and seen[back.path]) for front, back in pairs], size


def _backs_in(place: Path, scratch: Path, progress: Progress | None, held: float) -> dict[str, Source]:
    found, _ = _sources([place], scratch, progress, held)
    if not found:
        raise WrongUse(f"there is no picture in {place.as_posix()}")
    return {"": found[0]} if not place.is_dir() else {source.name.lower(): source for source in found}


def _sources(
    given: Iterable[Path], scratch: Path, progress: Progress | None, held: float
) -> tuple[list[Source], Size | None]:
    files: list[Path] = []
    for path in given:
        if path.is_dir():
            inside = [each for each in path.iterdir() if each.suffix.lower() in (*SUFFIXES, PDF, *_UNREAD)]
            files += sorted((each for each in inside if not each.name.startswith(".")), key=_in_order)
        elif not path.exists():
            raise NotFound(f"there is no file or folder {path.as_posix()}")
        else:
            files.append(path)
    for file in files:
        if file.suffix.lower() not in (*SUFFIXES, PDF):
            raise WrongUse(f"{file.as_posix()} is not a PNG, JPEG, WebP or PDF file by its name")
    if len(files) > MOST:
        raise Infeasible(f"these are {len(files):,} files; {MOST:,} at once are the most")
    sources: list[Source] = []
    size = None
    for file in files:
        if file.suffix.lower() == PDF:
            pages, of_first = _pages(file, scratch, progress, held)
            size = size or of_first
            sources += [Source(page.stem, "", page) for page in pages]
        else:
            sources.append(_named(file))
    return sources, size


def _named(file: Path) -> Source:
    if file.stem.lower() == "back":
        return Source("", "back", file)
    side = _SIDE.search(file.stem)
    return Source(_stem(file.name), "" if side is None else "back" if side[1].lower() == "back" else "front", file)


def _stem(name: str) -> str:
    return _SIDE.sub("", Path(name).stem)


def _in_order(path: Path) -> list[tuple[int, str]]:
    """As people sort: card 2 before card 10."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", path.name.lower())]


def _looked_at(paths: Iterable[Path], progress: Progress | None) -> dict[Path, Picture]:
    """The pictures by their files, looked at by all processors."""
    wanted = list(paths)
    lots = [wanted[at : at + _AT_ONCE] for at in range(0, len(wanted), _AT_ONCE)]
    seen: dict[Path, Picture] = {}
    for lot, pictures in zip(lots, divided([partial(_read, lot) for lot in lots], cores_here()), strict=True):
        for path, picture in zip(lot, pictures, strict=True):
            if isinstance(picture, str):
                raise Infeasible(picture)
            seen[path] = picture
        if progress is not None:
            progress("looking at pictures", len(seen), len(wanted))
    return seen


def _read(paths: Sequence[Path]) -> list[Picture | str]:
    """Each picture, or why it cannot be had."""
    found: list[Picture | str] = []
    for path in paths:
        try:
            found.append(read_pixels(path))
        except OSError as error:
            found.append(f"cannot read {path.as_posix()}: {reason_of(error)}")
        except ValueError as error:
            found.append(f"{path.as_posix()}: {error}")
    return found


def _pages(file: Path, scratch: Path, progress: Progress | None, held: float) -> tuple[list[Path], Size]:
    """The pages of a PDF file as pictures, with ``held`` mm of bleed, and the size of the first in mm without it.

    A page that says where it is cut (a TrimBox) goes as far as that. It is examined in a process with limits first,
    which draws all of it.
    """
    import pypdfium2

    from generator.pdf.preflight.apart import Apart
    from generator.pdf.preflight.objects import TOO_COSTLY

    name = file.as_posix()
    try:
        with Apart() as apart:
            examined = apart.examine(file)
    except OSError as error:
        raise Infeasible(f"cannot read {name}: {reason_of(error)}") from None
    for problem in examined.problems:
        if problem.rule == TOO_COSTLY or not examined.pages:
            raise Infeasible(f"{name}: {problem.message}" + (f"; {problem.hint}" if problem.hint else ""))
    if examined.pages > MOST:
        raise Infeasible(f"{name} has {examined.pages:,} pages; {MOST:,} are the most")
    found: list[Path] = []
    try:
        with pypdfium2.PdfDocument(file) as document:
            document.init_forms()  # what was filled in is printed
            beyond = held * 72 / MM_PER_INCH
            size = _cut_size(document[0], _around(document[0], beyond))
            for number, page in enumerate(document, start=1):
                around = _around(page, beyond)
                wide, high = _cut_size(page, around)
                if wide * high * (DPI / 72) ** 2 > MAX_PIXELS:
                    raise Infeasible(f"{name}: page {number} is too large for a component")
                target = scratch / f"{len(list(scratch.iterdir())):04}-{file.stem[:40]} {number}.png"
                page.render(scale=DPI / 72, crop=around).to_pil().save(target, compress_level=1)
                page.close()
                found.append(target)
                if progress is not None:
                    progress("drawing pages", number, examined.pages)
    except pypdfium2.PdfiumError as error:
        raise Infeasible(f"{name}: {str(error).lower()}") from None
    return found, ((size[0] - 2 * beyond) * MM_PER_INCH / 72, (size[1] - 2 * beyond) * MM_PER_INCH / 72)


def _around(page: "PdfPage", beyond: float) -> Outside:
    """What lies outside the cut of a page, but for ``beyond``: at its left, bottom, right and top as it is shown."""
    left, bottom, right, top = page.get_trimbox()
    shown = page.get_cropbox()
    if (left, bottom, right, top) == shown or left >= right or bottom >= top:
        return 0.0, 0.0, 0.0, 0.0
    outside = (left - shown[0], bottom - shown[1], shown[2] - right, shown[3] - top)
    turn = page.get_rotation() // 90
    edges = [max(0.0, edge - beyond) for edge in (*outside[turn:], *outside[:turn])]
    return edges[0], edges[1], edges[2], edges[3]


def _cut_size(page: "PdfPage", around: Outside) -> Size:
    wide, high = page.get_size()
    return wide - around[0] - around[2], high - around[1] - around[3]
