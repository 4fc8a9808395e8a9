"""Finished card pictures, or a PDF of them, dropped on a page and printed on sheets as `pnp impose` prints them.

GET /impose: the page. POST /-/impose: ``[[name, bytes], …]`` as JSON on one line, then the files' bytes one after the
other; out the PDF file, and in the header ``x-pnp-notes`` what is worth knowing, each note on a line, percent-encoded.
Several files are printed as a folder named ``cards``, one as itself; a text file among them is a list of copies.
Options: ``size``, ``pages``, ``cards``, ``paper``, ``edge``, ``backs`` (``names``, ``one``, ``alternate``, or ``file``:
the last file is behind all), ``bleed`` in mm, ``inside`` (pictures hold it already), ``ink`` (full or none), and those
of printing that mean something for pictures. With cut lines the answer is an archive.
Nothing of the project is read or written.
"""

import json
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from urllib.parse import quote

from msgspec.structs import replace

from generator.core.choices import MOST_BLEED, SIZES, Edge, cards_in, component_size
from generator.core.leftovers import scratch
from generator.core.problem import Infeasible, NotFound, WrongUse
from generator.draw.svg.rasters import SUFFIXES
from generator.printing.finished import ALTERNATE, ONE, Selection
from generator.printing.finished_files import PDF
from generator.printing.imposing import IN_PICTURE, ImposeOrder, print_pictures
from generator.web.downloads import packed
from generator.web.errands import ErrandBudget
from generator.web.guard import IMPOSED, MOST_IMPOSED
from generator.web.press_fields import picture_fields
from generator.web.screens import RequestBody, Response, WorkshopRequest, get, page, post, sent
from generator.web.speech import refusal_in

MOST = 1_000  # files
SHEETS = ErrandBudget(120, 2_000_000_000, 24)
FOLDER = "cards"
LISTS = (".txt", ".csv")  # of how often each is printed


class BacksBy(StrEnum):
    """Sources of backs."""

    names = "names"
    one = "one"
    alternate = "alternate"
    file = "file"


class ImposeInk(StrEnum):
    """What is printed: the pictures, or nothing but outlines and marks."""

    full = "full"
    none = "none"


OWN = ("size", "pages", "cards", "edge", "backs", "bleed", "ink", "inside")


@get("/impose", only=OWN, press="impose")
def imposing(request: WorkshopRequest) -> Response:
    """The page."""
    return page(
        request.http,
        "imposing.html",
        sizes=list(SIZES),
        fields=picture_fields(request),
        suffixes=",".join((*SUFFIXES, PDF, *LISTS)),
        most=MOST,
        most_bytes=MOST_IMPOSED - 1_000 * MOST,
    )


@post(IMPOSED, only=OWN, press="impose", file=True)
def impose(request: WorkshopRequest, written: RequestBody) -> Response:
    """The sheets of what was dropped."""
    order, backs = _order(request), request.choice("backs", BacksBy.names)
    with scratch() as folder:
        files = _laid_down(written["file"], folder, apart=backs is BacksBy.file)
        if backs is BacksBy.file:
            order = replace(order, backs=str(files.pop()))
        lists = [file for file in files if file.suffix.lower() in LISTS]
        if lists:
            order = replace(order, selection=replace(order.selection, copies=_list_of(lists, folder)))
            files = [file for file in files if file not in lists]
        if not files:
            raise WrongUse("there are 0 files to print; 1 to 1,000 are taken")
        pictures = files[0] if len(files) == 1 else folder / FOLDER
        order = replace(order, given=(pictures,), out=folder)
        try:
            sheets, notes = request.errand(imposed, order, budget=SHEETS)
        except (WrongUse, NotFound, Infeasible) as error:
            raise type(error)(_without(folder, str(error))) from None
        if sheets[1:]:
            name = f"{sheets[0].stem}.zip"
            answer = sent(request.http, packed(sheets), "application/zip", filename=name)
        else:
            answer = sent(request.http, sheets[0].read_bytes(), "application/pdf", filename=sheets[0].name)
    tongue = request.tongue
    answer.headers["x-pnp-notes"] = quote("\n".join(refusal_in(tongue, _without(folder, note)) for note in notes))
    return answer


def _list_of(lists: list[Path], folder: Path) -> Path:
    """The list of copies, laid down apart from the pictures."""
    if len(lists) > 1:
        raise WrongUse(f"{lists[0].name} and {lists[1].name} are lists; give one of how often each card is printed")
    return lists[0].rename(folder / lists[0].name)


def _without(folder: Path, message: str) -> str:
    """Remove the folder from a message about files that were laid down."""
    for place in (folder / FOLDER, folder / "back", folder):
        message = message.replace(f"{place.as_posix()}/", "")
    return message


def imposed(
    progress: Callable[[str, int, int], None] | None, order: ImposeOrder
) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Print what was laid down, an errand: the file with its cut lines, and what is worth knowing.

    Raises:
        Refusal: see `print_pictures`.
    """
    printed = print_pictures(order, SIZES["poker"], progress)
    return (printed.file, *printed.cuts), printed.notes


def _order(request: WorkshopRequest) -> ImposeOrder:
    size, inside = request.text("size"), request.yes("inside")
    try:
        trim = None if size is None else component_size(size)
    except ValueError as error:
        raise WrongUse(f"size: {error}") from None
    bleed = request.length("bleed", MOST_BLEED) if request.text("bleed") else IN_PICTURE if inside else 0.0
    is_empty = request.choice("ink", ImposeInk.full) is ImposeInk.none
    layout = replace(request.press, printer=None).layout_in(request.workshop.project.data, is_usual=False)
    layout = replace(layout, bleed=bleed, empty=is_empty, printer=request.text("printer"))
    backs = {BacksBy.one: ONE, BacksBy.alternate: ALTERNATE}.get(request.choice("backs", BacksBy.names))
    copies, cards = request.press.copies or 1, request.text("cards")
    try:
        selection = Selection(request.text("pages"), None if cards is None else cards_in(cards))
    except ValueError as error:
        raise WrongUse(f"cards: {error}") from None
    edge = request.choice("edge", Edge.long)
    return ImposeOrder((), trim, backs, inside, layout, edge, copies=copies, selection=selection)


def _laid_down(data: bytes, folder: Path, *, apart: bool) -> list[Path]:
    """The files that were sent, in ``folder``, in their order; the last beside the others if it stands ``apart``."""
    head, _, content = data.partition(b"\n")
    try:
        listed = [(str(name), int(length)) for name, length in json.loads(head)]
    except (ValueError, TypeError, RecursionError):
        raise WrongUse("what is sent begins with a list of names and lengths, as JSON on one line") from None
    if not 0 < len(listed) - apart <= MOST:
        raise WrongUse(f"there are {len(listed) - apart} files to print; 1 to {MOST:,} are taken")
    if min(length for _, length in listed) < 0 or sum(length for _, length in listed) != len(content):
        raise WrongUse("the files are not as long as is said")
    places = [folder / (FOLDER if number < len(listed) - apart else "back") for number in range(len(listed))]
    paths: list[Path] = []
    for place, (name, length) in zip(places, listed, strict=True):
        is_taken = Path(name).suffix.lower() in (*SUFFIXES, PDF, *LISTS)
        fits = is_taken and name.isprintable() and len(name.encode()) <= 200
        if not fits or set(name) & set('/\\:*?"<>|') or name.startswith("."):
            raise WrongUse(f"{name[:80]!r} is not printed: PNG, JPEG, WebP and PDF files are")
        target = place / name
        place.mkdir(exist_ok=True)
        if target.exists():
            raise WrongUse(f"two files are called {name!r}")
        target.write_bytes(content[:length])
        content = content[length:]
        paths.append(target)
    return paths
