"""Sheets, blank forms, boxes and new items, as files to save."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from generator.core.choices import Backs, InkName, PrintInk
from generator.core.problem import NotFound, WrongUse
from generator.draw.renderer import Side
from generator.printing.order import Choice, RenderOrder, SheetLayout, usual_printer
from generator.printing.profiles import moves_fronts
from generator.web import downloads
from generator.web.dealing import DealResult, deal_out, options_in
from generator.web.downloads import Download
from generator.web.latest import LatestAnswers
from generator.web.screens import Response, WorkshopRequest, get, sent
from generator.web.screens.blanks import blank_order
from generator.web.screens.box import PRINTERS

SITE = True
_CUT = ("paper", "trim", "marks", "bleed", "gutter", "join")
_LAYOUT = (*_CUT, "backs", "printer")
_RENDERED = ("bleed-backs", "bleed-outside", "on-sheet", "name-paper")
SHEETS = ("lang", "ink", *_LAYOUT, *_RENDERED, "item", "copies", "skip", "start-at", "per-sheet", "booklet")
_ITEMS = ("count", "seed", "effects", "only", "without", "repeats", "swing", "mean", "for", "lang")
MOST_ON_SITE = 200  # items and copies that a visitor may ask for at once


@get("/{game}/{kind}.pdf", only=SHEETS)
@get("/{game}/{kind}-backs.pdf", only=SHEETS)
def sheets(request: WorkshopRequest) -> Response:
    """``KIND.pdf``, of a kind or of the kinds that share a file; ``KIND-backs.pdf``, where backs go into their own."""
    side: Side = "back" if request.http.url.path.endswith("-backs.pdf") else "front"
    name, kinds = request.path["kind"], request.game.kinds
    shared = tuple(kind.name for kind in kinds.values() if kind.share == name and kind.printed)
    chosen = (name,) if name in kinds else shared
    if not chosen:
        raise NotFound(f"{request.game.name} has no kind {name!r}; known: {', '.join(kinds)}")
    layout = _layout(request)
    if side == "back" and layout.backs != Backs.separate:
        raise WrongUse("backs are in a separate file with backs=separate")
    used = {*range(1, request.number("start-at", 1, 999, 1)), *request.numbers("skip")}
    layout = replace(
        layout,
        skip=tuple(sorted(used)),
        enlarged=request.number("per-sheet", 1, 1, 0) == 1,
        booklet=request.yes("booklet"),
    )
    copies = request.number("copies", 1, request.most(999, MOST_ON_SITE), 0) or None
    order = RenderOrder(_choice(request, chosen), layout, copies=copies)
    return _saved(request, downloads.sheets, request.game.name, order, side)


@get("/{game}/{kind}-blank.pdf", only=("lang", "ink", *_CUT, "pages", "count", "style", "art"))
def blank(request: WorkshopRequest) -> Response:
    """``KIND-blank.pdf``."""
    order = blank_order(request, _choice(request, (request.kind.name,)))
    return _saved(request, downloads.blank_forms, request.game.name, order)


@get("/{game}/box.pdf", only=("players", "mode", "lang", "ink", *_LAYOUT))
def box(request: WorkshopRequest) -> Response:
    """``box.pdf``: a whole box behind its cover."""
    players = request.number("players", 1, 99, 0)
    if not players:
        raise WrongUse("players is missing: how many play? players=3")
    choice, mode = _choice(request, ()), request.text("mode")
    return _saved(request, downloads.box, request.game.name, players, mode, choice, _layout(request))


@get("/{game}/{kind}/forge.yaml", only=(*_ITEMS,))
def items(request: WorkshopRequest) -> Response:
    """``forge.yaml``: new items."""
    count = request.number("count", 1, request.most(100_000, MOST_ON_SITE), 1)
    seed = request.number("seed", 0, 10**11, -1)
    options = options_in(request, request.game.name, request.kind.name, count, seed if seed >= 0 else None)
    deal: DealResult = request.errand(deal_out, request.workshop.project, options)
    return sent(request.http, deal.text.encode(), "application/yaml", filename=f"{options.kind}-forged.yaml")


def _choice(request: WorkshopRequest, kinds: tuple[str, ...]) -> Choice:
    language, preferred = request.text("lang"), request.defaults.get("lang")
    ink = InkName.full if request.printed_ink == PrintInk.none else InkName(request.printed_ink)
    return Choice(kinds, tuple(request.texts("item")), language, ink, preferred)


def _layout(request: WorkshopRequest) -> SheetLayout:
    backs = request.choice("backs", Backs(request.defaults.get("backs", Backs.none)))
    printer = request.text("printer")
    if printer is None:
        printer = usual_printer(request.defaults.get("printer"), PRINTERS, backs)
    elif backs in (Backs.none, Backs.fold) and not moves_fronts(PRINTERS, printer):
        raise WrongUse("printer says whose second side to correct: give backs=long, short or separate too")
    return replace(request.layout, backs=backs, printer=printer, printers=PRINTERS)


def _saved(request: WorkshopRequest, function: Callable[..., Download], *values: Any) -> Response:
    """Have a file made, if there is none yet, and send it."""
    workshop = request.workshop

    def make() -> Download:
        download: Download = request.errand(function, workshop.project, *values)
        return download

    if not request.workshop.terms.site:
        workshop.look()  # nothing may have changed since, not even what was not reported yet
    printers = PRINTERS.read_bytes() if PRINTERS.is_file() else b""
    question = function.__name__, repr(values), workshop.number(request.path["game"]), printers
    downloads: LatestAnswers[Download] = request.state.downloads
    download = downloads.of(question, make)
    return sent(request.http, download.content, "application/pdf", filename=download.name)
