"""What pages offer of the options of printing: a field of a form for each."""

from enum import StrEnum
from typing import NamedTuple

from generator.core.choices import Backs, PrintInk, TrimName, paper_title
from generator.core.problem import Refusal
from generator.model.game import Kind
from generator.model.own_sheets import known_sheets
from generator.printing.press import PRINTERS, OptionForm
from generator.printing.profiles import Profile, known_profiles
from generator.web.asking import WorkshopRequest

_FIRST = ("paper", "ink", "backs", "printer", "booklet", "copies")  # all others are under "more options"
_BACKS = ("backs", "bleed-backs", "printer")
_OF_ITEMS = ("copies", "join", "on-sheet", "per-sheet")  # not of running text
_CALLED = {"paper": "paper", "ink": "ink", "backs": "box-backs", "printer": "box-printer"}  # others: `print-NAME`
_SAYS = {"printer": "box-printer-says", "start-at": "print-start-at-says"}
_NONE = {"printer": "box-no-printer", "on-sheet": "print-on-paper", "cut": "print-no-cut", "cutter": "print-no-cut"}


class PressField(NamedTuple):
    """One field."""

    name: str
    sort: str  # flag, number, pick, segments, typed
    label: str
    value: str
    options: list[tuple[str, str]]
    form: OptionForm
    blank: str  # what stands where nothing does
    hint: str


def press_fields(request: WorkshopRequest, kinds: list[Kind]) -> tuple[list[PressField], list[PressField]]:
    """The fields for what is printed of kinds: those of first rank, and others."""
    fields = [_field(request, name, kinds) for name in request.forms]
    return [each for each in fields if each.name in _FIRST], [each for each in fields if each.name not in _FIRST]


def shown_options(request: WorkshopRequest, kinds: list[Kind]) -> list[str]:
    """The options of printing that make a difference to sheets of kinds."""
    return [name for name in request.forms if _counts(request, name, kinds)]


def picture_fields(request: WorkshopRequest) -> list[PressField]:
    """The fields for finished pictures: those of all options that the page does not ask for otherwise."""
    names = [name for name in request.forms if name != "printer" or _has_printer(request)]
    return [_field(request, name, []) for name in names]


def _counts(request: WorkshopRequest, name: str, kinds: list[Kind]) -> bool:
    """Whether an option makes a difference to sheets of kinds."""
    if name in _BACKS and not any(kind.back for kind in kinds):
        return name == "printer" and _has_printer(request)
    prose = all(kind.prose for kind in kinds)
    return {
        "bleed-backs": request.press.backs not in (Backs.none, Backs.fold),
        "printer": _has_printer(request),
        "booklet": prose,
        "trim": any(kind.shaped for kind in kinds),
        "cut": not prose,
        "cutter": request.press.cut is not None,
    }.get(name, not prose or name not in _OF_ITEMS)


def _field(request: WorkshopRequest, name: str, kinds: list[Kind]) -> PressField:
    form, say = request.forms[name][1], request.say
    label, hint = say(_CALLED.get(name, "print-" + name)), say(_SAYS[name]) if name in _SAYS else ""
    value, kind = request.press_query[name], kinds[0] if len(kinds) == 1 else None
    options: list[tuple[str, str]] = []
    sort = "flag" if form.type is bool else "number" if form.meta is not None else "typed"
    if name in ("paper", "printer", "on-sheet"):
        known = {"paper": request.papers, "printer": _printers(request), "on-sheet": _sheets(request)}[name]
        sort, options = "pick", [(each, each if name == "printer" else paper_title(each)) for each in known]
    elif name == "ink":
        sort, options = "segments", [*request.inks, (PrintInk.none.value, say("ink-none"))]
    elif issubclass(form.type, StrEnum):
        plain = name in ("cut", "cutter")  # names of files and machines; no machine has a word
        words = {each: each.value if plain else say(f"{name}-{each}") for each in form.type}
        options = [(each.value, say("form-none") if text == "none" else text) for each, text in words.items()]
        sort = "pick"
    if kind is not None:
        value = value or {"marks": kind.marks.value, "trim": TrimName.straight.value}.get(name, "")
    always = ("paper", "ink", "backs", *(["cutter"] if request.press.cut else []))
    if options and name not in always and not (kind and name in ("marks", "trim")):
        options = [("", say(_NONE.get(name, "print-as-game-says"))), *options]
    blanks = {
        "bleed": f"{kind.bleed:g}" if kind else "",
        "gutter": f"{kind.gutter:g}" if kind else "",
        "bleed-backs": say("print-as-fronts"),
        "copies": say("print-as-each-says"),
        "start-at": "1",
        "skip": "1,4",
    }
    return PressField(name, sort, label, value, options, form, blanks.get(name, ""), hint)


def _printers(request: WorkshopRequest) -> list[str]:
    """The printers whose profile shifts what is printed: backs, else those that shift whole pages."""
    shifts = request.press.backs not in (Backs.none, Backs.fold)
    return [name for name, each in printers_by_name(request).items() if shifts or any(each.front)]


def _has_printer(request: WorkshopRequest) -> bool:
    return bool(_printers(request)) or request.text("printer") is not None


def _sheets(request: WorkshopRequest) -> list[str]:
    return list(known_sheets(request.workshop.project.data))


def printers_by_name(request: WorkshopRequest) -> dict[str, Profile]:
    """The printers that are known; a site has none."""
    if request.workshop.terms.site:
        return {}
    try:
        return known_profiles(PRINTERS)
    except Refusal:
        return {}
