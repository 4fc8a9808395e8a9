"""``pnp calibrate``."""

import re
import sys
from hashlib import sha256
from pathlib import Path

from generator.cli.reporting import one_line, say, stop
from generator.marks.fonts import load, split_by_font
from generator.marks.marks import IDENTITY
from generator.press.pdf import write_pdf
from generator.printing.profiles import Profile, profile_to_measure, store_profile
from generator.project import NotFound, Project
from generator.sheet.backs import Edge
from generator.sheet.calibration import PLACES, calibration_pages, readings
from generator.sheet.page import Document
from generator.sheet.register import combined, correction, solve
from generator.sizes import paper_size

NAME = re.compile(r"[\w .-]{1,40}")
NUMBER = re.compile(r"[+-]?\d{1,2}(\.\d)?")
GOOD = 0.15  # mm: readings that agree no better than this are worth taking again
ENOUGH = 0.5  # mm: those that agree no better than this tell nothing
TRIED = "Printed with the printer's profile: everything should read 0. What is left over is added to the profile."
PLAIN = "plain"  # the code of a sheet that was printed without a profile
TITLE = """Calibration sheet, {paper}, paper turned about its {edge} edge
{state}
1. Print both sides of this sheet as you print your games, at 100 %, duplex.
2. Hold it against the light, this side towards you.
3. The cross below: where do the lines of the back cross the two rulers? Read whole millimetres:
   X on the ruler from left to right, Y on the other (right and down count up). That is mid=X,Y.
4. On each of the eight scales one line of the front meets a line of the back: read its number off the
   front (halves count). That is tl=X,Y at top left, tr at top right, bl and br at the bottom.
5. pnp calibrate --printer {name}
   {options}--reading "sheet={code} mid=X,Y tl=X,Y tr=X,Y bl=X,Y br=X,Y\""""


def run(
    printer: str | None, given: list[str], edge: Edge, paper: str, out: Path, profiles: Path, templates: Path
) -> int:
    """Print the test sheet, or store what was read off it; the exit status."""
    try:
        if printer is not None and not NAME.fullmatch(printer):
            raise NotFound(f"{printer!r} is no name for a printer: letters, digits, spaces, dots and hyphens")
        if given and printer is None:
            raise NotFound("--reading goes with --printer NAME")
        known = profile_to_measure(profiles, printer, edge) if printer is not None else None
        if given and printer is not None:
            code, numbers = _parsed(" ".join(given))
            return _store(printer, code, numbers, edge, paper, known, profiles)
        file = _sheet(printer, edge, paper, out, known, templates)
        say(one_line(f"the test sheet is {file}; it says what to do with it"))
        if printer is not None and sys.stdin.isatty():
            return _store(printer, _code(known), _asked(), edge, paper, known, profiles)
    except (NotFound, ValueError) as error:
        return stop(str(error))
    except OSError as error:
        return stop(f"cannot write {error.filename or out}: {(error.strerror or str(error)).lower()}")
    except EOFError:
        return stop("nothing was stored; once the sheet is read, type the command that its step 5 says")
    return 0


def _code(profile: Profile | None) -> str:
    """What tells sheets apart that were printed with different profiles: readings off one are no use for another."""
    return sha256(repr(profile.error).encode()).hexdigest()[:4] if profile else PLAIN


def _sheet(printer: str | None, edge: Edge, paper: str, out: Path, known: Profile | None, templates: Path) -> Path:
    width, height = paper_size(paper)
    shift = correction(known.error, width, height, edge) if known else IDENTITY
    state = TRIED if known else "Printed without a profile."
    fonts = (load(Project(Path(), templates).common / "fonts/barlow/Barlow_500Medium.ttf"),)
    can_be_written = printer is not None and not split_by_font(printer, fonts)[1]
    name = f'"{printer}"' if can_be_written else "NAME"
    options = (f"--edge {edge} " if edge != "long" else "") + (f"--paper {paper} " if paper != "a4" else "")
    title = TITLE.format(paper=paper, edge=edge, state=state, name=name, options=options, code=_code(known))
    label = f"calibration sheet · {paper} · {edge} edge · sheet={_code(known)}"
    pages = calibration_pages(width, height, edge, fonts, title, label, shift)
    file = out / "calibration.pdf"
    write_pdf(Document("Calibration sheet", "en", duplex=edge), pages, file)
    return file


def _store(
    printer: str,
    code: str,
    numbers: dict[str, tuple[float, float]],
    edge: Edge,
    paper: str,
    known: Profile | None,
    profiles: Path,
) -> int:
    """Store what was read; a sheet printed with a profile tells what that left over, which is added to it."""
    if code not in (PLAIN, _code(known)):
        raise NotFound(
            f"sheet={code} was printed with other numbers than {profiles} now has for {printer!r};"
            f" print the sheet anew (pnp calibrate --printer {printer!r}) and read that"
        )
    width, height = paper_size(paper)
    error, left = solve(readings(numbers, width, height), width, height)
    if left > ENOUGH:
        raise NotFound(
            f"the readings agree to {left:.2f} mm only, and nothing was stored: a number was misread, or the paper lay"
            " askew; read the sheet once more, and if the numbers stay, print it once more"
        )
    if known is not None and code != PLAIN:
        error = combined(known.error, error)
    store_profile(profiles, Profile(printer, edge, error))
    say(
        f"{printer}: backs lie {error.x:+.2f} mm right, {error.y:+.2f} mm down, turned {error.turn:+.3f}°, "
        f"at {100 * error.scale:.2f} %; stored in {one_line(str(profiles))}"
    )
    if left > GOOD:
        say(f"the readings agree to {left:.2f} mm only: one may be wrong; print the sheet and read it once more")
    else:
        say(f"the readings agree to {left:.2f} mm; pnp render --backs {edge} --printer {printer!r} makes use of it")
    return 0


def _parsed(text: str) -> tuple[str, dict[str, tuple[float, float]]]:
    """The sheet's code, and the numbers of each place."""
    found: dict[str, str] = {}
    for part in text.replace("\u2212", "-").split():
        place, _, value = part.partition("=")
        if place in found:
            raise ValueError(f"--reading holds {place} twice: {place}={found[place]} and {part}; keep one of them")
        pair = value.split(",")
        if place not in ("sheet", *PLACES) or (
            place != "sheet" and (len(pair) != 2 or not all(NUMBER.fullmatch(number) for number in pair))
        ):
            known = ", ".join(PLACES)
            raise ValueError(f"--reading holds {part!r}; write PLACE=X,Y with {known}, such as tl=3,-2")
        found[place] = value
    code = found.pop("sheet", PLAIN)
    return code, {place: (float(value.split(",")[0]), float(value.split(",")[1])) for place, value in found.items()}


def _asked() -> dict[str, tuple[float, float]]:
    """The numbers of each place, asked for one by one."""
    numbers = {}
    for place in PLACES:
        pair = []
        for axis in ("x", "y"):
            answer = input(f"{place} {axis}: ").strip().replace("\u2212", "-")
            while not NUMBER.fullmatch(answer):
                answer = input(f"{place} {axis}, a number such as 3, -2 or 1.5: ").strip().replace("\u2212", "-")
            pair.append(float(answer))
        numbers[place] = (pair[0], pair[1])
    return numbers
