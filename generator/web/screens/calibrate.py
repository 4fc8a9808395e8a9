"""A wizard for a printer's second side: print, hold to the light, enter what is read, check."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.responses import RedirectResponse

from generator.core.choices import Edge, paper_size
from generator.core.folders import Project
from generator.core.leftovers import scratch
from generator.core.problem import Refusal, WrongUse
from generator.printing.measuring import (
    PLAIN,
    CalibrationSheet,
    Measurement,
    PlaceNumbers,
    check_sheet,
    language_of_sheet,
    measure,
    parse_number,
    print_sheet,
    store_readings,
)
from generator.printing.profiles import profile_lines
from generator.sheet.calibration import PLACES
from generator.web.downloads import Download
from generator.web.screens import RequestBody, Response, WorkshopRequest, get, page, post, sent
from generator.web.screens.box import PRINTERS, known_printers

NUMBERS = tuple(f"{place}.{axis}" for place in PLACES for axis in "xy")


class EnteredReading(NamedTuple):
    """What was entered: by place and axis, as it was written."""

    code: str
    written: dict[str, str]

    @property
    def begun(self) -> bool:
        """Whether anything was entered."""
        return any(self.written.values())

    def numbers(self) -> PlaceNumbers:
        """The numbers of each place.

        Raises:
            WrongUse: one is missing, or is not a number.
        """
        found = {}
        for name, text in self.written.items():
            number = parse_number(text.replace(",", "."))  # as the French write 1,5
            if number is None:
                raise WrongUse(f"{name.replace('.', ' ')} is {text[:20]!r}; a number such as 3, -2 or 1.5 is wanted")
            found[name] = number
        return {place: (found[f"{place}.x"], found[f"{place}.y"]) for place in PLACES}

    def option(self) -> str:
        """What `pnp calibrate --reading` is given."""
        plain = {name: text.replace(",", ".") for name, text in self.written.items()}
        said = [f"{place}={plain[f'{place}.x']},{plain[f'{place}.y']}" for place in PLACES]
        return " ".join([f"sheet={self.code}", *said])


@get("/calibrate", only=("printer", "edge", "paper", "lang", "sheet", "stored", *NUMBERS))
def calibrate(asked: WorkshopRequest) -> Response:
    """The wizard; once numbers are entered, what they come to."""
    reading = _reading(asked)
    measured, refusal, known = None, "", known_printers(asked)
    try:
        sheet = _sheet(asked)
        if reading.begun:
            measured = measure(sheet, sheet.printer or "", reading.code, reading.numbers(), PRINTERS)
    except Refusal as error:
        refusal = str(error)
    return page(
        asked.request,
        "calibrate.html",
        printer=asked.text("printer", "") or "",
        edge=asked.choice("edge", Edge.long),
        paper=asked.paper,
        papers=asked.papers,
        places=PLACES,
        reading=reading,
        code=sheet.code if not refusal else PLAIN,
        measured=measured,
        refusal=refusal,
        command=_command(asked, reading),
        lines=profile_lines(measured.profile) if measured else [],
        known=list(known.values()),
        stored=asked.text("stored") if known else None,
        file=PRINTERS.name,
    )


@get("/calibration.pdf", only=("printer", "edge", "paper", "lang"))
def test_sheet(asked: WorkshopRequest) -> Response:
    """The sheet that is printed, as `pnp calibrate` writes it."""
    made: Download = asked.errand(printed_sheet, asked.workshop.project, _sheet(asked))
    return sent(asked.request, made.content, "application/pdf", filename=made.name)


def printed_sheet(progress: Callable[[str, int, int], None], project: Project, sheet: CalibrationSheet) -> Download:  # noqa: ARG001 - an errand
    """Print the test sheet; an errand.

    Raises:
        Refusal: it does not fit the paper, or there are no words for it.
    """
    with scratch() as folder:
        file = print_sheet(sheet, Path(folder), project)
        return Download(file.name, file.read_bytes())


@post("/calibrate")
def store(asked: WorkshopRequest, written: RequestBody) -> Response:  # noqa: ARG001 - what is stored is in the address
    """Keep the profile as `pnp calibrate` does, and go on to the check."""
    reading, sheet = _reading(asked), _sheet(asked)
    if sheet.printer is None:
        raise WrongUse("printer is missing: the name of the profile")
    measured: Measurement = store_readings(sheet, sheet.printer, reading.code, reading.numbers(), PRINTERS)
    profile = measured.profile
    query = urlencode({"printer": profile.printer, "edge": profile.edge.value, "paper": asked.paper, "stored": "1"})
    return RedirectResponse(f"/calibrate?{query}#check", 303)


def _sheet(asked: WorkshopRequest) -> CalibrationSheet:
    language = language_of_sheet(asked.text("lang"), asked.tongue, asked.workshop.project)
    edge, paper = asked.choice("edge", Edge.long), asked.paper
    return check_sheet(asked.text("printer"), edge, paper, paper_size(paper), PRINTERS, language)


def _reading(asked: WorkshopRequest) -> EnteredReading:
    return EnteredReading(asked.text("sheet", PLAIN) or PLAIN, {name: asked.text(name, "") or "" for name in NUMBERS})


def _command(asked: WorkshopRequest, reading: EnteredReading) -> str:
    """The command that stores what was read."""
    edge, paper = asked.choice("edge", Edge.long), asked.paper
    words = ["pnp", "calibrate", "--printer", asked.text("printer") or "NAME"]
    words += ["--edge", edge.value] if edge != Edge.long else []
    words += ["--paper", paper] if paper != "a4" else []
    return shlex.join([*words, "--reading", reading.option()])
