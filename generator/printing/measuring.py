"""Measuring a printer: the test sheet is printed, and what was read off it becomes the printer's profile."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from generator.core.choices import Edge, Size
from generator.core.folders import Project, shipped_common
from generator.core.problem import Infeasible, NotFound, WrongUse, require_sound
from generator.draw.font_families import font_files
from generator.draw.marks.fonts import Font, load, split_by_font
from generator.draw.marks.marks import IDENTITY
from generator.draw.phrases import FIRST, Phrases, read_phrases
from generator.pdf.pdf import write_pdf
from generator.printing.print_cache import UNPRINTED
from generator.printing.profiles import Profile, profile_to_measure, store_profile
from generator.sheet.calibration import PLACES, calibration_pages, combined, correction, readings, solve
from generator.sheet.margin_text import BETWEEN, sheet_label
from generator.sheet.page import Document

NAME = re.compile(r"[\w .-]{1,40}")
NUMBER = re.compile(r"[+-]?\d{1,2}(\.\d)?")
GOOD = 0.15  # mm: readings that agree no better than this are worth taking again
ENOUGH = 0.5  # mm: those that agree no better than this tell nothing
FONTS = ("barlow/Barlow_500Medium.ttf", "dejavu/DejaVuSans.ttf")  # the second for what the first lacks
PLAIN = "plain"  # the code of a sheet that was printed without a profile
PlaceNumbers = Mapping[str, tuple[float, float]]  # what was read at each place, along x and along y


class CalibrationSheet(Struct, frozen=True):
    """A test sheet: for which printer, how it turns paper, on which paper."""

    printer: str | None  # one without a name can be printed, but not be read
    edge: Edge
    paper: str  # by name, or WIDTHxHEIGHT
    size: Size  # of that paper, mm
    language: str = FIRST  # of what is written on it
    known: Profile | None = None  # with which it is printed, to say what that leaves over

    @property
    def code(self) -> str:
        """What tells sheets apart that were printed with different profiles, whose readings mean different things."""
        return sha256(repr(self.known.error).encode()).hexdigest()[:4] if self.known else PLAIN


class Measurement(Struct, frozen=True):
    """A profile that was stored, and how well the readings agree (mm)."""

    profile: Profile
    left: float

    @property
    def good(self) -> bool:
        """Whether they agree as well as they should."""
        return self.left <= GOOD


def check_sheet(
    printer: str | None, edge: Edge, paper: str, size: Size, profiles: Path, language: str | None = None
) -> CalibrationSheet:
    """The sheet that measures a printer, printed with its profile where there is one in ``profiles``.

    Raises:
        WrongUse: no printer can have this name, or it has a profile for paper turned about the other edge.
    """
    if printer is not None and not NAME.fullmatch(printer):
        raise WrongUse(f"{printer!r} is not a name for a printer: letters, digits, spaces, dots and hyphens")
    profile = profile_to_measure(profiles, printer, edge) if printer is not None else None
    return CalibrationSheet(printer, edge, paper, size, language or FIRST, profile)


def print_sheet(sheet: CalibrationSheet, out: Path, project: Project) -> Path:
    """Print it; the file.

    Raises:
        NotFound: the tool has no words in its language.
        Infeasible: it does not fit the paper.
        OSError: it cannot be written.
    """
    words = _words(sheet.language, project)
    profile, edge = sheet.known, sheet.edge
    shift = correction(profile.error, *sheet.size, edge) if profile else IDENTITY
    fonts = _fonts(project)

    def says(name: str, **values: object) -> str:
        return words.say(name, sheet.language, FIRST, None, **values)

    turned = {"paper": sheet.paper, "edge": says(f"calibrate-{edge}")}
    state = says("calibrate-tried" if profile else "calibrate-plain")
    title = "\n".join(
        [says("calibrate-title", **turned), state, says("calibrate-steps").rstrip(), _command(sheet, fonts)]
    )
    label = sheet_label(says("sheet-note"), *says("calibrate-label", code=sheet.code, **turned).split(BETWEEN))
    try:
        pages = calibration_pages(*sheet.size, edge, fonts, title, label, shift)
    except ValueError as error:
        raise Infeasible(str(error)) from None
    file = out / "calibration.pdf"
    write_pdf(Document(says("calibrate-name"), sheet.language, duplex=edge), pages, file)
    return file


def _fonts(project: Project) -> tuple[Font, ...]:
    """Those of the tool, and behind them the project's own for what they lack."""
    fonts = [load(project.common_file(f"fonts/{name}")) for name in FONTS]
    if project.common.resolve() != shipped_common().resolve():
        for path in font_files((project.common,)).values():
            with suppress(ValueError):
                fonts.append(load(path))
    return tuple(fonts)


def language_of_sheet(demanded: str | None, preferred: str | None, project: Project) -> str:
    """The language of a test sheet: that which is preferred only where there are words for it."""
    if demanded is None and preferred is not None:
        try:
            _words(preferred, project)
        except NotFound:
            return FIRST
    return demanded or preferred or FIRST


def _words(language: str, project: Project) -> Phrases:
    places = [(place, str(place)) for place in dict.fromkeys((shipped_common(), project.common))]
    words, problems = read_phrases(places, (language,))
    require_sound(problems, UNPRINTED)
    if missing := [name for name in words.missing(language) if name.startswith("calibrate-")]:
        raise NotFound(
            f"the tool has no words in {language!r} for {missing[0]}; `pnp help languages` says how to add them"
        )
    return words


def _command(sheet: CalibrationSheet, fonts: tuple[Font, ...]) -> str:
    """What to type once the sheet is read, in two lines."""
    can_be_written = sheet.printer is not None and not split_by_font(sheet.printer, fonts)[1]
    name = f'"{sheet.printer}"' if can_be_written else "NAME"
    options = (f"--edge {sheet.edge} " if sheet.edge != Edge.long else "") + (
        f"--paper {sheet.paper} " if sheet.paper != "a4" else ""
    )
    reading = f'--reading "sheet={sheet.code} mid=X,Y tl=X,Y tr=X,Y bl=X,Y br=X,Y"'
    return f"5. pnp calibrate --printer {name}\n   {options}{reading}"


def parse_readings(readings: Sequence[str]) -> tuple[str, PlaceNumbers]:
    """The sheet's code, and the numbers of each place, of texts such as ``sheet=plain tl=3,-2``.

    Raises:
        WrongUse: they are not written like that, or hold a place twice.
    """
    words: dict[str, str] = {}
    for part in " ".join(readings).replace("\u2212", "-").split():
        place, _, value = part.partition("=")
        if place in words:
            raise WrongUse(f"--reading holds {place} twice: {place}={words[place]} and {part}; keep one of them")
        pair = value.split(",")
        if place not in ("sheet", *PLACES) or (
            place != "sheet" and (len(pair) != 2 or not all(NUMBER.fullmatch(number) for number in pair))
        ):
            places = ", ".join(PLACES)
            raise WrongUse(f"--reading holds {part!r}; write PLACE=X,Y with {places}, such as tl=3,-2")
        words[place] = value
    code = words.pop("sheet", PLAIN)
    return code, {place: (float(value.split(",")[0]), float(value.split(",")[1])) for place, value in words.items()}


def parse_number(text: str) -> float | None:
    """A number as it is read off a scale; None where it is none."""
    text = text.strip().replace("\u2212", "-")
    return float(text) if NUMBER.fullmatch(text) else None


def store_readings(
    sheet: CalibrationSheet, printer: str, code: str, numbers: PlaceNumbers, profiles: Path
) -> Measurement:
    """Make a profile of what was read and store it. Takes and raises what `measure` does.

    Raises:
        OSError: the file cannot be written.
    """
    measured = measure(sheet, printer, code, numbers, profiles)
    store_profile(profiles, measured.profile)
    return measured


def measure(sheet: CalibrationSheet, printer: str, code: str, numbers: PlaceNumbers, profiles: Path) -> Measurement:
    """Make a profile of what was read; a sheet printed with a profile says what that left over.

    Args:
        sheet: as it would be printed now.
        printer: the name of the profile.
        code: of the sheet that was read.
        numbers: what was read.
        profiles: the file of profiles.

    Raises:
        WrongUse: the sheet was printed with another profile, or a number cannot have been read off it.
        Infeasible: the readings contradict each other.
    """
    if code not in (PLAIN, sheet.code):
        raise WrongUse(
            f"sheet={code} was printed with other numbers than {profiles} now has for {printer!r};"
            f" print the sheet again (pnp calibrate --printer {printer!r}) and read that"
        )
    try:
        error, remainder = solve(readings(dict(numbers), *sheet.size), *sheet.size)
    except ValueError as wrong:
        raise WrongUse(str(wrong)) from None
    if remainder > ENOUGH:
        raise Infeasible(
            f"the readings agree to {remainder:.2f} mm only, and nothing was stored: a number was misread, or the paper"
            " lay askew; read the sheet once more, and if the numbers stay, print it once more"
        )
    if sheet.known is not None and code != PLAIN:
        error = combined(sheet.known.error, error)
    return Measurement(Profile(printer, sheet.edge, error), remainder)
