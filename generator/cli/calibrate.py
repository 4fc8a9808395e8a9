"""``pnp calibrate``."""

import re
import sys
from pathlib import Path

from generator.cli.report import stop
from generator.face.fonts import load
from generator.face.marks import IDENTITY
from generator.press.pdf import write_pdf
from generator.printers import Profile, read_profiles, store_profile
from generator.project import NotFound, Project
from generator.sheet.backs import Edge
from generator.sheet.calibration import CORNERS, calibration_pages, readings
from generator.sheet.page import Document
from generator.sheet.register import correction, solve
from generator.sizes import paper_size

NAME = re.compile(r"[\w .-]{1,40}")
NUMBER = re.compile(r"[+-]?\d{1,2}(\.\d)?")
GOOD = 0.15  # mm: readings that agree no better than this are worth taking again
TITLE = """Calibration sheet, {paper}, paper turned about its {edge} edge{printer}
1. Print both sides of this sheet as you print your games, at 100 %, duplex.
2. Hold it against the light, this side towards you. On each of the eight scales one line of the front
   meets the line of the back behind it: note the number (halves count; the middle is 0).
3. pnp calibrate --printer NAME --reading "tl=X,Y tr=X,Y bl=X,Y br=X,Y"
   with the numbers of the x and the y scale at top left, top right, bottom left and bottom right."""


def run(
    printer: str | None, given: list[str], edge: Edge, paper: str, out: Path, profiles: Path, templates: Path
) -> int:
    """Print the test sheet, or store what was read off it; the exit status."""
    try:
        if printer is not None and not NAME.fullmatch(printer):
            raise NotFound(f"{printer!r} is no name for a printer: letters, digits, spaces, dots and hyphens")
        if given:
            if printer is None:
                raise NotFound("--reading goes with --printer NAME")
            return _store(printer, _parsed(" ".join(given)), edge, paper, profiles)
        file = _sheet(printer, edge, paper, out, profiles, templates)
        print(f"the test sheet is {file}; it says what to do with it")
        if printer is not None and sys.stdin.isatty():
            return _store(printer, _asked(), edge, paper, profiles)
    except (NotFound, ValueError) as error:
        return stop(str(error))
    except OSError as error:
        return stop(f"cannot write {error.filename or out}: {(error.strerror or str(error)).lower()}")
    return 0


def _sheet(printer: str | None, edge: Edge, paper: str, out: Path, profiles: Path, templates: Path) -> Path:
    width, height = paper_size(paper)
    known = read_profiles(profiles)[0].get(printer or "")
    shift = correction(known.error, width, height, edge) if known else IDENTITY
    about = f", printer {printer}" + (" as calibrated" if known else "") if printer else ""
    fonts = (load(Project(Path(), templates).common / "fonts/barlow/Barlow_500Medium.ttf"),)
    pages = calibration_pages(width, height, edge, fonts, TITLE.format(paper=paper, edge=edge, printer=about), shift)
    file = out / "calibration.pdf"
    write_pdf(Document("Calibration sheet", "en", duplex=edge), pages, file)
    return file


def _store(printer: str, numbers: dict[str, tuple[float, float]], edge: Edge, paper: str, profiles: Path) -> int:
    width, height = paper_size(paper)
    error, left = solve(readings(numbers, width, height), width, height)
    store_profile(profiles, Profile(printer, edge, error))
    print(
        f"{printer}: backs lie {error.x:+.2f} mm right, {error.y:+.2f} mm down, turned {error.turn:+.3f}°, "
        f"at {100 * error.scale:.2f} %; stored in {profiles}"
    )
    if left > GOOD:
        print(f"the readings agree to {left:.2f} mm only: one may be wrong; print the sheet and read it once more")
    else:
        print(f"the readings agree to {left:.2f} mm; pnp render --backs {edge} --printer {printer!r} makes use of it")
    return 0


def _parsed(text: str) -> dict[str, tuple[float, float]]:
    numbers = {}
    for part in text.split():
        corner, _, pair = part.partition("=")
        values = pair.split(",")
        if corner not in CORNERS or len(values) != 2 or not all(NUMBER.fullmatch(value) for value in values):
            raise ValueError(f"--reading holds {part!r}; write CORNER=X,Y with {', '.join(CORNERS)}, such as tl=3,-2")
        numbers[corner] = (float(values[0]), float(values[1]))
    return numbers


def _asked() -> dict[str, tuple[float, float]]:
    numbers = {}
    for corner in CORNERS:
        pair = []
        for axis in ("x", "y"):
            answer = input(f"{corner} {axis}: ").strip().replace("\u2212", "-")
            while not NUMBER.fullmatch(answer):
                answer = input(f"{corner} {axis}, a number such as 3, -2 or 1.5: ").strip().replace("\u2212", "-")
            pair.append(float(answer))
        numbers[corner] = (pair[0], pair[1])
    return numbers
