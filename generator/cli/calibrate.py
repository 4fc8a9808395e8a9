"""``pnp calibrate``."""

import sys
from pathlib import Path

from generator.cli.ending import open_made
from generator.cli.options import DATA
from generator.cli.print_options import CalibrationOptions
from generator.cli.project_defaults import languages
from generator.cli.reporting import one_line, report, say
from generator.core.choices import paper_size
from generator.core.folders import Project
from generator.core.problem import WrongUse
from generator.printing.measuring import (
    Measurement,
    PlaceNumbers,
    check_sheet,
    language_of_sheet,
    parse_number,
    parse_readings,
    print_sheet,
    store_readings,
)
from generator.sheet.calibration import PLACES


def run(options: CalibrationOptions) -> None:
    """Print the test sheet, or store what was read off it."""
    printer, words, profiles = options.printer, options.reading or [], options.printers
    project, paper = Project(DATA, options.templates), options.paper
    language = language_of_sheet(*languages(options.lang), project)
    sheet = check_sheet(printer, options.edge, paper, paper_size(paper), profiles, language)
    if words:
        if printer is None:
            raise WrongUse("--reading goes with --printer NAME")
        _tell(store_readings(sheet, printer, *parse_readings(words), profiles), profiles)
        return
    file = print_sheet(sheet, options.out, project)
    report(one_line(f"the test sheet is {file.as_posix()}; it says what to do with it"))
    if options.opened:
        open_made([file])
    if printer is not None and sys.stdin.isatty():
        try:
            numbers = _ask_numbers()
        except EOFError:
            raise WrongUse(
                "nothing was stored; once the sheet is read, type the command that its step 5 says"
            ) from None
        _tell(store_readings(sheet, printer, sheet.code, numbers, profiles), profiles)


def _tell(measured: Measurement, profiles: Path) -> None:
    """Say what was stored."""
    profile, remainder = measured.profile, measured.left
    error = profile.error
    say(
        f"{profile.printer}: backs lie {error.x:+.2f} mm right, {error.y:+.2f} mm down, turned {error.turn:+.3f}°, "
        f"at {100 * error.scale:.2f} %; stored in {one_line(profiles.as_posix())}"
    )
    if measured.good:
        use = f"pnp render --backs {profile.edge} --printer {profile.printer!r} makes use of it"
        say(f"the readings agree to {remainder:.2f} mm; {use}")
    else:
        say(f"the readings agree to {remainder:.2f} mm only: one may be wrong; print the sheet and read it once more")


def _ask_numbers() -> PlaceNumbers:
    """The numbers of each place, asked for one by one."""
    numbers = {}
    for place in PLACES:
        pair = []
        for axis in ("x", "y"):
            number = parse_number(input(f"{place} {axis}: "))
            while number is None:
                number = parse_number(input(f"{place} {axis}, a number such as 3, -2 or 1.5: "))
            pair.append(number)
        numbers[place] = (pair[0], pair[1])
    return numbers
