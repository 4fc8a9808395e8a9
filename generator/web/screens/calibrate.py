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
from generator.printing.press import PRINTERS
from generator.printing.profiles import profile_lines
from generator.sheet.calibration import PLACES
from generator.web.downloads import Download
from generator.web.press_fields import printers_by_name
from generator.web.screens import RequestBody, Response, WorkshopRequest, get, page, post, sent

NUMBERS = tuple(f"{place}.{axis}" for place in PLACES for axis in "xy")


class EnteredReading(NamedTuple):
    """A reading as it was entered: by place and axis, as it was written."""

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
        numbers = {}
        for name, text in self.written.items():
            number = parse_number(text.replace(",", "."))  # as the French write 1,5
            if number is None:
                raise WrongUse(f"{name.replace('.', ' ')} is {text[:20]!r}; a number such as 3, -2 or 1.5 is wanted")
            numbers[name] = number
        return {place: (numbers[f"{place}.x"], numbers[f"{place}.y"]) for place in PLACES}

    def option(self) -> str:
        """The option of `pnp calibrate --reading`."""
        plain = {name: text.replace(",", ".") for name, text in self.written.items()}
        places = [f"{place}={plain[f'{place}.x']},{plain[f'{place}.y']}" for place in PLACES]
        return " ".join([f"sheet={self.code}", *places])


@get("/calibrate", only=("printer", "edge", "paper", "lang", "sheet", "stored", *NUMBERS))
def calibrate(request: WorkshopRequest) -> Response:
    """The wizard; once numbers are entered, what they come to."""
    reading = _reading(request)
    measured, refusal, printers = None, "", printers_by_name(request)
    try:
        sheet = _sheet(request)
        if reading.begun:
            measured = measure(sheet, sheet.printer or "", reading.code, reading.numbers(), PRINTERS)
    except Refusal as error:
        refusal = str(error)
    return page(
        request.http,
        "calibrate.html",
        printer=request.text("printer", "") or "",
        edge=request.choice("edge", Edge.long),
        paper=request.paper,
        papers=request.papers,
        places=PLACES,
        reading=reading,
        code=sheet.code if not refusal else PLAIN,
        measured=measured,
        refusal=refusal,
        command=_command(request, reading),
        lines=profile_lines(measured.profile) if measured else [],
        known=list(printers.values()),
        stored=request.text("stored") if printers else None,
        file=PRINTERS.name,
    )


@get("/calibration.pdf", only=("printer", "edge", "paper", "lang"))
def test_sheet(request: WorkshopRequest) -> Response:
    """The sheet that is printed, as `pnp calibrate` writes it."""
    sheet: Download = request.errand(printed_sheet, request.workshop.project, _sheet(request))
    return sent(request.http, sheet.content, "application/pdf", filename=sheet.name)


def printed_sheet(progress: Callable[[str, int, int], None], project: Project, sheet: CalibrationSheet) -> Download:  # noqa: ARG001 - an errand
    """Print the test sheet; an errand.

    Raises:
        Refusal: it does not fit the paper, or there are no words for it.
    """
    with scratch() as folder:
        file = print_sheet(sheet, Path(folder), project)
        return Download(file.name, file.read_bytes())


@post("/calibrate")
def store(request: WorkshopRequest, written: RequestBody) -> Response:  # noqa: ARG001 - what is stored is in the address
    """Keep the profile as `pnp calibrate` does, and go on to the check."""
    reading, sheet = _reading(request), _sheet(request)
    if sheet.printer is None:
        raise WrongUse("printer is missing: the name of the profile")
    measured: Measurement = store_readings(sheet, sheet.printer, reading.code, reading.numbers(), PRINTERS)
    profile = measured.profile
    query = urlencode({"printer": profile.printer, "edge": profile.edge.value, "paper": request.paper, "stored": "1"})
    return RedirectResponse(f"/calibrate?{query}#check", 303)


def _sheet(request: WorkshopRequest) -> CalibrationSheet:
    language = language_of_sheet(request.text("lang"), request.tongue, request.workshop.project)
    edge, paper = request.choice("edge", Edge.long), request.paper
    return check_sheet(request.text("printer"), edge, paper, paper_size(paper), PRINTERS, language)


def _reading(request: WorkshopRequest) -> EnteredReading:
    numbers = {name: request.text(name, "") or "" for name in NUMBERS}
    return EnteredReading(request.text("sheet", PLAIN) or PLAIN, numbers)


def _command(request: WorkshopRequest, reading: EnteredReading) -> str:
    """The command that stores what was read."""
    edge, paper = request.choice("edge", Edge.long), request.paper
    words = ["pnp", "calibrate", "--printer", request.text("printer") or "NAME"]
    words += ["--edge", edge.value] if edge != Edge.long else []
    words += ["--paper", paper] if paper != "a4" else []
    return shlex.join([*words, "--reading", reading.option()])
