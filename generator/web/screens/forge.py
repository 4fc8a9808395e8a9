"""The forge: levers, candidates as faces with their worth, what the deck becomes, and what is kept of it all."""

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from starlette.responses import RedirectResponse

from generator.core.problem import Faulty, NotFound, Problem, Refusal
from generator.editing.forms import titles_in
from generator.forge.forge import NewItem, levers
from generator.forge.item_rules import read_item
from generator.forge.make_items import RunSelection, kept_text, objections, replaced_by, unlike
from generator.forge.request import SPECIAL, Lever
from generator.forge.spec import FILE, ForgeSpec, read_forge
from generator.forge.worth_scale import WorthScale, share_tables, worth_scale
from generator.lab.lab_file import read_lab
from generator.lab.plots.strip import strip
from generator.model.game import Item
from generator.pdf.face_svg import face_svg
from generator.printing.forged import add_kept
from generator.printing.order import Choice, RenderOrder
from generator.rules.rulebook import open_rulebook
from generator.web.dealing import (
    MOST,
    MOST_ON_SITE,
    Deal,
    DealResult,
    DealTable,
    Pairs,
    deal_out,
    kept_items,
    read_deal,
    read_table,
)
from generator.web.downloads import forged_sheets
from generator.web.latest import LatestAnswers
from generator.web.saving import remember
from generator.web.screens import RequestBody, Response, Tab, WorkshopRequest, get, post, sent
from generator.web.screens.downloads import get_parts, part_in, sent_part

SITE = True
TABS = [Tab("forge", "forge", 20, of="forged", under="try")]
EXAMPLE = "kinds:\n  {}:\n    recipe: members\n    field: effects\n"
FEW_SPANS = 6  # lengths of which all spans are listed


class CardView(NamedTuple):
    """A card on the page."""

    deal: Deal
    id: str
    name: str
    strip: str  # its place on the scale of worth, as markup; empty without one
    keep: str  # addresses of what can be done with it
    throw: str
    back: str


@get("/{game}/{kind}/forge")
def forge(request: WorkshopRequest) -> Response:
    """The page; of a kind without a recipe, what it lacks."""
    book, problems = read_forge(request.game)
    if request.kind.name not in book.entries:
        return _nothing_to_deal(request, book, [problem for problem in problems if problem.level == "error"])
    table = _table(request)
    refusal, dealt = "", {}
    try:
        dealt = {deal: _dealt(request, deal) for deal in dict.fromkeys([table.deal, *(deal for deal, _ in table.kept)])}
        runs = unlike(kept_items(table, dealt))
    except Faulty as error:
        return _nothing_to_deal(request, book, error.problems)
    except Refusal as error:
        refusal, dealt, runs = str(error), {}, []
    return request.page("forge.html", **_shown(request, table, dealt, runs, refusal))


def _nothing_to_deal(request: WorkshopRequest, book: ForgeSpec, wrong: Sequence[Problem]) -> Response:
    """What is to be mended first, or what a kind without a recipe lacks."""
    known = [name for name in book.entries if name in request.game.kinds and name != request.kind.name]
    there, example = (request.game.folder / FILE).exists(), EXAMPLE.format(request.kind.name)
    return request.page("forge_none.html", file=FILE, known=known, wrong=wrong, there=there, example=example)


def _shown(
    request: WorkshopRequest,
    table: DealTable,
    dealt: dict[Deal, DealResult],
    runs: Sequence[RunSelection],
    refusal: str,
) -> dict[str, Any]:
    """The values of the template."""
    kind, game = request.kind, request.game
    rules = open_rulebook(game).rules
    book, _ = read_forge(game)
    at_hand = dealt[table.deal] if table.deal in dealt else DealResult((), "", ())
    items = [item for deal in dealt.values() for item in deal.items]
    with request.turn:
        scale = worth_scale(kind, rules, read_lab(game)[0], [_read(request, item) for item in items])
        chosen = [item for run in runs for item in run.items] or [
            item for item in at_hand.items if item.id not in table.away
        ]
        replaced = {each.id for run in runs for each in run.gone} or {each.id for each in at_hand.gone}
        shares = share_tables(game, kind, rules, chosen, replaced=replaced)
        errors, warnings = objections(game, kind, rules, runs) if runs else ([], [])
        has = levers(game, kind, book, rules)
    candidates = [_candidate(request, table, table.deal, item, scale) for item in at_hand.items]
    goes = dict(zip((item.id for item in at_hand.items), at_hand.gone, strict=False))
    tray = [_candidate(request, table, deal, item, scale) for deal, ids in table.kept for item in _of(dealt, deal, ids)]
    everything = table
    for item in at_hand.items:
        everything = everything if item.id in table.away else everything.keeping(table.deal, item.id)
    return {
        "table": table,
        "levers": [
            lever for lever in has if lever.name != "seed" and (lever.name != "language" or len(game.languages) > 1)
        ],
        "reason": _reasons(request),
        "called": titles_in(kind, request.tongue, game.language),
        "spans": _spans(next((lever for lever in has if lever.name == "lengths"), None)),
        "most": _most(request),
        "candidates": [
            each for each in candidates if each.id not in table.away and each.id not in table.kept_of(table.deal)
        ],
        "away": [each for each in candidates if each.id in table.away],
        "tray": tray,
        "notes": at_hand.notes,
        "goes": {name: each.called(request.tongue, game.language) for name, each in goes.items()},
        "shares": shares,
        "all_counted": not runs,
        "scale": scale,
        "errors": errors,
        "warnings": warnings,
        "refusal": refusal,
        "added": request.number("added", 1, 999, 0),
        "again": table.dealing(table.deal.next()).address,
        "everything": everything.address if everything != table else "",
        "language": request.tongue if request.tongue in game.languages else game.language,
    }


def _of(dealt: dict[Deal, DealResult], deal: Deal, ids: Sequence[str]) -> list[NewItem]:
    return [item for item in dealt[deal].items if item.id in ids] if deal in dealt else []


def _candidate(
    request: WorkshopRequest, table: DealTable, deal: Deal, item: NewItem, scale: WorthScale | None
) -> CardView:
    worth = scale.of.get(item.id) if scale else None
    read_item = _read(request, item)
    name = read_item.called(request.tongue, request.game.language)
    drawn = ""
    if scale is not None and worth is not None:
        at_hand = [(float(value), often) for value, often in scale.at_hand.items()]
        drawn = strip(float(scale.low), float(scale.high), at_hand, float(worth), scale.name, _decimal(worth))
    keep, back = table.keeping(deal, item.id), table.putting_back(deal, item.id).taking_up(item.id)
    return CardView(deal, item.id, name, drawn, keep.address, table.throwing(item.id).address, back.address)


def _decimal(number: Fraction) -> str:
    return f"{float(number):+.4g}".replace("-", "−") if number else "0"


def _read(request: WorkshopRequest, item: NewItem) -> Item:
    return read_item(request.kind, item.fields, request.game.languages)[0]


def _reasons(request: WorkshopRequest) -> Callable[[Lever], str]:
    """The reason why a lever can't be had, in words of the interface where it has some."""
    say = request.say

    def reason(lever: Lever) -> str:
        if lever.form == "file":
            return say("lever-file", option=lever.option)
        usual = SPECIAL.get(lever.name)
        if usual is not None and lever.reason == usual[1].format(kind=request.kind.name):
            return say("lever-not-here")
        return lever.reason

    return reason


def _spans(lever: Lever | None) -> list[str]:
    """All spans of a lever of few lengths, as they are typed."""
    if lever is None or lever.reason or lever.least is None or lever.most is None:
        return []
    least, most = int(lever.least), int(lever.most)
    if most - least >= FEW_SPANS:
        return []
    return [
        f"{low}" if low == high else f"{low}-{high}" for low in range(least, most + 1) for high in range(low, most + 1)
    ]


def _most(request: WorkshopRequest) -> int:
    return request.most(MOST, MOST_ON_SITE)


def _table(request: WorkshopRequest) -> DealTable:
    return read_table(request.params.multi_items(), request.game.name, request.kind.name, _most(request))


def _dealt(request: WorkshopRequest, deal: Deal) -> DealResult:
    question = request.workshop.number(request.game.name), deal
    deals: LatestAnswers[DealResult] = request.state.deals
    return deals.of(question, lambda: request.errand(deal_out, request.workshop.project, deal.options))


@get("/{game}/{kind}/forge/{item}.svg")
def card(request: WorkshopRequest) -> Response:
    """The face of one candidate."""
    pairs = [pair for pair in request.params.multi_items() if pair[0] not in ("v", "face")]
    deal = read_deal(pairs, request.game.name, request.kind.name, _most(request))
    item = next((candidate for candidate in _dealt(request, deal).items if candidate.id == request.path["item"]), None)
    if item is None:
        raise NotFound("this deal has no such item")
    language = request.params.get("face", request.game.language)
    if language not in request.game.languages:
        raise NotFound(f"{request.game.name} is not written in {language[:40]!r}")
    with request.turn:
        whole = _read(request, item)
        face, _ = request.checked.renderer.face(request.kind, whole, language)
    return sent(request.http, face_svg(face, whole.called(language, request.game.language), language), "image/svg+xml")


def kept_runs(request: WorkshopRequest, kind: str, query: Pairs) -> list[tuple[Deal, RunSelection]]:
    """The cards of a kind that options of an address keep of each deal of the forge; see `read_table`.

    Raises:
        Refusal: they say nothing that can be done, or the game's files have changed since.
    """
    table = read_table(query, request.game.name, kind, _most(request))
    runs = kept_items(table, {deal: _dealt(request, deal) for deal, _ in table.kept})
    return [(deal, run) for (deal, _), run in zip(table.kept, runs, strict=True)]


def forged_runs(request: WorkshopRequest, kind: str, query: Pairs) -> list[RunSelection]:
    """The same, no two of them with one id.

    Raises:
        Refusal: nothing is kept; see `kept_runs`.
    """
    runs = kept_runs(request, kind, query)
    if not runs:
        raise NotFound("nothing is kept")
    return unlike(run for _, run in runs)


def _runs(request: WorkshopRequest) -> list[RunSelection]:
    pairs = [pair for pair in request.params.multi_items() if pair[0] not in request.forms]
    return forged_runs(request, request.kind.name, pairs)


@get("/{game}/{kind}/forge-kept.yaml")
def kept_yaml(request: WorkshopRequest) -> Response:
    """The kept cards, as they would be written in a file."""
    text, name = kept_text(_runs(request)), f"{request.kind.name}-forged.yaml"
    return sent(request.http, text.encode(), "application/yaml", filename=name)


@get_parts("/{game}/{kind}/forge-kept", "generate", None)
def kept_pdf(request: WorkshopRequest) -> Response:
    """The kept cards, on sheets."""
    runs = _runs(request)
    ids = tuple(item.id for run in runs for item in run.items)
    choice = Choice((request.kind.name,), ids, None, request.press.edition, request.defaults.get("lang"))
    return print_new(request, choice, kept_text(runs), replaced_by(runs))


def print_new(
    request: WorkshopRequest, choice: Choice, text: str, replaced: Collection[str], suffix: str = "-forged"
) -> Response:
    """Sheets of new items of a choice, which ``text`` says as a file would, or what lies beside the sheets."""
    order = RenderOrder(choice, request.layout, copies=request.press.copies, suffix=suffix)
    project, part = request.workshop.project, part_in(request)
    return sent_part(
        request, request.errand(forged_sheets, project, request.game.name, order, text, tuple(replaced), part)
    )


@post("/{game}/{kind}/forge")
def add(request: WorkshopRequest, written: RequestBody) -> Response:  # noqa: ARG001 - what is kept is in the address
    """Put what is kept at the end of the kind's file, or in place of others, as `pnp generate --out` does."""
    table = _table(request)
    if not table.kept:
        raise NotFound("nothing is kept")
    workshop = request.workshop
    with request.turn:
        change, ids = add_kept(workshop.project, [(deal.options, names) for deal, names in table.kept])
    remember(workshop, request.game.name, [change], "added", request.kind.name)
    workshop.look()
    next_address = DealTable(table.deal.next()).address
    return RedirectResponse(f"forge{next_address}&added={len(ids)}", 303)
