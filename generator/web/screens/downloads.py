"""Sheets, blank forms, boxes and new items, as files to save; of each also backs and cut lines."""

from collections.abc import Callable
from typing import Any

from generator.core.problem import NotFound, WrongUse
from generator.printing.order import BoxOrder, Choice, RenderOrder
from generator.printing.press import PRINTERS
from generator.web import downloads
from generator.web.asking import MOST_ON_SITE
from generator.web.dealing import DealResult, deal_out, options_in
from generator.web.downloads import Download, Part
from generator.web.endpoints import GetEndpoint
from generator.web.latest import LatestAnswers
from generator.web.prints import FORMS, blank_order
from generator.web.screens import Response, WorkshopRequest, get, sent

SITE = True
_ITEMS = ("count", "seed", "effects", "only", "without", "repeats", "swing", "mean", "for", "lang")


def get_parts(path: str, press: str, only: tuple[str, ...] | None) -> Callable[[GetEndpoint], GetEndpoint]:
    """Have a function answer for all parts of what a command prints, each below ``path`` with its ending."""

    def answered_by(function: GetEndpoint) -> GetEndpoint:
        for part in Part:
            get(path + part, only=only, press=press)(function)
        return function

    return answered_by


def part_in(request: WorkshopRequest) -> Part:
    """The part that the path of a request names; else the sheets."""
    return next((part for part in reversed(Part) if request.http.url.path.endswith(part)), Part.sheets)


@get_parts("/{game}/{kind}", "render", ("lang", "item"))
def sheets(request: WorkshopRequest) -> Response:
    """``KIND.pdf``, of a kind or of the kinds that share a file."""
    name, kinds = request.path["kind"], request.game.kinds
    shared = tuple(kind.name for kind in kinds.values() if kind.share == name and kind.printed)
    chosen = (name,) if name in kinds else shared
    if not chosen:
        raise NotFound(f"{request.game.name} has no kind {name!r}; known: {', '.join(kinds)}")
    order = RenderOrder(_choice(request, chosen), request.layout, copies=request.press.copies)
    return _saved(request, downloads.sheets, request.game.name, order)


@get("/{game}/sheets.zip", only=("lang",), press="render")
def all_sheets(request: WorkshopRequest) -> Response:
    """``sheets.zip``, of all kinds: what `pnp render` writes of the game."""
    order = RenderOrder(_choice(request, ()), request.layout, copies=request.press.copies)
    return _saved(request, downloads.sheets, request.game.name, order)


@get_parts("/{game}/{kind}-blank", "blank", ("lang", *FORMS))
def blank(request: WorkshopRequest) -> Response:
    """``KIND-blank.pdf``."""
    order = blank_order(request, _choice(request, (request.kind.name,)), request.layout)
    return _saved(request, downloads.sheets, request.game.name, order)


@get_parts("/{game}/box", "plan", ("players", "mode", "lang"))
def box(request: WorkshopRequest) -> Response:
    """``box.pdf``: a whole box behind its cover."""
    players = request.number("players", 1, 99, 0)
    if not players:
        raise WrongUse("players is missing: how many play? players=3")
    name = request.game.name
    order = BoxOrder(name, players, request.text("mode"), _choice(request, ()), request.layout)
    return _saved(request, downloads.box, name, order)


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
    return Choice(kinds, tuple(request.texts("item")), language, request.press.edition, preferred)


def sent_part(request: WorkshopRequest, download: Download) -> Response:
    """A file to save."""
    media = "application/zip" if download.name.endswith(".zip") else "application/pdf"
    return sent(request.http, download.content, media, filename=download.name)


def _saved(request: WorkshopRequest, function: Callable[..., Download], *values: Any) -> Response:
    """Have a file made, if there is none yet, and send it."""
    workshop = request.workshop

    def make() -> Download:
        download: Download = request.errand(function, workshop.project, *values, part_in(request))
        return download

    if not request.workshop.terms.site:
        workshop.look()  # nothing may have changed since, not even what was not reported yet
    printers = PRINTERS.read_bytes() if PRINTERS.is_file() else b""
    question = function.__name__, part_in(request), repr(values), workshop.number(request.path["game"]), printers
    downloads: LatestAnswers[Download] = request.state.downloads
    download = downloads.of(question, make)
    return sent_part(request, download)
